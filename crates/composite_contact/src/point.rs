//! Points and composite shapes.

use clinch_composite::Composite;
use clinch_contact::{Pair, Settings, Space};
use clinch_shapes::Point;
use clinch_support::{Pose, Scalar};

use crate::overlap::overlap;
use crate::relation::CompositeRelation;
use crate::scratch::CompositeScratch;
use crate::separation::separation;

/// Is a point in a part, or inside of a solid, or to rounding on its surface? No if it is not
/// finite.
pub fn contains<V: Space, C: Composite<V> + ?Sized>(composite: &C, point: V::Wide, scratch: &mut CompositeScratch<V>) -> bool {
    let mut touches = |b| overlap(&Pair { a: composite, b, b_in_a: Pose::<V::Wide>::at(point) }, &Settings::default(), scratch);
    Point::new(V::ZERO).is_ok_and(|origin| touches(origin) == Some(true))
}

/// Where is the surface of a composite shape nearest to a point, and how far is it (negative: how
/// deep is the point)?
///
/// The answer is that of [`separation`] for the shape and the point: `point_a` is the nearest point
/// of the surface, and the normal is outward there. In the common part of several parts it is that
/// of the one in which the point is deepest. A point that is not finite gives
/// [`CompositeRelation::Undefined`], and a shape without parts
/// [`Beyond`](CompositeRelation::Beyond).
///
/// ```
/// use clinch_composite::TriMesh;
/// use clinch_composite_contact::{CompositeRelation, CompositeScratch, project};
/// use glam::{DVec3, Vec3};
///
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let mesh = TriMesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
/// for (z, distance) in [(-2.0, 2.0), (0.125, -0.125)] {
///     let answer = project(&mesh, DVec3::new(0.25, 0.25, z), &mut CompositeScratch::new());
///     let CompositeRelation::Near { separation, .. } = answer else { panic!("{answer:?}") };
///     assert_eq!((separation.distance, separation.normal), (distance, -DVec3::Z));
/// }
/// ```
pub fn project<V: Space, C: Composite<V> + ?Sized>(
    composite: &C,
    point: V::Wide,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    let unlimited = Settings::with_margin(V::Scalar::INFINITY);
    match Point::new(V::ZERO) {
        Ok(b) => separation(&Pair { a: composite, b, b_in_a: Pose::<V::Wide>::at(point) }, &unlimited, scratch),
        Err(_) => CompositeRelation::Undefined,
    }
}

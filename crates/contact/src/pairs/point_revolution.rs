//! A point and a solid of revolution: the cores of a sphere and of a cylinder, cone or frustum.
//!
//! Moves the point into the solid's frame; `revolution/body.rs` has the formula. 3D only. Next to a
//! rim rounding would choose the normal: the general path answers. On the axis the normal is that
//! of +x.

use clinch_gjk::Start;
use clinch_shapes::{Core, Revolution};
use clinch_support::{Frame, Rotation, Vector};

use crate::answer::{Bounds, Relation};
use crate::clip::Space;
use crate::memory::Memory;
use crate::pairs::ClosedForm;
use crate::pairs::revolution::{Body, SignedDistance, to_dvec3};
use crate::problem::Cores;
use crate::query::Query;
use crate::scratch::Scratch;

/// Relative rounding error of the transformed point and of the formula, times the sum of the
/// coordinates involved. Larger: looser bounds. Smaller: the bounds do not hold.
const NOISE: f64 = 32.0 * f64::EPSILON;

/// The signed distance of a point from a solid of revolution, and its normal.
pub(crate) struct PointRevolution<V: Vector> {
    /// B in A.
    frame: Frame<V>,
    /// In the frame of its own shape.
    point: V::Wide,
    point_in_solid: V::Wide,
    /// Unit, from the solid to the point, in the solid's frame.
    outward: V::Wide,
    /// Negative if the point is inside.
    distance: f64,
    /// Rounding error of the distance.
    noise: f64,
    /// The point is A's core, the solid B's.
    point_is_a: bool,
}

impl<V: Space> ClosedForm<V> for PointRevolution<V> {
    /// `None` for other cores, a degenerate rotation, coordinates that are not finite, a solid
    /// without height or radius, and near a rim.
    #[inline(always)]
    fn of(_: &Query<'_, V>, cores: &Cores<'_, V>, _: &mut Scratch<V>) -> Option<Self> {
        let (point, solid, point_is_a) = match (cores.a, cores.b) {
            (a, Core::Revolution(solid)) => (a.point()?, solid, true),
            (Core::Revolution(solid), b) => (b.point()?, solid, false),
            _ => return None,
        };
        let rotation_squared = cores.b_in_a.rotation.length_squared();
        let frame = Frame::<V>::new(cores.b_in_a);
        let noise = NOISE * (point.sum_abs() + size_of(solid) + V::DIM as f64 * cores.b_in_a.translation.max_abs());
        if !(rotation_squared > 0.0 && rotation_squared < f64::INFINITY && noise < f64::INFINITY) {
            return None;
        }
        let point_in_solid = if point_is_a { frame.to_b(point) } else { frame.to_a(point) };
        let (outward, distance) = nearest(solid, point_in_solid, noise)?;
        Some(Self { frame, point, point_in_solid, outward, distance, noise, point_is_a })
    }

    #[inline(always)]
    fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V> {
        let &Self { frame, point, point_in_solid, outward, distance, noise, point_is_a } = self;
        let radii = query.radii;
        let normal = if point_is_a { -frame.direction_in_a(outward) } else { outward };
        memory.start = Start::along(V::narrow(normal));
        let bounds = Bounds::of(distance, noise, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return relation;
        }
        let on_solid = |radius: f64| point_in_solid - outward * (distance - radius);
        let points = if point_is_a {
            [point + normal * radii.a, on_solid(radii.b)]
        } else {
            [on_solid(radii.a), point - frame.direction_in_b(normal) * radii.b]
        };
        bounds.near(normal, points)
    }
}

/// The outward unit normal and the signed distance of a point, in the solid's frame. `None` in 2D,
/// for solids without height or radius, and near a rim.
#[inline]
pub(crate) fn nearest<W: Vector<Scalar = f64>>(solid: &Revolution, point: W, noise: f64) -> Option<(W, f64)> {
    if W::DIM != 3 {
        return None;
    }
    let SignedDistance { normal, distance } = Body::of_revolution(solid)?.signed_distance(to_dvec3(point), noise)?;
    Some((W::from_fn(|axis| normal[axis]), distance))
}

/// An upper bound of |x| + |y| + |z| over the solid.
fn size_of(solid: &Revolution) -> f64 {
    let [bottom, top] = solid.radii();
    solid.half() + 2.0 * if bottom > top { bottom } else { top }
}

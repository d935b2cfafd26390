//! What a contact algorithm needs of a shape that is made of convex parts.

use core::fmt;

use clinch_shapes::{Aabb, Convex, Moments};
use clinch_support::{Pose, Vector};

use crate::normal_cone::NormalCone;
use crate::part_search::{PartSearch, traverse_regions};
use crate::sides::Sides;
use crate::sub_shape::{Feature, FeatureKey, SubShapeId};
use crate::surface_triangle::SurfaceTriangle;

/// What [`Composite::sub_shape`] calls: a part and its pose.
pub type SubShapeVisitor<'f, V> = dyn FnMut(&dyn Convex<V>, Option<&Pose<<V as Vector>::Wide>>) + 'f;

/// A shape made of convex parts, in 2D or 3D: a mesh, a height field, or a user's own.
///
/// A contact algorithm lists the parts near a body with [`near`](Self::near), computes the contact
/// of each as that of a convex [`sub_shape`](Self::sub_shape), and keeps those whose normal is in
/// the [`normal_cone`](Self::normal_cone) of the feature that they are at. All coordinates are in
/// the frame of the composite shape.
///
/// The parts must not change while the shape is in use.
///
/// ```
/// use clinch_composite::{Composite, Sides, SubShapeId, SubShapeVisitor};
/// use clinch_shapes::{Aabb, Ball};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// /// A string of beads along x.
/// #[derive(Debug)]
/// struct Beads(Vec<Ball<Vec3>>);
///
/// impl Composite<Vec3> for Beads {
///     fn sides(&self) -> Sides {
///         Sides::Solid
///     }
///
///     fn bounds(&self) -> Aabb<DVec3> {
///         Aabb { min: -DVec3::ONE, max: DVec3::new(2.0 * self.0.len() as f64, 1.0, 1.0) }
///     }
///
///     fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
///         let bead = |i: usize| Aabb::around(DVec3::X * (2.0 * i as f64), DVec3::ONE);
///         found.extend((0..self.0.len()).filter(|&i| bead(i).intersects(bounds)).map(|i| SubShapeId(i as u32)));
///     }
///
///     fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, Vec3>) {
///         if let Some(bead) = self.0.get(id.index()) {
///             visit(bead, Some(&Pose::at(DVec3::X * (2.0 * id.index() as f64))));
///         }
///     }
/// }
///
/// let beads: &dyn Composite<Vec3> = &Beads(vec![Ball::new(1.0)?; 5]);
/// let mut found = Vec::new();
/// beads.near(&Aabb::around(DVec3::X * 3.0, DVec3::splat(0.5)), &mut found);
/// assert_eq!(found, [SubShapeId(1), SubShapeId(2)]);
/// # Ok::<(), clinch_shapes::ShapeError>(())
/// ```
pub trait Composite<V: Vector>: fmt::Debug + Send + Sync {
    /// Which sides of the parts have contacts.
    fn sides(&self) -> Sides;

    /// An AABB of the shape. May be infinite.
    fn bounds(&self) -> Aabb<V::Wide>;

    /// Appends the ids of all parts that may have a point in common with a box, in ascending order,
    /// each once. Those whose own AABB meets the box must be among them. No others need to be: of a
    /// box deep inside of a solid, whose surface is elsewhere, there may be none. Height fields add
    /// some cells above or below such a box; for the place where a body leaves any other solid,
    /// there is [`way_out`](Self::way_out).
    fn near(&self, bounds: &Aabb<V::Wide>, found: &mut Vec<SubShapeId>);

    /// Calls `visit` once with a part and its pose, which is the identity if `None`. Does nothing
    /// if there is no such part.
    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>);

    /// A part as a triangle of a surface, in 3D. It must say the same as
    /// [`sub_shape`](Self::sub_shape) and [`normal_cone`](Self::normal_cone), of which no cone is
    /// unknown but that of an edge. Its neighbours are used to leave out contacts: with wrong ones,
    /// contacts are missing. `None` by default, and if the part has no normal.
    fn surface_triangle(&self, id: SubShapeId) -> Option<SurfaceTriangle<V::Wide>> {
        let _ = id;
        None
    }

    /// The corners of [`surface_triangle`](Self::surface_triangle), for what they alone decide.
    fn surface_corners(&self, id: SubShapeId) -> Option<[V::Wide; 3]> {
        self.surface_triangle(id).map(|triangle| triangle.corners)
    }

    /// The directions in which a body can touch a part at one of its features first, given the
    /// other parts that share this feature; on its front, or on its back.
    ///
    /// The default is [`NormalCone::Unknown`]: which contacts are dropped is then decided by
    /// comparing the contacts of the parts.
    fn normal_cone(&self, id: SubShapeId, feature: Feature, front: bool) -> NormalCone<V::Wide> {
        let _ = (id, feature, front);
        NormalCone::Unknown
    }

    /// The number of a feature within the whole shape, the same from all parts that share it.
    /// `None` by default: no part shares a feature.
    fn feature_key(&self, id: SubShapeId, feature: Feature) -> Option<FeatureKey> {
        let _ = (id, feature);
        None
    }

    /// Whether another shape continues the surface beyond this feature, as at the open border of a
    /// tile of terrain or at a ghost vertex. Contacts there that the [cone](Self::normal_cone) does
    /// not have are those of the other shape. `false` by default: then a body near this feature has
    /// one of them if it has no other contact.
    fn continues(&self, id: SubShapeId, feature: Feature) -> bool {
        let _ = (id, feature);
        false
    }

    /// The place of the surface that is nearest to a point inside of a solid, and the part that it
    /// is on. Of solids that [overlap](Self::overlaps_itself), the nearest where all are left.
    /// `None` if the point is not inside, and by default.
    ///
    /// A body whose middle is inside of the solid leaves it there. By default it does so only if it
    /// overlaps the surface, by the nearest of the parts near it.
    fn way_out(&self, inside: V::Wide) -> Option<(SubShapeId, V::Wide)> {
        let _ = inside;
        None
    }

    /// Whether the solid may have several surfaces that overlap or touch, so that a point inside
    /// may be in front of the parts near it. `false` by default.
    fn overlaps_itself(&self) -> bool {
        false
    }

    /// Whether a point is inside of the shape although it may be in none of its parts: behind the
    /// surface of a solid. `false` by default, which is right for shapes whose parts are solid.
    fn contains(&self, point: V::Wide) -> bool {
        let _ = point;
        false
    }

    /// Volume (2D: area), centroid and second moments of the whole, in its frame: for the creation
    /// of a body. `None` if there is no inside, as behind a surface, or one without an end, as
    /// below a height field, or if a number overflows; by default, where they are not known.
    fn moments(&self) -> Option<Moments<V::Wide>> {
        None
    }

    /// Visits all parts within a distance of a search, near ones first as far as that is known.
    /// `limit` is the distance beyond which parts are skipped at first; the search shrinks it.
    ///
    /// By default the parts are listed with [`near`](Self::near), region by region; that allocates.
    /// A shape with a tree walks it.
    fn traverse(&self, limit: f64, search: &mut dyn PartSearch<V::Wide>) {
        let near = |bounds: &Aabb<V::Wide>, found: &mut Vec<SubShapeId>| self.near(bounds, found);
        let bounds_of = |id| {
            let mut bounds = None;
            self.sub_shape(id, &mut |part, pose| bounds = Some(part.bounds(pose.unwrap_or(&Pose::IDENTITY))));
            bounds
        };
        traverse_regions(near, bounds_of, limit, search);
    }
}

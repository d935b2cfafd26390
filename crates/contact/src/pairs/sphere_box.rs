//! A sphere about the origin of its frame and a box, in world space (a circle and a rectangle in
//! 2D).
//!
//! The sphere's rotation does not matter for an answer in the world, so only the box's is applied:
//! the centre is taken to the box's frame, and the normal back to the world. Both points lie on the
//! line through the centre along the normal. For a manifold the normal is also taken to the
//! sphere's frame. At the relative pose, where `pairs/point_box.rs` answers, two rotations are
//! multiplied, and the normal and both points are turned back.

use clinch_gjk::Start;
use clinch_shapes::{Convex, Core};
use clinch_support::{Basis, Pose, Rotation, Vector};

use crate::answer::{Bounds, Relation};
use crate::clip::Space;
use crate::memory::Memory;
use crate::pairs::point_box::{self, PointInBox};
use crate::pairs::sphere_sphere::sphere_radius;
use crate::pairs::squares;
use crate::query::{Goal, Query};
use crate::radii::Radii;
use crate::settings::Settings;
use crate::tolerance::CLOSED_FORM_NOISE;
use crate::world_answer::WorldRelation;

/// A sphere and a box, at rotations that have a basis and a finite distance.
pub(crate) struct SphereBox<V: Vector> {
    /// With skins.
    pub(crate) radii: Radii,
    /// The sphere is A, the box B.
    sphere_is_a: bool,
    /// The sphere's centre in the world.
    center: V::Wide,
    /// From the box's origin to the sphere's centre, in the world.
    from_box: V::Wide,
    /// Of the box.
    basis: V::Basis,
    half: V::Wide,
}

/// Where the centre of a sphere is, relative to a box.
struct CenterAtBox<V: Vector> {
    bounds: Bounds,
    /// The centre, in the box's frame.
    center: V::Wide,
    /// Of the centre from the box; negative inside.
    distance: f64,
    /// Unit, from the box to the centre, in the box's frame.
    normal_in_box: V::Wide,
    /// The same in the world.
    outward: V::Wide,
}

impl<V: Space> SphereBox<V> {
    /// `None` for all other pairs, and at poses that are not finite.
    #[inline(always)]
    pub(crate) fn of<P, A, B>((a, b): (&A, &B), [pose_a, pose_b]: [&Pose<P>; 2], settings: &Settings<V::Scalar>) -> Option<Self>
    where
        P: Vector<Wide = V::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let sphere_is_a = sphere_radius(a).is_some();
        let half = match (sphere_is_a, a.core(), b.core()) {
            (true, _, Core::Box(block)) | (false, Core::Box(block), Core::Origin) => block.half().widen(),
            _ => return None,
        };
        let [sphere, block] = if sphere_is_a { [pose_a, pose_b] } else { [pose_b, pose_a] };
        let center = sphere.translation.widen();
        let from_box = center - block.translation.widen();
        let radii = Radii { a: a.radius_wide(), b: b.radius_wide() }.with_skins(settings);
        let finite = from_box.is_finite() && sphere.rotation.has_basis() && block.rotation.has_basis();
        finite.then(|| Self { radii, sphere_is_a, center, from_box, basis: block.rotation.widen().basis(), half })
    }

    /// Whether they touch, if the squares decide it.
    #[inline(always)]
    pub(crate) fn touching(&self) -> Option<bool> {
        if point_box::far_apart(self.from_box.length_squared(), self.half, self.radii.sum()) {
            return Some(false);
        }
        let center = self.center_in_box();
        squares::touching(center.outward().length_squared(), self.radii, center.size)
    }

    /// The answer to a query about these shapes.
    ///
    /// Of faces that are equally near to a centre inside of the box, or outside by no more than
    /// rounding, that along the query's last normal is taken. Only there the memory gets a normal.
    #[inline(always)]
    pub(crate) fn relation<P: Vector<Wide = V::Wide>>(
        &self,
        pose_a: &Pose<P>,
        query: &Query<'_, V>,
        memory: &mut Memory<V>,
    ) -> WorldRelation<V> {
        match self.found(pose_a, query, memory) {
            Ok(found) => self.in_world(&found),
            Err(relation) => relation,
        }
    }

    /// The same, and where it has points, the answer in the frames of the shapes. There the memory
    /// gets the normal, because the next manifold continues this one.
    #[inline(always)]
    pub(crate) fn relation_and_in_frames<P: Vector<Wide = V::Wide>>(
        &self,
        [pose_a, pose_b]: [&Pose<P>; 2],
        query: &Query<'_, V>,
        memory: &mut Memory<V>,
    ) -> (WorldRelation<V>, Option<Relation<V>>) {
        let found = match self.found(pose_a, query, memory) {
            Ok(found) => found,
            Err(relation) => return (relation, None),
        };
        let sphere = if self.sphere_is_a { pose_a } else { pose_b };
        let outward_in_sphere = sphere.rotation.widen().basis().unrotate(found.outward);
        let (on_sphere, on_box) = (-outward_in_sphere * self.sphere_radius(), found.center - found.normal_in_box * self.along_box(&found));
        let (normal, points) =
            if self.sphere_is_a { (-outward_in_sphere, [on_sphere, on_box]) } else { (found.normal_in_box, [on_box, on_sphere]) };
        memory.start = Start::along(V::narrow(normal));
        (self.in_world(&found), Some(found.bounds.near(normal, points)))
    }

    /// The centre at the box or, as an error, the answer if that needs no points. The memory is as
    /// in [`relation`](Self::relation).
    #[inline(always)]
    fn found<P: Vector<Wide = V::Wide>>(
        &self,
        pose_a: &Pose<P>,
        query: &Query<'_, V>,
        memory: &mut Memory<V>,
    ) -> Result<CenterAtBox<V>, WorldRelation<V>> {
        let center = self.center_in_box();
        let last_outward = || {
            let last = query.last_normal.widen();
            if self.sphere_is_a { -self.basis.unrotate(pose_a.rotation.basis().rotate(last)) } else { last }
        };
        let nearest = center.nearest(last_outward);
        let outward = self.basis.rotate(nearest.normal);
        if !(outward.is_finite() && center.size.is_finite()) {
            return Err(WorldRelation::Undefined);
        }
        if nearest.is_of_face {
            let normal = if self.sphere_is_a { -pose_a.rotation.basis().unrotate(outward) } else { nearest.normal };
            memory.start = Start::along(V::narrow(normal));
        }
        let bounds = Bounds::of(nearest.distance, CLOSED_FORM_NOISE * center.size, self.radii);
        match WorldRelation::of_bounds(bounds, query) {
            Some(relation) => Err(relation),
            None => Ok(CenterAtBox { bounds, center: center.point, distance: nearest.distance, normal_in_box: nearest.normal, outward }),
        }
    }

    #[inline(always)]
    fn in_world(&self, found: &CenterAtBox<V>) -> WorldRelation<V> {
        let outward = found.outward;
        let (on_sphere, on_box) = (self.center - outward * self.sphere_radius(), self.center - outward * self.along_box(found));
        let directed = if self.sphere_is_a { [-outward, on_sphere, on_box] } else { [outward, on_box, on_sphere] };
        WorldRelation::near(found.bounds.distance_and_bounds(), directed)
    }

    #[inline(always)]
    fn sphere_radius(&self) -> f64 {
        if self.sphere_is_a { self.radii.a } else { self.radii.b }
    }

    /// From the centre to the point on the swept box, against `outward`.
    #[inline(always)]
    fn along_box(&self, found: &CenterAtBox<V>) -> f64 {
        found.distance - if self.sphere_is_a { self.radii.b } else { self.radii.a }
    }

    /// The query with the radii of this pair.
    #[inline(always)]
    pub(crate) fn query<'q>(&self, settings: &'q Settings<V::Scalar>, goal: Goal, memory: &Memory<V>) -> Query<'q, V> {
        Query { goal, radii: self.radii, margin: settings.margin(), last_normal: memory.start.direction, settings }
    }

    /// The sphere's centre in the box's frame.
    #[inline(always)]
    fn center_in_box(&self) -> PointInBox<V::Wide> {
        let size = self.half.sum_abs() + V::DIM as f64 * self.from_box.max_abs();
        PointInBox { point: self.basis.unrotate(self.from_box), half: self.half, size }
    }
}

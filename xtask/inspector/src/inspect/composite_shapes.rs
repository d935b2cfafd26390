//! Two shapes at their poses, of which at least one is composite.

use clinch::composite::{ColliderShape, Composite};
use clinch::composite_contact::{CompositeCast, CompositeScratch, ray_cast};
use clinch::contact::{Cast, CastSettings, Ray, Separation};
use clinch::support::Pose;
use clinch_pairs::{BuildCollider, Collider, CompositePair, Parts, Poses, collider};
use clinch_testkit::pair_file::{Query, ShapeSpec};

use crate::cast_path::composite_path;
use crate::input::Refusal;
use crate::inspect::convex_shapes::poses_of;
use crate::inspect::part_list::PartList;
use crate::inspect::shapes::{Convexes, InA, Shapes};
use crate::report::{Path, ShapeReport};

/// Two shapes at the world poses of their frames.
pub(super) struct CompositeShapes<'q, V: BuildCollider> {
    pub(super) a: Collider<V>,
    pub(super) b: Collider<V>,
    pub(super) specs: [&'q ShapeSpec; 2],
    pub(super) poses: Poses<V>,
}

impl<'q, V: BuildCollider> CompositeShapes<'q, V> {
    /// A and B at the poses of the query, the origin of a ray as in
    /// [`ConvexShapes::of`](crate::inspect::convex_shapes::ConvexShapes::of).
    pub(super) fn of(query: &'q Query, spec_b: &'q ShapeSpec) -> Result<Self, Refusal> {
        let (a, b) = (collider::<V>("a", &query.a)?, collider::<V>("b", spec_b)?);
        // The frame of a height field begins at its corner, that of the line's shape in its middle.
        let at = |pose: &Pose<V::Wide>, collider: &Collider<V>| Pose::new(pose.rotation, pose.point(collider.origin));
        let poses = poses_of::<V>(query)?;
        let poses = Poses { a: at(&poses.a, &a), b: at(&poses.b, &b) };
        Ok(Self { a, b, specs: [&query.a, spec_b], poses })
    }

    pub(super) fn pair(&self, poses: &Poses<V>) -> CompositePair<'_, V> {
        CompositePair { a: &self.a.shape, b: &self.b.shape, b_in_a: poses.b_in_a() }
    }

    /// The indices in the line of these parts.
    pub(super) fn indices(&self, [a, b]: Parts) -> [Option<u32>; 2] {
        [self.a.part(a), self.b.part(b)]
    }
}

impl<V: BuildCollider> Shapes<V> for CompositeShapes<'_, V> {
    fn poses(&self) -> &Poses<V> {
        &self.poses
    }

    fn reports(&self) -> [ShapeReport; 2] {
        let [spec_a, spec_b] = self.specs;
        [PartList::of(&self.a).report(&self.a, spec_a, &self.poses.a), PartList::of(&self.b).report(&self.b, spec_b, &self.poses.b)]
    }

    fn convex(&self) -> Option<Convexes<'_, V>> {
        None
    }

    fn separation(&self, poses: &Poses<V>) -> Option<Separation<V>> {
        self.pair(poses).separation().map(|(near, _)| near)
    }

    fn cast(&self, motion: &InA<V::Wide>, settings: &CastSettings) -> (Cast<V>, [Option<u32>; 2]) {
        if let (true, ColliderShape::Composite(a)) = (motion.ray, &self.a.shape) {
            let origin = self.poses.b_in_a().translation;
            let ray = Ray { max_time: settings.max_time, ..Ray::new(origin, motion.velocity) };
            let CompositeCast { cast, sub_shapes } = ray_cast::<V, dyn Composite<V>>(a, &ray, &mut CompositeScratch::new());
            return (cast, self.indices(sub_shapes));
        }
        let (cast, parts) = self.pair(&self.poses).cast(motion.velocity, settings);
        (cast, self.indices(parts))
    }

    fn path(&self, _: &Cast<V>, motion: &InA<V::Wide>, _: &CastSettings) -> Path {
        composite_path([self.a.shape.kind(), self.b.shape.kind()], motion.ray)
    }

    fn notes(&self) -> Vec<String> {
        let note = |name: &str, note: &Option<String>| note.as_ref().map(|note| format!("shape {name}: {note}"));
        [note("a", &self.a.note), note("b", &self.b.note)].into_iter().flatten().collect()
    }
}

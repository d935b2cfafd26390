//! Answers a query of shapes of which at least one is composite.

use clinch::composite::ColliderShape;
use clinch::composite_contact::{CompositeCast, CompositeManifold, CompositeScratch, ray_cast};
use clinch::contact::{CastSettings, Ray};
use clinch::support::{Basis, Pose, Rotation, Scalar};
use clinch_pairs::{
    BuildCollider, Collider, CompositePair, Parts, Poses, Refusal, cast_answer, collider, poses, with_bounds_of_union, world_answer,
};
use clinch_probe::subject::conversion_error;
use clinch_testkit::pair_file::{self, Answer, CastAnswer, ErrorKind, PartsManifold, Query, ShapeSpec};

/// Two colliders at the world poses of their frames.
struct Placed<V: BuildCollider> {
    a: Collider<V>,
    b: Collider<V>,
    poses: Poses<V>,
}

impl<V: BuildCollider> Placed<V> {
    fn of(query: &Query, b: &ShapeSpec) -> Result<Self, Refusal> {
        let (a, b) = (collider::<V>("a", &query.a)?, collider::<V>("b", b)?);
        let Poses { a: pose_a, b: pose_b } = poses::<V>(query)?;
        Ok(Self { poses: Poses { a: at_origin(&a, &pose_a), b: at_origin(&b, &pose_b) }, a, b })
    }

    fn pair(&self) -> CompositePair<'_, V> {
        CompositePair { a: &self.a.shape, b: &self.b.shape, b_in_a: self.poses.b_in_a() }
    }

    /// The indices of these parts in the file.
    fn parts(&self, [a, b]: Parts) -> [Option<u32>; 2] {
        [self.a.part(a), self.b.part(b)]
    }

    fn notes(&self) -> Vec<String> {
        let note = |name: &str, note: &Option<String>| note.as_ref().map(|note| format!("shape {name}: {note}"));
        [note("a", &self.a.note), note("b", &self.b.note)].into_iter().flatten().collect()
    }
}

/// The pose of the collider's frame, if that of the file's shape has this pose.
fn at_origin<V: BuildCollider>(collider: &Collider<V>, pose: &Pose<V::Wide>) -> Pose<V::Wide> {
    Pose::new(pose.rotation, pose.point(collider.origin))
}

/// The answer to a `contact` or `distance` query.
pub(super) fn contact<V: BuildCollider>(query: &Query, b: &ShapeSpec) -> Result<Answer, Refusal> {
    let placed = Placed::<V>::of(query, b)?;
    let pair = placed.pair();
    let Some((separation, parts)) = pair.separation() else {
        return Err((ErrorKind::Unsupported, "an undefined contact: numbers out of range".to_owned()));
    };
    let extent = query.extent();
    let rounding = conversion_error::<V>(&query.a, extent) + conversion_error::<V>(b, extent);
    let answer = with_bounds_of_union(world_answer(query, &separation, &placed.poses, rounding), query, rounding);
    let manifolds = query.prediction.map(|prediction| {
        let manifolds = pair.collide(V::Scalar::narrow_up(prediction));
        manifolds.iter().map(|manifold| world_manifold(manifold, &placed)).collect::<Vec<_>>()
    });
    let first = manifolds.as_ref().map(|manifolds| {
        let nothing = || pair_file::Manifold { n: V::coords(placed.poses.a.vector(separation.normal)), points: Vec::new() };
        manifolds.first().map_or_else(nothing, |first| first.manifold.clone())
    });
    Ok(Answer { manifold: first, manifolds, parts: placed.parts(parts), notes: placed.notes(), ..answer })
}

fn world_manifold<V: BuildCollider>(manifold: &CompositeManifold<V>, placed: &Placed<V>) -> PartsManifold {
    let poses = &placed.poses;
    let points = manifold.manifold.points.iter().map(|point| {
        let (on_a, on_b) = (poses.a.point(point.on_a.widen()), poses.b.point(point.on_b.widen()));
        (V::coords(on_a), V::coords(on_b), point.separation.widen())
    });
    let n = V::coords(poses.a.vector(manifold.manifold.normal.widen()));
    PartsManifold { parts: placed.parts(manifold.sub_shapes), manifold: pair_file::Manifold { n, points: points.collect() } }
}

/// The answer to a `shape_cast`; the motions are those of A and B in the world.
pub(super) fn shape_cast<V: BuildCollider>(
    query: &Query,
    b: &ShapeSpec,
    motions: [V::Wide; 2],
    settings: &CastSettings,
) -> Result<CastAnswer, Refusal> {
    let placed = Placed::<V>::of(query, b)?;
    let motion = placed.poses.a.rotation.basis().unrotate(motions[1] - motions[0]);
    let (cast, parts) = placed.pair().cast(motion, settings);
    let answer = cast_answer(query, &cast, |time| placed.poses.after(motions, time))?;
    Ok(CastAnswer { parts: placed.parts(parts), notes: placed.notes(), ..answer })
}

/// The answer to a `ray_cast` at a composite shape A. The ray is in the world.
pub(super) fn ray<V: BuildCollider>(query: &Query, pose: &Pose<V::Wide>, ray: &Ray<V::Wide>) -> Result<CastAnswer, Refusal> {
    let collider = collider::<V>("a", &query.a)?;
    let ColliderShape::Composite(shape) = &collider.shape else {
        return Err((ErrorKind::Unsupported, "shape a is convex".to_owned()));
    };
    let pose = at_origin(&collider, pose);
    let (origin, direction) = (ray.origin, ray.direction);
    let local = Ray {
        origin: Pose::<V::Wide>::at(origin).relative_to(&pose).translation,
        direction: pose.rotation.basis().unrotate(direction),
        ..*ray
    };
    let CompositeCast { cast, sub_shapes } = ray_cast(shape, &local, &mut CompositeScratch::new());
    let answer = cast_answer(query, &cast, |time| Poses { a: pose, b: Pose::at(origin + direction * time) })?;
    let notes = collider.note.iter().map(|note| format!("shape a: {note}")).collect();
    Ok(CastAnswer { parts: [collider.part(sub_shapes[0]), None], notes, ..answer })
}

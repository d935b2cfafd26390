//! Box3D, if the feature `box3d` is on.
//!
//! * It has no cylinders and cones, hulls of at most 128 edges for manifolds and 128 points for
//!   distances, and no signed distance in one call. Its margin is built in, and all libraries use
//!   the same; its balls have none. Hulls of the pile that are too large for it lose some vertices,
//!   which the errors show.
//! * Its engine orders a pair by type: hull, capsule, ball. The pairs here are ordered before they
//!   are timed.
//! * Contact recycling is in its world and not in its functions: the rule of `physics_world.c` is
//!   applied here, with its update of the points.

use std::rc::Rc;

use clinch_box3d::{
    Distance, DistanceCache, MOST_WITH_MANIFOLDS, Manifold, ManifoldCache, Pose, Shape, cast, collide, distance, goes_first,
};
use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, ShapeSpec};
use clinch_testkit::workload::{Form, Track, Workload};
use glam::{Quat, Vec3};

use super::margin::MARGIN;
use crate::answer::Answer;
use crate::rows::{Pairs, Row};
use crate::runner::{Loop, Runner};
use crate::work::Work;

/// `B3_CONTACT_RECYCLE_DISTANCE`, in metres.
const RECYCLED: f32 = 0.05;
/// Casts are finite; the motions of a workload have passed A after twice the way to A's origin.
const WAY: f32 = 2.0;
/// The largest number of points of a hull.
const MOST: usize = 128;

pub(super) fn takes(row: &Row) -> bool {
    let manifolds = matches!(row.work, Work::ManifoldCold | Work::ManifoldWarm);
    let takes = |form: Form| match form {
        Form::Ball | Form::Capsule | Form::Box => true,
        Form::Cylinder | Form::Cone => false,
        Form::Triangle => !manifolds,
        Form::Hull(count) => count <= if manifolds { MOST_WITH_MANIFOLDS } else { MOST },
    };
    match row.pairs {
        Pairs::Pile(_) => true,
        Pairs::Still(kind, _) | Pairs::Coherent(kind) | Pairs::Casts(kind) => {
            kind.dim == 3 && row.work != Work::Contact && takes(kind.a) && takes(kind.b)
        }
    }
}

pub(super) fn prepare(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    let shapes: Rc<[Shape]> = workload.shapes.iter().map(shape).collect::<Option<_>>()?;
    let manifolds = shapes.iter().all(Shape::has_manifolds);
    Some(match work {
        Work::YesNo => distances(shapes, workload, false, |result| Answer::Touch(result.distance <= 0.0)),
        Work::Distance => distances(shapes, workload, false, distance_answer),
        Work::DistanceWarm => distances(shapes, workload, true, distance_answer),
        Work::Cast => casts(shapes, workload),
        Work::ManifoldCold | Work::PileCold if manifolds => colliding(shapes, workload, false),
        Work::ManifoldWarm | Work::PileWarm if manifolds => colliding(shapes, workload, true),
        Work::PileRecycled if manifolds => recycled(shapes, workload),
        _ => return None,
    })
}

/// `None` if Box3D does not have the shape.
pub(crate) fn shape(spec: &ShapeSpec) -> Option<Shape> {
    let narrow = |coords: &Coords| coords.to_vec3().as_vec3();
    Some(match spec {
        ShapeSpec::Sphere { radius } => Shape::sphere(*radius as f32),
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => Shape::capsule(*half_height as f32, *radius as f32),
        ShapeSpec::Box { half } => Shape::cuboid(narrow(half)),
        ShapeSpec::Triangle { a, b, c } => Shape::triangle([a, b, c].map(narrow)),
        ShapeSpec::Hull { points } => Shape::hull(&points.iter().map(narrow).collect::<Vec<_>>())?,
        _ => return None,
    })
}

/// Two shapes in Box3D's order, and their poses.
struct PlacedShapes {
    shapes: [usize; 2],
    poses: [Pose; 2],
    motion: Vec3,
}

impl PlacedShapes {
    /// In the order that manifolds need; it does not matter for distances and casts.
    fn of(shapes: &[Shape], track: &Track, frame: usize) -> Self {
        let [(a, pose_a), (b, pose_b)] = [0, 1].map(|side| ([track.a, track.b][side], pose(&track.frames[frame][side])));
        let motion = track.motion.map_or(Vec3::ZERO, |motion| motion.to_vec3().as_vec3());
        if goes_first(&shapes[a], &shapes[b]) {
            return Self { shapes: [a, b], poses: [pose_a, pose_b], motion };
        }
        // B rests and A moves.
        Self { shapes: [b, a], poses: [pose_b, pose_a], motion: -motion }
    }

    /// Forms the relative pose, which is part of the measured time.
    fn pair<'s>(&self, shapes: &'s [Shape]) -> (&'s Shape, &'s Shape, Pose) {
        let [a, b] = self.shapes.map(|shape| &shapes[shape]);
        (a, b, self.poses[1].relative_to(&self.poses[0]))
    }
}

pub(crate) fn pose(spec: &PoseSpec) -> Pose {
    Pose { rotation: Quat::from_array(spec.quaternion().map(|x| x as f32)), translation: spec.translation().as_vec3() }
}

fn distances(shapes: Rc<[Shape]>, workload: &Workload, warm: bool, to_answer: fn(&Distance) -> Answer) -> Box<dyn Runner> {
    let shapes_of_pairs = shapes.clone();
    let query = move |placed: &PlacedShapes, cache: &mut DistanceCache| {
        if !warm {
            *cache = DistanceCache::default();
        }
        let (a, b, b_in_a) = placed.pair(&shapes);
        let Distance { distance, on_a, on_b } = distance(a, b, &b_in_a, cache);
        // In world space, like the answers of the other libraries.
        Distance { distance, on_a: placed.poses[0].point(on_a), on_b: placed.poses[0].point(on_b) }
    };
    Box::new(Loop::over(
        workload,
        move |track, frame| PlacedShapes::of(&shapes_of_pairs, track, frame),
        query,
        move |result, _| to_answer(result),
    ))
}

fn distance_answer(result: &Distance) -> Answer {
    Answer::Distance(if result.distance > 0.0 { result.on_a.distance(result.on_b).into() } else { 0.0 })
}

fn casts(shapes: Rc<[Shape]>, workload: &Workload) -> Box<dyn Runner> {
    let shapes_of_pairs = shapes.clone();
    let query = move |placed: &PlacedShapes, _: &mut ()| {
        let (a, b, b_in_a) = placed.pair(&shapes);
        cast(a, b, &b_in_a, placed.poses[0].rotation.conjugate() * (placed.motion * WAY))
    };
    let to_answer = |result: &Option<f32>, _: &()| Answer::Impact(result.map(|fraction| (fraction * WAY).into()));
    Box::new(Loop::over(workload, move |track, frame| PlacedShapes::of(&shapes_of_pairs, track, frame), query, to_answer))
}

/// The state that a pair keeps.
#[derive(Default)]
struct Kept {
    cache: ManifoldCache,
    manifold: Manifold,
    frozen: Option<Frozen>,
}

/// A contact when it was last computed.
struct Frozen {
    b_in_a: Pose,
    /// For each point: its place in A's frame and in B's, and its separation.
    anchors: Vec<(Vec3, Vec3, f32)>,
    /// The largest motion of the pair that keeps it.
    most: f32,
}

fn colliding(shapes: Rc<[Shape]>, workload: &Workload, warm: bool) -> Box<dyn Runner> {
    let shapes_of_pairs = shapes.clone();
    let query = move |placed: &PlacedShapes, kept: &mut Kept| {
        if !warm {
            kept.cache = ManifoldCache::default();
        }
        let (a, b, b_in_a) = placed.pair(&shapes);
        collide(a, b, &b_in_a, &mut kept.cache, &mut kept.manifold);
    };
    Box::new(Loop::over(workload, move |track, frame| PlacedShapes::of(&shapes_of_pairs, track, frame), query, |(), kept| deepest(kept)))
}

fn recycled(shapes: Rc<[Shape]>, workload: &Workload) -> Box<dyn Runner> {
    let shapes_of_pairs = shapes.clone();
    let extents: Vec<Vec3> = workload.shapes.iter().map(extent).collect();
    let query = move |placed: &PlacedShapes, kept: &mut Kept| {
        let (a, b, b_in_a) = placed.pair(&shapes);
        let extent = extents[placed.shapes[0]].max(extents[placed.shapes[1]]);
        if let Some(frozen) = kept.frozen.as_ref().filter(|frozen| drift(&frozen.b_in_a, &b_in_a, extent) < frozen.most) {
            let normal = kept.manifold.normal;
            for (point, (on_a, on_b, before)) in kept.manifold.points_mut().iter_mut().zip(&frozen.anchors) {
                point.separation = before + (b_in_a.point(*on_b) - on_a).dot(normal);
            }
            return;
        }
        collide(a, b, &b_in_a, &mut kept.cache, &mut kept.manifold);
        let mut anchors = kept.frozen.take().map_or_else(Vec::new, |frozen| frozen.anchors);
        anchors.clear();
        anchors.extend(kept.manifold.points().iter().map(|point| (point.at, b_in_a.local(point.at), point.separation)));
        let most = if anchors.is_empty() { RECYCLED.min(MARGIN) } else { RECYCLED };
        kept.frozen = Some(Frozen { b_in_a, anchors, most });
    };
    Box::new(Loop::over(workload, move |track, frame| PlacedShapes::of(&shapes_of_pairs, track, frame), query, |(), kept| deepest(kept)))
}

/// The extent of a shape along each axis.
fn extent(spec: &ShapeSpec) -> Vec3 {
    match spec {
        ShapeSpec::Box { half } => half.to_vec3().as_vec3(),
        ShapeSpec::Hull { points } => points.iter().fold(Vec3::ZERO, |most, point| most.max(point.to_vec3().as_vec3().abs())),
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => {
            Vec3::splat(*radius as f32) + Vec3::Y * *half_height as f32
        }
        other => Vec3::splat(other.bounding_radius() as f32),
    }
}

/// An upper bound of the motion of any point, as Box3D computes it (`b3ModifiedCross`).
fn drift(then: &Pose, now: &Pose, extent: Vec3) -> f32 {
    let turned = (then.rotation.conjugate() * now.rotation).xyz().abs();
    let arc = Vec3::new(
        turned.y * extent.z + turned.z * extent.y,
        turned.z * extent.x + turned.x * extent.z,
        turned.x * extent.y + turned.y * extent.x,
    );
    now.translation.distance(then.translation) + 2.0 * arc.length()
}

fn deepest(kept: &Kept) -> Answer {
    let separations = kept.manifold.points().iter().map(|point| f64::from(point.separation));
    Answer::Contact(separations.filter(|separation| *separation <= MARGIN.into()).reduce(f64::min))
}

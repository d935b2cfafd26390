//! clinch through its public functions, in 2D and 3D.
//!
//! * Through `clinch::contact` and not `clinch::d3`: a function such as `clinch::d3::contact` makes
//!   a new scratch in each call, which costs some allocations. Callers with many queries keep one.
//!   Answers are moved to world space as `clinch::d3` does.
//! * Shapes are the enum of the stage and not its variants, because the peers also dispatch at run
//!   time.

use clinch::contact::{
    CastOutcome, CastSettings, Manifold, Measured, Memory, Pair, Recycling, Relation, Scratch, Settings, Space, cast, collide, distance,
    measure, overlap,
};
use clinch::shapes::ShapeSpace;
use clinch::support::{Basis, Pose, Rotation, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::workload::{Track, Workload};
use glam::{Vec2, Vec3};

use super::margin::MARGIN;
use crate::answer::Answer;
use crate::runner::{Loop, Runner};
use crate::work::Work;

/// The part of its size by which a pair may move and keep its contact, in the warm pile, if it is
/// proved whether it touches.
const PROVED: f32 = 1e-4;

/// The same in the recycled pile, where the sign of the separation decides.
const WITHIN: f32 = 1e-2;

pub(super) fn prepare(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    if workload.dim == 2 { of::<Vec2>(work, workload) } else { of::<Vec3>(work, workload) }
}

/// Two shapes by their indices, and their poses.
struct PlacedShapes<V: Vector> {
    shapes: [usize; 2],
    poses: [Pose<V>; 2],
    motion: V,
}

impl<V: Build> PlacedShapes<V> {
    fn of(track: &Track, frame: usize) -> Self {
        let poses = track.frames[frame].map(|pose| V::pose(&pose));
        Self { shapes: [track.a, track.b], poses, motion: track.motion.as_ref().map_or(V::ZERO, V::vector) }
    }
}

/// The state that a pair keeps.
#[derive(Default)]
struct Kept<V: Vector> {
    memory: Memory<V>,
    manifold: Manifold<V>,
}

/// An answer in world space.
struct WorldAnswer<V: Vector> {
    distance: V::Scalar,
    normal: V,
    points: [V; 2],
}

fn of<V: Build + Space<Scalar = f32>>(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    let shapes: Vec<V::Shape> = workload.shapes.iter().map(|spec| V::shape(spec).ok()).collect::<Option<_>>()?;
    let queries = Queries::<V> { shapes, scratch: Scratch::new() };
    let endless = Settings::with_margin(f32::INFINITY);
    let within = Settings::with_margin(MARGIN);
    Some(match work {
        Work::YesNo => queries.yes_no(workload),
        Work::Distance => queries.measured(
            (workload, false),
            (|pair, settings, memory, scratch| distance(pair, settings, memory, scratch), endless),
            distance_answer,
        ),
        Work::DistanceWarm => queries.measured(
            (workload, true),
            (|pair, settings, memory, scratch| distance(pair, settings, memory, scratch), endless),
            distance_answer,
        ),
        Work::Contact => queries.measured(
            (workload, false),
            (|pair, settings, memory, scratch| measure(pair, settings, memory, scratch), within),
            contact_answer,
        ),
        Work::ManifoldCold | Work::PileCold => queries.manifolds(workload, within, false),
        Work::ManifoldWarm => queries.manifolds(workload, within, true),
        Work::PileWarm => queries.manifolds(workload, Settings { recycling: Recycling::Proved(PROVED), ..within }, true),
        Work::PileRecycled => queries.manifolds(workload, Settings { recycling: Recycling::Within(WITHIN), ..within }, true),
        Work::Cast => queries.casts(workload),
        // Of surfaces.
        _ => return None,
    })
}

/// A query with a [`Measured`] answer.
type MeasuredQuery<V> = for<'s> fn(
    &Pair<V, &'s <V as ShapeSpace>::Shape, &'s <V as ShapeSpace>::Shape>,
    &Settings<f32>,
    &mut Memory<V>,
    &mut Scratch<V>,
) -> Measured<V>;

/// The shapes, and the scratch of all pairs.
struct Queries<V: Space> {
    shapes: Vec<V::Shape>,
    scratch: Scratch<V>,
}

/// Forms the relative pose, which is part of the measured time.
#[inline]
fn pair<'s, V: Space>(shapes: &'s [V::Shape], placed: &PlacedShapes<V>) -> Pair<V, &'s V::Shape, &'s V::Shape> {
    let [a, b] = placed.shapes.map(|shape| &shapes[shape]);
    Pair::in_world(a, &placed.poses[0], b, &placed.poses[1])
}

impl<V: Build + Space<Scalar = f32>> Queries<V> {
    fn yes_no(mut self, workload: &Workload) -> Box<dyn Runner> {
        let settings = Settings::default();
        let query = move |placed: &PlacedShapes<V>, _: &mut ()| {
            overlap(&pair(&self.shapes, placed), &settings, &mut Memory::new(), &mut self.scratch).touching
        };
        Box::new(Loop::over(workload, PlacedShapes::of, query, |touching, ()| Answer::Touch(*touching == Some(true))))
    }

    fn measured(
        mut self,
        (workload, warm): (&Workload, bool),
        (measured_query, settings): (MeasuredQuery<V>, Settings<f32>),
        to_answer: fn(&Option<WorldAnswer<V>>) -> Answer,
    ) -> Box<dyn Runner> {
        let query = move |placed: &PlacedShapes<V>, memory: &mut Memory<V>| {
            if !warm {
                *memory = Memory::new();
            }
            in_world(&measured_query(&pair(&self.shapes, placed), &settings, memory, &mut self.scratch), &placed.poses)
        };
        Box::new(Loop::over(workload, PlacedShapes::of, query, move |answer, _| to_answer(answer)))
    }

    fn manifolds(mut self, workload: &Workload, settings: Settings<f32>, warm: bool) -> Box<dyn Runner> {
        let query = move |placed: &PlacedShapes<V>, kept: &mut Kept<V>| {
            if !warm {
                kept.memory = Memory::new();
                kept.manifold.clear();
            }
            collide(&pair(&self.shapes, placed), &settings, &mut kept.memory, &mut self.scratch, &mut kept.manifold).recycled
        };
        let to_answer = |_: &bool, kept: &Kept<V>| Answer::Contact(kept.manifold.deepest().map(|point| point.separation.into()));
        Box::new(Loop::over(workload, PlacedShapes::of, query, to_answer))
    }

    fn casts(mut self, workload: &Workload) -> Box<dyn Runner> {
        let settings = CastSettings::default();
        let query = move |placed: &PlacedShapes<V>, _: &mut ()| {
            let in_a = placed.poses[0].rotation.widen().basis().unrotate(placed.motion.widen());
            match cast(&pair(&self.shapes, placed), in_a, &settings, &mut self.scratch).outcome {
                CastOutcome::Hit(impact) => Some((impact.time, impact.point_a, impact.point_b, impact.normal)),
                _ => None,
            }
        };
        Box::new(Loop::over(workload, PlacedShapes::of, query, |hit, ()| Answer::Impact(hit.map(|hit| hit.0))))
    }
}

/// The answer in world space, as `clinch::d3` gives it.
fn in_world<V: Space>(measured: &Measured<V>, [a, b]: &[Pose<V>; 2]) -> Option<WorldAnswer<V>> {
    let Relation::Near(near) = &measured.relation else { return None };
    let distance = V::Scalar::narrow(near.distance);
    // A distance query of overlapping shapes has no normal and no points.
    if near.normal == V::Wide::ZERO {
        return Some(WorldAnswer { distance, normal: V::ZERO, points: [V::ZERO; 2] });
    }
    Some(WorldAnswer {
        distance,
        normal: V::narrow(a.widen().vector(near.normal)),
        points: [V::narrow(a.widen().point(near.point_a)), V::narrow(b.widen().point(near.point_b))],
    })
}

fn distance_answer<V: Space>(answer: &Option<WorldAnswer<V>>) -> Answer {
    // Overlapping shapes have no points.
    let apart = |answer: &WorldAnswer<V>| {
        if answer.distance > V::Scalar::ZERO { (answer.points[1] - answer.points[0]).length().widen() } else { 0.0 }
    };
    Answer::Distance(answer.as_ref().map_or(f64::NAN, apart))
}

fn contact_answer<V: Space>(answer: &Option<WorldAnswer<V>>) -> Answer {
    let signed = |answer: &WorldAnswer<V>| {
        // Along the normal, so that a wrong normal or point gives a wrong answer.
        let along = (answer.points[1] - answer.points[0]).dot(answer.normal).widen();
        if (along - answer.distance.widen()).abs() > 1e-4 { along } else { answer.distance.widen() }
    };
    Answer::Contact(answer.as_ref().map(signed))
}

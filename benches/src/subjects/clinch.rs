//! clinch through its public functions, in 2D and 3D.
//!
//! * Through `clinch::contact` and not `clinch::d3`: a function such as `clinch::d3::contact` makes
//!   a new scratch in each call, which costs some allocations. Callers with many queries keep one.
//! * Shapes are the enum of the stage and not its variants, because the peers also dispatch at run
//!   time.

use clinch::contact::{
    CastSettings, Manifold, Memory, PlacedPair, Recycling, Scratch, Settings, Space, WorldCastOutcome, WorldMeasured, WorldRelation,
    WorldSeparation,
};
use clinch::support::{Pose, Scalar, Vector};
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

fn of<V: Build + Space<Scalar = f32>>(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    let shapes: Vec<V::Shape> = workload.shapes.iter().map(|spec| V::shape(spec).ok()).collect::<Option<_>>()?;
    let queries = Queries::<V> { shapes, scratch: Scratch::new() };
    let endless = Settings::with_margin(f32::INFINITY);
    let within = Settings::with_margin(MARGIN);
    Some(match work {
        Work::YesNo => queries.yes_no(workload),
        Work::Distance => queries.distances(workload, endless, false),
        Work::DistanceWarm => queries.distances(workload, endless, true),
        Work::Contact => queries.contacts(workload, within),
        Work::ManifoldCold | Work::PileCold => queries.manifolds(workload, within, false),
        Work::ManifoldWarm => queries.manifolds(workload, within, true),
        Work::PileWarm => queries.manifolds(workload, Settings { recycling: Recycling::Proved(PROVED), ..within }, true),
        Work::PileRecycled => queries.manifolds(workload, Settings { recycling: Recycling::Within(WITHIN), ..within }, true),
        Work::Cast => queries.casts(workload),
        // Of surfaces.
        _ => return None,
    })
}

/// The shapes, and the scratch of all pairs.
struct Queries<V: Space> {
    shapes: Vec<V::Shape>,
    scratch: Scratch<V>,
}

/// Two shapes in the world. Forming their relative pose, where it is needed, is part of the
/// measured time.
#[inline]
fn placed_pair<'s, V: Space>(shapes: &'s [V::Shape], placed: &'s PlacedShapes<V>) -> PlacedPair<'s, V, V::Shape, V::Shape> {
    let [a, b] = placed.shapes.map(|shape| &shapes[shape]);
    let [pose_a, pose_b] = &placed.poses;
    PlacedPair { a, pose_a, b, pose_b }
}

impl<V: Build + Space<Scalar = f32>> Queries<V> {
    fn yes_no(mut self, workload: &Workload) -> Box<dyn Runner> {
        let settings = Settings::default();
        let query = move |placed: &PlacedShapes<V>, _: &mut ()| {
            placed_pair(&self.shapes, placed).overlap(&settings, &mut Memory::new(), &mut self.scratch).touching
        };
        Box::new(Loop::over(workload, PlacedShapes::of, query, |touching, ()| Answer::Touch(*touching == Some(true))))
    }

    fn distances(mut self, workload: &Workload, settings: Settings<f32>, warm: bool) -> Box<dyn Runner> {
        let query = move |placed: &PlacedShapes<V>, memory: &mut Memory<V>| {
            if !warm {
                *memory = Memory::new();
            }
            placed_pair(&self.shapes, placed).distance(&settings, memory, &mut self.scratch)
        };
        Box::new(Loop::over(workload, PlacedShapes::of, query, |answer, _| distance_answer(answer)))
    }

    fn contacts(mut self, workload: &Workload, settings: Settings<f32>) -> Box<dyn Runner> {
        let query = move |placed: &PlacedShapes<V>, _: &mut ()| {
            placed_pair(&self.shapes, placed).measure(&settings, &mut Memory::new(), &mut self.scratch)
        };
        Box::new(Loop::over(workload, PlacedShapes::of, query, |answer, ()| contact_answer(answer)))
    }

    fn manifolds(mut self, workload: &Workload, settings: Settings<f32>, warm: bool) -> Box<dyn Runner> {
        let query = move |placed: &PlacedShapes<V>, kept: &mut Kept<V>| {
            if !warm {
                kept.memory = Memory::new();
                kept.manifold.clear();
            }
            placed_pair(&self.shapes, placed).collide(&settings, &mut kept.memory, &mut self.scratch, &mut kept.manifold).recycled
        };
        let to_answer = |_: &bool, kept: &Kept<V>| Answer::Contact(kept.manifold.deepest().map(|point| point.separation.into()));
        Box::new(Loop::over(workload, PlacedShapes::of, query, to_answer))
    }

    fn casts(mut self, workload: &Workload) -> Box<dyn Runner> {
        let settings = CastSettings::default();
        let query = move |placed: &PlacedShapes<V>, _: &mut ()| {
            let motions = [V::Wide::ZERO, placed.motion.widen()];
            match placed_pair(&self.shapes, placed).cast(motions, &settings, &mut self.scratch).outcome {
                WorldCastOutcome::Hit(impact) => Some((impact.time, impact.point_a, impact.point_b, impact.normal)),
                _ => None,
            }
        };
        Box::new(Loop::over(workload, PlacedShapes::of, query, |hit, ()| Answer::Impact(hit.map(|hit| hit.0))))
    }
}

fn distance_answer<V: Space>(answer: &WorldMeasured<V>) -> Answer {
    Answer::Distance(match answer.relation {
        // Overlapping shapes have no points.
        WorldRelation::Near(near) if near.distance > V::Scalar::ZERO => (near.point_b - near.point_a).length().widen(),
        WorldRelation::Near(_) => 0.0,
        _ => f64::NAN,
    })
}

fn contact_answer<V: Space>(answer: &WorldMeasured<V>) -> Answer {
    let signed = |near: &WorldSeparation<V>| {
        // Along the normal, so that a wrong normal or point gives a wrong answer.
        let along = (near.point_b - near.point_a).dot(near.normal).widen();
        if (along - near.distance.widen()).abs() > 1e-4 { along } else { near.distance.widen() }
    };
    Answer::Contact(match &answer.relation {
        WorldRelation::Near(near) => Some(signed(near)),
        _ => None,
    })
}

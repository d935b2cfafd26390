//! clinch through its public functions, in either dimension.
//!
//! * Not through the doors: `clinch::d3::contact` makes its scratch anew for each question, which is some allocations. Whoever asks often keeps one, and calls what the
//!   door calls; answers are moved to the world as the door does.
//! * Shapes are the enum that the stage holds, and not the types in it, as peers, too, find out at run time what they are asked about.

use clinch::contact::{
    CastOutcome, CastSettings, Manifold, Measured, Memory, Pair, Relation, Scratch, Settings, Space, cast, collide, distance, measure,
    overlap,
};
use clinch::shapes::ShapeSpace;
use clinch::support::{Basis, Pose, Rotation, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::workload::{Track, Workload};
use glam::{Vec2, Vec3};

use super::MARGIN;
use crate::answer::Answer;
use crate::runner::{Loop, Runner};
use crate::work::Work;

/// What the stage has by default: the part of its size that a pair may move and keep its contact. So the piles are asked, warm as recycled: there is no looser rule to change to.
const RECYCLING: f32 = 1e-4;

pub(super) fn prepare(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    if workload.dim == 2 { of::<Vec2>(work, workload) } else { of::<Vec3>(work, workload) }
}

/// Two shapes by their numbers, and where they are.
struct Lie<V: Vector> {
    shapes: [usize; 2],
    poses: [Pose<V>; 2],
    motion: V,
}

impl<V: Build> Lie<V> {
    fn of(track: &Track, frame: usize) -> Self {
        let poses = track.frames[frame].map(|pose| V::pose(&pose));
        Self { shapes: [track.a, track.b], poses, motion: track.motion.as_ref().map_or(V::ZERO, V::vector) }
    }
}

/// What a pair keeps.
#[derive(Default)]
struct Kept<V: Vector> {
    memory: Memory<V>,
    manifold: Manifold<V>,
}

/// An answer in the world.
struct Told<V: Vector> {
    distance: V::Scalar,
    normal: V,
    points: [V; 2],
}

fn of<V: Build + Space<Scalar = f32>>(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    let shapes: Vec<V::Shape> = workload.shapes.iter().map(|spec| V::shape(spec).ok()).collect::<Option<_>>()?;
    let asked = Asked::<V> { shapes, scratch: Scratch::new() };
    let endless = Settings::with_margin(f32::INFINITY);
    let within = Settings::with_margin(MARGIN);
    Some(match work {
        Work::YesNo => asked.yes_no(workload),
        Work::Distance => asked.measured(
            (workload, false),
            (|pair, settings, memory, scratch| distance(pair, settings, memory, scratch), endless),
            tell_distance,
        ),
        Work::DistanceWarm => asked.measured(
            (workload, true),
            (|pair, settings, memory, scratch| distance(pair, settings, memory, scratch), endless),
            tell_distance,
        ),
        Work::Contact => asked.measured(
            (workload, false),
            (|pair, settings, memory, scratch| measure(pair, settings, memory, scratch), within),
            tell_contact,
        ),
        Work::ManifoldCold | Work::PileCold => asked.manifolds(workload, within, false),
        Work::ManifoldWarm => asked.manifolds(workload, within, true),
        Work::PileWarm | Work::PileRecycled => asked.manifolds(workload, Settings { recycling: RECYCLING, ..within }, true),
        Work::Cast => asked.casts(workload),
    })
}

/// Of two questions that are answered alike.
type Question<V> = for<'s> fn(
    &Pair<V, &'s <V as ShapeSpace>::Shape, &'s <V as ShapeSpace>::Shape>,
    &Settings<f32>,
    &mut Memory<V>,
    &mut Scratch<V>,
) -> Measured<V>;

/// The shapes, and the scratch that all pairs share.
struct Asked<V: Space> {
    shapes: Vec<V::Shape>,
    scratch: Scratch<V>,
}

/// The two poses meet here, in what is timed.
#[inline]
fn pair<'s, V: Space>(shapes: &'s [V::Shape], lie: &Lie<V>) -> Pair<V, &'s V::Shape, &'s V::Shape> {
    let [a, b] = lie.shapes.map(|shape| &shapes[shape]);
    Pair::in_world(a, &lie.poses[0], b, &lie.poses[1])
}

impl<V: Build + Space<Scalar = f32>> Asked<V> {
    fn yes_no(mut self, workload: &Workload) -> Box<dyn Runner> {
        let settings = Settings::default();
        let ask =
            move |lie: &Lie<V>, _: &mut ()| overlap(&pair(&self.shapes, lie), &settings, &mut Memory::new(), &mut self.scratch).touching;
        Box::new(Loop::over(workload, Lie::of, ask, |touching, ()| Answer::Touch(*touching == Some(true))))
    }

    fn measured(
        mut self,
        (workload, warm): (&Workload, bool),
        (question, settings): (Question<V>, Settings<f32>),
        tell: fn(&Option<Told<V>>) -> Answer,
    ) -> Box<dyn Runner> {
        let ask = move |lie: &Lie<V>, memory: &mut Memory<V>| {
            if !warm {
                *memory = Memory::new();
            }
            in_world(&question(&pair(&self.shapes, lie), &settings, memory, &mut self.scratch), &lie.poses)
        };
        Box::new(Loop::over(workload, Lie::of, ask, move |told, _| tell(told)))
    }

    fn manifolds(mut self, workload: &Workload, settings: Settings<f32>, warm: bool) -> Box<dyn Runner> {
        let ask = move |lie: &Lie<V>, kept: &mut Kept<V>| {
            if !warm {
                kept.memory = Memory::new();
                kept.manifold.clear();
            }
            collide(&pair(&self.shapes, lie), &settings, &mut kept.memory, &mut self.scratch, &mut kept.manifold).recycled
        };
        let tell = |_: &bool, kept: &Kept<V>| Answer::Contact(kept.manifold.deepest().map(|point| point.separation.into()));
        Box::new(Loop::over(workload, Lie::of, ask, tell))
    }

    fn casts(mut self, workload: &Workload) -> Box<dyn Runner> {
        let settings = CastSettings::default();
        let ask = move |lie: &Lie<V>, _: &mut ()| {
            let in_a = lie.poses[0].rotation.widen().basis().unrotate(lie.motion.widen());
            match cast(&pair(&self.shapes, lie), in_a, &settings, &mut self.scratch).outcome {
                CastOutcome::Hit(impact) => Some((impact.time, impact.point_a, impact.point_b, impact.normal)),
                _ => None,
            }
        };
        Box::new(Loop::over(workload, Lie::of, ask, |hit, ()| Answer::Impact(hit.map(|hit| hit.0))))
    }
}

/// As the doors tell it.
fn in_world<V: Space>(measured: &Measured<V>, [a, b]: &[Pose<V>; 2]) -> Option<Told<V>> {
    let Relation::Near(near) = &measured.relation else { return None };
    let distance = V::Scalar::narrow(near.distance);
    // Whoever asks how far apart they are is told neither of shapes that overlap, and has nothing to move.
    if near.normal == V::Wide::ZERO {
        return Some(Told { distance, normal: V::ZERO, points: [V::ZERO; 2] });
    }
    Some(Told {
        distance,
        normal: V::narrow(a.widen().vector(near.normal)),
        points: [V::narrow(a.widen().point(near.point_a)), V::narrow(b.widen().point(near.point_b))],
    })
}

fn tell_distance<V: Space>(told: &Option<Told<V>>) -> Answer {
    // Of what overlaps there are no points.
    let apart = |told: &Told<V>| if told.distance > V::Scalar::ZERO { (told.points[1] - told.points[0]).length().widen() } else { 0.0 };
    Answer::Distance(told.as_ref().map_or(f64::NAN, apart))
}

fn tell_contact<V: Space>(told: &Option<Told<V>>) -> Answer {
    let signed = |told: &Told<V>| {
        // Along the normal, so that a wrong normal or point is a wrong answer.
        let along = (told.points[1] - told.points[0]).dot(told.normal).widen();
        if (along - told.distance.widen()).abs() > 1e-4 { along } else { told.distance.widen() }
    };
    Answer::Contact(told.as_ref().map(signed))
}

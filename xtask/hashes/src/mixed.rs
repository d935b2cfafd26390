//! All kinds of shapes: some crowded in a room, some in pairs that are hard.
//!
//! * In the room every kind there is stands, drifts and turns among the others; some are sensors, have skins, belong to another's body, or are away for a tick.
//! * The hard pairs are those of the soak: touching to an ulp, deep, contained, thin, degenerate, hulls of hundreds of points. Where B is put is what the program
//!   under test *measures*: a bit that differs there is another scene.

use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, measure};
use clinch_narrowphase::{Attributes, EventFlags};
use clinch_support::{Pose, Scalar};
use clinch_testkit::build::Build;
use clinch_testkit::generate::{Kind, shape};
use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use clinch_testkit::storm::{Storm, bank, draft, product};
use glam::DVec3;

use crate::scene::{Body, Scene, Tick, near};
use crate::space::SceneSpace;

/// Bodies in the room.
const CROWD: usize = 132;
/// Hard pairs, of which those that a constructor refuses are left out.
const HARD: u64 = 160;
const TICKS: usize = 12;

/// Who is moved, and by how much each tick.
struct Mover {
    pose: PoseSpec,
    drift: DVec3,
    /// To first order, as a quaternion beside 1; a rotation's length does not matter.
    spin: DVec3,
}

impl Mover {
    fn step(&mut self) {
        let at = self.pose.translation() + self.drift;
        self.pose.t = self.pose.t.map(|t| Coords::of(at, t.dim()));
        if let RotationSpec::Quaternion(turn) = self.pose.rotation {
            let [x, y, z] = self.spin.to_array();
            self.pose.rotation = RotationSpec::Quaternion(product([x, y, z, 1.0], turn));
        }
    }
}

/// The scene of a seed.
pub(crate) fn mixed<V: SceneSpace>(storm: &Storm) -> Scene<V> {
    let (mut bodies, mut movers) = crowd::<V>(storm);
    let mut asked = Vec::new();
    for [a, b] in hard::<V>(storm) {
        let first = bodies.len() as u32;
        asked.push((first, first + 1));
        for (body, mover) in [a, b] {
            bodies.push(body);
            movers.push(mover);
        }
    }
    let ticks = (0..TICKS)
        .map(|tick| {
            let poses: Vec<Option<Pose<V>>> = movers.iter().map(|mover| Some(<V as Build>::pose(&mover.pose))).collect();
            let mut pairs = near(&bodies[..CROWD], &poses[..CROWD]);
            pairs.extend(&asked);
            movers.iter_mut().for_each(Mover::step);
            Tick { poses: poses.into_iter().enumerate().map(|(body, pose)| seen(body, tick, pose?)).collect(), pairs }
        })
        .collect();
    Scene { bodies, ticks, asked }
}

/// The pose in which a body answers the call: some are away for a tick, and some have for two ticks a place that is no number.
fn seen<V: SceneSpace>(body: usize, tick: usize, pose: Pose<V>) -> Option<Pose<V>> {
    if (body + 3 * tick) % 40 == 39 {
        return None;
    }
    let lost = body % 64 == 17 && (tick == 5 || tick == 6);
    Some(if lost { Pose { translation: V::from_fn(|_| V::Scalar::narrow(f64::NAN)), ..pose } } else { pose })
}

fn crowd<V: SceneSpace>(storm: &Storm) -> (Vec<Body<V>>, Vec<Mover>) {
    let mut random = Random::of(storm.seed, 0x726f_6f6d);
    let kinds = Kind::all(V::DIM);
    let room = if V::DIM == 2 { 5.0 } else { 2.4 };
    let (mut bodies, mut movers) = (Vec::new(), Vec::new());
    while bodies.len() < CROWD {
        let index = bodies.len();
        let spec = shape(&mut random, V::DIM, kinds[index % kinds.len()], 0.6, index % 23 == 22);
        let turn = if V::DIM == 2 {
            let [x, y, _] = random.direction(2).to_array();
            [0.0, 0.0, x, y]
        } else {
            random.quaternion()
        };
        let pose = PoseSpec { t: Some(Coords::of(random.in_ball(V::DIM) * room, V::DIM)), rotation: RotationSpec::Quaternion(turn) };
        // Some stand, some hardly move, so that their contacts are recalled, some move.
        let pace = [0.0, 1e-6, 0.02, 0.1][index % 4];
        let drift = random.in_ball(V::DIM) * pace;
        let spin = if V::DIM == 2 { DVec3::Z * random.range(-pace, pace) } else { random.in_ball(3) * pace };
        let Ok(shape) = V::shape(&spec) else { continue };
        let is_static = matches!(spec, ShapeSpec::Halfspace { .. });
        bodies.push(Body { shape, attributes: attributes(index as u32, is_static) });
        movers.push(Mover { pose, drift, spin });
    }
    (bodies, movers)
}

/// Something of everything. Neighbours in the list are of different kinds: what is given to every so-manieth is given to all kinds.
fn attributes<S: Scalar>(index: u32, is_static: bool) -> Attributes<u32, S> {
    Attributes {
        order: u64::from(index % 5),
        body: (index % 13 == 12).then_some(index.wrapping_sub(1)),
        is_static,
        sleeping: index.is_multiple_of(8),
        sensor: index % 11 == 10,
        margin: (index % 6 == 5).then_some(S::ZERO),
        skin: if index % 7 == 6 { S::narrow(0.02) } else { S::ZERO },
        events: EventFlags::ALL,
        ..Attributes::default()
    }
}

type Member<V> = (Body<V>, Mover);

/// Pairs of the soak that both can be made.
fn hard<V: SceneSpace>(storm: &Storm) -> impl Iterator<Item = [Member<V>; 2]> {
    let bank = bank(storm, 0);
    let mut scratch = Scratch::<V>::new();
    let settings = Settings { margin: V::Scalar::INFINITY, ..Settings::default() };
    (0..HARD).filter_map(move |index| {
        let draft = draft(storm, index, &bank);
        let reach = draft.a.bounding_radius() + draft.b.bounding_radius();
        let (a, b) = (V::shape(&draft.a).ok()?, V::shape(&draft.b).ok()?);
        let put = draft.put(&mut |pose_a, pose_b| {
            let pair = Pair::in_world(&a, &<V as Build>::pose(pose_a), &b, &<V as Build>::pose(pose_b));
            match measure(&pair, &settings, &mut Memory::new(), &mut scratch).relation {
                Relation::Near(near) => {
                    let normal = <V as Build>::pose(pose_a).vector(V::narrow(near.normal));
                    Some((near.distance, V::coords(normal).to_vec3()))
                }
                Relation::Beyond { .. } | Relation::Undefined => None,
            }
        });
        // Slow enough to stay the pair that was drawn, and not so slow that nothing is asked again.
        let drift = Random::of(storm.seed, index).in_ball(V::DIM) * (1e-3 * reach);
        let body = |shape: V::Shape| Body { shape, attributes: Attributes { events: EventFlags::ALL, ..Attributes::default() } };
        let mover = |pose: PoseSpec, drift: DVec3| Mover { pose, drift, spin: DVec3::ZERO };
        Some([(body(a), mover(put.query.pose_a, DVec3::ZERO)), (body(b), mover(put.query.pose_b, drift))])
    })
}

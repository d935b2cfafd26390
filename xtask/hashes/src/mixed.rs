//! All kinds of shapes: a crowd, and difficult pairs.
//!
//! * In the crowd shapes of every kind rest, drift and rotate among the others. Some are sensors,
//!   have a skin, belong to another collider's body, or are missing for a tick.
//! * The difficult pairs are those of the soak: touching to an ulp, deep, contained, thin,
//!   degenerate, and hulls of hundreds of points. The program under test measures the distance by
//!   which B is placed: if one bit of it differs, the scene differs.

use clinch_composite::ColliderShape;
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, measure};
use clinch_narrowphase::{Attributes, EventFlags};
use clinch_support::{Pose, Scalar};
use clinch_testkit::build::Build;
use clinch_testkit::distributions::{Kind, product};
use clinch_testkit::generate::shape;
use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use clinch_testkit::stress::{Stream, draft, hull_pool};
use glam::DVec3;

use crate::scene::{Body, Scene, Tick, near};
use crate::space::SceneSpace;

/// The number of bodies of the crowd.
const CROWD: usize = 132;
/// The number of difficult pairs. Those that a constructor refuses are left out.
const DIFFICULT: u64 = 160;
const TICKS: usize = 12;

/// The pose of a body and its motion per tick.
struct Mover {
    pose: PoseSpec,
    drift: DVec3,
    /// The vector part of a quaternion with the scalar part 1: a small rotation to first order. The
    /// length of a quaternion does not matter.
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
pub(crate) fn mixed<V: SceneSpace>(stream: &Stream) -> Scene<V> {
    let (mut bodies, mut movers) = crowd::<V>(stream);
    let mut queried = Vec::new();
    for [a, b] in difficult::<V>(stream) {
        let first = bodies.len() as u32;
        queried.push((first, first + 1));
        for (body, mover) in [a, b] {
            bodies.push(body);
            movers.push(mover);
        }
    }
    let ticks = (0..TICKS)
        .map(|tick| {
            let poses: Vec<Option<Pose<V>>> = movers.iter().map(|mover| Some(<V as Build>::pose(&mover.pose))).collect();
            let mut pairs = near(&bodies[..CROWD], &poses[..CROWD]);
            pairs.extend(&queried);
            movers.iter_mut().for_each(Mover::step);
            Tick { poses: poses.into_iter().enumerate().map(|(body, pose)| pose_in(body, tick, pose?)).collect(), pairs }
        })
        .collect();
    Scene { bodies, ticks, queried }
}

/// The pose of a body in a tick. Some bodies are missing for a tick, and some have a NaN position
/// for two ticks.
fn pose_in<V: SceneSpace>(body: usize, tick: usize, pose: Pose<V>) -> Option<Pose<V>> {
    if (body + 3 * tick) % 40 == 39 {
        return None;
    }
    let lost = body % 64 == 17 && (tick == 5 || tick == 6);
    Some(if lost { Pose { translation: V::from_fn(|_| V::Scalar::narrow(f64::NAN)), ..pose } } else { pose })
}

fn crowd<V: SceneSpace>(stream: &Stream) -> (Vec<Body<V>>, Vec<Mover>) {
    let mut random = Random::of(stream.seed, 0x726f_6f6d);
    let kinds = Kind::all(V::DIM);
    let radius = if V::DIM == 2 { 5.0 } else { 2.4 };
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
        let pose = PoseSpec { t: Some(Coords::of(random.in_ball(V::DIM) * radius, V::DIM)), rotation: RotationSpec::Quaternion(turn) };
        // Some bodies rest, some move so slowly that their contacts are recycled, and some move.
        let pace = [0.0, 1e-6, 0.02, 0.1][index % 4];
        let drift = random.in_ball(V::DIM) * pace;
        let spin = if V::DIM == 2 { DVec3::Z * random.range(-pace, pace) } else { random.in_ball(3) * pace };
        let Ok(shape) = V::shape(&spec) else { continue };
        let is_static = matches!(spec, ShapeSpec::Halfspace { .. });
        bodies.push(Body { shape: ColliderShape::Convex(shape), attributes: attributes(index as u32, is_static) });
        movers.push(Mover { pose, drift, spin });
    }
    (bodies, movers)
}

/// Attributes of every sort. The kinds of shapes alternate along the list, so that an attribute of
/// every n-th body is given to all kinds.
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

/// The pairs of the soak whose shapes can both be built.
fn difficult<V: SceneSpace>(stream: &Stream) -> impl Iterator<Item = [Member<V>; 2]> {
    let pool = hull_pool(stream, 0);
    let mut scratch = Scratch::<V>::new();
    let settings = Settings { margin: V::Scalar::INFINITY, ..Settings::default() };
    (0..DIFFICULT).filter_map(move |index| {
        let draft = draft(stream, index, &pool);
        let sizes = draft.a.bounding_radius() + draft.b.bounding_radius();
        let (a, b) = (V::shape(&draft.a).ok()?, V::shape(&draft.b).ok()?);
        let placed = draft.place(&mut |pose_a, pose_b| {
            let pair = Pair::in_world(&a, &<V as Build>::pose(pose_a), &b, &<V as Build>::pose(pose_b));
            match measure(&pair, &settings, &mut Memory::new(), &mut scratch).relation {
                Relation::Near(near) => {
                    let normal = <V as Build>::pose(pose_a).vector(V::narrow(near.normal));
                    Some((near.distance, V::coords(normal).to_vec3()))
                }
                Relation::Beyond { .. } | Relation::Undefined => None,
            }
        });
        // Slow enough that the pair stays as it was drawn, and too fast for recycling.
        let drift = Random::of(stream.seed, index).in_ball(V::DIM) * (1e-3 * sizes);
        let body = |shape: V::Shape| Body {
            shape: ColliderShape::Convex(shape),
            attributes: Attributes { events: EventFlags::ALL, ..Attributes::default() },
        };
        let mover = |pose: PoseSpec, drift: DVec3| Mover { pose, drift, spin: DVec3::ZERO };
        Some([(body(a), mover(placed.query.pose_a, DVec3::ZERO)), (body(b), mover(placed.query.pose_b, drift))])
    })
}

//! Times of impact against those at every part.

use clinch_composite::{Composite, Sides, SubShapeId, SubShapeVisitor, TriMesh};
use clinch_composite_contact::{CompositeCast, CompositeScratch};
use clinch_contact::{CastOutcome, MovingShape, Scratch, Space, TimeOfImpactSettings};
use clinch_shapes::{Aabb, Ball, Convex, Cuboid};
use clinch_support::{Pose, Scalar, Sweep, Vector};
use clinch_testkit::generate::meshes::grid;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::common::{KINDS, Listed, any_mesh, body, mesh, shuffled, triangles, turn};
use crate::erased::convex::time_of_impact as time_of;
use crate::erased::time_of_impact;

fn sweep<V: Space<Wide = DVec3, Turn = V>>(random: &mut Random, from: DVec3, to: DVec3, spin: f64) -> Sweep<V> {
    let start = Pose::narrow(&Pose::<DVec3>::new(turn(random), from));
    let center = V::narrow(random.in_ball(3) * 0.1);
    Sweep { start, center, motion: V::narrow(to - from), turn: V::narrow(random.direction(3) * spin) }
}

struct Scene<V: Space<Wide = DVec3>> {
    of: clinch_testkit::generate::meshes::Mesh,
    body: Box<dyn Convex<V>>,
    sweep_a: Sweep<V>,
    sweep_b: Sweep<V>,
    settings: TimeOfImpactSettings,
}

fn scene<V: Space<Wide = DVec3, Turn = V>>(seed: u64) -> Scene<V> {
    let random = &mut Random::of(seed, 51);
    let of = any_mesh(random);
    let spin = random.pick(&[0.0, 0.4, 3.0]);
    let sweep_a = if random.chance(0.5) { Sweep::still(Pose::IDENTITY) } else { sweep(random, DVec3::ZERO, random_place(seed, 0.5), spin) };
    let sweep_b = sweep(random, random_place(seed + 1, 2.5), random_place(seed + 2, 1.0), random_spin(seed));
    let settings = TimeOfImpactSettings { target_distance: 0.01, ..TimeOfImpactSettings::default() };
    Scene { of, body: body(random.below(KINDS), 0.3, random), sweep_a, sweep_b, settings }
}

fn random_place(seed: u64, reach: f64) -> DVec3 {
    Random::of(seed, 52).direction(3) * reach
}

fn random_spin(seed: u64) -> f64 {
    Random::of(seed, 53).pick(&[0.0, 1.0, 6.0])
}

impl<V: Space<Wide = DVec3>> Scene<V> {
    fn answer(&self, shape: &dyn Composite<V>) -> CompositeCast<V> {
        let (a, b) = (MovingShape { shape, sweep: &self.sweep_a }, MovingShape { shape: &*self.body, sweep: &self.sweep_b });
        time_of_impact(a, b, &self.settings, &mut CompositeScratch::new())
    }

    fn first(&self, shape: &TriMesh<V>) -> f64 {
        let times = triangles(shape).into_iter().map(|triangle| {
            let (a, b) = (MovingShape { shape: triangle, sweep: &self.sweep_a }, MovingShape { shape: &*self.body, sweep: &self.sweep_b });
            match time_of(a, b, &self.settings, &mut Scratch::new()).outcome {
                CastOutcome::Hit(impact) => impact.time,
                CastOutcome::Exhausted { lower } => lower,
                _ => f64::INFINITY,
            }
        });
        times.fold(f64::INFINITY, f64::min)
    }
}

fn agrees_with_all_parts<V: Space<Wide = DVec3, Turn = V>>(seeds: u64, tolerance: f64) {
    let (mut hits, mut misses) = (0, 0);
    for seed in 0..seeds {
        let scene = scene::<V>(seed);
        let shape = mesh::<V>(&scene.of);
        let answer = scene.answer(&shape);
        match answer.cast.outcome {
            CastOutcome::Hit(impact) if impact.at_start => {}
            CastOutcome::Hit(impact) => {
                let first = scene.first(&shape);
                assert!((impact.time - first).abs() <= tolerance, "seed {seed}: {answer:?} instead of {first}");
                assert!(impact.lower <= impact.time && (impact.normal.length() - 1.0).abs() < 1e-9, "seed {seed}: {answer:?}");
                hits += 1;
            }
            CastOutcome::Miss { proven, .. } => {
                assert!(proven && scene.first(&shape) == f64::INFINITY, "seed {seed}: {answer:?}");
                misses += 1;
            }
            _ => panic!("seed {seed}: {answer:?}"),
        }
        let (listed, other) = (scene.answer(&Listed(&shape)), scene.answer(&mesh(&shuffled(&scene.of, &mut Random::new(seed)))));
        assert_eq!((answer.cast.outcome, answer.sub_shapes), (listed.cast.outcome, listed.sub_shapes), "seed {seed}");
        assert_eq!(answer.cast.outcome, other.cast.outcome, "seed {seed}");
    }
    assert!(hits > seeds / 5 && misses > seeds / 20, "{hits} {misses}");
}

#[test]
fn times_of_impact_are_those_of_the_first_part() {
    agrees_with_all_parts::<DVec3>(80, 1e-9);
    agrees_with_all_parts::<Vec3>(40, 1e-5);
}

#[test]
fn bodies_at_the_start_and_numbers_that_are_not_finite() {
    let floor = mesh::<DVec3>(&grid(4, |x, y| DVec3::new(x, y, 0.0)));
    let ball = Ball::<DVec3>::new(0.5).unwrap();
    let rest = Sweep::still(Pose::IDENTITY);
    let answer = |sweep: &Sweep<DVec3>| {
        let (a, b) = (MovingShape { shape: &floor, sweep: &rest }, MovingShape { shape: ball, sweep });
        time_of_impact(a, b, &TimeOfImpactSettings::default(), &mut CompositeScratch::new()).cast.outcome
    };
    let CastOutcome::Hit(impact) = answer(&Sweep::along(Pose::at(DVec3::Z * 0.4), DVec3::Z)) else { panic!("it overlaps") };
    assert!(impact.at_start && (impact.separation + 0.1).abs() < 1e-12 && impact.normal == DVec3::Z);
    // Without a motion.
    assert!(matches!(answer(&Sweep::still(Pose::at(DVec3::Z * 0.6))), CastOutcome::Miss { .. }));
    assert_eq!(answer(&Sweep::along(Pose::at(DVec3::Z * f64::NAN), DVec3::Z)), CastOutcome::Undefined);
    assert_eq!(answer(&Sweep::along(Pose::at(DVec3::Z), DVec3::Z * f64::NAN)), CastOutcome::Undefined);
    let spun = Sweep { turn: DVec3::X * f64::INFINITY, ..Sweep::still(Pose::at(DVec3::Z)) };
    assert_eq!(answer(&spun), CastOutcome::Undefined);
}

/// Two boxes at poses.
#[derive(Debug)]
struct Boxes<V: Vector>([(Cuboid<V>, Pose<DVec3>); 2]);

impl<V: Space<Wide = DVec3>> Composite<V> for Boxes<V> {
    fn sides(&self) -> Sides {
        Sides::Solid
    }

    fn bounds(&self) -> Aabb<DVec3> {
        Aabb::around(DVec3::ZERO, DVec3::splat(4.0))
    }

    fn near(&self, _: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        found.extend([SubShapeId(0), SubShapeId(1)]);
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
        if let Some((part, pose)) = self.0.get(id.index()) {
            visit(part, Some(pose));
        }
    }
}

#[test]
fn parts_at_poses_are_hit_where_they_are() {
    let part = Cuboid::<DVec3>::new(DVec3::new(1.0, 0.5, 0.25)).unwrap();
    let quarter = DQuat::from_xyzw(0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2);
    let boxes = Boxes([(part, Pose::at(-DVec3::X * 2.0)), (part, Pose::new(quarter, DVec3::X * 2.0))]);
    let ball = Ball::<DVec3>::new(0.25).unwrap();
    // From the right at the turned box, whose half width is 0.5.
    let sweep = Sweep::along(Pose::at(DVec3::new(3.75, 0.9, 0.0)), DVec3::X * -4.0);
    let (rest, settings) = (Sweep::still(Pose::IDENTITY), TimeOfImpactSettings::default());
    let (a, b) = (MovingShape { shape: &boxes, sweep: &rest }, MovingShape { shape: ball, sweep: &sweep });
    let answer = time_of_impact(a, b, &settings, &mut CompositeScratch::new());
    let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
    assert!((impact.time - 0.25).abs() < 1e-9 && answer.sub_shapes == [Some(SubShapeId(1)), None], "{answer:?}");
    assert!((impact.normal - DVec3::X).length() < 1e-9 && (impact.point_a - DVec3::new(2.5, 0.9, 0.0)).length() < 1e-9, "{answer:?}");
    assert!(impact.point_b.x.widen() < 0.0);
}

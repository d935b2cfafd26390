//! Casts of swept shapes, rays and points against the oracle, which has no casts: it measures at
//! the impact and before.

use crate::common::{Case, Kit};
use crate::erased::{cast, contains, project, ray_cast};
use clinch_contact::{CastOutcome, CastSettings, Impact, InitialOverlap, Pair, Ray, Relation, Scratch};
use clinch_shapes::{Ball, Capsule, Convex, Core, Cuboid};
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector};
use clinch_testkit::generate::{self, Kind};
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A half-space.
#[derive(Clone, Debug)]
struct HalfSpace<V: Vector>(V, V::Scalar);

impl<V: Vector> SupportMap<V> for HalfSpace<V> {
    fn support(&self, _: V) -> Support<V> {
        Support { point: self.0 * self.1, id: None }
    }
}

impl<V: Vector> Convex<V> for HalfSpace<V> {
    fn core(&self) -> Core<'_, V> {
        Core::HalfSpace { normal: self.0.widen(), offset: self.1.widen() }
    }
}

fn wide<V: Vector>(v: DVec3) -> V::Wide {
    V::Wide::from_fn(|axis| v[axis])
}

/// The signed distance with B moved, in the world.
fn moved(query: &Query, by: DVec3) -> f64 {
    let at = query.pose_b.translation() + by;
    let there = Query { pose_b: PoseSpec { t: Some(Coords::of(at, query.dim)), ..query.pose_b }, ..query.clone() };
    Pairing::of(&there).unwrap().truth().sd
}

/// Generated pairs: B is moved away and cast back, at A or past it. In the world, so that A's frame
/// is tested, too.
fn agrees_with_the_oracle<V: Kit>(seed: u64, count: u64) {
    let (mut hits, mut misses, mut worst) = (0, 0, 0.0_f64);
    for index in 0..count {
        let mut pair = generate::pair(V::DIM, seed, index);
        let mut random = Random::of(seed + 1, index);
        let sizes = pair.query.a.bounding_radius() + pair.query.b.as_ref().unwrap().bounding_radius();
        let (from, aim) = (random.direction(V::DIM) * sizes * random.range(1.1, 6.0), random.in_ball(V::DIM) * sizes * 0.6);
        let at = Coords::of(pair.query.pose_a.translation() + from, V::DIM).rounded();
        pair.query.pose_b.t = Some(at);
        let motion = (aim - from) * random.power(-3.0, 3.0);
        let target = if random.chance(0.6) { 0.0 } else { sizes * random.power(-5.0, -1.0) };
        if moved(&pair.query, DVec3::ZERO) <= target {
            continue;
        }
        let (case, scale, speed) = (Case::<V>::of(&pair.query), pair.query.extent(), motion.length());
        if speed == 0.0 || scale == 0.0 {
            continue;
        }
        let in_a = V::pose(&pair.query.pose_a).widen();
        let local = Pose::<V::Wide>::new(in_a.rotation, V::Wide::ZERO).inverse().point(wide::<V>(motion));
        let answer = cast(&case.pair(), local, &CastSettings { target_distance: target, ..CastSettings::default() }, &mut Scratch::new());
        let context = || format!("{seed}/{index} {:?}: {answer:?}", pair.query);
        match &answer.outcome {
            CastOutcome::Hit(impact) => {
                hits += 1;
                // Hulls, and shapes in f32, differ from those of the file by rounding.
                let band = 1e-13 * scale + 8.0 * V::Scalar::EPSILON.widen() * sizes;
                let off = moved(&pair.query, motion * impact.time) - target;
                assert!(off.abs() <= band, "off by {off}, allowed {band}: {}", context());
                worst = worst.max(off.abs() / scale);
                assert!((impact.separation - target).abs() <= band, "{}", context());
                let before = moved(&pair.query, motion * impact.lower) - target;
                assert!(before >= -band && impact.lower <= impact.time && !impact.at_start, "{before} before: {}", context());
                // The points are as far apart along the normal as the separation says.
                let on_b = Pose::<V::Wide>::new(case.b_in_a.rotation, case.b_in_a.translation + local * impact.time).point(impact.point_b);
                let off = on_b - impact.point_a - impact.normal * impact.separation;
                assert!(off.length() <= 1e-4 * scale, "{off:?} {}", context());
            }
            CastOutcome::Miss { .. } => {
                misses += 1;
                let (mut low, mut high) = (0.0, 2.0 * (from.length() + sizes) / speed);
                for _ in 0..50 {
                    let third = (high - low) / 3.0;
                    let (near, far) = (moved(&pair.query, motion * (low + third)), moved(&pair.query, motion * (high - third)));
                    if near < far { high -= third } else { low += third }
                }
                let least = moved(&pair.query, motion * low) - target;
                assert!(least > -8.0 * V::Scalar::EPSILON.widen() * scale, "as near as {least}: {}", context());
            }
            other => panic!("{other:?} {}", context()),
        }
    }
    assert!(5 * hits >= count && 20 * misses >= count, "{hits} hits, {misses} misses of {count}; worst {worst:e}");
}

#[test]
fn casts_in_3d_agree_with_the_oracle() {
    agrees_with_the_oracle::<Vec3>(501, 300);
    agrees_with_the_oracle::<DVec3>(502, 300);
}

#[test]
fn casts_in_2d_agree_with_the_oracle() {
    agrees_with_the_oracle::<Vec2>(503, 500);
    agrees_with_the_oracle::<DVec2>(504, 500);
}

fn hit<V: Vector>(outcome: &CastOutcome<V>) -> Impact<V> {
    let CastOutcome::Hit(impact) = outcome else { panic!("{outcome:?}") };
    *impact
}

fn spheres<V: Kit>() {
    use InitialOverlap::{IgnoreSeparating, Report};
    let (small, large) = (Ball::<V>::new(V::Scalar::narrow(0.25)).unwrap(), Ball::<V>::new(V::Scalar::narrow(0.75)).unwrap());
    let outcome_of = |from: DVec3, motion: DVec3, target: f64, start: InitialOverlap| {
        let pair = Pair { a: &large, b: &small, b_in_a: Pose::<V::Wide>::at(wide::<V>(from)) };
        cast(
            &pair,
            wide::<V>(motion),
            &CastSettings { target_distance: target, initial_overlap: start, ..CastSettings::default() },
            &mut Scratch::new(),
        )
        .outcome
    };
    let impact = hit(&outcome_of(DVec3::new(-5.0, 0.0, 0.0), DVec3::X, 0.0, Report));
    assert_eq!((impact.time, impact.normal), (4.0, -V::Wide::unit(0)));
    assert_eq!((impact.point_a, impact.point_b), (V::Wide::unit(0) * -0.75, V::Wide::unit(0) * 0.25));
    // A target acts as a radius.
    assert_eq!(hit(&outcome_of(DVec3::new(-5.0, 0.0, 0.0), DVec3::X, 0.5, Report)).time, 3.5);
    // Touching and overlapping at the start, with motions inward, along and outward.
    for depth in [0.0, 0.5] {
        let from = DVec3::new(1.0 - depth, 0.0, 0.0);
        for motion in [DVec3::X, DVec3::Y, -DVec3::X, DVec3::ZERO] {
            let impact = hit(&outcome_of(from, motion, 0.0, Report));
            assert!(impact.at_start && impact.time == 0.0 && (impact.separation + depth).abs() < 1e-15, "{impact:?}");
        }
        for (motion, hits) in [(DVec3::X, false), (DVec3::Y, false), (-DVec3::X, true), (DVec3::new(-0.1, 1.0, 0.0), true)] {
            let outcome = outcome_of(from, motion, 0.0, IgnoreSeparating);
            assert_eq!(matches!(outcome, CastOutcome::Hit(_)), hits, "{depth} {motion}: {outcome:?}");
        }
    }
    // Shapes within the target at the start are a hit at the start.
    assert!(hit(&outcome_of(DVec3::X * 1.25, DVec3::X, 0.5, Report)).at_start);
    assert!(matches!(outcome_of(DVec3::X * 1.25, DVec3::X, 0.5, IgnoreSeparating), CastOutcome::Miss { .. }));
    assert_eq!(outcome_of(DVec3::X * 5.0, DVec3::X * f64::NAN, 0.0, Report), CastOutcome::Undefined);
    assert_eq!(outcome_of(DVec3::X * f64::NAN, DVec3::X, 0.0, Report), CastOutcome::Undefined);
}

#[test]
fn casts_of_spheres_hit_at_the_sum_of_radii_and_starts_follow_the_rule() {
    spheres::<Vec2>();
    spheres::<Vec3>();
    spheres::<DVec2>();
    spheres::<DVec3>();
}

/// Target and radius add, in any proportion.
#[test]
fn radius_and_target_add() {
    for index in 0..200 {
        let mut random = Random::of(511, index);
        let half = DVec3::new(random.range(0.2, 1.0), random.range(0.2, 1.0), random.range(0.2, 1.0));
        let (cuboid, from) = (Cuboid::new(half).unwrap(), random.direction(3) * random.range(4.0, 9.0));
        let motion = random.in_ball(3) - from;
        let capsule = |radius: f64| Capsule::between(DVec3::new(-0.5, 0.2, 0.1), DVec3::new(0.3, -0.6, 0.2), radius).unwrap();
        let outcome_of = |radius: f64, target: f64| {
            let pair = Pair { a: &cuboid, b: &capsule(radius), b_in_a: Pose::<DVec3>::at(from) };
            cast(&pair, motion, &CastSettings { target_distance: target, ..CastSettings::default() }, &mut Scratch::new()).outcome
        };
        match (outcome_of(0.5, 0.0), outcome_of(0.25, 0.25)) {
            (CastOutcome::Hit(one), CastOutcome::Hit(other)) => assert!((one.time - other.time).abs() < 1e-14, "{one:?} {other:?}"),
            (CastOutcome::Miss { .. }, CastOutcome::Miss { .. }) => {}
            other => panic!("{other:?}"),
        }
    }
}

fn half_spaces<V: Kit>() {
    let floor = HalfSpace(V::unit(1), V::Scalar::narrow(0.5));
    let sphere = Ball::<V>::new(V::Scalar::narrow(0.25)).unwrap();
    let outcome_of = |height: f64, motion: DVec3, settings: &CastSettings| {
        let at = wide::<V>(DVec3::new(3.0, height, 0.0));
        let on = cast(&Pair { a: &floor, b: &sphere, b_in_a: Pose::<V::Wide>::at(at) }, wide::<V>(motion), settings, &mut Scratch::new());
        let swapped =
            cast(&Pair { a: &sphere, b: &floor, b_in_a: Pose::<V::Wide>::at(-at) }, -wide::<V>(motion), settings, &mut Scratch::new());
        (on.outcome, swapped.outcome)
    };
    let plain = CastSettings::default();
    let (on, swapped) = outcome_of(4.75, DVec3::new(1.0, -2.0, 0.0), &plain);
    let (on, swapped) = (hit(&on), hit(&swapped));
    assert_eq!((on.time, swapped.time, on.normal, swapped.normal), (2.0, 2.0, V::Wide::unit(1), -V::Wide::unit(1)));
    assert!(on.lower > 1.999_999 && on.lower <= on.time);
    assert_eq!((on.point_a, on.point_b), (wide::<V>(DVec3::new(5.0, 0.5, 0.0)), wide::<V>(DVec3::new(0.0, -0.25, 0.0))));
    assert_eq!((swapped.point_b, swapped.point_a), (on.point_a, on.point_b));
    let target = CastSettings { target_distance: 1.0, ..plain };
    assert_eq!(hit(&outcome_of(4.75, DVec3::new(1.0, -2.0, 0.0), &target).0).time, 1.5);
    for (motion, settings) in [
        (DVec3::X, plain),
        (DVec3::ZERO, plain),
        (DVec3::Y, plain),
        (DVec3::new(1.0, -2.0, 0.0), CastSettings { max_time: 1.9, ..plain }),
        (DVec3::new(1.0, -1e-300, 0.0), CastSettings { max_time: 1e9, ..plain }),
    ] {
        let (on, swapped) = outcome_of(4.75, motion, &settings);
        assert!(
            matches!((&on, &swapped), (CastOutcome::Miss { proven: true, .. }, CastOutcome::Miss { proven: true, .. })),
            "{on:?} {swapped:?}"
        );
    }
    assert!(hit(&outcome_of(0.75, DVec3::X, &plain).0).at_start && hit(&outcome_of(0.0, DVec3::Y, &plain).1).at_start);
    let ignore = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, ..plain };
    assert!(matches!(outcome_of(0.0, DVec3::Y, &ignore).0, CastOutcome::Miss { .. }));
    assert_eq!(outcome_of(f64::NAN, DVec3::Y, &plain), (CastOutcome::Undefined, CastOutcome::Undefined));
}

#[test]
fn casts_against_half_spaces_are_exact() {
    half_spaces::<Vec2>();
    half_spaces::<Vec3>();
    half_spaces::<DVec2>();
    half_spaces::<DVec3>();
}

fn rays<V: Kit>() {
    let cuboid = Cuboid::<V>::new(V::from_fn(|_| V::Scalar::ONE)).unwrap();
    let x = |x: f64| wide::<V>(DVec3::new(x, 0.25, 0.0));
    let outcome_of = |from: f64, direction: DVec3, until: f64, solid: bool| {
        let ray = Ray { max_time: until, solid, ..Ray::new(x(from), wide::<V>(direction)) };
        ray_cast(&cuboid, &ray, &mut Scratch::new()).outcome
    };
    for solid in [true, false] {
        // From outside: the side that faces the ray. The unit is the direction's length.
        let impact = hit(&outcome_of(-5.0, DVec3::X * 0.5, f64::INFINITY, solid));
        assert_eq!((impact.time, impact.normal, impact.point_a), (8.0, -V::Wide::unit(0), x(-1.0)));
        assert!(matches!(outcome_of(-5.0, DVec3::X * 0.5, 7.99, solid), CastOutcome::Miss { .. }));
        assert_eq!(hit(&outcome_of(-5.0, DVec3::X * 0.5, 8.0, solid)).time, 8.0);
        assert!(matches!(outcome_of(-5.0, -DVec3::X, f64::INFINITY, solid), CastOutcome::Miss { .. }));
        assert_eq!(hit(&outcome_of(-1.0, DVec3::X, f64::INFINITY, solid)).time, 0.0);
        // From very far away.
        let far = hit(&outcome_of(-1e12, DVec3::X * 1e3, f64::INFINITY, solid));
        assert!((far.time - (1e9 - 1e-3)).abs() <= 4.0 * f64::EPSILON * 1e9 && far.normal == -V::Wide::unit(0), "{far:?}");
        assert_eq!(outcome_of(f64::NAN, DVec3::X, 1.0, solid), CastOutcome::Undefined);
        assert_eq!(outcome_of(0.0, DVec3::X * f64::NAN, 1.0, solid), CastOutcome::Undefined);
    }
    let inside = hit(&outcome_of(0.5, DVec3::X, f64::INFINITY, true));
    assert_eq!((inside.time, inside.at_start, inside.separation, inside.normal), (0.0, true, -0.5, V::Wide::unit(0)));
    let exit = hit(&outcome_of(0.5, DVec3::X * 2.0, f64::INFINITY, false));
    assert!((exit.time - 0.25).abs() < 1e-15 && !exit.at_start, "{exit:?}");
    assert_eq!((exit.normal, exit.point_a), (V::Wide::unit(0), x(1.0)));
    assert!(matches!(outcome_of(0.5, DVec3::X * 2.0, 0.24, false), CastOutcome::Miss { .. }));
    assert!(matches!(outcome_of(0.5, DVec3::ZERO, 1.0, false), CastOutcome::Miss { .. }));

    let floor = HalfSpace(V::unit(1), V::Scalar::ONE);
    let plane = |height: f64, direction: DVec3, solid: bool| {
        let ray = Ray { max_time: 10.0, solid, ..Ray::new(wide::<V>(DVec3::Y * height), wide::<V>(direction)) };
        ray_cast(&floor, &ray, &mut Scratch::new()).outcome
    };
    let down = hit(&plane(4.0, DVec3::new(1.0, -1.0, 0.0), true));
    assert_eq!((down.time, down.normal, down.point_a), (3.0, V::Wide::unit(1), wide::<V>(DVec3::new(3.0, 1.0, 0.0))));
    assert_eq!(hit(&plane(-4.0, DVec3::Y, true)).time, 0.0);
    let up = hit(&plane(-4.0, DVec3::new(1.0, 1.0, 0.0), false));
    assert_eq!((up.time, up.normal, up.point_a), (5.0, V::Wide::unit(1), wide::<V>(DVec3::new(5.0, 1.0, 0.0))));
    assert!(matches!(plane(-4.0, -DVec3::Y, false), CastOutcome::Miss { .. }));
}

#[test]
fn rays_hit_sides_and_leave_hollow_shapes() {
    rays::<Vec2>();
    rays::<Vec3>();
    rays::<DVec2>();
    rays::<DVec3>();
}

/// Rays and points against every kind of shape, and the oracle's distance of the point.
fn points_of_any_shape<V: Kit>(seed: u64) {
    let (mut inside, mut outside, mut hits) = (0, 0, 0);
    for index in 0..600 {
        let mut random = Random::of(seed, index);
        let (kind, size) = (random.pick(&Kind::POLYTOPES), random.power(-2.0, 2.0));
        let spec = generate::shape(&mut random, V::DIM, kind, size, false);
        let shape = V::shape(&spec);
        let point = Coords::of(random.in_ball(V::DIM) * size * random.pick(&[0.2, 0.6, 3.0]), V::DIM).rounded();
        let query = Query::contact(
            V::DIM,
            (spec, PoseSpec::default()),
            (ShapeSpec::Point { p: None }, PoseSpec { t: Some(point), ..PoseSpec::default() }),
        );
        let truth = Pairing::of(&query).unwrap().truth();
        let at = wide::<V>(point.to_vec3());
        let band = 16.0 * V::Scalar::EPSILON.widen() * truth.extent + truth.err;
        let (measured, contained) = (project(&shape, at, &mut Scratch::new()), contains(&shape, at, &mut Scratch::new()));
        let Relation::Near(near) = measured.relation else { panic!("{measured:?}") };
        let context = || format!("{seed}/{index}: {truth:?} {measured:?}");
        assert!(
            (near.distance - truth.sd).abs() <= band && near.lower <= truth.sd + band && truth.sd - band <= near.upper,
            "{}",
            context()
        );
        assert_eq!(contained, near.is_touching(), "{}", context());
        assert!(truth.sd.abs() <= band || contained == (truth.sd < 0.0), "{}", context());
        // The nearest point of the surface is along the normal.
        assert!((near.point_a + near.normal * near.distance - at).length() <= 1e-6 * truth.extent + 2.0 * band, "{}", context());
        inside += usize::from(truth.sd < -band);
        outside += usize::from(truth.sd > band);

        let direction = random.direction(V::DIM) * random.power(-2.0, 2.0) - if truth.sd > 0.0 { point.to_vec3() } else { DVec3::ZERO };
        let ray = Ray { solid: false, ..Ray::new(at, wide::<V>(direction)) };
        let outcome = ray_cast(&shape, &ray, &mut Scratch::new()).outcome;
        if let CastOutcome::Hit(impact) = outcome {
            let there = Query {
                pose_b: PoseSpec { t: Some(Coords::of(point.to_vec3() + direction * impact.time, V::DIM)), ..PoseSpec::default() },
                ..query.clone()
            };
            let off = Pairing::of(&there).unwrap().truth().sd;
            assert!(off.abs() <= band + 1e-12 * truth.extent, "{seed}/{index}: off by {off}: {outcome:?}");
            // An entry for an origin outside, an exit for one inside, by the normal.
            let facing = impact.normal.dot(wide::<V>(direction));
            assert!(impact.at_start || (facing < 0.0) == (truth.sd > 0.0), "{seed}/{index}: {outcome:?} from {}", truth.sd);
            hits += 1;
        } else {
            assert!(truth.sd > -band, "a ray from inside has an exit: {outcome:?}");
        }
    }
    assert!(inside > 60 && outside > 150 && hits > 200, "{inside} inside, {outside} outside, {hits} hits");
}

#[test]
fn points_and_rays_of_any_shape_agree_with_the_oracle() {
    points_of_any_shape::<Vec3>(521);
    points_of_any_shape::<DVec3>(522);
    points_of_any_shape::<Vec2>(523);
    points_of_any_shape::<DVec2>(524);
}

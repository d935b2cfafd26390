//! Casts against those at every part, and over planes cut into triangles.

use clinch_composite::Composite;
use clinch_composite_contact::{CompositeCast, CompositeScratch};
use clinch_contact::{CastOutcome, CastSettings, Impact, InitialOverlap, Pair, Scratch, Space};
use clinch_shapes::{Ball, Convex, Cuboid, HalfSpace};
use clinch_support::{Pose, Vector};
use clinch_testkit::generate::meshes::{Cut, Mesh, cuboid, grid, plate};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::common::{KINDS, Listed, any_mesh, body, mesh, scaled, shuffled, triangles, turn};
use crate::erased::cast;
use crate::erased::convex::cast as cast_at;

/// A body that flies past a mesh, or into it.
struct Scene {
    of: Mesh,
    kind: usize,
    pose: Pose<DVec3>,
    motion: DVec3,
    settings: CastSettings,
}

fn scene(seed: u64) -> Scene {
    let random = &mut Random::of(seed, 41);
    let (of, kind, start) = (any_mesh(random), random.below(KINDS), random.direction(3) * random.pick(&[0.3, 2.0, 6.0]));
    let motion = (random.in_ball(3) - start) * random.power(-2.0, 2.0);
    let target_distance = random.pick(&[0.0, 0.0, 0.05]);
    let max_time = random.pick(&[f64::INFINITY, 1.0]);
    let settings = CastSettings { target_distance, max_time, ..CastSettings::default() };
    Scene { of, kind, pose: Pose::new(turn(random), start), motion, settings }
}

impl Scene {
    fn body<V: Space<Wide = DVec3>>(&self, scale: f64) -> Box<dyn Convex<V>> {
        body(self.kind, 0.3 * scale, &mut Random::new(self.kind as u64))
    }

    fn cast<V: Space<Wide = DVec3>>(&self, shape: &dyn Composite<V>) -> CompositeCast<V> {
        let pair = Pair { a: shape, b: &*self.body::<V>(1.0), b_in_a: self.pose };
        cast(&pair, self.motion, &self.settings, &mut CompositeScratch::new())
    }

    /// The time of the first hit of all parts, and whether one is at the start.
    fn first<V: Space<Wide = DVec3>>(&self, shape: &clinch_composite::TriMesh<V>) -> (f64, bool) {
        let body = self.body::<V>(1.0);
        triangles(shape).iter().fold((f64::INFINITY, false), |(first, at_start), triangle| {
            let pair = Pair { a: triangle, b: &*body, b_in_a: self.pose };
            match cast_at(&pair, self.motion, &self.settings, &mut Scratch::new()).outcome {
                CastOutcome::Hit(impact) => (first.min(impact.time), at_start || impact.at_start),
                _ => (first, at_start),
            }
        })
    }
}

fn impact<V: Vector>(cast: &CompositeCast<V>) -> Impact<V> {
    let CastOutcome::Hit(impact) = cast.cast.outcome else { panic!("{cast:?}") };
    impact
}

fn agrees_with_all_parts<V: Space<Wide = DVec3>>(tolerance: f64) {
    let (mut hits, mut starts, mut misses) = (0, 0, 0);
    for seed in 0..240 {
        let scene = scene(seed);
        let shape = mesh::<V>(&scene.of);
        let answer = scene.cast(&shape);
        let (first, at_start) = scene.first(&shape);
        let inside = shape.contains(scene.pose.point(scene.body::<V>(1.0).interior().widen()));
        if at_start || inside {
            let impact = impact(&answer);
            assert!(impact.at_start && impact.time == 0.0 && answer.sub_shapes[0].is_some(), "seed {seed}: {answer:?}");
            starts += 1;
        } else if first < f64::INFINITY {
            let impact = impact(&answer);
            let way = scene.motion.length();
            assert!((impact.time - first).abs() * way <= tolerance, "seed {seed}: {answer:?} instead of {first}");
            assert!(impact.lower <= impact.time && impact.lower <= first, "seed {seed}: {answer:?}");
            assert!(impact.normal.dot(scene.motion) <= 1e-6 * way, "seed {seed}: {answer:?}");
            hits += 1;
        } else {
            assert!(matches!(answer.cast.outcome, CastOutcome::Miss { .. }), "seed {seed}: {answer:?}");
            misses += 1;
        }
    }
    assert!(hits > 60 && starts > 20 && misses > 20, "{hits} {starts} {misses}");
}

#[test]
fn casts_hit_the_first_part() {
    agrees_with_all_parts::<DVec3>(1e-9);
    agrees_with_all_parts::<Vec3>(1e-5);
}

#[test]
fn trees_lists_orders_and_powers_of_two_change_no_bit_of_a_cast() {
    for seed in 0..120 {
        let mut scene = scene(seed);
        let shape = mesh::<DVec3>(&scene.of);
        let plain = scene.cast(&shape);
        let listed = scene.cast(&Listed(&shape));
        assert_eq!((plain.cast.outcome, plain.sub_shapes), (listed.cast.outcome, listed.sub_shapes), "seed {seed}");
        let other = scene.cast(&mesh(&shuffled(&scene.of, &mut Random::new(seed))));
        assert_eq!(plain.cast.outcome, other.cast.outcome, "seed {seed}");
        for scale in [1.0 / 1024.0, 4096.0] {
            let body = scene.body::<DVec3>(scale);
            let settings = CastSettings { target_distance: scene.settings.target_distance * scale, ..scene.settings };
            let shape = mesh(&scaled(&scene.of, scale));
            let pair = Pair { a: &shape, b: &*body, b_in_a: Pose::new(scene.pose.rotation, scene.pose.translation * scale) };
            let large = cast(&pair, scene.motion * scale, &settings, &mut CompositeScratch::new());
            match (plain.cast.outcome, large.cast.outcome) {
                (CastOutcome::Hit(one), CastOutcome::Hit(other)) => {
                    assert_eq!((one.time, one.lower, one.normal), (other.time, other.lower, other.normal), "seed {seed}, scale {scale}");
                    assert_eq!(one.point_a * scale, other.point_a, "seed {seed}, scale {scale}");
                }
                (one, other) => assert_eq!(one, other, "seed {seed}, scale {scale}"),
            }
        }
        // Without a motion the answer is that at the start.
        scene.motion = DVec3::ZERO;
        let still = scene.cast(&shape);
        let at_start = matches!(plain.cast.outcome, CastOutcome::Hit(impact) if impact.at_start);
        assert_eq!(at_start, matches!(still.cast.outcome, CastOutcome::Hit(_)), "seed {seed}: {still:?}");
    }
}

/// Bodies with and without faces, above a plate or the half-space in its plane.
fn over_plate(motion: DVec3, height: f64, rule: InitialOverlap) {
    let settings = CastSettings { initial_overlap: rule, max_time: 1.0, ..CastSettings::default() };
    for (seed, cut) in Cut::ALL.into_iter().enumerate() {
        let random = &mut Random::of(seed as u64, 42);
        let shape = mesh::<DVec3>(&plate(cut, random));
        let plane = HalfSpace::new(DVec3::Z, 0.0).unwrap();
        let quarter = DQuat::from_xyzw(std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2);
        let ball = Ball::<DVec3>::new(0.125).unwrap();
        let crate_ = Cuboid::new(DVec3::splat(0.125)).unwrap();
        let bodies: [(&dyn Convex<DVec3>, DQuat); 3] = [(&ball, DQuat::IDENTITY), (&crate_, DQuat::IDENTITY), (&crate_, quarter)];
        for (body, rotation) in bodies {
            for _ in 0..12 {
                let place = DVec3::new(random.range(-0.6, 0.1), random.range(-0.5, 0.5), 0.125 + height);
                let pose = Pose::new(rotation, place);
                let on_plate = cast(&Pair { a: &shape, b: body, b_in_a: pose }, motion, &settings, &mut CompositeScratch::new());
                let on_plane = cast_at(&Pair { a: plane, b: body, b_in_a: pose }, motion, &settings, &mut Scratch::new());
                match (on_plate.cast.outcome, on_plane.outcome) {
                    (CastOutcome::Hit(one), CastOutcome::Hit(other)) => {
                        assert!((one.time - other.time).abs() <= 1e-12, "{cut:?}: {one:?} {other:?}");
                        assert!((one.normal - other.normal).length() <= 1e-12, "{cut:?} {place} {rotation}: {one:?} {other:?}");
                        assert_eq!(one.at_start, other.at_start, "{cut:?}");
                    }
                    (CastOutcome::Miss { .. }, CastOutcome::Miss { .. }) => {}
                    (one, other) => panic!("{cut:?} {place} {rotation}: {one:?} instead of {other:?}"),
                }
            }
        }
    }
}

#[test]
fn a_cast_at_a_plane_cut_into_triangles_is_that_at_the_plane() {
    for rule in [InitialOverlap::Report, InitialOverlap::IgnoreSeparating] {
        for motion in [DVec3::new(0.0, 0.0, -1.0), DVec3::new(0.4, 0.1, -0.5), DVec3::new(0.4, 0.3, 0.0), DVec3::new(0.3, 0.0, 0.2)] {
            // Above, exactly on it, and pressed into it.
            for height in [0.25, 0.0, -0.03125] {
                over_plate(motion, height, rule);
            }
        }
    }
}

#[test]
fn a_body_that_slides_over_a_floor_hits_the_ramp_and_the_wall_behind_it() {
    let settings = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, ..CastSettings::default() };
    for (rise, normal) in [(1.0, DVec3::new(-1.0, 0.0, 1.0).normalize()), (0.25, DVec3::new(-0.25, 0.0, 1.0).normalize())] {
        // Flat up to x = 0.5, then a ramp.
        let shape = mesh::<DVec3>(&grid(16, |x, y| DVec3::new(x, y, rise * (x - 0.5).max(0.0))));
        let crate_ = Cuboid::new(DVec3::splat(0.125)).unwrap();
        let pair = Pair { a: &shape, b: crate_, b_in_a: Pose::at(DVec3::new(-0.5, 0.03125, 0.125)) };
        let slide = impact(&cast(&pair, DVec3::X, &settings, &mut CompositeScratch::new()));
        assert!((slide.time - 0.875).abs() < 1e-12 && !slide.at_start, "{slide:?}");
        assert!((slide.normal - normal).length() < 1e-9, "{slide:?}");
    }
}

#[test]
fn a_body_leaves_a_solid_that_it_is_inside_of() {
    let solid = mesh::<DVec3>(&cuboid(DVec3::new(4.0, 4.0, 1.0)));
    let ball = Ball::<DVec3>::new(0.25).unwrap();
    let pair = Pair { a: &solid, b: ball, b_in_a: Pose::at(DVec3::new(0.0, 0.0, 0.25)) };
    let report = impact(&cast(&pair, DVec3::Z, &CastSettings::default(), &mut CompositeScratch::new()));
    assert!(report.at_start && (report.separation + 1.0).abs() < 1e-12 && report.normal == DVec3::Z, "{report:?}");
    let ignore = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, ..CastSettings::default() };
    let out = cast(&pair, DVec3::Z, &ignore, &mut CompositeScratch::new());
    assert!(matches!(out.cast.outcome, CastOutcome::Miss { .. }), "{out:?}");
    let deeper = impact(&cast(&pair, -DVec3::Z, &ignore, &mut CompositeScratch::new()));
    assert!(deeper.at_start, "{deeper:?}");
}

#[test]
fn casts_with_numbers_that_are_not_finite_are_undefined() {
    let floor = mesh::<Vec3>(&grid(4, |x, y| DVec3::new(x, y, 0.0)));
    let ball = Ball::<Vec3>::new(0.5).unwrap();
    for (place, motion) in [(f64::NAN, 1.0), (f64::INFINITY, 1.0), (3.0, f64::NAN), (3.0, f64::INFINITY)] {
        let pair = Pair { a: &floor, b: ball, b_in_a: Pose::at(DVec3::Z * place) };
        let answer = cast(&pair, DVec3::Z * motion, &CastSettings::default(), &mut CompositeScratch::new());
        assert_eq!(answer.cast.outcome, CastOutcome::Undefined);
    }
}

/// Counts the parts that are looked at.
#[derive(Debug)]
struct Counted<'m>(&'m clinch_composite::TriMesh<DVec3>, std::sync::atomic::AtomicUsize, bool);

impl Composite<DVec3> for Counted<'_> {
    fn sides(&self) -> clinch_composite::Sides {
        self.0.sides()
    }

    fn bounds(&self) -> clinch_shapes::Aabb<DVec3> {
        self.0.bounds()
    }

    fn near(&self, bounds: &clinch_shapes::Aabb<DVec3>, found: &mut Vec<clinch_composite::SubShapeId>) {
        Composite::near(self.0, bounds, found);
    }

    fn sub_shape(&self, id: clinch_composite::SubShapeId, visit: &mut clinch_composite::SubShapeVisitor<'_, DVec3>) {
        self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.0.sub_shape(id, visit);
    }

    fn traverse(&self, limit: f64, search: &mut dyn clinch_composite::PartSearch<DVec3>) {
        if self.2 { Composite::traverse(self.0, limit, search) } else { Composite::traverse(&Listed(self.0), limit, search) }
    }
}

#[test]
fn a_long_cast_and_a_distance_from_afar_look_at_few_parts() {
    let shape = mesh::<DVec3>(&grid(64, |x, y| DVec3::new(x, y, 0.0)));
    let ball = Ball::<DVec3>::new(0.01).unwrap();
    for tree in [true, false] {
        let counted = Counted(&shape, Default::default(), tree);
        let pair = Pair { a: &counted, b: ball, b_in_a: Pose::at(DVec3::new(-0.95, -0.95, 0.5)) };
        let answer = cast(&pair, DVec3::new(1.8, 1.8, -0.5), &CastSettings::default(), &mut CompositeScratch::new());
        assert!(impact(&answer).normal == DVec3::Z);
        let of_cast = counted.1.swap(0, std::sync::atomic::Ordering::Relaxed);
        let far = clinch_contact::Settings::with_margin(f64::INFINITY);
        let _ = clinch_composite_contact::distance(&pair, &far, &mut CompositeScratch::new());
        let of_distance = counted.1.load(std::sync::atomic::Ordering::Relaxed);
        // Of 8192.
        let most = if tree { [64, 64] } else { [1024, 2048] };
        assert!(of_cast <= most[0] && of_distance <= most[1], "{tree}: {of_cast} {of_distance}");
    }
}

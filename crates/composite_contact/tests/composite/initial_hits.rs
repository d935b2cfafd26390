//! Bodies and rays that are at a composite shape when they start, if only by rounding.

use clinch_composite::{Chain, Composite, Sides, TriMesh};
use clinch_composite_contact::{CompositeCast, CompositeScratch};
use clinch_contact::{BackFaces, CastOutcome, CastSettings, Impact, InitialOverlap, MovingShape, Pair, Ray, Space, TimeOfImpactSettings};
use clinch_shapes::{Ball, Convex, Cuboid};
use clinch_support::{Pose, Sweep, Vector};
use clinch_testkit::generate::meshes::cuboid;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3};

use crate::erased::{cast, ray_cast, time_of_impact};

const RULES: [InitialOverlap; 2] = [InitialOverlap::Report, InitialOverlap::IgnoreSeparating];
const SIDES: [BackFaces; 2] = [BackFaces::Hit, BackFaces::Ignore];

/// A triangle with its front up.
fn triangle() -> TriMesh<DVec3> {
    TriMesh::new(vec![DVec3::ZERO, DVec3::X * 10.0, DVec3::Y * 10.0], vec![[0, 1, 2]]).unwrap()
}

/// A segment with its front up.
fn segment() -> Chain<DVec2> {
    Chain::open(vec![DVec2::X * 10.0, DVec2::ZERO]).unwrap()
}

fn impact<V: Vector>(answer: &CompositeCast<V>) -> Impact<V> {
    let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
    impact
}

/// Distances that a cast of a part counts as none, and a query of the whole may not.
fn roundings() -> impl Iterator<Item = f64> {
    [0.0, 1e-15, 2e-15, 5e-15, 1e-14, 2e-14, 5e-14, 1e-13, 2e-13, 1e-12].into_iter()
}

fn is_stopped<V: Space>(floor: &dyn Composite<V>, body: &dyn Convex<V>, place: impl Fn(f64) -> V::Wide, down: V::Wide) -> usize {
    let mut starts = 0;
    for (gap, rule) in roundings().flat_map(|gap| RULES.map(|rule| (gap, rule))) {
        for back_faces in SIDES {
            let settings = CastSettings { initial_overlap: rule, back_faces, ..CastSettings::default() };
            let pair = Pair { a: floor, b: body, b_in_a: Pose::at(place(gap)) };
            let hit = impact(&cast(&pair, down, &settings, &mut CompositeScratch::new()));
            assert!(hit.time <= gap + 1e-14 && hit.normal.dot(down) < -0.999, "{gap} {rule:?} {back_faces:?}: {hit:?}");
            assert!(!hit.at_start || hit.time == 0.0, "{hit:?}");
            starts += usize::from(gap > 0.0 && hit.at_start);
        }
    }
    starts
}

#[test]
fn a_body_above_a_floor_by_rounding_does_not_fall_through() {
    let (cube, ball) = (Cuboid::new(DVec3::splat(0.5)).unwrap(), Ball::<DVec3>::new(0.5).unwrap());
    let over = |gap: f64| DVec3::new(2.0, 2.0, 0.5 + gap);
    let bodies: [&dyn Convex<DVec3>; 2] = [&cube, &ball];
    let starts: usize = bodies.map(|body| is_stopped(&triangle(), body, over, -DVec3::Z)).into_iter().sum();
    let (square, disk) = (Cuboid::new(DVec2::splat(0.5)).unwrap(), Ball::<DVec2>::new(0.5).unwrap());
    let bodies: [&dyn Convex<DVec2>; 2] = [&square, &disk];
    let over = |gap: f64| DVec2::new(2.0, 0.5 + gap);
    let in_2d: usize = bodies.map(|body| is_stopped(&segment(), body, over, -DVec2::Y)).into_iter().sum();
    assert!(starts > 20 && in_2d > 20, "{starts} {in_2d}");
}

#[test]
fn a_ray_from_a_floor_by_rounding_hits_it() {
    for (gap, back_faces) in roundings().flat_map(|gap| SIDES.map(|back_faces| (gap, back_faces))) {
        let down = Ray { back_faces, ..Ray::new(DVec3::new(2.0, 2.0, gap), -DVec3::Z) };
        let hit = impact(&ray_cast(&triangle(), &down, &mut CompositeScratch::new()));
        assert!(hit.time <= gap + 1e-14 && hit.normal == DVec3::Z, "{gap} {back_faces:?}: {hit:?}");
        let down = Ray { back_faces, ..Ray::new(DVec2::new(2.0, gap), -DVec2::Y) };
        let hit = impact(&ray_cast(&segment(), &down, &mut CompositeScratch::new()));
        assert!(hit.time <= gap + 1e-14 && hit.normal == DVec2::Y, "{gap} {back_faces:?}: {hit:?}");
    }
}

/// A step that begins where the one before hit.
#[test]
fn the_step_after_an_impact_hits_at_the_start() {
    let mut starts = 0;
    for seed in 0..200 {
        let random = &mut Random::of(seed, 151);
        let turn = DQuat::from_array(random.quaternion());
        let fall = DVec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), -2.0);
        let spin = random.direction(3) * random.pick(&[0.0, 1.0]);
        let sweep = Sweep { turn: spin, ..Sweep::along(Pose::new(turn, DVec3::new(3.0, 3.0, 1.5)), fall) };
        let (cube, rest, floor) = (Cuboid::new(DVec3::splat(0.5)).unwrap(), Sweep::still(Pose::IDENTITY), triangle());
        let first_hit = |sweep: &Sweep<DVec3>| {
            let (a, b) = (MovingShape { shape: &floor, sweep: &rest }, MovingShape { shape: cube, sweep });
            impact(&time_of_impact(a, b, &TimeOfImpactSettings::default(), &mut CompositeScratch::new()))
        };
        let hit = first_hit(&sweep);
        let start = Pose::narrow(&sweep.pose_at(hit.time));
        let again = first_hit(&Sweep { start, ..sweep });
        assert!(again.time < 1e-9, "seed {seed}: {again:?}");
        starts += usize::from(again.at_start);
    }
    assert!(starts > 150, "{starts}");
}

/// A floor that ends in a ramp of slope 1/4 at x = 0.
fn floor_and_ramp() -> (Chain<DVec2>, TriMesh<DVec3>) {
    let line = Chain::open([(5.0, 1.25), (0.0, 0.0), (-5.0, 0.0)].map(DVec2::from).to_vec()).unwrap();
    let rows = [(-5.0, 0.0), (0.0, 0.0), (5.0, 1.25)];
    let corners = rows.iter().flat_map(|&(x, z)| [-5.0, 5.0].map(|y| DVec3::new(x, y, z))).collect();
    (line, TriMesh::new(corners, vec![[0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3]]).unwrap())
}

fn slide<V: Space>(
    shape: &dyn Composite<V>,
    body: &dyn Convex<V>,
    place: V::Wide,
    motion: V::Wide,
    target_distance: f64,
) -> CompositeCast<V> {
    let settings = CastSettings { target_distance, initial_overlap: InitialOverlap::IgnoreSeparating, ..CastSettings::default() };
    cast(&Pair { a: shape, b: body, b_in_a: Pose::at(place) }, motion, &settings, &mut CompositeScratch::new())
}

/// The ramp is within the target at the start, or touched, but the floor is nearer.
#[test]
fn a_body_on_a_floor_does_not_pass_the_ramp_that_it_reaches_already() {
    let (line, mesh) = floor_and_ramp();
    let (disk, ball) = (Ball::<DVec2>::new(0.5).unwrap(), Ball::<DVec3>::new(0.5).unwrap());
    let mut starts = 0;
    for (target, depth) in [(0.05, 0.0), (0.0, 0.05), (0.02, 0.01), (1e-3, 0.0), (0.0, 1e-4)] {
        for step in 0..40 {
            let x = -0.6 + 0.02 * f64::from(step);
            let (height, normal) = (0.5 - depth, DVec2::new(-0.25, 1.0).normalize());
            // The body is before the ramp until its middle is over it, and touches it after that.
            let touches = (normal.y * height - 0.5 - target) / -normal.x;
            let until = (-height * 0.25).max(touches).max(x);
            let in_2d = slide(&line, &disk, DVec2::new(x, height), DVec2::X, target);
            let hit = impact(&in_2d);
            assert!(x + hit.time <= until + 1e-9 && (hit.normal - normal).length() < 1e-9, "{target} {depth} {x}: {hit:?} {until}");
            starts += usize::from(hit.at_start && x < until);
            let in_3d = slide(&mesh, &ball, DVec3::new(x, 0.3, height), DVec3::X, target);
            let hit = impact(&in_3d);
            let normal = DVec3::new(normal.x, 0.0, normal.y);
            assert!(x + hit.time <= until + 1e-9 && (hit.normal - normal).length() < 1e-9, "{target} {depth} {x}: {hit:?} {until}");
            // Away from the ramp.
            let back = slide(&line, &disk, DVec2::new(x, height), -DVec2::X, target);
            assert!(matches!(back.cast.outcome, CastOutcome::Miss { .. }), "{back:?}");
            let back = slide(&mesh, &ball, DVec3::new(x, 0.3, height), -DVec3::X, target);
            assert!(matches!(back.cast.outcome, CastOutcome::Miss { .. }), "{back:?}");
        }
    }
    assert!(starts > 5, "{starts}");
}

/// A body that is pressed into the floor reaches the wall below the edge from behind. It may also
/// have the wall in it, or within the target, at the start.
#[test]
fn a_body_walks_off_an_edge() {
    let line = Chain::open([(0.0, -5.0), (0.0, 0.0), (-5.0, 0.0)].map(DVec2::from).to_vec()).unwrap();
    let rows = [(-5.0, 0.0), (0.0, 0.0), (0.0, -5.0)];
    let corners = rows.iter().flat_map(|&(x, z)| [-5.0, 5.0].map(|y| DVec3::new(x, y, z))).collect();
    let mesh = TriMesh::new(corners, vec![[0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3]]).unwrap();
    let solid_line = Chain::closed([(0.0, -5.0), (0.0, 0.0), (-5.0, 0.0), (-5.0, -5.0)].map(DVec2::from).to_vec()).unwrap();
    let block = cuboid(DVec3::splat(4.0));
    let block = TriMesh::new(block.vertices.iter().map(|&corner| corner - DVec3::new(4.0, 0.0, 4.0)).collect(), block.triangles).unwrap();
    assert_eq!((solid_line.sides(), block.sides(), mesh.sides()), (Sides::Solid, Sides::Solid, Sides::One));
    let (lines, meshes) = ([line, solid_line], [mesh, block]);
    let bodies_2d: [&dyn Convex<DVec2>; 2] = [&Ball::new(0.25).unwrap(), &Cuboid::new(DVec2::splat(0.25)).unwrap()];
    let bodies: [&dyn Convex<DVec3>; 2] = [&Ball::new(0.25).unwrap(), &Cuboid::new(DVec3::splat(0.25)).unwrap()];
    for (target, depth) in [(0.0, 0.0), (0.02, 0.0), (0.0, 1e-6), (0.0, 0.02), (0.01, 0.01)] {
        for step in 0..60 {
            let (x, height) = (-0.3 + 0.005 * f64::from(step), 0.25 - depth);
            for (kind, body) in (0..4).map(|i| (i / 2, i % 2)) {
                let answer = slide(&lines[kind], bodies_2d[body], DVec2::new(x, height), DVec2::X, target);
                assert!(matches!(answer.cast.outcome, CastOutcome::Miss { .. }), "{kind} {target} {depth} {x} {body}: {answer:?}");
                let answer = slide(&meshes[kind], bodies[body], DVec3::new(x, 0.3, height), DVec3::X, target);
                assert!(matches!(answer.cast.outcome, CastOutcome::Miss { .. }), "{kind} {target} {depth} {x} {body}: {answer:?}");
            }
        }
    }
}

#[test]
fn a_wall_touched_from_behind_stops_a_body_on_a_floor_too() {
    let wall = [DVec3::new(1.0, -2.0, 0.0), DVec3::new(1.0, 2.0, 0.0), DVec3::new(1.0, 0.0, 3.0)];
    let floor = [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    let mesh = TriMesh::new(wall.into_iter().chain(floor).collect(), vec![[0, 1, 2], [3, 4, 5], [3, 5, 6]]).unwrap();
    let cube = Cuboid::new(DVec3::splat(0.25)).unwrap();
    // Above the floor, on it, and in it.
    for (height, ahead) in [(1.0, 0.75), (0.25, 0.75), (0.24, 0.75), (0.25, 0.76)] {
        let place = DVec3::new(ahead, 0.0, height);
        let hit = impact(&slide(&mesh, &cube, place, DVec3::X, 0.0));
        assert!(hit.at_start && (hit.normal + DVec3::X).length() < 1e-9, "{height} {ahead}: {hit:?}");
        let back = slide(&mesh, &cube, place, -DVec3::X, 0.0);
        assert!(matches!(back.cast.outcome, CastOutcome::Miss { .. }), "{height} {ahead}: {back:?}");
        let settings =
            CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, back_faces: BackFaces::Ignore, ..CastSettings::default() };
        let pair = Pair { a: &mesh, b: cube, b_in_a: Pose::at(place) };
        let through = cast(&pair, DVec3::X, &settings, &mut CompositeScratch::new());
        assert!(matches!(through.cast.outcome, CastOutcome::Miss { .. }), "{height} {ahead}: {through:?}");
    }
    let line = Chain::open([(1.0, 0.01), (1.0, 3.0), (3.0, 3.0), (3.0, 0.0), (-5.0, 0.0)].map(DVec2::from).to_vec()).unwrap();
    let square = Cuboid::new(DVec2::splat(0.25)).unwrap();
    for height in [1.0, 0.25, 0.24] {
        let hit = impact(&slide(&line, &square, DVec2::new(0.75, height), DVec2::X, 0.0));
        assert!(hit.at_start && (hit.normal + DVec2::X).length() < 1e-9, "{height}: {hit:?}");
    }
}

//! Casts and rays that ignore the backs of surfaces with one side.

use clinch_composite::{Chain, Compound, Faces, Sides, SurfaceRay, SurfaceRayOutcome, TriMesh};
use clinch_composite_contact::{CompositeScratch, cast_composites};
use clinch_contact::{BackFaces, Cast, CastOutcome, CastSettings, InitialOverlap, Pair, Ray};
use clinch_shapes::{Ball, Cuboid};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3};

use crate::common::{Listed, any_mesh, mesh};
use crate::erased::{cast, ray_cast};

fn time<V: clinch_contact::Space>(cast: &Cast<V>) -> Option<f64> {
    match cast.outcome {
        CastOutcome::Hit(impact) => Some(impact.time),
        CastOutcome::Miss { .. } => None,
        ref other => panic!("{other:?}"),
    }
}

/// A square floor with its front up, and one above it with its front down.
fn two_floors() -> TriMesh<DVec3> {
    let corner = |i: usize| {
        DVec3::new(if (i % 4).is_multiple_of(3) { -4.0 } else { 4.0 }, if i % 4 < 2 { -4.0 } else { 4.0 }, if i < 4 { 0.0 } else { 5.0 })
    };
    TriMesh::new((0..8).map(corner).collect(), vec![[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]]).unwrap()
}

#[test]
fn a_body_moves_through_the_back_of_a_floor_and_meets_the_next_front() {
    let (floors, scratch) = (two_floors(), &mut CompositeScratch::new());
    assert_eq!(floors.sides(), Sides::One);
    let block = Cuboid::new(DVec3::splat(0.5)).unwrap();
    let mut when = |from: f64, speed: f64, settings: CastSettings| {
        let pair = Pair { a: &floors, b: block, b_in_a: Pose::at(DVec3::new(0.3, 0.1, from)) };
        time(&cast(&pair, DVec3::Z * speed, &settings, scratch).cast)
    };
    let hit = CastSettings::default();
    let ignore = CastSettings { back_faces: BackFaces::Ignore, ..hit };
    // From below, up: through the first floor, to the front of the second.
    assert_eq!([when(-2.0, 1.0, hit), when(-2.0, 1.0, ignore)], [Some(1.5), Some(6.5)]);
    // From above, down, as well.
    assert_eq!([when(8.0, -2.0, hit), when(8.0, -2.0, ignore)], [Some(1.25), Some(3.75)]);
    // Fronts are hit as before.
    assert_eq!([when(2.0, -1.0, hit), when(2.0, -1.0, ignore)], [Some(1.5); 2]);
    // A body in the floor with its middle behind is not held by it, whichever way it goes.
    assert_eq!([when(-0.25, 1.0, hit), when(-0.25, 1.0, ignore)], [Some(0.0), Some(4.75)]);
    assert_eq!(when(-0.25, -1.0, ignore), None);
    // With its middle in front it is.
    assert_eq!([when(0.25, -1.0, hit), when(0.25, -1.0, ignore)], [Some(0.0); 2]);
    let separating = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, ..ignore };
    assert_eq!([when(0.25, -1.0, separating), when(0.25, 1.0, separating)], [Some(0.0), Some(4.25)]);
    // From behind, within the target at the start.
    let near = CastSettings { target_distance: 1.0, ..ignore };
    assert_eq!([when(-1.0, 1.0, near), when(1.0, -1.0, near)], [Some(4.5), Some(0.0)]);
}

/// Whichever is larger: a vehicle jumps through a small platform, and the platform through a
/// vehicle.
#[test]
fn a_compound_larger_than_a_platform_moves_through_its_back() {
    let (floors, scratch) = (two_floors(), &mut CompositeScratch::new());
    let row = |count: usize| {
        let block = |i: usize| (Pose::at(DVec3::X * i as f64), Cuboid::new(DVec3::splat(0.5)).unwrap().into());
        Compound::new((0..count).map(block).collect()).unwrap()
    };
    for count in [2, 40] {
        let row = row(count);
        let ignore = CastSettings { back_faces: BackFaces::Ignore, ..CastSettings::default() };
        let mut when = |settings: &CastSettings| {
            let below = Pair { a: &floors as _, b: &row as _, b_in_a: Pose::at(DVec3::new(0.3, 0.1, -2.0)) };
            let exchanged = Pair { a: &row as _, b: &floors as _, b_in_a: Pose::at(DVec3::new(-0.3, -0.1, 2.0)) };
            [
                time(&cast_composites(&below, DVec3::Z, settings, scratch).cast),
                time(&cast_composites(&exchanged, -DVec3::Z, settings, scratch).cast),
            ]
        };
        assert_eq!(when(&CastSettings::default()), [Some(1.5); 2], "{count} blocks");
        assert_eq!(when(&ignore), [Some(6.5); 2], "{count} blocks");
    }
}

#[test]
fn solids_surfaces_with_two_sides_and_convex_shapes_have_no_back() {
    let (floors, scratch) = (two_floors(), &mut CompositeScratch::new());
    let ignore = CastSettings { back_faces: BackFaces::Ignore, ..CastSettings::default() };
    let from_below = Pose::at(DVec3::Z * -2.0);
    let ball = Ball::new(0.5).unwrap();
    let pair = Pair { a: &floors.two_sided(), b: ball, b_in_a: from_below };
    assert_eq!(time(&cast(&pair, DVec3::Z, &ignore, scratch).cast), Some(1.5));
    let around = Chain::closed([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(DVec2::from).to_vec()).unwrap();
    let scratch = &mut CompositeScratch::new();
    let mut from_inside = |chain: &Chain<DVec2>| {
        let pair = Pair { a: chain, b: Ball::new(0.25).unwrap(), b_in_a: Pose::at(DVec2::X * 0.25) };
        time(&cast(&pair, DVec2::X, &ignore, scratch).cast)
    };
    assert_eq!([from_inside(&around), from_inside(&around.clone().hollow())], [Some(0.0), None]);
    let ray = Ray { back_faces: BackFaces::Ignore, ..Ray::new(DVec2::X * -0.5, DVec2::X) };
    let hollow = around.hollow();
    assert_eq!(time(&ray_cast(&hollow, &ray, scratch).cast), None);
    assert_eq!(time(&ray_cast(&hollow, &Ray { back_faces: BackFaces::Hit, ..ray }, scratch).cast), Some(1.5));
    assert_eq!(time(&ray_cast(&hollow, &Ray { origin: DVec2::X * 3.0, direction: -DVec2::X, ..ray }, scratch).cast), Some(2.0));
}

#[test]
fn a_ray_that_begins_on_a_surface_hits_its_front_only() {
    let (floors, scratch) = (two_floors(), &mut CompositeScratch::new());
    let mut when = |direction: DVec3, back_faces: BackFaces| {
        let ray = Ray { back_faces, ..Ray::new(DVec3::new(0.5, 0.25, 0.0), direction) };
        time(&ray_cast(&floors, &ray, scratch).cast)
    };
    assert_eq!([DVec3::Z, -DVec3::Z].map(|way| when(way, BackFaces::Hit)), [Some(0.0); 2]);
    assert_eq!([DVec3::Z, -DVec3::Z].map(|way| when(way, BackFaces::Ignore)), [Some(5.0), Some(0.0)]);
}

#[test]
fn rays_that_ignore_backs_hit_where_the_fronts_of_the_mesh_are() {
    let (mut hits, mut misses, mut through) = (0, 0, 0);
    for seed in 0..400 {
        let random = &mut Random::of(seed, 64);
        let shape: TriMesh<DVec3> = mesh(&any_mesh(random)).hollow();
        let (origin, scratch) = (random.in_ball(3) * random.pick(&[0.5, 3.0]), &mut CompositeScratch::new());
        let ray = Ray { max_time: 2.0, ..Ray::new(origin, (random.in_ball(3) - origin) * random.power(-2.0, 2.0)) };
        let front = Ray { back_faces: BackFaces::Ignore, ..ray };
        let answer = ray_cast(&shape, &front, scratch);
        assert_eq!(answer.cast.outcome, ray_cast(&Listed(&shape), &front, scratch).cast.outcome, "seed {seed}");
        through += usize::from(time(&answer.cast) != time(&ray_cast(&shape, &ray, scratch).cast));
        let exact = shape.ray_cast(&SurfaceRay { origin, direction: ray.direction, max_time: 2.0, faces: Faces::Front });
        match (answer.cast.outcome, exact) {
            (CastOutcome::Hit(one), SurfaceRayOutcome::Hit(other)) => {
                assert!((one.time - other.time).abs() * ray.direction.length() <= 1e-9, "seed {seed}: {one:?} {other:?}");
                assert!((one.normal - other.normal).length() <= 1e-9, "seed {seed}: {one:?} {other:?}");
                hits += 1;
            }
            (CastOutcome::Miss { .. }, SurfaceRayOutcome::Miss { .. }) => misses += 1,
            (one, other) => panic!("seed {seed}: {one:?} instead of {other:?}"),
        }
    }
    assert!(hits > 100 && misses > 40 && through > 10, "{hits} {misses} {through}");
}

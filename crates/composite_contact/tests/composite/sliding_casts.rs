//! Casts of bodies that slide over flush parts: over these as over one part, and never past what is
//! in the way.

use clinch_composite::Compound;
use clinch_composite_contact::{CompositeCast, CompositeScratch};
use clinch_contact::{CastOutcome, CastSettings, InitialOverlap, Pair, Space};
use clinch_shapes::{Convex, Cuboid, Polygon, ShapeSpace};
use clinch_support::{Pose, Vector};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec3};

use crate::common::{KINDS, body};
use crate::erased::cast;

/// Boxes given by their least and greatest corners.
fn boxes<V: Space + ShapeSpace>(of: &[[V::Wide; 2]]) -> Compound<V>
where
    V::Shape: From<Cuboid<V>>,
{
    let part = |&[min, max]: &[V::Wide; 2]| {
        let (center, half) = ((max + min) * 0.5, (max - min) * 0.5);
        (Pose::at(V::narrow(center)), Cuboid::new(V::narrow(half)).unwrap().into())
    };
    Compound::new(of.iter().map(part).collect()).unwrap()
}

fn slide<V: Space + ShapeSpace>(shape: &Compound<V>, body: &dyn Convex<V>, pose: Pose<V::Wide>, motion: V::Wide) -> CompositeCast<V> {
    let settings = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, max_time: 1.0, ..CastSettings::default() };
    cast(&Pair { a: shape, b: body, b_in_a: pose }, motion, &settings, &mut CompositeScratch::new())
}

fn time<V: Vector>(cast: &CompositeCast<V>) -> f64 {
    match cast.cast.outcome {
        CastOutcome::Hit(impact) => {
            assert!(!impact.at_start, "{cast:?}");
            impact.time
        }
        CastOutcome::Miss { .. } => f64::INFINITY,
        _ => panic!("{cast:?}"),
    }
}

/// A row of tiles of two heights, with gaps between some, and a box that is pressed into the first.
/// It is stopped by the first side that rises above what is before it and above its bottom.
#[test]
fn a_box_passes_inner_faces_and_no_side_that_is_exposed() {
    let (mut hits, mut misses, mut passed) = (0, 0, 0);
    for seed in 0..600 {
        let random = &mut Random::of(seed, 91);
        let (half, depth) = (random.range(0.05, 0.4), random.pick(&[1e-7, 1e-3, 0.03]));
        let rise = random.pick(&[0.0, 0.0, 0.05, 0.3]);
        // The first tile is below all of the box.
        let (mut end, mut before) = (1.0, 0.0);
        let mut tiles = vec![[DVec2::new(-1.0, -1.0), DVec2::new(end, 0.0)]];
        let (mut first, mut tops) = (f64::INFINITY, 0);
        for _ in 0..8 {
            let gap = if random.chance(0.1) { random.range(0.02, 0.5) } else { 0.0 };
            let (from, width, top) = (end + gap, random.range(0.05, 0.7), random.pick(&[0.0, 0.0, 0.0, -0.02]));
            tiles.push([DVec2::new(from, -random.range(0.5, 1.0)), DVec2::new(from + width, top)]);
            let arrives = from - half;
            let is_exposed = gap > 0.0 || top > before;
            let is_below = rise * arrives - depth < top;
            if is_exposed && is_below && first == f64::INFINITY {
                first = arrives;
            }
            tops += usize::from(first == f64::INFINITY && arrives < 3.0 && is_below);
            (end, before) = (from + width, top);
        }
        let square = Cuboid::new(DVec2::new(half, 0.25)).unwrap();
        let pose = Pose::at(DVec2::new(0.0, 0.25 - depth));
        let answer = slide(&boxes::<DVec2>(&tiles), &square, pose, DVec2::new(3.0, 3.0 * rise));
        let first = if first <= 3.0 { first / 3.0 } else { f64::INFINITY };
        let found = time(&answer);
        assert!(found == first || (found - first).abs() < 1e-9, "seed {seed}: {answer:?} instead of {first}, depth {depth}: {tiles:?}");
        if first < f64::INFINITY {
            hits += 1;
        } else {
            misses += 1;
        }
        passed += tops;
    }
    assert!(hits > 200 && misses > 100 && passed > 500, "{hits} {misses} {passed}");
}

/// A floor of tiles and the same floor as one box, with boxes on both.
fn tiled_as_one<V: Space<Wide = DVec3> + ShapeSpace>(tolerance: f64)
where
    V::Shape: From<Cuboid<V>>,
{
    let (mut hits, mut misses) = (0, 0);
    for seed in 0..300 {
        let random = &mut Random::of(seed, 92);
        let width = random.pick(&[0.25, 0.5, 1.0]);
        let count = (4.0 / width) as i32;
        let tile = |x: i32, y: i32| {
            let min = DVec3::new(f64::from(x), f64::from(y), 0.0) * width - DVec3::new(2.0, 2.0, 1.0);
            [min, min + DVec3::new(width, width, 1.0)]
        };
        let mut tiled: Vec<[DVec3; 2]> = (0..count * count).map(|i| tile(i % count, i / count)).collect();
        let mut one = vec![[DVec3::new(-2.0, -2.0, -1.0), DVec3::new(2.0, 2.0, 0.0)]];
        for _ in 0..random.below(3) {
            // Beyond the body, lying on the floor, partly in it.
            let min = DVec3::new(random.range(0.2, 1.5), random.range(-1.5, 1.0), random.range(-0.5, 0.0));
            let obstacle = [min, DVec3::new(min.x + 0.2, min.y + random.range(0.1, 1.0), random.pick(&[1e-3, 0.05, 0.5]))];
            tiled.push(obstacle);
            one.push(obstacle);
        }
        let kind = seed as usize % KINDS;
        let body = body::<V>(kind, 0.4, &mut Random::new(kind as u64));
        let yaw = DQuat::from_xyzw(0.0, 0.0, random.range(-1.0, 1.0), 1.0).normalize();
        let low = body.bounds(&Pose::new(yaw, DVec3::ZERO)).min.z;
        // The plate is thin.
        let depth = random.pick(&[0.0, 1e-6, 1e-4, 3e-3]);
        let pose = Pose::new(yaw, DVec3::new(random.range(-1.6, -0.6), random.range(-1.0, 1.0), -low - depth));
        let motion = DVec3::new(3.0, random.range(-1.0, 1.0), random.pick(&[0.0, 0.0, 0.1]));
        let [of_tiles, of_one] = [&tiled, &one].map(|of| slide(&boxes::<V>(of), &*body, pose, motion));
        let (found, true_time) = (time(&of_tiles), time(&of_one));
        assert!(found == true_time || (found - true_time).abs() <= tolerance, "seed {seed}: {of_tiles:?} {of_one:?}");
        if true_time < f64::INFINITY {
            hits += 1;
        } else {
            misses += 1;
        }
    }
    assert!(hits > 60 && misses > 100, "{hits} {misses}");
}

#[test]
fn a_body_slides_over_tiles_as_over_one_box() {
    tiled_as_one::<DVec3>(1e-9);
    tiled_as_one::<Vec3>(1e-5);
}

/// The ramp begins level with the floor, which covers the corner where the body touches it first.
#[test]
fn a_part_that_rises_above_the_floor_is_not_passed() {
    let half = 0.25;
    let square = Cuboid::new(DVec2::splat(half)).unwrap();
    let floor = Cuboid::new(DVec2::new(0.6, 0.5)).unwrap();
    let ramp = Polygon::new(&[DVec2::ZERO, DVec2::new(0.0, -1.0), DVec2::new(2.0, -1.0), DVec2::new(2.0, 1.0)]).unwrap();
    let tile = Cuboid::new(DVec2::new(1.0, 0.5)).unwrap();
    let start = |ahead: f64| Pose::at(DVec2::new(ahead - half, half - 1e-3));
    for ahead in [-0.5, -1e-3, 1e-7, 5e-4, 0.01] {
        let part_at = |x: f64, y: f64| Pose::at(DVec2::new(x, y));
        let with_ramp = Compound::new(vec![(part_at(-0.6, -0.5), floor.into()), (part_at(0.0, 0.0), ramp.clone().into())]).unwrap();
        let settings = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, ..CastSettings::default() };
        let pair = Pair { a: &with_ramp, b: square, b_in_a: start(ahead) };
        let found = cast(&pair, DVec2::X, &settings, &mut CompositeScratch::new());
        let CastOutcome::Hit(impact) = found.cast.outcome else { panic!("{ahead}: {found:?}") };
        assert!(impact.time <= (-ahead).max(0.0) + 1e-9 && impact.normal.x < -0.1, "{ahead}: {impact:?}");
        // A level tile in its place is passed, also if it is touched at the start.
        let with_tile = Compound::new(vec![(part_at(-0.6, -0.5), floor.into()), (part_at(1.0, -0.5), tile.into())]).unwrap();
        assert_eq!(time(&slide::<DVec2>(&with_tile, &square, start(ahead), DVec2::X)), f64::INFINITY, "{ahead}");
    }
}

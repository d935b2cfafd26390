//! Small, large, far away, side by side: what absolute tolerances and world coordinates get wrong.

use clinch::support::Scalar;
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::door::{Door, Scene, at, ball, block, coords, exact, hull, in_all_doors, turned};

/// parry misses every pair of 1 mm cubes and is a tenth off on half of those of 1 cm; Jolt misses 59 % at 3 mm.
#[test]
fn millimetre_cubes_are_not_missed() {
    in_all_doors!(cubes_of_any_size);
}

fn cubes_of_any_size<V: Door>() {
    for size in [1e-2, 3e-3, 1e-3, 1e-4, 1e-6, 1e4] {
        let mut random = Random::new(1);
        let (mut apart, mut overlapping) = (0, 0);
        for index in 0..40 {
            let cube = block::<V>(size, size, size);
            let [x, y, z] = random.direction(3).to_array();
            let reach = size * random.range(1.8, 3.4);
            let axis = DVec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), 0.5);
            let pose = turned::<V>(at::<V>(x * reach, y * reach, z * reach), axis, random.range(-3.0, 3.0));
            let scene = Scene::<V>::new(format!("cubes of {size}, {index}"), (cube.clone(), at::<V>(0.0, 0.0, 0.0)), (cube, pose));
            let answer = scene.judged();
            let truth = scene.truth();
            let off = (answer.distance.widen() - truth.sd).abs();
            assert!(off <= 1e-6 * size + truth.err, "size {size}: {off} off: {answer:?} {truth:?}");
            apart += usize::from(answer.distance.widen() > 0.0);
            overlapping += usize::from(answer.distance.widen() < 0.0);
        }
        assert!(apart >= 8 && overlapping >= 8, "{apart} apart, {overlapping} overlapping");
    }
}

/// At gaps below a few ulp of the coordinates a normal made of the nearest points is noise: Box3D's is garbage in a tenth of the cases.
#[test]
fn a_gap_of_a_few_ulp_has_a_normal() {
    in_all_doors!(gaps_of_a_few_ulp);
}

fn gaps_of_a_few_ulp<V: Door>() {
    let ulp = 2.0 * V::Scalar::EPSILON.widen();
    for steps in -8..=8 {
        let gap = f64::from(steps) * ulp;
        for (y, z) in [(0.0, 0.0), (0.25, -0.5), (1.0, 0.125), (1.75, 1.5)] {
            let cube = block::<V>(1.0, 1.0, 1.0);
            let scene = Scene::<V>::new("face to face", (cube.clone(), at::<V>(0.0, 0.0, 0.0)), (cube, at::<V>(2.0 + gap, y, z)));
            let answer = scene.judged();
            // Exact: the numbers are, and the difference is formed in f64. In f64 the coordinates round.
            let slack = 16.0 * f64::EPSILON;
            assert!((answer.distance.widen() - gap).abs() <= slack, "{steps} ulp: {answer:?}");
            assert!((answer.normal - V::unit(0)).length().widen() < 1e-6, "{steps} ulp: {answer:?}");
        }
        // Balls: the way between the middles is long, and says which way it is whatever the gap.
        let one = ball::<V>(1.0);
        let scene = Scene::<V>::new("balls", (one.clone(), at::<V>(0.0, 0.0, 0.0)), (one, at::<V>(2.0 + gap, 0.0, 0.0)));
        let answer = scene.judged();
        assert!((answer.distance.widen() - gap).abs() <= 16.0 * f64::EPSILON, "{steps} ulp: {answer:?}");
        assert_eq!(answer.normal, V::unit(0), "{steps} ulp");
    }
}

/// A margin is a parameter and not an inflation of the shapes, which destroys the precision of what is found (Jolt #1379, #1451).
#[test]
fn a_margin_of_a_million_sizes_changes_no_point() {
    in_all_doors!(huge_margins);
}

fn huge_margins<V: Door>() {
    let (floor, cube) = (block::<V>(4.0, 1.0, 4.0), block::<V>(0.5, 0.5, 0.5));
    for gap in [-0.01, 0.0, 1e-3, 2.0, 100.0] {
        let pose = turned::<V>(at::<V>(0.25, 1.5 + gap, -0.5), DVec3::Y, 0.0);
        let scene = Scene::<V>::new("over a floor", (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (cube.clone(), pose));
        let near = scene.manifold(if gap > 0.0 { 1.5 * gap } else { 1e-3 });
        assert_eq!(near.points.len(), 2 * (V::DIM - 1), "{near:?}");
        for margin in [1e6, 1e12, f64::INFINITY] {
            assert_eq!(scene.manifold(margin), near, "gap {gap}, margin {margin}");
        }
        let off = near.separation().widen() - (exact::<V>(1.5 + gap) - 1.5);
        assert!(off.abs() <= V::Scalar::EPSILON.widen() * (1.0 + gap), "{gap}: {off}");
    }
}

/// World coordinates a thousand kilometres out have steps of 6 cm in `f32`. What is at such a place is still measured exactly, for poses meet in `f64`.
#[test]
fn a_thousand_kilometres_out_nothing_changes() {
    in_all_doors!(far_from_the_origin);
}

fn far_from_the_origin<V: Door>() {
    // Steps of f32 are an eighth there, of which the places are multiples.
    let far = f64::from(1 << 20);
    let shapes = [
        (block::<V>(1.0, 1.0, 1.0), block::<V>(0.5, 2.0, 0.25)),
        (ball::<V>(1.0), block::<V>(0.5, 2.0, 0.25)),
        (hull::<V>(&[DVec3::ZERO, DVec3::X, DVec3::Y * 1.5, DVec3::Z]), ball::<V>(0.5)),
    ];
    for (a, b) in shapes {
        for (x, y, z) in [(1.5, 0.25, 0.0), (1.25, 0.5, 0.5), (2.75, -1.0, 0.25), (0.5, 0.125, -0.375)] {
            let axis = DVec3::new(1.0, 2.0, 3.0);
            let scene = |by: f64| {
                let poses = [at::<V>(by, -by, by), turned::<V>(at::<V>(x + by, y - by, z + by), axis, 0.7)];
                Scene::<V>::new("far", (a.clone(), poses[0]), (b.clone(), poses[1]))
            };
            let (here, there) = (scene(0.0).judged(), scene(far).contact());
            assert_eq!(here.distance, there.distance, "{here:?} {there:?}");
            assert_eq!((here.lower, here.upper, here.normal), (there.lower, there.upper, there.normal));
            assert_eq!(scene(0.0).manifold(0.1), scene(far).manifold(0.1));
        }
    }
}

/// An 84 m triangle against a box of 5 cm.
#[test]
fn a_small_box_lies_on_a_triangle_of_84_metres() {
    in_all_doors!(small_on_large);
}

fn small_on_large<V: Door>() {
    use clinch_testkit::pair_file::ShapeSpec;
    // In the plane, a segment as long.
    let ground = if V::DIM == 3 {
        ShapeSpec::Triangle { a: coords::<V>(-42.0, 0.0, -20.0), b: coords::<V>(42.0, 0.0, -20.0), c: coords::<V>(0.0, 0.0, 40.0) }
    } else {
        ShapeSpec::Segment { a: coords::<V>(-42.0, 0.0, 0.0), b: coords::<V>(42.0, 0.0, 0.0) }
    };
    for (x, z) in [(0.0, 0.0), (30.0, -19.5), (-39.0, -19.0), (0.0, 36.0), (0.333, 7.77)] {
        for gap in [-1e-3, -1e-5, 0.0, 1e-4] {
            let height = exact::<V>(0.025 + gap) - exact::<V>(0.025);
            let crate_of_5_cm = (block::<V>(0.025, 0.025, 0.025), at::<V>(x, 0.025 + gap, z));
            let scene = Scene::<V>::new("a box on a triangle", (ground.clone(), at::<V>(0.0, 0.0, 0.0)), crate_of_5_cm);
            let answer = scene.judged();
            // A millionth of the small thing.
            assert!((answer.distance.widen() - height).abs() <= 1e-6 * 0.025, "{x} {z} {gap}: {answer:?}");
            assert!((answer.normal - V::unit(1)).length().widen() < 1e-5, "{x} {z} {gap}: {answer:?}");
            let points = scene.manifold(1e-3);
            assert_eq!(points.points.len(), 2 * (V::DIM - 1), "{x} {z} {gap}: {points:?}");
            let spread = points.points.iter().map(|point| (point.on_b.get(0) - points.points[0].on_b.get(0)).abs().widen());
            assert!((spread.fold(0.0, f64::max) - 0.05).abs() < 1e-4, "{x} {z} {gap}: {points:?}");
        }
    }
}

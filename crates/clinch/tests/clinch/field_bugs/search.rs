//! Errors of searches for distance and depth: lost digits, endless loops, early stops, and two
//! searches that contradict each other.

use clinch::support::Scalar;
use clinch_testkit::pair_file::ShapeSpec;
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::field_bugs::api::{Api, Scene, at, ball, block, coords, exact, hull, in_3d, in_every_api, turned};

/// For a gap of 10⁻⁷ of the plates' width |v|² − v·w has no correct digit in `f32`.
#[test]
fn wide_plates_a_hair_apart_keep_the_digits_of_their_distance() {
    in_every_api!(wide_plates);
}

fn wide_plates<V: Api>() {
    let plate = block::<V>(1024.0, 0.5, 1024.0);
    for gap in [2.0_f64.powi(-8), 2.0_f64.powi(-13), 2.0_f64.powi(-20)] {
        for tilt in [0.0, 1e-6, 1e-4, -1e-3] {
            let pose = turned::<V>(at::<V>(0.0, 0.0, 0.0), DVec3::Z, tilt);
            // Its lowest corner, under the rounded rotation, is `gap` above the plate below.
            let ([x, y], [cos, sin]) = ([1024.0, 0.5], pose.matrix().x_axis.truncate().to_array());
            let up = exact::<V>(0.5 + gap + x * sin.abs() + y * cos);
            let above = at::<V>(0.0, up, 0.0);
            let scene = Scene::<V>::new(
                "plates",
                (plate.clone(), at::<V>(0.0, 0.0, 0.0)),
                (plate.clone(), clinch_testkit::pair_file::PoseSpec { rotation: pose.rotation, ..above }),
            );
            let truth = up - 0.5 - x * sin.abs() - y * cos;
            let answer = scene.checked();
            let off = (answer.distance.widen() - truth).abs();
            // Rounding of a kilometre in f64, then of the gap in the scalar.
            assert!(off <= 1e-12 + 2.0 * V::Scalar::EPSILON.widen() * gap, "{gap} {tilt}: {off} off {truth}: {answer:?}");
        }
    }
}

#[test]
fn faces_that_are_nearly_parallel_take_few_steps() {
    in_every_api!(nearly_parallel);
}

fn nearly_parallel<V: Api>() {
    let mut random = Random::new(4);
    let mut most = 0;
    for index in 0..300 {
        let tilt = random.power(-16.0, -1.0);
        let axis = DVec3::new(random.range(-1.0, 1.0), 0.0, random.range(-1.0, 1.0));
        let height = 2.0 + random.range(-1.0, 1.0) * random.power(-9.0, -1.0);
        let pose = turned::<V>(at::<V>(random.range(-1.0, 1.0), height, random.range(-1.0, 1.0)), axis, tilt);
        let cube = block::<V>(1.0, 1.0, 1.0);
        let scene = Scene::<V>::new(format!("cubes {index}, {tilt}"), (cube.clone(), at::<V>(0.0, 0.0, 0.0)), (cube, pose));
        let answer = scene.checked();
        most = most.max(answer.support_calls);
    }
    assert!(most <= 40, "{most} support calls");
}

/// A hundred corners are equally far, and rounding decides which one is the support point.
#[test]
fn a_face_of_a_hundred_equal_corners_does_not_cycle() {
    in_every_api!(equal_corners);
}

/// A prism with a regular polygon of many sides as its base; in 2D the polygon.
fn drum<V: Api>(count: u32, radius: f64, half_height: f64) -> ShapeSpec {
    let rim = |k: u32, y: f64| {
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(k) / f64::from(count));
        DVec3::new(radius * cos, y, radius * sin)
    };
    if V::DIM == 2 {
        return hull::<V>(&(0..count).map(|k| rim(k, 0.0)).map(|p| DVec3::new(p.x, p.z, 0.0)).collect::<Vec<_>>());
    }
    hull::<V>(&(0..count).flat_map(|k| [rim(k, -half_height), rim(k, half_height)]).collect::<Vec<_>>())
}

fn equal_corners<V: Api>() {
    let one = drum::<V>(100, 1.0, 1.0);
    for gap in [-0.25, -1e-3, -1e-6, 0.0, 1e-6, 1e-3, 0.25] {
        for (x, z, turn) in [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (0.3, -0.7, 0.05), (1.0, 1.0, 0.031_415_926)] {
            // In 2D corner above corner: sideways, the polygons' sides are long.
            let at_height = if V::DIM == 3 { at::<V>(x, 2.0 + gap, z) } else { at::<V>(0.0, 2.0 + gap, 0.0) };
            let pose = turned::<V>(at_height, DVec3::Y, turn);
            let scene = Scene::<V>::new("drums", (one.clone(), at::<V>(0.0, 0.0, 0.0)), (one.clone(), pose));
            let answer = scene.checked();
            assert!(answer.support_calls <= 60, "{gap} {x} {z} {turn}: {answer:?}");
            let height = exact::<V>(2.0 + gap) - 2.0;
            assert!(V::DIM == 2 || (answer.distance.widen() - height).abs() <= 1e-6, "{gap} {x} {z} {turn}: {answer:?}");
        }
    }
}

/// Hulls of many points on a ball: neighbouring facets are almost coplanar, and a horizon from
/// rounded signs splits into islands.
#[test]
fn fine_hulls_deep_in_each_other_end_with_tight_bounds() {
    in_every_api!(fine_hulls);
}

fn fine_hulls<V: Api>() {
    let mut random = Random::new(10);
    let mut deep = 0;
    for index in 0..40 {
        let mut cloud = |count: usize| -> Vec<DVec3> {
            let points = (0..count).map(|_| random.direction(3) * 1.0);
            points.map(|p| if V::DIM == 2 { DVec3::new(p.x, p.y, 0.0).normalize() } else { p }).collect()
        };
        let (a, b) = (hull::<V>(&cloud(40 + 4 * index)), hull::<V>(&cloud(200 - 4 * index)));
        let place = random.in_ball(3) * 1.9;
        let pose = turned::<V>(at::<V>(place.x, place.y, 0.3 * place.z), random.direction(3), random.range(-3.0, 3.0));
        let answer = Scene::<V>::new(format!("fine hulls {index}"), (a, at::<V>(0.0, 0.0, 0.0)), (b, pose)).checked();
        let width = answer.upper.widen() - answer.lower.widen();
        // Each support map declares an error of 4ε of its extent, to either side.
        assert!(width <= 20.0 * V::Scalar::EPSILON.widen() + 1e-10, "{index}: {width}: {answer:?}");
        deep += usize::from(answer.distance.widen() < -0.5);
    }
    assert!(deep >= 10, "{deep} of 40 are deep");
}

/// For a depth of a few ulp a relative tolerance is below the rounding error. Without a floor the
/// search runs until its memory is full.
#[test]
fn overlaps_of_a_few_ulp_end_in_few_steps() {
    in_every_api!(shallow);
}

fn shallow<V: Api>() {
    let mut most = 0;
    let (one, other) = (drum::<V>(60, 1.0, 1.0), block::<V>(1.0, 1.0, 1.0));
    for steps in 0..40 {
        for tilt in [0.0, 0.4] {
            let ulp = 2.0 * V::Scalar::EPSILON.widen();
            let (sin, cos) = libm::sincos(tilt);
            // A face on a face, then an edge on a face: `sin + cos` is the height of the center
            // above the lowest corner.
            let up = 1.0 + sin + cos - f64::from(steps) * ulp;
            let pose = turned::<V>(at::<V>(0.0, up, 0.0), DVec3::Z, tilt);
            let scene = Scene::<V>::new("shallow", (one.clone(), at::<V>(0.0, 0.0, 0.0)), (other.clone(), pose));
            most = most.max(scene.checked().support_calls);
        }
    }
    assert!(most <= 60, "{most} support calls");
}

/// GJK answers until the cores touch, then EPA. The depth must be continuous there.
#[test]
fn depth_does_not_jump_where_it_passes_the_radius() {
    in_every_api!(through_the_radius);
}

fn through_the_radius<V: Api>() {
    let rounded = |half: f64, radius: f64| ShapeSpec::Rounded { core: Box::new(block::<V>(half, half, half)), radius: exact::<V>(radius) };
    let cases = [
        (rounded(1.0, 0.25), block::<V>(4.0, 1.0, 4.0)),
        (rounded(1.0, 0.125), rounded(0.875, 0.25)),
        (ball::<V>(1.25), block::<V>(4.0, 1.0, 4.0)),
    ];
    for (a, b) in cases {
        for step in -64..=64 {
            // Fine steps around the height at which the cores touch, coarse ones elsewhere.
            for offset in [f64::from(step) / 64.0, -0.25 + f64::from(step) / 1e7, -0.375 + f64::from(step) / 1e7] {
                let up = exact::<V>(2.25 + offset);
                let scene = Scene::<V>::new("rounded", (a.clone(), at::<V>(0.0, 0.0, 0.0)), (b.clone(), at::<V>(0.125, up, 0.25)));
                let answer = scene.checked();
                let off = (answer.distance.widen() - (up - 2.25)).abs();
                assert!(off <= V::Scalar::EPSILON.widen(), "{offset}: {off} off: {answer:?}");
                assert!((answer.normal - V::unit(1)).length().widen() < 1e-6, "{offset}: {answer:?}");
            }
        }
    }
}

/// When one search reports an overlap and the other a gap, engines combine half of each answer.
#[test]
fn intersection_distance_depth_and_points_agree() {
    in_every_api!(queries_agree);
    in_3d!(round_shapes_agree);
}

fn queries_agree<V: Api>() {
    let mut random = Random::new(27);
    for index in 0..12 {
        let mut number = || random.range(0.3, 1.0);
        let (a, b) = (block::<V>(number(), number(), number()), block::<V>(number(), number(), number()));
        sweep_through_touch::<V>(&format!("boxes {index}"), &a, &b, ULPS, &mut random);
        let corner = |random: &mut Random| random.in_ball(3);
        let points: Vec<DVec3> = (0..8).map(|_| corner(&mut random)).collect();
        sweep_through_touch::<V>(&format!("hull {index}"), &a, &hull::<V>(&points), ULPS, &mut random);
    }
}

fn round_shapes_agree<V: Api>() {
    let mut random = Random::new(28);
    let cylinder = ShapeSpec::Cylinder { half_height: 0.5, radius: 0.75 };
    let cone = ShapeSpec::Cone { half_height: 0.5, radius: 0.75 };
    let egg = ShapeSpec::Ellipsoid { radii: coords::<V>(0.5, 1.0, 0.75) };
    for a in [&cylinder, &cone, &egg] {
        for b in [&cylinder, &egg, &block::<V>(0.5, 0.25, 1.0)] {
            sweep_through_touch::<V>("round", a, b, ROUND_ULPS, &mut random);
        }
    }
}

/// Coordinates round by two ulp of 4.
const ULPS: f64 = 16.0;
/// Where a corner touches a rim, every normal of a wedge is equally good. A search stops when its
/// bounds are within its rounding error, eight ulp of the size, which is up to 8 here.
const ROUND_ULPS: f64 = 64.0;

/// Moves B along the normal in steps of an ulp through the contact. The distance must increase with
/// each step, and all queries must agree.
fn sweep_through_touch<V: Api>(name: &str, a: &ShapeSpec, b: &ShapeSpec, ulps: f64, random: &mut Random) {
    let (direction, axis, angle) = (random.direction(3), random.direction(3), random.range(-3.0, 3.0));
    let far = if V::DIM == 2 { DVec3::new(direction.x, direction.y, 0.0).normalize() * 4.0 } else { direction * 4.0 };
    let scene = |p: DVec3| {
        let pose = turned::<V>(at::<V>(p.x, p.y, p.z), axis, angle);
        Scene::<V>::new(name, (a.clone(), at::<V>(0.0, 0.0, 0.0)), (b.clone(), pose))
    };
    let first = scene(far).contact();
    let along = <V as clinch_testkit::build::Build>::coords(first.normal.widen()).to_vec3();
    let ulp = V::Scalar::EPSILON.widen();
    let mut last = f64::NEG_INFINITY;
    for step in -40..=40 {
        let by = first.distance.widen() - f64::from(step) * 0.5 * ulp;
        let here = scene(far - along * by).checked();
        let signed = here.distance.widen();
        assert!(signed >= last - ulps * ulp, "{name} {step}: from {last} to {here:?}");
        assert!(here.lower <= here.distance && here.distance <= here.upper, "{name} {step}: {here:?}");
        last = signed;
    }
}

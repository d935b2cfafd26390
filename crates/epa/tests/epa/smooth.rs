//! Deep overlaps of smooth shapes, where many normals give nearly the same depth and a search may
//! reach its limit.

use clinch_epa::{Depth, EpaVector, Limits, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Difference, Pose, Record};
use clinch_testkit::build::Build;
use clinch_testkit::cloud::Egg;
use clinch_testkit::pair_file::{Coords, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

#[test]
fn witness_points_are_as_far_apart_as_the_depth_even_after_a_limited_search() {
    let mut random = Random::new(4573);
    let mut limited = 0;
    for _ in 0..300 {
        let egg = Egg(DVec3::new(random.range(0.05, 1.0), random.range(0.05, 1.0), random.range(0.05, 1.0)));
        // Without an offset the two normals of least depth are opposite each other.
        let pose = Pose::at(random.direction(3) * if random.chance(0.5) { 0.0 } else { random.power(-9.0, -2.0) });
        let difference = Difference::new(&egg, &egg, &pose);
        let mut record = Record::new();
        let simplex = match distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record).outcome {
            Outcome::Touching(touch) => touch.simplex,
            Outcome::Overlapping(simplex) => simplex,
            other => panic!("they overlap: {other:?}"),
        };
        // A low limit, which many searches reach.
        let limits = Limits { smooth_iterations: 24, ..Limits::default() };
        let mut polytope = <DVec3 as EpaVector>::Polytope::default();
        let Depth::Overlapping(found) = depth(&difference, &simplex, &limits, &mut record, &mut polytope) else { panic!("they overlap") };
        limited += usize::from(found.stop == clinch_epa::Stop::Exhausted);
        let off = pose.point(found.point_b) - found.point_a + found.normal * found.depth;
        let loose = found.upper - found.lower;
        assert!(off.length() <= 2.0 * loose + 1e-9, "{egg:?} {pose:?}: off by {off}, bounds are {loose:e} apart");
    }
    assert!(limited > 100, "{limited}");
}

/// Rims and flat faces, of which several vertices may be farthest along a normal to within the
/// tolerance.
fn solid(random: &mut Random) -> ShapeSpec {
    let mut length = || if random.chance(0.4) { random.pick(&[0.5, 1.0]) } else { random.power(-2.0, 0.3) };
    let [half_height, bottom, top] = [length(), length(), length()];
    match random.below(4) {
        0 => ShapeSpec::Cylinder { half_height, radius: bottom },
        1 => ShapeSpec::Cone { half_height, radius: bottom },
        2 => ShapeSpec::Frustum { half_height, bottom, top },
        _ => ShapeSpec::Box { half: Coords::of(DVec3::new(half_height, bottom, top), 3) },
    }
}

#[test]
fn depths_of_solids_of_revolution_are_proved_by_their_support_values() {
    let (mut random, mut minima) = (Random::new(1906), 0);
    let mut polytope = <DVec3 as EpaVector>::Polytope::default();
    for round in 0..2000 {
        let [spec_a, spec_b] = [(); 2].map(|()| solid(&mut random));
        let [a, b] = [&spec_a, &spec_b].map(|spec| <DVec3 as Build>::shape(spec).unwrap());
        let rotation = if random.chance(0.5) { glam::DQuat::from_array(random.quaternion()) } else { glam::DQuat::IDENTITY };
        let pose = Pose::new(rotation, random.in_ball(3) * random.power(-4.0, 0.0));
        let difference = Difference::<_, _, DVec3>::new(&a, &b, &pose);
        let mut record = Record::new();
        let simplex = match distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record).outcome {
            Outcome::Touching(touch) => touch.simplex,
            Outcome::Overlapping(simplex) => simplex,
            _ => continue,
        };
        let found = depth(&difference, &simplex, &Limits::default(), &mut record, &mut polytope);
        let Depth::Overlapping(found) = found else { continue };
        minima += usize::from(found.stop == clinch_epa::Stop::LocalMinimum);
        assert!(found.verify(&difference), "{round}: {spec_a:?} {spec_b:?} {pose:?}: {found:?}");
    }
    assert!(minima > 200, "{minima}");
}

/// A tiny solid over the apex of a large cone. Between the normals of the cone's side, a polytope
/// may have but one corner, and no facet whose normal is near the end of the solid.
#[test]
fn the_depth_of_a_tiny_solid_over_the_apex_of_a_large_cone_is_not_that_of_the_cones_side() {
    let (mut random, mut exhausted) = (Random::new(2609433), 0);
    let mut polytope = <DVec3 as EpaVector>::Polytope::default();
    let mut missed = Vec::new();
    for round in 0..600 {
        let (half_height, radius, size) = (random.power(-1.0, 0.0), random.power(-1.0, 0.0), random.power(-5.0, -2.0));
        let [height, width] = [(); 2].map(|()| size * random.power(-0.5, 0.0));
        let spec_a = match random.below(3) {
            0 => ShapeSpec::Frustum { half_height: height, bottom: width, top: width * random.range(0.0, 1.0) },
            1 => ShapeSpec::Ellipsoid { radii: Coords::of(DVec3::new(width, height, width), 3) },
            _ => ShapeSpec::Cylinder { half_height: height, radius: width },
        };
        let [a, b] = [&spec_a, &ShapeSpec::Cone { half_height, radius }].map(|spec| <DVec3 as Build>::shape(spec).unwrap());
        let tilt = if random.chance(0.5) { 0.0 } else { random.power(-9.0, -1.0) };
        let rotation = DQuat::from_scaled_axis(random.direction(3) * tilt);
        let aside = if random.chance(0.5) { 0.0 } else { random.power(-6.0, -1.0) };
        let apex = DVec3::Y * (height * random.range(-0.5, 0.5)) + random.direction(3) * (size * aside);
        let pose = Pose::new(rotation, apex - rotation * DVec3::Y * half_height);
        let difference = Difference::<_, _, DVec3>::new(&a, &b, &pose);
        let mut record = Record::new();
        let simplex = match distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record).outcome {
            Outcome::Touching(touch) => touch.simplex,
            Outcome::Overlapping(simplex) => simplex,
            other => panic!("they overlap: {other:?}"),
        };
        let Depth::Overlapping(found) = depth(&difference, &simplex, &Limits::default(), &mut record, &mut polytope) else {
            panic!("they overlap")
        };
        exhausted += usize::from(found.stop == clinch_epa::Stop::Exhausted);
        // Normals of the ends, and of the cone's side.
        let sides = (0..64).map(|turn| {
            let about_axis = DQuat::from_rotation_y(core::f64::consts::TAU * f64::from(turn) / 64.0);
            -(rotation * (about_axis * DVec3::new(2.0 * half_height, radius, 0.0).normalize()))
        });
        for normal in [DVec3::Y, -DVec3::Y, rotation * DVec3::Y, rotation * -DVec3::Y].into_iter().chain(sides) {
            let along = normal.dot(difference.vertex(normal).point);
            if found.depth > along + 1e-6 * size {
                missed.push(format!("{round}: {spec_a:?} {half_height} {radius} {pose:?}: {along:e} along {normal}, not {found:?}"));
                break;
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(exhausted > 50, "{exhausted}");
}

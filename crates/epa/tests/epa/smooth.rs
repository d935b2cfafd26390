//! Deep overlaps of smooth shapes, where many normals give nearly the same depth and a search may
//! reach its limit.

use clinch_epa::{Depth, EpaVector, Limits, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Difference, Pose, Record};
use clinch_testkit::cloud::Egg;
use clinch_testkit::random::Random;
use glam::DVec3;

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

//! Deep overlaps of smooth shapes, where many ways out cost nearly the same and a search may be cut short.

use clinch_epa::{Depth, Expanding, Limits, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Difference, Pose, Record};
use clinch_testkit::cloud::Egg;
use clinch_testkit::random::Random;
use glam::DVec3;

#[test]
fn the_deepest_points_are_as_far_apart_as_the_depth_even_of_a_search_cut_short() {
    let mut random = Random::new(4573);
    let mut cut_short = 0;
    for _ in 0..300 {
        let egg = Egg(DVec3::new(random.range(0.05, 1.0), random.range(0.05, 1.0), random.range(0.05, 1.0)));
        // In one place, the two shortest ways out are opposite each other.
        let pose = Pose::at(random.direction(3) * if random.chance(0.5) { 0.0 } else { random.power(-9.0, -2.0) });
        let difference = Difference::new(&egg, &egg, &pose);
        let mut record = Record::new();
        let simplex = match distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record).outcome {
            Outcome::Touching(touch) => touch.simplex,
            Outcome::Overlapping(simplex) => simplex,
            other => panic!("they overlap: {other:?}"),
        };
        // Few steps, so that many searches are cut short.
        let limits = Limits { smooth_iterations: 24, ..Limits::default() };
        let mut polytope = <DVec3 as Expanding>::Polytope::default();
        let Depth::Overlapping(found) = depth(&difference, &simplex, &limits, &mut record, &mut polytope) else { panic!("they overlap") };
        cut_short += usize::from(found.stop == clinch_epa::Stop::Exhausted);
        let off = pose.point(found.point_b) - found.point_a + found.normal * found.depth;
        let loose = found.upper - found.lower;
        assert!(off.length() <= 2.0 * loose + 1e-9, "{egg:?} {pose:?}: off by {off}, bounds are {loose:e} apart");
    }
    assert!(cut_short > 100, "{cut_short}");
}

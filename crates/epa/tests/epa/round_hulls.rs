//! Hulls of many points on a sphere, deep inside each other: hundreds of facets are nearly as near
//! as the nearest.

use clinch_epa::{Depth, EpaVector, Limits, Stop, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Difference, Pose, Record};
use clinch_testkit::cloud::Cloud;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

#[test]
fn round_hulls_are_searched_to_the_exact_facet() {
    let mut random = Random::new(500);
    let mut longest = 0;
    for _ in 0..20 {
        let hull = Cloud((0..450).map(|_| random.direction(3)).collect());
        let [x, y, z] = [0; 3].map(|_| 1e-9 * random.range(-1.0, 1.0));
        let pose = Pose::new(DQuat::from_xyzw(x, y, z, 1.0).normalize(), random.in_ball(3) * 1e-3);
        let difference = Difference::<_, _, DVec3>::new(&hull, &hull, &pose);
        let mut record = Record::new();
        let Outcome::Overlapping(simplex) = distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record).outcome
        else {
            continue;
        };
        let mut polytope = <DVec3 as EpaVector>::Polytope::default();
        let found = depth(&difference, &simplex, &Limits::default(), &mut record, &mut polytope);
        let Depth::Overlapping(found) = found else { panic!("{found:?}") };
        assert!(found.stop == Stop::Converged && found.upper - found.lower < 1e-13, "{found:?}");
        assert!(found.verify(&difference), "{found:?}");
        longest = longest.max(found.iterations);
    }
    assert!(longest > Limits::<f64>::default().smooth_iterations, "{longest}");
}

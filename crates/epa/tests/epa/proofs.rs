//! The claims of a search are proved by two support calls, or by a simplex. Wrong claims are
//! rejected.

use clinch_epa::{Depth, EpaSpace, Limits, depth};
use clinch_gjk::{Outcome, Start, distance, is_apart, is_overlap};
use clinch_support::{Difference, Record, Scalar, Vector};
use clinch_testkit::cloud::{Cloud, Space};
use clinch_testkit::generate::{self, Kind};
use glam::{DVec2, DVec3, Vec2, Vec3};

fn every_claim_is_proved<V: Space + EpaSpace>(seed: u64) {
    let (mut apart, mut deep, mut proved, mut overlaps) = (0, 0, 0, 0);
    for index in 0..1500 {
        let pair = generate::pair_of(V::DIM, seed, index, &[Kind::Segment, Kind::Triangle, Kind::Box, Kind::Hull, Kind::Point]);
        let query = &pair.query;
        let cloud = |spec| V::cloud(spec).unwrap();
        let (a, b): (Cloud<V>, Cloud<V>) = (cloud(&query.a), cloud(query.b.as_ref().unwrap()));
        let b_in_a = V::pose(&query.pose_b).relative_to(&V::pose(&query.pose_a));
        let difference = Difference::new(&a, &b, &b_in_a);
        let mut record = Record::new();
        let answer = distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record);
        let context = || format!("{seed}/{index}: {answer:?}");
        let size = difference.size();
        let simplex = match &answer.outcome {
            Outcome::Apart(separation) => {
                apart += 1;
                assert!(separation.verify(&difference), "{}", context());
                // A distance that is too large, another pose, another axis.
                let more = separation.upper + 2.0 * difference.error() + 1e-12 * size;
                assert!(
                    !clinch_gjk::Separation { lower: more, upper: 2.0 * more, ..separation.clone() }.verify(&difference),
                    "{}",
                    context()
                );
                let nearer = difference.seen_from(-separation.normal * (separation.distance + 1e-6 * size));
                assert!(!separation.verify(&nearer), "{}", context());
                assert!(!is_apart(&difference, -separation.axis, separation.lower), "{}", context());
                assert!(!is_apart(&difference, V::Wide::ZERO, separation.lower));
                assert!(!is_apart(&difference, separation.axis, f64::NAN));
                continue;
            }
            Outcome::Overlapping(simplex) => {
                overlaps += 1;
                proved += usize::from(is_overlap(&difference, simplex, &record));
                // A vertex too few, and the simplex moved so far that the origin is outside of A −
                // B.
                assert!(!is_overlap(&difference, &simplex[1..].into(), &record));
                let mut moved = record.clone();
                moved.clear();
                let away = V::Wide::unit(0) * (3.0 * size);
                let shifted =
                    simplex.iter().map(|&at| moved.push(clinch_support::Vertex { point: record[at].point + away, ..record[at] })).collect();
                assert!(!is_overlap(&difference, &shifted, &moved), "{}", context());
                simplex.clone()
            }
            Outcome::Touching(touch) => touch.simplex.clone(),
            other => panic!("{other:?}"),
        };
        if let Depth::Overlapping(found) = depth(&difference, &simplex, &Limits::default(), &mut record, &mut Default::default()) {
            assert!(found.verify(&difference), "{seed}/{index}: {found:?}");
            if found.lower > 1e-6 * size {
                deep += 1;
                let less = found.lower * 0.999 - 2.0 * difference.error();
                assert!(!clinch_epa::Penetration { upper: less, lower: 0.0, ..found }.verify(&difference), "{seed}/{index}: {found:?}");
                let deeper = difference.seen_from(-found.normal * (0.01 * size));
                assert!(!found.verify(&deeper), "{seed}/{index}: {found:?}");
            }
        }
    }
    assert!(apart > 300 && deep > 200, "{apart} apart, {deep} deep");
    // The simplex that GJK ends on has the origin inside, except for those that enclose it by
    // rounding.
    assert!(overlaps > 50 && 10 * proved > 8 * overlaps, "{proved} of {overlaps} overlaps are proved");
    assert!(V::Scalar::EPSILON.widen() > 0.0);
}

#[test]
fn claims_in_space_are_proved() {
    every_claim_is_proved::<Vec3>(701);
    every_claim_is_proved::<DVec3>(702);
}

#[test]
fn claims_in_the_plane_are_proved() {
    every_claim_is_proved::<Vec2>(703);
    every_claim_is_proved::<DVec2>(704);
}

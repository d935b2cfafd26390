//! Normal cones against their definition.

use clinch_composite::{BoundaryEdges, Chain, Composite, Feature, NormalCone, SubShapeId};
use clinch_testkit::random::Random;
use glam::DVec2;

use crate::planar::shapes::{segments, tangle};

/// Whether a direction is in a cone, up to rounding.
fn admits(cone: &NormalCone<DVec2>, direction: DVec2) -> bool {
    cone.nearest(direction).is_some_and(|nearest| nearest.distance(direction) < 1e-9)
}

#[test]
fn a_cone_has_the_directions_in_which_neither_neighbor_is_nearer() {
    let random = &mut Random::new(2);
    let mut counts = [0; 2];
    for _ in 0..300 {
        let points = tangle(3, random);
        let chain = Chain::open(points.clone()).unwrap();
        let [a, at, b] = [points[0], points[1], points[2]];
        let cones = [0, 1].map(|id| [true, false].map(|front| chain.normal_cone(SubShapeId(id), Feature::Vertex(1 - id as u8), front)));
        for _ in 0..20 {
            let n = random.direction(2).truncate();
            // On the front of one segment, or on its back.
            let supports = [a, b].iter().all(|&y| n.dot(y - at) <= 0.0);
            let front = [at - a, b - at].iter().any(|along| n.dot(DVec2::new(along.y, -along.x)) > 0.0);
            let back = [at - a, b - at].iter().any(|along| n.dot(DVec2::new(along.y, -along.x)) < 0.0);
            for cones in &cones {
                assert!(!admits(&cones[0], n) || supports && front, "{points:?} {n} {cones:?}");
                assert!(!admits(&cones[1], n) || supports && back, "{points:?} {n} {cones:?}");
                assert_eq!(supports, admits(&cones[0], n) || admits(&cones[1], n), "{points:?} {n} {cones:?}");
            }
            counts[usize::from(supports)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

#[test]
fn ends_are_hard_or_open_or_as_their_ghosts() {
    let line = Chain::open(vec![DVec2::X, DVec2::ZERO]).unwrap();
    let cone = |chain: &Chain<DVec2>, end| chain.normal_cone(SubShapeId(0), Feature::Vertex(end), true);
    let NormalCone::Arc([up, _, aside]) = cone(&line, 0) else { panic!("hard") };
    assert_eq!((up, aside), (DVec2::Y, DVec2::X));
    let open = line.clone().with_boundary_edges(BoundaryEdges::Open);
    assert_eq!(cone(&open, 1), NormalCone::Ray(DVec2::Y));
    let ghosts = |before, after| line.clone().with_ghost_vertices(before, after).unwrap();
    assert_eq!(cone(&ghosts(Some(DVec2::X * 7.0), None), 0), NormalCone::Ray(DVec2::Y));
    assert_eq!(cone(&ghosts(Some(DVec2::new(2.0, 1.0)), None), 0), NormalCone::Empty);
    let NormalCone::Arc([up, _, beyond]) = cone(&ghosts(None, Some(DVec2::NEG_ONE)), 1) else { panic!("convex") };
    assert_eq!(up, DVec2::Y);
    assert!(beyond.abs_diff_eq(DVec2::new(-0.5_f64.sqrt(), 0.5_f64.sqrt()), 1e-15));
    // A neighbour by 2^-52 of a turn.
    assert_eq!(cone(&ghosts(Some(DVec2::new(2.0, 1e-300)), None), 0), NormalCone::Ray(DVec2::Y));
    assert_eq!(cone(&ghosts(Some(DVec2::new(2.0, f64::EPSILON)), None), 0), NormalCone::Empty);
}

#[test]
fn neighbors_share_the_keys_of_their_points() {
    let chain = Chain::closed(tangle(7, &mut Random::new(5))).unwrap();
    let mut keys = Vec::new();
    for id in 0..segments(&chain).len() as u32 {
        let id = SubShapeId(id);
        keys.push(chain.feature_key(id, Feature::Face).unwrap());
        keys.push(chain.feature_key(id, Feature::Vertex(0)).unwrap());
        let beyond = chain.neighbor(id, 1).unwrap();
        assert_eq!(chain.feature_key(id, Feature::Vertex(1)), chain.feature_key(beyond, Feature::Vertex(0)));
        assert_eq!([Feature::Edge(0), Feature::Vertex(2)].map(|feature| chain.feature_key(id, feature)), [None, None]);
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 14);
    assert_eq!(chain.feature_key(SubShapeId(7), Feature::Face), None);
}

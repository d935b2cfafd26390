//! What constructors refuse, repair and share.

use clinch_composite::{
    BoundaryEdges, Chain, ChainError, Composite, EdgeKind, Feature, HeightField2, HeightField2Error, NormalCone, Sides, SubShapeId,
};
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::planar::shapes::{narrow, segments, star, tangle, terrain};

#[test]
fn chains_are_refused_with_the_index_of_what_is_wrong() {
    let at = |points: &[(f32, f32)]| points.iter().map(|&point| Vec2::from(point)).collect::<Vec<_>>();
    let square = at(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
    let few = |given, needed| Some(ChainError::TooFewPoints { given, needed });
    assert_eq!(Chain::<Vec2>::open(vec![]).err(), few(0, 2));
    assert_eq!(Chain::open(at(&[(0.0, 0.0)])).err(), few(1, 2));
    assert_eq!(Chain::closed(at(&[(0.0, 0.0), (1.0, 0.0)])).err(), few(2, 3));
    assert_eq!(Chain::open(at(&[(0.0, 0.0), (f32::NAN, 0.0)])).err(), Some(ChainError::PointNotFinite { point: 1 }));
    assert_eq!(Chain::open(at(&[(0.0, 0.0), (-0.0, 0.0), (1.0, 0.0)])).err(), Some(ChainError::EqualNeighbors { points: [0, 1] }));
    let closing = [square.clone(), vec![square[0]]].concat();
    assert_eq!(Chain::closed(closing.clone()).err(), Some(ChainError::EqualNeighbors { points: [4, 0] }));
    assert!(Chain::open(closing).is_ok());

    let chain = Chain::open(square.clone()).unwrap();
    assert_eq!(chain.scaled(Vec2::new(0.0, 1.0)).err(), Some(ChainError::InvalidScale { axis: 0 }));
    assert_eq!(
        chain.scaled(Vec2::new(1.0, f32::MAX)).unwrap().scaled(Vec2::new(1.0, 2.0)).err(),
        Some(ChainError::InvalidScale { axis: 1 })
    );
    let large = Chain::open(at(&[(0.0, 0.0), (2.0, 0.0)])).unwrap();
    assert_eq!(large.scaled(Vec2::splat(3e38)).err(), Some(ChainError::PointNotFinite { point: 1 }));
    assert_eq!(large.scaled(Vec2::splat(1e-45)).unwrap().scaled(Vec2::splat(0.5)).err(), Some(ChainError::InvalidScale { axis: 0 }));
    let fine = Chain::open(at(&[(1.0, 0.0), (1.0_f32.next_up(), 0.0)])).unwrap();
    assert_eq!(fine.scaled(Vec2::splat(1e-40)).err(), Some(ChainError::EqualNeighbors { points: [0, 1] }));

    let ghosts = |before, after| chain.clone().with_ghost_vertices(before, after).err();
    assert_eq!(ghosts(Some(Vec2::ZERO), None), Some(ChainError::GhostAtEnd { end: 0 }));
    assert_eq!(ghosts(None, Some(Vec2::Y)), Some(ChainError::GhostAtEnd { end: 1 }));
    assert_eq!(ghosts(None, Some(Vec2::INFINITY)), Some(ChainError::GhostNotFinite { end: 1 }));
    let joined = Chain::closed(square).unwrap();
    assert_eq!(joined.with_ghost_vertices(Some(Vec2::NEG_X), None).err(), Some(ChainError::GhostOfLoop));
    assert_eq!(ChainError::GhostAtEnd { end: 0 }.to_string(), "the ghost vertex before the first point is at the place of that point");
}

#[test]
fn repair_drops_equal_neighbors_and_reports_them() {
    let points = |at: &[u8]| at.iter().map(|&i| [Vec2::ZERO, Vec2::X, Vec2::Y, Vec2::NAN][usize::from(i)]).collect::<Vec<_>>();
    let (chain, report) = Chain::repaired_closed(points(&[0, 0, 1, 2, 2, 0, 0])).unwrap();
    assert_eq!(chain.shared_points(), points(&[0, 1, 2]));
    assert_eq!((report.dropped, report.sources), (vec![[1, 0], [4, 3], [6, 0], [5, 0]], vec![0, 2, 3]));
    assert_eq!(Chain::repaired_open(points(&[1, 1, 3])).err(), Some(ChainError::PointNotFinite { point: 2 }));
    assert_eq!(Chain::repaired_closed(points(&[1, 1, 2, 1])).err(), Some(ChainError::TooFewPoints { given: 2, needed: 3 }));
    assert_eq!(Chain::repaired_closed(Vec::<Vec2>::new()).err(), Some(ChainError::TooFewPoints { given: 0, needed: 3 }));
}

#[test]
fn a_counter_clockwise_loop_is_a_solid_with_the_moments_of_its_triangles() {
    let random = &mut Random::new(4);
    let points = star(17, random);
    let solid = Chain::closed(points.clone()).unwrap();
    assert_eq!((solid.sides(), solid.clone().hollow().sides(), solid.clone().two_sided().sides()), (Sides::Solid, Sides::One, Sides::Two));
    assert_eq!((solid.clone().hollow().moments(), solid.clone().two_sided().hollow().sides()), (None, Sides::Two));
    let reversed = Chain::closed(points.iter().rev().copied().collect()).unwrap();
    assert_eq!((reversed.sides(), Chain::open(points.clone()).unwrap().sides()), (Sides::One, Sides::One));
    // Star-shaped: the triangles from the origin are disjoint.
    let (mut area, mut first) = (0.0, DVec2::ZERO);
    for [a, b] in segments(&solid) {
        area += 0.5 * a.perp_dot(b);
        first += (a + b) / 3.0 * (0.5 * a.perp_dot(b));
    }
    for scale in [DVec2::ONE, DVec2::new(-2.0, 0.5), DVec2::new(-3.0, -1e-3)] {
        let instance = solid.scaled(scale).unwrap();
        let moments = instance.moments().unwrap();
        assert!((moments.volume() / (area * (scale.x * scale.y).abs()) - 1.0).abs() < 1e-13);
        assert!(moments.centroid().abs_diff_eq(first / area * scale, 1e-14));
        assert_eq!((instance.sides(), instance.shares_data_with(&solid)), (Sides::Solid, true));
        assert!(instance.contains(DVec2::ZERO));
    }
}

#[test]
fn a_mirrored_instance_answers_as_the_chain_of_its_segments() {
    let random = &mut Random::new(9);
    for scale in [DVec2::new(-1.0, 1.0), DVec2::new(0.3, -2.0), DVec2::new(-2.0, -0.7)] {
        let points = tangle(9, random);
        let ghosts = [Some(DVec2::new(5.0, 4.0)), Some(DVec2::new(-4.0, 5.0))];
        let chain = Chain::open(points.clone()).unwrap().with_ghost_vertices(ghosts[0], ghosts[1]).unwrap();
        let instance = chain.scaled(scale).unwrap();
        let mut scaled: Vec<_> = points.iter().map(|&point| point * scale).collect();
        let mut ghosts = ghosts.map(|ghost| ghost.map(|ghost| ghost * scale));
        let mirrored = scale.x * scale.y < 0.0;
        if mirrored {
            scaled.reverse();
            ghosts.reverse();
        }
        let plain = Chain::open(scaled).unwrap().with_ghost_vertices(ghosts[0], ghosts[1]).unwrap();
        for id in 0..8 {
            let twin = if mirrored { 7 - id } else { id };
            let (id, twin) = (SubShapeId(id), SubShapeId(twin));
            assert_eq!(instance.ends(id), plain.ends(twin));
            for end in 0..2 {
                assert_eq!(instance.kind(id, end), plain.kind(twin, end));
                let feature = Feature::Vertex(end);
                assert_eq!(instance.normal_cone(id, feature, true), plain.normal_cone(twin, feature, true));
                assert_eq!(instance.neighbor(id, end).is_some(), plain.neighbor(twin, end).is_some());
            }
        }
    }
}

#[test]
fn height_fields_are_refused_with_the_index_of_what_is_wrong() {
    let new = |heights: &[f32], x: f32, y: f32| HeightField2::new(heights.to_vec(), Vec2::new(x, y)).err();
    assert_eq!(new(&[1.0], 1.0, 1.0), Some(HeightField2Error::TooFew { given: 1 }));
    assert_eq!(new(&[1.0, f32::NAN], 1.0, 1.0), Some(HeightField2Error::HeightNotFinite { index: 1 }));
    assert_eq!(new(&[1.0, 1.0], -1.0, 1.0), Some(HeightField2Error::InvalidScale { axis: 0 }));
    assert_eq!(new(&[1.0, 1.0], 1.0, 0.0), Some(HeightField2Error::InvalidScale { axis: 1 }));
    assert_eq!(new(&[1.0, 1.0], f32::MAX, 1.0), None);
    assert_eq!(new(&[1.0; 3], f32::MAX, 1.0), Some(HeightField2Error::NotDistinct { index: 2 }));
    assert_eq!(new(&[0.0, 1.0], 1.0, -1.0), None);
    let field = HeightField2::new(vec![0.0; 4], Vec2::ONE).unwrap();
    assert_eq!(field.clone().with_hole(3, true).err(), Some(HeightField2Error::NoSuchCell { cell: 3 }));
    assert_eq!(field.clone().with_holes(vec![true]).err(), Some(HeightField2Error::WrongCount { given: 1, needed: 3 }));
    let pit = field.clone().with_hole(1, true).unwrap();
    assert_eq!((pit.neighbor(SubShapeId(0), 0), field.neighbor(SubShapeId(0), 0)), (None, Some(SubShapeId(1))));
    assert_eq!(pit.normal_cone(SubShapeId(0), Feature::Vertex(0), true), NormalCone::Ray(DVec2::Y));
    let hard = pit.clone().with_boundary_edges(BoundaryEdges::Hard);
    assert!(matches!(hard.normal_cone(SubShapeId(0), Feature::Vertex(0), true), NormalCone::Arc([_, _, DVec2::X])));
    assert_eq!(pit.normal_cone(SubShapeId(1), Feature::Face, true), NormalCone::Unknown);
    assert!(pit.shares_data_with(&field));
    let holes = field.with_holes(vec![true; 3]).unwrap();
    assert_eq!(holes.project(DVec2::ZERO), None);
}

#[test]
fn a_field_has_the_cones_of_its_chain() {
    let (field, chain) = terrain::<Vec2>(12, Vec2::new(0.3, 0.5), &mut Random::new(8));
    let chain = chain.with_boundary_edges(BoundaryEdges::Open);
    let mut kinds = Vec::new();
    for cell in 0..11 {
        let (id, twin) = (SubShapeId(cell), SubShapeId(10 - cell));
        assert_eq!(field.ends(id), chain.ends(twin));
        for end in 0..2 {
            assert_eq!(field.kind(id, end), chain.kind(twin, end));
            kinds.extend(field.kind(id, end));
            for front in [true, false] {
                let feature = Feature::Vertex(end);
                assert_eq!(field.normal_cone(id, feature, front), chain.normal_cone(twin, feature, front));
            }
        }
    }
    assert!(kinds.contains(&EdgeKind::Convex) && kinds.contains(&EdgeKind::Concave));
    let square = narrow::<Vec2>(&star(5, &mut Random::new(1)));
    assert_eq!(Chain::closed(square).unwrap().neighbor(SubShapeId(0), 0), Some(SubShapeId(4)));
}

//! Bodies on a map of tiles that is cut into ranges.

use clinch_composite::Chain;
use clinch_shapes::Convex;
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::DVec2;

use crate::common::Answer;
use crate::planar::{KINDS, body};

/// The normals of all contacts with the chains.
fn normals(chains: &[Chain<DVec2>], body: &dyn Convex<DVec2>, pose: &Pose<DVec2>) -> Vec<DVec2> {
    chains.iter().flat_map(|chain| Answer::new(chain, body, pose, 0.02).manifolds).map(|manifold| manifold.manifold.normal).collect()
}

#[test]
fn a_body_that_slides_over_the_tiles_of_two_ranges_gets_no_sideways_normal() {
    // A floor of 12 tiles, with a step of one tile at its right end.
    let is_solid = |[x, y]: [i32; 2]| (0..12).contains(&x) && (y == 0 || x == 11 && y == 1);
    let of = |range| Chain::tile_outlines(DVec2::splat(0.25), [range, 0..4], is_solid).unwrap();
    let pieces = [of(0..6), of(6..12)].concat();
    let hard: Vec<_> = pieces.iter().map(|piece| piece.clone().with_ghost_vertices(None, None).unwrap()).collect();
    assert_eq!(pieces.len(), 2);
    for kind in 0..KINDS {
        let body = body::<DVec2>(kind, 0.3, &mut Random::new(kind as u64));
        let bounds = body.bounds(&Pose::IDENTITY);
        let mut caught = 0;
        for tick in 0..400 {
            let pose = Pose::at(DVec2::new(f64::from(tick) * 2e-3 + 1.1, 0.25 - bounds.min.y - 1e-3));
            let found = normals(&pieces, &*body, &pose);
            assert!(!found.is_empty() && found.iter().all(|&normal| normal == DVec2::Y), "kind {kind}, tick {tick}: {found:?}");
            caught += usize::from(normals(&hard, &*body, &pose).iter().any(|&normal| normal != DVec2::Y));
        }
        assert!(caught > 0 || kind == 6, "kind {kind}: the sample does not bite");
        // The step is a wall.
        let at_wall = Pose::at(DVec2::new(2.75 - bounds.max.x + 1e-3, 0.26 - bounds.min.y));
        let found = normals(&pieces, &*body, &at_wall);
        assert!(found.iter().any(|normal| normal.x < -0.5), "kind {kind}: {found:?}");
    }
}

//! The outlines of tile maps against a loop over all sides of all tiles.

use std::collections::BTreeMap;
use std::ops::Range;

use clinch_composite::{Chain, ChainError, Sides, SubShapeId};
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

const WIDTH: i32 = 9;
const HEIGHT: i32 = 7;

type Tile = [i32; 2];

/// A map with this share of solid tiles; nothing is solid outside.
fn map(share: f64, random: &mut Random) -> Vec<bool> {
    (0..WIDTH * HEIGHT).map(|_| random.chance(share)).collect()
}

fn is_solid(map: &[bool], [x, y]: Tile) -> bool {
    (0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y) && map[(y * WIDTH + x) as usize]
}

/// The sides between solid and empty tiles: the middle and the direction, with the front on the
/// right, both doubled.
fn sides_of_tiles(map: &[bool]) -> BTreeMap<[Tile; 2], usize> {
    let mut sides = BTreeMap::new();
    for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
        for (right, direction) in [([0, -1], [1, 0]), ([1, 0], [0, 1]), ([0, 1], [-1, 0]), ([-1, 0], [0, -1])] {
            if is_solid(map, [x, y]) && !is_solid(map, [x + right[0], y + right[1]]) {
                *sides.entry([[2 * x + 1 + right[0], 2 * y + 1 + right[1]], direction]).or_default() += 1;
            }
        }
    }
    sides
}

/// The same of the segments of chains, cut at the corners of tiles.
fn sides_of_chains(chains: &[Chain<DVec2>], size: DVec2) -> BTreeMap<[Tile; 2], usize> {
    let mut sides = BTreeMap::new();
    for [start, end] in chains.iter().flat_map(|chain| (0..chain.segments()).map(|i| chain.ends(SubShapeId(i)).unwrap())) {
        let [start, end] = [start, end].map(|corner| corner / size);
        let steps = (end - start).length();
        let direction = (end - start) / steps;
        for step in 0..steps as i32 {
            let middle = (start + direction * (f64::from(step) + 0.5)) * 2.0;
            let whole = |v: DVec2| [v.x as i32, v.y as i32];
            *sides.entry([whole(middle), whole(direction)]).or_default() += 1;
        }
    }
    sides
}

#[test]
fn outlines_are_the_sides_between_solid_and_empty_tiles() {
    let (random, size) = (&mut Random::new(1), DVec2::new(0.5, 2.0));
    let (mut solids, mut with_holes, mut open) = (0, 0, 0);
    for _ in 0..200 {
        let map = map(random.range(0.1, 0.9), random);
        let expected = sides_of_tiles(&map);
        let whole = Chain::tile_outlines(size, [0..WIDTH, 0..HEIGHT], |tile| is_solid(&map, tile)).unwrap();
        assert_eq!(sides_of_chains(&whole, size), expected);
        assert!(whole.iter().all(Chain::is_closed));
        solids += whole.iter().filter(|outline| outline.sides() == Sides::Solid).count();
        with_holes += whole.iter().filter(|outline| outline.sides() == Sides::One).count();
        // No corner is in a straight line.
        for outline in &whole {
            assert!((0..outline.segments()).all(|i| {
                let [along, beyond] = [i, (i + 1) % outline.segments()].map(|i| outline.ends(SubShapeId(i)).unwrap());
                (along[1] - along[0]).dot(beyond[1] - beyond[0]) == 0.0
            }));
        }
        let cuts = [0, random.below(WIDTH as usize) as i32, WIDTH];
        let rows = [0, random.below(HEIGHT as usize) as i32, HEIGHT];
        let ranges = cuts.windows(2).flat_map(|x| rows.windows(2).map(|y| [x[0]..x[1], y[0]..y[1]]));
        let pieces: Vec<_> = ranges.flat_map(|range| Chain::tile_outlines(size, range, |tile| is_solid(&map, tile)).unwrap()).collect();
        assert_eq!(sides_of_chains(&pieces, size), expected);
        open += pieces.iter().filter(|piece| !piece.is_closed()).count();
        for piece in pieces.iter().filter(|piece| !piece.is_closed()) {
            let [Some(before), Some(after)] = piece.ghost_vertices() else { panic!("{piece:?}") };
            let ends = [piece.shared_points()[0], piece.shared_points()[piece.segments() as usize]];
            // The ghost vertices are a side beyond, which another piece has.
            for side in [[before, ends[0]], [ends[1], after]] {
                let beyond = Chain::open(side.to_vec()).unwrap();
                assert!(sides_of_chains(&[beyond], size).keys().all(|side| expected.contains_key(side)), "{piece:?}");
            }
        }
    }
    assert!(solids > 500 && with_holes > 100 && open > 500, "{solids} {with_holes} {open}");
}

#[test]
fn what_is_inside_of_a_solid_outline_is_solid() {
    let random = &mut Random::new(2);
    let (mut inside, mut empty) = (0, 0);
    for _ in 0..100 {
        let map = map(random.range(0.2, 0.6), random);
        let outlines = Chain::<Vec2>::tile_outlines(Vec2::ONE, [0..WIDTH, 0..HEIGHT], |tile| is_solid(&map, tile)).unwrap();
        let solids: Vec<_> = outlines.iter().filter(|outline| outline.sides() == Sides::Solid).collect();
        for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
            let middle = DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let count = solids.iter().filter(|outline| outline.contains(middle)).count();
            assert!(count <= usize::from(is_solid(&map, [x, y])), "{x} {y}");
            inside += count;
            empty += usize::from(!is_solid(&map, [x, y]));
        }
    }
    assert!(inside > 1000 && empty > 1000, "{inside} {empty}");
}

#[test]
fn rings_islands_and_diagonal_tiles() {
    let outlines = |rows: &[&str]| {
        let at = |[x, y]: Tile| rows.get(y as usize).and_then(|row| row.as_bytes().get(x as usize)) == Some(&b'#');
        Chain::tile_outlines(DVec2::ONE, [0..5, 0..5], at).unwrap()
    };
    let kinds = |rows: &[&str]| outlines(rows).iter().map(|outline| (outline.sides(), outline.segments())).collect::<Vec<_>>();
    assert_eq!(kinds(&["#####", "#...#", "#.#.#", "#...#", "#####"]), [(Sides::One, 4), (Sides::One, 4), (Sides::Solid, 4)]);
    assert_eq!(kinds(&["#....", ".#..."]), [(Sides::Solid, 4); 2], "they meet in a corner only");
    assert_eq!(kinds(&["##...", ".#...", "##..."]), [(Sides::Solid, 8)]);
    assert_eq!(kinds(&[".#...", "#.#..", ".#..."]), [(Sides::Solid, 4); 4], "nothing is closed in");
    assert_eq!(kinds(&["###..", "#.#..", "##..."]), [(Sides::Solid, 10)], "the hole is open at a corner");
    assert!(kinds(&[]).is_empty());
}

#[test]
fn maps_that_cannot_be_are_refused_with_the_place() {
    let of = |size: Vec2, tiles| Chain::tile_outlines(size, tiles, |_| true).map(|outlines| outlines.len());
    for (size, axis) in [(Vec2::new(0.0, 1.0), 0), (Vec2::new(1.0, -1.0), 1), (Vec2::new(f32::NAN, 1.0), 0), (Vec2::new(1.0, 1e35), 1)] {
        assert_eq!(of(size, [0..2, 0..2]), Err(ChainError::InvalidTileSize { axis }));
    }
    let limit = 1 << 20;
    assert_eq!(of(Vec2::ONE, [0..limit + 1, 0..2]), Err(ChainError::TileTooFar { tile: [limit + 1, 2], limit }));
    assert_eq!(of(Vec2::ONE, [i32::MIN..0, 0..2]), Err(ChainError::TileTooFar { tile: [i32::MIN, 0], limit }));
    assert_eq!(of(Vec2::ONE, [0..limit, 0..limit]), Err(ChainError::TooManyTiles { given: 1_099_515_822_084, limit: 1 << 24 }));
    assert_eq!([of(Vec2::ONE, [0..0, 0..2]), of(Vec2::ONE, [0..2, Range { start: 2, end: 0 }])], [Ok(0), Ok(0)]);
    // All tiles are solid, outside of the range too: there is no outline.
    assert_eq!(of(Vec2::ONE, [0..3, 0..3]), Ok(0));
}

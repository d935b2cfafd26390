//! The outlines of the solid tiles of a grid.
//!
//! * A side between a solid tile and an empty one runs with the solid tile on its left: its front,
//!   on the right, is towards the empty one. From corner to corner they make the outlines.
//! * At a corner where two solid tiles meet with no side in common, an outline turns left: it stays
//!   with its tile, so the two are apart.
//! * An outline that leaves the range of the grid becomes an open chain. The corners beyond its
//!   ends are its ghost vertices, and the outline of the next range goes on from there.
//! * A loop around tiles without a hole is a solid. With a hole, the loop around them would have
//!   the hole inside, so its outlines are one-sided surfaces.

use core::ops::Range;

use clinch_support::{Scalar, Vector};
use glam::DVec2;

use crate::chain::error::ChainError;
use crate::chain::instance::Chain;

/// The largest index of a tile. Larger: the corners of far tiles would not be distinct in `f32`.
const FARTHEST: i32 = 1 << 20;

/// The largest number of tiles in a range, with those around it. Larger: more memory than a map
/// that is not cut into ranges should take, 9 bytes per tile.
const MOST_TILES: u64 = 1 << 24;

type Tile = [i32; 2];

impl<V: Vector<Wide = DVec2>> Chain<V> {
    /// The outlines of the solid tiles of a grid, such as the map of a platformer: bodies slide
    /// along them and do not catch between tiles.
    ///
    /// Tile [x, y] reaches from (x, y) · `size` to (x + 1, y + 1) · `size`. The outlines are those
    /// of the tiles in `tiles`, a range of x and one of y; `is_solid` is also called for the tiles
    /// around the range. Sides in a row are one segment. Each outline is a collider of its own:
    ///
    /// * a loop around tiles without a hole is a solid;
    /// * the loops around tiles with a hole, and around the hole, are one-sided surfaces;
    /// * an outline that goes on outside of the range is an open chain, with ghost vertices where
    ///   it does. So a large map can be cut into ranges, and a range is made anew when a tile in it
    ///   or beside it changes.
    ///
    /// The outlines are in the order of their first tiles, by y and then x. Diagonal tiles are
    /// apart, although nothing fits between them. No solid tiles have no outlines. O(tiles), and
    /// O(n log n) for n corners.
    ///
    /// # Errors
    ///
    /// A size that is not positive or overflows, a range beyond 2^20, or one of more than 2^24
    /// tiles.
    ///
    /// ```
    /// use clinch_composite::{Chain, ChainError, Sides};
    /// use glam::{DVec2, Vec2};
    ///
    /// let rows = ["..#.", "####"]; // the upper row first
    /// let is_solid = |[x, y]: [i32; 2]| {
    ///     let row = rows.get(usize::try_from(1 - y).ok()?)?;
    ///     Some(row.as_bytes().get(usize::try_from(x).ok()?)? == &b'#')
    /// };
    /// let outlines =
    ///     Chain::tile_outlines(Vec2::ONE, [0..4, 0..2], |tile| is_solid(tile) == Some(true))?;
    /// let [outline] = outlines.as_slice() else { panic!("{outlines:?}") };
    /// assert_eq!((outline.sides(), outline.segments()), (Sides::Solid, 8));
    /// assert!(outline.contains(DVec2::new(2.5, 1.5)) && !outline.contains(DVec2::new(1.5, 1.5)));
    ///
    /// let thin = Chain::<Vec2>::tile_outlines(Vec2::X, [0..4, 0..2], |_| true);
    /// assert_eq!(thin.err(), Some(ChainError::InvalidTileSize { axis: 1 }));
    /// # Ok::<(), ChainError>(())
    /// ```
    pub fn tile_outlines(size: V, tiles: [Range<i32>; 2], is_solid: impl Fn([i32; 2]) -> bool) -> Result<Vec<Self>, ChainError> {
        let corner = V::from_fn(|axis| V::Scalar::narrow(size.get(axis).widen() * f64::from(FARTHEST)));
        let is_valid = |axis: &usize| size.get(*axis) > V::Scalar::ZERO && corner.get(*axis).is_finite();
        if let Some(axis) = (0..2).find(|axis| !is_valid(axis)) {
            return Err(ChainError::InvalidTileSize { axis });
        }
        let grid = Grid::new(tiles, is_solid)?;
        let place = |[x, y]: Tile| V::narrow(DVec2::new(f64::from(x), f64::from(y)) * size.widen());
        grid.outlines().into_iter().map(|outline| outline.chain(place)).collect()
    }
}

/// A step of one tile in this direction: 0 to 3 are +x, +y, −x, −y.
fn stepped([x, y]: Tile, direction: u8) -> Tile {
    match direction % 4 {
        0 => [x + 1, y],
        1 => [x, y + 1],
        2 => [x - 1, y],
        _ => [x, y - 1],
    }
}

/// A side of a tile. It runs counter-clockwise around it in a direction, and what is beyond it is a
/// step to the right of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    tile: Tile,
    direction: u8,
}

impl Side {
    /// The tile beyond it.
    fn beyond(self) -> Tile {
        stepped(self.tile, self.direction + 3)
    }

    /// The corner at which it begins.
    fn start(self) -> Tile {
        let [x, y] = self.tile;
        match self.direction {
            0 => [x, y],
            1 => [x + 1, y],
            2 => [x + 1, y + 1],
            _ => [x, y + 1],
        }
    }

    fn end(self) -> Tile {
        stepped(self.start(), self.direction)
    }

    fn turned(self, turn: u8) -> u8 {
        (self.direction + turn) % 4
    }
}

/// The solid tiles of a range, and of the tiles around it.
struct Grid {
    tiles: [Range<i32>; 2],
    /// Row by row, with one more at each border.
    solid: Vec<bool>,
}

/// The sides of an outline, and how it goes on outside of the range if it is no loop.
struct Outline {
    sides: Vec<Side>,
    beyond: Option<[Tile; 2]>,
    /// Of several outlines around the same tiles.
    has_holes: bool,
}

impl Grid {
    fn new(tiles: [Range<i32>; 2], is_solid: impl Fn(Tile) -> bool) -> Result<Self, ChainError> {
        let (min, max) = (tiles.each_ref().map(|range| range.start), tiles.each_ref().map(|range| range.end));
        if let Some(tile) = [min, max].into_iter().find(|tile| tile.iter().any(|index| index.unsigned_abs() > FARTHEST.unsigned_abs())) {
            return Err(ChainError::TileTooFar { tile, limit: FARTHEST });
        }
        let [width, height] = tiles.each_ref().map(|range| range.len() as u64 + 2);
        if width * height > MOST_TILES {
            return Err(ChainError::TooManyTiles { given: width * height, limit: MOST_TILES });
        }
        let rows = min[1] - 1..max[1] + 1;
        let is_empty = tiles.iter().any(Range::is_empty);
        let solid = rows.filter(|_| !is_empty).flat_map(|y| (min[0] - 1..max[0] + 1).map(move |x| [x, y])).map(is_solid).collect();
        Ok(Self { tiles, solid })
    }

    /// The place of a tile in the lists.
    fn index(&self, [x, y]: Tile) -> usize {
        let [columns, rows] = &self.tiles;
        (y - rows.start + 1) as usize * (columns.len() + 2) + (x - columns.start + 1) as usize
    }

    fn is_solid(&self, tile: Tile) -> bool {
        self.solid.get(self.index(tile)).is_some_and(|&solid| solid)
    }

    fn has(&self, [x, y]: Tile) -> bool {
        self.tiles[0].contains(&x) && self.tiles[1].contains(&y)
    }

    /// Whether a side of a solid tile is towards an empty one.
    fn is_outer(&self, side: Side) -> bool {
        self.is_solid(side.tile) && !self.is_solid(side.beyond())
    }

    /// The side that an outer one goes on with: to the left around the same tile, straight on, or
    /// to the right.
    fn next(&self, side: Side) -> Side {
        let ahead = stepped(side.tile, side.direction);
        let right = stepped(ahead, side.direction + 3);
        if !self.is_solid(ahead) {
            Side { direction: side.turned(1), ..side }
        } else if !self.is_solid(right) {
            Side { tile: ahead, ..side }
        } else {
            Side { tile: right, direction: side.turned(3) }
        }
    }

    /// The side whose [`next`](Self::next) is this one.
    fn previous(&self, side: Side) -> Side {
        let back = stepped(side.tile, side.direction + 2);
        let right = stepped(back, side.direction + 3);
        if !self.is_solid(back) {
            Side { direction: side.turned(3), ..side }
        } else if !self.is_solid(right) {
            Side { tile: back, ..side }
        } else {
            Side { tile: right, direction: side.turned(1) }
        }
    }

    fn outlines(&self) -> Vec<Outline> {
        let mut visited = vec![[false; 4]; self.solid.len()];
        let (mut outlines, groups) = (Vec::new(), self.groups());
        for (y, x) in self.tiles[1].clone().flat_map(|y| self.tiles[0].clone().map(move |x| (y, x))) {
            for direction in 0..4 {
                let side = Side { tile: [x, y], direction };
                if self.is_outer(side) && !visited[self.index(side.tile)][usize::from(direction)] {
                    let outline = self.outline_of(side);
                    for side in &outline.sides {
                        visited[self.index(side.tile)][usize::from(side.direction)] = true;
                    }
                    outlines.push((groups[self.index(side.tile)], outline));
                }
            }
        }
        let mut counts = vec![0_u32; groups.iter().map(|&group| group as usize + 1).max().unwrap_or(0)];
        outlines.iter().for_each(|&(group, _)| counts[group as usize] += 1);
        outlines.into_iter().map(|(group, outline)| Outline { has_holes: counts[group as usize] > 1, ..outline }).collect()
    }

    /// The outline that a side belongs to, from its first side on.
    fn outline_of(&self, side: Side) -> Outline {
        let mut first = side;
        let before = loop {
            let previous = self.previous(first);
            if previous == side || !self.has(previous.tile) {
                break previous;
            }
            first = previous;
        };
        // A loop begins with the side that it was found by.
        let is_loop = before == side;
        let mut sides = vec![if is_loop { side } else { first }];
        let after = loop {
            let next = self.next(sides[sides.len() - 1]);
            if next == sides[0] || !self.has(next.tile) {
                break next;
            }
            sides.push(next);
        };
        Outline { sides, beyond: (!is_loop).then(|| [before.start(), after.end()]), has_holes: false }
    }

    /// A number for each tile of the range, the same for solid tiles that are connected by sides in
    /// the range; 0 for all others.
    fn groups(&self) -> Vec<u32> {
        let (mut groups, mut waiting, mut count) = (vec![0; self.solid.len()], Vec::new(), 0);
        for (y, x) in self.tiles[1].clone().flat_map(|y| self.tiles[0].clone().map(move |x| (y, x))) {
            let is_new = |tile: Tile, groups: &[u32]| self.has(tile) && self.is_solid(tile) && groups[self.index(tile)] == 0;
            if !is_new([x, y], &groups) {
                continue;
            }
            count += 1;
            groups[self.index([x, y])] = count;
            waiting.push([x, y]);
            while let Some(tile) = waiting.pop() {
                for beside in (0..4).map(|direction| stepped(tile, direction)) {
                    if is_new(beside, &groups) {
                        groups[self.index(beside)] = count;
                        waiting.push(beside);
                    }
                }
            }
        }
        groups
    }
}

impl Outline {
    fn chain<V: Vector<Wide = DVec2>>(&self, place: impl Fn(Tile) -> V) -> Result<Chain<V>, ChainError> {
        let last = self.sides[self.sides.len() - 1];
        let mut direction = if self.beyond.is_none() { last.direction } else { u8::MAX };
        let mut corners = Vec::new();
        for side in &self.sides {
            if side.direction != direction {
                corners.push(place(side.start()));
            }
            direction = side.direction;
        }
        match self.beyond {
            None if self.has_holes => Ok(Chain::closed(corners)?.hollow()),
            None => Chain::closed(corners),
            Some([before, after]) => {
                corners.push(place(last.end()));
                Chain::open(corners)?.with_ghost_vertices(Some(place(before)), Some(place(after)))
            }
        }
    }
}

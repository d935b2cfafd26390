//! Whether a list of points is a convex polygon, and which straight sides it has.
//!
//! * Repeated points in a row are one corner.
//! * The leftmost corner (of equals the lowest) is a corner of the hull, so the turn at it is the
//!   winding.
//! * The list is a convex polygon, once round, if no corner turns against the winding and the edges
//!   change between rightward and leftward exactly twice. A five-pointed star fails the second
//!   condition, although all of its corners turn left.

use glam::DVec2;

use crate::scaled_points::orient2d;

/// The distinct corners of a closed list of points.
///
/// ```
/// use clinch_hull::Ring;
/// use glam::DVec2;
///
/// let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
/// assert_eq!(Ring::new(&square).winding(), Ok(true));
/// let dented = [DVec2::ZERO, DVec2::X, DVec2::splat(0.1), DVec2::Y];
/// assert_eq!(Ring::new(&dented).winding(), Err(2));
/// ```
pub struct Ring<'p> {
    points: &'p [DVec2],
    /// The first and the last index of each corner's repeats. Repeats of the first corner at the
    /// end of the list are left out.
    corners: Vec<(usize, usize)>,
}

/// A maximal straight run of edges: a side of the polygon.
#[derive(Clone, Copy)]
pub struct StraightRun {
    /// From and to, counter-clockwise, as indices into the list.
    pub ends: [usize; 2],
    /// The first edge of the run in the order of the list: the index of the point where it starts.
    pub edge: usize,
}

impl<'p> Ring<'p> {
    /// The ring of scaled points, in their order.
    pub fn new(points: &'p [DVec2]) -> Self {
        let mut corners: Vec<(usize, usize)> = Vec::new();
        for (index, &point) in points.iter().enumerate() {
            match corners.last_mut() {
                Some((_, last)) if points[*last] == point => *last = index,
                _ => corners.push((index, index)),
            }
        }
        if let [(first, _), .., (again, _)] = corners[..]
            && points[first] == points[again]
        {
            corners.pop();
        }
        Self { points, corners }
    }

    /// Whether the ring is counter-clockwise. `true` also if it encloses no area.
    ///
    /// # Errors
    ///
    /// The index of the first corner at which the ring is not convex.
    pub fn winding(&self) -> Result<bool, usize> {
        let count = self.corners.len();
        let concave = |corner: usize| Err(self.corners[corner % count].0);
        let leftmost = (0..count).fold(0, |best, i| if is_rightward(self.at(i), self.at(best)) { i } else { best });
        let turns: Vec<f64> = (0..count).map(|i| self.turn(i)).collect();
        if count > 2 && turns.iter().any(|&turn| turn != 0.0) {
            if turns[leftmost] == 0.0 {
                return concave(leftmost);
            }
            if let Some(corner) = turns.iter().position(|&turn| turn != 0.0 && (turn > 0.0) != (turns[leftmost] > 0.0)) {
                return concave(corner);
            }
        }
        // From the leftmost corner on, the edges go right and then left, and change no third time.
        match (leftmost + 1..leftmost + count).filter(|&i| self.reverses(i)).nth(1) {
            Some(corner) => concave(corner),
            None => Ok(turns.get(leftmost).is_none_or(|&turn| turn >= 0.0)),
        }
    }

    /// The sides, counter-clockwise; two if the ring is a segment, none if it is a point.
    pub fn straight_runs(&self, counter_clockwise: bool) -> Vec<StraightRun> {
        let count = self.corners.len();
        let ends_of_sides: Vec<usize> = (0..count).filter(|&i| count > 1 && (self.turn(i) != 0.0 || self.reverses(i))).collect();
        let side = |start: usize| {
            let (from, to) = (self.corners[ends_of_sides[start]], self.corners[ends_of_sides[(start + 1) % ends_of_sides.len()]]);
            let ends = if counter_clockwise { [from.0, to.0] } else { [to.0, from.0] };
            StraightRun { ends, edge: from.1 }
        };
        let runs = (0..ends_of_sides.len()).map(side);
        if counter_clockwise { runs.collect() } else { runs.rev().collect() }
    }

    fn at(&self, corner: usize) -> DVec2 {
        self.points[self.corners[corner % self.corners.len()].0]
    }

    fn turn(&self, corner: usize) -> f64 {
        orient2d(self.at(corner + self.corners.len() - 1), self.at(corner), self.at(corner + 1))
    }

    /// One of the edges before and after this corner goes right and the other left.
    fn reverses(&self, corner: usize) -> bool {
        is_rightward(self.at(corner + self.corners.len() - 1), self.at(corner)) != is_rightward(self.at(corner), self.at(corner + 1))
    }
}

/// `to` is to the right of `from`, or above it at the same x.
fn is_rightward(from: DVec2, to: DVec2) -> bool {
    from.x < to.x || (from.x == to.x && from.y < to.y)
}

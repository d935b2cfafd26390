//! Whether a list of points goes round a convex polygon, and along which straight sides.
//!
//! * Repeats in a row are one corner.
//! * The lowest corner from left to right is a corner of the hull: the way it turns is the winding.
//! * The list goes round a convex polygon once if no corner turns against the winding and the edges change between rightward and leftward
//!   exactly twice. The second condition is what a five-pointed star fails, whose every corner turns left.

use glam::DVec2;

use crate::scaled_points::orient2d;

/// The distinct corners of a list of points that is taken as closed.
pub struct Ring<'p> {
    points: &'p [DVec2],
    /// Of each corner the first and the last index of its repeats; what repeats the first corner at the end of the list is left out.
    corners: Vec<(usize, usize)>,
}

/// A maximal straight run of edges.
#[derive(Clone, Copy)]
pub struct StraightRun {
    /// From and to, counter-clockwise: indices into the list.
    pub ends: [usize; 2],
    /// The first edge of the run in the order of the list, named by the index of the point it starts from.
    pub edge: usize,
}

impl<'p> Ring<'p> {
    /// The ring of these points.
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

    /// Counter-clockwise (true; also of what encloses nothing) or clockwise; the error names the first corner in the way of convexity.
    pub fn winding(&self) -> Result<bool, usize> {
        let count = self.corners.len();
        let concave = |place: usize| Err(self.corners[place % count].0);
        let leftmost = (0..count).fold(0, |best, i| if is_rightward(self.at(i), self.at(best)) { i } else { best });
        let turns: Vec<f64> = (0..count).map(|i| self.turn(i)).collect();
        if count > 2 && turns.iter().any(|&turn| turn != 0.0) {
            if turns[leftmost] == 0.0 {
                return concave(leftmost);
            }
            if let Some(place) = turns.iter().position(|&turn| turn != 0.0 && (turn > 0.0) != (turns[leftmost] > 0.0)) {
                return concave(place);
            }
        }
        // From the leftmost corner on: right at first, then back, and no third time.
        match (leftmost + 1..leftmost + count).filter(|&i| self.reverses(i)).nth(1) {
            Some(place) => concave(place),
            None => Ok(turns.get(leftmost).is_none_or(|&turn| turn >= 0.0)),
        }
    }

    /// The sides, counter-clockwise; two of a segment, none of a point.
    pub fn straight_runs(&self, counter_clockwise: bool) -> Vec<StraightRun> {
        let count = self.corners.len();
        let bends: Vec<usize> = (0..count).filter(|&i| count > 1 && (self.turn(i) != 0.0 || self.reverses(i))).collect();
        let between = |place: usize| {
            let (from, to) = (self.corners[bends[place]], self.corners[bends[(place + 1) % bends.len()]]);
            let ends = if counter_clockwise { [from.0, to.0] } else { [to.0, from.0] };
            StraightRun { ends, edge: from.1 }
        };
        let runs = (0..bends.len()).map(between);
        if counter_clockwise { runs.collect() } else { runs.rev().collect() }
    }

    fn at(&self, place: usize) -> DVec2 {
        self.points[self.corners[place % self.corners.len()].0]
    }

    fn turn(&self, place: usize) -> f64 {
        orient2d(self.at(place + self.corners.len() - 1), self.at(place), self.at(place + 1))
    }

    /// The edges before and after go one to the right and one to the left.
    fn reverses(&self, place: usize) -> bool {
        is_rightward(self.at(place + self.corners.len() - 1), self.at(place)) != is_rightward(self.at(place), self.at(place + 1))
    }
}

/// `to` is to the right of `from`; of points one above the other the upper one is.
fn is_rightward(from: DVec2, to: DVec2) -> bool {
    from.x < to.x || (from.x == to.x && from.y < to.y)
}

//! The two points that meet along an axis.
//!
//! * A face and the corner deepest below it: the corner's foot, if it lies in the face. Where the corner is beside the face, what lies deepest runs along
//!   the face, to rounding: the other shape's face there is cut to what lies over the first, and the deepest of what is left is taken, or the middle of
//!   what is equally deep.
//! * Two edges: where the common normal meets their lines, held to their ends.
//! * Nobody checks here whether the points are as far apart as they should be: who asks does.

use clinch_support::Vector;
use smallvec::SmallVec;

use crate::tolerance::{LEVEL, NOISE};
use crate::vector::cross;

/// A polygon in A's frame, counter-clockwise; of an edge the two ends.
pub(crate) type Corners<W> = SmallVec<[W; 8]>;

/// A line that a face ends at: a point of it, and the unit vector outward.
pub(crate) type Border<W> = (W, W);

/// Where a face ends.
pub(crate) type Borders<W> = SmallVec<[Border<W>; 8]>;

/// A face of one shape.
pub(crate) struct Under<'b, W> {
    pub(crate) borders: &'b [Border<W>],
    /// Unit, outward.
    pub(crate) outward: W,
    pub(crate) offset: f64,
    /// Of the pair.
    pub(crate) size: f64,
}

impl<W: Vector<Scalar = f64>> Under<'_, W> {
    /// The point of the face and the point of the other shape that meet: `tip` is the other's vertex deepest below the face, `around` its face there.
    pub(crate) fn meet(&self, tip: W, around: impl FnOnce() -> Corners<W>) -> Option<[W; 2]> {
        let slack = NOISE * self.size;
        if self.borders.iter().all(|&(point, out)| out.dot(tip - point) <= slack) {
            return Some([self.foot(tip), tip]);
        }
        let mut left = around();
        for border in self.borders {
            left = cut(&left, *border, slack);
        }
        let height = |point: &W| self.outward.dot(*point);
        let lowest = left.iter().map(height).fold(f64::INFINITY, |least, height| if height < least { height } else { least });
        let level = |point: &&W| height(point) <= lowest + LEVEL * self.size;
        let (sum, count) = left.iter().filter(level).fold((W::ZERO, 0.0), |(sum, count), &point| (sum + point, count + 1.0));
        (count > 0.0).then(|| {
            let middle = sum * f64::recip(count);
            [self.foot(middle), middle]
        })
    }

    fn foot(&self, point: W) -> W {
        point + self.outward * (self.offset - self.outward.dot(point))
    }
}

/// Where a polygon ends, or an edge of something flat that lies in a plane of its own. No two corners may be one.
pub(crate) fn borders<W: Vector<Scalar = f64>>(corners: &[W], outward: W) -> Borders<W> {
    let unit = |v: W| v * v.length().recip();
    if let &[from, to] = corners {
        let along = unit(to - from);
        let mut borders: Borders<W> = SmallVec::from_slice(&[(from, -along), (to, along)]);
        if W::DIM == 3 {
            let across = unit(cross(along, outward));
            borders.extend([(from, across), (from, -across)]);
        }
        return borders;
    }
    let count = corners.len();
    (0..count).map(|i| (corners[i], unit(cross(corners[(i + 1) % count] - corners[i], outward)))).collect()
}

/// What of a polygon lies inside of a border, or outside by no more than the slack. Sutherland and Hodgman (1974).
fn cut<W: Vector<Scalar = f64>>(polygon: &Corners<W>, (point, out): Border<W>, slack: f64) -> Corners<W> {
    let beyond = |corner: W| out.dot(corner - point);
    let mut left = Corners::new();
    for (i, &from) in polygon.iter().enumerate() {
        let to = polygon[(i + 1) % polygon.len()];
        let (before, after) = (beyond(from), beyond(to));
        if before <= slack {
            left.push(from);
        }
        // Around an edge one comes by its crossing twice.
        if (before <= slack) != (after <= slack) && (i == 0 || polygon.len() > 2) {
            left.push(from + (to - from) * (before / (before - after)).clamp(0.0, 1.0));
        }
    }
    left
}

/// An edge: its middle, the unit vector along it, and half its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeLine<W> {
    pub(crate) middle: W,
    pub(crate) along: W,
    pub(crate) half: f64,
}

impl<W: Vector<Scalar = f64>> EdgeLine<W> {
    /// Between two points.
    pub(crate) fn between(from: W, to: W, along: W) -> Self {
        Self { middle: (from + to) * 0.5, along, half: 0.5 * (to - from).length() }
    }

    /// Where it comes nearest to a point.
    fn nearest(&self, point: W) -> W {
        let share = (point - self.middle).dot(self.along);
        self.middle
            + self.along
                * if share > self.half {
                    self.half
                } else if share < -self.half {
                    -self.half
                } else {
                    share
                }
    }

    /// Where two edges come nearest to each other. Where they run alike, it is a place where they do.
    pub(crate) fn meet(&self, other: &Self) -> [W; 2] {
        let between = other.middle - self.middle;
        let across = cross(self.along, other.along);
        // The share of the line at the common normal, from the triple product: near-parallel edges lose nothing by it but what they are short of digits.
        let share = cross(between, other.along).dot(across) / across.length_squared();
        let share = if share > self.half {
            self.half
        } else if share < -self.half {
            -self.half
        } else {
            share
        };
        let on_other = other.nearest(self.middle + self.along * share);
        [self.nearest(on_other), on_other]
    }
}

#[cfg(test)]
mod tests {
    use super::{Corners, EdgeLine, Under, borders};
    use glam::{DVec2, DVec3};

    fn square(half: f64, height: f64) -> Corners<DVec3> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].into_iter().map(|(x, y)| DVec3::new(x * half, y * half, height)).collect()
    }

    #[test]
    fn a_corner_beside_the_face_slides_along_its_own() {
        let borders = borders(&square(1.0, 0.0), DVec3::Z);
        let under = Under { borders: &borders, outward: DVec3::Z, offset: 0.0, size: 4.0 };
        // A larger face on it: the middle of what they share.
        let met = under.meet(DVec3::new(3.0, 3.0, -0.25), || square(3.0, -0.25).into_iter().rev().collect());
        assert_eq!(met, Some([DVec3::ZERO, DVec3::new(0.0, 0.0, -0.25)]));
        let aside = || square(0.5, -0.25).into_iter().map(|corner| corner + DVec3::X).collect();
        let met = under.meet(DVec3::new(1.5, 0.5, -0.25), aside);
        assert_eq!(met, Some([DVec3::new(0.75, 0.0, 0.0), DVec3::new(0.75, 0.0, -0.25)]));
        assert_eq!(
            under.meet(DVec3::new(9.0, 0.0, 0.0), || square(1.0, 0.0).into_iter().map(|corner| corner + DVec3::X * 9.0).collect()),
            None
        );
    }

    #[test]
    fn of_an_edge_that_ends_beside_the_face_the_middle_over_it_is_taken() {
        let corners = |from: f64, to: f64, height: f64| Corners::from_slice(&[DVec2::new(from, height), DVec2::new(to, height)]);
        let borders = borders(&corners(-1.0, 1.0, 0.0), DVec2::Y);
        let under = Under { borders: &borders, outward: DVec2::Y, offset: 0.0, size: 4.0 };
        let met = under.meet(DVec2::new(3.0, -0.25), || corners(3.0, 0.0, -0.25));
        assert_eq!(met, Some([DVec2::new(0.5, 0.0), DVec2::new(0.5, -0.25)]));
    }

    #[test]
    fn edges_meet_where_they_cross_or_at_their_ends() {
        let along_x = EdgeLine { middle: DVec3::ZERO, along: DVec3::X, half: 1.0 };
        let along_y = EdgeLine { middle: DVec3::new(0.5, 0.0, 0.25), along: DVec3::Y, half: 1.0 };
        assert_eq!(along_x.meet(&along_y), [DVec3::new(0.5, 0.0, 0.0), DVec3::new(0.5, 0.0, 0.25)]);
        let beyond = EdgeLine { middle: DVec3::new(3.0, 0.0, 0.25), ..along_y };
        assert_eq!(along_x.meet(&beyond), [DVec3::X, DVec3::new(3.0, 0.0, 0.25)]);
    }
}

//! A polygon of a few corners, in arrays of fixed length.
//!
//! Each coordinate has an array of its own, so that one instruction computes with several corners
//! or sides. Products, sums and comparisons only: the same bits on every target.

use core::array::from_fn;

/// Triangles are thin if the sine of the angle between their shorter sides is below this, and are
/// left to GJK and EPA: the rounding of a plane's rotation about the longest side, in 3D, is ε over
/// the sine. Larger: more triangles are thin. Smaller: depths of needles that are along an edge are
/// off by as much.
pub(crate) const THIN: f64 = 1e-3;

/// Whether a triangle in 2D is not thin. `area` is twice its area, with either sign, `lengths` are
/// those of its sides.
pub(crate) fn is_broad(area: f64, lengths: [f64; 3]) -> bool {
    let longest = lengths.into_iter().fold(0.0, f64::max);
    // Without the product of all three, which is out of range sooner.
    let [a, b, c] = lengths;
    let shorter = if longest == a {
        [b, c]
    } else if longest == b {
        [a, c]
    } else {
        [a, b]
    };
    area.abs() > THIN * shorter[0] * shorter[1]
}

/// One number for each corner, or for each side.
type Lanes = [f64; SmallPolygon::MOST];

/// A convex polygon in 2D of at most eight corners, with an area.
///
/// All its corners stand out: those in the middle of a side are left out. For queries that compare
/// all sides of a polygon with all corners of another.
///
/// ```
/// use clinch_shapes::SmallPolygon;
///
/// let square = SmallPolygon::rectangle([1.0, 1.0]).unwrap();
/// let above = square.moved([1.0, 0.0], [0.25, 1.5]);
/// // The sides are those at −x, −y, +x and +y.
/// assert_eq!(square.depths(&above)[..4], [2.25, 3.5, 1.75, 0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmallPolygon {
    count: usize,
    /// x, and y. Counter-clockwise. Those beyond the count repeat the first.
    corners: [Lanes; 2],
    /// Outward, unit. Side i leads from corner i to the next one.
    normals: [Lanes; 2],
    /// The support values along the normals. Those beyond the count are infinite: nothing is beyond
    /// such a side.
    offsets: Lanes,
    /// The largest sum of the |coordinates| of a corner.
    extent: f64,
}

impl SmallPolygon {
    /// The most corners. Larger: boxes and triangles pay for lanes that they do not use. Smaller:
    /// polygons of as many corners as Box2D has at most are searched.
    pub const MOST: usize = 8;

    /// The rectangle with these half extents about the origin. Its first side is that at −x, as
    /// of boxes. `None` if it has no area.
    #[inline]
    pub fn rectangle([x, y]: [f64; 2]) -> Option<Self> {
        let far = f64::INFINITY;
        (x > 0.0 && y > 0.0).then_some(Self {
            count: 4,
            corners: [[-x, -x, x, x, -x, -x, -x, -x], [y, -y, -y, y, y, y, y, y]],
            normals: [[-1.0, 0.0, 1.0, 0.0, -1.0, -1.0, -1.0, -1.0], [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]],
            offsets: [x, y, x, y, far, far, far, far],
            extent: x + y,
        })
    }

    /// The triangle with these corners, in either winding. `None` if it is so thin that its sides
    /// are nearly parallel, and if a number is not finite.
    #[inline]
    pub fn triangle([a, b, c]: [[f64; 2]; 3]) -> Option<Self> {
        let along = |from: [f64; 2], to: [f64; 2]| [to[0] - from[0], to[1] - from[1]];
        let cross = |one: [f64; 2], other: [f64; 2]| one[0] * other[1] - one[1] * other[0];
        let length = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
        let area = cross(along(a, b), along(b, c));
        let corners = if area < 0.0 { [a, c, b] } else { [a, b, c] };
        let side = |i: usize| {
            let [x, y] = along(corners[i], corners[(i + 1) % 3]);
            let length = length([x, y]);
            let normal = [y / length, -x / length];
            (corners[i], normal, normal[0] * corners[i][0] + normal[1] * corners[i][1])
        };
        let lengths = [along(a, b), along(b, c), along(c, a)].map(length);
        if is_broad(area, lengths) && area.is_finite() { Self::of_sides((0..3).map(side)) } else { None }
    }

    /// The polygon of these corners, counter-clockwise, and the outward unit normals and support
    /// values of the sides that begin at them. `None` for none, and for more than eight.
    pub(crate) fn of_sides(sides: impl ExactSizeIterator<Item = ([f64; 2], [f64; 2], f64)>) -> Option<Self> {
        let count = sides.len();
        if count > Self::MOST {
            return None;
        }
        let mut polygon = Self {
            count,
            corners: [[0.0; Self::MOST]; 2],
            normals: [[0.0; Self::MOST]; 2],
            offsets: [f64::INFINITY; Self::MOST],
            extent: 0.0,
        };
        for (i, ([x, y], [normal_x, normal_y], offset)) in sides.enumerate() {
            // Those beyond the count, too: the last to write is the corner itself, or the first.
            let lanes = if i == 0 { 0..Self::MOST } else { i..i + 1 };
            polygon.corners[0][lanes.clone()].fill(x);
            polygon.corners[1][lanes.clone()].fill(y);
            polygon.normals[0][lanes.clone()].fill(normal_x);
            polygon.normals[1][lanes].fill(normal_y);
            polygon.offsets[i] = offset;
            polygon.extent = polygon.extent.max(x.abs() + y.abs());
        }
        (count > 0).then_some(polygon)
    }

    /// The same polygon, rotated by an angle of this cosine and sine and then translated.
    #[inline]
    #[must_use]
    pub fn moved(&self, [cos, sin]: [f64; 2], [at_x, at_y]: [f64; 2]) -> Self {
        let ([x, y], [normal_x, normal_y]) = (&self.corners, &self.normals);
        let normals: [Lanes; 2] = [from_fn(|i| cos * normal_x[i] - sin * normal_y[i]), from_fn(|i| sin * normal_x[i] + cos * normal_y[i])];
        Self {
            count: self.count,
            corners: [from_fn(|i| cos * x[i] - sin * y[i] + at_x), from_fn(|i| sin * x[i] + cos * y[i] + at_y)],
            normals,
            offsets: from_fn(|i| self.offsets[i] + (normals[0][i] * at_x + normals[1][i] * at_y)),
            extent: self.extent,
        }
    }

    /// The number of corners, and of sides.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// A corner. Those beyond the [`count`](Self::count) are the first one.
    #[inline]
    pub fn corner(&self, number: usize) -> [f64; 2] {
        [self.corners[0][number], self.corners[1][number]]
    }

    /// The outward unit normal of a side.
    #[inline]
    pub fn normal(&self, side: usize) -> [f64; 2] {
        [self.normals[0][side], self.normals[1][side]]
    }

    /// The support value along the normal of a side; ∞ beyond the [`count`](Self::count).
    #[inline]
    pub fn offset(&self, side: usize) -> f64 {
        self.offsets[side]
    }

    /// The ends of a side, counter-clockwise.
    #[inline]
    pub fn ends(&self, side: usize) -> [[f64; 2]; 2] {
        [self.corner(side), self.corner(if side + 1 < self.count { side + 1 } else { 0 })]
    }

    /// The largest sum of the |coordinates| of a corner, in the frame that it was built in.
    #[inline]
    pub fn extent(&self) -> f64 {
        self.extent
    }

    /// How deep the deepest corner of another polygon is below each side, negative if it is
    /// above; ∞ beyond the [`count`](Self::count). Both are in one frame.
    #[inline]
    pub fn depths(&self, other: &Self) -> Lanes {
        let [normal_x, normal_y] = &self.normals;
        let mut lowest = [f64::INFINITY; Self::MOST];
        for corner in 0..other.count {
            let [x, y] = other.corner(corner);
            lowest = from_fn(|side| {
                let height = normal_x[side] * x + normal_y[side] * y;
                if height < lowest[side] { height } else { lowest[side] }
            });
        }
        from_fn(|side| self.offsets[side] - lowest[side])
    }

    /// The heights of all corners along a direction.
    #[inline]
    pub fn heights(&self, [x, y]: [f64; 2]) -> Lanes {
        from_fn(|corner| self.corners[0][corner] * x + self.corners[1][corner] * y)
    }

    /// The squared distances of all corners from a point.
    #[inline]
    pub fn squared_distances(&self, [x, y]: [f64; 2]) -> Lanes {
        from_fn(|corner| {
            let (across, up) = (self.corners[0][corner] - x, self.corners[1][corner] - y);
            across * across + up * up
        })
    }

    /// The cosines of the angles between a unit vector and the normals of all sides; those beyond
    /// the [`count`](Self::count) repeat the first.
    #[inline]
    pub fn cosines(&self, [x, y]: [f64; 2]) -> Lanes {
        from_fn(|side| self.normals[0][side] * x + self.normals[1][side] * y)
    }
}

#[cfg(test)]
mod tests {
    use super::SmallPolygon;
    use crate::{Convex, Core, Polygon};
    use glam::DVec2;

    #[test]
    fn a_corner_in_the_middle_of_a_side_is_left_out() {
        let corners = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)].map(DVec2::from);
        for corners in [corners.to_vec(), corners.into_iter().rev().collect()] {
            let polygon = Polygon::new(&corners).unwrap();
            let Core::Polytope(facets) = polygon.core() else { panic!("it has an area") };
            let small = facets.small_polygon().unwrap();
            assert_eq!(small.count(), 4);
            for side in 0..4 {
                let [from, to] = small.ends(side).map(DVec2::from);
                let normal = DVec2::from(small.normal(side));
                assert_eq!(normal, -(to - from).normalize().perp());
                assert_eq!([from, to].map(|end| normal.dot(end)), [small.offset(side); 2]);
            }
            assert_eq!(small.corner(7), small.corner(0));
            assert_eq!(small.offset(4), f64::INFINITY);
        }
    }

    #[test]
    fn the_first_corner_does_not_decide_whether_a_triangle_is_thin() {
        let [a, b, c] = [[0.0, 0.0], [1000.0, 0.0], [1000.0, 0.5]];
        for corners in [[a, b, c], [b, c, a], [c, a, b], [c, b, a]] {
            assert!(SmallPolygon::triangle(corners).is_some(), "{corners:?}");
        }
        let [a, b, c] = [[0.0, 0.0], [1000.0, 0.0], [500.0, 0.1]];
        for corners in [[a, b, c], [b, c, a], [c, a, b], [c, b, a]] {
            assert!(SmallPolygon::triangle(corners).is_none(), "{corners:?}");
        }
    }

    #[test]
    fn more_than_eight_corners_are_too_many() {
        for (count, is_small) in [(3, true), (8, true), (9, false)] {
            let polygon = Polygon::<DVec2>::regular(count, 1.0).unwrap();
            let Core::Polytope(facets) = polygon.core() else { panic!("it has an area") };
            assert_eq!(facets.small_polygon().is_some(), is_small);
        }
        assert!(SmallPolygon::rectangle([1.0, 0.0]).is_none());
    }
}

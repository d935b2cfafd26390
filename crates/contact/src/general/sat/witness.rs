//! The two points of a facet of A − B: one on A and one on B, above each other along its normal.
//!
//! * A face and the vertex deepest below it: the vertex and its projection, if that is in the face.
//!   If the vertex is beside the face, the deepest feature is parallel to the face, to rounding.
//!   Then the incident face is clipped to the reference face, and the deepest point of the rest is
//!   taken, or the middle of all that are equally deep.
//! * Two edges: the nearest points of their lines, clamped to their ends.
//! * The caller checks whether the points are as far apart as the axis says.

use clinch_support::{Vector, cross};
use smallvec::SmallVec;

use crate::tolerance::{NOISE, SAME_DEPTH};

/// The corners of a face in A's frame, counter-clockwise; the two ends of an edge.
pub(crate) type FaceCorners<W> = SmallVec<[W; 8]>;

/// The plane at a side of a face: a point of it, and the outward unit normal.
pub(crate) type SidePlane<W> = (W, W);

/// The reference face.
pub(crate) struct ReferenceFace<W, S> {
    /// All planes that bound the face. They are computed as they are needed: a vertex beside the
    /// face is mostly outside of one of the first.
    pub(crate) side_planes: S,
    /// Unit, outward.
    pub(crate) normal: W,
    pub(crate) offset: f64,
    /// The size of the pair.
    pub(crate) size: f64,
}

impl<W: Vector<Scalar = f64>, S: Iterator<Item = SidePlane<W>> + Clone> ReferenceFace<W, S> {
    /// The witness point on this face and that on the other shape. `deepest` is the other's vertex
    /// deepest below this face, `incident` computes the corners of its face there.
    pub(crate) fn witness(&self, deepest: W, incident: impl FnOnce() -> FaceCorners<W>) -> Option<[W; 2]> {
        let slack = NOISE * self.size;
        if self.side_planes.clone().all(|(point, out)| out.dot(deepest - point) <= slack) {
            return Some([self.project(deepest), deepest]);
        }
        let mut clipped = incident();
        for plane in self.side_planes.clone() {
            clipped = clip(&clipped, plane, slack);
        }
        let height = |point: &W| self.normal.dot(*point);
        let lowest = clipped.iter().map(height).fold(f64::INFINITY, |least, height| if height < least { height } else { least });
        let equally_deep = |point: &&W| height(point) <= lowest + SAME_DEPTH * self.size;
        let (sum, count) = clipped.iter().filter(equally_deep).fold((W::ZERO, 0.0), |(sum, count), &point| (sum + point, count + 1.0));
        (count > 0.0).then(|| {
            let middle = sum * f64::recip(count);
            [self.project(middle), middle]
        })
    }

    fn project(&self, point: W) -> W {
        point + self.normal * (self.offset - self.normal.dot(point))
    }
}

/// The planes at the sides of a face, or around an edge. No two corners may coincide.
pub(crate) fn side_planes<W: Vector<Scalar = f64>>(corners: &[W], normal: W) -> impl Iterator<Item = SidePlane<W>> + Clone {
    let unit = |v: W| v * v.length().recip();
    let count = if corners.len() == 2 && W::DIM == 3 { 4 } else { corners.len() };
    (0..count).map(move |side| {
        if let &[from, to] = corners {
            let along = unit(to - from);
            let across = || unit(cross(along, normal));
            return match side {
                0 => (from, -along),
                1 => (to, along),
                2 => (from, across()),
                _ => (from, -across()),
            };
        }
        let (from, to) = (corners[side], corners[if side + 1 < count { side + 1 } else { 0 }]);
        (from, unit(cross(to - from, normal)))
    })
}

/// The part of a polygon inside of a plane, or outside by at most `slack`. Sutherland and Hodgman
/// (1974).
fn clip<W: Vector<Scalar = f64>>(polygon: &FaceCorners<W>, (point, out): SidePlane<W>, slack: f64) -> FaceCorners<W> {
    let beyond = |corner: W| out.dot(corner - point);
    let mut clipped = FaceCorners::new();
    for (i, &from) in polygon.iter().enumerate() {
        let to = polygon[(i + 1) % polygon.len()];
        let (before, after) = (beyond(from), beyond(to));
        if before <= slack {
            clipped.push(from);
        }
        // An edge has one side, which the loop visits twice.
        if (before <= slack) != (after <= slack) && (i == 0 || polygon.len() > 2) {
            clipped.push(from + (to - from) * (before / (before - after)).clamp(0.0, 1.0));
        }
    }
    clipped
}

/// An edge: its middle, the unit vector along it, and half its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeSegment<W> {
    pub(crate) middle: W,
    pub(crate) along: W,
    pub(crate) half: f64,
}

impl<W: Vector<Scalar = f64>> EdgeSegment<W> {
    /// Between two points.
    pub(crate) fn between(from: W, to: W, along: W) -> Self {
        Self { middle: (from + to) * 0.5, along, half: 0.5 * (to - from).length() }
    }

    /// The point of the edge nearest to a point.
    fn clamp(&self, point: W) -> W {
        let parameter = (point - self.middle).dot(self.along);
        self.middle
            + self.along
                * if parameter > self.half {
                    self.half
                } else if parameter < -self.half {
                    -self.half
                } else {
                    parameter
                }
    }

    /// The nearest points of two edges; any pair of them if the edges are parallel.
    pub(crate) fn nearest_points(&self, other: &Self) -> [W; 2] {
        let between = other.middle - self.middle;
        let across = cross(self.along, other.along);
        // The parameter of the common normal on this line, from the triple product: near-parallel
        // edges lose only the digits that the cross product lacks.
        let parameter = cross(between, other.along).dot(across) / across.length_squared();
        let parameter = if parameter > self.half {
            self.half
        } else if parameter < -self.half {
            -self.half
        } else {
            parameter
        };
        let on_other = other.clamp(self.middle + self.along * parameter);
        [self.clamp(on_other), on_other]
    }
}

#[cfg(test)]
mod tests {
    use super::{EdgeSegment, FaceCorners, ReferenceFace, side_planes};
    use glam::{DVec2, DVec3};

    fn square(half: f64, height: f64) -> FaceCorners<DVec3> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].into_iter().map(|(x, y)| DVec3::new(x * half, y * half, height)).collect()
    }

    #[test]
    fn a_vertex_beside_the_face_gives_the_middle_of_the_overlap() {
        let square_at_zero = square(1.0, 0.0);
        let reference = ReferenceFace { side_planes: side_planes(&square_at_zero, DVec3::Z), normal: DVec3::Z, offset: 0.0, size: 4.0 };
        // A larger face over it: the middle of the overlap.
        let points = reference.witness(DVec3::new(3.0, 3.0, -0.25), || square(3.0, -0.25).into_iter().rev().collect());
        assert_eq!(points, Some([DVec3::ZERO, DVec3::new(0.0, 0.0, -0.25)]));
        let aside = || square(0.5, -0.25).into_iter().map(|corner| corner + DVec3::X).collect();
        let points = reference.witness(DVec3::new(1.5, 0.5, -0.25), aside);
        assert_eq!(points, Some([DVec3::new(0.75, 0.0, 0.0), DVec3::new(0.75, 0.0, -0.25)]));
        assert_eq!(
            reference.witness(DVec3::new(9.0, 0.0, 0.0), || square(1.0, 0.0).into_iter().map(|corner| corner + DVec3::X * 9.0).collect()),
            None
        );
    }

    #[test]
    fn an_edge_that_ends_beside_the_face_gives_the_middle_of_the_overlap() {
        let corners = |from: f64, to: f64, height: f64| FaceCorners::from_slice(&[DVec2::new(from, height), DVec2::new(to, height)]);
        let edge = corners(-1.0, 1.0, 0.0);
        let reference = ReferenceFace { side_planes: side_planes(&edge, DVec2::Y), normal: DVec2::Y, offset: 0.0, size: 4.0 };
        let points = reference.witness(DVec2::new(3.0, -0.25), || corners(3.0, 0.0, -0.25));
        assert_eq!(points, Some([DVec2::new(0.5, 0.0), DVec2::new(0.5, -0.25)]));
    }

    #[test]
    fn edges_are_nearest_where_they_cross_or_at_their_ends() {
        let along_x = EdgeSegment { middle: DVec3::ZERO, along: DVec3::X, half: 1.0 };
        let along_y = EdgeSegment { middle: DVec3::new(0.5, 0.0, 0.25), along: DVec3::Y, half: 1.0 };
        assert_eq!(along_x.nearest_points(&along_y), [DVec3::new(0.5, 0.0, 0.0), DVec3::new(0.5, 0.0, 0.25)]);
        let beyond = EdgeSegment { middle: DVec3::new(3.0, 0.0, 0.25), ..along_y };
        assert_eq!(along_x.nearest_points(&beyond), [DVec3::X, DVec3::new(3.0, 0.0, 0.25)]);
    }
}

//! The corners of the body's face, projected along a normal to the triangles below it.
//!
//! Of a face that rises beyond the margin, the part within the margin counts: where its edges leave
//! the margin, there are corners, too.

use clinch_shapes::Corner;
use clinch_support::Vector;

use crate::order::lexicographic;
use crate::triangle::facing_facet::FacingFacet;
use crate::triangle::prism::{ABOVE, Prism};

/// A plane, and how far above it points still count.
#[derive(Clone, Copy)]
pub(crate) struct Slab<W> {
    pub(crate) normal: W,
    /// Of the plane, along the normal.
    pub(crate) height: f64,
    /// Of the farthest points that count, along the normal.
    pub(crate) beyond: f64,
}

/// A corner of the body's face, and the highest point of the triangles below it.
#[derive(Debug)]
struct ProjectedCorner<W> {
    corner: W,
    /// Above the slab.
    is_beyond: bool,
    below: Option<W>,
}

/// The points of the triangles of a plane that are below the face of the body.
#[derive(Debug)]
pub(crate) struct ProjectedCorners<W> {
    /// Those of the face, then where its edges leave the slab.
    corners: Vec<ProjectedCorner<W>>,
    /// The points below the corners.
    below: Vec<W>,
    /// The largest |coordinate| of the triangles.
    max_abs: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> ProjectedCorners<W> {
    pub(crate) fn new() -> Self {
        Self { corners: Vec::new(), below: Vec::new(), max_abs: 0.0 }
    }

    /// Begins with a face, edge or vertex, without triangles.
    pub(crate) fn begin(&mut self, corners: &[Corner<W>], slab: &Slab<W>) {
        let Slab { normal, height, beyond } = *slab;
        self.corners.clear();
        self.max_abs = 0.0;
        // A corner beyond the slab is no contact point, so whatever is below it will do.
        self.corners.extend(corners.iter().map(|corner| {
            let above = corner.point.dot(normal);
            let is_beyond = above > beyond;
            let below = is_beyond.then(|| corner.point - normal * (above - height));
            ProjectedCorner { corner: corner.point, is_beyond, below }
        }));
        // A segment has one edge.
        let edges = if corners.len() == 2 { 1 } else { corners.len() };
        for edge in 0..edges {
            let [from, to] = [corners[edge].point, corners[(edge + 1) % corners.len()].point];
            let [low, high] = [from.dot(normal), to.dot(normal)];
            if (low > beyond) != (high > beyond) {
                let corner = from + (to - from) * ((beyond - low) / (high - low));
                self.corners.push(ProjectedCorner { corner, is_beyond: false, below: None });
            }
        }
    }

    /// Adds a triangle. At an edge of two triangles their points differ by rounding: the highest
    /// counts, and of equally high ones that with the least coordinates, in any order of the
    /// triangles.
    pub(crate) fn add(&mut self, triangle: &FacingFacet<W>, normal: W) {
        // In 2D nothing is projected.
        let &[a, b, c] = triangle.corners() else { return };
        let triangle_corners = [a, b, c];
        self.max_abs = self.max_abs.max(triangle.max_abs);
        let prism = Prism::new(triangle_corners, normal);
        let descent = normal * triangle.normal.dot(normal).recip();
        for ProjectedCorner { corner, below, .. } in &mut self.corners {
            if prism.contains(triangle_corners, *corner) {
                let point = *corner - descent * triangle.height(*corner);
                let is_higher = |other: W| {
                    let [height, of_other] = [point, other].map(|point| point.dot(normal));
                    height > of_other || height == of_other && lexicographic(point, other).is_lt()
                };
                if below.is_none_or(is_higher) {
                    *below = Some(point);
                }
            }
        }
    }

    /// Whether the triangles below the corners of the slab come within a distance of a place. True
    /// if there is none below a corner.
    pub(crate) fn are_near(&self, place: W, distance: f64) -> bool {
        // A point may be beside its triangle, which is not higher than its longest edge.
        let distance = distance - 4.0 * ABOVE * self.max_abs;
        let is_near = |below: W| (below - place).length_squared() <= distance * distance;
        let mut all_near = distance > 0.0;
        for corner in self.corners.iter().filter(|corner| !corner.is_beyond) {
            let Some(below) = corner.below else { return true };
            all_near &= is_near(below);
        }
        all_near
    }

    /// The points below the first `count` corners, which are those of the face. `None` if the face
    /// is not wholly above the triangles, or if a point is not `is_on_plane`.
    pub(crate) fn all_below(&mut self, count: usize, is_on_plane: impl Fn(W) -> bool) -> Option<&[W]> {
        self.below.clear();
        for ProjectedCorner { below, .. } in &self.corners {
            self.below.push(below.filter(|&below| is_on_plane(below))?);
        }
        self.below.get(..count)
    }
}

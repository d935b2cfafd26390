//! What is below the corners of the body's face, along a normal.
//!
//! Of a face that rises beyond the margin, the part within the margin counts: the places where its
//! edges leave it are corners, too.

use clinch_shapes::Corner;
use clinch_support::Vector;

use crate::facet::Prism;
use crate::facing_facet::FacingFacet;
use crate::kept::compare;

/// A plane, and how far above it points still count.
#[derive(Clone, Copy)]
pub(crate) struct Slab<W> {
    pub(crate) normal: W,
    /// Of the plane, along the normal.
    pub(crate) height: f64,
    /// Of the farthest points that count, along the normal.
    pub(crate) beyond: f64,
}

/// A place of the body's face, and the highest point of the triangles below it.
#[derive(Debug)]
struct Lifted<W> {
    place: W,
    below: Option<W>,
}

/// The points of the triangles of a plane that are below the face of the body.
#[derive(Debug)]
pub(crate) struct LiftedCorners<W> {
    /// The corners of the face, then the places where its edges leave the slab.
    places: Vec<Lifted<W>>,
    /// The points below the corners.
    below: Vec<W>,
}

impl<W: Vector<Scalar = f64, Wide = W>> LiftedCorners<W> {
    pub(crate) fn new() -> Self {
        Self { places: Vec::new(), below: Vec::new() }
    }

    /// Begins with a face, edge or vertex, without triangles.
    pub(crate) fn begin(&mut self, corners: &[Corner<W>], slab: &Slab<W>) {
        let Slab { normal, height, beyond } = *slab;
        self.places.clear();
        // A corner beyond the slab is no contact point, so whatever is below it will do.
        self.places.extend(corners.iter().map(|corner| {
            let above = corner.point.dot(normal);
            let below = (above > beyond).then(|| corner.point - normal * (above - height));
            Lifted { place: corner.point, below }
        }));
        // A segment has one edge.
        let edges = if corners.len() == 2 { 1 } else { corners.len() };
        for edge in 0..edges {
            let [from, to] = [corners[edge].point, corners[(edge + 1) % corners.len()].point];
            let [low, high] = [from.dot(normal), to.dot(normal)];
            if (low > beyond) != (high > beyond) {
                let place = from + (to - from) * ((beyond - low) / (high - low));
                self.places.push(Lifted { place, below: None });
            }
        }
    }

    /// Adds a triangle. At an edge of two triangles their points differ by rounding: the highest
    /// counts, and of equally high ones that with the least coordinates, in any order of the
    /// triangles.
    pub(crate) fn add(&mut self, triangle: &FacingFacet<W>, normal: W) {
        // In 2D nothing is lifted.
        let &[a, b, c] = triangle.corners() else { return };
        let corners = [a, b, c];
        let prism = Prism::new(corners, normal);
        let descent = normal * triangle.normal.dot(normal).recip();
        for Lifted { place, below } in &mut self.places {
            if prism.has(corners, *place) {
                let point = *place - descent * triangle.height(*place);
                let is_higher = |other: W| {
                    let [height, of_other] = [point, other].map(|point| point.dot(normal));
                    height > of_other || height == of_other && compare(point, other).is_lt()
                };
                if below.is_none_or(is_higher) {
                    *below = Some(point);
                }
            }
        }
    }

    /// The points below the corners. `None` if the face is not wholly above the triangles, or if
    /// `is_level` refuses a point.
    pub(crate) fn all_below(&mut self, corners: usize, is_level: impl Fn(W) -> bool) -> Option<&[W]> {
        self.below.clear();
        for Lifted { below, .. } in &self.places {
            self.below.push(below.filter(|&below| is_level(below))?);
        }
        self.below.get(..corners)
    }
}

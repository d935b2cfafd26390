//! The triangles near a body, which are kept while it moves a little.
//!
//! * The cache has all triangles within a radius of a center: those that a ball about the middle of
//!   the body can reach, and a little more. As long as the ball is within that radius, no other
//!   triangle can be looked at, and the tree of the shape is not walked.
//! * It is a filter. Which of its triangles are looked at is decided by the same comparisons as
//!   without it, so it changes no answer. It keeps what the shape says of them, so that they need
//!   not be read from all over the shape in each tick.
//! * It is filled for a body that was nearly at the same place in an earlier tick. Bodies that move
//!   fast, and those that are seen once, do without.

use clinch_composite::{Composite, SubShapeId, SurfaceTriangle};
use clinch_contact::Space;
use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::boxes::{bounds_of_corners, max_abs};
use crate::parts::part_query::PartQuery;
use crate::triangle::nearest_on_triangle::{POINT_NOISE, PreparedTriangle};
use crate::triangle::prism::Prism;

/// How far the middle of a body may move until the cache is filled again, in parts of the radius
/// about it that is looked at. Larger: more triangles are cached. Smaller: it is filled more often.
const MOTION: f64 = 0.5;

/// By how much a triangle must be farther than the radius of the cache to be left out, relative to
/// it. Larger: triangles are cached for nothing. Smaller: one could be left out that, by the
/// rounding of its distance, is looked at without a cache.
const ROUNDING_MARGIN: f64 = 1.0 / (1 << 15) as f64;

/// The triangles near the place where a body was.
#[derive(Clone, Debug)]
pub(crate) struct TriangleCache<W> {
    /// Where the middle of the body was. NaN before the first query.
    center: W,
    /// All triangles that come nearer to the center than this are cached. 0 if none are.
    radius: f64,
    /// A part near the body was no triangle, so that filling the cache is not tried again.
    has_other_parts: bool,
    /// In ascending order of their ids.
    triangles: Vec<CachedTriangle<W>>,
    /// A lower bound of the distance of each triangle from the center. Apart from the triangles, so
    /// that those that are too far are not read.
    at_least: Vec<f64>,
    /// A buffer.
    ids: Vec<SubShapeId>,
}

/// A triangle near the place where a body was, and of what can be computed only the prism: with
/// thousands of bodies, reading more from memory takes longer than computing it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedTriangle<W> {
    pub(crate) id: SubShapeId,
    pub(crate) surface: SurfaceTriangle<W>,
    /// All points above and below it, along its unit normal.
    pub(crate) prism: Prism<W>,
}

impl<W: Vector<Scalar = f64, Wide = W>> TriangleCache<W> {
    pub(crate) fn new() -> Self {
        Self { center: nowhere(), radius: 0.0, has_other_parts: false, triangles: Vec::new(), at_least: Vec::new(), ids: Vec::new() }
    }

    /// Forgets all triangles, and where the body was.
    pub(crate) fn clear(&mut self) {
        self.center = nowhere();
        self.radius = 0.0;
        self.has_other_parts = false;
    }

    /// The triangles that the body may reach, and others, in ascending order of their ids. `None`
    /// if they must be found.
    pub(crate) fn triangles_near<V: Space<Wide = W>, C: Composite<V> + ?Sized>(
        &mut self,
        query: &PartQuery<'_, V, C>,
    ) -> Option<impl Iterator<Item = &CachedTriangle<W>>> {
        if self.has_other_parts {
            return None;
        }
        let (middle, radius) = (query.body.middle, query.query_radius());
        let mut moved = (middle - self.center).length();
        // With a radius of 0, the triangles are those of an earlier place.
        if !(self.radius > 0.0 && moved + radius <= self.radius) {
            // False for NaN.
            let is_back = moved <= MOTION * radius;
            (self.center, self.radius, moved) = (middle, 0.0, 0.0);
            if !is_back {
                return None;
            }
            if !self.fill(query) {
                self.has_other_parts = true;
                return None;
            }
        }
        let beyond = beyond(self.center, moved + radius);
        let near = self.at_least.iter().zip(&self.triangles).filter(move |&(&at_least, _)| at_least <= beyond);
        Some(near.map(|(_, triangle)| triangle))
    }

    /// Caches the triangles about the middle of the body. `false` if parts of the shape are no
    /// triangles: of these the box of the body leaves out more than a ball.
    fn fill<V: Space<Wide = W>, C: Composite<V> + ?Sized>(&mut self, query: &PartQuery<'_, V, C>) -> bool {
        let radius = query.query_radius() * (1.0 + MOTION);
        let beyond = beyond(self.center, radius);
        self.ids.clear();
        query.composite.near(&Aabb::around(self.center, W::from_fn(|_| beyond)), &mut self.ids);
        self.ids.sort_unstable();
        // A user's shape may list one twice.
        self.ids.dedup();
        self.triangles.clear();
        self.at_least.clear();
        for &id in &self.ids {
            let Some(corners) = query.composite.surface_corners(id) else { return false };
            let bounds = bounds_of_corners(corners);
            let triangle = PreparedTriangle::new(corners, max_abs(&bounds));
            let (_, at_least) = query.middle_region_and_distance(&triangle);
            if !(at_least > beyond) {
                // A part without a normal is no triangle, either.
                let Some(surface) = query.composite.surface_triangle(id) else { return false };
                let prism = Prism::new(surface.corners, surface.normal);
                self.triangles.push(CachedTriangle { id, surface, prism });
                self.at_least.push(at_least);
            }
        }
        self.radius = radius;
        true
    }
}

/// Triangles farther than this from a place are farther than a distance, however it is rounded.
fn beyond<W: Vector<Scalar = f64>>(place: W, distance: f64) -> f64 {
    distance * (1.0 + ROUNDING_MARGIN) + 4.0 * POINT_NOISE * place.max_abs()
}

fn nowhere<W: Vector<Scalar = f64>>() -> W {
    W::from_fn(|_| f64::NAN)
}

impl<W: Vector<Scalar = f64, Wide = W>> Default for TriangleCache<W> {
    fn default() -> Self {
        Self::new()
    }
}

//! The triangles near a body, which stay listed while it moves a little.
//!
//! * The list has all triangles within a radius of a place: those that a ball about the middle of
//!   the body can reach, and a little more. As long as the ball is within that radius, no triangle
//!   outside of the list can be looked at.
//! * It is a filter. Which of the listed triangles are looked at is decided by the same comparisons
//!   as without it, so it changes no answer.
//! * A list is made for a body that was nearly at the same place in an earlier tick. Bodies that
//!   move fast, and those that are seen once, do without.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::Space;
use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::part_contact::{Foot, POINT_NOISE, PartQuery};

/// How far the middle of a body may move until its list is made again, in parts of the ball about
/// it. Larger: more triangles are listed. Smaller: lists are made more often.
const DRIFT: f64 = 1.0 / 8.0;

/// By how much a triangle must be farther than the radius of a list to be left out, relative to it.
/// Larger: triangles are listed for nothing. Smaller: one could be left out that, by the rounding
/// of its distance, is looked at without a list.
const MARGIN: f64 = 1.0 / (1 << 15) as f64;

/// The triangles near the place where a body was.
#[derive(Clone, Debug)]
pub(crate) struct NearList<W> {
    /// Where the middle of the body was. NaN before the first query.
    center: W,
    /// All triangles that come nearer to the center than this are listed. 0 without a list.
    radius: f64,
    ids: Vec<SubShapeId>,
}

impl<W: Vector<Scalar = f64, Wide = W>> NearList<W> {
    pub(crate) fn new() -> Self {
        Self { center: nowhere(), radius: 0.0, ids: Vec::new() }
    }

    /// Forgets all triangles, and where the body was.
    pub(crate) fn clear(&mut self) {
        self.center = nowhere();
        self.radius = 0.0;
    }

    /// The triangles that the body may reach, and others, in ascending order of their ids. `None`
    /// if they must be found.
    pub(crate) fn of<V: Space<Wide = W>, C: Composite<V> + ?Sized>(&mut self, query: &PartQuery<'_, V, C>) -> Option<&[SubShapeId]> {
        let (middle, ball) = (query.body.middle, query.ball());
        let moved = (middle - self.center).length();
        if !(moved + ball <= self.radius) {
            // False for NaN.
            let is_back = moved <= DRIFT * ball;
            (self.center, self.radius) = (middle, 0.0);
            if !is_back || !self.list(query) {
                return None;
            }
        }
        Some(&self.ids)
    }

    /// Lists the triangles about the middle of the body. `false` if parts of the shape are no
    /// triangles: of these the box of the body leaves out more than a ball.
    fn list<V: Space<Wide = W>, C: Composite<V> + ?Sized>(&mut self, query: &PartQuery<'_, V, C>) -> bool {
        let radius = query.ball() * (1.0 + DRIFT);
        let beyond = radius * (1.0 + MARGIN) + POINT_NOISE * self.center.max_abs();
        self.ids.clear();
        query.composite.near(&Aabb::around(self.center, W::from_fn(|_| beyond)), &mut self.ids);
        let mut all_triangles = true;
        self.ids.retain(|&id| match query.composite.surface_corners(id) {
            Some(corners) => !matches!(query.foot(corners, beyond), Foot::Beyond),
            None => {
                all_triangles = false;
                false
            }
        });
        self.ids.sort_unstable();
        self.radius = if all_triangles { radius } else { 0.0 };
        all_triangles
    }
}

fn nowhere<W: Vector<Scalar = f64>>() -> W {
    W::from_fn(|_| f64::NAN)
}

impl<W: Vector<Scalar = f64, Wide = W>> Default for NearList<W> {
    fn default() -> Self {
        Self::new()
    }
}

//! The first part of a cast: B advances along axes that cost one support call each.
//!
//! * Every support point proves a gap along the axis that was queried, whatever the simplex is. If
//!   the gap is above the target, B can advance to where the gap equals the target. So no distance
//!   query has to end before B advances, and one simplex serves the whole way: it moves along with
//!   B.
//! * Nothing is decided here. A simplex that moves may lead astray, as GJK's own cannot. Then fewer
//!   axes advance B, and the distance queries that follow start farther away; they decide where the
//!   shapes touch.
//!
//! van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous
//! Collision Detection" (2004).

use clinch_support::{Vector, Vertex};

use crate::nearest_on_simplex::nearest_on_simplex;
use crate::start::Start;
use crate::sub_distance::{GjkSpace, GjkVector, SubDistance};

/// Support calls on the way. Larger: smooth shapes that graze cost more here than distance queries
/// would. Smaller: more is left to the queries, which take some five calls each.
pub(crate) const MAX_CALLS: u32 = 48;

/// Support calls on the way once a vertex lies on a rim. There a distance query uses Newton's
/// method, and this does not.
pub(crate) const MAX_CALLS_ON_RIMS: u32 = 5;

/// A simplex of A − B that moves with B.
pub(crate) struct AdvancingSimplex<V: GjkSpace> {
    /// Oldest first: the vertices as they were found, and the points at which they are now.
    vertices: [Vertex<V>; 4],
    points: [V::Wide; 4],
    count: usize,
    /// The point nearest the origin, as far as is known.
    pub(crate) v: V::Wide,
}

impl<V: GjkSpace> AdvancingSimplex<V> {
    pub(crate) fn from(first: Vertex<V>) -> Self {
        Self { vertices: [first; 4], points: [first.point; 4], count: 1, v: first.point }
    }

    /// The newest vertex. The next one is rarely far from it.
    pub(crate) fn newest(&self) -> &Vertex<V> {
        &self.vertices[self.count - 1]
    }

    pub(crate) fn contains(&self, vertex: &Vertex<V>) -> bool {
        self.vertices[..self.count].iter().any(|old| old.is_same(vertex))
    }

    /// Moves the points as B moves by `step`.
    pub(crate) fn move_by(&mut self, step: V::Wide) {
        for point in &mut self.points[..self.count] {
            *point = *point - step;
        }
    }

    /// Adds a vertex, which is at `point` now, and finds the point nearest the origin. A vertex
    /// already in the simplex is replaced. False if the origin is inside, or a number is not
    /// finite.
    pub(crate) fn add(&mut self, newest: Vertex<V>, point: V::Wide) -> bool {
        self.retain(|simplex, slot| !simplex.vertices[slot].is_same(&newest));
        let old = self.count;
        (self.vertices[old], self.points[old]) = (newest, point);
        self.count += 1;
        match V::Wide::fast_sub_distance(point, &self.points[..old]) {
            SubDistance::Encloses => false,
            SubDistance::Nearest { point, keep, .. } => {
                self.v = point;
                self.retain(|_, slot| slot == old || keep >> slot & 1 == 1);
                true
            }
            SubDistance::Unreliable => match nearest_on_simplex(&self.points[..=old]) {
                Some(nearest) if !nearest.encloses => {
                    self.v = nearest.point;
                    self.retain(|_, slot| nearest.weights[slot] > 0.0);
                    self.count > 0
                }
                _ => false,
            },
        }
    }

    fn retain(&mut self, keep: impl Fn(&Self, usize) -> bool) {
        let mut kept = 0;
        for slot in 0..self.count {
            if keep(self, slot) {
                if kept < slot {
                    (self.vertices[kept], self.points[kept]) = (self.vertices[slot], self.points[slot]);
                }
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// A warm start for the distance query that follows.
    pub(crate) fn start(&self) -> Start<V> {
        let ids = self.vertices[..self.count].iter().filter_map(|vertex| vertex.a.id.zip(vertex.b.id));
        Start { vertices: ids.collect(), direction: V::narrow(-self.v * self.v.max_abs().recip()) }
    }
}

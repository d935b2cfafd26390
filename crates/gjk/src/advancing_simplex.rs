//! The first part of a cast: as near as axes lead that come for a support call each.
//!
//! * Every support point proves a gap along the axis that it was asked for, whatever the simplex is: where that is above the target, B may go to where it is
//!   no more. So no search need end before B moves on, and one simplex serves the whole way: it is moved along.
//! * Nothing here decides. A simplex that moved may be led astray, as GJK's own may not; then fewer axes lead on, and the searches that follow begin
//!   farther away. They say where the shapes touch.
//!
//! After van den Bergen: "Ray Casting against General Convex Objects with Application to Continuous Collision Detection" (2004).

use clinch_support::{Vector, Vertex};

use crate::nearest_on_simplex::nearest_on_simplex;
use crate::start::Start;
use crate::sub_distance::{Algebra, Measure, Step};

/// Support calls on the way. Larger: smooth shapes that graze spend more here than searches would. Smaller: more is left to the searches, at some five calls each.
pub(crate) const CALLS: u32 = 48;

/// The same where a vertex lies on a rim: there a search takes Newton's steps, and this none.
pub(crate) const ON_RIMS: u32 = 5;

/// A simplex of A − B that moves with B.
pub(crate) struct Approach<V: Measure> {
    /// Oldest first: with the vertices of the shapes that they are made of, and where they have come to.
    vertices: [Vertex<V>; 4],
    points: [V::Wide; 4],
    count: usize,
    /// The point nearest the origin, as far as is known.
    pub(crate) v: V::Wide,
}

impl<V: Measure> Approach<V> {
    pub(crate) fn from(first: Vertex<V>) -> Self {
        Self { vertices: [first; 4], points: [first.point; 4], count: 1, v: first.point }
    }

    /// The vertex that entered last: what is asked for next is not far from there.
    pub(crate) fn newest(&self) -> &Vertex<V> {
        &self.vertices[self.count - 1]
    }

    /// The simplex has this vertex.
    pub(crate) fn has(&self, vertex: &Vertex<V>) -> bool {
        self.vertices[..self.count].iter().any(|old| old.is_same(vertex))
    }

    /// B moved.
    pub(crate) fn move_by(&mut self, step: V::Wide) {
        for point in &mut self.points[..self.count] {
            *point = *point - step;
        }
    }

    /// The point nearest the origin with a vertex more, or the same once more after the simplex has moved. False where the origin is inside, or no number.
    pub(crate) fn take(&mut self, newest: Vertex<V>, at: V::Wide) -> bool {
        self.keep(|simplex, place| !simplex.vertices[place].is_same(&newest));
        let old = self.count;
        (self.vertices[old], self.points[old]) = (newest, at);
        self.count += 1;
        match V::Wide::lean_step(at, &self.points[..old]) {
            Step::Encloses => false,
            Step::Nearest { point, keep, .. } => {
                self.v = point;
                self.keep(|_, place| place == old || keep >> place & 1 == 1);
                true
            }
            Step::Doubtful => match nearest_on_simplex(&self.points[..=old]) {
                Some(nearest) if !nearest.encloses => {
                    self.v = nearest.point;
                    self.keep(|_, place| nearest.weights[place] > 0.0);
                    self.count > 0
                }
                _ => false,
            },
        }
    }

    fn keep(&mut self, keep: impl Fn(&Self, usize) -> bool) {
        let mut kept = 0;
        for place in 0..self.count {
            if keep(self, place) {
                if kept < place {
                    (self.vertices[kept], self.points[kept]) = (self.vertices[place], self.points[place]);
                }
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// For a search that begins where this ended.
    pub(crate) fn start(&self) -> Start<V> {
        let ids = self.vertices[..self.count].iter().filter_map(|vertex| vertex.a.id.zip(vertex.b.id));
        Start { vertices: ids.collect(), direction: V::narrow(-self.v * self.v.max_abs().recip()) }
    }
}

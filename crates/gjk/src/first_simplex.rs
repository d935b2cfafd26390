//! The first simplex of a search.
//!
//! * A start lists vertices. They are evaluated at the new pose. If one sub-distance step keeps
//!   them all, the nearest feature is the same as before, or the guess was right, and one support
//!   call proves it.
//! * If that step drops a vertex, its precondition may not hold: that only features with the newest
//!   vertex can be nearest. Then the vertices join one by one, each only if it brings the simplex
//!   nearer.

use clinch_support::{Difference, SupportMap, Vector, VertexIndex};

use crate::distance::{Progress, Search};
use crate::start::FirstSimplex;
use crate::sub_distance::{GjkSpace, GjkVector, SubDistance};

impl<V: GjkSpace> Search<'_, V> {
    /// Builds the first simplex; true if it already encloses the origin.
    #[inline(always)]
    pub(crate) fn begin<A, B>(&mut self, difference: &Difference<'_, A, B, V>, first: FirstSimplex<'_, V>) -> bool
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        for &(a, b) in first.vertices.iter().take(V::DIM + 1) {
            let Some(vertex) = difference.vertex_of(a, b) else { continue };
            let point = vertex.point;
            let index = self.record.push(vertex);
            self.push(index, point);
        }
        if self.count > 0 && self.needs_all_vertices() {
            return self.count > V::DIM;
        }
        if self.count > 0 && self.join_one_by_one() {
            return true;
        }
        if self.count == 0 {
            let given = first.direction.widen();
            let direction = if given.length_squared() > 0.0 { given } else { difference.between_centers() };
            let index = self.query(difference, direction);
            self.add(index, self.record[index].point);
        }
        false
    }

    /// Accepts the simplex if its nearest point is interior to it: no vertex can be dropped.
    #[inline(always)]
    fn needs_all_vertices(&mut self) -> bool {
        let others = self.count - 1;
        match V::Wide::fast_sub_distance(self.points[others], &self.points[..others]) {
            SubDistance::Encloses => true,
            SubDistance::Nearest { point, squared, keep } if u32::from(keep).count_ones() as usize == others && squared < f64::INFINITY => {
                (self.v, self.squared) = (point, squared);
                true
            }
            SubDistance::Nearest { .. } | SubDistance::Unreliable => false,
        }
    }

    /// Builds the simplex anew; true if it encloses the origin.
    #[inline(never)]
    fn join_one_by_one(&mut self) -> bool {
        let (indices, points, count): ([VertexIndex; 4], _, _) = (self.indices, self.points, self.count);
        self.count = 0;
        for (&index, point) in indices.iter().zip(points).take(count) {
            if (self.count == 0 || self.v.dot(point) < self.squared) && matches!(self.add(index, point), Progress::Encloses) {
                return true;
            }
        }
        false
    }
}

//! The depth of two polytopes by a guess: EPA in `f32`, and one proof in `f64`.
//!
//! * EPA chooses vertices in all of its steps, and only the last one proves the depth. So the steps
//!   are taken in `f32` lanes (`lane_surface.rs`). The corners of the surface that they end with
//!   are evaluated in `f64`, and with them the plane of the nearest triangle, the support value
//!   along its normal, and a lower bound of the distance of every other triangle.
//! * **A closed surface whose triangles all face away from the origin, at least r from it, proves
//!   that the depth is at least r,** convex or not. The solid angles of the triangles, seen from
//!   the origin, are all positive, so the surface winds around the origin at least once. No point
//!   of the ball of radius r is on the surface, so it winds as often around each of them. Around
//!   points outside of the convex hull of the corners it does not wind at all. So the ball is in
//!   the hull, and the hull is in A − B.
//! * A triangle faces away if the determinant of its corners is greater than its rounding. Its
//!   distance is at least that of its plane, or the least coordinate of its corners along any unit
//!   vector.
//! * What is not proved is dropped, and the search in `f64` starts from GJK's simplex.

use clinch_gjk::{LaneDifference, nearest_on_simplex};
use clinch_support::{SupportMap, Vector, VertexIndex, cross};
use smallvec::SmallVec;

use crate::lane_surface::{LaneSurface, LaneTriangle, MOST_VERTICES};
use crate::limits::Limits;
use crate::penetration::{Depth, Penetration, Stop};
use crate::polytope::{EpaSpace, EpaVector, Polytope};
use crate::search::Search;
use crate::witness::ON_FACE;

/// Rounding of a determinant of three corners, in the cube of the largest sum of |coordinates|: 14ε
/// for the differences, the products and the sums; and 8ε for the length of the normal that it is
/// compared with, which is off by as much times the distance. The rest is reserve. Larger: the
/// distance of more triangles is computed by their unit normals. Smaller: the bound does not hold.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// A triangle is clearly farther than the nearest if its plane is farther by this part. Larger: the
/// distance of more triangles is computed by their unit normals. Smaller: the rounding of the
/// squares decides.
const FARTHER: f64 = 1e-9;

/// The corners of a surface: the index in the record and the point. `None` for vertices that it has
/// covered. Round hulls of 64 points end with some twenty.
type Evaluated<W> = SmallVec<[Option<(VertexIndex, W)>; 24]>;

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// The depth that a search in `f32` finds, from the affinely independent corners `first`, if it
    /// is proved to rounding. `None` also for shapes without
    /// [`vertex_blocks`](SupportMap::vertex_blocks).
    pub(crate) fn guess(&mut self, first: &[VertexIndex], limits: &Limits<V::Scalar>) -> Option<Depth<V>> {
        // The proof makes a support call.
        if self.iterations >= limits.iterations {
            return None;
        }
        let mut made = [None, None];
        let lanes = LaneDifference::new(self.difference, self.difference.vertex_blocks(&mut made)?, 0.0)?;
        let seed = |place: usize| {
            let vertex = &self.record[*first.get(place)?];
            Some(lanes.vertex_of(vertex.a.id?, vertex.b.id?))
        };
        let mut surface = LaneSurface::new();
        surface.begin([seed(0)?, seed(1)?, seed(2)?, seed(3)?])?;
        let expanded = surface.expand(&lanes);
        self.guess_calls += surface.calls;
        expanded?;
        let corners = self.evaluate(&surface, first)?;
        self.prove(&surface, &corners)
    }

    /// The corners in `f64`. `first` are in the record already.
    fn evaluate(&mut self, surface: &LaneSurface, first: &[VertexIndex]) -> Option<Evaluated<V::Wide>> {
        const { assert!(MOST_VERTICES <= u64::BITS as usize) };
        let used = surface.triangles().iter().fold(0_u64, |used, LaneTriangle { corners: [a, b, c], .. }| used | 1 << a | 1 << b | 1 << c);
        let mut corners = Evaluated::new();
        for (number, vertex) in surface.vertices().iter().enumerate() {
            let index = match first.get(number) {
                Some(&index) => Some(index),
                None if used >> number & 1 == 0 => None,
                None => {
                    let (a, b) = vertex.ids();
                    Some(self.record.push(self.difference.vertex_of(a, b)?))
                }
            };
            corners.push(index.map(|index| (index, self.record[index].point)));
        }
        Some(corners)
    }

    /// The depth along the normal of the surface's nearest triangle, if it is that of A − B.
    fn prove(&mut self, surface: &LaneSurface, corners: &Evaluated<V::Wide>) -> Option<Depth<V>> {
        let at = |triangle: &LaneTriangle| {
            let [a, b, c] = triangle.corners.map(|corner| corners[usize::from(corner)]);
            Some([a?, b?, c?])
        };
        let nearest = at(surface.nearest())?;
        let (normal, offset) = <V::Wide as EpaVector>::Polytope::plane_through(nearest.map(|(_, point)| point))?;
        let (_, farthest) = self.query(normal);
        let reach = normal.dot(farthest);
        // The corners belong to A − B, so a lesser support value is rounding.
        let value = if reach > offset { reach } else { offset };
        if !(reach.is_finite() && value - offset <= self.rounding && offset > self.rounding) {
            return None;
        }
        let sizes = corners.iter().flatten().map(|(_, point)| point.sum_abs());
        let size = sizes.fold(0.0, |size: f64, of_point| if of_point > size { of_point } else { size });
        // The pair has a size between 2^−80 and 2^80, or there would be no guess: no cube or square
        // here leaves the range of `f64`.
        let (noise, clear) = (ROUNDING * size * size * size, value * (1.0 + FARTHER));
        let mut inner = value;
        for triangle in surface.triangles() {
            let [a, b, c] = at(triangle)?.map(|(_, point)| point);
            let across = cross(b - a, c - a);
            // Six times the volume of the tetrahedron with the origin.
            let volume = across.dot(a) - noise;
            // False for NaN.
            if !(volume > 0.0) {
                return None;
            }
            if !(volume * volume > clear * clear * across.length_squared()) {
                let (unit, _) = <V::Wide as EpaVector>::Polytope::plane_through([a, b, c])?;
                inner = [a, b, c].iter().fold(inner, |inner, corner| if unit.dot(*corner) < inner { unit.dot(*corner) } else { inner });
            }
        }
        // To rounding, whatever the caller's tolerance: polytopes are searched to the exact facet.
        if !(inner > self.rounding && value - inner <= 2.0 * self.rounding) {
            return None;
        }
        let foot = normal * value;
        let solved = nearest_on_simplex(&nearest.map(|(_, point)| point - foot))?;
        if !(solved.point.length() <= ON_FACE * self.difference.size()) {
            return None;
        }
        let [mut point_a, mut point_b] = [V::Wide::ZERO; 2];
        for ((index, _), weight) in nearest.into_iter().zip(solved.weights) {
            let vertex = &self.record[index];
            (point_a, point_b) = (point_a + vertex.a.point * weight, point_b + vertex.b.point * weight);
        }
        Some(Depth::Overlapping(Penetration {
            normal,
            depth: value,
            lower: inner - self.rounding,
            upper: value + self.difference.error(),
            point_a,
            point_b,
            facet: nearest.map(|(index, _)| Some(index)),
            stop: Stop::Converged,
            iterations: self.iterations,
            guess_calls: self.guess_calls,
        }))
    }
}

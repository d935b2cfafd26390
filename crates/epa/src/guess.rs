//! The depth of two polytopes by a guess: EPA in `f32`, and one proof in `f64`.
//!
//! * All steps of EPA but the last only choose vertices. They are taken in `f32` lanes
//!   (`lane_surface.rs`). The corners of the surface that they end with are evaluated in `f64`, and
//!   with them the plane of the nearest triangle, the support value along its normal, and a lower
//!   bound of the distance of every other plane.
//! * **A closed surface whose triangles all have their planes at least r from the origin, on the
//!   outer side, proves that the depth is at least r,** convex or not. The solid angles of the
//!   triangles, seen from the origin, are all positive, so the surface winds around the origin at
//!   least once. No point of the ball of radius r is on the surface, so it winds as often around
//!   each of them. Around points outside of the convex hull of the corners it does not wind at all.
//!   So the ball is in the hull, and the hull is in A − B.
//! * If the bounds do not meet, or the foot is not on the triangle, the guess is dropped, and the
//!   search in `f64` starts from GJK's simplex.

use clinch_gjk::{LaneDifference, nearest_on_simplex};
use clinch_support::{Scalar, SupportMap, Vector, VertexIndex};
use smallvec::SmallVec;

use crate::lane_surface::{LaneSurface, LaneTriangle};
use crate::limits::Limits;
use crate::penetration::{Depth, Penetration, Stop};
use crate::polytope::{EpaSpace, EpaVector, Polytope};
use crate::search::Search;
use crate::witness::ON_FACE;

/// Rounding of three times the volume of a tetrahedron with the origin, in ε of the cube of the
/// largest sum of |coordinates|: the edges, the cross product and the dot product. Larger: more
/// planes are computed exactly. Smaller: the bound does not hold.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// A plane is clearly farther than the nearest if it is farther by this part. Larger: more planes
/// are computed exactly. Smaller: the rounding of the squares decides.
const FARTHER: f64 = 1e-9;

/// The corners of a surface: the index in the record and the point; nothing for vertices that it
/// has covered.
type Corners<W> = SmallVec<[(VertexIndex, W); 24]>;

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// The depth that a search in `f32` finds, from the affinely independent corners `first`, if it
    /// is proved to the tolerance. `None` also for shapes without
    /// [`vertex_blocks`](SupportMap::vertex_blocks).
    pub(crate) fn guess(&mut self, first: &[VertexIndex], limits: &Limits<V::Scalar>) -> Option<Depth<V>> {
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
        self.prove(&surface, &corners, limits)
    }

    /// The corners in `f64`. `first` are in the record already.
    fn evaluate(&mut self, surface: &LaneSurface, first: &[VertexIndex]) -> Option<Corners<V::Wide>> {
        let used = surface.triangles().iter().fold(0_u64, |used, LaneTriangle { corners: [a, b, c], .. }| used | 1 << a | 1 << b | 1 << c);
        let mut corners = Corners::new();
        for (number, vertex) in surface.vertices().iter().enumerate() {
            let index = match first.get(number) {
                Some(&index) => index,
                None if used >> number & 1 == 0 => {
                    corners.push((VertexIndex::default(), V::Wide::ZERO));
                    continue;
                }
                None => {
                    let (a, b) = vertex.ids();
                    self.record.push(self.difference.vertex_of(a, b)?)
                }
            };
            corners.push((index, self.record[index].point));
        }
        Some(corners)
    }

    /// The depth along the normal of the surface's nearest triangle, if it is that of A − B.
    fn prove(&mut self, surface: &LaneSurface, corners: &Corners<V::Wide>, limits: &Limits<V::Scalar>) -> Option<Depth<V>> {
        let at = |triangle: &LaneTriangle| triangle.corners.map(|corner| corners[usize::from(corner)]);
        let nearest = at(surface.nearest());
        let (normal, offset) = <V::Wide as EpaVector>::Polytope::plane_through(nearest.map(|(_, point)| point))?;
        let (_, farthest) = self.query(normal);
        let reach = normal.dot(farthest);
        // The corners belong to A − B, so a lesser support value is rounding.
        let value = if reach > offset { reach } else { offset };
        // False for NaN.
        if !(value - offset <= self.rounding && offset > self.rounding) {
            return None;
        }
        let size = corners.iter().fold(0.0, |size: f64, (_, point)| if point.sum_abs() > size { point.sum_abs() } else { size });
        let (noise, clear) = (ROUNDING * size * size * size, value * (1.0 + FARTHER));
        let mut inner = offset;
        for [a, b, c] in surface.triangles().iter().map(|triangle| at(triangle).map(|(_, point)| point)) {
            let across = cross(b - a, c - a);
            let height = across.dot(a) - noise;
            if !(height > 0.0 && height * height > clear * clear * across.length_squared()) {
                let (_, offset) = <V::Wide as EpaVector>::Polytope::plane_through([a, b, c])?;
                inner = if offset < inner { offset } else { inner };
            }
        }
        let error = self.difference.error();
        if !(inner > self.rounding && value - inner <= limits.tolerance.widen() * value + 2.0 * self.rounding) {
            return None;
        }
        let foot = normal * value;
        let around = nearest.map(|(_, point)| point - foot);
        let solved = nearest_on_simplex(&around)?;
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
            upper: value + error,
            point_a,
            point_b,
            facet: nearest.map(|(index, _)| Some(index)),
            stop: Stop::Converged,
            iterations: self.iterations,
            guess_calls: self.guess_calls,
        }))
    }
}

/// a × b, in 3D.
#[inline(always)]
fn cross<W: Vector<Scalar = f64>>(a: W, b: W) -> W {
    W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3))
}

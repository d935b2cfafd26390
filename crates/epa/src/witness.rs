//! The witness points: the points of A and B that meet when B has moved out by the depth.
//!
//! * Their difference is the foot, the point of the surface of A − B nearest the origin. After a
//!   search that converged, the nearest facet contains the foot, and the weights of its corners
//!   there give the points.
//! * After a search that reached its limit, the polytope is only a part of A − B, and its nearest
//!   facet may not contain the foot. Then the features of A − B along the normal are queried: a
//!   point, or both ends of a straight line. If those do not contain the foot either, the hull of
//!   all recorded vertices comes nearest.

use clinch_gjk::nearest_on_simplex;
use clinch_support::{SupportMap, Vector, Vertex};

use crate::polytope::{EpaSpace, EpaVector, Facet, Polytope};
use crate::search::Search;

/// In radians: the tilt of the normal that finds the other end of a line. Larger: on curved
/// surfaces the end is taken from elsewhere. Smaller: rounding decides which end is found.
const TILT: f64 = 1e-8;
/// Tilted queries.
const ENDS: u32 = 6;
/// Steps towards the nearest point of the hull of the record. Larger: among vertices that nearly
/// coincide the steps are wasted. Smaller: the witness is not the nearest.
const NEAREST_SEEN: u32 = 64;
/// A face contains the foot if it is this near, relative to the size of A − B: some roundings of
/// `f64`. Larger: the points agree less with depth and normal. Smaller: because of rounding,
/// searches examine every recorded vertex.
pub(crate) const ON_FACE: f64 = 1e-13;
/// The same for a smooth A − B whose bounds are this near each other: the foot may be as far above
/// the facet as the bounds are apart. Larger: the points agree less. Smaller: searches examine
/// every recorded vertex although none is nearer.
const CONVERGED: f64 = 1e-12;

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    fn vertex(&mut self, direction: V::Wide) -> Vertex<V> {
        let (index, _) = self.query(direction);
        self.record[index]
    }

    /// The points of A and B that meet at `foot`: on the facet or, if a face of A − B consists of
    /// several facets, on the one that contains the foot. If the polytope ends before the origin
    /// (shapes that touch to within the support maps' errors), or the search reached its limit,
    /// there may be no such facet.
    pub(crate) fn witnesses(
        &mut self,
        facet: &Facet<V::Wide>,
        foot: V::Wide,
        polytope: &<V::Wide as EpaVector>::Polytope,
    ) -> (V::Wide, V::Wide) {
        let size = self.difference.size();
        // If the foot is straight above a point of the facet, none is nearer, up to rounding.
        // Mostly it is.
        let straight = foot.dot(facet.normal) - facet.offset + self.rounding;
        let near = if straight > ON_FACE * size && straight <= CONVERGED * size { straight } else { ON_FACE * size };
        let contains_foot = |off: f64| off <= near * near;
        if let Some((off, a, b)) = self.nearest_witness(foot, core::iter::once(*facet), polytope)
            && contains_foot(off)
            && off <= straight * straight
        {
            return (a, b);
        }
        // A flat face of A − B may consist of several facets, of which another one contains the
        // foot. No point of a facet is nearer to the foot than the facet's plane.
        let beside = |other: &Facet<V::Wide>| (other.normal.dot(foot) - other.offset).abs() <= CONVERGED * size;
        let around = self.nearest_witness(foot, polytope.facets().filter(beside), polytope);
        if let Some((off, a, b)) = around
            && contains_foot(off)
        {
            return (a, b);
        }
        let others = [self.nearest_along(facet.normal, foot), self.nearest_seen(foot)];
        let nearest = around.into_iter().chain(others).min_by(|(one, ..), (other, ..)| one.total_cmp(other));
        nearest.map_or((V::Wide::ZERO, V::Wide::ZERO), |(_, a, b)| (a, b))
    }

    /// The point nearest to `foot` on the feature of A − B along `normal`: its squared distance,
    /// and the points of A and B that it is the difference of. A support map gives one end of a
    /// straight line. The other end is queried with the normal tilted towards it by a tiny angle.
    fn nearest_along(&mut self, normal: V::Wide, foot: V::Wide) -> (f64, V::Wide, V::Wide) {
        let mut chosen: Chosen<V> = smallvec::smallvec![(self.vertex(normal), 1.0)];
        let mut off = settle(&mut chosen, foot);
        for _ in 0..ENDS {
            let Some(from) = off else { break };
            let aside = normal * from.dot(normal) - from;
            if chosen.len() > V::DIM || !(aside.length() > ON_FACE * self.difference.size()) {
                break;
            }
            chosen.push((self.vertex(normal + aside * (TILT / aside.length())), 0.0));
            off = settle(&mut chosen, foot);
        }
        let (point_a, point_b) = made_of(&chosen);
        (off.map_or(f64::INFINITY, V::Wide::length_squared), point_a, point_b)
    }

    /// The point nearest to `foot` on the hull of all recorded vertices: its squared distance, and
    /// the points of A and B that it is the difference of. GJK on a list of points.
    fn nearest_seen(&self, foot: V::Wide) -> (f64, V::Wide, V::Wide) {
        let vertices = self.record.vertices();
        let mut chosen: Chosen<V> = vertices.iter().take(1).map(|&vertex| (vertex, 1.0)).collect();
        let mut nearest = f64::INFINITY;
        for _ in 0..NEAREST_SEEN {
            let Some(off) = settle(&mut chosen, foot) else { break };
            nearest = off.length_squared();
            let height = |vertex: &Vertex<V>| off.dot(vertex.point - foot);
            let Some(lowest) = vertices.iter().min_by(|one, other| height(one).total_cmp(&height(other))) else { break };
            // The hull contains the foot, or no vertex is nearer.
            if chosen.len() > V::DIM || !(height(lowest) < nearest - self.rounding * nearest.sqrt()) {
                break;
            }
            chosen.push((*lowest, 0.0));
        }
        let (point_a, point_b) = made_of(&chosen);
        (nearest, point_a, point_b)
    }

    /// The point nearest to `foot` on these facets: its squared distance, and the points of A and B
    /// that it is the difference of.
    fn nearest_witness(
        &self,
        foot: V::Wide,
        facets: impl Iterator<Item = Facet<V::Wide>>,
        polytope: &<V::Wide as EpaVector>::Polytope,
    ) -> Option<(f64, V::Wide, V::Wide)> {
        let mut nearest: Option<(f64, V::Wide, V::Wide)> = None;
        for facet in facets {
            let corners: smallvec::SmallVec<[_; 4]> = polytope.corners(facet.id).collect();
            let around: smallvec::SmallVec<[_; 4]> = corners.iter().map(|&(_, point)| point - foot).collect();
            let Some(solved) = nearest_on_simplex(&around) else { continue };
            let off = solved.point.length_squared();
            if nearest.as_ref().is_some_and(|(least, ..)| *least <= off) {
                continue;
            }
            let weighted = || corners.iter().zip(solved.weights).map(|(&(index, _), weight)| (&self.record[index], weight));
            let a = weighted().fold(V::Wide::ZERO, |sum, (vertex, weight)| sum + vertex.a.point * weight);
            let b = weighted().fold(V::Wide::ZERO, |sum, (vertex, weight)| sum + vertex.b.point * weight);
            nearest = Some((off, a, b));
        }
        nearest
    }
}

/// The points of A and of B that meet at `foot`, in the hull of these vertices.
pub(crate) fn witnesses_in_hull<V: EpaSpace>(vertices: &[Vertex<V>], foot: V::Wide) -> (V::Wide, V::Wide) {
    let mut chosen: Chosen<V> = vertices.iter().map(|&vertex| (vertex, 1.0 / vertices.len() as f64)).collect();
    settle(&mut chosen, foot);
    made_of(&chosen)
}

/// Vertices of A − B and their weights in a point.
type Chosen<V> = smallvec::SmallVec<[(Vertex<V>, f64); 4]>;

/// Sets the weights of the point nearest to `foot` and removes the vertices that do not carry it.
/// Gives the vector from the foot to the point.
fn settle<V: EpaSpace>(chosen: &mut Chosen<V>, foot: V::Wide) -> Option<V::Wide> {
    let points: smallvec::SmallVec<[_; 4]> = chosen.iter().map(|(vertex, _)| vertex.point - foot).collect();
    let solved = nearest_on_simplex(&points)?;
    *chosen =
        chosen.iter().zip(solved.weights).filter(|&(_, weight)| weight > 0.0).map(|(&(vertex, _), weight)| (vertex, weight)).collect();
    Some(solved.point)
}

/// The points of A and of B: the weighted sums of those of the vertices.
fn made_of<V: EpaSpace>(chosen: &Chosen<V>) -> (V::Wide, V::Wide) {
    chosen
        .iter()
        .fold((V::Wide::ZERO, V::Wide::ZERO), |(a, b), &(vertex, weight)| (a + vertex.a.point * weight, b + vertex.b.point * weight))
}

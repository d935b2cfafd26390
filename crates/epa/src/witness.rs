//! The points of A and B that meet at the deepest place.
//!
//! * A search that ran to its end knows the face that holds the foot, the point of A − B nearest the origin: its corners' weights there make the points.
//! * Of one that was cut short the polytope knows only a part, and its nearest face may not hold the foot. Then what A − B has along the normal is asked for: a
//!   point, or both ends of a straight line. If that does not hold the foot either, the hull of all that was seen comes nearest.

use clinch_gjk::nearest_on_simplex;
use clinch_support::{SupportMap, Vector, Vertex};

use crate::polytope::{Expand, Expanding, Facet, Polytope};
use crate::search::Search;

/// Facets whose normals differ by less (1 − cosine: an angle of 1e-6) are taken for parts of one face, when
const COPLANAR_NORMAL: f64 = 5e-13;
/// their distances, relative to the size of A − B, differ by no more than this. Larger: a witness may be taken from a neighbouring face.
const COPLANAR_OFFSET: f64 = 1e-12;
/// By how much, in radians, the normal is turned to find the other end of a line. Larger: on bent surfaces it is taken from elsewhere. Smaller: rounding decides which
/// end it is.
const TILT: f64 = 1e-8;
/// How often it is.
const ENDS: u32 = 6;
/// Steps towards the nearest point of the hull of what was seen. Larger: among vertices that all but coincide, they are taken for nothing. Smaller: the witness is
/// not the nearest.
const NEAREST_SEEN: u32 = 64;
/// A face holds the foot if it comes this near, relative to the size of A − B. Larger: witnesses may be off by as much. Smaller: rounding makes searches
/// look at every facet.
const ON_FACE: f64 = 1e-10;

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    fn vertex(&mut self, direction: V::Wide) -> Vertex<V> {
        let (index, _) = self.query(direction);
        self.record[index]
    }

    /// The points of A and B that meet at `foot`, on the face or, where A − B has a flat face of several facets, on the one that holds the foot. A polytope
    /// that stops short of the origin (shapes that touch to within the support maps' errors) may hold it in none, as may one of a search that was cut short.
    pub(crate) fn witnesses(
        &mut self,
        facet: &Facet<V::Wide>,
        foot: V::Wide,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> (V::Wide, V::Wide) {
        let size = self.difference.size();
        let coplanar = |other: &Facet<V::Wide>| {
            let parallel = other.normal.dot(facet.normal) > 1.0 - COPLANAR_NORMAL;
            parallel && (other.offset - facet.offset).abs() <= COPLANAR_OFFSET * size
        };
        let contains_foot = |off: f64| off <= ON_FACE * ON_FACE * size * size;
        // Straight above a point of the facet itself none is nearer, but for rounding. Most are.
        let straight = foot.dot(facet.normal) - facet.offset + self.rounding;
        if let Some((off, a, b)) = self.nearest_witness(foot, core::iter::once(*facet), polytope)
            && contains_foot(off)
            && off <= straight * straight
        {
            return (a, b);
        }
        if let Some((off, a, b)) = self.nearest_witness(foot, polytope.facets().filter(coplanar), polytope)
            && contains_foot(off)
        {
            return (a, b);
        }
        let (along, seen) = (self.nearest_along(facet.normal, foot), self.nearest_seen(foot));
        let (_, a, b) = if contains_foot(along.0) || along.0 <= seen.0 { along } else { seen };
        (a, b)
    }

    /// Of what A − B has along `normal` the point nearest to `foot`: how far off, squared, and the points of A and B it is made of. A support map gives one end of a
    /// straight line; the other is asked for with the normal turned towards it by next to nothing.
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

    /// Of the hull of all vertices seen the point nearest to `foot`: how far off, squared, and the points of A and B it is made of. The distance algorithm on a list
    /// of points.
    fn nearest_seen(&self, foot: V::Wide) -> (f64, V::Wide, V::Wide) {
        let vertices = self.record.vertices();
        let mut chosen: Chosen<V> = vertices.iter().take(1).map(|&vertex| (vertex, 1.0)).collect();
        let mut nearest = f64::INFINITY;
        for _ in 0..NEAREST_SEEN {
            let Some(off) = settle(&mut chosen, foot) else { break };
            nearest = off.length_squared();
            let height = |vertex: &Vertex<V>| off.dot(vertex.point - foot);
            let Some(lowest) = vertices.iter().min_by(|one, other| height(one).total_cmp(&height(other))) else { break };
            // It holds the foot, or no vertex is nearer.
            if chosen.len() > V::DIM || !(height(lowest) < nearest - self.rounding * nearest.sqrt()) {
                break;
            }
            chosen.push((*lowest, 0.0));
        }
        let (point_a, point_b) = made_of(&chosen);
        (nearest, point_a, point_b)
    }

    /// Of the facets' points the nearest to `foot`: how far off, squared, and the points of A and B it is made of.
    fn nearest_witness(
        &self,
        foot: V::Wide,
        facets: impl Iterator<Item = Facet<V::Wide>>,
        polytope: &<V::Wide as Expanding>::Polytope,
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
pub(crate) fn witnesses_in_hull<V: Expand>(vertices: &[Vertex<V>], foot: V::Wide) -> (V::Wide, V::Wide) {
    let mut chosen: Chosen<V> = vertices.iter().map(|&vertex| (vertex, 1.0 / vertices.len() as f64)).collect();
    settle(&mut chosen, foot);
    made_of(&chosen)
}

/// Vertices of A − B with their weights in a point.
type Chosen<V> = smallvec::SmallVec<[(Vertex<V>, f64); 4]>;

/// Gives the weights of their point nearest to `foot`, drops what does not carry it, and says where it is from there.
fn settle<V: Expand>(chosen: &mut Chosen<V>, foot: V::Wide) -> Option<V::Wide> {
    let points: smallvec::SmallVec<[_; 4]> = chosen.iter().map(|(vertex, _)| vertex.point - foot).collect();
    let solved = nearest_on_simplex(&points)?;
    *chosen =
        chosen.iter().zip(solved.weights).filter(|&(_, weight)| weight > 0.0).map(|(&(vertex, _), weight)| (vertex, weight)).collect();
    Some(solved.point)
}

/// The points of A and of B that are their weighted sums.
fn made_of<V: Expand>(chosen: &Chosen<V>) -> (V::Wide, V::Wide) {
    chosen
        .iter()
        .fold((V::Wide::ZERO, V::Wide::ZERO), |(a, b), &(vertex, weight)| (a + vertex.a.point * weight, b + vertex.b.point * weight))
}

//! Bottoms: depths that are least among their neighbours, where Newton's steps on rims lead.
//!
//! * On a curved surface each facet that is expanded leaves others that are nearer by a quarter of what it was: of twelve digits of the depth each costs a step or
//!   two, and each step has several facets. Newton's steps on the features that a facet's corners lie on tell the depth at once, and a support call proves that A − B
//!   ends there.
//! * What is left is to prove that nothing is less deep. Facets whose corners lie on the same features, near by and facing the same way, are parts of the one
//!   valley, and need not be expanded: the equations say that it rises to all sides. All others are expanded as ever.
//! * The polytope's own bound then stays where it is, some digits short, and is told as it is.

use clinch_gjk::{Bent, bend};
use clinch_support::{SupportMap, Vector, Vertex};
use smallvec::SmallVec;

use crate::depth::Search;
use crate::polytope::{Expand, Expanding, Facet, Polytope};

/// How far, in radians, the normal of a facet of the same valley is from the bottom's, where that is across the axes of the rims. Near an axis less, in proportion, for
/// there a rim's points turn so much faster. Larger: another valley is taken for this one. Smaller: more facets are expanded that lead to where one has been.
const SAME_WAY: f64 = 0.2;
/// How far its corners are, in radii of their rims.
const NEAR_BY: f64 = 0.2;

/// How far beside the foot, in units of the noise, the bottom's point may lie. Larger: points and normals are off by more. Smaller: rounding sends Newton's steps
/// back to the polytope.
const ASIDE: f64 = 64.0;

/// A depth that is least among its neighbours.
pub(crate) struct Bottom<V: Expand> {
    /// Unit.
    pub(crate) normal: V::Wide,
    pub(crate) value: f64,
    /// The vertices of A − B that are deepest along the normal; their hull holds the foot.
    pub(crate) vertices: Bent<V>,
    /// The length of what the normal has across the axis of a rim, of the one that it is nearest to.
    flat: f64,
}

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// From the features of a facet and of the vertex found along its normal. One support call, if they lead anywhere.
    pub(crate) fn bottom(
        &mut self,
        facet: &Facet<V::Wide>,
        newest: &Vertex<V>,
        slack: f64,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> Option<Bottom<V>> {
        let mut vertices = Bent::new();
        let [point, normal] = {
            let mut corners: SmallVec<[&Vertex<V>; 4]> = polytope.corners(facet.id).map(|(index, _)| &self.record[index]).collect();
            corners.push(newest);
            bend(self.difference, &corners, facet.normal, &mut vertices)?
        };
        let value = normal.dot(point);
        // Newton's steps have ended there, and not on the way.
        if !(value > 0.0 && (point - normal * value).length() <= ASIDE * self.noise) {
            return None;
        }
        let (_, vertex) = self.ask(normal);
        let flat = vertices.iter().fold(1.0, |least, vertex| {
            let [a, b] = self.difference.circles(vertex);
            let axes = [a.map(|circle| circle.axis), b.map(|circle| self.difference.direction_in_a(circle.axis))];
            axes.into_iter().flatten().fold(least, |least, axis| {
                let flat = (normal - axis * normal.dot(axis)).length();
                if flat < least { flat } else { least }
            })
        });
        (normal.dot(vertex.point) - value <= slack).then_some(Bottom { normal, value, vertices, flat })
    }

    /// The vertex lies on a feature of this bottom.
    pub(crate) fn is_of(&self, bottom: &Bottom<V>, vertex: &Vertex<V>) -> bool {
        bottom.vertices.iter().any(|deepest| self.difference.on_one_feature(vertex, deepest).is_some())
    }

    /// A facet, and the vertex found along its normal, are part of the valley of this bottom.
    pub(crate) fn leads_to(
        &self,
        bottom: &Bottom<V>,
        facet: &Facet<V::Wide>,
        newest: &Vertex<V>,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> bool {
        let part = |vertex: &Vertex<V>| {
            bottom.vertices.iter().any(|deepest| {
                let reach = self.difference.on_one_feature(vertex, deepest);
                reach.is_some_and(|radii| (vertex.point - deepest.point).length() <= NEAR_BY * radii)
            })
        };
        let same_way = (facet.normal - bottom.normal).length() <= SAME_WAY * bottom.flat;
        same_way && part(newest) && polytope.corners(facet.id).all(|(index, _)| part(&self.record[index]))
    }
}

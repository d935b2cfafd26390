//! Local minima of the depth, found by Newton's method on rims.
//!
//! * On a curved surface, expanding a facet leaves facets whose error is a quarter of its own. Each
//!   of the twelve digits of the depth takes a step or two, and each step has several facets.
//!   Newton's method on the features of a facet's corners finds the depth at once, and one support
//!   call proves that A − B ends there.
//! * It remains to prove that no depth is less. Facets whose corners are on the same features, near
//!   the minimum and with nearly its normal, belong to its basin and need not be expanded: Newton's
//!   equations show that the depth rises there in every direction. All other facets are expanded as
//!   usual.
//! * The polytope's lower bound then stays where it is, some digits short, and is reported like
//!   that.

use clinch_gjk::{NearestOnRims, RimSimplex, newton_on_rims};
use clinch_support::{Features, SupportMap, Vector, Vertex, VertexIndex};
use smallvec::SmallVec;

use crate::polytope::{EpaSpace, EpaVector, Facet, Polytope};
use crate::search::Search;

/// Calls of Newton's method in a search. Larger: more are wasted where they lead nowhere.
const MAX_ATTEMPTS: u32 = 16;
/// If a vertex of the minimum is higher above a facet than this part of the highest vertex, it is
/// inserted instead, because facets around the minimum are needed. Larger: the polytope gets there
/// later. Smaller: a vertex gains little.
const NEARLY_HIGHEST: f64 = 0.5;
/// In radians: the largest angle between the normal of a facet in the basin and that of the
/// minimum, if the normal is perpendicular to the axes of the rims. Near an axis it is less, by the
/// sine, because there the points of a rim turn faster by that factor. Larger: another basin is
/// taken for this one. Smaller: more facets are expanded that lead to the same minimum.
const BASIN_ANGLE: f64 = 0.2;
/// The largest distance between the corners of a facet in the basin and those of the minimum, in
/// radii of their rims.
const BASIN_RADIUS: f64 = 0.2;
/// The least offset of a facet in the basin, relative to the depth. The surface beyond a facet much
/// nearer the origin may have other normals, as the cap beside a rim has. Larger: more facets are
/// expanded. Smaller: such places are also taken to be no less deep.
const BASIN_OFFSET: f64 = 0.999;

/// The largest distance, in units of rounding, between the foot and the point of the minimum.
/// Larger: points and normals are off by more. Smaller: rounding rejects results of Newton's
/// method.
const MAX_ASIDE: f64 = 64.0;

/// A facet, with the vertex that was found along its normal.
pub(crate) struct FacetQuery<W> {
    pub(crate) facet: Facet<W>,
    /// The index of the vertex.
    pub(crate) newest: VertexIndex,
    /// The support value.
    pub(crate) value: f64,
    /// The gap between the bounds that counts as closed.
    pub(crate) enough: f64,
}

/// A depth that is least among its neighbours.
pub(crate) struct LocalMinimum<V: EpaSpace> {
    /// Unit.
    pub(crate) normal: V::Wide,
    pub(crate) value: f64,
    /// The vertices of A − B that are farthest along the normal. Their hull contains the foot.
    pub(crate) vertices: RimSimplex<V>,
    /// The features of each vertex.
    features: SmallVec<[Features<V::Wide>; 3]>,
    /// The sine of the angle between the normal and the axis of a rim, the least of all rims.
    axis_sine: f64,
}

/// The local minima found so far.
pub(crate) struct LocalMinima<V: EpaSpace> {
    pub(crate) minima: SmallVec<[LocalMinimum<V>; 1]>,
    attempts: u32,
}

/// The relation of a facet to the local minima.
pub(crate) enum Basin<V: Vector> {
    /// It is in the basin of the minimum with this index.
    Inside(usize),
    /// It is outside of a basin. This vertex of the minimum is nearly as high above the facet as
    /// any.
    Toward(Vertex<V>),
    /// It leads to no known minimum.
    Unknown,
}

impl<V: EpaSpace> LocalMinima<V> {
    pub(crate) fn new() -> Self {
        Self { minima: SmallVec::new(), attempts: 0 }
    }

    /// Classifies a facet. Makes one support call if that finds a minimum.
    pub(crate) fn basin_of<A, B>(
        &mut self,
        search: &mut Search<'_, '_, '_, V, A, B>,
        query: &FacetQuery<V::Wide>,
        polytope: &<V::Wide as EpaVector>::Polytope,
    ) -> Basin<V>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let &FacetQuery { facet, newest, value, .. } = query;
        let Some(features) = search.difference.features(&search.record[newest]) else { return Basin::Unknown };
        let known = |minima: &[LocalMinimum<V>]| minima.iter().position(|minimum| minimum.features.contains(&features));
        let mut index = known(&self.minima);
        if index.is_none() && self.attempts < MAX_ATTEMPTS {
            self.attempts += 1;
            self.minima.extend(search.find_minimum(query, polytope));
            index = known(&self.minima);
        }
        let Some(index) = index else { return Basin::Unknown };
        let minimum = &self.minima[index];
        if value >= minimum.value && search.is_in_basin(minimum, query, polytope) {
            return Basin::Inside(index);
        }
        let height = |vertex: &Vertex<V>| facet.normal.dot(vertex.point) - facet.offset;
        let highest = minimum.vertices.iter().max_by(|one, other| height(one).total_cmp(&height(other)));
        highest
            .filter(|deepest| height(deepest) > NEARLY_HIGHEST * (value - facet.offset))
            .map_or(Basin::Unknown, |&deepest| Basin::Toward(deepest))
    }
}

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// The minimum on the features of a facet and of the vertex found along its normal. Makes one
    /// support call if Newton's method converges.
    fn find_minimum(&mut self, query: &FacetQuery<V::Wide>, polytope: &<V::Wide as EpaVector>::Polytope) -> Option<LocalMinimum<V>> {
        let &FacetQuery { facet, newest, enough, .. } = query;
        let mut vertices = RimSimplex::new();
        let NearestOnRims { point, normal } = {
            let mut corners: SmallVec<[&Vertex<V>; 4]> = polytope.corners(facet.id).map(|(index, _)| &self.record[index]).collect();
            corners.push(&self.record[newest]);
            newton_on_rims(self.difference, &corners, facet.normal, &mut vertices)?
        };
        let value = normal.dot(point);
        // Otherwise Newton's method has not converged.
        if !(value > -self.rounding && (point - normal * value).length() <= MAX_ASIDE * self.rounding) {
            return None;
        }
        let (_, farthest) = self.query(normal);
        let features: SmallVec<[Features<V::Wide>; 3]> = vertices.iter().filter_map(|vertex| self.difference.features(vertex)).collect();
        let axis_sine = features.iter().fold(1.0, |least, &Features { circles: [a, b], .. }| {
            let axes = [a.map(|circle| circle.axis), b.map(|circle| self.difference.direction_in_a(circle.axis))];
            axes.into_iter().flatten().fold(least, |least, axis| {
                let sine = (normal - axis * normal.dot(axis)).length();
                if sine < least { sine } else { least }
            })
        });
        let reach = normal.dot(farthest);
        let is_minimum = features.len() == vertices.len() && reach - value <= enough + self.rounding;
        // Another vertex may be higher by less than `enough`. The support value bounds the depth.
        let value = if reach > value { reach } else { value };
        is_minimum.then_some(LocalMinimum { normal, value, vertices, features, axis_sine })
    }

    /// Whether a facet and the vertex found along its normal belong to the basin of a minimum.
    fn is_in_basin(&self, minimum: &LocalMinimum<V>, query: &FacetQuery<V::Wide>, polytope: &<V::Wide as EpaVector>::Polytope) -> bool {
        let &FacetQuery { facet, newest, .. } = query;
        let on_same_features = |vertex: &Vertex<V>| {
            self.difference.features(vertex).is_some_and(|of_vertex| {
                minimum.features.iter().zip(&minimum.vertices).any(|(features, deepest)| {
                    *features == of_vertex && (vertex.point - deepest.point).length() <= BASIN_RADIUS * features.radii()
                })
            })
        };
        // For shapes that merely touch, both numbers are rounding.
        if !(facet.offset >= BASIN_OFFSET * minimum.value - self.rounding) {
            return false;
        }
        let same_direction = (facet.normal - minimum.normal).length() <= BASIN_ANGLE * minimum.axis_sine;
        same_direction
            && on_same_features(&self.record[newest])
            && polytope.corners(facet.id).all(|(index, _)| on_same_features(&self.record[index]))
    }
}

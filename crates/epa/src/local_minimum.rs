//! Bottoms: depths that are least among their neighbours, where Newton's steps on rims lead.
//!
//! * On a curved surface each facet that is expanded leaves others that are nearer by a quarter of what it was: of twelve digits of the depth each costs a step or
//!   two, and each step has several facets. Newton's steps on the features that a facet's corners lie on tell the depth at once, and a support call proves that A − B
//!   ends there.
//! * What is left is to prove that nothing is less deep. Facets whose corners lie on the same features, near by and facing the same way, are parts of the one
//!   valley, and need not be expanded: the equations say that it rises to all sides. All others are expanded as ever.
//! * The polytope's own bound then stays where it is, some digits short, and is told as it is.

use clinch_gjk::{NearestOnRims, RimSimplex, newton_on_rims};
use clinch_support::{Features, SupportMap, Vector, Vertex, VertexIndex};
use smallvec::SmallVec;

use crate::polytope::{Expand, Expanding, Facet, Polytope};
use crate::search::Search;

/// How often Newton's steps are tried. More are spent where they lead nowhere.
const MAX_ATTEMPTS: u32 = 16;
/// A bottom's vertex that is higher above a facet than this part of the highest is inserted in its place: facets about the bottom are what is wanted. Larger: the polytope
/// comes there later. Smaller: what it gains by a vertex is little.
const NEARLY_HIGHEST: f64 = 0.5;
/// How far, in radians, the normal of a facet of the same valley is from the bottom's, where that is across the axes of the rims. Near an axis less, in proportion, for
/// there a rim's points turn so much faster. Larger: another valley is taken for this one. Smaller: more facets are expanded that lead to where one has been.
const BASIN_ANGLE: f64 = 0.2;
/// How far its corners are, in radii of their rims.
const BASIN_RADIUS: f64 = 0.2;

/// and how near the origin it may lie, relative to the depth. What is beneath a facet that is much nearer may look other ways, as the cap beside a rim does. Larger: more
/// facets are expanded. Smaller: of such places, too, it is said that they are no less deep.
const BASIN_OFFSET: f64 = 0.999;

/// How far beside the foot, in units of the noise, the bottom's point may lie. Larger: points and normals are off by more. Smaller: rounding sends Newton's steps
/// back to the polytope.
const MAX_ASIDE: f64 = 64.0;

/// A depth that is least among its neighbours.
pub(crate) struct LocalMinimum<V: Expand> {
    /// Unit.
    pub(crate) normal: V::Wide,
    pub(crate) value: f64,
    /// The vertices of A − B that are deepest along the normal; their hull holds the foot.
    pub(crate) vertices: RimSimplex<V>,
    /// What each is made of.
    features: SmallVec<[Features<V::Wide>; 3]>,
    /// The length of what the normal has across the axis of a rim, of the one that it is nearest to.
    axis_sine: f64,
}

/// The bottoms that were found.
pub(crate) struct LocalMinima<V: Expand> {
    pub(crate) minima: SmallVec<[LocalMinimum<V>; 1]>,
    attempts: u32,
}

/// Where a facet leads.
pub(crate) enum Basin<V: Vector> {
    /// It is part of this bottom's valley.
    Inside(usize),
    /// To a bottom beside it. This vertex of the bottom's is nearly as high above the facet as any.
    Toward(Vertex<V>),
    /// To none that is known.
    Unknown,
}

impl<V: Expand> LocalMinima<V> {
    pub(crate) fn new() -> Self {
        Self { minima: SmallVec::new(), attempts: 0 }
    }

    /// Where a facet leads, along whose normal a vertex of some support value was found. One support call, if a bottom is found on the way.
    pub(crate) fn basin_of<A, B>(
        &mut self,
        search: &mut Search<'_, '_, '_, V, A, B>,
        facet: &Facet<V::Wide>,
        (newest, value): (VertexIndex, f64),
        enough: f64,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> Basin<V>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let Some(features) = search.difference.features(&search.record[newest]) else { return Basin::Unknown };
        let known = |minima: &[LocalMinimum<V>]| minima.iter().position(|minimum| minimum.features.contains(&features));
        let mut index = known(&self.minima);
        if index.is_none() && self.attempts < MAX_ATTEMPTS {
            self.attempts += 1;
            self.minima.extend(search.find_minimum(facet, newest, enough, polytope));
            index = known(&self.minima);
        }
        let Some(index) = index else { return Basin::Unknown };
        let minimum = &self.minima[index];
        if value >= minimum.value && search.is_in_basin(minimum, facet, newest, polytope) {
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
    V: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// From the features of a facet and of the vertex found along its normal. One support call, if they lead anywhere.
    fn find_minimum(
        &mut self,
        facet: &Facet<V::Wide>,
        newest: VertexIndex,
        enough: f64,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> Option<LocalMinimum<V>> {
        let mut vertices = RimSimplex::new();
        let NearestOnRims { point, normal } = {
            let mut corners: SmallVec<[&Vertex<V>; 4]> = polytope.corners(facet.id).map(|(index, _)| &self.record[index]).collect();
            corners.push(&self.record[newest]);
            newton_on_rims(self.difference, &corners, facet.normal, &mut vertices)?
        };
        let value = normal.dot(point);
        // Newton's steps have ended there, and not on the way.
        if !(value > -self.rounding && (point - normal * value).length() <= MAX_ASIDE * self.rounding) {
            return None;
        }
        let (_, farthest) = self.query(normal);
        let features: SmallVec<[Features<V::Wide>; 3]> = vertices.iter().filter_map(|vertex| self.difference.features(vertex)).collect();
        let axis_sine = features.iter().fold(1.0, |least, &Features { circles: [a, b], .. }| {
            let axes = [a.map(|circle| circle.axis), b.map(|circle| self.difference.direction_in_a(circle.axis))];
            axes.into_iter().flatten().fold(least, |least, axis| {
                let axis_sine = (normal - axis * normal.dot(axis)).length();
                if axis_sine < least { axis_sine } else { least }
            })
        });
        let is_minimum = features.len() == vertices.len() && normal.dot(farthest) - value <= enough + self.rounding;
        is_minimum.then_some(LocalMinimum { normal, value, vertices, features, axis_sine })
    }

    /// A facet, and the vertex found along its normal, are part of the valley of this bottom.
    fn is_in_basin(
        &self,
        minimum: &LocalMinimum<V>,
        facet: &Facet<V::Wide>,
        newest: VertexIndex,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> bool {
        let on_same_features = |vertex: &Vertex<V>| {
            self.difference.features(vertex).is_some_and(|of_vertex| {
                minimum.features.iter().zip(&minimum.vertices).any(|(features, deepest)| {
                    *features == of_vertex && (vertex.point - deepest.point).length() <= BASIN_RADIUS * features.radii()
                })
            })
        };
        // Of shapes that merely touch both are rounding.
        if !(facet.offset >= BASIN_OFFSET * minimum.value - self.rounding) {
            return false;
        }
        let same_direction = (facet.normal - minimum.normal).length() <= BASIN_ANGLE * minimum.axis_sine;
        same_direction
            && on_same_features(&self.record[newest])
            && polytope.corners(facet.id).all(|(index, _)| on_same_features(&self.record[index]))
    }
}

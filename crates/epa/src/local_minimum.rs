//! Bottoms: depths that are least among their neighbours, where Newton's steps on rims lead.
//!
//! * On a curved surface each facet that is expanded leaves others that are nearer by a quarter of what it was: of twelve digits of the depth each costs a step or
//!   two, and each step has several facets. Newton's steps on the features that a facet's corners lie on tell the depth at once, and a support call proves that A − B
//!   ends there.
//! * What is left is to prove that nothing is less deep. Facets whose corners lie on the same features, near by and facing the same way, are parts of the one
//!   valley, and need not be expanded: the equations say that it rises to all sides. All others are expanded as ever.
//! * The polytope's own bound then stays where it is, some digits short, and is told as it is.

use clinch_gjk::{Bent, bend};
use clinch_support::{Features, SupportMap, Vector, Vertex, VertexIndex};
use smallvec::SmallVec;

use crate::polytope::{Expand, Expanding, Facet, Polytope};
use crate::search::Search;

/// How often Newton's steps are tried. More are spent where they lead nowhere.
const TRIES: u32 = 16;
/// A bottom's vertex that is higher above a facet than this part of the highest is inserted in its place: facets about the bottom are what is wanted. Larger: the polytope
/// comes there later. Smaller: what it gains by a vertex is little.
const AS_HIGH: f64 = 0.5;
/// How far, in radians, the normal of a facet of the same valley is from the bottom's, where that is across the axes of the rims. Near an axis less, in proportion, for
/// there a rim's points turn so much faster. Larger: another valley is taken for this one. Smaller: more facets are expanded that lead to where one has been.
const SAME_WAY: f64 = 0.2;
/// How far its corners are, in radii of their rims.
const NEAR_BY: f64 = 0.2;

/// and how near the origin it may lie, relative to the depth. What is beneath a facet that is much nearer may look other ways, as the cap beside a rim does. Larger: more
/// facets are expanded. Smaller: of such places, too, it is said that they are no less deep.
const CLOSE: f64 = 0.999;

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
    /// What each is made of.
    features: SmallVec<[Features<V::Wide>; 3]>,
    /// The length of what the normal has across the axis of a rim, of the one that it is nearest to.
    flat: f64,
}

/// The bottoms that were found.
pub(crate) struct Valleys<V: Expand> {
    pub(crate) bottoms: SmallVec<[Bottom<V>; 1]>,
    tried: u32,
}

/// Where a facet leads.
pub(crate) enum Lead<V: Vector> {
    /// It is part of this bottom's valley.
    There(usize),
    /// To a bottom beside it. This vertex of the bottom's is nearly as high above the facet as any.
    Toward(Vertex<V>),
    /// To none that is known.
    Nowhere,
}

impl<V: Expand> Valleys<V> {
    pub(crate) fn new() -> Self {
        Self { bottoms: SmallVec::new(), tried: 0 }
    }

    /// Where a facet leads, along whose normal a vertex of some support value was found. One support call, if a bottom is found on the way.
    pub(crate) fn lead<A, B>(
        &mut self,
        search: &mut Search<'_, '_, '_, V, A, B>,
        facet: &Facet<V::Wide>,
        (newest, value): (VertexIndex, f64),
        enough: f64,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> Lead<V>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let Some(features) = search.difference.features(&search.record[newest]) else { return Lead::Nowhere };
        let known = |bottoms: &[Bottom<V>]| bottoms.iter().position(|bottom| bottom.features.contains(&features));
        let mut place = known(&self.bottoms);
        if place.is_none() && self.tried < TRIES {
            self.tried += 1;
            self.bottoms.extend(search.bottom(facet, newest, enough, polytope));
            place = known(&self.bottoms);
        }
        let Some(place) = place else { return Lead::Nowhere };
        let bottom = &self.bottoms[place];
        if value >= bottom.value && search.is_part(bottom, facet, newest, polytope) {
            return Lead::There(place);
        }
        let height = |vertex: &Vertex<V>| facet.normal.dot(vertex.point) - facet.offset;
        let highest = bottom.vertices.iter().max_by(|one, other| height(one).total_cmp(&height(other)));
        highest.filter(|deepest| height(deepest) > AS_HIGH * (value - facet.offset)).map_or(Lead::Nowhere, |&deepest| Lead::Toward(deepest))
    }
}

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// From the features of a facet and of the vertex found along its normal. One support call, if they lead anywhere.
    fn bottom(
        &mut self,
        facet: &Facet<V::Wide>,
        newest: VertexIndex,
        enough: f64,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> Option<Bottom<V>> {
        let mut vertices = Bent::new();
        let [point, normal] = {
            let mut corners: SmallVec<[&Vertex<V>; 4]> = polytope.corners(facet.id).map(|(index, _)| &self.record[index]).collect();
            corners.push(&self.record[newest]);
            bend(self.difference, &corners, facet.normal, &mut vertices)?
        };
        let value = normal.dot(point);
        // Newton's steps have ended there, and not on the way.
        if !(value > -self.noise && (point - normal * value).length() <= ASIDE * self.noise) {
            return None;
        }
        let (_, farthest) = self.ask(normal);
        let features: SmallVec<[Features<V::Wide>; 3]> = vertices.iter().filter_map(|vertex| self.difference.features(vertex)).collect();
        let flat = features.iter().fold(1.0, |least, &Features { circles: [a, b], .. }| {
            let axes = [a.map(|circle| circle.axis), b.map(|circle| self.difference.direction_in_a(circle.axis))];
            axes.into_iter().flatten().fold(least, |least, axis| {
                let flat = (normal - axis * normal.dot(axis)).length();
                if flat < least { flat } else { least }
            })
        });
        let is_bottom = features.len() == vertices.len() && normal.dot(farthest) - value <= enough + self.noise;
        is_bottom.then_some(Bottom { normal, value, vertices, features, flat })
    }

    /// A facet, and the vertex found along its normal, are part of the valley of this bottom.
    fn is_part(
        &self,
        bottom: &Bottom<V>,
        facet: &Facet<V::Wide>,
        newest: VertexIndex,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> bool {
        let part = |vertex: &Vertex<V>| {
            self.difference.features(vertex).is_some_and(|of_vertex| {
                bottom.features.iter().zip(&bottom.vertices).any(|(features, deepest)| {
                    *features == of_vertex && (vertex.point - deepest.point).length() <= NEAR_BY * features.radii()
                })
            })
        };
        // Of shapes that merely touch both are rounding.
        if !(facet.offset >= CLOSE * bottom.value - self.noise) {
            return false;
        }
        let same_way = (facet.normal - bottom.normal).length() <= SAME_WAY * bottom.flat;
        same_way && part(&self.record[newest]) && polytope.corners(facet.id).all(|(index, _)| part(&self.record[index]))
    }
}

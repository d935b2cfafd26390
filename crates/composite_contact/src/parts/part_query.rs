//! A query about the parts near a body: the two shapes' settings, and how far parts are looked at.
//!
//! The steps of the query are methods of [`PartQuery`] in the other files of this folder.

use clinch_composite::{Composite, Sides};
use clinch_contact::{FacingFeature, Pair, Scratch, Separation, Settings, Space};
use clinch_shapes::Convex;
use clinch_support::Vector;

use crate::body::{Body, DeepestPoint};
use crate::not_negative::not_negative;
use crate::parts::known_neighbors::KnownNeighbors;
use crate::triangle::facing_facet::FacingFacet;

/// If answers are recycled, parts are looked at that are farther than the margin by this part of
/// the radius of the smaller of the two shapes, so that a body that is proved to be apart can move
/// as far before it is computed again. Larger: more parts are looked at. Smaller: more bodies are.
const RECYCLING_MARGIN: f64 = 0.05;

/// Working memory of a query, and what its last steps found.
pub(crate) struct Work<'w, V: Space> {
    pub(crate) convex: &'w mut Scratch<V>,
    /// The feature of the body for the last normal.
    pub(crate) facing: &'w mut FacingFeature<V>,
    /// The deepest point of the body for the last normal.
    pub(crate) deepest: &'w mut Option<DeepestPoint<V::Wide>>,
    /// The contacts of all other parts, where they are known.
    pub(crate) neighbors: Option<KnownNeighbors<'w, V>>,
}

/// The queries about the parts near a body.
pub(crate) struct PartQuery<'q, V: Space, C: ?Sized> {
    pub(crate) composite: &'q C,
    pub(crate) sides: Sides,
    pub(crate) body: Body<V>,
    pub(crate) settings: &'q Settings<V::Scalar>,
    /// That of the settings; 0 if it is negative or NaN.
    pub(crate) margin: f64,
    /// By how much parts are looked at that are farther than the margin.
    pub(crate) recycling_margin: f64,
}

impl<'q, V: Space, C: Composite<V> + ?Sized> PartQuery<'q, V, C> {
    #[inline(always)]
    pub(crate) fn new<B: Convex<V>>(pair: &Pair<V, &'q C, B>, settings: &'q Settings<V::Scalar>) -> Self {
        let body = Body::new(pair, settings);
        let mut query =
            Self { composite: pair.a, sides: pair.a.sides(), body, settings, margin: not_negative(settings.margin), recycling_margin: 0.0 };
        if settings.recycling.is_on() {
            query.recycling_margin = RECYCLING_MARGIN * query.smaller_radius();
        }
        query
    }

    /// The radius of the smaller of the two shapes. A prop made of triangles may lie on a ground
    /// that is a convex body.
    pub(crate) fn smaller_radius(&self) -> f64 {
        let bounds = self.composite.bounds();
        let radius = 0.5 * (bounds.max - bounds.min).length();
        let of_body = self.body.radius_about_center;
        // A half-space has no radius.
        if self.body.is_half_space || radius < of_body { radius } else { of_body }
    }

    /// A ball of this radius about the middle of the body contains all that is looked at.
    pub(crate) fn query_radius(&self) -> f64 {
        self.body.radius_about_middle + self.body.skin_a + self.margin + self.recycling_margin
    }

    /// The separation of the body and a triangle along a normal.
    #[inline]
    pub(crate) fn separation_along<B: Convex<V> + ?Sized>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        shape: &B,
        normal: V::Wide,
    ) -> Separation<V> {
        self.body.above_plane(shape, normal, triangle.supporting_plane(normal))
    }

    /// The separation of the shapes, from that of their cores: both radii and skins are taken off
    /// along a normal of the composite shape's frame.
    pub(crate) fn with_radii(&self, cores: &Separation<V>, normal: V::Wide) -> Separation<V> {
        let Body { frame, radius, skin_a, .. } = &self.body;
        let radii = self.body.radii();
        let rounding = 2.0 * f64::EPSILON * (radii + cores.distance);
        Separation {
            normal,
            distance: cores.distance - radii,
            lower: cores.lower - radii - rounding,
            upper: cores.upper - radii + rounding,
            point_a: cores.point_a + normal * *skin_a,
            point_b: cores.point_b - frame.direction_in_b(normal) * *radius,
        }
    }
}

//! The Voronoi region of a triangle that the middle of the body is in, and what that proves.
//!
//! The middle is in the region of the face, or in that of an edge or a vertex. Its distance proves
//! that most triangles are too far away, before anything else is computed of them. The direction to
//! it is the second of the two, beside the normal of the face, along which triangles are proved to
//! be beyond the margin.

use clinch_composite::{Composite, Sides, SurfaceTriangle};
use clinch_contact::Space;
use clinch_shapes::Convex;
use clinch_support::{Vector, normalize_or_zero};

use crate::body::Body;
use crate::parts::part_query::PartQuery;
use crate::triangle::edge_set::EdgeSet;
use crate::triangle::facing_facet::FacingFacet;
use crate::triangle::nearest_on_triangle::{NearestFeature, POINT_NOISE, PreparedTriangle};

/// Relative error of the distance of the middle of the body from a triangle that it is beside: of
/// needles, it is not certain which edge is nearest. Larger: more triangles are looked at. Smaller:
/// triangles that are near could be left out.
const BESIDE_NEEDLE: f64 = 1e-6;

/// A corner is near if it is within the ball by this part of its radius: more than the rounding of
/// its distance. Larger: more triangles are measured. Smaller: a triangle could be looked at whose
/// measured distance is that of the ball.
const NEAR_CORNER: f64 = 1e-9;

/// The Voronoi region of a triangle that the middle of the body is in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MiddleRegion {
    /// It is not known.
    Unknown,
    /// That of the face, or nearly so: the middle is above or below the triangle.
    Face,
    /// That of an edge or a vertex. The middle is outside of these edges, and the nearest point of
    /// the triangle is on one of them.
    Border(EdgeSet),
    /// Any. The triangle is farther from the middle than what is looked at.
    OutOfReach,
}

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// The Voronoi region of the middle, or that the triangle is out of reach.
    #[inline]
    pub(crate) fn middle_region(&self, triangle: &PreparedTriangle<V::Wide>) -> MiddleRegion {
        let (region, at_least) = self.middle_region_and_distance(triangle);
        if at_least > self.query_radius() { MiddleRegion::OutOfReach } else { region }
    }

    /// Whether a corner of a triangle is clearly within reach of the middle: then so is the
    /// triangle, whatever its distance is rounded to.
    #[inline]
    pub(crate) fn has_near_corner(&self, corners: [V::Wide; 3]) -> bool {
        let (middle, radius) = (self.body.middle, self.near_radius());
        let [a, b, c] = corners.map(|corner| (corner - middle).length_squared() <= radius * radius);
        a | b | c
    }

    /// What is within this distance of the middle is clearly within reach.
    #[inline]
    pub(crate) fn near_radius(&self) -> f64 {
        self.query_radius() * (1.0 - NEAR_CORNER)
    }

    /// Whether a triangle of a surface is out of reach. Of other facets nothing is said.
    pub(crate) fn is_out_of_reach(&self, triangle: &FacingFacet<V::Wide>) -> bool {
        match (triangle.corners(), &triangle.edges) {
            (&[a, b, c], Some(_)) => {
                let region = || self.middle_region(&PreparedTriangle::new([a, b, c], triangle.max_abs));
                !self.has_near_corner([a, b, c]) && matches!(region(), MiddleRegion::OutOfReach)
            }
            _ => false,
        }
    }

    /// The Voronoi region of the middle, and a lower bound of its distance from the triangle.
    #[inline]
    pub(crate) fn middle_region_and_distance(&self, triangle: &PreparedTriangle<V::Wide>) -> (MiddleRegion, f64) {
        let middle = self.body.middle;
        let (region, distance) = match triangle.nearest(middle) {
            NearestFeature::Face(height) => (MiddleRegion::Face, height),
            NearestFeature::Border(outside, nearest) => (MiddleRegion::Border(outside), (middle - nearest).length()),
        };
        let noise = POINT_NOISE * (self.body.middle_max_abs + triangle.max_abs + distance);
        (region, distance * (1.0 - BESIDE_NEEDLE) - noise)
    }

    /// A lower bound of the separation from a facet whose nearest point to the middle of the body
    /// is this one.
    #[inline]
    pub(crate) fn lower_bound_at(&self, facet: &FacingFacet<V::Wide>, nearest: V::Wide) -> f64 {
        let Body { middle, middle_max_abs, radius_about_middle, skin_a, .. } = self.body;
        let distance = (middle - nearest).length() * (1.0 - BESIDE_NEEDLE);
        distance - radius_about_middle - skin_a - POINT_NOISE * (middle_max_abs + facet.max_abs + radius_about_middle)
    }

    /// Whether the core is a point in front of a triangle, none of whose edges has another normal
    /// than its face: the contact is at the face, or there is none.
    #[inline]
    pub(crate) fn touches_face_only(&self, surface: &SurfaceTriangle<V::Wide>) -> bool {
        self.body.is_point
            && self.sides != Sides::Two
            && !surface.exposed_edges(true).contains(&true)
            && surface.normal.dot(self.body.middle - surface.corners[0]) >= 0.0
    }

    /// A lower bound of the separation from a triangle, if the direction to the middle of the body
    /// proves that it is greater than the margin.
    pub(crate) fn bound_toward_middle<B: Convex<V>>(&self, triangle: &FacingFacet<V::Wide>, shape: &B) -> Option<f64> {
        // The only direction of a point was tried.
        if self.body.is_point {
            return None;
        }
        let middle = self.body.middle;
        let outside = triangle.outside(middle);
        // Above the triangle it is the normal of the face, which was tried, too.
        if outside == EdgeSet::NONE {
            return None;
        }
        let offset = middle - triangle.nearest_given(outside, middle);
        // An offset whose square underflows may have lost digits.
        let direction = if offset.length_squared() > f64::MIN_POSITIVE { offset } else { normalize_or_zero(offset) };
        let core = self.body.deepest_in_b(shape, direction);
        if !self.may_prove_apart(core, offset) {
            return None;
        }
        let to_middle = normalize_or_zero(offset);
        if to_middle == V::Wide::ZERO {
            return None;
        }
        let lower = self.body.above(&self.body.deepest_at(core, to_middle), triangle.supporting_plane(to_middle)).lower;
        (lower > self.margin).then_some(lower)
    }

    /// `false` if the direction from the nearest point of a triangle to the middle of the body does
    /// not prove that the two are apart by more than the margin: the offset of these points is too
    /// short. That is clear without its length and the bounds of a separation. `deepest` is where
    /// the core is deepest along the offset, in its own frame.
    #[inline]
    fn may_prove_apart(&self, deepest: V::Wide, offset: V::Wide) -> bool {
        let squared = offset.length_squared();
        if !(squared > 0.0) {
            return true;
        }
        let extent = self.body.frame.direction_in_b(-offset).dot(deepest - self.body.middle_in_b);
        // False for NaN.
        !(squared - extent < (self.margin + self.body.radii()) * squared.sqrt())
    }
}

//! Where the middle of the body is, seen from a triangle, and what that proves.

use clinch_composite::Composite;
use clinch_contact::Space;
use clinch_support::Vector;

use crate::body::Body;
use crate::facet::{MeasuredTriangle, Nearest};
use crate::facing_facet::FacingFacet;
use crate::part_contact::{Foot, POINT_NOISE, PartQuery};

/// Relative error of the distance of the middle of the body from a triangle that it is beside: of
/// needles, it is not certain which edge is nearest. Larger: more triangles are looked at. Smaller:
/// triangles that are near could be left out.
const BESIDE_NEEDLE: f64 = 1e-6;

/// A corner is near if it is within the ball by this part of its radius: more than the rounding of
/// its distance. Larger: more triangles are measured. Smaller: a triangle could be looked at whose
/// measured distance is that of the ball.
const NEAR_CORNER: f64 = 1e-9;

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// Where the middle of the body is, seen from a triangle, and whether it is farther than
    /// `ball`.
    #[inline]
    pub(crate) fn foot(&self, triangle: &MeasuredTriangle<V::Wide>, ball: f64) -> Foot<V::Wide> {
        let (foot, at_least) = self.foot_and_distance(triangle);
        if at_least > ball { Foot::Beyond } else { foot }
    }

    /// Whether a corner of a triangle is clearly within `ball` of the middle of the body: then no
    /// lower bound of the distance of the triangle exceeds it.
    #[inline]
    pub(crate) fn has_near_corner(&self, corners: [V::Wide; 3]) -> bool {
        let (middle, ball) = (self.body.middle, self.ball() * (1.0 - NEAR_CORNER));
        let [a, b, c] = corners.map(|corner| (corner - middle).length_squared() <= ball * ball);
        a | b | c
    }

    /// Where the middle of the body is, seen from a triangle, and a lower bound of its distance.
    #[inline]
    pub(crate) fn foot_and_distance(&self, triangle: &MeasuredTriangle<V::Wide>) -> (Foot<V::Wide>, f64) {
        let middle = self.body.middle;
        let (foot, distance) = match triangle.nearest(middle) {
            Nearest::Above(height) => (Foot::Above, height),
            Nearest::Beside(outside, nearest) => (Foot::Beside(outside, nearest), (middle - nearest).length()),
        };
        let noise = POINT_NOISE * (self.body.middle_size + triangle.size + distance);
        (foot, distance * (1.0 - BESIDE_NEEDLE) - noise)
    }

    /// A lower bound of the separation from a facet whose nearest point to the middle of the body
    /// is this one.
    #[inline]
    pub(crate) fn at_least(&self, facet: &FacingFacet<V::Wide>, nearest: V::Wide) -> f64 {
        let Body { middle, middle_size, radius_about_middle, skin_a, .. } = self.body;
        let distance = (middle - nearest).length() * (1.0 - BESIDE_NEEDLE);
        distance - radius_about_middle - skin_a - POINT_NOISE * (middle_size + facet.size + radius_about_middle)
    }

    /// `false` if the direction from the nearest point of a triangle to the middle of the body does
    /// not prove that the two are apart by more than the margin: the offset of these points is too
    /// short. That is clear without its length and the bounds of a separation. `deepest` is where
    /// the core is deepest along the offset, in its own frame.
    #[inline]
    pub(crate) fn may_be_apart(&self, deepest: V::Wide, offset: V::Wide) -> bool {
        let squared = offset.length_squared();
        if !(squared > 0.0) {
            return true;
        }
        let reach = self.body.frame.direction_in_b(-offset).dot(deepest - self.body.middle_in_b);
        // False for NaN.
        !(squared - reach < (self.margin + self.body.radii()) * squared.sqrt())
    }
}

//! The circular segment: the part of a disc beyond a chord.
//!
//! * The shape is the convex hull of the arc in `f64`, whatever the scalar is: see
//!   [`Sector`](crate::Sector). Only corners of faces are rounded to the scalar.
//! * A support point is the better of an end and the arc, compared in `f64`.

use clinch_mass::{Moments, circular_segment};
use clinch_support::{Scalar, Support, SupportMap, Vector, VertexId};
use glam::DVec2;

use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, default_moments};
use crate::direction::{f64_error, narrow_support, normalize_exponent_or_zero};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, STEEP_FACE};

/// The part of a disc about the origin beyond a chord perpendicular to the y axis. 2D.
///
/// The arc is within `half_angle` of the y axis as seen from the origin: a quarter turn gives half
/// of the disc, more than that the larger part, a half turn the whole disc. Vertices 0 and 1 are
/// the right and the left end of the chord, edge 0 is the chord.
///
/// ```
/// use clinch_shapes::{CircularSegment, ShapeError};
/// use clinch_support::SupportMap;
/// use core::f32::consts::PI;
/// use glam::Vec2;
///
/// let cap = CircularSegment::<Vec2>::new(2.0, PI / 3.0)?;
/// assert_eq!(cap.support(Vec2::Y).point, Vec2::new(0.0, 2.0));
/// assert!((cap.support(-Vec2::Y).point.y - 1.0).abs() < 1e-6);
/// assert_eq!(
///     CircularSegment::<Vec2>::new(2.0, 4.0),
///     Err(ShapeError::TooWide { what: "half_angle", value: 4.0, limit: f64::from(PI) })
/// );
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircularSegment<V: Vector> {
    radius: V::Scalar,
    half_angle: V::Scalar,
    /// The sine and cosine of the half angle: the right end of the chord of a disc of radius 1.
    end: DVec2,
}

const ARC: usize = 2;

impl<V: Vector<Wide = DVec2>> CircularSegment<V> {
    /// A segment of a disc of this radius, whose arc spans `half_angle` radians to each side of the
    /// y axis. Zero sizes are legal: a segment without an angle is a point of the circle.
    ///
    /// # Errors
    ///
    /// Sizes that are negative, infinite or NaN; [`ShapeError::TooWide`] if the half angle is more
    /// than a half turn; a radius so near to the largest number that the radius about the center
    /// overflows.
    pub fn new(radius: V::Scalar, half_angle: V::Scalar) -> Result<Self, ShapeError> {
        use core::f64::consts::{FRAC_PI_2, PI};
        let (radius, half_angle) = (check::size("radius", radius)?, check::size("half_angle", half_angle)?);
        let half_turn = V::Scalar::narrow(PI);
        if half_angle > half_turn {
            return Err(ShapeError::TooWide { what: "half_angle", value: half_angle.widen(), limit: half_turn.widen() });
        }
        // The scalars nearest to a quarter and a half turn mean these: half a disc is flat below.
        let (sine, cosine) = if half_angle == V::Scalar::narrow(FRAC_PI_2) {
            (1.0, 0.0)
        } else if half_angle == half_turn {
            (0.0, -1.0)
        } else {
            libm::sincos(half_angle.widen())
        };
        let segment = Self { radius, half_angle, end: DVec2::new(sine, cosine) };
        check::size("radius about the center", segment.radius_about_center())?;
        Ok(segment)
    }

    /// The radius of the arc.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }

    /// The angle between the y axis and each end of the arc, as seen from the origin, in radians.
    pub fn half_angle(&self) -> V::Scalar {
        self.half_angle
    }

    #[inline]
    fn corner(&self, index: usize) -> Option<DVec2> {
        let right = self.end * self.radius.widen();
        match index {
            0 => Some(right),
            1 => Some(DVec2::new(-right.x, right.y)),
            _ => None,
        }
    }

    /// The rounding of the center and of the corners of faces.
    fn rounding(&self) -> f64 {
        V::Scalar::EPSILON.widen() * self.radius.widen()
    }
}

impl<V: Vector<Wide = DVec2>> SupportMap<V> for CircularSegment<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        narrow_support(self.support_wide(direction.widen()))
    }

    #[inline]
    fn support_wide(&self, direction: DVec2) -> Support<DVec2> {
        let direction = normalize_exponent_or_zero(direction);
        let (length, radius) = (Vector::length(direction), self.radius.widen());
        let side = usize::from(direction.x < 0.0);
        let end = self.corner(side).unwrap_or(DVec2::ZERO);
        let is_above = direction.y >= 0.0 || self.end.y < 0.0;
        // The sine of the angle from the direction to the end of the arc is not negative.
        let on_arc = is_above && direction.x.abs() * self.end.y <= direction.y * self.end.x;
        if on_arc && length > 0.0 && radius * length > Vector::dot(end, direction) {
            Support { point: direction * (radius / length), id: None }
        } else {
            Support { point: end, id: Some(VertexId::new(side)) }
        }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        self.corner(id.index()).map(V::narrow)
    }

    #[inline]
    fn vertex_wide(&self, id: VertexId) -> Option<DVec2> {
        self.corner(id.index())
    }

    /// Halfway between the chord and the top of the arc.
    #[inline]
    fn center(&self) -> V {
        V::narrow(DVec2::new(0.0, 0.5 * (1.0 + self.end.y) * self.radius.widen()))
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        let DVec2 { x: sine, y: cosine } = self.end;
        // The farthest points are the ends of the chord; if it is more than half a disc, the left
        // and right of the disc.
        let across = if cosine > 0.0 { sine } else { 1.0 };
        let aside = 0.5 * if cosine > 0.0 { 1.0 - cosine } else { 1.0 + cosine };
        let below = 0.5 * (1.0 - cosine);
        let up = if aside > below { aside } else { below };
        let radius = (across * across + up * up).sqrt() * self.radius.widen();
        V::Scalar::narrow_up(radius + 2.0 * self.rounding())
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        f64_error::<V>(self.radius)
    }
}

impl<V: Vector<Wide = DVec2>> Convex<V> for CircularSegment<V> {
    /// The chord, if the direction is closer to its normal than to those at the ends of the arc,
    /// and it is not steep; else the support point.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let direction = normalize_exponent_or_zero(direction.widen());
        let length = Vector::length(direction);
        let beside_arc = self.end.x * direction.x.abs() + self.end.y * direction.y;
        let has_chord = self.radius > V::Scalar::ZERO && self.end.x > 0.0;
        if length > 0.0 && has_chord && -direction.y >= beside_arc && -direction.y >= STEEP_FACE * length {
            let edge = EdgeId(0);
            let point = |index: usize| self.corner(index).map_or(V::ZERO, V::narrow);
            face.set_edge(edge, [1, 0].map(|index| Corner { point: point(index), vertex: VertexId::new(index), edge }));
            return;
        }
        let Support { point, id } = self.support_wide(direction);
        face.set_vertex(V::narrow(point), id.unwrap_or(VertexId::new(ARC)));
    }

    /// In closed form. The default if swept by a radius.
    fn swept_moments(&self, by: f64) -> Option<Moments<DVec2>> {
        let (radius, DVec2 { x: sine, y: cosine }) = (self.radius.widen(), self.end);
        let is_point = radius == 0.0 || (sine == 0.0 && cosine > 0.0);
        if by > 0.0 || is_point {
            return default_moments(self, by);
        }
        circular_segment(radius, libm::atan2(sine, cosine), [sine, cosine]).finite()
    }

    /// The smallest ball, rounded outward: about the chord, or the disc.
    fn bounding_ball(&self) -> BoundingBall<DVec2> {
        let (radius, DVec2 { x: sine, y: cosine }) = (self.radius.widen(), self.end);
        let (height, own) = if cosine > 0.0 { (cosine, sine) } else { (0.0, 1.0) };
        BoundingBall::around(DVec2::new(0.0, radius * height), radius * own + self.rounding())
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        BoundingBall::around(DVec2::ZERO, self.radius.widen() + self.rounding()).bounding_radius()
    }
}

//! The circular sector.
//!
//! * The shape is the convex hull of the apex and the arc, both in `f64`, whatever the scalar is.
//!   Rounded ends would be outside of the arc or inside of it, by more than the error of its other
//!   points. Only corners of faces are rounded to the scalar.
//! * A support point is the best of one end, the apex and the arc, compared in `f64`.

use clinch_mass::{Moments, sector};
use clinch_support::{Scalar, Support, SupportMap, Vector, VertexId};
use glam::DVec2;

use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, default_moments};
use crate::direction::{f64_error, narrow_support, normalize_exponent_or_zero};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, STEEP_FACE};

/// The sector of a disc about the origin, within `half_angle` of the y axis as seen from the
/// origin. 2D.
///
/// Vertex 0 is the apex at the origin, 1 and 2 are the right and the left end of the arc. Edge 0
/// goes from the apex to the right end, edge 1 from the left end to the apex. In half a disc the
/// two are one edge, edge 0.
///
/// ```
/// use clinch_shapes::{Sector, ShapeError};
/// use clinch_support::SupportMap;
/// use core::f32::consts::FRAC_PI_2;
/// use glam::Vec2;
///
/// let half_disc = Sector::new(2.0, FRAC_PI_2)?;
/// assert_eq!(half_disc.support(Vec2::X).point, Vec2::new(2.0, 0.0));
/// assert_eq!(
///     Sector::<Vec2>::new(2.0, 3.0),
///     Err(ShapeError::TooWide { what: "half_angle", value: 3.0, limit: f64::from(FRAC_PI_2) })
/// );
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sector<V: Vector> {
    radius: V::Scalar,
    half_angle: V::Scalar,
    /// The sine and cosine of the half angle: the right end of the arc of a disc of radius 1.
    end: DVec2,
}

const ARC: usize = 3;

impl<V: Vector<Wide = DVec2>> Sector<V> {
    /// A sector of a disc of this radius, with `half_angle` radians to each side of the y axis.
    /// Zero sizes are legal: a sector without an angle is a segment.
    ///
    /// # Errors
    ///
    /// Sizes that are negative, infinite or NaN; [`ShapeError::TooWide`] if the half angle is more
    /// than a quarter turn, because such a sector is not convex; a radius so near to the largest
    /// number that the radius about the center overflows.
    pub fn new(radius: V::Scalar, half_angle: V::Scalar) -> Result<Self, ShapeError> {
        let (radius, half_angle) = (check::size("radius", radius)?, check::size("half_angle", half_angle)?);
        let quarter = V::Scalar::narrow(core::f64::consts::FRAC_PI_2);
        if half_angle > quarter {
            return Err(ShapeError::TooWide { what: "half_angle", value: half_angle.widen(), limit: quarter.widen() });
        }
        // The scalar nearest to a quarter turn means a quarter turn: half a disc is flat below.
        let (sine, cosine) = if half_angle == quarter { (1.0, 0.0) } else { libm::sincos(half_angle.widen()) };
        let sector = Self { radius, half_angle, end: DVec2::new(sine, cosine) };
        check::size("radius about the center", sector.radius_about_center())?;
        Ok(sector)
    }

    /// The radius of the arc.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }

    /// The angle between the y axis and each straight side, in radians.
    pub fn half_angle(&self) -> V::Scalar {
        self.half_angle
    }

    #[inline]
    fn corner(&self, index: usize) -> Option<DVec2> {
        let right = self.end * self.radius.widen();
        match index {
            0 => Some(DVec2::ZERO),
            1 => Some(right),
            2 => Some(DVec2::new(-right.x, right.y)),
            _ => None,
        }
    }
}

impl<V: Vector<Wide = DVec2>> SupportMap<V> for Sector<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        narrow_support(self.support_wide(direction.widen()))
    }

    #[inline]
    fn support_wide(&self, direction: DVec2) -> Support<DVec2> {
        let direction = normalize_exponent_or_zero(direction);
        let (length, radius) = (Vector::length(direction), self.radius.widen());
        let side = 1 + usize::from(direction.x < 0.0);
        let end = self.corner(side).unwrap_or(DVec2::ZERO);
        let along = Vector::dot(end, direction);
        let on_arc = direction.y >= 0.0 && direction.x.abs() * self.end.y <= direction.y * self.end.x;
        if on_arc && radius * length > along {
            Support { point: direction * (radius / length), id: None }
        } else if along > 0.0 {
            Support { point: end, id: Some(VertexId::new(side)) }
        } else {
            Support { point: DVec2::ZERO, id: Some(VertexId::new(0)) }
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

    #[inline]
    fn center(&self) -> V {
        V::unit(1) * (self.radius * V::Scalar::narrow(0.5))
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        // The ends of half a disc are √5/2 of the radius away.
        V::Scalar::narrow_up(1.125 * self.radius.widen())
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        f64_error::<V>(self.radius_about_center())
    }
}

impl<V: Vector<Wide = DVec2>> Convex<V> for Sector<V> {
    /// The straight side whose normal is closest to the direction, if it is closer than that at the
    /// end of the arc and not steep; else the support point.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let direction = normalize_exponent_or_zero(direction.widen());
        let length = Vector::length(direction);
        let DVec2 { x: sine, y: cosine } = self.end;
        // Mirrored, so that the direction is to the right.
        let (across, left) = (direction.x.abs(), direction.x < 0.0);
        let facing = cosine * across - sine * direction.y;
        let beside_arc = sine * across + cosine * direction.y;
        if length > 0.0 && self.radius > V::Scalar::ZERO && facing >= beside_arc && facing >= STEEP_FACE * length {
            let (edge, ends) = if cosine == 0.0 {
                (EdgeId(0), [2, 1])
            } else if left {
                (EdgeId(1), [2, 0])
            } else {
                (EdgeId(0), [0, 1])
            };
            let point = |index: usize| self.corner(index).map_or(V::ZERO, V::narrow);
            face.set_edge(edge, ends.map(|index| Corner { point: point(index), vertex: VertexId::new(index), edge }));
            return;
        }
        let Support { point, id } = self.support_wide(direction);
        face.set_vertex(V::narrow(point), id.unwrap_or(VertexId::new(ARC)));
    }

    /// In closed form. The default if swept by a radius.
    fn swept_moments(&self, by: f64) -> Option<Moments<DVec2>> {
        if by > 0.0 {
            return default_moments(self, by);
        }
        // The angle of the end and not the one given: half a disc ends at a quarter turn, whatever
        // the scalar's π/2 is.
        sector(self.radius.widen(), libm::atan2(self.end.x, self.end.y), [self.end.x, self.end.y]).finite()
    }

    /// The smallest ball about the chord, or through the apex and both ends; rounded outward, so
    /// that the corners of faces are inside too.
    fn bounding_ball(&self) -> BoundingBall<DVec2> {
        let (radius, DVec2 { x: sine, y: cosine }) = (self.radius.widen(), self.end);
        let own = if sine >= cosine { sine } else { 0.5 / cosine };
        let rounded = V::Scalar::EPSILON.widen() * radius;
        BoundingBall::around(DVec2::new(0.0, radius * if sine >= cosine { cosine } else { own }), radius * own + rounded)
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.bounding_ball().bounding_radius()
    }
}

//! The ellipsoid, in 2D an ellipse.
//!
//! * It is the unit ball scaled by the radii r, so the farthest point along n is r∘(r∘n)/|r∘n|: one
//!   square root, in `f64` for either scalar.
//! * With equal radii it is a ball: a point swept by the radius.
//! * Radii of zero make it flat: an elliptic disc, which has two faces; a segment, whose ends are
//!   vertices 0 and 1; or a point.

use clinch_mass::{Moments, ellipsoid};
use clinch_support::{Basis, Pose, Rotation, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};
use glam::DVec2;

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, Core, default_moments};
use crate::direction::{NEARLY_AXIAL, f64_error, narrow_support, normalize_exponent_or_zero};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, STEEP_EDGE, STEEP_FACE};
use crate::rim::RimPolygon;

/// An ellipsoid about the origin with its axes along the coordinate axes, in 2D an ellipse.
///
/// Its points are smooth. An ellipsoid with one radius of zero is a disc. Each face of it is a
/// polygon of 32 corners, with corner 0 at the deepest point.
///
/// ```
/// use clinch_shapes::{Ellipsoid, ShapeError};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let egg = Ellipsoid::new(Vec3::new(1.0, 3.0, 2.0))?;
/// assert_eq!(egg.support(Vec3::new(0.0, -5.0, 0.0)).point, Vec3::new(0.0, -3.0, 0.0));
/// assert_eq!(Ellipsoid::new(Vec3::new(1.0, -3.0, 2.0)), Err(ShapeError::Negative { what: "radius", value: -3.0 }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<V: Vector> {
    radii: V,
}

/// The kind of shape that the radii give.
enum Kind {
    Ball,
    /// Only this axis has a radius.
    Segment(usize),
    /// In 3D, only this axis has none.
    Disc(usize),
    Round,
}

impl<V: Vector> Ellipsoid<V> {
    /// An ellipsoid with these radii along the axes. Zeros make discs, segments and points.
    ///
    /// # Errors
    ///
    /// Radii that are negative, infinite or NaN.
    pub fn new(radii: V) -> Result<Self, ShapeError> {
        Ok(Self { radii: check::sizes("radius", radii)? })
    }

    /// The radii along the axes.
    pub fn radii(&self) -> V {
        self.radii
    }

    #[inline]
    fn kind(&self) -> Kind {
        let has = |axis: usize| self.radii.get(axis) > V::Scalar::ZERO;
        let count = (0..V::DIM).filter(|&axis| has(axis)).count();
        let first = |wanted: bool| (0..V::DIM).find(|&axis| has(axis) == wanted).unwrap_or(0);
        if (1..V::DIM).all(|axis| self.radii.get(axis) == self.radii.get(0)) {
            Kind::Ball
        } else if count == 1 {
            Kind::Segment(first(true))
        } else if count + 1 == V::DIM {
            Kind::Disc(first(false))
        } else {
            Kind::Round
        }
    }

    fn end(&self, axis: usize, end: usize) -> V {
        let up = V::unit(axis) * self.radii.get(axis);
        if end == 1 { up } else { -up }
    }

    /// The vector with each component multiplied by the radius along its axis.
    #[inline]
    fn scale_by_radii(&self, v: V::Wide) -> V::Wide {
        let radii = self.radii.widen();
        V::Wide::from_fn(|axis| radii.get(axis) * v.get(axis))
    }

    /// The farthest point of a disc or round ellipsoid. The center if all points are equally far.
    #[inline]
    fn farthest(&self, direction: V::Wide) -> V::Wide {
        let toward = normalize_exponent_or_zero(self.scale_by_radii(normalize_exponent_or_zero(direction)));
        let length = toward.length();
        let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
        self.scale_by_radii(toward * scale)
    }

    /// The face of an elliptic disc along the direction; `None` if it is steep.
    fn disc(&self, thin: usize, direction: V::Wide) -> Option<RimPolygon<V::Wide>> {
        let direction = normalize_or_zero(direction);
        let facing = direction.get(thin);
        if facing.abs() < STEEP_FACE {
            return None;
        }
        let (i, j) = ((thin + 1) % 3, (thin + 2) % 3);
        let radii = [self.radii.get(i).widen(), self.radii.get(j).widen()];
        let across = DVec2::new(radii[0] * direction.get(i), radii[1] * direction.get(j));
        let larger = if radii[0] > radii[1] { radii[0] } else { radii[1] };
        let from_deepest = across.length() > NEARLY_AXIAL * larger * facing.abs();
        let toward = if from_deepest { normalize_or_zero(across) } else { DVec2::X };
        let left = if facing > 0.0 { DVec2::new(-toward.y, toward.x) } else { DVec2::new(toward.y, -toward.x) };
        let in_space = |at: DVec2| {
            V::Wide::from_fn(|axis| match axis {
                axis if axis == i => radii[0] * at.x,
                axis if axis == j => radii[1] * at.y,
                _ => 0.0,
            })
        };
        let rim = usize::from(facing > 0.0);
        Some(RimPolygon { center: V::Wide::ZERO, toward: in_space(toward), left: in_space(left), from_deepest, rim })
    }
}

impl<V: Vector> SupportMap<V> for Ellipsoid<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        narrow_support(self.support_wide(direction.widen()))
    }

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        match self.kind() {
            Kind::Ball => Support { point: V::Wide::ZERO, id: Some(VertexId::new(0)) },
            Kind::Segment(axis) => {
                let end = usize::from(direction.get(axis) > 0.0);
                Support { point: self.end(axis, end).widen(), id: Some(VertexId::new(end)) }
            }
            Kind::Disc(_) | Kind::Round => Support { point: self.farthest(direction), id: None },
        }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        match self.kind() {
            Kind::Ball => (id.index() == 0).then_some(V::ZERO),
            Kind::Segment(axis) => (id.index() < 2).then(|| self.end(axis, id.index())),
            Kind::Disc(_) | Kind::Round => None,
        }
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        if matches!(self.kind(), Kind::Ball) { V::Scalar::ZERO } else { self.radii.max_abs() }
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        f64_error::<V>(self.radius_about_center())
    }
}

impl<V: Vector> Convex<V> for Ellipsoid<V> {
    /// The radius if all are equal, else 0.
    #[inline]
    fn radius(&self) -> V::Scalar {
        if matches!(self.kind(), Kind::Ball) { self.radii.get(0) } else { V::Scalar::ZERO }
    }

    #[inline]
    fn core(&self) -> Core<'_, V> {
        match self.kind() {
            Kind::Ball => Core::Origin,
            Kind::Segment(axis) => Core::Segment([0, 1].map(|end| self.end(axis, end).widen())),
            Kind::Disc(_) | Kind::Round => Core::Other,
        }
    }

    /// The support point. For a disc the face along the direction, for a segment the segment,
    /// unless these are steep.
    fn face(&self, direction: V, face: &mut Face<V>) {
        match self.kind() {
            Kind::Disc(thin) if V::DIM == 3 => {
                if let Some(rim) = self.disc(thin, direction.widen()) {
                    return rim.face(face);
                }
            }
            Kind::Segment(axis) => {
                let rise = normalize_or_zero(direction.widen());
                if rise != V::Wide::ZERO && rise.get(axis).abs() <= STEEP_EDGE {
                    let corner = |end| Corner { point: self.end(axis, end), vertex: VertexId::new(end), edge: EdgeId(0) };
                    return face.set_edge(EdgeId(0), [0, 1].map(corner));
                }
            }
            Kind::Ball | Kind::Disc(_) | Kind::Round => {}
        }
        let Support { point, id } = self.support(direction);
        // A smooth point has the id of the deepest corner of the disc's rim.
        face.set_vertex(point, id.unwrap_or(VertexId::new(RimPolygon::<V::Wide>::first_id(0))));
    }

    /// Exact except for `f64` rounding, which is added.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let basis = pose.rotation.basis();
        let at = pose.translation.widen();
        let columns = |axis: usize| basis.rotate((V::unit(axis) * self.radii.get(axis)).widen());
        let size = self.radii.max_abs().widen();
        let half = if matches!(self.kind(), Kind::Ball) {
            V::Wide::from_fn(|_| size)
        } else {
            // The maximum of e_i·R·(r∘u) over unit vectors u is the length of row i of R times r.
            // The largest component is factored out, so that no square underflows.
            V::Wide::from_fn(|i| {
                let row = V::Wide::from_fn(|axis| columns(axis).get(i));
                let largest = row.max_abs();
                if largest > 0.0 { V::Wide::from_fn(|axis| row.get(axis) / largest).length() * largest } else { largest }
            })
        };
        Aabb::around(at, half).grown(8.0 * f64::EPSILON * (at.max_abs() + size))
    }

    /// In closed form. The default if swept by a radius, unless it is a ball or a segment.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        match self.kind() {
            Kind::Disc(_) | Kind::Round if by == 0.0 => ellipsoid(self.radii.widen()).finite(),
            _ => default_moments(self, by),
        }
    }

    /// The smallest ball, rounded outward.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        BoundingBall::around(V::Wide::ZERO, self.radii.max_abs().widen())
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.bounding_ball().bounding_radius()
    }
}

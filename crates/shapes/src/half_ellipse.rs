//! The upper half of an ellipse.

use core::f64::consts::FRAC_PI_2;

use clinch_mass::{Moments, capsule, sector};
use clinch_support::{Scalar, Support, SupportMap, Vector, VertexId};
use glam::DVec2;

use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, default_moments};
use crate::direction::{narrow_support, normalize_exponent_or_zero};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, STEEP_FACE};

/// The part y ≥ 0 of an ellipse about the origin. 2D.
///
/// Vertices 0 and 1 are the left and the right end of the flat side, which is edge 0 on the x axis.
/// Without a width it is a segment, whose top is vertex 2.
///
/// ```
/// use clinch_shapes::{HalfEllipse, ShapeError};
/// use clinch_support::{SupportMap, VertexId};
/// use glam::Vec2;
///
/// let dome = HalfEllipse::new(Vec2::new(3.0, 2.0))?;
/// assert_eq!(dome.support(Vec2::Y).point, Vec2::new(0.0, 2.0));
/// assert_eq!(dome.support(Vec2::new(1.0, -9.0)).id, Some(VertexId::new(1)));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfEllipse<V: Vector> {
    radii: V,
}

const TOP: usize = 2;

impl<V: Vector<Wide = DVec2>> HalfEllipse<V> {
    /// The upper half of the ellipse with these radii along the axes. Zeros make segments and
    /// points.
    ///
    /// # Errors
    ///
    /// Radii that are negative, infinite or NaN, or so near to the largest number that the radius
    /// about the center overflows.
    pub fn new(radii: V) -> Result<Self, ShapeError> {
        let half_ellipse = Self { radii: check::sizes("radius", radii)? };
        check::size("radius about the center", half_ellipse.radius_about_center())?;
        Ok(half_ellipse)
    }

    /// Half the length of the flat side, and the height.
    pub fn radii(&self) -> V {
        self.radii
    }

    fn is_flat(&self) -> bool {
        self.radii.get(1) == V::Scalar::ZERO
    }

    fn is_upright(&self) -> bool {
        self.radii.get(0) == V::Scalar::ZERO
    }

    #[inline]
    fn corner(&self, index: usize) -> Option<V> {
        let right = V::unit(0) * self.radii.get(0);
        match index {
            0 => Some(-right),
            1 => Some(right),
            TOP if self.is_upright() => Some(V::unit(1) * self.radii.get(1)),
            _ => None,
        }
    }

    /// The index of the corner that is the farthest point; `None` if that is on the arc.
    #[inline]
    fn farthest_corner(&self, direction: DVec2) -> Option<usize> {
        if !(direction.y > 0.0) || self.is_flat() {
            Some(usize::from(direction.x > 0.0 && !self.is_upright()))
        } else {
            self.is_upright().then_some(TOP)
        }
    }
}

impl<V: Vector<Wide = DVec2>> SupportMap<V> for HalfEllipse<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        narrow_support(self.support_wide(direction.widen()))
    }

    #[inline]
    fn support_wide(&self, direction: DVec2) -> Support<DVec2> {
        let direction = normalize_exponent_or_zero(direction);
        if let Some(index) = self.farthest_corner(direction)
            && let Some(corner) = self.corner(index)
        {
            return Support { point: corner.widen(), id: Some(VertexId::new(index)) };
        }
        let radii = self.radii.widen();
        let toward = normalize_exponent_or_zero(radii * direction);
        let length = Vector::length(toward);
        let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
        Support { point: radii * (toward * scale), id: None }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        self.corner(id.index())
    }

    #[inline]
    fn center(&self) -> V {
        V::unit(1) * (self.radii.get(1) * V::Scalar::narrow(0.5))
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        let [width, height] = self.radii.widen().to_array();
        V::Scalar::narrow_up((width + 0.5 * height) * (1.0 + f64::EPSILON))
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        // Twice that of other shapes, because lengths from the origin may be twice those from the
        // center. Twice the radius could overflow.
        V::Scalar::narrow_up(16.0 * f64::EPSILON * self.radius_about_center().widen())
    }
}

impl<V: Vector<Wide = DVec2>> Convex<V> for HalfEllipse<V> {
    /// The flat side, if the direction is closer to its normal than to those at the ends of the
    /// arc; else the support point.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let wide = normalize_exponent_or_zero(direction.widen());
        let (length, across) = (Vector::length(wide), wide.x.abs());
        let steep = STEEP_FACE * length;
        // Both sides of a segment are edges, like those of a polygon.
        let ends = if length == 0.0 || (self.is_flat() && self.is_upright()) {
            None
        } else if self.is_upright() {
            (across >= steep).then_some(if wide.x > 0.0 { [0, TOP] } else { [TOP, 0] })
        } else if self.is_flat() && wide.y > 0.0 {
            (wide.y >= steep).then_some([1, 0])
        } else {
            (-wide.y >= if self.is_flat() { steep } else { across }).then_some([0, 1])
        };
        if let Some([from, to]) = ends
            && let (Some(start), Some(end)) = (self.corner(from), self.corner(to))
        {
            let edge = EdgeId(u32::from(from > to));
            let corner = |point: V, index: usize| Corner { point, vertex: VertexId::new(index), edge };
            face.set_edge(edge, [corner(start, from), corner(end, to)]);
            return;
        }
        let Support { point, id } = self.support(direction);
        face.set_vertex(point, id.unwrap_or(VertexId::new(TOP)));
    }

    /// In closed form. The default if swept by a radius.
    fn swept_moments(&self, by: f64) -> Option<Moments<DVec2>> {
        let radii = self.radii.widen();
        let end = |axis: usize| DVec2::from_fn(|i| if i == axis { radii.get(axis) } else { 0.0 });
        match (self.is_upright(), self.is_flat()) {
            (true, _) => capsule([DVec2::ZERO, end(1)], by),
            (_, true) => capsule([-end(0), end(0)], by),
            _ if by == 0.0 => sector(1.0, FRAC_PI_2, [1.0, 0.0]).scaled(radii),
            _ => return default_moments(self, by),
        }
        .finite()
    }

    /// The smallest ball, rounded outward: about the flat side, or through its ends and the top.
    fn bounding_ball(&self) -> BoundingBall<DVec2> {
        let DVec2 { x: a, y: b } = self.radii.widen();
        // (b² − a²) / 2b, without the squares.
        let rise = if b > a { 0.5 * (b - a) * (1.0 + a / b) } else { 0.0 };
        BoundingBall::around(DVec2::new(0.0, rise), if b > a { b - rise } else { a })
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.bounding_ball().bounding_radius()
    }
}

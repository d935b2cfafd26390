//! The tapered capsule: the convex hull of two balls of different radii.
//!
//! * Its radius is the smaller one. The core is then the hull of a point (the tip) and a ball whose
//!   radius is the difference.
//! * If the larger ball contains the smaller one, the shape is that ball; if the radii are equal,
//!   it is a capsule. Both have the cores of these shapes.

use clinch_mass::{Moments, Profile, hull_of_circles};
use clinch_support::{Basis, Pose, Rotation, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, Core, default_moments};
use crate::direction::{NEARLY_AXIAL, f64_error, narrow_support, normalize_exponent_or_zero};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, STEEP_EDGE};
use crate::segment::Segment;

/// The convex hull of a ball of radius `bottom` at −`half_height` on the y axis and one of radius
/// `top` at +`half_height`. 2D and 3D.
///
/// The center of the smaller ball is vertex 0 if it is the lower one, and vertex 1 if it is the
/// upper one. The points of the core's larger ball are smooth.
///
/// ```
/// use clinch_shapes::{Convex, ShapeError, TaperedCapsule};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let club = TaperedCapsule::new(1.0, 0.25, 0.75)?;
/// assert_eq!(Convex::radius(&club), 0.25);
/// assert_eq!(club.support(Vec3::X).point, Vec3::new(0.5, 1.0, 0.0)); // plus the radius, 0.25
/// assert_eq!(TaperedCapsule::<Vec3>::new(1.0, 0.25, -1.0), Err(ShapeError::Negative { what: "top", value: -1.0 }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaperedCapsule<V: Vector> {
    half_height: V::Scalar,
    /// The radii of the lower and the upper ball.
    radii: [V::Scalar; 2],
}

/// The kind of shape that the sizes give.
enum Kind {
    /// The ball at this end contains the other.
    Ball(usize),
    Capsule,
    /// The end of the smaller ball, and the difference of the radii.
    Tapered {
        tip: usize,
        ball: f64,
    },
}

impl<V: Vector> TaperedCapsule<V> {
    /// A tapered capsule. Either radius may be the larger one. Zero sizes are legal.
    ///
    /// # Errors
    ///
    /// Sizes that are negative, infinite or NaN.
    pub fn new(half_height: V::Scalar, bottom: V::Scalar, top: V::Scalar) -> Result<Self, ShapeError> {
        let radii = [check::size("bottom", bottom)?, check::size("top", top)?];
        Ok(Self { half_height: check::size("half_height", half_height)?, radii })
    }

    /// Half the distance between the centers.
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// The radius of the lower ball.
    pub fn bottom(&self) -> V::Scalar {
        self.radii[0]
    }

    /// The radius of the upper ball.
    pub fn top(&self) -> V::Scalar {
        self.radii[1]
    }

    #[inline]
    fn kind(&self) -> Kind {
        let [bottom, top] = self.radii.map(Scalar::widen);
        let (tip, ball) = if top > bottom { (0, top - bottom) } else { (1, bottom - top) };
        if 2.0 * self.half_height.widen() <= ball {
            Kind::Ball(1 - tip)
        } else if ball == 0.0 {
            Kind::Capsule
        } else {
            Kind::Tapered { tip, ball }
        }
    }

    #[inline]
    fn end(&self, end: usize) -> V {
        let up = V::unit(1) * self.half_height;
        if end == 1 { up } else { -up }
    }

    fn segment(&self) -> Segment<V> {
        Segment::upright(self.half_height)
    }

    /// The end on the ball of the core's side along a unit direction: the farthest point of the
    /// ball, but not beyond the line where the side touches the ball. `None` if the direction is
    /// nearly along the axis.
    fn end_of_side(&self, tip: usize, ball: f64, direction: V::Wide) -> Option<V::Wide> {
        let length = 2.0 * self.half_height.widen();
        let axis = V::Wide::unit(1) * if tip == 1 { 1.0 } else { -1.0 };
        let rise = axis.dot(direction);
        let across = direction - axis * rise;
        let radial = across.length();
        if !(radial > NEARLY_AXIAL) {
            return None;
        }
        let sine = ball / length;
        let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
        let outward = if rise <= sine { direction } else { across * (cosine / radial) + axis * sine };
        Some(self.end(1 - tip).widen() + outward * ball)
    }

    /// The vertex id of the ball's point of a side. In 2D the core has two sides, and one id for
    /// each.
    fn side_id(direction: V::Wide) -> usize {
        2 + usize::from(V::DIM == 2 && direction.get(0) < 0.0)
    }
}

impl<V: Vector> SupportMap<V> for TaperedCapsule<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        narrow_support(self.support_wide(direction.widen()))
    }

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let vertex = |end: usize| Support { point: self.end(end).widen(), id: Some(VertexId::new(end)) };
        match self.kind() {
            Kind::Ball(end) => vertex(end),
            Kind::Capsule => vertex(usize::from(direction.get(1) > 0.0)),
            Kind::Tapered { tip, ball } => {
                let direction = normalize_exponent_or_zero(direction);
                let length = direction.length();
                let rise = if tip == 1 { direction.get(1) } else { -direction.get(1) };
                if 2.0 * self.half_height.widen() * rise > ball * length {
                    return vertex(tip);
                }
                let outward = if length > 0.0 { direction * (1.0 / length) } else { direction };
                Support { point: self.end(1 - tip).widen() + outward * ball, id: None }
            }
        }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        let end = id.index();
        let is_vertex = match self.kind() {
            Kind::Ball(only) => end == only,
            Kind::Capsule => end < 2,
            Kind::Tapered { tip, .. } => end == tip,
        };
        is_vertex.then(|| self.end(end))
    }

    #[inline]
    fn center(&self) -> V {
        if let Kind::Ball(end) = self.kind() { self.end(end) } else { V::ZERO }
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        match self.kind() {
            Kind::Ball(_) => V::Scalar::ZERO,
            Kind::Capsule => self.half_height,
            Kind::Tapered { ball, .. } => V::Scalar::narrow_up((self.half_height.widen() + ball) * (1.0 + f64::EPSILON)),
        }
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        f64_error::<V>(self.radius_about_center())
    }
}

impl<V: Vector> Convex<V> for TaperedCapsule<V> {
    /// The smaller radius. If a ball contains the other, the larger one.
    #[inline]
    fn radius(&self) -> V::Scalar {
        match self.kind() {
            Kind::Ball(end) => self.radii[end],
            Kind::Capsule => self.radii[0],
            Kind::Tapered { tip, .. } => self.radii[tip],
        }
    }

    #[inline]
    fn core(&self) -> Core<'_, V> {
        match self.kind() {
            Kind::Ball(end) => Core::at(self.end(end).widen()),
            Kind::Capsule => Core::Segment([0, 1].map(|end| self.end(end).widen())),
            Kind::Tapered { .. } => Core::Other,
        }
    }

    /// The line of the side along the direction, from the ball to the tip; if that is steep, the
    /// support point.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let Kind::Tapered { tip, ball } = self.kind() else {
            if let Kind::Ball(end) = self.kind() {
                return face.set_vertex(self.end(end), VertexId::new(end));
            }
            return self.segment().face(direction, face);
        };
        let wide = normalize_or_zero(direction.widen());
        let name = Self::side_id(wide);
        if let Some(end_of_side) = self.end_of_side(tip, ball, wide) {
            let rise = normalize_or_zero(self.end(tip).widen() - end_of_side).dot(wide);
            if rise.abs() <= STEEP_EDGE {
                let edge = EdgeId((name - 2) as u32);
                let (tip, end_of_side) = (
                    Corner { point: self.end(tip), vertex: VertexId::new(tip), edge },
                    Corner { point: V::narrow(end_of_side), vertex: VertexId::new(name), edge },
                );
                return face.set_edge(edge, [tip, end_of_side]);
            }
        }
        let Support { point, id } = self.support(direction);
        face.set_vertex(point, id.unwrap_or(VertexId::new(name)));
    }

    /// The bounds of the two balls: exact except for `f64` rounding, which is added.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let basis = pose.rotation.basis();
        let at = pose.translation.widen();
        let [bottom, top] = self.radii.map(Scalar::widen);
        let up = basis.rotate(self.end(1).widen());
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        let bounds = Aabb {
            min: V::Wide::from_fn(|i| at.get(i) - larger(bottom + up.get(i), top - up.get(i))),
            max: V::Wide::from_fn(|i| at.get(i) + larger(bottom - up.get(i), top + up.get(i))),
        };
        bounds.grown(8.0 * f64::EPSILON * (at.max_abs() + up.max_abs() + larger(bottom, top)))
    }

    /// In closed form in 2D, exact to rounding in 3D.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        let Kind::Tapered { .. } = self.kind() else { return default_moments(self, by) };
        let (half, radii) = (self.half_height.widen(), self.radii.map(|radius| radius.widen() + by));
        if V::DIM == 2 { hull_of_circles(half, radii).cast() } else { Profile { half, rims: [0.0; 2], radii }.moments().cast() }.finite()
    }

    /// The smallest ball, rounded outward: it touches both balls from outside, or is the one that
    /// contains the other.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let [bottom, top] = self.radii.map(Scalar::widen);
        let up = V::Wide::unit(1);
        match self.kind() {
            Kind::Ball(end) => BoundingBall::around(self.end(end).widen(), if end == 0 { bottom } else { top }),
            Kind::Capsule | Kind::Tapered { .. } => {
                BoundingBall::around(up * (0.5 * (top - bottom)), self.half_height.widen() + 0.5 * (bottom + top))
            }
        }
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.bounding_ball().bounding_radius()
    }
}

//! The Minkowski difference of two convex sets.
//!
//! A − B = { a − b } is convex; its distance from the origin is the distance of A and B, and A meets B exactly when it holds the
//! origin. Its support mapping is s_A(d) − s_B(−d), so the set itself is never built.
//!
//! * Everything is in A's frame. B's points are moved there by the relative pose, in `f64`, *after* they were found in B's own frame:
//!   a vertex of A − B is exact to `f64` rounding, whatever the scalar of the shapes.
//! * Directions are brought to a size near 1 by an exact power of two before they are handed to an `f32` support: a scene scaled by 2^k
//!   asks the very same questions.

use core::marker::PhantomData;

use crate::circle::{Circle, Features};
use crate::frame::Frame;
use crate::pose::Pose;
use crate::record::Vertex;
use crate::scalar::Scalar;
use crate::support_map::{Support, SupportMap};
use crate::vector::Vector;
use crate::vertex_id::VertexId;

/// A − B in A's frame, as a support mapping that remembers both shapes.
///
/// ```
/// use clinch_support::{Difference, Pose, Support, SupportMap};
/// use glam::{DVec3, Vec3};
///
/// struct Point;
/// impl SupportMap<Vec3> for Point {
///     fn support(&self, _: Vec3) -> Support<Vec3> {
///         Support { point: Vec3::ZERO, id: None }
///     }
/// }
///
/// let difference = Difference::new(&Point, &Point, &Pose::at(DVec3::new(2.0, 0.0, 0.0)));
/// assert_eq!(difference.vertex(DVec3::X).point, DVec3::new(-2.0, 0.0, 0.0));
/// ```
#[derive(Debug)]
pub struct Difference<'s, A: ?Sized, B: ?Sized, V: Vector> {
    a: &'s A,
    b: &'s B,
    frame: Frame<V>,
    /// From A's centre to B's.
    between: V::Wide,
    /// The support maps' errors, and the coordinates of the shapes in their own frames: what does not depend on the pose.
    inexact: f64,
    reach: f64,
    error: f64,
    size: f64,
    vector: PhantomData<V>,
}

impl<A: ?Sized, B: ?Sized, V: Vector> Clone for Difference<'_, A, B, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: ?Sized, B: ?Sized, V: Vector> Copy for Difference<'_, A, B, V> {}

impl<'s, V: Vector, A: SupportMap<V> + ?Sized, B: SupportMap<V> + ?Sized> Difference<'s, A, B, V> {
    /// The difference of `a` and of `b` posed in `a`'s frame. Any pose may be given; a NaN in it comes out of every vertex.
    pub fn new(a: &'s A, b: &'s B, b_in_a: &Pose<V::Wide>) -> Self {
        let (center_a, center_b) = (a.center(), b.center());
        let reach = |extent: V::Scalar, center: V| extent.widen() + center.max_abs().widen();
        let frame = Frame::new(b_in_a);
        let mut difference = Self {
            a,
            b,
            frame,
            between: frame.to_a(center_b.widen()) - center_a.widen(),
            inexact: a.error().widen() + b.error().widen(),
            reach: reach(a.extent(), center_a) + reach(b.extent(), center_b),
            error: 0.0,
            size: 0.0,
            vector: PhantomData,
        };
        difference.measure();
        difference
    }

    /// The same difference with B moved, in A's frame. Size and error are those of the new place: what led there is not forgotten by the pose, but it is by
    /// them.
    #[must_use]
    pub fn moved_by(&self, motion: V::Wide) -> Self {
        let mut moved = self.seen_from(motion);
        moved.measure();
        moved
    }

    /// The size and the error of where B is.
    #[inline]
    fn measure(&mut self) {
        self.size = self.reach + self.frame.translation().max_abs() * V::DIM as f64 + self.between.max_abs();
        // γ₈ of f64 covers moving B's point (three products and sums), the subtraction, and forming the relative pose.
        self.error = self.inexact + 8.0 * f64::EPSILON * self.size;
    }

    /// The same difference seen from `origin`: every vertex of it is nearer by that. In A's frame.
    #[must_use]
    pub fn seen_from(&self, origin: V::Wide) -> Self {
        Self { frame: self.frame.moved_by(origin), between: self.between + origin, ..*self }
    }

    /// The vertex of A − B farthest along `direction`, of any length; a direction that is zero or not finite asks along the first axis.
    #[inline]
    pub fn vertex(&self, direction: V::Wide) -> Vertex<V> {
        let direction = normalize_by_power_of_two(direction);
        let a = self.a.support_wide(direction);
        let b = self.b.support_wide(self.frame.direction_in_b(-direction));
        Vertex { point: self.subtract(a.point, b.point), a, b }
    }

    /// [`vertex`](Self::vertex) with a guess: one of the vertices seen before, near which the answer may lie. A shape may climb from there.
    #[inline]
    pub fn vertex_near(&self, direction: V::Wide, guess: &Vertex<V>) -> Vertex<V> {
        let direction = normalize_by_power_of_two(direction);
        let in_b = self.frame.direction_in_b(-direction);
        let a = guess.a.id.map_or_else(|| self.a.support_wide(direction), |hint| self.a.support_hinted(direction, hint));
        let b = guess.b.id.map_or_else(|| self.b.support_wide(in_b), |hint| self.b.support_hinted(in_b, hint));
        Vertex { point: self.subtract(a.point, b.point), a, b }
    }

    /// The vertex of A − B made of these two vertices, if both shapes have them: how last tick's simplex comes back at a new pose.
    #[inline]
    pub fn vertex_of(&self, a: VertexId, b: VertexId) -> Option<Vertex<V>> {
        let (a_point, b_point) = (self.a.vertex_wide(a)?, self.b.vertex_wide(b)?);
        Some(self.vertex_between(Support { point: a_point, id: Some(a) }, Support { point: b_point, id: Some(b) }))
    }

    /// The vertex of A − B made of these two points, each in its shape's own frame.
    #[inline]
    pub fn vertex_between(&self, a: Support<V::Wide>, b: Support<V::Wide>) -> Vertex<V> {
        Vertex { point: self.subtract(a.point, b.point), a, b }
    }

    /// The circles on which the points of A and of B lie that make a vertex, each in its shape's own frame; `None` where that is a vertex of its shape, and of
    /// surfaces that are bent otherwise.
    pub fn circles(&self, vertex: &Vertex<V>) -> [Option<Circle<V::Wide>>; 2] {
        let smooth = |support: &Support<V::Wide>| support.id.is_none();
        [
            if smooth(&vertex.a) { self.a.circle(vertex.a.point) } else { None },
            if smooth(&vertex.b) { self.b.circle(vertex.b.point) } else { None },
        ]
    }

    /// The features on which the points lie that make a vertex, if each is a vertex of its shape or lies on a circle.
    pub fn features(&self, vertex: &Vertex<V>) -> Option<Features<V::Wide>> {
        let (ids, circles) = ([vertex.a.id, vertex.b.id], self.circles(vertex));
        let told = |place: usize| ids[place].is_some() || circles[place].is_some();
        (told(0) && told(1)).then_some(Features { ids, circles })
    }

    /// From A's centre to B's, in A's frame: the direction in which one would look first.
    #[inline]
    pub fn between_centers(&self) -> V::Wide {
        self.between
    }

    /// How far, per unit of direction, a vertex's value may fall short of the true support value of A − B: the support maps' declared
    /// errors plus the `f64` rounding of everything done here. What a lower bound must give up to be one.
    #[inline]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// A bound of the coordinates that meet here (points of A, of B, and the offset between them): what absolute tolerances are
    /// multiples of.
    #[inline]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Where B is.
    #[inline]
    pub fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    /// A point of B's frame, moved to A's.
    #[inline]
    pub fn to_a(&self, b: V::Wide) -> V::Wide {
        self.frame.to_a(b)
    }

    /// A point of A's frame, moved to B's.
    #[inline]
    pub fn to_b(&self, a: V::Wide) -> V::Wide {
        self.frame.to_b(a)
    }

    /// A direction of A's frame, turned into B's.
    #[inline]
    pub fn direction_in_b(&self, a: V::Wide) -> V::Wide {
        self.frame.direction_in_b(a)
    }

    /// A direction of B's frame, turned into A's.
    #[inline]
    pub fn direction_in_a(&self, b: V::Wide) -> V::Wide {
        self.frame.direction_in_a(b)
    }

    #[inline]
    fn subtract(&self, a: V::Wide, b: V::Wide) -> V::Wide {
        a - self.to_a(b)
    }
}

/// `v` times the power of two that brings its largest component into [1, 2): exact, so nothing but the range changes.
///
/// Zero, infinite and NaN vectors give the first axis: there is no direction to keep. A subnormal length loses nothing, for f64's
/// smallest numbers are multiplied by at most 2^1074 in two exact steps.
#[inline]
fn normalize_by_power_of_two<W: Vector<Scalar = f64>>(v: W) -> W {
    let exponent = v.max_abs().to_bits() & EXPONENT;
    // Neither subnormal, nor so large that the reciprocal would be, nor infinite or NaN.
    if (1_u64 << 52..2045 << 52).contains(&exponent) { v * reciprocal(exponent) } else { normalize_extreme(v) }
}

/// The exponent field of an f64.
const EXPONENT: u64 = 0x7ff << 52;

/// 2^−e of the exponent field of 2^e.
#[inline]
fn reciprocal(exponent: u64) -> f64 {
    f64::from_bits((2046 << 52) - exponent)
}

#[cold]
fn normalize_extreme<W: Vector<Scalar = f64>>(v: W) -> W {
    const UP: f64 = f64::from_bits((1023 + 200) << 52);
    const DOWN: f64 = f64::from_bits((1023 - 200) << 52);
    let largest = v.max_abs();
    let exponent = largest.to_bits() & EXPONENT;
    if exponent == EXPONENT || largest == 0.0 {
        return W::unit(0);
    }
    // To the middle of the range first; 2^200 is enough for the smallest and the largest.
    let v = v * if exponent == 0 { UP } else { DOWN };
    v * reciprocal(v.max_abs().to_bits() & EXPONENT)
}

#[cfg(test)]
mod tests {
    use super::normalize_by_power_of_two;
    use glam::DVec3;

    #[test]
    fn directions_are_scaled_by_exact_powers_of_two() {
        let v = DVec3::new(0.3, -1.7, 0.9);
        for k in [-1060, -1000, -300, -40, -1, 0, 1, 40, 300, 1000, 1023] {
            let scaled = v * 2.0_f64.powi(k / 2) * 2.0_f64.powi(k - k / 2);
            if k > -1020 {
                assert_eq!(normalize_by_power_of_two(scaled), v, "2^{k}");
            } else {
                let unit = normalize_by_power_of_two(scaled);
                assert!((unit - v).length() < 1e-3 && (1.0..2.0).contains(&unit.abs().max_element()), "2^{k}: {unit}");
            }
        }
    }

    #[test]
    fn what_is_no_direction_asks_along_the_first_axis() {
        for v in [DVec3::ZERO, DVec3::splat(f64::NAN), DVec3::new(0.0, f64::INFINITY, 0.0)] {
            assert_eq!(normalize_by_power_of_two(v), DVec3::X);
        }
    }
}

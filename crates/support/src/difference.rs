//! The Minkowski difference of two convex sets.
//!
//! A − B = { a − b } is convex. Its distance from the origin is the distance of A and B, and A
//! meets B exactly if it contains the origin. Its support mapping is s_A(d) − s_B(−d), so the set
//! itself is never built.
//!
//! * Everything is in A's frame. The points of B are found in B's own frame and *then* transformed
//!   by the relative pose, in `f64`. So a vertex of A − B is exact to `f64` rounding, for either
//!   scalar of the shapes.
//! * Directions are scaled to a size near 1 by an exact power of two before they are passed to an
//!   `f32` support map. So a scene scaled by 2^k makes exactly the same support calls.

use core::marker::PhantomData;

use crate::circle::{Circle, Features};
use crate::frame::Frame;
use crate::pose::Pose;
use crate::record::Vertex;
use crate::scalar::Scalar;
use crate::support_map::{Support, SupportMap};
use crate::vector::Vector;
use crate::vertex_blocks::VertexBlock;
use crate::vertex_id::VertexId;

/// A − B in A's frame, as a support mapping that also gives the support points of both shapes. The
/// unit of length is that of the shapes.
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
    between_centers: V::Wide,
    /// The part of `error` and the part of `size` that do not depend on the pose: the errors of the
    /// support maps, and the coordinates of the shapes in their own frames.
    map_error: f64,
    shape_size: f64,
    radii: f64,
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
    /// The difference of `a` and `b`, where `b_in_a` is the pose of `b` in the frame of `a`. A NaN
    /// in the pose makes every vertex NaN.
    pub fn new(a: &'s A, b: &'s B, b_in_a: &Pose<V::Wide>) -> Self {
        Self::new_inlined(a, b, b_in_a)
    }

    /// [`new`](Self::new), inlined, for closed forms that use the frame and the size at once:
    /// through memory they wait for both.
    #[inline(always)]
    pub fn new_inlined(a: &'s A, b: &'s B, b_in_a: &Pose<V::Wide>) -> Self {
        let (center_a, center_b) = (a.center(), b.center());
        let (radius_a, radius_b) = (a.radius_about_center().widen(), b.radius_about_center().widen());
        let size = |radius: f64, center: V| radius + center.max_abs().widen();
        let frame = Frame::new(b_in_a);
        let mut difference = Self {
            a,
            b,
            frame,
            between_centers: frame.to_a(center_b.widen()) - center_a.widen(),
            map_error: a.error().widen() + b.error().widen(),
            shape_size: size(radius_a, center_a) + size(radius_b, center_b),
            radii: radius_a + radius_b,
            error: 0.0,
            size: 0.0,
            vector: PhantomData,
        };
        difference.update_size();
        difference
    }

    /// The same difference with B translated by `motion`, in A's frame. Size and error are those at
    /// the new position.
    #[must_use]
    pub fn moved_by(&self, motion: V::Wide) -> Self {
        let mut moved = self.seen_from(motion);
        moved.update_size();
        moved
    }

    /// The same difference with B translated by `length` along `direction`, in A's frame: as
    /// exactly as if both were real numbers, and rounded where B arrives. A product that is rounded
    /// far away moves B off its line by more than the rounding of the shapes, and by another amount
    /// for each shape that B is cast at.
    #[must_use]
    pub fn moved_along(&self, direction: V::Wide, length: f64) -> Self {
        let along = |from: V::Wide| V::Wide::from_fn(|axis| multiply_add(direction.get(axis), length, from.get(axis)));
        let frame = self.frame.moved_to(along(self.frame.translation()));
        let mut moved = Self { frame, between_centers: along(self.between_centers), ..*self };
        moved.update_size();
        moved
    }

    /// A bound of the coordinates of both shapes, each in its own frame.
    #[inline]
    pub fn shape_size(&self) -> f64 {
        self.shape_size
    }

    /// Computes the size and the error for the current position of B.
    #[inline]
    fn update_size(&mut self) {
        self.size = self.shape_size + self.frame.translation().max_abs() * V::DIM as f64 + self.between_centers.max_abs();
        // γ₈ of `f64` covers the transformation of B's point (three products and sums), the
        // subtraction, and the computation of the relative pose.
        self.error = self.map_error + 8.0 * f64::EPSILON * self.size;
    }

    /// The same difference relative to `origin`, which is subtracted from every vertex. In A's
    /// frame.
    #[must_use]
    pub fn seen_from(&self, origin: V::Wide) -> Self {
        Self { frame: self.frame.moved_by(origin), between_centers: self.between_centers + origin, ..*self }
    }

    /// The vertex of A − B farthest along `direction`, in A's frame and of any length. A direction
    /// that is zero, infinite or NaN is replaced by the first axis. One support call on each shape.
    #[inline]
    pub fn vertex(&self, direction: V::Wide) -> Vertex<V> {
        let direction = normalize_by_power_of_two(direction);
        let a = self.a.support_wide(direction);
        let b = self.b.support_wide(self.frame.direction_in_b(-direction));
        Vertex { point: self.subtract(a.point, b.point), a, b }
    }

    /// [`vertex`](Self::vertex) with a hint: an earlier vertex that may be near the answer, from
    /// which a shape may climb to it. A hint that is far from the answer costs time and changes no
    /// answer.
    #[inline]
    pub fn vertex_near(&self, direction: V::Wide, hint: &Vertex<V>) -> Vertex<V> {
        let direction = normalize_by_power_of_two(direction);
        let in_b = self.frame.direction_in_b(-direction);
        let a = hint.a.id.map_or_else(|| self.a.support_wide(direction), |id| self.a.support_hinted(direction, id));
        let b = hint.b.id.map_or_else(|| self.b.support_wide(in_b), |id| self.b.support_hinted(in_b, id));
        Vertex { point: self.subtract(a.point, b.point), a, b }
    }

    /// The difference of two vertices, given by their ids. `None` if a shape has no vertex of that
    /// id. Evaluates the simplex of a warm start at the new pose.
    // Inlined so that the point stays in registers: see `shape!` of `clinch-shapes`.
    #[inline(always)]
    pub fn vertex_of(&self, a: VertexId, b: VertexId) -> Option<Vertex<V>> {
        let (a_point, b_point) = (self.a.vertex_wide(a)?, self.b.vertex_wide(b)?);
        Some(self.vertex_between(Support { point: a_point, id: Some(a) }, Support { point: b_point, id: Some(b) }))
    }

    /// The vertices of A and of B in `f32` lanes, if both shapes are polytopes that give them:
    /// [`SupportMap::vertex_blocks`].
    #[inline]
    pub fn vertex_blocks<'m>(&'m self, made: &'m mut [Option<VertexBlock>; 2]) -> Option<[&'m [VertexBlock]; 2]> {
        let [made_a, made_b] = made;
        Some([self.a.vertex_blocks(made_a)?, self.b.vertex_blocks(made_b)?])
    }

    /// The sum of the radii of A and of B, each about its centre.
    #[inline]
    pub fn radii_about_centers(&self) -> f64 {
        self.radii
    }

    /// The difference of two points, each in its shape's own frame.
    #[inline]
    pub fn vertex_between(&self, a: Support<V::Wide>, b: Support<V::Wide>) -> Vertex<V> {
        Vertex { point: self.subtract(a.point, b.point), a, b }
    }

    /// The rims that the points of a vertex of A − B are on, of A and of B, each in its shape's own
    /// frame. `None` for a vertex of the shape, and for a surface with any other curvature.
    pub fn circles(&self, vertex: &Vertex<V>) -> [Option<Circle<V::Wide>>; 2] {
        let smooth = |support: &Support<V::Wide>| support.id.is_none();
        [
            if smooth(&vertex.a) { self.a.circle(vertex.a.point) } else { None },
            if smooth(&vertex.b) { self.b.circle(vertex.b.point) } else { None },
        ]
    }

    /// The features that the points of a vertex of A − B are on, if each is a vertex of its shape
    /// or on a rim.
    pub fn features(&self, vertex: &Vertex<V>) -> Option<Features<V::Wide>> {
        let (ids, circles) = ([vertex.a.id, vertex.b.id], self.circles(vertex));
        let has_feature = |shape: usize| ids[shape].is_some() || circles[shape].is_some();
        (has_feature(0) && has_feature(1)).then_some(Features { ids, circles })
    }

    /// From A's centre to B's, in A's frame: the direction along which a search starts.
    #[inline]
    pub fn between_centers(&self) -> V::Wide {
        self.between_centers
    }

    /// By how much, per unit length of the direction, the value of a vertex may be less than the
    /// true support value of A − B: the declared errors of the support maps plus the `f64` rounding
    /// of the computations here. Subtracted from every lower bound.
    #[inline]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// A bound of the coordinates involved: points of A, points of B, and the offset between them.
    /// Absolute tolerances are multiples of it.
    #[inline]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// The frame of B.
    #[inline]
    pub fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    /// A point given in B's frame, in A's frame.
    #[inline]
    pub fn to_a(&self, b: V::Wide) -> V::Wide {
        self.frame.to_a(b)
    }

    /// A point given in A's frame, in B's frame.
    #[inline]
    pub fn to_b(&self, a: V::Wide) -> V::Wide {
        self.frame.to_b(a)
    }

    /// A direction given in A's frame, in B's frame.
    #[inline]
    pub fn direction_in_b(&self, a: V::Wide) -> V::Wide {
        self.frame.direction_in_b(a)
    }

    /// A direction given in B's frame, in A's frame.
    #[inline]
    pub fn direction_in_a(&self, b: V::Wide) -> V::Wide {
        self.frame.direction_in_a(b)
    }

    #[inline]
    fn subtract(&self, a: V::Wide, b: V::Wide) -> V::Wide {
        a - self.to_a(b)
    }
}

/// `v` times the power of two that brings its largest component into [1, 2). The multiplication is
/// exact.
///
/// Zero, infinite and NaN vectors have no direction and give the first axis. Subnormal vectors lose
/// nothing, because the smallest numbers of `f64` are multiplied by at most 2^1074 in two exact
/// steps.
#[inline]
fn normalize_by_power_of_two<W: Vector<Scalar = f64>>(v: W) -> W {
    let exponent = v.max_abs().to_bits() & EXPONENT;
    // Not subnormal, not so large that the reciprocal would be, not infinite and not NaN.
    if (1_u64 << 52..2045 << 52).contains(&exponent) { v * reciprocal(exponent) } else { normalize_extreme(v) }
}

/// The exponent field of an `f64`.
const EXPONENT: u64 = 0x7ff << 52;

/// 2^−e, from the exponent field of 2^e.
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
    // First to the middle of the range. 2^200 is enough for the smallest and for the largest
    // numbers.
    let v = v * if exponent == 0 { UP } else { DOWN };
    v * reciprocal(v.max_abs().to_bits() & EXPONENT)
}

/// factor · by + to, rounded about once. Without the fused instruction, which not every target
/// has.
///
/// Dekker, "A floating-point technique for extending the available precision" (1971).
fn multiply_add(factor: f64, by: f64, to: f64) -> f64 {
    // The upper half of the digits: products of halves are exact.
    let upper = |x: f64| {
        let shifted = x * 134_217_729.0;
        shifted - (shifted - x)
    };
    let product = factor * by;
    let (upper_factor, upper_by) = (upper(factor), upper(by));
    let (lower_factor, lower_by) = (factor - upper_factor, by - upper_by);
    let of_product = ((upper_factor * upper_by - product) + upper_factor * lower_by + lower_factor * upper_by) + lower_factor * lower_by;
    let sum = to + product;
    let added = sum - to;
    let of_sum = (to - (sum - added)) + (product - added);
    let exact = sum + (of_product + of_sum);
    // The shift may overflow.
    if exact.is_finite() { exact } else { sum }
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
    fn invalid_directions_are_replaced_by_the_first_axis() {
        for v in [DVec3::ZERO, DVec3::splat(f64::NAN), DVec3::new(0.0, f64::INFINITY, 0.0)] {
            assert_eq!(normalize_by_power_of_two(v), DVec3::X);
        }
    }
}

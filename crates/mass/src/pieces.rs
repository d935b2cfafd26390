//! Closed forms of simple shapes, and sums of them.
//!
//! * A ball of dimension n and radius r has the volume ωₙrⁿ and the variance r²/(n + 2) along each
//!   axis. A uniform simplex with corners p₀ … pₖ and centroid c has the covariance Σ(pᵢ − c)(pᵢ −
//!   c)ᵀ / ((k + 1)(k + 2)).
//! * A box swept by a radius is divided by the set of axes along which a point is outside of the
//!   box. Each part is a box times a ball of fewer dimensions. Balls, capsules and plain boxes are
//!   special cases.

use core::f64::consts::PI;
use core::ops::Add;

use clinch_support::Vector;
use glam::DVec3;

use crate::moments::{Moments, columns};

/// The volume of the unit ball in 0 to 3 dimensions.
const BALL: [f64; 4] = [1.0, 2.0, PI, 4.0 * PI / 3.0];

/// A box about the origin, given by its half extents, swept by a radius. Half extents of zero make
/// a plate, a segment or a point.
pub fn rounded_box<W: Vector<Scalar = f64, Wide = W>>(half: W, radius: f64) -> Moments<W> {
    if radius == 0.0 {
        let volume = (0..W::DIM).fold(1.0, |volume, axis| volume * (2.0 * half.get(axis)));
        return Moments::axis_aligned(volume, W::ZERO, W::from_fn(|axis| half.get(axis) * half.get(axis) / 3.0));
    }
    let (mut total, mut sums) = (0.0, [0.0; 3]);
    for outside in 0..1_usize << W::DIM {
        let is_outside = |axis: usize| outside >> axis & 1 == 1;
        let count = outside.count_ones() as usize;
        let volume = (0..W::DIM).fold(BALL[count], |volume, axis| volume * if is_outside(axis) { radius } else { 2.0 * half.get(axis) });
        // For a coordinate of a uniform point of the ball: the means of its absolute value and of
        // its square.
        let (mean, square) = if count > 0 {
            (2.0 * BALL[count - 1] / (BALL[count] * (count + 1) as f64) * radius, radius * radius / (count + 2) as f64)
        } else {
            (0.0, 0.0)
        };
        total += volume;
        for (axis, sum) in sums.iter_mut().enumerate().take(W::DIM) {
            let half = half.get(axis);
            *sum += volume * if is_outside(axis) { half * (half + 2.0 * mean) + square } else { half * half / 3.0 };
        }
    }
    Moments::axis_aligned(total, W::ZERO, W::from_fn(|axis| sums[axis] / total))
}

/// An ellipsoid about the origin with these radii along the axes. Radii of zero make a disc, a
/// segment or a point.
pub fn ellipsoid<W: Vector<Scalar = f64, Wide = W>>(radii: W) -> Moments<W> {
    let count = (0..W::DIM).filter(|&axis| radii.get(axis) > 0.0).count();
    let volume = (0..W::DIM).fold(BALL[W::DIM], |volume, axis| volume * radii.get(axis));
    Moments::axis_aligned(volume, W::ZERO, W::from_fn(|axis| radii.get(axis) * radii.get(axis) / (count + 2) as f64))
}

/// The segment between two points, swept by a radius. The points may coincide.
pub fn capsule<W: Vector<Scalar = f64, Wide = W>>([a, b]: [W; 2], radius: f64) -> Moments<W> {
    let half = (b - a) * 0.5;
    let upright = rounded_box(W::unit(1) * half.length(), radius);
    Moments::axisymmetric(upright.volume(), a + half, half, [upright.covariance(1, 1), upright.covariance(0, 0)])
}

/// A uniform simplex of one to four corners. The caller gives its measure (length, area or volume).
pub(crate) fn simplex<W: Vector<Scalar = f64, Wide = W>>(corners: &[W], measure: f64) -> Moments<W> {
    let count = corners.len() as f64;
    let origin = corners.first().copied().unwrap_or(W::ZERO);
    let middle = corners.iter().fold(W::ZERO, |sum, &corner| sum + (corner - origin)) * (1.0 / count);
    let point = Moments::axis_aligned(measure, origin + middle, W::ZERO);
    let entry = |i: usize, j: usize| {
        let product = |&corner: &W| {
            let from = corner - origin - middle;
            from.get(i) * from.get(j)
        };
        corners.iter().map(product).sum::<f64>() / (count * (count + 1.0))
    };
    Moments { covariance: columns(entry), ..point }
}

/// A convex polyhedron, given by the triangles of its surface, counter-clockwise from outside. If
/// it has no volume, the surface itself; if it has no area, the segment that the points span.
///
/// It is the sum of tetrahedra from the first point, which is on the surface. Only rounding can
/// turn one inside out; such a tetrahedron is skipped. O(triangles).
pub fn polyhedron(points: &[DVec3], triangles: &[[usize; 3]]) -> Moments<DVec3> {
    let origin = points.first().copied().unwrap_or(DVec3::ZERO);
    let local = |i: usize| points[i] - origin;
    let sum = |pieces: &dyn Fn([DVec3; 3]) -> Moments<DVec3>| {
        triangles.iter().map(|corners| pieces(corners.map(local))).filter(|piece| piece.volume() > 0.0).reduce(Add::add)
    };
    let tetrahedron = |[a, b, c]: [DVec3; 3]| simplex(&[DVec3::ZERO, a, b, c], Vector::dot(a, b.cross(c)) / 6.0);
    let triangle = |[a, b, c]: [DVec3; 3]| simplex(&[a, b, c], 0.5 * Vector::length((b - a).cross(c - a)));
    let moments = match sum(&tetrahedron) {
        Some(solid) => solid,
        None => sum(&triangle).unwrap_or_else(|| spanned_segment(points.iter().map(|&point| point - origin))).weighted(0.0),
    };
    moments.translated(origin)
}

/// The segment spanned by collinear points.
pub(crate) fn spanned_segment<W: Vector<Scalar = f64, Wide = W>>(points: impl Iterator<Item = W> + Clone) -> Moments<W> {
    let farthest_from = |from: W| {
        points.clone().fold(from, |best, point| if (point - from).length_squared() > (best - from).length_squared() { point } else { best })
    };
    let end = farthest_from(W::ZERO);
    capsule([end, farthest_from(end)], 0.0)
}

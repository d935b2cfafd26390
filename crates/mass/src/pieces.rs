//! Pieces whose moments are known, and sums of a kind.
//!
//! * A ball of dimension n and radius r has volume ωₙrⁿ, and along each axis the variance r²/(n + 2). A uniform simplex of corners p₀ … pₖ has the
//!   covariance Σ(pᵢ − c)(pᵢ − c)ᵀ / ((k + 1)(k + 2)).
//! * A box swept by a radius falls apart, by which axes of a point lie outside of the box, into boxes times balls of fewer dimensions. A ball, a capsule and a
//!   plain box are such boxes.

use core::f64::consts::PI;
use core::ops::Add;

use clinch_support::Vector;
use glam::DVec3;

use crate::moments::{Moments, columns};

/// The volume of the unit ball of 0 to 3 dimensions.
const BALL: [f64; 4] = [1.0, 2.0, PI, 4.0 * PI / 3.0];

/// A box about the origin, swept by a radius. Of no extent at all along some axes it is the plate, rod or point.
pub fn rounded_box<W: Vector<Scalar = f64, Wide = W>>(half: W, radius: f64) -> Moments<W> {
    if radius == 0.0 {
        let volume = (0..W::DIM).fold(1.0, |volume, axis| volume * (2.0 * half.get(axis)));
        return Moments::upright(volume, W::ZERO, W::from_fn(|axis| half.get(axis) * half.get(axis) / 3.0));
    }
    let (mut total, mut sums) = (0.0, [0.0; 3]);
    for outside in 0..1_usize << W::DIM {
        let is_outside = |axis: usize| outside >> axis & 1 == 1;
        let count = outside.count_ones() as usize;
        let volume = (0..W::DIM).fold(BALL[count], |volume, axis| volume * if is_outside(axis) { radius } else { 2.0 * half.get(axis) });
        // Of a ball's coordinate: the mean of its size and of its square.
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
    Moments::upright(total, W::ZERO, W::from_fn(|axis| sums[axis] / total))
}

/// An ellipsoid of these radii along the axes; of radii of zero the disc or segment it is.
pub fn ellipsoid<W: Vector<Scalar = f64, Wide = W>>(radii: W) -> Moments<W> {
    let count = (0..W::DIM).filter(|&axis| radii.get(axis) > 0.0).count();
    let volume = (0..W::DIM).fold(BALL[W::DIM], |volume, axis| volume * radii.get(axis));
    Moments::upright(volume, W::ZERO, W::from_fn(|axis| radii.get(axis) * radii.get(axis) / (count + 2) as f64))
}

/// The segment between two points, swept by a radius.
pub fn capsule<W: Vector<Scalar = f64, Wide = W>>([a, b]: [W; 2], radius: f64) -> Moments<W> {
    let half = (b - a) * 0.5;
    let upright = rounded_box(W::unit(1) * half.length(), radius);
    Moments::round(upright.volume(), a + half, half, [upright.covariance(1, 1), upright.covariance(0, 0)])
}

/// A uniform simplex of one to four corners, of a measure that the caller knows.
pub(crate) fn simplex<W: Vector<Scalar = f64, Wide = W>>(corners: &[W], measure: f64) -> Moments<W> {
    let count = corners.len() as f64;
    let origin = corners.first().copied().unwrap_or(W::ZERO);
    let middle = corners.iter().fold(W::ZERO, |sum, &corner| sum + (corner - origin)) * (1.0 / count);
    let point = Moments::upright(measure, origin + middle, W::ZERO);
    let entry = |i: usize, j: usize| {
        let product = |&corner: &W| {
            let from = corner - origin - middle;
            from.get(i) * from.get(j)
        };
        corners.iter().map(product).sum::<f64>() / (count * (count + 1.0))
    };
    Moments { covariance: columns(entry), ..point }
}

/// A polyhedron by the triangles of its surface, each counter-clockwise from outside; or, of no volume, the surface itself; or, of no area, the segment that
/// its points make.
///
/// Tetrahedra from the first point, which is one of the surface: none is turned inside out but by rounding, and then counts nothing.
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
        None => sum(&triangle).unwrap_or_else(|| line(points.iter().map(|&point| point - origin))).weighted(0.0),
    };
    moments.shifted(origin)
}

/// The segment between the ends of points on a line.
pub(crate) fn line<W: Vector<Scalar = f64, Wide = W>>(points: impl Iterator<Item = W> + Clone) -> Moments<W> {
    let farthest_from = |from: W| {
        points.clone().fold(from, |best, point| if (point - from).length_squared() > (best - from).length_squared() { point } else { best })
    };
    let end = farthest_from(W::ZERO);
    capsule([end, farthest_from(end)], 0.0)
}

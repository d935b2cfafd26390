//! Closed forms in the plane.
//!
//! * A polygon is a sum of triangles. Swept by a radius, it gains a rectangle on each side and a
//!   circular sector at each corner.
//! * A circular sector with half angle α and radius r has the area αr². Its centroid is at 2r
//!   sin α / 3α from the apex.
//! * A circular segment is such a sector without the triangle below its chord. If it is thin, their
//!   difference is rounding, and series in its height replace it.

use core::f64::consts::{FRAC_PI_2, PI};
use core::ops::Add;

use clinch_support::{Pose, Rotation2, Vector};
use glam::DVec2;

use crate::moments::Moments;
use crate::pieces::{capsule, rounded_box, simplex, spanned_segment};

/// A convex polygon, given by its corners in order, in either winding. If it has no area, the
/// segment that the corners span.
pub(crate) fn polygon(corners: &[DVec2]) -> Moments<DVec2> {
    let origin = corners.first().copied().unwrap_or(DVec2::ZERO);
    let triangle = |pair: &[DVec2]| {
        let (a, b) = (pair[0] - origin, pair[1] - origin);
        simplex(&[DVec2::ZERO, a, b], 0.5 * cross(a, b).abs())
    };
    let moments = corners.windows(2).map(triangle).filter(|piece| piece.volume() > 0.0).reduce(Add::add);
    moments.unwrap_or_else(|| spanned_segment(corners.iter().map(|&corner| corner - origin))).translated(origin)
}

fn cross(a: DVec2, b: DVec2) -> f64 {
    a.x * b.y - a.y * b.x
}

/// A convex polygon swept by a radius, given by its corners in order, in either winding. The
/// corners may be collinear or coincide; without corners it is a circle about the origin.
/// O(corners).
pub fn swept_polygon(corners: &[DVec2], radius: f64) -> Moments<DVec2> {
    let Some(&origin) = corners.first() else { return rounded_box(DVec2::ZERO, radius) };
    let local: Vec<DVec2> = corners.iter().map(|&corner| corner - origin).collect();
    let (mut sum, sides) = (polygon(&local), sides(&local));
    let Some(&[from, to]) = sides.last().filter(|_| radius > 0.0) else {
        return if radius > 0.0 { rounded_box(DVec2::ZERO, radius) } else { sum }.translated(origin);
    };
    let normal = |[from, to]: [DVec2; 2]| {
        let along = to - from;
        DVec2::new(along.y, -along.x) * (1.0 / Vector::length(along))
    };
    let mut before = normal([from, to]);
    for &[from, to] in &sides {
        let normal = normal([from, to]);
        let turn = libm::atan2(cross(before, normal), Vector::dot(before, normal));
        // At the ends of a segment the turn is half a turn to the left, whatever sign rounding
        // gives it.
        let turn = if turn < -FRAC_PI_2 { turn + 2.0 * PI } else { turn };
        if turn > 0.0 {
            let (sine, cosine) = libm::sincos(0.5 * turn);
            let middle = DVec2::new(before.x * cosine - before.y * sine, before.x * sine + before.y * cosine);
            sum = sum + sector(radius, 0.5 * turn, [sine, cosine]).rotated_up_to(middle).translated(from);
        }
        let length = Vector::length(to - from);
        let middle = from + (to - from) * 0.5 + normal * (0.5 * radius);
        sum = sum + Moments::axisymmetric(length * radius, middle, normal, [radius * radius / 12.0, length * length / 12.0]);
        before = normal;
    }
    sum.translated(origin)
}

/// The sides of non-zero length, counter-clockwise, of a polygon whose first corner is the origin.
fn sides(corners: &[DVec2]) -> Vec<[DVec2; 2]> {
    let count = corners.len();
    let twice = corners.windows(2).fold(0.0, |sum, pair| sum + cross(pair[0], pair[1]));
    let side = |i: usize| [corners[i], corners[(i + 1) % count]];
    let mut sides: Vec<[DVec2; 2]> = (0..count).map(side).filter(|[from, to]| from != to).collect();
    if twice < 0.0 {
        sides.reverse();
        sides.iter_mut().for_each(|side| side.reverse());
    }
    sides
}

/// The circular sector about the origin within `half_angle` of the y axis, up to half a turn to
/// each side. The array is the sine and the cosine of that angle. Without an angle or a radius, the
/// segment from the origin up to the radius.
pub fn sector(radius: f64, half_angle: f64, [sine, cosine]: [f64; 2]) -> Moments<DVec2> {
    if half_angle == 0.0 || radius == 0.0 {
        return capsule([DVec2::ZERO, DVec2::new(0.0, radius)], 0.0);
    }
    let squared = radius * radius;
    let height = 2.0 * radius * sine / (3.0 * half_angle);
    let across = 0.25 * squared * angle_less_sine(half_angle, sine, cosine) / half_angle;
    let along = 0.25 * squared * (1.0 + sine * cosine / half_angle) - height * height;
    Moments::axis_aligned(half_angle * squared, DVec2::new(0.0, height), DVec2::new(across, along))
}

/// Below this angle the difference α − sin α cos α is computed by a series. Larger: the next
/// term of the series, 1e-15 of the sum at this angle, is not negligible. Smaller: the subtraction,
/// which leaves two thirds of α³, loses digits.
const SERIES_BELOW: f64 = 0.25;

/// α − sin α cos α.
fn angle_less_sine(angle: f64, sine: f64, cosine: f64) -> f64 {
    if angle >= SERIES_BELOW {
        return angle - sine * cosine;
    }
    // (x − sin x) / 2 at x = 2α, by Horner's rule from the term x¹³ on.
    let square = 4.0 * angle * angle;
    let sum = [12.0, 10.0, 8.0, 6.0, 4.0].iter().fold(1.0, |sum, n: &f64| 1.0 - square / (n * (n + 1.0)) * sum);
    2.0 * angle * square / 12.0 * sum
}

/// Below this half angle a circular segment is computed by series. Larger: more terms are needed.
/// Smaller: the sector and the triangle cancel. Here they leave the variance along y with an error
/// of 1e-12, which grows as the sixth power of the inverse angle.
const THIN_BELOW: f64 = 0.5;

/// The terms of the series of a thin circular segment. At the largest angle the next one is 5e-18
/// of the sum. Fewer: digits are lost. More: they change nothing.
const THIN_TERMS: u32 = 12;

/// The part of a circle about the origin beyond a chord perpendicular to the y axis, whose arc is
/// within `half_angle` of that axis, up to half a turn to each side. The array is the sine and the
/// cosine of that angle. Without an angle or a radius, the top of the circle.
pub fn circular_segment(radius: f64, half_angle: f64, [sine, cosine]: [f64; 2]) -> Moments<DVec2> {
    if half_angle < THIN_BELOW {
        return thin_circular_segment(radius, [sine, cosine]);
    }
    let slice = sector(radius, half_angle, [sine, cosine]);
    if sine == 0.0 || cosine == 0.0 {
        return slice;
    }
    let corners = [DVec2::ZERO, DVec2::new(sine, cosine) * radius, DVec2::new(-sine, cosine) * radius];
    // Beyond a quarter turn the chord is below the origin, and the triangle is part of the segment.
    slice + polygon(&corners).weighted(if cosine > 0.0 { -1.0 } else { 1.0 })
}

/// A circular segment from its top. At the share u of its height 2qr, where q is the square of the
/// sine of half the half angle, its half width is 2r √(qu) √(1 − qu). The root, and its cube
/// for the variance across, are binomial series in qu, integrated term by term.
fn thin_circular_segment(radius: f64, [sine, cosine]: [f64; 2]) -> Moments<DVec2> {
    // sin²(α/2), without the difference 1 − cos α.
    let q = 0.5 * sine * sine / (1.0 + cosine);
    let height = 2.0 * radius * q;
    // ∫ uᵏ (1 − qu)ᵖ du from 0 to 1.
    let integral = |k: f64, p: f64| {
        let (mut sum, mut coefficient) = (0.0, 1.0);
        for n in (0..THIN_TERMS).map(f64::from) {
            sum += coefficient / (k + n + 1.0);
            coefficient *= q * (n - p) / (n + 1.0);
        }
        sum
    };
    let whole = integral(0.5, 0.5);
    let [mean, square] = [1.5, 2.5].map(|k| integral(k, 0.5) / whole);
    let across = 4.0 / 3.0 * radius * radius * q * integral(1.5, 1.5) / whole;
    let along = height * height * (square - mean * mean);
    let area = 8.0 * radius * radius * q * q.sqrt() * whole;
    Moments::axis_aligned(area, DVec2::new(0.0, radius - height * mean), DVec2::new(across, along))
}

/// The convex hull of a circle about (0, −half) and one about (0, half): two sectors and the
/// triangles between them. Neither circle may contain the other.
pub fn hull_of_circles(half: f64, [bottom, top]: [f64; 2]) -> Moments<DVec2> {
    let sine = (bottom - top) / (2.0 * half);
    let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
    let tilt = libm::asin(sine);
    let normal = DVec2::new(cosine, sine);
    let centers = [DVec2::new(0.0, -half), DVec2::new(0.0, half)];
    let [from, to] = [centers[0] + normal * bottom, centers[1] + normal * top];
    let triangle = |a: DVec2, b: DVec2, c: DVec2| simplex(&[a, b, c], 0.5 * cross(b - a, c - a));
    let right = triangle(centers[0], from, to) + triangle(centers[0], to, centers[1]);
    let below = sector(bottom, FRAC_PI_2 + tilt, [cosine, -sine]).scaled(DVec2::new(1.0, -1.0)).translated(centers[0]);
    let above = sector(top, FRAC_PI_2 - tilt, [cosine, sine]).translated(centers[1]);
    below + right + right.scaled(DVec2::new(-1.0, 1.0)) + above
}

impl Moments<DVec2> {
    /// The moments rotated so that the y axis becomes the unit vector `up`.
    fn rotated_up_to(&self, up: DVec2) -> Self {
        let rotation = Rotation2 { cos: up.y, sin: -up.x };
        self.moved(&Pose::new(rotation, DVec2::ZERO))
    }
}

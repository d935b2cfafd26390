//! The contact patch of two parallel features, and the part of it that four points can span.
//!
//! * The features are the extreme points of A along the normal and of B against it, as flat
//!   outlines seen along the normal. The patch is their intersection. Round outlines are polygons
//!   of [`ROUND`] sides, which miss a ten-thousandth of the disc.
//! * The largest quadrilateral in a convex polygon has corners of the polygon, because the area is
//!   linear in each corner. For every diagonal the farthest corner on either side is computed.

use glam::{DVec2, DVec3};

use crate::oracle::Pairing;
use crate::oracle::round::{Body, Round};
use crate::oracle::solid::{Core, Solid};

/// The number of sides of a round outline.
const ROUND: u32 = 256;
/// The distance from the extreme point, as a multiple of S, up to which a point belongs to the
/// feature. Smaller: with poses in `f32`, parallel faces of a pile are tilted by 1e-7. Larger: the
/// next row of faces of a fine hull belongs to the feature too.
const PARALLEL: f64 = 2e-6;

/// The intersection of two parallel features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shared {
    /// A point, or nothing.
    Point,
    /// A line.
    Line {
        /// Its length.
        length: f64,
    },
    /// A face.
    Face {
        /// Its area.
        area: f64,
        /// The largest area that four of its points span.
        four: f64,
    },
}

impl Pairing {
    /// The intersection of the features of A and B that face each other along `n` (any length, from
    /// A to B), seen along it.
    ///
    /// Features are parallel to within 2e-6 of S. Ellipsoids have no features but points.
    pub fn shared(&self, n: DVec3) -> Shared {
        let n = n / n.length();
        let slack = PARALLEL * self.extent;
        let (u, v) = n.any_orthonormal_pair();
        let seen = |solid: &Solid, n: DVec3| {
            solid.feature(n, slack).map(|points| outline(points.iter().map(|p| DVec2::new(u.dot(*p), v.dot(*p)))))
        };
        let both = match (seen(&self.a, n), seen(&self.b, -n)) {
            (Some(a), Some(b)) => common(a, b, slack),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return Shared::Point,
        };
        let (area, length) = (area(&both), diameter(&both));
        // A face thinner than the slack is a line.
        if area > slack * length {
            Shared::Face { area, four: largest_four(&both) }
        } else if length > slack {
            Shared::Line { length }
        } else {
            Shared::Point
        }
    }
}

impl Solid {
    /// The extreme points along the unit vector `n`, to within `slack`: all corners of the feature,
    /// or a round outline. `None` for a whole plane.
    fn feature(&self, n: DVec3, slack: f64) -> Option<Vec<DVec3>> {
        match &self.core {
            Core::Hull(hull) => Some(top(hull.vertices.clone(), n, slack)),
            Core::Round(round) => Some(round.feature(n, slack)),
            Core::Halfspace { .. } => None,
        }
    }
}

impl Round {
    fn feature(&self, n: DVec3, slack: f64) -> Vec<DVec3> {
        // Heights along n are the same in the body's own frame, up to a constant.
        let inner = self.body.feature(self.axes.transpose() * n, slack);
        inner.into_iter().map(|p| self.axes * p + self.at).collect()
    }
}

impl Body {
    fn feature(&self, n: DVec3, slack: f64) -> Vec<DVec3> {
        let points = match self {
            Self::Points(points) => points.clone(),
            Self::Frustum { half, bottom, top } => {
                // The first corner is where the caps are extreme, so that the line along the side
                // is included.
                let phase = libm::atan2(n.z, n.x);
                let rim = |i: u32| {
                    let (sin, cos) = libm::sincos(phase + core::f64::consts::TAU * f64::from(i) / f64::from(ROUND));
                    [DVec3::new(top * cos, *half, top * sin), DVec3::new(bottom * cos, -half, bottom * sin)]
                };
                (0..ROUND).flat_map(rim).collect()
            }
            Self::Ellipsoid { .. } => vec![self.support(n)],
            Self::HalfEllipse { radii } => vec![DVec3::new(radii.x, 0.0, 0.0), DVec3::new(-radii.x, 0.0, 0.0), self.support(n)],
            Self::Sector { corner, .. } => vec![DVec3::ZERO, *corner, corner.with_x(-corner.x), self.support(n)],
            Self::Swept(core, radius) => {
                let out = *radius * n.normalize_or_zero();
                core.feature(n, slack).into_iter().map(|p| p + out).collect()
            }
            Self::Sum(a, b) => {
                let (a, b) = (a.feature(n, slack), b.feature(n, slack));
                return a.iter().flat_map(|p| b.iter().map(move |q| *p + *q)).collect();
            }
            Self::Hull(parts) => parts.iter().flat_map(|part| part.feature(n, slack)).collect(),
        };
        top(points, n, slack)
    }
}

/// The points within `slack` of the extreme one.
fn top(mut points: Vec<DVec3>, n: DVec3, slack: f64) -> Vec<DVec3> {
    let highest = points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, |a, b| if b > a { b } else { a });
    points.retain(|p| n.dot(*p) >= highest - slack);
    points
}

fn cross(o: DVec2, a: DVec2, b: DVec2) -> f64 {
    (a - o).perp_dot(b - o)
}

/// The convex hull, turning left (Andrew's monotone chain). Rounding may leave a point that is
/// slightly inside; the area does not depend on it.
pub(crate) fn outline(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut points: Vec<DVec2> = points.collect();
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for p in points {
            while chain.len() >= 2 && cross(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = chain(&mut points.iter().copied());
    all.extend(chain(&mut points.iter().rev().copied()));
    all
}

/// The intersection of two outlines.
fn common(a: Vec<DVec2>, b: Vec<DVec2>, slack: f64) -> Vec<DVec2> {
    let thin = |outline: &[DVec2]| area(outline) <= slack * diameter(outline);
    match (thin(&a), thin(&b)) {
        (true, true) => along_one_line(&a, &b, slack),
        (false, true) => clip(ends(&b), &a),
        (true, false) => clip(ends(&a), &b),
        (false, false) => clip(a, &b),
    }
}

/// The part of a convex outline (or a segment) inside another (Sutherland and Hodgman, 1974).
fn clip(mut subject: Vec<DVec2>, by: &[DVec2]) -> Vec<DVec2> {
    for (i, &from) in by.iter().enumerate() {
        let to = by[(i + 1) % by.len()];
        let height = |p: DVec2| cross(from, to, p);
        let mut kept = Vec::with_capacity(subject.len() + 1);
        for (j, &p) in subject.iter().enumerate() {
            let q = subject[(j + 1) % subject.len()];
            let (at_p, at_q) = (height(p), height(q));
            if at_p >= 0.0 {
                kept.push(p);
            }
            if (at_p > 0.0 && at_q < 0.0) || (at_p < 0.0 && at_q > 0.0) {
                kept.push(p + (q - p) * (at_p / (at_p - at_q)));
            }
        }
        subject = kept;
    }
    outline(subject.into_iter())
}

/// The two points farthest apart.
fn ends(points: &[DVec2]) -> Vec<DVec2> {
    let mut best = (0.0, vec![points[0]]);
    for (i, p) in points.iter().enumerate() {
        for q in &points[..i] {
            let length = (*p - *q).length();
            if length > best.0 {
                best = (length, vec![*p, *q]);
            }
        }
    }
    best.1
}

fn along_one_line(a: &[DVec2], b: &[DVec2], slack: f64) -> Vec<DVec2> {
    let (a, b) = (ends(a), ends(b));
    let (Some(along), 2) = ((a[a.len() - 1] - a[0]).try_normalize(), b.len()) else { return Vec::new() };
    let aside = |p: DVec2| along.perp_dot(p - a[0]).abs();
    let reach = |p: &[DVec2]| {
        let [x, y] = [p[0], p[1]].map(|p| along.dot(p - a[0]));
        if x < y { (x, y) } else { (y, x) }
    };
    let ((low_a, high_a), (low_b, high_b)) = (reach(&a), reach(&b));
    let (low, high) = (if low_b > low_a { low_b } else { low_a }, if high_b < high_a { high_b } else { high_a });
    // Perpendicular lines share a point.
    if aside(b[0]) > slack || aside(b[1]) > slack || high < low {
        return Vec::new();
    }
    vec![a[0] + along * low, a[0] + along * high]
}

/// The largest distance of two points.
pub(crate) fn diameter(points: &[DVec2]) -> f64 {
    if points.is_empty() {
        return 0.0;
    }
    let ends = ends(points);
    (ends[ends.len() - 1] - ends[0]).length()
}

/// The area of an outline that turns left.
pub(crate) fn area(points: &[DVec2]) -> f64 {
    (2..points.len()).map(|i| 0.5 * cross(points[0], points[i - 1], points[i])).sum()
}

/// The area of the largest quadrilateral (or triangle) with corners of the outline.
fn largest_four(points: &[DVec2]) -> f64 {
    let count = points.len();
    let mut best = 0.0;
    for i in 0..count {
        for j in i + 1..count {
            let height = |k: usize| cross(points[i], points[j], points[k % count]);
            let side = |from: usize, to: usize| (from..to).map(|k| height(k).abs()).fold(0.0, |a: f64, b| if b > a { b } else { a });
            // All corners if there are few. With many, the heights rise and then fall, so that
            // bisection finds the highest.
            let across = if count <= 24 {
                side(i + 1, j) + side(j + 1, i + count)
            } else {
                peak(i + 1, j, &height) + peak(j + 1, i + count, &height)
            };
            if 0.5 * across > best {
                best = 0.5 * across;
            }
        }
    }
    best
}

/// The largest of heights that rise and then fall.
fn peak(mut from: usize, mut to: usize, height: &impl Fn(usize) -> f64) -> f64 {
    if from >= to {
        return 0.0;
    }
    while to - from > 1 {
        let middle = (from + to) / 2;
        if height(middle).abs() > height(middle - 1).abs() {
            from = middle;
        } else {
            to = middle;
        }
    }
    height(from).abs()
}

#[cfg(test)]
mod tests {
    use super::{area, clip, largest_four, outline};
    use glam::DVec2;

    fn disc(radius: f64, at: DVec2) -> Vec<DVec2> {
        let turn = |i: i32| f64::from(i) * core::f64::consts::TAU / 256.0;
        outline((0..256).map(|i| at + radius * DVec2::new(libm::cos(turn(i)), libm::sin(turn(i)))))
    }

    #[test]
    fn areas_by_hand() {
        let square = outline([(0.0, 0.0), (2.0, 2.0), (0.0, 2.0), (2.0, 0.0), (1.0, 1.0)].map(|(x, y)| DVec2::new(x, y)).into_iter());
        assert_eq!((area(&square), largest_four(&square)), (4.0, 4.0));
        let shifted: Vec<DVec2> = square.iter().map(|p| *p + DVec2::new(1.5, 0.5)).collect();
        assert_eq!(area(&clip(square.clone(), &shifted)), 0.75);
        // The largest quadrilateral in a disc is its square.
        let disc = disc(3.0, DVec2::ONE);
        assert!((area(&disc) / (9.0 * core::f64::consts::PI) - 1.0).abs() < 2e-4);
        assert!((largest_four(&disc) / 18.0 - 1.0).abs() < 1e-3);
        let triangle = &square[..3];
        assert_eq!(largest_four(triangle), 2.0);
    }

    #[test]
    fn a_quarter_of_a_disc() {
        let square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)].map(|(x, y)| DVec2::new(x, y));
        let quarter = clip(disc(1.0, DVec2::ZERO), &square);
        assert!((area(&quarter) - 0.25 * core::f64::consts::PI).abs() < 1e-3);
        // The center, both ends of the arc and its midpoint: two triangles of base 1 and height sin
        // 45°.
        assert!((largest_four(&quarter) - 0.5_f64.sqrt()).abs() < 1e-3);
    }
}

//! The plane that a body comes to rest on, if its points are not in one plane.
//!
//! * Below a level box that stands on a low bump of a mesh there are points of the bump, and of the
//!   ground around it. Four that span the most would be one of the bump, because it is the deepest,
//!   and three in the air: the box would tip about the first, and then about another, for ever.
//! * The box comes to rest on three points: no other is below their plane, and the middle is within
//!   their triangle, which is one of the lower convex hull. Points hardly above that plane carry
//!   the box as well.
//! * The middle is that of the outline, the points that span the most whatever their heights, for
//!   want of the center of mass.
//! * The triangle is found by the simplex method. A step exchanges a corner for the point that is
//!   the farthest below the plane, so that the middle stays within the triangle, and the plane
//!   sinks there.

use glam::DVec2;

use super::candidate::{Candidate, EQUALLY_DEEP};

/// Points that are no farther than this from a plane, in parts of the spread, carry a body alike:
/// solvers let bodies overlap by about as much. Larger: a body rocks by as much. Smaller: of points
/// that are in one plane but for the rounding of their shape, some are left out.
const LEVEL: f64 = 1.0 / (1 << 10) as f64;

/// A point carries a body if it is above its plane by no more than this part of what the highest
/// is. Larger: points in the air are chosen with those of a bump. Smaller: of points that are
/// nearly in the plane, rounding chooses others in each tick.
const CARRYING: f64 = 0.25;

/// The most steps. Three or four are usual; where the middle is on a side of the triangle, a step
/// may gain nothing.
const STEPS: usize = 32;

/// A corner with no more than this share in a point is not exchanged for it, because the point is
/// in line with the other two; and a place that is outside of a triangle by no more than this share
/// is within it. Larger: the triangle is not quite below the middle. Smaller: it may be so narrow
/// that its slope is rounding.
const IN_LINE: f64 = 1e-6;

/// The plane through three points, and which other points carry a body that rests on it.
#[derive(Clone, Copy)]
pub(super) struct SupportPlane {
    origin: DVec2,
    height: f64,
    slope: DVec2,
    /// Points above the plane by no more than this carry the body.
    carrying: f64,
}

impl SupportPlane {
    /// Whether all points are within [`LEVEL`] of the plane of three, or the three on a line.
    pub(super) fn is_of_all(points: &[&Candidate], three: [&Candidate; 3], spread: f64) -> bool {
        Self::through(three).is_none_or(|plane| points.iter().all(|point| plane.above(point).abs() <= LEVEL * spread))
    }

    /// Of points with this outline of three or four. `None` if it is on a line, or if no plane is
    /// found in as many steps as are allowed.
    pub(super) fn below(points: &[&Candidate], outline: &[&Candidate], spread: f64) -> Option<Self> {
        let middle = middle_of(outline);
        let mut corners = triangle_around(outline, middle)?;
        let mut plane = Self::through(corners)?;
        for _ in 0..STEPS {
            let lowest = points.iter().reduce(|lowest, next| if plane.above(next) < plane.above(lowest) { next } else { lowest })?;
            if plane.above(lowest) >= -EQUALLY_DEEP * spread {
                let highest = points.iter().map(|point| plane.above(point)).fold(0.0, f64::max);
                plane.carrying = f64::max(LEVEL * spread, CARRYING * highest);
                return Some(plane);
            }
            corners[leaving(&corners, lowest.position, middle)?] = lowest;
            plane = Self::through(corners)?;
        }
        None
    }

    fn through([a, b, c]: [&Candidate; 3]) -> Option<Self> {
        let ([to_b, to_c], [rise_b, rise_c]) = ([b, c].map(|to| to.position - a.position), [b, c].map(|to| to.height - a.height));
        let slope = (to_b * rise_c - to_c * rise_b).perp() / to_b.perp_dot(to_c);
        slope.is_finite().then_some(Self { origin: a.position, height: a.height, slope, carrying: 0.0 })
    }

    /// How far a point is above the plane.
    pub(super) fn above(&self, point: &Candidate) -> f64 {
        point.height - (self.height + self.slope.dot(point.position - self.origin))
    }

    /// Whether a body that rests on the plane is carried by this point, too.
    pub(super) fn is_carrying(&self, point: &Candidate) -> bool {
        self.above(point) <= self.carrying
    }
}

/// Whether the middle of an outline is within the convex hull of four points.
pub(super) fn is_below_middle(four: &[&Candidate], outline: &[&Candidate]) -> bool {
    triangle_around(four, middle_of(outline)).is_some()
}

fn middle_of(outline: &[&Candidate]) -> DVec2 {
    outline.iter().fold(DVec2::ZERO, |sum, point| sum + point.position) / outline.len() as f64
}

/// Three of up to four points within whose triangle a place is.
fn triangle_around<'c>(points: &[&'c Candidate], place: DVec2) -> Option<[&'c Candidate; 3]> {
    let is_around = |corners: &[&Candidate; 3]| shares(corners, place).is_some_and(|shares| shares.iter().all(|&share| share >= -IN_LINE));
    match *points {
        [a, b, c] => Some([a, b, c]).filter(is_around),
        [a, b, c, d] => [[a, b, c], [a, b, d], [a, c, d], [b, c, d]].into_iter().find(is_around),
        _ => None,
    }
}

/// The corner of a triangle about the middle for which a point is exchanged: without it, the middle
/// is within the triangle of the point and the other two.
fn leaving(corners: &[&Candidate; 3], point: DVec2, middle: DVec2) -> Option<usize> {
    let (of_point, of_middle) = (shares(corners, point)?, shares(corners, middle)?);
    let steps =
        [0, 1, 2].map(|corner| if of_point[corner] > IN_LINE { of_middle[corner].max(0.0) / of_point[corner] } else { f64::INFINITY });
    let first = (1..3).fold(0, |first, corner| if steps[corner] < steps[first] { corner } else { first });
    steps[first].is_finite().then_some(first)
}

/// The shares of the corners in a point: its barycentric coordinates. `None` if the corners are on
/// a line.
fn shares([a, b, c]: &[&Candidate; 3], point: DVec2) -> Option<[f64; 3]> {
    let [a, b, c] = [a, b, c].map(|corner| corner.position - point);
    let areas = [b.perp_dot(c), c.perp_dot(a), a.perp_dot(b)];
    let whole: f64 = areas.iter().sum();
    let shares = areas.map(|area| area / whole);
    shares.iter().all(|share| share.is_finite()).then_some(shares)
}

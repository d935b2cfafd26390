//! Solids of revolution about the y axis, as integrals over discs.
//!
//! * The outline in the half plane through the axis is the hull of two discs: an arc below, a
//!   straight line, an arc above. An arc of radius zero is a corner. An arc about a point of the
//!   axis belongs to a ball; any other is the rounded rim of a cylinder, cone or frustum.
//! * Along the line the integrand is a polynomial of degree 4, for which Gauss quadrature with five
//!   nodes is exact. Along an arc it is a few harmonics of the angle; in panels of a tenth of a
//!   radian the same rule is exact to rounding.

use core::f64::consts::{FRAC_PI_2, PI};
use core::ops::Add;

use glam::DVec3;

use crate::moments::Moments;
use crate::pieces::rounded_box;

/// Nodes and weights of Gauss quadrature on [−1, 1].
const NODES: [[f64; 2]; 5] = [
    [-0.906_179_845_938_664, 0.236_926_885_056_189_1],
    [-0.538_469_310_105_683_1, 0.478_628_670_499_366_5],
    [0.0, 0.568_888_888_888_888_9],
    [0.538_469_310_105_683_1, 0.478_628_670_499_366_5],
    [0.906_179_845_938_664, 0.236_926_885_056_189_1],
];

/// The number of panels of an arc of up to half a turn. Half as many: the error is 1e-13 of the
/// volume. More: slower, and not more accurate.
const PANELS: usize = 32;

/// The outline of a solid of revolution: an arc about `(rims[0], −half)` and one about `(rims[1],
/// half)`, in the half plane whose coordinates are the distance from the axis and the height.
/// Lengths are those of the caller.
pub struct Profile {
    /// Half the difference of the heights of the two centers.
    pub half: f64,
    /// The distances of the arcs' centers from the axis, lower and upper.
    pub rims: [f64; 2],
    /// The radii of the arcs, lower and upper. Neither arc may lie inside the other.
    pub radii: [f64; 2],
}

impl Profile {
    /// The moments of the solid. If it has no volume, those of the disc or segment that it is.
    pub fn moments(&self) -> Moments<DVec3> {
        let Self { half, rims: [inner, outer], radii: [bottom, top] } = *self;
        // The side is tangent to both arcs. Its normal n satisfies n·(from the lower center to the
        // upper) = the difference of the radii.
        let (rise, out) = (2.0 * half, outer - inner);
        let length = (rise * rise + out * out).sqrt();
        let tilt = if length > 0.0 { libm::asin((bottom - top) / length) - libm::atan2(out, rise) } else { 0.0 };
        let (sine, cosine) = libm::sincos(tilt);
        let [from, to] = [[inner + bottom * cosine, bottom * sine - half], [outer + top * cosine, top * sine + half]];

        let side = NODES.iter().map(|&[node, weight]| {
            let share = 0.5 + 0.5 * node;
            let at = |i: usize| from[i] * (1.0 - share) + to[i] * share;
            disc(at(0), at(1), 0.5 * weight * (to[1] - from[1]))
        });
        let below = arc(inner, -half, bottom, [-FRAC_PI_2, tilt]);
        let above = arc(outer, half, top, [tilt, FRAC_PI_2]);
        let solid = below.chain(side).chain(above).filter(|disc| disc.volume() > 0.0).reduce(Add::add);
        solid.unwrap_or_else(|| {
            let radius = if inner > outer { inner } else { outer };
            let plate = disc(radius, 0.0, 0.0);
            if half > 0.0 { rounded_box(DVec3::new(0.0, half, 0.0), 0.0) } else { plate }
        })
    }
}

/// The discs between an arc about `(rim, height)` and the axis, from one angle above the horizontal
/// to another.
fn arc(rim: f64, height: f64, radius: f64, [from, to]: [f64; 2]) -> impl Iterator<Item = Moments<DVec3>> {
    let panel = (to - from) / PANELS as f64;
    let count = if radius > 0.0 { PANELS } else { 0 };
    (0..count).flat_map(move |index| {
        NODES.iter().map(move |&[node, weight]| {
            let (sine, cosine) = libm::sincos(from + panel * (index as f64 + 0.5 + 0.5 * node));
            disc(rim + radius * cosine, height + radius * sine, 0.5 * weight * panel * (radius * cosine))
        })
    })
}

/// A disc perpendicular to the axis. Its thickness counts for the volume only.
fn disc(radius: f64, height: f64, thickness: f64) -> Moments<DVec3> {
    let squared = radius * radius;
    Moments::axis_aligned(PI * squared * thickness, DVec3::new(0.0, height, 0.0), DVec3::new(0.25 * squared, 0.0, 0.25 * squared))
}

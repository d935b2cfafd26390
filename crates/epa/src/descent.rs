//! Down the support function: from a direction to the one near by in which a smooth A − B ends soonest.
//!
//! * h(n) = n·w, the support value along a unit normal n, is how deep the origin lies along it; its slope over the sphere of normals is w without its part
//!   along n.
//! * Where many normals are nearly as good, as in bodies of revolution one in the other, h has a long valley. Its bottom is found by a quasi-Newton method
//!   that learns the valley's shape from a few slopes.
//! * The valley may have a crease for its bed: where the surface has a straight line, the side of a cylinder, h is bent like the line's two ends. Steps that only
//!   have to gain stop there. Steps that also have to end where the slope is a good deal less steep, as the crease's other side is, teach the method that
//!   it is steep across the crease and how it runs along it: Lewis and Overton, "Nonsmooth optimization via quasi-Newton methods" (2013).
//! * Only what makes h less is taken.

use clinch_support::Vector;
use smallvec::SmallVec;

/// No step turns the normal by more than about this, in radians: farther off the slope means nothing.
const MAX_TURN: f64 = 0.25;

/// The part of the gain promised by the slope that a step must bring,
const SUFFICIENT_DECREASE: f64 = 1e-4;
/// and the part of the slope along it that it may leave.
const CURVATURE: f64 = 0.9;

/// A step that does not gain is shortened to this part of it.
const SHRINK: f64 = 0.125;

/// Steps in succession that gain no more than noise before it is believed that nothing is left to gain.
const MAX_IDLE_STEPS: u32 = 4;

/// A normal, the support value along it, and the slope there.
#[derive(Clone, Copy)]
struct Iterate<W> {
    normal: W,
    value: f64,
    slope: W,
}

impl<W: Vector<Scalar = f64>> Iterate<W> {
    fn at(normal: W, support: &mut impl FnMut(W) -> W) -> Self {
        let point = support(normal);
        let value = normal.dot(point);
        Self { normal, value, slope: point - normal * value }
    }
}

/// The least support value found in so many support calls, with its unit normal, from `start` (unit) on. `noise` is below what values mean.
pub(crate) fn descend<W: Vector<Scalar = f64>>(start: W, rounding: f64, calls: u32, mut support: impl FnMut(W) -> W) -> (W, f64) {
    let mut left = calls;
    let mut here = Iterate::at(start, &mut support);
    let mut hessian = InverseHessian::of(&here);
    let mut idle = 0;
    while here.slope.length() > rounding && left > 0 && idle < MAX_IDLE_STEPS {
        let mut down = hessian.descent_direction(&here);
        if !(down.dot(here.slope) < 0.0) {
            hessian = InverseHessian::of(&here);
            down = hessian.descent_direction(&here);
        }
        let length = down.length();
        let down = if length > MAX_TURN { down * (MAX_TURN / length) } else { down };
        let Some(LineSearch { there, lower }) = line_search(&here, down, &mut left, &mut support) else { break };
        let gain = here.value - there.value;
        idle = if lower && gain > rounding { 0 } else { idle + 1 };
        // On the bed of a crease no step gains, but the last one tried shows the crease.
        hessian.update(there.normal - here.normal, there.slope - here.slope);
        if lower {
            here = there;
        }
    }
    (here.normal, here.value)
}

struct LineSearch<W> {
    there: Iterate<W>,
    /// It gains.
    lower: bool,
}

/// Along `down` to a place that is lower and less steep along the way, by doubling and shortening; if there is none to tell from rounding, to the last tried.
fn line_search<W: Vector<Scalar = f64>>(
    here: &Iterate<W>,
    down: W,
    left: &mut u32,
    support: &mut impl FnMut(W) -> W,
) -> Option<LineSearch<W>> {
    let steepness = down.dot(here.slope);
    let (mut short, mut long, mut part) = (0.0, f64::INFINITY, 1.0);
    let mut found: Option<LineSearch<W>> = None;
    while *left > 0 && part * down.length() > f64::EPSILON && part != short && part != long {
        *left -= 1;
        let toward = here.normal + down * part;
        let there = Iterate::at(toward * toward.length().recip(), support);
        if there.value <= here.value + SUFFICIENT_DECREASE * part * steepness {
            found = Some(LineSearch { there, lower: true });
            if there.slope.dot(down) >= CURVATURE * steepness || part * down.length() >= MAX_TURN {
                break;
            }
            short = part;
        } else {
            long = part;
            if short == 0.0 {
                found = Some(LineSearch { there, lower: false });
            }
        }
        part = match (short, long) {
            (0.0, long) => SHRINK * long,
            (short, f64::INFINITY) => 2.0 * short,
            (short, long) => 0.5 * (short + long),
        };
    }
    found
}

/// What was learned of how h bends: the inverse of its second derivatives, row by row (BFGS).
struct InverseHessian<W> {
    rows: SmallVec<[W; 3]>,
}

impl<W: Vector<Scalar = f64>> InverseHessian<W> {
    /// Nothing: as if A − B were round about the origin.
    fn of(here: &Iterate<W>) -> Self {
        let scale = (here.value.abs() + here.slope.length()).recip();
        Self { rows: (0..W::DIM).map(|row| W::from_fn(|column| if row == column { scale } else { 0.0 })).collect() }
    }

    fn multiply(&self, v: W) -> W {
        W::from_fn(|row| self.rows[row].dot(v))
    }

    /// Against the slope, as it bends, across the normal.
    fn descent_direction(&self, here: &Iterate<W>) -> W {
        let bent = self.multiply(here.slope);
        here.normal * bent.dot(here.normal) - bent
    }

    /// The slope changed so on this way.
    fn update(&mut self, way: W, change: W) {
        let product = way.dot(change);
        // Rounding, or a place where h is bent downward: nothing to go by.
        if !(product > f64::EPSILON * way.length() * change.length()) {
            return;
        }
        let (bent, reciprocal) = (self.multiply(change), product.recip());
        let along = (1.0 + change.dot(bent) * reciprocal) * reciprocal;
        for (row, kept) in self.rows.iter_mut().enumerate() {
            *kept = *kept + way * (along * way.get(row)) - (bent * way.get(row) + way * bent.get(row)) * reciprocal;
        }
    }
}
#[cfg(test)]
mod tests {
    use super::descend;
    use glam::DVec3;

    #[test]
    fn the_least_radius_of_an_ellipsoid_is_found_along_a_long_valley() {
        let radii = DVec3::new(1.0, 1.001, 40.0);
        let mut calls = 0;
        let support = |normal: DVec3| {
            calls += 1;
            radii * radii * normal / (radii * normal).length()
        };
        let (normal, value) = descend(DVec3::new(0.1, 0.9, 0.4).normalize(), 1e-15, 64, support);
        assert!((value - 1.0).abs() < 1e-13 && normal.x.abs() > 1.0 - 1e-9, "{normal} {value} after {calls}");
        assert!(calls < 64, "{calls}");
    }
}

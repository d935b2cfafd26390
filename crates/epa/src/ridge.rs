//! Descent along a ridge of the support function: a line on which it is not smooth.
//!
//! * h(n) is the support value along n. Where the surface of A − B has a straight line, as
//!   cylinders and cones have, the normals along which the whole line is farthest form a curve on
//!   the sphere. On either side of the curve another end of the line is farthest, so h has a kink
//!   there.
//! * If h falls steeply towards the curve and gently along it, no quasi-Newton method gets far,
//!   because it would have to stay on a curved line. So each step along the curve is followed by
//!   steps across it, to the normal along which both ends of the line are equally far (a projection
//!   onto the ridge). The ends are queried again there, because smooth shapes have other ends for
//!   every normal.
//! * What remains is the minimum of a function of one variable, found by growing steps and by the
//!   method of false position on its slope.
//! * Only a lower h is accepted.

use clinch_support::Vector;

use crate::descent::Minimum;

/// In radians: the angles to either side at which the ends of the line are queried, one after the
/// other. Larger: on curved surfaces the ends are taken from elsewhere. Smaller: both are taken
/// from one side.
const SIDE_ANGLES: [f64; 3] = [1e-7, 1e-5, 1e-3];
/// Two points are the ends of a line if they are this many times farther apart than the same angle
/// moves a point of a sphere of the size of A − B. Larger: short lines go unnoticed. Smaller:
/// points of a sharp curve are taken for ends.
const MIN_LINE: f64 = 64.0;
/// Projections after each step along the ridge. Each doubles the digits; the first ones also find
/// the ends.
const MAX_PROJECTIONS: u32 = 6;
/// In radians: the first step along a ridge. While h still falls at its end, it is made longer,
const FIRST_STEP: f64 = 0.015625;
/// but no step turns the normal by more than this.
const MAX_TURN: f64 = 0.25;
/// Line searches along the ridge. The second corrects the direction of the first.
const MAX_LINE_SEARCHES: u32 = 3;

/// A normal on the ridge.
#[derive(Clone, Copy)]
struct RidgePoint<W> {
    normal: W,
    value: f64,
    /// The two ends of the line.
    ends: [W; 2],
}

impl<W: Vector<Scalar = f64>> RidgePoint<W> {
    /// The gradient of h along the ridge.
    fn slope(&self) -> W {
        let across = self.ends[0] - self.ends[1];
        reject(reject(self.ends[0], self.normal), across)
    }
}

/// `v` without its component along `direction`, which may have any length.
fn reject<W: Vector<Scalar = f64>>(v: W, direction: W) -> W {
    v - direction * (v.dot(direction) / direction.length_squared())
}

fn unit<W: Vector<Scalar = f64>>(v: W) -> W {
    v * v.length().recip()
}

/// The least support value found along the ridge at `start` (unit), in about `calls` support calls.
/// `None` if there is no ridge. `rounding` is that of coordinates, 8ε of the size of A − B, below
/// which values mean nothing.
pub(crate) fn descend_along_ridge<W: Vector<Scalar = f64>>(
    start: W,
    rounding: f64,
    calls: u32,
    mut support: impl FnMut(W) -> W,
) -> Option<Minimum<W>> {
    let mut left = calls;
    let mut support = |normal: W| {
        left = left.saturating_sub(1);
        (support(normal), left > 0)
    };
    let (point, _) = support(start);
    let across = reject(point, start);
    if !(across.length() > rounding) {
        return None;
    }
    let size = rounding * (8.0 * f64::EPSILON).recip();
    let ends = SIDE_ANGLES.into_iter().find_map(|turn| {
        let ends = [turn, -turn].map(|turn| support(unit(start + unit(across) * turn)).0);
        ((ends[0] - ends[1]).length() > MIN_LINE * turn * size).then_some(ends)
    })?;
    let mut here = project_to_ridge(start, ends, &mut support)?;
    for _ in 0..MAX_LINE_SEARCHES {
        let slope = here.slope();
        if !(slope.length() > rounding) {
            break;
        }
        let there = line_search(&here, -unit(slope), &mut support);
        let gain = here.value - there.value;
        if gain > 0.0 {
            here = there;
        }
        if !(gain > rounding) {
            break;
        }
    }
    Some(Minimum { normal: here.normal, value: here.value })
}

/// The ridge point at which h stops falling on the way from `here`.
fn line_search<W: Vector<Scalar = f64>>(here: &RidgePoint<W>, way: W, support: &mut impl FnMut(W) -> (W, bool)) -> RidgePoint<W> {
    let steepness = |point: &RidgePoint<W>| point.slope().dot(way);
    let (mut near, mut far) = ((0.0, steepness(here)), None::<(f64, f64)>);
    let mut best = *here;
    let mut turn = FIRST_STEP;
    loop {
        let Some(found) = project_to_ridge(unit(here.normal + way * turn), here.ends, support) else { return best };
        let steep = steepness(&found);
        if found.value < best.value {
            best = found;
        }
        if steep > 0.0 {
            // An end that stays loses half its weight, so that it does not stay for ever (the
            // Illinois variant).
            if far.is_some() {
                near.1 *= 0.5;
            }
            far = Some((turn, steep));
        } else {
            if let Some(far) = &mut far {
                far.1 *= 0.5;
            }
            near = (turn, steep);
        }
        let next = match far {
            Some(far) => near.0 + (far.0 - near.0) * (near.1 / (near.1 - far.1)),
            None => {
                if 4.0 * turn < MAX_TURN {
                    4.0 * turn
                } else {
                    MAX_TURN
                }
            }
        };
        let converged = far.is_some_and(|far| far.0 - near.0 <= f64::EPSILON) || steep == 0.0;
        if converged || next == turn || !next.is_finite() {
            return best;
        }
        turn = next;
    }
}

/// The normal near this one along which both ends of the line are equally far. `None` if there is
/// none near, or no support call is left.
fn project_to_ridge<W: Vector<Scalar = f64>>(
    mut normal: W,
    mut ends: [W; 2],
    support: &mut impl FnMut(W) -> (W, bool),
) -> Option<RidgePoint<W>> {
    let mut found = None;
    for _ in 0..MAX_PROJECTIONS {
        let next = unit(reject(normal, ends[0] - ends[1]));
        let turned = (next - normal).length();
        // Negated, so that NaN returns as well: the ends may be one point.
        if !(turned < MAX_TURN) {
            return None;
        }
        normal = next;
        let (point, more) = support(normal);
        if !more {
            return None;
        }
        // The point replaces the end that it is nearer to.
        let which = usize::from((point - ends[1]).length_squared() < (point - ends[0]).length_squared());
        let value = normal.dot(point);
        let known = value - normal.dot(ends[which]) <= f64::EPSILON * value.abs();
        ends[which] = point;
        found = Some(RidgePoint { normal, value, ends });
        if known {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::descend_along_ridge;
    use crate::descent::Minimum;
    use glam::DVec3;

    /// A tapered capsule around the origin, with its axis a little beside it. The shortest way out
    /// is along the cone that touches both balls.
    #[test]
    fn the_shortest_way_out_of_a_tapered_capsule_is_found_along_a_curved_ridge() {
        let mut calls = 0;
        let support = |normal: DVec3| {
            calls += 1;
            let below = DVec3::new(1e-4, -400.0, 0.0) + normal * 500.0;
            let above = DVec3::new(1e-4, 400.0, 0.0) + normal * 100.0;
            if below.dot(normal) > above.dot(normal) { below } else { above }
        };
        let start = DVec3::new(-0.75_f64.sqrt() * 0.8, 0.5, 0.75_f64.sqrt() * 0.6);
        let Minimum { normal, value } = descend_along_ridge(start, 1e-12, 128, support).unwrap();
        // The sine of the half angle is 400/800. The sides are 300 from the middle, less the
        // offset.
        let true_value = 300.0 - 1e-4 * 0.75_f64.sqrt();
        assert!((value - true_value).abs() < 1e-12, "{normal} {value} {true_value} after {calls}");
    }

    #[test]
    fn a_ball_has_no_ridge() {
        assert_eq!(descend_along_ridge(DVec3::X, 2e-15, 64, |normal: DVec3| normal + DVec3::Y * 0.1), None);
    }
}

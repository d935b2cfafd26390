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
/// Projections after each step along the ridge. Each queries the end that is farther, and two in a
/// row double the digits. Larger: more calls are spent where the ridge has ended. Smaller: long
/// steps along a curved ridge are given up.
const MAX_PROJECTIONS: u32 = 12;
/// In radians: the first step along a ridge. While h still falls at its end, it is made longer,
const FIRST_STEP: f64 = 0.015625;
/// but no step turns the normal by more than this,
const MAX_TURN: f64 = 0.25;
/// and a step that leaves the ridge is shortened to this part of itself.
const SHRINK: f64 = 0.125;
/// Line searches along the ridge, at most. Each corrects the direction of the one before it, and
/// none turns the normal by more than [`MAX_TURN`]. Larger: on ridges that are equally deep
/// everywhere more support calls are spent. Smaller: the minimum of a long ridge is not reached.
const MAX_LINE_SEARCHES: u32 = 8;
/// In units of rounding: a slope that counts as zero. The slope is how far the points of A and B
/// are beside each other. Larger: they agree less with the depth and the normal. Smaller: searches
/// go on where only rounding is left.
const LEVEL: f64 = 64.0;
/// In units of rounding: how much farther the other end is along the tilted normal that finds it.
/// Larger: on curved surfaces the end is taken from elsewhere. Smaller: rounding decides which end
/// is found.
const END_MARGIN: f64 = 8.0;

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
    let Projection::OnRidge(mut here) = project_to_ridge(start, ends, rounding, &mut support) else { return None };
    for _ in 0..MAX_LINE_SEARCHES {
        let slope = here.slope();
        if !(slope.length() > LEVEL * rounding) {
            break;
        }
        let there = LineSearch { start: &here, way: -unit(slope), rounding }.run(&mut support);
        let gain = here.value - there.value;
        here = there;
        if !(gain > rounding) {
            break;
        }
    }
    Some(Minimum { normal: here.normal, value: here.value })
}

/// A search along the ridge.
struct LineSearch<'p, W> {
    start: &'p RidgePoint<W>,
    /// The tangent of the ridge along which h falls. Unit.
    way: W,
    rounding: f64,
}

impl<W: Vector<Scalar = f64>> LineSearch<'_, W> {
    fn steepness(&self, point: &RidgePoint<W>) -> f64 {
        point.slope().dot(self.way)
    }

    /// The ridge point at which h stops falling: one where the ridge is level or, if none is found,
    /// the one of least value.
    fn run(&self, support: &mut impl FnMut(W) -> (W, bool)) -> RidgePoint<W> {
        let &Self { start, way, rounding } = self;
        let (mut near, mut far) = ((0.0, self.steepness(start)), None::<(f64, f64)>);
        // Each projection starts with the ends found by the last one. Those of a normal farther
        // away would lead away from the ridge.
        let (mut best, mut last) = (*start, *start);
        let (mut turn, mut longest, mut last_rose) = (FIRST_STEP, MAX_TURN, None);
        loop {
            let found = match project_to_ridge(unit(start.normal + way * turn), last.ends, rounding, support) {
                Projection::OnRidge(found) => found,
                // The ridge curves too much for this step.
                Projection::NoRidge if turn - near.0 > f64::EPSILON => {
                    longest = turn;
                    turn = near.0 + SHRINK * (turn - near.0);
                    continue;
                }
                Projection::NoRidge | Projection::OutOfCalls => return best,
            };
            last = found;
            let steep = self.steepness(&found);
            if steep.abs() <= LEVEL * rounding && found.value <= best.value + rounding {
                return found;
            }
            if found.value < best.value {
                best = found;
            }
            // The Illinois variant of false position: if the same side of the bracket is replaced
            // twice in a row, the weight of the other side is halved.
            let rises = steep > 0.0;
            let weight = if last_rose == Some(rises) { 0.5 } else { 1.0 };
            if rises {
                near.1 *= weight;
                far = Some((turn, steep));
            } else {
                far = far.map(|(turn, steep)| (turn, weight * steep));
                near = (turn, steep);
            }
            last_rose = Some(rises);
            let next = match far {
                Some(far) => near.0 + (far.0 - near.0) * (near.1 / (near.1 - far.1)),
                None if 4.0 * turn < longest => 4.0 * turn,
                // The next line search starts from here, in another direction.
                None if longest < MAX_TURN => return best,
                None => MAX_TURN,
            };
            if far.is_some_and(|far| far.0 - near.0 <= f64::EPSILON) || next == turn || !next.is_finite() {
                return best;
            }
            turn = next;
        }
    }
}

/// The result of a projection onto the ridge.
enum Projection<W> {
    OnRidge(RidgePoint<W>),
    /// The ridge is not near.
    NoRidge,
    OutOfCalls,
}

/// The normal near this one along which both ends of the line are equally far.
fn project_to_ridge<W: Vector<Scalar = f64>>(
    mut normal: W,
    mut ends: [W; 2],
    rounding: f64,
    support: &mut impl FnMut(W) -> (W, bool),
) -> Projection<W> {
    let nearer_end = |point: W, ends: [W; 2]| usize::from((point - ends[1]).length_squared() < (point - ends[0]).length_squared());
    for _ in 0..MAX_PROJECTIONS {
        let next = unit(reject(normal, ends[0] - ends[1]));
        let turned = (next - normal).length();
        // Negated, so that NaN returns as well: the ends may be one point.
        if !(turned < MAX_TURN) {
            return Projection::NoRidge;
        }
        normal = next;
        let (point, more) = support(normal);
        if !more {
            return Projection::OutOfCalls;
        }
        let which = nearer_end(point, ends);
        let value = normal.dot(point);
        let known = value - normal.dot(ends[which]) <= rounding;
        ends[which] = point;
        if known {
            // The other end was found along another normal. Its height is right up to rounding, but
            // on a curved surface its place is right only up to the square root of that. So it is
            // queried again.
            let other = 1 - which;
            let toward = reject(ends[other] - point, normal);
            let (again, _) = support(normal + toward * (END_MARGIN * rounding / toward.length_squared()));
            if nearer_end(again, ends) == other {
                ends[other] = again;
            }
            return Projection::OnRidge(RidgePoint { normal, value, ends });
        }
    }
    Projection::NoRidge
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

    /// The side of a frustum whose axis is 2e-9 beside the origin: the ridge is a circle of
    /// normals, and the depth along it changes by 4e-9. The least depth has a closed form.
    #[test]
    fn the_minimum_of_a_nearly_level_ridge_is_found_to_the_last_digit() {
        let (low, high, beside) = (1.5, 0.5, DVec3::new(2e-9, 0.0, 0.0));
        for (x, z) in [(1.0, 0.0), (0.6, 0.8), (0.28, -0.96), (0.0, 1.0), (-0.28, -0.96)] {
            let support = |normal: DVec3| {
                let flat = DVec3::new(normal.x, 0.0, normal.z).normalize();
                let rims = [flat * low - DVec3::Y, flat * high + DVec3::Y];
                let [below, above] = rims.map(|rim| rim.dot(normal));
                rims[usize::from(above > below)] - beside
            };
            // The side falls by 1 where it rises by 2.
            let side = DVec3::new(2.0 * x, 1.0, 2.0 * z) / 5.0_f64.sqrt();
            let Minimum { normal, value } = descend_along_ridge(side, 3e-15, 192, support).unwrap();
            let deepest = (2.0 - 2.0 * beside.x) / 5.0_f64.sqrt();
            assert!((value - deepest).abs() < 1e-15, "from {side}: {value} along {normal}, not {deepest}");
            assert!(normal.z.abs() < 1e-4, "from {side}: {normal}");
        }
    }
}

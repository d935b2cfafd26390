//! Descent on the support function: from a direction to a near one in which a smooth A − B ends
//! sooner.
//!
//! * h(n) = n·w, the support value along a unit normal n, is the depth of the origin along n. Its
//!   gradient on the sphere of normals is w without its component along n. The least h is the
//!   penetration depth.
//! * Where many normals are nearly as good, as for solids of revolution inside each other, h is
//!   ill-conditioned: nearly flat along a curve and steep across it. A quasi-Newton method (BFGS)
//!   estimates its curvature from a few gradients.
//! * The curve may be a ridge, at which h is not smooth: where the surface of A − B has a straight
//!   line, as the side of a cylinder has, one end of the line is farthest on one side of the ridge
//!   and the other end on the other. A line search that only has to gain stops there. One that must
//!   also end where the slope is clearly less steep (the weak Wolfe conditions) steps across, and
//!   so the method learns that h is steep across the ridge and how it runs along it: Lewis and
//!   Overton, "Nonsmooth optimization via quasi-Newton methods" (2013).
//! * Where a vertex of A − B is straight above the origin, h is level and no gradient leads down,
//!   yet it is a maximum: the cosine of the angle to the vertex falls to all sides. Around the apex
//!   of a flat cone that goes on for as little as 1e-4 radians. So a descent that starts on a level
//!   place looks for a lower one beside it.
//! * Only a step that lowers h is accepted. Near the minimum the differences of values are
//!   rounding, but the gradient still has digits. There a step that makes h flatter is accepted:
//!   Hager and Zhang, "A new conjugate gradient method with guaranteed descent and an efficient
//!   line search" (2005), the approximate Wolfe conditions.

use clinch_support::Vector;
use smallvec::SmallVec;

/// In radians: no step turns the normal by more than about this. Farther off the gradient means
/// nothing.
const MAX_TURN: f64 = 0.25;

/// The part of the gain predicted by the gradient that a step must bring,
const SUFFICIENT_DECREASE: f64 = 1e-4;
/// and the part of the slope along the step that may remain at its end.
const CURVATURE: f64 = 0.9;

/// In units of rounding: how far h falls beside a vertex along whose normal a descent starts, at
/// the angle where it is queried. Larger: the angle is larger, and narrow maxima are taken for
/// minima. Smaller: rounding decides.
const FALL_BESIDE_VERTEX: f64 = 4.0;

/// A step that does not gain is shortened to this part of itself.
const SHRINK: f64 = 0.125;

/// A search ends after one idle step in a row per this many of its calls. An idle step gains no
/// more than rounding and does not halve the gradient. Larger: a valley that is nearly level is
/// left before the steps have grown to its length. Smaller: more calls are spent where nothing is
/// left to gain.
const IDLE_PARTS: u32 = 10;

/// A unit normal and the support value along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Minimum<W> {
    pub(crate) normal: W,
    pub(crate) value: f64,
}

/// A normal, with the support value along it and the gradient there.
#[derive(Clone, Copy)]
struct Iterate<W> {
    normal: W,
    value: f64,
    gradient: W,
}

impl<W: Vector<Scalar = f64>> Iterate<W> {
    fn at(normal: W, support: &mut impl FnMut(W) -> W) -> Self {
        let point = support(normal);
        let value = normal.dot(point);
        Self { normal, value, gradient: point - normal * value }
    }

    /// The lowest of the places beside this one at which h is lower by more than rounding.
    fn lower_beside(&self, rounding: f64, support: &mut impl FnMut(W) -> W) -> Option<Self> {
        // The cosine is 1 − angle²/2.
        let angle = (2.0 * FALL_BESIDE_VERTEX * rounding * self.value.recip()).sqrt();
        // Negated so that NaN fails, too.
        if !(angle < MAX_TURN) {
            return None;
        }
        let mut lowest: Option<Self> = None;
        for axis in 0..W::DIM {
            let across = W::unit(axis) - self.normal * self.normal.get(axis);
            let length = across.length();
            // The other axes span all directions across the normal.
            if length < 0.5 {
                continue;
            }
            for turn in [angle, -angle] {
                let toward = self.normal + across * (turn * length.recip());
                let beside = Self::at(toward * toward.length().recip(), support);
                if beside.value < lowest.as_ref().map_or(self.value - rounding, |lowest| lowest.value) {
                    lowest = Some(beside);
                }
            }
        }
        lowest
    }
}

/// The least support value found from `start` (unit) on, in about `calls` support calls. `rounding`
/// is the length below which values mean nothing.
pub(crate) fn descend<W: Vector<Scalar = f64>>(start: W, rounding: f64, calls: u32, mut support: impl FnMut(W) -> W) -> Minimum<W> {
    let mut left = calls;
    let mut here = Iterate::at(start, &mut support);
    if !(here.gradient.length() > rounding)
        && let Some(beside) = here.lower_beside(rounding, &mut support)
    {
        here = beside;
    }
    let mut hessian = InverseHessian::of(&here);
    let (mut idle, mut flattest, mut lowest) = (0, here.gradient.length(), here.value);
    while here.gradient.length() > rounding && left > 0 && idle * IDLE_PARTS < calls {
        let mut down = hessian.descent_direction(&here);
        if !(down.dot(here.gradient) < 0.0) {
            hessian = InverseHessian::of(&here);
            down = hessian.descent_direction(&here);
        }
        let length = down.length();
        let down = if length > MAX_TURN { down * (MAX_TURN / length) } else { down };
        let search = LineSearch { start: &here, down, highest: lowest + rounding };
        let Some(Step { there, accepted }) = search.run(&mut left, &mut support) else { break };
        let (gain, gradient) = (here.value - there.value, there.gradient.length());
        idle = if accepted && (gain > rounding || gradient < 0.5 * flattest) { 0 } else { idle + 1 };
        // On a ridge no step gains, but the last one tried shows the other side.
        hessian.update(there.normal - here.normal, there.gradient - here.gradient);
        if accepted {
            here = there;
            flattest = if gradient < flattest { gradient } else { flattest };
            lowest = if here.value < lowest { here.value } else { lowest };
        }
    }
    Minimum { normal: here.normal, value: here.value }
}

/// The end of a line search.
struct Step<W> {
    there: Iterate<W>,
    /// It satisfies the condition of sufficient decrease, or the approximate one.
    accepted: bool,
}

/// A search along one direction.
struct LineSearch<'i, W> {
    start: &'i Iterate<W>,
    /// The first step. Its length is the angle in radians.
    down: W,
    /// No place with a larger value is accepted. It is the least value so far, plus rounding.
    highest: f64,
}

impl<W: Vector<Scalar = f64>> LineSearch<'_, W> {
    /// Finds a place that satisfies the weak Wolfe conditions, or the approximate ones, by
    /// doubling, shrinking and bisection. If rounding leaves none, gives the last place tried.
    fn run(&self, left: &mut u32, support: &mut impl FnMut(W) -> W) -> Option<Step<W>> {
        let &Self { start, down, highest } = self;
        let slope = down.dot(start.gradient);
        let (mut short, mut long, mut part) = (0.0, f64::INFINITY, 1.0);
        let mut found: Option<Step<W>> = None;
        while *left > 0 && part * down.length() > f64::EPSILON && part != short && part != long {
            *left -= 1;
            let toward = start.normal + down * part;
            let there = Iterate::at(toward * toward.length().recip(), support);
            let remaining = there.gradient.dot(down);
            let gains = there.value <= start.value + SUFFICIENT_DECREASE * part * slope;
            // A slope that means the same gain on a parabola. It has digits where values are
            // rounding.
            let flattens = there.value <= highest && remaining <= (2.0 * SUFFICIENT_DECREASE - 1.0) * slope;
            if gains || flattens {
                found = Some(Step { there, accepted: true });
                if remaining >= CURVATURE * slope || part * down.length() >= MAX_TURN {
                    break;
                }
                short = part;
            } else {
                long = part;
                if short == 0.0 {
                    found = Some(Step { there, accepted: false });
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
}

/// The estimate of the inverse of h's second derivatives, by rows.
struct InverseHessian<W> {
    rows: SmallVec<[W; 3]>,
}

impl<W: Vector<Scalar = f64>> InverseHessian<W> {
    /// Before anything is learned: that of a sphere around the origin.
    fn of(here: &Iterate<W>) -> Self {
        let scale = (here.value.abs() + here.gradient.length()).recip();
        Self { rows: (0..W::DIM).map(|row| W::from_fn(|column| if row == column { scale } else { 0.0 })).collect() }
    }

    fn multiply(&self, v: W) -> W {
        W::from_fn(|row| self.rows[row].dot(v))
    }

    /// The quasi-Newton direction, across the normal.
    fn descent_direction(&self, here: &Iterate<W>) -> W {
        let product = self.multiply(here.gradient);
        here.normal * product.dot(here.normal) - product
    }

    /// The BFGS update: along `way` the gradient changed by `change`.
    fn update(&mut self, way: W, change: W) {
        let product = way.dot(change);
        // Rounding, or a place where the curvature is negative: there is nothing to learn.
        if !(product > f64::EPSILON * way.length() * change.length()) {
            return;
        }
        let (mapped, reciprocal) = (self.multiply(change), product.recip());
        let along = (1.0 + change.dot(mapped) * reciprocal) * reciprocal;
        for (row, kept) in self.rows.iter_mut().enumerate() {
            *kept = *kept + way * (along * way.get(row)) - (mapped * way.get(row) + way * mapped.get(row)) * reciprocal;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Minimum, descend};
    use glam::DVec3;

    #[test]
    fn the_least_radius_of_an_ill_conditioned_ellipsoid_is_found() {
        let radii = DVec3::new(1.0, 1.001, 40.0);
        let mut calls = 0;
        let support = |normal: DVec3| {
            calls += 1;
            radii * radii * normal / (radii * normal).length()
        };
        let Minimum { normal, value } = descend(DVec3::new(0.1, 0.9, 0.4).normalize(), 1e-15, 64, support);
        assert!((value - 1.0).abs() < 1e-13 && normal.x.abs() > 1.0 - 1e-9, "{normal} {value} after {calls}");
        assert!(calls < 64, "{calls}");
    }

    /// A flat cone in a ball: h is level along the axis, and falls for 3e-4 radians beside it.
    #[test]
    fn a_descent_that_starts_above_the_apex_of_a_flat_cone_ends_beside_it() {
        let (half_height, radius) = (2e-3, 13.0);
        for start in [DVec3::Y, DVec3::new(0.36, 0.48, 0.8)] {
            let support = |normal: DVec3| {
                let height = normal.dot(start);
                let rim = (normal - start * height).normalize_or_zero() * radius - start * half_height;
                let apex = start * half_height;
                normal * 10.0 + start * 13.0 * height.signum() + if rim.dot(normal) > apex.dot(normal) { rim } else { apex }
            };
            let Minimum { normal, value } = descend(start, 1e-13, 192, support);
            // The rim is as high as the apex where the tangent is 2·half_height/radius.
            let cosine = (1.0 + (2.0 * half_height / radius).powi(2)).sqrt().recip();
            let depth = 10.0 + (13.0 + half_height) * cosine;
            assert!((value - depth).abs() < 1e-10, "from {start}: {value} along {normal}, not {depth}");
        }
    }

    /// A rim and an ellipsoid of revolution about nearly the same axis: the valley is a circle of
    /// normals, and h changes by 4e-8 along it.
    #[test]
    fn the_gradient_vanishes_at_the_minimum_of_a_nearly_level_valley() {
        let (radii, aside) = (DVec3::new(1.5, 3.4, 1.5), DVec3::new(1e-8, 9e-9, 1.5e-8));
        let support = |normal: DVec3| {
            let flat = DVec3::new(normal.x, 0.0, normal.z).normalize();
            radii * radii * normal / (radii * normal).length() + flat * 0.5 - DVec3::Y * 0.5 - aside
        };
        for (x, z) in [(0.45, 0.89), (0.57, 0.82), (0.62, 0.78), (0.5, 0.86)] {
            let start = DVec3::new(x, 0.2, z).normalize();
            let Minimum { normal, value } = descend(start, 1e-14, 192, support);
            let gradient = (support(normal) - normal * value).length();
            assert!(gradient < 1e-12, "from {start}: {value} along {normal}, gradient {gradient:e}");
        }
    }
}

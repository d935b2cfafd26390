//! Down the support function: from a direction to the one near by in which a smooth A − B ends soonest.
//!
//! * h(n) = n·w, the support value along a unit normal n, is how deep the origin lies along it; its slope over the sphere of normals is w without its part
//!   along n. Where the surface is smooth, so is h.
//! * Where many normals are nearly as good, as in bodies of revolution one in the other, h has a long valley. Its bottom is found by a quasi-Newton method
//!   that learns the valley's shape from a few slopes (Nocedal, "Updating quasi-Newton matrices with limited storage", 1980).
//! * Only what makes h less is taken. Where h has a crease, the normal of a flat face, it ends early: that is what the polytope is for.

use clinch_support::Vector;
use smallvec::SmallVec;

/// Support calls. Larger: a hostile map costs more. Smaller: of a valley a hundred times as long as wide the bottom is missed.
const CALLS: u32 = 64;

/// Slopes remembered. A sphere of normals has two dimensions; a few more serve where they turn.
const REMEMBERED: usize = 5;

/// No step turns the normal by more than about this, in radians: farther off the slope means nothing.
const LONGEST: f64 = 0.25;

/// The part of the gain promised by the slope that a step must bring.
const ENOUGH: f64 = 1e-4;

/// A step that brings too little is shortened to this part of it.
const SHORTER: f64 = 0.25;

/// A normal, the support value along it, and the slope there.
#[derive(Clone, Copy)]
struct Place<W> {
    normal: W,
    value: f64,
    slope: W,
}

impl<W: Vector<Scalar = f64>> Place<W> {
    fn at(normal: W, support: &mut impl FnMut(W) -> W) -> Self {
        let point = support(normal);
        let value = normal.dot(point);
        Self { normal, value, slope: point - normal * value }
    }
}

/// What was learned of h between two places: the way, the change of the slope, and the reciprocal of their product.
#[derive(Clone, Copy)]
struct Lesson<W> {
    way: W,
    change: W,
    reciprocal: f64,
}

/// The least support value found, with its unit normal, from `start` (unit) on. `noise` is below what values mean.
pub(crate) fn slide<W: Vector<Scalar = f64>>(start: W, noise: f64, mut support: impl FnMut(W) -> W) -> (W, f64) {
    let mut calls = 1;
    let mut here = Place::at(start, &mut support);
    let mut lessons: SmallVec<[Lesson<W>; REMEMBERED]> = SmallVec::new();
    while here.slope.length() > noise {
        let mut down = direction(&here, &lessons);
        if !(down.dot(here.slope) < 0.0) {
            lessons.clear();
            down = direction(&here, &lessons);
        }
        let length = down.length();
        let mut part = if length > LONGEST { LONGEST / length } else { 1.0 };
        let next = loop {
            if calls >= CALLS {
                return (here.normal, here.value);
            }
            calls += 1;
            let toward = here.normal + down * part;
            let there = Place::at(toward * toward.length().recip(), &mut support);
            if there.value <= here.value + ENOUGH * part * down.dot(here.slope) {
                break Some(there);
            }
            part *= SHORTER;
            // A step that turns by less than rounding is none.
            if !(part * length > f64::EPSILON) {
                break None;
            }
        };
        let Some(there) = next else { break };
        let (way, change) = (there.normal - here.normal, there.slope - here.slope);
        let product = way.dot(change);
        if product > f64::EPSILON * way.length() * change.length() {
            if lessons.len() == REMEMBERED {
                lessons.remove(0);
            }
            lessons.push(Lesson { way, change, reciprocal: product.recip() });
        }
        here = there;
    }
    (here.normal, here.value)
}

/// Against the slope, as the lessons bend it, across the normal. Without lessons as if A − B were round about the origin.
fn direction<W: Vector<Scalar = f64>>(here: &Place<W>, lessons: &[Lesson<W>]) -> W {
    let mut bent = here.slope;
    let mut parts: SmallVec<[f64; REMEMBERED]> = SmallVec::new();
    for lesson in lessons.iter().rev() {
        let part = lesson.reciprocal * lesson.way.dot(bent);
        parts.push(part);
        bent = bent - lesson.change * part;
    }
    let scale = match lessons.last() {
        Some(last) => (last.reciprocal * last.change.length_squared()).recip(),
        None => (here.value.abs() + here.slope.length()).recip(),
    };
    bent = bent * scale;
    for (lesson, part) in lessons.iter().zip(parts.into_iter().rev()) {
        bent = bent + lesson.way * (part - lesson.reciprocal * lesson.change.dot(bent));
    }
    here.normal * bent.dot(here.normal) - bent
}

#[cfg(test)]
mod tests {
    use super::slide;
    use glam::DVec3;

    #[test]
    fn the_least_radius_of_an_ellipsoid_is_found_along_a_long_valley() {
        let radii = DVec3::new(1.0, 1.001, 40.0);
        let mut calls = 0;
        let support = |normal: DVec3| {
            calls += 1;
            radii * radii * normal / (radii * normal).length()
        };
        let (normal, value) = slide(DVec3::new(0.1, 0.9, 0.4).normalize(), 1e-15, support);
        assert!((value - 1.0).abs() < 1e-13 && normal.x.abs() > 1.0 - 1e-9, "{normal} {value} after {calls}");
        assert!(calls < 64, "{calls}");
    }
}

//! Two corners that are nearest to each other: of rectangles that are apart, where no corner lies over a side.
//!
//! * The nearest point of one rectangle to a corner of the other is that corner held to its extents; and back again. What stays where it is both ways is the nearest of both, as the sets are
//!   convex (Cheney and Goldstein, 1959). A corner stays to the bit.
//! * What is believed is not that, but the support value along the line between them.

use super::rectangles::{Proved, Rectangles, array};
use super::seen::Side;
use crate::clip::Space;
use crate::tolerance::noise;

/// Ways there and back. Larger: pairs that do not settle are given up later. Smaller: pairs are searched whose deepest corner is not the nearest.
const ROUNDS: usize = 4;

/// Shorter ways than this, squared, have lost digits. Larger: more pairs are searched. Smaller: a normal that is rounding.
const SHORT: f64 = f64::MIN_POSITIVE / f64::EPSILON;

pub(super) fn proved<V: Space>(rectangles: &Rectangles<V>, heights: [f64; 8], least: f64) -> Option<Proved> {
    let Rectangles { from_a, from_b, frame, size } = rectangles;
    let number = heights.into_iter().position(|height| height <= least)?;
    let side = Side::of(number);
    let mut on_b =
        if number < 4 { from_a.deepest_below(side) } else { clamp_to_rectangle(from_b.moved(from_b.deepest_below(side)), from_b.own) };
    for _ in 0..ROUNDS {
        let in_a = from_a.moved(on_b);
        let on_a = clamp_to_rectangle(in_a, from_a.own);
        let nearest = clamp_to_rectangle(from_b.moved(on_a), from_b.own);
        if nearest != on_b {
            on_b = nearest;
            continue;
        }
        let way = [in_a[0] - on_a[0], in_a[1] - on_a[1]];
        let squared = way[0] * way[0] + way[1] * way[1];
        if !(squared > SHORT && squared < f64::INFINITY) {
            return None;
        }
        let length = squared.sqrt();
        let normal = way.map(|x| x * length.recip());
        let reach = |half: [f64; 2], normal: [f64; 2]| half[0] * normal[0].abs() + half[1] * normal[1].abs();
        let between = array(frame.translation());
        let height =
            reach(from_a.own, normal) + reach(from_b.own, from_a.turned_back(normal)) - (normal[0] * between[0] + normal[1] * between[1]);
        // No worse than the best side, or rounding has chosen the normal. The length of the way has more digits than the support value, which proves it to half of what a bound gives up for rounding.
        let proves = height <= least && (length + height).abs() <= 0.5 * noise(*size);
        return proves.then_some(Proved { normal, height: -length, way: length, on_a, on_b });
    }
    None
}

/// The nearest point of a rectangle.
#[inline]
fn clamp_to_rectangle([x, y]: [f64; 2], [reach_x, reach_y]: [f64; 2]) -> [f64; 2] {
    [clamp(x, reach_x), clamp(y, reach_y)]
}

/// The nearest of [−`reach`, `reach`].
#[inline]
pub(super) fn clamp(at: f64, reach: f64) -> f64 {
    let at = if at < reach { at } else { reach };
    if at > -reach { at } else { -reach }
}

//! The best of the eight sides of two boxes in 2D, and the points that prove it.
//!
//! The numbers stay in registers: all functions on the way to the answer are inlined, for stored by
//! field and reloaded they stall on store forwarding. That is half the cost of a yes or no.

use clinch_support::Vector;

use super::corners;
use super::rectangles::{Proved, Rectangles, vector};
use super::seen::{Met, Side};
use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::query::Query;
use crate::tolerance::{self, EXACT, SAME};

impl<V: Space> Rectangles<V> {
    #[inline(always)]
    pub(super) fn cores(&self, query: &Query<'_, V>) -> Option<CoreAnswer<V>> {
        let (within, last) = (query.within(), query.last);
        let (noise, tie) = (tolerance::noise(self.size), tolerance::tie::<V>(self.size));
        // Of A, then of B, by the numbers of their sides: what ties goes to the first.
        let ([a, b, c, d], [e, f, g, h]) = (self.from_a.heights(), self.from_b.heights());
        let heights = [a, b, c, d, e, f, g, h];
        let less = |a: f64, b: f64| if a < b { a } else { b };
        let least = less(less(less(a, b), less(c, d)), less(less(e, f), less(g, h)));
        if !(least < f64::INFINITY && self.size < f64::INFINITY) {
            return None;
        }
        if least < -within - noise {
            let best = (0..8).fold(0_u32, |set, number| set | u32::from(heights[number] <= least) << number).trailing_zeros() as usize;
            return Some(CoreAnswer::Beyond { axis: vector(self.normal(best)), at_least: -least - noise });
        }
        if query.distance_only() && least > noise {
            return Some(CoreAnswer::Overlapping { at_least: least - noise });
        }
        // What an axis proves to be apart no other may call touching.
        let apart = least < -noise;
        let cutoff = least + if apart && noise < tie { noise } else { tie };
        let ties = (0..8).fold(0_u32, |ties, number| ties | u32::from(heights[number] <= cutoff) << number);
        let mut left = self.by_preference(ties, last);
        let proved = loop {
            if left == 0 {
                break if apart { corners::proved(self, heights, least)? } else { return None };
            }
            let number = left.trailing_zeros() as usize % 8;
            left &= left - 1;
            if let Some(proved) = self.proved(number, heights[number], least) {
                break proved;
            }
        };
        let distance = -proved.height;
        let upper = if least > noise { noise - least } else { proved.way.abs() + 3.0 * noise };
        Some(CoreAnswer::Near(Separation {
            normal: vector(proved.normal),
            distance,
            lower: distance - noise,
            upper: if upper > distance { upper } else { distance },
            point_a: vector(proved.on_a),
            point_b: vector(proved.on_b),
        }))
    }

    /// The sides whose bits are set, in the order in which their axes are tried: the lower eight bits are those near last tick's normal, and go first.
    #[inline]
    fn by_preference(&self, ties: u32, last: V) -> u32 {
        let mut near = 0;
        if ties.count_ones() > 1 {
            let last = last.widen();
            let least = SAME * last.length();
            near = (0..8).fold(0, |near, number| near | u32::from(vector::<V::Wide>(self.normal(number)).dot(last) > least) << number);
        }
        ties & near | (ties & !near) << 8
    }

    /// Two points as far apart as the side's axis says.
    #[inline]
    fn proved(&self, number: usize, height: f64, least: f64) -> Option<Proved> {
        let (of_a, side) = (number < 4, Side::of(number));
        let Met { foot, tip, gap } = [&self.from_a, &self.from_b][usize::from(!of_a)].meet(side, self.size)?;
        // The points of an axis that is not the very best need not be exactly under each other.
        if !((gap + height).abs() <= EXACT * self.size + (height - least)) {
            return None;
        }
        let [on_a, on_b] = if of_a { [foot, tip] } else { [tip, foot] };
        Some(Proved { normal: self.normal(number), height, way: gap, on_a, on_b })
    }
}

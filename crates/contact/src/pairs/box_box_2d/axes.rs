//! The best of the eight sides of two boxes in 2D, and the points that prove it.
//!
//! All functions on the way to the answer are inlined so that the numbers stay in registers; stored
//! by field and reloaded as a block they stall on store forwarding, which is half the cost of a
//! yes-or-no query.

use clinch_support::Vector;

use super::corners;
use super::rectangles::{Proved, Rectangles, vector};
use super::relative::{Side, SideWitness};
use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::query::Query;
use crate::tolerance::{self, EXACT, SAME_NORMAL};

/// The support values of A − B along the normals of all eight sides: of A, then of B, in the order
/// of their sides.
#[derive(Clone, Copy)]
pub(super) struct Axes {
    heights: [f64; 8],
    pub(super) least: f64,
}

impl Axes {
    /// The sides whose support values are at most this, as a set of bits.
    #[inline(always)]
    fn up_to(&self, most: f64) -> u32 {
        (0..8).fold(0, |set, number| set | u32::from(self.heights[number] <= most) << number)
    }

    /// The side of the least support value; of ties the first.
    #[inline(always)]
    pub(super) fn first(&self) -> usize {
        self.up_to(self.least).trailing_zeros() as usize
    }
}

impl<V: Space> Rectangles<V> {
    #[inline(always)]
    pub(super) fn axes(&self) -> Axes {
        let ([a, b, c, d], [e, f, g, h]) = (self.b_in_a.heights(), self.a_in_b.heights());
        let less = |a: f64, b: f64| if a < b { a } else { b };
        let least = less(less(less(a, b), less(c, d)), less(less(e, f), less(g, h)));
        Axes { heights: [a, b, c, d, e, f, g, h], least }
    }

    #[inline(always)]
    pub(super) fn cores(&self, query: &Query<'_, V>) -> Option<CoreAnswer<V>> {
        let (within, last_normal) = (query.within(), query.last_normal);
        let (noise, tie) = (tolerance::noise(self.size), tolerance::tie::<V>(self.size));
        let axes @ Axes { heights, least } = self.axes();
        if !(least < f64::INFINITY && self.size < f64::INFINITY) {
            return None;
        }
        if least < -within - noise {
            return Some(CoreAnswer::Beyond { axis: vector(self.normal(axes.first())), at_least: -least - noise });
        }
        if query.distance_only() && least > noise {
            return Some(CoreAnswer::Overlapping { at_least: least - noise });
        }
        // If the best axis proves the cores apart, no other axis may report that they touch.
        let apart = least < -noise;
        let cutoff = least + if apart && noise < tie { noise } else { tie };
        let ties = axes.up_to(cutoff);
        let mut remaining = self.by_preference(ties, last_normal);
        let proved = loop {
            if remaining == 0 {
                break if apart { corners::prove(self, heights, least)? } else { return None };
            }
            let number = remaining.trailing_zeros() as usize % 8;
            remaining &= remaining - 1;
            if let Some(proved) = self.prove(number, heights[number], least) {
                break proved;
            }
        };
        let distance = -proved.height;
        // An axis that only ties with the best must not report that the swept shapes touch where
        // the best proves them apart: smaller margins are answered by the best.
        let (touching, lower, best) = (query.radii.within(0.0), distance - noise, -least - noise);
        let lower = if lower <= touching && best > touching { best } else { lower };
        let upper = if least > noise { noise - least } else { proved.gap.abs() + 3.0 * noise };
        Some(CoreAnswer::Near(Separation {
            normal: vector(proved.normal),
            distance,
            lower,
            upper: if upper > distance { upper } else { distance },
            point_a: vector(proved.on_a),
            point_b: vector(proved.on_b),
        }))
    }

    /// The sides whose bits are set, in the order in which their axes are tried. The lower eight
    /// bits are those near last tick's normal, which go first.
    #[inline]
    fn by_preference(&self, ties: u32, last_normal: V) -> u32 {
        let mut near = 0;
        if ties.count_ones() > 1 {
            let last_normal = last_normal.widen();
            let least = SAME_NORMAL * last_normal.length();
            near =
                (0..8).fold(0, |near, number| near | u32::from(vector::<V::Wide>(self.normal(number)).dot(last_normal) > least) << number);
        }
        ties & near | (ties & !near) << 8
    }

    /// Two points as far apart as the axis of the side says.
    #[inline]
    fn prove(&self, number: usize, height: f64, least: f64) -> Option<Proved> {
        let (of_a, side) = (number < 4, Side::of(number));
        let SideWitness { on_side, on_other, gap } = [&self.b_in_a, &self.a_in_b][usize::from(!of_a)].witness(side, self.size)?;
        // The points of an axis that only ties with the best need not be exactly above each other.
        if !((gap + height).abs() <= EXACT * self.size + (height - least)) {
            return None;
        }
        let [on_a, on_b] = if of_a { [on_side, on_other] } else { [on_other, on_side] };
        Some(Proved { normal: self.normal(number), height, gap, on_a, on_b })
    }
}

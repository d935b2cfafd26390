//! Two boxes in 2D by their sides.

use super::corners;
use super::rectangles::{Rectangles, SIDES};
use super::relative::{Side, SideWitness};
use crate::clip::Space;
use crate::pairs::sides_2d::{Heights, NearestCorners, TwoPolygons, Witness};

impl<V: Space> Rectangles<V> {
    /// In the order of the sides of each.
    #[inline(always)]
    pub(super) fn heights(&self) -> Heights<SIDES> {
        let ([a, b, c, d], [e, f, g, h]) = (self.b_in_a.heights(), self.a_in_b.heights());
        let less = |a: f64, b: f64| if a < b { a } else { b };
        let least = less(less(less(a, b), less(c, d)), less(less(e, f), less(g, h)));
        Heights { of_sides: [a, b, c, d, e, f, g, h], least }
    }
}

impl<V: Space> TwoPolygons<V, SIDES> for Rectangles<V> {
    #[inline(always)]
    fn size(&self) -> f64 {
        self.size
    }

    #[inline]
    fn normal(&self, number: usize) -> [f64; 2] {
        let side = Side::of(number);
        [side.outward(), self.b_in_a.rotated(side.outward()).map(|x: f64| -x)][usize::from(number >= 4)]
    }

    #[inline]
    fn witness(&self, number: usize) -> Option<Witness> {
        let (of_a, side) = (number < 4, Side::of(number));
        let SideWitness { on_side, on_other, gap } = [&self.b_in_a, &self.a_in_b][usize::from(!of_a)].witness(side, self.size)?;
        let [on_a, on_b] = if of_a { [on_side, on_other] } else { [on_other, on_side] };
        Some(Witness { on_a, on_b, gap })
    }

    #[inline]
    fn nearest_corners(&self, heights: &Heights<SIDES>) -> Option<NearestCorners> {
        corners::nearest(self, heights)
    }
}

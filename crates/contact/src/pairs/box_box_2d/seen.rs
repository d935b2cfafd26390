//! A rectangle as another sees it, in the frame of the one that looks; and what of it lies deepest below a side.

use crate::tolerance::{LEVEL, noise};

/// A side of a rectangle: the axis across it, and whether it looks along that.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) axis: usize,
    /// 1 or −1. Of a `bool` it would be made by a branch, wherever it is needed.
    pub(super) sign: f64,
}

impl Side {
    /// Of its number, as faces of boxes are numbered; or of that and 4.
    #[inline]
    pub(super) fn of(number: usize) -> Self {
        Self { axis: number / 2 % 2, sign: (number % 2) as f64 * 2.0 - 1.0 }
    }

    /// The side that looks most along a direction.
    #[inline]
    pub(super) fn most_along<S: clinch_support::Scalar>([x, y]: [S; 2]) -> Self {
        let axis = usize::from(y.abs() > x.abs());
        Self { axis, sign: 1.0_f64.copysign([x, y][axis].widen()) }
    }

    /// Unit, in the frame of its rectangle.
    #[inline]
    pub(super) fn outward(self) -> [f64; 2] {
        self.place(self.sign, 0.0)
    }

    /// The vector of these components across the side and along it.
    #[inline]
    pub(super) fn place(self, across: f64, along: f64) -> [f64; 2] {
        self.split([across, along])
    }

    /// The components of a vector across the side and along it. By index: which of the two it is a branch would guess wrong half the time, as all that is chosen here.
    #[inline]
    pub(super) fn split(self, vector: [f64; 2]) -> [f64; 2] {
        [vector[self.axis % 2], vector[(self.axis + 1) % 2]]
    }
}

pub(super) struct Seen {
    /// Half extents.
    pub(super) own: [f64; 2],
    pub(super) other: [f64; 2],
    /// The other's middle.
    pub(super) at: [f64; 2],
    /// The other's first axis: cosine and sine.
    pub(super) turn: [f64; 2],
}

/// A point of a side and one of the other rectangle, each in its own frame, straight above each other.
pub(super) struct Met {
    pub(super) foot: [f64; 2],
    pub(super) tip: [f64; 2],
    /// Along the side's normal.
    pub(super) gap: f64,
}

impl Seen {
    /// The support values of the difference along the normals of the four sides: the depth if that is the way out, negative of a gap.
    #[inline]
    pub(super) fn heights(&self) -> [f64; 4] {
        let ([u, v], [x, y], [cos, sin]) = (self.own, self.other, self.turn.map(f64::abs));
        let (reach_u, reach_v) = (u + x * cos + y * sin, v + x * sin + y * cos);
        [reach_u + self.at[0], reach_u - self.at[0], reach_v + self.at[1], reach_v - self.at[1]]
    }

    /// A direction of the other's frame.
    #[inline]
    pub(super) fn turned(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [cos, sin] = self.turn;
        [cos * x - sin * y, sin * x + cos * y]
    }

    /// A direction of this frame, in the other's.
    #[inline]
    pub(super) fn turned_back(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [cos, sin] = self.turn;
        [cos * x + sin * y, cos * y - sin * x]
    }

    /// A point of the other's frame.
    #[inline]
    pub(super) fn moved(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let ([cos, sin], [at_x, at_y]) = (self.turn, self.at);
        [at_x + cos * x - sin * y, at_y + sin * x + cos * y]
    }

    /// The corner of the other that is deepest below a side, in its own frame.
    #[inline]
    pub(super) fn deepest_below(&self, side: Side) -> [f64; 2] {
        let [x, y] = self.turned_back(side.outward());
        // Of what is across neither way the positive, whatever the sign of its zero.
        [self.other[0].copysign(0.0 - x), self.other[1].copysign(0.0 - y)]
    }

    /// What of the other is deepest below a side, if it lies below the side and not beside. Where the corner is beside, as where the two run alike, it is the deepest point of the other's side
    /// there of what is not, or the middle of what is equally deep.
    #[inline]
    pub(super) fn meet(&self, side: Side, size: f64) -> Option<Met> {
        let [level, half] = side.split(self.own);
        let end = half + noise(size);
        let tip = self.deepest_below(side);
        let [across, along] = side.split(self.moved(tip));
        if along.abs() <= end {
            return Some(Met { foot: side.place(side.sign * level, along), tip, gap: side.sign * across - level });
        }
        self.slide(side, end, size)
    }

    #[inline]
    fn slide(&self, side: Side, end: f64, size: f64) -> Option<Met> {
        let facing = Side::most_along(self.turned_back(side.outward()).map(|x: f64| -x));
        let [level, half] = facing.split(self.other);
        let at = |place: f64| facing.place(facing.sign * level, place);
        // Of the other's side: where its middle is, and what a step along it is.
        let ([across, along], [rise, run]) = (side.split(self.moved(at(0.0))), side.split(self.turned(facing.place(0.0, 1.0))));
        let (middle, reach) = (-along / run, end / run.abs());
        let first = if middle - reach > -half { middle - reach } else { -half };
        let last = if middle + reach < half { middle + reach } else { half };
        if !(first <= last) {
            return None;
        }
        let rise = side.sign * rise;
        let level = (rise * (last - first)).abs() <= LEVEL * size;
        let place = if level { 0.5 * (first + last) } else { [last, first][usize::from(rise > 0.0)] };
        let own = side.split(self.own)[0];
        Some(Met { foot: side.place(side.sign * own, along + run * place), tip: at(place), gap: side.sign * across + rise * place - own })
    }
}

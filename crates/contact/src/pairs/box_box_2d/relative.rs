//! A rectangle in the frame of another, and its deepest feature below a side of the other.

use crate::tolerance::{SAME_DEPTH, noise};

/// A side of a rectangle: the axis orthogonal to it, and its sign.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) axis: usize,
    /// 1 or −1. Made from a `bool` it would cost a branch wherever it is used.
    pub(super) sign: f64,
}

impl Side {
    /// By its number, as faces of boxes are numbered, or by that plus 4.
    #[inline]
    pub(super) fn of(number: usize) -> Self {
        Self { axis: number / 2 % 2, sign: (number % 2) as f64 * 2.0 - 1.0 }
    }

    /// The side nearest to a direction.
    #[inline]
    pub(super) fn most_along<S: clinch_support::Scalar>([x, y]: [S; 2]) -> Self {
        let axis = usize::from(y.abs() > x.abs());
        Self { axis, sign: 1.0_f64.copysign([x, y][axis].widen()) }
    }

    /// Unit, in the frame of its rectangle.
    #[inline]
    pub(super) fn outward(self) -> [f64; 2] {
        self.join(self.sign, 0.0)
    }

    /// The vector of these components across and along the side.
    #[inline]
    pub(super) fn join(self, across: f64, along: f64) -> [f64; 2] {
        self.split([across, along])
    }

    /// The components of a vector across and along the side. Indexed, as all choices here: a branch
    /// on the axis would be mispredicted half of the time.
    #[inline]
    pub(super) fn split(self, vector: [f64; 2]) -> [f64; 2] {
        [vector[self.axis % 2], vector[(self.axis + 1) % 2]]
    }
}

/// A rectangle and another one in its frame.
pub(super) struct Relative {
    /// The half extents of this rectangle.
    pub(super) own: [f64; 2],
    pub(super) other: [f64; 2],
    /// The other's centre.
    pub(super) center: [f64; 2],
    /// The cosine and sine of the other's rotation.
    pub(super) rotation: [f64; 2],
}

/// A point of a side and one of the other rectangle, each in its own frame, straight above each
/// other.
pub(super) struct SideWitness {
    pub(super) on_side: [f64; 2],
    pub(super) on_other: [f64; 2],
    /// Their distance along the side's normal.
    pub(super) gap: f64,
}

impl Relative {
    /// The support values of the difference along the normals of the four sides: the depth along
    /// each, negative for a gap.
    #[inline]
    pub(super) fn heights(&self) -> [f64; 4] {
        let ([u, v], [x, y], [cos, sin]) = (self.own, self.other, self.rotation.map(f64::abs));
        let (extent_u, extent_v) = (u + x * cos + y * sin, v + x * sin + y * cos);
        [extent_u + self.center[0], extent_u - self.center[0], extent_v + self.center[1], extent_v - self.center[1]]
    }

    /// Takes a direction of the other's frame to this one.
    #[inline]
    pub(super) fn rotated(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [cos, sin] = self.rotation;
        [cos * x - sin * y, sin * x + cos * y]
    }

    /// Takes a direction of this frame to the other's.
    #[inline]
    pub(super) fn rotated_back(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [cos, sin] = self.rotation;
        [cos * x + sin * y, cos * y - sin * x]
    }

    /// Takes a point of the other's frame to this one.
    #[inline]
    pub(super) fn transformed(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let ([cos, sin], [center_x, center_y]) = (self.rotation, self.center);
        [center_x + cos * x - sin * y, center_y + sin * x + cos * y]
    }

    /// The corner of the other that is deepest below a side, in its own frame.
    #[inline]
    pub(super) fn deepest_below(&self, side: Side) -> [f64; 2] {
        let [x, y] = self.rotated_back(side.outward());
        // Ties go to the positive corner, whatever the sign of the zero.
        [self.other[0].copysign(0.0 - x), self.other[1].copysign(0.0 - y)]
    }

    /// The deepest point of the other below a side, with the point of the side above it; `None` if
    /// there is none. If the deepest corner is beside the side, as it is where two sides are
    /// parallel, the other's facing side is clipped to this one, and the deepest point of the rest
    /// is taken, or the middle of what is equally deep.
    #[inline]
    pub(super) fn witness(&self, side: Side, size: f64) -> Option<SideWitness> {
        let [offset, half] = side.split(self.own);
        let end = half + noise(size);
        let on_other = self.deepest_below(side);
        let [across, along] = side.split(self.transformed(on_other));
        if along.abs() <= end {
            return Some(SideWitness { on_side: side.join(side.sign * offset, along), on_other, gap: side.sign * across - offset });
        }
        self.clip(side, end, size)
    }

    /// The deepest point of the other's facing side, clipped to `end` on both sides of the centre.
    #[inline]
    fn clip(&self, side: Side, end: f64, size: f64) -> Option<SideWitness> {
        let facing = Side::most_along(self.rotated_back(side.outward()).map(|x: f64| -x));
        let [offset, half] = facing.split(self.other);
        let on_other = |place: f64| facing.join(facing.sign * offset, place);
        // The centre of the other's side, and a step along it.
        let ([across, along], [rise, run]) = (side.split(self.transformed(on_other(0.0))), side.split(self.rotated(facing.join(0.0, 1.0))));
        let (center, extent) = (-along / run, end / run.abs());
        let first = if center - extent > -half { center - extent } else { -half };
        let last = if center + extent < half { center + extent } else { half };
        if !(first <= last) {
            return None;
        }
        let rise = side.sign * rise;
        let equally_deep = (rise * (last - first)).abs() <= SAME_DEPTH * size;
        let place = if equally_deep { 0.5 * (first + last) } else { [last, first][usize::from(rise > 0.0)] };
        let own = side.split(self.own)[0];
        Some(SideWitness {
            on_side: side.join(side.sign * own, along + run * place),
            on_other: on_other(place),
            gap: side.sign * across + rise * place - own,
        })
    }
}

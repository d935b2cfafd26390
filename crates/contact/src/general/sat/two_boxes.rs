//! Two boxes in the frame of the first.

use clinch_shapes::Convex;
use clinch_support::{Difference, Vector};

use crate::clip::Space;

/// For each axis the next two, in cyclic order.
pub(super) const NEXT: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

/// Box B in the frame of box A.
#[derive(Clone)]
pub(crate) struct Boxes<W> {
    pub(crate) a: [f64; 3],
    pub(crate) b: [f64; 3],
    /// From A's centre to B's.
    pub(crate) between: W,
    /// B's axes in A's frame.
    pub(crate) axes: [W; 3],
}

impl<W: Vector<Scalar = f64>> Boxes<W> {
    #[inline(always)]
    pub(crate) fn of<V: Space<Wide = W>, A: Convex<V>, B: Convex<V>>(difference: &Difference<'_, A, B, V>, halves: [W; 2]) -> Self {
        let extents = |half: W| [half.get(0), half.get(1), if W::DIM == 3 { half.get(2) } else { 0.0 }];
        let axis = |axis: usize| if axis < W::DIM { difference.direction_in_a(W::unit(axis)) } else { W::ZERO };
        Self { a: extents(halves[0]), b: extents(halves[1]), between: difference.to_a(W::ZERO), axes: [axis(0), axis(1), axis(2)] }
    }
}

//! Which algorithm answers which pair of cores.

use clinch_shapes::CoreKind;
use clinch_support::Vector;

use crate::problem::Cores;

/// What answers a pair of cores. What it cannot prove goes on to the general path, which tries last
/// tick's facet first. `dispatch.rs` sends boxes, triangles and polytopes that are far apart there
/// at once.
///
/// For tools that explain an answer. No query takes one, and none returns one.
///
/// ```
/// use clinch_contact::Algorithm;
/// use clinch_shapes::CoreKind;
///
/// assert_eq!(Algorithm::of_kinds(CoreKind::Segment, CoreKind::Box), Algorithm::SegmentBox);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// Two points or segments: `pairs/segment_segment.rs`. Spheres about their origins have come
    /// before: `pairs/sphere_sphere.rs`.
    SegmentSegment,
    /// `pairs/point_box.rs`
    PointBox,
    /// `pairs/point_revolution.rs`
    PointRevolution,
    /// `pairs/segment_box.rs`
    SegmentBox,
    /// `pairs/box_box` in 3D, `pairs/box_box_2d` in 2D.
    BoxBox,
    /// `pairs/box_triangle` in 3D, `pairs/polygons_2d` in 2D.
    BoxTriangle,
    /// `pairs/half_space.rs`; it answers all of its pairs.
    HalfSpace,
    /// The general path, which begins with `pairs/revolution` here.
    Revolution,
    /// The general path, which tries separating axes (`general/sat`) before or after GJK. In 2D,
    /// `pairs/polygons_2d` if both have few sides.
    Polytopes,
    /// The general path, of which GJK and EPA remain: `general/gjk_epa.rs`.
    GjkEpa,
    /// A core in a frame of its own: the pair of inner shapes is answered instead, `posed.rs`.
    Posed,
}

/// One row for each kind of A; in it one column for each kind of B. Both are in the order of
/// [`CoreKind`].
#[rustfmt::skip]
const TABLE: [[Algorithm; CoreKind::COUNT]; CoreKind::COUNT] = {
    use Algorithm::*;
    [
        /* Origin     */ [SegmentSegment,  SegmentSegment,  SegmentSegment, GjkEpa,      PointBox,    HalfSpace, PointRevolution, GjkEpa,     Posed, GjkEpa],
        /* Point      */ [SegmentSegment,  SegmentSegment,  SegmentSegment, GjkEpa,      PointBox,    HalfSpace, PointRevolution, GjkEpa,     Posed, GjkEpa],
        /* Segment    */ [SegmentSegment,  SegmentSegment,  SegmentSegment, GjkEpa,      SegmentBox,  HalfSpace, Revolution,      GjkEpa,     Posed, GjkEpa],
        /* Triangle   */ [GjkEpa,          GjkEpa,          GjkEpa,         Polytopes,   BoxTriangle, HalfSpace, Revolution,      Polytopes,  Posed, GjkEpa],
        /* Box        */ [PointBox,        PointBox,        SegmentBox,     BoxTriangle, BoxBox,      HalfSpace, Revolution,      Polytopes,  Posed, GjkEpa],
        /* HalfSpace  */ [HalfSpace,       HalfSpace,       HalfSpace,      HalfSpace,   HalfSpace,   HalfSpace, HalfSpace,       HalfSpace,  Posed, HalfSpace],
        /* Revolution */ [PointRevolution, PointRevolution, Revolution,     Revolution,  Revolution,  HalfSpace, Revolution,      Revolution, Posed, Revolution],
        /* Polytope   */ [GjkEpa,          GjkEpa,          GjkEpa,         Polytopes,   Polytopes,   HalfSpace, Revolution,      Polytopes,  Posed, GjkEpa],
        /* Posed      */ [Posed,           Posed,           Posed,          Posed,       Posed,       Posed,     Posed,           Posed,      Posed, Posed],
        /* Other      */ [GjkEpa,          GjkEpa,          GjkEpa,         GjkEpa,      GjkEpa,      HalfSpace, Revolution,      GjkEpa,     Posed, GjkEpa],
    ]
};

impl Algorithm {
    /// The algorithm for two cores.
    #[inline]
    pub(crate) fn of<V: Vector>(cores: &Cores<'_, V>) -> Self {
        Self::of_kinds(cores.a.kind(), cores.b.kind())
    }

    /// The algorithm for two kinds of core, in either order.
    #[inline]
    pub const fn of_kinds(a: CoreKind, b: CoreKind) -> Self {
        TABLE[a as usize][b as usize]
    }
}

#[cfg(test)]
mod tests {
    use clinch_shapes::CoreKind;

    use super::TABLE;

    #[test]
    fn the_order_of_a_pair_does_not_choose_its_algorithm() {
        for (a, row) in TABLE.iter().enumerate() {
            for (b, algorithm) in row.iter().enumerate() {
                assert_eq!(*algorithm, TABLE[b][a], "kinds {a} and {b} of {}", CoreKind::COUNT);
            }
        }
    }
}

//! The answers of a depth query.

use clinch_support::{Vector, VertexIndex};

/// The relation of two cores, as far as EPA decides it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Depth<V: Vector> {
    /// They overlap, or touch to within the precision of the support maps.
    Overlapping(Penetration<V>),
    /// They do not overlap: GJK could not decide, and EPA found a separating axis.
    Apart {
        /// Unit, from A to B, in A's frame: the axis that proves it.
        axis: V::Wide,
        /// The proved distance along the axis.
        at_least: f64,
    },
    /// A number is not finite.
    Undefined,
}

/// The shortest translation that separates two cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// Unit, from A to B, in A's frame. Moving B along it by `depth` leaves the cores touching.
    pub normal: V::Wide,
    /// The depth along the normal, as computed. Negative, by less than the support maps' error, if
    /// the cores nearly touch.
    pub depth: f64,
    /// The true depth is at least this, and at least 0: the distance of the nearest facet of a
    /// polytope inside A − B, rounding included.
    pub lower: f64,
    /// The true depth is at most this: moving B by it along the normal separates the cores,
    /// rounding included.
    pub upper: f64,
    /// The point of A deepest in B along the normal, in A's frame.
    pub point_a: V::Wide,
    /// The point of B deepest in A along the normal, in B's frame.
    pub point_b: V::Wide,
    /// The indices in the record of the vertices of the facet of A − B nearest the origin; two in
    /// 2D. For polytopes a good guess for the next tick. `None` for a flat difference.
    pub facet: [Option<VertexIndex>; 3],
    /// Why the search ended.
    pub stop: Stop,
    /// Support calls on A − B made by EPA, including those that completed the seed.
    pub iterations: u32,
    /// Support calls in `f32` lanes, of the guess that the search began with. They are not among
    /// `iterations`.
    pub guess_calls: u32,
}

/// Why a depth search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stop {
    /// No facet can be nearer than the one found, by more than the tolerance.
    Converged,
    /// The depth is a local minimum, and no other minimum can be lower. The polytope was not
    /// expanded around it, so the lower bound is some digits short.
    LocalMinimum,
    /// A − B has no thickness along the normal.
    Flat,
    /// The limit of support calls was reached, or the bounds cannot meet, as for an invalid support
    /// map: the best answer so far.
    Exhausted,
    /// The polytope has no space for another facet: the best answer so far.
    Full,
}

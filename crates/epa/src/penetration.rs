//! What EPA can answer.

use clinch_support::{Vector, VertexIndex};

/// How deep two cores overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Depth<V: Vector> {
    /// They overlap, or touch to within the precision of the support maps.
    Overlapping(Penetration<V>),
    /// They do not: GJK could not tell, and EPA met a separating axis.
    Apart {
        /// Unit, from A to B, in A's frame: the axis that proves it.
        axis: V::Wide,
        /// The proven distance along it.
        at_least: f64,
    },
    /// A number that is not finite was met.
    Undefined,
}

/// The smallest translation that parts two cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// Unit, from A to B, in A's frame: moving B along it by `depth` leaves the cores touching.
    pub normal: V::Wide,
    /// The depth along the normal, as computed. Below 0, by less than the support maps' error, when the cores all but touch.
    pub depth: f64,
    /// The true depth is at least this (and 0): the distance of the nearest face of a polytope inside A − B, rounding included.
    pub lower: f64,
    /// The true depth is at most this: moving B by it along the normal parts the cores, whatever the rounding.
    pub upper: f64,
    /// The point of A deepest in B along the normal, in A's frame.
    pub point_a: V::Wide,
    /// The point of B deepest in A along the normal, in B's frame.
    pub point_b: V::Wide,
    /// Where in the record the vertices of the facet of A − B are that lies nearest the origin, two in the plane: of polytopes a good guess for the next tick. None
    /// of what is flat.
    pub facet: [Option<VertexIndex>; 3],
    /// Why the search ended.
    pub stop: Stop,
    /// Support calls on A − B made here, those that complete the seed included.
    pub iterations: u32,
}

/// Why EPA ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stop {
    /// No face can be nearer than the one found, by more than the tolerance.
    Converged,
    /// The depth is least among its neighbours, and no other can be less; there the polytope was left as it was, and its bound with it.
    LocalMinimum,
    /// A − B has no thickness along the normal.
    Flat,
    /// As many support calls as the limits allow were made, or the bounds cannot meet, as with a map that is not a support map: the best answer so far.
    Exhausted,
    /// The polytope's arena is full: the best answer so far.
    Full,
}

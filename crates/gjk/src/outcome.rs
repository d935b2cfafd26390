//! What GJK can answer.

use clinch_support::{Vector, VertexIndex};
use smallvec::SmallVec;

/// The vertices of a simplex, by their place in the record, oldest first: 1 to 3 in 2D, 1 to 4 in 3D.
pub type Simplex = SmallVec<[VertexIndex; 4]>;

/// The answer to one query, decided by two bounds: lower ≤ true distance of the cores ≤ upper.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<V: Vector> {
    /// How the shapes lie.
    pub outcome: Outcome<V>,
    /// Why the search ended.
    pub stop: Stop,
    /// Steps taken, each one support call on A − B. Vertices of a warm start are not counted: they cost none.
    pub iterations: u32,
    /// Steps, of these, that the lean sub-distance step could not be trusted with.
    pub slow_steps: u32,
}

/// How two cores lie.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<V: Vector> {
    /// Farther apart than the caller cares.
    Beyond {
        /// Unit, from A to B: the separating axis that proves it.
        axis: V::Wide,
        /// The proven distance along it, greater than `Limits::within`.
        at_least: f64,
        /// The simplex at that moment, for a warm start.
        simplex: Simplex,
    },
    /// Apart, by a proven distance greater than 0.
    Apart(Separation<V>),
    /// Undecided: the bounds straddle zero and the simplex does not enclose the origin. The shapes touch, or overlap and were seen through a
    /// face (|v| ≈ 0 on fewer vertices than would enclose): EPA decides.
    Touching(Touch<V>),
    /// The simplex holds the origin with weights that are all positive: the proof of an overlap.
    Overlapping(Simplex),
    /// A number that is not finite was met, in a pose or from a support map.
    Undefined,
}

/// The nearest points of two cores that are apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Separation<V: Vector> {
    /// Unit, from A to B, in A's frame.
    pub normal: V::Wide,
    /// The true distance is at least this: proved by the separating axis, rounding included. Greater than 0.
    pub lower: f64,
    /// The axis that proves it, from A to B, of the length that it was asked with. All but the normal; see [`verify`](Self::verify).
    pub axis: V::Wide,
    /// The true distance is at most this: that of the witness points, rounding included.
    pub upper: f64,
    /// |v|, the distance as computed: lower ≤ distance ≤ upper.
    pub distance: f64,
    /// The nearest point of A, in A's frame.
    pub point_a: V::Wide,
    /// The nearest point of B, in B's frame.
    pub point_b: V::Wide,
    /// The vertices that carry the witness points.
    pub simplex: Simplex,
}

/// A simplex whose distance from the origin cannot be told from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch<V: Vector> {
    /// Its vertices.
    pub simplex: Simplex,
    /// The last axis, unit and from A to B, that came nearest to separating the shapes while the distance was above the noise. A normal
    /// taken from |v| ≈ 0 itself would be noise.
    pub axis: Option<V::Wide>,
    /// The true distance is at most this: that of the two points, rounding included.
    pub upper: f64,
    /// The point of A that the simplex carries, in A's frame.
    pub point_a: V::Wide,
    /// The point of B that the simplex carries, in B's frame.
    pub point_b: V::Wide,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stop {
    /// The lower bound passed `Limits::within`.
    Beyond,
    /// The bounds met: no point of A − B lies nearer by more than the tolerance.
    Converged,
    /// The farthest vertex is one the simplex already has: the feature is exact.
    Repeated,
    /// A step did not bring the simplex nearer, not even the thorough one: the limit of the arithmetic.
    Stalled,
    /// The simplex reached the origin to within rounding.
    Reached,
    /// The simplex encloses the origin.
    Enclosed,
    /// `Limits::iterations` steps were taken.
    Exhausted,
    /// A number that is not finite.
    NotFinite,
}

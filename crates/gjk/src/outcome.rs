//! The answers of a distance query.

use clinch_support::{Vector, VertexIndex};
use smallvec::SmallVec;

/// The vertices of a simplex, by their indices in the record, oldest first: 1 to 3 in 2D, 1 to 4 in
/// 3D.
pub type Simplex = SmallVec<[VertexIndex; 4]>;

/// The answer to one query. It rests on two bounds: lower ≤ true distance of the cores ≤ upper.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<V: Vector> {
    /// The relation of the two cores.
    pub outcome: Outcome<V>,
    /// Why the search ended.
    pub stop: Stop,
    /// Support calls on A − B, in `f64`. The vertices of a warm start are not counted, because
    /// they take none.
    pub iterations: u32,
    /// Support calls of the guess that the search started from, in `f32`.
    pub guess_calls: u32,
    /// Steps for which the fast sub-distance step was unreliable, and the robust one was taken.
    pub slow_steps: u32,
}

/// The relation of two cores.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<V: Vector> {
    /// Farther apart than [`Limits::within`](crate::Limits#structfield.within).
    Beyond {
        /// Unit, from A to B: the separating axis that proves it.
        axis: V::Wide,
        /// The proved distance along the axis, greater than
        /// [`Limits::within`](crate::Limits#structfield.within).
        at_least: f64,
        /// The simplex at that moment, for a warm start.
        simplex: Simplex,
    },
    /// Apart, by a proved distance greater than 0.
    Apart(Separation<V>),
    /// Undecided: the bounds straddle zero and the simplex does not enclose the origin. The shapes
    /// touch, or they overlap and the search ended on a face through the origin (|v| ≈ 0 on fewer
    /// vertices than would enclose it). EPA decides.
    Touching(Touch<V>),
    /// The simplex contains the origin with positive weights, which proves that the cores overlap.
    Overlapping(Simplex),
    /// A pose or a support point is not finite.
    Undefined,
}

/// The nearest points of two cores that are apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Separation<V: Vector> {
    /// Unit, from A to B, in A's frame.
    pub normal: V::Wide,
    /// Lower bound of the distance, greater than 0: proved by the separating axis, rounding
    /// included.
    pub lower: f64,
    /// The axis that proves the lower bound, from A to B, of the length that was queried. Nearly
    /// parallel to the normal; see [`verify`](Self::verify).
    pub axis: V::Wide,
    /// Upper bound of the distance: that of the witness points, rounding included.
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

/// A simplex whose distance from the origin cannot be distinguished from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch<V: Vector> {
    /// Its vertices.
    pub simplex: Simplex,
    /// Unit, from A to B: the axis that came nearest to separating the shapes while the distance
    /// was above rounding. A normal taken from |v| ≈ 0 would be rounding.
    pub axis: Option<V::Wide>,
    /// Upper bound of the distance: that of the two points, rounding included.
    pub upper: f64,
    /// The point of A that the simplex carries, in A's frame.
    pub point_a: V::Wide,
    /// The point of B that the simplex carries, in B's frame.
    pub point_b: V::Wide,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stop {
    /// The lower bound exceeded [`Limits::within`](crate::Limits#structfield.within).
    Beyond,
    /// The bounds met: no point of A − B is nearer by more than the tolerance.
    Converged,
    /// The farthest vertex is already in the simplex: the feature is exact.
    Repeated,
    /// No step brought the simplex nearer, not even the robust one: the limit of the arithmetic.
    Stalled,
    /// The simplex reached the origin to within rounding.
    Reached,
    /// The simplex encloses the origin.
    Enclosed,
    /// [`Limits::iterations`](crate::Limits#structfield.iterations) support calls were made.
    Exhausted,
    /// A number is not finite.
    NotFinite,
}

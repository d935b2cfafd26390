//! What is asked of a cast, and what it answers.

use clinch_support::Vector;

use crate::outcome::Answer;

/// What the caller of a cast wants to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastLimits {
    /// The distance of the cores that counts as reached: add the radii of the shapes. Negative or NaN counts as 0.
    pub target: f64,
    /// The parameter at which the motion ends, itself included. May be infinite; negative or NaN counts as 0.
    pub until: f64,
    /// Newton steps after which the cast gives up, having proved that nothing happens before. Transversal hits take one or two, grazing ones up to 30.
    pub steps: u32,
}

impl Default for CastLimits {
    fn default() -> Self {
        Self { target: 0.0, until: f64::INFINITY, steps: 128 }
    }
}

/// The answer to a cast.
#[derive(Clone, Debug, PartialEq)]
pub struct Cast<V: Vector> {
    /// What happens.
    pub outcome: CastOutcome<V>,
    /// Newton steps, each one search for the distance; none where a portal told.
    pub steps: u32,
    /// Support calls on A − B.
    pub calls: u32,
}

/// What happens on the way.
#[derive(Clone, Debug, PartialEq)]
pub enum CastOutcome<V: Vector> {
    /// Nothing happens first: they are within the target at the start, or cannot be told from it. The answer is that of the search there; its vertices are in
    /// the record, for EPA.
    Within(Answer<V>),
    /// They come as near as the target.
    Hit(Arrival<V>),
    /// They do not, up to the limit.
    Miss {
        /// Unit, from A to B: after what the last step passed, the gap along it stays above the target, for it does not fall or the limit comes first.
        axis: V::Wide,
        /// The support maps' declared errors are allowed for. If not, the shapes pass nearer to the target than these errors.
        proven: bool,
    },
    /// [`CastLimits::steps`] were taken. Only maps that are no support maps do that.
    Exhausted {
        /// Up to this parameter they stay farther apart than the target.
        lower: f64,
    },
    /// A number that is not finite was met.
    Undefined,
}

/// How the cores lie when they come as near as the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival<V: Vector> {
    /// The parameter, in units of the motion given.
    pub time: f64,
    /// Up to this parameter they are farther apart than the target: proved, the support maps' declared errors included. At most `time`.
    pub lower: f64,
    /// The cores' distance at `time`, as computed: the target, but for rounding.
    pub distance: f64,
    /// Unit, from A to B, in A's frame.
    pub normal: V::Wide,
    /// The nearest point of A's core, in A's frame.
    pub point_a: V::Wide,
    /// The nearest point of B's core, in B's frame.
    pub point_b: V::Wide,
    /// From A's point to B's when B is there, in A's frame, with the digits that a long way would cost.
    pub between: V::Wide,
}

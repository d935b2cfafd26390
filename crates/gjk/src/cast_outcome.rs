//! The limits of a cast, and its answers.

use clinch_support::Vector;

use crate::outcome::Answer;

/// What a cast has to find out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastLimits {
    /// The distance of the cores that counts as a hit: add the radii of the shapes. Negative or NaN
    /// counts as 0.
    pub target: f64,
    /// The parameter at which the motion ends, inclusive. May be infinite; negative or NaN counts
    /// as 0.
    pub until: f64,
    /// Newton steps after which the cast gives up, with a proof of how far nothing happens.
    /// Transversal hits take one or two steps, grazing ones up to 30.
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
    /// What happens during the motion.
    pub outcome: CastOutcome<V>,
    /// Newton steps, each one distance query. 0 if a portal decided.
    pub steps: u32,
    /// Support calls on A − B.
    pub calls: u32,
}

/// What happens during the motion.
#[derive(Clone, Debug, PartialEq)]
pub enum CastOutcome<V: Vector> {
    /// The cores are within the target at the start, or cannot be distinguished from that. The
    /// answer is that of the distance query at the start. Its vertices are in the record, for EPA.
    Within(Answer<V>),
    /// The cores come as near as the target.
    Hit(Arrival<V>),
    /// The cores stay farther apart than the target up to the limit.
    Miss {
        /// Unit, from A to B. After the last step the gap along it stays above the target, because
        /// it does not fall or because the limit comes first.
        axis: V::Wide,
        /// The declared errors of the support maps are accounted for. If not, the shapes pass
        /// within these errors of the target.
        proven: bool,
    },
    /// [`CastLimits::steps`] were taken. Only invalid support maps take so many.
    Exhausted {
        /// Up to this parameter the cores are farther apart than the target.
        lower: f64,
    },
    /// A number is not finite.
    Undefined,
}

/// The cores at the moment they come as near as the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival<V: Vector> {
    /// The parameter, in units of the motion given.
    pub time: f64,
    /// Up to this parameter the cores are farther apart than the target: proved, the declared
    /// errors of the support maps included. At most `time`.
    pub lower: f64,
    /// The distance of the cores at `time`, as computed: the target, up to rounding.
    pub distance: f64,
    /// Unit, from A to B, in A's frame.
    pub normal: V::Wide,
    /// The nearest point of A's core, in A's frame.
    pub point_a: V::Wide,
    /// The nearest point of B's core, in B's frame.
    pub point_b: V::Wide,
    /// From A's point to B's at `time`, in A's frame. Computed near the impact, so that a long way
    /// costs it no digits.
    pub between: V::Wide,
}

//! What a cast of a placed pair answers, in world space and in the caller's scalar; times and the
//! separation stay in `f64`.

use clinch_support::Vector;

/// The answer to a query about moving shapes, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldCast<V: Vector> {
    /// What happens during the motion.
    pub outcome: WorldCastOutcome<V>,
    /// See [`Cast::steps`](crate::Cast::steps).
    pub steps: u32,
    /// See [`Cast::calls`](crate::Cast::calls).
    pub calls: u32,
}

/// What happens during the motion, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldCastOutcome<V: Vector> {
    /// The shapes come as near as the target, or are so at the start.
    Hit(WorldImpact<V>),
    /// They do not.
    Miss {
        /// See [`proven`](crate::CastOutcome::Miss::proven).
        proven: bool,
    },
    /// The step limit was reached.
    Exhausted {
        /// Up to this parameter they are farther apart than the target: proved.
        lower: f64,
    },
    /// The input contains a number that is not finite.
    Undefined,
}

/// The configuration of two shapes when they first come as near as the target, in world space.
///
/// Each coordinate of a point beyond the range of the caller's scalar is infinite, as in
/// [`WorldSeparation`](crate::WorldSeparation).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldImpact<V: Vector> {
    /// The time of impact, in units of the motions given.
    pub time: f64,
    /// Up to this parameter they are farther apart than the target: proved. At most `time`.
    pub lower: f64,
    /// The shapes were within the target at the start.
    pub at_start: bool,
    /// See [`Impact::separation`](crate::Impact::separation).
    pub separation: f64,
    /// Unit, from A to B.
    pub normal: V,
    /// On A's surface, at its pose at `time`.
    pub point_a: V,
    /// On B's surface, at its pose at `time`.
    pub point_b: V,
}

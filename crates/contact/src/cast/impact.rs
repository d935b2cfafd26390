//! The answer to a query about moving shapes.

use clinch_support::Vector;

use crate::answer::Separation;

/// The answer to a query about moving shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast<V: Vector> {
    /// What happens during the motion.
    pub outcome: CastOutcome<V>,
    /// Steps taken, each one search for the distance; 0 for a closed form.
    pub steps: u32,
    /// Support calls made on A − B.
    pub calls: u32,
}

/// What happens during the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CastOutcome<V: Vector> {
    /// The shapes come as near as the target, or are so at the start.
    Hit(Impact<V>),
    /// They do not.
    Miss {
        /// Unit, from A to B, in A's frame at the start: the last axis that separated them.
        axis: V::Wide,
        /// The miss is proved with the support maps' declared errors. If not, the shapes pass
        /// nearer to the target than these errors.
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

/// The configuration of two shapes when they first come as near as the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// The time of impact, in units of the motion given.
    pub time: f64,
    /// Up to this parameter they are farther apart than the target: proved. At most `time`.
    pub lower: f64,
    /// The shapes were within the target at the start; of a time of impact, to within its
    /// tolerance.
    pub at_start: bool,
    /// The signed distance at `time`: the target but for rounding; at the start any distance up to
    /// it; of a time of impact up to its tolerance more.
    pub separation: f64,
    /// Unit, from A to B, in A's frame at `time`.
    pub normal: V::Wide,
    /// On A's surface, in A's frame.
    pub point_a: V::Wide,
    /// On B's surface, in B's frame.
    pub point_b: V::Wide,
}

/// The answer for shapes that are within the target distance when the motion begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitialOverlap {
    /// A hit at time 0, with the normal and the depth there.
    #[default]
    Report,
    /// As `Report` if the shapes approach each other along that normal; a miss if they separate,
    /// slide along each other or do not move. Convex shapes that separate along a line never meet
    /// again, so no hit is missed. A character can walk away from a wall that it overlaps.
    ///
    /// It is asked of each pair of shapes by itself: a body that slides flush over two boxes hits
    /// the side of the second, which it does not touch yet. Make the boxes one `Compound`, or leave
    /// a skin below the body.
    IgnoreSeparating,
}

impl<V: Vector> Impact<V> {
    /// The impact of shapes that have not moved yet.
    pub(crate) fn at_start(near: &Separation<V>) -> Self {
        let &Separation { normal, distance, point_a, point_b, .. } = near;
        Self { time: 0.0, lower: 0.0, at_start: true, separation: distance, normal, point_a, point_b }
    }
}

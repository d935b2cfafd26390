//! What a question about moving shapes can answer.

use clinch_support::Vector;

use crate::answer::Separation;

/// The answer to a question about moving shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cast<V: Vector> {
    /// What happens on the way.
    pub outcome: CastOutcome<V>,
    /// Steps taken, each one search for the distance. None for a closed form.
    pub steps: u32,
    /// Support calls made on A − B.
    pub calls: u32,
}

/// What happens on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CastOutcome<V: Vector> {
    /// They come as near as the target, or are so at the start.
    Hit(Impact<V>),
    /// They do not.
    Miss {
        /// Unit, from A to B, in A's frame at the start: the last axis that showed it.
        axis: V::Wide,
        /// The support maps' declared errors are allowed for. If not, the shapes pass nearer to the target than these errors.
        proven: bool,
    },
    /// The steps ran out.
    Exhausted {
        /// Up to this parameter they stay farther apart than the target: proved.
        lower: f64,
    },
    /// A number that is not finite was met: nothing can be said.
    Undefined,
}

/// How two shapes lie when they first come as near as the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<V: Vector> {
    /// When: the parameter, in units of the motion given.
    pub time: f64,
    /// Up to this parameter they are farther apart than the target: proved. At most `time`.
    pub lower: f64,
    /// They were within the target at the start.
    pub at_start: bool,
    /// The signed distance at `time`: the target but for rounding; anything below it at the start.
    pub separation: f64,
    /// Unit, from A to B, in A's frame at `time`.
    pub normal: V::Wide,
    /// On A's surface, in A's frame.
    pub point_a: V::Wide,
    /// On B's surface, in B's frame.
    pub point_b: V::Wide,
}

/// What is said of shapes that are within the target when the motion begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartRule {
    /// They hit at parameter 0, with the normal and the depth they have there.
    #[default]
    Report,
    /// As `Report` when they approach along that normal; when they part, or slide along each other, a miss. Convex shapes that part along a line never meet
    /// again, so nothing is overlooked. It lets a character walk away from a wall it stands in.
    IgnoreParting,
}

impl<V: Vector> Impact<V> {
    /// The impact of shapes that have not moved yet.
    pub(crate) fn at_start(near: &Separation<V>) -> Self {
        let &Separation { normal, distance, point_a, point_b, .. } = near;
        Self { time: 0.0, lower: 0.0, at_start: true, separation: distance, normal, point_a, point_b }
    }
}

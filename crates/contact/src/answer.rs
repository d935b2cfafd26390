//! What a query answers: how far apart two swept shapes are, or how deep they overlap, with proved
//! bounds.

use clinch_support::{Frame, Vector};

use crate::clip::Space;
use crate::query::{Goal, Query};
use crate::radii::Radii;

/// The answer to a query about the signed distance, and the work it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured<V: Vector> {
    /// The answer.
    pub relation: Relation<V>,
    /// Support calls that searches and guesses made on A − B; 0 where a closed form, last tick's
    /// facet, or separating axes without a guess before them answered. The one or two that prove a
    /// facet are not counted, nor one that did not prove a guess.
    pub calls: u32,
    /// GJK or EPA stopped before its bounds met: at its iteration limit or with a full arena. The
    /// bounds hold nevertheless.
    pub unfinished: bool,
    /// Steps of GJK that needed the robust sub-distance step.
    pub slow_steps: u32,
    /// The answer was taken over from an earlier tick, with the motion since then added to its
    /// bounds. See [`Settings::recycling`](crate::Settings::recycling).
    pub recycled: bool,
}

impl<V: Vector> Measured<V> {
    /// An answer that needed no search.
    #[inline]
    pub(crate) fn without_search(relation: Relation<V>) -> Self {
        Self { relation, calls: 0, unfinished: false, slow_steps: 0, recycled: false }
    }
}

/// The position of two swept shapes relative to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relation<V: Vector> {
    /// Farther apart than the margin.
    Beyond {
        /// Unit, from A to B, in A's frame: a separating axis that proves it.
        axis: V::Wide,
        /// The proved distance along the axis.
        at_least: f64,
    },
    /// Within the margin, touching or overlapping.
    Near(Separation<V>),
    /// The input contains a number that is not finite.
    Undefined,
}

impl<V: Vector> Relation<V> {
    /// Reduces a distance that is proved to exceed the margin to its separating axis.
    pub(crate) fn beyond(self, margin: f64) -> Self {
        match self {
            Self::Near(Separation { normal, lower, .. }) if lower > margin => Self::Beyond { axis: normal, at_least: lower },
            other => other,
        }
    }
}

impl<V: Space> Relation<V> {
    /// The separation that contact points are made from; `None` if the query asks for none, or if
    /// the shapes are beyond its margin.
    #[inline]
    pub(crate) fn contact(&self, query: &Query<'_, V>) -> Option<&Separation<V>> {
        match self {
            Self::Near(separation) if query.goal == Goal::Contact => Some(separation),
            _ => None,
        }
    }
}

/// The signed distance of two swept shapes and its witness points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation<V: Vector> {
    /// Unit, from A to B, in A's frame.
    pub normal: V::Wide,
    /// The computed signed distance; negative when overlapping. It and both bounds are −∞ for
    /// half-spaces that no finite translation separates.
    pub distance: f64,
    /// The true signed distance is at least this.
    pub lower: f64,
    /// The true signed distance is at most this.
    pub upper: f64,
    /// The point of A nearest to B, or deepest in B, in A's frame.
    pub point_a: V::Wide,
    /// The point of B nearest to A, or deepest in A, in B's frame.
    pub point_b: V::Wide,
}

impl<V: Vector> Separation<V> {
    /// Shapes that overlap by at least `-upper`; nothing else is known.
    pub(crate) fn at_most(upper: f64) -> Self {
        let nowhere = V::Wide::ZERO;
        Self { normal: nowhere, distance: upper, lower: f64::NEG_INFINITY, upper, point_a: nowhere, point_b: nowhere }
    }

    /// Distances up to this above zero cannot be distinguished from touching: the distance less its
    /// lower bound.
    pub(crate) fn noise(&self) -> f64 {
        if self.distance > self.lower { self.distance - self.lower } else { 0.0 }
    }

    /// The shapes touch or overlap, or cannot be proved not to. Sets are closed.
    pub fn is_touching(&self) -> bool {
        self.lower <= 0.0
    }
}

/// What an algorithm finds out about two cores, before the radii.
#[derive(Clone, Copy)]
pub(crate) enum CoreAnswer<V: Vector> {
    /// Farther apart than the query's margin.
    Beyond {
        axis: V::Wide,
        at_least: f64,
    },
    Near(Separation<V>),
    /// Overlapping by at least this; the query asks for no more.
    Overlapping {
        at_least: f64,
    },
}

impl<V: Space> CoreAnswer<V> {
    /// The normal, or zero if the answer has none.
    #[inline(always)]
    pub(crate) fn normal(&self) -> V::Wide {
        match self {
            Self::Beyond { axis, .. } => *axis,
            Self::Near(cores) => cores.normal,
            Self::Overlapping { .. } => V::Wide::ZERO,
        }
    }

    /// The same answer for the swept shapes.
    #[inline(always)]
    pub(crate) fn with_radii(self, query: &Query<'_, V>, frame: &Frame<V>) -> Relation<V> {
        let radii = query.radii;
        match self {
            Self::Beyond { axis, at_least } => Relation::Beyond { axis, at_least: at_least - radii.sum() - radii.rounding(at_least) },
            Self::Near(cores) => add_radii(radii, cores, frame).beyond(query.margin),
            Self::Overlapping { at_least } => {
                let upper = radii.rounding(at_least) - at_least - radii.sum();
                if upper.is_finite() { Relation::Near(Separation::at_most(upper)) } else { Relation::Undefined }
            }
        }
    }
}

/// The separation of two cores becomes that of the swept shapes.
#[inline(always)]
pub(crate) fn add_radii<V: Space>(radii: Radii, cores: Separation<V>, frame: &Frame<V>) -> Relation<V> {
    let rounding = radii.rounding(cores.distance);
    let towards = radii.towards(frame.to_a(cores.point_b) - cores.point_a, cores.distance, cores.normal);
    let swept: Separation<V> = Separation {
        normal: cores.normal,
        distance: cores.distance - radii.sum(),
        lower: cores.lower - radii.sum() - rounding,
        upper: cores.upper - radii.sum() + rounding,
        point_a: cores.point_a + towards * radii.a,
        point_b: cores.point_b - frame.direction_in_b(towards) * radii.b,
    };
    // −∞ is the distance of half-spaces that overlap without end. Of other cores it is that of
    // radii without a finite sum; +∞ is an overflow.
    let endless = cores.distance == f64::NEG_INFINITY && radii.sum().is_finite();
    let finite =
        (swept.distance.is_finite() || endless) && swept.normal.is_finite() && swept.point_a.is_finite() && swept.point_b.is_finite();
    if finite { Relation::Near(swept) } else { Relation::Undefined }
}

/// What [`Bounds`] mean for a query.
#[derive(Clone, Copy)]
pub(crate) enum Decision {
    /// Not finite.
    Undefined,
    /// Beyond the margin.
    Beyond,
    /// Overlapping, and the query needs no depth.
    Overlapping,
    /// An answer with witness points.
    NeedsPoints,
}

/// The signed distance of two swept shapes as a closed form computes it: the distance of the cores,
/// less the radii, with the rounding of both on either side.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    distance: f64,
    slack: f64,
}

impl Bounds {
    /// `noise` bounds the rounding of `core_distance`.
    #[inline(always)]
    pub(crate) fn of(core_distance: f64, noise: f64, radii: Radii) -> Self {
        Self { distance: core_distance - radii.sum(), slack: noise + radii.rounding(core_distance) }
    }

    /// The answer to a query, along `normal`, if it needs no witness points.
    // Inlined, as the next, so that the answer stays in registers; stored by field and reloaded as
    // a block it stalls on store forwarding. The points are not a closure's: that would be called.
    #[inline(always)]
    pub(crate) fn without_points<V: Space>(self, query: &Query<'_, V>, normal: V::Wide) -> Option<Relation<V>> {
        let [_, lower, upper] = self.distance_and_bounds();
        match self.decide(query) {
            Decision::Undefined => Some(Relation::Undefined),
            Decision::Beyond => Some(Relation::Beyond { axis: normal, at_least: lower }),
            Decision::Overlapping => Some(Relation::Near(Separation { lower, ..Separation::at_most(upper) })),
            Decision::NeedsPoints => None,
        }
    }

    /// What the bounds mean for a query.
    #[inline(always)]
    pub(crate) fn decide<V: Space>(self, query: &Query<'_, V>) -> Decision {
        let [distance, lower, upper] = self.distance_and_bounds();
        // Coordinates or radii near the end of the range.
        if !(distance.is_finite() && self.slack.is_finite()) {
            return Decision::Undefined;
        }
        if lower > query.margin {
            return Decision::Beyond;
        }
        if query.distance_only() && upper <= 0.0 { Decision::Overlapping } else { Decision::NeedsPoints }
    }

    /// The distance, and the bounds below and above it.
    #[inline(always)]
    pub(crate) fn distance_and_bounds(self) -> [f64; 3] {
        [self.distance, self.distance - self.slack, self.distance + self.slack]
    }

    /// The answer with the witness points on A in A's frame and on B in B's.
    #[inline(always)]
    pub(crate) fn near<V: Space>(self, normal: V::Wide, [point_a, point_b]: [V::Wide; 2]) -> Relation<V> {
        let Self { distance, slack } = self;
        Relation::Near(Separation { normal, distance, lower: distance - slack, upper: distance + slack, point_a, point_b })
    }
}

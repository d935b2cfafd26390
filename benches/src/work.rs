//! The kinds of work: what is asked of a pair.

use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Do they share a point?
    YesNo,
    /// How far apart, and between which points? Nothing is remembered.
    Distance,
    /// The same, frame by frame, with what is remembered of the last one.
    DistanceWarm,
    /// How far apart, up to the margin, or how deep?
    Contact,
    /// The manifold of a new pair.
    ManifoldCold,
    /// The manifold, frame by frame, with what is remembered of the last one.
    ManifoldWarm,
    /// When do they meet?
    Cast,
    /// Manifolds of the recorded pile, each as if it were new.
    PileCold,
    /// Manifolds of the recorded pile, tick by tick, with what is remembered.
    PileWarm,
    /// The same, where what has hardly moved need not be looked at.
    PileRecycled,
}

impl Work {
    /// As the tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::YesNo => "yes or no",
            Self::Distance => "distance",
            Self::DistanceWarm => "distance warm",
            Self::Contact => "contact",
            Self::ManifoldCold => "manifold cold",
            Self::ManifoldWarm => "manifold warm",
            Self::Cast => "cast",
            Self::PileCold => "pile cold",
            Self::PileWarm => "pile warm",
            Self::PileRecycled => "pile recycled",
        }
    }
}

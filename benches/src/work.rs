//! The kinds of work: the queries of a pair.

use serde::{Deserialize, Serialize};

/// A query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Do the shapes share a point?
    YesNo,
    /// Distance and witness points, without memory.
    Distance,
    /// The same, frame by frame, with the memory of the last one.
    DistanceWarm,
    /// The distance, up to the margin, or the depth.
    Contact,
    /// The manifold of a new pair.
    ManifoldCold,
    /// The manifold, frame by frame, with the memory of the last one.
    ManifoldWarm,
    /// The time of impact of a linear cast.
    Cast,
    /// Manifolds of the recorded pile, each without memory.
    PileCold,
    /// Manifolds of the recorded pile, tick by tick, with memory.
    PileWarm,
    /// The same, with contact recycling.
    PileRecycled,
}

impl Work {
    /// Its name in the tables.
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

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
    /// Manifolds of the recorded pile, tick by tick, with memory. Contacts are recycled only where
    /// that changes none by more than rounding does.
    PileWarm,
    /// The same, with the library's rule of recycling for pairs that have moved a little.
    PileRecycled,
    /// The manifolds of a body on a surface of triangles, without memory.
    CompositeCold,
    /// The same, frame by frame, with what the pair keeps.
    CompositeCoherent,
    /// The manifolds of a body that does not move.
    CompositeResting,
    /// A ray at a surface.
    CompositeRay,
    /// The point of a surface that is nearest to a point.
    CompositePoint,
    /// Building a surface.
    CompositeBuild,
    /// Pairs and contacts of many bodies on a height field.
    CompositeTick,
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
            Self::CompositeCold => "composite cold",
            Self::CompositeCoherent => "composite coherent",
            Self::CompositeResting => "composite resting",
            Self::CompositeRay => "composite ray",
            Self::CompositePoint => "composite point",
            Self::CompositeBuild => "composite build",
            Self::CompositeTick => "composite tick",
        }
    }
}

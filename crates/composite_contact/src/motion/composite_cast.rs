//! The answer to a query about a body that moves past a composite shape.

use clinch_composite::SubShapeId;
use clinch_contact::{Cast, CastOutcome};
use clinch_support::{Vector, normalize_or_zero};

/// The answer to a query about a body that moves past a composite shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompositeCast<V: Vector> {
    /// The answer, as for convex shapes; the composite shape is A. The axis of a miss is that of
    /// one part and does not separate the whole. The counters are those of all parts that were
    /// visited, which may depend on the order of the parts.
    pub cast: Cast<V>,
    /// The parts of A and B that meet; `None` of a convex shape, and without a hit.
    pub sub_shapes: [Option<SubShapeId>; 2],
}

impl<V: Vector> CompositeCast<V> {
    /// The answer if an input is not finite.
    pub(crate) fn undefined() -> Self {
        Self { cast: Cast { outcome: CastOutcome::Undefined, steps: 0, calls: 0 }, sub_shapes: [None, None] }
    }

    /// A miss that does not prove that the body stays apart from all parts: some were ignored.
    pub(crate) fn not_proven(self) -> Self {
        let outcome = match self.cast.outcome {
            CastOutcome::Miss { axis, .. } => CastOutcome::Miss { axis, proven: false },
            other => other,
        };
        Self { cast: Cast { outcome, ..self.cast }, ..self }
    }
}

/// The axis of a miss for which no part was visited: against the motion; any, if there is none.
pub(crate) fn against<W: Vector<Scalar = f64, Wide = W>>(motion: W) -> W {
    let against = normalize_or_zero(W::ZERO - motion);
    if against == W::ZERO { W::unit(0) } else { against }
}

//! What became of the contact of a part, and why.

use clinch_composite::{Feature, SubShapeId};
use clinch_contact::Separation;
use clinch_support::Vector;

/// The contact of one part, and whether it is a contact of the whole shape.
#[derive(Clone, Debug, PartialEq)]
pub struct PartVerdict<V: Vector> {
    /// The parts of A and of B; `None` of a convex shape.
    pub sub_shapes: [Option<SubShapeId>; 2],
    /// The separation of the part, from A to B, in the frames of A and B. Of cores that overlap,
    /// its normal is that with which the body first touches the part as it grows from its middle.
    pub separation: Separation<V>,
    /// Whether the contact is kept.
    pub verdict: Verdict,
}

/// Why the contact of a part is kept, or is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a contact of the whole shape.
    Kept,
    /// It has the normal of a contact that is kept, whose manifold has its points.
    Joined {
        /// The part of that contact.
        to: SubShapeId,
    },
    /// Its normal is outside of the normal cone of the feature of the part that it is at: a part
    /// that shares the feature has points that are nearer to the body.
    OutsideCone {
        /// The feature that is farthest along the normal.
        feature: Feature,
        /// The part that is nearer.
        neighbor: SubShapeId,
        /// Part and neighbour belong to B, which is composite, too.
        of_b: bool,
    },
    /// Each of its deepest points is in another part, which is at least as deep.
    Covered {
        /// These parts, in ascending order.
        by: Vec<SubShapeId>,
    },
    /// Of two composite shapes: another contact is less deep, and if the bodies move apart by it,
    /// the part does not overlap any more. So this depth is none.
    Resolved {
        /// The part of that contact, of the shape whose parts are the bodies.
        by: SubShapeId,
        /// It is of B.
        of_b: bool,
    },
    /// Another shape continues the surface at the border where it is touched, as the next tile of
    /// terrain does: it is a contact of that shape.
    Continued,
    /// The middle of the body is behind the part, which has no back.
    Behind,
}

//! How contacts of two composite shapes move B out of A, and which contacts that resolves.
//!
//! The depth of a contact is the least way by which the overlap there ends. So if B moves by less,
//! and a part of it is then apart from A, a deeper contact of this part is no depth: the part grew
//! from its middle towards another side of A. A facet of B that lies on a table, with its middle
//! beyond the edge, would be pushed sideways off it.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{Pair, Recycling, Separation, Settings, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Pose, Scalar, Vector};

use crate::order::by_depth;
use crate::part_pair_contact::PartPairContact;
use crate::relation::CompositeRelation;
use crate::scratch::CompositeScratch;
use crate::separation::separation;
use crate::tolerance::ANGLE;

/// The cosine of 45°: only with ways out at a larger angle to its normal is a contact compared.
/// Larger: contacts of the same ground are compared.
const OTHER_SIDE: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// The most ways out that a contact is compared with, the shortest. More: on rough ground each
/// contact is compared with each other one. Fewer: one that is none may stay.
const MOST_WAYS: usize = 8;

/// How B is moved to separate it from a part of A.
pub(crate) struct WayOut<W> {
    /// Unit, from A to B, in A's frame.
    normal: W,
    depth: f64,
    /// The part of B whose contact it is, which only the explanation names.
    part_of_b: Option<SubShapeId>,
}

impl<W: Vector<Scalar = f64, Wide = W>> WayOut<W> {
    /// The pose of B after it, and a little farther.
    pub(crate) fn moved(&self, b_in_a: &Pose<W>, farther: f64) -> Pose<W> {
        Pose { translation: b_in_a.translation + self.normal * (self.depth + farther), ..*b_in_a }
    }

    /// Whether a contact is deeper, and on another side, so that this way may resolve it.
    fn may_resolve<V: Space<Wide = W>>(&self, contact: &Separation<V>) -> bool {
        self.normal.dot(contact.normal) < OTHER_SIDE && -contact.distance > self.depth
    }
}

/// The ways out of contacts, the shortest first, and of the same normal only the longest.
pub(crate) fn ways_out<'c, V: Space>(contacts: impl Iterator<Item = &'c PartPairContact<V>>) -> Vec<WayOut<V::Wide>> {
    let mut sorted: Vec<&PartPairContact<V>> = contacts.collect();
    sorted.sort_by(|one, other| by_depth(&other.separation, &one.separation));
    let mut ways = Vec::new();
    sorted.into_iter().for_each(|contact| add_way(&mut ways, contact));
    ways
}

/// Adds the way out of a contact that is as deep as all before, or deeper.
pub(crate) fn add_way<V: Space>(ways: &mut Vec<WayOut<V::Wide>>, contact: &PartPairContact<V>) {
    let Separation { normal, distance, .. } = contact.separation;
    ways.retain(|way| (way.normal - normal).length() > ANGLE);
    ways.push(WayOut { normal, depth: -distance, part_of_b: contact.manifold.sub_shapes[1] });
}

/// The part of B whose contact is a shorter way out than another one, and resolves that, if there
/// is one.
pub(crate) fn resolved_by<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    ways: &[WayOut<V::Wide>],
    contact: &PartPairContact<V>,
    scratch: &mut CompositeScratch<V>,
) -> Option<SubShapeId> {
    let part = contact.manifold.sub_shapes[1]?;
    let slack = slack(&pair.b.bounds());
    let resolves = |way: &&WayOut<V::Wide>| {
        let moved = Pair { b_in_a: way.moved(&pair.b_in_a, slack), ..*pair };
        way.may_resolve(&contact.separation) && !overlaps_part_of_b(&moved, settings, part, slack, scratch)
    };
    ways.iter().take(MOST_WAYS).find(resolves)?.part_of_b
}

/// Whether a part of B overlaps A by more than `slack`: another part of A may be flush with it.
pub(crate) fn overlaps_part_of_b<V: Space, A: Composite<V> + ?Sized, B: Composite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    part: SubShapeId,
    slack: f64,
    scratch: &mut CompositeScratch<V>,
) -> bool {
    let settings = Settings { margin: V::Scalar::ZERO, recycling: Recycling::Off, ..*settings };
    let mut overlaps = false;
    pair.b.sub_shape(part, &mut |shape: &dyn Convex<V>, pose| {
        let b_in_a = pose.map_or(pair.b_in_a, |pose| pair.b_in_a.after(pose));
        overlaps |= match separation(&Pair { a: pair.a, b: shape, b_in_a }, &settings, scratch) {
            CompositeRelation::Near { separation, .. } => separation.distance < -slack,
            CompositeRelation::Beyond { .. } => false,
            CompositeRelation::Undefined => true,
        };
    });
    overlaps
}

/// By how much a point of a shape moves if the shape turns by the tolerance of normals.
pub(crate) fn slack<W: Vector<Scalar = f64>>(bounds: &Aabb<W>) -> f64 {
    let extents = bounds.max - bounds.min;
    // Infinite ones, as of a solid height field downward, do not count.
    ANGLE * (0..W::DIM).map(|axis| extents.get(axis)).filter(|extent| extent.is_finite()).sum::<f64>()
}

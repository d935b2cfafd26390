//! A collider, as the caller describes it, as the stage keeps it, and as a broadphase reads it.

use clinch_shapes::Shaped;
use clinch_support::Scalar;

use crate::attributes::Attributes;
use crate::pair_key::Standing;

/// A collider as it is called: what it is, and where.
#[derive(Debug)]
pub struct Present<'p, K, V: Shaped, P> {
    /// Its shape.
    pub shape: &'p V::Shape,
    /// The shape may not be last tick's. False saves comparing them, which for a large hull is worth it.
    pub edited: bool,
    /// Where it is.
    pub place: P,
    /// All else.
    pub attributes: Attributes<K, V::Scalar>,
}

/// One who takes part.
#[derive(Clone, Debug)]
pub(crate) struct Member<K, V: Shaped> {
    pub(crate) standing: Standing<K>,
    pub(crate) shape: V::Shape,
    pub(crate) attributes: Attributes<K, V::Scalar>,
    /// Counts the shapes it has had.
    pub(crate) version: u32,
}

impl<K: Copy + Eq, V: Shaped> Member<K, V> {
    pub(crate) fn key(&self) -> K {
        self.standing.key
    }

    /// The body it is part of, or itself.
    pub(crate) fn body(&self) -> K {
        self.attributes.body.unwrap_or(self.standing.key)
    }
}

/// One who takes part, as a broadphase sees it.
#[derive(Clone, Copy, Debug)]
pub struct Participant<'t, K, V: Shaped, P> {
    /// Its key.
    pub key: K,
    /// Its shape.
    pub shape: &'t V::Shape,
    /// Where it is.
    pub place: &'t P,
    /// All else.
    pub attributes: &'t Attributes<K, V::Scalar>,
    /// At rest, and neither moved nor changed since the tick before: pairs of two such need not be found again.
    pub undisturbed: bool,
}

impl<K: Copy, V: Shaped, P> Participant<'_, K, V, P> {
    /// How far the bounds of the shape must be grown for a pair to be found: the skin and its part of the margin, of which the stage's half is `half`.
    pub fn reach(&self, half: V::Scalar) -> V::Scalar {
        let own = self.attributes.margin.unwrap_or(half);
        let positive = |length: V::Scalar| if length > V::Scalar::ZERO { length } else { V::Scalar::ZERO };
        positive(own) + positive(self.attributes.skin)
    }
}

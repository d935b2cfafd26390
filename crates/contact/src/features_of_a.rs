//! Which features of A a feature id is made of, for shapes made of parts that share features.

use crate::clip::tag;
use crate::manifold::FeatureId;

/// The features of A at a contact point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeaturesOfA {
    /// An edge, where it crosses one of B's.
    Edge(u32),
    /// Two edges: the vertex that they share.
    TwoEdges(u32, u32),
    /// A vertex, which is the end of an edge.
    Vertex(u32),
}

impl FeatureId {
    /// The features of A that meet here. `None` if there are none, and for
    /// [`WITNESS`](Self::WITNESS).
    pub fn of_a(self) -> Option<FeaturesOfA> {
        use FeaturesOfA::{Edge, TwoEdges, Vertex};
        if self == Self::WITNESS {
            return None;
        }
        let of_a = |tag: u64| tag::is_of_a(tag as u32).then_some(tag as u32);
        match (of_a(self.0 >> 32), of_a(self.0 & u64::from(u32::MAX))) {
            (Some(one), Some(_)) if tag::is_end(one) => Some(Vertex(tag::number(one))),
            (Some(one), Some(other)) => Some(TwoEdges(tag::number(one), tag::number(other))),
            (Some(edge), None) | (None, Some(edge)) => Some(Edge(tag::number(edge))),
            (None, None) => None,
        }
    }

    /// The id with the features of A replaced by `key`. A whole made of parts that share features
    /// gives these a number of their own, so that a point keeps its id when it crosses from one
    /// part to another. Different keys give different ids if those of two edges or a vertex have
    /// their highest bit set, and those of one edge have not.
    #[must_use]
    pub fn with_key_of_a(self, key: u32) -> Self {
        let of_b = [self.0 >> 32, self.0 & u64::from(u32::MAX)].into_iter().find(|&tag| !tag::is_of_a(tag as u32));
        Self(u64::from(key) << 32 | of_b.unwrap_or(0))
    }
}

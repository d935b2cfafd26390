//! Which sides of a surface have contacts, and what its border is.

/// What a surface of triangles, or of segments in 2D, stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Sides {
    /// A surface with contacts in front of its parts: of triangles from where their corners are
    /// counter-clockwise, of segments on the right side of their direction.
    One,
    /// A surface with contacts on both sides.
    Two,
    /// A solid: what is behind the surface belongs to the shape.
    Solid,
}

/// What the edges are that belong to one triangle only, and in 2D the ends that belong to one
/// segment only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum BoundaryEdges {
    /// The surface ends there, and a body can touch the edge or end from the side.
    #[default]
    Hard,
    /// The surface continues in another shape, as at the border of a tile of terrain. Contacts have
    /// the normal of the triangle or segment. Where both shapes slope down from the border, a body
    /// that touches only the ridge between them has no contact: let such tiles share a level strip,
    /// or a chain its ghost vertices.
    Open,
}

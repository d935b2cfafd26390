//! Which sides of a surface are solid, and where it ends.

/// What a mesh is besides a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sides {
    /// A surface that has contacts in front of its triangles, from where they are
    /// counter-clockwise.
    One,
    /// A surface that has contacts on both sides.
    Two,
    /// A solid: what the surface encloses belongs to the shape.
    Solid,
}

/// What the edges of a surface are to which one triangle only belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoundaryEdges {
    /// Edges that a body can hit from the side.
    #[default]
    Hard,
    /// Edges at which the surface goes on in another shape, as at the border of a tile of terrain.
    Open,
}

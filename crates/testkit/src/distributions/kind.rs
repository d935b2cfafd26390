//! The kinds of shapes that generators draw.

/// A kind of shape. In the plane, a ball is a disc, a hull a polygon and an ellipsoid an ellipse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A point.
    Point,
    /// A segment.
    Segment,
    /// A triangle.
    Triangle,
    /// A box.
    Box,
    /// A hull or polygon.
    Hull,
    /// A ball or disc.
    Ball,
    /// A capsule.
    Capsule,
    /// A box, segment, triangle or hull with a radius.
    Rounded,
    /// 3D: a cylinder.
    Cylinder,
    /// 3D: a cone.
    Cone,
    /// 3D: a frustum.
    Frustum,
    /// A tapered capsule.
    TaperedCapsule,
    /// An ellipsoid or ellipse.
    Ellipsoid,
    /// 2D: half an ellipse.
    HalfEllipse,
    /// 2D: a sector of a disc.
    Sector,
    /// 2D: a regular polygon.
    RegularPolygon,
    /// A half-space or half-plane.
    Halfspace,
    /// Another shape swept by a radius.
    Swept,
    /// A shape that is scaled along the axes, perhaps mirrored.
    Scaled,
    /// A shape at a pose within its own frame.
    Posed,
    /// The Minkowski sum of two shapes.
    Sum,
    /// The convex hull of a few shapes.
    HullOf,
}

/// The kinds that exist in the plane only.
const PLANE: [Kind; 3] = [Kind::HalfEllipse, Kind::Sector, Kind::RegularPolygon];
/// The kinds that exist in space only.
const SPACE: [Kind; 3] = [Kind::Cylinder, Kind::Cone, Kind::Frustum];

impl Kind {
    /// Polytopes, swept by a radius or not.
    pub const POLYTOPES: [Self; 8] =
        [Self::Point, Self::Segment, Self::Triangle, Self::Box, Self::Hull, Self::Ball, Self::Capsule, Self::Rounded];

    /// The kinds that wrap other shapes, [`Rounded`](Self::Rounded) excepted.
    pub const WRAPPERS: [Self; 5] = [Self::Swept, Self::Scaled, Self::Posed, Self::Sum, Self::HullOf];

    /// All kinds that exist in this dimension.
    pub fn all(dim: usize) -> Vec<Self> {
        let own = if dim == 2 { PLANE } else { SPACE };
        let both = [Self::TaperedCapsule, Self::Ellipsoid, Self::Halfspace];
        Self::POLYTOPES.into_iter().chain(own).chain(both).chain(Self::WRAPPERS).collect()
    }

    /// Whether the kind exists in this dimension.
    pub fn exists_in(self, dim: usize) -> bool {
        let missing = if dim == 2 { SPACE } else { PLANE };
        !missing.contains(&self)
    }
}

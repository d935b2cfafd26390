//! Shapes made of convex parts: which parts there are, what joins them, and which are near.
//!
//! * [`TriMesh`] is a surface of triangles with their [neighbours](Neighbor), and, if it is closed,
//!   a solid. Its constructor validates it, and nothing after that can fail. Scaled and mirrored
//!   instances share its data.
//! * [`HeightField`] is terrain: heights over a grid. It has the same queries, and no tree.
//! * [`Chain`] and [`HeightField2`] are their twins in 2D, of segments instead of triangles: a loop
//!   of segments is a solid, and ghost vertices continue an open chain.
//!   [`tile_outlines`](Chain::tile_outlines) makes chains of a tile map.
//! * [`Voxels`] is a set of filled cells, whose surface is that of the exposed faces.
//! * [`Compound`] is convex shapes at poses, in 2D and 3D.
//! * Each part is a sub-shape; its [`SubShapeId`] is the index that the user gave it.
//! * Queries: [`ray_cast`](TriMesh::ray_cast) is watertight, [`project`](TriMesh::project) finds
//!   the nearest point, [`contains`](TriMesh::contains) is exact.
//! * [`Composite`] is what a contact algorithm needs of such a shape. Its [`NormalCone`]s decide
//!   which contacts of a part are contacts of the whole, so that bodies do not catch on inner
//!   edges.
//!
//! All signs on which the topology of an answer depends are exact (Shewchuk, *Adaptive Precision
//! Floating-Point Arithmetic and Fast Robust Geometric Predicates*, 1997). No answer depends on how
//! the tree was built.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod sub_shape;

mod exact;
mod line;
mod unit_frame;

mod instance_tree;

mod neighbor;
mod sides;

mod normal_cone;

mod composite;
mod near_parts;
mod part_search;

mod geometry;

mod surface;
mod surface_edge;
mod surface_triangle;

mod query;

mod mesh;

mod height_field;

mod planar;

mod chain;

mod height_field2;

mod compound;

mod voxels;

mod repair;

mod composite_shape;

mod posed_bounds;

mod collider_shape;

pub use chain::{Chain, ChainError, ChainReport};
pub use collider_shape::ColliderShape;
pub use composite::{Composite, SubShapeVisitor};
pub use composite_shape::{CompositeShape2, CompositeShape3, CompositeSpace, CustomComposite};
pub use compound::{Compound, CompoundError};
pub use geometry::{Geometry, GeometryVisitor};
pub use height_field::{Cell, HeightField, HeightFieldError};
pub use height_field2::{HeightField2, HeightField2Error};
pub use mesh::{MeshError, TriMesh};
pub use neighbor::{EdgeKind, Neighbor};
pub use normal_cone::NormalCone;
pub use part_search::{PartSearch, Region};
pub use posed_bounds::posed_bounds;
pub use query::{Faces, Projection, SurfaceHit, SurfaceRay, SurfaceRayOutcome};
pub use repair::{Orient, RepairOptions, RepairReport};
pub use sides::{BoundaryEdges, Sides};
pub use sub_shape::{Feature, FeatureKey, SubShapeId};
pub use surface_triangle::{EdgeBeyond, SurfaceTriangle};
pub use voxels::{Voxels, VoxelsError};

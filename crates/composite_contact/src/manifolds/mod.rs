//! From the contacts of the parts to the manifolds of the pair.

pub(crate) mod kept_contact;
pub(crate) mod point_id;
pub(crate) mod same_normal;

pub(crate) mod shared_point;

pub(crate) mod cover;

pub(crate) mod inner_normals;

pub(crate) mod projected_corners;

pub(crate) mod triangles_below;

pub(crate) mod level_edges;

pub(crate) mod manifold_points;

pub(crate) mod write_manifolds;

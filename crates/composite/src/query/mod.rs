//! Rays, nearest points and normals of a surface of triangles.

mod ray;
mod ray_space;

mod triangle_point;

mod fan;
mod pseudo_normal;

mod cone;

mod project;
mod ray_cast;

pub use project::Projection;
pub use ray::{Faces, SurfaceHit, SurfaceRay, SurfaceRayOutcome};

pub(crate) use cone::{continues, feature_key, normal_cone, surface_triangle};
pub(crate) use project::project;
pub(crate) use ray_cast::ray_cast;
pub(crate) use triangle_point::nearest;

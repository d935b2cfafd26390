//! Rays, nearest points and normal cones of surfaces of segments, in 2D.

mod polyline;

mod corner;

mod cone;

mod project;
mod ray_cast;

pub(crate) use cone::{continues, feature_key, joint, normal_cone};
pub(crate) use polyline::{Beyond, Polyline};
pub(crate) use project::project;
pub(crate) use ray_cast::ray_cast;

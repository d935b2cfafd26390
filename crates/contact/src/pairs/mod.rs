//! One file per pair of cores: closed forms that answer what they can prove.

pub(crate) mod box_box;
pub(crate) mod box_box_2d;
pub(crate) mod box_triangle;
pub(crate) mod half_space;
pub(crate) mod point_box;
pub(crate) mod revolution;
pub(crate) mod segment_box;
pub(crate) mod segment_distance;
pub(crate) mod segment_segment;
pub(crate) mod sphere_sphere;

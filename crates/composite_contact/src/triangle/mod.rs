//! The geometry of one triangle of a surface, or of one segment in 2D, and the test of a normal
//! against the normal cones of its features.

pub(crate) mod edge_set;
pub(crate) mod prism;

pub(crate) mod nearest_on_triangle;

pub(crate) mod facet;

pub(crate) mod surface_part;

pub(crate) mod facing_facet;

pub(crate) mod cone_test;
pub(crate) mod segment_triangle;

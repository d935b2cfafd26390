//! Repair of triangle meshes, on request.
//!
//! The steps are those of surveys of the field: Attene, Campen and Kobbelt, *Polygon Mesh
//! Repairing: An Application Perspective* (2013), and Guéziec, Taubin, Lazarus and Horn, *Cutting
//! and Stitching: Converting Sets of Polygons to Manifold Surfaces* (2001).

mod options;

mod draft;

mod drop;
mod orient;
mod split;
mod weld;

mod repaired;

pub use options::{Orient, RepairOptions, RepairReport};

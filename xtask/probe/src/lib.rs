//! Every query on one pair of shapes, for the soak and the fuzz target.
//!
//! * [`subject`]: two shapes of the program, built once for many queries.
//! * [`properties`]: what must be true of an answer, whatever the truth is.
//! * [`bytes`] and [`draw`](fn@draw): a pair with poses and motions from any bytes. Seven in eight
//!   are tame: no number is extreme. A coverage-guided fuzzer changes the bytes.
//! * [`api`]: the queries of the modules `d2` and `d3` on one pair, and what must be true of their
//!   answers, even for infinite or extreme numbers.
//! * [`motions`], [`one_shape`], [`cook`]: what must be true of casts, of one shape, of the hull of
//!   points and of meshes.
//! * [`examine`]: all of these for one drawn pair.
//!
//! The fuzz target `pair` is all of this. There are others for composite shapes, each a function
//! from bytes to an [`Outcome`]:
//!
//! * [`mesh`](fn@mesh): lists of vertices and triangles, which are a mesh or refused, and a body.
//! * [`composites`](fn@composites): two composite shapes in either dimension and precision.
//! * [`stage_edits`](fn@stage_edits): colliders of convex and composite shapes in a contact table,
//!   and edits of them between its ticks.
//!
//! The fuzz targets are the package in `fuzz`. Their findings, and the inputs that a search begins
//! with, are in `fuzz/corpus`; the tests of this package replay them.

use clinch_instances as _;

pub mod subject;

pub mod properties;

pub mod bytes;

mod draw;

pub mod api;

pub mod cook;
pub mod motions;
pub mod one_shape;

pub mod examine;

mod outcome;

mod bodies;
mod triangles;

mod mesh;

mod composite_shapes;

mod composites;

mod stage_edits;

pub use composites::composites;
pub use mesh::mesh;
pub use outcome::Outcome;
pub use stage_edits::stage_edits;

pub use draw::{Drawn, draw};

//! Filled cells of a grid, whose surface is that of the exposed faces.

mod error;
mod face;

mod block;

mod grid;

mod surface;

mod composite;
mod queries;

#[cfg(feature = "serde")]
mod serde_impls;

pub use error::VoxelsError;
pub use grid::Voxels;

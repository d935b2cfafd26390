//! Convex shapes at poses as one shape.

mod error;

mod shape;

mod composite;

#[cfg(feature = "serde")]
mod serde_impls;

pub use error::CompoundError;
pub use shape::Compound;

//! The height field in 2D.

mod error;

mod field;

mod surface;

mod composite;
mod queries;

#[cfg(feature = "serde")]
mod serde_impls;

pub use error::HeightField2Error;
pub use field::HeightField2;

//! The height field.

mod cell;
mod error;

mod field;

mod surface;

mod composite;
mod queries;

#[cfg(feature = "serde")]
mod serde_impls;

pub use cell::Cell;
pub use error::HeightFieldError;
pub use field::HeightField;

//! The chain of segments.

mod error;

mod data;

mod instance;

mod contains;

mod surface;

mod composite;
mod queries;
mod repair;
mod tiles;

#[cfg(feature = "serde")]
mod serde_impls;

pub use error::ChainError;
pub use instance::Chain;
pub use repair::ChainReport;

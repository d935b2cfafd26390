//! clinch as the narrowphase of avian.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod dimension;

mod collider;
mod scaled_compound;

mod point_numbers;

mod pair_memory;

mod contacts;

mod adapter;

#[cfg(feature = "d3")]
pub mod d3;

#[cfg(feature = "d3")]
mod constructors3;

#[cfg(feature = "d2")]
pub mod d2;

#[cfg(feature = "d2")]
mod constructors2;

pub use collider::Collider;
pub use dimension::Dimension;
pub use pair_memory::PairMemories;

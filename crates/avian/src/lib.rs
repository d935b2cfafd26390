//! clinch as the narrowphase of avian.
#![cfg_attr(feature = "d3", doc = "", doc = include_str!("../README.md"))]
//!
//! # The modules
//!
//! `d3` is for avian3d, and `d2` for avian2d; each is a feature, and `d3` is on by default. avian3d
//! and avian2d are two crates with the same names, so the adapters of their traits are macros, and
//! all else is generic over [`Dimension`].

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod dimension;

mod collider;
mod scaled_compound;

mod point_numbers;

mod pair_memory;

mod contacts;

mod queries;

mod adapter;
mod spatial;

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

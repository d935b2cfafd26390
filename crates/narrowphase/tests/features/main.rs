//! What only a feature adds. A program of its own, so that the others need not be compiled again to run these with all features.

#[path = "../stage/common/mod.rs"]
mod common;

mod app;
mod global_transform;
mod reflect;
mod snapshot_serde;

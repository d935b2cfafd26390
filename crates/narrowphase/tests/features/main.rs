//! Tests that need cargo features. A test binary of its own, so that the other tests need not be
//! compiled again to run these with all features.

#[path = "../stage/common/mod.rs"]
mod common;

mod app;
mod global_transform;
mod reflect;
mod snapshot_serde;

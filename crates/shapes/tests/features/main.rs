//! Tests of what a feature adds. A program of its own, so that running them with all features does
//! not compile the other tests again.

#[path = "../shapes/common.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod common;

mod serde_round_trip;

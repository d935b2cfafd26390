//! What a cargo feature adds. A test program of its own, so that the others need not be compiled
//! again with all features.

#[path = "../contact/common.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod common;
#[path = "../contact/erased.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod erased;

mod written;

//! What only a feature adds. A program of its own, so that the others need not be compiled again to run these with all features.

#[path = "../contact/asked.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod asked;
#[path = "../contact/common.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod common;

mod written;

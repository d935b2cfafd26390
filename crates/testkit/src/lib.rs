//! placeholder

pub mod recording;

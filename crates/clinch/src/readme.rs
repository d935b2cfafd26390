//! Compiles and runs the README's snippets, one of which is about the stage.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;

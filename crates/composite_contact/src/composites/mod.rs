//! Queries of two composite shapes without a manifold: the least of the answers of B's parts.

pub(crate) mod nearness;
pub(crate) mod normal_of_b;

pub(crate) mod motion;

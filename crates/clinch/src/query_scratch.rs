//! Buffers of the queries of any two shapes.

use clinch_composite_contact::CompositeScratch;
use clinch_contact::{Scratch, Space};

/// Buffers for many queries. Those for composite shapes are made when one is met.
pub(crate) struct QueryScratch<V: Space> {
    convex: Scratch<V>,
    composite: Option<Box<CompositeScratch<V>>>,
}

impl<V: Space> QueryScratch<V> {
    pub(crate) fn new() -> Self {
        Self { convex: Scratch::new(), composite: None }
    }

    pub(crate) fn convex(&mut self) -> &mut Scratch<V> {
        &mut self.convex
    }

    pub(crate) fn composite(&mut self) -> &mut CompositeScratch<V> {
        self.composite.get_or_insert_with(|| Box::new(CompositeScratch::new()))
    }
}

//! The figures, each a function that draws it from the answers of real queries.

mod axes;
mod bounds;
mod casts;
mod debug_lines;
mod epa;
mod gjk_plane;
mod gjk_space;
mod hill_climbing;
mod internal_edges;
mod manifolds;
mod narrowphase;
mod rounding;
mod skin;
mod steps;
mod support;
mod tick;
mod ticks;

/// A figure of the book.
pub struct Figure {
    /// The name of its file, without the extension.
    pub name: &'static str,
    /// Draws it, as SVG.
    pub draw: fn() -> anyhow::Result<String>,
}

/// All figures, in the order of the chapters.
pub const FIGURES: &[Figure] = &[
    Figure { name: "narrowphase", draw: narrowphase::draw },
    Figure { name: "support", draw: support::support },
    Figure { name: "difference", draw: support::difference },
    Figure { name: "gjk-plane", draw: gjk_plane::draw },
    Figure { name: "gjk-space", draw: gjk_space::draw },
    Figure { name: "bounds-plane", draw: bounds::plane },
    Figure { name: "bounds-steps", draw: bounds::steps },
    Figure { name: "hill-climbing", draw: hill_climbing::draw },
    Figure { name: "warm-start", draw: ticks::draw },
    Figure { name: "epa", draw: epa::draw },
    Figure { name: "separating-axes", draw: axes::draw },
    Figure { name: "manifolds", draw: manifolds::draw },
    Figure { name: "internal-edges", draw: internal_edges::draw },
    Figure { name: "cast", draw: casts::draw },
    Figure { name: "rounding", draw: rounding::draw },
    Figure { name: "tick", draw: tick::draw },
    Figure { name: "skin", draw: skin::draw },
    Figure { name: "debug-lines", draw: debug_lines::draw },
];

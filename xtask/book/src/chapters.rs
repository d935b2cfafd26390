//! The chapters, as documentation: each snippet is compiled and run by `cargo test`.
//!
//! mdBook and rustdoc read the same text. A line that begins with `# ` is compiled and hidden in
//! both.

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/what-a-narrowphase-is.md")]
mod what_a_narrowphase_is {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/support-mappings.md")]
mod support_mappings {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/gjk-in-the-plane.md")]
mod gjk_in_the_plane {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/gjk-in-space.md")]
mod gjk_in_space {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/distance-with-bounds.md")]
mod distance_with_bounds {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/warm-start.md")]
mod warm_start {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/epa.md")]
mod epa {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/separating-axes.md")]
mod separating_axes {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/manifolds.md")]
mod manifolds {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/internal-edges.md")]
mod internal_edges {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/casts.md")]
mod casts {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/scale-and-rounding.md")]
mod scale_and_rounding {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/embedding.md")]
mod embedding {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/tuning.md")]
mod tuning {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/debugging.md")]
mod debugging {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/hill-climbing.md")]
mod hill_climbing {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/book/src/reading-the-benchmarks.md")]
mod reading_the_benchmarks {}

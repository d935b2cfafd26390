//! What a profiler sees of a tick: a span for each step and for each worker's share of the rows, with how much there was to do.
//!
//! Spans are of the target `clinch` and the level info, as bevy's own are of systems. Without the feature `tracing` there is nothing: how much there was is
//! compiled, so that it does not go stale, and never asked.

/// From here to the end of the block is a step: its name, and how much there is to do. On another thread it says which span it is part of.
#[cfg(feature = "tracing")]
macro_rules! step {
    ($name:literal, $field:ident = $count:expr) => {
        let _step = tracing::info_span!(target: "clinch", $name, $field = $count).entered();
    };
    ($name:literal, $field:ident = $count:expr, of $parent:expr) => {
        let _step = tracing::info_span!(target: "clinch", parent: $parent, $name, $field = $count).entered();
    };
}

#[cfg(not(feature = "tracing"))]
macro_rules! step {
    ($name:literal, $field:ident = $count:expr $(, of $parent:expr)?) => {
        let _ = || ($count, $($parent)?);
    };
}

pub(crate) use step;

/// The span that this is in.
#[cfg(feature = "tracing")]
pub(crate) fn here() -> tracing::Span {
    tracing::Span::current()
}

#[cfg(not(feature = "tracing"))]
pub(crate) fn here() -> [(); 0] {
    []
}

//! Profiling spans: one for each step of a tick and one for each chunk of rows, with the amount of
//! work as a field.
//!
//! Spans have the target `clinch` and the level info, as bevy's own system spans have. Without the
//! feature `tracing` the macro compiles the count, so that it cannot go stale, but never evaluates
//! it.

/// Opens a span that ends with the enclosing block. Takes its name and the amount of work; on
/// another thread also the parent span.
#[cfg(feature = "tracing")]
macro_rules! span {
    ($name:literal, $field:ident = $count:expr) => {
        let _span = tracing::info_span!(target: "clinch", $name, $field = $count).entered();
    };
    ($name:literal, $field:ident = $count:expr, of $parent:expr) => {
        let _span = tracing::info_span!(target: "clinch", parent: $parent, $name, $field = $count).entered();
    };
}

#[cfg(not(feature = "tracing"))]
macro_rules! span {
    ($name:literal, $field:ident = $count:expr $(, of $parent:expr)?) => {
        let _ = || ($count, $($parent)?);
    };
}

pub(crate) use span;

/// The innermost open span of this thread.
#[cfg(feature = "tracing")]
pub(crate) fn current_span() -> tracing::Span {
    tracing::Span::current()
}

#[cfg(not(feature = "tracing"))]
pub(crate) fn current_span() -> [(); 0] {
    []
}

//! The general path: any two convex shapes.
//!
//! 1. The facet of A − B that was last tick's answer, if it still proves itself ([`cached_facet`]).
//! 2. Corners and edges at a box or a solid of revolution, which prove themselves
//!    ([`revolution`](crate::pairs::revolution)).
//! 3. Separating axes, for polytopes of few faces ([`sat`]).
//! 4. GJK; and where the cores overlap, EPA on the same record ([`search`]).

mod cached_facet;
pub(crate) mod path;
pub(crate) mod sat;
mod search;
mod simplex_depth;

//! The general path: any two convex shapes.
//!
//! 1. The facet of A − B that was last tick's answer, if it is still proved ([`cached_facet`]).
//! 2. The facet by which a line through the origin leaves A − B, for hulls ([`guessed_facet`]).
//! 3. Vertices and edges against a box or a solid of revolution, proved by themselves
//!    ([`revolution`](crate::pairs::revolution)).
//! 4. Separating axes, for polytopes of few faces ([`sat`]).
//! 5. GJK, and EPA on the same record where the cores overlap ([`gjk_epa`]).

mod cached_facet;
mod gjk_epa;
mod guessed;
mod guessed_facet;
pub(crate) mod path;
pub(crate) mod sat;
mod simplex_depth;

//! The general path: any two convex shapes.
//!
//! 1. The facet of A − B that was last tick's answer, if it is still proved ([`cached_facet`]).
//! 2. Vertices and edges against a box or a solid of revolution, proved by themselves
//!    ([`revolution`](crate::pairs::revolution)).
//! 3. Separating axes, for polytopes of few faces ([`sat`]).
//! 4. GJK, and EPA on the same record where the cores overlap ([`gjk_epa`]).

mod cached_facet;
mod gjk_epa;
mod guessed;
pub(crate) mod path;
pub(crate) mod sat;
mod simplex_depth;

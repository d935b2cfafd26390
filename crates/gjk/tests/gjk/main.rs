//! Tests of GJK, in one program: most of the time that a test program costs is its build.

mod polytopes;

mod cast;
mod guess;
mod guessed_distances;
mod guessed_facets;
mod hostile;
mod rims_over_edges;
mod small_gaps;
mod sub_distance;
mod trace;
mod worked_examples;

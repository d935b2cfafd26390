//! Contacts, distances and casts through the public functions. One test program, because several
//! would each compile all of it.

mod common;
mod erased;

mod aligned_faces;
mod along_borders;
mod closed_forms;
mod guessed_distances;
mod guessed_overlaps;
mod half_spaces;
mod hulls_on_edges;
mod infinite_skins;
mod overlap;
mod placed_pairs;
mod posed;
mod random;
mod resting;
mod revolution;
mod rims;
mod round;
mod sat;
mod sphere_and_revolution;
mod sphere_pairs;
mod support_hints;
mod wrappers;

mod recycled_within;
mod recycling;
mod tracking;

mod cast_closed_forms;
mod cast_portals;
mod casts;
mod casts_at_rounding;
mod time_of_impact;

mod bounding_spheres;
mod points_on_their_shapes;
mod soak_regressions;
mod witness_points;

//! Contacts, measures and casts, asked through the crate's own door. One program, for each would compile all of it anew.

mod asked;
mod common;

mod at_once;
mod ball_and_solid;
mod closed_forms;
mod corners;
mod half_spaces;
mod hints;
mod overlap;
mod posed;
mod random;
mod resting;
mod rims;
mod round;
mod sat;
mod seams;
mod wrappers;

mod recycling;
mod tracking;

mod cast_portals;
mod cast_short_ways;
mod casts;
mod casts_at_the_noise;
mod time_of_impact;

mod far;
mod found_by_soak;
mod points_on_their_shapes;
mod witness_points;

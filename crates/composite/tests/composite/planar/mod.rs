//! Chains and height fields in 2D against brute force, and what their constructors refuse.

mod cones;
mod construction;
mod contains;
mod hostile;
mod points;
mod rays;
mod shapes;
mod tiles;

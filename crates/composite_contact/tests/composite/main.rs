//! Contacts of composite shapes against planes, hulls, brute force and themselves.

mod common;
mod compound_point;
mod convex;
mod flush;
mod invariance;
mod minima;
mod plate;
mod pressed;
mod solid;
mod tracking;
mod users;
mod voxels;

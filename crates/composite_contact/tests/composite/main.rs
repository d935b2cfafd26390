//! Contacts of composite shapes against planes, hulls, brute force and themselves.

mod boxes;
mod casts;
mod common;
mod convex;
mod covered;
mod explained;
mod far_corners;
mod flush;
mod found_by_soak;
mod impacts;
mod invariance;
mod minima;
mod nearness;
mod planar;
mod plate;
mod pressed;
mod rays;
mod recycled;
mod solid;
mod surface;
mod tiles;
mod tracking;
mod triangle_cache;
mod users;
mod voxels;

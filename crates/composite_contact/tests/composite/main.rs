//! Contacts of composite shapes against planes, hulls, brute force and themselves.

mod casts;
mod common;
mod convex;
mod impacts;
mod invariance;
mod minima;
mod nearness;
mod plate;
mod pressed;
mod rays;
mod solid;
mod tracking;
mod users;

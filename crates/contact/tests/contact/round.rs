//! Manifolds of round shapes: enough points, spread enough, as deep as the query says, and the same
//! points while the shapes roll.
//!
//! * Everything rests on a base whose top is y = 0, and every query runs in both orders: the
//!   swapped pair must have the mirrored manifold.
//! * Depths and patches are closed forms, or polygons of many corners clipped by independent loops.

mod scene;

mod on_cap;
mod on_side;
mod planar;

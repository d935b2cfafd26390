//! Manifolds of round shapes: enough points, spread enough, as deep as the query says, and the same ones while they roll.
//!
//! * Everything stands or lies on a foundation whose top is y = 0, and everything is asked both ways round: the swap must give the mirrored manifold.
//! * Depths and patches are closed forms, or outlines of many corners clipped by loops of our own.

mod scene;

mod lying;
mod plane;
mod standing;

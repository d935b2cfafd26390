//! *Where do they touch?* — two shapes and a relative pose become a contact manifold.
//!
//! * [`measure`]: the signed distance of two swept shapes, with a normal, witness points and bounds. Closed forms for points and segments, and
//!   for what looks at a cylinder, cone or frustum with a corner or an edge; the separating axis test for boxes and polytopes of few faces; else GJK and, where the cores
//!   overlap, EPA on the same record.
//! * [`overlap`](fn@overlap): only whether they touch, for less.
//! * [`collide`]: the manifold. The features that face each other along the normal are clipped against each other, reduced to four points (two in
//!   2D) and matched with last tick's.
//!
//! * [`cast`](fn@cast): when B, moving along a line, comes near A.
//! * [`time_of_impact`](fn@time_of_impact): when two shapes that move and turn come near each other.
//! * [`contains`], [`project`], [`ray_cast`]: a point or a ray and one shape.
//!
//! Geometry only: no entity, no world position, no time, no velocity, no friction.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod manifold;
mod pair;
mod settings;

mod far;

mod closed;
mod corners;
mod half_space;
mod held;
mod in_box;
mod measure;
mod plain;
mod radii;
mod rod_at_box;
mod sat;

mod clip;
mod clip2;
mod clip3;
mod reduce;
mod track;

mod overlap;
mod recall;

mod balls;
mod box_faces;
mod boxes;
mod rectangles;
mod rods;

mod collide;

mod impact;

mod cast;
mod cast_balls;
mod cast_rods;
mod line;
mod point;
mod time_of_impact;

#[cfg(feature = "serde")]
mod written;

pub use cast::{CastSettings, cast};
pub use clip::{Clip, Clipped, Clipping};
pub use collide::collide;
pub use impact::{Cast, CastOutcome, Impact, StartRule};
pub use manifold::{ContactPoint, FeatureId, Manifold};
pub use measure::{Measured, Relation, Separation, distance, measure};
pub use overlap::{Overlap, overlap};
pub use pair::{Counts, Memory, Pair, Scratch};
pub use point::{Ray, contains, project, ray_cast};
pub use settings::Settings;
pub use time_of_impact::{SweepSettings, Swept, time_of_impact};

//! How far apart are two convex shapes? GJK on their cores, in 2D and 3D, `f32` and `f64`.
//!
//! * [`distance`](fn@distance) gives witness points, a normal and two bounds, or a simplex that
//!   contains the origin.
//! * [`intersects`] decides whether the cores share a point, and stops as soon as either answer is
//!   proved.
//! * [`guess`](fn@guess) decides the same for polytopes by a search in `f32` whose end is proved in
//!   `f64`. `intersects` and `distance` start with it; [`search`](fn@search) does not.
//! * [`cast`](fn@cast) gives the first moment at which the cores are near, as B moves along a line,
//!   with the proof that nothing happens before.
//! * [`Start`] carries the vertices of one answer to the next query.
//!
//! This crate has no shapes. A query sees a [`Difference`](clinch_support::Difference) and pushes
//! every vertex it finds on the caller's [`Record`](clinch_support::Record), which EPA and the
//! contact manifold read.
//!
//! ```
//! use clinch_gjk::{Limits, Outcome, Start, distance};
//! use clinch_support::{Difference, Pose, Record, Support, SupportMap};
//! use glam::{DVec3, Vec3};
//!
//! /// |x|, |y|, |z| ≤ 1.
//! struct Cube;
//!
//! impl SupportMap<Vec3> for Cube {
//!     fn support(&self, direction: Vec3) -> Support<Vec3> {
//!         Support { point: direction.signum(), id: None }
//!     }
//! }
//!
//! let mut record = Record::new();
//! let b_in_a = Pose::at(DVec3::new(5.0, 0.5, 0.0));
//! let difference = Difference::<_, _, Vec3>::new(&Cube, &Cube, &b_in_a);
//! let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut record);
//! let Outcome::Apart(apart) = &answer.outcome else { panic!("{answer:?}") };
//! assert_eq!((apart.distance, apart.normal), (3.0, DVec3::X));
//! assert!(apart.lower <= 3.0 && 3.0 <= apart.upper && apart.verify(&difference));
//! assert_eq!((apart.point_a.x, apart.point_b.x), (1.0, -1.0)); // each in its own frame
//! // The record has the support points that the simplex is made of.
//! assert!(apart.simplex.iter().all(|&index| record[index].a.point.x == 1.0));
//!
//! let beyond = distance(&difference, &Start::cold(), &Limits::within(2.0), &mut record);
//! assert!(matches!(beyond.outcome, Outcome::Beyond { at_least, .. } if at_least > 2.0));
//! ```
//!
//! # Terms
//!
//! * A − B is the Minkowski difference: the set of all a − b, with a in A and b in B. Its distance
//!   from the origin is the distance of A and B.
//! * A *simplex* is a point, segment, triangle or tetrahedron whose vertices are vertices of A − B.
//! * The *sub-distance step* finds the point of a simplex nearest the origin, and the vertices that
//!   carry it.
//! * *Witness points* are the nearest points of A and B.
//! * A *rim* is a circle of a shape on which its support points are, as of a cylinder or cone.
//! * *Rounding* is the size of the `f64` rounding of coordinates, 8ε of the size of the shapes.
//!   Smaller lengths are meaningless.

// On docs.rs, whose compiler is a nightly, each item names the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod limits;
mod outcome;
mod start;

mod answer;
mod distance;
mod facet_query;
mod first_simplex;
mod guess;
mod intersects;
mod proved_simplex;

mod cast;
mod cast_axes;
mod cast_outcome;
mod cast_search;

mod advancing_simplex;
mod entry;

mod verify;

mod affine_hull;
mod nearest_on_simplex;
mod sub_distance;
mod sub_distance2;
mod sub_distance3;

mod newton;
mod orthogonal;
mod rim;
mod rim_features;

mod portal;
mod portal2;
mod portal3;

#[cfg(feature = "serde")]
mod serde_impls;

pub use affine_hull::{NearestOnAffineHull, nearest_on_affine_hull};
pub use cast::cast;
pub use cast_outcome::{Arrival, Cast, CastLimits, CastOutcome};
pub use distance::{distance, search};
pub use guess::{FacetEnd, FacetGuess, Guess, LaneDifference, LaneVertex, Proof, guess, guess_facet};
pub use intersects::intersects;
pub use limits::Limits;
pub use nearest_on_simplex::{NearestOnSimplex, nearest_on_simplex};
pub use newton::{NearestOnRims, newton_on_rims};
pub use outcome::{Answer, Outcome, Separation, Simplex, Stop, Touch};
pub use portal::{PortalOutcome, PortalSurface, PortalVertex};
pub use proved_simplex::{ProvedDistance, prove_distance};
pub use rim_features::RimSimplex;
pub use start::Start;
pub use sub_distance::{GjkSpace, GjkVector, SubDistance};
pub use verify::{is_apart, is_overlap};

//! The names that belong to no dimension, to import with `*` beside [`d2`](crate::d2) or
//! [`d3`](crate::d3).
//!
//! `use clinch::*` is not meant for that: the root also has `Answer`, `Impact`, `Motion`,
//! `Penetration`, `PointProjection`, `Ray` and `SpatialQuery`, generic over the vector, and the
//! modules of a dimension have aliases of the same names. None of them is here, and no name that is
//! here is in [`d2`](crate::d2), [`d3`](crate::d3) or their modules `f64`.
//!
//! A game in 3D (or, with `d2`, in 2D):
//!
//! ```
//! use clinch::d3::*;
//! use clinch::prelude::*;
//!
//! let (ball, at) = (Ball::new(0.5)?, Pose::at(Vector::Y * 2.0));
//! let down = Motion { initial_overlap: InitialOverlap::Report, ..Motion::of_b(-Vector::Y) };
//! let impact: Impact = cast_shape(&Cuboid::new(Vector::ONE)?, &Pose::IDENTITY, &ball, &at, &down);
//! assert_eq!((impact.status, impact.time), (CastStatus::Hit, 0.5));
//! # Ok::<(), clinch::shapes::ShapeError>(())
//! ```
//!
//! A game in both dimensions names the module, because both have a `Pose`, a `contact` and most
//! other names:
//!
//! ```
//! use clinch::prelude::*;
//! use clinch::{d2, d3};
//!
//! let (map, world) = (d2::Circle::new(0.5)?, d3::Ball::new(0.5)?);
//! let (left, far) = (d2::Pose::at(d2::Vector::X), d3::Pose::at(d3::Vector::X * 3.0));
//! assert!(d2::intersects(&map, &d2::Pose::IDENTITY, &map, &left));
//! assert_eq!(d3::distance(&world, &d3::Pose::IDENTITY, &world, &far), 2.0);
//! let past = d3::Ray::new(d3::Vector::Y, d3::Vector::X);
//! assert_eq!(d3::cast_ray(&world, &far, &past).status, CastStatus::Miss);
//! # Ok::<(), clinch::shapes::ShapeError>(())
//! ```

pub use crate::{BackFaces, CastStatus, InitialOverlap};

#[cfg(feature = "ecs")]
pub use crate::{
    BroadphaseSystems, ColliderOf, Colliders, CollisionLayers, ContactEvents, DebugLineOptions, DebugPart, IgnoredContacts,
    NarrowphaseSystems, PairRules, Placed, Sensor, Sleeping, SpatialQueryFilter, StableId, Static,
};

//! Surfaces of triangles: the contacts of bodies with them, rays and nearest points, and what they
//! cost to build.
//!
//! * A [`Surface`] is a height field as a list of triangles, so that all libraries get the same
//!   mesh and its height is known in closed form. A [`Body`] is put on it, at a height that leaves
//!   it within a few millimetres of touching.
//! * A [`Row`] is a kind of work on a surface, with a body or without. `data` makes its queries,
//!   and `truth` the true answers of some, by looking at every triangle.
//! * `clinch`, `parry` and `box3d` are the libraries; `measure` is their race, with the clock of
//!   all other rows.
//! * [`terrain`] is a whole tick of many bodies on a height field, beside those of other engines.
//! * `verdicts` are the limits that several rows have together; `section` is their part of the
//!   page.

mod body;
mod surface;

mod amount;
mod row;

mod ground;
mod tracks;

mod triangle;
mod truth;

mod data;

#[cfg(feature = "box3d")]
mod box3d;
mod clinch;
mod parry;

mod build;
mod results;

mod measure;

pub mod terrain;

mod section;
mod verdicts;

pub use self::amount::Amount;
pub use self::body::Body;
pub use self::build::Bytes;
pub use self::data::{Data, Queries, Store};
pub use self::measure::{SUBJECTS, Subject, measure};
pub use self::results::Results;
pub use self::row::{Row, all};
pub use self::section::{replaced, section};
pub use self::surface::Surface;
pub use self::tracks::LEVELS;

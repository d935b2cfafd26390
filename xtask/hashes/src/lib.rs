//! A few scenes through the stage, each made one number: the same on every build, for any number of threads, in any order.
//!
//! * [`SCENES`]: all kinds of shapes in space and in the plane, in `f32` and in `f64`, and a part of the recorded pile. A scene is drawn whole before it is run, from
//!   sums, products, roots and the `libm` crate: its bits are the same everywhere, or there is something to be found.
//! * A run ([`Way`]) gives a scene to the contact table, each time called and paired in another order, and makes one number of every bit that comes out of it.
//! * `scenes/hashes.txt` holds the numbers. The tests here compare with it, and `cargo xtask check --builds` does so for builds unlike this one.

mod space;

mod scene;

mod mixed;
mod pile;

mod bits;
mod questions;
mod run;

use clinch_testkit::storm::{Digits, Storm};
use glam::{DVec2, DVec3, Vec2, Vec3};

pub use run::{Seen, Way};

/// Runs one scene in each of these ways.
pub type Runs = fn(&[Way]) -> Vec<Seen>;

/// Every scene by its name.
// A static: the stage is compiled here, once, and not in each program that names a constant.
pub static SCENES: [(&str, Runs); 5] = [
    ("space-f32", |ways| run::runs(&mixed::mixed::<Vec3>(&storm(3, Digits::Single)), ways)),
    ("space-f64", |ways| run::runs(&mixed::mixed::<DVec3>(&storm(3, Digits::Double)), ways)),
    ("plane-f32", |ways| run::runs(&mixed::mixed::<Vec2>(&storm(2, Digits::Single)), ways)),
    ("plane-f64", |ways| run::runs(&mixed::mixed::<DVec2>(&storm(2, Digits::Double)), ways)),
    ("pile", |ways| run::runs(&pile::pile(), ways)),
];

fn storm(dim: usize, digits: Digits) -> Storm {
    Storm { dim, seed: 1, digits }
}

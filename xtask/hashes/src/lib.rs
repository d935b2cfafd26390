//! The answers of a few scenes as one hash each: the same for every build, any number of threads
//! and any order of the input.
//!
//! * [`SCENES`]: all kinds of shapes in 3D and in 2D, in `f32` and in `f64`, composite shapes in
//!   the same, and parts of the two recorded scenes, a pile and bodies on terrain. A scene is drawn
//!   completely before it is run, with sums, products, roots and the `libm` crate, so that its bits
//!   are the same on every platform.
//! * A run ([`Run`]) passes a scene to the contact table, with colliders and pairs in another order
//!   each time, and hashes every bit of the answers.
//! * `scenes/hashes.txt` has the hashes. The tests of this package compare with it, and
//!   `cargo xtask check --builds` compares other builds.

mod space;

mod scene;

mod composites;
mod mixed;
mod recorded;

mod bits;
mod queries;
mod run;

// The stage is compiled there.
use clinch_instances as _;
use clinch_testkit::distributions::Digits;
use clinch_testkit::stress::Stream;
use glam::{DVec2, DVec3, Vec2, Vec3};

pub use run::{Answers, Run};

/// Runs a scene once for each of these.
pub type RunAll = fn(&[Run]) -> Vec<Answers>;

/// Every scene by its name.
// A static, so that the stage is compiled once, here, and not in each program that uses a constant.
pub static SCENES: [(&str, RunAll); 10] = [
    ("space-f32", |runs| run::all(&mixed::mixed::<Vec3>(&stream(3, Digits::Single)), runs)),
    ("space-f64", |runs| run::all(&mixed::mixed::<DVec3>(&stream(3, Digits::Double)), runs)),
    ("plane-f32", |runs| run::all(&mixed::mixed::<Vec2>(&stream(2, Digits::Single)), runs)),
    ("plane-f64", |runs| run::all(&mixed::mixed::<DVec2>(&stream(2, Digits::Double)), runs)),
    ("composites-space-f32", |runs| run::all(&composites::composites::<Vec3>(), runs)),
    ("composites-space-f64", |runs| run::all(&composites::composites::<DVec3>(), runs)),
    ("composites-plane-f32", |runs| run::all(&composites::composites::<Vec2>(), runs)),
    ("composites-plane-f64", |runs| run::all(&composites::composites::<DVec2>(), runs)),
    ("pile", |runs| run::all(&recorded::recorded(&recorded::PILE), runs)),
    ("terrain", |runs| run::all(&recorded::recorded(&recorded::TERRAIN), runs)),
];

fn stream(dim: usize, digits: Digits) -> Stream {
    Stream { dim, seed: 1, digits }
}

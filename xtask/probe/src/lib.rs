//! One pair of shapes, asked everything: what the soak and the fuzz target have in common.
//!
//! * [`subject`]: two shapes of the program, built once and asked in many ways.
//! * [`properties`]: what must be true of an answer whatever the truth is.
//! * [`bytes`] and [`draw`](fn@draw): any bytes to a pair, its poses and motions, most of it sane. A fuzzer that sees which branches are taken searches in them.
//! * [`doors`]: every question of the doors `d2` and `d3`, and what none of their answers may be, even of infinite or absurd numbers.
//! * [`ways`], [`alone`], [`cook`]: what must be true of casts, of one shape, of the hull of a cloud and of meshes.
//! * [`examine`]: all of it, of one drawn pair.
//!
//! The fuzz target is the package in `fuzz`; what it has found and what it needs to get anywhere lies in `fuzz/corpus` and is replayed by this package's tests.

pub mod subject;

pub mod properties;

pub mod bytes;

mod draw;

pub mod doors;

pub mod alone;
pub mod cook;
pub mod ways;

pub mod examine;

pub use draw::{Drawn, draw};

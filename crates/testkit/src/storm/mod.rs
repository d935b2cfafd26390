//! Pairs by the million: drawn in microseconds, in every situation that has ever gone wrong, and without the oracle.
//!
//! * [`generate`](crate::generate) asks the oracle where to put B, a thousand times the cost of the answer under test. Here the caller *measures*, with whatever
//!   is at hand: what is off only changes which gap is reached, for the truth is found afterwards and elsewhere.
//! * One step is enough. If B is apart by d along the normal n, moving it by −(d − g)·n leaves it apart by g, exactly: the closest points stay closest.
//! * A pair has its own stream of a seed and is labelled by how it was drawn ([`Labels`]): its index says how to make it again, whatever was drawn before.
//! * Large hulls cost more to cook than to ask. Each block of [`BLOCK`] pairs shares a few ([`Bank`]).

mod draw;
mod place;
mod shapes;

pub use draw::{Draft, draft};
pub use place::{Align, GjkSpace, Near, Stand, product, right_angles};
pub use shapes::{Bank, Form, bank};

use crate::pair_file::Query;

/// How many pairs in a row share the large hulls.
pub const BLOCK: u64 = 1024;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storm {
    /// 2 or 3.
    pub dim: usize,
    /// Any number.
    pub seed: u64,
    /// All parameters are numbers of this kind.
    pub digits: Digits,
}

/// To which numbers parameters are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// `f32`: both cores read the same numbers.
    Single,
    /// `f64`.
    Double,
}

impl Digits {
    /// The nearest such number.
    pub fn round(self, x: f64) -> f64 {
        match self {
            Self::Single => f64::from(x as f32),
            Self::Double => x,
        }
    }

    /// The number `steps` places from `x`, one of these.
    pub fn step(self, x: f64, steps: i32) -> f64 {
        let mut x = x;
        for _ in 0..steps.unsigned_abs() {
            x = match (self, steps > 0) {
                (Self::Single, true) => f64::from((x as f32).next_up()),
                (Self::Single, false) => f64::from((x as f32).next_down()),
                (Self::Double, true) => x.next_up(),
                (Self::Double, false) => x.next_down(),
            };
        }
        x
    }
}

/// How a pair was drawn: what failures are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// How near.
    pub near: Near,
    /// How turned.
    pub align: Align,
    /// Where in the world.
    pub stand: Stand,
    /// How thin.
    pub form: Form,
    /// The sizes differ by more than a hundred times.
    pub mixed: bool,
}

/// A pair that was put.
#[derive(Clone, Debug, PartialEq)]
pub struct Put {
    /// A contact query without expectation.
    pub query: Query,
    /// How it was drawn.
    pub labels: Labels,
}

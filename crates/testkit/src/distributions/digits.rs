//! The precision of drawn parameters.

use glam::DVec3;

use crate::pair_file::{Coords, RotationSpec};

/// The numbers to which parameters are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// `f32`: the cores of both precisions read the same numbers.
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

    /// The number `steps` places after `x`, which is one of these numbers.
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

    /// The vector with rounded components.
    pub fn vector(self, v: DVec3) -> DVec3 {
        DVec3::from_array(v.to_array().map(|x| self.round(x)))
    }

    /// The first `dim` components of the vector, rounded.
    pub fn coords(self, v: DVec3, dim: usize) -> Coords {
        Coords::of(self.vector(v), dim)
    }

    /// A rotation of the plane by an angle in radians, as its rounded cosine and sine.
    pub fn angle(self, angle: f64) -> RotationSpec {
        let (sin, cos) = libm::sincos(angle);
        RotationSpec::CosSin(self.round(cos), self.round(sin))
    }

    /// A rotation of space with rounded components.
    pub fn quaternion(self, q: [f64; 4]) -> RotationSpec {
        RotationSpec::Quaternion(q.map(|x| self.round(x)))
    }
}

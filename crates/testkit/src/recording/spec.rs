//! Bodies and poses of a recording as parameters of pair files, from which the shapes of the
//! program and of the oracle are built. The conversion is exact.

use super::types::{BodyShape, RecordedPose};
use crate::pair_file::{CapsuleAxis, Coords, PoseSpec, RotationSpec, ShapeSpec};

fn vector(v: [f32; 3]) -> Coords {
    v.map(f64::from).into()
}

impl BodyShape {
    /// The same shape in a pair file.
    pub fn spec(&self) -> ShapeSpec {
        match self {
            &Self::Ball { radius } => ShapeSpec::Sphere { radius: radius.into() },
            &Self::Box { half_extents } => ShapeSpec::Box { half: vector(half_extents) },
            &Self::Capsule { half_height, radius } => {
                ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: half_height.into() }, radius: radius.into() }
            }
            Self::Hull { points } => ShapeSpec::Hull { points: points.iter().map(|&point| vector(point)).collect() },
        }
    }
}

impl RecordedPose {
    /// The same pose in a pair file.
    pub fn spec(&self) -> PoseSpec {
        PoseSpec { t: Some(vector(self.translation)), rotation: RotationSpec::Quaternion(self.rotation.map(f64::from)) }
    }
}

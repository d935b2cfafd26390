//! The bodies that lie on a surface.

use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

/// A convex body of about half a metre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Body {
    /// A ball.
    Ball,
    /// A capsule.
    Capsule,
    /// A box.
    Box,
    /// This many points on a ball. Each is a corner.
    Hull(usize),
    /// A cylinder.
    Cylinder,
}

/// Each body, in the order of the tables.
pub(crate) const BODIES: [Body; 6] = [Body::Ball, Body::Capsule, Body::Box, Body::Hull(16), Body::Hull(64), Body::Cylinder];

impl Body {
    /// Its name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ball => "ball",
            Self::Capsule => "capsule",
            Self::Box => "box",
            Self::Hull(16) => "hull16",
            Self::Hull(_) => "hull64",
            Self::Cylinder => "cylinder",
        }
    }

    /// Its parameters: `f32` numbers, so that both libraries read the same ones.
    pub fn shape(self) -> ShapeSpec {
        let single = |x: f64| f64::from(x as f32);
        match self {
            Self::Ball => ShapeSpec::ball(3, 0.5),
            Self::Capsule => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: single(0.4) }, radius: single(0.3) },
            Self::Box => ShapeSpec::Box { half: Coords::of(DVec3::new(0.5, 0.4, 0.3), 3).rounded() },
            Self::Cylinder => ShapeSpec::Cylinder { half_height: single(0.4), radius: single(0.4) },
            Self::Hull(count) => {
                let random = &mut Random::new(count as u64);
                ShapeSpec::hull(3, (0..count).map(|_| Coords::of(random.direction(3) * 0.6, 3).rounded()).collect())
            }
        }
    }
}

/// The height of the lowest point of a body above the origin of its frame, which is negative.
pub(crate) fn lowest(shape: &ShapeSpec, pose: &PoseSpec) -> f64 {
    let rotation = pose.matrix();
    // The world's vertical in the frame of the body.
    let up = rotation.transpose() * DVec3::Z;
    match shape {
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => -(half_height * up.y.abs() + radius),
        ShapeSpec::Cylinder { half_height, radius } => -(half_height * up.y.abs() + radius * (up.x * up.x + up.z * up.z).sqrt()),
        ShapeSpec::Box { half } => -half.to_vec3().dot(up.abs()),
        ShapeSpec::Hull { points } => points.iter().map(|point| point.to_vec3().dot(up)).fold(f64::INFINITY, f64::min),
        other => -other.bounding_radius(),
    }
}

#[cfg(test)]
mod tests {
    use super::{BODIES, lowest};
    use clinch_testkit::oracle::Pairing;
    use clinch_testkit::pair_file::{Coords, PoseSpec, Query, RotationSpec, ShapeSpec};
    use glam::DVec3;

    #[test]
    fn the_lowest_point_is_that_of_the_oracle() {
        let below = ShapeSpec::Halfspace { normal: Coords::of(DVec3::Z, 3), offset: 0.0 };
        for body in BODIES {
            let pose = PoseSpec { rotation: RotationSpec::Quaternion([0.1, -0.5, 0.3, 0.8]), ..PoseSpec::at(DVec3::ZERO) };
            let query = Query::contact(3, (below.clone(), PoseSpec::default()), (body.shape(), pose));
            let truth = Pairing::of(&query).unwrap().truth();
            assert!((truth.sd - lowest(&body.shape(), &pose)).abs() < 1e-9 + truth.err, "{body:?}");
        }
    }
}

//! The pose of a shape in a pair file.
//!
//! * What was read is kept as it was written, so that reading and writing a file changes no bit.
//! * The rotation is normalised when it is *used*: a quaternion of length 0.9999999, as any `f32`
//!   one may be, means the nearest rotation.

use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};

use crate::pair_file::coords::Coords;

/// A rotation in one of the forms of a file.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum RotationSpec {
    /// No rotation is given.
    #[default]
    Identity,
    /// 3D: x, y, z, w, of any length but zero.
    Quaternion([f64; 4]),
    /// 2D: radians.
    Angle(f64),
    /// 2D: cosine and sine, of any length but zero.
    CosSin(f64, f64),
}

/// Rotates about the shape's own origin, then translates: from the shape's frame to the world.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct PoseSpec {
    /// The translation; zero if none is given.
    pub t: Option<Coords>,
    /// The rotation as written.
    pub rotation: RotationSpec,
}

impl PoseSpec {
    /// A translation without rotation.
    pub fn at(t: impl Into<Coords>) -> Self {
        Self { t: Some(t.into()), rotation: RotationSpec::Identity }
    }

    /// The pose with its translation multiplied.
    #[must_use]
    pub fn times(&self, by: f64) -> Self {
        Self { t: self.t.map(|t| t.times(by)), ..*self }
    }

    /// The translation; in 2D z is 0.
    pub fn translation(&self) -> DVec3 {
        self.t.map_or(DVec3::ZERO, |t| t.to_vec3())
    }

    /// The unit quaternion x, y, z, w; a rotation of the plane is one about z. NaN for zero and
    /// non-finite rotations.
    pub fn quaternion(&self) -> [f64; 4] {
        match self.rotation {
            RotationSpec::Identity => [0.0, 0.0, 0.0, 1.0],
            RotationSpec::Quaternion(q) => {
                // Scaled to about 1 first, so that squares neither overflow nor underflow.
                let largest = q.iter().fold(0.0_f64, |m, x| if x.abs() > m { x.abs() } else { m });
                let q = q.map(|x| x / largest);
                let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
                q.map(|x| x / length)
            }
            RotationSpec::Angle(angle) => {
                let (sin, cos) = libm::sincos(0.5 * angle);
                [0.0, 0.0, sin, cos]
            }
            RotationSpec::CosSin(..) => {
                let [cos, sin] = self.cos_sin();
                // The half angle, by the half-angle identity without cancellation.
                let (z, w) = if cos >= 0.0 {
                    let w = (0.5 + 0.5 * cos).sqrt();
                    (0.5 * sin / w, w)
                } else {
                    let z = (0.5 - 0.5 * cos).sqrt();
                    (z, 0.5 * sin / z)
                };
                [0.0, 0.0, z, w]
            }
        }
    }

    /// The cosine and sine of a rotation of the plane; for a rotation in space, of the angle of the
    /// rotated x axis about z.
    pub fn cos_sin(&self) -> [f64; 2] {
        match self.rotation {
            RotationSpec::Identity => [1.0, 0.0],
            RotationSpec::Angle(angle) => {
                let (sin, cos) = libm::sincos(angle);
                [cos, sin]
            }
            RotationSpec::CosSin(c, s) => {
                let length = libm::hypot(c, s);
                [c / length, s / length]
            }
            RotationSpec::Quaternion(_) => {
                let x = self.matrix().x_axis;
                let length = libm::hypot(x.x, x.y);
                [x.x / length, x.y / length]
            }
        }
    }

    /// The rotation as a matrix.
    pub fn matrix(&self) -> DMat3 {
        if let RotationSpec::Angle(_) | RotationSpec::CosSin(..) = self.rotation {
            let [c, s] = self.cos_sin();
            return DMat3::from_cols(DVec3::new(c, s, 0.0), DVec3::new(-s, c, 0.0), DVec3::Z);
        }
        let [x, y, z, w] = self.quaternion();
        DMat3::from_cols(
            DVec3::new(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
            DVec3::new(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
            DVec3::new(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)),
        )
    }

    /// A point of the shape's frame in the world.
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.matrix() * local + self.translation()
    }
}

/// The fields of a pose in a file.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<Coords>,
    #[serde(skip_serializing_if = "Option::is_none")]
    q: Option<[f64; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    angle: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<f64>,
}

impl TryFrom<Written> for PoseSpec {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let rotation = match written {
            Written { q: None, angle: None, c: None, s: None, .. } => RotationSpec::Identity,
            Written { q: Some(q), angle: None, c: None, s: None, .. } => RotationSpec::Quaternion(q),
            Written { q: None, angle: Some(angle), c: None, s: None, .. } => RotationSpec::Angle(angle),
            Written { q: None, angle: None, c: Some(c), s: Some(s), .. } => RotationSpec::CosSin(c, s),
            _ => return Err("a pose has one rotation: q, or angle, or c and s"),
        };
        Ok(Self { t: written.t, rotation })
    }
}

impl From<PoseSpec> for Written {
    fn from(pose: PoseSpec) -> Self {
        let written = Self { t: pose.t, ..Self::default() };
        match pose.rotation {
            RotationSpec::Identity => written,
            RotationSpec::Quaternion(q) => Self { q: Some(q), ..written },
            RotationSpec::Angle(angle) => Self { angle: Some(angle), ..written },
            RotationSpec::CosSin(c, s) => Self { c: Some(c), s: Some(s), ..written },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PoseSpec, RotationSpec};
    use glam::{DMat3, DVec3};

    fn near(a: DMat3, b: DMat3) -> bool {
        a.abs_diff_eq(b, 1e-15)
    }

    #[test]
    fn every_form_of_a_plane_rotation_is_the_same_matrix() {
        for angle in [0.3, 1.6, 3.0, -0.2, -2.9, 3.1] {
            let written = PoseSpec { t: None, rotation: RotationSpec::Angle(angle) };
            let [c, s] = written.cos_sin();
            let scaled = PoseSpec { t: None, rotation: RotationSpec::CosSin(3.0 * c, 3.0 * s) };
            let q = scaled.quaternion().map(|x| 0.01 * x);
            let turned = PoseSpec { t: None, rotation: RotationSpec::Quaternion(q) };
            assert!(near(written.matrix(), scaled.matrix()), "{angle}");
            assert!(near(written.matrix(), turned.matrix()), "{angle}");
        }
    }

    #[test]
    fn a_quaternion_turns_as_it_should() {
        // A third of a turn about the diagonal takes x to y to z.
        let pose = PoseSpec { t: Some([1.0, 2.0, 3.0].into()), rotation: RotationSpec::Quaternion([1e-200; 4]) };
        assert!((pose.point(DVec3::X) - DVec3::new(1.0, 3.0, 3.0)).length() < 1e-15);
        assert!((pose.point(DVec3::Y) - DVec3::new(1.0, 2.0, 4.0)).length() < 1e-15);
    }

    #[test]
    fn two_rotations_in_one_pose_are_refused() {
        assert!(serde_json::from_str::<PoseSpec>(r#"{"q":[0,0,0,1],"angle":0}"#).is_err());
        assert!(serde_json::from_str::<PoseSpec>(r#"{"c":1}"#).is_err());
        assert_eq!(serde_json::from_str::<PoseSpec>(r#"{"other":1}"#).unwrap(), PoseSpec::default());
    }
}

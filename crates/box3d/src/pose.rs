//! Poses, and conversions to Box3D's vectors.

use box3d_sys::{b3Quat, b3Transform, b3Vec3};
use glam::{Quat, Vec3};

/// A rotation, then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// A unit quaternion.
    pub rotation: Quat,
    /// In the unit of the shapes.
    pub translation: Vec3,
}

impl Pose {
    /// This pose relative to another.
    pub fn relative_to(&self, frame: &Self) -> Self {
        let back = frame.rotation.conjugate();
        Self { rotation: back * self.rotation, translation: back * (self.translation - frame.translation) }
    }

    /// Transforms a local point.
    pub fn point(&self, local: Vec3) -> Vec3 {
        self.rotation * local + self.translation
    }

    /// Transforms a point to local coordinates.
    pub fn local(&self, point: Vec3) -> Vec3 {
        self.rotation.conjugate() * (point - self.translation)
    }

    pub(crate) fn raw(&self) -> b3Transform {
        let [x, y, z, w] = self.rotation.to_array();
        b3Transform { p: raw(self.translation), q: b3Quat { v: b3Vec3 { x, y, z }, s: w } }
    }
}

pub(crate) fn raw(Vec3 { x, y, z }: Vec3) -> b3Vec3 {
    b3Vec3 { x, y, z }
}

pub(crate) fn vector(b3Vec3 { x, y, z }: b3Vec3) -> Vec3 {
    Vec3::new(x, y, z)
}

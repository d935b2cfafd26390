//! The shapes of the scenes, in metres, as either collider.

use avian3d::prelude::{Collider as OfParry, TrimeshFlags};
use bevy::math::Vec3;
use clinch_avian::d3::Collider as OfClinch;

/// A shape.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Ball {
        radius: f32,
    },
    /// By its lengths.
    Cuboid(Vec3),
    Cylinder {
        radius: f32,
        height: f32,
    },
    Capsule {
        radius: f32,
        length: f32,
    },
    Mesh(Mesh),
}

/// A surface of triangles.
#[derive(Clone, Debug)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// A grid of square cells about the origin, each of two triangles, whose height is a function
    /// of x and z.
    pub(crate) fn grid(cells: u32, cell: f32, height: impl Fn(f32, f32) -> f32) -> Self {
        let side = cells + 1;
        let place = |index: u32| (index as f32 - 0.5 * cells as f32) * cell;
        let vertex = |k: u32| (place(k % side), place(k / side));
        let vertices = (0..side * side).map(vertex).map(|(x, z)| Vec3::new(x, height(x, z), z)).collect();
        let corners = (0..cells).flat_map(|z| (0..cells).map(move |x| z * side + x));
        let triangles = corners.flat_map(|k| [[k, k + side, k + 1], [k + 1, k + side, k + side + 1]]).collect();
        Self { vertices, triangles }
    }

    fn scaled(&self, scale: f32) -> Vec<Vec3> {
        self.vertices.iter().map(|vertex| *vertex * scale).collect()
    }
}

impl Shape {
    pub(crate) fn of_clinch(&self, scale: f32) -> OfClinch {
        match *self {
            Self::Ball { radius } => OfClinch::sphere(radius * scale),
            Self::Cuboid(lengths) => OfClinch::cuboid(lengths.x * scale, lengths.y * scale, lengths.z * scale),
            Self::Cylinder { radius, height } => OfClinch::cylinder(radius * scale, height * scale),
            Self::Capsule { radius, length } => OfClinch::capsule(radius * scale, length * scale),
            Self::Mesh(ref mesh) => OfClinch::trimesh(mesh.scaled(scale), mesh.triangles.clone()),
        }
    }

    /// With parry's flag against inner edges, its best setting for a flat mesh.
    pub(crate) fn of_parry(&self, scale: f32) -> OfParry {
        match *self {
            Self::Ball { radius } => OfParry::sphere(radius * scale),
            Self::Cuboid(lengths) => OfParry::cuboid(lengths.x * scale, lengths.y * scale, lengths.z * scale),
            Self::Cylinder { radius, height } => OfParry::cylinder(radius * scale, height * scale),
            Self::Capsule { radius, length } => OfParry::capsule(radius * scale, length * scale),
            Self::Mesh(ref mesh) => {
                OfParry::trimesh_with_config(mesh.scaled(scale), mesh.triangles.clone(), TrimeshFlags::FIX_INTERNAL_EDGES)
            }
        }
    }
}

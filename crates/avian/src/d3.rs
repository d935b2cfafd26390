//! The plugins and the collider for avian3d.

use avian3d::prelude::{ComputeMassProperties3d, MassProperties3d};
use bevy_math::Dir3;
use bevy_shape::Ray3d;
use clinch_composite::{CompositeShape3, Voxels};
use clinch_shapes::{Ball, Cuboid, Cylinder, Scaled, Shape3};
use glam::{Quat, Vec3};

use crate::adapter::adapter;
use crate::dimension::{Dimension, with_scratch};
use crate::scaled_compound::scaled_compound;
use crate::spatial::spatial;

adapter!(avian3d, Vec3, Quat, |rotation: Quat| rotation.as_dquat());
spatial!(avian3d, Vec3, Dir3, Ray3d, Quat);

impl Dimension for Vec3 {
    fn scaled_convex(shape: &Shape3<Vec3>, factors: Vec3) -> Option<Shape3<Vec3>> {
        let size = factors.abs();
        let of_simple = match shape {
            Shape3::Ball(ball) if size.x == size.y && size.y == size.z => Ball::new(ball.radius() * size.x).ok().map(Shape3::from),
            Shape3::Cuboid(cuboid) => Cuboid::new(cuboid.half() * size).ok().map(Shape3::from),
            Shape3::Cylinder(cylinder) if size.x == size.z => {
                Cylinder::new(cylinder.half_height() * size.y, cylinder.radius() * size.x).ok().map(Shape3::from)
            }
            _ => None,
        };
        of_simple.or_else(|| Scaled::new(shape.clone(), factors).ok().map(Shape3::from))
    }

    fn scaled_composite(shape: &CompositeShape3<Vec3>, factors: Vec3) -> Option<CompositeShape3<Vec3>> {
        match shape {
            CompositeShape3::TriMesh(mesh) => mesh.scaled(factors).ok().map(CompositeShape3::from),
            CompositeShape3::HeightField(field) => field.scaled(factors).ok().map(CompositeShape3::from),
            CompositeShape3::Compound(compound) => scaled_compound(compound, factors).map(CompositeShape3::from),
            CompositeShape3::Voxels(voxels) => scaled_voxels(voxels, factors).map(CompositeShape3::from),
            _ => None,
        }
    }

    fn is_compound(shape: &CompositeShape3<Vec3>) -> bool {
        matches!(shape, CompositeShape3::Compound(_))
    }

    with_scratch!(Vec3);
}

/// Voxels whose coordinates are multiplied by a factor per axis. Mirrored, cell 0, which is from 0
/// to 1 cell, is cell −1.
fn scaled_voxels(voxels: &Voxels<Vec3>, factors: Vec3) -> Option<Voxels<Vec3>> {
    let mirrored = factors.to_array().map(|factor| factor < 0.0);
    let place = |cell: [i32; 3]| [0, 1, 2].map(|axis| if mirrored[axis] { -1 - cell[axis] } else { cell[axis] });
    Voxels::new(voxels.size() * factors.abs(), voxels.cells().map(place)).ok()
}

/// The mass, the principal moments of inertia and the centroid, at uniform density. Zero for a
/// shape without volume or with an infinite one.
impl ComputeMassProperties3d for Collider {
    fn mass(&self, density: f32) -> f32 {
        self.moments().map_or(0.0, |moments| (moments.volume() * f64::from(density)) as f32)
    }

    fn unit_principal_angular_inertia(&self) -> Vec3 {
        self.moments().map_or(Vec3::ZERO, |moments| moments.principal().per_mass.as_vec3())
    }

    fn local_inertial_frame(&self) -> Quat {
        self.moments().map_or(Quat::IDENTITY, |moments| moments.principal().rotation.as_quat())
    }

    fn center_of_mass(&self) -> Vec3 {
        self.moments().map_or(Vec3::ZERO, |moments| moments.centroid().as_vec3())
    }

    fn mass_properties(&self, density: f32) -> MassProperties3d {
        let Some(moments) = self.moments() else { return MassProperties3d::ZERO };
        let (mass, principal) = (moments.volume() * f64::from(density), moments.principal());
        MassProperties3d {
            mass: mass as f32,
            principal_angular_inertia: (principal.per_mass * mass).as_vec3(),
            local_inertial_frame: principal.rotation.as_quat(),
            center_of_mass: moments.centroid().as_vec3(),
        }
    }
}

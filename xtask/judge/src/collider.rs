//! Colliders of rapier. What rapier has against inner edges is switched on: flags of meshes, height
//! fields and compounds; voxels have no flag.

use anyhow::{Context, Result};
use glam::{DVec3, Vec3};
use rapier3d::parry::shape::{Compound, CompoundFlags, HeightFieldFlags, TriMeshFlags};
use rapier3d::parry::utils::Array2;
use rapier3d::prelude::{ColliderBuilder, Pose, SharedShape, Vector};

use crate::body::{Form, Shape};
use crate::composite::{Brick, Composite, Field, Mesh, Voxels};

/// The collider of a shape whose numbers are rounded already.
pub(crate) fn collider(shape: &Shape) -> Result<ColliderBuilder> {
    match shape {
        Shape::Convex(form) => convex(form),
        Shape::Composite(Composite::Mesh(mesh)) => trimesh(mesh),
        Shape::Composite(Composite::Field(field)) => Ok(height_field(field)),
        Shape::Composite(Composite::Compound(bricks)) => Ok(compound(bricks)),
        Shape::Composite(Composite::Voxels(Voxels { side, cells })) => Ok(ColliderBuilder::voxels(Vec3::splat(*side as f32), cells)),
    }
}

fn vectors(of: &[DVec3]) -> Vec<Vector> {
    of.iter().map(|v| v.as_vec3()).collect()
}

fn convex(form: &Form) -> Result<ColliderBuilder> {
    Ok(match form {
        Form::Box(half) => ColliderBuilder::cuboid(half.x as f32, half.y as f32, half.z as f32),
        Form::Ball(radius) => ColliderBuilder::ball(*radius as f32),
        Form::Capsule { half_height, radius } => ColliderBuilder::capsule_y(*half_height as f32, *radius as f32),
        Form::Cylinder { half_height, radius } => ColliderBuilder::cylinder(*half_height as f32, *radius as f32),
        Form::Hull(points) => ColliderBuilder::convex_hull(&vectors(points)).context("rapier builds no hull")?,
    })
}

fn trimesh(mesh: &Mesh) -> Result<ColliderBuilder> {
    let built = ColliderBuilder::trimesh_with_flags(vectors(&mesh.vertices), mesh.triangles.clone(), TriMeshFlags::FIX_INTERNAL_EDGES);
    built.context("rapier builds no mesh")
}

fn height_field(field: &Field) -> ColliderBuilder {
    let (rows, columns) = (field.rows(), field.columns);
    // By columns.
    let heights = (0..rows * columns).map(|place| field.heights[place % rows * columns + place / rows] as f32).collect();
    let scale = Vec3::new(field.extent.x as f32, 1.0, field.extent.y as f32);
    ColliderBuilder::heightfield_with_flags(Array2::new(rows, columns, heights), scale, HeightFieldFlags::FIX_INTERNAL_EDGES)
}

fn compound(bricks: &[Brick]) -> ColliderBuilder {
    let part = |brick: &Brick| {
        let (at, half) = (brick.at.as_vec3(), brick.half.as_vec3());
        (Pose::from_translation(at), SharedShape::cuboid(half.x, half.y, half.z))
    };
    let compound = Compound::with_flags(bricks.iter().map(part).collect(), CompoundFlags::FIX_INTERNAL_EDGES, None);
    ColliderBuilder::new(SharedShape::new(compound))
}

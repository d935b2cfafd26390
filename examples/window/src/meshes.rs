//! The triangles of shapes, to draw.

use bevy::asset::RenderAssetUsages;
use bevy::math::Quat;
use bevy::mesh::{Mesh, MeshBuilder, Meshable, PrimitiveTopology};
use bevy::prelude::Transform;
use bevy::shape;
use clinch::composite::CompositeShape3;
use clinch::d3::{Capsule, ColliderShape, Hull, Shape, TriMesh};
use glam::Vec3;

/// The mesh of a shape in its own frame. `None` if it is not one of the kinds in the scenes.
pub(crate) fn mesh(shape: &ColliderShape) -> Option<Mesh> {
    match shape {
        ColliderShape::Convex(Shape::Ball(ball)) => Some(shape::Sphere::new(ball.radius()).mesh().build()),
        ColliderShape::Convex(Shape::Cuboid(cuboid)) => Some(shape::Cuboid::from_size(2.0 * cuboid.half()).mesh().build()),
        ColliderShape::Convex(Shape::Capsule(capsule)) => Some(capsule_mesh(capsule)),
        ColliderShape::Convex(Shape::Hull(hull)) => Some(flat(&hull_triangles(hull))),
        ColliderShape::Composite(CompositeShape3::TriMesh(mesh)) => Some(flat(&mesh_triangles(mesh))),
        _ => None,
    }
}

fn capsule_mesh(capsule: &Capsule) -> Mesh {
    let [from, to] = capsule.ends();
    let axis = (to - from).try_normalize().unwrap_or(Vec3::Y);
    let upright = shape::Capsule3d::new(capsule.radius(), (to - from).length()).mesh().build();
    upright.transformed_by(Transform::from_rotation(Quat::from_rotation_arc(Vec3::Y, axis)).with_translation(0.5 * (from + to)))
}

/// Each face as a fan about its first corner.
fn hull_triangles(hull: &Hull) -> Vec<[Vec3; 3]> {
    let corner = |index: usize| hull.vertices().get(index).copied().unwrap_or(Vec3::ZERO);
    let mut triangles = Vec::new();
    for face in hull.faces() {
        let corners: Vec<Vec3> = face.corners.iter().map(|corner_of| corner(corner_of.vertex.index())).collect();
        triangles.extend(corners.windows(2).skip(1).map(|edge| [corners[0], edge[0], edge[1]]));
    }
    triangles
}

fn mesh_triangles(mesh: &TriMesh) -> Vec<[Vec3; 3]> {
    let vertices = mesh.shared_vertices();
    mesh.shared_triangles().iter().map(|triangle| triangle.map(|corner| vertices[corner as usize])).collect()
}

/// Triangles that each have a normal of their own.
fn flat(triangles: &[[Vec3; 3]]) -> Mesh {
    let positions: Vec<[f32; 3]> = triangles.as_flattened().iter().map(Vec3::to_array).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_computed_flat_normals()
}

//! A mesh from a file, which the crate tobj reads: it is repaired, with a report, then a ray is
//! cast at it and a ball dropped on it.
//!
//! `cargo run -p clinch --example mesh_file [FILE.obj]`

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use clinch::composite::{RepairOptions, RepairReport, TriMesh};
use clinch::d3::{Ball, Motion, Pose, Ray, cast_ray, cast_shape, manifolds};
use glam::Vec3;

fn main() -> Result<(), Box<dyn Error>> {
    let stair = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/stair.obj"));
    let path = std::env::args_os().nth(1).map_or_else(stair, PathBuf::from);
    let (vertices, triangles) = read(&path)?;
    println!("{}: {} vertices, {} triangles", path.display(), vertices.len(), triangles.len());

    // As the file has it, this is no surface: the error names what is wrong.
    if let Err(error) = TriMesh::new(vertices.clone(), triangles.clone()) {
        println!("not a surface: {error}");
    }
    // Vertices within a tenth of a millimetre are one, and split the edges that they are on.
    let (mesh, report) = TriMesh::repaired(vertices, triangles, &RepairOptions::all(1e-4))?;
    print(&report);
    println!("{} triangles, closed: {}, {:?}", report.sources.len(), mesh.is_closed(), mesh.sides());
    if let Some(moments) = mesh.moments() {
        println!("volume {:.3}, centroid {:.3}", moments.volume(), moments.centroid());
    }

    // From above, a little off the middle.
    let bounds = mesh.bounds();
    let middle = (bounds.min + bounds.max).as_vec3() * 0.5;
    let above = Vec3::new(middle.x + 0.3, bounds.max.y as f32 + 2.0, middle.z - 0.2);
    let ray = Ray::new(above, -Vec3::Y);
    let hit = cast_ray(&mesh, &Pose::IDENTITY, &ray);
    if !hit.is_hit() {
        println!("there is nothing below {above}");
        return Ok(());
    }
    println!("a ray hits triangle {:?} after {:.3}, normal {}", hit.sub_shapes[0].map(|id| id.0), hit.time, hit.normal);

    let ball = Ball::new(0.4)?;
    let fall = cast_shape(&mesh, &Pose::IDENTITY, &ball, &Pose::at(above), &Motion::of_b(-Vec3::Y));
    if !fall.is_hit() {
        println!("a ball falls past it");
        return Ok(());
    }
    let landed = Pose::at(above - Vec3::Y * fall.time);
    println!("a ball falls {:.3} onto triangle {:?}", fall.time, fall.sub_shapes[0].map(|id| id.0));
    for found in manifolds(&mesh, &Pose::IDENTITY, &ball, &landed, 0.01) {
        println!("there it touches at {} point(s), normal {}", found.manifold.points.len(), found.manifold.normal);
    }
    Ok(())
}

/// Vertices, and the indices of the corners of each triangle.
type Triangles = (Vec<Vec3>, Vec<[u32; 3]>);

/// All models of an OBJ file.
fn read(path: &Path) -> Result<Triangles, Box<dyn Error>> {
    let options = tobj::LoadOptions { triangulate: true, single_index: true, ..Default::default() };
    let (models, _) = tobj::load_obj(path, &options)?;
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for model in models {
        let first = vertices.len() as u32;
        vertices.extend(model.mesh.positions.as_chunks().0.iter().copied().map(Vec3::from_array));
        triangles.extend(model.mesh.indices.as_chunks().0.iter().map(|corners: &[u32; 3]| corners.map(|corner| first + corner)));
    }
    Ok((vertices, triangles))
}

fn print(report: &RepairReport) {
    line("vertices welded", &report.welded);
    line("triangles without area dropped", &report.degenerate);
    line("duplicate triangles dropped", &report.duplicates);
    line("edges split, as [triangle, vertex]", &report.split);
    line("triangles reversed", &report.flipped);
    line("edges of three or more triangles", &report.non_manifold);
}

fn line<T: Debug>(what: &str, places: &[T]) {
    if let Some(first) = places.first() {
        println!("repaired: {} {what}, the first {first:?}", places.len());
    }
}

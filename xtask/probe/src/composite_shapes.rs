//! Composite shapes from bytes, in 3D and 2D, of sizes about 1.

use clinch::composite::{
    Chain, CompositeShape2, CompositeShape3, CompositeSpace, Compound, HeightField, HeightField2, RepairOptions, TriMesh, Voxels,
};
use clinch::composite_contact::ColliderSpace;
use clinch::shapes::{Ball, Capsule, Cuboid, Segment, Shape2, ShapeError, ShapeSpace};
use clinch::support::{Pose, Rotation2, Scalar, Vector};
use glam::{DVec2, DVec3, Vec2};

use crate::bodies::{Solid, body, coordinate, length, narrow, point, pose};
use crate::bytes::Bytes;
use crate::triangles::Triangles;

/// A vector type with the shapes of 2D.
pub(crate) trait Planar:
    ColliderSpace + ShapeSpace<Shape = Shape2<Self>> + CompositeSpace<CompositeShape = CompositeShape2<Self>> + Vector<Wide = DVec2>
{
}

impl Planar for Vec2 {}
impl Planar for DVec2 {}

/// A shape in 3D; `None` if its constructor refuses it.
pub(crate) fn solid<V: Solid>(bytes: &mut Bytes<'_>) -> Option<CompositeShape3<V>> {
    match bytes.below(6) {
        0 | 1 => {
            let Triangles { vertices, triangles } = Triangles::draw(bytes);
            let (mesh, _) = TriMesh::repaired(narrow(&vertices), triangles, &RepairOptions::all(0.0)).ok()?;
            Some(mesh.into())
        }
        2 | 3 => {
            let parts = (0..1 + bytes.below(4)).map(|_| Some((Pose::narrow(&pose(bytes)), body(bytes).ok()?)));
            let parts: Option<Vec<_>> = parts.collect();
            Some(Compound::new(parts?).ok()?.into())
        }
        4 => {
            let size = V::narrow(DVec3::from_array(core::array::from_fn(|_| length(bytes))));
            let cells: Vec<[i32; 3]> =
                (0..1 + bytes.below(12)).map(|_| core::array::from_fn(|_| i32::from(bytes.byte() as i8 % 3))).collect();
            Some(Voxels::new(size, cells).ok()?.into())
        }
        _ => {
            let [rows, columns] = [2 + bytes.below(4), 2 + bytes.below(4)];
            let heights = (0..rows * columns).map(|_| V::Scalar::narrow(coordinate(bytes) * 0.25)).collect();
            let scale = V::narrow(DVec3::from_array(core::array::from_fn(|_| length(bytes))));
            Some(HeightField::new(rows as u32, columns as u32, heights, scale).ok()?.into())
        }
    }
}

/// A point in 2D.
fn planar_point(bytes: &mut Bytes<'_>) -> DVec2 {
    point(bytes).truncate()
}

/// A pose in 2D.
pub(crate) fn planar_pose(bytes: &mut Bytes<'_>) -> Pose<DVec2> {
    let angle = if bytes.byte().is_multiple_of(4) { 0.0 } else { bytes.angle() };
    Pose::new(Rotation2::<f64>::from_angle(angle), planar_point(bytes))
}

fn planar_body<V: Planar>(bytes: &mut Bytes<'_>) -> Result<Shape2<V>, ShapeError> {
    let (kind, x, y) = (bytes.below(4), length(bytes), length(bytes));
    let [radius, height] = [x, y].map(V::Scalar::narrow);
    Ok(match kind {
        0 => Ball::new(radius)?.into(),
        1 => Capsule::new(height, radius)?.into(),
        2 => Cuboid::new(V::narrow(DVec2::new(x, y)))?.into(),
        _ => Segment::new(V::narrow(planar_point(bytes)), V::narrow(planar_point(bytes)))?.into(),
    })
}

/// A shape in 2D; `None` if its constructor refuses it.
pub(crate) fn planar<V: Planar>(bytes: &mut Bytes<'_>) -> Option<CompositeShape2<V>> {
    match bytes.below(5) {
        kind @ 0..=2 => {
            let points: Vec<V> = (0..2 + bytes.below(8)).map(|_| V::narrow(planar_point(bytes))).collect();
            let chain = if kind == 0 { Chain::repaired_open(points) } else { Chain::repaired_closed(points) };
            Some(chain.ok()?.0.into())
        }
        3 => {
            let parts = (0..1 + bytes.below(4)).map(|_| Some((Pose::narrow(&planar_pose(bytes)), planar_body(bytes).ok()?)));
            let parts: Option<Vec<_>> = parts.collect();
            Some(Compound::new(parts?).ok()?.into())
        }
        _ => {
            let heights = (0..2 + bytes.below(8)).map(|_| V::Scalar::narrow(coordinate(bytes) * 0.25)).collect();
            let scale = V::narrow(DVec2::new(length(bytes), length(bytes)));
            Some(HeightField2::new(heights, scale).ok()?.into())
        }
    }
}

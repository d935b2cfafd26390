//! Bodies and poses of a recording as parameters of pair files, from which the shapes of the
//! program and of the oracle are built. The conversion is exact.
//!
//! Height fields and meshes become their triangles, without what is below or inside.

use super::types::{BodyShape, RecordedPose};
use crate::pair_file::{CapsuleAxis, Coords, PoseSpec, RotationSpec, ShapeSpec, SidesSpec};

fn vector(v: [f32; 3]) -> Coords {
    v.map(f64::from).into()
}

impl BodyShape {
    /// The same shape in a pair file; of a height field or a mesh its triangles.
    pub fn spec(&self) -> ShapeSpec {
        match self {
            &Self::Ball { radius } => ShapeSpec::Sphere { radius: radius.into() },
            &Self::Box { half_extents } => ShapeSpec::Box { half: vector(half_extents) },
            &Self::Capsule { half_height, radius } => {
                ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: half_height.into() }, radius: radius.into() }
            }
            Self::Hull { points } => ShapeSpec::Hull { points: points.iter().map(|&point| vector(point)).collect() },
            Self::HeightField { .. } | Self::Mesh { .. } => {
                let (vertices, indices) = self.surface();
                ShapeSpec::Trimesh { vertices: vertices.into_iter().map(Coords::from).collect(), indices, sides: SidesSpec::Two }
            }
        }
    }

    /// The vertices and triangles of a height field or a mesh, exactly; none of another shape. The
    /// triangles of a field are in the order of its cells, two each, counter-clockwise from above.
    pub fn surface(&self) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
        match self {
            Self::HeightField { rows, columns, heights, scale } => {
                let [x, y, z] = scale.map(f64::from);
                let place = |(at, height): (u32, &f32)| [f64::from(at % columns) * x, f64::from(*height) * y, f64::from(at / columns) * z];
                let vertices = (0..).zip(heights).map(place).collect();
                let corners = |at: u32| [[at, at + columns, at + columns + 1], [at, at + columns + 1, at + 1]];
                let cells =
                    (0..rows.saturating_sub(1)).flat_map(|row| (0..columns.saturating_sub(1)).map(move |column| row * columns + column));
                (vertices, cells.flat_map(corners).collect())
            }
            Self::Mesh { vertices, triangles } => (vertices.iter().map(|vertex| vertex.map(f64::from)).collect(), triangles.clone()),
            Self::Ball { .. } | Self::Box { .. } | Self::Capsule { .. } | Self::Hull { .. } => (Vec::new(), Vec::new()),
        }
    }
}

impl RecordedPose {
    /// The same pose in a pair file.
    pub fn spec(&self) -> PoseSpec {
        PoseSpec { t: Some(vector(self.translation)), rotation: RotationSpec::Quaternion(self.rotation.map(f64::from)) }
    }
}

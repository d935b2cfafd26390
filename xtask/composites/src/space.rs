//! The four vectors, and how the program's shapes are built of them.

use clinch_composite::{Chain, Compound, HeightField, HeightField2, Sides, TriMesh, Voxels};
use clinch_composite_contact::ColliderSpace;
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{Coords, PoseSpec, ShapeSpec, SidesSpec};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::drawn::Drawn;

/// A vector whose composite shapes are examined.
pub(crate) trait Space: Build + ColliderSpace<Wide: Build> {
    /// The program's shape, or why there is none.
    fn composite(drawn: &Drawn) -> Result<Self::CompositeShape, String>;

    /// A vector in space; in 2D z is 0.
    fn space(of: Self::Wide) -> DVec3;

    fn wide(of: DVec3) -> Self::Wide;

    fn wide_pose(pose: &PoseSpec) -> Pose<Self::Wide> {
        <Self::Wide as Build>::pose(pose)
    }
}

fn compound<V: Build>(parts: &[(PoseSpec, ShapeSpec)]) -> Result<Compound<V>, String> {
    let part = |(pose, shape): &(PoseSpec, ShapeSpec)| {
        Ok((<V as Build>::pose(pose), V::shape(shape).map_err(|error| format!("{}: {error}", shape.kind()))?))
    };
    Compound::new(parts.iter().map(part).collect::<Result<Vec<_>, String>>()?).map_err(|error| error.to_string())
}

macro_rules! spaces {
    ($dim:tt: $($vector:ty),+) => {$(
        impl Space for $vector {
            fn composite(drawn: &Drawn) -> Result<Self::CompositeShape, String> {
                spaces!(@composite $dim, $vector, drawn)
            }

            fn space(of: Self::Wide) -> DVec3 {
                <Self as Build>::coords(of).to_vec3()
            }

            fn wide(of: DVec3) -> Self::Wide {
                <Self::Wide as Build>::vector(&Coords::of(of, Self::DIM))
            }
        }
    )+};
    (@composite 3, $vector:ty, $drawn:ident) => {{
        let narrow = |x: f64| <<$vector as Vector>::Scalar as Scalar>::narrow(x);
        match $drawn {
            Drawn::Mesh { mesh, factors, sides } => {
                let vertices = mesh.vertices.iter().map(|&vertex| <$vector as Vector>::narrow(vertex)).collect();
                let built = TriMesh::new(vertices, mesh.triangles.clone()).map_err(|error| error.to_string())?;
                let built = match sides {
                    SidesSpec::Two => built.two_sided(),
                    SidesSpec::One => built.hollow(),
                    SidesSpec::Solid if built.sides() == Sides::Solid => built,
                    SidesSpec::Solid => return Err("no solid".to_owned()),
                };
                Ok(built.scaled(<$vector as Vector>::narrow(*factors)).map_err(|error| error.to_string())?.into())
            }
            Drawn::Field { rows, columns, heights, cell, sides } => {
                let heights = heights.iter().map(|&height| narrow(height)).collect();
                let field = HeightField::new(*rows as u32, *columns as u32, heights, <$vector as Vector>::narrow(*cell));
                let field = field.map_err(|error| error.to_string())?;
                let hard = clinch_composite::BoundaryEdges::Hard;
                Ok(match sides {
                    SidesSpec::Two => field.two_sided().with_boundary_edges(hard),
                    SidesSpec::One => field.hollow().with_boundary_edges(hard),
                    SidesSpec::Solid => field.with_boundary_edges(hard),
                }
                .into())
            }
            Drawn::Voxels { size, cells } => {
                Ok(Voxels::new(<$vector as Vector>::narrow(*size), cells.iter().copied()).map_err(|error| error.to_string())?.into())
            }
            Drawn::Compound { parts } => Ok(compound::<$vector>(parts)?.into()),
            Drawn::Chain { .. } | Drawn::Line { .. } => Err("a shape of the plane".to_owned()),
        }
    }};
    (@composite 2, $vector:ty, $drawn:ident) => {{
        let narrow = |x: f64| <<$vector as Vector>::Scalar as Scalar>::narrow(x);
        let vector = |v: DVec3| <$vector as Vector>::narrow(v.truncate());
        match $drawn {
            Drawn::Chain { points, closed, factors, sides } => {
                let points = points.iter().map(|&point| vector(point)).collect();
                let chain = if *closed { Chain::closed(points) } else { Chain::open(points) };
                let chain = chain.map_err(|error| error.to_string())?;
                let chain = match sides {
                    SidesSpec::Two => chain.two_sided(),
                    SidesSpec::One => chain.hollow(),
                    SidesSpec::Solid if chain.sides() == Sides::Solid => chain,
                    SidesSpec::Solid => return Err("no solid".to_owned()),
                };
                Ok(chain.scaled(vector(*factors)).map_err(|error| error.to_string())?.into())
            }
            Drawn::Line { heights, cell, sides } => {
                let heights = heights.iter().map(|&height| narrow(height)).collect();
                let line = HeightField2::new(heights, vector(DVec3::new(*cell, 1.0, 0.0))).map_err(|error| error.to_string())?;
                let hard = clinch_composite::BoundaryEdges::Hard;
                Ok(match sides {
                    SidesSpec::Two => line.two_sided().with_boundary_edges(hard),
                    SidesSpec::One => line.hollow().with_boundary_edges(hard),
                    SidesSpec::Solid => line.with_boundary_edges(hard),
                }
                .into())
            }
            Drawn::Compound { parts } => Ok(compound::<$vector>(parts)?.into()),
            _ => Err("a shape of space".to_owned()),
        }
    }};
}

spaces!(3: Vec3, DVec3);
spaces!(2: Vec2, DVec2);

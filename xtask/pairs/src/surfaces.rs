//! The surfaces and voxels of a pair file, by their own constructors.

use std::collections::BTreeMap;

use clinch::composite::{
    BoundaryEdges, Chain, CompositeShape2, CompositeShape3, CompositeSpace, HeightField, HeightField2, Orient, RepairOptions, RepairReport,
    Sides, SubShapeId, TriMesh, Voxels,
};
use clinch::support::{Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{Coords, ShapeSpec, SidesSpec};
use glam::{DVec2, DVec3};

/// A surface or a set of voxels.
pub struct Surface<V: CompositeSpace> {
    /// The shape.
    pub shape: V::CompositeShape,
    /// The origin of its frame in that of the file's shape.
    pub origin: V::Wide,
    /// What was repaired.
    pub note: Option<String>,
    /// The index in the file of a part.
    pub parts: Box<dyn Fn(SubShapeId) -> Option<u32>>,
}

impl<V: CompositeSpace> Surface<V> {
    /// Whose parts have the indices of the file.
    fn new(shape: impl Into<V::CompositeShape>) -> Self {
        Self { shape: shape.into(), origin: V::Wide::ZERO, note: None, parts: Box::new(|id| Some(id.0)) }
    }
}

/// The surface in 3D of these parameters, or why there is none; `None` of other shapes.
pub(crate) fn space<V>(spec: &ShapeSpec) -> Option<Result<Surface<V>, String>>
where
    V: Build + CompositeSpace<Wide = DVec3, CompositeShape = CompositeShape3<V>>,
{
    match spec {
        ShapeSpec::Trimesh { vertices, indices, sides } => Some(mesh(vertices, indices, *sides)),
        ShapeSpec::Heightfield { heights, scale, sides } => Some(height_field(heights, scale, *sides)),
        ShapeSpec::Voxels { size, cells } => Some(voxels(size, cells)),
        _ => None,
    }
}

/// The surface in 2D of these parameters, or why there is none; `None` of other shapes.
pub(crate) fn plane<V>(spec: &ShapeSpec) -> Option<Result<Surface<V>, String>>
where
    V: Build + CompositeSpace<Wide = DVec2, CompositeShape = CompositeShape2<V>>,
{
    match spec {
        ShapeSpec::Polyline { vertices, sides, .. } => Some(chain(vertices, &spec.segments(), *sides)),
        ShapeSpec::Heightfield { heights, scale, sides } => Some(height_field2(heights, scale, *sides)),
        _ => None,
    }
}

/// A solid was wanted.
const NOT_SOLID: &str = "no solid: it is not closed, or its front is inside";

fn mesh<V>(vertices: &[Coords], indices: &[[u32; 3]], sides: SidesSpec) -> Result<Surface<V>, String>
where
    V: Build + CompositeSpace<Wide = DVec3, CompositeShape = CompositeShape3<V>>,
{
    let vertices: Vec<V> = vertices.iter().map(V::vector).collect();
    let mesh = TriMesh::new(vertices.clone(), indices.to_vec());
    match (sides, mesh) {
        (SidesSpec::Two, Ok(mesh)) => Ok(Surface::new(mesh.two_sided())),
        (SidesSpec::One, Ok(mesh)) => Ok(Surface::new(mesh.hollow())),
        (SidesSpec::Solid, Ok(mesh)) if mesh.sides() == Sides::Solid => Ok(Surface::new(mesh)),
        (SidesSpec::Solid, Ok(_)) => Err(NOT_SOLID.to_owned()),
        (SidesSpec::Two, Err(error)) => {
            // These change no point of the set.
            let options =
                RepairOptions { drop_duplicates: true, orient: Orient::Consistent, pair_non_manifold: true, ..Default::default() };
            let (mesh, report) = TriMesh::repaired(vertices, indices.to_vec(), &options).map_err(|_| error.to_string())?;
            let note = Some(format!("{error}; {}", repairs(&report)));
            let parts = Box::new(move |id: SubShapeId| report.sources.get(id.index()).copied());
            Ok(Surface { note, parts, ..Surface::new(mesh.two_sided()) })
        }
        (_, Err(error)) => Err(error.to_string()),
    }
}

/// What was repaired, in words.
fn repairs(report: &RepairReport) -> String {
    let RepairReport { duplicates, flipped, non_manifold, .. } = report;
    format!(
        "duplicates dropped: {}, triangles reversed: {}, edges of more than two triangles: {}",
        duplicates.len(),
        flipped.len(),
        non_manifold.len()
    )
}

/// Their heights are multiplied here, so that each is rounded once and its factor may be zero.
fn scaled<V: Vector>(heights: &[f64], factor: f64) -> impl Iterator<Item = V::Scalar> {
    heights.iter().map(move |height| V::Scalar::narrow(height * factor))
}

fn height_field<V>(heights: &[Vec<f64>], scale: &Coords, sides: SidesSpec) -> Result<Surface<V>, String>
where
    V: Build + CompositeSpace<Wide = DVec3, CompositeShape = CompositeShape3<V>>,
{
    let (rows, columns) = (heights.len() as u32, heights.first().map_or(0, Vec::len) as u32);
    let size = scale.to_vec3();
    let cell = |extent: f64, count: u32| extent / f64::from(count.max(2) - 1);
    let cells = V::narrow(DVec3::new(cell(size.x, columns), 1.0, cell(size.z, rows)));
    let all = heights.iter().flat_map(|row| scaled::<V>(row, size.y)).collect();
    let field = HeightField::new(rows, columns, all, cells).map_err(|error| error.to_string())?;
    let field = match sides {
        SidesSpec::Two => field.two_sided().with_boundary_edges(BoundaryEdges::Hard),
        SidesSpec::One => field.hollow().with_boundary_edges(BoundaryEdges::Hard),
        SidesSpec::Solid => field,
    };
    Ok(Surface { origin: DVec3::new(-0.5 * size.x, 0.0, -0.5 * size.z), ..Surface::new(field) })
}

fn height_field2<V>(heights: &[Vec<f64>], scale: &Coords, sides: SidesSpec) -> Result<Surface<V>, String>
where
    V: Build + CompositeSpace<Wide = DVec2, CompositeShape = CompositeShape2<V>>,
{
    let row = heights.first().map_or(&[][..], Vec::as_slice);
    let size = scale.to_vec2();
    let cells = V::narrow(DVec2::new(size.x / (row.len().max(2) - 1) as f64, 1.0));
    let field = HeightField2::new(scaled::<V>(row, size.y).collect(), cells).map_err(|error| error.to_string())?;
    let field = match sides {
        SidesSpec::Two => field.two_sided().with_boundary_edges(BoundaryEdges::Hard),
        SidesSpec::One => field.hollow().with_boundary_edges(BoundaryEdges::Hard),
        SidesSpec::Solid => field,
    };
    Ok(Surface { origin: DVec2::new(-0.5 * size.x, 0.0), ..Surface::new(field) })
}

fn chain<V>(vertices: &[Coords], segments: &[[u32; 2]], sides: SidesSpec) -> Result<Surface<V>, String>
where
    V: Build + CompositeSpace<Wide = DVec2, CompositeShape = CompositeShape2<V>>,
{
    let (Some(first), Some(last)) = (segments.first(), segments.last()) else { return Err("no segments".to_owned()) };
    if let Some(at) = segments.windows(2).position(|pair| pair[0][1] != pair[1][0]) {
        return Err(format!("segment {} does not begin where segment {at} ends", at + 1));
    }
    let place = |index: u32| vertices.get(index as usize).map(V::vector).unwrap_or(V::ZERO);
    let mut points: Vec<V> = segments.iter().map(|ends| place(ends[0])).collect();
    let chain = if last[1] == first[0] && segments.len() > 2 {
        Chain::closed(points)
    } else {
        points.push(place(last[1]));
        Chain::open(points)
    };
    let chain = chain.map_err(|error| error.to_string())?;
    match sides {
        SidesSpec::Two => Ok(Surface::new(chain.two_sided())),
        SidesSpec::One => Ok(Surface::new(chain.hollow())),
        SidesSpec::Solid if chain.sides() == Sides::Solid => Ok(Surface::new(chain)),
        SidesSpec::Solid => Err(NOT_SOLID.to_owned()),
    }
}

fn voxels<V>(size: &Coords, cells: &[Vec<i32>]) -> Result<Surface<V>, String>
where
    V: Build + CompositeSpace<Wide = DVec3, CompositeShape = CompositeShape3<V>>,
{
    let triple = |cell: &Vec<i32>| [0, 1, 2].map(|axis| cell.get(axis).copied().unwrap_or(0));
    let voxels = Voxels::new(V::vector(size), cells.iter().map(triple)).map_err(|error| error.to_string())?;
    let numbers: BTreeMap<[i32; 3], u32> = cells.iter().map(triple).zip(0..).collect();
    let set = voxels.clone();
    let parts = Box::new(move |id: SubShapeId| set.cell_of(id).and_then(|cell| numbers.get(&cell).copied()));
    Ok(Surface { parts, ..Surface::new(voxels) })
}

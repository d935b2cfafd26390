//! The convex parts whose union a shape is.

use glam::DVec3;

use crate::pair_file::coords::Coords;
use crate::pair_file::pose::PoseSpec;
use crate::pair_file::shape::{PartSpec, ShapeSpec};

impl ShapeSpec {
    /// The convex parts whose union is this shape, each with the index of the triangle, segment,
    /// cell or part that it comes from. A convex shape is its own part. A solid is the union of
    /// these parts and of what they enclose. Corners that do not exist have no part.
    ///
    /// Triangles 2k and 2k + 1 of a height field are those of cell k, row by row: the first has the
    /// corner in the next row.
    pub fn parts(&self) -> Vec<(u32, PartSpec)> {
        let here = |shape: Self| PartSpec { pose: PoseSpec::default(), shape };
        match self {
            Self::Compound { parts } => parts.iter().zip(0..).flat_map(|(part, index)| flattened(part, index)).collect(),
            Self::Trimesh { vertices, indices, .. } => (0..)
                .zip(indices)
                .filter_map(|(index, corners)| {
                    let [a, b, c] = corners.map(|corner| vertices.get(corner as usize).copied());
                    Some((index, here(Self::Triangle { a: a?, b: b?, c: c? })))
                })
                .collect(),
            Self::Polyline { vertices, .. } => (0..)
                .zip(self.segments())
                .filter_map(|(index, ends)| {
                    let [a, b] = ends.map(|end| vertices.get(end as usize).copied());
                    Some((index, here(Self::Segment { a: a?, b: b? })))
                })
                .collect(),
            Self::Heightfield { heights, scale, .. } => {
                (0..).zip(field(heights, scale)).map(|(index, shape)| (index, here(shape))).collect()
            }
            Self::Voxels { size, cells } => (0..).zip(cells).map(|(index, cell)| (index, voxel(size, cell))).collect(),
            convex => vec![(0, here(convex.clone()))],
        }
    }

    /// The indices of the ends of each segment of a polyline; none of another shape.
    pub fn segments(&self) -> Vec<[u32; 2]> {
        match self {
            Self::Polyline { indices: Some(indices), .. } => indices.clone(),
            Self::Polyline { vertices, .. } => (1..vertices.len() as u32).map(|end| [end - 1, end]).collect(),
            _ => Vec::new(),
        }
    }
}

/// The parts of a part.
fn flattened(part: &PartSpec, index: u32) -> Vec<(u32, PartSpec)> {
    let PartSpec { pose, shape } = part;
    if !shape.is_composite() {
        return vec![(index, part.clone())];
    }
    let outer = |inner: PartSpec| PartSpec { pose: *pose, shape: ShapeSpec::Posed { pose: inner.pose, shape: Box::new(inner.shape) } };
    shape.parts().into_iter().map(|(_, inner)| (index, outer(inner))).collect()
}

/// The triangles of a height field; in 2D its segments, with the front above.
fn field(heights: &[Vec<f64>], scale: &Coords) -> Vec<ShapeSpec> {
    let size = scale.to_vec3();
    let columns = heights.first().map_or(0, Vec::len);
    let along = |index: usize, count: usize, extent: f64| (index as f64 / (count.max(2) - 1) as f64 - 0.5) * extent;
    let vertex = |row: usize, column: usize| {
        let height = heights.get(row)?.get(column)?;
        let z = if scale.dim() == 2 { 0.0 } else { along(row, heights.len(), size.z) };
        Some(Coords::of(DVec3::new(along(column, columns, size.x), height * size.y, z), scale.dim()))
    };
    if scale.dim() == 2 {
        return (1..columns).filter_map(|end| Some(ShapeSpec::Segment { a: vertex(0, end)?, b: vertex(0, end - 1)? })).collect();
    }
    let cells = (1..heights.len()).flat_map(|row| (1..columns).map(move |column| (row - 1, column - 1)));
    let triangles = cells.flat_map(|(row, column)| {
        let corners = |steps: [(usize, usize); 3]| steps.map(|(down, right)| vertex(row + down, column + right));
        [corners([(0, 0), (1, 0), (1, 1)]), corners([(0, 0), (1, 1), (0, 1)])]
    });
    triangles.filter_map(|[a, b, c]| Some(ShapeSpec::Triangle { a: a?, b: b?, c: c? })).collect()
}

/// The box of a cell.
fn voxel(size: &Coords, cell: &[i32]) -> PartSpec {
    let extent = size.to_vec3();
    let at = |axis: usize| cell.get(axis).map_or(0.0, |&i| f64::from(i) + 0.5);
    let middle = DVec3::new(at(0), at(1), if size.dim() == 2 { 0.0 } else { at(2) }) * extent;
    PartSpec { pose: PoseSpec::at(Coords::of(middle, size.dim())), shape: ShapeSpec::Box { half: size.times(0.5) } }
}

#[cfg(test)]
mod tests {
    use super::{PartSpec, ShapeSpec};

    fn parts(text: &str) -> Vec<(u32, PartSpec)> {
        serde_json::from_str::<ShapeSpec>(text).unwrap().parts()
    }

    #[test]
    fn a_height_field_is_centered_and_cut_along_its_main_diagonals() {
        let shapes: Vec<_> =
            parts(r#"{"type":"heightfield","heights":[[0,1],[2,3]],"scale":[4,10,6]}"#).into_iter().map(|(_, part)| part.shape).collect();
        let [near_left, near_right] = [[-2.0, 0.0, -3.0], [2.0, 10.0, -3.0]].map(Into::into);
        let [far_left, far_right] = [[-2.0, 20.0, 3.0], [2.0, 30.0, 3.0]].map(Into::into);
        let of = |a, b, c| ShapeSpec::Triangle { a, b, c };
        assert_eq!(shapes, [of(near_left, far_left, far_right), of(near_left, far_right, near_right)]);
        let plane = parts(r#"{"type":"heightfield","heights":[[0,1,5]],"scale":[4,10]}"#);
        assert_eq!(plane[1].1.shape, ShapeSpec::Segment { a: [2.0, 50.0].into(), b: [0.0, 10.0].into() });
    }

    #[test]
    fn nested_compounds_are_flattened_with_the_index_of_the_outer_part() {
        let text = r#"{"type":"compound","parts":[{"shape":{"type":"point"}},{"pose":{"t":[1,0,0]},"shape":{"type":"compound","parts":[
            {"shape":{"type":"point"}},{"pose":{"t":[0,2,0]},"shape":{"type":"voxels","size":[2,2,2],"cells":[[0,0,0],[-1,0,3]]}}]}}]}"#;
        let flat = parts(text);
        assert_eq!(flat.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1, 1, 1]);
        let radius = |part: &PartSpec| part.pose.translation().length() + part.shape.bounding_radius();
        // Outer, inner, the middle of the cell, and half its diagonal.
        assert!((radius(&flat[2].1) - (1.0 + 2.0 + 3.0_f64.sqrt() + 3.0_f64.sqrt())).abs() < 1e-14);
        assert_eq!(serde_json::from_str::<ShapeSpec>(text).unwrap().bounding_radius(), 1.0 + 2.0 + (4.0_f64 + 4.0 + 64.0).sqrt());
    }

    #[test]
    fn a_polyline_has_a_segment_less_than_points() {
        assert_eq!(parts(r#"{"type":"polyline","vertices":[[0,0],[1,0],[2,0]]}"#).len(), 2);
        assert_eq!(parts(r#"{"type":"polyline","vertices":[[0,0],[1,0],[2,0]],"indices":[[0,1],[1,2],[2,0],[0,9]]}"#).len(), 3);
        assert_eq!(parts(r#"{"type":"polyline","vertices":[]}"#).len(), 0);
    }
}

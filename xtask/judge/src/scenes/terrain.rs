//! Surfaces: flat ones, cut into triangles in several ways, and those with heights.

use std::collections::BTreeMap;

use clinch_testkit::random::Random;
use glam::{DVec2, DVec3};

use crate::composite::{Field, Mesh};

/// A plane cut into triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Squares, all with the same diagonal.
    Grid,
    /// Quadrilaterals whose corners are displaced by up to a quarter of their sides, each with the
    /// diagonal that Delaunay's condition demands.
    Random,
    /// Triangles across the strip, a thousand times as long as they are wide.
    Needles,
    /// Triangles about the middles of squares, four for each half metre of a side.
    Fans,
}

/// The length of a flat strip along x, and half its width along z: a marble that rolls 40 m in
/// a direction up to 0.1 off the x axis stays on it.
pub(crate) const LENGTH: f64 = 48.0;
pub(crate) const HALF_WIDTH: f64 = 6.0;

/// The side of a cell of the grid, ten times the radius of the marble: it crosses two edges in
/// each.
const CELL: f64 = 0.5;
/// The width of a needle: a marble touches several at a time.
const NEEDLE: f64 = 0.012;
/// The side of a square with a fan, and the number of triangles for each side.
const FAN: (f64, i32) = (2.0, 8);

/// A strip at height 0, cut into triangles.
pub(crate) fn flat(cut: Cut, random: &mut Random) -> Mesh {
    match cut {
        Cut::Grid => strip([CELL, CELL], |_, _| 0.0),
        Cut::Random => quadrilaterals(random),
        Cut::Needles => strip([NEEDLE, 2.0 * HALF_WIDTH], |_, _| 0.0),
        Cut::Fans => fans(),
    }
}

/// A grid over the strip with these cells and heights.
pub(crate) fn strip([along, across]: [f64; 2], height: impl FnMut(f64, f64) -> f64) -> Mesh {
    let cells = [LENGTH / along, 2.0 * HALF_WIDTH / across].map(|count| count.round() as usize);
    moved(cells_of(cells, DVec2::new(along, across), height), DVec3::NEG_Z * HALF_WIDTH)
}

/// A grid of square cells from the origin, with these heights at x and z.
pub(crate) fn grid(cells: [usize; 2], side: f64, height: impl FnMut(f64, f64) -> f64) -> Mesh {
    cells_of(cells, DVec2::splat(side), height)
}

/// A square grid about the origin.
pub(crate) fn square(cells: usize, wide: f64, mut height: impl FnMut(f64, f64) -> f64) -> Mesh {
    let middle = wide * 0.5;
    let around = |x: f64, z: f64| height(x - middle, z - middle);
    moved(grid([cells; 2], wide / cells as f64, around), DVec3::new(-middle, 0.0, -middle))
}

/// A height field about the origin with this number of square cells.
pub(crate) fn field([across, down]: [usize; 2], side: f64, height: impl Fn(f64, f64) -> f64) -> Field {
    let extent = DVec2::new(across as f64, down as f64) * side;
    let place = |i: usize, length: f64| i as f64 * side - length * 0.5;
    let heights = (0..=down).flat_map(|row| (0..=across).map(move |column| (row, column)));
    let heights = heights.map(|(row, column)| height(place(column, extent.x), place(row, extent.y))).collect();
    Field { columns: across + 1, heights, extent }
}

fn cells_of([across, down]: [usize; 2], side: DVec2, mut height: impl FnMut(f64, f64) -> f64) -> Mesh {
    let mut mesh = Mesh::default();
    for (row, column) in (0..=down).flat_map(|row| (0..=across).map(move |column| (row, column))) {
        let at = DVec2::new(column as f64, row as f64) * side;
        mesh.vertices.push(DVec3::new(at.x, height(at.x, at.y), at.y));
    }
    for (row, column) in (0..down).flat_map(|row| (0..across).map(move |column| (row, column))) {
        let [a, b, c, d] = quad(row, column, across + 1);
        mesh.triangles.extend([[a, b, c], [a, c, d]]);
    }
    mesh
}

/// The corners of a cell, counter-clockwise as seen from above.
fn quad(row: usize, column: usize, columns: usize) -> [u32; 4] {
    let corner = |down: usize, right: usize| ((row + down) * columns + column + right) as u32;
    [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]
}

pub(crate) fn moved(mut mesh: Mesh, by: DVec3) -> Mesh {
    for vertex in &mut mesh.vertices {
        *vertex += by;
    }
    mesh
}

fn quadrilaterals(random: &mut Random) -> Mesh {
    let mut mesh = strip([CELL, CELL], |_, _| 0.0);
    // By less than a quarter, so that each quadrilateral is convex.
    let by = 0.24 * CELL;
    for vertex in &mut mesh.vertices {
        *vertex += DVec3::new(random.range(-by, by), 0.0, random.range(-by, by));
    }
    let plan = |corner: u32| DVec2::new(mesh.vertices[corner as usize].z, mesh.vertices[corner as usize].x);
    for pair in mesh.triangles.chunks_exact_mut(2) {
        let ([a, b, c], [_, _, d]) = (pair[0], pair[1]);
        if is_in_circle([a, b, c].map(plan), plan(d)) {
            pair.copy_from_slice(&[[a, b, d], [b, c, d]]);
        }
    }
    mesh
}

/// Whether a point is inside of the circle through the corners of a triangle.
fn is_in_circle(corners: [DVec2; 3], point: DVec2) -> bool {
    let [a, b, c] = corners.map(|corner| (corner - point).extend((corner - point).length_squared()));
    a.dot(b.cross(c)) > 0.0
}

fn fans() -> Mesh {
    let ((side, steps), mut mesh) = (FAN, Mesh::default());
    let mut corners = BTreeMap::new();
    let (across, down) = ((LENGTH / side) as i32, (2.0 * HALF_WIDTH / side) as i32);
    for (row, column) in (0..down).flat_map(|row| (0..across).map(move |column| (row, column))) {
        let mut corner = |right: i32, low: i32| {
            let place = [column * steps + right, row * steps + low];
            *corners.entry(place).or_insert_with(|| {
                let at = place.map(|count| f64::from(count) * side / f64::from(steps));
                mesh.vertices.push(DVec3::new(at[0], 0.0, at[1] - HALF_WIDTH));
                mesh.vertices.len() as u32 - 1
            })
        };
        let middle = corner(steps / 2, steps / 2);
        // Around the square, counter-clockwise as seen from above.
        let left = (0..steps).map(|i| [0, i]);
        let front = (0..steps).map(|i| [i, steps]);
        let right = (0..steps).map(|i| [steps, steps - i]);
        let back = (0..steps).map(|i| [steps - i, 0]);
        let around: Vec<u32> = left.chain(front).chain(right).chain(back).map(|[right, low]| corner(right, low)).collect();
        for (place, &from) in around.iter().enumerate() {
            mesh.triangles.push([middle, from, around[(place + 1) % around.len()]]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::{Cut, HALF_WIDTH, LENGTH, flat};
    use clinch_testkit::random::Random;
    use std::collections::BTreeSet;

    #[test]
    fn each_cut_covers_the_strip_once_and_faces_up() {
        for cut in [Cut::Grid, Cut::Random, Cut::Needles, Cut::Fans] {
            let mesh = flat(cut, &mut Random::new(5));
            let (mut area, mut edges, mut open) = (0.0, BTreeSet::new(), 0.0);
            for corners in &mesh.triangles {
                let [a, b, c] = corners.map(|corner| mesh.vertices[corner as usize]);
                let twice = (b - a).cross(c - a);
                assert!(twice.y > 0.0, "{cut:?}: {corners:?}");
                area += 0.5 * twice.y;
                edges.extend([0, 1, 2].map(|i| (corners[i], corners[(i + 1) % 3])));
            }
            assert_eq!(edges.len(), 3 * mesh.triangles.len(), "{cut:?}: an edge has one triangle on each side");
            for &(from, to) in edges.iter().filter(|&&(from, to)| !edges.contains(&(to, from))) {
                open += (mesh.vertices[to as usize] - mesh.vertices[from as usize]).length();
            }
            let [expected, border] = [2.0 * HALF_WIDTH * LENGTH, 4.0 * HALF_WIDTH + 2.0 * LENGTH];
            // The border of the random one is jagged.
            let within = if cut == Cut::Random { 0.02 } else { 1e-9 };
            assert!((area / expected - 1.0).abs() < within && (open / border - 1.0).abs() < 10.0 * within, "{cut:?}: {area} {open}");
        }
    }
}

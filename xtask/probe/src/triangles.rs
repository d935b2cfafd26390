//! Lists of vertices and triangles from bytes: a grid or a small solid, and edits that a mesh may
//! be refused for.

use clinch::composite::{Orient, RepairOptions};
use glam::DVec3;

use crate::bodies::{length, point};
use crate::bytes::Bytes;

/// The lists that a mesh is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Triangles {
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// The faces of an octahedron about the origin, whose vertices are the ends of the axes.
const OCTAHEDRON: [[u32; 3]; 8] = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];

/// The faces of a box whose vertices have the bits of their index as coordinates.
const BOX: [[u32; 3]; 12] =
    [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]];

impl Triangles {
    /// A shape with up to 15 edits.
    pub(crate) fn draw(bytes: &mut Bytes<'_>) -> Self {
        let mut drawn = Self::shape(bytes);
        for _ in 0..bytes.byte() % 16 / 2 {
            drawn.edit(bytes);
        }
        drawn
    }

    /// A grid, an octahedron, a box, or nothing.
    fn shape(bytes: &mut Bytes<'_>) -> Self {
        match bytes.below(8) {
            0..=3 => Self::grid(2 + bytes.below(4) as u32, bytes),
            4 | 5 => {
                let vertices = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
                Self { vertices: vertices.to_vec(), triangles: OCTAHEDRON.to_vec() }
            }
            6 => {
                let size = length(bytes);
                let vertices = (0..8).map(|index| DVec3::from_array([1, 2, 4].map(|bit| if index & bit == 0 { -size } else { size })));
                Self { vertices: vertices.collect(), triangles: BOX.to_vec() }
            }
            _ => Self::default(),
        }
    }

    /// Squares of two triangles, at heights from the bytes.
    fn grid(count: u32, bytes: &mut Bytes<'_>) -> Self {
        let (middle, flat) = (f64::from(count - 1) * 0.5, bytes.byte().is_multiple_of(2));
        let mut drawn = Self::default();
        for (row, column) in (0..count).flat_map(|row| (0..count).map(move |column| (row, column))) {
            let height = if flat { 0.0 } else { f64::from(bytes.byte() as i8) / 128.0 };
            drawn.vertices.push(DVec3::new(f64::from(column) - middle, f64::from(row) - middle, height));
            if row + 1 < count && column + 1 < count {
                let first = row * count + column;
                drawn.triangles.push([first, first + 1, first + count + 1]);
                drawn.triangles.push([first, first + count + 1, first + count]);
            }
        }
        drawn
    }

    /// The index of a vertex, or, one time in sixteen, any index.
    fn vertex(&self, bytes: &mut Bytes<'_>) -> u32 {
        let byte = bytes.byte();
        if byte < 16 || self.vertices.is_empty() { u32::from(byte) } else { u32::from(byte) % self.vertices.len() as u32 }
    }

    fn edit(&mut self, bytes: &mut Bytes<'_>) {
        let kind = bytes.below(10);
        let of = bytes.below(self.triangles.len().clamp(1, 256));
        match kind {
            0 | 1 => self.vertices.push(point(bytes)),
            2 | 3 => {
                let corners = core::array::from_fn(|_| self.vertex(bytes));
                self.triangles.push(corners);
            }
            4 => self.triangles.iter_mut().skip(of).take(1).for_each(|triangle| triangle.swap(1, 2)),
            5 => {
                let again = self.triangles.get(of).map(|&[a, b, c]| [b, c, a]);
                self.triangles.extend(again);
            }
            6 => self.triangles.truncate(of),
            7 => self.needle(of),
            _ => {
                let (index, to) = (self.vertex(bytes) as usize, self.vertex(bytes) as usize);
                let to = if kind == 8 { self.vertices.get(to).copied() } else { Some(point(bytes)) };
                if let (Some(vertex), Some(to)) = (self.vertices.get_mut(index), to) {
                    *vertex = to;
                }
            }
        }
    }

    /// Adds a triangle on one side of another, much thinner than long.
    fn needle(&mut self, of: usize) {
        let Some(&[a, b, _]) = self.triangles.get(of) else { return };
        if let (Some(&from), Some(&to)) = (self.vertices.get(a as usize), self.vertices.get(b as usize)) {
            self.triangles.push([b, a, self.vertices.len() as u32]);
            self.vertices.push((from + to) * 0.5 + DVec3::new(1e-4, -1e-5, 1e-6));
        }
    }
}

/// Steps of a repair.
pub(crate) fn repair_options(bytes: &mut Bytes<'_>) -> RepairOptions {
    let steps = bytes.byte();
    let step = |bit: u8, bytes: &mut Bytes<'_>| (steps & bit != 0).then(|| length(bytes) / 64.0);
    RepairOptions {
        weld: step(1, bytes),
        split_t_junctions: step(2, bytes),
        drop_degenerate: steps & 4 != 0,
        drop_duplicates: steps & 8 != 0,
        pair_non_manifold: steps & 16 != 0,
        orient: [Orient::Keep, Orient::Consistent, Orient::Outward, Orient::Outward][usize::from(steps >> 6)],
    }
}

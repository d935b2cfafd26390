//! Shapes made of others, of short numbers: multiples of a 64th of a power of two.

use glam::DVec3;

use crate::generate::meshes;
use crate::pair_file::{CapsuleAxis, Coords, PartSpec, PoseSpec, RotationSpec, ShapeSpec, SidesSpec};
use crate::random::Random;

/// The kinds of shapes made of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Union {
    Terrain,
    Closed,
    /// Triangles that are no surface.
    Soup,
    /// Triangles a hundred thousand times as long as wide.
    Needles,
    Field,
    Voxels,
    Compound,
    /// 2D.
    Open,
    /// 2D.
    Loop,
}

impl Union {
    pub(super) const SPACE: [Self; 7] = [Self::Terrain, Self::Closed, Self::Soup, Self::Needles, Self::Field, Self::Voxels, Self::Compound];
    pub(super) const PLANE: [Self; 6] = [Self::Open, Self::Loop, Self::Needles, Self::Field, Self::Voxels, Self::Compound];
}

/// Draws shapes of a size, which is a power of two.
pub(super) struct Draw<'r> {
    pub(super) random: &'r mut Random,
    pub(super) dim: usize,
    pub(super) size: f64,
}

impl Draw<'_> {
    /// The nearest number of the grid.
    fn short(&self, share: f64) -> f64 {
        (share * 64.0).round() / 64.0 * self.size
    }

    fn coords(&self, shares: DVec3) -> Coords {
        Coords::of(DVec3::from_array(shares.to_array().map(|share| self.short(share))), self.dim)
    }

    fn length(&mut self, low: f64, high: f64) -> f64 {
        let share = self.random.range(low, high);
        self.short(share)
    }

    /// A rotation of short numbers.
    pub(super) fn rotation(&mut self) -> RotationSpec {
        let mut number = || f64::from(self.random.below(17) as u32) / 8.0 - 1.0;
        if self.dim == 2 {
            RotationSpec::CosSin(number() + 1.5, number())
        } else {
            RotationSpec::Quaternion([number(), number(), number(), number() + 1.5])
        }
    }

    pub(super) fn union(&mut self, kind: Union) -> ShapeSpec {
        match kind {
            Union::Terrain => {
                let mesh = meshes::terrain(3, 0.6, self.random);
                self.mesh(&mesh, SidesSpec::Two)
            }
            Union::Closed => {
                let mut mesh = meshes::icosphere(0);
                // A star: not convex.
                mesh.vertices.iter_mut().for_each(|vertex| *vertex *= self.random.range(0.4, 1.0));
                let sides = self.random.pick(&[SidesSpec::Two, SidesSpec::One, SidesSpec::Solid, SidesSpec::Solid]);
                self.mesh(&mesh, sides)
            }
            Union::Soup => {
                let vertices: Vec<Coords> = (0..8).map(|_| self.point()).collect();
                // Edges of three triangles, repeated ones, and any winding.
                let mut indices: Vec<[u32; 3]> = (0..7).map(|_| [0; 3].map(|_| self.random.below(8) as u32)).collect();
                indices.extend([[0, 1, 2], [0, 1, 3], [1, 0, 4], [2, 0, 1]]);
                ShapeSpec::Trimesh { vertices, indices, sides: SidesSpec::Two }
            }
            Union::Needles => self.needles(),
            Union::Field => {
                let rows = if self.dim == 2 { 1 } else { 4 };
                let heights = (0..rows).map(|_| (0..5).map(|_| (self.random.range(-0.4, 0.4) * 64.0).round() / 64.0).collect()).collect();
                let sides = self.random.pick(&[SidesSpec::Two, SidesSpec::One, SidesSpec::Solid]);
                ShapeSpec::Heightfield { heights, scale: self.coords(DVec3::new(2.0, 1.0, 1.5)), sides }
            }
            Union::Voxels => {
                let mut cell = vec![0; self.dim];
                let mut cells = vec![cell.clone()];
                for _ in 0..8 {
                    cell[self.random.below(self.dim)] += if self.random.chance(0.6) { 1 } else { -1 };
                    cells.push(cell.clone());
                }
                ShapeSpec::Voxels { size: self.coords(DVec3::new(0.25, 0.375, 0.3125)), cells }
            }
            Union::Compound => self.compound(),
            Union::Open | Union::Loop => self.polyline(kind == Union::Loop),
        }
    }

    fn mesh(&self, mesh: &meshes::Mesh, sides: SidesSpec) -> ShapeSpec {
        ShapeSpec::Trimesh {
            vertices: mesh.vertices.iter().map(|&vertex| self.coords(vertex)).collect(),
            indices: mesh.triangles.clone(),
            sides,
        }
    }

    fn point(&mut self) -> Coords {
        let point = self.random.in_ball(self.dim);
        self.coords(point)
    }

    /// A fan of triangles, or in 2D a zigzag, in which lengths differ by a factor of 2^17.
    fn needles(&mut self) -> ShapeSpec {
        let thin = self.size / 131_072.0;
        let at = |x: f64, y: f64, z: f64| Coords::of(DVec3::new(x, y, z), self.dim);
        if self.dim == 2 {
            let vertices = (0..6).map(|i| at(if i % 2 == 0 { -self.size } else { self.size }, f64::from(i) * thin, 0.0)).collect();
            return ShapeSpec::Polyline { vertices, indices: None, sides: SidesSpec::Two };
        }
        let rim = (0..7).map(|i| at(self.size, f64::from(i % 3) * thin, f64::from(i) * thin));
        let vertices = core::iter::once(at(-self.size, 0.0, 0.0)).chain(rim).collect();
        ShapeSpec::Trimesh { vertices, indices: (1..7).map(|i| [0, i, i + 1]).collect(), sides: SidesSpec::Two }
    }

    fn compound(&mut self) -> ShapeSpec {
        let mut parts: Vec<PartSpec> = Vec::new();
        for _ in 0..3 {
            let t = Some(self.point());
            parts.push(PartSpec { pose: PoseSpec { t, rotation: self.rotation() }, shape: self.convex() });
        }
        // A compound in a compound.
        let inner = Draw { random: &mut *self.random, dim: self.dim, size: 0.25 * self.size }.union(Union::Voxels);
        parts.push(PartSpec { pose: PoseSpec { t: Some(self.point()), rotation: self.rotation() }, shape: inner });
        ShapeSpec::Compound { parts }
    }

    fn polyline(&mut self, is_loop: bool) -> ShapeSpec {
        let count = 7;
        let mut corner = |i: u32| {
            let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(i) / f64::from(count));
            let radius = self.random.range(0.3, 1.0);
            self.coords(DVec3::new(cos, sin, 0.0) * radius)
        };
        let vertices = (0..count).map(&mut corner).collect();
        let indices = is_loop.then(|| (0..count).map(|i| [i, (i + 1) % count]).collect());
        let sides = if is_loop { self.random.pick(&[SidesSpec::Two, SidesSpec::Solid]) } else { SidesSpec::Two };
        ShapeSpec::Polyline { vertices, indices, sides }
    }

    /// A convex shape of a quarter of the size.
    pub(super) fn convex(&mut self) -> ShapeSpec {
        let half = Coords::of(DVec3::from_array([0; 3].map(|_| self.length(0.1, 0.4))), self.dim);
        let radius = self.length(0.1, 0.3);
        let half_height = self.length(0.1, 0.3);
        match self.random.below(if self.dim == 2 { 4 } else { 6 }) {
            0 => ShapeSpec::ball(self.dim, radius),
            1 => ShapeSpec::Box { half },
            2 => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius },
            3 => ShapeSpec::hull(self.dim, (0..6).map(|_| self.point().times(0.5)).collect()),
            4 => ShapeSpec::Cylinder { half_height, radius },
            _ => ShapeSpec::Cone { half_height, radius },
        }
    }
}

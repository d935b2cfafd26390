//! Draws composite shapes and bodies.
//!
//! A shape has a size from 1e-6 to 1e6. Its numbers are those of the scalar, and exact in both
//! forms of the shape.

use clinch_testkit::distributions::{Digits, right_angles};
use clinch_testkit::generate::meshes::{self, Cut, Mesh};
use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, RotationSpec, ShapeSpec, SidesSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::drawn::Drawn;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A rough plane of triangles.
    Terrain,
    /// A plane cut into squares, random triangles, needles 1:10⁴ or fans of 64.
    Plate,
    /// A torus, a sphere, or a star whose sides are steep.
    Closed,
    /// A box of twelve triangles.
    Block,
    /// A fan of triangles 1:10⁵.
    Needles,
    /// A height field; in 2D, too.
    Field,
    /// Voxels.
    Voxels,
    /// Boxes side by side on a grid.
    Flush,
    /// Any convex shapes, which may overlap.
    Compound,
    /// Triangles or segments that cross each other, as a compound.
    Soup,
    /// 2D: a chain with two ends.
    Open,
    /// 2D: a closed chain, which may cross itself.
    Loop,
}

impl Kind {
    pub(crate) const SPACE: [Self; 10] = [
        Self::Terrain,
        Self::Plate,
        Self::Closed,
        Self::Block,
        Self::Needles,
        Self::Field,
        Self::Voxels,
        Self::Flush,
        Self::Compound,
        Self::Soup,
    ];
    pub(crate) const PLANE: [Self; 6] = [Self::Open, Self::Loop, Self::Field, Self::Flush, Self::Compound, Self::Soup];
}

/// Draws shapes of a size.
pub(crate) struct Draw<'r> {
    pub(crate) random: &'r mut Random,
    pub(crate) dim: usize,
    pub(crate) digits: Digits,
    pub(crate) size: f64,
}

impl Draw<'_> {
    pub(crate) fn composite(&mut self, kind: Kind) -> Drawn {
        match kind {
            Kind::Terrain => {
                let roughness = self.random.pick(&[0.001, 0.05, 0.3, 1.0]);
                let mesh = meshes::terrain(6, roughness, self.random);
                self.mesh(mesh, false)
            }
            Kind::Plate => {
                let cut = self.random.pick(&Cut::ALL);
                let mesh = meshes::plate(cut, self.random);
                self.mesh(mesh, false)
            }
            Kind::Closed => {
                let mut mesh = match self.random.below(3) {
                    0 => meshes::torus(10, 5),
                    1 => meshes::icosphere(1),
                    _ => meshes::icosphere(0),
                };
                if mesh.vertices.len() == 12 {
                    mesh.vertices.iter_mut().for_each(|vertex| *vertex *= self.random.range(0.4, 1.0));
                }
                self.mesh(mesh, true)
            }
            Kind::Block => {
                let half = DVec3::from_array([0; 3].map(|_| self.random.power(-1.5, 0.0)));
                self.mesh(meshes::cuboid(half), true)
            }
            Kind::Needles => {
                let thin = self.random.power(-5.0, -3.0);
                let rim = (0..7).map(|i| DVec3::new(1.0, f64::from(i % 3) * thin, f64::from(i) * thin));
                let vertices = core::iter::once(DVec3::new(-1.0, 0.0, 0.0)).chain(rim).collect();
                self.mesh(Mesh { vertices, triangles: (1..7).map(|i| [0, i, i + 1]).collect() }, false)
            }
            Kind::Field => self.field(),
            Kind::Voxels => {
                let mut cell = [0; 3];
                let mut cells = vec![cell];
                for _ in 0..12 {
                    cell[self.random.below(3)] += if self.random.chance(0.6) { 1 } else { -1 };
                    cells.push(cell);
                }
                cells.sort_unstable();
                cells.dedup();
                Drawn::Voxels { size: self.exact(DVec3::new(0.25, 0.375, 0.3125)), cells }
            }
            Kind::Flush => self.flush(),
            Kind::Compound => {
                let parts = (0..5).map(|_| (self.pose(), self.body(0.4, false)));
                Drawn::Compound { parts: parts.collect() }
            }
            Kind::Soup => {
                let corners = (0..8).map(|_| self.point()).collect::<Vec<_>>();
                let mut corner = || corners[self.random.below(8)];
                let part = |_| {
                    let [a, b, c] = [corner(), corner(), corner()];
                    if a.dim() == 2 { ShapeSpec::Segment { a, b } } else { ShapeSpec::Triangle { a, b, c } }
                };
                Drawn::Compound { parts: (0..10).map(part).map(|shape| (PoseSpec::default(), shape)).collect() }
            }
            Kind::Open | Kind::Loop => self.chain(kind == Kind::Loop),
        }
    }

    /// A vector of few binary digits, times the largest power of two below the size.
    fn exact(&self, shares: DVec3) -> DVec3 {
        shares * libm::exp2(libm::floor(libm::log2(self.size)))
    }

    fn vector(&self, shares: DVec3) -> DVec3 {
        self.digits.vector(shares * self.size)
    }

    fn point(&mut self) -> Coords {
        let point = self.random.in_ball(self.dim);
        Coords::of(self.vector(point), self.dim)
    }

    fn factors(&mut self) -> DVec3 {
        if self.random.chance(0.6) {
            return DVec3::ONE;
        }
        DVec3::from_array([0; 3].map(|_| self.random.pick(&[-1.0, -0.5, 1.0, 2.0])))
    }

    fn mesh(&mut self, mesh: Mesh, is_closed: bool) -> Drawn {
        let vertices = mesh.vertices.iter().map(|&vertex| self.vector(vertex)).collect();
        let all = [SidesSpec::One, SidesSpec::Two, SidesSpec::Solid, SidesSpec::Solid];
        let sides = self.random.pick(if is_closed { &all } else { &all[..2] });
        Drawn::Mesh { mesh: Mesh { vertices, ..mesh }, factors: self.factors(), sides }
    }

    fn field(&mut self) -> Drawn {
        let roughness = self.random.pick(&[0.01, 0.2, 0.8]);
        let (rows, columns) = (if self.dim == 2 { 1 } else { 5 }, if self.dim == 2 { 9 } else { 5 });
        let heights = (0..rows * columns).map(|_| self.digits.round(self.random.range(-0.5, 0.5) * roughness * self.size)).collect();
        let cell = self.exact(DVec3::new(0.5, 1.0, 0.375)).with_y(1.0);
        let sides = self.random.pick(&[SidesSpec::Two, SidesSpec::One, SidesSpec::Solid]);
        if self.dim == 2 { Drawn::Line { heights, cell: cell.x, sides } } else { Drawn::Field { rows, columns, heights, cell, sides } }
    }

    fn flush(&mut self) -> Drawn {
        let half = self.exact(DVec3::new(0.25, 0.125, 0.1875));
        let mut parts = Vec::new();
        for (i, k) in (0..4).flat_map(|i| (0..if self.dim == 2 { 1 } else { 3 }).map(move |k| (i, k))) {
            // Some are a step higher.
            let step = if self.random.chance(0.2) { 0.5 * half.y } else { 0.0 };
            let at = DVec3::new(2.0 * f64::from(i) * half.x, step, 2.0 * f64::from(k) * half.z);
            parts.push((PoseSpec::at(Coords::of(at, self.dim)), ShapeSpec::Box { half: Coords::of(half, self.dim) }));
        }
        Drawn::Compound { parts }
    }

    fn chain(&mut self, closed: bool) -> Drawn {
        let count = 9;
        // One closed chain in eight may cross itself.
        let is_wild = closed && self.random.chance(0.125);
        let mut corner = |i: u32| {
            let angle = core::f64::consts::TAU * f64::from(i) / f64::from(count);
            let (sin, cos) = libm::sincos(if is_wild { self.random.range(0.0, core::f64::consts::TAU) } else { -angle });
            let around = DVec3::new(cos, sin, 0.0) * self.random.range(0.3, 1.0);
            let along = DVec3::new(f64::from(i) * 0.25 - 1.0, self.random.range(-0.2, 0.2), 0.0);
            self.digits.vector(if closed { around } else { along } * self.size)
        };
        let mut points: Vec<DVec3> = (0..count).map(&mut corner).collect();
        let mut sides = self.random.pick(&[SidesSpec::One, SidesSpec::Two, SidesSpec::Solid]);
        if closed && !is_wild {
            // The front, on the right, is outside if the corners are counter-clockwise.
            points.reverse();
        }
        if sides == SidesSpec::Solid && (!closed || is_wild) {
            sides = SidesSpec::Two;
        }
        Drawn::Chain { points, closed, factors: self.factors(), sides }
    }

    fn pose(&mut self) -> PoseSpec {
        PoseSpec { t: Some(self.point()), rotation: self.rotation() }
    }

    /// Any rotation, or a right angle.
    pub(crate) fn rotation(&mut self) -> RotationSpec {
        if self.dim == 2 {
            let (cos, sin) = self.random.pick(&[(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]);
            if self.random.chance(0.3) { RotationSpec::CosSin(cos, sin) } else { self.digits.angle(self.random.range(-3.0, 3.0)) }
        } else if self.random.chance(0.3) {
            RotationSpec::Quaternion(right_angles(self.random))
        } else {
            self.digits.quaternion(self.random.quaternion())
        }
    }

    /// A convex shape of about a share of the size: a polytope, maybe swept by a radius, or, if
    /// `any`, with other round sides.
    pub(crate) fn body(&mut self, share: f64, any: bool) -> ShapeSpec {
        let mut length = |low: f64, high: f64| self.digits.round(self.random.range(low, high) * share * self.size);
        let half = Coords::of(DVec3::from_array([0; 3].map(|_| length(0.2, 0.6))), self.dim);
        let (radius, half_height) = (length(0.2, 0.6), length(0.2, 0.6));
        let flat = Coords::of(half.to_vec3() * DVec3::new(1.0, 1.0 / 64.0, 1.0), self.dim);
        match self.random.below(if any { 10 } else { 7 }) {
            0 => ShapeSpec::ball(self.dim, radius),
            1 => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius },
            2 | 3 => ShapeSpec::Box { half },
            4 => ShapeSpec::Box { half: flat },
            5 => ShapeSpec::hull(self.dim, (0..10).map(|_| self.point().times(0.6 * share).rounded()).collect()),
            6 => ShapeSpec::Rounded { core: Box::new(ShapeSpec::Box { half }), radius: 0.25 * radius },
            7 if self.dim == 3 => ShapeSpec::Cylinder { half_height, radius },
            8 if self.dim == 3 => ShapeSpec::Cone { half_height, radius },
            _ if self.dim == 3 => ShapeSpec::Ellipsoid { radii: half },
            _ => ShapeSpec::Ellipse { radii: half },
        }
    }
}

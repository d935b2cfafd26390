//! The field, and where the bodies are.

use std::f64::consts::FRAC_1_SQRT_2;

use clinch_testkit::pair_file::{Coords, PoseSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::composite::body::{Body, lowest};
use crate::composite::tracks::{LEVELS, lying, single, turn};
use crate::composite::truth::of_patch;
use crate::data::Truth;

/// Cells along each side, a metre each.
pub(super) const CELLS: u32 = 512;
/// A height is the sum of a bump of its row and one of its column, each up to this far from 0. So
/// each cell is flat, and it does not matter along which diagonal a library cuts it.
const BUMP: f64 = 0.05;
/// No height is beyond these.
#[cfg(feature = "box3d")]
pub(super) const RANGE: [f32; 2] = [-0.125, 0.125];
/// The distance of bodies, in cells: they do not meet each other.
const APART: u32 = 5;
/// How far a body slides in a tick.
const SLIDE: f64 = 0.005;
/// The bodies, in equal parts. Box3D has no cylinder.
const BODIES: [Body; 4] = [Body::Ball, Body::Capsule, Body::Box, Body::Hull(16)];
const SEED: u64 = 23;
/// Upright is z for tracks, and y here: a quarter turn about x.
const UPRIGHT: DQuat = DQuat::from_xyzw(-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2);

/// The size of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Bodies along each side of their square.
    pub bodies: u32,
    /// Ticks, one way.
    pub ticks: usize,
    /// Answers that are checked.
    pub checked: usize,
}

impl Size {
    /// For numbers to be published: 10,000 bodies.
    pub const FULL: Self = Self { bodies: 100, ticks: 16, checked: 200 };
    /// For a quick run.
    pub const QUICK: Self = Self { bodies: 20, ticks: 8, checked: 20 };
}

/// A field and bodies on it. The height in row r and column c is at (c, height, r).
pub(crate) struct Scene {
    /// The heights, row by row.
    pub(super) heights: Vec<f32>,
    /// The bodies.
    pub(super) bodies: Vec<ShapeSpec>,
    /// Their poses, tick by tick.
    pub(super) ticks: Vec<Vec<PoseSpec>>,
}

impl Scene {
    pub(super) fn new(size: Size) -> Self {
        let random = &mut Random::new(SEED);
        let [rows, columns] = [0; 2].map(|_| (0..=CELLS).map(|_| random.range(-BUMP, BUMP) as f32).collect::<Vec<f32>>());
        let heights = rows.iter().flat_map(|row| columns.iter().map(move |column| row + column)).collect();
        let mut scene = Self { heights, bodies: Vec::new(), ticks: vec![Vec::new(); size.ticks] };
        for row in 0..size.bodies {
            for column in 0..size.bodies {
                scene.add(DVec3::new(f64::from(column + 1), 0.0, f64::from(row + 1)) * f64::from(APART));
            }
        }
        scene
    }

    /// Adds a body near a place. Half of the bodies lie on a side.
    fn add(&mut self, place: DVec3) {
        let number = self.bodies.len();
        let random = &mut Random::of(SEED, number as u64);
        let shape = BODIES[number % BODIES.len()].shape();
        let is_level = random.chance(0.5);
        let mut rotation = if is_level { lying(random) } else { DQuat::from_array(random.quaternion()) };
        let mut at = place + DVec3::new(random.range(0.0, 1.0), 0.0, random.range(0.0, 1.0));
        let [x, z, _] = random.direction(2).to_array();
        let slide = DVec3::new(x, 0.0, z) * SLIDE;
        let turn = turn(random, is_level);
        for tick in 0..self.ticks.len() {
            at += slide;
            rotation = (turn * rotation).normalize();
            let level = random.range(LEVELS.start, LEVELS.end);
            let turned = PoseSpec { t: None, rotation: single(rotation) };
            let up = self.height(at.x, at.z) - lowest(&shape, &turned) + level;
            let rotation = single(UPRIGHT * DQuat::from_array(turned.quaternion()));
            let place = PoseSpec { t: Some(Coords::of(DVec3::new(at.x, up, at.z), 3).rounded()), rotation };
            self.ticks[tick].push(place);
        }
        self.bodies.push(shape);
    }

    fn corner(&self, row: usize, column: usize) -> f32 {
        self.heights[row * (CELLS as usize + 1) + column]
    }

    /// The height at a place: each cell is flat.
    fn height(&self, x: f64, z: f64) -> f64 {
        let (row, column) = (z as usize, x as usize);
        let at = |row, column| f64::from(self.corner(row, column));
        let here = at(row, column);
        here + (x - column as f64) * (at(row, column + 1) - here) + (z - row as f64) * (at(row + 1, column) - here)
    }

    /// The separations of some bodies in some ticks, by the oracle.
    pub(super) fn truths(&self, checked: usize) -> Vec<(usize, Truth)> {
        let count = self.bodies.len() * self.ticks.len();
        // A stride that is no multiple of the bodies.
        let places = (0..checked).map(|index| index * count / checked + index % (count / checked).max(1));
        places.filter_map(|place| Some((place, self.truth(place / self.bodies.len(), place % self.bodies.len())?))).collect()
    }

    fn truth(&self, tick: usize, body: usize) -> Option<Truth> {
        let (shape, pose) = (&self.bodies[body], &self.ticks[tick][body]);
        let (center, reach) = (pose.translation(), shape.bounding_radius().ceil() as usize + 1);
        let [row, column] = [center.z, center.x].map(|at| at as usize - reach);
        let side = 2 * reach + 2;
        let vertex = |r: usize, c: usize| Vec3::new((column + c) as f32, self.corner(row + r, column + c), (row + r) as f32);
        let vertices: Vec<Vec3> = (0..side).flat_map(|r| (0..side).map(move |c| (r, c))).map(|(r, c)| vertex(r, c)).collect();
        let cells = (0..side - 1).flat_map(|r| (0..side - 1).map(move |c| (r * side + c) as u32));
        let side = side as u32;
        let triangles: Vec<[u32; 3]> = cells.flat_map(|at| [[at, at + side, at + side + 1], [at, at + side + 1, at + 1]]).collect();
        of_patch((&vertices, &triangles), shape, pose)
    }
}

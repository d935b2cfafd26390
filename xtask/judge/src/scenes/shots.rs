//! Balls shot at a block of voxels: none may be held inside.

use glam::{DVec3, IVec3};

use super::few::STEEL;
use crate::body::{Body, Form};
use crate::composite::{Composite, Voxels};
use crate::scene::{LOST, Measure, Scene};

/// With eight starts, ten thousand.
const SHOTS: usize = 1250;

pub(crate) const VOXELS: Scene = Scene {
    name: "shots at voxels",
    what: "1,250 balls of 20 cm, shot at 3 × 3 × 3 voxels of a metre at 5 to 30 m/s",
    seconds: 2.0,
    settled: 0.0,
    matter: STEEL,
    // Not measured: a ball is pushed out over many steps.
    overlaps_every: usize::MAX,
    bodies: |random| {
        let cells = (0..27).map(|place| IVec3::new(place % 3, place / 3 % 3, place / 9) - 1);
        // Its middle is at the origin.
        let block = Composite::Voxels(Voxels { side: 1.0, cells: cells.collect() });
        let mut bodies = vec![Body::fixed(block, DVec3::splat(-0.5))];
        for _ in 0..SHOTS {
            // The corners of the block are 2.6 m from its middle.
            let from = random.direction(3) * random.range(3.0, 6.0);
            let to = DVec3::new(random.range(-1.5, 1.5), random.range(-1.5, 1.5), random.range(-1.5, 1.5));
            let velocity = (to - from).normalize_or(DVec3::Y) * random.range(5.0, 30.0);
            bodies.push(Body { velocity, alone: true, ..Body::new(Form::Ball(0.1), from) });
        }
        bodies
    },
    measures: &[Measure { name: "inside", ..LOST }],
};

//! A cylinder that rolls on its side over a mesh whose diagonals all lean the same way.

use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use super::few::STEEL;
use super::marbles::plate;
use super::terrain::{Cut, flat};
use crate::body::{Body, Form};
use crate::composite::Composite;
use crate::scene::{DEEPEST, Measure, RISE, SLOWED, Scene};

/// It rolls 20 m and has crossed a diagonal and an edge every half metre.
const SEAMS: f64 = 80.0;

const ON_PLATE: &str = "cylinder over a plate";
const SHIFT: Measure = Measure::new("sideways shift a seam", "mm", 0.1, |observed| observed.strayed() * 1e3 / SEAMS);
const RISES: Measure = Measure { target: None, ..RISE };

pub(crate) const PLATE: Scene = Scene {
    name: ON_PLATE,
    what: "a cylinder of a metre that rolls on its side for 20 m, for comparison",
    seconds: 11.0,
    settled: 1.0,
    matter: STEEL,
    overlaps_every: 1,
    bodies: |random| vec![plate(), cylinder(random)],
    measures: &[SHIFT, SLOWED, RISES, DEEPEST],
};

pub(crate) const SEAMED: Scene = Scene {
    name: "cylinder over seams",
    what: "the same over a mesh of squares with equal diagonals",
    bodies: |random| {
        let cylinder = cylinder(random);
        vec![Body::fixed(Composite::Mesh(flat(Cut::Grid, random)), DVec3::ZERO), cylinder]
    },
    measures: &[SHIFT.target(0.1).beyond(ON_PLATE), SLOWED, RISES, DEEPEST],
    ..PLATE
};

fn cylinder(random: &mut Random) -> Body {
    let (radius, speed) = (0.5, 2.0);
    let axle = DVec3::Y.cross(DVec3::X);
    let at = DVec3::new(1.0 + random.unit(), radius, random.range(-1.0, 1.0));
    let body = Body::new(Form::Cylinder { half_height: 0.5, radius }, at).turned(DQuat::from_rotation_arc(DVec3::Y, axle));
    Body { velocity: DVec3::X * speed, spin: axle * speed / radius, ..body }
}

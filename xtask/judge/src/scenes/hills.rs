//! Bodies that roll over curved surfaces.

use glam::{DQuat, DVec3};

use super::few::STEEL;
use super::terrain::{field, square};
use crate::body::{Body, Form};
use crate::composite::Composite;
use crate::scene::{DEEPEST, GAINED, HOP, Scene};

/// The radius of the wheel.
const WHEEL: f64 = 0.35;
/// The height and the length of a wave. Higher or shorter: the wheel would fly over the valleys, as
/// it should at 21 m/s where the surface bends by more than 1/45 m.
const WAVE: (f64, f64) = (0.04, 20.0);
/// The length of the track: four seconds, and ten metres at each end.
const TRACK: f64 = 104.0;

pub(crate) const WHEELED: Scene = Scene {
    name: "fast wheel",
    what: "a wheel of 35 cm that rolls at 60 rad/s over waves of 4 cm, a height field with cells of half a metre",
    seconds: 4.0,
    settled: 0.25,
    matter: STEEL,
    overlaps_every: 1,
    bodies: |random| {
        let (high, long) = WAVE;
        let wave = move |x: f64| high * libm::sin(core::f64::consts::TAU * x / long);
        let ground = Composite::Field(field([2 * TRACK as usize, 16], 0.5, |x, _| wave(x)));
        let start = 10.0 - 0.5 * TRACK + random.unit();
        let axle = DVec3::NEG_Z;
        let at = DVec3::new(start, wave(start) + WHEEL, random.range(-0.5, 0.5));
        let wheel = Body::new(Form::Cylinder { half_height: 0.1, radius: WHEEL }, at).turned(DQuat::from_rotation_arc(DVec3::Y, axle));
        vec![Body::fixed(ground, DVec3::ZERO), Body { velocity: DVec3::X * 60.0 * WHEEL, spin: axle * 60.0, ..wheel }]
    },
    measures: &[HOP, DEEPEST],
};

/// The radius of curvature in the middle, the width of the surface and the number of cells along
/// it: about ten thousand triangles.
const CURVED: (f64, f64, usize) = (10.0, 10.0, 71);

pub(crate) const BOWL: Scene = Scene {
    name: "marble in a bowl",
    what: "a ball of 10 cm that rolls in a bowl of ten thousand triangles, 10 m wide",
    seconds: 20.0,
    settled: 0.0,
    matter: STEEL,
    overlaps_every: 1,
    bodies: |random| {
        let ball = Body { velocity: DVec3::new(0.0, 0.0, random.range(0.2, 2.0)), ..marble(random.range(3.0, 4.0), 0.0, 1.0) };
        vec![curved(1.0), ball]
    },
    measures: &[GAINED, HOP, DEEPEST],
};

pub(crate) const SADDLE: Scene = Scene {
    name: "marble in a saddle",
    what: "the same in a saddle, down from one side until it leaves by another",
    // Later it is beyond the border.
    seconds: 6.0,
    bodies: |random| vec![curved(-1.0), marble(random.range(3.0, 4.0), random.range(-1e-3, 1e-3), -1.0)],
    ..BOWL
};

/// Curved upward along x, and along z upward or downward.
fn height(x: f64, z: f64, along_z: f64) -> f64 {
    (x * x + along_z * z * z) / (2.0 * CURVED.0)
}

fn curved(along_z: f64) -> Body {
    let (_, wide, cells) = CURVED;
    Body::fixed(Composite::Mesh(square(cells, wide, |x, z| height(x, z, along_z))), DVec3::ZERO)
}

/// At rest on the smooth surface.
fn marble(x: f64, z: f64, along_z: f64) -> Body {
    let (radius, bend) = (0.05, CURVED.0);
    let normal = DVec3::new(-x / bend, 1.0, -along_z * z / bend).normalize();
    Body::new(Form::Ball(radius), DVec3::new(x, height(x, z, along_z), z) + normal * radius)
}

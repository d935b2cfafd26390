//! Bodies that slide 40 m over a flat mesh without friction: nothing may slow them down, turn them
//! or throw them up.

use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use super::terrain::{Cut, flat};
use crate::body::{Body, Form};
use crate::composite::Composite;
use crate::scene::{DEEPEST, LOSS, Measure, SPIN, Scene, UPWARD};
use crate::world::Matter;

pub(super) const ICE: Matter = Matter { friction: 0.0, linear_damping: 0.0, angular_damping: 0.0 };

const fn slide(name: &'static str, what: &'static str, bodies: fn(&mut Random) -> Vec<Body>) -> Scene {
    const MEASURES: &[Measure] = &[LOSS, SPIN, UPWARD, DEEPEST];
    Scene { name, what, seconds: 4.5, settled: 0.5, matter: ICE, overlaps_every: 1, bodies, measures: MEASURES }
}

pub(crate) const BOX: Scene =
    slide("sliding box", "a box of 60 cm that slides 40 m at 10 m/s over the random mesh, without friction", |random| {
        on_ice(Form::Box(DVec3::new(0.3, 0.2, 0.25)), 0.2, random)
    });

pub(crate) const CYLINDER: Scene = slide("sliding cylinder", "a cylinder of 60 cm on its cap instead", |random| {
    on_ice(Form::Cylinder { half_height: 0.2, radius: 0.3 }, 0.2, random)
});

pub(crate) const HULL: Scene = slide("sliding hull", "a frustum with seven sides instead", |random| {
    const SIDES: u32 = 7;
    let corner = |place: u32, radius: f64, y: f64| {
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(place) / f64::from(SIDES));
        DVec3::new(radius * cos, y, radius * sin)
    };
    let points = (0..SIDES).flat_map(|place| [corner(place, 0.3, -0.2), corner(place, 0.2, 0.2)]);
    on_ice(Form::Hull(points.collect()), 0.2, random)
});

fn on_ice(form: Form, half_height: f64, random: &mut Random) -> Vec<Body> {
    let along = DVec3::new(1.0, 0.0, random.sign() * random.range(0.01, 0.1)).normalize();
    let at = DVec3::new(1.0 + random.unit(), half_height, random.range(-1.0, 1.0));
    let turned = DQuat::from_xyzw(0.0, random.range(-1.0, 1.0), 0.0, 1.0).normalize();
    let body = Body { velocity: along * 10.0, ..Body::new(form, at).turned(turned) };
    vec![Body::fixed(Composite::Mesh(flat(Cut::Random, random)), DVec3::ZERO), body]
}

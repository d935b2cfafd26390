//! Single bodies on a wide thin plate. Errors of a support mapping make them tip, hop or slow down.

use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::body::{Body, Form};
use crate::scene::{DEEPEST, DRIFT, ENERGY, SANK, SLOWED, STRAYED, Scene, TILT};
use crate::world::Matter;

pub(super) const STEEL: Matter = Matter { friction: 0.5, linear_damping: 0.0, angular_damping: 0.0 };

/// Half the thickness of the plate. The thickness is 1/4000 of the width.
const THIN: f64 = 0.005;

fn plate() -> Body {
    Body::fixed(Form::Box(DVec3::new(20.0, THIN, 20.0)), DVec3::NEG_Y * THIN)
}

/// A horizontal direction that is not parallel to an edge of the plate.
fn course(random: &mut Random) -> DVec3 {
    DVec3::new(random.range(0.7, 1.0), 0.0, random.range(0.2, 0.5)).normalize()
}

pub(crate) const MARBLE: Scene = Scene {
    name: "marble",
    what: "a ball of 10 cm that rolls over a plate 40 m wide and 1 cm thick",
    seconds: 10.0,
    settled: 1.0,
    matter: STEEL,
    overlaps_every: 1,
    bodies: |random| {
        let (along, radius) = (course(random), 0.05);
        let ball = Body::new(Form::Ball(radius), DVec3::new(-8.0, radius, -4.0));
        vec![plate(), Body { velocity: along, spin: DVec3::Y.cross(along) / radius, ..ball }]
    },
    measures: &[SLOWED, STRAYED, SANK, DEEPEST],
};

pub(crate) const ROLLING: Scene = Scene {
    name: "rolling cylinder",
    what: "a cylinder of a metre that rolls on its side over the same plate",
    seconds: 10.0,
    settled: 1.0,
    matter: STEEL,
    overlaps_every: 1,
    bodies: |random| {
        let (along, radius) = (course(random), 0.5);
        let axle = DVec3::Y.cross(along);
        let form = Form::Cylinder { half_height: 0.5, radius };
        let drum = Body::new(form, DVec3::new(-8.0, radius, -4.0)).turned(DQuat::from_rotation_arc(DVec3::Y, axle));
        vec![plate(), Body { velocity: along, spin: axle / radius, ..drum }]
    },
    measures: &[SLOWED, STRAYED, SANK, DEEPEST],
};

pub(crate) const CAP: Scene = Scene {
    name: "cylinder on its cap",
    what: "the same cylinder put down on its cap, tilted by up to two degrees",
    seconds: 20.0,
    settled: 5.0,
    matter: STEEL,
    overlaps_every: 1,
    bodies: |random| {
        let tilt = DQuat::from_xyzw(random.range(-0.012, 0.012), 0.0, random.range(-0.012, 0.012), 1.0).normalize();
        let at = DVec3::new(random.range(-8.0, 8.0), 0.52, random.range(-8.0, 8.0));
        vec![plate(), Body::new(Form::Cylinder { half_height: 0.5, radius: 0.5 }, at).turned(tilt)]
    },
    measures: &[TILT, DRIFT, DEEPEST, ENERGY],
};

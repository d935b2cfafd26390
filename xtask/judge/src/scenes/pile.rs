//! A thousand bodies of four kinds that fall into a walled box: every kind of pair, in every
//! rotation.

use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::body::{Body, Form};
use crate::scene::{AT_END, DEEPEST, ENERGY, Scene, TIME_TO_REST};
use crate::world::Matter;

/// Half the inner width of the walled box.
pub(super) const HALF_WIDTH: f64 = 5.0;
/// Half the height and half the thickness of its walls. They extend below the floor: a wall that
/// ended at the floor would push bodies in the corner down.
const WALL: (f64, f64) = (10.0, 0.5);

pub(crate) const PILE: Scene = Scene {
    name: "pile",
    what: "1,000 boxes, balls, capsules and hulls of 20 to 50 cm that fall into a walled box",
    seconds: 16.0,
    settled: 10.0,
    // Without damping balls would roll for ever.
    matter: Matter { friction: 0.5, linear_damping: 0.05, angular_damping: 1.0 },
    overlaps_every: 60,
    bodies: |random| {
        let mut bodies = walled_box();
        let across = 11;
        let apart = 2.0 * HALF_WIDTH / f64::from(across);
        for place in 0..1000 {
            let (layer, row, column) = (place / (across * across), place / across % across, place % across);
            let at = DVec3::new(f64::from(column), f64::from(layer), f64::from(row)) + DVec3::new(0.5, 0.6, 0.5);
            let aside = DVec3::new(random.range(-0.05, 0.05), 0.0, random.range(-0.05, 0.05));
            let at = at * apart - DVec3::new(HALF_WIDTH, 0.0, HALF_WIDTH) + aside;
            let form = form(place, random);
            bodies.push(Body::new(form, at).turned(DQuat::from_array(random.quaternion())));
        }
        bodies
    },
    measures: &[TIME_TO_REST, ENERGY, AT_END, DEEPEST],
};

pub(super) fn form(place: i32, random: &mut Random) -> Form {
    let mut size = || random.range(0.1, 0.22);
    match place % 4 {
        0 => Form::Box(DVec3::new(size(), size(), size())),
        1 => Form::Ball(random.range(0.1, 0.25)),
        2 => Form::Capsule { half_height: random.range(0.05, 0.2), radius: random.range(0.08, 0.18) },
        _ => {
            let axes = DVec3::new(size(), size(), size()) * 1.4;
            Form::Hull((0..10).map(|_| random.direction(3) * axes).collect())
        }
    }
}

fn walled_box() -> Vec<Body> {
    let mut bodies = super::stacks::floor(HALF_WIDTH + 2.0 * WALL.1);
    bodies.extend(walls(HALF_WIDTH));
    bodies
}

/// Four walls about a square with this half width.
pub(super) fn walls(wide: f64) -> Vec<Body> {
    let (high, half) = WALL;
    let mut bodies = Vec::new();
    for side in [-1.0, 1.0] {
        let away = side * (wide + half);
        bodies.push(Body::fixed(Form::Box(DVec3::new(half, high, wide + 2.0 * half)), DVec3::new(away, high - 2.0 * half, 0.0)));
        bodies.push(Body::fixed(Form::Box(DVec3::new(wide, high, half)), DVec3::new(0.0, high - 2.0 * half, away)));
    }
    bodies
}

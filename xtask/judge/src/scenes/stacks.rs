//! Stacks of boxes. A missing contact point, or one that loses its impulse between ticks, makes
//! them creep, lean and fall.

use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::body::{Body, Form};
use crate::scene::{AT_END, DEEPEST, DRIFT, ENERGY, FELL, STILL_UP, Scene, TIME_TO_REST};
use crate::world::Matter;

const WOOD: Matter = Matter { friction: 0.5, linear_damping: 0.0, angular_damping: 0.0 };

pub(crate) const TOWER: Scene = Scene {
    name: "tower",
    what: "ten cubes of a metre, one on top of the other",
    seconds: 20.0,
    settled: 2.0,
    matter: WOOD,
    overlaps_every: 1,
    bodies: |random| {
        let cubes = (0..10).map(|place| nudged(cube(), DVec3::Y * (0.5 + f64::from(place)), random));
        floor(20.0).into_iter().chain(cubes).collect()
    },
    measures: &[FELL, DRIFT, DEEPEST, ENERGY],
};

pub(crate) const WALL: Scene = Scene {
    name: "wall",
    what: "ten courses of ten bricks, each displaced by a quarter of a brick",
    seconds: 20.0,
    settled: 2.0,
    matter: WOOD,
    overlaps_every: 3,
    bodies: |random| {
        let mut bodies = floor(20.0);
        for place in 0..100 {
            let (course, brick) = (f64::from(place / 10), f64::from(place % 10));
            let aside = if place / 10 % 2 == 1 { 0.25 } else { 0.0 };
            let at = DVec3::new((brick - 4.5 + aside) * 1.01, 0.25 + course * 0.5, 0.0);
            bodies.push(nudged(Form::Box(DVec3::new(0.5, 0.25, 0.25)), at, random));
        }
        bodies
    },
    measures: &[FELL, DRIFT, DEEPEST, ENERGY],
};

pub(crate) const PYRAMID: Scene = Scene {
    name: "pyramid",
    what: "210 cubes in twenty rows, each with one fewer than the row below",
    seconds: 20.0,
    settled: 2.0,
    matter: WOOD,
    overlaps_every: 6,
    bodies: |random| {
        let mut bodies = floor(30.0);
        for row in 0..20 {
            for place in 0..20 - row {
                let x = (f64::from(place) - f64::from(19 - row) * 0.5) * 1.05;
                bodies.push(nudged(cube(), DVec3::new(x, 0.5 + f64::from(row), 0.0), random));
            }
        }
        bodies
    },
    measures: &[FELL, DRIFT, DEEPEST, ENERGY],
};

/// The length of a card, half its thickness and half its width.
const CARD: (f64, f64, f64) = (1.0, 0.01, 0.35);
/// Sine and cosine of a card's inclination, twenty degrees.
const LEAN: (f64, f64) = (0.342_020_143_325_668_7, 0.939_692_620_785_908_4);

pub(crate) const CARDS: Scene = Scene {
    name: "card house",
    what: "tents of cards two centimetres thick in three storeys, each with a ceiling",
    seconds: 20.0,
    settled: 2.0,
    matter: Matter { friction: 0.7, ..WOOD },
    overlaps_every: 2,
    bodies: |random| {
        let ((length, half, wide), (sine, cosine)) = (CARD, LEAN);
        // From the ridge of a tent to a foot, to its top, and to the next tent.
        let foot = 2.0 * half * cosine + length * sine;
        let height = 2.0 * half * sine + length * cosine;
        let apart = 2.0 * foot + 0.01;
        let mut bodies = floor(20.0);
        let mut ground = 0.0;
        for tents in (1..=3).rev() {
            for tent in 0..tents {
                let ridge = (f64::from(tent) - f64::from(tents - 1) * 0.5) * apart;
                for side in [-1.0, 1.0] {
                    let at = DVec3::new(ridge + side * foot * 0.5, ground + height * 0.5, 0.0);
                    // Sine and cosine of half the angle, ten degrees.
                    let turned = DQuat::from_xyzw(0.0, 0.0, side * 0.173_648_177_666_930_3, 0.984_807_753_012_208);
                    let card = Form::Box(DVec3::new(half, length * 0.5, wide));
                    bodies.push(Body { at: at + jitter(random, 1e-4), ..Body::new(card, at).turned(turned) });
                }
            }
            ground += height;
            let ceiling = Form::Box(DVec3::new(f64::from(tents - 1) * apart * 0.5 + 0.2, half, wide));
            let at = DVec3::Y * (ground + half);
            bodies.push(Body { at: at + jitter(random, 1e-4), ..Body::new(ceiling, at) });
            ground += 2.0 * half;
        }
        bodies
    },
    measures: &[FELL, DRIFT, DEEPEST, ENERGY],
};

pub(crate) const DOMINOES: Scene = Scene {
    name: "dominoes",
    what: "a line of thirty dominoes a metre high; the first is pushed",
    seconds: 20.0,
    settled: 15.0,
    matter: WOOD,
    overlaps_every: 2,
    bodies: |random| {
        let mut bodies = floor(30.0);
        for place in 0..30 {
            let at = DVec3::new(f64::from(place - 15) * 0.5, 0.5, 0.0);
            let mut body = nudged(Form::Box(DVec3::new(0.05, 0.5, 0.25)), at, random);
            if place == 0 {
                // A rotation about the lower edge.
                body.spin = DVec3::NEG_Z * 2.0;
                body.velocity = DVec3::X;
            }
            bodies.push(body);
        }
        bodies
    },
    measures: &[STILL_UP, TIME_TO_REST, DRIFT, AT_END, DEEPEST, ENERGY],
};

fn cube() -> Form {
    Form::Box(DVec3::splat(0.5))
}

/// A floor whose top is at height 0.
pub(super) fn floor(wide: f64) -> Vec<Body> {
    vec![Body::fixed(Form::Box(DVec3::new(wide, 0.5, wide)), DVec3::NEG_Y * 0.5)]
}

/// An upright body, displaced by a few millimetres and rotated a little about the vertical.
fn nudged(form: Form, at: DVec3, random: &mut Random) -> Body {
    let turn = random.range(-2e-3, 2e-3);
    Body::new(form, at + jitter(random, 5e-3)).turned(DQuat::from_xyzw(0.0, turn, 0.0, 1.0).normalize())
}

/// A random horizontal displacement.
fn jitter(random: &mut Random, by: f64) -> DVec3 {
    DVec3::new(random.range(-by, by), 0.0, random.range(-by, by))
}

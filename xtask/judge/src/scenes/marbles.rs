//! A marble that rolls 40 m over flat ground made of parts. Each inner edge that it catches on
//! costs speed, lifts it or turns it aside.

use clinch_testkit::random::Random;
use glam::{DVec3, IVec3};

use super::few::STEEL;
use super::terrain::{Cut, HALF_WIDTH, LENGTH, field, flat};
use crate::body::{Body, Form};
use crate::composite::{Brick, Composite, Voxels};
use crate::scene::{DEEPEST, LOSS, Measure, RISE, STRAY, Scene};

/// The scene that the others are compared with.
const ON_PLATE: &str = "marble over a plate";

/// Its own losses are what the solver does, and the other scenes are compared with them.
const OF_PLATE: &[Measure] =
    &[Measure { target: None, ..LOSS }, Measure { target: None, ..RISE }, Measure { target: None, ..STRAY }, DEEPEST];
const OF_PARTS: &[Measure] = &[LOSS.beyond(ON_PLATE), RISE.beyond(ON_PLATE), STRAY.beyond(ON_PLATE), DEEPEST];

const fn over(name: &'static str, what: &'static str, bodies: fn(&mut Random) -> Vec<Body>) -> Scene {
    Scene { name, what, seconds: 11.0, settled: 1.0, matter: STEEL, overlaps_every: 1, bodies, measures: OF_PARTS }
}

pub(crate) const PLATE: Scene = Scene {
    measures: OF_PLATE,
    ..over(ON_PLATE, "a ball of 10 cm that rolls 40 m at 4 m/s, for comparison", |random| vec![plate(), marble(random)])
};

pub(crate) const GRID: Scene =
    over("marble over a grid", "the same over a mesh of squares with equal diagonals", |random| on(Cut::Grid, random));

pub(crate) const RANDOM: Scene =
    over("marble over a random mesh", "the same over a Delaunay mesh with displaced vertices", |random| on(Cut::Random, random));

pub(crate) const NEEDLES: Scene =
    over("marble over needles", "the same over triangles across its way, 12 m long and 12 mm wide", |random| on(Cut::Needles, random));

pub(crate) const FANS: Scene =
    over("marble over fans", "the same over squares of 2 m, each a fan of 32 triangles", |random| on(Cut::Fans, random));

pub(crate) const FIELD: Scene = over("marble over a height field", "the same over a height field", |random| {
    let marble = marble(random);
    vec![tile(0.5 * LENGTH, LENGTH), marble]
});

/// The number of height fields in a row.
const TILES: usize = 8;

pub(crate) const FIELDS: Scene =
    over("marble over height fields", "the same over eight height fields in a row, each a collider", |random| {
        let side = LENGTH / TILES as f64;
        let tiles = (0..TILES).map(|place| tile((place as f64 + 0.5) * side, side));
        let marble = marble(random);
        tiles.chain([marble]).collect()
    });

pub(crate) const BOXES: Scene = over("marble over boxes", "the same over a compound of flush boxes, a metre each", |random| {
    let marble = marble(random);
    let place = |along: usize, across: usize| Brick {
        at: DVec3::new(along as f64 + 0.5, -0.5, across as f64 + 0.5 - HALF_WIDTH),
        half: DVec3::splat(0.5),
    };
    let bricks = (0..LENGTH as usize).flat_map(|along| (0..2 * HALF_WIDTH as usize).map(move |across| place(along, across)));
    vec![Body::fixed(Composite::Compound(bricks.collect()), DVec3::ZERO), marble]
});

pub(crate) const VOXELS: Scene = over("marble over voxels", "the same over voxels of half a metre", |random| {
    let marble = marble(random);
    let (across, along) = (2 * HALF_WIDTH as i32, 2 * LENGTH as i32);
    let cells = (0..along).flat_map(|x| (-across..across).map(move |z| IVec3::new(x, -1, z)));
    vec![Body::fixed(Composite::Voxels(Voxels { side: 0.5, cells: cells.collect() }), DVec3::ZERO), marble]
});

fn on(cut: Cut, random: &mut Random) -> Vec<Body> {
    let marble = marble(random);
    vec![Body::fixed(Composite::Mesh(flat(cut, random)), DVec3::ZERO), marble]
}

/// Under the same strip.
pub(super) fn plate() -> Body {
    let half = DVec3::new(0.5 * LENGTH, 0.5, HALF_WIDTH);
    Body::fixed(Form::Box(half), DVec3::new(half.x, -half.y, 0.0))
}

/// A flat height field of this length whose middle is at x.
fn tile(x: f64, length: f64) -> Body {
    let cells = [length, 2.0 * HALF_WIDTH].map(|length| (2.0 * length) as usize);
    Body::fixed(Composite::Field(field(cells, 0.5, |_, _| 0.0)), DVec3::X * x)
}

/// In a direction that is not parallel to the strip.
fn marble(random: &mut Random) -> Body {
    let (radius, speed) = (0.05, 4.0);
    let along = DVec3::new(1.0, 0.0, random.sign() * random.range(0.01, 0.1)).normalize();
    let ball = Body::new(Form::Ball(radius), DVec3::new(1.0 + random.unit(), radius, random.range(-1.0, 1.0)));
    Body { velocity: along * speed, spin: DVec3::Y.cross(along) * speed / radius, ..ball }
}

//! The bodies of the pile, on curved meshes.

use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use super::pile::{HALF_WIDTH, PILE, form, walls};
use super::terrain::square;
use crate::body::Body;
use crate::composite::Composite;
use crate::scene::{AT_END, DEEPEST, LOST, Measure, Scene, TIME_TO_REST};

const MEASURES: &[Measure] = &[LOST, TIME_TO_REST, AT_END, DEEPEST];

/// The number of bodies: more take minutes at three sizes from eight starts.
const FEW: i32 = 200;

pub(crate) const BUMPS: Scene = Scene {
    name: "pile on bumps",
    what: "200 bodies of the pile on a mesh with bumps of 15 cm, between walls 5 m apart",
    seconds: 12.0,
    settled: 8.0,
    bodies: |random| on_bumps(FEW, 0.5 * HALF_WIDTH, random),
    measures: MEASURES,
    ..PILE
};

pub(crate) const BOWL: Scene = Scene {
    name: "pile in a bowl",
    what: "200 bodies of the pile in a bowl of 10,000 triangles",
    bodies: |random| in_bowl(FEW, random),
    ..BUMPS
};

pub(crate) const LARGE_BUMPS: Scene = Scene {
    name: "pile of 1,000 on bumps",
    what: "1,000 bodies on such a mesh, between walls 10 m apart",
    seconds: 16.0,
    settled: 10.0,
    bodies: |random| on_bumps(1000, HALF_WIDTH, random),
    ..BUMPS
};

pub(crate) const LARGE_BOWL: Scene =
    Scene { name: "pile of 1,000 in a bowl", what: "1,000 bodies in the same bowl", bodies: |random| in_bowl(1000, random), ..LARGE_BUMPS };

/// The height and the length of the bumps. They are longer than a body, so that it rests in the
/// valleys between them.
const BUMP: (f64, f64) = (0.15, 1.5);

fn on_bumps(count: i32, half_width: f64, random: &mut Random) -> Vec<Body> {
    let (high, long) = BUMP;
    let wave = |x: f64| libm::sin(core::f64::consts::TAU * x / long);
    // A metre farther than the inner sides of the walls, in cells of 20 cm.
    let mesh = square((10.0 * half_width) as usize + 10, 2.0 * half_width + 2.0, |x, z| 0.5 * high * (wave(x) * wave(z) - 1.0));
    let mut bodies = vec![Body::fixed(Composite::Mesh(mesh), DVec3::ZERO)];
    bodies.extend(walls(half_width));
    bodies.extend(falling(count, half_width, 0.0, random));
    bodies
}

/// The radius of curvature of the bowl: its border is 8 m high, above all bodies that lie in it.
const BEND: f64 = 4.0;

fn in_bowl(count: i32, random: &mut Random) -> Vec<Body> {
    let mesh = square(71, 16.0, |x, z| (x * x + z * z) / (2.0 * BEND));
    let mut bodies = vec![Body::fixed(Composite::Mesh(mesh), DVec3::ZERO)];
    // They start above what they fall on.
    let half_width = 3.0;
    bodies.extend(falling(count, half_width, half_width * half_width / BEND, random));
    bodies
}

/// Bodies in layers over a square with this half width.
fn falling(count: i32, half_width: f64, height: f64, random: &mut Random) -> Vec<Body> {
    const APART: f64 = 0.9;
    let across = (2.0 * half_width / APART) as i32;
    let place = |place: i32, random: &mut Random| {
        let (layer, row, column) = (place / (across * across), place / across % across, place % across);
        let at = DVec3::new(f64::from(column), f64::from(layer), f64::from(row)) + DVec3::new(0.5, 0.6, 0.5);
        let aside = DVec3::new(random.range(-0.05, 0.05), height, random.range(-0.05, 0.05));
        let at = at * APART - DVec3::new(half_width, 0.0, half_width) + aside;
        let form = form(place, random);
        Body::new(form, at).turned(DQuat::from_array(random.quaternion()))
    };
    (0..count).map(|index| place(index, random)).collect()
}

//! The scenes, in metres.

use bevy::math::{Quat, Vec3};

use crate::measure::Kind;
use crate::random::Random;
use crate::shape::{Mesh, Shape};
use crate::world::{Body, World};

/// A scene: what is in it, for how long it runs, and what is measured.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) seconds: u32,
    pub(crate) kind: Kind,
    build: fn(&mut World, &mut Random),
}

impl Scene {
    /// Fills the world. Each start is a little different.
    pub(crate) fn build(&self, world: &mut World, start: u64) {
        (self.build)(world, &mut Random::new(start));
    }
}

/// All scenes.
pub(crate) const SCENES: &[Scene] = &[
    Scene { name: "tower", what: "ten cubes of a metre, one on top of the other", seconds: 20, kind: Kind::Stack, build: tower },
    Scene {
        name: "wall",
        what: "ten courses of ten bricks, each displaced by a quarter of a brick",
        seconds: 20,
        kind: Kind::Stack,
        build: wall,
    },
    Scene {
        name: "pyramid",
        what: "55 cubes in ten rows, each with one fewer than the row below",
        seconds: 20,
        kind: Kind::Stack,
        build: pyramid,
    },
    Scene {
        name: "dominoes",
        what: "a line of twenty dominoes a metre high; the first is pushed",
        seconds: 12,
        kind: Kind::Dominoes,
        build: dominoes,
    },
    Scene {
        name: "pile in a bowl",
        what: "150 boxes, balls, capsules and cylinders of 40 cm that fall into a bowl of 800 triangles",
        seconds: 14,
        kind: Kind::Pile,
        build: pile,
    },
    Scene {
        name: "marble",
        what: "a ball of 20 cm that rolls over a flat mesh of half-metre cells",
        seconds: 8,
        kind: Kind::Mover,
        build: marble,
    },
    Scene {
        name: "sliding box",
        what: "a box of half a metre that slides over the same mesh without friction",
        seconds: 8,
        kind: Kind::Mover,
        build: sliding,
    },
    Scene {
        name: "rolling cylinder",
        what: "a cylinder of a metre that rolls on its side over a plate",
        seconds: 8,
        kind: Kind::Mover,
        build: cylinder,
    },
];

fn floor(world: &mut World) {
    world.fixed(&Body::new(Shape::Cuboid(Vec3::new(60.0, 1.0, 60.0)), Vec3::Y * -0.5));
}

/// Up to a few millimetres to the side, and milliradians about the vertical.
fn placed(shape: Shape, at: Vec3, random: &mut Random) -> Body {
    let aside = Vec3::new(random.signed(), 0.0, random.signed()) * 0.002;
    Body { rotation: Quat::from_rotation_y(0.002 * random.signed()), ..Body::new(shape, at + aside) }
}

fn tower(world: &mut World, random: &mut Random) {
    floor(world);
    for level in 0..10 {
        world.moving(&placed(Shape::Cuboid(Vec3::ONE), Vec3::Y * (0.5 + level as f32), random));
    }
}

fn wall(world: &mut World, random: &mut Random) {
    floor(world);
    let brick = Vec3::new(1.0, 0.5, 0.5);
    for course in 0..10 {
        for place in 0..10 {
            let x = 1.002 * place as f32 + 0.25 * (course % 2) as f32;
            world.moving(&placed(Shape::Cuboid(brick), Vec3::new(x, 0.25 + 0.5 * course as f32, 0.0), random));
        }
    }
}

fn pyramid(world: &mut World, random: &mut Random) {
    floor(world);
    for row in 0..10 {
        for place in 0..10 - row {
            let x = 1.05 * (place as f32 + 0.5 * row as f32);
            world.moving(&placed(Shape::Cuboid(Vec3::ONE), Vec3::new(x, 0.5 + row as f32, 0.0), random));
        }
    }
}

fn dominoes(world: &mut World, random: &mut Random) {
    floor(world);
    for place in 0..20 {
        let domino = placed(Shape::Cuboid(Vec3::new(0.15, 1.0, 0.5)), Vec3::new(0.45 * place as f32 - 4.5, 0.5, 0.0), random);
        let spin = if place == 0 { Vec3::NEG_Z * 1.5 } else { Vec3::ZERO };
        let velocity = if place == 0 { Vec3::X * 0.75 } else { Vec3::ZERO };
        world.moving(&Body { spin, velocity, ..domino });
    }
}

fn pile(world: &mut World, random: &mut Random) {
    let bowl = Mesh::grid(20, 0.6, |x, z| 0.12 * (x * x + z * z));
    world.fixed(&Body::new(Shape::Mesh(bowl), Vec3::ZERO));
    for index in 0..150 {
        let shape = match index % 4 {
            0 => Shape::Cuboid(Vec3::new(0.4, 0.3, 0.35)),
            1 => Shape::Ball { radius: 0.2 },
            2 => Shape::Capsule { radius: 0.12, length: 0.3 },
            _ => Shape::Cylinder { radius: 0.18, height: 0.35 },
        };
        let at = Vec3::new((index % 5) as f32 - 2.0, 0.0, (index / 5 % 5) as f32 - 2.0) * 0.5;
        let at = at + Vec3::Y * (1.5 + 0.6 * (index / 25) as f32) + Vec3::new(random.signed(), 0.0, random.signed()) * 0.05;
        let rotation = Quat::from_rotation_x(random.signed()) * Quat::from_rotation_z(random.signed());
        world.moving(&Body { rotation, ..Body::new(shape, at) });
    }
}

/// A mesh of 24 m, with cells of half a metre.
fn flat(world: &mut World, friction: f32) {
    let mesh = Mesh::grid(48, 0.5, |_, _| 0.0);
    world.fixed(&Body { friction, ..Body::new(Shape::Mesh(mesh), Vec3::ZERO) });
}

/// A direction that is along no edge.
fn direction(random: &mut Random) -> Vec3 {
    Quat::from_rotation_y(0.4 + 0.3 * random.signed()) * Vec3::X
}

fn marble(world: &mut World, random: &mut Random) {
    flat(world, 0.5);
    let (velocity, radius) = (direction(random) * 2.0, 0.1);
    let spin = Vec3::Y.cross(velocity) / radius;
    world.moving(&Body { velocity, spin, ..Body::new(Shape::Ball { radius }, velocity * -4.0 + Vec3::Y * radius) });
}

fn sliding(world: &mut World, random: &mut Random) {
    flat(world, 0.0);
    let velocity = direction(random) * 2.0;
    let rotation = Quat::from_rotation_y(random.signed());
    world.moving(&Body {
        velocity,
        rotation,
        friction: 0.0,
        ..Body::new(Shape::Cuboid(Vec3::splat(0.5)), velocity * -4.0 + Vec3::Y * 0.25)
    });
}

fn cylinder(world: &mut World, random: &mut Random) {
    world.fixed(&Body::new(Shape::Cuboid(Vec3::new(40.0, 1.0, 40.0)), Vec3::Y * -0.5));
    let velocity = direction(random);
    let axle = Vec3::Y.cross(velocity);
    let rotation = Quat::from_rotation_arc(Vec3::Y, axle);
    let cylinder = Body::new(Shape::Cylinder { radius: 0.5, height: 1.0 }, velocity * -4.0 + Vec3::Y * 0.5);
    world.moving(&Body { velocity, rotation, spin: axle * 2.0, ..cylinder });
}

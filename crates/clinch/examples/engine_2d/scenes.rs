//! The test scenes.

use bevy_ecs::prelude::World;
use clinch::Static;
use clinch::d2::{Capsule, Chain, Circle, Collider, ColliderShape, Placement, Polygon, Pose, Rectangle, Rotation, Shape, moments};
use clinch::shapes::ShapeError;
use glam::Vec2;

use crate::body::Body;
use crate::scene::{Built, Scene, spawn};

pub(crate) const SCENES: [Scene; 4] = [
    Scene { name: "stack of 15", build: stack, sleeps: false, may_sink: 0.05 },
    Scene { name: "pyramid of 20", build: pyramid, sleeps: false, may_sink: 0.05 },
    Scene { name: "arch of polygons", build: arch, sleeps: false, may_sink: 0.05 },
    // They fall from up to 9 m. One that falls through the bowl falls on: in five seconds by 100 m.
    Scene { name: "bodies in a bowl", build: mixed, sleeps: true, may_sink: 9.0 },
];

fn ground(world: &mut World, shape: impl Into<ColliderShape>, top: f32) {
    world.spawn((Collider::new(shape), Placement::at(Vec2::Y * top), Body::FIXED, Static));
}

fn floor(world: &mut World) -> Built {
    ground(world, Rectangle::new(Vec2::new(50.0, 1.0))?, -1.0);
    Ok(())
}

fn stack(world: &mut World) -> Built {
    floor(world)?;
    let square = Shape::from(Rectangle::new(Vec2::splat(0.5))?);
    (0..15).for_each(|level| spawn(world, &square, Pose::at(Vec2::Y * (0.5 + level as f32))));
    Ok(())
}

fn pyramid(world: &mut World) -> Built {
    floor(world)?;
    let square = Shape::from(Rectangle::new(Vec2::splat(0.5))?);
    for (row, place) in (0..20).flat_map(|row| (row..20).map(move |place| (row, place))) {
        let x = 1.1 * (place as f32 - 0.5 * row as f32 - 10.0);
        spawn(world, &square, Pose::at(Vec2::new(x, 0.5 + row as f32)));
    }
    Ok(())
}

/// The number of wedges in the arch.
const STONES: u32 = 11;

/// Wedges in half a circle: a stone bridge, which only friction and its own weight keep up.
fn arch(world: &mut World) -> Built {
    floor(world)?;
    let angle = |stone: u32| core::f32::consts::PI * (1.0 - stone as f32 / STONES as f32);
    for stone in 0..STONES {
        let [from, to] = [angle(stone), angle(stone + 1)].map(Vec2::from_angle);
        // Counter-clockwise.
        let (wedge, center) = centered_polygon(&[3.0 * from, 3.0 * to, 4.2 * to, 4.2 * from])?;
        spawn(world, &wedge.into(), Pose::at(center));
    }
    Ok(())
}

/// A polygon about its centre of mass, and where that was.
fn centered_polygon(points: &[Vec2]) -> Result<(Polygon, Vec2), ShapeError> {
    let center = moments(&Polygon::new(points)?).map_or(Vec2::ZERO, |moments| moments.centroid().as_vec2());
    let moved: Vec<Vec2> = points.iter().map(|&point| point - center).collect();
    Ok((Polygon::new(&moved)?, center))
}

/// Bodies of all kinds fall into a bowl of segments.
fn mixed(world: &mut World) -> Built {
    // Its front is on the left of its direction.
    let corners = (-12..=12).rev().map(|x| x as f32).map(|x| Vec2::new(x, 0.1 * x * x)).collect();
    ground(world, Chain::open(corners)?, 0.0);
    let hexagon: Vec<Vec2> = (0..6).map(|corner| 0.4 * Vec2::from_angle(core::f32::consts::FRAC_PI_3 * corner as f32)).collect();
    let shapes: [Shape; 4] = [
        Circle::new(0.4)?.into(),
        Rectangle::new(Vec2::new(0.5, 0.3))?.into(),
        Capsule::new(0.3, 0.25)?.into(),
        Polygon::new(&hexagon)?.into(),
    ];
    for index in 0..40_u8 {
        let (layer, place) = (f32::from(index / 5), f32::from(index % 5));
        let pose = Pose::new(Rotation::from_angle(0.5 * place + 0.3 * layer), Vec2::new(1.5 * place - 3.0, 2.0 + 1.2 * layer));
        spawn(world, &shapes[usize::from(index % 4)], pose);
    }
    Ok(())
}

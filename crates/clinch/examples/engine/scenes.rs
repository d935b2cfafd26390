//! The test scenes.

use bevy_ecs::prelude::World;
use clinch::Static;
use clinch::d3::{Ball, Capsule, Collider, ColliderShape, Cuboid, Hull, Placement, Pose, Shape, TriMesh, moments};
use clinch::shapes::ShapeError;
use glam::{Quat, Vec2, Vec3};

use crate::body::Body;
use crate::scene::{Built, Scene, spawn};

pub(crate) const SCENES: [Scene; 4] = [
    Scene { name: "stack of 15", build: stack, sleeps: false, may_sink: 0.05 },
    Scene { name: "pyramid of 20", build: pyramid, sleeps: false, may_sink: 0.05 },
    Scene { name: "arch of hulls", build: arch, sleeps: false, may_sink: 0.05 },
    // They fall from up to 9 m. One that falls through the bowl falls on: in five seconds by 100 m.
    Scene { name: "bodies in a bowl", build: mixed, sleeps: true, may_sink: 9.0 },
];

fn ground(world: &mut World, shape: impl Into<ColliderShape>, top: f32) {
    world.spawn((Collider::new(shape), Placement::at(Vec3::Y * top), Body::FIXED, Static));
}

fn floor(world: &mut World) -> Built {
    ground(world, Cuboid::new(Vec3::new(50.0, 1.0, 50.0))?, -1.0);
    Ok(())
}

fn stack(world: &mut World) -> Built {
    floor(world)?;
    let cube = Shape::from(Cuboid::new(Vec3::splat(0.5))?);
    (0..15).for_each(|level| spawn(world, &cube, Pose::at(Vec3::Y * (0.5 + level as f32))));
    Ok(())
}

fn pyramid(world: &mut World) -> Built {
    floor(world)?;
    let cube = Shape::from(Cuboid::new(Vec3::splat(0.5))?);
    for (row, place) in (0..20).flat_map(|row| (row..20).map(move |place| (row, place))) {
        let x = 1.1 * (place as f32 - 0.5 * row as f32 - 10.0);
        spawn(world, &cube, Pose::at(Vec3::new(x, 0.5 + row as f32, 0.0)));
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
        let corners: Vec<Vec3> = [stone, stone + 1]
            .into_iter()
            .flat_map(|end| [3.0, 4.2].map(|radius| (radius * Vec2::from_angle(angle(end))).extend(0.0)))
            .flat_map(|corner| [corner - Vec3::Z, corner + Vec3::Z])
            .collect();
        let (wedge, center) = centered_hull(&corners)?;
        spawn(world, &wedge.into(), Pose::at(center));
    }
    Ok(())
}

/// The hull of some points about its centre of mass, and where that was.
fn centered_hull(points: &[Vec3]) -> Result<(Hull, Vec3), ShapeError> {
    let center = moments(&Hull::new(points)?).map_or(Vec3::ZERO, |moments| moments.centroid().as_vec3());
    let moved: Vec<Vec3> = points.iter().map(|&point| point - center).collect();
    Ok((Hull::new(&moved)?, center))
}

/// The cells along a side of the bowl, each a metre wide.
const SIDE: u32 = 24;

/// Bodies of all kinds fall onto a bowl of triangles.
fn mixed(world: &mut World) -> Built {
    let corner = |x: u32, z: u32| {
        let [x, z] = [x, z].map(|at| at as f32 - 0.5 * SIDE as f32);
        Vec3::new(x, 0.03 * (x * x + z * z), z)
    };
    let corners = (0..=SIDE).flat_map(|z| (0..=SIDE).map(move |x| corner(x, z))).collect();
    let at = |x: u32, z: u32| z * (SIDE + 1) + x;
    let cell = |(x, z): (u32, u32)| [[at(x, z), at(x, z + 1), at(x + 1, z + 1)], [at(x, z), at(x + 1, z + 1), at(x + 1, z)]];
    let triangles = (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| (x, z))).flat_map(cell).collect();
    ground(world, TriMesh::new(corners, triangles)?, 0.0);

    let prism: Vec<Vec3> = (0..6)
        .map(|corner| 0.4 * Vec2::from_angle(core::f32::consts::FRAC_PI_3 * corner as f32))
        .flat_map(|corner| [-0.3, 0.3].map(|height| Vec3::new(corner.x, height, corner.y)))
        .collect();
    let shapes: [Shape; 4] =
        [Ball::new(0.4)?.into(), Cuboid::new(Vec3::new(0.5, 0.3, 0.4))?.into(), Capsule::new(0.3, 0.25)?.into(), Hull::new(&prism)?.into()];
    for index in 0..60 {
        let (layer, place) = (index / 12, index % 12);
        let turn = Quat::from_rotation_y(0.5 * place as f32 + 0.3 * layer as f32);
        spawn(
            world,
            &shapes[index % 4],
            Pose::new(turn * Quat::from_rotation_x(0.4), turn * Vec3::X * 3.0 + Vec3::Y * (2.0 + 1.5 * layer as f32)),
        );
    }
    Ok(())
}

//! Ramps, and what may fall through them.

use glam::{DQuat, DVec3};

use super::sliding::ICE;
use super::terrain::{grid, moved};
use crate::body::{Body, Form};
use crate::composite::{Brick, Composite, Mesh};
use crate::scene::{AT_END, DEEPEST, LOST, RAMP, Scene};
use crate::world::Matter;

/// The length and width of a ramp, and the part of it that is above the place where the capsule
/// starts.
const RAMPS: (f64, f64, f64) = (28.0, 3.0, 0.4);

pub(crate) const CAPSULES: Scene = Scene {
    name: "capsules on ramps",
    what: "upright capsules that slide up meshes of 0 to 30 degrees at 3 m/s and down again, without friction and rotation",
    seconds: 3.0,
    settled: 0.0,
    matter: ICE,
    overlaps_every: 1,
    bodies: |random| {
        let ((long, wide, above), (half_height, radius)) = (RAMPS, (0.6, 0.3));
        let mut bodies = Vec::new();
        for place in 0..7 {
            let (sin, cos) = libm::sincos(f64::from(5 * place).to_radians());
            let (up, normal) = (DVec3::new(-cos, sin, 0.0), DVec3::new(sin, cos, 0.0));
            // Its vertices are rounded, so that it is not quite flat.
            let mut ramp = grid([(2.0 * long) as usize, (2.0 * wide) as usize], 0.5, |_, _| 0.0);
            for vertex in &mut ramp.vertices {
                *vertex = up * (above * long - vertex.x) + DVec3::Z * (vertex.z - 0.5 * wide);
            }
            let at = DVec3::Z * (f64::from(place) * (wide + 1.0));
            bodies.push(Body::fixed(Composite::Mesh(ramp), at));
            let start = at + DVec3::Z * random.range(-0.3, 0.3) + up * random.range(-0.3, 0.3);
            let capsule = Body::new(Form::Capsule { half_height, radius }, start + normal * radius + DVec3::Y * half_height);
            bodies.push(Body { velocity: up * 3.0, upright: true, ..capsule });
        }
        bodies
    },
    measures: &[RAMP, DEEPEST],
};

/// The length and height of the ramp, and the length of the floor.
const SLOPE: (f64, f64, f64) = (6.0, 6.0, 26.0);

pub(crate) const BOXES: Scene = Scene {
    name: "boxes down a ramp",
    what: "five boxes of 10 to 50 cm that slide down a ramp of 45 degrees onto a floor, one mesh",
    seconds: 6.0,
    settled: 0.0,
    matter: Matter { friction: 0.3, ..ICE },
    // How deep a box is in the floor when it first touches it depends on where it was the step
    // before, so the end is measured.
    overlaps_every: 6,
    bodies: |random| {
        let mut bodies = vec![Body::fixed(Composite::Mesh(slope()), DVec3::ZERO)];
        for place in 0..5 {
            let half = 0.05 * f64::from(place + 1);
            let normal = DVec3::new(1.0, 1.0, 0.0).normalize();
            let at = DVec3::new(-5.0, 5.0, 1.5 * f64::from(place) - 3.0 + random.range(-0.2, 0.2)) + normal * half;
            let yaw = DQuat::from_xyzw(0.0, random.range(-0.2, 0.2), 0.0, 1.0).normalize();
            bodies.push(Body::new(Form::Box(DVec3::splat(half)), at).turned(DQuat::from_rotation_arc(DVec3::Y, normal) * yaw));
        }
        bodies
    },
    measures: &[LOST, AT_END],
};

/// Down along x to the origin, and on from there.
fn slope() -> Mesh {
    let (long, high, floor) = SLOPE;
    let height = |x: f64, _| (high - x * high / long).max(0.0);
    moved(grid([2 * (long + floor) as usize, 20], 0.5, height), DVec3::new(-long, 0.0, -5.0))
}

/// The height from which hammers fall. Higher: in one step they fall by more than their thickness,
/// and no contact shows on which side of the mesh they belong.
const FALL: f64 = 0.02;

pub(crate) const HAMMERS: Scene = Scene {
    name: "hammers",
    what: "nine hammers of 3 cm, compounds of two boxes, that fall on a mesh of triangles a hundred times as large",
    seconds: 3.0,
    settled: 0.0,
    matter: Matter { friction: 0.5, ..ICE },
    overlaps_every: 1,
    bodies: |random| {
        let mut bodies = vec![Body::fixed(Composite::Mesh(moved(grid([2, 2], 3.0, |_, _| 0.0), DVec3::new(-3.0, 0.0, -3.0))), DVec3::ZERO)];
        for place in 0..9 {
            let apart = |place: i32| 0.2 * f64::from(place - 1) + 0.05;
            let at = DVec3::new(apart(place % 3), FALL + 0.02, apart(place / 3));
            let hammer = Body::new(Composite::Compound(hammer()), at).turned(DQuat::from_array(random.quaternion()));
            bodies.push(Body { spin: random.direction(3) * 5.0, ..hammer });
        }
        bodies
    },
    measures: &[LOST, DEEPEST],
};

/// A handle along y with a head on its end.
fn hammer() -> Vec<Brick> {
    let handle = Brick { at: DVec3::NEG_Y * 0.003, half: DVec3::new(0.002, 0.012, 0.002) };
    let head = Brick { at: DVec3::Y * 0.012, half: DVec3::new(0.007, 0.003, 0.003) };
    vec![handle, head]
}

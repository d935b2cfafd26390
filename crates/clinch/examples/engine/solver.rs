//! The solver: sequential impulses in substeps, with soft contacts.
//!
//! * Contacts are found once per tick. In each substep velocities are integrated, impulses of the
//!   last one applied again, contacts solved as stiff damped springs, positions integrated, and
//!   contacts solved once more without the springs, which takes their push out of the velocities.
//! * Separations are followed by the two anchors of each point.
//! * The impulses of a tick go into the user data of the contact points. clinch hands them to the
//!   points of the next tick that are the same by their features.
//!
//! After Erin Catto, "Solver2D" (2024), soft steps.

use std::collections::HashMap;

use bevy_ecs::prelude::{Entity, Has, Query};
use clinch::Sleeping;
use clinch::d3::{ContactsMut, Placement};
use glam::{Mat3, Quat, Vec3};

use crate::STEP;
use crate::body::Body;

const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);
const SUBSTEPS: u32 = 8;
const SUBSTEP: f32 = STEP / SUBSTEPS as f32;

/// Overlaps are pushed apart by no more than this, in metres per second.
const PUSH: f32 = 3.0;

/// Slower impacts do not bounce, in metres per second.
const BOUNCE: f32 = 1.0;

/// A contact as a damped spring: how fast it closes an overlap, per second, and the parts of the
/// rigid impulse and of the last one that it gives.
struct Spring {
    rate: f32,
    mass: f32,
    impulse: f32,
}

impl Spring {
    /// As stiff as a substep allows, with ten times the critical damping.
    fn of_contact() -> Self {
        let (angular, damping) = (2.0 * core::f32::consts::PI * 0.25 / SUBSTEP, 10.0);
        let a = 2.0 * damping + SUBSTEP * angular;
        let b = SUBSTEP * angular * a;
        Self { rate: angular / a, mass: b / (1.0 + b), impulse: 1.0 / (1.0 + b) }
    }

    const RIGID: Self = Self { rate: 0.0, mass: 1.0, impulse: 0.0 };
}

/// A body while it is solved. The inverse mass of a sleeping one is 0.
struct Moving {
    position: Vec3,
    rotation: Quat,
    velocity: Vec3,
    spin: Vec3,
    inverse_mass: f32,
    inverse_inertia: Mat3,
    friction: f32,
    restitution: f32,
}

impl Moving {
    fn new(placement: &Placement, body: &Body, sleeping: bool) -> Self {
        let pose = &placement.0;
        let turn = Mat3::from_quat(pose.rotation);
        let free = if sleeping { 0.0 } else { 1.0 };
        Self {
            position: pose.translation,
            rotation: pose.rotation,
            velocity: body.velocity * free,
            spin: body.spin * free,
            inverse_mass: body.inverse_mass * free,
            inverse_inertia: turn * body.inverse_inertia * turn.transpose() * free,
            friction: body.friction,
            restitution: body.restitution,
        }
    }

    fn velocity_at(&self, arm: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(arm)
    }

    fn push(&mut self, arm: Vec3, impulse: Vec3) {
        self.velocity += impulse * self.inverse_mass;
        self.spin += self.inverse_inertia * arm.cross(impulse);
    }

    /// How much velocity a unit impulse along a direction gives to a point.
    fn mobility(&self, arm: Vec3, along: Vec3) -> f32 {
        let turn = arm.cross(along);
        self.inverse_mass + turn.dot(self.inverse_inertia * turn)
    }
}

/// A contact point: its normal and two tangents in world space, and the impulses along them.
struct Point {
    bodies: [usize; 2],
    axes: [Vec3; 3],
    /// In the frames of the two shapes, and in world space at the beginning of the tick.
    anchors: [Vec3; 2],
    arms: [Vec3; 2],
    masses: [f32; 3],
    impulses: [f32; 3],
    friction: f32,
    restitution: f32,
    /// The normal velocity before the tick: negative when approaching.
    approach: f32,
}

impl Point {
    fn new(bodies: [usize; 2], [a, b]: [&Moving; 2], normal: Vec3, anchors: [Vec3; 2], impulses: [f32; 3]) -> Self {
        let arms = [a.rotation * anchors[0], b.rotation * anchors[1]];
        let normal = a.rotation * normal;
        let (tangent, bitangent) = normal.any_orthonormal_pair();
        let axes = [normal, tangent, bitangent];
        let masses = axes.map(|axis| {
            let mobility = a.mobility(arms[0], axis) + b.mobility(arms[1], axis);
            if mobility > 0.0 { mobility.recip() } else { 0.0 }
        });
        let approach = (b.velocity_at(arms[1]) - a.velocity_at(arms[0])).dot(normal);
        let (friction, restitution) = ((a.friction * b.friction).sqrt(), a.restitution.max(b.restitution));
        Self { bodies, axes, anchors, arms, masses, impulses, friction, restitution, approach }
    }

    fn separation(&self, bodies: &[Moving]) -> f32 {
        let [a, b] = self.bodies.map(|body| &bodies[body]);
        let between = (b.position - a.position) + b.rotation * self.anchors[1] - a.rotation * self.anchors[0];
        between.dot(self.axes[0])
    }

    fn velocity(&self, bodies: &[Moving], axis: usize) -> f32 {
        let [a, b] = self.bodies;
        (bodies[b].velocity_at(self.arms[1]) - bodies[a].velocity_at(self.arms[0])).dot(self.axes[axis])
    }

    fn push(&self, bodies: &mut [Moving], impulse: Vec3) {
        let [a, b] = self.bodies;
        bodies[a].push(self.arms[0], -impulse);
        bodies[b].push(self.arms[1], impulse);
    }

    /// Changes the impulse along an axis by as much as its limits allow.
    fn add(&mut self, bodies: &mut [Moving], axis: usize, change: f32, limits: [f32; 2]) {
        let before = self.impulses[axis];
        self.impulses[axis] = (before + change).clamp(limits[0], limits[1]);
        self.push(bodies, self.axes[axis] * (self.impulses[axis] - before));
    }

    fn solve(&mut self, bodies: &mut [Moving], spring: &Spring) {
        let separation = self.separation(bodies);
        let (bias, spring) =
            if separation > 0.0 { (separation / SUBSTEP, &Spring::RIGID) } else { ((spring.rate * separation).max(-PUSH), spring) };
        let stop = -self.masses[0] * (self.velocity(bodies, 0) + bias);
        self.add(bodies, 0, spring.mass * stop - spring.impulse * self.impulses[0], [0.0, f32::INFINITY]);
        let most = self.friction * self.impulses[0];
        for axis in [1, 2] {
            let stop = -self.masses[axis] * self.velocity(bodies, axis);
            self.add(bodies, axis, stop, [-most, most]);
        }
    }

    fn bounce(&mut self, bodies: &mut [Moving]) {
        if self.approach < -BOUNCE && self.impulses[0] > 0.0 {
            let change = -self.masses[0] * (self.velocity(bodies, 0) + self.restitution * self.approach);
            self.add(bodies, 0, change, [0.0, f32::INFINITY]);
        }
    }
}

/// Moves all bodies by one tick.
pub(crate) fn solve(mut contacts: ContactsMut<'_>, mut bodies: Query<'_, '_, (Entity, &mut Placement, &mut Body, Has<Sleeping>)>) {
    let mut places = HashMap::new();
    let mut moving = Vec::new();
    for (entity, placement, body, sleeping) in &bodies {
        places.insert(entity, moving.len());
        moving.push(Moving::new(placement, body, sleeping));
    }
    let mut points = Vec::new();
    contacts.for_each(|contact| {
        let contact = contact.contact();
        let (Some(&a), Some(&b)) = (places.get(&contact.a()), places.get(&contact.b())) else { return };
        for (normal, point) in contact.points() {
            let [along, across, other, _] = point.user_data;
            points.push(Point::new([a, b], [&moving[a], &moving[b]], normal, [point.on_a, point.on_b], [along, across, other]));
        }
    });

    let spring = Spring::of_contact();
    for _ in 0..SUBSTEPS {
        for body in moving.iter_mut().filter(|body| body.inverse_mass > 0.0) {
            body.velocity += GRAVITY * SUBSTEP;
        }
        for point in &points {
            let impulse = (0..3).map(|axis| point.axes[axis] * point.impulses[axis]).sum();
            point.push(&mut moving, impulse);
        }
        points.iter_mut().for_each(|point| point.solve(&mut moving, &spring));
        for body in &mut moving {
            body.position += body.velocity * SUBSTEP;
            body.rotation = (Quat::from_scaled_axis(body.spin * SUBSTEP) * body.rotation).normalize();
        }
        points.iter_mut().for_each(|point| point.solve(&mut moving, &Spring::RIGID));
    }
    points.iter_mut().for_each(|point| point.bounce(&mut moving));

    for (solved, (_, mut placement, mut body, sleeping)) in moving.iter().zip(&mut bodies) {
        if body.inverse_mass > 0.0 && !sleeping {
            (body.velocity, body.spin) = (solved.velocity, solved.spin);
            (placement.0.translation, placement.0.rotation) = (solved.position, solved.rotation);
        }
    }
    let mut solved = points.iter();
    contacts.for_each(|mut contact| {
        let key = contact.contact();
        if !(places.contains_key(&key.a()) && places.contains_key(&key.b())) {
            return;
        }
        for (user_data, &Point { impulses: [along, across, other], .. }) in contact.user_data().zip(&mut solved) {
            *user_data = [along, across, other, 0.0];
        }
    });
}

//! The solver: sequential impulses in substeps, with soft contacts.
//!
//! * Contacts are found once per tick. In each substep: integrate velocities, apply the accumulated
//!   impulses (warm start), solve soft contacts, integrate positions, then relax: solve again
//!   without bias. The separation of a point follows from its two anchors.
//! * The impulses of a tick are stored in the user data of the contact points. clinch hands them to
//!   the points of the next tick that have the same features.
//!
//! After Erin Catto, "Solver2D" (2024), soft steps.

use std::collections::HashMap;

use bevy_ecs::prelude::{Entity, Has, Query};
use clinch::Sleeping;
use clinch::d2::{ContactsMut, Placement, Rotation};
use clinch::support::Rotation as _;
use glam::Vec2;

use crate::body::Body;
use crate::step::STEP;

const GRAVITY: Vec2 = Vec2::new(0.0, -9.81);
/// Fewer: tall stacks sag. More: a tick costs more.
const SUBSTEPS: u32 = 8;
const SUBSTEP: f32 = STEP / SUBSTEPS as f32;

/// Overlaps are pushed apart by no more than this, in metres per second.
const PUSH: f32 = 3.0;

/// Slower impacts do not bounce, in metres per second.
const BOUNCE: f32 = 1.0;

/// A soft contact: the bias rate in 1/s, the mass scale, and the fraction of the accumulated
/// impulse that each iteration removes.
struct Softness {
    bias_rate: f32,
    mass_scale: f32,
    impulse_scale: f32,
}

impl Softness {
    /// As stiff as a substep allows, with ten times the critical damping.
    fn of_contact() -> Self {
        let (angular, damping) = (2.0 * core::f32::consts::PI * 0.25 / SUBSTEP, 10.0);
        let a = 2.0 * damping + SUBSTEP * angular;
        let b = SUBSTEP * angular * a;
        Self { bias_rate: angular / a, mass_scale: b / (1.0 + b), impulse_scale: 1.0 / (1.0 + b) }
    }

    const RIGID: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };
}

/// A body while it is solved. The inverse mass of a sleeping one is 0.
struct Moving {
    position: Vec2,
    rotation: Rotation,
    velocity: Vec2,
    angular_velocity: f32,
    inverse_mass: f32,
    inverse_inertia: f32,
    friction: f32,
    restitution: f32,
}

impl Moving {
    fn new(placement: &Placement, body: &Body, sleeping: bool) -> Self {
        let pose = &placement.0;
        let free = if sleeping { 0.0 } else { 1.0 };
        Self {
            position: pose.translation,
            rotation: pose.rotation,
            velocity: body.velocity * free,
            angular_velocity: body.angular_velocity * free,
            inverse_mass: body.inverse_mass * free,
            inverse_inertia: body.inverse_inertia * free,
            friction: body.friction,
            restitution: body.restitution,
        }
    }

    fn velocity_at(&self, arm: Vec2) -> Vec2 {
        self.velocity + arm.perp() * self.angular_velocity
    }

    fn push(&mut self, arm: Vec2, impulse: Vec2) {
        self.velocity += impulse * self.inverse_mass;
        self.angular_velocity += self.inverse_inertia * arm.perp_dot(impulse);
    }

    /// How much velocity a unit impulse along a direction gives to a point.
    fn inverse_effective_mass(&self, arm: Vec2, along: Vec2) -> f32 {
        let turn = arm.perp_dot(along);
        self.inverse_mass + turn * self.inverse_inertia * turn
    }
}

/// A contact point: its normal and its tangent in world space, and the impulses along them.
struct Point {
    bodies: [usize; 2],
    axes: [Vec2; 2],
    /// In the frames of the two bodies; `arms` are their offsets in world space at the start of the
    /// tick.
    anchors: [Vec2; 2],
    arms: [Vec2; 2],
    effective_masses: [f32; 2],
    impulses: [f32; 2],
    friction: f32,
    restitution: f32,
    /// The normal velocity before the tick: negative when approaching.
    approach: f32,
    /// The largest normal impulse of all substeps.
    max_impulse: f32,
}

impl Point {
    fn new(bodies: [usize; 2], [a, b]: [&Moving; 2], normal: Vec2, anchors: [Vec2; 2], impulses: [f32; 2]) -> Self {
        let arms = [turned(a.rotation, anchors[0]), turned(b.rotation, anchors[1])];
        let normal = turned(a.rotation, normal);
        let axes = [normal, normal.perp()];
        let effective_masses = axes.map(|axis| {
            let inverse_effective_mass = a.inverse_effective_mass(arms[0], axis) + b.inverse_effective_mass(arms[1], axis);
            if inverse_effective_mass > 0.0 { inverse_effective_mass.recip() } else { 0.0 }
        });
        let approach = (b.velocity_at(arms[1]) - a.velocity_at(arms[0])).dot(normal);
        let (friction, restitution) = ((a.friction * b.friction).sqrt(), a.restitution.max(b.restitution));
        Self { bodies, axes, anchors, arms, effective_masses, impulses, friction, restitution, approach, max_impulse: 0.0 }
    }

    fn separation(&self, bodies: &[Moving]) -> f32 {
        let [a, b] = self.bodies.map(|body| &bodies[body]);
        let between = (b.position - a.position) + turned(b.rotation, self.anchors[1]) - turned(a.rotation, self.anchors[0]);
        between.dot(self.axes[0])
    }

    fn velocity(&self, bodies: &[Moving], axis: usize) -> f32 {
        let [a, b] = self.bodies;
        (bodies[b].velocity_at(self.arms[1]) - bodies[a].velocity_at(self.arms[0])).dot(self.axes[axis])
    }

    fn push(&self, bodies: &mut [Moving], impulse: Vec2) {
        let [a, b] = self.bodies;
        bodies[a].push(self.arms[0], -impulse);
        bodies[b].push(self.arms[1], impulse);
    }

    /// Adds an impulse along an axis and clamps the accumulated total.
    fn add(&mut self, bodies: &mut [Moving], axis: usize, change: f32, limits: [f32; 2]) {
        let before = self.impulses[axis];
        self.impulses[axis] = (before + change).clamp(limits[0], limits[1]);
        self.push(bodies, self.axes[axis] * (self.impulses[axis] - before));
    }

    fn solve(&mut self, bodies: &mut [Moving], softness: &Softness) {
        // Of two that nothing moves, as sleeping ones: the impulses stay for when they wake.
        if self.effective_masses[0] == 0.0 {
            return;
        }
        let separation = self.separation(bodies);
        let (bias, softness) = if separation > 0.0 {
            (separation / SUBSTEP, &Softness::RIGID)
        } else {
            ((softness.bias_rate * separation).max(-PUSH), softness)
        };
        let stop = -self.effective_masses[0] * (self.velocity(bodies, 0) + bias);
        self.add(bodies, 0, softness.mass_scale * stop - softness.impulse_scale * self.impulses[0], [0.0, f32::INFINITY]);
        self.max_impulse = self.max_impulse.max(self.impulses[0]);
        let max_friction = self.friction * self.impulses[0];
        let stop = -self.effective_masses[1] * self.velocity(bodies, 1);
        self.add(bodies, 1, stop, [-max_friction, max_friction]);
    }

    fn bounce(&mut self, bodies: &mut [Moving]) {
        if self.approach < -BOUNCE && self.max_impulse > 0.0 {
            let change = -self.effective_masses[0] * (self.velocity(bodies, 0) + self.restitution * self.approach);
            self.add(bodies, 0, change, [0.0, f32::INFINITY]);
        }
    }
}

/// A vector of a body's frame in world space.
fn turned(rotation: Rotation, vector: Vec2) -> Vec2 {
    Vec2::new(rotation.cos, rotation.sin).rotate(vector)
}

/// A rotation at unit length. Otherwise the errors of all substeps add up, and a wheel that rolls
/// for minutes grows.
fn unit(rotation: Rotation) -> Rotation {
    let Vec2 { x: cos, y: sin } = Vec2::new(rotation.cos, rotation.sin).normalize();
    Rotation { cos, sin }
}

/// Moves all bodies by one tick.
pub(crate) fn solve(mut contacts: ContactsMut<'_>, mut bodies: Query<'_, '_, (Entity, &mut Placement, &mut Body, Has<Sleeping>)>) {
    let mut indices = HashMap::new();
    let mut moving = Vec::new();
    for (entity, placement, body, sleeping) in &bodies {
        indices.insert(entity, moving.len());
        moving.push(Moving::new(placement, body, sleeping));
    }
    let mut points = Vec::new();
    contacts.for_each(|contact| {
        let contact = contact.contact();
        let (Some(&a), Some(&b)) = (indices.get(&contact.a()), indices.get(&contact.b())) else { return };
        for (normal, point) in contact.points() {
            let [normal_impulse, friction_impulse, ..] = point.user_data;
            points.push(Point::new([a, b], [&moving[a], &moving[b]], normal, [point.on_a, point.on_b], [normal_impulse, friction_impulse]));
        }
    });

    let softness = Softness::of_contact();
    for _ in 0..SUBSTEPS {
        for body in moving.iter_mut().filter(|body| body.inverse_mass > 0.0) {
            body.velocity += GRAVITY * SUBSTEP;
        }
        for point in &points {
            let impulse = (0..2).map(|axis| point.axes[axis] * point.impulses[axis]).sum();
            point.push(&mut moving, impulse);
        }
        points.iter_mut().for_each(|point| point.solve(&mut moving, &softness));
        for body in &mut moving {
            body.position += body.velocity * SUBSTEP;
            body.rotation = unit(Rotation::from_angle(body.angular_velocity * SUBSTEP).after(body.rotation));
        }
        points.iter_mut().for_each(|point| point.solve(&mut moving, &Softness::RIGID));
    }
    points.iter_mut().for_each(|point| point.bounce(&mut moving));

    for (solved, (_, mut placement, mut body, sleeping)) in moving.iter().zip(&mut bodies) {
        if body.inverse_mass > 0.0 && !sleeping {
            (body.velocity, body.angular_velocity) = (solved.velocity, solved.angular_velocity);
            (placement.0.translation, placement.0.rotation) = (solved.position, solved.rotation);
        }
    }
    let mut solved = points.iter();
    contacts.for_each(|mut contact| {
        let key = contact.contact();
        if !(indices.contains_key(&key.a()) && indices.contains_key(&key.b())) {
            return;
        }
        for (user_data, &Point { impulses: [normal, tangent], .. }) in contact.user_data().zip(&mut solved) {
            *user_data = [normal, tangent, 0.0, 0.0];
        }
    });
}

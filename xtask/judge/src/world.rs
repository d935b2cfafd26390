//! A scene in rapier, at some scale, with one of the two narrowphases.
//!
//! * A copy at scale s has every length, every speed and gravity multiplied by s, and `length_unit`
//!   s: the same motion, s times as large.
//! * All other settings are rapier's defaults, except that no body sleeps: a sleeping body does not
//!   drift, however bad its contacts are.

use anyhow::{Context, Result};
use clinch_rapier::{Clinch, Counts};
use glam::{DQuat, DVec3};
use rapier3d::prelude::{ColliderBuilder, NarrowPhase, PhysicsWorld, Pose, RigidBodyBuilder, RigidBodyHandle, Rotation, Vector};

use crate::body::{Body, Form};
use crate::overlap::{self, Placed};

/// Gravity of a scene in metres, in metres per second squared.
pub(crate) const GRAVITY: f64 = 9.81;

/// The narrowphase that makes the contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contender {
    Clinch,
    Rapier,
}

/// The material of the bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matter {
    pub(crate) friction: f64,
    /// Per second.
    pub(crate) linear_damping: f64,
    /// Per second.
    pub(crate) angular_damping: f64,
}

/// A world of bodies in the order of the scene.
pub(crate) struct World {
    rapier: PhysicsWorld,
    clinch: Option<Clinch>,
    handles: Vec<RigidBodyHandle>,
    forms: Vec<Form>,
    moves: Vec<bool>,
    scale: f64,
}

/// The state of a body, in metres of the scene: lengths divided by the scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) at: DVec3,
    pub(crate) turned: DQuat,
    pub(crate) velocity: DVec3,
    pub(crate) spin: DVec3,
    /// Kinetic energy divided by weight: the height to which it would lift the body.
    pub(crate) energy: f64,
}

impl World {
    pub(crate) fn new(bodies: &[Body], matter: Matter, scale: f64, contender: Contender, recycling: bool) -> Result<Self> {
        let mut rapier = PhysicsWorld::new();
        rapier.gravity = Vector::Y * (-GRAVITY * scale) as f32;
        rapier.integration_parameters.length_unit = scale as f32;
        rapier.integration_parameters.contact_recycling = recycling;
        let clinch = (contender == Contender::Clinch).then(Clinch::new);
        if let Some(clinch) = &clinch {
            rapier.narrow_phase = NarrowPhase::with_query_dispatcher(clinch.clone());
        }
        let mut world = Self { rapier, clinch, handles: vec![], forms: vec![], moves: vec![], scale };
        for body in bodies {
            world.insert(body, matter)?;
        }
        Ok(world)
    }

    fn insert(&mut self, body: &Body, matter: Matter) -> Result<()> {
        let form = body.form.times(self.scale).rounded();
        let vector = |v: DVec3| (v * self.scale).as_vec3();
        let pose = Pose::from_parts(vector(body.at), Rotation::from_array(body.turned.to_array().map(|c| c as f32)));
        let rigid = if body.fixed { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
        let rigid = rigid
            .pose(pose)
            .linvel(vector(body.velocity))
            .angvel(body.spin.as_vec3())
            .linear_damping(matter.linear_damping as f32)
            .angular_damping(matter.angular_damping as f32)
            .can_sleep(false);
        let collider = match &form {
            Form::Box(half) => ColliderBuilder::cuboid(half.x as f32, half.y as f32, half.z as f32),
            Form::Ball(radius) => ColliderBuilder::ball(*radius as f32),
            Form::Capsule { half_height, radius } => ColliderBuilder::capsule_y(*half_height as f32, *radius as f32),
            Form::Cylinder { half_height, radius } => ColliderBuilder::cylinder(*half_height as f32, *radius as f32),
            Form::Hull(points) => {
                let points: Vec<Vector> = points.iter().map(|point| point.as_vec3()).collect();
                ColliderBuilder::convex_hull(&points).context("rapier builds no hull")?
            }
        };
        let (handle, _) = self.rapier.insert(rigid, collider.friction(matter.friction as f32));
        self.handles.push(handle);
        self.forms.push(form);
        self.moves.push(!body.fixed);
        Ok(())
    }

    /// Seconds per step.
    pub(crate) fn dt(&self) -> f64 {
        f64::from(self.rapier.integration_parameters.dt)
    }

    pub(crate) fn step(&mut self) {
        self.rapier.step();
    }

    /// The bodies that can move, in the order of the scene.
    pub(crate) fn states(&self) -> impl Iterator<Item = State> + '_ {
        let moving = self.handles.iter().zip(&self.moves).zip(&self.forms).filter(|((_, moves), _)| **moves);
        moving.map(|((handle, _), form)| {
            let body = &self.rapier.bodies[*handle];
            let wide = |v: Vector| v.as_dvec3() / self.scale;
            let weight = f64::from(body.mass()) * GRAVITY * self.scale * self.scale;
            let (velocity, spin) = (wide(body.linvel()), body.angvel().as_dvec3());
            let reported = f64::from(body.kinetic_energy()) / weight;
            // rapier's inertia of a very light body may be NaN although its motion is finite. Then
            // the body counts as a ball of its bounding radius.
            let radius = form.bounding_radius() / self.scale;
            let ball = (velocity.length_squared() + 0.4 * radius * radius * spin.length_squared()) / (2.0 * GRAVITY);
            State {
                at: wide(body.center_of_mass()),
                turned: DQuat::from_array(body.rotation().to_array().map(f64::from)),
                velocity,
                spin,
                energy: if reported.is_nan() { ball } else { reported },
            }
        })
    }

    /// The deepest overlap of any two bodies, in metres of the scene, computed by neither
    /// narrowphase: see [`overlap`].
    pub(crate) fn deepest(&self) -> f64 {
        let placed = self.handles.iter().zip(&self.forms).zip(&self.moves).map(|((handle, form), moves)| {
            let pose = self.rapier.bodies[*handle].position();
            let turned = DQuat::from_array(pose.rotation.to_array().map(f64::from));
            (Placed { form, at: pose.translation.as_dvec3(), turned }, *moves)
        });
        overlap::deepest(&placed.collect::<Vec<_>>()) / self.scale
    }

    /// clinch's counters; `None` for rapier's own narrowphase.
    pub(crate) fn counts(&self) -> Option<Counts> {
        self.clinch.as_ref().map(Clinch::counts)
    }
}

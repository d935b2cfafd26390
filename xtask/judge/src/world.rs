//! A scene in rapier, at some scale, with one of the two narrowphases.
//!
//! * A copy at scale s has every length, every speed and gravity multiplied by s, and `length_unit`
//!   s: the same motion, s times as large.
//! * All other settings are rapier's defaults, except that no body sleeps: a sleeping body does not
//!   drift, however bad its contacts are.

use anyhow::Result;
use clinch_rapier::{Clinch, Counts};
use glam::{DQuat, DVec3};
use rapier3d::prelude::{
    Group, InteractionGroups, InteractionTestMode, LockedAxes, NarrowPhase, PhysicsWorld, Pose, RigidBodyBuilder, RigidBodyHandle,
    Rotation, Vector,
};

use crate::body::{Body, Form, Shape};
use crate::collider::collider;
use crate::ground::Ground;
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
    members: Vec<Member>,
    grounds: Vec<Ground>,
    scale: f64,
}

/// A body of the world.
struct Member {
    handle: RigidBodyHandle,
    /// The convex parts and their places in the body; none of a surface.
    parts: Vec<(DVec3, Form)>,
    moves: bool,
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
        let mut world = Self { rapier, clinch, members: vec![], grounds: vec![], scale };
        for body in bodies {
            world.insert(body, matter)?;
        }
        Ok(world)
    }

    fn insert(&mut self, body: &Body, matter: Matter) -> Result<()> {
        let shape = body.shape.at_scale(self.scale);
        let vector = |v: DVec3| (v * self.scale).as_vec3();
        let pose = Pose::from_parts(vector(body.at), Rotation::from_array(body.turned.to_array().map(|c| c as f32)));
        let rigid = if body.fixed { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
        let locked = if body.upright { LockedAxes::ROTATION_LOCKED } else { LockedAxes::empty() };
        let rigid = rigid
            .pose(pose)
            .linvel(vector(body.velocity))
            .angvel(body.spin.as_vec3())
            .linear_damping(matter.linear_damping as f32)
            .angular_damping(matter.angular_damping as f32)
            .locked_axes(locked)
            .can_sleep(false);
        // Bodies that are alone are in a group that they do not touch themselves.
        let alone = InteractionGroups::new(Group::GROUP_1, !Group::GROUP_1, InteractionTestMode::And);
        let groups = if body.alone { alone } else { InteractionGroups::all() };
        let (handle, _) = self.rapier.insert(rigid, collider(&shape)?.friction(matter.friction as f32).collision_groups(groups));
        let surface = if let Shape::Composite(composite) = &shape { composite.mesh() } else { None };
        self.grounds.extend(surface.map(|mesh| Ground::new(&mesh, pose.translation.as_dvec3())));
        self.members.push(Member { handle, parts: shape.parts(), moves: !body.fixed });
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
        self.members.iter().filter(|member| member.moves).map(|member| {
            let body = &self.rapier.bodies[member.handle];
            let wide = |v: Vector| v.as_dvec3() / self.scale;
            let weight = f64::from(body.mass()) * GRAVITY * self.scale * self.scale;
            let (velocity, spin) = (wide(body.linvel()), body.angvel().as_dvec3());
            let reported = f64::from(body.kinetic_energy()) / weight;
            // rapier's inertia of a very light body may be NaN although its motion is finite. Then
            // the body counts as a ball of its bounding radius.
            let radius = member.bounding_radius() / self.scale;
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
    /// narrowphase: see [`overlap`] and [`ground`](crate::ground).
    pub(crate) fn deepest(&self) -> f64 {
        let placed = |moves: bool| -> Vec<Placed<'_>> {
            self.members.iter().filter(|member| member.moves == moves).flat_map(|member| self.placed(member)).collect()
        };
        let (moving, fixed) = (placed(true), placed(false));
        let in_ground = moving.iter().map(|part| -self.over_ground(part, 0.0).unwrap_or(0.0));
        in_ground.fold(overlap::deepest(&moving, &fixed), f64::max) / self.scale
    }

    /// How far the first body that can move is above the surfaces, in metres of the scene, negative
    /// if it overlaps one. 0 if there is none.
    pub(crate) fn gap(&self) -> f64 {
        let first = self.members.iter().find(|member| member.moves);
        let parts = first.into_iter().flat_map(|member| self.placed(member));
        parts.filter_map(|part| self.over_ground(&part, f64::INFINITY)).reduce(f64::min).unwrap_or(0.0) / self.scale
    }

    /// The number of bodies whose middle is inside of a fixed box, under a surface, or lower than
    /// all surfaces.
    pub(crate) fn lost(&self) -> usize {
        let boxes: Vec<_> = self.members.iter().filter(|member| !member.moves).flat_map(|member| self.placed(member)).collect();
        let lowest = self.grounds.iter().map(Ground::lowest).reduce(f64::min);
        let is_lost = |state: &State| {
            let at = state.at * self.scale;
            let in_box = boxes.iter().any(|part| overlap::is_inside(at, part));
            // Written so that NaN counts as lost.
            in_box || self.grounds.iter().any(|ground| ground.is_behind(at)) || !(at.y >= lowest.unwrap_or(f64::NEG_INFINITY))
        };
        self.states().filter(is_lost).count()
    }

    fn over_ground(&self, part: &Placed<'_>, within: f64) -> Option<f64> {
        self.grounds.iter().filter_map(|ground| ground.distance((part.form, part.at, part.turned), within)).reduce(f64::min)
    }

    fn placed<'w>(&self, member: &'w Member) -> impl Iterator<Item = Placed<'w>> + use<'w> {
        let pose = *self.rapier.bodies[member.handle].position();
        let turned = DQuat::from_array(pose.rotation.to_array().map(f64::from));
        let place = move |place: DVec3| pose.translation.as_dvec3() + turned.normalize().mul_vec3(place);
        member.parts.iter().map(move |(at, form)| Placed { form, at: place(*at), turned })
    }

    /// clinch's counters; `None` for rapier's own narrowphase.
    pub(crate) fn counts(&self) -> Option<Counts> {
        self.clinch.as_ref().map(Clinch::counts)
    }
}

impl Member {
    fn bounding_radius(&self) -> f64 {
        self.parts.iter().map(|(at, form)| at.length() + form.bounding_radius()).fold(0.0, f64::max)
    }
}

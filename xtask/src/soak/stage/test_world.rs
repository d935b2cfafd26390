//! The world of the stage soak and its random changes.

use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::query::{Allow, With};
use bevy_ecs::schedule::{Schedule, SingleThreadedExecutor};
use bevy_ecs::world::World;
use clinch::composite::{ColliderShape, Compound, HeightField, TriMesh, Voxels};
use clinch::d3::{
    Ball, Capsule, Collider, ColliderOffset, Cone, ContactMargin, Cuboid, Cylinder, Diagnostics, Hull, Placement, Pose, Shape,
    StageSettings, Workers, install,
};
use clinch::shapes::ShapeError;
use clinch::{ColliderOf, CollisionLayers, ContactEvents, IgnoredContacts, Sensor, Sleeping, Static};
use clinch_testkit::generate::meshes::{Mesh, terrain, torus};
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

/// Colliders per cubic metre. The bounds of each overlap those of about eleven others.
const DENSITY: f64 = 2.4;

/// The part of all colliders that each kind of event affects in a tick, rounded up to a whole
/// number of at least one.
const SHARE: f64 = 0.001;

/// The share of composite shapes.
const COMPOSITES: f64 = 0.06;

/// The world and its random stream.
pub(crate) struct TestWorld {
    pub(crate) world: World,
    schedule: Schedule,
    pub(crate) random: Random,
    colliders: usize,
    half_extent: f64,
    /// The number of events of each kind.
    pub(crate) events: Vec<(&'static str, u64)>,
}

type Event = fn(&mut TestWorld, Entity);

/// All kinds of events.
const EVENTS: [(&str, Event); 14] = [
    ("spawned", |test, _| test.spawn()),
    ("despawned", |test, entity| {
        test.world.despawn(entity);
    }),
    ("teleported", TestWorld::teleport),
    ("edited", |test, entity| {
        if let Some(shape) = test.shape() {
            test.insert(entity, Collider::new(shape));
        }
    }),
    ("not a number", |test, entity| test.insert(entity, Placement::at(Vec3::new(0.0, f32::NAN, 0.0)))),
    ("layers", |test, entity| {
        let layers = CollisionLayers::new(1 << test.random.below(3), 1 << test.random.below(3) | 1 << test.random.below(3));
        test.insert(entity, layers);
    }),
    ("layers reset", |test, entity| test.insert(entity, CollisionLayers::default())),
    ("sleeping", |test, entity| test.insert(entity, Sleeping)),
    ("disabled", |test, entity| test.insert(entity, Disabled)),
    ("sensor", TestWorld::toggle::<Sensor>),
    ("static", TestWorld::toggle::<Static>),
    ("margin", |test, entity| {
        let margin = ContactMargin::new(test.random.range(-0.01, 0.1) as f32);
        test.insert(entity, margin);
    }),
    ("ignored", |test, entity| {
        let others = [test.any_collider(), test.any_collider()];
        test.insert(entity, IgnoredContacts::of(others));
    }),
    ("attached", |test, entity| {
        // A body has its own placement, so it is not attached itself.
        let body = test.any_collider();
        if body != entity && test.world.get::<ColliderOf>(body).is_none() {
            let offset = Pose::at((test.random.in_ball(3) * 0.7).as_vec3());
            test.world.entity_mut(entity).remove::<Placement>().insert((ColliderOf(body), ColliderOffset::new(offset)));
        }
    }),
];

impl TestWorld {
    pub(crate) fn new(seed: u64, colliders: usize, threads: Option<usize>) -> Self {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        schedule.set_executor(SingleThreadedExecutor::new());
        if let Some(threads) = threads {
            world.insert_resource(Workers::with_threads(threads));
        }
        world.insert_resource(StageSettings::with_margin(0.02));
        install(&mut world, &mut schedule);
        world.register_required_components::<Collider, ContactEvents>();
        let half_extent = 0.5 * libm::cbrt(colliders as f64 / DENSITY);
        let events = EVENTS.iter().map(|(name, _)| (*name, 0)).collect();
        let mut test = Self { world, schedule, random: Random::new(seed), colliders, half_extent, events };
        for _ in 0..colliders {
            test.spawn();
        }
        test
    }

    /// One tick of the stage.
    pub(crate) fn tick(&mut self) {
        self.schedule.run(&mut self.world);
        // As an `App` does; else the world stores all removals for ever.
        self.world.clear_trackers();
    }

    /// The bytes that the stage uses for its pairs.
    pub(crate) fn bytes(&self) -> usize {
        self.world.resource::<Diagnostics>().bytes
    }

    /// The changes before a tick: most colliders move a little, and every kind of event affects a
    /// few.
    pub(crate) fn change(&mut self) {
        self.drift();
        let count = 1 + (SHARE * self.colliders as f64) as usize;
        for (index, (_, event)) in EVENTS.iter().enumerate() {
            for _ in 0..count {
                let entity = self.any_collider();
                event(self, entity);
                self.events[index].1 += 1;
            }
        }
        self.recover(count);
    }

    /// Moves and rotates three in four colliders that do not sleep: each by at most a step, which
    /// is drawn from 1e-6 m to 0.1 m.
    fn drift(&mut self) {
        let mut moving = self.world.query_filtered::<&mut Placement, bevy_ecs::query::Without<Sleeping>>();
        for mut place in moving.iter_mut(&mut self.world) {
            if self.random.chance(0.25) {
                continue;
            }
            let step = self.random.power(-6.0, -1.0);
            let shift = (self.random.in_ball(3) * step).as_vec3();
            let turn = (self.random.in_ball(3) * step).as_vec3();
            let Pose { rotation, translation } = place.0;
            place.0 = Pose::new((Quat::from_xyzw(turn.x, turn.y, turn.z, 1.0) * rotation).normalize(), translation + shift);
        }
    }

    /// Restores disabled, sleeping, attached and non-finite colliders beyond a number of each, and
    /// spawns what is missing, so that the mix of the world stays the same.
    fn recover(&mut self, count: usize) {
        let disabled: Vec<Entity> = self.world.query_filtered::<Entity, (With<Disabled>, Allow<Disabled>)>().iter(&self.world).collect();
        for entity in disabled.into_iter().skip(10 * count) {
            self.world.entity_mut(entity).remove::<Disabled>();
        }
        let attached: Vec<Entity> = self.world.query_filtered::<Entity, With<ColliderOf>>().iter(&self.world).collect();
        for entity in attached.into_iter().skip(50 * count) {
            self.world.entity_mut(entity).remove::<ColliderOf>();
            self.teleport(entity);
        }
        let sleeping: Vec<Entity> = self.world.query_filtered::<Entity, With<Sleeping>>().iter(&self.world).collect();
        for entity in sleeping.into_iter().skip(100 * count) {
            self.world.entity_mut(entity).remove::<Sleeping>();
        }
        let lost: Vec<Entity> = self
            .world
            .query::<(Entity, &Placement)>()
            .iter(&self.world)
            .filter(|(_, place)| !place.0.is_finite())
            .map(|(entity, _)| entity)
            .collect();
        for entity in lost.into_iter().skip(count) {
            self.teleport(entity);
        }
        while self.colliders().len() < self.colliders {
            self.spawn();
        }
    }

    /// All colliders, including disabled ones.
    pub(crate) fn colliders(&mut self) -> Vec<Entity> {
        self.world.query_filtered::<Entity, (With<Collider>, Allow<Disabled>)>().iter(&self.world).collect()
    }

    fn any_collider(&mut self) -> Entity {
        let all = self.colliders();
        all[self.random.below(all.len())]
    }

    fn insert(&mut self, entity: Entity, bundle: impl bevy_ecs::bundle::Bundle) {
        // An event of this tick may have despawned it.
        if let Ok(mut entity) = self.world.get_entity_mut(entity) {
            entity.insert(bundle);
        }
    }

    fn toggle<C: bevy_ecs::component::Component + Default>(&mut self, entity: Entity) {
        if self.world.get::<C>(entity).is_some() {
            self.world.entity_mut(entity).remove::<C>();
        } else {
            self.insert(entity, C::default());
        }
    }

    fn teleport(&mut self, entity: Entity) {
        let place = self.place();
        self.insert(entity, place);
    }

    fn place(&mut self) -> Placement {
        let half = self.half_extent;
        let at = [(); 3].map(|()| self.random.range(-half, half) as f32);
        Placement::new(Pose::new(Quat::from_array(self.random.quaternion().map(|x| x as f32)), Vec3::from(at)))
    }

    fn spawn(&mut self) {
        let place = self.place();
        if let Some(shape) = self.shape() {
            // Components with values are inserted at once: the world creates a table for every
            // combination of components, and the memory for them would grow.
            let values = (CollisionLayers::default(), IgnoredContacts::default(), ContactMargin::new(0.01));
            self.world.spawn((Collider::new(shape), place, values));
        }
    }

    fn shape(&mut self) -> Option<ColliderShape<Vec3>> {
        if self.random.chance(COMPOSITES) {
            return self.make_composite();
        }
        let kind = self.random.below(8);
        self.make(kind).ok().map(ColliderShape::from)
    }

    fn make_composite(&mut self) -> Option<ColliderShape<Vec3>> {
        let size = self.random.range(0.3, 0.6) as f32;
        let mesh = |of: Mesh| TriMesh::new(of.vertices.iter().map(|vertex| vertex.as_vec3() * size).collect(), of.triangles).ok();
        match self.random.below(5) {
            0 => Some(mesh(torus(10, 5))?.into()),
            1 => Some(mesh(terrain(4, 0.2, &mut self.random))?.two_sided().into()),
            2 => {
                let cells: Vec<[i32; 3]> = (0..8).map(|_| [0; 3].map(|_| self.random.below(3) as i32)).collect();
                Some(Voxels::new(Vec3::splat(0.4 * size), cells).ok()?.into())
            }
            3 => {
                let heights = (0..16).map(|_| self.random.range(-0.1, 0.1) as f32).collect();
                Some(HeightField::new(4, 4, heights, Vec3::new(0.4 * size, 1.0, 0.4 * size)).ok()?.hollow().into())
            }
            _ => {
                let parts = [5, 0, 2].into_iter().filter_map(|kind| {
                    let at = Pose::at((self.random.in_ball(3) * 0.4).as_vec3());
                    Some((at, self.make(kind).ok()?))
                });
                let parts: Vec<_> = parts.collect();
                Some(Compound::new(parts).ok()?.into())
            }
        }
    }

    fn make(&mut self, kind: usize) -> Result<Shape, ShapeError> {
        let random = &mut self.random;
        let mut size = || random.range(0.2, 0.5) as f32;
        Ok(match kind {
            0 => Ball::new(size())?.into(),
            1 => Capsule::new(size(), 0.6 * size())?.into(),
            2..=4 => Cuboid::new(Vec3::new(size(), size(), size()))?.into(),
            5 => Cylinder::new(size(), size())?.into(),
            6 => Cone::new(size(), size())?.into(),
            _ => Hull::new(&(0..20).map(|_| (random.in_ball(3) * 0.6).as_vec3()).collect::<Vec<_>>())?.into(),
        })
    }

    pub(crate) fn summary(&self) -> String {
        let events: Vec<String> = self.events.iter().map(|(name, count)| format!("{count} {name}")).collect();
        events.join(", ")
    }
}

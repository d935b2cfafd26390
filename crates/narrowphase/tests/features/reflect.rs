//! Reflection: components that are inserted, read, changed and removed by their type paths, as an
//! editor or a scene does, take effect.

use crate::common::Stage;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent, ReflectResource};
use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy_reflect::structs::DynamicStruct;
use bevy_reflect::tuple_struct::DynamicTupleStruct;
use bevy_reflect::{FromReflect, PartialReflect, Reflect, ReflectFromReflect, TypeRegistry};
use clinch_composite::{Chain, ColliderShape, CompositeShape3, Compound, CustomComposite, HeightField, HeightField2, TriMesh, Voxels};
use clinch_composite_contact::ColliderSpace;
use clinch_contact::Settings;
use clinch_narrowphase::ecs::register_types;
use clinch_narrowphase::{
    Collider, ColliderOf, ColliderOffset, CollidingEntities, CollisionLayers, ContactEvents, ContactMargin, ContactSkin, Diagnostics,
    IgnoredContacts, Placement, Sensor, StageSettings,
};
use clinch_shapes::Ball;
use clinch_support::Pose;
use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::de::DeserializeSeed;

/// Two balls that overlap by 0.25.
fn two() -> (Stage<Vec3>, [Entity; 2]) {
    let mut stage = Stage::<Vec3>::new();
    let bodies = [0.0, 0.75].map(|x| {
        let ball = Collider::<Vec3>::new(Ball::new(0.5).unwrap());
        stage.world.spawn((ball, Placement::at(Vec3::new(x, 0.0, 0.0)))).id()
    });
    stage.add_pair(bodies[0], bodies[1]);
    (stage, bodies)
}

fn registry(world: &World) -> AppTypeRegistry {
    world.resource::<AppTypeRegistry>().clone()
}

/// The reflected component with this type path, as an editor finds it.
fn component(registry: &TypeRegistry, path: &str) -> ReflectComponent {
    registry.get_with_type_path(path).unwrap_or_else(|| panic!("{path} is not registered")).data::<ReflectComponent>().unwrap().clone()
}

/// Inserts a component by its type path, with a value of any reflected type.
fn insert(world: &mut World, entity: Entity, path: &str, value: &dyn PartialReflect) {
    let registry = registry(world);
    let registry = registry.read();
    component(&registry, path).insert(&mut world.entity_mut(entity), value, &registry);
}

fn remove(world: &mut World, entity: Entity, path: &str) {
    let registry = registry(world);
    component(&registry.read(), path).remove(&mut world.entity_mut(entity));
}

#[test]
fn every_component_is_registered_with_a_type_path_without_our_modules() {
    let mut registry = TypeRegistry::new();
    register_types::<Vec3>(&mut registry);
    let plain =
        ["CollisionLayers", "Static", "Sleeping", "Sensor", "StableId", "IgnoredContacts", "ContactEvents", "ColliderOf", "Colliders"];
    let of_vector =
        ["Collider", "ColliderOffset", "ContactMargin", "ContactSkin", "CollidingEntities", "Placement", "WidePlacement", "StageSettings"];
    let names = |vector: &str| -> Vec<String> {
        let of_vector = of_vector.iter().map(|name| format!("clinch_narrowphase::{name}<{vector}>"));
        plain.iter().map(|name| format!("clinch_narrowphase::{name}")).chain(of_vector).collect()
    };
    for name in names("glam::Vec3") {
        let known = registry.get_with_type_path(&name).unwrap_or_else(|| panic!("{name}"));
        assert!(known.data::<ReflectComponent>().is_some() && known.data::<ReflectFromReflect>().is_some(), "{name}");
    }
    assert!(registry.get_with_type_path("clinch_narrowphase::StageSettings<glam::Vec3>").unwrap().data::<ReflectResource>().is_some());
    assert!(
        registry.get_with_type_path("clinch_narrowphase::Collider<glam::Vec2>").is_none(),
        "types of other vectors are registered on request only"
    );
    register_types::<Vec2>(&mut registry);
    register_types::<DVec2>(&mut registry);
    register_types::<DVec3>(&mut registry);
    for vector in ["glam::Vec2", "glam::DVec2", "glam::DVec3"] {
        for name in names(vector) {
            assert!(registry.get_with_type_path(&name).is_some(), "{name}");
        }
    }
}

#[test]
fn components_inserted_by_type_path_take_effect() {
    let (mut stage, [a, b]) = two();
    assert_eq!(stage.tick(), (1, 0));

    // Layers from a dynamic struct with named fields.
    let mut layers = DynamicStruct::default();
    layers.insert("memberships", 2_u32);
    layers.insert("filters", 2_u32);
    insert(&mut stage.world, a, "clinch_narrowphase::CollisionLayers", &layers);
    assert_eq!(stage.world.get(a), Some(&CollisionLayers::new(2, 2)));
    assert_eq!(stage.tick(), (0, 1));
    remove(&mut stage.world, a, "clinch_narrowphase::CollisionLayers");
    assert_eq!(stage.tick(), (1, 0));

    insert(&mut stage.world, a, "clinch_narrowphase::IgnoredContacts", &*IgnoredContacts::of([b]).to_dynamic().unwrap());
    assert_eq!(stage.tick(), (0, 1));
    remove(&mut stage.world, a, "clinch_narrowphase::IgnoredContacts");
    assert_eq!(stage.tick(), (1, 0));

    insert(&mut stage.world, b, "clinch_narrowphase::Sensor", &Sensor);
    stage.tick();
    assert_eq!(stage.world.resource::<Diagnostics<Vec3>>().counters.points, 0);
    remove(&mut stage.world, b, "clinch_narrowphase::Sensor");

    for at_rest in [a, b] {
        insert(&mut stage.world, at_rest, "clinch_narrowphase::Static", &clinch_narrowphase::Static);
    }
    assert_eq!(stage.tick(), (0, 1), "two static colliders do not collide");
}

#[test]
fn a_number_changed_by_reflection_applies_in_the_next_tick() {
    let (mut stage, [a, b]) = two();
    stage.world.entity_mut(b).insert((
        Placement::at(Vec3::new(1.5, 0.0, 0.0)),
        ContactSkin::<Vec3>::new(0.0),
        ContactMargin::<Vec3>::new(0.0),
    ));
    assert_eq!(stage.tick(), (0, 0));
    let speculative = |stage: &Stage<Vec3>| stage.world.resource::<Diagnostics<Vec3>>().counters.speculative;
    let change = |stage: &mut Stage<Vec3>, path: &str, to: f32| {
        let registry = registry(&stage.world);
        let component = component(&registry.read(), path);
        let mut reflected = component.reflect_mut(stage.world.entity_mut(b)).unwrap();
        *reflected.reflect_mut().as_tuple_struct().unwrap().field_mut(0).unwrap().try_downcast_mut::<f32>().unwrap() = to;
    };
    change(&mut stage, "clinch_narrowphase::ContactMargin<glam::Vec3>", 0.6);
    assert_eq!((stage.tick(), speculative(&stage)), ((0, 0), 1));
    change(&mut stage, "clinch_narrowphase::ContactSkin<glam::Vec3>", 0.55);
    assert_eq!(stage.tick(), (1, 0));
    assert!(stage.world.get::<ContactSkin<Vec3>>(a).is_none());
}

#[test]
fn shapes_placements_and_settings_are_replaced_as_a_whole() {
    let (mut stage, [a, b]) = two();
    assert_eq!(stage.tick(), (1, 0));
    let small = Collider::<Vec3>::new(Ball::new(0.1).unwrap());
    insert(&mut stage.world, b, "clinch_narrowphase::Collider<glam::Vec3>", small.as_partial_reflect());
    assert_eq!(stage.tick(), (0, 1));
    let near = Placement::<Vec3>::at(Vec3::new(0.5, 0.0, 0.0));
    insert(&mut stage.world, b, "clinch_narrowphase::Placement<glam::Vec3>", near.as_partial_reflect());
    assert_eq!(stage.tick(), (1, 0));

    let registry = registry(&stage.world);
    let path = "clinch_narrowphase::Placement<glam::Vec3>";
    let component = component(&registry.read(), path);
    let copy = component.reflect(stage.world.entity(b)).unwrap().reflect_clone().unwrap();
    assert_eq!(copy.downcast_ref::<Placement<Vec3>>(), Some(&near));
    assert_eq!(copy.reflect_partial_eq(component.reflect(stage.world.entity(a)).unwrap().as_partial_reflect()), Some(false));

    let wide = StageSettings::<Vec3>::new(Settings { margin: 3.0, ..Settings::default() });
    let again = StageSettings::<Vec3>::from_reflect(wide.as_partial_reflect()).unwrap();
    assert_eq!(again.0, wide.0);
    stage.world.resource_mut::<StageSettings<Vec3>>().apply(again.as_partial_reflect());
    stage.world.entity_mut(b).insert(Placement::<Vec3>::at(Vec3::new(2.0, 0.0, 0.0)));
    assert_eq!(stage.tick(), (0, 1));
    assert_eq!(stage.world.resource::<Diagnostics<Vec3>>().counters.speculative, 1, "within the new margin");
}

/// Entities in a component of a scene are mapped to those of the world that it is spawned into.
#[test]
fn entities_in_components_are_mapped() {
    let mut world = World::new();
    let [old, new] = [world.spawn_empty().id(), world.spawn_empty().id()];
    let mut map = EntityHashMap::from_iter([(old, new)]);
    let mut registry = TypeRegistry::new();
    register_types::<Vec3>(&mut registry);
    let mut mapped = |mut value: Box<dyn Reflect>| -> Box<dyn Reflect> {
        component(&registry, value.reflect_type_path()).map_entities(&mut *value, &mut map);
        value
    };
    let ignored = mapped(Box::new(IgnoredContacts::of([old])));
    assert_eq!(ignored.downcast_ref(), Some(&IgnoredContacts::of([new])));
    let body = mapped(Box::new(ColliderOf(old)));
    assert_eq!(body.downcast_ref(), Some(&ColliderOf(new)));
}

#[test]
fn lists_and_offsets_can_be_read_and_ids_inserted() {
    let (mut stage, [a, b]) = two();
    stage.world.entity_mut(a).insert(CollidingEntities::<Vec3>::default());
    stage.world.entity_mut(b).insert(ColliderOffset::<Vec3>::new(Pose::IDENTITY));
    stage.tick();
    let registry = registry(&stage.world);
    let list = component(&registry.read(), "clinch_narrowphase::CollidingEntities<glam::Vec3>");
    let entities = list.reflect(stage.world.entity(a)).unwrap().reflect_ref().as_tuple_struct().unwrap().field(0).unwrap().reflect_ref();
    assert_eq!(entities.as_list().unwrap().get(0).unwrap().try_downcast_ref::<Entity>(), Some(&b));

    let mut id = DynamicTupleStruct::default();
    id.insert(7_u64);
    insert(&mut stage.world, a, "clinch_narrowphase::StableId", &id);
    assert_eq!(stage.world.get(a), Some(&clinch_narrowphase::StableId(7)));
    let events = ContactEvents { persisting: true, triggers: false };
    assert_eq!(ContactEvents::from_reflect(&*events.to_dynamic().unwrap()), Some(events));
    assert!(stage.world.get::<ColliderOffset<Vec3>>(b).unwrap().reflect_clone().is_ok());
}

/// Opaque types are written to scenes by serde.
#[test]
fn opaque_types_survive_a_scene_file() {
    let mut registry = TypeRegistry::new();
    register_types::<Vec3>(&mut registry);
    let round_trip = |value: &dyn PartialReflect| {
        let text = serde_json::to_string(&ReflectSerializer::new(value, &registry)).unwrap();
        ReflectDeserializer::new(&registry)
            .deserialize(&mut serde_json::Deserializer::from_str(&text))
            .unwrap_or_else(|e| panic!("{e}: {text}"))
    };
    let ball = Collider::<Vec3>::new(Ball::new(0.1).unwrap());
    assert_eq!(Collider::<Vec3>::from_reflect(&*round_trip(&ball)), Some(ball));
    let placement = Placement::<Vec3>::at(Vec3::new(0.1, 2.0, 3.0));
    assert_eq!(Placement::<Vec3>::from_reflect(&*round_trip(&placement)), Some(placement));
    let settings = StageSettings::<Vec3>::with_margin(0.1);
    assert_eq!(StageSettings::<Vec3>::from_reflect(&*round_trip(&settings)).unwrap().0, settings.0);
    let skin = ContactSkin::<Vec3>::new(0.1);
    assert_eq!(ContactSkin::<Vec3>::from_reflect(&*round_trip(&skin)), Some(skin));
}

/// Two steps of a staircase, whose front is up.
fn stairs() -> TriMesh<Vec3> {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (2.0, 0.5)];
    let vertices = corners.into_iter().flat_map(|(x, y)| [Vec3::new(x, y, 1.0), Vec3::new(x, y, -1.0)]).collect();
    TriMesh::new(vertices, (0..3).flat_map(|i| [[2 * i, 2 * i + 2, 2 * i + 1], [2 * i + 1, 2 * i + 2, 2 * i + 3]]).collect()).unwrap()
}

/// Composite shapes of each kind in 3D.
fn composites_3d() -> Vec<Collider<Vec3>> {
    let bar = Compound::new(vec![(Pose::IDENTITY, Ball::new(0.5).unwrap().into()), (Pose::at(Vec3::X), Ball::new(0.25).unwrap().into())]);
    vec![
        Collider::new(stairs().scaled(Vec3::new(-1.0, 2.0, 1.0)).unwrap().two_sided()),
        Collider::new(HeightField::new(2, 3, vec![0.0, 1.0, 0.5, 0.25, 2.0, 0.0], Vec3::ONE).unwrap()),
        Collider::new(bar.unwrap()),
        Collider::new(Voxels::new(Vec3::splat(0.25), [[0, 0, 0], [1, 0, 0], [1, 1, -7]]).unwrap()),
    ]
}

/// Composite shapes of each kind in 2D.
fn composites_2d() -> Vec<Collider<Vec2>> {
    let corners = vec![Vec2::ZERO, Vec2::X, Vec2::ONE];
    let ends = [Some(Vec2::NEG_X), None];
    vec![
        Collider::new(Chain::open(corners.clone()).unwrap().with_ghost_vertices(ends[0], ends[1]).unwrap()),
        Collider::new(Chain::closed(corners).unwrap()),
        Collider::new(HeightField2::new(vec![0.0, 1.0, 0.5], Vec2::ONE).unwrap()),
        Collider::new(Compound::new(vec![(Pose::IDENTITY, Ball::new(0.5).unwrap().into())]).unwrap()),
    ]
}

/// Of `Collider`: the text of a scene file, or why there is none.
fn written<V: ColliderSpace>(collider: &Collider<V>) -> Result<String, String>
where
    Collider<V>: Reflect,
{
    let mut registry = TypeRegistry::new();
    register_types::<V>(&mut registry);
    serde_json::to_string(&ReflectSerializer::new(collider.as_partial_reflect(), &registry)).map_err(|error| error.to_string())
}

/// Writes colliders to a scene file, and compares what is read.
fn survive_a_scene_file<V: ColliderSpace>(colliders: Vec<Collider<V>>)
where
    Collider<V>: Reflect + FromReflect,
{
    let mut registry = TypeRegistry::new();
    register_types::<V>(&mut registry);
    for collider in colliders {
        let text = written(&collider).unwrap();
        let read = ReflectDeserializer::new(&registry).deserialize(&mut serde_json::Deserializer::from_str(&text));
        let read = read.unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(Collider::<V>::from_reflect(&*read).as_ref(), Some(&collider), "{text}");
    }
}

#[test]
fn composite_shapes_survive_a_scene_file() {
    survive_a_scene_file(composites_3d());
    survive_a_scene_file(composites_2d());
    let custom = CustomComposite::new(stairs());
    let error = written(&Collider::<Vec3>::new(CompositeShape3::from(custom))).unwrap_err();
    assert!(error.contains("a custom composite shape cannot be serialised"), "{error}");
}

#[test]
fn composite_shapes_are_replaced_cloned_and_compared_as_a_whole() {
    let (mut stage, [floor, _]) = two();
    let path = "clinch_narrowphase::Collider<glam::Vec3>";
    assert_eq!(stage.tick(), (1, 0));
    let mesh = stairs();
    // Its lower step is above the other body.
    stage.world.entity_mut(floor).insert(Placement::<Vec3>::at(Vec3::Y));
    insert(&mut stage.world, floor, path, Collider::<Vec3>::new(mesh.clone()).as_partial_reflect());
    assert_eq!(stage.tick(), (0, 1));
    insert(&mut stage.world, floor, path, Collider::<Vec3>::new(mesh.scaled(Vec3::new(1.0, -1.0, 1.0)).unwrap()).as_partial_reflect());
    stage.world.entity_mut(floor).insert(Placement::<Vec3>::at(Vec3::Y * 0.25));
    assert_eq!(stage.tick(), (1, 0), "turned over, its front is down");

    let registry = registry(&stage.world);
    let component = component(&registry.read(), path);
    let reflected = component.reflect(stage.world.entity(floor)).unwrap();
    let copy = reflected.reflect_clone().unwrap();
    assert_eq!(copy.reflect_partial_eq(reflected.as_partial_reflect()), Some(true));
    let Some(Collider(ColliderShape::Composite(CompositeShape3::TriMesh(copied)))) = copy.downcast_ref::<Collider<Vec3>>() else {
        panic!()
    };
    assert!(copied.shares_data_with(&mesh), "the triangles are not copied");
    for other in composites_3d() {
        assert_eq!(copy.reflect_partial_eq(other.as_partial_reflect()), Some(false));
    }
}

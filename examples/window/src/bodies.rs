//! The bodies as bevy draws them: a mesh of each shape, and a colour by what the body does.

use bevy::prelude::{
    Added, Assets, Color, Commands, DetectChangesMut, Entity, Handle, Has, Local, Mesh, Mesh3d, MeshMaterial3d, Query, Res, ResMut,
    Resource, StandardMaterial, World,
};
use clinch::d3::{Collider, ColliderShape};
use clinch::{Sleeping, Static};

use crate::meshes::mesh;
use crate::selection::Selection;

/// The materials of each kind of body: for those that can move three, so that a stack does not look
/// like one body.
#[derive(Resource)]
pub(crate) struct Materials {
    ground: Handle<StandardMaterial>,
    selected_ground: Handle<StandardMaterial>,
    awake: [Handle<StandardMaterial>; 3],
    sleeping: [Handle<StandardMaterial>; 3],
    selected: Handle<StandardMaterial>,
    other: Handle<StandardMaterial>,
}

/// The brightness of bodies that are spawned one after the other.
const SHADES: [f32; 3] = [1.0, 0.8, 0.9];

/// Adds the materials.
pub(crate) fn add_materials(world: &mut World) {
    let mut assets = world.resource_mut::<Assets<StandardMaterial>>();
    let mut color = |red, green, blue| {
        let base_color = Color::srgb(red, green, blue);
        // The camera may look at the ground from below.
        assets.add(StandardMaterial { base_color, perceptual_roughness: 0.9, double_sided: true, cull_mode: None, ..Default::default() })
    };
    let materials = Materials {
        ground: color(0.33, 0.36, 0.38),
        // It may fill the window.
        selected_ground: color(0.38, 0.35, 0.42),
        awake: SHADES.map(|shade| color(0.85 * shade, 0.76 * shade, 0.63 * shade)),
        sleeping: SHADES.map(|shade| color(0.44 * shade, 0.52 * shade, 0.65 * shade)),
        selected: color(0.45, 0.85, 0.5),
        other: color(0.7, 0.5, 0.85),
    };
    world.insert_resource(materials);
}

/// Gives each new body its mesh. Equal shapes share one, so that they are drawn in one call.
pub(crate) fn add_meshes(
    bodies: Query<(Entity, &Collider), Added<Collider>>,
    mut known: Local<Vec<(ColliderShape, Handle<Mesh>)>>,
    mut assets: ResMut<Assets<Mesh>>,
    materials: Res<Materials>,
    mut commands: Commands,
) {
    for (entity, collider) in &bodies {
        let shape = &collider.0;
        let handle = match known.iter().find(|(other, _)| other == shape) {
            Some((_, handle)) => handle.clone(),
            None => {
                let Some(mesh) = mesh(shape) else { continue };
                let handle = assets.add(mesh);
                known.push((shape.clone(), handle.clone()));
                handle
            }
        };
        commands.entity(entity).insert((Mesh3d(handle), MeshMaterial3d(materials.ground.clone())));
    }
}

type Painted = (Entity, Has<Static>, Has<Sleeping>, &'static mut MeshMaterial3d<StandardMaterial>);

/// Colours each body.
pub(crate) fn paint(mut bodies: Query<Painted>, selection: Res<Selection>, materials: Res<Materials>) {
    for (entity, fixed, sleeping, mut material) in &mut bodies {
        let selected = selection.body == Some(entity) || selection.other == Some(entity);
        let new = if fixed {
            if selected { &materials.selected_ground } else { &materials.ground }
        } else if selection.body == Some(entity) {
            &materials.selected
        } else if selection.other == Some(entity) {
            &materials.other
        } else {
            let shades = if sleeping { &materials.sleeping } else { &materials.awake };
            &shades[entity.index_u32() as usize % SHADES.len()]
        };
        material.set_if_neq(MeshMaterial3d(new.clone()));
    }
}

//! The app with a window.

use std::error::Error;
use std::time::Duration;

use bevy::prelude::{
    App, AppExit, Camera3d, ClearColor, Color, Commands, DefaultPlugins, DirectionalLight, Fixed, FixedUpdate, GizmoConfigStore,
    GlobalAmbientLight, IntoScheduleConfigs, PerspectiveProjection, PluginGroup, Projection, Res, ResMut, Startup, Time, Transform, Update,
    Vec3, Virtual, Window, WindowPlugin,
};
use bevy::render::view::Tonemapping;

use crate::lines::{self, Shown};
use crate::orbit::{FIELD_OF_VIEW, Orbit};
use crate::simulation::{self, Simulation};
use crate::step::TICKS_PER_SECOND;
use crate::{bodies, controls, overlay};

/// Opens the window and runs until it is closed.
pub(crate) fn run(scene: usize) -> Result<(), Box<dyn Error>> {
    let mut app = App::new();
    let window = Window { title: "clinch: a small engine".to_owned(), fit_canvas_to_parent: true, ..Default::default() };
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..Default::default() }));
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)));
    // A slow machine shows slow motion, instead of ever more ticks per frame.
    app.insert_resource(Time::<Virtual>::from_max_delta(Duration::from_millis(50)));
    app.insert_resource(ClearColor(Color::srgb(0.08, 0.09, 0.11)));
    app.insert_resource(GlobalAmbientLight { brightness: 400.0, ..Default::default() });
    app.insert_resource(Orbit::of_scene(scene));
    app.init_resource::<Shown>();
    simulation::add(&mut app, scene)?;
    app.add_systems(Startup, (spawn_camera, lines_in_front, bodies::add_materials, overlay::spawn));
    app.add_systems(FixedUpdate, simulation::run_tick.run_if(|simulation: Res<Simulation>| !simulation.paused));
    let draw = (bodies::add_meshes, bodies::paint, lines::draw, overlay::update).chain();
    app.add_systems(Update, ((controls::keys, controls::pointer, controls::turn).chain(), draw).chain());
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(format!("bevy ended with the exit code {code}").into()),
    }
}

fn spawn_camera(mut commands: Commands) {
    let projection = PerspectiveProjection { fov: FIELD_OF_VIEW, ..Default::default() };
    // The default needs a table that is a feature of bevy.
    commands.spawn((Camera3d::default(), Projection::Perspective(projection), Tonemapping::Reinhard));
    let light = DirectionalLight { illuminance: 6000.0, shadow_maps_enabled: true, ..Default::default() };
    commands.spawn((light, Transform::from_xyz(4.0, 10.0, 6.0).looking_at(Vec3::ZERO, Vec3::Y)));
}

/// Contact points are inside of the bodies, so lines are drawn over them.
fn lines_in_front(mut config: ResMut<GizmoConfigStore>) {
    let (config, _) = config.config_mut::<bevy::gizmos::config::DefaultGizmoConfigGroup>();
    config.depth_bias = -1.0;
    config.line.width = 2.0;
}

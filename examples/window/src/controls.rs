//! Keys and mouse.

use bevy::ecs::system::SystemParam;
use bevy::input::ButtonInput;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::math::Vec2;
use bevy::prelude::{Camera3d, Commands, IntoSystem, KeyCode, MouseButton, Res, ResMut, Single, Time, Transform, Window, With, World};

use crate::lines::Shown;
use crate::orbit::Orbit;
use crate::pair_line;
use crate::selection::{Selection, click, select_next_pair};
use crate::simulation::{self, Simulation};

const SCENE_KEYS: [KeyCode; 4] = [KeyCode::Digit1, KeyCode::Digit2, KeyCode::Digit3, KeyCode::Digit4];

/// Radians per pixel of the mouse.
const MOUSE_SPEED: f32 = 0.005;

/// Radians per second of a key.
const KEY_SPEED: f32 = 1.5;

pub(crate) fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    mut simulation: ResMut<Simulation>,
    mut selection: ResMut<Selection>,
    mut shown: ResMut<Shown>,
    mut commands: Commands,
) {
    if keys.just_pressed(KeyCode::Space) {
        simulation.paused = !simulation.paused;
    }
    if keys.just_pressed(KeyCode::ArrowRight) {
        simulation.paused = true;
        commands.queue(simulation::run_tick);
    }
    if keys.just_pressed(KeyCode::KeyZ) {
        commands.queue(simulation::toggle_sleep);
    }
    if keys.just_pressed(KeyCode::KeyC) {
        shown.contacts = !shown.contacts;
    }
    if keys.just_pressed(KeyCode::KeyO) {
        shown.outlines = !shown.outlines;
    }
    if keys.just_pressed(KeyCode::Escape) {
        *selection = Selection::default();
    }
    if keys.just_pressed(KeyCode::Tab) {
        commands.run_system_cached(select_next_pair);
        commands.run_system_cached(pair_line::line.pipe(pair_line::print));
    }
    if keys.just_pressed(KeyCode::KeyR) {
        commands.queue(|world: &mut World| build(world, None));
    }
    if let Some(scene) = SCENE_KEYS.iter().position(|&key| keys.just_pressed(key)) {
        commands.queue(move |world: &mut World| build(world, Some(scene)));
    }
}

/// Builds a scene, or that which runs again.
fn build(world: &mut World, scene: Option<usize>) {
    let built = match scene {
        Some(scene) => {
            world.insert_resource(Orbit::of_scene(scene));
            simulation::build(world, scene)
        }
        None => simulation::reset(world),
    };
    if let Err(error) = built {
        bevy::log::error!("the scene could not be built: {error}");
    }
}

/// A click selects what is under the pointer, and prints the pair if it is one.
pub(crate) fn pointer(buttons: Res<ButtonInput<MouseButton>>, window: Single<&Window>, orbit: Res<Orbit>, mut commands: Commands) {
    let size = window.size();
    if let Some(at) = window.cursor_position().filter(|_| buttons.just_pressed(MouseButton::Left)) {
        // Pixels are counted from the upper left.
        let at = (2.0 * at / size - Vec2::ONE) * Vec2::new(1.0, -1.0);
        commands.run_system_cached_with(click, orbit.ray(at, size.x / size.y));
        commands.run_system_cached(pair_line::line.pipe(pair_line::print));
    }
}

/// What turns the camera.
#[derive(SystemParam)]
pub(crate) struct CameraInput<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    motion: Res<'w, AccumulatedMouseMotion>,
    scroll: Res<'w, AccumulatedMouseScroll>,
    time: Res<'w, Time>,
}

impl CameraInput<'_> {
    /// To the right and up, in radians.
    fn angles(&self) -> Vec2 {
        let drag = if self.buttons.pressed(MouseButton::Right) { self.motion.delta } else { Vec2::ZERO };
        let by = |key, x, y| if self.keys.pressed(key) { Vec2::new(x, y) } else { Vec2::ZERO };
        let keys = by(KeyCode::KeyA, -1.0, 0.0) + by(KeyCode::KeyD, 1.0, 0.0) + by(KeyCode::KeyW, 0.0, 1.0) + by(KeyCode::KeyS, 0.0, -1.0);
        drag * Vec2::new(-MOUSE_SPEED, MOUSE_SPEED) + keys * KEY_SPEED * self.time.delta_secs()
    }

    /// The factor of the distance.
    fn zoom(&self) -> f32 {
        // Touchpads scroll by pixels.
        let lines = if self.scroll.unit == MouseScrollUnit::Line { self.scroll.delta.y } else { 0.02 * self.scroll.delta.y };
        (1.0 - 0.1 * lines).clamp(0.5, 2.0)
    }
}

pub(crate) fn turn(input: CameraInput, mut orbit: ResMut<Orbit>, mut camera: Single<&mut Transform, With<Camera3d>>) {
    orbit.turn(input.angles());
    orbit.zoom(input.zoom());
    **camera = orbit.transform();
}

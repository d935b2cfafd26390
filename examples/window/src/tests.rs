//! Runs of the app without a renderer.

use bevy::math::{Vec2, Vec3};
use bevy::prelude::{PerspectiveProjection, Res};
use clinch::contact::Settings;
use clinch::d3::{self, Collider, ColliderShape, Contacts, Pose};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{self, ShapeSpec, read_queries};

use crate::headless::{app, click_on_a_body};
use crate::meshes::mesh;
use crate::orbit::{FIELD_OF_VIEW, Orbit};
use crate::pair_line::line;
use crate::scenes::SCENES;
use crate::selection::{Selection, click, select_next_pair};
use crate::simulation::{self, Simulation};
use crate::tick::MARGIN;

/// The least separation of the contact points of the selected pair.
fn separation(selection: Res<Selection>, contacts: Contacts) -> f32 {
    let [body, other] = selection.pair().expect("a pair is selected");
    let contact = contacts.between(body, other).expect("it is a candidate pair");
    contact.points().map(|(_, point)| point.separation).fold(f32::INFINITY, f32::min)
}

#[test]
fn the_line_of_a_picked_pair_has_the_separation_of_its_contact() {
    let mut convex_pairs = 0;
    for scene in 0..SCENES.len() {
        let mut app = app(scene).expect("the scene can be built");
        let world = app.world_mut();
        // Recycled points are those of an earlier pose.
        world.insert_resource(d3::StageSettings::new(Settings::with_margin(MARGIN)));
        (0..60).for_each(|_| simulation::run_tick(world));
        let pairs = click_on_a_body(world).expect("a body is in sight");
        for _ in 0..pairs {
            world.run_system_cached(select_next_pair).expect("it runs");
            let separation = world.run_system_cached(separation).expect("it runs");
            let line = world.run_system_cached(line).expect("it runs").expect("a pair file has the shapes");
            let [query] = <[_; 1]>::try_from(read_queries(line.as_bytes()).collect::<Vec<_>>()).expect("one line");
            let query: pair_file::Query = query.expect("it can be read");
            let b = query.b.as_ref().expect("a contact has two shapes");
            assert_eq!(query.id.split(" and ").count(), 2);
            if query.a.is_composite() || b.is_composite() {
                continue;
            }
            convex_pairs += 1;
            let shape = |spec: &ShapeSpec| Vec3::shape(spec).expect("it can be built");
            let [pose_a, pose_b]: [Pose; 2] = [&query.pose_a, &query.pose_b].map(Vec3::pose);
            let distance = d3::contact(&shape(&query.a), &pose_a, &shape(b), &pose_b).distance;
            assert!((distance - separation).abs() < 1e-4, "{}: {distance} {separation}", query.id);
        }
    }
    assert!(convex_pairs >= 3, "{convex_pairs}");
}

#[test]
fn a_click_on_a_neighbour_selects_the_pair_and_one_on_nothing_clears() {
    let mut app = app(0).expect("the scene can be built");
    let world = app.world_mut();
    (0..30).for_each(|_| simulation::run_tick(world));
    // The stack is in the middle of the view, each box a metre high.
    let view = Orbit::of_scene(0);
    let eye = view.transform().translation;
    let mut click_at = |at: Vec3| {
        world.run_system_cached_with(click, d3::Ray::new(eye, at - eye)).expect("it runs");
        *world.resource::<Selection>()
    };
    let first = click_at(Vec3::Y * 3.5);
    assert!(first.body.is_some() && first.other.is_none());
    let pair = click_at(Vec3::Y * 4.5);
    assert_eq!(pair.body, first.body);
    assert!(pair.other.is_some() && pair.other != pair.body);
    let far = click_at(Vec3::Y * 8.5);
    assert!(far.body.is_some() && far.body != first.body && far.other.is_none());
    assert_eq!(click_at(eye + Vec3::Y), Selection::default());
}

#[test]
fn a_scene_that_is_built_again_stands_as_the_first_time() {
    let mut app = app(2).expect("the scene can be built");
    let world = app.world_mut();
    let mut run = || {
        simulation::reset(world).expect("the scene can be built");
        (0..60).for_each(|_| simulation::run_tick(world));
        assert_eq!(world.resource::<Simulation>().ticks, 60);
        crate::scene::heights(world)
    };
    let (first, second) = (run(), run());
    assert_eq!(first.len(), second.len());
    // Not bit for bit: the order of contacts is that of the entities, and theirs are others.
    let mut sorted = [first, second];
    sorted.iter_mut().for_each(|heights| heights.sort_by(f32::total_cmp));
    let [first, second] = sorted;
    assert!(first.iter().zip(&second).all(|(one, other)| (one - other).abs() < 1e-3), "{first:?} {second:?}");
}

#[test]
fn every_body_has_a_mesh_with_its_bounds() {
    for scene in 0..SCENES.len() {
        let mut app = app(scene).expect("the scene can be built");
        let world = app.world_mut();
        let shapes: Vec<ColliderShape> = world.query::<&Collider>().iter(world).map(|collider| collider.0.clone()).collect();
        for shape in shapes {
            let mesh = mesh(&shape).expect("it has a mesh");
            let positions = mesh.attribute(bevy::mesh::Mesh::ATTRIBUTE_POSITION).and_then(|values| values.as_float3()).expect("positions");
            let [least, most] = positions
                .iter()
                .fold([Vec3::MAX, Vec3::MIN], |[least, most], &position| [least.min(position.into()), most.max(position.into())]);
            let bounds = shape.bounds(&Pose::IDENTITY.widen());
            // A ball's mesh has its corners on the ball.
            assert!(least.distance(bounds.min.as_vec3()) < 0.02 && most.distance(bounds.max.as_vec3()) < 0.02, "{}", shape.kind());
        }
    }
}

#[test]
fn rays_go_through_the_points_where_the_camera_shows_them() {
    let (view, aspect_ratio) = (Orbit::of_scene(1), 1.5);
    let projection = PerspectiveProjection { fov: FIELD_OF_VIEW, aspect_ratio, ..Default::default() };
    let clip_from_view = bevy::camera::CameraProjection::get_clip_from_view(&projection);
    let view_from_world = view.transform().to_matrix().inverse();
    for at in [Vec2::ZERO, Vec2::new(0.7, -0.4), Vec2::new(-1.0, 1.0)] {
        let ray = view.ray(at, aspect_ratio);
        let shown = clip_from_view.project_point3(view_from_world.transform_point3(ray.origin + 20.0 * ray.direction));
        assert!(shown.truncate().distance(at) < 1e-4, "{at} {shown}");
    }
}

//! Rays, points and shapes in avian's world with clinch's colliders.

mod common;

use avian3d::prelude::{CollisionLayers, RayCaster, RayHits, RigidBody, SpatialQueryFilter};
use bevy::ecs::entity::Entity;
use bevy::ecs::system::RunSystemOnce;
use bevy::math::{Dir3, IVec3, Quat, Vec3};
use bevy::transform::components::Transform;
use clinch_avian::d3::{Collider, ShapeCastConfig, SpatialQuery};
use common::{add, app, spawn};

/// A floor of a mesh with a ball, a box and a compound on it.
fn world() -> (bevy::app::App, [Entity; 4]) {
    let mut app = app();
    let corners = [(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)].map(|(x, z)| Vec3::new(x, 0.0, z)).to_vec();
    let floor = spawn(&mut app, RigidBody::Static, Collider::trimesh(corners, vec![[0, 2, 1], [0, 3, 2]]), Vec3::ZERO);
    let ball = spawn(&mut app, RigidBody::Static, Collider::sphere(0.5), Vec3::new(-2.0, 0.5, 0.0));
    let cube = spawn(&mut app, RigidBody::Kinematic, Collider::cuboid(1.0, 1.0, 1.0), Vec3::Y * 0.5);
    let part = |x: f32| (Vec3::X * x, Quat::IDENTITY, Collider::cuboid(0.5, 1.0, 1.0));
    let pair = spawn(&mut app, RigidBody::Static, Collider::compound(vec![part(-0.5), part(0.5)]), Vec3::new(3.0, 0.5, 0.0));
    app.update();
    (app, [floor, ball, cube, pair])
}

fn answer<T: Send + Sync + 'static>(app: &mut bevy::app::App, query: impl Fn(&SpatialQuery<'_, '_>) -> T + Send + Sync + 'static) -> T {
    app.world_mut().run_system_once(move |queries: SpatialQuery<'_, '_>| query(&queries)).unwrap()
}

#[test]
fn rays_hit_the_nearest_collider_that_the_filter_allows() {
    let (mut app, [floor, ball, cube, pair]) = world();
    let along = move |filter: SpatialQueryFilter| {
        move |queries: &SpatialQuery<'_, '_>| queries.cast_ray(Vec3::new(-4.0, 0.5, 0.0), Dir3::X, 100.0, true, &filter)
    };
    let hit = answer(&mut app, along(SpatialQueryFilter::default())).unwrap();
    assert_eq!((hit.entity, hit.normal), (ball, Vec3::NEG_X));
    assert!((hit.distance - 1.5).abs() < 1e-6);
    let hit = answer(&mut app, along(SpatialQueryFilter::from_excluded_entities([ball, cube]))).unwrap();
    assert_eq!((hit.entity, hit.normal), (pair, Vec3::NEG_X));
    add(&mut app, ball, CollisionLayers::from_bits(0b10, 0b10));
    assert_eq!(answer(&mut app, along(SpatialQueryFilter::from_mask(0b01))).unwrap().entity, cube);
    let down = |queries: &SpatialQuery<'_, '_>| {
        queries.ray_hits(Vec3::new(0.25, 3.0, 0.25), Dir3::NEG_Y, 10.0, 9, true, &SpatialQueryFilter::default())
    };
    let mut all = answer(&mut app, down);
    all.sort_by(|one, other| one.distance.total_cmp(&other.distance));
    assert_eq!(all.iter().map(|hit| hit.entity).collect::<Vec<_>>(), [cube, floor]);
    assert_eq!(all[1].normal, Vec3::Y);
    let short =
        |queries: &SpatialQuery<'_, '_>| queries.cast_ray(Vec3::new(4.5, 3.0, 3.0), Dir3::NEG_Y, 2.9, true, &SpatialQueryFilter::default());
    assert_eq!(answer(&mut app, short), None);
}

#[test]
fn points_and_shapes_find_what_they_touch() {
    let (mut app, [floor, ball, cube, pair]) = world();
    let none = SpatialQueryFilter::default;
    let inside = |point: Vec3| move |queries: &SpatialQuery<'_, '_>| queries.point_intersections(point, &none());
    assert_eq!(answer(&mut app, inside(Vec3::new(-2.2, 0.6, 0.1))), [ball]);
    assert_eq!(answer(&mut app, inside(Vec3::new(3.0, 0.5, 0.0))), [], "between the parts");
    let nearest = |point: Vec3, solid: bool| move |queries: &SpatialQuery<'_, '_>| queries.project_point(point, solid, &none());
    let found = answer(&mut app, nearest(Vec3::new(0.0, 2.0, 0.0), true)).unwrap();
    assert_eq!((found.entity, found.point, found.is_inside), (cube, Vec3::Y, false));
    let found = answer(&mut app, nearest(Vec3::new(-2.0, 0.75, 0.0), false)).unwrap();
    assert!(found.is_inside && (found.point - Vec3::new(-2.0, 1.0, 0.0)).length() < 1e-6, "{found:?}");
    let touched = |at: Vec3| {
        move |queries: &SpatialQuery<'_, '_>| {
            let mut found = queries.shape_intersections(&Collider::cuboid(3.0, 0.2, 0.2), at, Quat::IDENTITY, &none());
            found.sort();
            found
        }
    };
    let sorted = |mut entities: Vec<Entity>| {
        entities.sort();
        entities
    };
    assert_eq!(answer(&mut app, touched(Vec3::new(-1.0, 0.5, 0.0))), sorted(vec![ball, cube]));
    assert_eq!(answer(&mut app, touched(Vec3::new(2.0, 0.05, 0.0))), sorted(vec![floor, cube, pair]));
}

#[test]
fn a_shape_hits_the_first_collider_on_its_way() {
    let (mut app, [floor, ball, cube, pair]) = world();
    let cast = |origin: Vec3, direction: Dir3, config: ShapeCastConfig, filter: SpatialQueryFilter| {
        let block = Collider::cuboid(0.5, 0.5, 0.5);
        move |queries: &SpatialQuery<'_, '_>| queries.cast_shape(&block, (origin, Quat::IDENTITY), direction, &config, &filter)
    };
    let (any, all) = (SpatialQueryFilter::default, ShapeCastConfig::default);
    let hit = answer(&mut app, cast(Vec3::new(-5.0, 0.5, 0.0), Dir3::X, all(), any())).unwrap();
    assert_eq!((hit.entity, hit.distance, hit.normal1), (ball, 2.25, Vec3::NEG_X));
    assert!((hit.point1 - Vec3::new(-2.5, 0.5, 0.0)).length() < 1e-6 && (hit.point2 - hit.point1).length() < 1e-6, "{hit:?}");
    let without = SpatialQueryFilter::from_excluded_entities([ball, cube]);
    let hit = answer(&mut app, cast(Vec3::new(-5.0, 0.5, 0.0), Dir3::X, all(), without)).unwrap();
    assert_eq!((hit.entity, hit.distance), (pair, 7.0));
    let near = ShapeCastConfig { target_distance: 0.25, ..all() };
    let hit = answer(&mut app, cast(Vec3::new(4.5, 2.0, 3.0), Dir3::NEG_Y, near, any())).unwrap();
    assert_eq!((hit.entity, hit.distance, hit.normal1), (floor, 1.5, Vec3::Y));
    let short = ShapeCastConfig { max_distance: 1.7, ..all() };
    assert_eq!(answer(&mut app, cast(Vec3::new(4.5, 2.0, 3.0), Dir3::NEG_Y, short, any())), None);
    // On the floor: it slides away, and goes on to the cube.
    let on_floor = Vec3::new(-1.0, 0.25, 0.0);
    let slides = ShapeCastConfig { ignore_origin_penetration: true, ..all() };
    assert_eq!(answer(&mut app, cast(on_floor, Dir3::X, all(), any())).map(|hit| (hit.entity, hit.distance)), Some((floor, 0.0)));
    assert_eq!(answer(&mut app, cast(on_floor, Dir3::X, slides, any())).map(|hit| (hit.entity, hit.distance)), Some((cube, 0.25)));
}

#[test]
fn ray_casters_get_their_hits() {
    let (mut app, [_, ball, ..]) = world();
    let caster = RayCaster::new(Vec3::ZERO, Dir3::X).with_max_hits(1);
    let eye = app.world_mut().spawn((caster, Transform::from_xyz(-4.0, 0.5, 0.0))).id();
    app.update();
    app.update();
    let hits = app.world().get::<RayHits>(eye).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.entity).collect::<Vec<_>>(), [ball]);
}

#[test]
fn a_collider_answers_at_a_place() {
    let field = Collider::heightfield(vec![vec![1.0, 1.0], vec![1.0, 1.0], vec![2.0, 2.0]], Vec3::new(8.0, 0.5, 6.0));
    let down = |x: f32, z: f32| field.cast_ray(Vec3::ZERO, Quat::IDENTITY, Vec3::new(x, 5.0, z), Vec3::NEG_Y, 10.0, true);
    // Its middle is at the origin, and heights are along x first.
    assert_eq!(down(-2.0, 2.9), Some((4.5, Vec3::Y)));
    assert!(down(3.0, -2.9).is_some_and(|(distance, normal)| (distance - 4.125).abs() < 1e-5 && normal.x < 0.0));
    assert_eq!((down(4.1, 0.0), down(0.0, 3.1)), (None, None));
    let ball = Collider::sphere(1.0);
    assert!(ball.contains_point(Vec3::X, Quat::IDENTITY, Vec3::X * 1.5) && !ball.contains_point(Vec3::X, Quat::IDENTITY, Vec3::Y));
    assert_eq!(ball.project_point(Vec3::ZERO, Quat::IDENTITY, Vec3::X * 3.0, true), Some((Vec3::X, false)));
    assert_eq!(Collider::empty().project_point(Vec3::ZERO, Quat::IDENTITY, Vec3::X, true), None);
}

#[test]
fn mirrored_voxels_are_where_the_mirror_puts_them() {
    let (mut app, [floor, ..]) = world();
    let step = Collider::voxels(Vec3::new(1.0, 0.5, 0.5), &[IVec3::ZERO, IVec3::X, IVec3::new(1, 1, 0)]);
    let mirrored = Transform::from_xyz(20.0, 0.0, 20.0).with_scale(Vec3::new(-1.0, 2.0, 1.0));
    let stairs = app.world_mut().spawn((RigidBody::Static, step, mirrored)).id();
    app.update();
    app.update();
    let top = |x: f32| {
        move |queries: &SpatialQuery<'_, '_>| {
            let hit = queries.cast_ray(Vec3::new(20.0 + x, 5.0, 20.25), Dir3::NEG_Y, 10.0, true, &SpatialQueryFilter::default());
            hit.map(|hit| (hit.entity, 5.0 - hit.distance))
        }
    };
    let tops = [-1.5, -0.5, 0.5].map(|x| answer(&mut app, top(x)));
    assert_eq!(tops[..2], [Some((stairs, 2.0)), Some((stairs, 1.0))]);
    assert!(tops[2].is_none_or(|(entity, _)| entity == floor), "{tops:?}");
}

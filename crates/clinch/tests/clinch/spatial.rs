//! Spatial queries against the queries of two shapes for each collider, and their filters.

use bevy_ecs::entity::Entity;
use bevy_ecs::schedule::Schedule;
use bevy_ecs::system::SystemState;
use bevy_ecs::world::World;
use clinch::d3::{
    self, Ball, Capsule, Collider, ColliderOffset, Cuboid, Cylinder, HalfSpace, Motion, Placement, Point, Pose, Ray, Shape, SpatialQuery,
    WidePlacement,
};
use clinch::{ColliderOf, CollisionLayers, InitialOverlap, Sensor, Sleeping, SpatialQueryFilter, StableId, Static};
use clinch_testkit::random::Random;
use glam::{DVec3, Quat, Vec3};

const ALL: SpatialQueryFilter<'static> =
    SpatialQueryFilter { layers: CollisionLayers::ALL, sensors: true, excluded_entities: &[], predicate: None };

/// A world after one tick, its colliders in the order of their ids.
struct Scene {
    world: World,
    bodies: Vec<(Entity, Shape, Pose)>,
}

impl Scene {
    fn of(bodies: impl IntoIterator<Item = (Shape, Pose)>) -> Self {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        d3::install(&mut world, &mut schedule);
        let spawned = |(index, (shape, pose)): (usize, (Shape, Pose))| {
            let entity = world.spawn((Collider::new(shape.clone()), Placement::new(pose), StableId(index as u64))).id();
            (entity, shape, pose)
        };
        let bodies = bodies.into_iter().enumerate().map(spawned).collect();
        schedule.run(&mut world);
        Self { world, bodies }
    }

    fn query<T>(&mut self, with: impl FnOnce(SpatialQuery<'_>, &[(Entity, Shape, Pose)]) -> T) -> T {
        run(&mut self.world, |query| with(query, &self.bodies))
    }
}

fn run<T>(world: &mut World, with: impl FnOnce(SpatialQuery<'_>) -> T) -> T {
    let mut state = SystemState::<SpatialQuery<'_>>::new(world);
    with(state.get(world).unwrap())
}

fn some_shape(random: &mut Random) -> Shape {
    let mut size = || random.range(0.2, 0.9) as f32;
    let (a, b, c) = (size(), size(), size());
    match random.below(5) {
        0 => Ball::new(a).unwrap().into(),
        1 => Capsule::new(a, b).unwrap().into(),
        2 => Cylinder::new(a, b).unwrap().into(),
        3 => Point::new(Vec3::ZERO).unwrap().into(),
        _ => Cuboid::new(Vec3::new(a, b, c)).unwrap().into(),
    }
}

fn somewhere(random: &mut Random, far: f64) -> Vec3 {
    random.in_ball(3).as_vec3() * far as f32
}

fn some_pose(random: &mut Random, far: f64) -> Pose {
    let [x, y, z, w] = random.quaternion().map(|part| part as f32);
    Pose::new(Quat::from_xyzw(x, y, z, w), somewhere(random, far))
}

/// A heap of shapes of all kinds on a floor.
fn heap(random: &mut Random, count: usize) -> Scene {
    let floor = HalfSpace::new(Vec3::Y, -3.0).unwrap();
    let bodies: Vec<_> = (0..count).map(|_| (some_shape(random), some_pose(random, 5.0))).collect();
    Scene::of(bodies.into_iter().chain([(floor.into(), Pose::IDENTITY)]))
}

/// The answers for each collider, sorted by time or distance, then in the order of the list.
fn each<T>(bodies: &[(Entity, Shape, Pose)], one: impl Fn(&Shape, &Pose) -> Option<(f32, T)>) -> Vec<(f32, Entity, T)> {
    let answers = bodies.iter().filter_map(|(entity, of, at)| one(of, at).map(|(near, answer)| (near, *entity, answer)));
    let mut answers: Vec<_> = answers.collect();
    answers.sort_by(|one, other| one.0.partial_cmp(&other.0).unwrap());
    answers
}

#[test]
fn spatial_queries_give_the_answers_of_each_collider() {
    let mut random = Random::new(7);
    let (mut hits, mut misses, mut crowded) = (0, 0, 0);
    for _ in 0..20 {
        let mut scene = heap(&mut random, 60);
        for _ in 0..50 {
            let ray = Ray::new(somewhere(&mut random, 6.0), somewhere(&mut random, 3.0));
            let max_time = if random.chance(0.5) { f32::INFINITY } else { random.range(0.0, 4.0) as f32 };
            let ray = Ray { max_time, solid: random.chance(0.5), ..ray };
            let (shape, pose) = (some_shape(&mut random), some_pose(&mut random, 6.0));
            let target_distance = if random.chance(0.5) { 0.0 } else { random.range(0.0, 0.5) as f32 };
            let initial_overlap = if random.chance(0.5) { InitialOverlap::Report } else { InitialOverlap::IgnoreSeparating };
            let motion = Motion {
                a: somewhere(&mut random, 1.0),
                target_distance,
                initial_overlap,
                ..Motion::of_b(ray.direction).with_max_time(ray.max_time)
            };
            let within = if random.chance(0.2) { f32::INFINITY } else { random.range(0.0, 1.5) as f32 };
            let counts = scene.query(move |query, bodies| {
                let view = query.world();
                let ranked = |impact: d3::Impact| impact.is_hit().then_some((impact.time, impact));
                let rays = each(bodies, |of, at| ranked(d3::cast_ray(of, at, &ray)));
                let casts = each(bodies, |of, at| ranked(d3::cast_shape(of, at, &shape, &pose, &motion)));
                for (expected, hits) in [(&rays, view.cast_ray(&ray, &ALL)), (&casts, view.cast_shape(&shape, &pose, &motion, &ALL))] {
                    let all: Vec<_> = hits.all().into_iter().map(|hit| (hit.answer.time, hit.collider, hit.answer)).collect();
                    assert_eq!(&all, expected);
                    let first = hits.first().map(|hit| (hit.answer.time, hit.collider, hit.answer));
                    assert_eq!((first, hits.any()), (expected.first().copied(), !expected.is_empty()));
                }
                let near = each(bodies, |of, at| d3::closest_points(of, at, &shape, &pose, within).map(|answer| (answer.distance, answer)));
                let hits = view.closest_points(&shape, &pose, within, &ALL);
                let all: Vec<_> = hits.all().into_iter().map(|hit| (hit.answer.distance, hit.collider, hit.answer)).collect();
                assert_eq!((&all, hits.first().map(|hit| hit.answer)), (&near, near.first().map(|(.., answer)| *answer)));

                let overlapping = bodies.iter().filter(|(_, of, at)| d3::intersects(of, at, &shape, &pose)).map(|(entity, ..)| *entity);
                let (overlapping, hits): (Vec<Entity>, _) = (overlapping.collect(), view.shape_intersections(&shape, &pose, &ALL));
                assert_eq!((hits.colliders(), hits.any()), (overlapping.clone(), !overlapping.is_empty()));
                assert_eq!(hits.first().map(|hit| hit.collider), overlapping.first().copied());
                [rays.len(), casts.len(), near.len(), overlapping.len()]
            });
            hits += counts.iter().filter(|&&count| count > 0).count();
            misses += counts.iter().filter(|&&count| count == 0).count();
            crowded += counts.iter().filter(|&&count| count > 3).count();
        }
    }
    assert!(hits > 1500 && misses > 700 && crowded > 500, "the sample is one-sided: {hits} {misses} {crowded}");
}

#[test]
fn rays_along_the_seams_of_a_wall_hit_both_sides() {
    let brick = Cuboid::new(Vec3::splat(0.5)).unwrap();
    let at = |index: i32| Vec3::new((index % 5) as f32, (index / 5) as f32, 0.0);
    let mut scene = Scene::of((0..25).map(|index| (Shape::from(brick), Pose::at(at(index)))));
    let hits = scene.query(move |query, bodies| {
        let along_a_seam = Ray::new(Vec3::new(-10.0, 1.5, 0.0), Vec3::X);
        let at_a_corner = Ray::new(Vec3::new(2.5, 2.5, -10.0), Vec3::Z);
        let past = Ray::new(Vec3::new(-10.0, 4.5001, 0.0), Vec3::X);
        let view = query.world();
        // Times are rounded to f32, bounds of AABBs are not. Neither may hide one of four equally
        // near colliders.
        for (speed, corner) in (1..50).flat_map(|speed| [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13].map(|corner| (speed, corner))) {
            let ray = Ray { origin: at(corner) + Vec3::new(0.5, 0.5, -10.0), direction: Vec3::Z * speed as f32, ..at_a_corner };
            let first = view.cast_ray(&ray, &ALL).first().map(|hit| hit.collider);
            assert_eq!(first, Some(bodies[corner as usize].0), "the first of four: {corner}, {speed}");
        }
        [along_a_seam, at_a_corner, past].map(|ray| view.cast_ray(&ray, &ALL).all().len())
    });
    assert_eq!(hits, [10, 4, 0]);
}

#[test]
fn equally_near_colliders_come_in_the_order_of_their_ids_however_they_were_spawned() {
    let around = [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z];
    for turn in 0..around.len() {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        d3::install(&mut world, &mut schedule);
        for spawned in 0..around.len() {
            let id = (spawned + turn) % around.len();
            world.spawn((Collider::new(Ball::new(0.5).unwrap()), Placement::at(around[id] * 2.0), StableId(10 - id as u64)));
        }
        schedule.run(&mut world);
        let (point, origin) = (Shape::from(Point::new(Vec3::ZERO).unwrap()), Pose::IDENTITY);
        let order = move |query: SpatialQuery<'_>| {
            let view = query.world();
            let hits = view.closest_points(&point, &origin, 5.0, &ALL);
            let all: Vec<Vec3> = hits.all().into_iter().map(|hit| hit.answer.point_a).collect();
            assert_eq!(hits.first().map(|hit| hit.answer.point_a), Some(all[0]));
            all
        };
        let points = run(&mut world, order);
        let mut expected = around.map(|at| at * 1.5);
        expected.reverse();
        assert_eq!(points, expected);
    }
}

#[test]
fn filters_leave_out_layers_sensors_bodies_and_by_predicate() {
    const GHOSTS: u32 = 1 << 3;
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    let ball = |x: f32| (Collider::new(Ball::new(0.25).unwrap()), Placement::at(Vec3::X * x));
    let plain = world.spawn(ball(1.0)).id();
    let sensor = world.spawn((ball(2.0), Sensor)).id();
    let ghost = world.spawn((ball(3.0), CollisionLayers::new(GHOSTS, u32::MAX))).id();
    let hermit = world.spawn((ball(4.0), CollisionLayers::NONE)).id();
    let body = world.spawn(Placement::at(Vec3::X * 5.0)).id();
    let arm = Collider::new(Ball::new(0.25).unwrap());
    let arm = world.spawn((arm, ColliderOf(body), ColliderOffset::new(Pose::at(Vec3::X)))).id();
    let resting = world.spawn((ball(7.0), Sleeping)).id();
    let rock = world.spawn((ball(8.0), Static)).id();
    schedule.run(&mut world);
    schedule.run(&mut world);
    let check = move |query: SpatialQuery<'_>| {
        let (ray, view) = (Ray::new(Vec3::ZERO, Vec3::X), query.world());
        let colliders = |filter: &SpatialQueryFilter<'_>| view.cast_ray(&ray, filter).colliders();
        assert_eq!(colliders(&SpatialQueryFilter::default()), [plain, ghost, arm, resting, rock]);
        assert_eq!(colliders(&ALL), [plain, sensor, ghost, arm, resting, rock]);
        let no_ghosts = SpatialQueryFilter { layers: CollisionLayers::new(u32::MAX, !GHOSTS), ..SpatialQueryFilter::default() };
        assert_eq!(colliders(&no_ghosts), [plain, arm, resting, rock]);
        assert_eq!(colliders(&SpatialQueryFilter::from_excluded_entities(&[body, plain])), [ghost, resting, rock]);
        let predicate = |entity: Entity| entity == rock || entity == hermit;
        assert_eq!(colliders(&SpatialQueryFilter { predicate: Some(&predicate), ..SpatialQueryFilter::default() }), [rock]);
        let hit = view.cast_ray(&ray, &SpatialQueryFilter { predicate: Some(&|entity| entity == arm), ..ALL }).first().unwrap();
        assert_eq!((hit.body, hit.answer.time), (body, 5.75));
    };
    run(&mut world, check);
}

#[test]
fn queries_that_are_not_finite_hit_nothing_and_a_half_space_hits_all_below() {
    let mut scene = heap(&mut Random::new(3), 30);
    scene.query(|query, bodies| {
        let (view, ball) = (query.world(), Shape::from(Ball::new(0.5).unwrap()));
        let nowhere = Pose::at(Vec3::new(0.0, f32::NAN, 0.0));
        for (origin, direction) in [(Vec3::NAN, Vec3::X), (Vec3::ZERO, Vec3::NAN), (Vec3::INFINITY, Vec3::X), (Vec3::ZERO, Vec3::INFINITY)]
        {
            assert_eq!(view.cast_ray(&Ray::new(origin, direction), &ALL).colliders(), []);
            assert_eq!(view.cast_shape(&ball, &Pose::at(origin), &Motion::of_b(direction), &ALL).colliders(), []);
        }
        assert_eq!(view.shape_intersections(&ball, &nowhere, &ALL).colliders(), []);
        assert_eq!(view.closest_points(&ball, &nowhere, f32::INFINITY, &ALL).colliders(), []);
        assert_eq!(view.closest_points(&ball, &Pose::IDENTITY, f32::NAN, &ALL).colliders().len(), {
            bodies.iter().filter(|(_, of, at)| d3::intersects(of, at, &ball, &Pose::IDENTITY)).count()
        });
        let below = Shape::from(HalfSpace::new(Vec3::Y, 0.0).unwrap());
        let all = bodies.iter().filter(|(_, of, at)| d3::intersects(of, at, &below, &Pose::IDENTITY)).map(|(entity, ..)| *entity);
        let all: Vec<Entity> = all.collect();
        assert_eq!(view.shape_intersections(&below, &Pose::IDENTITY, &ALL).colliders(), all);
        assert!((5..30).contains(&all.len()), "the sample is one-sided: {}", all.len());
    });
}

#[test]
fn queries_far_from_the_origin_are_as_exact_as_the_placements() {
    let far = DVec3::new(3.0e8, -7.0e8, 1.0e9);
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    clinch::broadphase::install::<Vec3, WidePlacement>(&mut world, &mut schedule);
    clinch::narrowphase::install::<Vec3, WidePlacement>(&mut world, &mut schedule);
    let here = WidePlacement::at(far);
    let block = world.spawn((Collider::new(Cuboid::new(Vec3::ONE).unwrap()), WidePlacement::at(far + DVec3::X * 3.0))).id();
    world.spawn((Collider::new(Ball::new(1.0).unwrap()), WidePlacement::at(far - DVec3::X * 300.0)));
    schedule.run(&mut world);
    let mut state = SystemState::<clinch::SpatialQuery<'_, Vec3, WidePlacement>>::new(&mut world);
    let query = state.get(&world).unwrap();
    {
        let view = query.relative_to(here);
        let grazing = Ray::new(Vec3::new(0.0, 1.0, 0.25), Vec3::X);
        let hit = view.cast_ray(&grazing, &ALL).first().expect("the ray touches the top");
        assert_eq!((hit.collider, hit.answer.time, hit.answer.point_a), (block, 2.0, Vec3::new(2.0, 1.0, 0.25)));
        let past = Ray { origin: Vec3::new(0.0, 1.001, 0.25), ..grazing };
        assert!(!view.cast_ray(&past, &ALL).any());
        let near = view.closest_points(&Ball::new(0.5).unwrap(), &Pose::IDENTITY, 2.0, &ALL).first().expect("one within 2");
        assert_eq!((near.collider, near.answer.distance), (block, 1.5));
    }
}

#[test]
fn despawned_colliders_are_not_found_after_the_next_tick() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    let ball = |id: u64| (Collider::new(Ball::new(0.25).unwrap()), Placement::at(Vec3::X), StableId(id));
    let before = world.spawn(ball(0)).id();
    let colliders = |query: SpatialQuery<'_>| query.world().cast_ray(&Ray::new(Vec3::ZERO, Vec3::X), &ALL).colliders();
    assert_eq!(run(&mut world, colliders), [], "there was no tick yet");
    schedule.run(&mut world);
    let empty = d3::Snapshot::take(&World::new());
    assert!(empty.is_none());
    let snapshot = d3::Snapshot::take(&world).unwrap();
    let after = world.spawn(ball(1)).id();
    schedule.run(&mut world);
    assert_eq!(run(&mut world, colliders), [before, after]);
    snapshot.restore(&mut world);
    assert_eq!(run(&mut world, colliders), [before], "the restored stage does not have the other collider");
    world.despawn(before);
    world.despawn(after);
    schedule.run(&mut world);
    assert_eq!(run(&mut world, colliders), []);
}

#[test]
fn despawned_colliders_are_not_found() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    let ball = || Collider::new(Ball::new(0.25).unwrap());
    let [near, far] = [1.0, 2.0].map(|x| world.spawn((ball(), Placement::at(Vec3::X * x))).id());
    let body = world.spawn(Placement::at(Vec3::X * 5.0)).id();
    let attached = world.spawn((ball(), ColliderOf(body), ColliderOffset::new(Pose::at(Vec3::X * -2.0)))).id();
    schedule.run(&mut world);
    let found = |queries: SpatialQuery<'_>| {
        let (space, ray, point) = (queries.world(), Ray::new(Vec3::ZERO, Vec3::X), Shape::from(Point::new(Vec3::ZERO).unwrap()));
        let first = space.cast_ray(&ray, &ALL).first().map(|found| found.collider);
        let near = space.closest_points(&point, &Pose::IDENTITY, f32::INFINITY, &ALL).colliders();
        assert_eq!((first, &space.cast_ray(&ray, &ALL).colliders()), (near.first().copied(), &near));
        near
    };
    assert_eq!(run(&mut world, found), [near, far, attached]);
    world.despawn(near);
    assert_eq!(run(&mut world, found), [far, attached], "the collider behind it is found");
    world.despawn(body);
    assert_eq!(run(&mut world, found), [far], "its collider is despawned with it");
    let [before, after] = [1.0, 2.0].map(|x| world.spawn(Placement::at(Vec3::X * x)).id());
    let attached = world.spawn((ball(), ColliderOf(before))).id();
    schedule.run(&mut world);
    assert_eq!(run(&mut world, found), [attached, far]);
    world.entity_mut(attached).insert(ColliderOf(after));
    world.despawn(before);
    assert_eq!(run(&mut world, found), [far], "the body that it was attached to in the tick is despawned");
    schedule.run(&mut world);
    assert_eq!(run(&mut world, found).len(), 2);
}

#[test]
fn the_2d_queries_are_the_same() {
    use clinch::d2::{self, Circle, Polygon};
    use glam::Vec2;

    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d2::install(&mut world, &mut schedule);
    let square = Polygon::new(&[Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]).unwrap();
    let squares = [4.0, 2.0, 9.0].map(|x| world.spawn((d2::Collider::new(square.clone()), d2::Placement::at(Vec2::new(x, -0.5)))).id());
    schedule.run(&mut world);
    let mut state = SystemState::<d2::SpatialQuery<'_>>::new(&mut world);
    let query = state.get(&world).unwrap();
    let (view, circle) = (query.world(), d2::Shape::from(Circle::new(0.5).unwrap()));
    assert_eq!(view.cast_ray(&d2::Ray::new(Vec2::ZERO, Vec2::X), &ALL).colliders(), [squares[1], squares[0], squares[2]]);
    assert!(!view.cast_ray(&d2::Ray::new(Vec2::Y, Vec2::X), &ALL).any());
    let cast = view.cast_shape(&circle, &d2::Pose::at(Vec2::Y * 0.75), &d2::Motion::of_b(Vec2::X), &ALL).first().unwrap();
    assert!(cast.collider == squares[1] && cast.answer.time > 1.5 && cast.answer.time < 1.6, "{cast:?}");
    assert_eq!(view.shape_intersections(&circle, &d2::Pose::at(Vec2::X * 3.625), &ALL).colliders(), [squares[0]]);
    let near = view.closest_points(&circle, &d2::Pose::at(Vec2::X * 6.875), 1.75, &ALL).all();
    assert_eq!(near.iter().map(|hit| (hit.collider, hit.answer.distance)).collect::<Vec<_>>(), [(squares[0], 1.375), (squares[2], 1.625)]);
}

#[test]
fn the_2d_queries_find_chains_and_name_their_segments() {
    use clinch::composite::SubShapeId;
    use clinch::d2::{self, Chain, Circle};
    use glam::Vec2;

    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d2::install(&mut world, &mut schedule);
    let ground = Chain::open((0..5).rev().map(|x| Vec2::new(4.0 * x as f32, 0.0)).collect()).unwrap(); // its front is up
    let ground = world.spawn((d2::Collider::new(ground), d2::Placement::at(Vec2::Y))).id();
    schedule.run(&mut world);
    let mut state = SystemState::<d2::SpatialQuery<'_>>::new(&mut world);
    let query = state.get(&world).unwrap();
    let (view, circle) = (query.world(), d2::Shape::from(Circle::new(0.5).unwrap()));
    for (x, segment) in [(1.0, 3), (6.5, 2), (15.0, 0)] {
        let hit = view.cast_ray(&d2::Ray::new(Vec2::new(x, 4.0), -Vec2::Y), &ALL).first().unwrap();
        let expected = (ground, 3.0, Vec2::Y, [Some(SubShapeId(segment)), None]);
        assert_eq!((hit.collider, hit.answer.time, hit.answer.normal, hit.answer.sub_shapes), expected);
        let above = d2::Pose::at(Vec2::new(x, 4.0));
        let hit = view.cast_shape(&circle, &above, &d2::Motion::of_b(-Vec2::Y), &ALL).first().unwrap();
        assert!((hit.answer.time - 2.5).abs() < 1e-6 && hit.answer.sub_shapes == expected.3, "{hit:?}");
        let near = view.closest_points(&circle, &above, 3.0, &ALL).first().unwrap();
        assert_eq!((near.answer.distance, near.answer.normal, near.answer.sub_shapes), (2.5, Vec2::Y, expected.3));
        assert!(view.shape_intersections(&circle, &d2::Pose::at(Vec2::new(x, 1.25)), &ALL).any());
        assert!(!view.shape_intersections(&circle, &above, &ALL).any());
    }
}

/// A placement in a world of cells of 1 km, so that no coordinate is large.
#[derive(bevy_ecs::component::Component, Clone, Debug, Default, PartialEq)]
struct InCell {
    cell: [i64; 3],
    local: Pose,
}

impl clinch::narrowphase::Placed<Vec3> for InCell {
    fn pose_in(&self, frame: &Self) -> clinch::support::Pose<DVec3> {
        let cells = DVec3::from_array([0, 1, 2].map(|axis| (self.cell[axis] - frame.cell[axis]) as f64));
        let local = self.local.widen();
        clinch::support::Pose::new(local.rotation, local.translation + cells * 1000.0).relative_to(&frame.local.widen())
    }
}

#[test]
fn a_world_of_cells_is_the_same_wherever_it_is() {
    let world_at = |cell: [i64; 3]| {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        clinch::broadphase::install::<Vec3, InCell>(&mut world, &mut schedule);
        clinch::narrowphase::install::<Vec3, InCell>(&mut world, &mut schedule);
        let place =
            |beside: i64, x: f32| InCell { cell: [cell[0] + beside, cell[1], cell[2]], local: Pose::at(Vec3::new(x, 0.25, -0.125)) };
        let block = Cuboid::new(Vec3::ONE).unwrap();
        // The first two are on either side of a cell border.
        let blocks = [place(0, 999.5), place(1, 1.125), place(1, 5.0)]
            .into_iter()
            .zip(0..)
            .map(|(place, id)| world.spawn((Collider::new(block), place, StableId(id))).id());
        let blocks: Vec<Entity> = blocks.collect();
        schedule.run(&mut world);
        let mut contacts = SystemState::<d3::Contacts<'_>>::new(&mut world);
        let manifolds: Vec<d3::Manifold> = contacts.get(&world).unwrap().touching().map(|contact| contact.manifold().clone()).collect();
        let mut query = SystemState::<clinch::SpatialQuery<'_, Vec3, InCell>>::new(&mut world);
        let query = query.get(&world).unwrap();
        let view = query.relative_to(place(0, 999.0));
        let hits = view.cast_ray(&Ray::new(Vec3::X * 0.25, Vec3::X), &ALL).all();
        let order: Vec<usize> = hits.iter().map(|hit| blocks.iter().position(|&block| block == hit.collider).unwrap()).collect();
        (manifolds, order, hits.iter().map(|hit| hit.answer).collect::<Vec<_>>())
    };
    let near = world_at([0; 3]);
    assert_eq!((near.0.len(), &near.1), (1, &vec![0, 1, 2]));
    assert!((near.0[0].separation() + 0.375).abs() < 1e-6, "{near:?}");
    assert_eq!(world_at([4_000_000_000, -7_000_000_000, 3]), near);
}

//! Questions about a whole world against the same questions asked of each collider in turn; and whom they leave out.

use bevy_ecs::entity::Entity;
use bevy_ecs::schedule::Schedule;
use bevy_ecs::system::SystemState;
use bevy_ecs::world::World;
use clinch::d3::{
    self, Ball, Capsule, Collider, ColliderOffset, Cuboid, Cylinder, HalfSpace, Motion, Placement, Point, Pose, Ray, Shape, SpatialQueries,
    WidePlacement,
};
use clinch::{Asleep, ColliderOf, CollisionLayers, Fixed, QueryFilter, Sensor, StableId, StartRule};
use clinch_testkit::random::Random;
use glam::{DVec3, Quat, Vec3};

const EVERYBODY: QueryFilter<'static> = QueryFilter { layers: CollisionLayers::ALL, sensors: true, excluded: &[], accepts: None };

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

    fn ask<T>(&mut self, with: impl FnOnce(SpatialQueries<'_>, &[(Entity, Shape, Pose)]) -> T) -> T {
        ask(&mut self.world, |queries| with(queries, &self.bodies))
    }
}

fn ask<T>(world: &mut World, with: impl FnOnce(SpatialQueries<'_>) -> T) -> T {
    let mut state = SystemState::<SpatialQueries<'_>>::new(world);
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

/// Of all kinds, in a heap, with a floor.
fn heap(random: &mut Random, count: usize) -> Scene {
    let floor = HalfSpace::new(Vec3::Y, -3.0).unwrap();
    let bodies: Vec<_> = (0..count).map(|_| (some_shape(random), some_pose(random, 5.0))).collect();
    Scene::of(bodies.into_iter().chain([(floor.into(), Pose::IDENTITY)]))
}

/// What each collider answers, sorted as it must be: the nearer first, then in the order of the list.
fn each<T>(bodies: &[(Entity, Shape, Pose)], one: impl Fn(&Shape, &Pose) -> Option<(f32, T)>) -> Vec<(f32, Entity, T)> {
    let answers = bodies.iter().filter_map(|(entity, of, at)| one(of, at).map(|(near, answer)| (near, *entity, answer)));
    let mut answers: Vec<_> = answers.collect();
    answers.sort_by(|one, other| one.0.partial_cmp(&other.0).unwrap());
    answers
}

#[test]
fn the_world_answers_what_its_colliders_answer() {
    let mut random = Random::new(7);
    let (mut hits, mut misses, mut crowded) = (0, 0, 0);
    for _ in 0..20 {
        let mut scene = heap(&mut random, 60);
        for _ in 0..50 {
            let ray = Ray {
                origin: somewhere(&mut random, 6.0),
                direction: somewhere(&mut random, 3.0),
                until: if random.chance(0.5) { f32::INFINITY } else { random.range(0.0, 4.0) as f32 },
                solid: random.chance(0.5),
            };
            let (shape, pose) = (some_shape(&mut random), some_pose(&mut random, 6.0));
            let target = if random.chance(0.5) { 0.0 } else { random.range(0.0, 0.5) as f32 };
            let start = if random.chance(0.5) { StartRule::Report } else { StartRule::IgnoreParting };
            let motion = Motion { a: somewhere(&mut random, 1.0), target, start, ..Motion::of_b(ray.direction).until(ray.until) };
            let within = if random.chance(0.2) { f32::INFINITY } else { random.range(0.0, 1.5) as f32 };
            let counts = scene.ask(move |queries, bodies| {
                let space = queries.world();
                let told = |hit: d3::Impact| hit.is_hit().then_some((hit.time, hit));
                let rays = each(bodies, |of, at| told(d3::ray_cast(of, at, &ray)));
                let casts = each(bodies, |of, at| told(d3::cast(of, at, &shape, &pose, &motion)));
                for (expected, asked) in [(&rays, space.ray(&ray, &EVERYBODY)), (&casts, space.cast(&shape, &pose, &motion, &EVERYBODY))] {
                    let all: Vec<_> = asked.all().into_iter().map(|found| (found.answer.time, found.collider, found.answer)).collect();
                    assert_eq!(&all, expected);
                    let first = asked.first().map(|found| (found.answer.time, found.collider, found.answer));
                    assert_eq!((first, asked.any()), (expected.first().copied(), !expected.is_empty()));
                }
                let near = each(bodies, |of, at| d3::closest_points(of, at, &shape, &pose, within).map(|answer| (answer.distance, answer)));
                let asked = space.nearest(&shape, &pose, within, &EVERYBODY);
                let all: Vec<_> = asked.all().into_iter().map(|found| (found.answer.distance, found.collider, found.answer)).collect();
                assert_eq!((&all, asked.first().map(|found| found.answer)), (&near, near.first().map(|(.., answer)| *answer)));

                let overlapping = bodies.iter().filter(|(_, of, at)| d3::intersects(of, at, &shape, &pose)).map(|(entity, ..)| *entity);
                let (overlapping, asked): (Vec<Entity>, _) = (overlapping.collect(), space.overlapping(&shape, &pose, &EVERYBODY));
                assert_eq!((asked.colliders(), asked.any()), (overlapping.clone(), !overlapping.is_empty()));
                assert_eq!(asked.first().map(|found| found.collider), overlapping.first().copied());
                [rays.len(), casts.len(), near.len(), overlapping.len()]
            });
            hits += counts.iter().filter(|&&count| count > 0).count();
            misses += counts.iter().filter(|&&count| count == 0).count();
            crowded += counts.iter().filter(|&&count| count > 3).count();
        }
    }
    assert!(hits > 1500 && misses > 700 && crowded > 500, "the sample must bite: {hits} {misses} {crowded}");
}

#[test]
fn rays_along_the_seams_of_a_wall_meet_both_sides() {
    let brick = Cuboid::new(Vec3::splat(0.5)).unwrap();
    let at = |index: i32| Vec3::new((index % 5) as f32, (index / 5) as f32, 0.0);
    let mut scene = Scene::of((0..25).map(|index| (Shape::from(brick), Pose::at(at(index)))));
    let met = scene.ask(move |queries, bodies| {
        let along_a_seam = Ray::new(Vec3::new(-10.0, 1.5, 0.0), Vec3::X);
        let at_a_corner = Ray::new(Vec3::new(2.5, 2.5, -10.0), Vec3::Z);
        let past = Ray::new(Vec3::new(-10.0, 4.5001, 0.0), Vec3::X);
        let queries = queries.world();
        // Times are rounded to f32, what is proved of a box is not: neither may hide one of four that are equally far.
        for (speed, corner) in (1..50).flat_map(|speed| [0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13].map(|corner| (speed, corner))) {
            let ray = Ray { origin: at(corner) + Vec3::new(0.5, 0.5, -10.0), direction: Vec3::Z * speed as f32, ..at_a_corner };
            let first = queries.ray(&ray, &EVERYBODY).first().map(|found| found.collider);
            assert_eq!(first, Some(bodies[corner as usize].0), "the first of four: {corner}, {speed}");
        }
        [along_a_seam, at_a_corner, past].map(|ray| queries.ray(&ray, &EVERYBODY).all().len())
    });
    assert_eq!(met, [10, 4, 0]);
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
        let (point, origin) = (Point::new(Vec3::ZERO).unwrap(), Pose::IDENTITY);
        let order = move |queries: SpatialQueries<'_>| {
            let space = queries.world();
            let asked = space.nearest(&point, &origin, 5.0, &EVERYBODY);
            let all: Vec<Vec3> = asked.all().into_iter().map(|found| found.answer.point_a).collect();
            assert_eq!(asked.first().map(|found| found.answer.point_a), Some(all[0]));
            all
        };
        let found = ask(&mut world, order);
        let mut expected = around.map(|at| at * 1.5);
        expected.reverse();
        assert_eq!(found, expected);
    }
}

#[test]
fn a_filter_leaves_out_layers_sensors_bodies_and_whom_it_likes() {
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
    let resting = world.spawn((ball(7.0), Asleep)).id();
    let rock = world.spawn((ball(8.0), Fixed)).id();
    schedule.run(&mut world);
    schedule.run(&mut world);
    let seen = move |queries: SpatialQueries<'_>| {
        let (ray, space) = (Ray::new(Vec3::ZERO, Vec3::X), queries.world());
        let seen = |filter: &QueryFilter<'_>| space.ray(&ray, filter).colliders();
        assert_eq!(seen(&QueryFilter::default()), [plain, ghost, arm, resting, rock]);
        assert_eq!(seen(&EVERYBODY), [plain, sensor, ghost, arm, resting, rock]);
        let no_ghosts = QueryFilter { layers: CollisionLayers::new(u32::MAX, !GHOSTS), ..QueryFilter::default() };
        assert_eq!(seen(&no_ghosts), [plain, arm, resting, rock]);
        assert_eq!(seen(&QueryFilter::excluding(&[body, plain])), [ghost, resting, rock]);
        let taste = |entity: Entity| entity == rock || entity == hermit;
        assert_eq!(seen(&QueryFilter { accepts: Some(&taste), ..QueryFilter::default() }), [rock]);
        let found = space.ray(&ray, &QueryFilter { accepts: Some(&|entity| entity == arm), ..EVERYBODY }).first().unwrap();
        assert_eq!((found.body, found.answer.time), (body, 5.75));
    };
    ask(&mut world, seen);
}

#[test]
fn questions_that_are_not_finite_meet_nobody_and_the_half_space_that_asks_meets_all_below() {
    let mut scene = heap(&mut Random::new(3), 30);
    scene.ask(|queries, bodies| {
        let (space, ball) = (queries.world(), Ball::new(0.5).unwrap());
        let nowhere = Pose::at(Vec3::new(0.0, f32::NAN, 0.0));
        for (origin, direction) in [(Vec3::NAN, Vec3::X), (Vec3::ZERO, Vec3::NAN), (Vec3::INFINITY, Vec3::X), (Vec3::ZERO, Vec3::INFINITY)]
        {
            assert_eq!(space.ray(&Ray::new(origin, direction), &EVERYBODY).colliders(), []);
            assert_eq!(space.cast(&ball, &Pose::at(origin), &Motion::of_b(direction), &EVERYBODY).colliders(), []);
        }
        assert_eq!(space.overlapping(&ball, &nowhere, &EVERYBODY).colliders(), []);
        assert_eq!(space.nearest(&ball, &nowhere, f32::INFINITY, &EVERYBODY).colliders(), []);
        assert_eq!(space.nearest(&ball, &Pose::IDENTITY, f32::NAN, &EVERYBODY).colliders().len(), {
            bodies.iter().filter(|(_, of, at)| d3::intersects(of, at, &ball, &Pose::IDENTITY)).count()
        });
        let below = HalfSpace::new(Vec3::Y, 0.0).unwrap();
        let all = bodies.iter().filter(|(_, of, at)| d3::intersects(of, at, &below, &Pose::IDENTITY)).map(|(entity, ..)| *entity);
        let all: Vec<Entity> = all.collect();
        assert_eq!(space.overlapping(&below, &Pose::IDENTITY, &EVERYBODY).colliders(), all);
        assert!((5..30).contains(&all.len()), "the sample must bite: {}", all.len());
    });
}

#[test]
fn far_out_questions_are_as_exact_as_the_places_are() {
    let far = DVec3::new(3.0e8, -7.0e8, 1.0e9);
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    clinch::broadphase::install::<Vec3, WidePlacement>(&mut world, &mut schedule);
    clinch::narrowphase::install::<Vec3, WidePlacement>(&mut world, &mut schedule);
    let here = WidePlacement::at(far);
    let block = world.spawn((Collider::new(Cuboid::new(Vec3::ONE).unwrap()), WidePlacement::at(far + DVec3::X * 3.0))).id();
    world.spawn((Collider::new(Ball::new(1.0).unwrap()), WidePlacement::at(far - DVec3::X * 300.0)));
    schedule.run(&mut world);
    let mut state = SystemState::<clinch::SpatialQueries<'_, Vec3, WidePlacement>>::new(&mut world);
    let queries = state.get(&world).unwrap();
    {
        let space = queries.seen_from(here);
        let grazing = Ray::new(Vec3::new(0.0, 1.0, 0.25), Vec3::X);
        let hit = space.ray(&grazing, &EVERYBODY).first().expect("it touches the top");
        assert_eq!((hit.collider, hit.answer.time, hit.answer.point_a), (block, 2.0, Vec3::new(2.0, 1.0, 0.25)));
        let past = Ray { origin: Vec3::new(0.0, 1.001, 0.25), ..grazing };
        assert!(!space.ray(&past, &EVERYBODY).any());
        let near = space.nearest(&Ball::new(0.5).unwrap(), &Pose::IDENTITY, 2.0, &EVERYBODY).first().expect("it is near");
        assert_eq!((near.collider, near.answer.distance), (block, 1.5));
    }
}

#[test]
fn colliders_that_have_left_are_found_no_more_after_the_next_tick() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    let ball = |id: u64| (Collider::new(Ball::new(0.25).unwrap()), Placement::at(Vec3::X), StableId(id));
    let before = world.spawn(ball(0)).id();
    let seen = |queries: SpatialQueries<'_>| queries.world().ray(&Ray::new(Vec3::ZERO, Vec3::X), &EVERYBODY).colliders();
    assert_eq!(ask(&mut world, seen), [], "nobody was seen yet");
    schedule.run(&mut world);
    let empty = d3::Snapshot::take(&World::new());
    assert!(empty.is_none());
    let snapshot = d3::Snapshot::take(&world).unwrap();
    let after = world.spawn(ball(1)).id();
    schedule.run(&mut world);
    assert_eq!(ask(&mut world, seen), [before, after]);
    snapshot.restore(&mut world);
    assert_eq!(ask(&mut world, seen), [before], "whom the stage does not know is not found");
    world.despawn(before);
    world.despawn(after);
    schedule.run(&mut world);
    assert_eq!(ask(&mut world, seen), []);
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
    let found = |queries: SpatialQueries<'_>| {
        let (space, ray, point) = (queries.world(), Ray::new(Vec3::ZERO, Vec3::X), Point::new(Vec3::ZERO).unwrap());
        let first = space.ray(&ray, &EVERYBODY).first().map(|found| found.collider);
        let near = space.nearest(&point, &Pose::IDENTITY, f32::INFINITY, &EVERYBODY).colliders();
        assert_eq!((first, &space.ray(&ray, &EVERYBODY).colliders()), (near.first().copied(), &near));
        near
    };
    assert_eq!(ask(&mut world, found), [near, far, attached]);
    world.despawn(near);
    assert_eq!(ask(&mut world, found), [far, attached], "the collider behind it is found");
    world.despawn(body);
    assert_eq!(ask(&mut world, found), [far], "its collider is despawned with it");
    let [before, after] = [1.0, 2.0].map(|x| world.spawn(Placement::at(Vec3::X * x)).id());
    let attached = world.spawn((ball(), ColliderOf(before))).id();
    schedule.run(&mut world);
    assert_eq!(ask(&mut world, found), [attached, far]);
    world.entity_mut(attached).insert(ColliderOf(after));
    world.despawn(before);
    assert_eq!(ask(&mut world, found), [far], "the body that it was attached to in the tick is despawned");
    schedule.run(&mut world);
    assert_eq!(ask(&mut world, found).len(), 2);
}

#[test]
fn the_plane_is_asked_in_the_same_way() {
    use clinch::d2::{self, Circle, Polygon};
    use glam::Vec2;

    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d2::install(&mut world, &mut schedule);
    let square = Polygon::new(&[Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]).unwrap();
    let squares = [4.0, 2.0, 9.0].map(|x| world.spawn((d2::Collider::new(square.clone()), d2::Placement::at(Vec2::new(x, -0.5)))).id());
    schedule.run(&mut world);
    let mut state = SystemState::<d2::SpatialQueries<'_>>::new(&mut world);
    let queries = state.get(&world).unwrap();
    let (space, circle) = (queries.world(), Circle::new(0.5).unwrap());
    assert_eq!(space.ray(&d2::Ray::new(Vec2::ZERO, Vec2::X), &EVERYBODY).colliders(), [squares[1], squares[0], squares[2]]);
    assert!(!space.ray(&d2::Ray::new(Vec2::Y, Vec2::X), &EVERYBODY).any());
    let cast = space.cast(&circle, &d2::Pose::at(Vec2::Y * 0.75), &d2::Motion::of_b(Vec2::X), &EVERYBODY).first().unwrap();
    assert!(cast.collider == squares[1] && cast.answer.time > 1.5 && cast.answer.time < 1.6, "{cast:?}");
    assert_eq!(space.overlapping(&circle, &d2::Pose::at(Vec2::X * 3.625), &EVERYBODY).colliders(), [squares[0]]);
    let near = space.nearest(&circle, &d2::Pose::at(Vec2::X * 6.875), 1.75, &EVERYBODY).all();
    assert_eq!(
        near.iter().map(|found| (found.collider, found.answer.distance)).collect::<Vec<_>>(),
        [(squares[0], 1.375), (squares[2], 1.625)]
    );
}

/// A place in a world of cells of a kilometre: no number of it is ever large.
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
        // Across the border of two cells.
        let blocks = [place(0, 999.5), place(1, 1.125), place(1, 5.0)]
            .into_iter()
            .zip(0..)
            .map(|(place, id)| world.spawn((Collider::new(block), place, StableId(id))).id());
        let blocks: Vec<Entity> = blocks.collect();
        schedule.run(&mut world);
        let mut contacts = SystemState::<d3::Contacts<'_>>::new(&mut world);
        let manifolds: Vec<d3::Manifold> = contacts.get(&world).unwrap().touching().map(|contact| contact.manifold().clone()).collect();
        let mut queries = SystemState::<clinch::SpatialQueries<'_, Vec3, InCell>>::new(&mut world);
        let queries = queries.get(&world).unwrap();
        let space = queries.seen_from(place(0, 999.0));
        let hits = space.ray(&Ray::new(Vec3::X * 0.25, Vec3::X), &EVERYBODY).all();
        let order: Vec<usize> = hits.iter().map(|hit| blocks.iter().position(|&block| block == hit.collider).unwrap()).collect();
        (manifolds, order, hits.iter().map(|hit| hit.answer).collect::<Vec<_>>())
    };
    let near = world_at([0; 3]);
    assert_eq!((near.0.len(), &near.1), (1, &vec![0, 1, 2]));
    assert!((near.0[0].separation() + 0.375).abs() < 1e-6, "{near:?}");
    assert_eq!(world_at([4_000_000_000, -7_000_000_000, 3]), near);
}

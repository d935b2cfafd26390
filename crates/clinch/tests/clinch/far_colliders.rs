//! A collider changes no answer for another, wherever it is: with colliders far away, a world gives
//! the same answers for the others as without them, bit for bit.

use std::fmt::Debug;

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::schedule::Schedule;
use bevy_ecs::system::SystemState;
use bevy_ecs::world::World;
use clinch::composite::ColliderShape;
use clinch::composite_contact::ColliderSpace;
use clinch::contact::Settings;
use clinch::d3;
use clinch::narrowphase::{Collider, Contacts, Placed, Placement, StageSettings, WidePlacement};
use clinch::shapes::{Ball, Capsule, Cuboid, Point};
use clinch::support::{Pose, Scalar, Vector};
use clinch::{Hits, Motion, Ray, SpatialQueryFilter, StableId};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

const ALL: SpatialQueryFilter<'static> =
    SpatialQueryFilter { layers: clinch::CollisionLayers::ALL, sensors: true, excluded_entities: &[], predicate: None };

/// The number of near colliders, of which each overlaps some others.
const NEAR: usize = 14;
/// The number of queries of each kind.
const QUERIES: usize = 12;

/// A world after one tick.
struct Scene<V, P> {
    world: World,
    /// The near colliders, then the far ones.
    colliders: Vec<Entity>,
    kinds: std::marker::PhantomData<fn() -> (V, P)>,
}

/// The answers of a world for its near colliders.
#[derive(PartialEq, Debug)]
struct Report {
    /// The candidate pairs with their manifolds.
    pairs: Vec<String>,
    /// For each query the colliders and their answers, in order.
    answers: Vec<Vec<String>>,
}

fn vector<V: Vector>(random: &mut Random, size: f64) -> V {
    V::from_fn(|_| V::Scalar::narrow(random.range(-size, size)))
}

fn shape<V: ColliderSpace>(index: usize, size: f64) -> V::Shape
where
    V::Shape: From<Ball<V>> + From<Cuboid<V>> + From<Capsule<V>> + From<Point<V>>,
{
    let size = V::Scalar::narrow(size);
    match index % 3 {
        0 => Ball::new(size).unwrap().into(),
        1 => Capsule::new(size, size).unwrap().into(),
        _ => Cuboid::new(V::from_fn(|_| size)).unwrap().into(),
    }
}

impl<V: ColliderSpace, P: Placed<V> + Component + Default> Scene<V, P>
where
    V::Shape: From<Ball<V>> + From<Cuboid<V>> + From<Capsule<V>> + From<Point<V>>,
{
    fn new(place: fn(V::Wide) -> P, far: &[V::Wide], far_size: f64) -> Self {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        world.insert_resource(StageSettings::<V>(Settings::with_margin(V::Scalar::narrow(0.05))));
        clinch::broadphase::install::<V, P>(&mut world, &mut schedule);
        clinch::narrowphase::install::<V, P>(&mut world, &mut schedule);
        let mut random = Random::new(5);
        let near = (0..NEAR).map(|index| (shape::<V>(index, random.range(0.3, 0.9)), vector::<V>(&mut random, 2.0).widen()));
        let near: Vec<_> = near.collect();
        let far = far.iter().enumerate().map(|(index, &at)| (shape::<V>(index, far_size), at));
        let spawned = near
            .into_iter()
            .chain(far)
            .zip(0..)
            .map(|((shape, at), id)| world.spawn((Collider::<V>(ColliderShape::Convex(shape)), place(at), StableId(id))).id());
        let colliders = spawned.collect();
        schedule.run(&mut world);
        Self { world, colliders, kinds: std::marker::PhantomData }
    }

    fn index(&self, entity: Entity) -> usize {
        self.colliders.iter().position(|&collider| collider == entity).unwrap()
    }

    fn report(&mut self) -> Report {
        let mut state = SystemState::<(Contacts<'_, V>, clinch::SpatialQuery<'_, V, P>)>::new(&mut self.world);
        let (contacts, queries) = state.get(&self.world).unwrap();
        let pairs = contacts.pairs().map(|pair| ([pair.a(), pair.b()].map(|entity| self.index(entity)), pair));
        let pairs = pairs.filter(|(pair, _)| pair.iter().all(|&index| index < NEAR));
        let pairs = pairs.map(|(pair, contact)| format!("{pair:?} {:?} {:?}", contact.is_touching(), contact.manifold())).collect();
        let (space, mut random, mut answers) = (queries.world(), Random::new(9), Vec::new());
        for query in 0..QUERIES {
            let (from, along) = (vector::<V>(&mut random, 5.0), vector::<V>(&mut random, 2.0));
            // Half of them along an axis: only the other axes exclude a collider's AABB then.
            let along = if query % 2 == 0 { -V::unit(1) } else { along };
            let (ray, pose) = (Ray::new(from, along), Pose::at(from));
            let ball: V::Shape = Ball::new(V::Scalar::narrow(0.5)).unwrap().into();
            let point: V::Shape = Point::new(V::ZERO).unwrap().into();
            let (motion, within) = (Motion::of_b(along), if query % 3 == 0 { V::Scalar::INFINITY } else { V::Scalar::narrow(3.0) });
            let at = Pose::at(vector::<V>(&mut random, 2.0));
            answers.push(self.near(&space.cast_ray(&ray, &ALL)));
            answers.push(self.near(&space.cast_shape(&ball, &pose, &motion, &ALL)));
            answers.push(self.near(&space.shape_intersections(&ball, &at, &ALL)));
            answers.push(self.near(&space.shape_intersections(&point, &at, &ALL)));
            answers.push(self.near(&space.closest_points(&ball, &pose, within, &ALL)));
        }
        Report { pairs, answers }
    }

    /// The answers for near colliders. If there are any, the first answer of all must be one of
    /// them.
    fn near<T: Debug + PartialEq>(&self, asked: &Hits<'_, '_, V, P, T>) -> Vec<String> {
        let all = asked.all();
        let first = asked.first();
        assert_eq!((first.as_ref(), asked.any()), (all.first(), !all.is_empty()));
        let near: Vec<_> = all.iter().map(|found| (self.index(found.collider), &found.answer)).filter(|&(index, _)| index < NEAR).collect();
        if !near.is_empty() {
            assert!(self.index(first.unwrap().collider) == near[0].0, "a far collider comes before the near ones: {all:?}");
        }
        near.iter().map(|(index, answer)| format!("{index} {answer:?}")).collect()
    }
}

/// A diagonal, two axes, and the negatives of a diagonal and of an axis.
fn directions<V: Vector>() -> Vec<V::Wide> {
    let (diagonal, first, last) = (V::Wide::from_fn(|_| 1.0), V::Wide::unit(0), V::Wide::unit(V::DIM - 1));
    vec![diagonal, -diagonal, first, -V::Wide::unit(1), last]
}

fn far_colliders_change_nothing<V: ColliderSpace, P: Placed<V> + Component + Default>(place: fn(V::Wide) -> P, distances: &[f64])
where
    V::Shape: From<Ball<V>> + From<Cuboid<V>> + From<Capsule<V>> + From<Point<V>>,
{
    let alone = Scene::<V, P>::new(place, &[], 1.0).report();
    assert!((10..60).contains(&alone.pairs.len()), "the sample must bite: {} pairs", alone.pairs.len());
    let answered = alone.answers.iter().filter(|answers| !answers.is_empty()).count();
    assert!(answered > alone.answers.len() / 3, "the sample must bite: {answered} of {} answered", alone.answers.len());
    for &distance in distances {
        for direction in directions::<V>() {
            let at = direction * distance;
            // One; one on each side; and so many in one place that the median of all is there.
            for far in [vec![at], vec![at, -at], vec![at; NEAR + 3]] {
                let report = Scene::<V, P>::new(place, &far, 1.0).report();
                assert_eq!(report, alone, "{} at {at:?}", far.len());
            }
        }
        // Large ones that do not reach the near ones. `f32` shapes can be no larger.
        let far = directions::<V>().into_iter().map(|direction| direction * distance).collect::<Vec<_>>();
        let report = Scene::<V, P>::new(place, &far, 0.25 * distance.min(1e38)).report();
        assert_eq!(report, alone, "large ones at {distance:e}");
    }
}

const F32_DISTANCES: [f64; 9] = [1e8, 1e12, 1e15, 1e18, 4e18, 1e19, 1e25, 1e30, 1e38];
const F64_DISTANCES: [f64; 12] = [1e8, 1e15, 1e18, 4e18, 1e19, 1e30, 1e38, 1e60, 1e150, 1e160, 1e200, 1e300];

#[test]
fn in_3d_and_f32() {
    far_colliders_change_nothing::<Vec3, Placement<Vec3>>(|at| Placement::at(at.as_vec3()), &F32_DISTANCES);
}

#[test]
fn in_2d_and_f32() {
    far_colliders_change_nothing::<Vec2, Placement<Vec2>>(|at| Placement::at(at.as_vec2()), &F32_DISTANCES);
}

#[test]
fn in_3d_and_f64() {
    far_colliders_change_nothing::<DVec3, Placement<DVec3>>(Placement::at, &F64_DISTANCES);
}

#[test]
fn in_2d_and_f64() {
    far_colliders_change_nothing::<DVec2, Placement<DVec2>>(Placement::at, &F64_DISTANCES);
}

#[test]
fn in_3d_and_f32_with_placements_in_f64() {
    far_colliders_change_nothing::<Vec3, WidePlacement<Vec3>>(WidePlacement::at, &F64_DISTANCES);
}

#[test]
fn a_ray_hits_a_box_whatever_is_far_away() {
    for far in [1e15, 1e18, 1e20, 1e30, 1e38] {
        let (mut world, mut schedule) = (World::new(), Schedule::default());
        d3::install(&mut world, &mut schedule);
        world.spawn((d3::Collider::new(d3::Cuboid::new(Vec3::ONE).unwrap()), d3::Placement::at(Vec3::ZERO)));
        world.spawn((d3::Collider::new(d3::Ball::new(1.0).unwrap()), d3::Placement::at(Vec3::splat(far))));
        schedule.run(&mut world);
        let mut state = SystemState::<d3::SpatialQuery<'_>>::new(&mut world);
        let queries = state.get(&world).unwrap();
        let ray = d3::Ray::new(Vec3::new(0.2, 5.0, 0.1), Vec3::NEG_Y);
        let space = queries.world();
        let hit = space.cast_ray(&ray, &ALL).first().map(|found| found.answer.time);
        assert_eq!(hit, Some(4.0), "{far}");
    }
}

//! Questions about the whole world: who is in the way, who overlaps, who is near.
//!
//! * All four go the same way: the tree visits colliders whose boxes are near, the narrow question is asked of each, and what it answers hides what is farther.
//! * The answers are those of the questions about two shapes, in the same order each time: the nearest first, and of equally near ones the one that is first in the
//!   order of contacts: by [`StableId`](crate::StableId), else by entity. How the tree was built shows nowhere.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::SystemParam;
use clinch_broadphase::SpatialIndex;
use clinch_contact::{Scratch, Space};
use clinch_narrowphase::{Attached, Placed};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Pose, Scalar, Vector};

use crate::answer::{Answer, intersects, measured};
use crate::filter::QueryFilter;
use crate::impact::{Impact, Motion, Ray, cast, ray_cast};
use crate::obstacle::Obstacle;

/// Asks questions about all colliders of a world with the default broadphase: as the stage saw them last, in
/// [`NarrowphaseSystems::SyncColliders`](crate::NarrowphaseSystems). A collider is skipped as soon as
/// it or its body is despawned, so the entities of every answer exist.
///
/// ```
/// use clinch::{NarrowphaseSystems, QueryFilter};
/// use clinch::d3::{Ball, Collider, Placement, Pose, Ray, SpatialQueries, install};
/// use bevy_ecs::prelude::*;
/// use glam::Vec3;
///
/// fn look(queries: SpatialQueries) {
///     let (space, everybody) = (queries.world(), QueryFilter::default());
///     let ray = Ray::new(Vec3::ZERO, Vec3::X);
///     let hit = space.ray(&ray, &everybody).first().expect("something is in the way");
///     assert_eq!((hit.answer.time, hit.answer.normal), (2.5, -Vec3::X));
///     assert_eq!(space.ray(&ray, &everybody).all().len(), 2);
///     assert!(!space.ray(&Ray { until: 2.0, ..ray }, &everybody).any());
///
///     let (here, past_it) = (hit.answer.point_a, QueryFilter::excluding(std::slice::from_ref(&hit.collider)));
///     let ball = Ball::new(0.5).expect("a size");
///     let next = space.nearest(&ball, &Pose::at(here), 10.0, &past_it).first().expect("one within ten");
///     assert_eq!(next.answer.distance, 4.5);
/// }
///
/// let (mut world, mut schedule) = (World::new(), Schedule::default());
/// install(&mut world, &mut schedule);
/// schedule.add_systems(look.after(NarrowphaseSystems::Publish));
/// for x in [3.0, 8.0] {
///     world.spawn((Collider::new(Ball::new(0.5)?), Placement::at(Vec3::X * x)));
/// }
/// schedule.run(&mut world);
/// # Ok::<(), clinch::shapes::ShapeError>(())
/// ```
#[derive(SystemParam)]
pub struct SpatialQueries<'w, V: Space, P: Placed<V> + Component + Default> {
    index: SpatialIndex<'w, V, P>,
}

impl<'w, V: Space, P: Placed<V> + Component + Default> SpatialQueries<'w, V, P> {
    /// Questions and answers in the frame that is `P`'s default: world space.
    pub fn world(&self) -> SpatialView<'_, 'w, V, P> {
        self.seen_from(P::default())
    }

    /// Questions and answers in the frame of a body, as exact as the bodies are as seen from there: near it in a large world.
    pub fn seen_from(&self, frame: P) -> SpatialView<'_, 'w, V, P> {
        SpatialView { index: &self.index, in_tree: self.index.relative_to_origin(&frame), frame: Attached { body: frame, offset: None } }
    }
}

/// All colliders, as seen from somewhere. In each question the collider is A, and what is asked with is B: normals are outward from the collider.
pub struct SpatialView<'q, 'w, V: Space, P: Placed<V> + Component + Default> {
    index: &'q SpatialIndex<'w, V, P>,
    frame: Attached<V, P>,
    /// The frame, seen from where the boxes are.
    in_tree: Pose<V::Wide>,
}

impl<'w, V: Space, P: Placed<V> + Component + Default> SpatialView<'_, 'w, V, P> {
    /// Which colliders are in the way of a ray? In the order in which it meets them: what [`ray_cast`](crate::d3::ray_cast) says of each. One that is not finite
    /// meets nobody.
    pub fn ray<'a>(&'a self, ray: &'a Ray<V>, filter: &'a QueryFilter<'a>) -> Asked<'a, 'w, V, P, Impact<V>> {
        let origin = self.in_tree.point(ray.origin.widen());
        let (origin, direction) = (Aabb { min: origin, max: origin }, self.in_tree.vector(ray.direction.widen()));
        Asked {
            space: self,
            filter,
            bound: Box::new(move |bounds| Obstacle::<V>::new(&origin, bounds, 0.0).met_by(direction, ray.until.widen())),
            ask: Box::new(move |shape, pose, scratch| hit(ray_cast(shape, pose, ray, scratch))),
        }
    }

    /// Which colliders are in the way of a shape that moves, without turning? In the order in which it meets them: what [`cast`](crate::d3::cast) says of each, with the
    /// collider as A, so that the shape's motion is `motion.b`. What is not finite meets nobody.
    pub fn cast<'a>(
        &'a self,
        shape: &'a impl Convex<V>,
        pose: &Pose<V>,
        motion: &'a Motion<V>,
        filter: &'a QueryFilter<'a>,
    ) -> Asked<'a, 'w, V, P, Impact<V>> {
        let (bounds, pose) = self.seen(shape, pose);
        let target = if motion.target > V::Scalar::ZERO { motion.target.widen() } else { 0.0 };
        let relative = self.in_tree.vector(motion.b.widen() - motion.a.widen());
        Asked {
            space: self,
            filter,
            bound: Box::new(move |other| Obstacle::<V>::new(&bounds, other, target).met_by(relative, motion.until.widen())),
            ask: Box::new(move |collider, pose_a, scratch| hit(cast(collider, pose_a, shape, &pose, motion, scratch))),
        }
    }

    /// Which colliders touch or overlap a shape, or hold a [`Point`](crate::shapes::Point)? In the order of contacts. Stops at each as soon as either is proved.
    pub fn overlapping<'a>(&'a self, shape: &'a impl Convex<V>, pose: &Pose<V>, filter: &'a QueryFilter<'a>) -> Asked<'a, 'w, V, P, ()> {
        let (bounds, pose) = self.seen(shape, pose);
        let ask = move |collider: &V::Shape, pose_a: &Pose<V::Wide>, scratch: &mut Scratch<V>| {
            intersects(collider, pose_a, shape, &pose, scratch).then_some((0.0, ()))
        };
        let bound = move |other: &Aabb<V::Wide>| Obstacle::<V>::new(&bounds, other, 0.0).met_by(V::Wide::ZERO, 0.0);
        Asked { space: self, filter, bound: Box::new(bound), ask: Box::new(ask) }
    }

    /// Which colliders are no farther from a shape, or a [`Point`](crate::shapes::Point), than `within`, which may be infinite? The nearest first, and of those that
    /// overlap it the deepest: what [`closest_points`](crate::d3::closest_points) says of each.
    pub fn nearest<'a>(
        &'a self,
        shape: &'a impl Convex<V>,
        pose: &Pose<V>,
        within: V::Scalar,
        filter: &'a QueryFilter<'a>,
    ) -> Asked<'a, 'w, V, P, Answer<V>> {
        let (bounds, pose) = self.seen(shape, pose);
        let limit = if within > V::Scalar::ZERO { within.widen() } else { 0.0 };
        let bound = move |other: &Aabb<V::Wide>| {
            let distance = Obstacle::<V>::new(&bounds, other, 0.0).distance();
            if distance <= limit { distance } else { f64::INFINITY }
        };
        let ask = move |collider: &V::Shape, pose_a: &Pose<V::Wide>, scratch: &mut Scratch<V>| {
            let answer = measured(collider, pose_a, shape, &pose, within, scratch)?;
            // NaN is nowhere.
            (answer.distance <= answer.upper).then(|| (answer.distance.widen(), answer))
        };
        Asked { space: self, filter, bound: Box::new(bound), ask: Box::new(ask) }
    }

    /// The box of a shape as seen from where the boxes are, and its pose in `f64`.
    fn seen(&self, shape: &impl Convex<V>, pose: &Pose<V>) -> (Aabb<V::Wide>, Pose<V::Wide>) {
        let pose = pose.widen();
        (shape.bounds(&self.in_tree.after(&pose)), pose)
    }
}

fn hit<V: Vector>(impact: Impact<V>) -> Option<(f64, Impact<V>)> {
    impact.is_hit().then(|| (impact.time.widen(), impact))
}

/// A collider that answers, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<T> {
    /// The collider.
    pub collider: Entity,
    /// The body it is part of, or itself.
    pub body: Entity,
    /// What was asked for.
    pub answer: T,
}

/// How near something in a box may be.
type Bound<'a, V> = Box<dyn Fn(&Aabb<<V as Vector>::Wide>) -> f64 + 'a>;
/// How near a shape at a pose is, and what it answers.
type Ask<'a, V, T> =
    Box<dyn Fn(&<V as clinch_shapes::ShapeSpace>::Shape, &Pose<<V as Vector>::Wide>, &mut Scratch<V>) -> Option<(f64, T)> + 'a>;

/// A question that was asked: now say how much of the answer you want.
#[must_use = "nothing is looked for until first, all or any is called"]
pub struct Asked<'a, 'w, V: Space, P: Placed<V> + Component + Default, T> {
    space: &'a SpatialView<'a, 'w, V, P>,
    filter: &'a QueryFilter<'a>,
    bound: Bound<'a, V>,
    ask: Ask<'a, V, T>,
}

impl<V: Space, P: Placed<V> + Component + Default, T> Asked<'_, '_, V, P, T> {
    /// The nearest; of equally near ones the first in the order of contacts.
    pub fn first(&self) -> Option<Found<T>> {
        let mut best: Option<(Rank, Found<T>)> = None;
        self.search(|rank, found| {
            if best.as_ref().is_none_or(|(before, _)| rank.is_before(before)) {
                best = Some((rank, found));
            }
            best.as_ref().map(|(rank, _)| rank.near)
        });
        best.map(|(_, found)| found)
    }

    /// All, the nearest first.
    pub fn all(&self) -> Vec<Found<T>> {
        let mut all = Vec::new();
        self.search(|rank, found| {
            all.push((rank, found));
            Some(f64::MAX)
        });
        all.sort_by(|(one, _), (other, _)| one.compare(other));
        all.into_iter().map(|(_, found)| found).collect()
    }

    /// Whether there is one. Stops at the first it comes upon.
    pub fn any(&self) -> bool {
        let mut any = false;
        self.search(|_, _| {
            any = true;
            None
        });
        any
    }

    /// All colliders, the nearest first.
    pub fn colliders(&self) -> Vec<Entity> {
        self.all().into_iter().map(|found| found.collider).collect()
    }

    /// `found` says how near the next one must be, or that it has enough.
    fn search(&self, mut found: impl FnMut(Rank, Found<T>) -> Option<f64>) {
        let mut scratch = Scratch::new();
        let mut limit = f64::MAX;
        self.space.index.visit(&self.bound, |collider| {
            if self.filter.passes::<V>(collider.key, collider.attributes) {
                let pose = collider.placement.pose_in(&self.space.frame);
                if let Some((near, answer)) = (self.ask)(collider.shape, &pose, &mut scratch) {
                    // Zero is zero, whatever its sign.
                    let rank = Rank { near: near + 0.0, order: collider.attributes.order, collider: collider.key };
                    limit = found(rank, Found { collider: collider.key, body: collider.body(), answer })?;
                }
            }
            Some(limit)
        });
    }
}

/// What is found first.
#[derive(Clone, Copy, Debug)]
struct Rank {
    near: f64,
    order: u64,
    collider: Entity,
}

impl Rank {
    fn compare(&self, other: &Self) -> core::cmp::Ordering {
        self.near.total_cmp(&other.near).then((self.order, self.collider).cmp(&(other.order, other.collider)))
    }

    fn is_before(&self, other: &Self) -> bool {
        self.compare(other).is_lt()
    }
}

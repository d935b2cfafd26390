//! Queries of all colliders of a world: ray casts, shape casts, intersections, closest points.
//!
//! * Each query visits the colliders of the broadphase's tree whose AABBs are near enough, nearest
//!   first, and runs the query of two shapes on each. [`Hits::first`] skips colliders that are
//!   farther away than its best hit.
//! * Colliders and given shapes are convex or composite; answers name the parts.
//! * Results are those of the queries of two shapes, in the order that [`Hits`] documents. They do
//!   not depend on how the tree was built.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::SystemParam;
use clinch_broadphase::SpatialIndex;
use clinch_bvh::AabbDifference;
use clinch_composite::{ColliderShape, Composite, Geometry, GeometryVisitor, posed_bounds};
use clinch_composite_contact::ColliderSpace;
use clinch_narrowphase::{Attached, Placed};
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Pose, Scalar, Vector};

use crate::answer::Answer;
use crate::collider_query::{query_collider, visit_collider};
use crate::filter::SpatialQueryFilter;
use crate::impact::{Impact, Motion, Ray, RayCast};
use crate::pair_queries::{AtPoses, ClosestPoints, Intersects, Poses, ShapeCast};
use crate::query_scratch::QueryScratch;

/// System parameter for queries of all colliders of a world that has the default broadphase.
///
/// The colliders are those of the last
/// [`NarrowphaseSystems::SyncColliders`](crate::NarrowphaseSystems): later changes take effect in
/// the next tick. A system between it and [`BroadphaseSystems`](crate::BroadphaseSystems), which
/// finds them, may miss those that have moved: order it after the latter. But a collider is skipped
/// as soon as it or its body is despawned, so the entities of every answer exist.
///
/// ```
/// use clinch::{NarrowphaseSystems, SpatialQueryFilter};
/// use clinch::d3::{Ball, Collider, Placement, Pose, Ray, SpatialQuery, install};
/// use bevy_ecs::prelude::*;
/// use glam::Vec3;
///
/// fn query(spatial_query: SpatialQuery) {
///     let (view, filter) = (spatial_query.world(), SpatialQueryFilter::default());
///     let ray = Ray::new(Vec3::ZERO, Vec3::X);
///     let hit = view.cast_ray(&ray, &filter).first().expect("the ray hits a ball");
///     assert_eq!((hit.answer.time, hit.answer.normal), (2.5, -Vec3::X));
///     assert_eq!(view.cast_ray(&ray, &filter).all().len(), 2);
///     assert!(!view.cast_ray(&Ray { max_time: 2.0, ..ray }, &filter).any());
///
///     let others = SpatialQueryFilter::from_excluded_entities(std::slice::from_ref(&hit.collider));
///     let (ball, pose) = (Ball::new(0.5).expect("a valid radius"), Pose::at(hit.answer.point_a));
///     let next = view.closest_points(&ball, &pose, 10.0, &others).first().expect("one within 10");
///     assert_eq!(next.answer.distance, 4.5);
/// }
///
/// let (mut world, mut schedule) = (World::new(), Schedule::default());
/// install(&mut world, &mut schedule);
/// schedule.add_systems(query.after(NarrowphaseSystems::Publish));
/// for x in [3.0, 8.0] {
///     world.spawn((Collider::new(Ball::new(0.5)?), Placement::at(Vec3::X * x)));
/// }
/// schedule.run(&mut world);
/// # Ok::<(), clinch::shapes::ShapeError>(())
/// ```
#[derive(SystemParam)]
pub struct SpatialQuery<'w, V: ColliderSpace, P: Placed<V> + Component + Default> {
    index: SpatialIndex<'w, V, P>,
}

impl<'w, V: ColliderSpace, P: Placed<V> + Component + Default> SpatialQuery<'w, V, P> {
    /// Queries in world space, which is the frame `P::default()`.
    pub fn world(&self) -> SpatialView<'_, 'w, V, P> {
        self.relative_to(P::default())
    }

    /// Queries whose inputs and results are in the frame of a body. They are as exact as the
    /// relative poses of the bodies, which matters far from the origin of a large world.
    pub fn relative_to(&self, frame: P) -> SpatialView<'_, 'w, V, P> {
        SpatialView { index: &self.index, in_tree: self.index.relative_to_origin(&frame), frame: Attached { body: frame, offset: None } }
    }
}

/// The colliders of a world in one frame.
///
/// In every query shape A is the collider and shape B is the given ray or shape, so normals point
/// outward from the collider.
pub struct SpatialView<'q, 'w, V: ColliderSpace, P: Placed<V> + Component + Default> {
    index: &'q SpatialIndex<'w, V, P>,
    frame: Attached<V, P>,
    /// The pose of the frame in the frame of the tree's AABBs.
    in_tree: Pose<V::Wide>,
}

impl<'w, V: ColliderSpace, P: Placed<V> + Component + Default> SpatialView<'_, 'w, V, P> {
    /// The colliders that a ray hits, by the time of the hit, each with the answer of
    /// [`cast_ray`](crate::d3::cast_ray). A ray that is not finite hits nothing.
    #[doc(alias = "ray_hits")]
    pub fn cast_ray<'a>(&'a self, ray: &'a Ray<V>, filter: &'a SpatialQueryFilter<'a>) -> Hits<'a, 'w, V, P, Impact<V>> {
        let origin = self.in_tree.point(ray.origin.widen());
        let (origin, direction) = (Aabb { min: origin, max: origin }, self.in_tree.vector(ray.direction.widen()));
        Hits {
            view: self,
            filter,
            bound: Box::new(move |aabb| AabbDifference::<V>::new(&origin, aabb, 0.0).entry_time(direction, ray.max_time.widen())),
            query: Box::new(move |collider, pose, scratch| ranked(visit_collider(collider, RayCast { pose, ray, scratch }))),
        }
    }

    /// The colliders that a translating shape hits, by the time of the hit, each with the answer of
    /// [`cast_shape`](crate::d3::cast_shape). The collider is shape A, so `motion.b` is the
    /// translation of the given shape. Input that is not finite hits nothing.
    #[doc(alias = "shape_hits")]
    pub fn cast_shape<'a>(
        &'a self,
        shape: &'a (impl Geometry<V> + ?Sized),
        pose: &Pose<V>,
        motion: &'a Motion<V>,
        filter: &'a SpatialQueryFilter<'a>,
    ) -> Hits<'a, 'w, V, P, Impact<V>> {
        let (aabb, pose) = self.bounds(shape, pose);
        let target_distance = if motion.target_distance > V::Scalar::ZERO { motion.target_distance.widen() } else { 0.0 };
        let relative = self.in_tree.vector(motion.b.widen() - motion.a.widen());
        Hits {
            view: self,
            filter,
            bound: Box::new(move |other| {
                AabbDifference::<V>::new(&aabb, other, target_distance).entry_time(relative, motion.max_time.widen())
            }),
            query: Box::new(move |collider, pose_a, scratch| {
                let (poses, query) = (Poses { a: *pose_a, b: pose }, ShapeCast { motion, scratch });
                ranked(query_collider(collider, shape, AtPoses { poses, query }))
            }),
        }
    }

    /// The colliders that touch or overlap a shape, in the order of contacts: see [`Hits`]. For a
    /// [`Point`](crate::shapes::Point) these are the colliders that contain it. The cheapest of the
    /// queries.
    #[doc(alias = "point_intersections")]
    pub fn shape_intersections<'a>(
        &'a self,
        shape: &'a (impl Geometry<V> + ?Sized),
        pose: &Pose<V>,
        filter: &'a SpatialQueryFilter<'a>,
    ) -> Hits<'a, 'w, V, P, ()> {
        let (aabb, pose) = self.bounds(shape, pose);
        let query = move |collider: &ColliderShape<V>, pose_a: &Pose<V::Wide>, scratch: &mut QueryScratch<V>| {
            let (poses, query) = (Poses { a: *pose_a, b: pose }, Intersects(scratch));
            query_collider(collider, shape, AtPoses { poses, query }).then_some((0.0, ()))
        };
        let bound = move |other: &Aabb<V::Wide>| AabbDifference::<V>::new(&aabb, other, 0.0).entry_time(V::Wide::ZERO, 0.0);
        Hits { view: self, filter, bound: Box::new(bound), query: Box::new(query) }
    }

    /// The colliders within a distance of a shape or a [`Point`](crate::shapes::Point), by signed
    /// distance: the deepest overlap is first. Each has the answer of
    /// [`closest_points`](crate::d3::closest_points). `within` may be infinite.
    #[doc(alias = "project_point")]
    pub fn closest_points<'a>(
        &'a self,
        shape: &'a (impl Geometry<V> + ?Sized),
        pose: &Pose<V>,
        within: V::Scalar,
        filter: &'a SpatialQueryFilter<'a>,
    ) -> Hits<'a, 'w, V, P, Answer<V>> {
        let (aabb, pose) = self.bounds(shape, pose);
        let limit = if within > V::Scalar::ZERO { within.widen() } else { 0.0 };
        let bound = move |other: &Aabb<V::Wide>| {
            let distance = AabbDifference::<V>::new(&aabb, other, 0.0).distance();
            if distance <= limit { distance } else { f64::INFINITY }
        };
        let query = move |collider: &ColliderShape<V>, pose_a: &Pose<V::Wide>, scratch: &mut QueryScratch<V>| {
            let (poses, query) = (Poses { a: *pose_a, b: pose }, ClosestPoints { within, scratch });
            let answer = query_collider(collider, shape, AtPoses { poses, query })?;
            // Not true of NaN.
            (answer.distance <= answer.upper).then(|| (answer.distance.widen(), answer))
        };
        Hits { view: self, filter, bound: Box::new(bound), query: Box::new(query) }
    }

    /// The AABB of a shape in the frame of the tree, and the shape's pose in `f64`.
    fn bounds(&self, shape: &(impl Geometry<V> + ?Sized), pose: &Pose<V>) -> (Aabb<V::Wide>, Pose<V::Wide>) {
        let pose = pose.widen();
        (shape.visit(Bounds(self.in_tree.after(&pose))), pose)
    }
}

/// An AABB of a shape at a pose.
struct Bounds<W: Vector>(Pose<W>);

impl<V: Vector> GeometryVisitor<V> for Bounds<V::Wide> {
    type Output = Aabb<V::Wide>;

    fn convex<S: Convex<V>>(self, shape: &S) -> Aabb<V::Wide> {
        shape.bounds(&self.0)
    }

    fn composite(self, shape: &dyn Composite<V>) -> Aabb<V::Wide> {
        posed_bounds(&shape.bounds(), &self.0)
    }
}

/// A hit by its time.
fn ranked<V: Vector>(impact: Impact<V>) -> Option<(f64, Impact<V>)> {
    impact.is_hit().then(|| (impact.time.widen(), impact))
}

/// A collider that a spatial query found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<T> {
    /// The collider.
    pub collider: Entity,
    /// The body that the collider is attached to, or the collider itself.
    pub body: Entity,
    /// The answer of the query of two shapes.
    pub answer: T,
}

/// A lower bound of the rank of any hit inside an AABB.
type Bound<'a, V> = Box<dyn Fn(&Aabb<<V as Vector>::Wide>) -> f64 + 'a>;
/// The rank (a time or a distance) and the answer for a collider at a pose; `None` if it is no hit.
type Query<'a, V, T> = Box<dyn Fn(&ColliderShape<V>, &Pose<<V as Vector>::Wide>, &mut QueryScratch<V>) -> Option<(f64, T)> + 'a>;

/// A spatial query that has not run yet: [`first`](Self::first), [`all`](Self::all),
/// [`any`](Self::any) and [`colliders`](Self::colliders) run it.
///
/// Hits are sorted by time or distance. Equal ones are in the order of contacts: colliders with a
/// [`StableId`](crate::StableId) first, by id, then the others, by entity.
#[must_use = "the query runs when first, all, any or colliders is called"]
pub struct Hits<'a, 'w, V: ColliderSpace, P: Placed<V> + Component + Default, T> {
    view: &'a SpatialView<'a, 'w, V, P>,
    filter: &'a SpatialQueryFilter<'a>,
    bound: Bound<'a, V>,
    query: Query<'a, V, T>,
}

impl<V: ColliderSpace, P: Placed<V> + Component + Default, T> Hits<'_, '_, V, P, T> {
    /// The nearest hit. Of equally near ones the first in the order of contacts.
    pub fn first(&self) -> Option<Hit<T>> {
        let mut best: Option<(Rank, Hit<T>)> = None;
        self.search(|rank, hit| {
            if best.as_ref().is_none_or(|(before, _)| rank.is_before(before)) {
                best = Some((rank, hit));
            }
            best.as_ref().map(|(rank, _)| rank.near)
        });
        best.map(|(_, hit)| hit)
    }

    /// All hits, nearest first.
    pub fn all(&self) -> Vec<Hit<T>> {
        let mut all = Vec::new();
        self.search(|rank, hit| {
            all.push((rank, hit));
            Some(f64::MAX)
        });
        all.sort_by(|(one, _), (other, _)| one.compare(other));
        all.into_iter().map(|(_, hit)| hit).collect()
    }

    /// Whether there is a hit. Stops at the first one that it finds, which need not be the nearest.
    pub fn any(&self) -> bool {
        let mut any = false;
        self.search(|_, _| {
            any = true;
            None
        });
        any
    }

    /// The colliders of all hits, nearest first.
    pub fn colliders(&self) -> Vec<Entity> {
        self.all().into_iter().map(|hit| hit.collider).collect()
    }

    /// Calls `visit` for each hit. It returns the rank beyond which hits can be skipped, or `None`
    /// to stop.
    fn search(&self, mut visit: impl FnMut(Rank, Hit<T>) -> Option<f64>) {
        let mut scratch = QueryScratch::new();
        let mut limit = f64::MAX;
        self.view.index.visit(&self.bound, |collider| {
            if self.filter.passes::<V>(collider.key, collider.attributes) {
                let pose = collider.placement.pose_in(&self.view.frame);
                if let Some((near, answer)) = (self.query)(collider.shape, &pose, &mut scratch) {
                    // Adding 0 makes −0 equal to 0 for `total_cmp`.
                    let rank = Rank { near: near + 0.0, order: collider.attributes.order, collider: collider.key };
                    limit = visit(rank, Hit { collider: collider.key, body: collider.body(), answer })?;
                }
            }
            Some(limit)
        });
    }
}

/// What hits are sorted by.
#[derive(Clone, Copy, Debug)]
struct Rank {
    /// The time or the distance of the hit.
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

//! Queries of two shapes that have world poses, answered in world space.
//!
//! * A query runs at the relative pose. Its answer is rotated to the world, and rounded once.
//! * The answer for two spheres depends on no rotation: it is that of two points in the world
//!   (`pairs/sphere_sphere.rs`). Forming the relative pose and rotating the answer back would be
//!   most of its cost.

use clinch_shapes::Convex;
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

use crate::answer::{Measured, Relation};
use crate::clip::Space;
use crate::measure::{distance, measure};
use crate::memory::Memory;
use crate::overlap::{Overlap, overlap};
use crate::pair::Pair;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::query::Goal;
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::settings::Settings;

/// Two shapes and their poses in one world.
///
/// The poses are in `f64`: [`Pose::widen`] is exact, and a caller that has more exact poses than
/// `V` can hold loses nothing.
///
/// ```
/// use clinch_contact::{Memory, PlacedPair, Scratch, Settings, WorldRelation};
/// use clinch_shapes::{Ball, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let ball = Ball::<Vec3>::new(0.5)?;
/// let pair = PlacedPair { a: ball, pose_a: Pose::at(DVec3::X), b: ball, pose_b: Pose::at(DVec3::X * 3.0) };
/// let settings = Settings::with_margin(f32::INFINITY);
/// let answer = pair.measure(&settings, &mut Memory::new(), &mut Scratch::new());
/// let WorldRelation::Near(near) = answer.relation else { unreachable!() };
/// assert_eq!((near.distance, near.normal), (1.0, Vec3::X));
/// assert_eq!((near.point_a, near.point_b), (Vec3::X * 1.5, Vec3::X * 2.5));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlacedPair<V: Vector, A, B> {
    /// The first shape.
    pub a: A,
    /// Its pose.
    pub pose_a: Pose<V::Wide>,
    /// The other shape.
    pub b: B,
    /// Its pose.
    pub pose_b: Pose<V::Wide>,
}

/// The answer to a query about the signed distance, in world space, and the work it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldMeasured<V: Vector> {
    /// The answer.
    pub relation: WorldRelation<V>,
    /// See [`Measured::calls`].
    pub calls: u32,
    /// See [`Measured::unfinished`].
    pub unfinished: bool,
}

/// The position of two swept shapes relative to each other, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldRelation<V: Vector> {
    /// Farther apart than the margin.
    Beyond {
        /// The proved distance.
        at_least: f64,
    },
    /// Within the margin, touching or overlapping.
    Near(WorldSeparation<V>),
    /// The input contains a number that is not finite.
    Undefined,
}

/// The signed distance of two swept shapes and its witness points, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldSeparation<V: Vector> {
    /// The computed signed distance; negative when overlapping.
    pub distance: V::Scalar,
    /// The true signed distance is at least this; −∞ if that is not known.
    pub lower: V::Scalar,
    /// The true signed distance is at most this.
    pub upper: V::Scalar,
    /// Unit, from A to B. Zero, as both points, if the query needs none: [`PlacedPair::distance`]
    /// of shapes that overlap.
    pub normal: V,
    /// The point of A nearest to B, or deepest in B.
    pub point_a: V,
    /// The point of B nearest to A, or deepest in A.
    pub point_b: V,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> PlacedPair<V, A, B> {
    /// The same pair in A's frame.
    // Inlined so that the pose is stored once, where the caller keeps the pair.
    #[inline(always)]
    pub fn relative(&self) -> Pair<V, &A, &B> {
        Pair { a: &self.a, b: &self.b, b_in_a: self.pose_b.relative_to(&self.pose_a) }
    }

    /// [`measure`](crate::measure()) in world space. Two spheres store no separating axis in the
    /// memory.
    #[inline]
    pub fn measure(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> WorldMeasured<V> {
        match self.spheres(settings, memory, scratch) {
            Some(spheres) => self.measured_spheres(&spheres, settings, Goal::SignedDistance),
            None => self.in_world(measure(&self.relative(), settings, memory, scratch)),
        }
    }

    /// [`distance`](crate::distance()) in world space. Two spheres store no separating axis in the
    /// memory.
    #[inline]
    pub fn distance(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> WorldMeasured<V> {
        match self.spheres(settings, memory, scratch) {
            Some(spheres) => self.measured_spheres(&spheres, settings, Goal::Distance),
            None => self.in_world(distance(&self.relative(), settings, memory, scratch)),
        }
    }

    /// [`overlap`](crate::overlap()) at the relative pose. Two spheres store no separating axis in
    /// the memory.
    #[inline]
    pub fn overlap(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> Overlap {
        if let Some(spheres) = self.spheres(settings, memory, scratch)
            && let Some(touching) = spheres.touching(Radii::skins(settings))
        {
            return Overlap::without_search(touching);
        }
        overlap(&self.relative(), settings, memory, scratch)
    }

    /// Two spheres, if the answer of an earlier tick may not be reused.
    #[inline(always)]
    fn spheres(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> Option<SphereSphere<V>> {
        if settings.recycling.is_on() {
            return None;
        }
        let spheres = SphereSphere::in_world(self)?;
        scratch.begin();
        memory.invalidate();
        Some(spheres)
    }

    #[inline(always)]
    fn measured_spheres(&self, spheres: &SphereSphere<V>, settings: &Settings<V::Scalar>, goal: Goal) -> WorldMeasured<V> {
        let centers = [self.pose_a.translation, self.pose_b.translation];
        WorldMeasured { relation: spheres.world_relation(centers, &spheres.query(settings, goal)), calls: 0, unfinished: false }
    }

    #[inline(always)]
    fn in_world(&self, measured: Measured<V>) -> WorldMeasured<V> {
        let Measured { calls, unfinished, .. } = measured;
        let relation = match &measured.relation {
            Relation::Near(near) if near.normal == V::Wide::ZERO => {
                WorldRelation::near([near.distance, near.lower, near.upper], [V::Wide::ZERO; 3])
            }
            Relation::Near(near) => {
                let (a, b) = (self.pose_a.rotation.basis(), self.pose_b.rotation.basis());
                let points = [a.rotate(near.point_a) + self.pose_a.translation, b.rotate(near.point_b) + self.pose_b.translation];
                WorldRelation::near([near.distance, near.lower, near.upper], [a.rotate(near.normal), points[0], points[1]])
            }
            relation => WorldRelation::without_points(relation),
        };
        WorldMeasured { relation, calls, unfinished }
    }
}

impl<V: Vector> WorldRelation<V> {
    /// Of the distance and its bounds, and of the normal and the points on A and on B.
    #[inline(always)]
    pub(crate) fn near([distance, lower, upper]: [f64; 3], [normal, point_a, point_b]: [V::Wide; 3]) -> Self {
        Self::Near(WorldSeparation {
            distance: V::Scalar::narrow(distance),
            lower: V::Scalar::narrow_down(lower),
            upper: V::Scalar::narrow_up(upper),
            normal: V::narrow(normal),
            point_a: V::narrow(point_a),
            point_b: V::narrow(point_b),
        })
    }

    /// The same for an answer that has no points.
    #[inline(always)]
    pub(crate) fn without_points(relation: &Relation<V>) -> Self {
        match *relation {
            Relation::Beyond { at_least, .. } => Self::Beyond { at_least },
            Relation::Near(near) => Self::near([near.distance, near.lower, near.upper], [V::Wide::ZERO; 3]),
            Relation::Undefined => Self::Undefined,
        }
    }
}

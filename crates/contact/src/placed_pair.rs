//! Queries of two shapes that have world poses, answered in world space.
//!
//! * A query runs at the relative pose. Its answer is rotated to the world, and rounded once.
//! * The answer for two spheres depends on no rotation: it is that of two points in the world
//!   (`pairs/sphere_sphere.rs`). Forming the relative pose and rotating the answer back would be
//!   most of its cost. Nor does any rotation matter for shapes whose bounding spheres are apart
//!   (`bounding_spheres.rs`), and one for a sphere and a box (`pairs/sphere_box.rs`). The distance
//!   of capsules is that of two segments in the world (`pairs/placed_segments.rs`).
//! * A manifold is in the frames of the shapes. That of spheres, or of a sphere and a box, is made
//!   from the answer in the world.

use clinch_shapes::{Convex, CoreKind};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

use crate::answer::{Measured, Relation};
use crate::bounding_spheres;
use crate::cast::impact::{Cast, CastOutcome, Impact};
use crate::cast::linear::cast;
use crate::cast::settings::CastSettings;
use crate::cast::world::{WorldCast, WorldCastOutcome, WorldImpact};
use crate::clip::Space;
use crate::collide::collide;
use crate::dispatch::answer_near;
use crate::manifold::Manifold;
use crate::measure::query;
use crate::memory::Memory;
use crate::overlap::{Overlap, near_overlap, overlap};
use crate::pair::Pair;
use crate::pairs::placed_segments::PlacedSegments;
use crate::pairs::sphere_box::SphereBox;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::problem::Work;
use crate::query::Goal;
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::sink::{ToCaller, ToManifold};
use crate::sizes::Sizes;
use crate::world_answer::{WorldMeasured, WorldRelation};
use crate::write_manifold::write_witness;

/// Two shapes and their poses in one world.
///
/// The poses may be in `f64` where the shapes are in `f32`: the search loses nothing of them, and
/// the points are rounded once, to `V`; [`WorldSeparation`](crate::WorldSeparation) says what
/// becomes of those that `V` does not have. All four are borrowed so that none is copied.
///
/// ```
/// use clinch_contact::{Memory, PlacedPair, Scratch, Settings, WorldRelation};
/// use clinch_shapes::{Ball, ShapeError};
/// use clinch_support::Pose;
/// use glam::Vec3;
///
/// let ball = Ball::<Vec3>::new(0.5)?;
/// let (pose_a, pose_b) = (Pose::at(Vec3::X), Pose::at(Vec3::X * 3.0));
/// let pair = PlacedPair { a: &ball, pose_a: &pose_a, b: &ball, pose_b: &pose_b };
/// let settings = Settings::with_margin(f32::INFINITY);
/// let answer = pair.measure(&settings, &mut Memory::new(), &mut Scratch::new());
/// let WorldRelation::Near(near) = answer.relation else { unreachable!() };
/// assert_eq!((near.distance, near.normal), (1.0, Vec3::X));
/// assert_eq!((near.point_a, near.point_b), (Vec3::X * 1.5, Vec3::X * 2.5));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlacedPair<'s, P: Vector, A, B> {
    /// The first shape.
    pub a: &'s A,
    /// Its pose.
    pub pose_a: &'s Pose<P>,
    /// The other shape.
    pub b: &'s B,
    /// Its pose.
    pub pose_b: &'s Pose<P>,
}

impl<'s, P: Vector, A, B> PlacedPair<'s, P, A, B> {
    /// The same pair in A's frame.
    // Inlined so that the pose is stored once, where the caller keeps the pair.
    #[inline(always)]
    pub fn relative<V: Vector<Wide = P::Wide>>(&self) -> Pair<V, &'s A, &'s B> {
        Pair { a: self.a, b: self.b, b_in_a: self.pose_b.relative_to(self.pose_a) }
    }

    /// [`measure`](crate::measure()) in world space. Without recycling, spheres, capsules, and a
    /// sphere and a box leave the memory's axis as it is, except a centre inside of the box and
    /// capsules whose cores meet or almost meet. So do shapes whose bounding spheres are farther
    /// apart than the margin.
    // Inlined, as all that follow, so that the few numbers of two spheres stay in registers.
    #[inline(always)]
    pub fn measure<V>(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> WorldMeasured<V>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        self.query(settings, Goal::SignedDistance, memory, scratch)
    }

    /// [`distance`](crate::distance()) in world space, with the memory as in
    /// [`measure`](Self::measure).
    #[inline(always)]
    pub fn distance<V>(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> WorldMeasured<V>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        self.query(settings, Goal::Distance, memory, scratch)
    }

    /// [`collide`](crate::collide()) of these poses. The manifold is in the frames of the shapes,
    /// as there; the answer is in world space. Without recycling, the relative pose of spheres, of
    /// a sphere and a box, and of shapes whose bounding spheres are farther apart than the margin
    /// is not formed, and the memory is as in [`measure`](Self::measure), but that a sphere and a
    /// box that have a point store its normal.
    ///
    /// ```
    /// use clinch_contact::{Manifold, Memory, PlacedPair, Scratch, Settings};
    /// use clinch_shapes::{Cuboid, ShapeError};
    /// use clinch_support::Pose;
    /// use glam::{Quat, Vec3};
    ///
    /// let block = Cuboid::new(Vec3::ONE)?;
    /// let half_turn = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
    /// let (pose_a, pose_b) = (Pose::new(half_turn, Vec3::ZERO), Pose::at(Vec3::X * 1.75));
    /// let pair = PlacedPair { a: &block, pose_a: &pose_a, b: &block, pose_b: &pose_b };
    /// let mut manifold = Manifold::new();
    /// pair.collide(&Settings::default(), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    /// assert_eq!((manifold.points.len(), manifold.separation()), (4, -0.25));
    /// assert_eq!(pose_a.vector(manifold.normal).as_vec3(), Vec3::X);
    /// # Ok::<(), ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn collide<V>(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut Memory<V>,
        scratch: &mut Scratch<V>,
        manifold: &mut Manifold<V>,
    ) -> WorldMeasured<V>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let recycles = settings.recycling.is_on();
        if !recycles && let Some(relation) = self.collide_in_world(settings, memory, manifold) {
            scratch.begin();
            memory.invalidate();
            return WorldMeasured::without_search(relation);
        }
        let pair = &self.relative::<V>();
        self.in_world(if recycles {
            collide(pair, settings, memory, scratch, manifold)
        } else {
            answer_near(pair, settings, Goal::Contact, Work { memory, scratch }, ToManifold { pair, settings, manifold })
        })
    }

    /// The answer, and the manifold, for two spheres, a sphere and a box, or shapes that are apart.
    #[inline(always)]
    fn collide_in_world<V>(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut Memory<V>,
        manifold: &mut Manifold<V>,
    ) -> Option<WorldRelation<V>>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let (shapes, poses) = ((self.a, self.b), [self.pose_a, self.pose_b]);
        let (relation, in_frames) = if let Some(spheres) = SphereSphere::<V>::in_world(shapes, poses) {
            let relation = self.spheres(&spheres, settings, Goal::Contact);
            let in_frames = || spheres.relation_in_frames(poses, &spheres.query(settings, Goal::Contact));
            (relation, matches!(relation, WorldRelation::Near(_)).then(in_frames))
        } else if let Some(at_least) = self.apart::<V>(settings) {
            (WorldRelation::Beyond { at_least }, None)
        } else {
            let pair = SphereBox::<V>::of(shapes, poses, settings)?;
            let query = pair.query(settings, Goal::Contact, memory);
            pair.relation_and_in_frames(poses, &query, memory)
        };
        match in_frames {
            Some(in_frames) => {
                let radius = || Sizes::of(&self.relative::<V>(), settings).least();
                write_witness(&in_frames, settings, radius, manifold);
            }
            None => manifold.clear(),
        }
        Some(relation)
    }

    /// [`overlap`](crate::overlap()) of these poses. The memory is as in
    /// [`measure`](Self::measure); in 2D, shapes that are neither circles, capsules, nor a circle
    /// and a rectangle store their axis.
    #[inline(always)]
    pub fn overlap<V>(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> Overlap
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        if !settings.recycling.is_on()
            && let Some(overlap) = self.overlap_in_world(settings, memory)
        {
            scratch.begin();
            memory.invalidate();
            return overlap;
        }
        let pair = &self.relative::<V>();
        if V::DIM == 2 { overlap(pair, settings, memory, scratch) } else { near_overlap(pair, settings, memory, scratch) }
    }

    /// The overlap, if it is decided without the relative pose. Where squares do not decide it, the
    /// distance does, so that it never contradicts [`measure`](Self::measure).
    #[inline(always)]
    fn overlap_in_world<V>(&self, settings: &Settings<V::Scalar>, memory: &mut Memory<V>) -> Option<Overlap>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let (shapes, poses) = ((self.a, self.b), [self.pose_a, self.pose_b]);
        let without_margin = || Settings { margin: V::Scalar::ZERO, ..*settings };
        if let Some(spheres) = SphereSphere::<V>::in_world(shapes, poses) {
            return Some(match spheres.touching(Radii::skins(settings)) {
                Some(touching) => Overlap::without_search(touching),
                None => by_distance(&self.spheres(&spheres, &without_margin(), Goal::Overlap)),
            });
        }
        if let Some(sphere_box) = SphereBox::<V>::of(shapes, poses, settings) {
            return Some(match sphere_box.touching() {
                Some(touching) => Overlap::without_search(touching),
                None => by_distance(&self.sphere_box(&sphere_box, &without_margin(), Goal::Overlap, memory)),
            });
        }
        let segments = self.are_points_or_segments::<V>();
        // In 2D `overlap` makes this test, at a relative pose that costs no more than the test.
        if (V::DIM == 3 || segments) && self.clearly_apart::<V>(settings) {
            return Some(Overlap::without_search(false));
        }
        if segments { self.segments_overlap::<V>(settings) } else { None }
    }

    /// By the bounding spheres, for which no rotation matters.
    #[inline(always)]
    fn clearly_apart<V>(&self, settings: &Settings<V::Scalar>) -> bool
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        self.have_bases() && bounding_spheres::clearly_apart_by::<V, A, B>((self.a, self.b), self.squared_distance(), settings)
    }

    /// A distance greater than the margin, proved by the bounding spheres.
    #[inline(always)]
    fn apart<V>(&self, settings: &Settings<V::Scalar>) -> Option<f64>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let apart = bounding_spheres::apart_by::<V, A, B>((self.a, self.b), self.squared_distance(), settings, || self.have_bases())?;
        Some(apart.at_least)
    }

    /// Of the origins of both frames.
    #[inline(always)]
    fn squared_distance(&self) -> f64 {
        (self.pose_b.translation.widen() - self.pose_a.translation.widen()).length_squared()
    }

    /// Whether neither rotation is degenerate.
    #[inline(always)]
    fn have_bases(&self) -> bool {
        self.pose_a.rotation.has_basis() && self.pose_b.rotation.has_basis()
    }

    /// [`cast`](fn@crate::cast) in world space. The motions are the translations of A and of B per
    /// unit of the parameter.
    #[inline(always)]
    pub fn cast<V>(&self, motions: [V::Wide; 2], settings: &CastSettings, scratch: &mut Scratch<V>) -> WorldCast<V>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let [motion_a, motion_b] = motions;
        if let Some(spheres) = SphereSphere::<V>::in_world((self.a, self.b), [self.pose_a, self.pose_b]) {
            let settings = settings.not_negative();
            if let Some(outcome) = spheres.cast(motion_b - motion_a, &settings) {
                scratch.begin();
                let centers_at = |time| self.origins_at(motions, time);
                let outcome = outcome.in_world(spheres.radii, centers_at, settings.target_distance);
                return WorldCast { outcome, steps: 0, calls: 0 };
            }
        }
        let motion = self.pose_a.rotation.basis().unrotate(motion_b - motion_a);
        let Cast { outcome, steps, calls } = cast(&self.relative::<V>(), motion, settings, scratch);
        WorldCast { outcome: self.outcome_in_world(&outcome, motions), steps, calls }
    }

    /// The origins of both frames at a time.
    #[inline(always)]
    fn origins_at(&self, [motion_a, motion_b]: [P::Wide; 2], time: f64) -> [P::Wide; 2] {
        [self.pose_a.translation.widen() + motion_a * time, self.pose_b.translation.widen() + motion_b * time]
    }

    #[inline(always)]
    fn outcome_in_world<V: Space<Wide = P::Wide>>(&self, outcome: &CastOutcome<V>, motions: [P::Wide; 2]) -> WorldCastOutcome<V> {
        match *outcome {
            CastOutcome::Hit(Impact { time, lower, at_start, separation, normal, point_a, point_b }) => {
                let (a, b) = (self.pose_a.rotation.basis(), self.pose_b.rotation.basis());
                let [at_a, at_b] = self.origins_at(motions, time);
                let normal = V::narrow(a.rotate(normal));
                let (point_a, point_b) = (V::narrow(a.rotate(point_a) + at_a), V::narrow(b.rotate(point_b) + at_b));
                WorldCastOutcome::Hit(WorldImpact { time, lower, at_start, separation, normal, point_a, point_b })
            }
            CastOutcome::Miss { proven, .. } => WorldCastOutcome::Miss { proven },
            CastOutcome::Exhausted { lower } => WorldCastOutcome::Exhausted { lower },
            CastOutcome::Undefined => WorldCastOutcome::Undefined,
        }
    }

    /// The signed distance, or the distance. With recycling the answer may be that of an earlier
    /// tick, which only the query at the relative pose knows.
    #[inline(always)]
    fn query<V>(&self, settings: &Settings<V::Scalar>, goal: Goal, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> WorldMeasured<V>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let recycles = settings.recycling.is_on();
        if !recycles && let Some(relation) = self.query_in_world(settings, goal, memory) {
            scratch.begin();
            memory.invalidate();
            return WorldMeasured::without_search(relation);
        }
        let pair = &self.relative::<V>();
        self.in_world(if recycles {
            query(pair, settings, goal, memory, scratch)
        } else {
            answer_near(pair, settings, goal, Work { memory, scratch }, ToCaller { pair, settings })
        })
    }

    /// The answer for two spheres, a sphere and a box, two capsules, or shapes that are apart.
    #[inline(always)]
    fn query_in_world<V>(&self, settings: &Settings<V::Scalar>, goal: Goal, memory: &mut Memory<V>) -> Option<WorldRelation<V>>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let (shapes, poses) = ((self.a, self.b), [self.pose_a, self.pose_b]);
        if let Some(spheres) = SphereSphere::<V>::in_world(shapes, poses) {
            return Some(self.spheres(&spheres, settings, goal));
        }
        if let Some(at_least) = self.apart::<V>(settings) {
            return Some(WorldRelation::Beyond { at_least });
        }
        if let Some(sphere_box) = SphereBox::<V>::of(shapes, poses, settings) {
            return Some(self.sphere_box(&sphere_box, settings, goal, memory));
        }
        if self.are_points_or_segments::<V>() { self.segments_relation(settings, goal) } else { None }
    }

    /// Whether both are spheres, centred on their origins or not, or capsules. Only the kinds are
    /// compared, so that no core is stored.
    #[inline(always)]
    fn are_points_or_segments<V>(&self) -> bool
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        use CoreKind::{Origin, Point, Segment};
        matches!(self.a.core().kind(), Origin | Point | Segment) && matches!(self.b.core().kind(), Origin | Point | Segment)
    }

    // Not inlined, as the next, so that other pairs keep the registers.
    #[inline(never)]
    fn segments_relation<V>(&self, settings: &Settings<V::Scalar>, goal: Goal) -> Option<WorldRelation<V>>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        PlacedSegments::<V>::of((self.a, self.b), [self.pose_a, self.pose_b], settings)?.relation(settings, goal)
    }

    /// By the same numbers as [`segments_relation`](Self::segments_relation), which it must not
    /// contradict.
    #[inline(never)]
    fn segments_overlap<V>(&self, settings: &Settings<V::Scalar>) -> Option<Overlap>
    where
        V: Space<Wide = P::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let segments = PlacedSegments::<V>::of((self.a, self.b), [self.pose_a, self.pose_b], settings)?;
        if let Some(touching) = segments.touching() {
            return Some(Overlap::without_search(touching));
        }
        let relation = segments.relation(&Settings { margin: V::Scalar::ZERO, ..*settings }, Goal::Overlap)?;
        Some(by_distance(&relation))
    }

    #[inline(always)]
    fn sphere_box<V: Space<Wide = P::Wide>>(
        &self,
        pair: &SphereBox<V>,
        settings: &Settings<V::Scalar>,
        goal: Goal,
        memory: &mut Memory<V>,
    ) -> WorldRelation<V> {
        let query = pair.query(settings, goal, memory);
        pair.relation(self.pose_a, &query, memory)
    }

    #[inline(always)]
    fn spheres<V: Space<Wide = P::Wide>>(&self, pair: &SphereSphere<V>, settings: &Settings<V::Scalar>, goal: Goal) -> WorldRelation<V> {
        let centers = [self.pose_a.translation.widen(), self.pose_b.translation.widen()];
        pair.world_relation(centers, &pair.query(settings, goal))
    }

    #[inline(always)]
    fn in_world<V: Space<Wide = P::Wide>>(&self, measured: Measured<V>) -> WorldMeasured<V> {
        let Measured { calls, unfinished, recycled, .. } = measured;
        let relation = match &measured.relation {
            Relation::Near(near) if near.normal == V::Wide::ZERO => {
                WorldRelation::near([near.distance, near.lower, near.upper], [V::Wide::ZERO; 3])
            }
            Relation::Near(near) => {
                let (a, b) = (self.pose_a.rotation.basis(), self.pose_b.rotation.basis());
                let (at_a, at_b) = (self.pose_a.translation.widen(), self.pose_b.translation.widen());
                let points = [a.rotate(near.point_a) + at_a, b.rotate(near.point_b) + at_b];
                WorldRelation::near([near.distance, near.lower, near.upper], [a.rotate(near.normal), points[0], points[1]])
            }
            relation => WorldRelation::without_points(relation),
        };
        WorldMeasured { relation, calls, unfinished, recycled }
    }
}

/// Whether the shapes touch, by their distance without a margin.
fn by_distance<V: Space>(relation: &WorldRelation<V>) -> Overlap {
    let touching = match *relation {
        WorldRelation::Beyond { .. } => Some(false),
        WorldRelation::Near(near) => Some(near.lower <= 0.0),
        WorldRelation::Undefined => None,
    };
    Overlap { touching, ..Overlap::without_search(false) }
}

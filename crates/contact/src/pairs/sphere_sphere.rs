//! Two spheres about the origins of their frames (circles in 2D).
//!
//! * The distance is that of the origins less the radii. It is the cheapest of all pairs, and
//!   tested before any other.
//! * Rotations matter only for the normal and the points in the frames of the shapes, and not at
//!   all for an answer in world space. Whether the spheres touch is decided by squares, without a
//!   root.
//! * Concentric spheres have no normal of their own: the general path answers them.
//! * Their casts are in `cast/spheres.rs`.

use clinch_shapes::{Convex, Core};
use clinch_support::{Basis, Frame, Pose, Rotation, Vector};

use crate::answer::{Bounds, Relation};
use crate::bounding_spheres;
use crate::clip::Space;
use crate::pair::Pair;
use crate::pairs::squares;
use crate::query::{Goal, Query};
use crate::radii::Radii;
use crate::settings::Settings;
use crate::tolerance::CLOSED_FORM_NOISE;
use crate::world_answer::WorldRelation;

/// Squares that differ by more than this part are squares of lengths that differ by more than all
/// rounding. Larger: more pairs need a root. Smaller: yes or no contradicts the distance.
const CLEAR: f64 = 64.0 * f64::EPSILON;

/// Two spheres whose distance is in the range of squares.
pub(crate) struct SphereSphere<V: Vector> {
    /// Without skins.
    pub(crate) radii: Radii,
    /// From A's centre to B's.
    pub(crate) between: V::Wide,
    /// Its squared length.
    pub(crate) squared: f64,
}

impl<V: Space> SphereSphere<V> {
    /// `None` for all other pairs.
    #[inline(always)]
    pub(crate) fn of<A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>) -> Option<Self> {
        let radii = Radii { a: sphere_radius(&pair.a)?, b: sphere_radius(&pair.b)? };
        Self::between(radii, pair.b_in_a.translation, pair.b_in_a.rotation.has_basis())
    }

    /// In the axes of the world, from the poses of both. `None` for all other pairs.
    #[inline(always)]
    pub(crate) fn in_world<P, A, B>((a, b): (&A, &B), [pose_a, pose_b]: [&Pose<P>; 2]) -> Option<Self>
    where
        P: Vector<Wide = V::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let radii = Radii { a: sphere_radius(a)?, b: sphere_radius(b)? };
        let rotations = pose_a.rotation.has_basis() & pose_b.rotation.has_basis();
        Self::between(radii, pose_b.translation.widen() - pose_a.translation.widen(), rotations)
    }

    #[inline(always)]
    fn between(radii: Radii, between: V::Wide, rotations: bool) -> Option<Self> {
        let squared = between.length_squared();
        (squares::keeps_digits(squared) && rotations).then_some(Self { radii, between, squared })
    }

    /// Whether they touch, if the squares decide it.
    #[inline(always)]
    pub(crate) fn touching(&self, skins: Radii) -> Option<bool> {
        let sum = self.radii.plus(skins).sum();
        let squared_sum = sum * sum;
        // Radii near the end of the range.
        if !(squared_sum < f64::INFINITY) {
            return None;
        }
        if self.squared > squared_sum * (1.0 + CLEAR) {
            return Some(false);
        }
        (self.squared < squared_sum * (1.0 - CLEAR)).then_some(true)
    }

    /// The answer to a query, and whether to store it: spheres far apart are answered as all
    /// shapes are whose bounding spheres are.
    // Inlined so that the few numbers stay in registers.
    #[inline(always)]
    pub(crate) fn relation(&self, b_in_a: &Pose<V::Wide>, query: &Query<'_, V>) -> (Relation<V>, bool) {
        let radii = query.radii;
        let length = self.squared.sqrt();
        let normal = self.between * length.recip();
        let far = self.at_least(length, query);
        if far > query.margin {
            return (Relation::Beyond { axis: normal, at_least: far }, false);
        }
        let bounds = Bounds::of(length, CLOSED_FORM_NOISE * length, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return (relation, true);
        }
        let point_b = Frame::<V>::new(b_in_a).direction_in_b(normal) * -radii.b;
        (bounds.near(normal, [normal * radii.a, point_b]), true)
    }

    /// The same for spheres about these points of the world.
    #[inline(always)]
    pub(crate) fn world_relation(&self, [at_a, at_b]: [V::Wide; 2], query: &Query<'_, V>) -> WorldRelation<V> {
        let radii = query.radii;
        let length = self.squared.sqrt();
        let far = self.at_least(length, query);
        if far > query.margin {
            return WorldRelation::Beyond { at_least: far };
        }
        let bounds = Bounds::of(length, CLOSED_FORM_NOISE * length, radii);
        if let Some(relation) = WorldRelation::of_bounds(bounds, query) {
            return relation;
        }
        let normal = self.between * length.recip();
        WorldRelation::near(bounds.distance_and_bounds(), [normal, at_a + normal * radii.a, at_b - normal * radii.b])
    }

    /// The same answer, if it has points, in the frames of the shapes: the normal in A's, and each
    /// point in that of its shape.
    #[inline(always)]
    pub(crate) fn relation_in_frames<P: Vector<Wide = V::Wide>>(&self, poses: [&Pose<P>; 2], query: &Query<'_, V>) -> Relation<V> {
        let radii = query.radii;
        let length = self.squared.sqrt();
        let bounds = Bounds::of(length, CLOSED_FORM_NOISE * length, radii);
        let in_world = self.between * length.recip();
        let [normal, normal_in_b] = poses.map(|pose| pose.rotation.widen().basis().unrotate(in_world));
        bounds.near(normal, [normal * radii.a, normal_in_b * -radii.b])
    }

    /// A lower bound of the distance: that of bounding spheres, without the room that support maps
    /// need.
    #[inline(always)]
    fn at_least(&self, length: f64, query: &Query<'_, V>) -> f64 {
        bounding_spheres::at_least(length, self.radii.sum() + Radii::skins(query.settings).sum())
    }

    /// The query of spheres, which have no warm start.
    #[inline(always)]
    pub(crate) fn query<'q>(&self, settings: &'q Settings<V::Scalar>, goal: Goal) -> Query<'q, V> {
        Query { goal, radii: self.radii.with_skins(settings), margin: settings.margin(), last_normal: V::ZERO, settings }
    }
}

/// The radius of a sphere about its origin; `None` for other shapes.
// One shape at a time, core and radius at once: nothing is stored, and the kind of shape is looked
// up once.
#[inline(always)]
pub(crate) fn sphere_radius<V: Space>(shape: &impl Convex<V>) -> Option<f64> {
    match shape.core() {
        Core::Origin => Some(shape.radius_wide()),
        _ => None,
    }
}

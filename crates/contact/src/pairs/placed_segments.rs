//! Two spheres or capsules in world space.
//!
//! The nearest points of two segments depend on no frame: the ends of both are rotated to the axes
//! of the world, and the answer is there. At the relative pose, where `pairs/segment_segment.rs`
//! answers, two rotations are multiplied, and the normal and both points are turned back. Manifolds
//! are still made at the relative pose: their points are in the frames of the shapes.

use clinch_shapes::Convex;
use clinch_support::{Basis, Pose, Rotation, Vector};

use crate::answer::Bounds;
use crate::clip::Space;
use crate::pairs::segment_distance::{self, PointOrSegment, Separated};
use crate::pairs::squares;
use crate::query::{Goal, Query};
use crate::radii::Radii;
use crate::settings::Settings;
use crate::tolerance::CLOSED_FORM_NOISE;
use crate::world_answer::WorldRelation;

/// Two points or segments at rotations that have a basis.
pub(crate) struct PlacedSegments<V: Vector> {
    /// With skins.
    radii: Radii,
    /// The ends of both cores, in the axes of the world, from A's origin.
    cores: [PointOrSegment<V::Wide>; 2],
    /// A's origin in the world.
    origin: V::Wide,
    /// Bounds the coordinates of both cores.
    size: f64,
}

impl<V: Space> PlacedSegments<V> {
    /// `None` for all other pairs, and at rotations that are degenerate.
    #[inline(always)]
    pub(crate) fn of<P, A, B>((a, b): (&A, &B), [pose_a, pose_b]: [&Pose<P>; 2], settings: &Settings<V::Scalar>) -> Option<Self>
    where
        P: Vector<Wide = V::Wide>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let (core_a, core_b) = (PointOrSegment::of(&a.core())?, PointOrSegment::of(&b.core())?);
        if !(pose_a.rotation.has_basis() && pose_b.rotation.has_basis()) {
            return None;
        }
        let origin = pose_a.translation.widen();
        let between = pose_b.translation.widen() - origin;
        let (basis_a, basis_b) = (pose_a.rotation.widen().basis(), pose_b.rotation.widen().basis());
        let cores = [core_a.rotated(|point| basis_a.rotate(point)), core_b.rotated(|point| basis_b.rotate(point)).moved_by(between)];
        let size = core_a.max_coordinate() + core_b.max_coordinate() + V::DIM as f64 * between.max_abs();
        let radii = Radii { a: a.radius_wide(), b: b.radius_wide() }.with_skins(settings);
        Some(Self { radii, cores, origin, size })
    }

    /// Whether they touch, if the squares decide it.
    #[inline(always)]
    pub(crate) fn touching(&self) -> Option<bool> {
        let [a, b] = self.cores;
        let nearest = segment_distance::nearest(a, b, self.noise())?;
        squares::touching(nearest.between.length_squared(), self.radii, self.size)
    }

    /// The answer to a query about these shapes; `None` if the cores meet, or if no normal is
    /// proved. Then the caller uses the relative pose.
    #[inline(always)]
    pub(crate) fn relation(&self, settings: &Settings<V::Scalar>, goal: Goal) -> Option<WorldRelation<V>> {
        let ([a, b], radii) = (self.cores, self.radii);
        let Separated { nearest, distance, normal } = Separated::of(a, b, self.noise())?;
        let bounds = Bounds::of(distance, self.noise(), radii);
        // There is no warm start.
        let query = Query { goal, radii, margin: settings.margin(), last_normal: V::ZERO, settings };
        if let Some(relation) = WorldRelation::of_bounds(bounds, &query) {
            return Some(relation);
        }
        let (on_a, on_b) = (nearest.a + normal * radii.a, nearest.b - normal * radii.b);
        Some(WorldRelation::near(bounds.distance_and_bounds(), [normal, on_a + self.origin, on_b + self.origin]))
    }

    /// Rounding error of the coordinates.
    #[inline(always)]
    fn noise(&self) -> f64 {
        CLOSED_FORM_NOISE * self.size
    }
}

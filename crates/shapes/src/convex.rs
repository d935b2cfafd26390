//! What a shape must answer besides its support mapping.

use clinch_mass::{Moments, capsule, sampled};
use core::fmt;

use clinch_support::{Basis, Pose, Rotation, Scalar, SupportMap, Vector};

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::cuboid::Cuboid;
use crate::face::Face;
use crate::facets::Facets;
use crate::revolution::Revolution;
use crate::sampled_face;
use crate::triangle::Triangle;

/// The core of a shape: what the shape is without the radius it is swept by.
///
/// It must be the same set as that of the support mapping, to rounding in `f64`.
///
/// ```
/// use clinch_shapes::{Capsule, Convex, Core, CoreKind, Cuboid, Posed, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let capsule = Capsule::<Vec3>::new(1.0, 0.25)?;
/// assert_eq!(capsule.core(), Core::Segment([-DVec3::Y, DVec3::Y]));
///
/// let crate_aside = Posed::new(Cuboid::new(Vec3::ONE)?, Pose::at(Vec3::X))?;
/// assert_eq!(crate_aside.core().kind(), CoreKind::Posed);
/// let Core::Posed(posed) = crate_aside.core() else { unreachable!() };
/// assert_eq!((posed.inner.core().kind(), posed.pose.translation), (CoreKind::Box, DVec3::X));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Core<'s, V: Vector> {
    /// A point.
    Point(V::Wide),
    /// A segment; its ends may coincide.
    Segment([V::Wide; 2]),
    /// A triangle, in 3D with two sides.
    Triangle(&'s Triangle<V>),
    /// A box about the origin, given by its half extents. Vertices, edges and faces have the ids of [`Cuboid`].
    Box(&'s Cuboid<V>),
    /// All points x with `normal`·x ≤ `offset`. It has no farthest points: its support mapping is not that of this set, and only closed forms apply.
    HalfSpace {
        /// The outward normal, a unit vector up to rounding.
        normal: V::Wide,
        /// The signed distance of the plane from the origin.
        offset: f64,
    },
    /// A solid of revolution about the y axis: cylinder, cone or frustum. 3D.
    Revolution(Revolution),
    /// A polytope with its planes and edges.
    Polytope(&'s Facets<V::Wide>),
    /// A triangle, box, solid of revolution or polytope in a frame of its own.
    Posed(PosedCore<'s, V>),
    /// Any other set: only its support mapping is known.
    Other,
}

impl<V: Vector> Core<'_, V> {
    /// Which kind it is. A few instructions where [`Convex::core`] is inlined; the rest of the core is then never computed.
    #[inline]
    pub const fn kind(&self) -> CoreKind {
        match self {
            Self::Point(_) => CoreKind::Point,
            Self::Segment(_) => CoreKind::Segment,
            Self::Triangle(_) => CoreKind::Triangle,
            Self::Box(_) => CoreKind::Box,
            Self::HalfSpace { .. } => CoreKind::HalfSpace,
            Self::Revolution(_) => CoreKind::Revolution,
            Self::Polytope(_) => CoreKind::Polytope,
            Self::Posed(_) => CoreKind::Posed,
            Self::Other => CoreKind::Other,
        }
    }
}

/// The variants of [`Core`], without their data: an index of tables of algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CoreKind {
    /// [`Core::Point`]
    Point,
    /// [`Core::Segment`]
    Segment,
    /// [`Core::Triangle`]
    Triangle,
    /// [`Core::Box`]
    Box,
    /// [`Core::HalfSpace`]
    HalfSpace,
    /// [`Core::Revolution`]
    Revolution,
    /// [`Core::Polytope`]
    Polytope,
    /// [`Core::Posed`]
    Posed,
    /// [`Core::Other`]
    Other,
}

impl CoreKind {
    /// How many kinds there are. `kind as usize` is less than this.
    pub const COUNT: usize = Self::Other as usize + 1;
}

/// The core of a shape, moved by a pose: what [`Convex::core`] of a [`Posed`](crate::Posed) box, triangle, solid of revolution or polytope is.
///
/// Queries use it as the shape `inner` at the pose of both. Vertices, edges and faces of `inner` have the ids they have in the outer shape.
#[derive(Clone, Copy)]
pub struct PosedCore<'s, V: Vector> {
    /// The shape with this core. Its own core is never [`Core::Posed`]: poses within poses are composed.
    ///
    /// Only its core counts. The outer shape may be swept by more than `inner` is, so the radius is always that of the outer shape.
    pub inner: &'s dyn Convex<V>,
    /// The pose of `inner` in the frame of the outer shape.
    pub pose: Pose<V::Wide>,
}

impl<V: Vector> fmt::Debug for PosedCore<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PosedCore").field("inner", &self.inner.core()).field("pose", &self.pose).finish()
    }
}

/// Equal cores at equal poses.
impl<V: Vector> PartialEq for PosedCore<'_, V> {
    fn eq(&self, other: &Self) -> bool {
        self.inner.core() == other.inner.core() && self.pose == other.pose
    }
}

/// A convex shape: a core, known by its support mapping, swept by a radius.
///
/// The radius stays outside GJK: a ball is a point, a capsule a segment, and shapes that overlap by less than their radii need no EPA.
/// Everything has a default built from [`SupportMap::support`], so a custom shape is one method: it gets distance, depth, and as many contact points as
/// its [`face`](Self::face) has corners.
pub trait Convex<V: Vector>: SupportMap<V> {
    /// By how much the core is swept: the shape is every point within `radius` of it.
    fn radius(&self) -> V::Scalar {
        V::Scalar::ZERO
    }

    /// [`radius`](Self::radius) in `f64`: what queries add to the core.
    ///
    /// The default widens `radius`. A shape made of others answers it in `f64`: the sum of two radii rounded to `f32` would be another shape.
    fn radius_wide(&self) -> f64 {
        self.radius().widen()
    }

    /// What the core is: queries have closed forms and separating axis tests for most kinds.
    ///
    /// The default is [`Core::Other`], which leaves the shape to GJK and EPA. It must be the same set as that of the support mapping, to rounding in `f64`.
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::Other
    }

    /// Writes the feature of the *core* that looks most along `direction` (a non-zero vector of the shape's frame) into `face`.
    ///
    /// The default asks the support map along directions tilted by 1/64 to eight sides, in 2D to two. What they find is a face, or an edge,
    /// if it is flat: if the core rises above it by less than 1/512 of its width. So a box found by its support map has its sides and edges, so long
    /// as `direction` is within half a degree of looking straight at them; a superellipsoid |x|ᵉ + |y|ᵉ + |z|ᵉ ≤ 1 has nearly flat faces from e = 6 on;
    /// and a ball has a point. Corners without a vertex id are named by the side the direction was tilted to. Up to 30 support calls, no allocation.
    fn face(&self, direction: V, face: &mut Face<V>) {
        sampled_face::face(self, direction, face);
    }

    /// Bounds of the swept shape under `pose`, in `f64` so that a float of any kind can be rounded outward from them.
    ///
    /// The default asks two support calls per axis. Rounding and the map's declared error are included.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds_by_support(self, pose)
    }

    /// A point of the core, away from its border where it has an inside; rounded once, so that of a flat shape it may lie beside it by rounding.
    ///
    /// The default is the mean of the farthest points along the axes, to both sides: of a simplex it lies inside.
    fn interior(&self) -> V {
        let farthest = |direction: V::Wide| self.support_wide(direction).point;
        let sum = (0..V::DIM).fold(V::Wide::ZERO, |sum, axis| sum + farthest(V::Wide::unit(axis)) + farthest(-V::Wide::unit(axis)));
        V::narrow(sum * (0.5 / V::DIM as f64))
    }

    /// A ball, in the shape's frame, that holds the swept shape; rounded outward. Not the smallest.
    ///
    /// The default is about [`SupportMap::center`], with the extent and the radius; without end, if the core is a half-space.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let endless = matches!(self.core(), Core::HalfSpace { .. });
        let reach = if endless { f64::INFINITY } else { self.radius_about_center().widen() + self.error().widen() };
        BoundingBall::around(self.center().widen(), reach + self.radius_wide())
    }

    /// No point of the swept shape is farther than this from its frame's origin; rounded outward, and larger than need be where that is much cheaper. What is asked before
    /// the shape itself: pairs farther apart than their reaches need no more.
    ///
    /// The default is infinite: of a shape that does not say it nothing is believed.
    fn bounding_radius(&self) -> f64 {
        f64::INFINITY
    }

    /// Volume (2D: area), centroid and second moments of the swept shape, in its frame: what mass and inertia are made of. Once, when a body is made: not
    /// every tick. `None` of a half-space, which has no end, and of numbers that `f64` cannot hold.
    ///
    /// Shapes of this crate answer in closed form or by exact pieces, except for sums and hulls of shapes, a [`Rounded`](crate::Rounded) one whose inner shape
    /// is not of the plane, a box, round about the y axis or round all over, and what [`Scaled`](crate::Scaled) makes of these or flattens: those have the default
    /// of [`swept_moments`](Self::swept_moments), which is exact for sums and hulls of polytopes.
    fn moments(&self) -> Option<Moments<V::Wide>> {
        self.swept_moments(0.0)
    }

    /// The [`moments`](Self::moments) of the shape swept by a radius more: so that a shape made of others can ask.
    ///
    /// The default knows points and segments as cores. Of others it builds the hull of points found through the support map, up to some thousand:
    /// exact of a polytope of up to about a thousand vertices. Of smooth shapes what rises above the hull's faces is taken for a paraboloid: volume, centroid and
    /// covariance are then right to 1e-3 in space (of a ball to 1e-4) and to 5e-6 in the plane, relative to the size; kept by `tests/moments.rs`. Some thousand
    /// support calls and a few hulls: 30 ms for a rounded box.
    ///
    /// A shape that knows better implements this: `by` is zero for its own moments.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        default_moments(self, by)
    }
}

/// Moments of what the core is, or of what is found of it.
pub(crate) fn default_moments<V: Vector, S: Convex<V> + ?Sized>(shape: &S, by: f64) -> Option<Moments<V::Wide>> {
    let radius = shape.radius_wide() + by;
    match shape.core() {
        Core::Point(point) => capsule([point, point], radius).finite(),
        Core::Segment(ends) => capsule(ends, radius).finite(),
        Core::HalfSpace { .. } => None,
        _ => sampled(shape, radius),
    }
}

/// Bounds from two support calls per axis.
pub(crate) fn bounds_by_support<V: Vector, S: Convex<V> + ?Sized>(shape: &S, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
    let basis = pose.rotation.basis();
    let at = pose.translation.widen();
    let size = at.max_abs() + shape.center().widen().max_abs() + shape.radius_about_center().widen() + shape.radius_wide();
    let slack = shape.radius_wide() + shape.error().widen() + 8.0 * f64::EPSILON * size;
    let reach = |direction: V::Wide| basis.rotate(shape.support_wide(basis.unrotate(direction)).point);
    Aabb {
        min: V::Wide::from_fn(|i| (at + reach(-V::Wide::unit(i))).get(i) - slack),
        max: V::Wide::from_fn(|i| (at + reach(V::Wide::unit(i))).get(i) + slack),
    }
}

#[cfg(test)]
mod tests {
    use super::{Core, CoreKind};
    use glam::DVec3;

    #[test]
    fn kinds_are_numbered_from_zero_in_one_byte() {
        assert_eq!(Core::<DVec3>::Point(DVec3::ZERO).kind() as usize, 0);
        assert_eq!(Core::<DVec3>::Other.kind() as usize + 1, CoreKind::COUNT);
        assert_eq!(size_of::<CoreKind>(), 1);
    }
}

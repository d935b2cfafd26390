//! The convex shape: what queries need of a shape besides its support mapping.

use clinch_mass::{Moments, capsule, sampled};
use core::fmt;

use clinch_support::{Basis, Pose, Rotation, Scalar, SupportMap, Vector, normalize_or_zero};
use smallvec::SmallVec;

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::cuboid::Cuboid;
use crate::face::Face;
use crate::facets::Facets;
use crate::revolution::Revolution;
use crate::sampled_face;
use crate::triangle::Triangle;

/// The core of a shape: the shape without the radius that it is swept by. Queries have closed forms
/// for most kinds of core.
///
/// It is the same set as that of the support mapping, to `f64` rounding. Lengths, points and
/// normals are in the shape's frame.
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
    /// The origin of the shape's frame: the core of a sphere.
    Origin,
    /// Any other point.
    Point(V::Wide),
    /// A segment, by its ends, which may coincide.
    Segment([V::Wide; 2]),
    /// A triangle. In 3D it has two faces.
    Triangle(&'s Triangle<V>),
    /// An axis-aligned box about the origin. Vertices, edges and faces have the ids of [`Cuboid`].
    Box(&'s Cuboid<V>),
    /// All points x with `normal`·x ≤ `offset`. The set has no farthest points, so the support
    /// mapping is not that of this set, and only closed forms apply.
    HalfSpace {
        /// The outward normal, of length 1 up to rounding.
        normal: V::Wide,
        /// The signed distance of the plane from the origin.
        offset: f64,
    },
    /// A solid of revolution about the y axis: cylinder, cone or frustum. 3D.
    Revolution(Revolution),
    /// A polytope, with its planes and edges.
    Polytope(&'s Facets<V::Wide>),
    /// A triangle, box, solid of revolution or polytope at a pose.
    Posed(PosedCore<'s, V>),
    /// Any other set. Only its support mapping is known.
    Other,
}

impl<V: Vector> Core<'_, V> {
    /// The core that is a point: [`Origin`](Self::Origin) or [`Point`](Self::Point).
    #[inline]
    pub fn at(point: V::Wide) -> Self {
        if point == V::Wide::ZERO { Self::Origin } else { Self::Point(point) }
    }

    /// The point, if the core is one.
    #[inline]
    pub fn point(&self) -> Option<V::Wide> {
        match self {
            Self::Origin => Some(V::Wide::ZERO),
            Self::Point(point) => Some(*point),
            _ => None,
        }
    }

    /// The kind of the core. Costs a few instructions if [`Convex::core`] is inlined, because the
    /// data of the core is then not computed.
    #[inline]
    pub const fn kind(&self) -> CoreKind {
        match self {
            Self::Origin => CoreKind::Origin,
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

/// The variants of [`Core`] without their data: an index into tables of algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CoreKind {
    /// [`Core::Origin`]
    Origin,
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
    /// The number of kinds. `kind as usize` is less than this.
    pub const COUNT: usize = Self::Other as usize + 1;
}

/// A core at a pose: [`Convex::core`] of a [`Posed`](crate::Posed) box, triangle, solid of
/// revolution or polytope.
///
/// Queries treat it as the shape `inner` at the composed pose. Vertices, edges and faces have the
/// same ids in `inner` and in the outer shape.
#[derive(Clone, Copy)]
pub struct PosedCore<'s, V: Vector> {
    /// The shape with this core. Its own core is never [`Core::Posed`], because nested poses are
    /// composed.
    ///
    /// Only its core counts: the outer shape may have a larger radius than `inner`.
    pub inner: &'s dyn Convex<V>,
    /// The pose of `inner` in the frame of the outer shape.
    pub pose: Pose<V::Wide>,
}

impl<V: Vector> fmt::Debug for PosedCore<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PosedCore").field("inner", &self.inner.core()).field("pose", &self.pose).finish()
    }
}

/// Equal if the cores and the poses are equal.
impl<V: Vector> PartialEq for PosedCore<'_, V> {
    fn eq(&self, other: &Self) -> bool {
        self.inner.core() == other.inner.core() && self.pose == other.pose
    }
}

/// What the directions of the default of [`Convex::interior`] are chosen from; perpendicular in 3D.
/// None is parallel to an axis, a face or a diagonal of a common shape: along the axes a box has
/// four farthest corners, and a cylinder two points, and the mean would be near one of them.
const OFF_AXIS: [[f64; 3]; 3] = [[6.0, 2.0, -3.0], [-3.0, 6.0, -2.0], [2.0, 3.0, 6.0]];

/// A convex shape: a core, given by its support mapping, swept by a radius.
///
/// The radius stays outside of GJK and EPA: a ball is a point, a capsule is a segment, and shapes
/// that overlap by less than their radii need no EPA. All methods have defaults that use
/// [`SupportMap::support`]. So a custom shape is one method, and gets distances, depths, and as
/// many contact points as its [`face`](Self::face) has corners.
///
/// ```
/// use clinch_shapes::Convex;
/// use clinch_support::{Pose, Support, SupportMap};
/// use glam::{DVec3, Vec3};
///
/// /// A capsule along x: a segment of length 2, swept by 0.5.
/// struct Pill;
///
/// impl SupportMap<Vec3> for Pill {
///     fn support(&self, direction: Vec3) -> Support<Vec3> {
///         Support { point: Vec3::X * direction.x.signum(), id: None }
///     }
/// }
/// impl Convex<Vec3> for Pill {
///     fn radius(&self) -> f32 {
///         0.5
///     }
/// }
///
/// let bounds = Pill.bounds(&Pose::at(DVec3::Y * 2.0));
/// assert!((bounds.min - DVec3::new(-1.5, 1.5, -0.5)).length() < 1e-5);
/// assert!((bounds.max - DVec3::new(1.5, 2.5, 0.5)).length() < 1e-5);
/// let volume = Pill.moments().ok_or("finite")?.volume(); // sampled: of a cylinder and a ball
/// assert!((volume / (std::f64::consts::PI * (0.5 + 1.0 / 6.0)) - 1.0).abs() < 1e-3);
/// # Ok::<(), &str>(())
/// ```
pub trait Convex<V: Vector>: SupportMap<V> {
    /// The radius that the core is swept by: the shape is all points within this distance of the
    /// core.
    fn radius(&self) -> V::Scalar {
        V::Scalar::ZERO
    }

    /// [`radius`](Self::radius) in `f64`, which queries add to the core.
    ///
    /// The default widens `radius`. Wrappers compute it in `f64`: the sum of two radii rounded to
    /// `f32` would be another shape.
    fn radius_wide(&self) -> f64 {
        self.radius().widen()
    }

    /// The core, in the shape's frame. Queries have closed forms and separating axis tests for most
    /// kinds.
    ///
    /// The default is [`Core::Other`], which leaves the shape to GJK and EPA. A core must be the
    /// same set as that of the support mapping, to `f64` rounding, or answers are wrong. A few
    /// instructions.
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::Other
    }

    /// Writes the feature of the *core* along `direction` into `face`: the face, edge or vertex
    /// that a contact manifold is clipped from. `direction` has any length but zero and is in the
    /// shape's frame; so are the corners. A direction that is zero or NaN gives a vertex.
    ///
    /// The default queries the support map along directions tilted by 1/64 to eight sides, in 2D to
    /// two. The points found are a face or an edge if they are flat: if the core rises above them
    /// by less than 1/512 of their width. So a box has its faces and edges as long as `direction`
    /// is within half a degree of their normals; a superellipsoid |x|ᵉ + |y|ᵉ + |z|ᵉ ≤ 1 has nearly
    /// flat faces from e = 6 on; a ball has a point. Corners without a vertex id are numbered by
    /// the side of the tilt. Up to 30 support calls, no allocation.
    fn face(&self, direction: V, face: &mut Face<V>) {
        sampled_face::face(self, direction, face);
    }

    /// The bounds of the swept shape at `pose`. In `f64`, so that they can be rounded outward to
    /// any scalar. NaN if the pose is not finite.
    ///
    /// The default takes two support calls per axis. It adds rounding and the map's declared error.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        bounds_by_support(self, pose)
    }

    /// A point of the core, in the shape's frame, away from the boundary if the core has an
    /// interior. It is rounded once, so for a flat shape it may be off the core by rounding.
    ///
    /// The default is the mean of the support points along a few directions and their
    /// opposites: the middle of a symmetric shape without faces. Each direction is perpendicular to
    /// the points before, so the mean is inside of a simplex about as large as the shape. Two
    /// support calls per dimension.
    fn interior(&self) -> V {
        interior_by_support(self)
    }

    /// A ball, in the shape's frame, that contains the swept shape. Rounded outward; not the
    /// smallest.
    ///
    /// The default is centered at [`SupportMap::center`], with
    /// [`radius_about_center`](SupportMap::radius_about_center) plus the radius. Infinite if the
    /// core is a half-space.
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let is_half_space = matches!(self.core(), Core::HalfSpace { .. });
        let radius = if is_half_space { f64::INFINITY } else { self.radius_about_center().widen() + self.error().widen() };
        BoundingBall::around(self.center().widen(), radius + self.radius_wide())
    }

    /// An upper bound of the distance of the swept shape's points from the origin of its frame.
    /// Rounded outward, and not tight if a looser bound is much cheaper. Most queries compare it
    /// first, because pairs that are farther apart than their bounding radii need nothing else.
    ///
    /// The default is infinite, which is always valid.
    fn bounding_radius(&self) -> f64 {
        f64::INFINITY
    }

    /// The volume (2D: area), centroid and second moments of the swept shape, in its frame: mass
    /// and inertia follow from them. `None` for a half-space, and if a number overflows. Meant for
    /// the creation of a body, not for every tick.
    ///
    /// Shapes of this crate have closed forms or exact sums. Exceptions are sums and hulls of
    /// shapes, a [`Rounded`](crate::Rounded) shape whose inner shape is not a polygon, a box, a
    /// solid of revolution or a capsule, and a [`Scaled`](crate::Scaled) shape of these or with a
    /// zero factor. They have the default of [`swept_moments`](Self::swept_moments), which is exact
    /// for sums and hulls of polytopes.
    fn moments(&self) -> Option<Moments<V::Wide>> {
        self.swept_moments(0.0)
    }

    /// The [`moments`](Self::moments) of the shape swept by another radius. Wrappers need it. To
    /// give a shape moments of its own, implement this method; `by` is 0 for `moments`.
    ///
    /// The default has closed forms for points and segments as cores. For others it builds the hull
    /// of up to some thousand support points, which is exact for a polytope of up to about a
    /// thousand vertices. The bulge of a smooth shape beyond the faces of the hull is taken for a
    /// paraboloid. Volume, centroid and covariance are then right to 1e-3 of the size in 3D (for a
    /// ball to 1e-4), and to 5e-6 in 2D; `tests/shapes/moments.rs` checks this. It takes some
    /// thousand support calls and a few hulls: 30 ms for a rounded box.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        default_moments(self, by)
    }
}

/// The moments by the kind of the core, or by sampling.
pub(crate) fn default_moments<V: Vector, S: Convex<V> + ?Sized>(shape: &S, by: f64) -> Option<Moments<V::Wide>> {
    let radius = shape.radius_wide() + by;
    match shape.core() {
        Core::Origin => capsule([V::Wide::ZERO; 2], radius).finite(),
        Core::Point(point) => capsule([point, point], radius).finite(),
        Core::Segment(ends) => capsule(ends, radius).finite(),
        Core::HalfSpace { .. } => None,
        _ => sampled(shape, radius),
    }
}

/// The default of [`Convex::interior`].
///
/// Points along directions chosen beforehand may all be on one face: of a tetrahedron there are
/// often two or three. So each direction is perpendicular to the plane, or the line, of points that
/// are known. The farthest along it, or against it, is then away from that.
pub(crate) fn interior_by_support<V: Vector, S: Convex<V> + ?Sized>(shape: &S) -> V {
    let farthest = |direction: V::Wide| shape.support_wide(direction).point;
    let (mut sum, mut first) = (V::Wide::ZERO, None);
    // An orthonormal basis of that plane.
    let mut basis = SmallVec::<[V::Wide; 3]>::new();
    for _ in 0..V::DIM {
        let off_axis = OFF_AXIS.map(|direction| across(&basis, V::Wide::from_fn(|i| direction[i])));
        let longest = |one: V::Wide, other: V::Wide| if other.length_squared() > one.length_squared() { other } else { one };
        let direction = off_axis.into_iter().fold(V::Wide::ZERO, longest);
        let (start, end) = (farthest(-direction), farthest(direction));
        sum = sum + start + end;
        let first = *first.get_or_insert(start);
        let far = if (end - first).dot(direction).abs() < (start - first).dot(direction).abs() { start } else { end };
        // A flat shape has no extent along the last direction.
        let edge = normalize_or_zero(across(&basis, far - first));
        basis.push(if edge == V::Wide::ZERO { normalize_or_zero(direction) } else { edge });
    }
    V::narrow(sum * (0.5 / V::DIM as f64))
}

/// The part of a vector perpendicular to an orthonormal basis.
fn across<W: Vector<Scalar = f64>>(basis: &[W], vector: W) -> W {
    basis.iter().fold(vector, |vector, &edge| vector - edge * vector.dot(edge))
}

/// Bounds from two support calls per axis.
pub(crate) fn bounds_by_support<V: Vector, S: Convex<V> + ?Sized>(shape: &S, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
    let basis = pose.rotation.basis();
    let at = pose.translation.widen();
    let size = at.max_abs() + shape.center().widen().max_abs() + shape.radius_about_center().widen() + shape.radius_wide();
    let slack = shape.radius_wide() + shape.error().widen() + 8.0 * f64::EPSILON * size;
    let farthest = |direction: V::Wide| basis.rotate(shape.support_wide(basis.unrotate(direction)).point);
    Aabb {
        min: V::Wide::from_fn(|i| (at + farthest(-V::Wide::unit(i))).get(i) - slack),
        max: V::Wide::from_fn(|i| (at + farthest(V::Wide::unit(i))).get(i) + slack),
    }
}

#[cfg(test)]
mod tests {
    use super::{Core, CoreKind};
    use glam::DVec3;

    #[test]
    fn kinds_are_numbered_from_zero_in_one_byte() {
        assert_eq!(Core::<DVec3>::Origin.kind() as usize, 0);
        assert_eq!(Core::<DVec3>::Other.kind() as usize + 1, CoreKind::COUNT);
        assert_eq!(size_of::<CoreKind>(), 1);
    }
}

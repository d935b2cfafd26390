//! What the core of a shape is, for the algorithms that handle some kinds of cores in closed form.
//!
//! * A shape is its core swept by its radius. [`Convex::core`] says what the core is; queries pick an algorithm by the [`CoreKind`]s of a pair.
//! * All coordinates are `f64`, whatever the scalar of the shape: a core that was rotated and rounded to `f32` would be another core.
//! * A core lies in the frame of its shape. Where that frame is not the core's own (a box inside [`Posed`](crate::Posed)), the core is a [`PosedCore`]: a
//!   shape and its pose, so that wrapping a shape in a pose loses none of these algorithms.

use core::fmt;

use clinch_support::{Pose, Vector};

use crate::convex::Convex;
use crate::cuboid::Cuboid;
use crate::polytope::Facets;
use crate::revolution::Revolution;
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

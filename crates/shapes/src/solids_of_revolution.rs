//! Cylinder, cone and frustum about the y axis. [`Revolution`] implements all three.

use clinch_mass::Moments;
use clinch_support::{Circle, Pose, Scalar, Support, SupportMap, Vector, VertexId};
use glam::DVec3;

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, Core};
use crate::direction::{f64_error, narrow_support};
use crate::error::ShapeError;
use crate::face::Face;
use crate::revolution::Revolution;

/// A cylinder about the y axis from −`half_height` to +`half_height`. 3D.
///
/// The points of its rims are smooth. Cap 0 is the lower, cap 1 the upper one. A cap is a face of
/// 32 corners, with corner 0 at the deepest point. On the side, the line at the azimuth of the
/// direction is an edge.
///
/// ```
/// use clinch_shapes::{Cylinder, ShapeError};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let drum = Cylinder::new(1.0, 0.5)?;
/// assert_eq!(drum.support(Vec3::new(3.0, 0.1, 0.0)).point, Vec3::new(0.5, 1.0, 0.0));
/// assert_eq!(Cylinder::<Vec3>::new(1.0, -0.5), Err(ShapeError::Negative { what: "radius", value: -0.5 }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<V: Vector> {
    half_height: V::Scalar,
    radius: V::Scalar,
    bounding_radius: V::Scalar,
}

impl<V: Vector> Cylinder<V> {
    /// A cylinder. Without height it is a disc, without radius a segment.
    ///
    /// # Errors
    ///
    /// Sizes that are negative, infinite or NaN, or whose bounding radius overflows.
    pub fn new(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, ShapeError> {
        let (half_height, radius) = (check::size("half_height", half_height)?, check::size("radius", radius)?);
        let bounding_radius = check::size("bounding radius", stored_bounding_radius(half_height, radius, radius))?;
        Ok(Self { half_height, radius, bounding_radius })
    }

    /// Half the height.
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// The radius of the caps. It is part of the core; [`Convex::radius`] is 0.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn revolution(&self) -> Revolution {
        Revolution::new(self.half_height, self.radius, self.radius)
    }
}

/// A cone about the y axis, with its base at −`half_height` and its apex at +`half_height`. 3D.
///
/// The apex is vertex 1, the points of the rim are smooth. The base is a face of 32 corners, with
/// corner 0 at the deepest point. On the side, the line at the azimuth of the direction is an edge.
///
/// ```
/// use clinch_shapes::{Cone, ShapeError};
/// use clinch_support::{SupportMap, VertexId};
/// use glam::Vec3;
///
/// let spike = Cone::new(2.0, 0.5)?;
/// assert_eq!(spike.support(Vec3::new(1.0, 1.0, 0.0)).id, Some(VertexId::new(1)));
/// assert_eq!(spike.support(Vec3::new(1.0, 0.1, 0.0)).point, Vec3::new(0.5, -2.0, 0.0));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<V: Vector> {
    half_height: V::Scalar,
    radius: V::Scalar,
    bounding_radius: V::Scalar,
}

impl<V: Vector> Cone<V> {
    /// A cone. Without height it is a disc, without radius a segment.
    ///
    /// # Errors
    ///
    /// Sizes that are negative, infinite or NaN, or whose bounding radius overflows.
    pub fn new(half_height: V::Scalar, radius: V::Scalar) -> Result<Self, ShapeError> {
        let (half_height, radius) = (check::size("half_height", half_height)?, check::size("radius", radius)?);
        let bounding_radius = check::size("bounding radius", stored_bounding_radius(half_height, radius, radius))?;
        Ok(Self { half_height, radius, bounding_radius })
    }

    /// Half the height.
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// The radius of the base. It is part of the core; [`Convex::radius`] is 0.
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn revolution(&self) -> Revolution {
        Revolution::new(self.half_height, self.radius, V::Scalar::ZERO)
    }
}

/// A conical frustum about the y axis: the convex hull of a disc at −`half_height` and a disc at
/// +`half_height`. 3D.
///
/// Its features are those of a [`Cylinder`]. A disc of radius zero is a vertex, 0 for the lower and
/// 1 for the upper one.
///
/// ```
/// use clinch_shapes::{Frustum, ShapeError};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let bucket = Frustum::new(1.0, 0.5, 0.75)?;
/// assert_eq!(bucket.support(Vec3::Z).point, Vec3::new(0.0, 1.0, 0.75));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frustum<V: Vector> {
    half_height: V::Scalar,
    bottom: V::Scalar,
    top: V::Scalar,
    bounding_radius: V::Scalar,
}

impl<V: Vector> Frustum<V> {
    /// A frustum with these radii. Either may be the larger one. Without height it is the larger
    /// disc.
    ///
    /// # Errors
    ///
    /// Sizes that are negative, infinite or NaN, or whose bounding radius overflows.
    pub fn new(half_height: V::Scalar, bottom: V::Scalar, top: V::Scalar) -> Result<Self, ShapeError> {
        let half_height = check::size("half_height", half_height)?;
        let (bottom, top) = (check::size("bottom", bottom)?, check::size("top", top)?);
        let bounding_radius = check::size("bounding radius", stored_bounding_radius(half_height, bottom, top))?;
        Ok(Self { half_height, bottom, top, bounding_radius })
    }

    /// Half the height.
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// The radius of the lower disc.
    pub fn bottom(&self) -> V::Scalar {
        self.bottom
    }

    /// The radius of the upper disc.
    pub fn top(&self) -> V::Scalar {
        self.top
    }

    #[inline]
    fn revolution(&self) -> Revolution {
        Revolution::new(self.half_height, self.bottom, self.top)
    }
}

/// The bounding radius, stored in the shape: most queries start with it, and computing it takes a
/// square root.
fn stored_bounding_radius<S: Scalar>(half_height: S, bottom: S, top: S) -> S {
    S::narrow_up(Revolution::new(half_height, bottom, top).bounding_radius())
}

macro_rules! solids {
    ($($solid:ident),+) => {$(
        impl<V: Vector<Wide = DVec3>> SupportMap<V> for $solid<V> {
            #[inline]
            fn support(&self, direction: V) -> Support<V> {
                narrow_support(self.revolution().support(direction.widen()))
            }

            #[inline]
            fn support_wide(&self, direction: DVec3) -> Support<DVec3> {
                self.revolution().support(direction)
            }

            #[inline]
            fn vertex(&self, id: VertexId) -> Option<V> {
                self.revolution().vertex(id.index()).map(V::narrow)
            }

            #[inline]
            fn circle(&self, point: DVec3) -> Option<Circle<DVec3>> {
                self.revolution().circle(point)
            }

            #[inline]
            fn radius_about_center(&self) -> V::Scalar {
                V::Scalar::narrow_up(self.revolution().radius_about_center())
            }

            #[inline]
            fn error(&self) -> V::Scalar {
                f64_error::<V>(self.radius_about_center())
            }
        }

        impl<V: Vector<Wide = DVec3>> Convex<V> for $solid<V> {
            fn face(&self, direction: V, face: &mut Face<V>) {
                self.revolution().face(direction, face);
            }

            #[inline]
            fn core(&self) -> Core<'_, V> {
                Core::Revolution(self.revolution())
            }

            fn bounds(&self, pose: &Pose<DVec3>) -> Aabb<DVec3> {
                self.revolution().bounds(pose)
            }

            fn bounding_ball(&self) -> BoundingBall<DVec3> {
                self.revolution().bounding_ball()
            }

            #[inline]
            fn bounding_radius(&self) -> f64 {
                self.bounding_radius.widen()
            }

            fn swept_moments(&self, by: f64) -> Option<Moments<DVec3>> {
                self.revolution().moments(by)
            }
        }
    )+};
}

solids!(Cylinder, Cone, Frustum);

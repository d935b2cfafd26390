//! What a shape must answer besides its support mapping.

use clinch_support::{Basis, Pose, Rotation, Scalar, SupportMap, Vector, VertexId};

use crate::aabb::Aabb;
use crate::face::Face;

/// What the core of a shape is, where a closed form knows better than a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Core<V: Vector> {
    /// A point.
    Point(V),
    /// A segment; its ends may be one point.
    Segment([V; 2]),
    /// All points x with `normal`·x ≤ `offset`; the normal is a unit vector up to rounding. It has no farthest points: closed forms are all there is.
    HalfSpace {
        /// Outward.
        normal: V,
        /// The plane's signed distance from the shape's origin.
        offset: V::Scalar,
    },
    /// Anything else: known by its support mapping only.
    Other,
}

/// A convex shape: a core, known by its support mapping, swept by a radius.
///
/// The radius stays outside GJK: a ball is a point, a capsule a segment, and shapes that overlap by less than their radii need no EPA.
/// Everything has a default built from [`SupportMap::support`], so a custom shape is one method.
pub trait Convex<V: Vector>: SupportMap<V> {
    /// By how much the core is swept: the shape is every point within `radius` of it.
    fn radius(&self) -> V::Scalar {
        V::Scalar::ZERO
    }

    /// What the core is. The default leaves it to the support mapping.
    fn core(&self) -> Core<V> {
        Core::Other
    }

    /// Writes the feature of the *core* that looks most along `direction` (a non-zero vector of the shape's frame) into `face`.
    ///
    /// The default is the support point alone: enough for one contact.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let support = self.support(direction);
        face.set_vertex(support.point, support.id.unwrap_or(VertexId::new(0)));
    }

    /// Bounds of the swept shape under `pose`, in `f64` so that a float of any kind can be rounded outward from them.
    ///
    /// The default asks two support calls per axis. Rounding and the map's declared error are included.
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        let basis = pose.rotation.basis();
        let at = pose.translation.widen();
        let size = at.max_abs() + self.center().widen().max_abs() + self.extent().widen() + self.radius().widen();
        let slack = self.radius().widen() + self.error().widen() + 8.0 * f64::EPSILON * size;
        let reach = |direction: V::Wide| basis.rotate(self.support_wide(basis.unrotate(direction)).point);
        Aabb {
            min: V::Wide::from_fn(|i| (at + reach(-V::Wide::unit(i))).get(i) - slack),
            max: V::Wide::from_fn(|i| (at + reach(V::Wide::unit(i))).get(i) + slack),
        }
    }
}

macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<V: Vector, C: Convex<V> + ?Sized> Convex<V> for $pointer {
            #[inline]
            fn radius(&self) -> V::Scalar {
                (**self).radius()
            }

            #[inline]
            fn core(&self) -> Core<V> {
                (**self).core()
            }

            fn face(&self, direction: V, face: &mut Face<V>) {
                (**self).face(direction, face);
            }

            fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
                (**self).bounds(pose)
            }
        }
    )+};
}

forward!(&C, std::sync::Arc<C>, Box<C>);

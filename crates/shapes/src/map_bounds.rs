//! The center, radius and error of a support map, stored by shapes that compute them once.

use clinch_support::{Scalar, SupportMap, Vector};

/// The center, radius and error of a support map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MapBounds<V: Vector> {
    /// [`SupportMap::center`](clinch_support::SupportMap::center).
    pub(crate) center: V,
    /// [`SupportMap::radius_about_center`](clinch_support::SupportMap::radius_about_center).
    pub(crate) radius_about_center: V::Scalar,
    /// [`SupportMap::error`](clinch_support::SupportMap::error).
    pub(crate) error: V::Scalar,
}

/// An upper bound of the coordinates of a shape's core, in its frame.
pub(crate) fn largest_coordinate<V: Vector, M: SupportMap<V> + ?Sized>(map: &M) -> f64 {
    map.radius_about_center().widen() + map.center().max_abs().widen()
}

/// The methods of [`SupportMap`](clinch_support::SupportMap) that follow from `support_wide` and
/// `vertex_wide`, for a shape that stores its [`MapBounds`] in the field `bounds`.
macro_rules! narrow_from_wide {
    ($v:ident) => {
        fn support(&self, direction: $v) -> clinch_support::Support<$v> {
            let clinch_support::Support { point, id } = self.support_wide(direction.widen());
            clinch_support::Support { point: $v::narrow(point), id }
        }

        fn vertex(&self, id: clinch_support::VertexId) -> Option<$v> {
            self.vertex_wide(id).map($v::narrow)
        }

        #[inline]
        fn center(&self) -> $v {
            self.bounds.center
        }

        #[inline]
        fn radius_about_center(&self) -> $v::Scalar {
            self.bounds.radius_about_center
        }

        #[inline]
        fn error(&self) -> $v::Scalar {
            self.bounds.error
        }
    };
}

pub(crate) use narrow_from_wide;

//! What a support map declares about its set, as a shape that computes it once stores it.

use clinch_support::Vector;

/// Where the points of a support map are, and how exact they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MapBounds<V: Vector> {
    /// [`SupportMap::center`](clinch_support::SupportMap::center).
    pub(crate) center: V,
    /// [`SupportMap::radius_about_center`](clinch_support::SupportMap::radius_about_center).
    pub(crate) extent: V::Scalar,
    /// [`SupportMap::error`](clinch_support::SupportMap::error).
    pub(crate) error: V::Scalar,
}

/// The methods that follow, in a support map that answers in `f64` and stores its [`MapBounds`] in
/// the field `bounds`.
macro_rules! wide_map {
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
            self.bounds.extent
        }

        #[inline]
        fn error(&self) -> $v::Scalar {
            self.bounds.error
        }
    };
}

pub(crate) use wide_map;

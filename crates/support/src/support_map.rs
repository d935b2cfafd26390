//! Support mappings: a convex set, given by its farthest point along any direction.

use std::sync::Arc;

use crate::circle::Circle;
use crate::scalar::Scalar;
use crate::vector::Vector;
use crate::vertex_blocks::VertexBlock;
use crate::vertex_id::VertexId;

/// A support point: the point of a shape farthest along a direction, in the shape's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support<V> {
    /// The point.
    pub point: V,
    /// The id of the vertex, if the shape has vertices.
    pub id: Option<VertexId>,
}

/// A closed, bounded convex set, given by its farthest point along a direction. 2D and 3D, any unit
/// of length.
///
/// Only [`support`](Self::support) is required; it is enough for distances, depths and contacts. An
/// invalid map (NaN, points that are not extreme, a set that is not convex) gives wrong answers,
/// but no query panics or fails to return.
///
/// ```
/// use clinch_support::{Support, SupportMap};
/// use glam::Vec3;
///
/// /// A disc in the xy plane.
/// struct Disc(f32);
///
/// impl SupportMap<Vec3> for Disc {
///     fn support(&self, direction: Vec3) -> Support<Vec3> {
///         let flat = Vec3::new(direction.x, direction.y, 0.0);
///         Support { point: self.0 * flat.normalize_or_zero(), id: None }
///     }
/// }
///
/// assert_eq!(Disc(2.0).support(Vec3::new(3.0, 0.0, 9.0)).point, Vec3::new(2.0, 0.0, 0.0));
/// assert_eq!(Disc(2.0).radius_about_center(), 4.0); // a bound, made of the extreme points along the axes
/// ```
pub trait SupportMap<V: Vector> {
    /// The farthest point along `direction`, which may have any length but zero. Both are in the
    /// shape's frame. Of equally far vertices it is the one of lowest id.
    fn support(&self, direction: V) -> Support<V>;

    /// [`support`](Self::support) with the direction and the point in `f64`. Queries call this.
    ///
    /// The default rounds the direction and calls `support`, which is right for polytopes, whose
    /// vertices are numbers of their scalar. A curved shape should compute in `f64`: rounded to
    /// `f32` its points would form a shape with steps, and at small distances normals would be
    /// those of the steps.
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let Support { point, id } = self.support(V::narrow(direction));
        Support { point: point.widen(), id }
    }

    /// [`support_wide`](Self::support_wide) with a hint: a vertex that may be near the answer, such
    /// as the one that the search found last.
    ///
    /// The default ignores the hint. Polytopes with many vertices climb from it to the answer,
    /// which saves time if the direction has turned only a little. A hint must not change the value
    /// of the answer by more than [`error`](Self::error). Any id may be given.
    fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
        let _ = hint;
        self.support_wide(direction)
    }

    /// The vertex with this id, in the shape's frame. `None` if there is none. Warm starts need it.
    fn vertex(&self, id: VertexId) -> Option<V> {
        let _ = id;
        None
    }

    /// [`vertex`](Self::vertex) in `f64`: the same point that [`support_wide`](Self::support_wide)
    /// gives with this id.
    ///
    /// The default widens `vertex`. A wrapper of another shape should compute in `f64`, because a
    /// transformed vertex rounded to `f32` would be another point.
    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.vertex(id).map(V::widen)
    }

    /// All vertices of a polytope, for searches in `f32` lanes: the vertex in each lane is
    /// [`vertex`](Self::vertex) of its id, relative to [`center`](Self::center) and rounded once. A
    /// shape that does not store its vertices, such as a box, puts them into `made`. At most
    /// [`VertexBlock::MOST`] blocks; with more there is no search in lanes.
    ///
    /// The default is `None`, which costs time and changes no answer. Vertices that are not those
    /// of the shape, or farther from the centre than
    /// [`radius_about_center`](Self::radius_about_center), give wrong answers, as any invalid map
    /// does.
    fn vertex_blocks<'s>(&'s self, made: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
        let _ = made;
        None
    }

    /// The rim of a point of [`support_wide`](Self::support_wide) without an id: a circle of the
    /// shape, each point of which is farthest along some direction. Searches on cylinders and cones
    /// use it for Newton's method.
    ///
    /// The default is `None`, which costs steps and changes no answer. A circle that does not
    /// belong to the shape gives wrong answers, as any invalid map does.
    fn circle(&self, point: V::Wide) -> Option<Circle<V::Wide>> {
        let _ = point;
        None
    }

    /// A point near the middle of the set. Searches start along the line between the centres, and
    /// [`radius_about_center`](Self::radius_about_center) is measured from here.
    fn center(&self) -> V {
        V::ZERO
    }

    /// An upper bound of the distance of points of the set from [`center`](Self::center).
    /// Tolerances are multiples of it, so it need not be tight.
    ///
    /// The default is the sum of the largest |coordinates| relative to the centre, from two support
    /// calls per axis. Override it if there is a closed form.
    fn radius_about_center(&self) -> V::Scalar {
        let center = self.center();
        let mut sum = V::Scalar::ZERO;
        for axis in 0..V::DIM {
            let up = (self.support(V::unit(axis)).point - center).get(axis).abs();
            let down = (self.support(-V::unit(axis)).point - center).get(axis).abs();
            sum = sum + if up <= down { down } else { up };
        }
        sum
    }

    /// By how much, per unit length of the direction, the value of a returned point may be less
    /// than the true maximum.
    ///
    /// The default, 4ε of [`radius_about_center`](Self::radius_about_center), covers one rounded
    /// dot product per vertex (γ₃ on each of two candidates, plus the rounding of the direction). A
    /// map that iterates must declare more, or lower bounds are invalid.
    fn error(&self) -> V::Scalar {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        two * two * V::Scalar::EPSILON * self.radius_about_center()
    }
}

macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<V: Vector, M: SupportMap<V> + ?Sized> SupportMap<V> for $pointer {
            #[inline]
            fn support(&self, direction: V) -> Support<V> {
                (**self).support(direction)
            }

            #[inline]
            fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
                (**self).support_wide(direction)
            }

            #[inline]
            fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
                (**self).support_hinted(direction, hint)
            }

            #[inline]
            fn vertex(&self, id: VertexId) -> Option<V> {
                (**self).vertex(id)
            }

            #[inline]
            fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
                (**self).vertex_wide(id)
            }

            #[inline]
            fn vertex_blocks<'s>(&'s self, made: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
                (**self).vertex_blocks(made)
            }

            #[inline]
            fn circle(&self, point: V::Wide) -> Option<Circle<V::Wide>> {
                (**self).circle(point)
            }

            #[inline]
            fn center(&self) -> V {
                (**self).center()
            }

            #[inline]
            fn radius_about_center(&self) -> V::Scalar {
                (**self).radius_about_center()
            }

            #[inline]
            fn error(&self) -> V::Scalar {
                (**self).error()
            }
        }
    )+};
}

forward!(&M, Arc<M>, Box<M>);

#[cfg(test)]
mod tests {
    use super::Support;
    use glam::Vec3;

    #[test]
    fn an_optional_id_takes_no_space() {
        assert_eq!(size_of::<Support<Vec3>>(), 16);
    }
}

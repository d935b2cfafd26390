//! The support mapping of a convex set.

use std::sync::Arc;

use crate::circle::Circle;
use crate::scalar::Scalar;
use crate::vector::Vector;
use crate::vertex_id::VertexId;

/// A point of a shape, farthest along some direction, in the shape's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support<V> {
    /// The point.
    pub point: V,
    /// The vertex it is, if the shape has vertices.
    pub id: Option<VertexId>,
}

/// A closed, bounded convex set, known by its farthest point along a direction. 2D and 3D, any unit of length.
///
/// Only [`support`](Self::support) is required; it is enough for distance, depth and contacts. A hostile map (NaN, not extreme, not
/// even convex) makes answers wrong but no query panics or fails to return.
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
/// assert_eq!(Disc(2.0).extent(), 4.0); // a bound, made of the extreme points along the axes
/// ```
pub trait SupportMap<V: Vector> {
    /// The farthest point along `direction`, of any length but zero. Among equals the lowest vertex id wins.
    fn support(&self, direction: V) -> Support<V>;

    /// [`support`](Self::support) for a direction and a point in `f64`: what queries ask.
    ///
    /// The default rounds the direction and asks `support`: all that a polytope needs, whose vertices are numbers of its scalar. A curved shape
    /// answers in `f64`: its points rounded to `f32` would be a shape with steps, whose normals at small distances are those of the steps.
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let Support { point, id } = self.support(V::narrow(direction));
        Support { point: point.widen(), id }
    }

    /// [`support_wide`](Self::support_wide) with a guess: a vertex near which the answer may lie, in a search the one found last.
    ///
    /// The default does not look at the guess. Polytopes of many vertices climb from it to the answer, which is worth while where a step of the
    /// search turns the direction a little. A guess may save time, never change the answer by more than [`error`](Self::error); any id may be given.
    fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
        let _ = hint;
        self.support_wide(direction)
    }

    /// The vertex of that id, if there is one: how a query is warm-started.
    fn vertex(&self, id: VertexId) -> Option<V> {
        let _ = id;
        None
    }

    /// [`vertex`](Self::vertex) in `f64`: the very point that [`support_wide`](Self::support_wide) gives with that id.
    ///
    /// The default widens `vertex`. A shape made of another one answers it in `f64`: a turned vertex rounded to `f32` would be another vertex.
    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.vertex(id).map(V::widen)
    }

    /// The circle that a point of [`support_wide`](Self::support_wide) without an id lies on, if all of its points are farthest along some direction and are found by
    /// turning it: a rim. How a search on cylinders and cones takes Newton's steps.
    ///
    /// The default knows of none: that costs steps, and changes no answer. A circle that is none of the shape's makes answers wrong, as does a map that is no
    /// support map.
    fn circle(&self, point: V::Wide) -> Option<Circle<V::Wide>> {
        let _ = point;
        None
    }

    /// A point near the middle: where a first search direction comes from, and what [`extent`](Self::extent) is measured from.
    fn center(&self) -> V {
        V::ZERO
    }

    /// No point of the set is farther than this from [`center`](Self::center); it may be larger than needed, it scales tolerances.
    ///
    /// The default is the sum of the largest |coordinates|, from two support calls per axis: answer it in closed form where you can.
    fn extent(&self) -> V::Scalar {
        let center = self.center();
        let mut sum = V::Scalar::ZERO;
        for axis in 0..V::DIM {
            let up = (self.support(V::unit(axis)).point - center).get(axis).abs();
            let down = (self.support(-V::unit(axis)).point - center).get(axis).abs();
            sum = sum + if up <= down { down } else { up };
        }
        sum
    }

    /// How far, per unit of direction, the value of a returned point may fall short of the true maximum.
    ///
    /// The default, 4ε of the extent, covers one rounded dot product per vertex (γ₃ on each of two candidates, plus the direction's own
    /// rounding). A map that finds its point by iteration must declare more, or lower bounds are not bounds.
    fn error(&self) -> V::Scalar {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        two * two * V::Scalar::EPSILON * self.extent()
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
            fn circle(&self, point: V::Wide) -> Option<Circle<V::Wide>> {
                (**self).circle(point)
            }

            #[inline]
            fn center(&self) -> V {
                (**self).center()
            }

            #[inline]
            fn extent(&self) -> V::Scalar {
                (**self).extent()
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
    fn an_optional_id_costs_no_space() {
        assert_eq!(size_of::<Support<Vec3>>(), 16);
    }
}

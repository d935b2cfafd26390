//! Axis-aligned bounds.

use clinch_support::{Scalar, Vector};

/// The smallest box along the axes that is known to hold something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V> {
    /// The lowest coordinates.
    pub min: V,
    /// The highest coordinates.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// The bounds of `half` to each side of `center`, as computed: not rounded outward.
    pub fn around(center: V, half: V) -> Self {
        Self { min: center - half, max: center + half }
    }

    /// Everything.
    pub fn unbounded() -> Self {
        let all = V::from_fn(|_| V::Scalar::INFINITY);
        Self { min: -all, max: all }
    }

    /// The bounds of these points; `None` of no points.
    pub fn of_points(points: impl IntoIterator<Item = V>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self { min: first, max: first }, |bounds, point| Self {
            min: V::from_fn(|i| lower(bounds.min.get(i), point.get(i))),
            max: V::from_fn(|i| -lower(-bounds.max.get(i), -point.get(i))),
        }))
    }

    /// Grown by `margin` to every side.
    #[must_use]
    pub fn grown(&self, margin: V::Scalar) -> Self {
        let by = V::from_fn(|_| margin);
        Self { min: self.min - by, max: self.max + by }
    }

    /// The middle.
    pub fn center(&self) -> V {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        (self.min + self.max) * (V::Scalar::ONE / two)
    }

    /// The two boxes share a point; touching counts.
    pub fn intersects(&self, other: &Self) -> bool {
        (0..V::DIM).all(|i| self.min.get(i) <= other.max.get(i) && other.min.get(i) <= self.max.get(i))
    }

    /// The point lies inside or on the border.
    pub fn contains(&self, point: V) -> bool {
        (0..V::DIM).all(|i| self.min.get(i) <= point.get(i) && point.get(i) <= self.max.get(i))
    }
}

fn lower<S: Scalar>(a: S, b: S) -> S {
    if b < a { b } else { a }
}

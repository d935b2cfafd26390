//! Axis-aligned bounds.

use clinch_support::{Scalar, Vector};

/// An axis-aligned box that contains a shape, in the frame and unit of the query that returned it.
///
/// ```
/// use clinch_shapes::Aabb;
/// use glam::Vec2;
///
/// let unit = Aabb::around(Vec2::ZERO, Vec2::ONE);
/// let aside = Aabb::of_points([Vec2::new(3.0, 0.0), Vec2::new(2.0, 4.0)]).ok_or("no points")?;
/// assert_eq!((aside.min, aside.center()), (Vec2::new(2.0, 0.0), Vec2::new(2.5, 2.0)));
/// assert!(!unit.intersects(&aside) && unit.grown(1.0).intersects(&aside)); // they touch
/// assert!(unit.contains(Vec2::ONE) && !unit.contains(Vec2::new(1.0, 1.5)));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V> {
    /// The lowest coordinates.
    pub min: V,
    /// The highest coordinates.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// The box of half extents `half` about `center`. Not rounded outward.
    pub fn around(center: V, half: V) -> Self {
        Self { min: center - half, max: center + half }
    }

    /// The box that contains everything: from −∞ to +∞.
    pub fn unbounded() -> Self {
        let all = V::from_fn(|_| V::Scalar::INFINITY);
        Self { min: -all, max: all }
    }

    /// The smallest box that contains the points; `None` without points. A NaN coordinate is
    /// ignored, unless it is the first. O(points).
    pub fn of_points(points: impl IntoIterator<Item = V>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Self { min: first, max: first }, |bounds, point| Self {
            min: V::from_fn(|i| lower(bounds.min.get(i), point.get(i))),
            max: V::from_fn(|i| -lower(-bounds.max.get(i), -point.get(i))),
        }))
    }

    /// The box, grown by `margin` on every side.
    #[must_use]
    pub fn grown(&self, margin: V::Scalar) -> Self {
        let by = V::from_fn(|_| margin);
        Self { min: self.min - by, max: self.max + by }
    }

    /// The center of the box. NaN along an axis without bounds.
    pub fn center(&self) -> V {
        let two = V::Scalar::ONE + V::Scalar::ONE;
        (self.min + self.max) * (V::Scalar::ONE / two)
    }

    /// Whether the boxes have a common point. Touching boxes do; a NaN in either makes it `false`.
    pub fn intersects(&self, other: &Self) -> bool {
        (0..V::DIM).all(|i| self.min.get(i) <= other.max.get(i) && other.min.get(i) <= self.max.get(i))
    }

    /// Whether the point is inside the box or on its boundary.
    pub fn contains(&self, point: V) -> bool {
        (0..V::DIM).all(|i| self.min.get(i) <= point.get(i) && point.get(i) <= self.max.get(i))
    }
}

fn lower<S: Scalar>(a: S, b: S) -> S {
    if b < a { b } else { a }
}

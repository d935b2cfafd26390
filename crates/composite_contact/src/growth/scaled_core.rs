//! The core of a shape, scaled about a point inside of it.

use clinch_shapes::{Convex, Core};
use clinch_support::{Scalar, Support, SupportMap, Vector, VertexId};

/// The core of a shape without its radius, scaled about one of its points: all
/// `about + factors·(x − about)`, axis by axis. Without factors it is the core, and has its
/// closed forms.
pub(crate) struct ScaledCore<'s, V: Vector> {
    pub(crate) shape: &'s dyn Convex<V>,
    /// A point of the core, in its frame.
    pub(crate) about: V::Wide,
    /// In [0, 1]. They are equal, or the core is the sum of sets along axes that it is symmetric
    /// about, as a box or a cylinder: then the farthest point stays the farthest.
    pub(crate) factors: Option<V::Wide>,
}

impl<V: Vector> ScaledCore<'_, V> {
    fn scaled(&self, point: V::Wide) -> V::Wide {
        let Some(factors) = self.factors else { return point };
        self.about + V::Wide::from_fn(|axis| (point.get(axis) - self.about.get(axis)) * factors.get(axis))
    }
}

impl<V: Vector> SupportMap<V> for ScaledCore<'_, V> {
    fn support(&self, direction: V) -> Support<V> {
        let Support { point, id } = self.support_wide(direction.widen());
        Support { point: V::narrow(point), id }
    }

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let Support { point, id } = self.shape.support_wide(direction);
        Support { point: self.scaled(point), id }
    }

    fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
        let Support { point, id } = self.shape.support_hinted(direction, hint);
        Support { point: self.scaled(point), id }
    }

    fn vertex(&self, id: VertexId) -> Option<V> {
        self.vertex_wide(id).map(V::narrow)
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.shape.vertex_wide(id).map(|point| self.scaled(point))
    }

    fn center(&self) -> V {
        V::narrow(self.scaled(self.shape.center().widen()))
    }

    // Of the whole core: it contains the scaled one, and the center is off by rounding only.
    fn radius_about_center(&self) -> V::Scalar {
        let radius = self.shape.radius_about_center().widen();
        V::Scalar::narrow_up(radius + 4.0 * V::Scalar::EPSILON.widen() * (radius + self.shape.center().widen().max_abs()))
    }

    fn error(&self) -> V::Scalar {
        let rounding = 4.0 * f64::EPSILON * (self.shape.radius_about_center().widen() + self.shape.center().widen().max_abs());
        V::Scalar::narrow_up(self.shape.error().widen() + rounding)
    }
}

impl<V: Vector> Convex<V> for ScaledCore<'_, V> {
    fn core(&self) -> Core<'_, V> {
        match self.shape.core() {
            core if self.factors.is_none() => core,
            Core::Origin => Core::at(self.scaled(V::Wide::ZERO)),
            Core::Point(point) => Core::at(self.scaled(point)),
            Core::Segment(ends) => Core::Segment(ends.map(|end| self.scaled(end))),
            _ => Core::Other,
        }
    }

    fn bounding_radius(&self) -> f64 {
        self.shape.bounding_radius()
    }
}

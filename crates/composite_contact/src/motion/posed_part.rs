//! A part in the frame of the composite shape.

use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Scalar, Support, SupportMap, Vector, VertexId};

/// A part at its pose. Unlike [`clinch_shapes::Posed`] it borrows the part, and its pose is in
/// `f64`. It has no closed forms, but for a half-space, whose support mapping is not that of the
/// set.
pub struct PosedPart<'s, V: Vector> {
    part: &'s dyn Convex<V>,
    frame: &'s Frame<V>,
}

impl<'s, V: Vector> PosedPart<'s, V> {
    /// A part, whose own frame is `frame` in that of the composite shape.
    pub fn new(part: &'s dyn Convex<V>, frame: &'s Frame<V>) -> Self {
        Self { part, frame }
    }

    fn in_composite(&self, support: Support<V::Wide>) -> Support<V::Wide> {
        Support { point: self.frame.to_a(support.point), ..support }
    }
}

impl<V: Vector> SupportMap<V> for PosedPart<'_, V> {
    fn support(&self, direction: V) -> Support<V> {
        let Support { point, id } = self.support_wide(direction.widen());
        Support { point: V::narrow(point), id }
    }

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        self.in_composite(self.part.support_wide(self.frame.direction_in_b(direction)))
    }

    fn support_hinted(&self, direction: V::Wide, hint: VertexId) -> Support<V::Wide> {
        self.in_composite(self.part.support_hinted(self.frame.direction_in_b(direction), hint))
    }

    fn vertex(&self, id: VertexId) -> Option<V> {
        self.vertex_wide(id).map(V::narrow)
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.part.vertex_wide(id).map(|point| self.frame.to_a(point))
    }

    fn center(&self) -> V {
        V::narrow(self.frame.to_a(self.part.center().widen()))
    }

    // The center is rounded.
    fn radius_about_center(&self) -> V::Scalar {
        let center = self.frame.to_a(self.part.center().widen());
        let radius = self.part.radius_about_center().widen();
        V::Scalar::narrow_up(radius + 4.0 * V::Scalar::EPSILON.widen() * (radius + center.max_abs()))
    }

    fn error(&self) -> V::Scalar {
        let places = self.part.radius_about_center().widen() + self.frame.translation().max_abs();
        V::Scalar::narrow_up(self.part.error().widen() + 16.0 * f64::EPSILON * places)
    }
}

impl<V: Vector> Convex<V> for PosedPart<'_, V> {
    fn radius(&self) -> V::Scalar {
        self.part.radius()
    }

    fn radius_wide(&self) -> f64 {
        self.part.radius_wide()
    }

    fn core(&self) -> Core<'_, V> {
        let Core::HalfSpace { normal, offset } = self.part.core() else { return Core::Other };
        let normal = self.frame.direction_in_a(normal);
        Core::HalfSpace { normal, offset: offset + normal.dot(self.frame.translation()) }
    }
}

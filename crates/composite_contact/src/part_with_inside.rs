//! A part of the surface of a solid, with a place of its inside.
//!
//! A body grows from its middle, and that of a triangle is in its plane: pressed into ground, it is
//! below the planes of the ground, or on the wrong side of them, and touches them with normals that
//! are none of the solid. From a place behind the triangle, inside of the solid, the triangle
//! touches the ground as the solid does. What grows is the convex hull of both. It is asked only if
//! the triangle itself touches, and contacts at the place are left out.

use clinch_composite::Composite;
use clinch_contact::Space;
use clinch_shapes::{Convex, Face};
use clinch_support::{Frame, Pose, Scalar, Support, SupportMap, Vector, VertexId};

use crate::triangle::facing_facet::FacingFacet;

/// How many depths are tried, each half of the one before. More: thinner walls have an inside, but
/// parts without one cost more.
const DEPTHS: usize = 4;

/// The convex hull of a part and a place inside of the solid, from where it grows. Its features are
/// those of the part.
pub(crate) struct PartWithInside<'p, V: Vector> {
    part: &'p dyn Convex<V>,
    inside: V,
}

impl<'p, V: Space> PartWithInside<'p, V> {
    /// Of a part of B that is this facet, with this pose in B. `None` if no place behind it is
    /// found, as at a sharp edge or in a thin wall.
    pub(crate) fn new<B: Composite<V> + ?Sized>(
        b: &B,
        facet: &FacingFacet<V::Wide>,
        part: &'p dyn Convex<V>,
        pose: Option<&Pose<V::Wide>>,
    ) -> Option<Self> {
        let corners = facet.corners();
        let middle = facet.middle();
        let size = corners.iter().fold(0.0, |size: f64, &corner| size.max((corner - middle).length()));
        let depths = (0..DEPTHS).map(|halvings| size / f64::from(1_u32 << halvings));
        let places = depths.map(|depth| middle - facet.normal * depth);
        // The place is inside, and half way to the corners it is still.
        let is_inside = |place: &V::Wide| b.contains(*place) && corners.iter().all(|&corner| b.contains((corner + *place) * 0.5));
        let place = places.into_iter().find(is_inside)?;
        Some(Self { part, inside: V::narrow(pose.map_or(place, |pose| Frame::<V>::new(pose).to_b(place))) })
    }
}

impl<V: Space> PartWithInside<'_, V> {
    /// Whether a point of the part is farthest along a direction of B's frame, and not the place
    /// inside.
    pub(crate) fn has_point_of_part(&self, direction: V::Wide, pose: Option<&Pose<V::Wide>>) -> bool {
        let direction = pose.map_or(direction, |pose| Frame::<V>::new(pose).direction_in_b(direction));
        self.part.support_wide(direction).point.dot(direction) >= self.inside.widen().dot(direction)
    }
}

impl<V: Space> SupportMap<V> for PartWithInside<'_, V> {
    fn support(&self, direction: V) -> Support<V> {
        let Support { point, id } = self.support_wide(direction.widen());
        Support { point: V::narrow(point), id }
    }

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let of_part = self.part.support_wide(direction);
        let inside = self.inside.widen();
        if inside.dot(direction) > of_part.point.dot(direction) { Support { point: inside, id: None } } else { of_part }
    }

    fn vertex(&self, id: VertexId) -> Option<V> {
        self.part.vertex(id)
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.part.vertex_wide(id)
    }

    fn center(&self) -> V {
        self.part.center()
    }

    fn radius_about_center(&self) -> V::Scalar {
        let to_inside = (self.inside.widen() - self.part.center().widen()).length();
        V::Scalar::narrow_up(self.part.radius_about_center().widen().max(to_inside * (1.0 + 4.0 * f64::EPSILON)))
    }

    fn error(&self) -> V::Scalar {
        self.part.error()
    }
}

impl<V: Space> Convex<V> for PartWithInside<'_, V> {
    fn radius(&self) -> V::Scalar {
        self.part.radius()
    }

    fn radius_wide(&self) -> f64 {
        self.part.radius_wide()
    }

    /// That of the part, also where the place inside is farther: such contacts are left out.
    fn face(&self, direction: V, face: &mut Face<V>) {
        self.part.face(direction, face);
    }

    /// A corner of the hull, and not a point away from the boundary: the body grows from here.
    fn interior(&self) -> V {
        self.inside
    }
}

//! The contact of a part, as far as it is decided without a search.
//!
//! * A triangle is compared with the body along the normal of its face. Mostly that proves that it
//!   is beyond the margin.
//! * If the body, growing from its middle, first reaches the plane within the triangle, the contact
//!   is at the face, and its normal is exact. If not, the contact is undecided: the neighbours
//!   decide whether the border is searched (`border.rs`).
//! * A part that is no triangle, or whose normal cone is not known, has the contact of two convex
//!   shapes. It is a candidate: other parts may cover it (`cover.rs`).

use clinch_composite::{Composite, Feature, NormalCone, Sides, SubShapeId};
use clinch_contact::{Memory, Pair, Relation, Scratch, Separation, Space, measure};
use clinch_shapes::Convex;
use clinch_support::Vector;

use crate::body::DeepestPoint;
use crate::part::{Part, with_part};
use crate::parts::middle_region::MiddleRegion;
use crate::parts::part_contact::{ContactState, PartContact};
use crate::parts::part_query::{PartQuery, Work};
use crate::triangle::edge_set::EdgeSet;
use crate::triangle::facing_facet::FacingFacet;
use crate::triangle::nearest_on_triangle::POINT_NOISE;
use crate::triangle::surface_part::SurfacePart;

/// A point that is this part of the size of a triangle above it may be beside it by 1e-9 of the
/// size, with no more than rounding in its distance. Larger: balls cost more. Smaller: upper bounds
/// are off.
const FAR_ABOVE: f64 = 1.0 / 256.0;

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// The contact of a part. `None` if there is no such part.
    #[inline]
    pub(crate) fn contact<B: Convex<V>>(&self, pair: &Pair<V, &C, B>, id: SubShapeId, work: &mut Work<'_, V>) -> Option<PartContact<V>> {
        // The contact with a half-space has its normal whatever the feature is.
        let surface = if self.body.is_half_space { None } else { self.composite.surface_triangle(id) };
        if let Some(surface) = surface {
            let part = SurfacePart::new(id, &surface);
            let mut contact = PartContact::unknown(id);
            self.triangle_contact(&pair.b, &part, MiddleRegion::Unknown, work.deepest, &mut contact);
            return Some(contact);
        }
        with_part(pair, id, |part| {
            let is_known = !self.body.is_half_space && self.has_sides(id);
            let triangle = if is_known { FacingFacet::new(part, self.composite, self.body.middle) } else { None };
            let (state, outside) = match &triangle {
                Some(triangle) => {
                    self.face_contact(triangle, &pair.b, MiddleRegion::Unknown, work.deepest, |point| triangle.outside(point))
                }
                None => (self.contact_of_convex(part, work.convex), EdgeSet::ALL),
            };
            PartContact { id, triangle, outside, state }
        })
    }

    /// Finds the contact of a triangle of a surface. It is large, so it is written where it stays.
    #[inline]
    pub(crate) fn triangle_contact<B: Convex<V>>(
        &self,
        shape: &B,
        part: &SurfacePart<'_, V::Wide>,
        region: MiddleRegion,
        deepest: &mut Option<DeepestPoint<V::Wide>>,
        contact: &mut PartContact<V>,
    ) {
        let triangle: &_ = contact.triangle.insert(FacingFacet::of_part(part, self.sides, self.body.middle));
        let corners = part.triangle.corners;
        let outside = |point| part.prism.map_or_else(|| triangle.outside(point), |prism| prism.outside(corners, point));
        (contact.state, contact.outside) = self.face_contact(triangle, shape, region, deepest, outside);
    }

    /// The contact at the face of a triangle, that the triangle is beyond the margin, or that its
    /// border is undecided; with the edges that [`PartContact::outside`] has. `outside` finds the
    /// edges that a point is outside of.
    #[inline]
    fn face_contact<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        shape: &B,
        region: MiddleRegion,
        deepest: &mut Option<DeepestPoint<V::Wide>>,
        outside: impl Fn(V::Wide) -> EdgeSet,
    ) -> (ContactState<V>, EdgeSet) {
        let middle = self.body.middle;
        let beside = match region {
            // Others are compared with the plane first, which leaves few to look at.
            _ if !self.body.is_point => EdgeSet::NONE,
            MiddleRegion::Face | MiddleRegion::OutOfReach => EdgeSet::NONE,
            MiddleRegion::Border(outside) => outside,
            MiddleRegion::Unknown => {
                let outside = outside(middle);
                let far =
                    if outside == EdgeSet::NONE { 0.0 } else { self.lower_bound_at(triangle, triangle.nearest_given(outside, middle)) };
                if far > self.margin + self.recycling_margin {
                    return (ContactState::Beyond(far), EdgeSet::NONE);
                }
                outside
            }
        };
        if triangle.faces_middle && beside != EdgeSet::NONE {
            return (ContactState::Undecided(None), beside);
        }
        let deepest = self.body.deepest_along(shape, triangle.normal, deepest);
        let face = self.body.above(deepest, triangle.supporting_plane(triangle.normal));
        if face.lower > self.margin {
            return (ContactState::Beyond(face.lower), EdgeSet::NONE);
        }
        if !triangle.faces_middle {
            return (ContactState::Undecided(None), EdgeSet::ALL);
        }
        // A point does not grow.
        if self.body.is_point && matches!(region, MiddleRegion::Face) {
            return (ContactState::Kept(face), EdgeSet::NONE);
        }
        let first = self.first_on_plane(triangle, deepest);
        match outside(first) {
            EdgeSet::NONE => (ContactState::Kept(face), EdgeSet::NONE),
            outside => (ContactState::Undecided(Some(first)), outside),
        }
    }

    /// Where the growing core first reaches the plane of the triangle; if it does not, its deepest
    /// point.
    #[inline]
    fn first_on_plane(&self, triangle: &FacingFacet<V::Wide>, deepest: &DeepestPoint<V::Wide>) -> V::Wide {
        let heights = [self.body.middle, deepest.point].map(|point| triangle.height(point));
        match heights {
            // The middle is in the plane: the growth begins there.
            [middle, _] if !(middle > 0.0) => self.body.middle,
            [_, height] if height >= 0.0 => deepest.point,
            _ => {
                let scale = self.body.scale_reaching_plane(triangle.normal, heights, deepest.core);
                self.body.at_scale(scale, deepest.point, deepest.core)
            }
        }
    }

    /// Whether a triangle is part of a surface. Of a solid it may be a plate that is touched from
    /// both sides, as a part of a compound.
    fn has_sides(&self, id: SubShapeId) -> bool {
        self.sides != Sides::Solid || self.composite.normal_cone(id, Feature::Face, true) != NormalCone::Unknown
    }

    /// The contact of a part alone, as that of two convex shapes.
    pub(crate) fn contact_of_convex(&self, part: &Part<'_, V>, scratch: &mut Scratch<V>) -> ContactState<V> {
        match measure(&part.pair, self.settings, &mut Memory::new(), scratch).relation {
            Relation::Near(separation) => ContactState::Candidate(part.separation(separation)),
            Relation::Beyond { at_least, .. } => ContactState::Beyond(at_least),
            Relation::Undefined => ContactState::Undefined,
        }
    }

    /// The same of a triangle whose cones are not known.
    pub(crate) fn contact_alone<B: Convex<V>>(&self, id: SubShapeId, pair: &Pair<V, &C, B>, work: &mut Work<'_, V>) -> ContactState<V> {
        with_part(pair, id, |part| self.contact_of_convex(part, work.convex)).unwrap_or(ContactState::Undefined)
    }

    /// The upper bound of a separation from a triangle. Along the normal of its face, the deepest
    /// point of the body may be beside the triangle, by the tolerance of
    /// [`Prism`](crate::triangle::prism::Prism).
    pub(crate) fn upper_bound_above(&self, triangle: &FacingFacet<V::Wide>, face: &Separation<V>) -> f64 {
        let radii = self.body.radii();
        let cores = face.distance + radii;
        if self.body.is_half_space || face.normal != triangle.normal || !(cores > 0.0) {
            return face.upper;
        }
        // Far above, what is beside does not count.
        let corners = triangle.corners();
        let size = corners.iter().fold(0.0, |size: f64, &corner| size.max((corner - corners[0]).max_abs()));
        if self.body.is_point && cores > FAR_ABOVE * size {
            return face.upper;
        }
        let deepest = self.deepest_of_core(face);
        let nearest = triangle.strictly_nearest(deepest);
        let upper = (deepest - nearest).length() - radii;
        if upper > face.upper { upper + POINT_NOISE * (deepest.max_abs() + triangle.max_abs + radii) } else { face.upper }
    }

    /// Where the core is deepest along the normal of a separation, in the frame of the composite
    /// shape.
    pub(crate) fn deepest_of_core(&self, face: &Separation<V>) -> V::Wide {
        self.body.frame.to_a(face.point_b) + face.normal * self.body.radius
    }
}

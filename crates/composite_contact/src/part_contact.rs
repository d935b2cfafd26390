//! The contact of one part, and whether it is a contact of the whole shape.
//!
//! * Most parts are proved to be beyond the margin along one of two directions: the normal of the
//!   triangle, and that from its nearest point to the middle of the body.
//! * If the body, growing from its middle, first reaches the plane of the triangle within it, the
//!   contact is at its face. If not, the next triangles decide whether its border is searched
//!   (`border.rs`).
//! * Of cores that are apart, the nearest points give the normal; of cores that overlap, the body
//!   is shrunk until they only touch (`growth.rs`).
//! * The contact is kept if and only if its normal is in the normal cone of the feature that it is
//!   at. Otherwise a part that shares this feature is strictly nearer: from the common point
//!   towards it the distance decreases. So the nearest part of all is always kept, in any order,
//!   but where a vertex only just touches the body (`nearest_dropped.rs`), and by rounding.
//!
//! Parts that are not triangles, or whose cone is not known, are candidates: other parts may cover
//! them (`cover.rs`).

use clinch_composite::{Composite, Feature, NormalCone, Sides, SubShapeId, SurfaceTriangle};
use clinch_contact::{FacingFeature, Memory, Pair, Relation, Scratch, Separation, Settings, Space, contact_points_along, measure};
use clinch_shapes::Convex;
use clinch_support::{Vector, normalize_or_zero};

use crate::body::{Body, Deepest};
use crate::closed_growth::closed_growth;
use crate::facet::Outside;
use crate::facing_facet::{Admission, FacingFacet};
use crate::found_parts::Around;
use crate::growth::{Growth, grow};
use crate::part::{Part, with_part};
use crate::part_state::{Near, PartContact, State};
use crate::surface_part::SurfacePart;

/// Rounding error of the nearest point of a triangle and of its distance, relative to the
/// coordinates. Larger: looser bounds. Smaller: the bounds do not hold.
pub(crate) const POINT_NOISE: f64 = 32.0 * f64::EPSILON;

/// A feature that is outside of an edge by more than this part of the body's reach shares nothing
/// with the triangle. Larger: more triangles are clipped for nothing. Smaller: corners that
/// clipping counts as inside are lost.
const BESIDE: f64 = 1e-6;

/// A point that is this part of the size of a triangle above it may be beside it by 1e-9 of the
/// size, with no more than rounding in its distance. Larger: balls cost more. Smaller: upper bounds
/// are off.
const FAR_ABOVE: f64 = 1.0 / 256.0;

/// Working memory of the queries about one body.
pub(crate) struct Work<'w, V: Space> {
    pub(crate) convex: &'w mut Scratch<V>,
    /// The feature of the body for the last normal.
    pub(crate) facing: &'w mut FacingFeature<V>,
    /// The deepest point of the body for the last normal.
    pub(crate) deepest: &'w mut Option<Deepest<V::Wide>>,
    /// The other parts, if all are known.
    pub(crate) around: Option<Around<'w, V>>,
}

/// The foot of the perpendicular from the middle of the body to a facet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Foot<W> {
    /// It is not known.
    Unknown,
    /// In the facet, or nearly so.
    Above,
    /// Outside of these edges; the nearest point of the facet is on one of them.
    Beside(Outside, W),
    /// Farther from the middle than what is looked at.
    Beyond,
}

/// The queries about the parts near a body.
pub(crate) struct PartQuery<'q, V: Space, C: ?Sized> {
    pub(crate) composite: &'q C,
    pub(crate) sides: Sides,
    pub(crate) body: Body<V>,
    pub(crate) settings: &'q Settings<V::Scalar>,
    pub(crate) margin: f64,
    /// By how much parts are looked at that are farther than the margin.
    pub(crate) slack: f64,
}

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// A ball of this radius about the middle of the body contains all that is looked at.
    pub(crate) fn ball(&self) -> f64 {
        self.body.radius_about_middle + self.body.skin_a + self.margin + self.slack
    }

    /// Whether the core is a point in front of a triangle, none of whose edges has another normal
    /// than its face: the contact is at the face, or there is none.
    #[inline]
    pub(crate) fn touches_face_only(&self, surface: &SurfaceTriangle<V::Wide>) -> bool {
        self.body.is_point
            && self.sides != Sides::Two
            && !surface.exposed_edges(true).contains(&true)
            && surface.normal.dot(self.body.middle - surface.corners[0]) >= 0.0
    }

    /// The contact of a part. `None` if there is no such part.
    #[inline]
    pub(crate) fn contact<B: Convex<V>>(&self, pair: &Pair<V, &C, B>, id: SubShapeId, work: &mut Work<'_, V>) -> Option<PartContact<V>> {
        // The contact with a half-space has its normal whatever the feature is.
        let surface = if self.body.is_half_space { None } else { self.composite.surface_triangle(id) };
        if let Some(surface) = surface {
            let part = SurfacePart::new(id, &surface);
            let mut contact = PartContact::unknown(id);
            self.surface_contact(&pair.b, &part, Foot::Unknown, work.deepest, &mut contact);
            return Some(contact);
        }
        with_part(pair, id, |part| {
            let is_known = !self.body.is_half_space && self.has_sides(id);
            let triangle = if is_known { FacingFacet::new(part, self.composite, self.body.middle) } else { None };
            let (state, outside) = match &triangle {
                Some(triangle) => self.of_triangle(triangle, &pair.b, Foot::Unknown, work.deepest, |point| triangle.outside(point)),
                None => (self.of_any(part, work.convex), Outside::PERHAPS),
            };
            PartContact { id, triangle, outside, state }
        })
    }

    /// Finds the contact of a triangle of a surface. It is large, so it is written where it stays.
    #[inline]
    pub(crate) fn surface_contact<B: Convex<V>>(
        &self,
        shape: &B,
        part: &SurfacePart<'_, V::Wide>,
        foot: Foot<V::Wide>,
        deepest: &mut Option<Deepest<V::Wide>>,
        contact: &mut PartContact<V>,
    ) {
        let triangle: &_ = contact.triangle.insert(FacingFacet::of_part(part, self.sides, self.body.middle));
        let corners = part.triangle.corners;
        let outside = |point| part.prism.map_or_else(|| triangle.outside(point), |prism| prism.outside(corners, point));
        (contact.state, contact.outside) = self.of_triangle(triangle, shape, foot, deepest, outside);
    }

    /// Whether a triangle is part of a surface. Of a solid it may be a plate that is touched from
    /// both sides, as a part of a compound.
    fn has_sides(&self, id: SubShapeId) -> bool {
        self.sides != Sides::Solid || self.composite.normal_cone(id, Feature::Face, true) != NormalCone::Unknown
    }

    /// The contact of the part alone.
    fn of_any(&self, part: &Part<'_, V>, scratch: &mut Scratch<V>) -> State<V> {
        match measure(&part.pair, self.settings, &mut Memory::new(), scratch).relation {
            Relation::Near(separation) => State::Candidate(part.separation(separation)),
            Relation::Beyond { at_least, .. } => State::Beyond(at_least),
            Relation::Undefined => State::Undefined,
        }
    }

    /// The contact at the face of a triangle, or that it is beyond the margin along its normal.
    #[inline]
    fn of_triangle<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        shape: &B,
        foot: Foot<V::Wide>,
        deepest: &mut Option<Deepest<V::Wide>>,
        outside: impl Fn(V::Wide) -> Outside,
    ) -> (State<V>, Outside) {
        let middle = self.body.middle;
        let beside = match foot {
            // Others are compared with the plane first, which leaves few to look at.
            _ if !self.body.is_point => Outside::NONE,
            Foot::Above | Foot::Beyond => Outside::NONE,
            Foot::Beside(outside, _) => outside,
            Foot::Unknown => {
                let outside = outside(middle);
                let far = if outside == Outside::NONE { 0.0 } else { self.at_least(triangle, triangle.nearest_outside(outside, middle)) };
                if far > self.margin + self.slack {
                    return (State::Beyond(far), Outside::NONE);
                }
                outside
            }
        };
        if triangle.has_body && beside != Outside::NONE {
            return (State::Outside(None), beside);
        }
        let deepest = self.body.deepest_along(shape, triangle.normal, deepest);
        let face = self.body.above(deepest, triangle.supporting_plane(triangle.normal));
        if face.lower > self.margin {
            return (State::Beyond(face.lower), Outside::NONE);
        }
        if !triangle.has_body {
            return (State::Outside(None), Outside::PERHAPS);
        }
        // A point does not grow.
        if self.body.is_point && matches!(foot, Foot::Above) {
            return (State::Kept(face), Outside::NONE);
        }
        let first = self.first_point(triangle, deepest.point);
        match outside(first) {
            Outside::NONE => (State::Kept(face), Outside::NONE),
            outside => (State::Outside(Some(first)), outside),
        }
    }

    /// A lower bound of the distance from a triangle, if the direction to the middle of the body
    /// proves that it is greater than the margin.
    pub(crate) fn beyond_beside<B: Convex<V>>(&self, triangle: &FacingFacet<V::Wide>, shape: &B) -> Option<f64> {
        // The only direction of a point was tried.
        if self.body.is_point {
            return None;
        }
        let middle = self.body.middle;
        let outside = triangle.outside(middle);
        // Above the triangle it is the normal of the face, which was tried, too.
        if outside == Outside::NONE {
            return None;
        }
        let offset = middle - triangle.nearest_outside(outside, middle);
        // An offset whose square underflows may have lost digits.
        let direction = if offset.length_squared() > f64::MIN_POSITIVE { offset } else { normalize_or_zero(offset) };
        let core = self.body.deepest_in_b(shape, direction);
        if !self.may_be_apart(core, offset) {
            return None;
        }
        let to_middle = normalize_or_zero(offset);
        if to_middle == V::Wide::ZERO {
            return None;
        }
        let lower = self.body.above(&self.body.deepest_at(core, to_middle), triangle.supporting_plane(to_middle)).lower;
        (lower > self.margin).then_some(lower)
    }

    /// The contact at an edge or a vertex, or at a face that is nearly parallel to one of the body:
    /// in closed form if there is one, else by GJK, and by the growing body where the cores
    /// overlap.
    pub(crate) fn search_part<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        work: &mut Work<'_, V>,
    ) -> State<V> {
        // What has a closed form needs no convex shape of the triangle.
        let core = pair.b.core();
        let growth = if triangle.has_body { closed_growth(triangle, &core, &self.body).filter(|growth| growth.scale < 1.0) } else { None };
        if let Some(growth) = growth {
            let state = self.of_growth(triangle, &pair.b, &growth, f64::NEG_INFINITY, work);
            return state.unwrap_or_else(|| self.of_unknown(triangle.id, pair, work));
        }
        match self.closed_cores(triangle, &core) {
            Some(near) if self.are_apart(&near) => self.of_cores_apart(triangle, near, work),
            near => with_part(pair, triangle.id, |part| self.search(triangle, part, near, work)).unwrap_or(State::Undefined),
        }
    }

    /// The contact of a triangle alone: the cones do not say whether it is one of the whole shape.
    fn of_unknown<B: Convex<V>>(&self, id: SubShapeId, pair: &Pair<V, &C, B>, work: &mut Work<'_, V>) -> State<V> {
        with_part(pair, id, |part| self.of_any(part, work.convex)).unwrap_or(State::Undefined)
    }

    /// The distance of the cores of a triangle and the body.
    pub(crate) fn search_cores<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        work: &mut Work<'_, V>,
    ) -> Relation<V> {
        match self.closed_cores(triangle, &pair.b.core()) {
            Some(near) => Relation::Near(near),
            None => with_part(pair, triangle.id, |part| self.searched_cores(part, work.convex)).unwrap_or(Relation::Undefined),
        }
    }

    /// Writes what the features of a triangle and of the body share along a normal to the points of
    /// the scratch. `separation` is that along the normal.
    pub(crate) fn shared_points<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        separation: &Separation<V>,
        work: &mut Work<'_, V>,
    ) {
        let normal = separation.normal;
        let Some(corners) = triangle.face_along(normal) else {
            with_part(pair, triangle.id, |part| {
                contact_points_along(&part.pair, part.direction_in_part(normal), self.settings, work.convex);
                for point in work.convex.points_mut() {
                    point.on_a = V::narrow(part.point(point.on_a.widen()));
                }
            });
            return;
        };
        work.facing.find(&pair.b, &self.body.frame, normal);
        let facing = work.facing.corners();
        if triangle.is_beside(normal, facing.iter().map(|corner| corner.point), BESIDE * self.body.reach) {
            work.convex.points_mut().clear();
        } else {
            work.facing.clip(&corners, separation, self.settings, work.convex);
        }
    }

    /// The contact that has no closed form. `cores` is the distance of the cores, if it has one.
    fn search(
        &self,
        triangle: &FacingFacet<V::Wide>,
        part: &Part<'_, V>,
        cores: Option<Separation<V>>,
        work: &mut Work<'_, V>,
    ) -> State<V> {
        let radii = self.body.radii();
        match cores.map_or_else(|| self.searched_cores(part, work.convex), Relation::Near) {
            Relation::Beyond { at_least, .. } => State::Beyond(at_least - radii),
            Relation::Undefined => State::Undefined,
            Relation::Near(near) if self.are_apart(&near) => self.of_cores_apart(triangle, near, work),
            Relation::Near(near) => self.of_overlapping_cores(triangle, part, near.upper - radii, work),
        }
    }

    pub(crate) fn of_cores_apart(&self, triangle: &FacingFacet<V::Wide>, cores: Separation<V>, work: &Work<'_, V>) -> State<V> {
        let state = match self.admit(triangle, cores.normal, work) {
            Admission::Admitted(normal) => State::Kept(self.swept(&cores, normal)),
            Admission::Unknown => State::Candidate(self.swept(&cores, cores.normal)),
            Admission::Refused if triangle.has_body && triangle.continues(self.composite, cores.normal) => State::Elsewhere(cores.distance),
            Admission::Refused => {
                let near = Near { order: cores.distance, separation: self.swept(&cores, cores.normal) };
                if triangle.has_body { State::Dropped(near) } else { State::Behind(near) }
            }
        };
        match state {
            State::Kept(Separation { lower, .. })
            | State::Candidate(Separation { lower, .. })
            | State::Dropped(Near { separation: Separation { lower, .. }, .. })
            | State::Behind(Near { separation: Separation { lower, .. }, .. })
                if lower > self.margin =>
            {
                State::Beyond(lower)
            }
            state => state,
        }
    }

    /// Of cores that overlap, or are apart by at most `upper`, which is rounding.
    fn of_overlapping_cores(&self, triangle: &FacingFacet<V::Wide>, part: &Part<'_, V>, upper: f64, work: &mut Work<'_, V>) -> State<V> {
        if !triangle.has_body {
            let separation = self.along_overlapping(triangle, part.pair.b, triangle.normal, upper);
            return State::Behind(Near { order: f64::NEG_INFINITY, separation });
        }
        let growth = grow(triangle, part, &self.body, work.convex);
        let state = self.of_growth(triangle, part.pair.b, &growth, upper, work);
        state.unwrap_or_else(|| self.of_any(part, work.convex))
    }

    /// The contact at the border of a triangle that the middle of the body is behind; `None` if
    /// there is none.
    pub(crate) fn search_border_from_behind<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        work: &mut Work<'_, V>,
    ) -> Option<Separation<V>> {
        let search = |part: &Part<'_, V>| {
            let cores =
                self.closed_cores(triangle, &part.pair.b.core()).map_or_else(|| self.searched_cores(part, work.convex), Relation::Near);
            let Relation::Near(cores) = cores else { return None };
            let apart = self.are_apart(&cores);
            let normal = if apart { cores.normal } else { grow(&triangle.back(), part, &self.body, work.convex).normal };
            let Admission::Admitted(normal) = triangle.admit(self.composite, normal) else { return None };
            let upper = cores.upper - self.body.radii();
            Some(if apart { self.swept(&cores, normal) } else { self.along_overlapping(triangle, part.pair.b, normal, upper) })
        };
        with_part(pair, triangle.id, search).flatten()
    }

    /// The separation along a normal of cores that overlap. Those that only just touch may be apart
    /// by rounding, by at most `upper`, and then by more than along the normal.
    fn along_overlapping<B: Convex<V> + ?Sized>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        shape: &B,
        normal: V::Wide,
        upper: f64,
    ) -> Separation<V> {
        let separation = self.along(triangle, shape, normal);
        Separation { upper: separation.upper.max(upper), ..separation }
    }

    /// Of cores that overlap, by the normal with which the growing body first touches the triangle.
    /// `None` if its cone is not known.
    fn of_growth<B: Convex<V> + ?Sized>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        shape: &B,
        growth: &Growth<V::Wide>,
        upper: f64,
        work: &Work<'_, V>,
    ) -> Option<State<V>> {
        let along = |normal| self.along_overlapping(triangle, shape, normal, upper);
        Some(match self.admit(triangle, growth.normal, work) {
            Admission::Admitted(normal) => State::Kept(along(normal)),
            Admission::Unknown => return None,
            Admission::Refused if triangle.continues(self.composite, growth.normal) => State::Elsewhere(growth.scale - 1.0),
            Admission::Refused => State::Dropped(Near { order: growth.scale - 1.0, separation: along(growth.normal) }),
        })
    }

    /// Whether the body can touch the whole shape where it touches a triangle along a normal.
    fn admit(&self, triangle: &FacingFacet<V::Wide>, normal: V::Wide, work: &Work<'_, V>) -> Admission<V::Wide> {
        // Of a surface with two sides, the other side has a cone, too.
        let around = work.around.as_ref().filter(|_| self.sides != Sides::Two);
        triangle.admit_unless(self.composite, normal, |corner| around?.admits_at_vertex(triangle, corner, normal))
    }

    /// The separation of the body and a triangle along a normal.
    #[inline]
    pub(crate) fn along<B: Convex<V> + ?Sized>(&self, triangle: &FacingFacet<V::Wide>, shape: &B, normal: V::Wide) -> Separation<V> {
        self.body.above_plane(shape, normal, triangle.supporting_plane(normal))
    }

    /// Where the growing core first reaches the plane of the triangle; if it does not, its deepest
    /// point.
    #[inline]
    fn first_point(&self, triangle: &FacingFacet<V::Wide>, deepest: V::Wide) -> V::Wide {
        let Body { middle, .. } = self.body;
        let (height, depth) = (triangle.height(middle), triangle.height(deepest));
        match (depth >= 0.0, height > 0.0) {
            (true, true) => deepest,
            // The middle is in the plane: the growth begins there.
            (_, false) => middle,
            (false, true) => middle + (deepest - middle) * (height / (height - depth)),
        }
    }

    /// The upper bound of a separation from a triangle. Along the normal of its face, the deepest
    /// point of the body may be beside the triangle, by the tolerance of `Facet::outside`.
    pub(crate) fn upper_above(&self, triangle: &FacingFacet<V::Wide>, face: &Separation<V>) -> f64 {
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
        let nearest = triangle.nearest(deepest);
        let upper = (deepest - nearest).length() - radii;
        if upper > face.upper { upper + POINT_NOISE * (deepest.max_abs() + triangle.size + radii) } else { face.upper }
    }

    /// The separation of cores becomes that of the swept shapes, along a normal of the composite
    /// shape's frame.
    pub(crate) fn swept(&self, cores: &Separation<V>, normal: V::Wide) -> Separation<V> {
        let Body { frame, radius, skin_a, .. } = &self.body;
        let radii = self.body.radii();
        let rounding = 2.0 * f64::EPSILON * (radii + cores.distance);
        Separation {
            normal,
            distance: cores.distance - radii,
            lower: cores.lower - radii - rounding,
            upper: cores.upper - radii + rounding,
            point_a: cores.point_a + normal * *skin_a,
            point_b: cores.point_b - frame.direction_in_b(normal) * *radius,
        }
    }
}

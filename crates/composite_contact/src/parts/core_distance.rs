//! The distance of the body's core from a triangle, which has no radius and is its own core.
//!
//! A core that is a point or a segment, as of balls and capsules, has a closed form. All others
//! are left to the query of two convex shapes.

use clinch_composite::Composite;
use clinch_contact::{Memory, Pair, Relation, Scratch, Separation, Settings, Space, distance};
use clinch_shapes::{Convex, Core};
use clinch_support::{Scalar, Vector, normalize_or_zero};

use crate::growth::TOUCHING;
use crate::growth::scaled_core::ScaledCore;
use crate::part::{Part, with_part};
use crate::parts::part_query::{PartQuery, Work};
use crate::triangle::facing_facet::FacingFacet;
use crate::triangle::nearest_on_triangle::POINT_NOISE;
use crate::triangle::segment_triangle::{NearestPoints, segment_triangle};

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// Whether cores are apart so far that their nearest points give a normal.
    pub(crate) fn cores_are_apart(&self, cores: &Separation<V>) -> bool {
        cores.lower > TOUCHING * self.body.radius_about_center
    }

    /// The distance of the cores, in closed form if there is one.
    pub(crate) fn core_distance<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        work: &mut Work<'_, V>,
    ) -> Relation<V> {
        match self.closed_core_distance(triangle, &pair.b.core()) {
            Some(near) => Relation::Near(near),
            None => with_part(pair, triangle.id, |part| self.general_core_distance(part, work.convex)).unwrap_or(Relation::Undefined),
        }
    }

    /// The distance of the cores, if it has a closed form.
    pub(crate) fn closed_core_distance(&self, triangle: &FacingFacet<V::Wide>, core: &Core<'_, V>) -> Option<Separation<V>> {
        match core.point() {
            Some(point) => Some(self.point_core_distance(triangle, point)),
            None => self.segment_core_distance(triangle, core),
        }
    }

    /// The distance of the cores as that of two convex shapes, in the frame of the composite shape.
    pub(crate) fn general_core_distance(&self, part: &Part<'_, V>, scratch: &mut Scratch<V>) -> Relation<V> {
        let core = ScaledCore { shape: part.pair.b, about: self.body.middle_in_b, factors: None };
        let within = Settings {
            margin: V::Scalar::narrow_up(self.margin + self.body.radii()),
            skin_a: V::Scalar::ZERO,
            skin_b: V::Scalar::ZERO,
            ..*self.settings
        };
        let cores = Pair { a: part.pair.a, b: core, b_in_a: part.pair.b_in_a };
        match distance(&cores, &within, &mut Memory::new(), scratch).relation {
            Relation::Near(near) => Relation::Near(part.separation(near)),
            other => other,
        }
    }

    /// The distance of a core that is a point: the nearest point of the triangle.
    fn point_core_distance(&self, triangle: &FacingFacet<V::Wide>, point_b: V::Wide) -> Separation<V> {
        let point = self.body.frame.to_a(point_b);
        let point_a = triangle.nearest(point);
        let distance = (point - point_a).length();
        let noise = POINT_NOISE * (point.max_abs() + triangle.max_abs + point_b.max_abs());
        let normal = normalize_or_zero(point - point_a);
        Separation { normal, distance, lower: distance - noise, upper: distance + noise, point_a, point_b }
    }

    /// The distance of a core that is a segment. `None` if it crosses or touches the triangle, or
    /// if the bounds do not meet: GJK decides then.
    fn segment_core_distance(&self, triangle: &FacingFacet<V::Wide>, core: &Core<'_, V>) -> Option<Separation<V>> {
        let Core::Segment(ends) = core else { return None };
        let found = segment_triangle(triangle, ends.map(|end| self.body.frame.to_a(end)))?;
        let NearestPoints { normal, on_triangle, fraction, lower, distance, upper } = found;
        // What the frame rounds.
        let noise = POINT_NOISE * (ends[0].max_abs() + ends[1].max_abs());
        let point_b = ends[0] + (ends[1] - ends[0]) * fraction;
        Some(Separation { normal, distance, lower: lower - noise, upper: upper + noise, point_a: on_triangle, point_b })
    }
}

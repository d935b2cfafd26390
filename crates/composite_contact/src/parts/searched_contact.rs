//! The contact of a triangle by a search, and whether it is a contact of the whole shape.
//!
//! * Of cores that are apart, the nearest points give the normal (`core_distance.rs`); of cores
//!   that overlap, the body is shrunk until they only touch (`growth`).
//! * The contact is kept if and only if its normal is in the normal cone of the feature that it is
//!   at. Otherwise a part that shares this feature is strictly nearer: from the common point
//!   towards it the distance decreases. So the nearest part of all is always kept, in any order,
//!   but where a vertex only just touches the body, and by rounding (`fallback.rs`).

use clinch_composite::{Composite, Sides};
use clinch_contact::{Pair, Relation, Separation, Space};
use clinch_shapes::Convex;

use crate::growth::Growth;
use crate::growth::closed_form::closed_growth;
use crate::growth::iteration::grow;
use crate::part::{Part, with_part};
use crate::parts::part_contact::{ContactState, DroppedContact};
use crate::parts::part_query::{PartQuery, Work};
use crate::triangle::cone_test::ConeTest;
use crate::triangle::facing_facet::FacingFacet;

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// The contact at an edge or a vertex, or at a face that is nearly parallel to one of the body:
    /// in closed form if there is one, else by GJK, and by the growing body where the cores
    /// overlap.
    pub(crate) fn search_triangle<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        work: &mut Work<'_, V>,
    ) -> ContactState<V> {
        // What has a closed form needs no convex shape of the triangle.
        let core = pair.b.core();
        let growth =
            if triangle.faces_middle { closed_growth(triangle, &core, &self.body).filter(|growth| growth.scale < 1.0) } else { None };
        if let Some(growth) = growth {
            let state = self.contact_of_growth(triangle, &pair.b, &growth, f64::NEG_INFINITY, work);
            return state.unwrap_or_else(|| self.contact_alone(triangle.id, pair, work));
        }
        match self.closed_core_distance(triangle, &core) {
            Some(near) if self.cores_are_apart(&near) => self.contact_of_separate_cores(triangle, near, work),
            near => with_part(pair, triangle.id, |part| self.search_convex(triangle, part, near, work)).unwrap_or(ContactState::Undefined),
        }
    }

    /// The contact that has no closed form. `cores` is the distance of the cores, if it has one.
    fn search_convex(
        &self,
        triangle: &FacingFacet<V::Wide>,
        part: &Part<'_, V>,
        cores: Option<Separation<V>>,
        work: &mut Work<'_, V>,
    ) -> ContactState<V> {
        let radii = self.body.radii();
        match cores.map_or_else(|| self.general_core_distance(part, work.convex), Relation::Near) {
            Relation::Beyond { at_least, .. } => ContactState::Beyond(at_least - radii),
            Relation::Undefined => ContactState::Undefined,
            Relation::Near(near) if self.cores_are_apart(&near) => self.contact_of_separate_cores(triangle, near, work),
            Relation::Near(near) => self.contact_of_overlapping_cores(triangle, part, near.upper - radii, work),
        }
    }

    /// Of cores that are apart. `cores` is their distance.
    pub(crate) fn contact_of_separate_cores(
        &self,
        triangle: &FacingFacet<V::Wide>,
        cores: Separation<V>,
        work: &Work<'_, V>,
    ) -> ContactState<V> {
        let test = self.test_cones(triangle, cores.normal, work);
        if test == ConeTest::Outside && triangle.faces_middle && triangle.continues(self.composite, cores.normal) {
            return ContactState::Continued(cores.distance);
        }
        let normal = if let ConeTest::Inside(normal) = test { normal } else { cores.normal };
        let separation = self.with_radii(&cores, normal);
        if separation.lower > self.margin {
            return ContactState::Beyond(separation.lower);
        }
        match test {
            ConeTest::Inside(_) => ContactState::Kept(separation),
            ConeTest::Unknown => ContactState::Candidate(separation),
            ConeTest::Outside => {
                let dropped = DroppedContact { order: cores.distance, separation };
                if triangle.faces_middle { ContactState::OutsideCone(dropped) } else { ContactState::Behind(dropped) }
            }
        }
    }

    /// Of cores that overlap, or are apart by at most `upper`, which is rounding.
    fn contact_of_overlapping_cores(
        &self,
        triangle: &FacingFacet<V::Wide>,
        part: &Part<'_, V>,
        upper: f64,
        work: &mut Work<'_, V>,
    ) -> ContactState<V> {
        if !triangle.faces_middle {
            let separation = self.overlapping_separation(triangle, part.pair.b, triangle.normal, upper);
            return ContactState::Behind(DroppedContact { order: f64::NEG_INFINITY, separation });
        }
        let growth = grow(triangle, part, &self.body, work.convex);
        let state = self.contact_of_growth(triangle, part.pair.b, &growth, upper, work);
        state.unwrap_or_else(|| self.contact_of_convex(part, work.convex))
    }

    /// The contact at the border of a triangle that the middle of the body is behind; `None` if
    /// there is none.
    pub(crate) fn border_contact_from_behind<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        work: &mut Work<'_, V>,
    ) -> Option<Separation<V>> {
        let search = |part: &Part<'_, V>| {
            let cores = self
                .closed_core_distance(triangle, &part.pair.b.core())
                .map_or_else(|| self.general_core_distance(part, work.convex), Relation::Near);
            let Relation::Near(cores) = cores else { return None };
            let apart = self.cores_are_apart(&cores);
            let normal = if apart { cores.normal } else { grow(&triangle.back(), part, &self.body, work.convex).normal };
            let ConeTest::Inside(normal) = triangle.test_cones(self.composite, normal) else { return None };
            let upper = cores.upper - self.body.radii();
            Some(if apart { self.with_radii(&cores, normal) } else { self.overlapping_separation(triangle, part.pair.b, normal, upper) })
        };
        with_part(pair, triangle.id, search).flatten()
    }

    /// The separation along a normal of cores that overlap. Those that only just touch may be apart
    /// by rounding, by at most `upper`, and then by more than along the normal.
    fn overlapping_separation<B: Convex<V> + ?Sized>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        shape: &B,
        normal: V::Wide,
        upper: f64,
    ) -> Separation<V> {
        let separation = self.separation_along(triangle, shape, normal);
        Separation { upper: separation.upper.max(upper), ..separation }
    }

    /// Of cores that overlap, by the normal with which the growing body first touches the triangle.
    /// `None` if its cone is not known.
    fn contact_of_growth<B: Convex<V> + ?Sized>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        shape: &B,
        growth: &Growth<V::Wide>,
        upper: f64,
        work: &Work<'_, V>,
    ) -> Option<ContactState<V>> {
        let along = |normal| self.overlapping_separation(triangle, shape, normal, upper);
        Some(match self.test_cones(triangle, growth.normal, work) {
            ConeTest::Inside(normal) => ContactState::Kept(along(normal)),
            ConeTest::Unknown => return None,
            ConeTest::Outside if triangle.continues(self.composite, growth.normal) => ContactState::Continued(growth.scale - 1.0),
            ConeTest::Outside => ContactState::OutsideCone(DroppedContact { order: growth.scale - 1.0, separation: along(growth.normal) }),
        })
    }

    /// Whether the body can touch the whole shape where it touches a triangle along a normal.
    fn test_cones(&self, triangle: &FacingFacet<V::Wide>, normal: V::Wide, work: &Work<'_, V>) -> ConeTest<V::Wide> {
        // Of a surface with two sides, the other side has a cone, too.
        let neighbors = work.neighbors.as_ref().filter(|_| self.sides != Sides::Two);
        triangle.test_cones_with(self.composite, normal, |corner| neighbors?.test_vertex(triangle, corner, normal))
    }
}

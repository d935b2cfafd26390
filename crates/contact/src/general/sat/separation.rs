//! Chooses the separating axis test for a pair of cores.

use clinch_shapes::{Convex, Core, Facets};
use clinch_support::{Difference, Scalar, Vector};

use super::box_triangle::{self, BoxAndTriangle};
use super::buffers::Buffers;
use super::query::SatQuery;
use super::{boxes, facets};
use crate::answer::CoreAnswer;
use crate::clip::Space;
use crate::problem::Cores;
use crate::query::Query;

/// Polytopes in 3D with more edges than this between them are searched: the test's time grows with
/// the number, that of a search hardly. Measured, as the next two; see
/// `docs/decisions/0006-sat-where.md`. Larger: round hulls that rest on each other take longer.
/// Smaller: hulls of 16 vertices do.
const MOST_EDGES: usize = 96;
/// The same for polygons in 2D, by their sides.
const MOST_SIDES: usize = 128;
/// Polygons with more sides than this between them are searched if they are apart, as polytopes in
/// 3D are.
const FEW_SIDES: usize = 24;

/// How far a pair algorithm has taken the separating axis test before the general path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SatState {
    /// Not at all.
    Untried,
    /// The axes of two boxes are in the shortlist, without a proof by two points.
    AxesListed,
    /// Not to be tried before a search: there is no test, it has failed, or a search is cheaper.
    Skip,
}

/// The place of the test in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Before any search. `search_found_apart`: last tick's search found the cores apart. Then
    /// polytopes in 3D are left to a warm search, which is cheaper.
    BeforeSearch { search_found_apart: bool },
    /// After a search that found no distance, in place of EPA.
    InPlaceOfEpa,
}

/// One separating axis test.
#[derive(Clone, Copy)]
pub(crate) struct Test<'q, V: Space> {
    pub(crate) query: &'q Query<'q, V>,
    pub(crate) stage: Stage,
}

/// The separation of two cores, if both are polytopes for which there is a test at this stage, and
/// if the test proves its answer.
pub(crate) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    cores: &Cores<'_, V>,
    difference: &Difference<'_, A, B, V>,
    Test { query, stage }: Test<'_, V>,
    buffers: &mut Buffers<V::Wide>,
) -> Option<CoreAnswer<V>> {
    let sat_query = SatQuery::new(query, difference.size());
    let (a, b) = (cores.a, cores.b);
    if let (Core::Box(a), Core::Box(b)) = (a, b) {
        return match stage {
            Stage::BeforeSearch { .. } => {
                boxes::separation(difference, [a.half(), b.half()].map(V::widen), &sat_query, &mut buffers.shortlist)
            }
            Stage::InPlaceOfEpa => None,
        };
    }
    if V::DIM == 3
        && let Some((block, triangle, box_is_a)) = match (a, b) {
            (Core::Box(block), Core::Triangle(triangle)) => Some((block, triangle, true)),
            (Core::Triangle(triangle), Core::Box(block)) => Some((block, triangle, false)),
            _ => None,
        }
    {
        // A warm search is cheaper if last tick's found them apart.
        let tested = stage != Stage::BeforeSearch { search_found_apart: true };
        let cores = BoxAndTriangle { half: block.half().widen(), corners: triangle.corners().map(V::widen), box_is_a };
        return tested.then(|| box_triangle::separation(difference, &cores, &sat_query, &mut buffers.shortlist))?;
    }
    let sides = sides(a)?.saturating_add(sides(b)?);
    let search_if_apart = V::DIM == 3 || sides > FEW_SIDES;
    let tested = match stage {
        // A search detects an overlap sooner.
        Stage::BeforeSearch { search_found_apart } => !((search_found_apart || query.distance_only()) && search_if_apart),
        Stage::InPlaceOfEpa => search_if_apart,
    };
    if !tested || sides > if V::DIM == 3 { MOST_EDGES } else { MOST_SIDES } {
        return None;
    }
    let sat_query = SatQuery { search_if_apart: search_if_apart && stage != Stage::InPlaceOfEpa, ..sat_query };
    // If last tick's normal still separates them, two support points prove it.
    let length = sat_query.last_normal.length();
    if length > 0.0 && stage != Stage::InPlaceOfEpa {
        let axis = sat_query.last_normal * length.recip();
        let at_least = -axis.dot(difference.vertex(axis).point) - difference.error();
        if at_least > sat_query.within {
            return Some(CoreAnswer::Beyond { axis, at_least });
        }
    }
    let Buffers { built_facets: [buffer_a, buffer_b], shortlist, facet_buffers, edge_pairs, facet } = buffers;
    let (a, b) = (facets_of(a, buffer_a)?, facets_of(b, buffer_b)?);
    facet_buffers.begin();
    let answer = facets::separation(difference, [a, b], &sat_query, shortlist, facet_buffers);
    *edge_pairs += facet_buffers.edge_pairs();
    let (answer, features) = answer?;
    if let Some(features) = features {
        facets::write_vertices([a, b], features, facet_buffers, facet);
    }
    Some(answer)
}

/// The test before any search, continued from where the pair algorithm left it.
pub(crate) fn resume<V: Space, A: Convex<V>, B: Convex<V>>(
    cores: &Cores<'_, V>,
    difference: &Difference<'_, A, B, V>,
    test: Test<'_, V>,
    state: SatState,
    buffers: &mut Buffers<V::Wide>,
) -> Option<CoreAnswer<V>> {
    match (state, cores.a, cores.b) {
        (SatState::Skip, ..) => None,
        (SatState::AxesListed, Core::Box(a), Core::Box(b)) => {
            let sat_query = SatQuery::new(test.query, difference.size());
            boxes::listed(difference, [a.half(), b.half()].map(V::widen), &sat_query, &mut buffers.shortlist)
        }
        _ => separation(cores, difference, test, buffers),
    }
}

/// The number of edges in 3D, of sides in 2D; `None` for other cores.
fn sides<V: Vector>(core: &Core<'_, V>) -> Option<usize> {
    match core {
        Core::Box(_) => Some(if V::DIM == 3 { 12 } else { 4 }),
        Core::Triangle(_) => Some(if V::DIM == 3 { 6 } else { 3 }),
        Core::Polytope(facets) if V::DIM == 3 => Some(facets.ridges().len()),
        Core::Polytope(facets) => Some(facets.planes().len()),
        _ => None,
    }
}

/// The facets of a polytope, built in `buffer` if the core does not have them; `None` if there are
/// none.
fn facets_of<'s, V: Vector>(core: &Core<'s, V>, buffer: &'s mut Facets<V::Wide>) -> Option<&'s Facets<V::Wide>> {
    match core {
        Core::Polytope(facets) => (!facets.planes().is_empty() && !facets.vertices().is_empty()).then_some(facets),
        // The rim of a plate has faces without sides.
        Core::Box(block) if (0..V::DIM).any(|axis| !(block.half().get(axis) > V::Scalar::ZERO)) => None,
        Core::Box(block) => {
            buffer.set_box(block.half().widen());
            Some(buffer)
        }
        Core::Triangle(triangle) => buffer.set_triangle(triangle.corners().map(V::widen)).then_some(buffer),
        _ => None,
    }
}

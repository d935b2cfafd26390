//! Chooses the separating axis test for a pair of cores.

use clinch_shapes::{Convex, Core, Facets};
use clinch_support::{Difference, Scalar, Vector};

use super::buffers::Buffers;
use super::question::Question;
use super::{box_triangle, boxes, facets};
use crate::answer::CoreAnswer;
use crate::clip::Space;
use crate::problem::Cores;
use crate::query::Query;

/// Polytopes in space with more edges than this between them are searched: the test's time grows with them, that of a search hardly. Measured; see
/// `docs/decisions/0006-sat-where.md`, as for the next. Larger: round hulls that rest on each other take longer. Smaller: hulls of 16 vertices do.
const MOST_EDGES: usize = 96;
/// The same for polygons in the plane, by their sides.
const MOST_SIDES: usize = 128;
/// Polygons with more sides than this between them are searched if they are apart, as polytopes in space are.
const FEW_SIDES: usize = 24;

/// How far a pair algorithm has taken the separating axis test before the general path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SatState {
    /// Not at all.
    Untried,
    /// The axes of two boxes are in the shortlist, without a proof by two points.
    Listed,
    /// It has failed, or a search is known to be cheaper.
    Failed,
}

/// When in a query the test has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Before any search. Last tick's, if any, found the cores apart: then polytopes in space wait, for a search that goes on from there is cheaper.
    First { apart: bool },
    /// After a search that could not tell the cores apart, in place of EPA.
    Overlapping,
}

/// One separating axis test.
#[derive(Clone, Copy)]
pub(crate) struct Test<'q, V: Space> {
    pub(crate) query: &'q Query<'q, V>,
    pub(crate) turn: Turn,
}

/// The separation of two cores, if both are polytopes for which the test is made, it is their turn, and
/// the test can prove its answer.
pub(crate) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    cores: &Cores<'_, V>,
    difference: &Difference<'_, A, B, V>,
    Test { query, turn }: Test<'_, V>,
    buffers: &mut Buffers<V::Wide>,
) -> Option<CoreAnswer<V>> {
    let question = Question::new(query, difference.size());
    let (a, b) = (cores.a, cores.b);
    if let (Core::Box(a), Core::Box(b)) = (a, b) {
        return match turn {
            Turn::First { .. } => boxes::separation(difference, [a.half(), b.half()].map(V::widen), &question, &mut buffers.shortlist),
            Turn::Overlapping => None,
        };
    }
    if V::DIM == 3
        && let Some((block, triangle, box_first)) = match (a, b) {
            (Core::Box(block), Core::Triangle(triangle)) => Some((block, triangle, true)),
            (Core::Triangle(triangle), Core::Box(block)) => Some((block, triangle, false)),
            _ => None,
        }
    {
        // A search that goes on from last tick's, which found them apart, is cheaper.
        let its_turn = turn != Turn::First { apart: true };
        let of_wide = (block.half().widen(), triangle.corners().map(V::widen), box_first);
        return its_turn.then(|| box_triangle::separation(difference, of_wide, &question, &mut buffers.shortlist))?;
    }
    let sides = sides(a)?.saturating_add(sides(b)?);
    let search_if_apart = V::DIM == 3 || sides > FEW_SIDES;
    let its_turn = match turn {
        // That they overlap a search knows sooner.
        Turn::First { apart } => !((apart || query.distance_only()) && search_if_apart),
        Turn::Overlapping => search_if_apart,
    };
    if !its_turn || sides > if V::DIM == 3 { MOST_EDGES } else { MOST_SIDES } {
        return None;
    }
    let question = Question { search_if_apart: search_if_apart && turn != Turn::Overlapping, ..question };
    // What last tick's normal still parts needs no more than two support points.
    let length = question.last.length();
    if length > 0.0 && turn != Turn::Overlapping {
        let axis = question.last * length.recip();
        let at_least = -axis.dot(difference.vertex(axis).point) - difference.error();
        if at_least > question.within {
            return Some(CoreAnswer::Beyond { axis, at_least });
        }
    }
    let Buffers { box_or_triangle: [space_a, space_b], shortlist, work, edge_pairs, facet } = buffers;
    let (a, b) = (facets_of(a, space_a)?, facets_of(b, space_b)?);
    work.begin();
    let verdict = facets::separation(difference, [a, b], &question, shortlist, work);
    *edge_pairs += work.edge_pairs();
    let (verdict, made) = verdict?;
    if let (CoreAnswer::Near(cores), Some(made)) = (&verdict, made) {
        facet.extend(facets::vertices(difference, [a, b], cores.normal, made));
    }
    Some(verdict)
}

/// The first turn of the test in a query, continued from where the pair algorithm left it.
pub(crate) fn first<V: Space, A: Convex<V>, B: Convex<V>>(
    cores: &Cores<'_, V>,
    difference: &Difference<'_, A, B, V>,
    query: &Query<'_, V>,
    (state, apart): (SatState, bool),
    buffers: &mut Buffers<V::Wide>,
) -> Option<CoreAnswer<V>> {
    match (state, cores.a, cores.b) {
        (SatState::Failed, ..) => None,
        (SatState::Listed, Core::Box(a), Core::Box(b)) => {
            let question = Question::new(query, difference.size());
            boxes::listed(difference, [a.half(), b.half()].map(V::widen), &question, &mut buffers.shortlist)
        }
        _ => separation(cores, difference, Test { query, turn: Turn::First { apart } }, buffers),
    }
}

/// The number of edges in space, of sides in the plane; `None` of what is no polytope.
fn sides<V: Vector>(core: &Core<'_, V>) -> Option<usize> {
    match core {
        Core::Box(_) => Some(if V::DIM == 3 { 12 } else { 4 }),
        Core::Triangle(_) => Some(if V::DIM == 3 { 6 } else { 3 }),
        Core::Polytope(facets) if V::DIM == 3 => Some(facets.ridges().len()),
        Core::Polytope(facets) => Some(facets.planes().len()),
        _ => None,
    }
}

/// The planes of a polytope, laid out in `space` if it does not bring its own; `None` if it has none.
fn facets_of<'s, V: Vector>(core: &Core<'s, V>, space: &'s mut Facets<V::Wide>) -> Option<&'s Facets<V::Wide>> {
    match core {
        Core::Polytope(facets) => Some(facets),
        // A plate's rim has faces without sides.
        Core::Box(block) if (0..V::DIM).any(|axis| !(block.half().get(axis) > V::Scalar::ZERO)) => None,
        Core::Box(block) => {
            space.set_box(block.half().widen());
            Some(space)
        }
        Core::Triangle(triangle) => space.set_triangle(triangle.corners().map(V::widen)).then_some(space),
        _ => None,
    }
}

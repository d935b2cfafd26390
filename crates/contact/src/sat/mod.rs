//! The separating axis test: polytopes by the planes of their difference.
//!
//! * A facet of A − B is a face of A, a face of B, or made of an edge of each. The support value of A − B along its normal is how far the origin lies below
//!   it: the least of all facets is the depth, and where one is negative its normal separates. So each kind of polytope lists its candidates
//!   ([`boxes`], [`box_triangle`], [`facets`]), and the least of them wins ([`Shortlist`](axes::Shortlist)).
//! * Of pairs that overlap this is everything: the list is complete, so the least candidate bounds the depth from below, to the rounding of its terms, and
//!   from above as any support value does. It is a closed form where EPA searches.
//! * Of pairs that are apart the best axis is a lower bound only. It is the distance if two points are as far apart ([`witness`]): a corner over a
//!   face, or edges that cross. Corners that look at corners or edges are left to GJK, and so are all polytopes in space that are near each other but boxes, and a box and
//!   a triangle of which nothing is known yet, for which a search that goes on from last tick's is cheaper.
//! * What nearly ties is chosen by rule and not by rounding: last tick's normal, then faces before edges, then the lower number.
//! * Nothing is believed that was not proved: points that are not as far apart as the axis says, edges that run so nearly alike that the rounding of their
//!   cross product could hide something, work that grows beyond what a search costs. All of these answer `None`, and GJK and EPA go on.
//!
//! Everything is in `f64` and in A's frame, but for a box and a triangle, which are seen from the box. Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013), for the arcs; Ericson, "Real-Time Collision
//! Detection" (2005), 4.4.1 and 5.2.1, for the axes.

mod arcs;
mod axes;
mod box_triangle;
mod boxes;
mod facets;
mod witness;

use clinch_shapes::{Convex, Facets, Polytope};
use clinch_support::{Difference, Scalar, Vector};

pub(crate) use self::axes::SAME;
use self::axes::{Axis, Made, Shortlist};
pub(crate) use self::facets::Buffers;
pub(crate) use self::witness::{EXACT, LEVEL, cross};
use crate::clip::Clip;
use crate::measure::{Goal, Separation};
use crate::pair::Pair;

/// What the test can say of two cores.
pub(crate) enum Verdict<V: Vector> {
    /// Farther apart than was asked.
    Beyond {
        axis: V::Wide,
        at_least: f64,
    },
    Near(Separation<V>),
    /// By this at least; no more was asked.
    Overlapping {
        at_least: f64,
    },
}

/// By how much what is computed here may be off, relative to the size of the pair: some sums of a dozen terms, and columns that are a basis to rounding. Larger:
/// bounds are farther apart than they need be. Smaller: they do not hold.
const NOISE: f64 = 32.0 * f64::EPSILON;

/// [`NOISE`] of a pair of this size.
pub(crate) fn noise(size: f64) -> f64 {
    NOISE * size
}

/// Axes whose support values differ by less than this part of ε of the scalar, relative to the size of the pair, are equally good: coordinates of that size
/// are not written more exactly. Larger: distances are too small by as much. Smaller: rounding chooses the normal of a cube that is as deep along x as along y, each
/// tick anew, and gives a box at rest the axis of two edges in place of a face.
const TIE: f64 = 0.25;

/// [`TIE`] of a pair of this size.
pub(crate) fn tie<V: Vector>(size: f64) -> f64 {
    TIE * V::Scalar::EPSILON.widen() * size
}

/// Polytopes in space with more edges than this between them are searched: the test's time grows with them, that of a search hardly. Measured; see
/// `docs/decisions/0006-sat-where.md`, as for the next. Larger: round hulls that rest on each other take longer. Smaller: hulls of 16 vertices do.
const MOST_EDGES: usize = 96;
/// The same for polygons in the plane, by their sides.
const MOST_SIDES: usize = 128;
/// Polygons with more sides than this between them are searched if they are apart, as polytopes in space are.
const FEW_SIDES: usize = 24;

/// What is asked of a pair of cores.
#[derive(Clone, Copy)]
pub(crate) struct Question<W> {
    /// Distances beyond need no answer but that.
    pub(crate) within: f64,
    /// Last tick's normal, of any length; zero or NaN: none.
    pub(crate) last: W,
    /// A bound of the coordinates that meet.
    pub(crate) size: f64,
    /// Support values that differ by less are equally good.
    pub(crate) tie: f64,
    /// Cores that are near but apart are for the search.
    pub(crate) search_if_apart: bool,
    /// Of cores that overlap no more is asked than that.
    pub(crate) gap: bool,
}

impl<W: Vector<Scalar = f64>> Question<W> {
    fn new<V: Vector<Wide = W>>(within: f64, last: V, size: f64) -> Self {
        Self { within, last: last.widen(), size, tie: tie::<V>(size), search_if_apart: false, gap: false }
    }

    fn noise(&self) -> f64 {
        noise(self.size)
    }
}

/// When in a query the test has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Before any search. Last tick's, if any, found the cores apart: then polytopes in space wait, for a search that goes on from there is cheaper.
    First { apart: bool },
    /// After a search that could not tell the cores apart, in place of EPA.
    Overlapping,
}

/// Which axis parts two boxes in space, or is their shallowest.
pub(crate) enum BoxAxis<W> {
    /// Farther apart than was asked.
    Beyond { axis: W, at_least: f64 },
    /// To be proved by two points: the normal, and minus the distance along it. No other axis has less than `least`.
    Best { normal: W, height: f64, least: f64 },
}

/// The axis of two boxes in space. See [`separation`], which goes on to the points.
#[inline(always)]
pub(crate) fn axis_of_boxes<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    [a, b]: [V; 2],
    (within, last): (f64, V),
    buffers: &mut Buffers<V::Wide>,
) -> Option<BoxAxis<V::Wide>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    boxes::axis(difference, [a.widen(), b.widen()], &Question::new::<V>(within, last, difference.size()), &mut buffers.shortlist)
}

/// How two cores lie, if both are polytopes for which the test is made, it is their turn, and the test can prove its answer.
pub(crate) fn separation<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    (within, last, goal): (f64, V, Goal),
    turn: Turn,
    buffers: &mut Buffers<V::Wide>,
) -> Option<Verdict<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let gap = goal == Goal::Gap;
    let question = Question { gap, ..Question::new::<V>(within, last, difference.size()) };
    let (a, b) = (pair.a.polytope(), pair.b.polytope());
    if let (Polytope::Box(a), Polytope::Box(b)) = (a, b) {
        let first = turn != Turn::Overlapping;
        return first
            .then(|| boxes::separation(difference, [a, b].map(|block| block.half().widen()), &question, &mut buffers.shortlist))?;
    }
    if V::DIM == 3
        && let Some((block, triangle, box_first)) = match (a, b) {
            (Polytope::Box(block), Polytope::Triangle(triangle)) => Some((block, triangle, true)),
            (Polytope::Triangle(triangle), Polytope::Box(block)) => Some((block, triangle, false)),
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
        Turn::First { apart } => !((apart || gap) && search_if_apart),
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
        if at_least > within {
            return Some(Verdict::Beyond { axis, at_least });
        }
    }
    let Buffers { box_or_triangle: [space_a, space_b], shortlist, work, edge_pairs, facet } = buffers;
    let (a, b) = (facets_of(a, space_a)?, facets_of(b, space_b)?);
    work.begin();
    let verdict = facets::separation(difference, [a, b], &question, shortlist, work);
    *edge_pairs += work.edge_pairs();
    let (verdict, made) = verdict?;
    if let (Verdict::Near(cores), Some(made)) = (&verdict, made) {
        facet.extend(facets::vertices(difference, [a, b], cores.normal, made));
    }
    Some(verdict)
}

/// The number of edges in space, of sides in the plane; `None` of what is no polytope.
fn sides<V: Vector>(polytope: Polytope<'_, V>) -> Option<usize> {
    match polytope {
        Polytope::Other => None,
        Polytope::Box(_) => Some(if V::DIM == 3 { 12 } else { 4 }),
        Polytope::Triangle(_) => Some(if V::DIM == 3 { 6 } else { 3 }),
        Polytope::Facets(facets) if V::DIM == 3 => Some(facets.ridges().len()),
        Polytope::Facets(facets) => Some(facets.planes().len()),
    }
}

/// The planes of a polytope, laid out in `space` if it does not bring its own; `None` if it has none.
fn facets_of<'s, V: Vector>(polytope: Polytope<'s, V>, space: &'s mut Facets<V::Wide>) -> Option<&'s Facets<V::Wide>> {
    match polytope {
        Polytope::Other => None,
        Polytope::Facets(facets) => Some(facets),
        // A plate's rim has faces without sides.
        Polytope::Box(block) if (0..V::DIM).any(|axis| !(block.half().get(axis) > V::Scalar::ZERO)) => None,
        Polytope::Box(block) => {
            space.set_box(block.half().widen());
            Some(space)
        }
        Polytope::Triangle(triangle) => space.set_triangle(triangle.corners().map(V::widen)).then_some(space),
    }
}

/// The best axis and the two points on it become an answer; and what the axis is made of. `lost` bounds what the list of axes may have missed.
fn proved<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    question: &Question<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
    lost: f64,
    height: impl Fn(&Axis<V::Wide>) -> f64,
    witness: impl Fn(&Axis<V::Wide>) -> Option<[V::Wide; 2]>,
) -> Option<(Verdict<V>, Option<Made>)>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let (noise, least) = (question.noise(), shortlist.least());
    if question.gap && least > noise + lost {
        return Some((Verdict::Overlapping { at_least: least - noise - lost }, None));
    }
    shortlist.sort_by_preference(question.last);
    // What an axis proves to be apart no other may call touching.
    let cutoff = if least < -noise { least + noise } else { f64::INFINITY };
    shortlist.axes().filter(|axis| axis.height <= cutoff).find_map(|axis| {
        let [on_a, on_b] = witness(axis)?;
        let way = on_b - on_a;
        // The points of an axis that is not the very best need not be exactly under each other.
        let slack = witness::EXACT * question.size + (axis.height - least);
        if !((way + axis.normal * axis.height).length() <= slack) {
            return None;
        }
        // Normals divided from arcs are across their edges to rounding; what a bound takes along one is the support value itself.
        let height = height(axis);
        let proved_to_overlap = least > noise + lost;
        // Points beside their faces are so by no more than rounding, past two borders at most.
        let upper = if proved_to_overlap { noise + lost - least } else { way.length() + 3.0 * noise };
        let distance = -height;
        let upper = if upper > distance { upper } else { distance };
        let (lower, point_b) = (distance - noise, difference.to_b(on_b));
        let cores = Separation { normal: axis.normal, distance, lower, upper, point_a: on_a, point_b };
        Some((Verdict::Near(cores), Some(axis.made)))
    })
}

//! Two polytopes with faces and edges at hand.
//!
//! * A face's support value takes a look at every vertex of the other shape. But the other shape holds a ball, and the face is at least as far above the
//!   ball's far side, and above the vertex that lay deepest below another face: where either is more than the best so far, and of most faces it is, nothing
//!   else is looked at.
//! * The same for edges. The height above a point changes along an arc like a cosine, and so is bounded by what it is at the arc's two ends. An edge whose faces
//!   are both too far above a point of the other shape makes no facet that matters, whatever the other edge is; and one whose faces have the same vertex
//!   deepest below them makes none at all, for the directions in which a vertex is farthest are convex. What is left of shapes that touch are the few
//!   edges around the contact.
//!
//! Faces of B are looked at in B's frame; only edges that are left are moved to A's.

use clinch_shapes::{Convex, Facets, Ridge};
use clinch_support::{Difference, Vector, VertexId};
use smallvec::SmallVec;

use super::arcs::Arc;
use super::axes::{Axis, Made, Shortlist};
use super::prove::proved;
use super::question::Question;
use super::witness::{Corners, EdgeLine, Under, borders};
use crate::answer::CoreAnswer;
use crate::clip::Space;
use crate::memory::FacetVertices;
use crate::tolerance::EXACT;

/// Pairs of edges that are left, beyond which the search is cheaper. Larger: pairs deep in each other take longer than EPA does. Smaller: pairs are searched that the
/// test is faster for.
const MOST_LEFT: usize = 1024;

/// What two polytopes leave to do: of A, then of B.
#[derive(Clone, Debug)]
pub(crate) struct Work<W> {
    levels: [Vec<Level<W>>; 2],
    arcs: [Vec<Arc<W>>; 2],
    /// Of planes, and of edges, those that are left.
    numbers: Vec<u32>,
}

/// What is known of the other shape below a plane.
#[derive(Clone, Copy, Debug)]
struct Level<W> {
    /// How far below the plane the middle of its ball lies.
    middle: f64,
    /// Its vertex deepest below, or [`NONE`](Self::NONE) if it was not looked for,
    tip: u32,
    /// and where that is in the plane's frame: NaN, if it was not, and so above no plane and below none.
    deepest: W,
}

impl<W> Level<W> {
    const NONE: u32 = u32::MAX;
}

impl<W> Default for Work<W> {
    fn default() -> Self {
        Self { levels: Default::default(), arcs: Default::default(), numbers: Vec::new() }
    }
}

impl<W> Work<W> {
    /// Forgets the edges of another pair, which the faces may rule out before any is looked for.
    pub(super) fn begin(&mut self) {
        self.arcs.iter_mut().for_each(Vec::clear);
    }

    /// Pairs of edges that were left.
    pub(super) fn edge_pairs(&self) -> u32 {
        let [a, b] = &self.arcs;
        (a.len() * b.len()) as u32
    }
}

/// Two polytopes and where B is.
struct Polytopes<'p, 'd, V: Vector, A, B> {
    a: &'p Facets<V::Wide>,
    b: &'p Facets<V::Wide>,
    difference: &'p Difference<'d, A, B, V>,
    /// Where B's origin is.
    at: V::Wide,
}

pub(super) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    [a, b]: [&Facets<V::Wide>; 2],
    question: &Question<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
    work: &mut Work<V::Wide>,
) -> Option<(CoreAnswer<V>, Option<Made>)> {
    let polytopes = Polytopes { a, b, difference, at: difference.to_a(V::Wide::ZERO) };
    // The search cannot tell from touching what is nearer than the support maps' error, and whoever asks with another margin must be told the same.
    let told = question.noise() + 2.0 * difference.error();
    let parted = -question.within - told;
    shortlist.begin(question.tie);
    polytopes.faces(shortlist, work);
    let for_search = |shortlist: &Shortlist<V::Wide>| question.search_if_apart && shortlist.least() < -told;
    let mut lost = 0.0;
    if V::DIM == 3 && !(shortlist.least() < parted) && !for_search(shortlist) {
        lost = polytopes.edges(shortlist, work)? * question.size;
    }
    let best = *shortlist.best()?;
    let crossing = matches!(best.made, Made::Edges(..));
    if best.height < parted {
        // The normal of two edges of sharp rims may not be as exact as a bound must be: believed is what the vertices have along it.
        let height = if crossing { polytopes.height(best.normal) } else { best.height };
        let parts = height < parted;
        return parts.then(|| (CoreAnswer::Beyond { axis: best.normal, at_least: -height - question.noise() }, None));
    }
    if for_search(shortlist) {
        return None;
    }
    // What an axis of two edges is said to have as a support value it has, or something is no polytope.
    if lost > EXACT * question.size || crossing && !((polytopes.height(best.normal) - best.height).abs() <= EXACT * question.size) {
        return None;
    }
    let height = |axis: &Axis<V::Wide>| if matches!(axis.made, Made::Edges(..)) { polytopes.height(axis.normal) } else { axis.height };
    proved(difference, question, shortlist, lost, height, |axis| polytopes.witness(axis, question.size))
}

/// FacetVertices that name a facet of A − B: as many as there are dimensions.
pub(super) fn vertices<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    [a, b]: [&Facets<V::Wide>; 2],
    normal: V::Wide,
    made: Made,
) -> FacetVertices {
    let id = |place: u32| VertexId::new(place as usize);
    // As far from each other as can be had without looking at them.
    let spread =
        |corners: &[u32]| (0..V::DIM).map(|place| id(corners[place * corners.len() / V::DIM])).collect::<SmallVec<[VertexId; 3]>>();
    match made {
        Made::FaceOfA(face) => {
            let tip = VertexId::new(lowest(b.vertices(), difference.direction_in_b(normal)).0);
            spread(a.corner_places(face as usize)).into_iter().map(|corner| (corner, tip)).collect()
        }
        Made::FaceOfB(face) => {
            let tip = VertexId::new(lowest(a.vertices(), -normal).0);
            spread(b.corner_places(face as usize)).into_iter().map(|corner| (tip, corner)).collect()
        }
        Made::Edges(edge_a, edge_b) => {
            let ([a, a_end], [b, b_end]) = (a.ridges()[edge_a as usize].ends.map(id), b.ridges()[edge_b as usize].ends.map(id));
            [(a, b), (a_end, b), (a, b_end)].into_iter().collect()
        }
    }
}

/// The vertex that lies least far along a direction, and how far.
#[inline]
fn lowest<W: Vector<Scalar = f64>>(vertices: &[W], direction: W) -> (usize, f64) {
    let (mut lowest, mut least) = (0, f64::INFINITY);
    for (index, vertex) in vertices.iter().enumerate() {
        let along = vertex.dot(direction);
        let lower = along < least;
        lowest = if lower { index } else { lowest };
        least = if lower { along } else { least };
    }
    (lowest, least)
}

/// The numbers up to `count`.
#[inline]
fn all(count: usize, numbers: &mut Vec<u32>) {
    numbers.clear();
    numbers.extend(0..count as u32);
}

/// Leaves those that are wanted. Each is written where the next one goes, wanted or not: which are nobody can foretell.
#[inline(always)]
fn keep(numbers: &mut Vec<u32>, wanted: impl Fn(usize) -> bool) {
    let mut kept = 0;
    for place in 0..numbers.len() {
        let number = numbers[place];
        numbers[kept] = number;
        kept += usize::from(wanted(number as usize));
    }
    numbers.truncate(kept);
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Polytopes<'_, '_, V, A, B> {
    /// The support value of A − B along a unit vector of A's frame.
    fn height(&self, axis: V::Wide) -> f64 {
        let (_, far) = lowest(self.a.vertices(), -axis);
        let (_, near) = lowest(self.b.vertices(), self.difference.direction_in_b(axis));
        -far - near - axis.dot(self.at)
    }

    fn faces(&self, shortlist: &mut Shortlist<V::Wide>, work: &mut Work<V::Wide>) {
        let Self { a, b, difference, at } = *self;
        let Work { levels: [levels_a, levels_b], numbers, .. } = work;
        let first_a = lay_under(a, difference.to_a(b.center()), levels_a);
        let first_b = lay_under(b, difference.to_b(a.center()), levels_b);
        let from_b = difference.to_b(V::Wide::ZERO);
        let a_s = |face: usize, level: &mut Level<V::Wide>, shortlist: &mut Shortlist<V::Wide>| {
            let plane = a.planes()[face];
            let (tip, deepest) = lowest(b.vertices(), difference.direction_in_b(plane.normal));
            shortlist.offer(plane.offset - plane.normal.dot(at) - deepest, Made::FaceOfA(face as u32), || plane.normal);
            (level.tip, level.deepest) = (tip as u32, difference.to_a(b.vertices()[tip]));
        };
        let b_s = |face: usize, level: &mut Level<V::Wide>, shortlist: &mut Shortlist<V::Wide>| {
            let plane = b.planes()[face];
            let (tip, deepest) = lowest(a.vertices(), difference.direction_in_a(plane.normal));
            let height = plane.offset - plane.normal.dot(from_b) - deepest;
            shortlist.offer(height, Made::FaceOfB(face as u32), || -difference.direction_in_a(plane.normal));
            (level.tip, level.deepest) = (tip as u32, difference.to_b(a.vertices()[tip]));
        };
        // The most promising ones first.
        a_s(first_a, &mut levels_a[first_a], shortlist);
        b_s(first_b, &mut levels_b[first_b], shortlist);
        others((a, levels_a), first_a, b.inner(), (shortlist, numbers), a_s);
        others((b, levels_b), first_b, a.inner(), (shortlist, numbers), b_s);
    }

    /// Offers the facets made of two edges. What may be missed, relative to the size; `None` if it is too much work.
    fn edges(&self, shortlist: &mut Shortlist<V::Wide>, work: &mut Work<V::Wide>) -> Option<f64> {
        let Self { a, b, difference, .. } = *self;
        let Work { levels: [levels_a, levels_b], arcs: [arcs_a, arcs_b], numbers } = work;
        let cutoff = shortlist.cutoff();
        left_of((a, levels_a), (cutoff, b.inner()), (arcs_a, numbers), |direction| direction, |point| point);
        if arcs_a.is_empty() {
            return Some(0.0);
        }
        let turned = |direction: V::Wide| difference.direction_in_a(direction);
        left_of((b, levels_b), (cutoff, a.inner()), (arcs_b, numbers), turned, |point| difference.to_a(point));
        if arcs_a.len() * arcs_b.len() > MOST_LEFT {
            return None;
        }
        for arc in arcs_b.iter_mut() {
            arc.ends = arc.ends.map(|end| -end);
        }
        let mut lost = 0.0;
        for arc in arcs_a.iter() {
            all(arcs_b.len(), numbers);
            keep(numbers, |number| arc.parts_ends_of(&arcs_b[number]));
            for other in numbers.iter().map(|&number| &arcs_b[number as usize]) {
                let Some(crossing) = arc.crosses(other) else { continue };
                let height = crossing.normal.dot(arc.point - other.point);
                lost = if crossing.lost > lost { crossing.lost } else { lost };
                shortlist.offer(height, Made::Edges(arc.edge, other.edge), || crossing.normal);
            }
        }
        Some(lost)
    }

    fn witness(&self, axis: &Axis<V::Wide>, size: f64) -> Option<[V::Wide; 2]> {
        let Self { a, b, difference, .. } = *self;
        let normal = axis.normal;
        let in_b = difference.direction_in_b(normal);
        match axis.made {
            Made::FaceOfA(face) => {
                let face = face as usize;
                let corners: Corners<V::Wide> = a.corners(face).collect();
                let under = Under { borders: &borders(&corners, normal), outward: normal, offset: a.planes()[face].offset, size };
                let tip = difference.to_a(b.vertices()[lowest(b.vertices(), in_b).0]);
                under.meet(tip, || b.corners(facing(b, -in_b)).map(|corner| difference.to_a(corner)).collect())
            }
            Made::FaceOfB(face) => {
                let face = face as usize;
                let corners: Corners<V::Wide> = b.corners(face).map(|corner| difference.to_a(corner)).collect();
                let under = Under {
                    borders: &borders(&corners, -normal),
                    outward: -normal,
                    offset: b.planes()[face].offset - normal.dot(self.at),
                    size,
                };
                let tip = a.vertices()[lowest(a.vertices(), -normal).0];
                let [on_b, on_a] = under.meet(tip, || a.corners(facing(a, normal)).collect())?;
                Some([on_a, on_b])
            }
            Made::Edges(edge_a, edge_b) => {
                let (own, other) = (a.ridges()[edge_a as usize], b.ridges()[edge_b as usize]);
                let [from, to] = own.ends.map(|end| a.vertices()[end as usize]);
                let rod = EdgeLine::between(from, to, a.along(&own));
                let [from, to] = other.ends.map(|end| difference.to_a(b.vertices()[end as usize]));
                Some(rod.meet(&EdgeLine::between(from, to, difference.direction_in_a(b.along(&other)))))
            }
        }
    }
}

/// Fills in how far below each plane a point lies, and returns the plane under which that is least.
fn lay_under<W: Vector<Scalar = f64, Wide = W>>(facets: &Facets<W>, point: W, levels: &mut Vec<Level<W>>) -> usize {
    levels.clear();
    let (mut first, mut least) = (0, f64::INFINITY);
    for (index, plane) in facets.planes().iter().enumerate() {
        let middle = plane.offset - plane.normal.dot(point);
        if middle < least {
            (first, least) = (index, middle);
        }
        levels.push(Level { middle, tip: Level::<W>::NONE, deepest: W::from_fn(|_| f64::NAN) });
    }
    first
}

/// Looks at all faces but the first that neither the other shape's ball nor the deepest vertex so far rules out.
fn others<W: Vector<Scalar = f64, Wide = W>>(
    (facets, levels): (&Facets<W>, &mut [Level<W>]),
    first: usize,
    radius: f64,
    (shortlist, numbers): (&mut Shortlist<W>, &mut Vec<u32>),
    look: impl Fn(usize, &mut Level<W>, &mut Shortlist<W>),
) {
    let (planes, mut deepest) = (facets.planes(), levels[first].deepest);
    let may = |face: usize, levels: &[Level<W>], deepest: W, cutoff: f64| {
        !(levels[face].middle + radius > cutoff) & !(planes[face].offset - planes[face].normal.dot(deepest) > cutoff)
    };
    let cutoff = shortlist.cutoff();
    all(planes.len(), numbers);
    keep(numbers, |face| may(face, levels, deepest, cutoff) & (face != first));
    for face in numbers.iter().map(|&face| face as usize) {
        let cutoff = shortlist.cutoff();
        if may(face, levels, deepest, cutoff) {
            look(face, &mut levels[face], shortlist);
            deepest = if shortlist.cutoff() < cutoff { levels[face].deepest } else { deepest };
        }
    }
}

/// The face that looks most along a direction.
fn facing<W: Vector<Scalar = f64, Wide = W>>(facets: &Facets<W>, direction: W) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, plane) in facets.planes().iter().enumerate() {
        let along = plane.normal.dot(direction);
        if along > best.1 {
            best = (index, along);
        }
    }
    best.0
}

/// The least height above a point along an arc, from those above it at the ends: of a cosine that is positive at both the lesser of them. Where it is negative it
/// may have its least between, at most by the `bend` lower.
fn least_on_arc(left: f64, right: f64, bend: f64) -> f64 {
    let least = if left < right { left } else { right };
    if least < 0.0 { least * bend } else { least }
}

/// The edges that may make a facet at least as good as `cutoff`, turned and moved to A's frame. `radius` is that of the other shape's ball.
fn left_of<W: Vector<Scalar = f64, Wide = W>>(
    (facets, levels): (&Facets<W>, &[Level<W>]),
    (cutoff, radius): (f64, f64),
    (arcs, numbers): (&mut Vec<Arc<W>>, &mut Vec<u32>),
    turned: impl Fn(W) -> W,
    moved: impl Fn(W) -> W,
) {
    arcs.clear();
    let (ridges, all_planes) = (facets.ridges(), facets.planes());
    all(ridges.len(), numbers);
    keep(numbers, |number| {
        let ridge = &ridges[number];
        let [left, right] = ridge.planes.map(|plane| &levels[plane as usize]);
        let same_tip = (left.tip == right.tip) & (left.tip != Level::<W>::NONE);
        !(least_on_arc(left.middle, right.middle, f64::from(ridge.bend)) + radius > cutoff) & !same_tip
    });
    keep(numbers, |number| {
        let Ridge { planes, bend, .. } = ridges[number];
        let below = |level: &Level<W>| {
            let [left, right] =
                planes.map(|plane| all_planes[plane as usize].offset - all_planes[plane as usize].normal.dot(level.deepest));
            !(least_on_arc(left, right, f64::from(bend)) > cutoff)
        };
        below(&levels[planes[0] as usize]) & below(&levels[planes[1] as usize])
    });
    for &number in &*numbers {
        let ridge = &ridges[number as usize];
        let planes = ridge.planes.map(|plane| all_planes[plane as usize]);
        let along = turned(facets.along(ridge));
        let point = moved(facets.vertices()[ridge.ends[0] as usize]);
        arcs.push(Arc { ends: planes.map(|plane| turned(plane.normal)), along, point, edge: number });
    }
}

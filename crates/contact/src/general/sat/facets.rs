//! Two polytopes with faces and edges at hand.
//!
//! * The support value of a face needs every vertex of the other shape. But the other shape
//!   contains a ball, and the face is at least as far above the ball's far side, and above the
//!   vertex that was deepest below another face. If either exceeds the least support value so far,
//!   as for most faces, no more is computed.
//! * The same holds for edges. The height above a point changes along an arc like a cosine, so the
//!   heights at the arc's two ends bound it. An edge along whose arc the least height above a point
//!   of the other shape is too large makes no candidate facet with any edge. An edge whose two
//!   faces have the same deepest vertex makes none at all, because the directions in which a vertex
//!   is farthest are a convex set. For shapes that touch, only the few edges around the contact are
//!   left.
//!
//! Faces of B are tested in B's frame; only the edges that are left are moved to A's.

use clinch_shapes::{Convex, Facets, Plane, Ridge};
use clinch_support::{Difference, Vector, VertexId};

use super::arcs::Arc;
use super::axes::{Axis, FacetFeatures, Shortlist};
use super::prove::Candidates;
use super::query::SatQuery;
use super::witness::{EdgeSegment, FaceCorners, ReferenceFace, side_planes};
use crate::answer::CoreAnswer;
use crate::clip::Space;
use crate::memory::FacetVertices;
use crate::tolerance::EXACT;

/// Most pairs of edges that are tested; with more, a search is cheaper. Larger: pairs that overlap
/// deeply take longer than EPA does. Smaller: pairs are searched for which the test is faster.
const MAX_EDGE_PAIRS: usize = 1024;

/// Buffers of the test: of A, then of B.
#[derive(Clone, Debug)]
pub(crate) struct FacetBuffers<W> {
    depths: [PlaneDepths<W>; 2],
    arcs: [Vec<Arc<W>>; 2],
    /// The numbers of the planes, or edges, that are left.
    numbers: Vec<u32>,
    /// Of each plane, whether an edge beside it may be left.
    near: Vec<bool>,
}

/// How deep the other shape is below each plane. In lists, because the test reads one number of
/// every plane and the others of few.
#[derive(Clone, Debug)]
struct PlaneDepths<W> {
    /// The depth of the centre of the other shape's ball.
    centers: Vec<f64>,
    /// The plane below which that is least deep.
    first: usize,
    /// The other shape's deepest vertex, or [`NONE`] if that is not computed.
    deepest_vertices: Vec<u32>,
    /// That vertex in the frame of the plane's shape. If it is not computed, what was there before.
    deepest_points: Vec<W>,
}

/// In place of the number of a vertex.
const NONE: u32 = u32::MAX;

impl<W: Vector<Scalar = f64>> PlaneDepths<W> {
    /// Computes the depths of the ball's centre below all planes.
    fn begin(&mut self, planes: &[Plane<W>], point: W) {
        self.centers.clear();
        self.centers.extend(planes.iter().map(|plane| plane.offset - plane.normal.dot(point)));
        self.deepest_vertices.clear();
        self.deepest_vertices.resize(planes.len(), NONE);
        if self.deepest_points.len() < planes.len() {
            self.deepest_points.resize(planes.len(), W::ZERO);
        }
        self.first = least(self.centers.iter().copied()).0;
    }

    fn set_deepest(&mut self, plane: usize, (vertex, point): (usize, W)) {
        (self.deepest_vertices[plane], self.deepest_points[plane]) = (vertex as u32, point);
    }

    /// The other shape's deepest vertex below a plane, if it is computed.
    fn deepest_vertex(&self, plane: usize) -> Option<usize> {
        let vertex = self.deepest_vertices[plane];
        (vertex != NONE).then_some(vertex as usize)
    }

    /// That vertex in the frame of the plane's shape.
    fn deepest_point(&self, plane: usize) -> Option<W> {
        (self.deepest_vertices[plane] != NONE).then(|| self.deepest_points[plane])
    }
}

impl<W> Default for PlaneDepths<W> {
    fn default() -> Self {
        Self { centers: Vec::new(), first: 0, deepest_vertices: Vec::new(), deepest_points: Vec::new() }
    }
}

impl<W> Default for FacetBuffers<W> {
    fn default() -> Self {
        Self { depths: Default::default(), arcs: Default::default(), numbers: Vec::new(), near: Vec::new() }
    }
}

impl<W> FacetBuffers<W> {
    /// Clears the edges of the last pair: the faces may decide before any edge is tested.
    pub(super) fn begin(&mut self) {
        self.arcs.iter_mut().for_each(Vec::clear);
    }

    /// The number of pairs of edges that the faces' planes did not rule out.
    pub(super) fn edge_pairs(&self) -> u32 {
        let [a, b] = &self.arcs;
        (a.len() * b.len()) as u32
    }
}

/// Two polytopes and the pose of B.
struct Polytopes<'p, 'd, V: Vector, A, B> {
    a: &'p Facets<V::Wide>,
    b: &'p Facets<V::Wide>,
    difference: &'p Difference<'d, A, B, V>,
    /// B's origin in A's frame.
    origin_of_b: V::Wide,
}

/// The separation of two polytopes, and the features of its facet.
pub(super) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    [a, b]: [&Facets<V::Wide>; 2],
    query: &SatQuery<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
    buffers: &mut FacetBuffers<V::Wide>,
) -> Option<(CoreAnswer<V>, Option<FacetFeatures>)> {
    let polytopes = Polytopes { a, b, difference, origin_of_b: difference.to_a(V::Wide::ZERO) };
    // A search cannot distinguish from touching what is nearer than the support maps' error, and
    // the answer must not depend on the margin.
    let undecided = query.noise() + 2.0 * difference.error();
    let beyond = -query.within - undecided;
    shortlist.begin(query.tie);
    polytopes.faces(shortlist, buffers, if query.search_if_apart { -undecided } else { beyond });
    let leave_to_search = |shortlist: &Shortlist<V::Wide>| query.search_if_apart && shortlist.least() < -undecided;
    let mut missed = 0.0;
    if V::DIM == 3 && !(shortlist.least() < beyond) && !leave_to_search(shortlist) {
        missed = polytopes.edges(shortlist, buffers)? * query.size;
    }
    let best = *shortlist.best()?;
    let crossing = matches!(best.features, FacetFeatures::Edges(..));
    if best.height < beyond {
        // The normal of two sharp edges may be less exact than a bound must be: the vertices prove
        // the bound.
        let height = if crossing { polytopes.height(best.normal) } else { best.height };
        let separates = height < beyond;
        return separates.then(|| (CoreAnswer::Beyond { axis: best.normal, at_least: -height - query.noise() }, None));
    }
    if leave_to_search(shortlist) {
        return None;
    }
    // The support value of an edge axis must be that of the vertices; otherwise one of the cores is
    // no polytope.
    if missed > EXACT * query.size || crossing && !((polytopes.height(best.normal) - best.height).abs() <= EXACT * query.size) {
        return None;
    }
    let height =
        |axis: &Axis<V::Wide>| if matches!(axis.features, FacetFeatures::Edges(..)) { polytopes.height(axis.normal) } else { axis.height };
    Candidates { difference, query, shortlist, missed }.prove(height, |axis| polytopes.witness(axis, query.size, buffers))
}

/// Writes the vertices that name a facet of A − B, which the test has found: as many as there are
/// dimensions.
pub(super) fn write_vertices<W: Vector<Scalar = f64, Wide = W>>(
    [a, b]: [&Facets<W>; 2],
    features: FacetFeatures,
    buffers: &FacetBuffers<W>,
    facet: &mut FacetVertices,
) {
    let id = |place: u32| VertexId::new(place as usize);
    // Spread over the list of corners, so that they are far from each other.
    let spread = |corners: &[u32], place: usize| id(corners[place * corners.len() / W::DIM]);
    let [depths_a, depths_b] = &buffers.depths;
    facet.clear();
    match features {
        FacetFeatures::FaceOfA(face) => {
            let (corners, deepest) = (a.corner_places(face as usize), id(depths_a.deepest_vertices[face as usize]));
            facet.extend((0..W::DIM).map(|place| (spread(corners, place), deepest)));
        }
        FacetFeatures::FaceOfB(face) => {
            let (corners, deepest) = (b.corner_places(face as usize), id(depths_b.deepest_vertices[face as usize]));
            facet.extend((0..W::DIM).map(|place| (deepest, spread(corners, place))));
        }
        FacetFeatures::Edges(edge_a, edge_b) => {
            let ([a, a_end], [b, b_end]) = (a.ridges()[edge_a as usize].ends.map(id), b.ridges()[edge_b as usize].ends.map(id));
            facet.extend([(a, b), (a_end, b), (a, b_end)]);
        }
    }
}

/// The place of the least of some numbers, and that number. The first of equals; 0 and ∞ for none.
#[inline]
fn least(numbers: impl Iterator<Item = f64>) -> (usize, f64) {
    let (mut place, mut least) = (0, f64::INFINITY);
    for (index, number) in numbers.enumerate() {
        let less = number < least;
        place = if less { index } else { place };
        least = if less { number } else { least };
    }
    (place, least)
}

/// The vertex with the least coordinate along a direction, and that coordinate.
#[inline]
fn lowest<W: Vector<Scalar = f64>>(vertices: &[W], direction: W) -> (usize, f64) {
    least(vertices.iter().map(|vertex| vertex.dot(direction)))
}

/// The places of the items that are `wanted`. Each is written to the next place of the buffer,
/// wanted or not: a branch would be unpredictable.
#[inline(always)]
fn places_of<'n, T>(items: &[T], buffer: &'n mut Vec<u32>, wanted: impl Fn(usize, &T) -> bool) -> &'n mut [u32] {
    if buffer.len() < items.len() {
        buffer.resize(items.len(), 0);
    }
    let places = buffer.as_mut_slice();
    let mut kept = 0;
    for (place, item) in items.iter().enumerate() {
        places[kept] = place as u32;
        kept += usize::from(wanted(place, item));
    }
    &mut places[..kept]
}

/// Those of the numbers that are `wanted`, as [`places_of`].
#[inline(always)]
fn retained(numbers: &mut [u32], wanted: impl Fn(usize) -> bool) -> &mut [u32] {
    let mut kept = 0;
    for place in 0..numbers.len() {
        let number = numbers[place];
        numbers[kept] = number;
        kept += usize::from(wanted(number as usize));
    }
    &mut numbers[..kept]
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Polytopes<'_, '_, V, A, B> {
    /// The support value of A − B along a unit vector of A's frame.
    fn height(&self, axis: V::Wide) -> f64 {
        let (_, far) = lowest(self.a.vertices(), -axis);
        let (_, near) = lowest(self.b.vertices(), self.difference.direction_in_b(axis));
        -far - near - axis.dot(self.origin_of_b)
    }

    /// Offers the faces, the most promising ones first. A support value below `enough` proves the
    /// shapes apart by so much that no other face matters: the rest is left out.
    fn faces(&self, shortlist: &mut Shortlist<V::Wide>, buffers: &mut FacetBuffers<V::Wide>, enough: f64) {
        let Self { a, b, difference, origin_of_b } = *self;
        let FacetBuffers { depths: [depths_a, depths_b], numbers, .. } = buffers;
        let origin_of_a_in_b = difference.to_b(V::Wide::ZERO);
        // Both give the deepest vertex below the face.
        let test_face_of_a = |face: usize, shortlist: &mut Shortlist<V::Wide>| {
            let plane = a.planes()[face];
            let (vertex, lowest_height) = lowest(b.vertices(), difference.direction_in_b(plane.normal));
            shortlist
                .offer(plane.offset - plane.normal.dot(origin_of_b) - lowest_height, FacetFeatures::FaceOfA(face as u32), || plane.normal);
            (vertex, difference.to_a(b.vertices()[vertex]))
        };
        let test_face_of_b = |face: usize, shortlist: &mut Shortlist<V::Wide>| {
            let plane = b.planes()[face];
            let (vertex, lowest_height) = lowest(a.vertices(), difference.direction_in_a(plane.normal));
            let height = plane.offset - plane.normal.dot(origin_of_a_in_b) - lowest_height;
            shortlist.offer(height, FacetFeatures::FaceOfB(face as u32), || -difference.direction_in_a(plane.normal));
            (vertex, difference.to_b(a.vertices()[vertex]))
        };
        // The most promising faces first.
        depths_a.begin(a.planes(), difference.to_a(b.center()));
        depths_a.set_deepest(depths_a.first, test_face_of_a(depths_a.first, shortlist));
        if shortlist.least() < enough {
            return;
        }
        depths_b.begin(b.planes(), difference.to_b(a.center()));
        depths_b.set_deepest(depths_b.first, test_face_of_b(depths_b.first, shortlist));
        OneShape { facets: a, depths: depths_a, radius: b.inner() }.test_faces(shortlist, numbers, enough, test_face_of_a);
        OneShape { facets: b, depths: depths_b, radius: a.inner() }.test_faces(shortlist, numbers, enough, test_face_of_b);
    }

    /// Offers the facets made of two edges. Returns how far the least support value may have been
    /// missed, relative to the size; `None` if the work would exceed that of a search.
    fn edges(&self, shortlist: &mut Shortlist<V::Wide>, buffers: &mut FacetBuffers<V::Wide>) -> Option<f64> {
        let Self { a, b, difference, .. } = *self;
        let FacetBuffers { depths: [depths_a, depths_b], arcs: [arcs_a, arcs_b], numbers, near } = buffers;
        let cutoff = shortlist.cutoff();
        let shape_a = OneShape { facets: a, depths: depths_a, radius: b.inner() };
        let buffers = EdgeBuffers { arcs: arcs_a, numbers, near };
        shape_a.candidate_arcs(cutoff, buffers, |direction| direction, |point| point);
        if arcs_a.is_empty() {
            return Some(0.0);
        }
        let rotate = |direction: V::Wide| difference.direction_in_a(direction);
        let shape_b = OneShape { facets: b, depths: depths_b, radius: a.inner() };
        let buffers = EdgeBuffers { arcs: arcs_b, numbers, near };
        shape_b.candidate_arcs(cutoff, buffers, rotate, |point| difference.to_a(point));
        if arcs_a.len() * arcs_b.len() > MAX_EDGE_PAIRS {
            return None;
        }
        for arc in arcs_b.iter_mut() {
            arc.ends = arc.ends.map(|end| -end);
        }
        let mut missed = 0.0;
        for arc in arcs_a.iter() {
            let separated = places_of(arcs_b, numbers, |_, other| arc.separates_ends_of(other));
            for other in separated.iter().map(|&place| &arcs_b[place as usize]) {
                let Some(crossing) = arc.crosses(other) else { continue };
                let height = crossing.normal.dot(arc.point - other.point);
                missed = if crossing.missed > missed { crossing.missed } else { missed };
                shortlist.offer(height, FacetFeatures::Edges(arc.edge, other.edge), || crossing.normal);
            }
        }
        Some(missed)
    }

    fn witness(&self, axis: &Axis<V::Wide>, size: f64, buffers: &FacetBuffers<V::Wide>) -> Option<[V::Wide; 2]> {
        let Self { a, b, difference, .. } = *self;
        let ([depths_a, depths_b], normal) = (&buffers.depths, axis.normal);
        match axis.features {
            FacetFeatures::FaceOfA(face) => {
                let face = face as usize;
                let corners: FaceCorners<V::Wide> = a.corners(face).collect();
                let reference = ReferenceFace { side_planes: side_planes(&corners, normal), normal, offset: a.planes()[face].offset, size };
                let towards_a = || -difference.direction_in_b(normal);
                let deepest = depths_a.deepest_point(face)?;
                reference.witness(deepest, || b.corners(face_towards(b, towards_a())).map(|corner| difference.to_a(corner)).collect())
            }
            FacetFeatures::FaceOfB(face) => {
                let face = face as usize;
                let corners: FaceCorners<V::Wide> = b.corners(face).map(|corner| difference.to_a(corner)).collect();
                let reference = ReferenceFace {
                    side_planes: side_planes(&corners, -normal),
                    normal: -normal,
                    offset: b.planes()[face].offset - normal.dot(self.origin_of_b),
                    size,
                };
                let deepest = a.vertices()[depths_b.deepest_vertex(face)?];
                let [on_b, on_a] = reference.witness(deepest, || a.corners(face_towards(a, normal)).collect())?;
                Some([on_a, on_b])
            }
            FacetFeatures::Edges(edge_a, edge_b) => {
                let (ridge_a, ridge_b) = (a.ridges()[edge_a as usize], b.ridges()[edge_b as usize]);
                let [from, to] = ridge_a.ends.map(|end| a.vertices()[end as usize]);
                let segment_a = EdgeSegment::between(from, to, a.along(&ridge_a));
                let [from, to] = ridge_b.ends.map(|end| difference.to_a(b.vertices()[end as usize]));
                Some(segment_a.nearest_points(&EdgeSegment::between(from, to, difference.direction_in_a(b.along(&ridge_b)))))
            }
        }
    }
}

/// One of the two shapes, and how deep the other is below its planes.
struct OneShape<'s, W> {
    facets: &'s Facets<W>,
    depths: &'s mut PlaneDepths<W>,
    /// The radius of the other shape's ball.
    radius: f64,
}

/// What the edges of one shape are written to, and the buffers for that: see [`FacetBuffers`].
struct EdgeBuffers<'b, W> {
    arcs: &'b mut Vec<Arc<W>>,
    numbers: &'b mut Vec<u32>,
    near: &'b mut Vec<bool>,
}

impl<W: Vector<Scalar = f64, Wide = W>> OneShape<'_, W> {
    /// Tests the faces, after the first, that neither the other shape's ball nor its vertex deepest
    /// below the best face so far rules out. Ends at a support value below `enough`.
    fn test_faces(
        self,
        shortlist: &mut Shortlist<W>,
        numbers: &mut Vec<u32>,
        enough: f64,
        test: impl Fn(usize, &mut Shortlist<W>) -> (usize, W),
    ) {
        let Self { facets, depths, radius } = self;
        let first = depths.first;
        let (planes, mut deepest) = (facets.planes(), depths.deepest_points[first]);
        let ball_is_near = |center: f64, cutoff: f64| !(center + radius > cutoff);
        let vertex_is_near = |face: usize, deepest: W, cutoff: f64| !(planes[face].offset - planes[face].normal.dot(deepest) > cutoff);
        let cutoff = shortlist.cutoff();
        let near = places_of(&depths.centers, numbers, |face, &center| ball_is_near(center, cutoff) & (face != first));
        let near = retained(near, |face| vertex_is_near(face, deepest, cutoff));
        for face in near.iter().map(|&face| face as usize) {
            if shortlist.least() < enough {
                return;
            }
            let cutoff = shortlist.cutoff();
            if ball_is_near(depths.centers[face], cutoff) & vertex_is_near(face, deepest, cutoff) {
                let found = test(face, shortlist);
                depths.set_deepest(face, found);
                deepest = if shortlist.cutoff() < cutoff { found.1 } else { deepest };
            }
        }
    }

    /// Writes to `arcs` the edges that may make a facet at least as good as `cutoff`. `rotate` and
    /// `to_a` take directions and points to A's frame.
    fn candidate_arcs(self, cutoff: f64, buffers: EdgeBuffers<'_, W>, rotate: impl Fn(W) -> W, to_a: impl Fn(W) -> W) {
        let EdgeBuffers { arcs, numbers, near } = buffers;
        let Self { facets, depths, radius } = self;
        let PlaneDepths { centers, deepest_vertices, .. } = &*depths;
        let (centers, deepest_vertices) = (centers.as_slice(), deepest_vertices.as_slice());
        arcs.clear();
        let (ridges, all_planes) = (facets.ridges(), facets.planes());
        // First by one number of each plane: an arc between two heights that are not negative is no
        // lower than the lower one.
        near.clear();
        near.extend(centers.iter().map(|&center| (center < 0.0) | !(center + radius > cutoff)));
        let near = near.as_slice();
        let left = places_of(ridges, numbers, |_, Ridge { planes: [left, right], .. }| near[*left as usize] | near[*right as usize]);
        let left = retained(left, |number| {
            let Ridge { planes, bend, .. } = ridges[number];
            let [left, right] = planes.map(|plane| centers[plane as usize]);
            let [left_vertex, right_vertex] = planes.map(|plane| deepest_vertices[plane as usize]);
            let same_vertex = (left_vertex == right_vertex) & (left_vertex != NONE);
            !(least_on_arc(left, right, f64::from(bend)) + radius > cutoff) & !same_vertex
        });
        let left = retained(left, |number| {
            let Ridge { planes, bend, .. } = ridges[number];
            let beside = planes.map(|plane| all_planes[plane as usize]);
            let point_is_near = |plane: u32| {
                let Some(point) = depths.deepest_point(plane as usize) else { return true };
                let [left, right] = beside.map(|plane| plane.offset - plane.normal.dot(point));
                !(least_on_arc(left, right, f64::from(bend)) > cutoff)
            };
            point_is_near(planes[0]) & point_is_near(planes[1])
        });
        for &number in &*left {
            let ridge = &ridges[number as usize];
            let planes = ridge.planes.map(|plane| all_planes[plane as usize]);
            let along = rotate(facets.along(ridge));
            let point = to_a(facets.vertices()[ridge.ends[0] as usize]);
            arcs.push(Arc { ends: planes.map(|plane| rotate(plane.normal)), along, point, edge: number });
        }
    }
}

/// The face whose normal is most along a direction.
fn face_towards<W: Vector<Scalar = f64, Wide = W>>(facets: &Facets<W>, direction: W) -> usize {
    least(facets.planes().iter().map(|plane| -plane.normal.dot(direction))).0
}

/// The least height above a point along an arc, from the heights at its ends. Of a cosine that is
/// positive at both ends it is the lesser of them. If one is negative, the least may be between
/// them, lower by the factor `bend` at most.
fn least_on_arc(left: f64, right: f64, bend: f64) -> f64 {
    let least = if left < right { left } else { right };
    if least < 0.0 { least * bend } else { least }
}

//! A box and a triangle in 3D: four pairs of faces and nine pairs of edges.
//!
//! * The difference of a box and a triangle is a sum of three segments and the triangle. Each of
//!   its facets is one of the box's faces, one of the triangle's, or spanned by an axis of the box
//!   and a side of the triangle. That holds for flat boxes as well.
//! * The test runs in the box's frame, where the cross product of an axis and a side is two of the
//!   side's components: exact, however nearly parallel they are.
//! * Of the two directions along such a cross product only one can be a facet's normal: the one in
//!   which the side is nearer to the box than the opposite corner is.

use clinch_shapes::{Convex, normal_of_triangle};
use clinch_support::{Difference, Vector};

use super::axes::{Axis, FacetFeatures, Shortlist};
use super::boxes::{PARALLEL, box_corner, box_face_corners, box_side_planes, face_towards};
use super::prove::Candidates;
use super::query::SatQuery;
use super::two_boxes::NEXT;
use super::witness::{EdgeSegment, FaceCorners, ReferenceFace, side_planes};
use crate::answer::CoreAnswer;
use crate::clip::Space;

/// A box and a triangle, each in its own frame.
pub(super) struct BoxAndTriangle<W> {
    /// The half extents of the box.
    pub(super) half: W,
    /// The corners of the triangle.
    pub(super) corners: [W; 3],
    pub(super) box_is_a: bool,
}

/// A triangle in the frame of a box about the origin.
pub(crate) struct TriangleAtBox<W> {
    /// The half extents of the box.
    pub(crate) half: [f64; 3],
    /// The corners of the triangle.
    pub(crate) corners: [W; 3],
}

/// A box and a triangle, both in the box's frame.
struct BoxTriangle<'p, 'd, V: Vector, A, B> {
    shapes: TriangleAtBox<V::Wide>,
    /// Unit.
    normal: V::Wide,
    box_is_a: bool,
    difference: &'p Difference<'d, A, B, V>,
}

/// The separation of a box and a triangle. `None` also if the triangle is so thin that it has no
/// normal.
pub(super) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    &BoxAndTriangle { half, corners, box_is_a }: &BoxAndTriangle<V::Wide>,
    query: &SatQuery<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
) -> Option<CoreAnswer<V>> {
    let [p, q, r] = corners;
    let corners = if box_is_a {
        [difference.to_a(p), difference.to_a(q), difference.to_a(r)]
    } else {
        [difference.to_b(p), difference.to_b(q), difference.to_b(r)]
    };
    let normal = normal_of_triangle(corners)?;
    let shapes = TriangleAtBox { half: [half.get(0), half.get(1), half.get(2)], corners };
    let pair = BoxTriangle { shapes, normal, box_is_a, difference };
    // A search cannot distinguish from touching what is nearer than the support maps' error, and
    // the answer must not depend on the margin.
    let beyond = -query.within - query.noise() - 2.0 * difference.error();
    shortlist.begin(query.tie);
    pair.faces(shortlist);
    if !(shortlist.least() < beyond) {
        pair.edges(shortlist);
    }
    let best = shortlist.best()?;
    if best.height < beyond {
        return Some(CoreAnswer::Beyond { axis: best.normal, at_least: -best.height - query.noise() });
    }
    let candidates = Candidates { difference, query, shortlist, missed: 0.0 };
    let (answer, _) = candidates.prove(|axis| axis.height, |axis| pair.witness(axis, query.size))?;
    Some(answer)
}

impl<W: Vector<Scalar = f64, Wide = W>> TriangleAtBox<W> {
    /// A lower bound of the depth, but for rounding: the least support value of all facets.
    /// Negative for a pair that is apart. `None` if the triangle is so thin that it has no normal.
    #[inline(always)]
    pub(crate) fn depth(&self) -> Option<f64> {
        let &Self { half, corners } = self;
        let [p, q, r] = corners;
        let normal = normal_of_triangle(corners)?;
        let lesser = |one: f64, other: f64| if one < other { one } else { other };
        let extent = half[0] * normal.get(0).abs() + half[1] * normal.get(1).abs() + half[2] * normal.get(2).abs();
        let mut depth = extent - normal.dot(p).abs();
        for (i, half) in half.into_iter().enumerate() {
            let (x, y, z) = (p.get(i), q.get(i), r.get(i));
            depth = lesser(depth, half + lesser(-lesser(-x, lesser(-y, -z)), -lesser(x, lesser(y, z))));
        }
        // Squares with their signs, so that one root is enough.
        let mut of_edges = f64::INFINITY;
        for (side, along) in [q - p, r - q, p - r].into_iter().enumerate() {
            let parallel = PARALLEL * along.length_squared();
            for i in 0..3 {
                let crossing = self.crossing(side, i);
                let squared = crossing.squared();
                let height = if squared > parallel { crossing.height * crossing.height.abs() / squared } else { f64::INFINITY };
                of_edges = lesser(height, of_edges);
            }
        }
        Some(lesser(depth, of_edges.abs().sqrt().copysign(of_edges)))
    }

    /// The cross product of an axis of the box and a side of the triangle. Its sign is such that it
    /// points from the box to the side, and not to the opposite corner.
    #[inline(always)]
    fn crossing(&self, side: usize, i: usize) -> Crossing {
        let [from, to, across] = [self.corners[side % 3], self.corners[(side + 1) % 3], self.corners[(side + 2) % 3]];
        let (along, [u, v]) = (to - from, NEXT[i]);
        let (along_u, along_v) = (-along.get(v), along.get(u));
        let height_of = |point: W| along_u * point.get(u) + along_v * point.get(v);
        let (near, far) = (height_of(from), height_of(across));
        let extent = self.half[u] * along_u.abs() + self.half[v] * along_v.abs();
        let sign = if near <= far { 1.0 } else { -1.0 };
        Crossing { along_u, along_v, sign, height: extent - sign * near }
    }
}

impl<V: Space, A: Convex<V>, B: Convex<V>> BoxTriangle<'_, '_, V, A, B> {
    /// A normal from the box to the triangle as one from A to B, in A's frame.
    fn normal_of_pair(&self, normal: V::Wide) -> V::Wide {
        if self.box_is_a { normal } else { -self.difference.direction_in_a(normal) }
    }

    fn box_face(&self, face: u32) -> FacetFeatures {
        if self.box_is_a { FacetFeatures::FaceOfA(face) } else { FacetFeatures::FaceOfB(face) }
    }

    fn triangle_face(&self, side: u32) -> FacetFeatures {
        if self.box_is_a { FacetFeatures::FaceOfB(side) } else { FacetFeatures::FaceOfA(side) }
    }

    fn faces(&self, shortlist: &mut Shortlist<V::Wide>) {
        let [first, second, third] = self.shapes.corners;
        let mut heights = [0.0; 8];
        for (i, half) in self.shapes.half.into_iter().enumerate() {
            let (x, y, z) = (first.get(i), second.get(i), third.get(i));
            let (less, more) = if x < y { (x, y) } else { (y, x) };
            let (least, greatest) = (if z < less { z } else { less }, if z > more { z } else { more });
            (heights[2 * i], heights[2 * i + 1]) = (half + greatest, half - least);
        }
        let extent = (0..3).fold(0.0, |sum, i| sum + self.shapes.half[i] * self.normal.get(i).abs());
        let offset = self.normal.dot(first);
        (heights[6], heights[7]) = (extent + offset, extent - offset);
        // The best first, so that no entry is added only to be removed.
        let best = (1..8).fold(0, |best, place| if heights[place] < heights[best] { place } else { best });
        for place in core::iter::once(best).chain((0..8).filter(|&place| place != best)) {
            let axis = || {
                let axis = if place < 6 { V::Wide::unit(place / 2) } else { self.normal };
                self.normal_of_pair(if place % 2 == 1 { axis } else { -axis })
            };
            let features = if place < 6 { self.box_face(place as u32) } else { self.triangle_face(place as u32 - 6) };
            shortlist.offer(heights[place], features, axis);
        }
    }

    fn edges(&self, shortlist: &mut Shortlist<V::Wide>) {
        // Few can be as good as the best face. Squared form of height / √squared ≤ cutoff, with
        // room for rounding.
        let cutoff = shortlist.cutoff();
        let squared_cutoff = cutoff * cutoff.abs() * (1.0 + if cutoff < 0.0 { -ROUNDING } else { ROUNDING });
        let mut candidates = 0_u32;
        for side in 0..3 {
            let parallel = PARALLEL * (self.shapes.corners[(side + 1) % 3] - self.shapes.corners[side]).length_squared();
            for i in 0..3 {
                let crossing = self.shapes.crossing(side, i);
                let squared = crossing.squared();
                let counts = (squared > parallel) & (crossing.height * crossing.height.abs() <= squared_cutoff * squared);
                candidates |= u32::from(counts) << (3 * side + i);
            }
        }
        while candidates != 0 {
            let number = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let (side, i) = (number / 3, number % 3);
            let crossing = self.shapes.crossing(side, i);
            let scale = crossing.squared().sqrt().recip();
            let features =
                if self.box_is_a { FacetFeatures::Edges(i as u32, side as u32) } else { FacetFeatures::Edges(side as u32, i as u32) };
            shortlist.offer(crossing.height * scale, features, || {
                let ([u, v], mut unit) = (NEXT[i], [0.0; 3]);
                (unit[u], unit[v]) = (crossing.sign * crossing.along_u * scale, crossing.sign * crossing.along_v * scale);
                self.normal_of_pair(V::Wide::from_fn(|axis| unit[axis]))
            });
        }
    }

    fn witness(&self, axis: &Axis<V::Wide>, size: f64) -> Option<[V::Wide; 2]> {
        let Self { shapes: TriangleAtBox { half, corners }, box_is_a, difference, .. } = *self;
        let normal = if box_is_a { axis.normal } else { -difference.direction_in_b(axis.normal) };
        let [on_box, on_triangle] = match axis.features {
            FacetFeatures::Edges(a, b) => {
                let (i, side) = if box_is_a { (a as usize, b as usize) } else { (b as usize, a as usize) };
                let corner: V::Wide = box_corner(&half, normal);
                let edge = EdgeSegment { middle: corner - V::Wide::unit(i) * corner.get(i), along: V::Wide::unit(i), half: half[i] };
                let (from, to) = (corners[side], corners[(side + 1) % 3]);
                let along = to - from;
                edge.nearest_points(&EdgeSegment::between(from, to, along * along.length().recip()))
            }
            FacetFeatures::FaceOfA(face) if box_is_a => self.witness_at_box_face(face, normal, size)?,
            FacetFeatures::FaceOfB(face) if !box_is_a => self.witness_at_box_face(face, normal, size)?,
            FacetFeatures::FaceOfA(_) | FacetFeatures::FaceOfB(_) => self.witness_at_triangle(normal, size)?,
        };
        Some(if box_is_a { [on_box, on_triangle] } else { [difference.to_a(on_triangle), difference.to_a(on_box)] })
    }

    fn witness_at_box_face(&self, face: u32, normal: V::Wide, size: f64) -> Option<[V::Wide; 2]> {
        let reference = ReferenceFace {
            side_planes: box_side_planes(self.shapes.half, face),
            normal,
            offset: self.shapes.half[face as usize / 2],
            size,
        };
        let deepest = |best: V::Wide, corner: V::Wide| if normal.dot(corner) < normal.dot(best) { corner } else { best };
        let [first, second, third] = self.shapes.corners;
        reference.witness(deepest(deepest(first, second), third), || FaceCorners::from_slice(&self.shapes.corners))
    }

    fn witness_at_triangle(&self, normal: V::Wide, size: f64) -> Option<[V::Wide; 2]> {
        let outward = -normal;
        let mut corners = FaceCorners::from_slice(&self.shapes.corners);
        if outward.dot(self.normal) < 0.0 {
            corners.reverse();
        }
        let reference = ReferenceFace {
            side_planes: side_planes(&corners, outward),
            normal: outward,
            offset: outward.dot(self.shapes.corners[0]),
            size,
        };
        let facing = face_towards(|i| normal.get(i), 3);
        let [on_triangle, on_box] =
            reference.witness(box_corner(&self.shapes.half, normal), || box_face_corners(&self.shapes.half, facing))?;
        Some([on_box, on_triangle])
    }
}

/// A normal orthogonal to an axis of the box and a side of the triangle, not of unit length.
/// `along_u` and `along_v` are its components along the two axes after that one, before the sign;
/// `height` is the support value times its length.
struct Crossing {
    along_u: f64,
    along_v: f64,
    sign: f64,
    height: f64,
}

impl Crossing {
    fn squared(&self) -> f64 {
        self.along_u * self.along_u + self.along_v * self.along_v
    }
}

/// Rounding error of squares compared in place of their roots, relative to them.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

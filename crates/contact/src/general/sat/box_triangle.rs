//! A box and a triangle in space: four pairs of faces and nine of edges.
//!
//! * The difference of a box and a triangle is a sum of three segments and the triangle; each of its facets is one of the box's faces, the triangle's own, or spanned by
//!   an axis of the box and a side of the triangle. That holds for flat boxes as well.
//! * It is told in the box's frame, where the cross product of an axis and a side is two of the side's coordinates: exact, however nearly they run alike.
//! * Of the two ways along such a cross product only one can be a facet's normal: that for which the side, and not the corner across from it, is nearest the box.

use clinch_shapes::{Convex, normal_of_triangle};
use clinch_support::{Difference, Vector};

use super::axes::{Axis, Made, Shortlist};
use super::boxes::{ALIKE, NEXT, borders_of_box, corner_of_box, face_along, face_of_box};
use super::prove::proved;
use super::question::Question;
use super::witness::{Corners, EdgeLine, Under, borders};
use crate::answer::CoreAnswer;
use crate::clip::Space;

/// A box and a triangle, in the box's frame.
struct BoxTriangle<'p, 'd, V: Vector, A, B> {
    half: [f64; 3],
    corners: [V::Wide; 3],
    /// Unit.
    normal: V::Wide,
    /// The box is A.
    box_first: bool,
    difference: &'p Difference<'d, A, B, V>,
}

/// Of a box of these half extents, which is A or B, and a triangle of these corners. `None` too if the triangle is so thin that it has no normal.
pub(super) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    (half, corners, box_first): (V::Wide, [V::Wide; 3], bool),
    question: &Question<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
) -> Option<CoreAnswer<V>> {
    let [p, q, r] = corners;
    let corners = if box_first {
        [difference.to_a(p), difference.to_a(q), difference.to_a(r)]
    } else {
        [difference.to_b(p), difference.to_b(q), difference.to_b(r)]
    };
    let normal = normal_of_triangle(corners)?;
    let pair = BoxTriangle { half: [half.get(0), half.get(1), half.get(2)], corners, normal, box_first, difference };
    // The search cannot tell from touching what is nearer than the support maps' error, and whoever asks with another margin must be told the same.
    let parted = -question.within - question.noise() - 2.0 * difference.error();
    shortlist.begin(question.tie);
    pair.faces(shortlist);
    if !(shortlist.least() < parted) {
        pair.edges(shortlist);
    }
    let best = shortlist.best()?;
    if best.height < parted {
        return Some(CoreAnswer::Beyond { axis: best.normal, at_least: -best.height - question.noise() });
    }
    let (verdict, _) = proved(difference, question, shortlist, 0.0, |axis| axis.height, |axis| pair.witness(axis, question.size))?;
    Some(verdict)
}

impl<V: Space, A: Convex<V>, B: Convex<V>> BoxTriangle<'_, '_, V, A, B> {
    /// A normal from the box to the triangle as one from A to B, in A's frame.
    fn normal_of_pair(&self, normal: V::Wide) -> V::Wide {
        if self.box_first { normal } else { -self.difference.direction_in_a(normal) }
    }

    fn of_box(&self, face: u32) -> Made {
        if self.box_first { Made::FaceOfA(face) } else { Made::FaceOfB(face) }
    }

    fn of_triangle(&self, side: u32) -> Made {
        if self.box_first { Made::FaceOfB(side) } else { Made::FaceOfA(side) }
    }

    fn faces(&self, shortlist: &mut Shortlist<V::Wide>) {
        let [first, second, third] = self.corners;
        let mut heights = [0.0; 8];
        for (i, half) in self.half.into_iter().enumerate() {
            let (x, y, z) = (first.get(i), second.get(i), third.get(i));
            let (less, more) = if x < y { (x, y) } else { (y, x) };
            let (least, most) = (if z < less { z } else { less }, if z > more { z } else { more });
            (heights[2 * i], heights[2 * i + 1]) = (half + most, half - least);
        }
        let reach = (0..3).fold(0.0, |sum, i| sum + self.half[i] * self.normal.get(i).abs());
        let offset = self.normal.dot(first);
        (heights[6], heights[7]) = (reach + offset, reach - offset);
        // The best first, so that nothing is listed to be taken off again.
        let best = (1..8).fold(0, |best, place| if heights[place] < heights[best] { place } else { best });
        for place in core::iter::once(best).chain((0..8).filter(|&place| place != best)) {
            let axis = || {
                let axis = if place < 6 { V::Wide::unit(place / 2) } else { self.normal };
                self.normal_of_pair(if place % 2 == 1 { axis } else { -axis })
            };
            let made = if place < 6 { self.of_box(place as u32) } else { self.of_triangle(place as u32 - 6) };
            shortlist.offer(heights[place], made, axis);
        }
    }

    /// The cross product of an axis of the box and a side of the triangle, as it lies along the two axes after that one; the sign with which it leads from the box to the side, and not to the
    /// corner across from it; and the height, which is still to be divided by its length.
    fn crossing(&self, side: usize, i: usize) -> Crossing {
        let [from, to, across] = [0, 1, 2].map(|step| self.corners[(side + step) % 3]);
        let (along, [u, v]) = (to - from, NEXT[i]);
        let (along_u, along_v) = (-along.get(v), along.get(u));
        let height_of = |point: V::Wide| along_u * point.get(u) + along_v * point.get(v);
        let (near, far) = (height_of(from), height_of(across));
        let reach = self.half[u] * along_u.abs() + self.half[v] * along_v.abs();
        let sign = if near <= far { 1.0 } else { -1.0 };
        Crossing { along_u, along_v, sign, height: reach - sign * near }
    }

    fn edges(&self, shortlist: &mut Shortlist<V::Wide>) {
        // Few can be as good as the best face. To rounding, with its root taken: height / √squared ≤ cutoff.
        let cutoff = shortlist.cutoff();
        let most = cutoff * cutoff.abs() * (1.0 + if cutoff < 0.0 { -ROUNDING } else { ROUNDING });
        let mut may = 0_u32;
        for side in 0..3 {
            let alike = ALIKE * (self.corners[(side + 1) % 3] - self.corners[side]).length_squared();
            for i in 0..3 {
                let crossing = self.crossing(side, i);
                let squared = crossing.squared();
                let counts = (squared > alike) & (crossing.height * crossing.height.abs() <= most * squared);
                may |= u32::from(counts) << (3 * side + i);
            }
        }
        while may != 0 {
            let number = may.trailing_zeros() as usize;
            may &= may - 1;
            let (side, i) = (number / 3, number % 3);
            let crossing = self.crossing(side, i);
            let scale = crossing.squared().sqrt().recip();
            let made = if self.box_first { Made::Edges(i as u32, side as u32) } else { Made::Edges(side as u32, i as u32) };
            shortlist.offer(crossing.height * scale, made, || {
                let ([u, v], mut unit) = (NEXT[i], [0.0; 3]);
                (unit[u], unit[v]) = (crossing.sign * crossing.along_u * scale, crossing.sign * crossing.along_v * scale);
                self.normal_of_pair(V::Wide::from_fn(|axis| unit[axis]))
            });
        }
    }

    fn witness(&self, axis: &Axis<V::Wide>, size: f64) -> Option<[V::Wide; 2]> {
        let Self { half, corners, box_first, difference, .. } = *self;
        let normal = if box_first { axis.normal } else { -difference.direction_in_b(axis.normal) };
        let [on_box, on_triangle] = match axis.made {
            Made::Edges(a, b) => {
                let (i, side) = if box_first { (a as usize, b as usize) } else { (b as usize, a as usize) };
                let corner: V::Wide = corner_of_box(&half, normal);
                let edge = EdgeLine { middle: corner - V::Wide::unit(i) * corner.get(i), along: V::Wide::unit(i), half: half[i] };
                let (from, to) = (corners[side], corners[(side + 1) % 3]);
                let along = to - from;
                edge.meet(&EdgeLine::between(from, to, along * along.length().recip()))
            }
            Made::FaceOfA(face) if box_first => self.under_box(face, normal, size)?,
            Made::FaceOfB(face) if !box_first => self.under_box(face, normal, size)?,
            Made::FaceOfA(_) | Made::FaceOfB(_) => self.under_triangle(normal, size)?,
        };
        Some(if box_first { [on_box, on_triangle] } else { [difference.to_a(on_triangle), difference.to_a(on_box)] })
    }

    fn under_box(&self, face: u32, normal: V::Wide, size: f64) -> Option<[V::Wide; 2]> {
        let under = Under { borders: &borders_of_box(&self.half, face), outward: normal, offset: self.half[face as usize / 2], size };
        let deepest = |best: V::Wide, corner: V::Wide| if normal.dot(corner) < normal.dot(best) { corner } else { best };
        let [first, second, third] = self.corners;
        under.meet(deepest(deepest(first, second), third), || Corners::from_slice(&self.corners))
    }

    fn under_triangle(&self, normal: V::Wide, size: f64) -> Option<[V::Wide; 2]> {
        let outward = -normal;
        let mut corners = Corners::from_slice(&self.corners);
        if outward.dot(self.normal) < 0.0 {
            corners.reverse();
        }
        let under = Under { borders: &borders(&corners, outward), outward, offset: outward.dot(self.corners[0]), size };
        let facing = face_along(|i| normal.get(i), 3);
        let [on_triangle, on_box] = under.meet(corner_of_box(&self.half, normal), || face_of_box(&self.half, facing))?;
        Some([on_box, on_triangle])
    }
}

/// A normal across an axis of the box and a side of the triangle, not of length 1.
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

/// Of squares that are compared in place of what they are the squares of.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

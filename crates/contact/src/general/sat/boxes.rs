//! Two boxes: fifteen axes in space, four in the plane.
//!
//! * The difference of two boxes is a sum of six segments, and each of its facets is spanned by two of them: two of A's or of B's edges make a face's axis, one of
//!   each their cross product. That holds for plates, needles and points as well, so there is no degenerate case.
//! * In A's frame A's edges are the axes of coordinates, so that a cross product is two numbers of B's basis, changed in place and sign: it is exact however nearly
//!   the edges run alike. What rounding left in the basis counts as the shape of B: no axis is noisy, and none needs a threshold but the one where nothing is
//!   left.
//! * An edge axis is normalised only if its square could win: nine roots and divisions would be half the time.

use clinch_shapes::{Convex, Cuboid};
use clinch_support::{Difference, Vector};
use glam::{Vec3A, Vec3Swizzles};

use super::axes::{Axis, Made, Shortlist};
use super::buffers::Buffers;
use super::prove::proved;
use super::question::Question;
use super::witness::{Borders, Corners, EdgeLine, Under};
use crate::answer::CoreAnswer;
use crate::clip::Space;
use crate::query::Query;

/// Edges whose cross product is shorter than this, squared, run alike: the facet between them is narrower than rounding, and the facets beside it know the depth as
/// well. Larger: depths are off by as much. Smaller: the square leaves the range in which a length has all its digits.
pub(super) const ALIKE: f64 = 1e-30;

/// All pairs of edges.
const ALL: u32 = (1 << 9) - 1;

/// What a support value relative to the size may be off by in `f32`. Larger: more pairs of edges are looked at in vain. Smaller: one that counts may be missed.
const SLACK: f32 = 16.0 * f32::EPSILON;

/// The axes after each, in turn.
pub(super) const NEXT: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

/// Box B in the frame of box A.
struct Boxes<W> {
    a: [f64; 3],
    b: [f64; 3],
    /// From A's middle to B's.
    between: W,
    /// B's axes.
    axes: [W; 3],
}

/// The separating axis of two boxes in 3D, or the axis of least depth.
pub(crate) enum BoxAxis<W> {
    /// Farther apart than the query's margin.
    Beyond { axis: W, at_least: f64 },
    /// To be proved by two points: the normal, and minus the distance along it. No other axis has less
    /// than `least`.
    Best { normal: W, height: f64, least: f64 },
}

/// The separation of two boxes, in 2D or 3D.
pub(super) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    halves: [V::Wide; 2],
    question: &Question<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
) -> Option<CoreAnswer<V>> {
    let boxes = Boxes::of(difference, halves);
    if let Some((axis, at_least)) = boxes.list(question, shortlist) {
        return Some(CoreAnswer::Beyond { axis, at_least });
    }
    boxes.proved(difference, question, shortlist)
}

/// The separation of two boxes whose axes are in the shortlist already.
pub(super) fn listed<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    halves: [V::Wide; 2],
    question: &Question<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
) -> Option<CoreAnswer<V>> {
    Boxes::of(difference, halves).proved(difference, question, shortlist)
}

/// The separation of two bare boxes.
#[inline(always)]
pub(crate) fn box_separation<V: Space>(
    difference: &Difference<'_, Cuboid<V>, Cuboid<V>, V>,
    halves: [V; 2],
    query: &Query<'_, V>,
    buffers: &mut Buffers<V::Wide>,
) -> Option<CoreAnswer<V>> {
    separation(difference, halves.map(V::widen), &Question::new(query, difference.size()), &mut buffers.shortlist)
}

/// The axis of two bare boxes in 3D, without the points that prove it.
#[inline(always)]
pub(crate) fn box_axis<V: Space>(
    difference: &Difference<'_, Cuboid<V>, Cuboid<V>, V>,
    halves: [V; 2],
    query: &Query<'_, V>,
    buffers: &mut Buffers<V::Wide>,
) -> Option<BoxAxis<V::Wide>> {
    let (question, shortlist) = (Question::new(query, difference.size()), &mut buffers.shortlist);
    if let Some((axis, at_least)) = Boxes::of(difference, halves.map(V::widen)).list(&question, shortlist) {
        return Some(BoxAxis::Beyond { axis, at_least });
    }
    let least = shortlist.least();
    shortlist.sort_by_preference(question.last);
    let best = shortlist.axes().next()?;
    Some(BoxAxis::Best { normal: best.normal, height: best.height, least })
}

/// 1, or −1 of a number below 0. From its bits: as a choice it would be a branch, and none that anybody can foretell.
#[inline]
fn sign(number: f64) -> f64 {
    // A zero's sign says nothing.
    1.0_f64.copysign(number + 0.0)
}

fn signed(magnitude: f64, sign: f64) -> f64 {
    if sign < 0.0 { -magnitude } else { magnitude }
}

impl<W: Vector<Scalar = f64>> Boxes<W> {
    fn of<V: Space<Wide = W>, A: Convex<V>, B: Convex<V>>(difference: &Difference<'_, A, B, V>, halves: [W; 2]) -> Self {
        let extents = |half: W| [half.get(0), half.get(1), if W::DIM == 3 { half.get(2) } else { 0.0 }];
        let axis = |axis: usize| if axis < W::DIM { difference.direction_in_a(W::unit(axis)) } else { W::ZERO };
        Self { a: extents(halves[0]), b: extents(halves[1]), between: difference.to_a(W::ZERO), axes: [axis(0), axis(1), axis(2)] }
    }

    /// Lists the axes that could be the answer; or one that proves the boxes to be farther apart than was asked, and how far.
    fn list(&self, question: &Question<W>, shortlist: &mut Shortlist<W>) -> Option<(W, f64)> {
        shortlist.begin(question.tie);
        let parted = -question.within - question.noise();
        self.faces(shortlist);
        if W::DIM == 3 && !(shortlist.least() < parted) {
            self.edges(shortlist);
        }
        let best = shortlist.best()?;
        (best.height < parted).then(|| (best.normal, -best.height - question.noise()))
    }

    /// All at once and the least first: which is the least nobody can foretell.
    fn faces(&self, shortlist: &mut Shortlist<W>) {
        let (mut axes, mut reaches, mut offsets) = ([W::ZERO; 6], [0.0; 6], [0.0; 6]);
        for place in 0..W::DIM {
            let of_a = (0..W::DIM).fold(self.a[place], |sum, k| sum + self.b[k] * self.axes[k].get(place).abs());
            let of_b = (0..W::DIM).fold(self.b[place], |sum, i| sum + self.a[i] * self.axes[place].get(i).abs());
            (axes[place], reaches[place], offsets[place]) = (W::unit(place), of_a, self.between.get(place));
            let after = W::DIM + place;
            (axes[after], reaches[after], offsets[after]) = (self.axes[place], of_b, self.between.dot(self.axes[place]));
        }
        let mut least = f64::INFINITY;
        for place in 0..2 * W::DIM {
            let height = reaches[place] - offsets[place].abs();
            least = if height < least { height } else { least };
        }
        let cutoff = shortlist.lower(least);
        // Two bits for each: the way that leads from A to B, and the other, which of boxes whose middles lie in one place is as good.
        let mut count = 0_u32;
        for place in 0..2 * W::DIM {
            let [toward, back] = [-offsets[place].abs(), offsets[place].abs()].map(|offset| reaches[place] + offset <= cutoff);
            count |= (u32::from(toward) | u32::from(back) << 1) << (2 * place);
        }
        while count != 0 {
            let number = count.trailing_zeros() as usize;
            count &= count - 1;
            let (place, back) = (number / 2, number % 2 == 1);
            let toward = sign(offsets[place]);
            let way = if back { -toward } else { toward };
            // B's face that looks against the normal.
            let of_b = place >= W::DIM;
            let face = (2 * (place % W::DIM)) as u32 + u32::from((way > 0.0) ^ of_b);
            let made = if of_b { Made::FaceOfB(face) } else { Made::FaceOfA(face) };
            shortlist.offer(reaches[place] - way * offsets[place], made, || axes[place] * way);
        }
    }

    /// Which pairs of edges may have an axis that counts, as bits 3k + i: told from the components of the basis alone, which are those of the cross products but for rounding.
    /// Few do, and only of these anything more is computed. So it may be told in `f32`, relative to the size, and all of an edge of B's at once.
    fn edges_that_may_count(&self, cutoff: f64) -> u32 {
        let middle = [self.between.get(0), self.between.get(1), self.between.get(2)];
        let size = self.a.iter().chain(&self.b).sum::<f64>() + middle[0].abs() + middle[1].abs() + middle[2].abs();
        let share = size.recip();
        // Of the range that a reciprocal leaves all may count.
        if !(share > 0.0 && share < f64::INFINITY) {
            return ALL;
        }
        let lengths = |of: [f64; 3]| Vec3A::from_array(of.map(|length| (length * share) as f32));
        let (a, b, middle) = (lengths(self.a), lengths(self.b).to_array(), lengths(middle));
        let axes = self.axes.map(|axis| Vec3A::new(axis.get(0) as f32, axis.get(1) as f32, axis.get(2) as f32));
        let bare = axes.map(Vec3A::abs);
        let cutoff = (cutoff * share) as f32;
        // With their signs, so that one comparison does of the depths and of the gaps; a little larger.
        let squared_cutoff = cutoff * cutoff.abs() + 64.0 * f32::EPSILON * (cutoff * cutoff);
        let mut may = 0;
        for (k, [x, y]) in NEXT.into_iter().enumerate() {
            // In lane i what belongs to A's i-th edge: u and v are the axes after it.
            let (along_u, along_v) = (axes[k].yzx(), axes[k].zxy());
            let squared = along_u * along_u + along_v * along_v;
            let reach_a = a.yzx() * bare[k].zxy() + a.zxy() * bare[k].yzx();
            let reach_b = bare[y] * b[x] + bare[x] * b[y];
            let height = reach_a + reach_b - (middle.zxy() * along_u - middle.yzx() * along_v).abs() - Vec3A::splat(SLACK);
            // Its root taken, height / √squared ≤ cutoff. Of edges that run nearly alike the square has few digits.
            let counts = (height * height.abs()).cmple(squared * squared_cutoff)
                | height.cmplt(Vec3A::ZERO) & squared.cmplt(Vec3A::splat(f32::EPSILON));
            may |= counts.bitmask() << (3 * k);
        }
        may
    }

    fn edges(&self, shortlist: &mut Shortlist<W>) {
        let mut may = self.edges_that_may_count(shortlist.cutoff());
        while may != 0 {
            let number = may.trailing_zeros() as usize;
            may &= may - 1;
            let (k, i) = (number / 3, number % 3);
            let (axis, [x, y], [u, v]) = (self.axes[k], NEXT[k], NEXT[i]);
            // The i-th axis of A times the k-th of B: along v its u, along u minus its v.
            let (along_u, along_v) = (-axis.get(v), axis.get(u));
            let squared = along_u * along_u + along_v * along_v;
            if !(squared > ALIKE) {
                continue;
            }
            let dot = |vector: W| along_u * vector.get(u) + along_v * vector.get(v);
            let reach_a = self.a[u] * along_u.abs() + self.a[v] * along_v.abs();
            let reach_b = self.b[x] * dot(self.axes[x]).abs() + self.b[y] * dot(self.axes[y]).abs();
            let (reach, offset) = (reach_a + reach_b, dot(self.between));
            let scale = squared.sqrt().recip();
            let mut unit = [0.0; 3];
            (unit[u], unit[v]) = (along_u * scale, along_v * scale);
            let (unit, made) = (W::from_fn(|axis| unit[axis]), Made::Edges(i as u32, k as u32));
            let way = sign(offset);
            shortlist.offer(reach * scale - (offset * scale).abs(), made, || unit * way);
            // Not of most pairs; of those whose middles lie in one place either way out is as good.
            shortlist.offer(reach * scale + (offset * scale).abs(), made, || unit * -way);
        }
    }

    fn proved<V: Space<Wide = W>, A: Convex<V>, B: Convex<V>>(
        &self,
        difference: &Difference<'_, A, B, V>,
        question: &Question<W>,
        shortlist: &mut Shortlist<W>,
    ) -> Option<CoreAnswer<V>> {
        let (answer, _) = proved(difference, question, shortlist, 0.0, |axis| axis.height, |axis| self.witness(axis, question.size))?;
        Some(answer)
    }

    fn witness(&self, axis: &Axis<W>, size: f64) -> Option<[W; 2]> {
        let normal = axis.normal;
        match axis.made {
            Made::FaceOfA(face) => {
                let under = Under { borders: &borders_of_box(&self.a, face), outward: normal, offset: self.a[face as usize / 2], size };
                under.meet(self.corner_of_b(-normal), || self.face_of_b(face_along(|k| -normal.dot(self.axes[k]), W::DIM)))
            }
            Made::FaceOfB(face) => {
                let offset = self.b[face as usize / 2] - normal.dot(self.between);
                let under = Under { borders: &self.borders_of_b(face), outward: -normal, offset, size };
                let [on_b, on_a] =
                    under.meet(corner_of_box(&self.a, normal), || face_of_box(&self.a, face_along(|i| normal.get(i), W::DIM)))?;
                Some([on_a, on_b])
            }
            Made::Edges(i, k) => {
                let (i, k) = (i as usize, k as usize);
                let corner = corner_of_box(&self.a, normal);
                let middle = corner - W::unit(i) * corner.get(i);
                let edge_a = EdgeLine { middle, along: W::unit(i), half: self.a[i] };
                let sign = signed(self.b[k], -normal.dot(self.axes[k]));
                let edge_b = EdgeLine { middle: self.corner_of_b(-normal) - self.axes[k] * sign, along: self.axes[k], half: self.b[k] };
                Some(edge_a.meet(&edge_b))
            }
        }
    }

    fn corner_of_b(&self, direction: W) -> W {
        (0..W::DIM).fold(self.between, |sum, k| sum + self.axes[k] * signed(self.b[k], direction.dot(self.axes[k])))
    }

    fn borders_of_b(&self, face: u32) -> Borders<W> {
        let beside = (0..W::DIM).filter(|&axis| axis != face as usize / 2);
        let border = |axis: usize, sign: f64| (self.between + self.axes[axis] * (sign * self.b[axis]), self.axes[axis] * sign);
        beside.flat_map(|axis| [border(axis, 1.0), border(axis, -1.0)]).collect()
    }

    fn face_of_b(&self, face: u32) -> Corners<W> {
        let corner = |signs: [f64; 3]| (0..W::DIM).fold(self.between, |sum, k| sum + self.axes[k] * (signs[k] * self.b[k]));
        around(face, W::DIM).into_iter().map(corner).collect()
    }
}

/// Of a box about the origin the corner farthest along a direction.
pub(super) fn corner_of_box<W: Vector<Scalar = f64>>(half: &[f64; 3], direction: W) -> W {
    W::from_fn(|axis| signed(half[axis], direction.get(axis)))
}

/// Where a face of such a box ends: at the sides that are not parallel to it, be they as narrow as they may.
pub(super) fn borders_of_box<W: Vector<Scalar = f64>>(half: &[f64; 3], face: u32) -> Borders<W> {
    let beside = (0..W::DIM).filter(|&axis| axis != face as usize / 2);
    beside.flat_map(|axis| [1.0, -1.0].map(|sign| (W::unit(axis) * (sign * half[axis]), W::unit(axis) * sign))).collect()
}

/// The corners of a face of such a box.
pub(super) fn face_of_box<W: Vector<Scalar = f64>>(half: &[f64; 3], face: u32) -> Corners<W> {
    let corner = |signs: [f64; 3]| W::from_fn(|axis| signs[axis] * half[axis]);
    around(face, W::DIM).into_iter().map(corner).collect()
}

/// The face that looks most along a direction given by its components: 2·axis, plus 1 if it is the positive one.
pub(super) fn face_along(component: impl Fn(usize) -> f64, dim: usize) -> u32 {
    let axis = (1..dim).fold(0, |most, axis| if component(axis).abs() > component(most).abs() { axis } else { most });
    (2 * axis) as u32 + u32::from(component(axis) > 0.0)
}

/// The signs of the corners of a face, counter-clockwise from outside.
fn around(face: u32, dim: usize) -> smallvec::SmallVec<[[f64; 3]; 4]> {
    let (axis, positive) = (face as usize / 2, face % 2 == 1);
    let (u, v) = ((axis + 1) % dim, (axis + 2) % dim);
    let corner = |along_u: f64, along_v: f64| {
        let mut signs = [0.0; 3];
        (signs[axis], signs[u]) = (if positive { 1.0 } else { -1.0 }, along_u);
        if dim == 3 {
            signs[v] = along_v;
        }
        signs
    };
    let mut corners: smallvec::SmallVec<[[f64; 3]; 4]> = if dim == 2 {
        [corner(-1.0, 0.0), corner(1.0, 0.0)].into_iter().collect()
    } else {
        [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)].into_iter().collect()
    };
    if !positive {
        corners.reverse();
    }
    corners
}

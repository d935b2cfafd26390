//! Clips the facing faces of two boxes against each other. The result is that of
//! [`clip`](crate::clip) for any two polygons, in closed form.
//!
//! * Projected along the normal onto A's face, A's face is a rectangle about the origin and B's a
//!   parallelogram. B's sides against the rectangle's, and the rectangle's corners in coordinates
//!   along the parallelogram's sides, are a few products each. The gap is linear over both.
//! * The corners of the overlap are B's corners in the rectangle, A's corners in the parallelogram,
//!   and the crossings of their sides. Signs alone decide which of them exist; each has the feature
//!   id that clipping polygons gives it.
//! * Where rounding could change a sign, as for a corner on a side, the result is `None`, and
//!   polygons are clipped.

use clinch_support::Vector;
use glam::DVec2;

use super::box_face::BoxFace;
use super::face_ids::{IdsOfA, IdsOfB};
use crate::clip::INSIDE;
use crate::general::sat::Boxes;
use crate::manifold::FeatureId;

/// A corner nearer to a side than this many times the tolerance of [`INSIDE`] is ambiguous: lengths
/// are those on A's face and may be longer than across the normal. Larger: more pairs clip
/// polygons. Smaller: other points than the polygons have, or none.
const AMBIGUOUS: f64 = 4.0 * INSIDE;

/// A vertex of the overlap: its coordinates along the two axes of A's face, the gap to B's face
/// above it along the normal, and the features that meet there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClipVertex {
    u: f64,
    v: f64,
    pub(crate) gap: f64,
    pub(crate) feature: FeatureId,
}

impl ClipVertex {
    /// The point in A's frame, on this face of A.
    // Indexed, as all choices here: a branch on the axis would be mispredicted two times in three.
    #[inline(always)]
    pub(crate) fn on_a(&self, face: BoxFace, half_a: [f64; 3]) -> [f64; 3] {
        let across_and_along = [face.sign * half_a[face.axis % 3], self.u, self.v];
        let [x, y, z] = COMPONENTS[face.axis % 3];
        [across_and_along[x], across_and_along[y], across_and_along[z]]
    }

    /// Its coordinates along two axes orthogonal to the normal, given in A's frame.
    #[inline]
    pub(crate) fn across(&self, face: BoxFace, axes: [[f64; 3]; 2]) -> DVec2 {
        let [u, v] = face.tangents();
        let [x, y] = axes.map(|axis| axis[u] * self.u + axis[v] * self.v);
        DVec2::new(x, y)
    }
}

/// The vertices of the overlap, in no order. A buffer that keeps its old contents beyond the count:
/// to clear it takes longer than to clip two corners.
#[derive(Clone, Debug)]
pub(crate) struct Vertices {
    pub(crate) list: [ClipVertex; CAPACITY],
    pub(crate) count: usize,
}

impl Default for Vertices {
    fn default() -> Self {
        let none = ClipVertex { u: 0.0, v: 0.0, gap: f64::INFINITY, feature: FeatureId(0) };
        Self { list: [none; CAPACITY], count: 0 }
    }
}

impl Vertices {
    /// The gap at a place; infinite if there is no vertex.
    #[inline(always)]
    pub(crate) fn gap(&self, place: usize) -> f64 {
        if place < self.count { self.list[place % CAPACITY].gap } else { f64::INFINITY }
    }

    /// The place of the first vertex of the least gap, and that gap; infinite if there is none.
    // All places, because the count is unpredictable.
    #[inline(always)]
    pub(crate) fn deepest(&self) -> (usize, f64) {
        let (mut deepest, mut least) = (0, self.gap(0));
        for place in 1..CAPACITY - 1 {
            let gap = self.gap(place);
            deepest = if gap < least { place } else { deepest };
            least = if gap < least { gap } else { least };
        }
        (deepest, least)
    }

    /// Writes the vertex to the next place in any case, and counts it if `exists`.
    #[inline(always)]
    fn add(&mut self, exists: bool, point: Projected, feature: FeatureId) {
        if let Some(place) = self.list.get_mut(self.count) {
            *place = ClipVertex { u: point.u, v: point.v, gap: point.gap, feature };
            self.count += usize::from(exists);
        }
    }
}

/// Two quadrilaterals share at most eight corners; one more place takes what is written and not
/// counted.
pub(crate) const CAPACITY: usize = 9;

/// For a face of each axis, the index of each component of A's frame in (across, along u, along v).
const COMPONENTS: [[usize; 3]; 3] = [[0, 1, 2], [2, 0, 1], [1, 2, 0]];

/// A point projected onto A's face along the normal: its coordinates there, and the gap.
#[derive(Clone, Copy)]
struct Projected {
    u: f64,
    v: f64,
    gap: f64,
}

impl Projected {
    #[inline]
    fn plus_scaled(self, other: Self, factor: f64) -> Self {
        Self { u: self.u + other.u * factor, v: self.v + other.v * factor, gap: self.gap + other.gap * factor }
    }

    /// The point at a fraction of the way to another.
    #[inline]
    fn toward(self, to: Self, fraction: f64) -> Self {
        Self {
            u: self.u + (to.u - self.u) * fraction,
            v: self.v + (to.v - self.v) * fraction,
            gap: self.gap + (to.gap - self.gap) * fraction,
        }
    }
}

/// Writes the vertices of the overlap of two faces, projected along `normal` (unit, from A to B).
/// Both faces must be within 55° of the normal, as those nearest to it are. False where polygons
/// must be clipped.
pub(crate) fn clip_faces<W: Vector<Scalar = f64>>(
    boxes: &Boxes<W>,
    normal: W,
    face_a: BoxFace,
    face_b: BoxFace,
    vertices: &mut Vertices,
) -> bool {
    let normal = [normal.get(0), normal.get(1), normal.get(2)];
    let Some(faces) = FaceOverlap::new(boxes, normal, face_a, face_b) else { return false };
    vertices.count = 0;
    faces.corners_of_a(vertices) & faces.sides_of_b(vertices)
}

/// B's face projected onto A's: its centre and its two half sides.
struct FaceOverlap {
    face_a: BoxFace,
    face_b: BoxFace,
    half_u: f64,
    half_v: f64,
    half_x: f64,
    half_y: f64,
    center: Projected,
    half_side_x: Projected,
    half_side_y: Projected,
    /// The signed area that B's projected half sides span.
    area: f64,
    slack: f64,
}

impl FaceOverlap {
    /// `None` if a face is too narrow for its sides to be distinguished.
    #[inline]
    fn new<W: Vector<Scalar = f64>>(boxes: &Boxes<W>, normal: [f64; 3], face_a: BoxFace, face_b: BoxFace) -> Option<Self> {
        let Boxes { a: half_a, b: half_b, axes: axes_b, between } = boxes;
        let center_b = [between.get(0), between.get(1), between.get(2)];
        let (w, [u, v], [x, y]) = (face_a.axis, face_a.tangents(), face_b.tangents());
        let (half_u, half_v, half_x, half_y) = (half_a[u], half_a[v], half_b[x], half_b[y]);
        let offset = face_a.sign * half_a[w];
        let per_normal = normal[w].recip();
        // Projects along the normal onto A's face.
        let project = |point: [f64; 3], offset: f64| {
            let gap = (point[w] - offset) * per_normal;
            Projected { u: point[u] - gap * normal[u], v: point[v] - gap * normal[v], gap }
        };
        let scaled = |axis: usize, by: f64| {
            let axis = axes_b[axis];
            [axis.get(0) * by, axis.get(1) * by, axis.get(2) * by]
        };
        let to_face = scaled(face_b.axis, face_b.sign * half_b[face_b.axis]);
        let center = project([center_b[0] + to_face[0], center_b[1] + to_face[1], center_b[2] + to_face[2]], offset);
        let (half_side_x, half_side_y) = (project(scaled(x, half_x), 0.0), project(scaled(y, half_y), 0.0));
        let least = |a: f64, b: f64| if a < b { a } else { b };
        let most = |a: f64, b: f64| if a > b { a } else { b };
        let slack = 2.0 * AMBIGUOUS * least(most(half_u, half_v), most(half_x, half_y));
        let area = half_side_x.u * half_side_y.v - half_side_x.v * half_side_y.u;
        let too_narrow = slack > least(least(half_u, half_v), least(half_x, half_y));
        let faces = Self { face_a, face_b, half_u, half_v, half_x, half_y, center, half_side_x, half_side_y, area, slack };
        (!too_narrow && area != 0.0).then_some(faces)
    }

    /// Adds A's corners over B's face, by their coordinates along B's half sides. False if one is
    /// on a side.
    #[inline]
    fn corners_of_a(&self, vertices: &mut Vertices) -> bool {
        let &Self { half_u, half_v, center, half_side_x, half_side_y, .. } = self;
        let ids = IdsOfA::of(self.face_a);
        let per_area = self.area.recip();
        let (u_in_x, v_in_x) = (half_u * half_side_y.v * per_area, half_v * half_side_y.u * per_area);
        let (u_in_y, v_in_y) = (half_u * half_side_x.v * per_area, half_v * half_side_x.u * per_area);
        let center_x = (center.u * half_side_y.v - center.v * half_side_y.u) * per_area;
        let center_y = (half_side_x.u * center.v - half_side_x.v * center.u) * per_area;
        let mut clear = true;
        // Not enumerated: that is not unrolled, and then the signs are branches.
        for (corner, up_u, up_v) in CORNERS {
            let x = signed(u_in_x, up_u) - signed(v_in_x, up_v) - center_x;
            let y = signed(v_in_y, up_v) - signed(u_in_y, up_u) - center_y;
            let (beyond_x, beyond_y) = ((x.abs() - 1.0) * self.half_x, (y.abs() - 1.0) * self.half_y);
            clear &= (beyond_x.abs() > self.slack) & (beyond_y.abs() > self.slack);
            let gap = center.gap + x * half_side_x.gap + y * half_side_y.gap;
            let point = Projected { u: signed(half_u, up_u), v: signed(half_v, up_v), gap };
            vertices.add((beyond_x < 0.0) & (beyond_y < 0.0), point, ids.corners[corner]);
        }
        clear
    }

    #[inline]
    fn corners_of_b(&self) -> [Projected; 4] {
        let (first, second) = (self.center.plus_scaled(self.half_side_x, -1.0), self.center.plus_scaled(self.half_side_x, 1.0));
        [
            first.plus_scaled(self.half_side_y, -1.0),
            second.plus_scaled(self.half_side_y, -1.0),
            second.plus_scaled(self.half_side_y, 1.0),
            first.plus_scaled(self.half_side_y, 1.0),
        ]
    }

    /// Adds the parts of B's sides over A's face: the start of each, at its corner or on a side of
    /// A, and the end, if it is on a side of A. False if a corner is on a side.
    // All four sides at once, and choices by index: which sides cross is unpredictable, and a
    // select of two numbers may become a branch.
    #[inline]
    fn sides_of_b(&self, vertices: &mut Vertices) -> bool {
        let corners = self.corners_of_b();
        // For each of B's sides, the fraction of it per unit along u, and along v.
        let per = |x: f64, y: f64| [0.5 / x, 0.5 / y, -0.5 / x, -0.5 / y];
        let along_u = (self.half_u, corners.map(|point| point.u), per(self.half_side_x.u, self.half_side_y.u));
        let along_v = (self.half_v, corners.map(|point| point.v), per(self.half_side_x.v, self.half_side_y.v));
        let mut clear = true;
        // Where a part begins and ends as a fraction of its side, and by which of A's axes: bit 0
        // for u, bit 1 for v, which comes after it. Neither: at the corner of B.
        let ([mut begins, mut ends], [mut begins_by, mut ends_by]) = ([[0.0; 4], [1.0; 4]], [[0; 4]; 2]);
        let mut inward = [[0; 4]; 2];
        for (axis, (half, from, per_length)) in [along_u, along_v].into_iter().enumerate() {
            for place in 0..4 {
                clear &= (half - from[place].abs()).abs() > self.slack;
                let [to_positive, to_negative] = [half, -half].map(|line| (line - from[place]) * per_length[place]);
                let from_positive = to_positive < to_negative;
                let (enters, leaves) = if from_positive { (to_positive, to_negative) } else { (to_negative, to_positive) };
                inward[axis][place] = usize::from(from_positive);
                begins_by[place] |= usize::from(enters > begins[place]) << axis;
                begins[place] = if enters > begins[place] { enters } else { begins[place] };
                ends_by[place] |= usize::from(leaves < ends[place]) << axis;
                ends[place] = if leaves < ends[place] { leaves } else { ends[place] };
            }
        }
        let (of_a, of_b) = (IdsOfA::of(self.face_a), IdsOfB::of(self.face_b));
        for place in 0..4 {
            let (from, to) = (corners[place], corners[(place + 1) % 4]);
            let over = begins[place] < ends[place];
            let crossing = |side: usize| FeatureId::crossing(of_a.edges[side % 4], of_b.edges[place]);
            let [by_u, by_v] = [inward[0][place], inward[1][place]];
            let (enters_v, leaves_v) = (crossing(2 + (1 - by_v)), crossing(2 + by_v));
            let begin = [of_b.corners[place], crossing(1 - by_u), enters_v, enters_v][begins_by[place] % 4];
            let end = [of_b.corners[place], crossing(by_u), leaves_v, leaves_v][ends_by[place] % 4];
            vertices.add(over, from.toward(to, begins[place]), begin);
            vertices.add(over & (ends_by[place] != 0), from.toward(to, ends[place]), end);
        }
        clear
    }
}

/// The corners of a face in order around it: the number, and the signs along its two axes.
const CORNERS: [(usize, bool, bool); 4] = [(0, false, false), (1, true, false), (2, true, true), (3, false, true)];

#[inline]
fn signed(length: f64, positive: bool) -> f64 {
    if positive { length } else { -length }
}

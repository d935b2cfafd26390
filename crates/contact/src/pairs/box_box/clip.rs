//! Two faces of boxes laid over each other: what [`clip`](crate::clip) finds for any two polygons, without polygons.
//!
//! * Seen along the normal and measured on A's face, A's face is a rectangle about the origin and B's a parallelogram. Its corners and its sides against the
//!   rectangle's, and the rectangle's corners in coordinates along the parallelogram's sides, are a few products each; the gap is linear over both.
//! * The corners of what they share are B's corners in the rectangle, A's in the parallelogram, and where their sides cross: each is told by signs alone, and has the name
//!   that the cutting of polygons gives it.
//! * Where a sign is rounding — a corner on a side — `None` is the answer, and the polygons are cut.

use clinch_shapes::{Cuboid, EdgeId};
use clinch_support::VertexId;
use glam::{DVec2, DVec3};

use crate::clip::{INSIDE, tag};
use crate::manifold::FeatureId;

/// Corners nearer to a side than this many times what counts as inside there are not told apart here: lengths are those on A's face and may be longer than across the
/// normal. Larger: more pairs have polygons cut. Smaller: other points, or none, where the polygons would have had them.
const AMBIGUOUS: f64 = 4.0 * INSIDE;

/// A point on A's face, by its place along the face's two axes, the gap to B's above it along the normal, and what meets there.
#[derive(Clone, Copy)]
pub(crate) struct Laid {
    u: f64,
    v: f64,
    pub(crate) gap: f64,
    pub(crate) feature: FeatureId,
}

impl Laid {
    /// Higher than any.
    pub(crate) const NONE: Self = Self { u: 0.0, v: 0.0, gap: f64::INFINITY, feature: FeatureId(0) };

    /// In A's frame, on this side of A.
    // By index, as all that is chosen here: which axis it is a branch would guess wrong two times in three.
    #[inline]
    pub(crate) fn on_a(&self, side: Side, half_a: [f64; 3]) -> [f64; 3] {
        let across_and_along = [side.sign * half_a[side.axis % 3], self.u, self.v];
        TURNED[side.axis % 3].map(|place| across_and_along[place])
    }

    /// On two axes in A's frame that are across the normal.
    #[inline]
    pub(crate) fn across(&self, side: Side, axes: [[f64; 3]; 2]) -> DVec2 {
        let [u, v] = side.beside();
        let [x, y] = axes.map(|axis| axis[u] * self.u + axis[v] * self.v);
        DVec2::new(x, y)
    }
}

/// No two quadrangles share more than eight corners, and one place is for what does not count.
pub(crate) const ROOM: usize = 9;

/// Where no side of A's is, in the order of those: at a corner of B's.
const CORNER: u64 = 4;

/// Where, across and along a face of each axis, the components of A's frame are.
const TURNED: [[usize; 3]; 3] = [[0, 1, 2], [2, 0, 1], [1, 2, 0]];

/// A box's face: the axis across it, and which of its two sides.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) axis: usize,
    /// 1 or −1: which of the two. Of a `bool` it would be made by a branch, wherever it is needed.
    pub(crate) sign: f64,
}

impl Side {
    /// The two axes along the face.
    fn beside(self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }

    /// The corner of the box at these signs along them.
    fn corner(self, along_u: bool, along_v: bool) -> usize {
        let [u, v] = self.beside();
        usize::from(self.sign > 0.0) << self.axis | usize::from(along_u) << u | usize::from(along_v) << v
    }
}

/// Two boxes, B as seen from A.
pub(crate) struct Boxes {
    pub(crate) half_a: [f64; 3],
    pub(crate) half_b: [f64; 3],
    pub(crate) axes_b: [[f64; 3]; 3],
    pub(crate) between: [f64; 3],
}

/// Place, in coordinates of A's face, and gap.
#[derive(Clone, Copy)]
struct Seen {
    u: f64,
    v: f64,
    gap: f64,
}

impl Seen {
    #[inline]
    fn plus(self, other: Self, share: f64) -> Self {
        Self { u: self.u + other.u * share, v: self.v + other.v * share, gap: self.gap + other.gap * share }
    }

    /// The part of the way to another.
    #[inline]
    fn toward(self, to: Self, part: f64) -> Self {
        Self { u: self.u + (to.u - self.u) * part, v: self.v + (to.v - self.v) * part, gap: self.gap + (to.gap - self.gap) * part }
    }
}

/// What two faces share as seen along `normal`, unit and from A to B; both look along it to within 55°, as those nearest to it do. In no order. `None` where polygons must
/// be cut.
pub(crate) fn lay(boxes: &Boxes, normal: [f64; 3], side_a: Side, side_b: Side, found: &mut [Laid; ROOM]) -> Option<usize> {
    let laying = Laying::new(boxes, normal, side_a, side_b)?;
    let mut found = Found { laid: found, count: 0 };
    let clear = laying.corners_of_a(&mut found) & laying.sides_of_b(&mut found);
    let Found { laid, count } = found;
    if let Some(place) = laid.get_mut(count) {
        *place = Laid::NONE;
    }
    clear.then_some(count)
}

/// Where the points go.
struct Found<'f> {
    laid: &'f mut [Laid; ROOM],
    count: usize,
}

impl Found<'_> {
    /// What does not count is written, too, where the next one goes.
    #[inline(always)]
    fn add(&mut self, counts: bool, at: Seen, [one, other]: [u32; 2]) {
        if let Some(place) = self.laid.get_mut(self.count) {
            *place = Laid { u: at.u, v: at.v, gap: at.gap, feature: FeatureId::meeting(one, other) };
            self.count += usize::from(counts);
        }
    }
}

/// B's face on A's: its middle and its two half sides, as seen.
struct Laying {
    side_a: Side,
    side_b: Side,
    reach_u: f64,
    reach_v: f64,
    half_x: f64,
    half_y: f64,
    middle: Seen,
    along_x: Seen,
    along_y: Seen,
    /// Of B's half sides, as seen.
    area: f64,
    slack: f64,
}

impl Laying {
    /// `None` of faces that are too narrow to tell their sides apart.
    #[inline]
    fn new(boxes: &Boxes, normal: [f64; 3], side_a: Side, side_b: Side) -> Option<Self> {
        let Boxes { half_a, half_b, axes_b, between } = boxes;
        let (w, [u, v], [x, y]) = (side_a.axis, side_a.beside(), side_b.beside());
        let (reach_u, reach_v, half_x, half_y) = (half_a[u], half_a[v], half_b[x], half_b[y]);
        let level = side_a.sign * half_a[w];
        let per_height = normal[w].recip();
        // Along the normal to A's face.
        let seen = |point: [f64; 3], level: f64| {
            let gap = (point[w] - level) * per_height;
            Seen { u: point[u] - gap * normal[u], v: point[v] - gap * normal[v], gap }
        };
        let scaled = |axis: usize, by: f64| {
            let [x, y, z] = axes_b[axis];
            [x * by, y * by, z * by]
        };
        let out = scaled(side_b.axis, side_b.sign * half_b[side_b.axis]);
        let middle = seen([between[0] + out[0], between[1] + out[1], between[2] + out[2]], level);
        let (along_x, along_y) = (seen(scaled(x, half_x), 0.0), seen(scaled(y, half_y), 0.0));
        let least = |a: f64, b: f64| if a < b { a } else { b };
        let most = |a: f64, b: f64| if a > b { a } else { b };
        let slack = 2.0 * AMBIGUOUS * least(most(reach_u, reach_v), most(half_x, half_y));
        let area = along_x.u * along_y.v - along_x.v * along_y.u;
        let narrow = slack > least(least(reach_u, reach_v), least(half_x, half_y));
        let laying = Self { side_a, side_b, reach_u, reach_v, half_x, half_y, middle, along_x, along_y, area, slack };
        (!narrow && area != 0.0).then_some(laying)
    }

    /// A's corners over B's face, told by their shares of B's half sides from its middle. False where one is on a side.
    #[inline]
    fn corners_of_a(&self, found: &mut Found<'_>) -> bool {
        let &Self { reach_u, reach_v, middle, along_x, along_y, .. } = self;
        let [at_u, at_minus_u, at_v, at_minus_v] = self.edges_of_a();
        let (along_v, along_u) = ([at_u, at_minus_u], [at_v, at_minus_v]);
        let per_area = self.area.recip();
        let (u_in_x, v_in_x) = (reach_u * along_y.v * per_area, reach_v * along_y.u * per_area);
        let (u_in_y, v_in_y) = (reach_u * along_x.v * per_area, reach_v * along_x.u * per_area);
        let middle_x = (middle.u * along_y.v - middle.v * along_y.u) * per_area;
        let middle_y = (along_x.u * middle.v - along_x.v * middle.u) * per_area;
        let mut clear = true;
        for [up_u, up_v] in CORNERS {
            let share_x = signed(u_in_x, up_u) - signed(v_in_x, up_v) - middle_x;
            let share_y = signed(v_in_y, up_v) - signed(u_in_y, up_u) - middle_y;
            let (beyond_x, beyond_y) = ((share_x.abs() - 1.0) * self.half_x, (share_y.abs() - 1.0) * self.half_y);
            clear &= (beyond_x.abs() > self.slack) & (beyond_y.abs() > self.slack);
            let gap = middle.gap + share_x * along_x.gap + share_y * along_y.gap;
            let at = Seen { u: signed(reach_u, up_u), v: signed(reach_v, up_v), gap };
            found.add((beyond_x < 0.0) & (beyond_y < 0.0), at, [along_v[usize::from(!up_u)], along_u[usize::from(!up_v)]]);
        }
        clear
    }

    #[inline]
    fn corners_of_b(&self) -> [Seen; 4] {
        let (first, second) = (self.middle.plus(self.along_x, -1.0), self.middle.plus(self.along_x, 1.0));
        [first.plus(self.along_y, -1.0), second.plus(self.along_y, -1.0), second.plus(self.along_y, 1.0), first.plus(self.along_y, 1.0)]
    }

    /// What of B's sides is over A's face: where each begins, at its corner or on a side of A's, and where it ends, if on a side of A's. False where a corner is on a side.
    // All four sides at once, and nothing but arithmetic: of two faces nobody can foretell which sides cross.
    #[inline]
    fn sides_of_b(&self, found: &mut Found<'_>) -> bool {
        let corners = self.corners_of_b();
        // The parts of each of B's sides that take it by 1 along u, and along v.
        let per = |x: f64, y: f64| [0.5 / x, 0.5 / y, -0.5 / x, -0.5 / y];
        let along_u = (self.reach_u, corners.map(|at| at.u), per(self.along_x.u, self.along_y.u));
        let along_v = (self.reach_v, corners.map(|at| at.v), per(self.along_x.v, self.along_y.v));
        let mut clear = true;
        let ([mut begins, mut ends], [mut begins_at, mut ends_at]) = ([[0.0; 4], [1.0; 4]], [[CORNER; 4]; 2]);
        for ((reach, from, per_length), positive) in [along_u, along_v].into_iter().zip([0, 2]) {
            for place in 0..4 {
                clear &= (reach - from[place].abs()).abs() > self.slack;
                let [to_positive, to_negative] = [reach, -reach].map(|line| (line - from[place]) * per_length[place]);
                let inward = to_positive < to_negative;
                let (enters, leaves) = if inward { (to_positive, to_negative) } else { (to_negative, to_positive) };
                let (entered, left) = if inward { (positive, positive + 1) } else { (positive + 1, positive) };
                begins_at[place] = if enters > begins[place] { entered } else { begins_at[place] };
                begins[place] = if enters > begins[place] { enters } else { begins[place] };
                ends_at[place] = if leaves < ends[place] { left } else { ends_at[place] };
                ends[place] = if leaves < ends[place] { leaves } else { ends[place] };
            }
        }
        let (of_a, of_b) = (self.edges_of_a(), self.edges_of_b());
        for place in 0..4 {
            let (from, to) = (corners[place], corners[(place + 1) % 4]);
            let over = begins[place] < ends[place];
            let meets = |at: u64| [of_a[0], of_a[1], of_a[2], of_a[3], of_b[(place + 3) % 4]][at as usize];
            found.add(over, from.toward(to, begins[place]), [meets(begins_at[place]), of_b[place]]);
            found.add(over & (ends_at[place] != CORNER), from.toward(to, ends[place]), [meets(ends_at[place]), of_b[place]]);
        }
        clear
    }

    /// The tags of the edges at A's sides +u, −u, +v, −v.
    #[inline]
    fn edges_of_a(&self) -> [u32; 4] {
        let [u, v] = self.side_a.beside();
        let edge = |axis: usize, up_u: bool, up_v: bool| tag::edge_of_a(edge(axis, self.side_a.corner(up_u, up_v)));
        [edge(v, true, false), edge(v, false, false), edge(u, false, true), edge(u, false, false)]
    }

    /// The tags of B's, from each corner to the next.
    #[inline]
    fn edges_of_b(&self) -> [u32; 4] {
        let [x, y] = self.side_b.beside();
        let edge = |axis: usize, up_x: bool, up_y: bool| tag::edge_of_b(edge(axis, self.side_b.corner(up_x, up_y)));
        [edge(x, false, false), edge(y, true, false), edge(x, true, true), edge(y, false, true)]
    }
}

/// The edge of a box along an axis, by a corner at its end.
#[inline]
fn edge(axis: usize, corner: usize) -> EdgeId {
    Cuboid::<DVec3>::edge(axis, VertexId::new(corner))
}

/// The signs of the corners of a face along its two axes, around it.
const CORNERS: [[bool; 2]; 4] = [[false, false], [true, false], [true, true], [false, true]];

#[inline]
fn signed(length: f64, positive: bool) -> f64 {
    if positive { length } else { -length }
}

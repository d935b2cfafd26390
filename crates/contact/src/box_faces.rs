//! Two faces of boxes laid over each other: what [`clip`](crate::clip) finds for any two polygons, without polygons.
//!
//! * Seen along the normal and measured on A's face, A's face is a rectangle about the origin and B's a parallelogram. Its corners and its sides against the
//!   rectangle's, and the rectangle's corners in coordinates along the parallelogram's sides, are a few products each; the gap is linear over both.
//! * The corners of what they share are B's corners in the rectangle, A's in the parallelogram, and where their sides cross: each is told by signs alone, and has the name
//!   that the cutting of polygons gives it.
//! * Where a sign is rounding — a corner on a side — `None` is the answer, and the polygons are cut.

use clinch_shapes::Cuboid;
use clinch_support::VertexId;
use glam::DVec3;

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
    pub(crate) const NONE: Self = Self { u: 0.0, v: 0.0, gap: 0.0, feature: FeatureId(0) };

    /// In A's frame, on this side of A.
    #[inline]
    pub(crate) fn on_a(&self, side: Side, half_a: [f64; 3]) -> [f64; 3] {
        let level = side.sign() * half_a[side.axis];
        match side.axis {
            0 => [level, self.u, self.v],
            1 => [self.v, level, self.u],
            _ => [self.u, self.v, level],
        }
    }
}

/// No two quadrangles share more corners.
pub(crate) const MOST: usize = 8;

/// A box's face: the axis across it, and which of its two sides.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) axis: usize,
    pub(crate) positive: bool,
}

impl Side {
    fn sign(self) -> f64 {
        if self.positive { 1.0 } else { -1.0 }
    }

    /// The corner of the box at these signs along the two axes of the face.
    fn corner(self, along_u: bool, along_v: bool) -> usize {
        usize::from(self.positive) << self.axis
            | usize::from(along_u) << ((self.axis + 1) % 3)
            | usize::from(along_v) << ((self.axis + 2) % 3)
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
    fn plus(self, other: Self, share: f64) -> Self {
        Self { u: self.u + other.u * share, v: self.v + other.v * share, gap: self.gap + other.gap * share }
    }
}

/// What two faces share as seen along `normal`, unit and from A to B; both look along it to within 55°, as those nearest to it do. In no order. `None` where polygons must
/// be cut.
pub(crate) fn lay(boxes: &Boxes, normal: [f64; 3], side_a: Side, side_b: Side, found: &mut [Laid; MOST]) -> Option<usize> {
    let Boxes { half_a, half_b, axes_b, between } = boxes;
    let (w, u, v) = (side_a.axis, (side_a.axis + 1) % 3, (side_a.axis + 2) % 3);
    let (x, y) = ((side_b.axis + 1) % 3, (side_b.axis + 2) % 3);
    let (reach_u, reach_v) = (half_a[u], half_a[v]);
    let level = side_a.sign() * half_a[w];
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
    let (along_x, along_y) = (seen(scaled(x, half_b[x]), 0.0), seen(scaled(y, half_b[y]), 0.0));
    let out = scaled(side_b.axis, side_b.sign() * half_b[side_b.axis]);
    let middle = seen([between[0] + out[0], between[1] + out[1], between[2] + out[2]], level);

    let least = |a: f64, b: f64| if a < b { a } else { b };
    let most = |a: f64, b: f64| if a > b { a } else { b };
    let slack = 2.0 * AMBIGUOUS * least(most(reach_u, reach_v), most(half_b[x], half_b[y]));
    let area = along_x.u * along_y.v - along_x.v * along_y.u;
    let narrow = slack > least(least(reach_u, reach_v), least(half_b[x], half_b[y]));
    if narrow || area == 0.0 {
        return None;
    }

    let mut count = 0;
    let mut add = |u: f64, v: f64, gap: f64, one: u32, other: u32| {
        if let Some(place) = found.get_mut(count) {
            *place = Laid { u, v, gap, feature: FeatureId::meeting(one, other) };
            count += 1;
        }
    };
    let edge_a = |axis: usize, corner: usize| tag::edge_of_a(Cuboid::<DVec3>::edge(axis, VertexId::new(corner)));
    let edge_b = |axis: usize, corner: usize| tag::edge_of_b(Cuboid::<DVec3>::edge(axis, VertexId::new(corner)));
    let mut clear = true;

    // A's corners over B's face, by their shares of B's half sides from its middle.
    let per_area = area.recip();
    let [u_in_x, v_in_x] = [reach_u * along_y.v * per_area, reach_v * along_y.u * per_area];
    let [u_in_y, v_in_y] = [reach_u * along_x.v * per_area, reach_v * along_x.u * per_area];
    let middle_x = (middle.u * along_y.v - middle.v * along_y.u) * per_area;
    let middle_y = (along_x.u * middle.v - along_x.v * middle.u) * per_area;
    for [up_u, up_v] in CORNERS {
        let share_x = signed(u_in_x, up_u) - signed(v_in_x, up_v) - middle_x;
        let share_y = signed(v_in_y, up_v) - signed(u_in_y, up_u) - middle_y;
        let (beyond_x, beyond_y) = ((share_x.abs() - 1.0) * half_b[x], (share_y.abs() - 1.0) * half_b[y]);
        clear &= (beyond_x.abs() > slack) & (beyond_y.abs() > slack);
        if (beyond_x < 0.0) & (beyond_y < 0.0) {
            let corner = side_a.corner(up_u, up_v);
            let gap = middle.gap + share_x * along_x.gap + share_y * along_y.gap;
            add(signed(reach_u, up_u), signed(reach_v, up_v), gap, edge_a(u, corner), edge_a(v, corner));
        }
    }

    // B's corners over A's face, and as bits which of A's sides they are inside of: +u, −u, +v, −v.
    let (first, second) = (middle.plus(along_x, -1.0), middle.plus(along_x, 1.0));
    let corners = [first.plus(along_y, -1.0), second.plus(along_y, -1.0), second.plus(along_y, 1.0), first.plus(along_y, 1.0)];
    let mut inside = [0_u8; 4];
    for place in 0..4 {
        let at = corners[place];
        let depths = [reach_u - at.u, reach_u + at.u, reach_v - at.v, reach_v + at.v];
        for (side, depth) in depths.into_iter().enumerate() {
            clear &= depth.abs() > slack;
            inside[place] |= u8::from(depth > 0.0) << side;
        }
        if inside[place] == 0b1111 {
            let [up_x, up_y] = CORNERS[place];
            let corner = side_b.corner(up_x, up_y);
            add(at.u, at.v, at.gap, edge_b(x, corner), edge_b(y, corner));
        }
    }
    if !clear {
        return None;
    }

    // B's sides across A's.
    for place in 0..4 {
        let next = (place + 1) % 4;
        let mut crossed = inside[place] ^ inside[next];
        while crossed != 0 {
            let side = crossed.trailing_zeros();
            crossed &= crossed - 1;
            let (across_u, positive) = (side < 2, side % 2 == 0);
            let (from, to) = (corners[place], corners[next]);
            let (line, before, after) =
                if across_u { (signed(reach_u, positive), from.u, to.u) } else { (signed(reach_v, positive), from.v, to.v) };
            let share = (line - before) / (after - before);
            let at = Seen {
                u: from.u + (to.u - from.u) * share,
                v: from.v + (to.v - from.v) * share,
                gap: from.gap + (to.gap - from.gap) * share,
            };
            let [up_x, up_y] = CORNERS[place];
            // Every other side of B runs along x.
            let of_b = edge_b(if place % 2 == 0 { x } else { y }, side_b.corner(up_x, up_y));
            if across_u && at.v.abs() < reach_v {
                add(line, at.v, at.gap, edge_a(v, side_a.corner(positive, false)), of_b);
            } else if !across_u && at.u.abs() < reach_u {
                add(at.u, line, at.gap, edge_a(u, side_a.corner(false, positive)), of_b);
            }
        }
    }
    Some(count)
}

/// The signs of the corners of a face along its two axes, around it.
const CORNERS: [[bool; 2]; 4] = [[false, false], [true, false], [true, true], [false, true]];

fn signed(length: f64, positive: bool) -> f64 {
    if positive { length } else { -length }
}

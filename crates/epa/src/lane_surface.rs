//! The polytope in 3D, in `f32`: a watertight surface of triangles that is only a guess.
//!
//! * It grows as the surface in `f64` does (`polytope3.rs`), at a fraction of the cost: vertices
//!   come from lanes, signs are rounded, and the triangles visible from a vertex are found among
//!   all at once, without a flood over the neighbours. Rounding may leave a vertex out or dent the
//!   surface by a few ε. Neither matters, because nothing of it but its vertices and its triangles
//!   is used.
//! * What must hold is that the surface is watertight. The horizon of each new vertex has to be one
//!   loop, which is checked while the new triangles are written. If it is not, as where rounding
//!   makes an island elsewhere visible, the surface is dropped.
//! * A triangle in whose plane the vertex is counts as visible, to `f32`, so that faces of more
//!   corners than three make no slivers.

use clinch_gjk::{LaneDifference, LaneVertex};
use glam::Vec4;
use smallvec::SmallVec;

/// Vertices of a guess. Hulls of 64 points end with some twenty. Larger: more of the stack is
/// cleared. Smaller: guesses at round polytopes are dropped, and the search in `f64` starts over.
pub(crate) const MOST_VERTICES: usize = 48;

/// A watertight surface of so many vertices has four triangles less than this. They fit into a
/// [`Set`], and into whole registers.
const MOST_TRIANGLES: usize = 2 * MOST_VERTICES;
const _: () = assert!(MOST_TRIANGLES <= Set::BITS as usize && MOST_TRIANGLES.is_multiple_of(4));

/// Registers of four lanes for so many triangles.
const REGISTERS: usize = MOST_TRIANGLES / 4;

/// Triangles that one vertex adds: mostly three to six. Larger: more of the stack is cleared.
/// Smaller: there is no guess where a vertex covers half of a round surface.
const MOST_ADDED: usize = 32;

/// A vertex that is less high above the nearest triangle ends the guess. The coordinates are up to
/// 4, and heights are off by some 10⁻⁶. Larger: the facet is none of A − B, and the guess is
/// dropped. Smaller: vertices are inserted by rounding.
const GAIN: f32 = 4e-6;

/// A triangle no farther above the vertex than this is in one plane with it: about the rounding of
/// a height. Larger: the surface is dented by as much. Smaller: triangles of almost no area are
/// made.
const COPLANAR: f32 = 2e-6;

/// The least square of twice the area of a triangle, with coordinates of about 1. Smaller: a normal
/// is rounding. Larger: guesses at needles are dropped.
const LEAST_AREA: f32 = 1e-12;

/// The foot is inside of an edge if twice the area of the triangle that it makes with it is not
/// below this, with its sign: the rounding of such an area. Larger: a triangle beside the foot is
/// chosen. Smaller: none, where the foot is on an edge.
const INSIDE: f32 = 1e-6;

/// Planes are one if the cosine of the angle between their normals is not below this. Larger: the
/// triangles of one face are several planes, by rounding. Smaller: those of a flat edge are one.
const SAME_NORMAL: f32 = 1.0 - 1e-6;

/// No triangle.
const NONE: u8 = u8::MAX;

/// A triangle: counter-clockwise as seen from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneTriangle {
    /// The numbers of its corners.
    pub(crate) corners: [u8; 3],
    /// The number of the triangle across the edge from corner i to corner i + 1.
    pub(crate) neighbors: [u8; 3],
}

/// A set of triangles: a bit each.
type Set = u128;

/// A closed surface that grows.
pub(crate) struct LaneSurface {
    vertices: SmallVec<[LaneVertex; MOST_VERTICES]>,
    /// The first `count` are the surface.
    triangles: [LaneTriangle; MOST_TRIANGLES],
    planes: Planes,
    count: usize,
    /// Support calls.
    pub(crate) calls: u32,
}

impl LaneSurface {
    /// No surface. It is begun where it stays, because copying it costs as much as a vertex.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            vertices: SmallVec::new(),
            triangles: [LaneTriangle { corners: [0; 3], neighbors: [0; 3] }; MOST_TRIANGLES],
            planes: Planes::NONE,
            count: 0,
            calls: 0,
        }
    }

    /// The tetrahedron of these vertices. `None` if one of its triangles has no area in `f32`.
    pub(crate) fn begin(&mut self, [a, b, c, d]: [LaneVertex; 4]) -> Option<()> {
        let normal = cross(minus(b.point, a.point), minus(c.point, a.point));
        // 0 → one → other runs clockwise as seen from the last.
        let (one, other) = if dot(normal, minus(d.point, a.point)) < 0.0 { (1, 2) } else { (2, 1) };
        self.vertices.extend_from_slice(&[a, b, c, d]);
        self.count = 4;
        let tetrahedron =
            [([0, one, other], [1, 2, 3]), ([0, 3, one], [3, 2, 0]), ([one, 3, other], [1, 3, 0]), ([other, 3, 0], [2, 1, 0])];
        for (place, (corners, neighbors)) in tetrahedron.into_iter().enumerate() {
            self.put(place, LaneTriangle { corners, neighbors })?;
        }
        Some(())
    }

    /// Adds the farthest vertex along the normal of the triangle nearest the origin, until that
    /// gains nothing. `None` if there is no more space, or if the surface is lost to rounding: then
    /// it must not be used.
    pub(crate) fn expand(&mut self, difference: &LaneDifference<'_>) -> Option<()> {
        while self.vertices.len() < MOST_VERTICES {
            let (normal, offset) = self.planes.get(self.planes.nearest(self.count));
            let vertex = difference.vertex(normal);
            self.calls += 1;
            // False for NaN.
            let gains = dot(normal, vertex.point) - offset > GAIN;
            if !gains || self.vertices.iter().any(|other| other.is_same(&vertex)) {
                return Some(());
            }
            self.insert(vertex)?;
        }
        None
    }

    /// All vertices that were found. Some are no corners of the surface any more.
    pub(crate) fn vertices(&self) -> &[LaneVertex] {
        &self.vertices
    }

    /// The triangle nearest to the origin. Of those in one plane the one that contains the foot of
    /// the origin, if there is one.
    pub(crate) fn nearest(&self) -> &LaneTriangle {
        let nearest = self.planes.nearest(self.count);
        let (normal, offset) = self.planes.get(nearest);
        let foot = normal.map(|component| component * offset);
        let contains_foot = |place: &usize| {
            let (of_place, offset_of_place) = self.planes.get(*place);
            let [a, b, c] = self.triangles[*place].corners.map(|corner| self.vertices[usize::from(corner)].point);
            let inside = |from, to| dot(cross(minus(to, from), minus(foot, from)), normal) >= -INSIDE;
            let in_plane = offset_of_place - offset <= GAIN && dot(of_place, normal) >= SAME_NORMAL;
            in_plane && inside(a, b) && inside(b, c) && inside(c, a)
        };
        let place = core::iter::once(nearest).chain(0..self.count).find(contains_foot).unwrap_or(nearest);
        &self.triangles[place]
    }

    /// The triangles of the surface.
    pub(crate) fn triangles(&self) -> &[LaneTriangle] {
        &self.triangles[..self.count]
    }

    /// Writes a triangle and its plane. `None` if it has no area.
    #[inline(always)]
    fn put(&mut self, place: usize, triangle: LaneTriangle) -> Option<()> {
        let [a, b, c] = triangle.corners;
        let at = |corner: u8| self.vertices[usize::from(corner)].point;
        let (a, b, c) = (at(a), at(b), at(c));
        let normal = cross(minus(b, a), minus(c, a));
        let squared = dot(normal, normal);
        // False for NaN. An infinite one makes a normal of NaN.
        if !(squared > LEAST_AREA && squared < f32::INFINITY) {
            return None;
        }
        let per_length = squared.sqrt().recip();
        let normal = [normal[0] * per_length, normal[1] * per_length, normal[2] * per_length];
        self.planes.set(place, normal, dot(normal, a));
        self.triangles[place] = triangle;
        Some(())
    }

    /// Replaces the triangles visible from a vertex by a fan around it. `None` if their border is
    /// no single loop or the fan has a triangle without area: then the surface must not be used.
    #[inline(always)]
    fn insert(&mut self, vertex: LaneVertex) -> Option<()> {
        let visible = self.planes.visible(self.count, vertex.point);
        let mut horizon = [HorizonEdge { to: 0, beyond: NONE, side: 0 }; MOST_VERTICES];
        let (start, added) = self.horizon(visible, &mut horizon)?;
        let (places, left) = self.places(visible, added)?;
        let apex = self.vertices.len() as u8;
        self.vertices.push(vertex);
        let mut from = start;
        for turn in 0..added {
            let HorizonEdge { to, beyond, side } = horizon[usize::from(from)];
            let is_last = turn + 1 == added;
            // The walk comes back to the start with the last edge, and not before.
            if !(beyond != NONE && (to == start) == is_last) {
                return None;
            }
            let (place, next) = (places[turn], places[if is_last { 0 } else { turn + 1 }]);
            let last = places[if turn == 0 { added - 1 } else { turn - 1 }];
            self.put(usize::from(place), LaneTriangle { corners: [from, to, apex], neighbors: [beyond, next, last] })?;
            self.triangles[usize::from(beyond)].neighbors[usize::from(side)] = place;
            from = to;
        }
        self.remove(left);
        Some(())
    }

    /// Lists the border of the visible triangles: of each vertex the edge that leaves it. Returns a
    /// vertex of it, and the number of edges. `None` if two edges leave one vertex.
    #[inline(always)]
    fn horizon(&self, visible: Set, horizon: &mut [HorizonEdge; MOST_VERTICES]) -> Option<(u8, usize)> {
        let (mut start, mut count, mut left) = (0, 0, visible);
        while left != 0 {
            // In range; the compiler does not know it.
            let LaneTriangle { corners, neighbors } = self.triangles[left.trailing_zeros() as usize % MOST_TRIANGLES];
            left &= left - 1;
            for edge in 0..3 {
                let beyond = neighbors[edge];
                if visible >> beyond & 1 != 0 {
                    continue;
                }
                let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
                // The edge there ends where this one begins: at corner 1, 0 or 2 of that triangle.
                let there = self.triangles[usize::from(beyond)].corners;
                let side = if there[1] == from { 0 } else { 1 + u8::from(there[0] == from) };
                let leaving = &mut horizon[usize::from(from)];
                if leaving.beyond != NONE {
                    return None;
                }
                *leaving = HorizonEdge { to, beyond, side };
                (start, count) = (from, count + 1);
            }
        }
        Some((start, count))
    }

    /// The places of so many new triangles: those of removed ones, and others at the end. Also
    /// returns what is left of the removed ones. `None` if there is no space.
    #[inline(always)]
    fn places(&mut self, removed: Set, added: usize) -> Option<([u8; MOST_ADDED], Set)> {
        let mut places = [NONE; MOST_ADDED];
        let mut left = removed;
        for place in places.get_mut(..added)? {
            if left == 0 {
                *place = self.count as u8;
                self.count += 1;
            } else {
                *place = left.trailing_zeros() as u8;
                left &= left - 1;
            }
        }
        (added >= 3 && self.count <= MOST_TRIANGLES).then_some((places, left))
    }

    /// Removes triangles. The last ones take their places, from the highest place on.
    #[inline(always)]
    fn remove(&mut self, mut left: Set) {
        while left != 0 {
            let place = 127 - left.leading_zeros() as u8;
            left &= !(1 << place);
            self.count -= 1;
            let last = self.count as u8;
            let (normal, offset) = self.planes.get(self.count);
            self.planes.set(self.count, [0.0; 3], f32::INFINITY);
            if place == last {
                continue;
            }
            self.planes.set(usize::from(place), normal, offset);
            let triangle = self.triangles[self.count];
            self.triangles[usize::from(place)] = triangle;
            for neighbor in triangle.neighbors {
                let beyond = &mut self.triangles[usize::from(neighbor)].neighbors;
                *beyond = beyond.map(|number| if number == last { place } else { number });
            }
        }
    }
}

/// An edge of the horizon that leaves a vertex, in the order of the visible triangle.
#[derive(Clone, Copy, Debug)]
struct HorizonEdge {
    to: u8,
    /// The triangle on its other side, and the edge there. [`NONE`] if no edge leaves the vertex.
    beyond: u8,
    side: u8,
}

/// The planes of the triangles, in lanes.
struct Planes {
    /// Unit, outward.
    normals: [[Vec4; REGISTERS]; 3],
    /// The signed distance from the origin. Infinite where there is no triangle.
    offsets: [Vec4; REGISTERS],
}

impl Planes {
    const NONE: Self = Self { normals: [[Vec4::ZERO; REGISTERS]; 3], offsets: [Vec4::INFINITY; REGISTERS] };

    #[inline(always)]
    fn set(&mut self, place: usize, [x, y, z]: [f32; 3], offset: f32) {
        let (register, lane) = (place / 4, place % 4);
        let [xs, ys, zs] = &mut self.normals;
        (xs[register][lane], ys[register][lane], zs[register][lane]) = (x, y, z);
        self.offsets[register][lane] = offset;
    }

    #[inline(always)]
    fn get(&self, place: usize) -> ([f32; 3], f32) {
        let (register, lane) = (place / 4, place % 4);
        let [xs, ys, zs] = &self.normals;
        ([xs[register][lane], ys[register][lane], zs[register][lane]], self.offsets[register][lane])
    }

    /// The place of the plane nearest to the origin, among the first `count`: the first of equals.
    #[inline(always)]
    fn nearest(&self, count: usize) -> usize {
        let offsets = &self.offsets[..count.div_ceil(4)];
        let least = offsets.iter().fold(Vec4::INFINITY, |least, offset| least.min(*offset));
        let least = Vec4::splat(least.min_element());
        let found = offsets.iter().position(|offset| offset.cmpeq(least).any()).unwrap_or_default();
        4 * found + self.offsets[found].cmpeq(least).bitmask().trailing_zeros() as usize % 4
    }

    /// Those of the first `count` that a point is above, or in.
    #[inline(always)]
    fn visible(&self, count: usize, [x, y, z]: [f32; 3]) -> Set {
        let [xs, ys, zs] = &self.normals;
        let (x, y, z, least) = (Vec4::splat(x), Vec4::splat(y), Vec4::splat(z), Vec4::splat(-COPLANAR));
        let mut visible = 0;
        for register in 0..count.div_ceil(4) {
            let height = xs[register] * x + ys[register] * y + zs[register] * z - self.offsets[register];
            visible |= Set::from(height.cmpgt(least).bitmask()) << (4 * register);
        }
        visible
    }
}

#[inline(always)]
fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

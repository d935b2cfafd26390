//! The facet by which a line through the origin leaves A − B, in `f32`.
//!
//! * For polytopes that overlap a little, the line from A's centre to B's, or along the last
//!   normal, mostly leaves A − B by the facet nearest the origin. The same holds if they are nearly
//!   in contact; then the origin is just outside of that facet.
//! * The way there is that of casts ([`portal`](crate::portal)): three vertices around the line are
//!   a portal, the vertex farthest along its normal replaces one of its corners, and if none is
//!   farther, the portal is in the facet. A facet of last tick that the line passes through is the
//!   first portal.
//! * Signs are rounded. A wrong one leads to another facet or to none, so the caller must prove the
//!   facet. A separating axis that is met on the way is proved here, by the same bound as in
//!   [`guess`](super::guess).
//!
//! Snethen, "XenoCollide: Complex Collision Made Simple" (Game Programming Gems 7, 2008).

use clinch_support::{Difference, Scalar, SupportMap, Vector, VertexId, cross};
use glam::{Vec2, Vec3};

use super::lane_difference::{Ids, LaneDifference, LaneVertex};
use super::proof::Evaluator;
use super::search::{GAP, REACHED};
use crate::limits::Limits;
use crate::start::Start;
use crate::sub_distance::GjkSpace;

/// Support calls of one guess. Hulls of 16 vertices take 8 or 9. Larger: calls are spent on lines
/// that graze A − B. Smaller: facets of large hulls are not reached.
const MAX_CALLS: u32 = 24;

/// The most blocks of both shapes together: of a box and a hull of 64 vertices. Larger: calls are
/// spent on pairs of hulls whose facets are so small that they prove only the shallowest depths.
/// Smaller: boxes at hulls of 64 are left to EPA.
const MOST_BLOCKS: usize = 5;

/// A vertex that is this far beyond the portal's plane, as a part of the size, is in it. Larger:
/// facets next to the right one. Smaller: steps are taken for rounding.
const FLAT: f32 = 2e-6;

/// Where a line ended, and what that took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacetGuess<W> {
    /// The facet, or the proof that there is none to look for.
    pub end: FacetEnd<W>,
    /// Support calls on A − B, all in `f32`.
    pub calls: u32,
}

/// Where a line ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FacetEnd<W> {
    /// The cores are farther apart than [`Limits::within`]. That is proved.
    Beyond {
        /// Unit, from A to B, in A's frame: the separating axis.
        axis: W,
        /// The distance along it.
        at_least: f64,
    },
    /// Three corners of the facet by which the line leaves, around the line. Nothing is proved.
    Facet([(VertexId, VertexId); 3]),
    /// The line misses A − B, or rounding decides.
    None,
}

/// Guesses the facet by which the line through the origin along `outward` leaves A − B.
///
/// `outward` is a direction in A's frame, of any length: for the depth of shapes that overlap, from
/// A's centre to B's, or the last normal. The origin may be outside of A − B; an axis on the way
/// that proves the cores to be farther apart than `limits.within` ends the search. `start` may have
/// the three vertices of an earlier facet: if the line passes through it, that saves calls.
///
/// `None` if a shape has no [`vertex_blocks`](SupportMap::vertex_blocks), if both together have
/// more than five blocks, if the pair is too large or too small for `f32`, and if `outward` is zero
/// or its square is not finite. Costs 1 to 11 support calls in `f32` lanes, at most 24.
pub fn guess_facet<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    start: &Start<V>,
    outward: V::Wide,
    limits: &Limits<V::Scalar>,
) -> Option<FacetGuess<V::Wide>>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let within = limits.within.widen();
    let mut made = [None, None];
    let blocks = difference.vertex_blocks(&mut made)?;
    if blocks[0].len() + blocks[1].len() > MOST_BLOCKS {
        return None;
    }
    let unit = outward * outward.length().recip();
    let along = Vec3::new(unit.get(0) as f32, unit.get(1) as f32, unit.get(2) as f32);
    // False for a direction that is zero or not finite.
    if !(Vector::dot(along, along) > 0.5) {
        return None;
    }
    let lanes = LaneDifference::new(difference, blocks, within)?;
    let known = if let [p, q, r] = start.vertices[..] { Some([p, q, r]) } else { None };
    let (found, calls) = search(Line::new(&lanes, along), known);
    let end = match found {
        Some(Found::Facet(portal)) => FacetEnd::Facet(portal.map(|corner| corner.vertex.ids())),
        Some(Found::Apart { axis, farthest }) => {
            let proved = Evaluator { difference, blocks }.proved_gap((-axis).to_array(), farthest, within);
            proved.map_or(FacetEnd::None, |(axis, at_least)| FacetEnd::Beyond { axis, at_least })
        }
        None => FacetEnd::None,
    };
    Some(FacetGuess { end, calls })
}

/// The three vertices around a line that a step of the search continues with.
type Portal = [Corner; 3];

/// What a search found.
enum Found {
    Facet(Portal),
    /// Even the vertex farthest along the axis is beyond the limit.
    Apart {
        axis: Vec3,
        farthest: Ids,
    },
}

/// Where the line ends, and the number of support calls.
// Not inlined: it is the same for all shapes.
#[inline(never)]
fn search(mut line: Line<'_, '_>, known: Option<[(VertexId, VertexId); 3]>) -> (Option<Found>, u32) {
    let found = line.search(known);
    (found, line.calls)
}

/// A vertex of A − B, and where it is as seen along the line.
#[derive(Clone, Copy)]
struct Corner {
    vertex: LaneVertex,
    point: Vec3,
    /// The coordinates across the line, which is at the origin.
    at: Vec2,
}

/// A line through the origin, and the support calls that were made for it.
struct Line<'l, 'b> {
    difference: &'l LaneDifference<'b>,
    along: Vec3,
    /// Two axes across the line, equally long. They and `along`, in this order, are right-handed:
    /// with the line pointing at the viewer, the second is to the left of the first.
    across: [Vec3; 2],
    calls: u32,
}

impl<'l, 'b> Line<'l, 'b> {
    fn new(difference: &'l LaneDifference<'b>, along: Vec3) -> Self {
        let Vec3 { x, y, z } = along;
        let across = if x.abs() > z.abs() { Vec3::new(-y, x, 0.0) } else { Vec3::new(0.0, -z, y) };
        Self { difference, along, across: [across, cross(along, across)], calls: 0 }
    }

    fn search(&mut self, known: Option<[(VertexId, VertexId); 3]>) -> Option<Found> {
        if let Some(portal) = known.and_then(|known| self.around(known)) {
            return self.advance(portal);
        }
        let first = self.farthest(self.along);
        if self.separates(self.along, first) {
            return Some(Found::Apart { axis: self.along, farthest: first.vertex.ids });
        }
        let portal = self.surround(first)?;
        self.advance(portal)
    }

    /// The portal of vertices that are known, if the line passes through their triangle. They are
    /// in either order; a portal is counter-clockwise.
    fn around(&self, [p, q, r]: [(VertexId, VertexId); 3]) -> Option<Portal> {
        let corner = |(a, b): (VertexId, VertexId)| self.corner(self.difference.vertex_of(a, b));
        let [p, q, r] = [corner(p), corner(q), corner(r)];
        let areas = [area(p, q), area(q, r), area(r, p)];
        if areas.iter().all(|&area| area > 0.0) {
            return Some([p, q, r]);
        }
        areas.iter().all(|&area| area < 0.0).then_some([q, p, r])
    }

    /// The first portal, by support calls across the line. `None` if the line misses A − B.
    fn surround(&mut self, first: Corner) -> Option<Portal> {
        let second = self.beyond(-first.at)?;
        // Ordered so that the line is on the left of the way from p to q.
        let (mut p, mut q) = if area(first, second) > 0.0 { (first, second) } else { (second, first) };
        while self.calls < MAX_CALLS {
            let next = self.beyond((q.at - p.at).perp())?;
            if area(q, next) < 0.0 {
                p = next;
            } else if area(next, p) < 0.0 {
                q = next;
            } else {
                return Some([p, q, next]);
            }
        }
        None
    }

    /// Moves a portal outward until it is in a facet, or its normal separates the cores.
    fn advance(&mut self, mut portal: Portal) -> Option<Found> {
        while self.calls < MAX_CALLS {
            let [p, q, r] = portal;
            let outward = cross(q.point - p.point, r.point - p.point);
            let squared = Vector::dot(outward, outward);
            // Of a sliver, whose normal is rounding, and along which a scan may underflow.
            if !(squared > REACHED) {
                return None;
            }
            let next = self.farthest(outward);
            if self.separates(outward, next) {
                return Some(Found::Apart { axis: outward, farthest: next.vertex.ids });
            }
            let gain = Vector::dot(outward, next.point - p.point);
            // Squared, so that no length is needed.
            if !(gain > 0.0 && gain * gain > FLAT * FLAT * squared) {
                return Some(Found::Facet(portal));
            }
            // The new vertex and two neighbouring corners surround the line. It replaces the third.
            let sides = portal.map(|corner| area(corner, next));
            // The line is in the triangle of these two and the new one.
            let surrounds = |from: usize, to: usize| sides[from] <= 0.0 && sides[to] >= 0.0;
            let (_, _, replaced) = [(0, 1, 2), (1, 2, 0), (2, 0, 1)].into_iter().find(|&(from, to, _)| surrounds(from, to))?;
            portal[replaced] = next;
        }
        None
    }

    /// Even the farthest corner along a direction is beyond the limit, on the other side of the
    /// origin.
    fn separates(&self, direction: Vec3, farthest: Corner) -> bool {
        let (along, limit) = (Vector::dot(direction, farthest.point), self.difference.frame.within + GAP);
        along < 0.0 && along * along > limit * limit * Vector::dot(direction, direction)
    }

    /// The corner farthest along a direction across the line, if that is beyond the line.
    fn beyond(&mut self, at: Vec2) -> Option<Corner> {
        let [x, y] = self.across;
        let direction = x * at.x + y * at.y;
        let next = self.farthest(direction);
        (Vector::dot(direction, next.point) > 0.0).then_some(next)
    }

    #[inline(always)]
    fn farthest(&mut self, direction: Vec3) -> Corner {
        self.calls += 1;
        self.corner(self.difference.vertex(direction.to_array()))
    }

    #[inline(always)]
    fn corner(&self, vertex: LaneVertex) -> Corner {
        let point = Vec3::from_array(vertex.point);
        Corner { vertex, point, at: Vec2::from(self.across.map(|axis| Vector::dot(axis, point))) }
    }
}

/// Twice the area of the triangle of the line and two corners, with the line pointing at the
/// viewer. Positive if they are counter-clockwise around it.
#[inline(always)]
fn area(one: Corner, other: Corner) -> f32 {
    one.at.x * other.at.y - one.at.y * other.at.x
}

//! Clipping in 3D: two faces, or a face and an edge, or two edges, laid over each other along the normal.
//!
//! * Both features are projected onto the plane across the normal. What they share there is a convex polygon, whichever of them is called the
//!   reference: there is no reference face that could flip.
//! * Polygons: Sutherland–Hodgman, A's face cut by each side of B's. Every side of the result remembers whose edge it is, so that each corner is named
//!   by the two edges that meet there: two of A's, two of B's, or one of each.
//! * Heights along the normal come from the plane of each face: points on A and on B straight above each other, and a gap between. What lies outside of a side
//!   by a little counts as inside, and then the other face's point lies on that side.
//! * Edges that cross at an angle meet in one point, which the query has found already; edges that run alike share an interval. Its ends are taken on each
//!   edge by itself, at the same place along both: between edges that are not quite parallel they lie side by side.

use clinch_shapes::{Corner, EdgeId, STEEP_FACE};
use clinch_support::Vector;
use glam::{DVec2, DVec3};

use crate::clip::{Clipped, INSIDE, WideSpace, tag};
use crate::manifold::FeatureId;
use crate::vector::cross;

/// Edges whose directions, seen along the normal, differ by a sine of less than this run alike and share an interval, not a point. Larger: at its ends the
/// points of A and of B lie farther beside each other, where round shapes are less deep than the edges are. Smaller: rods that lie along each other have one
/// contact and roll over it.
pub(crate) const ALIKE: f64 = 0.05;

/// A corner of the shared polygon, as seen along the normal, and the edge that leaves it.
#[derive(Clone, Copy, Debug, Default)]
struct Cut {
    at: DVec2,
    edge: u32,
}

/// The polygon being cut and the one being made.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    now: Vec<Cut>,
    next: Vec<Cut>,
    outline: Vec<Cut>,
    sides: Vec<Side>,
    /// Of the corners of `now`, how far inside of a side.
    depths: Vec<f64>,
}

/// The plane across the normal through a corner of A's, from which everything is measured.
#[derive(Clone, Copy)]
struct Across {
    x: DVec3,
    y: DVec3,
    normal: DVec3,
    origin: DVec3,
}

impl Across {
    fn new(normal: DVec3, origin: DVec3) -> Self {
        let (x, y) = normal.any_orthonormal_pair();
        Self { x, y, normal, origin }
    }

    /// Where a point is in the plane, and its height over it.
    #[inline]
    fn see(&self, point: DVec3) -> (DVec2, f64) {
        let from = point - self.origin;
        (DVec2::new(Vector::dot(self.x, from), Vector::dot(self.y, from)), Vector::dot(self.normal, from))
    }

    #[inline]
    fn lift(&self, at: DVec2, height: f64) -> DVec3 {
        self.origin + self.x * at.x + self.y * at.y + self.normal * height
    }
}

/// A feature with its height over the plane across the normal: linear.
#[derive(Clone, Copy)]
struct Sheet {
    at: DVec2,
    height: f64,
    slope: DVec2,
    /// Seen along the normal it runs clockwise: -1; else 1.
    turn: f64,
    /// How far its corners are from the first, along an axis of the plane: what tolerances are relative to.
    size: f64,
}

/// How a feature looks along the normal.
enum Look {
    Sheet(Sheet),
    /// A polygon that is narrower than what counts as inside. It is laid over others as an edge: its sides run alike, and rounding alone would tell where it ends.
    Needle,
    /// Too steep to be seen.
    Steep,
}

impl Look {
    /// Of an edge.
    fn of_edge(ends: [&Corner<DVec3>; 2], across: &Across) -> Self {
        let [(at, height), (to, end)] = ends.map(|corner| across.see(corner.point));
        let (run, rise) = (to - at, end - height);
        let flat = run.length_squared();
        if !(flat > STEEP_FACE * STEEP_FACE * (flat + rise * rise)) {
            return Self::Steep;
        }
        Self::Sheet(Sheet { at, height, slope: run * (rise / flat), turn: 1.0, size: Vector::max_abs(run) })
    }

    /// Of a polygon, whose corners are left in `cuts`. By Newell's normal: twice the area, whatever triangulation one had chosen.
    fn of_polygon(corners: &[Corner<DVec3>], across: &Across, tag: impl Fn(EdgeId) -> u32, cuts: &mut Vec<Cut>) -> Self {
        let [first, rest @ ..] = corners else { return Self::Steep };
        let (at, height) = across.see(first.point);
        cuts.clear();
        cuts.push(Cut { at, edge: tag(first.edge) });
        let (mut area, mut last) = (DVec3::ZERO, DVec3::ZERO);
        let (mut size, mut reach): (f64, f64) = (0.0, 0.0);
        for corner in rest {
            let (there, above) = across.see(corner.point);
            cuts.push(Cut { at: there, edge: tag(corner.edge) });
            let way = DVec3::new(there.x - at.x, there.y - at.y, above - height);
            area += cross(last, way);
            let (beside, far) = (Vector::max_abs(there - at), way.length_squared());
            size = if beside > size { beside } else { size };
            reach = if far > reach { far } else { reach };
            last = way;
        }
        if Vector::max_abs(area) <= INSIDE * reach {
            return Self::Needle;
        }
        if !(area.z.abs() > STEEP_FACE * Vector::length(area)) {
            return Self::Steep;
        }
        let slope = DVec2::new(area.x, area.y) * (-1.0 / area.z);
        Self::Sheet(Sheet { at, height, slope, turn: if area.z < 0.0 { -1.0 } else { 1.0 }, size })
    }
}

impl Sheet {
    fn height(&self, at: DVec2) -> f64 {
        self.height + Vector::dot(self.slope, at - self.at)
    }
}

/// The two corners of a needle that are farthest from each other, or nearly so.
fn ends(corners: &[Corner<DVec3>]) -> [Corner<DVec3>; 2] {
    let farthest = |from: &Corner<DVec3>| {
        let mut best = (0, 0.0);
        for (place, to) in corners.iter().enumerate() {
            let squared = (to.point - from.point).length_squared();
            best = if squared > best.1 { (place, squared) } else { best };
        }
        best.0
    };
    let end = farthest(&corners[0]);
    let other = farthest(&corners[end]);
    let (from, to) = if end < other { (end, other) } else { (other, end) };
    [corners[from], Corner { edge: corners[from].edge, ..corners[to] }]
}

/// A feature to be laid over another.
enum Laid {
    /// Its corners are in the buffer.
    Polygon(Sheet),
    Edge(Sheet, [Corner<DVec3>; 2]),
}

impl Laid {
    /// `None` of what is a point, or too steep to be seen along the normal.
    #[inline]
    fn of(corners: &[Corner<DVec3>], across: &Across, tag: impl Fn(EdgeId) -> u32, cuts: &mut Vec<Cut>) -> Option<Self> {
        let ends = match corners {
            [] | [_] => return None,
            &[from, to] => [from, to],
            _ => match Look::of_polygon(corners, across, tag, cuts) {
                Look::Sheet(sheet) => return Some(Self::Polygon(sheet)),
                Look::Needle => ends(corners),
                Look::Steep => return None,
            },
        };
        match Look::of_edge([&ends[0], &ends[1]], across) {
            Look::Sheet(sheet) => Some(Self::Edge(sheet, ends)),
            Look::Needle | Look::Steep => None,
        }
    }

    fn sheet(&self) -> &Sheet {
        let (Self::Polygon(sheet) | Self::Edge(sheet, _)) = self;
        sheet
    }
}

impl WideSpace for DVec3 {
    const POINTS: usize = 4;

    type Buffers = Buffers;

    fn clip(normal: Self, a: &[Corner<Self>], b: &[Corner<Self>], buffers: &mut Buffers, clipped: &mut Vec<Clipped<Self>>) {
        let Some(first) = a.first() else { return };
        let across = Across::new(normal, first.point);
        let Some(a) = Laid::of(a, &across, tag::edge_of_a, &mut buffers.now) else { return };
        let Some(b) = Laid::of(b, &across, tag::edge_of_b, &mut buffers.outline) else { return };
        let (sheet_a, sheet_b) = (*a.sheet(), *b.sheet());
        let mut found = |at_a: DVec2, at_b: DVec2, feature: FeatureId| {
            let (on_a, on_b) = (across.lift(at_a, sheet_a.height(at_a)), across.lift(at_b, sheet_b.height(at_b)));
            clipped.push(Clipped { on_a, on_b, feature });
        };
        let at = |corner: &Corner<DVec3>| across.see(corner.point).0;
        match (a, b) {
            (Laid::Polygon(_), Laid::Polygon(_)) => polygons(buffers, [&sheet_a, &sheet_b], &mut found),
            (Laid::Edge(_, ends), Laid::Polygon(_)) => {
                let edge = tag::edge_of_a(ends[0].edge);
                let ends = ends.map(|corner| (at(&corner), tag::end_of_a(corner.vertex)));
                edge_in_polygon(ends, edge, buffers, &sheet_b, &mut found);
            }
            (Laid::Polygon(_), Laid::Edge(_, ends)) => {
                core::mem::swap(&mut buffers.now, &mut buffers.outline);
                let edge = tag::edge_of_b(ends[0].edge);
                let ends = ends.map(|corner| (at(&corner), tag::end_of_b(corner.vertex)));
                let mut found = |at_b: DVec2, at_a: DVec2, feature: FeatureId| found(at_a, at_b, feature);
                edge_in_polygon(ends, edge, buffers, &sheet_a, &mut found);
            }
            (Laid::Edge(_, a), Laid::Edge(_, b)) => {
                let a = a.map(|corner| End { point: corner.point, at: at(&corner), tag: tag::end_of_a(corner.vertex) });
                let b = b.map(|corner| End { point: corner.point, at: at(&corner), tag: tag::end_of_b(corner.vertex) });
                clipped.extend(along_each_other(a, b).into_iter().flatten());
            }
        }
    }
}

/// One side of a polygon as a half plane: positive inside.
#[derive(Clone, Copy, Debug)]
struct Side {
    at: DVec2,
    /// Unit.
    along: DVec2,
    inward: DVec2,
    length: f64,
    edge: u32,
}

impl Side {
    /// All sides that have a length, of an outline that runs counter-clockwise or, with a `turn` of -1, clockwise.
    fn all(cuts: &[Cut], turn: f64, sides: &mut Vec<Self>) {
        sides.clear();
        let Some(last) = cuts.last() else { return };
        let mut from = *last;
        for &to in cuts {
            let way = to.at - from.at;
            let length = way.length_squared().sqrt();
            if length > 0.0 {
                let along = way * length.recip();
                sides.push(Self { at: from.at, along, inward: along.perp() * turn, length, edge: from.edge });
            }
            from = to;
        }
    }

    #[inline]
    fn depth(&self, point: DVec2) -> f64 {
        Vector::dot(self.inward, point - self.at)
    }

    /// The nearest place on this side, of a point beside it and no farther along than its ends.
    fn beside(&self, point: DVec2, slack: f64) -> Option<DVec2> {
        let along = Vector::dot(self.along, point - self.at);
        let spans = -slack <= along && along <= self.length + slack;
        spans.then(|| self.at + self.along * along.clamp(0.0, self.length))
    }
}

/// Where an edge crosses a side, as a part of the edge, from the depths of its ends. Ends that count as inside may lie outside by a little: a crossing
/// of an edge that runs along the side would be anywhere on its line.
fn crossing(depth_from: f64, depth_to: f64) -> f64 {
    (depth_from / (depth_from - depth_to)).clamp(0.0, 1.0)
}

/// A point that was cut off at a side is outside of it by rounding or not at all: less than this part of what counts as inside is as good as nothing. Larger: the points of the two shapes lie
/// beside each other by as much. Smaller: each such point is put on the side it is on.
const ON_SIDE: f64 = 1e-6;

/// The place in the polygon that a point lies over which each side takes for inside: its own, or if it is outside by a little the one on the side. `None` beyond
/// a sharp corner: there even a little outside of two sides is far from both.
fn lies_over(sides: &[Side], point: DVec2, slack: f64) -> Option<DVec2> {
    let mut over = Some(point);
    for side in sides {
        if side.depth(point) < -ON_SIDE * slack {
            over = side.beside(point, 2.0 * slack);
            if over.is_some() {
                break;
            }
        }
    }
    over
}

/// Sutherland–Hodgman: `now` cut by every side of the outline. What is found are places in the one and in the other.
fn polygons(buffers: &mut Buffers, [a, b]: [&Sheet; 2], found: &mut impl FnMut(DVec2, DVec2, FeatureId)) {
    let Buffers { now, next, outline, sides, depths } = buffers;
    let slack = INSIDE * if a.size < b.size { a.size } else { b.size };
    Side::all(outline, b.turn, sides);
    let mut beside = false;
    for side in sides.iter() {
        let mut outside = false;
        depths.clear();
        depths.extend(now.iter().map(|corner| {
            let depth = side.depth(corner.at);
            outside |= depth < -slack;
            beside |= (depth >= -slack) & (depth < -ON_SIDE * slack);
            depth
        }));
        if outside {
            cut(now, side.edge, (depths, slack), next);
            core::mem::swap(now, next);
        }
    }
    let Some(last) = now.last() else { return };
    let mut entering = last.edge;
    for &Cut { at, edge } in now.iter() {
        let over = if beside { lies_over(sides, at, slack) } else { Some(at) };
        if let Some(over) = over {
            found(at, over, FeatureId::meeting(entering, edge));
        }
        entering = edge;
    }
}

/// What of a polygon is inside of a side, to which its corners are so deep.
// Both corners that a side of the polygon may leave are written down and then counted or not: which it will be nobody can foretell, a processor least of all.
fn cut(polygon: &[Cut], by: u32, (depths, slack): (&[f64], f64), into: &mut Vec<Cut>) {
    into.clear();
    into.resize(2 * polygon.len() + 1, Cut::default());
    let (Some(&(mut from)), Some(&(mut depth_from))) = (polygon.last(), depths.last()) else { return };
    let mut count = 0;
    for (&to, &depth_to) in polygon.iter().zip(depths) {
        let (stays, stays_next) = (depth_from >= -slack, depth_to >= -slack);
        let at = from.at + (to.at - from.at) * crossing(depth_from, depth_to);
        // Leaving: from here on the boundary runs along the side that cuts.
        into[count] = Cut { at, edge: if stays { by } else { from.edge } };
        count += usize::from(stays != stays_next);
        into[count] = to;
        count += usize::from(stays_next);
        (from, depth_from) = (to, depth_to);
    }
    into.truncate(count);
}

/// The part of an edge that lies over the outline: its two ends, named by the ends of the edge or the sides that cut it. What is found are places on the edge and
/// in the polygon.
fn edge_in_polygon(
    ends: [(DVec2, u32); 2],
    edge: u32,
    buffers: &mut Buffers,
    polygon: &Sheet,
    found: &mut impl FnMut(DVec2, DVec2, FeatureId),
) {
    let Buffers { outline, sides, .. } = buffers;
    let [(from, from_tag), (to, to_tag)] = ends;
    let slack = INSIDE * polygon.size;
    Side::all(outline, polygon.turn, sides);
    let (mut enter, mut leave) = ((0.0, from_tag), (1.0, to_tag));
    for side in sides.iter() {
        let (depth_from, depth_to) = (side.depth(from), side.depth(to));
        match (depth_from >= -slack, depth_to >= -slack) {
            (true, true) => {}
            (false, false) => return,
            (stays, _) => {
                let part = crossing(depth_from, depth_to);
                if stays && part < leave.0 {
                    leave = (part, side.edge);
                } else if !stays && part > enter.0 {
                    enter = (part, side.edge);
                }
            }
        }
    }
    if enter.0 <= leave.0 {
        for (part, tag) in [enter, leave] {
            let at = from + (to - from) * part;
            if let Some(over) = lies_over(sides, at, slack) {
                found(at, over, FeatureId::meeting(edge, tag));
            }
        }
    }
}

/// An end of an edge: where it is, how it is seen along the normal, its tag.
#[derive(Clone, Copy)]
struct End {
    point: DVec3,
    at: DVec2,
    tag: u32,
}

/// The ends of the interval that two edges running alike share, on each edge by itself. `None` of edges that do not.
fn along_each_other(a: [End; 2], b: [End; 2]) -> Option<[Clipped<DVec3>; 2]> {
    let (along, other) = (a[1].at - a[0].at, b[1].at - b[0].at);
    let lengths = [along, other].map(|edge| edge.length_squared().sqrt());
    if !(along.perp_dot(other).abs() < ALIKE * lengths[0] * lengths[1]) {
        return None;
    }
    // Half way between the two directions: neither edge is the reference.
    let run = other * (if Vector::dot(along, other) < 0.0 { -1.0 } else { 1.0 } / lengths[1]);
    let run = along * lengths[0].recip() + run;
    let place = |end: End| (Vector::dot(end.at - a[0].at, run), end);
    let ordered = |ends: [End; 2]| {
        let [first, second] = ends.map(place);
        if first.0 <= second.0 { [first, second] } else { [second, first] }
    };
    let (a, b) = (ordered(a), ordered(b));
    let size = (a[1].0 - a[0].0) + (b[1].0 - b[0].0);
    // Of ends that lie on each other A's is taken: a choice that rounding does not change.
    let low = if b[0].0 > a[0].0 + INSIDE * size { b[0] } else { a[0] };
    let high = if b[1].0 < a[1].0 - INSIDE * size { b[1] } else { a[1] };
    let on = |[from, to]: [(f64, End); 2], place: f64| {
        let part = ((place - from.0) / (to.0 - from.0)).clamp(0.0, 1.0);
        if part < 1.0 { from.1.point + (to.1.point - from.1.point) * part } else { to.1.point }
    };
    let meet = |(place, End { tag, .. })| Clipped { on_a: on(a, place), on_b: on(b, place), feature: FeatureId::meeting(tag, tag) };
    (low.0 < high.0).then(|| [low, high].map(meet))
}

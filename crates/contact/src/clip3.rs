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

use clinch_shapes::{Corner, STEEP_FACE};
use clinch_support::Vector;
use glam::{DVec2, DVec3};

use crate::clip::{Clipped, Clipping, INSIDE, tag};
use crate::manifold::FeatureId;

/// Edges whose directions, seen along the normal, differ by a sine of less than this run alike and share an interval, not a point. Larger: at its ends the
/// points of A and of B lie farther beside each other, where round shapes are less deep than the edges are. Smaller: rods that lie along each other have one
/// contact and roll over it.
pub(crate) const ALIKE: f64 = 0.05;

/// A corner of the shared polygon and the edge that leaves it.
#[derive(Clone, Copy, Debug)]
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

/// The plane across the normal.
#[derive(Clone, Copy)]
struct Across {
    x: DVec3,
    y: DVec3,
    normal: DVec3,
}

impl Across {
    fn new(normal: DVec3) -> Self {
        let (x, y) = normal.any_orthonormal_pair();
        Self { x, y, normal }
    }

    fn project(&self, point: DVec3) -> DVec2 {
        DVec2::new(Vector::dot(self.x, point), Vector::dot(self.y, point))
    }

    fn lift(&self, at: DVec2, height: f64) -> DVec3 {
        self.x * at.x + self.y * at.y + self.normal * height
    }
}

/// The height of a feature over the plane across the normal: linear.
#[derive(Clone, Copy)]
struct Sheet {
    at: DVec2,
    height: f64,
    slope: DVec2,
}

impl Sheet {
    /// Of corners and their [`area`]. `None` if the feature is too steep to be seen along the normal.
    fn of(corners: &[Corner<DVec3>], area: DVec3, across: &Across) -> Option<Self> {
        let first = corners.first()?.point;
        let slope = if let [_, second] = corners {
            let along = second.point - first;
            let run = across.project(along);
            let flat = run.length_squared();
            let level = flat > STEEP_FACE * STEEP_FACE * along.length_squared();
            level.then(|| run * (Vector::dot(across.normal, along) / flat))?
        } else {
            let rise = Vector::dot(area, across.normal);
            (rise.abs() > STEEP_FACE * area.length()).then(|| across.project(area) * (-1.0 / rise))?
        };
        Some(Self { at: across.project(first), height: Vector::dot(across.normal, first), slope })
    }

    fn height(&self, at: DVec2) -> f64 {
        self.height + Vector::dot(self.slope, at - self.at)
    }
}

/// Newell's normal: twice the area vector, whatever triangulation one had chosen. Zero of an edge.
fn area(corners: &[Corner<DVec3>]) -> DVec3 {
    let from_first = |corner: &Corner<DVec3>| corner.point - corners[0].point;
    corners.windows(2).fold(DVec3::ZERO, |sum, pair| sum + from_first(&pair[0]).cross(from_first(&pair[1])))
}

/// The two ends of a polygon that is narrower than what counts as inside. It is laid over others as an edge: its sides run alike, and rounding alone would tell
/// where it ends.
fn needle(corners: &[Corner<DVec3>], area: DVec3) -> Option<[Corner<DVec3>; 2]> {
    let [first, _, _, ..] = corners else { return None };
    let farthest = |from: &Corner<DVec3>| {
        let mut best = (0, 0.0);
        for (place, to) in corners.iter().enumerate() {
            let squared = (to.point - from.point).length_squared();
            best = if squared > best.1 { (place, squared) } else { best };
        }
        best
    };
    let (end, reach) = farthest(first);
    if Vector::max_abs(area) > INSIDE * reach {
        return None;
    }
    let (other, _) = farthest(&corners[end]);
    let (from, to) = if end < other { (end, other) } else { (other, end) };
    Some([corners[from], Corner { edge: corners[from].edge, ..corners[to] }])
}

impl Clipping for DVec3 {
    const POINTS: usize = 4;

    type Buffers = Buffers;

    fn clip(normal: Self, a: &[Corner<Self>], b: &[Corner<Self>], buffers: &mut Buffers, clipped: &mut Vec<Clipped<Self>>) {
        let across = Across::new(normal);
        let (area_a, area_b) = (area(a), area(b));
        let (needle_a, needle_b) = (needle(a, area_a), needle(b, area_b));
        let a = needle_a.as_ref().map_or(a, |ends| &ends[..]);
        let b = needle_b.as_ref().map_or(b, |ends| &ends[..]);
        let (Some(sheet_a), Some(sheet_b)) = (Sheet::of(a, area_a, &across), Sheet::of(b, area_b, &across)) else { return };
        let mut found = |at_a: DVec2, at_b: DVec2, feature: FeatureId| {
            let (on_a, on_b) = (across.lift(at_a, sheet_a.height(at_a)), across.lift(at_b, sheet_b.height(at_b)));
            clipped.push(Clipped { on_a, on_b, feature });
        };
        match (a, b) {
            ([] | [_], _) | (_, [] | [_]) => {}
            ([a0, a1], [b0, b1]) => {
                let ends_a = [a0, a1].map(|corner| End::new(corner.point, &across, tag::end_of_a(corner.vertex)));
                let ends_b = [b0, b1].map(|corner| End::new(corner.point, &across, tag::end_of_b(corner.vertex)));
                clipped.extend(along_each_other(ends_a, ends_b).into_iter().flatten());
            }
            ([a0, a1], _) => {
                outline(b, &across, tag::edge_of_b, &mut buffers.outline);
                let ends = [a0, a1].map(|corner| (across.project(corner.point), tag::end_of_a(corner.vertex)));
                edge_in_polygon(ends, tag::edge_of_a(a0.edge), buffers, &mut found);
            }
            (_, [b0, b1]) => {
                outline(a, &across, tag::edge_of_a, &mut buffers.outline);
                let ends = [b0, b1].map(|corner| (across.project(corner.point), tag::end_of_b(corner.vertex)));
                let mut found = |at_b: DVec2, at_a: DVec2, feature: FeatureId| found(at_a, at_b, feature);
                edge_in_polygon(ends, tag::edge_of_b(b0.edge), buffers, &mut found);
            }
            _ => {
                outline(a, &across, tag::edge_of_a, &mut buffers.now);
                outline(b, &across, tag::edge_of_b, &mut buffers.outline);
                polygons(buffers, &mut found);
            }
        }
    }
}

/// Projects a face and runs around it counter-clockwise, each corner with the tag of the edge that leaves it.
fn outline(corners: &[Corner<DVec3>], across: &Across, tag: fn(clinch_shapes::EdgeId) -> u32, cuts: &mut Vec<Cut>) {
    cuts.clear();
    cuts.extend(corners.iter().map(|corner| Cut { at: across.project(corner.point), edge: tag(corner.edge) }));
    let area: f64 = cuts.windows(2).map(|pair| (pair[0].at - cuts[0].at).perp_dot(pair[1].at - cuts[0].at)).sum();
    if area < 0.0 {
        // Backwards, the edge that entered a corner is the one that leaves it.
        let mut entered = cuts[cuts.len() - 1].edge;
        for cut in cuts.iter_mut() {
            core::mem::swap(&mut entered, &mut cut.edge);
        }
        cuts.reverse();
    }
}

/// The size of an outline: what tolerances are relative to.
fn size(cuts: &[Cut]) -> f64 {
    cuts.iter().fold(0.0, |size, cut| {
        let reach = (cut.at - cuts[0].at).abs().max_element();
        if reach > size { reach } else { size }
    })
}

/// One side of a polygon as a half plane: positive inside.
#[derive(Clone, Copy, Debug)]
struct Side {
    at: DVec2,
    inward: DVec2,
    length: f64,
    edge: u32,
}

impl Side {
    /// All sides that have a length.
    fn all(cuts: &[Cut], sides: &mut Vec<Self>) {
        let Some(&first) = cuts.first() else { return sides.clear() };
        let ends = cuts[1..].iter().chain(core::iter::once(&first));
        sides.clear();
        sides.extend(cuts.iter().zip(ends).filter_map(|(&Cut { at, edge }, to)| {
            let along = to.at - at;
            let length = along.length_squared().sqrt();
            (length > 0.0).then(|| Self { at, inward: along.perp() * length.recip(), length, edge })
        }));
    }

    fn depth(&self, point: DVec2) -> f64 {
        Vector::dot(self.inward, point - self.at)
    }

    /// The nearest place on this side, of a point beside it and no farther along than its ends.
    fn beside(&self, point: DVec2, slack: f64) -> Option<DVec2> {
        let along = (point - self.at).perp_dot(self.inward);
        let spans = -slack <= along && along <= self.length + slack;
        spans.then(|| self.at - self.inward.perp() * along.clamp(0.0, self.length))
    }
}

/// Where an edge crosses a side, as a part of the edge, from the depths of its ends. Ends that count as inside may lie outside by a little: a crossing
/// of an edge that runs along the side would be anywhere on its line.
fn crossing(depth_from: f64, depth_to: f64) -> f64 {
    (depth_from / (depth_from - depth_to)).clamp(0.0, 1.0)
}

/// The place in the polygon that a point lies over which each side takes for inside: its own, or if it is outside by a little the one on the side. `None` beyond
/// a sharp corner: there even a little outside of two sides is far from both.
fn lies_over(sides: &[Side], point: DVec2, slack: f64) -> Option<DVec2> {
    let mut over = Some(point);
    for side in sides {
        if side.depth(point) < 0.0 {
            over = side.beside(point, 2.0 * slack);
            if over.is_some() {
                break;
            }
        }
    }
    over
}

/// Sutherland–Hodgman: `now` cut by every side of the outline. What is found are places in the one and in the other.
fn polygons(buffers: &mut Buffers, found: &mut impl FnMut(DVec2, DVec2, FeatureId)) {
    let Buffers { now, next, outline, sides, depths } = buffers;
    let (size_a, size_b) = (size(now), size(outline));
    let slack = INSIDE * if size_a < size_b { size_a } else { size_b };
    Side::all(outline, sides);
    for side in sides.iter() {
        depths.clear();
        depths.extend(now.iter().map(|corner| side.depth(corner.at)));
        if depths.iter().all(|&depth| depth >= -slack) {
            continue;
        }
        next.clear();
        for corner in 0..now.len() {
            let to = if corner + 1 < now.len() { corner + 1 } else { 0 };
            let (from, depth_from, to, depth_to) = (now[corner], depths[corner], now[to], depths[to]);
            let (stays, stays_next) = (depth_from >= -slack, depth_to >= -slack);
            let crossing = || from.at + (to.at - from.at) * crossing(depth_from, depth_to);
            match (stays, stays_next) {
                (true, true) => next.push(from),
                // Leaving: from here on the boundary runs along the side that cuts.
                (true, false) => next.extend([from, Cut { at: crossing(), edge: side.edge }]),
                (false, true) => next.push(Cut { at: crossing(), edge: from.edge }),
                (false, false) => {}
            }
        }
        core::mem::swap(now, next);
    }
    let count = now.len();
    for place in 0..count {
        let (entering, Cut { at, edge }) = (now[(place + count - 1) % count].edge, now[place]);
        if let Some(over) = lies_over(sides, at, slack) {
            found(at, over, FeatureId::meeting(entering, edge));
        }
    }
}

/// The part of an edge that lies over the outline: its two ends, named by the ends of the edge or the sides that cut it. What is found are places on the edge and
/// in the polygon.
fn edge_in_polygon(ends: [(DVec2, u32); 2], edge: u32, buffers: &mut Buffers, found: &mut impl FnMut(DVec2, DVec2, FeatureId)) {
    let Buffers { outline, sides, .. } = buffers;
    let [(from, from_tag), (to, to_tag)] = ends;
    let slack = INSIDE * size(outline);
    Side::all(outline, sides);
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

impl End {
    fn new(point: DVec3, across: &Across, tag: u32) -> Self {
        Self { point, at: across.project(point), tag }
    }
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

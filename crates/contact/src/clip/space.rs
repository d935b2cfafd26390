//! Clipping in 3D: two faces, a face and an edge, or two edges, projected along the normal.
//!
//! * Both features are projected onto the plane orthogonal to the normal. Their overlap there is a
//!   convex polygon, whichever of them is called the reference: no reference face can flip.
//! * Polygons: Sutherland–Hodgman, A's face clipped by each side of B's. Every side of the result
//!   remembers which edge it is from, so each corner is named by the two edges that meet there: two
//!   of A's, two of B's, or one of each.
//! * Heights along the normal come from the plane of each face: the points on A and on B are
//!   straight above each other, with a gap between them. A point outside of a side by less than the
//!   tolerance counts as inside; then the other face's point is on that side.
//! * Edges that cross at an angle meet in one point, which the query has found already. Edges that
//!   are nearly parallel share an interval. Its ends are taken on each edge by itself, at the same
//!   coordinate along both: between edges that are not quite parallel the two are side by side.

use clinch_shapes::{Corner, EdgeId, STEEP_FACE};
use clinch_support::{Vector, cross};
use glam::{DVec2, DVec3};

use crate::clip::edge_on_polygon::EdgeOnPolygon;
use crate::clip::feature_plane::FeaturePlane;
use crate::clip::half_plane::{HalfPlane, ON_SIDE, clamp_into, crossing};
use crate::clip::polygon::{Polygon, PolygonVertex};
use crate::clip::{Clipped, INSIDE, Limits, PARALLEL, WideSpace, tag};
use crate::manifold::FeatureId;

/// A corner of the overlap is dropped before its points are computed if the gap there exceeds the
/// limit by this part of all coordinates, and a corner of a polygon before clipping by twice this.
/// Larger: more points are computed for nothing. Smaller: a point may be missing whose gap is in
/// the limit, because a normal of `f32` is not quite of unit length.
pub(super) const GAP_SLACK: f64 = 1e-6;

/// The polygon before and after a side clips it, and the polygon whose sides these are.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    now: Polygon,
    next: Polygon,
    outline: Polygon,
    /// The depth of each corner of `now` inside of a side.
    depths: Vec<f64>,
}

/// The plane orthogonal to the normal through a corner of A: the origin of all coordinates.
#[derive(Clone, Copy)]
struct ProjectionPlane {
    x: DVec3,
    y: DVec3,
    normal: DVec3,
    origin: DVec3,
}

impl ProjectionPlane {
    fn new(normal: DVec3, origin: DVec3) -> Self {
        let (x, y) = normal.any_orthonormal_pair();
        Self { x, y, normal, origin }
    }

    /// The projection of a point, and its height above the plane.
    #[inline]
    fn project(&self, point: DVec3) -> (DVec2, f64) {
        let from = point - self.origin;
        (DVec2::new(Vector::dot(self.x, from), Vector::dot(self.y, from)), Vector::dot(self.normal, from))
    }

    /// The point of the plane at these coordinates.
    #[inline]
    fn point(&self, at: DVec2) -> DVec3 {
        self.origin + self.x * at.x + self.y * at.y
    }
}

/// The projection of a feature along the normal.
enum Projection {
    Plane(FeaturePlane),
    /// A polygon narrower than the tolerance of [`INSIDE`]. It is clipped as an edge: its sides are
    /// parallel, and rounding alone would decide where it ends.
    Needle,
    /// Too steep to be projected.
    Steep,
}

impl Projection {
    /// The projection of an edge.
    fn of_edge(ends: [&Corner<DVec3>; 2], projection: &ProjectionPlane) -> Self {
        let [(at, height), (to, end)] = ends.map(|corner| projection.project(corner.point));
        let (run, rise) = (to - at, end - height);
        let squared_run = run.length_squared();
        if !(squared_run > STEEP_FACE * STEEP_FACE * (squared_run + rise * rise)) {
            return Self::Steep;
        }
        Self::Plane(FeaturePlane { at, height, slope: run * (rise / squared_run), turn: 1.0, size: Vector::max_abs(run) })
    }

    /// The projection of a polygon. Its corners are written to `polygon`. Newell's normal: twice
    /// the area, for any triangulation.
    fn of_polygon(corners: &[Corner<DVec3>], projection: &ProjectionPlane, tag: impl Fn(EdgeId) -> u32, polygon: &mut Polygon) -> Self {
        polygon.count = corners.len();
        let [first, rest @ ..] = corners else { return Self::Steep };
        let [vertex, others @ ..] = polygon.room(corners.len()) else { return Self::Steep };
        let (at, height) = projection.project(first.point);
        *vertex = PolygonVertex { at, edge: tag(first.edge) };
        let (mut area, mut last) = (DVec3::ZERO, DVec3::ZERO);
        let (mut size, mut squared_size): (f64, f64) = (0.0, 0.0);
        for (vertex, corner) in others.iter_mut().zip(rest) {
            let (there, above) = projection.project(corner.point);
            *vertex = PolygonVertex { at: there, edge: tag(corner.edge) };
            let to_corner = DVec3::new(there.x - at.x, there.y - at.y, above - height);
            area += cross(last, to_corner);
            let (offset, far) = (Vector::max_abs(there - at), to_corner.length_squared());
            size = if offset > size { offset } else { size };
            squared_size = if far > squared_size { far } else { squared_size };
            last = to_corner;
        }
        if Vector::max_abs(area) <= INSIDE * squared_size {
            return Self::Needle;
        }
        if !(area.z.abs() > STEEP_FACE * Vector::length(area)) {
            return Self::Steep;
        }
        let slope = DVec2::new(area.x, area.y) * (-1.0 / area.z);
        Self::Plane(FeaturePlane { at, height, slope, turn: if area.z < 0.0 { -1.0 } else { 1.0 }, size })
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

/// A feature to be clipped.
enum Feature {
    /// Its corners are in the buffer.
    Polygon(FeaturePlane),
    Edge(FeaturePlane, [Corner<DVec3>; 2]),
}

impl Feature {
    /// `None` for a point, and for a feature too steep to be projected along the normal.
    #[inline]
    fn of(corners: &[Corner<DVec3>], projection: &ProjectionPlane, tag: impl Fn(EdgeId) -> u32, polygon: &mut Polygon) -> Option<Self> {
        let ends = match corners {
            [] | [_] => return None,
            &[from, to] => [from, to],
            _ => match Projection::of_polygon(corners, projection, tag, polygon) {
                Projection::Plane(plane) => return Some(Self::Polygon(plane)),
                Projection::Needle => ends(corners),
                Projection::Steep => return None,
            },
        };
        match Projection::of_edge([&ends[0], &ends[1]], projection) {
            Projection::Plane(plane) => Some(Self::Edge(plane, ends)),
            Projection::Needle | Projection::Steep => None,
        }
    }

    fn plane(&self) -> &FeaturePlane {
        let (Self::Polygon(plane) | Self::Edge(plane, _)) = self;
        plane
    }
}

impl WideSpace for DVec3 {
    const POINTS: usize = 4;

    type Buffers = Buffers;

    fn clip(normal: Self, [a, b]: [&[Corner<Self>]; 2], limits: Limits, buffers: &mut Buffers, clipped: &mut Vec<Clipped<Self>>) {
        let ([first, ..], [other, ..]) = (a, b) else { return };
        let most_gap = limits.gap;
        // The corner nearer to the origin: relative to one of a very wide floor, all corners of a
        // small body would be the same.
        let is_nearer = Vector::max_abs(first.point) <= Vector::max_abs(other.point);
        let projection = ProjectionPlane::new(normal, if is_nearer { first.point } else { other.point });
        let Some(a) = Feature::of(a, &projection, tag::edge_of_a, &mut buffers.now) else { return };
        let Some(b) = Feature::of(b, &projection, tag::edge_of_b, &mut buffers.outline) else { return };
        let (plane_a, plane_b) = (*a.plane(), *b.plane());
        let reach = projection.origin.sum_abs() + plane_a.reach() + plane_b.reach();
        let gap_slack = GAP_SLACK * (reach + most_gap.abs());
        let padded_gap = most_gap + gap_slack;
        let remove_corners = |polygon: &mut Polygon| {
            if polygon.is_long() {
                // Twice the slack: what an edge that replaces others adds to the overlap is farther
                // than the limit, also after rounding and after it is moved onto a side.
                polygon.remove_corners(plane_b.higher_than(&plane_a, most_gap + 2.0 * gap_slack));
            }
        };
        let mut add = |at_a: DVec2, at_b: DVec2, feature: FeatureId| {
            let (height_a, height_b) = (plane_a.height(at_a), plane_b.height(at_b));
            if !(height_b - height_a > padded_gap) {
                let (on_a, on_b) = (projection.point(at_a) + normal * height_a, projection.point(at_b) + normal * height_b);
                clipped.push(Clipped { on_a, on_b, feature });
            }
        };
        let at = |corner: &Corner<DVec3>| projection.project(corner.point).0;
        match (a, b) {
            (Feature::Polygon(_), Feature::Polygon(_)) => {
                remove_corners(&mut buffers.now);
                remove_corners(&mut buffers.outline);
                clip_polygons(buffers, [&plane_a, &plane_b], &mut add);
            }
            (Feature::Edge(_, ends), Feature::Polygon(_)) => {
                remove_corners(&mut buffers.outline);
                let (edge, ends) = (tag::edge_of_a(ends[0].edge), ends.map(|corner| (at(&corner), tag::end_of_a(corner.vertex))));
                let (outline, planes) = (buffers.outline.vertices(), [&plane_a, &plane_b]);
                EdgeOnPolygon { ends, edge, outline, planes, edge_is_a: true, limits }.clip(&mut add);
            }
            (Feature::Polygon(_), Feature::Edge(_, ends)) => {
                core::mem::swap(&mut buffers.now, &mut buffers.outline);
                remove_corners(&mut buffers.outline);
                let (edge, ends) = (tag::edge_of_b(ends[0].edge), ends.map(|corner| (at(&corner), tag::end_of_b(corner.vertex))));
                let (outline, planes) = (buffers.outline.vertices(), [&plane_b, &plane_a]);
                let mut add = |at_b: DVec2, at_a: DVec2, feature: FeatureId| add(at_a, at_b, feature);
                EdgeOnPolygon { ends, edge, outline, planes, edge_is_a: false, limits }.clip(&mut add);
            }
            (Feature::Edge(_, a), Feature::Edge(_, b)) => {
                let a = a.map(|corner| EdgeEnd { point: corner.point, at: at(&corner), tag: tag::end_of_a(corner.vertex) });
                let b = b.map(|corner| EdgeEnd { point: corner.point, at: at(&corner), tag: tag::end_of_b(corner.vertex) });
                clipped.extend(shared_interval(a, b).into_iter().flatten());
            }
        }
    }

    fn lift(normal: Self, b: &[Corner<Self>], below: &[Self], buffers: &mut Buffers, clipped: &mut Vec<Clipped<Self>>) -> bool {
        corners_of_b(normal, b, buffers, |place, feature| {
            if let Some(&on_a) = below.get(place) {
                clipped.push(Clipped { on_a, on_b: b[place].point, feature });
            }
        })
    }
}

/// The corners of a feature of B with their ids, if it is a polygon or an edge that can be
/// projected along the normal.
fn corners_of_b(normal: DVec3, b: &[Corner<DVec3>], buffers: &mut Buffers, mut add: impl FnMut(usize, FeatureId)) -> bool {
    let Some(first) = b.first() else { return false };
    match Feature::of(b, &ProjectionPlane::new(normal, first.point), tag::edge_of_b, &mut buffers.outline) {
        Some(Feature::Polygon(_)) => {
            let mut entering = b[b.len() - 1].edge;
            for (place, corner) in b.iter().enumerate() {
                add(place, FeatureId::meeting(tag::edge_of_b(entering), tag::edge_of_b(corner.edge)));
                entering = corner.edge;
            }
            true
        }
        Some(Feature::Edge(_, ends)) if b.len() == 2 => {
            let edge = tag::edge_of_b(ends[0].edge);
            b.iter().enumerate().for_each(|(place, end)| add(place, FeatureId::meeting(edge, tag::end_of_b(end.vertex))));
            true
        }
        _ => false,
    }
}

/// Sutherland–Hodgman: `now` clipped by every side of the outline. `add` receives points of the one
/// polygon and of the other.
fn clip_polygons(buffers: &mut Buffers, [a, b]: [&FeaturePlane; 2], mut add: impl FnMut(DVec2, DVec2, FeatureId)) {
    let Buffers { now, next, outline, depths } = buffers;
    if outline.vertices().is_empty() {
        // All of it is beyond the limit. Without sides it would clip nothing.
        return;
    }
    let slack = INSIDE * if a.size < b.size { a.size } else { b.size };
    let mut slightly_outside = false;
    // Of a short polygon the corners are tested as fast as a circle is found.
    let circle = if now.is_long() { now.bounding_circle() } else { None };
    for side in HalfPlane::of_polygon(outline.vertices(), b.turn) {
        // The circle is inside of this side, and so is all that other sides leave of the polygon.
        if circle.is_some_and(|(center, radius)| side.depth(center) >= radius) {
            continue;
        }
        let mut least = f64::INFINITY;
        depths.clear();
        depths.extend(now.vertices().iter().map(|corner| {
            let depth = side.depth(corner.at);
            least = if depth < least { depth } else { least };
            depth
        }));
        slightly_outside |= if least < -slack {
            let on_side = clip_by_side(now.vertices(), side.edge, (depths, slack), next);
            core::mem::swap(now, next);
            on_side
        } else {
            least < -ON_SIDE * slack
        };
    }
    let Some(last) = now.vertices().last() else { return };
    let mut entering = last.edge;
    for &PolygonVertex { at, edge } in now.vertices() {
        let sides = HalfPlane::of_polygon(outline.vertices(), b.turn);
        let over = if slightly_outside { clamp_into(sides, at, slack) } else { Some(at) };
        if let Some(over) = over {
            add(at, over, FeatureId::meeting(entering, edge));
        }
        entering = edge;
    }
}

/// The part of a polygon inside of a side, given the depths of its corners. Returns whether a
/// corner that stays is outside by the tolerance.
// Both corners that a side of the polygon may leave are written and then counted or not: a branch
// would be unpredictable.
fn clip_by_side(polygon: &[PolygonVertex], by: u32, (depths, slack): (&[f64], f64), into: &mut Polygon) -> bool {
    let vertices = into.room(2 * polygon.len() + 1);
    let (mut count, mut slightly_outside) = (0, false);
    if let (Some(&(mut from)), Some(&(mut depth_from))) = (polygon.last(), depths.last()) {
        for (&to, &depth_to) in polygon.iter().zip(depths) {
            let (stays, stays_next) = (depth_from >= -slack, depth_to >= -slack);
            let at = from.at + (to.at - from.at) * crossing(depth_from, depth_to);
            // Leaving: from here on the boundary is along the clipping side.
            vertices[count] = PolygonVertex { at, edge: if stays { by } else { from.edge } };
            count += usize::from(stays != stays_next);
            vertices[count] = to;
            count += usize::from(stays_next);
            slightly_outside |= stays_next & (depth_to < -ON_SIDE * slack);
            (from, depth_from) = (to, depth_to);
        }
    }
    into.count = count;
    slightly_outside
}

/// An end of an edge: its position, its projection along the normal, and its tag.
#[derive(Clone, Copy)]
struct EdgeEnd {
    point: DVec3,
    at: DVec2,
    tag: u32,
}

/// The ends of the interval that two parallel edges share, on each edge by itself. `None` if the
/// edges are not parallel.
fn shared_interval(a: [EdgeEnd; 2], b: [EdgeEnd; 2]) -> Option<[Clipped<DVec3>; 2]> {
    let (along, other) = (a[1].at - a[0].at, b[1].at - b[0].at);
    let lengths = [along, other].map(|edge| edge.length_squared().sqrt());
    if !(along.perp_dot(other).abs() < PARALLEL * lengths[0] * lengths[1]) {
        return None;
    }
    // The mean of the two directions: neither edge is the reference.
    let run = other * (if Vector::dot(along, other) < 0.0 { -1.0 } else { 1.0 } / lengths[1]);
    let run = along * lengths[0].recip() + run;
    let place = |end: EdgeEnd| (Vector::dot(end.at - a[0].at, run), end);
    let ordered = |ends: [EdgeEnd; 2]| {
        let [first, second] = ends.map(place);
        if first.0 <= second.0 { [first, second] } else { [second, first] }
    };
    let (a, b) = (ordered(a), ordered(b));
    let size = (a[1].0 - a[0].0) + (b[1].0 - b[0].0);
    // Of ends that coincide A's is taken: a choice that rounding does not change.
    let start = if b[0].0 > a[0].0 + INSIDE * size { b[0] } else { a[0] };
    let end = if b[1].0 < a[1].0 - INSIDE * size { b[1] } else { a[1] };
    let on = |[from, to]: [(f64, EdgeEnd); 2], place: f64| {
        let fraction = ((place - from.0) / (to.0 - from.0)).clamp(0.0, 1.0);
        if fraction < 1.0 { from.1.point + (to.1.point - from.1.point) * fraction } else { to.1.point }
    };
    let meet = |(place, EdgeEnd { tag, .. })| Clipped { on_a: on(a, place), on_b: on(b, place), feature: FeatureId::meeting(tag, tag) };
    (start.0 < end.0).then(|| [start, end].map(meet))
}

//! Coordinates in which a ray is the origin and runs along z (Woop, Benthin and Wald, *Watertight
//! Ray/Triangle Intersection*, 2013).
//!
//! * Each vertex is projected by itself, so all triangles at a vertex have the same projected
//!   point, however it is rounded. The exact signs of projected triangles then cover the plane
//!   without gaps: a ray cannot pass between two of them.
//! * Depths on an edge are computed from its lower vertex to its higher one, and at a vertex from
//!   it alone: all triangles there give the same bits.

use glam::{DVec2, DVec3};

use crate::exact::turn;
use crate::line::ROUNDING;
use crate::sub_shape::Feature;

/// The space of a ray.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RaySpace {
    origin: DVec3,
    /// The axes that become x, y and z.
    axes: [usize; 3],
    slopes: [f64; 2],
    sign: f64,
}

/// A vertex in the space of a ray.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projected {
    flat: DVec2,
    depth: f64,
    size: f64,
}

impl Projected {
    /// The largest coordinate of the vertex relative to the ray's origin.
    pub(crate) fn size(&self) -> f64 {
        self.size
    }
}

/// Where a ray passes a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    pub(crate) hits: bool,
    pub(crate) feature: Feature,
    pub(crate) weights: [f64; 3],
    /// The depth, and its lower bound.
    pub(crate) depth: f64,
    pub(crate) lower: f64,
    /// How far the depth of a point on the surface may be below zero.
    pub(crate) slack: f64,
    pub(crate) front: bool,
}

impl RaySpace {
    /// The space of a ray whose direction is finite and not zero.
    pub(crate) fn new(origin: DVec3, direction: DVec3) -> Self {
        let size = direction.abs();
        let z = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let (x, y) = ((z + 1) % 3, (z + 2) % 3);
        // A ray that runs down the axis would see a mirrored plane.
        let (axes, sign) = if direction[z] < 0.0 { ([y, x, z], -1.0) } else { ([x, y, z], 1.0) };
        Self { origin, axes, slopes: [direction[axes[0]] / direction[z], direction[axes[1]] / direction[z]], sign }
    }

    /// The vertex in this space.
    #[inline]
    pub(crate) fn project(&self, vertex: DVec3) -> Projected {
        let q = vertex - self.origin;
        let depth = q[self.axes[2]];
        let flat = DVec2::new(q[self.axes[0]] - self.slopes[0] * depth, q[self.axes[1]] - self.slopes[1] * depth);
        Projected { flat, depth: depth * self.sign, size: q.abs().max_element() }
    }
}

/// Whether the ray is proved to miss the box of a triangle's projected vertices, or a number is
/// NaN.
#[inline]
pub(crate) fn is_beside([a, b, c]: &[Projected; 3]) -> bool {
    let error = ROUNDING * a.size.max(b.size).max(c.size);
    let (low, high) = (a.flat.min(b.flat).min(c.flat), a.flat.max(b.flat).max(c.flat));
    !(low.max_element() <= error && high.min_element() >= -error)
}

/// Where the ray passes a triangle of projected vertices with these indices, which it is not
/// beside; `None` if it is proved to miss it.
pub(crate) fn pass([a, b, c]: [Projected; 3], ids: [u32; 3]) -> Option<Passage> {
    let size = a.size.max(b.size).max(c.size);
    let error = ROUNDING * size;
    let (low, high) = (a.flat.min(b.flat).min(c.flat), a.flat.max(b.flat).max(c.flat));
    let weights = [(b, c), (c, a), (a, b)].map(|(from, to)| turn(from.flat, to.flat, DVec2::ZERO));
    let [u, v, w] = weights;
    let area = u + v + w;
    let positive = u >= 0.0 && v >= 0.0 && w >= 0.0;
    let hits = (positive || u <= 0.0 && v <= 0.0 && w <= 0.0) && (u != 0.0 || v != 0.0 || w != 0.0);
    let reach = (high - low).max_element();
    // By how much the errors of the vertices can change the area.
    let clear = area.abs() - 8.0 * error * reach;
    if !hits && clear > 0.0 && weights.iter().any(|weight| weight * area.signum() < -4.0 * error * reach) {
        return None;
    }
    let (feature, weights) = if hits { feature([a, b, c], ids, weights) } else { (Feature::Face, weights.map(|weight| weight / area)) };
    let depths = [a.depth, b.depth, c.depth];
    let [nearest, farthest] =
        [depths.iter().fold(f64::INFINITY, |m: f64, d| m.min(*d)), depths.iter().fold(-f64::INFINITY, |m: f64, d| m.max(*d))];
    // Where the ray passes a triangle that is seen edge-on is not known, if it does: it is behind
    // the ray only if all of it is.
    let known = hits || clear > 0.0;
    let depth = if known { depth(depths, ids, weights, feature).clamp(nearest, farthest) } else { farthest };
    // By how much an error across the ray changes the depth.
    let (ab, ac) = (b.flat - a.flat, c.flat - a.flat);
    let tilt = (ac * (b.depth - a.depth) - ab * (c.depth - a.depth)).length();
    let slack = if clear > 0.0 { (tilt / clear) * 2.0 * error + 8.0 * f64::EPSILON * size } else { f64::INFINITY };
    let lower = (depth - slack).max(nearest - 4.0 * f64::EPSILON * size);
    Some(Passage { hits, feature, weights, depth, lower, slack, front: area < 0.0 })
}

/// The feature through which the ray passes, and the barycentric coordinates there.
fn feature(corners: [Projected; 3], ids: [u32; 3], weights: [f64; 3]) -> (Feature, [f64; 3]) {
    let zero = weights.map(|weight| weight == 0.0);
    if let Some(corner) = (0..3).find(|&corner| zero[(corner + 1) % 3] && zero[(corner + 2) % 3]) {
        return (Feature::Vertex(corner as u8), core::array::from_fn(|i| if i == corner { 1.0 } else { 0.0 }));
    }
    let Some(opposite) = (0..3).find(|&corner| zero[corner]) else {
        let area = weights[0] + weights[1] + weights[2];
        return (Feature::Face, weights.map(|weight| weight / area));
    };
    let (edge, next) = ((opposite + 1) % 3, (opposite + 2) % 3);
    let [from, to] = if ids[edge] < ids[next] { [edge, next] } else { [next, edge] };
    let [start, end] = [from, to].map(|corner| corners[corner].flat.abs().max_element());
    let along = start / (start + end);
    let mut on_edge = [0.0; 3];
    (on_edge[from], on_edge[to]) = (1.0 - along, along);
    (Feature::Edge(edge as u8), on_edge)
}

/// The depth at barycentric coordinates: on an edge from its lower vertex on.
fn depth(depths: [f64; 3], ids: [u32; 3], weights: [f64; 3], feature: Feature) -> f64 {
    match feature {
        Feature::Vertex(corner) => depths[usize::from(corner)],
        Feature::Edge(edge) => {
            let (edge, next) = (usize::from(edge), (usize::from(edge) + 1) % 3);
            let [from, to] = if ids[edge] < ids[next] { [edge, next] } else { [next, edge] };
            depths[from] + (depths[to] - depths[from]) * weights[to]
        }
        Feature::Face => depths[0] * weights[0] + depths[1] * weights[1] + depths[2] * weights[2],
    }
}

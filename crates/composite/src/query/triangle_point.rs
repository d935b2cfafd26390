//! The point of a triangle that is nearest to the origin.
//!
//! * The nearest points of the three edges, and of the plane if that is in the triangle. Each is a
//!   point of the triangle, rounded by some ε of its coordinates, so its distance is an upper
//!   bound, for needles too.
//! * An edge is computed from its lower vertex to its higher one, so both triangles of an edge give
//!   the same bits.
//! * The lower bound is a support value: the whole triangle is beyond a plane at that distance.

use glam::DVec3;

use crate::sub_shape::Feature;

/// The roundings of a support value, relative to the largest coordinate: two of a subtraction and a
/// product, three of the sum, and those of a unit vector. Smaller: the lower bound would be wrong.
pub(crate) const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The point of a triangle nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    pub(crate) point: DVec3,
    pub(crate) feature: Feature,
    pub(crate) squared: f64,
}

/// The nearest point of a triangle. `ids` are the indices of its vertices.
pub(crate) fn nearest(corners: [DVec3; 3], ids: [u32; 3]) -> Nearest {
    let mut best = on_edge(corners, ids, 0);
    for edge in 1..3 {
        let other = on_edge(corners, ids, edge);
        if other.squared < best.squared {
            best = other;
        }
    }
    if let Some(point) = in_face(corners)
        && point.length_squared() < best.squared
    {
        best = Nearest { point, feature: Feature::Face, squared: point.length_squared() };
    }
    best
}

/// A lower bound of the distance of the triangle from the origin. `point` is its nearest point.
pub(crate) fn lower_bound(corners: [DVec3; 3], point: DVec3) -> f64 {
    let [a, b, c] = corners;
    let largest = corners.iter().fold(0.0, |largest: f64, corner| largest.max(corner.length()));
    let beyond = |direction: DVec3| {
        let unit = direction * direction.length().recip();
        corners.iter().fold(f64::INFINITY, |least, corner| least.min(unit.dot(*corner)))
    };
    let normal = (b - a).cross(c - a);
    // Near a face the direction of the nearest point is rounded, and its normal is not.
    let toward = if normal.dot(a) < 0.0 { -normal } else { normal };
    let lower = [point, toward].map(beyond).into_iter().fold(0.0, |most: f64, lower| most.max(lower));
    (lower - ROUNDING * largest).max(0.0)
}

fn on_edge(corners: [DVec3; 3], ids: [u32; 3], edge: usize) -> Nearest {
    let next = (edge + 1) % 3;
    let [from, to] = if ids[edge] < ids[next] { [edge, next] } else { [next, edge] };
    let (start, along) = (corners[from], corners[to] - corners[from]);
    let time = -start.dot(along) / along.dot(along);
    let (point, feature) = if time > 0.0 && time < 1.0 {
        (start + along * time, Feature::Edge(edge as u8))
    } else {
        // Also if the edge is so short that its square is zero.
        let corner = if time >= 1.0 { to } else { from };
        (corners[corner], Feature::Vertex(corner as u8))
    };
    Nearest { point, feature, squared: point.length_squared() }
}

/// The point of the plane nearest to the origin, if it is in the triangle.
fn in_face([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let normal = (b - a).cross(c - a);
    let weights = DVec3::new(normal.dot(b.cross(c)), normal.dot(c.cross(a)), normal.dot(a.cross(b)));
    let inside = weights.min_element() >= 0.0;
    let weights = weights / (weights.x + weights.y + weights.z);
    (inside && weights.is_finite()).then(|| a * weights.x + b * weights.y + c * weights.z)
}

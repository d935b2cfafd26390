//! The point of a triangle that is nearest to the origin.
//!
//! * The nearest points of the three edges, and of the plane if that is in the triangle. Each is a
//!   point of the triangle, rounded by some ε of its coordinates, so its distance is an upper
//!   bound, for needles too.
//! * An edge is computed from its lower vertex to its higher one, so both triangles of an edge give
//!   the same bits.
//! * The lower bound is a support value: the whole triangle is beyond a plane at that distance.

use glam::DVec3;

use crate::near_parts::SLACK;
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

impl Nearest {
    /// Whether another triangle is proved not to be as near, by more than the slack of
    /// [`NearParts`](crate::near_parts::NearParts), without a division.
    ///
    /// It is beyond a plane perpendicular to the way to this point, or to its own nearest corner:
    /// what neighbours share with a nearer triangle is mostly a vertex.
    #[inline]
    pub(crate) fn excludes(&self, corners: &[DVec3; 3]) -> bool {
        let within = self.squared * (1.0 + 8.0 * SLACK);
        let [p, q, r] = corners;
        let [a, b, c] = [p.length_squared(), q.length_squared(), r.length_squared()];
        let (nearer, square) = if b < a { (q, b) } else { (p, a) };
        let (corner, square) = if c < square { (r, c) } else { (nearer, square) };
        let least = |direction: DVec3| direction.dot(*p).min(direction.dot(*q)).min(direction.dot(*r));
        let [toward_point, toward_corner] = [least(self.point), least(*corner)];
        // The product of two vectors is at most that of their lengths.
        let is_beyond = (toward_point >= within) | (toward_corner > 0.0) & (toward_corner * toward_corner >= within * square);
        is_beyond && a.max(b).max(c) <= self.squared * FARTHEST
    }
}

/// A triangle with a corner farther than the nearest point by the root of this is not excluded by
/// a plane. Larger: products could be rounded by as much as the slack.
const FARTHEST: f64 = (1_u64 << 40) as f64;

/// The square of the largest distance of a corner, as a multiple of twice the area, up to which
/// edges are proved to be farther than the face. Larger: barycentric coordinates could be rounded
/// by too much. Smaller: the edges of more triangles are computed.
const LARGEST_ASPECT: f64 = (1 << 13) as f64;

/// The least distance of a point of the face from the edges, relative to the largest distance of a
/// corner, at which they are proved to be farther. Smaller: rounding could hide it. Larger: more
/// edges are computed.
const CLEAR: f64 = 1.0 / (1 << 19) as f64;

/// Below this the certificate could underflow, relative to the size of the surface.
const LEAST_SQUARE: f64 = f64::from_bits((1023 - 100) << 52);

/// The nearest point of a triangle. `ids` are the indices of its vertices.
pub(crate) fn nearest(corners: [DVec3; 3], ids: [u32; 3]) -> Nearest {
    let plane = Plane::of(corners);
    if plane.is_clear_of_edges(corners) {
        let point = plane.point(corners);
        return Nearest { point, feature: Feature::Face, squared: point.length_squared() };
    }
    of_edges_and_face(corners, ids, &plane)
}

fn of_edges_and_face(corners: [DVec3; 3], ids: [u32; 3], plane: &Plane) -> Nearest {
    let mut best = on_edge(corners, ids, 0);
    for edge in 1..3 {
        let other = on_edge(corners, ids, edge);
        if other.squared < best.squared {
            best = other;
        }
    }
    if let Some(point) = plane.in_face(corners)
        && point.length_squared() < best.squared
    {
        best = Nearest { point, feature: Feature::Face, squared: point.length_squared() };
    }
    best
}

/// A lower bound of the distance of the triangle from the origin. `point` is its nearest point.
pub(crate) fn lower_bound(corners: [DVec3; 3], point: DVec3) -> f64 {
    let [a, b, c] = corners;
    let largest = largest_square(&corners).sqrt();
    let beyond = |direction: DVec3| {
        let unit = direction * direction.length().recip();
        f64::INFINITY.min(unit.dot(a)).min(unit.dot(b)).min(unit.dot(c))
    };
    let normal = (b - a).cross(c - a);
    // Near a face the direction of the nearest point is rounded, and its normal is not.
    let toward = if normal.dot(a) < 0.0 { -normal } else { normal };
    let lower = 0.0_f64.max(beyond(point)).max(beyond(toward));
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

/// The plane of a triangle, and its point nearest to the origin.
struct Plane {
    normal: DVec3,
    /// The barycentric coordinates of the point, times the square of the normal.
    weights: DVec3,
}

impl Plane {
    fn of([a, b, c]: [DVec3; 3]) -> Self {
        let normal = (b - a).cross(c - a);
        Self { normal, weights: DVec3::new(normal.dot(b.cross(c)), normal.dot(c.cross(a)), normal.dot(a.cross(b))) }
    }

    /// Whether the point is in the triangle, and proved to be nearer than the computed points of
    /// the edges.
    ///
    /// The distance from an edge is its weight, divided by the lengths of the normal and the edge.
    /// With L the largest distance of a corner and κ = L² / |normal|, the barycentric coordinates
    /// are rounded by about 10 ε κ², and the point moves in the plane by that share of L: at the
    /// largest κ by a tenth of what the distance must be. Squares are rounded by some ε of L².
    #[inline]
    fn is_clear_of_edges(&self, corners: [DVec3; 3]) -> bool {
        if !(self.weights.min_element() > 0.0) {
            return false;
        }
        let [a, b, c] = corners;
        let largest = largest_square(&corners);
        let square = self.normal.length_squared();
        let edges = DVec3::new((c - b).length_squared(), (a - c).length_squared(), (b - a).length_squared());
        let least = edges * (square * largest * (CLEAR * CLEAR));
        let is_regular = largest >= LEAST_SQUARE && largest * largest <= square * (LARGEST_ASPECT * LARGEST_ASPECT);
        is_regular && (self.weights * self.weights).cmpge(least).all()
    }

    #[inline]
    fn point(&self, [a, b, c]: [DVec3; 3]) -> DVec3 {
        let weights = self.weights / (self.weights.x + self.weights.y + self.weights.z);
        a * weights.x + b * weights.y + c * weights.z
    }

    /// The point, if it is in the triangle.
    fn in_face(&self, corners: [DVec3; 3]) -> Option<DVec3> {
        let point = self.point(corners);
        (self.weights.min_element() >= 0.0 && point.is_finite()).then_some(point)
    }
}

/// The square of the largest distance of a corner from the origin.
#[inline]
pub(crate) fn largest_square([a, b, c]: &[DVec3; 3]) -> f64 {
    a.length_squared().max(b.length_squared()).max(c.length_squared())
}

#[cfg(test)]
mod tests {
    use clinch_testkit::random::Random;
    use glam::DVec3;

    use super::{Plane, nearest, of_edges_and_face};
    use crate::near_parts::SLACK;

    /// A triangle around a place near the axis, regular or a needle, at any distance.
    fn triangle(random: &mut Random) -> [DVec3; 3] {
        let flat = random.power(-6.0, 0.0);
        let middle = DVec3::Z * random.power(-7.0, 2.0) + random.direction(3) * random.power(-3.0, 0.0);
        [(); 3].map(|()| middle + random.direction(3) * DVec3::new(1.0, flat, random.power(-3.0, 0.0)))
    }

    #[test]
    fn a_face_clear_of_its_edges_is_what_the_edges_would_leave() {
        let random = &mut Random::new(71);
        let mut clear = 0;
        for _ in 0..20_000 {
            let corners = triangle(random);
            let plane = Plane::of(corners);
            clear += usize::from(plane.is_clear_of_edges(corners));
            let (found, all) = (nearest(corners, [0, 1, 2]), of_edges_and_face(corners, [0, 1, 2], &plane));
            assert_eq!((found.point, found.feature, found.squared), (all.point, all.feature, all.squared), "{corners:?}");
        }
        assert!((2_000..18_000).contains(&clear), "{clear}");
    }

    #[test]
    fn an_excluded_triangle_is_farther_by_more_than_the_slack() {
        let random = &mut Random::new(72);
        let mut excluded = 0;
        for _ in 0..20_000 {
            let [corners, mut other] = [triangle(random), triangle(random)];
            // Neighbours share a vertex or two.
            other[0] = random.pick(&corners);
            let best = nearest(corners, [0, 1, 2]);
            if best.excludes(&other) {
                excluded += 1;
                let squared = nearest(other, [0, 1, 2]).squared;
                assert!(squared * (1.0 - SLACK) > best.squared, "{corners:?} {other:?}");
            }
        }
        assert!((2_000..18_000).contains(&excluded), "{excluded}");
    }
}

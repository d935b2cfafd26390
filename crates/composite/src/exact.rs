//! Exact signs. The points must be scaled as
//! [`ScaledPoints`](clinch_hull::ScaledPoints) are, so that no product overflows or underflows.

use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D};

/// Positive if a → b → c turns left, negative if it turns right, zero if the three are collinear.
pub(crate) fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// Positive if the point is in front of the triangle, from where it is counter-clockwise, negative
/// if it is behind, zero if it is in its plane.
pub(crate) fn side([a, b, c]: [DVec3; 3], point: DVec3) -> f64 {
    // Floors, walls and boxes: without these, each of their edges takes the longest way to a zero.
    let level = |axis: usize| a[axis] == b[axis] && b[axis] == c[axis] && c[axis] == point[axis];
    if level(0) || level(1) || level(2) {
        return 0.0;
    }
    let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    -robust::orient3d(coord(a), coord(b), coord(c), coord(point))
}

/// Three points without one coordinate.
fn flattened(points: [DVec3; 3], axis: usize) -> [DVec2; 3] {
    points.map(|p| DVec2::new(p[(axis + 1) % 3], p[(axis + 2) % 3]))
}

/// A coordinate without which the triangle still has an area, and the sign of that area; `None` if
/// the three points are collinear.
fn visible_axis(triangle: [DVec3; 3]) -> Option<(usize, f64)> {
    (0..3).find_map(|axis| {
        let [a, b, c] = flattened(triangle, axis);
        let area = turn(a, b, c);
        (area != 0.0).then_some((axis, area))
    })
}

/// Whether three points are on one line.
pub(crate) fn collinear(triangle: [DVec3; 3]) -> bool {
    visible_axis(triangle).is_none()
}

/// Whether a point in the plane of the triangle a b c is on the same side of the line a b as c.
pub(crate) fn same_side(triangle: [DVec3; 3], point: DVec3) -> bool {
    visible_axis(triangle).is_some_and(|(axis, area)| {
        let [a, b, p] = flattened([triangle[0], triangle[1], point], axis);
        turn(a, b, p) * area.signum() > 0.0
    })
}

/// Whether a point in the plane of a triangle is in it or on its border.
pub(crate) fn in_triangle(triangle: [DVec3; 3], point: DVec3) -> bool {
    visible_axis(triangle).is_some_and(|(axis, area)| {
        let [a, b, c] = flattened(triangle, axis);
        let [p, ..] = flattened([point; 3], axis);
        [(a, b), (b, c), (c, a)].iter().all(|&(from, to)| turn(from, to, p) * area.signum() >= 0.0)
    })
}

//! What is true of a triangle mesh: brute force over all triangles.
//!
//! * Rays and crossings by the exact signs of tetrahedra; no projection, no tree.
//! * The distance by the regions of each triangle (Ericson, *Real-Time Collision Detection*, 2005).
//! * Inside or outside by the parity of crossings on the way to a far point. If a sign on the way
//!   is zero, another far point is taken.

use glam::DVec3;
use robust::{Coord3D, orient3d};

/// A mesh as its corners.
#[derive(Clone, Debug)]
pub struct MeshTruth {
    triangles: Vec<[DVec3; 3]>,
}

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The time, in units of the way from the ray's origin to its second point.
    pub time: f64,
    /// The index of the triangle.
    pub triangle: usize,
    /// Whether it is met from the front.
    pub front: bool,
}

impl MeshTruth {
    /// The mesh of these vertices and triangles; all indices must be in range.
    pub fn new(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Self {
        Self { triangles: triangles.iter().map(|corners| corners.map(|corner| vertices[corner as usize])).collect() }
    }

    /// All triangles that the ray from `from` through `to` meets, edges included, in the order of
    /// their times. Triangles in whose plane the ray is do not count.
    pub fn crossings(&self, from: DVec3, to: DVec3) -> Vec<Crossing> {
        let met = |(triangle, &corners): (usize, &[DVec3; 3])| {
            let [a, b, c] = corners;
            let signs = [(a, b), (b, c), (c, a)].map(|(p, q)| sign(from, to, p, q));
            let same = signs.iter().all(|&s| s >= 0.0) || signs.iter().all(|&s| s <= 0.0);
            let (start, end) = (sign(a, b, c, from), sign(a, b, c, to));
            if !same || signs == [0.0; 3] || start == end {
                return None;
            }
            let time = start / (start - end);
            (time >= 0.0).then_some(Crossing { time, triangle, front: end > start })
        };
        let mut found: Vec<_> = self.triangles.iter().enumerate().filter_map(met).collect();
        found.sort_by(|one, other| one.time.total_cmp(&other.time));
        found
    }

    /// The distance of a point from the surface.
    pub fn distance(&self, point: DVec3) -> f64 {
        self.triangles.iter().map(|&corners| distance(point, corners)).fold(f64::INFINITY, f64::min)
    }

    /// Whether a closed surface encloses a point.
    pub fn contains(&self, point: DVec3) -> bool {
        let size = self.triangles.iter().flatten().fold(point.length(), |size: f64, corner| size.max(corner.length()));
        // Directions without a pattern, so that signs on the way are seldom zero.
        for turn in 0..100 {
            let turn = f64::from(turn);
            let far = point + DVec3::new(0.911 + 0.013 * turn, 0.377 - 0.029 * turn, 0.171 + 0.041 * turn) * (8.0 * size);
            if let Some(crossed) = self.crossed(point, far) {
                return crossed % 2 == 1;
            }
        }
        true
    }

    /// The number of triangles between two points; `None` if a sign is zero.
    fn crossed(&self, from: DVec3, to: DVec3) -> Option<usize> {
        let mut count = 0;
        for &[a, b, c] in &self.triangles {
            let (start, end) = (sign(a, b, c, from), sign(a, b, c, to));
            if start * end > 0.0 {
                continue;
            }
            let signs = [(a, b), (b, c), (c, a)].map(|(p, q)| sign(from, to, p, q));
            if signs.iter().any(|&s| s > 0.0) && signs.iter().any(|&s| s < 0.0) {
                continue;
            }
            if start == 0.0 || end == 0.0 || signs.contains(&0.0) {
                return None;
            }
            count += 1;
        }
        Some(count)
    }
}

/// Six times the signed volume of a tetrahedron, its sign exact.
fn sign(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    orient3d(coord(a), coord(b), coord(c), coord(d))
}

fn distance(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return ap.length();
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return bp.length();
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (ap - ab * (d1 / (d1 - d3))).length();
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return cp.length();
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (ap - ac * (d2 / (d2 - d6))).length();
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return (bp - (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)))).length();
    }
    let sum = va + vb + vc;
    (ap - ab * (vb / sum) - ac * (vc / sum)).length()
}

#[cfg(test)]
mod tests {
    use super::MeshTruth;
    use glam::DVec3;

    #[test]
    fn a_tetrahedron_by_hand() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let truth = MeshTruth::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
        assert_eq!(truth.distance(DVec3::new(0.25, 0.25, -2.0)), 2.0);
        assert!(truth.contains(DVec3::splat(0.1)) && !truth.contains(DVec3::splat(0.4)));
        let up = truth.crossings(DVec3::new(0.25, 0.25, -1.0), DVec3::new(0.25, 0.25, 0.0));
        assert_eq!(up.iter().map(|hit| (hit.time, hit.triangle, hit.front)).collect::<Vec<_>>(), [(1.0, 0, true), (1.5, 3, false)]);
    }
}

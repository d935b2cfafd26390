//! The convex hull of points, of any rank, with exact signs.
//!
//! * The hull is built point by point: the triangles that are visible from the new point are
//!   replaced by a fan over their boundary. Every sign is computed by the exact predicates of
//!   Shewchuk (*Adaptive Precision Floating-Point Arithmetic*, 1997; the `robust` crate). So the
//!   boundary is always one closed loop, and no tolerance decides anything: a set counts as flat
//!   only if it is exactly flat.
//! * Triangles are *not visible* from coplanar points: a flat face becomes a fan of triangles. An
//!   edge between two coplanar triangles is no edge of the hull, and the normal of the largest
//!   triangle is that of the face.
//! * Normals and edges have more digits than the points, so that the normals of needles are as
//!   accurate as others.
//! * O(points · triangles). Five hundred points take some milliseconds, which is fast enough for an
//!   oracle.

use glam::{DMat3, DVec3};
use robust::{Coord, Coord3D, orient2d, orient3d};

use crate::oracle::twice::Twice3;

/// An edge, and the vertices opposite to it in its two faces: they bound the directions in which
/// the edge is the extreme feature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) ends: [usize; 2],
    pub(crate) wings: [usize; 2],
    /// From the first end to the second, with more digits than the ends have.
    pub(crate) along: Twice3,
}

impl Edge {
    fn of(vertices: &[DVec3], ends: [usize; 2], wings: [usize; 2]) -> Self {
        Self { ends, wings, along: Twice3::between(vertices[ends[0]], vertices[ends[1]]) }
    }
}

/// The convex hull of points in space, or in the plane z = 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hull {
    /// The dimension that it spans: 0 to 3.
    pub(crate) rank: usize,
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) edges: Vec<Edge>,
    /// They cover the surface; in 2D there are none.
    pub(crate) triangles: Vec<[usize; 3]>,
    /// Outward and unit, one for each face; for a flat hull one on each side. In 2D those of the
    /// edges.
    pub(crate) normals: Vec<DVec3>,
}

impl Hull {
    /// The hull of `points` (at least one) as a set of dimension `dim`.
    pub(crate) fn new(points: &[DVec3], dim: usize) -> Self {
        // −0 + 0 is 0: the order below distinguishes −0 from 0, and a chain of points in a wrong
        // order loses corners.
        let mut points: Vec<DVec3> = points.iter().map(|&p| p + DVec3::ZERO).collect();
        points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(p.z.total_cmp(&q.z)));
        points.dedup();
        // Sorted by coordinates, the first and the last point are the ends of any set on one line.
        let (first, last) = (points[0], points[points.len() - 1]);
        if first == last {
            return Self { rank: 0, vertices: vec![first], ..Self::default() };
        }
        let Some(third) = farthest(&points, |p| (last - first).cross(p - first).length(), |p| !collinear(first, last, p)) else {
            return segment(first, last, dim);
        };
        if dim == 2 {
            return plane(&points);
        }
        let Some(normal) = normal_of(first, last, third) else { return segment(first, last, dim) };
        let side = |p: DVec3| sign(first, last, third, p) != 0.0;
        let Some(apex) = farthest(&points, |p| normal.dot(p - first).abs(), side) else {
            return flat(&points, normal);
        };
        solid(&points, [first, last, third, apex])
    }

    /// Rotated, then translated.
    #[must_use]
    pub(crate) fn moved(mut self, axes: &DMat3, at: DVec3) -> Self {
        for vertex in &mut self.vertices {
            *vertex = *axes * *vertex + at;
        }
        for normal in &mut self.normals {
            *normal = *axes * *normal;
        }
        for edge in &mut self.edges {
            edge.along = edge.along.turned(axes);
        }
        self
    }

    /// Translated.
    #[must_use]
    pub(crate) fn shifted(&self, offset: DVec3) -> Self {
        let mut moved = self.clone();
        for vertex in &mut moved.vertices {
            *vertex += offset;
        }
        moved
    }

    /// The extreme vertex along `n`.
    pub(crate) fn support(&self, n: DVec3) -> DVec3 {
        let mut best = (f64::NEG_INFINITY, self.vertices[0]);
        for &vertex in &self.vertices {
            let height = n.dot(vertex);
            if height > best.0 {
                best = (height, vertex);
            }
        }
        best.1
    }
}

/// The point with the largest `measure` among those that pass the exact test.
fn farthest(points: &[DVec3], measure: impl Fn(DVec3) -> f64, exact: impl Fn(DVec3) -> bool) -> Option<DVec3> {
    points.iter().copied().filter(|&p| exact(p)).max_by(|&p, &q| measure(p).total_cmp(&measure(q)))
}

fn collinear(a: DVec3, b: DVec3, p: DVec3) -> bool {
    (0..3).all(|drop| turn(drop, a, b, p) == 0.0)
}

/// Positive if a, b, c turn left in the plane of the two axes other than `drop`.
fn turn(drop: usize, a: DVec3, b: DVec3, c: DVec3) -> f64 {
    let flat = |p: DVec3| Coord { x: p[(drop + 1) % 3], y: p[(drop + 2) % 3] };
    orient2d(flat(a), flat(b), flat(c))
}

/// Positive if `p` is behind the triangle, seen from the side on which a, b, c turn left.
fn sign(a: DVec3, b: DVec3, c: DVec3, p: DVec3) -> f64 {
    let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    orient3d(coord(a), coord(b), coord(c), coord(p))
}

fn segment(a: DVec3, b: DVec3, dim: usize) -> Hull {
    let side = DVec3::new(b.y - a.y, a.x - b.x, 0.0).normalize_or_zero();
    let normals = if dim == 2 { vec![side, -side] } else { Vec::new() };
    let vertices = vec![a, b];
    Hull { rank: 1, edges: vec![Edge::of(&vertices, [0, 1], [0, 1])], vertices, triangles: Vec::new(), normals }
}

/// The corners of the convex hull of sorted points, turning left (Andrew's monotone chain).
fn outline(points: &[DVec3], drop: usize) -> Vec<DVec3> {
    let chain = |points: &mut dyn Iterator<Item = DVec3>| {
        let mut chain: Vec<DVec3> = Vec::new();
        for p in points {
            while chain.len() >= 2 && turn(drop, chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut order = points.to_vec();
    let (u, v) = ((drop + 1) % 3, (drop + 2) % 3);
    order.sort_by(|p, q| p[u].total_cmp(&q[u]).then(p[v].total_cmp(&q[v])));
    let mut loop_ = chain(&mut order.iter().copied());
    loop_.extend(chain(&mut order.iter().rev().copied()));
    loop_
}

fn ring(vertices: &[DVec3]) -> Vec<Edge> {
    let count = vertices.len();
    (0..count).map(|i| Edge::of(vertices, [i, (i + 1) % count], [(i + count - 1) % count, (i + 2) % count])).collect()
}

fn plane(points: &[DVec3]) -> Hull {
    let vertices = outline(points, 2);
    let edges = ring(&vertices);
    let normal = |edge: &Edge| {
        let along = vertices[edge.ends[1]] - vertices[edge.ends[0]];
        DVec3::new(along.y, -along.x, 0.0).normalize()
    };
    Hull { rank: 2, normals: edges.iter().map(normal).collect(), vertices, edges, triangles: Vec::new() }
}

fn flat(points: &[DVec3], normal: DVec3) -> Hull {
    let size = normal.abs();
    let drop = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
    let vertices = outline(points, drop);
    let triangles: Vec<[usize; 3]> = (2..vertices.len()).map(|i| [0, i - 1, i]).collect();
    Hull { rank: 2, edges: ring(&vertices), triangles, normals: vec![normal, -normal], vertices }
}

fn solid(points: &[DVec3], seed: [DVec3; 4]) -> Hull {
    let mut vertices = seed.to_vec();
    let mut triangles = if sign(seed[0], seed[1], seed[2], seed[3]) > 0.0 {
        vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]
    } else {
        vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
    };
    for &p in points {
        let is_visible = |t: &[usize; 3]| sign(vertices[t[0]], vertices[t[1]], vertices[t[2]], p) < 0.0;
        let (visible, kept): (Vec<[usize; 3]>, Vec<[usize; 3]>) = triangles.iter().partition(|t| is_visible(t));
        if visible.is_empty() {
            continue;
        }
        // An edge is on the boundary if its reverse belongs to no visible triangle.
        let mut sides: Vec<[usize; 2]> = visible.iter().flat_map(|t| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]).collect();
        sides.sort_unstable();
        let new = vertices.len();
        triangles = kept;
        triangles.extend(sides.iter().filter(|s| sides.binary_search(&[s[1], s[0]]).is_err()).map(|s| [s[0], s[1], new]));
        vertices.push(p);
    }
    finish(&vertices, &triangles)
}

/// Removes points inside, merges coplanar triangles to faces, and keeps the edges between different
/// faces.
fn finish(all: &[DVec3], faces: &[[usize; 3]]) -> Hull {
    let mut used: Vec<usize> = faces.iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let triangles: Vec<[usize; 3]> = faces.iter().map(|t| t.map(|v| used.partition_point(|&u| u < v))).collect();
    let vertices: Vec<DVec3> = used.iter().map(|&v| all[v]).collect();

    let mut sides: Vec<([usize; 2], usize)> =
        triangles.iter().enumerate().flat_map(|(f, t)| [([t[0], t[1]], f), ([t[1], t[2]], f), ([t[2], t[0]], f)]).collect();
    sides.sort_unstable();
    let opposite = |f: usize, ends: [usize; 2]| triangles[f].into_iter().find(|v| !ends.contains(v)).unwrap_or(ends[0]);
    let mut face_of: Vec<usize> = (0..triangles.len()).collect();
    let mut edges = Vec::new();
    for &(ends, f) in sides.iter().filter(|(ends, _)| ends[0] < ends[1]) {
        let Ok(twin) = sides.binary_search_by(|side| side.0.cmp(&[ends[1], ends[0]])) else { continue };
        let g = sides[twin].1;
        let wings = [opposite(f, ends), opposite(g, ends)];
        let [a, b, c] = triangles[f].map(|v| vertices[v]);
        if sign(a, b, c, vertices[wings[1]]) == 0.0 {
            let (from, to) = (face_of[g], face_of[f]);
            face_of.iter_mut().filter(|face| **face == from).for_each(|face| *face = to);
        } else {
            edges.push(Edge::of(&vertices, ends, wings));
        }
    }
    // The normal of a face is that of its largest triangle.
    let mut largest: Vec<Option<(f64, [DVec3; 3])>> = vec![None; triangles.len()];
    for (t, &face) in triangles.iter().zip(&face_of) {
        let corners @ [a, b, c] = t.map(|v| vertices[v]);
        let area = (b - a).cross(c - a).length_squared();
        if largest[face].is_none_or(|(best, _)| area > best) {
            largest[face] = Some((area, corners));
        }
    }
    let normals = largest.into_iter().flatten().filter_map(|(_, [a, b, c])| normal_of(a, b, c)).collect();
    Hull { rank: 3, vertices, edges, triangles, normals }
}

/// The unit normal on the side from which a, b, c turn left.
fn normal_of(a: DVec3, b: DVec3, c: DVec3) -> Option<DVec3> {
    Twice3::between(a, b).normal_to(&Twice3::between(a, c))
}

#[cfg(test)]
mod tests {
    use super::Hull;
    use glam::DVec3;

    fn grid(nx: i32, ny: i32, nz: i32) -> Vec<DVec3> {
        let axis = |n: i32| -n..=n;
        axis(nx).flat_map(|x| axis(ny).flat_map(move |y| axis(nz).map(move |z| DVec3::new(x.into(), y.into(), z.into())))).collect()
    }

    #[test]
    fn a_grid_is_a_box() {
        // Points on faces, on edges and inside: the exact signs must recognise all of them.
        let hull = Hull::new(&grid(2, 3, 1), 3);
        assert_eq!((hull.rank, hull.normals.len()), (3, 6));
        let corners: Vec<DVec3> = hull.vertices.iter().copied().filter(|v| v.abs() == DVec3::new(2.0, 3.0, 1.0)).collect();
        assert_eq!(corners.len(), 8);
        let length: f64 = hull.edges.iter().map(|e| (hull.vertices[e.ends[0]] - hull.vertices[e.ends[1]]).length()).sum();
        assert_eq!(length, 4.0 * (4.0 + 6.0 + 2.0));
    }

    #[test]
    fn ranks_are_exact() {
        assert_eq!(Hull::new(&grid(0, 0, 0), 3).rank, 0);
        assert_eq!(Hull::new(&grid(0, 4, 0), 3).vertices.len(), 2);
        assert_eq!(Hull::new(&grid(2, 0, 2), 3).edges.len(), 4);
        let mut points = grid(2, 0, 2);
        points[3].y = 1e-300;
        assert_eq!(Hull::new(&points, 3).rank, 3);
    }

    #[test]
    fn a_polygon_of_the_plane_has_outward_normals() {
        let hull = Hull::new(&grid(2, 3, 0), 2);
        assert_eq!((hull.rank, hull.vertices.len(), hull.triangles.len()), (2, 4, 0));
        for (edge, normal) in hull.edges.iter().zip(&hull.normals) {
            assert!(hull.vertices[edge.ends[0]].dot(*normal) > 1.0);
        }
    }

    #[test]
    fn negative_zero_is_zero() {
        let points = [(-0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (-0.0, -1.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
        assert_eq!(Hull::new(&points, 2).vertices.len(), 4);
    }

    #[test]
    fn five_hundred_points_on_a_ball_are_all_vertices() {
        let turn = |i: u32| f64::from(i) * 2.399_963_229_728_653;
        let points: Vec<DVec3> = (0..500)
            .map(|i| {
                let y = 1.0 - (f64::from(i) + 0.5) / 250.0;
                let r = (1.0 - y * y).sqrt();
                DVec3::new(r * libm::cos(turn(i)), y, r * libm::sin(turn(i)))
            })
            .collect();
        let hull = Hull::new(&points, 3);
        assert_eq!((hull.vertices.len(), hull.triangles.len()), (500, 996));
        for &[a, b, c] in &hull.triangles {
            let [a, b, c] = [a, b, c].map(|v| hull.vertices[v]);
            assert!((b - a).cross(c - a).dot(a) > 0.0, "a triangle faces inward");
        }
    }
}

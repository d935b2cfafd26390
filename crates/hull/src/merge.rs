//! From triangles to faces: a cube has six, not twelve.
//!
//! * Two faces are merged across an edge if all corners of the result are within the tolerance of
//!   one plane (that of the result by Newell's method, so that no chain of small steps leads round
//!   a curved surface), no vertex of the hull is above that plane by more (facets as small as
//!   rounding may fit a plane that cuts the rest), the result is strictly convex, and both ends of
//!   the edge keep three edges. So no vertex is lost, and Euler's formula holds.
//! * A face grows once in each pass. So a cap of n corners grows from halves and not corner by
//!   corner, which would cost n².
//! * The flattest edges go first. The normal of a sliver is meaningless. The height of a ridge is
//!   therefore the *smaller* of the heights of the far corners above the other facet's plane, and
//!   only the plane of the result is trusted.

use core::cmp::Ordering;

use glam::DVec3;

use crate::cloud::Cloud;
use crate::quickhull::Facet;
use crate::redundant::links;

struct Ridge {
    height: f64,
    ends: [usize; 2],
    facets: [usize; 2],
}

struct Merger<'c> {
    cloud: &'c Cloud,
    /// The neighbours of each point in the triangulation; empty for points that are no vertices.
    neighbours: Vec<Vec<usize>>,
    /// Corner loops; empty if the face was merged into another.
    loops: Vec<Vec<usize>>,
    /// A step towards the face that this face was merged into.
    into: Vec<usize>,
    /// Area vectors; those of merged faces are added.
    normals: Vec<DVec3>,
    /// The pass in which a face last grew.
    grown: Vec<usize>,
    pass: usize,
    /// The number of edges of each point.
    degree: Vec<usize>,
    /// Marks the corners of one face while another is compared with it.
    stamp: Vec<usize>,
    round: usize,
}

/// The faces of a closed triangulation as corner loops, counter-clockwise from outside.
pub(crate) fn merged(cloud: &Cloud, facets: &[Facet]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); cloud.points.len()];
    for (vertex, link) in links(cloud, facets) {
        neighbours[vertex] = link;
    }
    let mut merger = Merger {
        cloud,
        loops: facets.iter().map(|facet| facet.corners.to_vec()).collect(),
        into: (0..facets.len()).collect(),
        normals: facets.iter().map(|facet| cloud.normal(&facet.corners)).collect(),
        grown: vec![0; facets.len()],
        pass: 0,
        degree: neighbours.iter().map(Vec::len).collect(),
        neighbours,
        stamp: vec![0; cloud.points.len()],
        round: 0,
    };
    let mut ridges = ridges(cloud, facets);
    loop {
        let before = ridges.len();
        merger.pass += 1;
        ridges.retain(|ridge| !merger.merge(ridge));
        // No face grew in this pass, so none was postponed to the next.
        if ridges.len() == before {
            break;
        }
    }
    merger.loops.retain(|corners| !corners.is_empty());
    merger.loops
}

/// The edges that are flat enough to be merged across, the flattest first.
fn ridges(cloud: &Cloud, facets: &[Facet]) -> Vec<Ridge> {
    let height = |facet: &Facet, p: usize| {
        let normal = cloud.normal(&facet.corners);
        (normal.dot(cloud.at(p) - cloud.at(facet.corners[0])) / normal.length()).abs()
    };
    let mut ridges = Vec::new();
    for (index, facet) in facets.iter().enumerate() {
        for side in 0..3 {
            let ends = [facet.corners[side], facet.corners[(side + 1) % 3]];
            let other = &facets[facet.adjacent[side]];
            let far = other.corners.iter().find(|corner| !ends.contains(corner));
            if let Some(&far) = far
                && ends[0] < ends[1]
            {
                let height = height(facet, far).min(height(other, facet.corners[(side + 2) % 3]));
                // Four corners within the tolerance of one plane, to either side, leave a height of
                // at most four times the tolerance.
                if height <= 4.0 * cloud.coplanar() {
                    ridges.push(Ridge { height, ends, facets: [index, facet.adjacent[side]] });
                }
            }
        }
    }
    ridges.sort_by(|a, b| a.height.partial_cmp(&b.height).unwrap_or(Ordering::Equal).then(a.ends.cmp(&b.ends)));
    ridges
}

impl Merger<'_> {
    fn merge(&mut self, ridge: &Ridge) -> bool {
        let [a, b] = ridge.ends;
        let [f, g] = ridge.facets.map(|facet| self.find(facet));
        let busy = self.grown[f] == self.pass || self.grown[g] == self.pass;
        if busy || f == g || self.degree[a] < 4 || self.degree[b] < 4 || self.shared_corners(f, g) != 2 {
            return false;
        }
        let normal = self.normals[f] + self.normals[g];
        let Some(corners) = self.joined_loop(f, g, a, b) else { return false };
        if !self.is_flat_and_convex(&corners, normal) {
            return false;
        }
        self.normals[f] = normal;
        self.grown[f] = self.pass;
        self.degree[a] -= 1;
        self.degree[b] -= 1;
        self.loops[f] = corners;
        self.loops[g] = Vec::new();
        self.into[g] = f;
        true
    }

    fn find(&mut self, mut face: usize) -> usize {
        while self.into[face] != face {
            self.into[face] = self.into[self.into[face]];
            face = self.into[face];
        }
        face
    }

    fn shared_corners(&mut self, f: usize, g: usize) -> usize {
        self.round += 1;
        for &corner in &self.loops[f] {
            self.stamp[corner] = self.round;
        }
        self.loops[g].iter().filter(|&&corner| self.stamp[corner] == self.round).count()
    }

    /// The loop of `f`, which contains the edge a → b, with the loop of `g`, which contains it
    /// backwards, in place of the edge.
    fn joined_loop(&self, f: usize, g: usize, a: usize, b: usize) -> Option<Vec<usize>> {
        let (f, g) = (&self.loops[f], &self.loops[g]);
        let from_b = f.iter().position(|&corner| corner == b)?;
        let from_a = g.iter().position(|&corner| corner == a)?;
        // f: b … a, then g from after a to before b.
        let around_f = f[from_b..].iter().chain(&f[..from_b]);
        let around_g = g[from_a..].iter().chain(&g[..from_a]).skip(1).take(g.len().saturating_sub(2));
        Some(around_f.chain(around_g).copied().collect())
    }

    fn is_flat_and_convex(&self, corners: &[usize], normal: DVec3) -> bool {
        let at = |i: usize| self.cloud.at(corners[i % corners.len()]);
        let left = |from: DVec3, by: DVec3, to: DVec3| (by - from).cross(to - by).dot(normal) > 0.0;
        // Left turns alone could wind twice. The fan from the first corner excludes that.
        let convex = (0..corners.len()).all(|i| left(at(i), at(i + 1), at(i + 2)))
            && (1..corners.len().saturating_sub(1)).all(|i| left(at(0), at(i), at(i + 1)));
        if !convex {
            return false;
        }
        let height = |&corner: &usize| normal.dot(self.cloud.at(corner) - at(0));
        let low = corners.iter().map(height).fold(0.0, f64::min);
        let top = corners.iter().fold(corners[0], |top, corner| if height(corner) > height(&top) { *corner } else { top });
        // Not `>`, so that a normal of length zero is refused as well.
        height(&self.highest_vertex(top, normal)) - low < 2.0 * self.cloud.coplanar() * normal.length()
    }

    /// The highest vertex along `up`, found by climbing: on a convex hull, a vertex without a
    /// higher neighbour is the highest.
    fn highest_vertex(&self, mut from: usize, up: DVec3) -> usize {
        let origin = self.cloud.at(from);
        let height = |vertex: usize| up.dot(self.cloud.at(vertex) - origin);
        loop {
            let higher = self.neighbours[from].iter().fold(from, |top, &next| if height(next) > height(top) { next } else { top });
            if higher == from {
                return from;
            }
            from = higher;
        }
    }
}

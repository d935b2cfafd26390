//! The triangulated hull, by Quickhull.
//!
//! Barber, Dobkin, Huhdanpaa, *The Quickhull algorithm for convex hulls* (1996), with exact signs
//! in place of its thick facets:
//!
//! * Start with a tetrahedron. Each facet has a list of points from which it is visible (strictly,
//!   by the exact sign). A point from which no facet is visible is inside and dropped.
//! * Take the highest point of all lists. The facets visible from it are found by flood fill. Their
//!   border, the horizon, is one loop, because a facet counts as hidden if the point is in its
//!   plane. A fan from the point to the horizon replaces them. No triangle of the fan is
//!   degenerate: a point on the line of a horizon edge is in the plane of the visible facet next to
//!   it.
//! * A point within the tolerance of the current hull is dropped instead. The hull only grows, so
//!   the point stays within the tolerance, and errors do not add up. Corners are added before the
//!   noise between them, because the highest point goes first.
//! * If the number of vertices is limited, the first point that would exceed it ends the
//!   construction. So the hull for a smaller limit is a part of that for a larger one. The
//!   remaining points are measured against the facets visible from them; the nearest of those is as
//!   near as the hull.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec3;

use crate::cloud::Cloud;

/// A triangle of the hull, counter-clockwise from outside.
pub(crate) struct Facet {
    /// Indices into the cloud.
    pub(crate) corners: [usize; 3],
    /// The facet across the edge from corner i to corner i + 1.
    pub(crate) adjacent: [usize; 3],
    normal: DVec3,
    /// Points from which this facet is visible, with their heights above it.
    outside: Vec<(f64, usize)>,
    alive: bool,
    visited: usize,
    visible: bool,
}

impl Facet {
    fn new(cloud: &Cloud, corners: [usize; 3], adjacent: [usize; 3]) -> Self {
        let normal = cloud.normal(&corners);
        let length = normal.length();
        let normal = if length > 0.0 { normal * (1.0 / length) } else { DVec3::ZERO };
        Self { corners, adjacent, normal, outside: Vec::new(), alive: true, visited: 0, visible: false }
    }

    fn height(&self, cloud: &Cloud, p: usize) -> f64 {
        self.normal.dot(cloud.at(p) - cloud.at(self.corners[0])).max(0.0)
    }

    /// The index in the list of the highest point. Of equals, the point of lowest index.
    fn highest_outside(&self) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (highest, &(height, p)) in self.outside.iter().enumerate() {
            let better = best.is_none_or(|best| {
                let (most, lowest) = self.outside[best];
                height > most || (height == most && p < lowest)
            });
            if better {
                best = Some(highest);
            }
        }
        best
    }
}

/// When to leave out a point.
pub(crate) struct StopRule {
    /// It is within this distance of the current hull.
    pub(crate) tolerance: f64,
    /// The hull would have more vertices than this.
    pub(crate) max_vertices: usize,
}

/// A closed triangulation, and a bound of the distance of all points from it.
pub(crate) struct Triangulation {
    pub(crate) facets: Vec<Facet>,
    pub(crate) error: f64,
}

/// An edge of the horizon: from, to (in the order of the visible facet), and the hidden facet
/// across it.
type HorizonEdge = (usize, usize, usize);

struct Quickhull<'c> {
    cloud: &'c Cloud,
    facets: Vec<Facet>,
    /// Facets with points outside, by height. Entries of removed facets are skipped when they are
    /// popped.
    highest: BinaryHeap<(u64, Reverse<usize>)>,
    /// The horizon edge that starts at a point; valid only for the starts of the current horizon.
    edge_from: Vec<usize>,
    round: usize,
    alive_count: usize,
    error: f64,
}

/// The closed triangulation of the hull of `members`, starting with four of them. `None` if these
/// are coplanar.
pub(crate) fn triangulate(cloud: &Cloud, members: &[usize], tetrahedron: [usize; 4], stop: &StopRule) -> Option<Triangulation> {
    let [a, b, c, d] = tetrahedron;
    let side = cloud.visibility(d, [a, b, c]);
    if side == 0.0 {
        return None;
    }
    // The base must not be visible from the apex.
    let [a, b] = if side > 0.0 { [b, a] } else { [a, b] };
    let facets = vec![
        Facet::new(cloud, [a, b, c], [1, 2, 3]),
        Facet::new(cloud, [b, a, d], [0, 3, 2]),
        Facet::new(cloud, [c, b, d], [0, 1, 3]),
        Facet::new(cloud, [a, c, d], [0, 2, 1]),
    ];
    let edge_from = vec![usize::MAX; cloud.points.len()];
    let mut hull = Quickhull { cloud, facets, highest: BinaryHeap::new(), edge_from, round: 0, alive_count: 4, error: 0.0 };
    hull.distribute(members.iter().copied(), 0);
    while let Some((_, Reverse(facet))) = hull.highest.pop() {
        if !hull.expand(facet, stop) {
            hull.measure_remaining();
            break;
        }
    }
    Some(Triangulation { error: hull.error, facets: compacted(hull.facets) })
}

impl Quickhull<'_> {
    /// Adds each point to the list of the first facet, from `first` on, that is visible from it.
    fn distribute(&mut self, points: impl Iterator<Item = usize>, first: usize) {
        let cloud = self.cloud;
        for p in points {
            if let Some(facet) = self.facets[first..].iter_mut().find(|facet| cloud.visibility(p, facet.corners) > 0.0) {
                facet.outside.push((facet.height(cloud, p), p));
            }
        }
        for index in first..self.facets.len() {
            self.queue(index);
        }
    }

    fn queue(&mut self, index: usize) {
        if let Some(highest) = self.facets[index].highest_outside() {
            // The bits of non-negative floats are ordered as the floats are.
            self.highest.push((self.facets[index].outside[highest].0.to_bits(), Reverse(index)));
        }
    }

    /// Adds the highest point of a facet's list to the hull, or leaves it out. `false` if the hull
    /// may have no more vertices.
    fn expand(&mut self, index: usize, stop: &StopRule) -> bool {
        let facet = &self.facets[index];
        if !facet.alive {
            return true;
        }
        let Some(highest) = facet.highest_outside() else { return true };
        let (_, p) = facet.outside[highest];
        let (visible, mut horizon) = self.visible_from(p, index);
        let distance = self.nearest(p, &visible);
        // With exact signs the horizon is always one loop. If it were not, the point would be left
        // out, because the hull must not break.
        if distance <= stop.tolerance || !self.order(&mut horizon) {
            // All points as near to this facet are left out with it. On a noisy plane these are
            // nearly all, and one by one they would cost n².
            let cloud = self.cloud;
            let Facet { corners, outside, .. } = &mut self.facets[index];
            let mut error = self.error.max(cloud.upper_bound(distance));
            outside.swap_remove(highest);
            outside.retain(|&(_, q)| {
                let distance = cloud.to_triangle(q, *corners);
                if distance <= stop.tolerance {
                    error = error.max(cloud.upper_bound(distance));
                }
                distance > stop.tolerance
            });
            self.error = error;
            self.queue(index);
            return true;
        }
        // Euler's formula: a closed triangulation of n facets has n/2 + 2 vertices. A point that
        // encloses vertices may lower the number.
        let alive_count = self.alive_count - visible.len() + horizon.len();
        if alive_count / 2 + 2 > stop.max_vertices {
            return false;
        }
        self.alive_count = alive_count;
        self.facets[index].outside.swap_remove(highest);
        let mut orphans = Vec::new();
        for &f in &visible {
            self.facets[f].alive = false;
            orphans.extend(self.facets[f].outside.drain(..).map(|(_, q)| q));
        }
        let first = self.facets.len();
        let count = horizon.len();
        for (i, &(from, to, unseen)) in horizon.iter().enumerate() {
            let (next, previous) = (first + (i + 1) % count, first + (i + count - 1) % count);
            self.facets.push(Facet::new(self.cloud, [from, to, p], [unseen, next, previous]));
            let outer = &mut self.facets[unseen];
            if let Some(side) = (0..3).find(|&side| outer.corners[side] == to && outer.corners[(side + 1) % 3] == from) {
                outer.adjacent[side] = first + i;
            }
        }
        self.distribute(orphans.into_iter(), first);
        true
    }

    /// The distance of `p` from the nearest of these facets. If they are those visible from `p`,
    /// this is the distance from the hull.
    fn nearest(&self, p: usize, facets: &[usize]) -> f64 {
        facets.iter().fold(f64::INFINITY, |nearest, &f| nearest.min(self.cloud.to_triangle(p, self.facets[f].corners)))
    }

    /// Measures the points that are still outside.
    fn measure_remaining(&mut self) {
        for index in 0..self.facets.len() {
            for (_, p) in core::mem::take(&mut self.facets[index].outside) {
                let (visible, _) = self.visible_from(p, index);
                self.error = self.error.max(self.cloud.upper_bound(self.nearest(p, &visible)));
            }
        }
    }

    /// The facets visible from `p`, starting with one of them, and their border.
    fn visible_from(&mut self, p: usize, start: usize) -> (Vec<usize>, Vec<HorizonEdge>) {
        self.round += 1;
        let mut visible = vec![start];
        let mut horizon = Vec::new();
        self.facets[start].visited = self.round;
        self.facets[start].visible = true;
        let mut next = 0;
        while let Some(&index) = visible.get(next) {
            next += 1;
            let Facet { corners, adjacent, .. } = self.facets[index];
            for side in 0..3 {
                let other = &mut self.facets[adjacent[side]];
                if other.visited != self.round {
                    other.visited = self.round;
                    other.visible = self.cloud.visibility(p, other.corners) > 0.0;
                    if other.visible {
                        visible.push(adjacent[side]);
                    }
                }
                if !other.visible {
                    horizon.push((corners[side], corners[(side + 1) % 3], adjacent[side]));
                }
            }
        }
        (visible, horizon)
    }

    /// Sorts the edges of the horizon into one loop; `false` if they are none.
    fn order(&mut self, horizon: &mut [HorizonEdge]) -> bool {
        for &(from, ..) in horizon.iter() {
            self.edge_from[from] = usize::MAX;
        }
        for (i, &(from, ..)) in horizon.iter().enumerate() {
            if self.edge_from[from] != usize::MAX {
                return false;
            }
            self.edge_from[from] = i;
        }
        for i in 1..horizon.len() {
            let wanted = horizon[i - 1].1;
            let found = self.edge_from[wanted];
            if found < i || found >= horizon.len() || horizon[found].0 != wanted {
                return false;
            }
            self.edge_from[horizon[i].0] = found;
            self.edge_from[wanted] = i;
            horizon.swap(i, found);
        }
        match (horizon.first(), horizon.last()) {
            (Some(first), Some(last)) => first.0 == last.1 && horizon.len() > 2,
            _ => false,
        }
    }
}

/// The facets that are alive, renumbered.
fn compacted(facets: Vec<Facet>) -> Vec<Facet> {
    let mut number = 0;
    let new_index: Vec<usize> = facets
        .iter()
        .map(|facet| {
            number += usize::from(facet.alive);
            number.saturating_sub(1)
        })
        .collect();
    let mut alive: Vec<Facet> = facets.into_iter().filter(|facet| facet.alive).collect();
    for facet in &mut alive {
        facet.adjacent = facet.adjacent.map(|other| new_index[other]);
    }
    alive
}

#[cfg(test)]
mod tests {
    use super::{Facet, StopRule, triangulate};
    use crate::cloud::Cloud;
    use crate::scaled_points::ScaledPoints;
    use glam::DVec3;

    const EXACTLY: StopRule = StopRule { tolerance: 0.0, max_vertices: usize::MAX };

    fn is_hull(cloud: &Cloud, facets: &[Facet]) {
        for (index, facet) in facets.iter().enumerate() {
            assert!(cloud.normal(&facet.corners) != DVec3::ZERO, "degenerate: {:?}", facet.corners);
            assert!((0..cloud.points.len()).all(|p| cloud.visibility(p, facet.corners) <= 0.0), "{:?} is visible", facet.corners);
            for side in 0..3 {
                let ends = [facet.corners[side], facet.corners[(side + 1) % 3]];
                let other = &facets[facet.adjacent[side]];
                let back = (0..3).find(|&s| [other.corners[(s + 1) % 3], other.corners[s]] == ends);
                assert_eq!(back.map(|s| other.adjacent[s]), Some(index));
            }
        }
    }

    #[test]
    fn without_tolerance_the_hull_is_exact_whatever_is_coplanar() {
        for seed in 0..200_u64 {
            // A lattice in an order that depends on the seed: many coplanar, collinear and equal
            // points.
            let mut state = seed;
            let mut points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
            for _ in 0..60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                points.push(DVec3::new((state >> 33 & 3) as f64, (state >> 40 & 3) as f64, (state >> 50 & 3) as f64));
            }
            let cloud = Cloud::new(&ScaledPoints::new(points), f64::EPSILON);
            let all: Vec<usize> = (0..64).collect();
            let facets = triangulate(&cloud, &all, [0, 1, 2, 3], &EXACTLY).map_or_else(Vec::new, |t| t.facets);
            assert!(facets.len() > 3);
            is_hull(&cloud, &facets);
        }
    }

    #[test]
    fn coplanar_starts_are_refused() {
        let cloud = Cloud::new(&ScaledPoints::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE - DVec3::Z]), f64::EPSILON);
        assert!(triangulate(&cloud, &[0, 1, 2, 3], [0, 1, 2, 3], &EXACTLY).is_none());
    }
}

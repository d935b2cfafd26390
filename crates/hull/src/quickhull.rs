//! The triangulated hull, by Quickhull.
//!
//! Barber, Dobkin, Huhdanpaa, *The Quickhull algorithm for convex hulls* (1996), with exact signs in place of its thick facets:
//!
//! * Start from a tetrahedron. Every point that sees a facet (strictly, by the exact sign) is kept in that facet's list; who sees none is
//!   inside and gone.
//! * Take the highest point over all facets. The facets it sees are found by flood fill; their border, the horizon, is one loop,
//!   because a facet in whose plane the point lies counts as unseen. They are replaced by a fan from the point to the horizon. No
//!   fan triangle is degenerate: a point on the line of a horizon edge lies in the plane of the seen facet beside it.
//! * A point that is within the tolerance of the hull so far is dropped instead. The hull only grows, so it stays within the tolerance:
//!   what is lost does not add up. Taking the highest first sees to it that corners come before the noise between them.
//! * Where the number of vertices has a limit, the first point that would pass it ends the search. So a smaller limit gives a part of what a larger
//!   one does. What is still outside is measured against the facets it sees, the nearest of which is as near as the hull.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec3;

use crate::cloud::Cloud;

/// A triangle of the hull, counter-clockwise from outside.
pub(crate) struct Facet {
    /// Indices into the cloud.
    pub(crate) corners: [usize; 3],
    /// The facet beyond the edge from corner i to corner i + 1.
    pub(crate) beyond: [usize; 3],
    normal: DVec3,
    /// Points that see this facet, with their heights over it.
    outside: Vec<(f64, usize)>,
    alive: bool,
    asked: usize,
    seen: bool,
}

impl Facet {
    fn new(cloud: &Cloud, corners: [usize; 3], beyond: [usize; 3]) -> Self {
        let normal = cloud.normal(&corners);
        let length = normal.length();
        let normal = if length > 0.0 { normal * (1.0 / length) } else { DVec3::ZERO };
        Self { corners, beyond, normal, outside: Vec::new(), alive: true, asked: 0, seen: false }
    }

    fn height(&self, cloud: &Cloud, p: usize) -> f64 {
        self.normal.dot(cloud.at(p) - cloud.at(self.corners[0])).max(0.0)
    }

    /// The place in the list of the highest point; of equals the one given first.
    fn peak(&self) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (place, &(height, p)) in self.outside.iter().enumerate() {
            let better = best.is_none_or(|best| {
                let (most, lowest) = self.outside[best];
                height > most || (height == most && p < lowest)
            });
            if better {
                best = Some(place);
            }
        }
        best
    }
}

/// When a point is left out.
pub(crate) struct Until {
    /// Within this of the hull so far.
    pub(crate) tolerance: f64,
    /// The hull would have more vertices than this.
    pub(crate) vertices: usize,
}

/// A closed triangulation, and how far at most the points left out are from it.
pub(crate) struct Triangulation {
    pub(crate) facets: Vec<Facet>,
    pub(crate) lost: f64,
}

/// An edge of the horizon: from, to (as the seen facet has it), and the unseen facet beyond.
type HorizonEdge = (usize, usize, usize);

struct Quickhull<'c> {
    cloud: &'c Cloud,
    facets: Vec<Facet>,
    /// Facets with points outside, by height; entries of dead facets are skipped when they come up.
    highest: BinaryHeap<(u64, Reverse<usize>)>,
    /// Of a point, the horizon edge that starts there; valid only for the starts of the present horizon.
    starts: Vec<usize>,
    round: usize,
    living: usize,
    lost: f64,
}

/// The closed triangulation of the hull of `members`, given four of them that are not coplanar. `None` if the four are coplanar.
pub(crate) fn triangulate(cloud: &Cloud, members: &[usize], tetrahedron: [usize; 4], until: &Until) -> Option<Triangulation> {
    let [a, b, c, d] = tetrahedron;
    let side = cloud.sees(d, [a, b, c]);
    if side == 0.0 {
        return None;
    }
    // The apex must not see the base.
    let [a, b] = if side > 0.0 { [b, a] } else { [a, b] };
    let facets = vec![
        Facet::new(cloud, [a, b, c], [1, 2, 3]),
        Facet::new(cloud, [b, a, d], [0, 3, 2]),
        Facet::new(cloud, [c, b, d], [0, 1, 3]),
        Facet::new(cloud, [a, c, d], [0, 2, 1]),
    ];
    let starts = vec![usize::MAX; cloud.points.len()];
    let mut hull = Quickhull { cloud, facets, highest: BinaryHeap::new(), starts, round: 0, living: 4, lost: 0.0 };
    hull.distribute(members.iter().copied(), 0);
    while let Some((_, Reverse(facet))) = hull.highest.pop() {
        if !hull.expand(facet, until) {
            hull.lose_the_rest();
            break;
        }
    }
    Some(Triangulation { lost: hull.lost, facets: compacted(hull.facets) })
}

impl Quickhull<'_> {
    /// Puts each point into the list of the first facet, from `first` on, that it sees.
    fn distribute(&mut self, points: impl Iterator<Item = usize>, first: usize) {
        let cloud = self.cloud;
        for p in points {
            if let Some(facet) = self.facets[first..].iter_mut().find(|facet| cloud.sees(p, facet.corners) > 0.0) {
                facet.outside.push((facet.height(cloud, p), p));
            }
        }
        for index in first..self.facets.len() {
            self.queue(index);
        }
    }

    fn queue(&mut self, index: usize) {
        if let Some(place) = self.facets[index].peak() {
            // The bits of non-negative floats are ordered as the floats are.
            self.highest.push((self.facets[index].outside[place].0.to_bits(), Reverse(index)));
        }
    }

    /// Takes the highest point over a facet into the hull, or leaves it out; false if there is no room for it.
    fn expand(&mut self, index: usize, until: &Until) -> bool {
        let facet = &self.facets[index];
        if !facet.alive {
            return true;
        }
        let Some(place) = facet.peak() else { return true };
        let (_, p) = facet.outside[place];
        let (seen, mut horizon) = self.look_from(p, index);
        let distance = self.nearest(p, &seen);
        // Exact signs make the horizon one loop; were it ever not, the point is left out rather than the hull broken.
        if distance <= until.tolerance || !self.order(&mut horizon) {
            // With it go all that are as near to this facet: of a noisy plane nearly all, one by one they would cost the square.
            let cloud = self.cloud;
            let Facet { corners, outside, .. } = &mut self.facets[index];
            let mut lost = self.lost.max(cloud.at_most(distance));
            outside.swap_remove(place);
            outside.retain(|&(_, q)| {
                let distance = cloud.to_triangle(q, *corners);
                if distance <= until.tolerance {
                    lost = lost.max(cloud.at_most(distance));
                }
                distance > until.tolerance
            });
            self.lost = lost;
            self.queue(index);
            return true;
        }
        // Euler: a closed triangulation of n facets has n/2 + 2 vertices. A point that swallows others may bring fewer.
        let living = self.living - seen.len() + horizon.len();
        if living / 2 + 2 > until.vertices {
            return false;
        }
        self.living = living;
        self.facets[index].outside.swap_remove(place);
        let mut orphans = Vec::new();
        for &f in &seen {
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
                outer.beyond[side] = first + i;
            }
        }
        self.distribute(orphans.into_iter(), first);
        true
    }

    /// How far `p` is from the nearest of these facets; where they are those it sees, from the hull.
    fn nearest(&self, p: usize, facets: &[usize]) -> f64 {
        facets.iter().fold(f64::INFINITY, |nearest, &f| nearest.min(self.cloud.to_triangle(p, self.facets[f].corners)))
    }

    /// Measures what is still outside.
    fn lose_the_rest(&mut self) {
        for index in 0..self.facets.len() {
            for (_, p) in core::mem::take(&mut self.facets[index].outside) {
                let (seen, _) = self.look_from(p, index);
                self.lost = self.lost.max(self.cloud.at_most(self.nearest(p, &seen)));
            }
        }
    }

    /// The facets that `p` sees, starting from one, and their border.
    fn look_from(&mut self, p: usize, start: usize) -> (Vec<usize>, Vec<HorizonEdge>) {
        self.round += 1;
        let mut seen = vec![start];
        let mut horizon = Vec::new();
        self.facets[start].asked = self.round;
        self.facets[start].seen = true;
        let mut next = 0;
        while let Some(&index) = seen.get(next) {
            next += 1;
            let Facet { corners, beyond, .. } = self.facets[index];
            for side in 0..3 {
                let other = &mut self.facets[beyond[side]];
                if other.asked != self.round {
                    other.asked = self.round;
                    other.seen = self.cloud.sees(p, other.corners) > 0.0;
                    if other.seen {
                        seen.push(beyond[side]);
                    }
                }
                if !other.seen {
                    horizon.push((corners[side], corners[(side + 1) % 3], beyond[side]));
                }
            }
        }
        (seen, horizon)
    }

    /// Brings the horizon's edges into one running order; false if they are not one closed loop.
    fn order(&mut self, horizon: &mut [HorizonEdge]) -> bool {
        for &(from, ..) in horizon.iter() {
            self.starts[from] = usize::MAX;
        }
        for (i, &(from, ..)) in horizon.iter().enumerate() {
            if self.starts[from] != usize::MAX {
                return false;
            }
            self.starts[from] = i;
        }
        for place in 1..horizon.len() {
            let wanted = horizon[place - 1].1;
            let found = self.starts[wanted];
            if found < place || found >= horizon.len() || horizon[found].0 != wanted {
                return false;
            }
            self.starts[horizon[place].0] = found;
            self.starts[wanted] = place;
            horizon.swap(place, found);
        }
        match (horizon.first(), horizon.last()) {
            (Some(first), Some(last)) => first.0 == last.1 && horizon.len() > 2,
            _ => false,
        }
    }
}

/// The living facets, renumbered.
fn compacted(facets: Vec<Facet>) -> Vec<Facet> {
    let mut number = 0;
    let places: Vec<usize> = facets
        .iter()
        .map(|facet| {
            number += usize::from(facet.alive);
            number.saturating_sub(1)
        })
        .collect();
    let mut living: Vec<Facet> = facets.into_iter().filter(|facet| facet.alive).collect();
    for facet in &mut living {
        facet.beyond = facet.beyond.map(|other| places[other]);
    }
    living
}

#[cfg(test)]
mod tests {
    use super::{Facet, Until, triangulate};
    use crate::cloud::Cloud;
    use crate::scaled_points::ScaledPoints;
    use glam::DVec3;

    const EXACTLY: Until = Until { tolerance: 0.0, vertices: usize::MAX };

    fn is_hull(cloud: &Cloud, facets: &[Facet]) {
        for (index, facet) in facets.iter().enumerate() {
            assert!(cloud.normal(&facet.corners) != DVec3::ZERO, "degenerate: {:?}", facet.corners);
            assert!((0..cloud.points.len()).all(|p| cloud.sees(p, facet.corners) <= 0.0), "{:?} is seen", facet.corners);
            for side in 0..3 {
                let ends = [facet.corners[side], facet.corners[(side + 1) % 3]];
                let other = &facets[facet.beyond[side]];
                let back = (0..3).find(|&s| [other.corners[(s + 1) % 3], other.corners[s]] == ends);
                assert_eq!(back.map(|s| other.beyond[s]), Some(index));
            }
        }
    }

    #[test]
    fn without_tolerance_the_hull_is_exact_whatever_is_coplanar() {
        for seed in 0..200_u64 {
            // A lattice in an order that depends on the seed: coplanar, collinear and equal points everywhere.
            let mut state = seed;
            let mut points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
            for _ in 0..60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                points.push(DVec3::new((state >> 33 & 3) as f64, (state >> 40 & 3) as f64, (state >> 50 & 3) as f64));
            }
            let cloud = Cloud::new(&ScaledPoints::new(points), f64::EPSILON);
            let everybody: Vec<usize> = (0..64).collect();
            let facets = triangulate(&cloud, &everybody, [0, 1, 2, 3], &EXACTLY).map_or_else(Vec::new, |t| t.facets);
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

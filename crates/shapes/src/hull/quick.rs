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
//! * Among points of (nearly) the same height, the one farthest from the facet's middle: of a face parallel to the facet, a corner.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::cloud::Cloud;

/// A triangle of the hull, counter-clockwise from outside.
pub(super) struct Facet {
    /// Indices into the cloud.
    pub(super) corners: [usize; 3],
    /// The facet beyond the edge from corner i to corner i + 1.
    pub(super) beyond: [usize; 3],
    normal: DVec3,
    outside: Vec<usize>,
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
}

/// The closed triangulation of the hull of `members`, given four of them that are not coplanar. Points within `tolerance` of it may be
/// missing. `None` if the four are coplanar.
pub(super) fn triangulate(cloud: &Cloud, members: &[usize], tetrahedron: [usize; 4], tolerance: f64) -> Option<Vec<Facet>> {
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
    let mut hull = Quickhull { cloud, facets, highest: BinaryHeap::new(), starts: vec![usize::MAX; cloud.points.len()], round: 0 };
    hull.distribute(members.iter().copied(), 0);
    while let Some((_, Reverse(facet))) = hull.highest.pop() {
        hull.expand(facet, tolerance);
    }
    Some(compacted(hull.facets))
}

impl Quickhull<'_> {
    /// Puts each point into the list of the first facet, from `first` on, that it sees.
    fn distribute(&mut self, points: impl Iterator<Item = usize>, first: usize) {
        let cloud = self.cloud;
        for p in points {
            if let Some(facet) = self.facets[first..].iter_mut().find(|facet| cloud.sees(p, facet.corners) > 0.0) {
                facet.outside.push(p);
            }
        }
        for index in first..self.facets.len() {
            self.queue(index);
        }
    }

    fn queue(&mut self, index: usize) {
        let facet = &self.facets[index];
        if !facet.outside.is_empty() {
            let top = facet.outside.iter().fold(0.0, |top: f64, &p| top.max(facet.height(self.cloud, p)));
            // The bits of non-negative floats are ordered as the floats are.
            self.highest.push((top.to_bits(), Reverse(index)));
        }
    }

    /// The place in the facet's list of the point to take next.
    fn peak(&self, facet: &Facet) -> Option<usize> {
        let top = facet.outside.iter().fold(0.0, |top: f64, &p| top.max(facet.height(self.cloud, p)));
        let band = top - self.cloud.level();
        let [a, b, c] = facet.corners.map(|corner| self.cloud.at(corner));
        let middle = (a + b + c) * (1.0 / 3.0);
        let mut best: Option<(usize, f64, usize)> = None;
        for (place, &p) in facet.outside.iter().enumerate() {
            if facet.height(self.cloud, p) < band {
                continue;
            }
            let away = (self.cloud.at(p) - middle).length_squared();
            let better = match best {
                None => true,
                Some((_, most, lowest)) => away > most || (away == most && p < lowest),
            };
            if better {
                best = Some((place, away, p));
            }
        }
        best.map(|(place, ..)| place)
    }

    fn expand(&mut self, index: usize, tolerance: f64) {
        let facet = &self.facets[index];
        if !facet.alive {
            return;
        }
        let Some(place) = self.peak(facet) else { return };
        let p = self.facets[index].outside.swap_remove(place);
        let (seen, mut horizon) = self.look_from(p, index);
        let near = seen.iter().any(|&f| self.cloud.to_triangle(p, self.facets[f].corners) <= tolerance);
        // Exact signs make the horizon one loop; were it ever not, the point is left out rather than the hull broken.
        if near || !self.order(&mut horizon) {
            // With it go all that are as near to this facet: of a noisy plane nearly all, one by one they would cost the square.
            let Facet { corners, .. } = self.facets[index];
            self.facets[index].outside.retain(|&q| self.cloud.to_triangle(q, corners) > tolerance);
            self.queue(index);
            return;
        }
        let mut orphans = Vec::new();
        for &f in &seen {
            self.facets[f].alive = false;
            orphans.append(&mut self.facets[f].outside);
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

//! From a cloud to a point, a segment, a polygon or a solid.
//!
//! * A wide start: the point farthest from the middle, the point farthest from that, the farthest from their line, the farthest from
//!   their plane. Where the cloud is no thicker than the tolerance in one of these steps it has fewer dimensions, and is legal.
//! * Flat: the axis most along the normal is left out (no rounding), the outline found by exact signs and thinned.
//! * Solid: [`triangulate`], drop superfluous vertices and triangulate what is left until nothing is superfluous, then merge.

use glam::{DVec2, DVec3};

use super::cloud::Cloud;
use super::merge::merged;
use super::quick::{Facet, triangulate};
use super::thin::{hardly_corners, no_corners};
use crate::outline::{outline, thinned};

/// Corner loops, counter-clockwise from outside, of indices into the cloud; two (front and back) of a polygon, one of a segment (two
/// corners) or a point.
pub(super) fn cook(cloud: &Cloud) -> Vec<Vec<usize>> {
    let everybody: Vec<usize> = (0..cloud.points.len()).collect();
    match start(cloud, &everybody) {
        Start::Point(p) => vec![vec![p]],
        Start::Line(ends) => vec![ends.to_vec()],
        Start::Flat(normal) => flat(cloud, normal),
        Start::Solid(tetrahedron, normal) => match triangulate(cloud, &everybody, tetrahedron, cloud.outside()) {
            Some(facets) => merged(cloud, &without_superfluous(cloud, facets)),
            None => flat(cloud, normal),
        },
    }
}

enum Start {
    Point(usize),
    Line([usize; 2]),
    Flat(DVec3),
    Solid([usize; 4], DVec3),
}

fn start(cloud: &Cloud, members: &[usize]) -> Start {
    // The first of equals: strictly greater.
    let most = |value: &dyn Fn(DVec3) -> f64| {
        members.iter().fold((0, f64::NEG_INFINITY), |best, &p| {
            let value = value(cloud.at(p));
            if value > best.1 { (p, value) } else { best }
        })
    };
    let (a, _) = most(&|p| (p - cloud.middle).length_squared());
    let origin = cloud.at(a);
    let (b, length) = most(&|p| (p - origin).length());
    if length <= cloud.outside() {
        return Start::Point(a);
    }
    let along = (cloud.at(b) - origin) * (1.0 / length);
    let (c, width) = most(&|p| along.cross(p - origin).length());
    if width <= cloud.outside() {
        let ends = [most(&|p| -along.dot(p - origin)).0, most(&|p| along.dot(p - origin)).0];
        // The lower index first, as for every face.
        return Start::Line([ends[0].min(ends[1]), ends[0].max(ends[1])]);
    }
    let normal = cloud.normal(&[a, b, c]);
    let normal = normal * (1.0 / normal.length());
    let (top, high) = most(&|p| normal.dot(p - origin));
    let (bottom, low) = most(&|p| -normal.dot(p - origin));
    if high + low <= cloud.flat() {
        return Start::Flat(normal);
    }
    Start::Solid([a, b, c, if high >= low { top } else { bottom }], normal)
}

/// Front and back of the outline of points that lie in a plane.
fn flat(cloud: &Cloud, normal: DVec3) -> Vec<Vec<usize>> {
    let size = normal.abs();
    // (axis left out, the other two in the order that keeps the orientation)
    let project = |p: &DVec3| {
        if size.x >= size.y && size.x >= size.z {
            DVec2::new(p.y, p.z)
        } else if size.y >= size.z {
            DVec2::new(p.z, p.x)
        } else {
            DVec2::new(p.x, p.y)
        }
    };
    let projected: Vec<DVec2> = cloud.points.iter().map(project).collect();
    let front = thinned(&projected, &outline(&projected), cloud.in_plane());
    if front.len() < 3 {
        return vec![front];
    }
    let back = front.iter().rev().copied().collect();
    vec![front, back]
}

/// Drops vertices and triangulates the others anew until none is superfluous.
fn without_superfluous(cloud: &Cloud, mut facets: Vec<Facet>) -> Vec<Facet> {
    let mut debt = vec![0.0; cloud.points.len()];
    // Each round drops at least one vertex or is the last.
    loop {
        let mut drop = no_corners(cloud, &facets);
        if drop.is_empty() {
            drop = hardly_corners(cloud, &facets, &mut debt);
        }
        if drop.is_empty() {
            return facets;
        }
        drop.sort_unstable();
        let mut kept: Vec<usize> = facets.iter().flat_map(|facet| facet.corners).collect();
        kept.sort_unstable();
        kept.dedup();
        kept.retain(|corner| drop.binary_search(corner).is_err());
        let Start::Solid(tetrahedron, _) = start(cloud, &kept) else { return facets };
        match triangulate(cloud, &kept, tetrahedron, 0.0) {
            Some(fewer) => facets = fewer,
            None => return facets,
        }
    }
}

//! Portals in space: a triangle of vertices around the line.

use clinch_support::{Vector, VertexIndex};
use glam::{DVec2, DVec3};

use crate::portal::{CALLS, Corner, Passage, SETTLE_FROM, Surface, reaches, stands_out};

/// A vertex, and where it is seen along the line.
#[derive(Clone, Copy)]
struct Seen {
    point: DVec3,
    at: DVec2,
    place: VertexIndex,
}

/// The portal of the line through the origin along a unit vector. `first` is any vertex.
pub(crate) fn portal(along: DVec3, first: Corner<DVec3>, noise: f64, surface: &mut impl Surface<DVec3>) -> Passage<DVec3> {
    let (x, y) = along.any_orthonormal_pair();
    let seen = |(point, place): Corner<DVec3>| Seen { point, at: DVec2::new(Vector::dot(x, point), Vector::dot(y, point)), place };
    let mut portal = match surround(seen(first), noise, |at| Some((seen(surface.farthest(x * at.x + y * at.y)?), x * at.x + y * at.y))) {
        Ok(portal) => portal,
        Err(passage) => return passage,
    };
    for step in 0..CALLS {
        let [p, q, r] = portal;
        // Counter-clockwise as seen against the line, which is against what is outward.
        let outward = (r.point - p.point).cross(q.point - p.point);
        let Some(next) = surface.farthest(outward).map(seen) else { return Passage::Unclear };
        if !stands_out(Vector::dot(outward, next.point - p.point), outward, noise) {
            let normal = outward * outward.length().recip();
            let height = Vector::dot(normal, next.point);
            let areas = [cross(q, r), cross(r, p), cross(p, q)];
            let whole = (areas[0] + areas[1] + areas[2]).recip();
            return Passage::Enters { normal, height, corners: portal.map(|corner| corner.place), weights: areas.map(|area| area * whole) };
        }
        let sides = portal.map(|corner| cross(corner, next));
        let between = |from: usize, to: usize| sides[from] <= 0.0 && sides[to] >= 0.0;
        let Some(away) = [(0, 1, 2), (1, 2, 0), (2, 0, 1)].into_iter().find(|&(from, to, _)| between(from, to)) else {
            return Passage::Unclear;
        };
        portal[away.2] = next;
        if step >= SETTLE_FROM && surface.settles(outward, &portal.map(|corner| corner.place)) {
            return Passage::Settled;
        }
    }
    Passage::Unclear
}

/// Three vertices around the line, counter-clockwise as seen against it; or what it is that there are none.
fn surround(first: Seen, noise: f64, mut ask: impl FnMut(DVec2) -> Option<(Seen, DVec3)>) -> Result<[Seen; 3], Passage<DVec3>> {
    let mut beyond = |across: DVec2| {
        let (next, axis) = ask(across).ok_or(Passage::Unclear)?;
        reaches(axis, Vector::dot(axis, next.point), noise).map(|()| next)
    };
    let second = beyond(-first.at)?;
    // The line to the left of the way from p to q.
    let (mut p, mut q) = if cross(first, second) > 0.0 { (first, second) } else { (second, first) };
    for _ in 0..CALLS {
        let next = beyond((q.at - p.at).perp())?;
        if cross(q, next) < 0.0 {
            p = next;
        } else if cross(next, p) < 0.0 {
            q = next;
        } else {
            return Ok([p, q, next]);
        }
    }
    Err(Passage::Unclear)
}

/// Twice the area between two vertices and the line, as seen along it: positive if the second is to the left of the first.
fn cross(one: Seen, other: Seen) -> f64 {
    one.at.x * other.at.y - one.at.y * other.at.x
}

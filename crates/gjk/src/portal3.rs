//! Portals in 3D: a triangle of vertices around the line.

use clinch_support::{Vector, VertexIndex};
use glam::{DVec2, DVec3};

use crate::portal::{MAX_CALLS, PortalOutcome, PortalSurface, PortalVertex, SOLVE_FROM_STEP, check_reach, exceeds};

/// A vertex and its projection along the line.
#[derive(Clone, Copy)]
struct Projected {
    point: DVec3,
    /// Its coordinates across the line, which is at the origin.
    at: DVec2,
    index: VertexIndex,
}

/// Follows the line through the origin along `direction` (unit). `first` is any vertex.
pub(crate) fn portal(
    direction: DVec3,
    first: PortalVertex<DVec3>,
    rounding: f64,
    surface: &mut impl PortalSurface<DVec3>,
) -> PortalOutcome<DVec3> {
    let (x, y) = direction.any_orthonormal_pair();
    let project = |PortalVertex { point, index }: PortalVertex<DVec3>| Projected {
        point,
        at: DVec2::new(Vector::dot(x, point), Vector::dot(y, point)),
        index,
    };
    let across = |at: DVec2| {
        let axis = x * at.x + y * at.y;
        Some((project(surface.farthest(axis)?), axis))
    };
    let mut portal = match surround(project(first), rounding, across) {
        Ok(portal) => portal,
        Err(outcome) => return outcome,
    };
    for step in 0..MAX_CALLS {
        let [p, q, r] = portal;
        // p, q, r run counter-clockwise as seen against the line, and outward is against the line.
        let outward = (r.point - p.point).cross(q.point - p.point);
        let Some(next) = surface.farthest(outward).map(project) else { return PortalOutcome::Inconclusive };
        if !exceeds(Vector::dot(outward, next.point - p.point), outward, rounding) {
            let normal = outward * outward.length().recip();
            let height = Vector::dot(normal, next.point);
            let areas = [cross(q, r), cross(r, p), cross(p, q)];
            let whole = (areas[0] + areas[1] + areas[2]).recip();
            return PortalOutcome::Facet {
                normal,
                height,
                corners: portal.map(|corner| corner.index),
                weights: areas.map(|area| area * whole),
            };
        }
        // The new vertex and two neighbouring corners surround the line. It replaces the third
        // corner.
        let sides = portal.map(|corner| cross(corner, next));
        let between = |from: usize, to: usize| sides[from] <= 0.0 && sides[to] >= 0.0;
        let Some(replaced) = [(0, 1, 2), (1, 2, 0), (2, 0, 1)].into_iter().find(|&(from, to, _)| between(from, to)) else {
            return PortalOutcome::Inconclusive;
        };
        portal[replaced.2] = next;
        if step >= SOLVE_FROM_STEP && surface.try_solve(outward, &portal.map(|corner| corner.index)) {
            return PortalOutcome::Solved;
        }
    }
    PortalOutcome::Inconclusive
}

/// Three vertices around the line, counter-clockwise as seen against it. The error is the outcome
/// if there are none. `farthest` gives the vertex farthest along an axis across the line, and that
/// axis in space.
fn surround(
    first: Projected,
    rounding: f64,
    mut farthest: impl FnMut(DVec2) -> Option<(Projected, DVec3)>,
) -> Result<[Projected; 3], PortalOutcome<DVec3>> {
    let mut beyond = |across: DVec2| {
        let (next, axis) = farthest(across).ok_or(PortalOutcome::Inconclusive)?;
        check_reach(axis, Vector::dot(axis, next.point), rounding).map(|()| next)
    };
    let second = beyond(-first.at)?;
    // Ordered so that the line is on the left of the way from p to q.
    let (mut p, mut q) = if cross(first, second) > 0.0 { (first, second) } else { (second, first) };
    for _ in 0..MAX_CALLS {
        let next = beyond((q.at - p.at).perp())?;
        if cross(q, next) < 0.0 {
            p = next;
        } else if cross(next, p) < 0.0 {
            q = next;
        } else {
            return Ok([p, q, next]);
        }
    }
    Err(PortalOutcome::Inconclusive)
}

/// Twice the area between two vertices and the line, as seen along it. Positive if the second is on
/// the left of the first.
fn cross(one: Projected, other: Projected) -> f64 {
    one.at.x * other.at.y - one.at.y * other.at.x
}

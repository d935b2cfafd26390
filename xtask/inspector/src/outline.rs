//! Outlines of convex sets from their support mappings alone.
//!
//! * A set is a function from a direction to its farthest point. Support points are added where the
//!   set rises above the hull of those found, until it does not by more than a tolerance.
//! * Of polytopes the result has every vertex that matters on a screen; of curved sets it is a
//!   polytope inside of them.

use clinch::hull::{HullFaces, ScaledPoints};
use clinch::support::Vector;
use clinch_testkit::build::Build;
use glam::{DVec2, DVec3};

use crate::report::Outline;

/// How far, relative to its size, a set may rise above its outline in 2D: a third of a pixel on a
/// large screen. Smaller: longer reports.
const TOLERANCE_2D: f64 = 3e-4;
/// The same in 3D, where the number of points grows with its inverse and faces are shaded.
const TOLERANCE_3D: f64 = 2.5e-3;
/// Halvings of the angle between two of the first four directions.
const DEPTH: u32 = 9;
/// Points of a solid. Larger: slower to draw. Smaller: curved surfaces have visible corners.
const MAX_POINTS: usize = 280;
/// Rounds of refinement; each doubles the points at least.
const ROUNDS: usize = 12;
/// Relative: points of a hull that are nearer to a face belong to it. Vertices in `f32` are off
/// their planes by 1e-7.
const COPLANAR: f64 = 2.5e-7;

/// The outline of a set in either dimension. Empty if a point is not finite.
pub(crate) fn outline<V: Build>(farthest: impl Fn(V::Wide) -> V::Wide) -> Outline
where
    V::Wide: Build,
{
    let of = |direction: DVec3| {
        let all = [direction.x, direction.y, direction.z];
        V::coords(farthest(V::Wide::from_fn(|axis| all[axis]))).to_vec3()
    };
    if V::DIM == 2 {
        let points = ring(&|direction: DVec2| of(direction.extend(0.0)).truncate());
        let faces = if points.is_empty() { Vec::new() } else { vec![(0..points.len()).collect()] };
        return Outline { points: points.into_iter().map(Into::into).collect(), faces };
    }
    let (points, faces) = solid(&of);
    Outline { points: points.into_iter().map(Into::into).collect(), faces }
}

/// The points of a plane set, counter-clockwise.
fn ring(farthest: &dyn Fn(DVec2) -> DVec2) -> Vec<DVec2> {
    let directions = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y];
    let first = directions.map(farthest);
    if !first.iter().all(|point| point.is_finite()) {
        return Vec::new();
    }
    let size = first.iter().fold(0.0_f64, |size, point| size.max((*point - first[0]).length()));
    let mut points = Vec::new();
    for side in 0..4 {
        points.push(first[side]);
        between(farthest, [first[side], first[(side + 1) % 4]], (TOLERANCE_2D * size, DEPTH), &mut points);
    }
    points.dedup();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

/// The points after the first of two and before the second.
fn between(farthest: &dyn Fn(DVec2) -> DVec2, [from, to]: [DVec2; 2], (tolerance, depth): (f64, u32), points: &mut Vec<DVec2>) {
    let outward = DVec2::new(to.y - from.y, from.x - to.x);
    let length = outward.length();
    if depth == 0 || !(length > 0.0) {
        return;
    }
    let point = farthest(outward);
    if !(outward.dot(point - from) / length > tolerance) {
        return;
    }
    between(farthest, [from, point], (tolerance, depth - 1), points);
    points.push(point);
    between(farthest, [point, to], (tolerance, depth - 1), points);
}

/// The vertices and faces of a set in space.
fn solid(farthest: &dyn Fn(DVec3) -> DVec3) -> (Vec<DVec3>, Vec<Vec<usize>>) {
    let mut points: Vec<DVec3> = first_directions().map(farthest).collect();
    if !points.iter().all(|point| point.is_finite()) {
        return (Vec::new(), Vec::new());
    }
    let size = points.iter().fold(0.0_f64, |size, point| size.max((*point - points[0]).length()));
    let mut hull = hull_of(&mut points);
    for _ in 0..ROUNDS {
        let mut higher: Vec<(f64, DVec3)> = hull.iter().filter_map(|face| above(farthest, &points, face)).collect();
        higher.retain(|&(gain, _)| gain > TOLERANCE_3D * size);
        higher.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        higher.truncate(MAX_POINTS.saturating_sub(points.len()));
        if higher.is_empty() {
            break;
        }
        points.extend(higher.into_iter().map(|(_, point)| point));
        hull = hull_of(&mut points);
    }
    (points, hull)
}

/// The axes, the middles between two of them and the diagonals.
fn first_directions() -> impl Iterator<Item = DVec3> {
    let places = (0..27).map(|place| DVec3::new(f64::from(place % 3), f64::from(place / 3 % 3), f64::from(place / 9)));
    places.map(|place| place - DVec3::ONE).filter(|direction| *direction != DVec3::ZERO)
}

/// The faces of the hull, and in `points` its vertices.
fn hull_of(points: &mut Vec<DVec3>) -> Vec<Vec<usize>> {
    let hull = HullFaces::new(&ScaledPoints::new(points.clone()), COPLANAR, usize::MAX);
    *points = hull.vertices.iter().map(|&vertex| points[vertex]).collect();
    hull.faces
}

/// How far the set rises above a face, and where.
fn above(farthest: &dyn Fn(DVec3) -> DVec3, points: &[DVec3], face: &[usize]) -> Option<(f64, DVec3)> {
    let corner = |at: usize| face.get(at).map(|&index| points[index]);
    let base = corner(0)?;
    let fan = (1..face.len()).filter_map(|at| Some((corner(at)? - base).cross(corner(at + 1)? - base)));
    let normal = fan.sum::<DVec3>();
    let length = normal.length();
    let point = farthest(normal);
    (length > 0.0 && point.is_finite()).then(|| (normal.dot(point - base) / length, point))
}

#[cfg(test)]
mod tests {
    use super::{ring, solid};
    use glam::{DVec2, DVec3};

    #[test]
    fn a_box_has_its_corners_and_faces() {
        let (points, faces) = solid(&|direction: DVec3| DVec3::new(1.0, 2.0, 3.0) * direction.signum());
        assert_eq!((points.len(), faces.len()), (8, 6));
        assert!(faces.iter().all(|face| face.len() == 4));
    }

    #[test]
    fn a_polygon_has_its_corners_in_order() {
        let corners = [DVec2::new(4.0, 5.0), DVec2::new(9.0, 9.0), DVec2::new(4.0, 11.0)];
        let found = ring(&|direction| *corners.iter().max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction))).unwrap());
        assert_eq!(found.len(), 3);
        let start = found.iter().position(|point| *point == corners[0]).unwrap();
        assert_eq!([found[start], found[(start + 1) % 3], found[(start + 2) % 3]], corners);
    }

    #[test]
    fn a_disc_and_a_ball_are_round() {
        let disc = ring(&|direction| direction.normalize());
        assert!(disc.len() > 40 && disc.len() < 300, "{}", disc.len());
        let (ball, faces) = solid(&|direction| direction.normalize());
        assert!(ball.len() > 150 && faces.len() > 150, "{} {}", ball.len(), faces.len());
    }

    #[test]
    fn flat_sets_and_points_have_an_outline() {
        let (points, faces) = solid(&|direction: DVec3| DVec3::new(direction.x.signum(), 0.0, 0.0));
        assert_eq!((points.len(), faces.len()), (2, 1));
        assert_eq!(solid(&|_| DVec3::ONE), (vec![DVec3::ONE], vec![vec![0]]));
        assert_eq!(ring(&|_| DVec2::ONE), [DVec2::ONE]);
        assert_eq!(ring(&|_| DVec2::NAN), []);
    }
}

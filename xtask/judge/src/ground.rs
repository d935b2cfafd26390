//! Distances from a surface that never moves, in `f64`, computed by neither narrowphase: all
//! triangles near a point, found by squares of a plan.
//!
//! * The surfaces of the scenes have one height at each place, so a point under that height is
//!   behind the surface, and its distance is negative.
//! * A body is represented by points with a radius: its vertices, the middle of a ball, points of
//!   the axis of a capsule, points of the rims of a cylinder. So the tip of a bump that is under
//!   the middle of a face is not seen.

use glam::{DQuat, DVec2, DVec3};

use crate::body::Form;
use crate::composite::Mesh;

/// The number of triangles for each square of the plan. Larger: more of them are looked at.
/// Smaller: long triangles are in more squares.
const PER_SQUARE: f64 = 2.0;
/// The number of points for the axis of a capsule and for each rim of a cylinder. Fewer: the
/// deepest place is missed by more.
const POINTS: u32 = 8;

/// A surface, in the frame of the world.
pub(crate) struct Ground {
    triangles: Vec<[DVec3; 3]>,
    /// The triangles over each square of the plan.
    squares: Vec<Vec<u32>>,
    low: DVec3,
    high: DVec3,
    side: f64,
    columns: usize,
    /// The least y of the triangles' normals.
    steepest: f64,
}

/// The place of the surface above or below a point.
struct Under {
    /// The height of the point over the surface.
    height: f64,
    normal: DVec3,
}

impl Ground {
    /// The surface of a mesh that is moved by `at`.
    pub(crate) fn new(mesh: &Mesh, at: DVec3) -> Self {
        let triangles: Vec<_> = mesh.triangles.iter().map(|corners| corners.map(|corner| mesh.vertices[corner as usize] + at)).collect();
        let corners = || triangles.iter().flatten();
        let low = corners().fold(DVec3::INFINITY, |low, &corner| low.min(corner));
        let high = corners().fold(DVec3::NEG_INFINITY, |high, &corner| high.max(corner));
        let side = ((high.x - low.x) * (high.z - low.z) * PER_SQUARE / triangles.len() as f64).sqrt();
        let count = |length: f64| (length / side) as usize + 1;
        let columns = count(high.x - low.x);
        let squares = vec![vec![]; columns * count(high.z - low.z)];
        let steepest = triangles.iter().map(|corners| normal(corners).y).fold(1.0, f64::min);
        let mut ground = Self { triangles, squares, low, high, side, columns, steepest };
        for place in 0..ground.triangles.len() {
            let [a, b, c] = ground.triangles[place];
            for square in ground.squares_of(a.min(b).min(c), a.max(b).max(c)) {
                ground.squares[square].push(place as u32);
            }
        }
        ground
    }

    /// The lowest height of the surface.
    pub(crate) fn lowest(&self) -> f64 {
        self.low.y
    }

    /// Whether a point is under the surface, and so behind it.
    pub(crate) fn is_behind(&self, point: DVec3) -> bool {
        self.under(point).is_some_and(|under| under.height < 0.0)
    }

    /// The least distance of a body's points from the surface, negative if one is under it. `None`
    /// if the body is farther than `within`, or beside the surface.
    pub(crate) fn distance(&self, (form, at, turned): (&Form, DVec3, DQuat), within: f64) -> Option<f64> {
        // A body may stand over the border.
        let here = self.under(at);
        if here.as_ref().is_some_and(|here| here.height * self.steepest - form.bounding_radius() > within) {
            return None;
        }
        let down = here.map_or(DVec3::NEG_Y, |here| -here.normal);
        let distances = points(form, turned, down).into_iter().filter_map(|(point, radius)| Some(self.of_point(at + point)? - radius));
        distances.reduce(f64::min).filter(|distance| *distance <= within)
    }

    fn of_point(&self, point: DVec3) -> Option<f64> {
        let height = self.under(point)?.height;
        let around = DVec3::splat(height.abs());
        let distances = self.squares_of(point - around, point + around).flat_map(|square| &self.squares[square]);
        let nearest = distances.map(|&place| of_triangle(point, &self.triangles[place as usize])).fold(height.abs(), f64::min);
        Some(nearest.copysign(height))
    }

    fn under(&self, point: DVec3) -> Option<Under> {
        let plan = |v: DVec3| DVec2::new(v.z, v.x);
        let is_in = |corners: &[DVec3; 3]| {
            let side = |i: usize| (plan(corners[(i + 1) % 3]) - plan(corners[i])).perp_dot(plan(point) - plan(corners[i]));
            side(0) >= 0.0 && side(1) >= 0.0 && side(2) >= 0.0
        };
        if point.x < self.low.x || point.x > self.high.x || point.z < self.low.z || point.z > self.high.z {
            return None;
        }
        let over = self.squares_of(point, point).flat_map(|square| &self.squares[square]);
        let corners = over.map(|&place| &self.triangles[place as usize]).find(|corners| is_in(corners))?;
        let normal = normal(corners);
        Some(Under { height: (point - corners[0]).dot(normal) / normal.y, normal })
    }

    /// The squares that a box is over.
    fn squares_of(&self, low: DVec3, high: DVec3) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.squares.len() / self.columns);
        let place = |x: f64, from: f64, count: usize| (((x - from) / self.side).max(0.0) as usize).min(count - 1);
        let across = place(low.x, self.low.x, columns)..=place(high.x, self.low.x, columns);
        let down = place(low.z, self.low.z, rows)..=place(high.z, self.low.z, rows);
        down.flat_map(move |row| across.clone().map(move |column| row * columns + column))
    }
}

fn normal([a, b, c]: &[DVec3; 3]) -> DVec3 {
    (*b - *a).cross(*c - *a).normalize_or(DVec3::Y)
}

/// The points that represent a body, relative to its origin, each with a radius. `down` points
/// towards the surface.
fn points(form: &Form, turned: DQuat, down: DVec3) -> Vec<(DVec3, f64)> {
    let turned = turned.normalize();
    let turn = |point: DVec3| turned.mul_vec3(point);
    match form {
        Form::Box(half) => corners(*half).map(|corner| (turn(corner), 0.0)).to_vec(),
        Form::Ball(radius) => vec![(DVec3::ZERO, *radius)],
        Form::Capsule { half_height, radius } => {
            let along = |place: u32| turn(DVec3::Y * half_height * (2.0 * f64::from(place) / f64::from(POINTS - 1) - 1.0));
            (0..POINTS).map(|place| (along(place), *radius)).collect()
        }
        Form::Cylinder { half_height, radius } => {
            let axis = turn(DVec3::Y);
            // The point of a rim that is farthest down, and others.
            let first = (down - axis * axis.dot(down)).normalize_or(axis.any_orthonormal_vector());
            let around = |place: u32| DQuat::from_axis_angle(axis, core::f64::consts::TAU * f64::from(place) / f64::from(POINTS));
            let rim =
                |side: f64| (0..POINTS).map(move |place| (axis * (side * half_height) + around(place).mul_vec3(first) * *radius, 0.0));
            rim(-1.0).chain(rim(1.0)).collect()
        }
        Form::Hull(points) => points.iter().map(|&point| (turn(point), 0.0)).collect(),
    }
}

fn corners(half: DVec3) -> [DVec3; 8] {
    let sign = |place: usize, bit: usize| if place >> bit & 1 == 1 { 1.0 } else { -1.0 };
    core::array::from_fn(|place| half * DVec3::new(sign(place, 0), sign(place, 1), sign(place, 2)))
}

/// The distance of a point from a triangle: from its plane if it is over the triangle, else from
/// the nearest edge.
fn of_triangle(point: DVec3, corners: &[DVec3; 3]) -> f64 {
    let normal = normal(corners);
    let edges = [0, 1, 2].map(|i| (corners[i], corners[(i + 1) % 3] - corners[i]));
    if edges.iter().all(|(from, edge)| edge.cross(point - *from).dot(normal) >= 0.0) {
        return (point - corners[0]).dot(normal).abs();
    }
    let of_edge = |&(from, edge): &(DVec3, DVec3)| {
        let along = ((point - from).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        (point - from - edge * along).length()
    };
    edges.iter().map(of_edge).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::{Ground, of_triangle};
    use crate::body::Form;
    use crate::composite::Mesh;
    use clinch_testkit::random::Random;
    use glam::{DQuat, DVec3};

    fn bumps(random: &mut Random) -> Mesh {
        crate::scenes::terrain::grid([9, 9], 0.5, |_, _| random.range(-0.1, 0.1))
    }

    #[test]
    fn squares_miss_no_triangle() {
        let mut random = Random::new(3);
        let mesh = bumps(&mut random);
        let ground = Ground::new(&mesh, DVec3::ZERO);
        let mut under = 0;
        for _ in 0..500 {
            let point = DVec3::new(random.range(0.0, 4.5), random.range(-0.4, 0.6), random.range(0.0, 4.5));
            let least = ground.triangles.iter().map(|triangle| of_triangle(point, triangle)).fold(f64::INFINITY, f64::min);
            let radius = random.range(0.01, 0.3);
            let found = ground.distance((&Form::Ball(radius), point, DQuat::IDENTITY), 1.0).unwrap();
            assert!(((found + radius).abs() - least).abs() < 1e-12, "{point}: {found} {least}");
            assert_eq!(found + radius < 0.0, ground.is_behind(point));
            under += usize::from(found + radius < 0.0);
        }
        assert!((100..400).contains(&under), "{under}");
        assert!(!ground.is_behind(DVec3::new(-1.0, -9.0, 0.0)), "beside the surface");
    }

    #[test]
    fn the_lowest_point_of_a_body_counts() {
        let flat = Ground::new(&crate::scenes::terrain::grid([4, 4], 1.0, |_, _| 0.0), DVec3::Y);
        let lying = DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5);
        let at = |form: Form, turned| flat.distance((&form, DVec3::new(2.2, 1.9, 1.7), turned), 9.0).unwrap();
        let (half_height, radius) = (0.5, 0.25);
        for (form, turned, low) in [
            (Form::Box(DVec3::new(0.1, 0.2, 0.3)), DQuat::IDENTITY, 0.2),
            (Form::Capsule { half_height, radius }, DQuat::IDENTITY, 0.75),
            (Form::Capsule { half_height, radius }, lying, 0.25),
            (Form::Cylinder { half_height, radius }, DQuat::IDENTITY, 0.5),
            (Form::Cylinder { half_height, radius }, lying, 0.25),
            (Form::Hull(vec![DVec3::X, DVec3::NEG_Y * 1.2, DVec3::Z]), DQuat::IDENTITY, 1.2),
        ] {
            assert!((at(form.clone(), turned) - (0.9 - low)).abs() < 1e-12, "{form:?}");
        }
        assert_eq!(flat.distance((&Form::Ball(0.1), DVec3::new(2.0, 3.0, 2.0), DQuat::IDENTITY), 1.0), None, "far above");
    }
}

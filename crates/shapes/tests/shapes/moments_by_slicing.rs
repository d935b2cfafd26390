//! Moments against numerical sums over slices, from membership tests written by hand. Independent
//! of the crate.

use crate::catalogue::{moments_2d, moments_3d, shapes_2d, shapes_3d};
use clinch_shapes::{Convex, Moments};
use clinch_support::{Basis, Pose, Rotation, Rotation2, Vector};
use glam::{DQuat, DVec2, DVec3};

/// The moments of the set of a membership test: chords along x on a grid of the other coordinates,
/// with ends found by bisection.
fn sliced(inside: &dyn Fn(DVec3) -> bool, reach: f64, plane: bool) -> ([f64; 4], [[f64; 3]; 3]) {
    // The number of lines per row, of rows, and of steps to find a point inside on a line.
    let (lines, rows, steps) = if plane { (600, 1, 1000) } else { (70, 70, 100) };
    let at = |i: i32, of: i32| reach * (f64::from(2 * i + 1) / f64::from(of) - 1.0);
    let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, [[0.0; 3]; 3]);
    let area = 2.0 * reach / f64::from(lines) * if plane { 1.0 } else { 2.0 * reach / f64::from(rows) };
    for row in 0..rows {
        for line in 0..lines {
            let (y, z) = (at(line, lines), if plane { 0.0 } else { at(row, rows) });
            let holds = |x: f64| inside(DVec3::new(x, y, z));
            let Some(seed) = (0..steps).map(|i| at(i, steps)).find(|&x| holds(x)) else { continue };
            let end = |mut radial_distance: f64| {
                let mut within = seed;
                for _ in 0..40 {
                    let middle = 0.5 * (within + radial_distance);
                    if holds(middle) { within = middle } else { radial_distance = middle }
                }
                within
            };
            let (low, high) = (end(-reach), end(reach));
            let (length, middle) = (high - low, DVec3::new(0.5 * (low + high), y, z));
            let piece = length * area;
            volume += piece;
            first += middle * piece;
            for i in 0..3 {
                for j in 0..3 {
                    second[i][j] += piece * middle[i] * middle[j];
                }
            }
            second[0][0] += piece * length * length / 12.0;
        }
    }
    let c = first / volume;
    let covariance = core::array::from_fn(|i| core::array::from_fn(|j| second[i][j] / volume - c[i] * c[j]));
    ([volume, c.x, c.y, c.z], covariance)
}

type Membership = Box<dyn Fn(DVec3) -> bool>;

/// The distance of a point from a box about the origin.
fn from_box(p: DVec3, half: DVec3) -> f64 {
    (p.abs() - half).max(DVec3::ZERO).length()
}

fn from_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let share = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
    (p - a - (b - a) * share).length()
}

/// Whether a point is in the hull of two balls on the y axis: in a ball between them.
fn in_tapered(p: DVec3, half: f64, bottom: f64, top: f64) -> bool {
    let radial_distance = DVec2::new(p.x, p.z).length();
    let excess = |t: f64| libm::hypot(radial_distance, p.y + half - 2.0 * half * t) - bottom - (top - bottom) * t;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..30 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if excess(a) < excess(b) { high = b } else { low = a }
    }
    excess(low) <= 0.0
}

#[test]
fn moments_equal_sums_over_slices() {
    let radial_distance = |p: DVec3| DVec2::new(p.x, p.z).length();
    // The distance from a trapezoid in the half plane through the axis: zero inside, else the
    // distance from its boundary.
    let rounded_frustum = move |p: DVec3| {
        let q = DVec3::new(radial_distance(p), p.y, 0.0);
        let corners = [DVec3::new(0.8, -1.0, 0.0), DVec3::new(0.3, 1.0, 0.0)];
        let below = from_segment(q, DVec3::new(-0.8, -1.0, 0.0), corners[0]);
        let above = from_segment(q, DVec3::new(-0.3, 1.0, 0.0), corners[1]);
        let inside = q.y.abs() <= 1.0 && q.x <= 0.55 - 0.25 * q.y;
        inside || below.min(above).min(from_segment(q, corners[0], corners[1])) <= 0.2
    };
    let cases_3d: Vec<(&str, Membership)> = vec![
        ("ball", Box::new(|p| p.length() <= 1.5)),
        ("tapered capsule", Box::new(|p| in_tapered(p, 1.0, 0.3, 0.9))),
        ("nearly a ball", Box::new(|p| in_tapered(p, 0.33, 0.3, 0.95))),
        ("capsule", Box::new(|p| from_segment(p, -DVec3::Y, DVec3::Y) <= 0.5)),
        ("cuboid", Box::new(|p| from_box(p, DVec3::new(1.0, 0.5, 0.25)) <= 0.0)),
        ("cylinder", Box::new(move |p| radial_distance(p) <= 0.5 && p.y.abs() <= 1.0)),
        ("cone", Box::new(move |p| p.y.abs() <= 1.0 && radial_distance(p) <= 0.25 * (1.0 - p.y))),
        ("frustum", Box::new(move |p| p.y.abs() <= 1.0 && radial_distance(p) <= 0.55 + 0.25 * p.y)),
        ("ellipsoid", Box::new(|p| (p / DVec3::new(1.0, 0.4, 2.0)).length() <= 1.0)),
        ("rounded cuboid", Box::new(|p| from_box(p, DVec3::new(1.0, 0.5, 0.25)) <= 0.25)),
        ("rounded after it was scaled evenly", Box::new(|p| from_box(p, DVec3::new(2.0, 1.0, 0.5)) <= 0.25)),
        ("rounded cylinder", Box::new(move |p| libm::hypot((radial_distance(p) - 0.5).max(0.0), (p.y.abs() - 1.0).max(0.0)) <= 0.25)),
        ("cylinder and ball", Box::new(move |p| libm::hypot((radial_distance(p) - 0.5).max(0.0), (p.y.abs() - 1.0).max(0.0)) <= 0.25)),
        ("rounded frustum", Box::new(rounded_frustum)),
        ("scaled cylinder", Box::new(|p| DVec2::new(p.x, 0.5 * p.z).length() <= 0.5 && p.y.abs() <= 0.5)),
        ("scaled capsule", Box::new(|p| from_segment(p / DVec3::new(1.0, 0.5, 2.0), -DVec3::Y, DVec3::Y) <= 0.5)),
    ];
    let shapes = shapes_3d(1.0);
    let tilted = Pose::new(DQuat::from_xyzw(0.2, 0.3, -0.1, 0.9), DVec3::ZERO);
    for (name, inside) in cases_3d {
        let shape = &shapes.iter().find(|(other, _)| *other == name).expect("in the list").1;
        let reach = shape.bounding_ball().radius + shape.bounding_ball().center.length();
        // Tilted, because a flat side along the lines would be counted as a whole or not at all.
        let rotated = |p: DVec3| inside(tilted.rotation.basis().unrotate(p));
        same(&moments_3d(shape).moved(&tilted), sliced(&rotated, reach, false), 8e-3, name);
    }

    let distance_from_polygon = |p: DVec3, corners: &[DVec3]| {
        let side = |i: usize| (corners[i], corners[(i + 1) % corners.len()]);
        let left = (0..corners.len()).all(|i| (side(i).1 - side(i).0).cross(p - side(i).0).z >= 0.0);
        let nearest = (0..corners.len()).map(|i| from_segment(p, side(i).0, side(i).1)).fold(f64::INFINITY, f64::min);
        if left { 0.0 } else { nearest }
    };
    let four = [(5.0, 5.0), (7.0, 5.5), (6.5, 7.0), (5.5, 6.5)].map(|(x, y)| DVec3::new(x, y, 0.0));
    let three = [(0.0, 0.0), (2.0, 0.3), (0.5, 1.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    let cases_2d: Vec<(&str, Membership)> = vec![
        ("circle", Box::new(|p| p.length() <= 1.5)),
        ("capsule", Box::new(|p| from_segment(p, DVec3::new(1.0, 2.0, 0.0), DVec3::new(2.0, 2.5, 0.0)) <= 0.5)),
        ("tapered capsule", Box::new(|p| in_tapered(p, 1.0, 0.3, 0.9))),
        ("upturned tapered capsule", Box::new(|p| in_tapered(p, 1.0, 1.1, 0.2))),
        ("rectangle", Box::new(|p| p.x.abs() <= 1.0 && p.y.abs() <= 0.5)),
        ("ellipse", Box::new(|p| libm::hypot(p.x, p.y / 0.4) <= 1.0)),
        ("half ellipse", Box::new(|p| libm::hypot(p.x, p.y / 0.7) <= 1.0 && p.y >= 0.0)),
        ("sector", Box::new(|p| p.length() <= 2.0 && p.x.abs() <= p.y * libm::tan(0.7))),
        ("narrow sector", Box::new(|p| p.length() <= 2.0 && p.x.abs() <= p.y * libm::tan(0.1))),
        ("half disc", Box::new(|p| p.length() <= 2.0 && p.y >= 0.0)),
        ("triangle", Box::new(move |p| distance_from_polygon(p, &three) <= 0.0)),
        ("rounded triangle", Box::new(move |p| distance_from_polygon(p, &three) <= 0.25)),
        ("polygon", Box::new(move |p| distance_from_polygon(p, &four) <= 0.0)),
        ("rounded polygon", Box::new(move |p| distance_from_polygon(p, &four) <= 0.25)),
        ("rounded clockwise polygon", Box::new(move |p| distance_from_polygon(p, &four) <= 0.25)),
        ("rounded rectangle", Box::new(|p| from_box(p, DVec3::new(1.0, 0.5, 0.0)) <= 0.25)),
        ("scaled circle", Box::new(|p| libm::hypot(p.x, p.y / 0.4) <= 1.0)),
    ];
    let shapes = shapes_2d(1.0);
    // Half the angle whose cosine is 4/5.
    let around = Pose::new(DQuat::from_xyzw(0.0, 0.0, 1.0, 3.0), DVec3::ZERO);
    for (name, inside) in cases_2d {
        let shape = &shapes.iter().find(|(other, _)| *other == name).expect("in the list").1;
        let reach = shape.bounding_ball().radius + shape.bounding_ball().center.length();
        let rotated = |p: DVec3| inside(around.rotation.basis().unrotate(p));
        let moments = moments_2d(shape).moved(&Pose::new(Rotation2 { cos: 0.8, sin: 0.6 }, DVec2::ZERO));
        same(&moments, sliced(&rotated, reach, true), 3e-3, name);
    }
}

fn same<W: Vector<Scalar = f64, Wide = W>>(of: &Moments<W>, (first, second): ([f64; 4], [[f64; 3]; 3]), tolerance: f64, name: &str) {
    let size = (0..W::DIM).map(|axis| of.covariance(axis, axis)).fold(0.0, f64::max);
    assert!((first[0] / of.volume() - 1.0).abs() < tolerance, "{name}: volume {} and {}", of.volume(), first[0]);
    for i in 0..W::DIM {
        assert!(
            (first[1 + i] - of.centroid().get(i)).abs() < tolerance * size.sqrt(),
            "{name}: centroid {:?} and {first:?}",
            of.centroid()
        );
        for (j, covariance) in second[i].iter().enumerate() {
            assert!((covariance - of.covariance(i, j)).abs() < tolerance * size, "{name}: {of:?} and {second:?}");
        }
    }
}

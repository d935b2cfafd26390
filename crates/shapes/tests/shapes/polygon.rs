//! Polygons from corners in order, and hulls of points in 2D.

use crate::common::Random;
use clinch_shapes::{Convex, EdgeId, Face, Polygon, ShapeError};
use clinch_support::{Pose, Rotation2, Scalar, SupportMap, Vector, VertexId};
use glam::{DVec2, Vec2};

/// Checks what is true for every polygon.
fn check<V: Vector<Wide = DVec2>>(polygon: &Polygon<V>, what: &str) {
    let (center, radius) = (polygon.center().widen(), polygon.radius_about_center().widen());
    let tolerance = 4.0 * V::Scalar::EPSILON.widen() * radius;
    let points: Vec<DVec2> = polygon.vertices().iter().map(|point| point.widen()).collect();
    assert!(points.iter().all(|&point| (point - center).length() <= radius), "{what}: radius");
    let mut face = Face::new();
    let mut sides = Vec::new();
    for i in 0..64_u32 {
        let direction = V::from_fn(|axis| V::Scalar::narrow(direction_number(i)[axis]));
        let wide = direction.widen();
        let best = points.iter().fold(f64::NEG_INFINITY, |best, &point| best.max(wide.dot(point - center)));
        let support = polygon.support(direction);
        assert!(best - wide.dot(support.point.widen() - center) <= tolerance, "{what}: support");
        assert_eq!(support.id.and_then(|id| polygon.vertex(id)), Some(support.point));
        assert!(support.id.is_some_and(|id| !polygon.vertices()[..id.index()].contains(&support.point)), "{what}: lowest id");

        polygon.face(direction, &mut face);
        if let [from, to] = face.corners[..] {
            assert_eq!(from.edge, to.edge);
            assert_eq!((polygon.vertex(from.vertex), polygon.vertex(to.vertex)), (Some(from.point), Some(to.point)));
            let (from, to) = (from.point.widen(), to.point.widen());
            let out = DVec2::new(to.y - from.y, from.x - to.x) / (to - from).length();
            assert!(out.dot(wide) > 0.19, "{what}: the side has another direction");
            let beyond = points.iter().fold(f64::NEG_INFINITY, |beyond, &point| beyond.max(out.dot(point - from)));
            assert!(beyond <= tolerance, "{what}: a point is {beyond} beyond a side");
            sides.push((face.corners[0].edge, face.corners[0].vertex, face.corners[1].vertex));
        } else {
            assert_eq!(face.corners.len(), 1, "{what}");
            assert_eq!(Some(face.corners[0].vertex), polygon.support(direction).id, "{what}");
        }
    }
    sides.sort();
    sides.dedup();
    assert!(sides.windows(2).all(|pair| pair[0].0 != pair[1].0), "{what}: two sides have the same id");
}

/// One of 64 directions.
fn direction_number(i: u32) -> DVec2 {
    let share = f64::from(i % 16) / 8.0 - 1.0;
    match i / 16 % 4 {
        0 => DVec2::new(1.0, share),
        1 => DVec2::new(-share, 1.0),
        2 => DVec2::new(-1.0, -share),
        _ => DVec2::new(share, -1.0),
    }
}

fn face_along(polygon: &Polygon<Vec2>, direction: Vec2) -> (Vec<usize>, EdgeId) {
    let mut face = Face::new();
    polygon.face(direction, &mut face);
    (face.corners.iter().map(|corner| corner.vertex.index()).collect(), face.corners[0].edge)
}

const SQUARE: [Vec2; 4] = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];

#[test]
fn a_square_in_either_winding_keeps_the_callers_ids() {
    let square = Polygon::new(&SQUARE).unwrap();
    check(&square, "square");
    assert_eq!(square.vertices(), SQUARE);
    assert_eq!(face_along(&square, Vec2::X), (vec![1, 2], EdgeId(1)));
    assert_eq!(face_along(&square, Vec2::NEG_X), (vec![3, 0], EdgeId(3)));
    assert_eq!(square.support(Vec2::X).id, Some(VertexId::new(1)));

    let clockwise = Polygon::new(&[SQUARE[0], SQUARE[3], SQUARE[2], SQUARE[1]]).unwrap();
    check(&clockwise, "clockwise square");
    // Counter-clockwise from outside, although edge 2 goes from corner 2 to corner 3.
    assert_eq!(face_along(&clockwise, Vec2::X), (vec![3, 2], EdgeId(2)));
}

#[test]
fn repeated_and_collinear_corners_are_legal_and_a_straight_run_is_one_side() {
    let points = [(0.0, 0.0), (0.5, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
    let corners = points.map(Vec2::from);
    let polygon = Polygon::new(&corners).unwrap();
    check(&polygon, "square with repeats");
    assert_eq!(polygon.vertices(), corners);
    assert_eq!(face_along(&polygon, Vec2::NEG_Y), (vec![0, 3], EdgeId(0)));
    assert_eq!(face_along(&polygon, Vec2::Y), (vec![4, 6], EdgeId(5)));
    for rotation in 0..8 {
        let mut list = corners.to_vec();
        list.rotate_left(rotation);
        check(&Polygon::new(&list).unwrap(), "turned list");
        list.reverse();
        check(&Polygon::new(&list).unwrap(), "turned list backwards");
    }
}

#[test]
fn points_and_segments_are_legal() {
    let point = Polygon::new(&[Vec2::ONE; 3]).unwrap();
    check(&point, "point");
    assert_eq!((face_along(&point, Vec2::X).0, point.radius_about_center()), (vec![0], 0.0));
    for list in [vec![0.0, 1.0], vec![0.0, 0.5, 1.0], vec![0.5, 1.0, 0.5, 0.0], vec![0.0, 0.0, 1.0, 1.0, 0.5]] {
        let segment = Polygon::new(&list.iter().map(|&x| Vec2::new(x, 2.0)).collect::<Vec<_>>()).unwrap();
        check(&segment, "segment");
        let mut face = Face::new();
        for (direction, xs) in [(Vec2::Y, vec![1.0, 0.0]), (Vec2::NEG_Y, vec![0.0, 1.0]), (Vec2::X, vec![1.0])] {
            segment.face(direction, &mut face);
            assert_eq!(face.corners.iter().map(|corner| corner.point.x).collect::<Vec<_>>(), xs, "{list:?} along {direction}");
        }
    }
}

#[test]
fn the_corner_where_a_list_is_not_convex_is_reported() {
    let concave = |points: &[(f32, f32)]| Polygon::new(&points.iter().copied().map(Vec2::from).collect::<Vec<_>>()).map(|_| ());
    let dent = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.1), (2.0, 2.0), (0.0, 2.0)];
    for shift in 0..5 {
        let mut points = dent.to_vec();
        points.rotate_left(shift);
        assert_eq!(concave(&points), Err(ShapeError::Concave { index: (2 + 5 - shift) % 5 }));
    }
    // By one unit in the last place.
    let straight = [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.5, 1.0)];
    assert_eq!(concave(&straight), Ok(()));
    let mut by_an_ulp = straight;
    by_an_ulp[1].1 = 1e-45;
    assert_eq!(concave(&by_an_ulp), Err(ShapeError::Concave { index: 1 }));
    // A star turns left at every corner.
    let star = [(0.0, 1.0), (-0.6, -0.8), (0.95, 0.3), (-0.95, 0.3), (0.6, -0.8)];
    assert!(matches!(concave(&star), Err(ShapeError::Concave { .. })));
    // A bow tie, a spike, a zigzag on a line, and a triangle twice around.
    for points in [
        vec![(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)],
        vec![(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)],
        vec![(0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (1.0, 1.0), (0.0, 1.0)],
        vec![(0.0, 0.0), (2.0, 2.0), (1.0, 1.0), (3.0, 3.0)],
        vec![(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)],
    ] {
        assert!(matches!(concave(&points), Err(ShapeError::Concave { .. })), "{points:?}");
    }
    assert_eq!(Polygon::<Vec2>::new(&[]), Err(ShapeError::NoPoints));
    assert_eq!(Polygon::new(&[Vec2::ZERO, Vec2::NAN]), Err(ShapeError::PointNotFinite { index: 1 }));
}

#[test]
fn hulls_of_random_points_are_valid() {
    let mut corners = 0;
    for seed in 0..3000 {
        let mut random = Random(seed);
        let count = 1 + random.below(if seed % 20 == 0 { 300 } else { 30 });
        let cloud: Vec<DVec2> = (0..count)
            .map(|_| DVec2::new(random.signed(), random.signed()))
            .map(|p| if seed % 2 == 0 { p } else { (p * 3.0).round() * DVec2::new(1.0, if seed % 3 == 0 { 0.0 } else { 1.0 }) })
            .collect();
        hull_of(&cloud, &format!("f64 cloud {seed}"));
        corners += hull_of(&cloud.iter().map(|p| p.as_vec2()).collect::<Vec<_>>(), &format!("cloud {seed}"));
    }
    assert!(corners > 12_000, "{corners}");
}

fn hull_of<V: Vector<Wide = DVec2>>(cloud: &[V], what: &str) -> usize {
    let hull = Polygon::hull_of(cloud).unwrap();
    check(&hull, what);
    let index_of = |vertex: V| cloud.iter().position(|&point| point == vertex);
    let indices: Vec<_> = hull.vertices().iter().map(|&vertex| index_of(vertex)).collect();
    assert!(indices.iter().all(Option::is_some) && indices.iter().min() == indices.first(), "{what}: {indices:?}");
    let corner = |i: usize| hull.vertices()[i % indices.len()].widen();
    for i in 0..indices.len() {
        let (a, b) = (corner(i), corner(i + 1));
        let left = |c: V| (b - a).perp_dot(c.widen() - a);
        assert!(cloud.iter().all(|&c| left(c) >= -4.0 * f64::EPSILON), "{what}: side {i}");
        assert!(indices.len() < 3 || (b - a).perp_dot(corner(i + 2) - b) > 0.0, "{what}: corner {i} is straight");
    }
    indices.len()
}

#[test]
fn scaling_by_a_power_of_two_changes_no_bit() {
    let mut random = Random(5);
    let cloud: Vec<Vec2> = (0..40).map(|_| Vec2::new(random.signed() as f32, random.signed() as f32)).collect();
    let hull = Polygon::hull_of(&cloud).unwrap();
    for k in [-60, -7, 40, 60] {
        let factor = 2.0_f32.powi(k);
        let scaled = Polygon::hull_of(&cloud.iter().map(|&p| p * factor).collect::<Vec<_>>()).unwrap();
        assert_eq!(scaled.vertices(), hull.vertices().iter().map(|&p| p * factor).collect::<Vec<_>>());
        assert_eq!((scaled.center(), scaled.radius_about_center()), (hull.center() * factor, hull.radius_about_center() * factor));
        for i in 0..64 {
            assert_eq!(face_along(&scaled, direction_number(i).as_vec2()), face_along(&hull, direction_number(i).as_vec2()));
        }
    }
}

#[test]
fn extreme_magnitudes_neither_panic_nor_hang() {
    let palette = [0.0, -0.0, 5e-324, -1e-310, 1e-200, 1.0, 1.0 + f64::EPSILON, -3e100, f64::MAX, -f64::MAX];
    let mut face = Face::new();
    let mut convex = 0;
    for seed in 0..5000 {
        let mut random = Random(seed);
        let points: Vec<DVec2> =
            (0..1 + random.below(12)).map(|_| DVec2::new(palette[random.below(10)], palette[random.below(10)])).collect();
        convex += usize::from(Polygon::new(&points).is_ok());
        let hull = Polygon::hull_of(&points).expect("the hull of finite points is a polygon");
        for direction in [DVec2::X, DVec2::NEG_ONE, DVec2::NAN, DVec2::ZERO, DVec2::INFINITY] {
            hull.face(direction, &mut face);
            let _ = (hull.support(direction), face.corners[0]);
        }
    }
    assert!((500..4500).contains(&convex), "{convex}");
}

#[test]
fn bounds_of_a_posed_polygon_are_tight() {
    let square = Polygon::new(&SQUARE).unwrap();
    let pose = Pose::new(Rotation2 { cos: 0.6, sin: 0.8 }, Vec2::new(10.0, 20.0));
    let bounds = square.bounds(&pose.widen());
    assert!(square.vertices().iter().all(|&corner| bounds.contains(pose.point(corner))));
    assert!((bounds.max - DVec2::new(10.6, 21.4)).abs().max_element() < 1e-6);
    assert!((bounds.min - DVec2::new(9.2, 20.0)).abs().max_element() < 1e-6);
}

//! Every primitive against the table: supports, faces and bounds, at several powers of two, and
//! with directions that are zero, infinite or NaN.

use std::collections::BTreeMap;

use crate::common::Random;
use crate::table::{Case, cases_2d, cases_3d, lift, lower};
use clinch_shapes::{Face, STEEP_EDGE, STEEP_FACE};
use clinch_support::{Basis, Pose, Rotation, Scalar, Support, Vector, VertexId};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// Directions along, perpendicular to and between the axes, nearly along them, and random ones.
/// Unit vectors, except for the first.
fn directions<V: Vector>() -> Vec<V> {
    let mut random = Random(7);
    let mut directions = vec![];
    for x in -1..=1 {
        for y in -1..=1 {
            for z in -1..=1 {
                directions.push(DVec3::new(f64::from(x), f64::from(y), f64::from(z)));
            }
        }
    }
    for tilt in [1e-9, 2e-5, 1e-3, 0.1] {
        for axis in [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z] {
            directions.push(axis + random.in_cube() * tilt);
        }
    }
    directions.extend((0..120).map(|_| random.on_sphere()));
    let directions = directions.into_iter().map(|v| V::narrow(lower::<V::Wide>(v)));
    directions.filter(|&v| v != V::ZERO).collect()
}

fn tolerance<V: Vector>(case: &Case<V>) -> f64 {
    let rounding = if case.rounded { V::Scalar::EPSILON.widen() } else { 0.0 };
    (rounding + 1e-14) * case.size()
}

fn check_supports<V: Vector>(case: &Case<V>) {
    let (name, shape) = (&case.name, &case.shape);
    let (radius, error, slack) = (shape.radius().widen(), shape.error().widen(), tolerance(case));
    for direction in directions::<V>() {
        let wide = direction.widen();
        let n = lift(wide);
        let Support { point, id } = shape.support_wide(wide);
        let value = lift(point).dot(n) + radius * n.length();
        let truth = case.support_value(n);
        assert!(value <= truth + slack * n.length(), "{name}: beyond itself by {} along {n}", value - truth);
        assert!(value >= truth - error * n.length() - slack, "{name}: short by {} along {n}", truth - value);
        let surface = lift(point) + n * (radius / n.length());
        assert!((case.excess)(surface) <= 2.0 * slack, "{name}: {surface} lies outside by {}", (case.excess)(surface));
        if let Some(id) = id {
            assert_eq!(shape.vertex_wide(id), Some(point), "{name}: a vertex is one fixed point");
            assert_eq!(shape.vertex(id), Some(V::narrow(point)), "{name}: a vertex is one fixed point");
        }
        let narrow = shape.support(direction);
        assert_eq!((narrow.point, narrow.id), (V::narrow(point), id), "{name}: the narrow answer is the wide one, rounded");
    }
    let (center, radius_about_center) = (lift(shape.center().widen()), shape.radius_about_center().widen());
    assert!((case.excess)(center) <= slack.max(f64::from(f32::EPSILON) * case.size()), "{name}: center");
    for sample in case.samples() {
        assert!((sample - center).length() <= radius_about_center + radius + slack, "{name}: radius");
    }
    assert!(shape.vertex(VertexId::new(usize::MAX)).is_none());
}

fn check_faces<V: Vector>(case: &Case<V>) {
    let (name, shape, size) = (&case.name, &case.shape, case.size());
    let slack = 4.0 * V::Scalar::EPSILON.widen() * size;
    let mut face = Face::new();
    let mut vertices: BTreeMap<VertexId, V> = BTreeMap::new();
    let mut owners: BTreeMap<u32, String> = BTreeMap::new();
    for direction in directions::<V>() {
        shape.face(direction, &mut face);
        let n = lift(direction.widen()) / lift(direction.widen()).length();
        let corners: Vec<DVec3> = face.corners.iter().map(|corner| lift(corner.point.widen())).collect();
        for (corner, &point) in face.corners.iter().zip(&corners) {
            assert!((case.excess)(point) <= slack - shape.radius().widen(), "{name}: corner {point} lies outside the core");
            if let Some(vertex) = shape.vertex(corner.vertex) {
                assert_eq!(vertex, corner.point, "{name}: a corner has the name of another vertex");
                assert_eq!(*vertices.entry(corner.vertex).or_insert(corner.point), corner.point);
            }
        }
        for (i, corner) in face.corners.iter().enumerate() {
            assert!(face.corners[..i].iter().all(|other| other.vertex != corner.vertex), "{name}: one name, two corners");
            assert!(corners.len() < 3 || face.corners[..i].iter().all(|other| other.edge != corner.edge), "{name}: one name, two edges");
        }
        let deepest = corners.iter().fold(f64::NEG_INFINITY, |most, corner| most.max(corner.dot(n)));
        let truth = case.support_value(n) - shape.radius().widen();
        assert!(deepest >= truth - 1e-6 * size - slack, "{name}: the face along {n} misses the deepest place by {}", truth - deepest);
        match corners[..] {
            [_] => {}
            [from, to] => {
                let along = to - from;
                let limit = if V::DIM == 2 { (1.0 - STEEP_FACE * STEEP_FACE).sqrt() } else { STEEP_EDGE };
                assert!(along.dot(n).abs() <= (limit + 1e-6) * along.length(), "{name}: a steep edge along {n}");
                let Some(edge) = face.corners.first().map(|corner| corner.edge) else { continue };
                let owner = owners.entry(edge.0).or_insert_with(|| "edge".into());
                assert!(owner == "edge" || name.contains("triangle") || name == "box", "{name}: {edge:?} is also {owner}'s");
            }
            [first, ..] => {
                let area = corners.windows(2).fold(DVec3::ZERO, |sum, pair| sum + (pair[0] - first).cross(pair[1] - first));
                assert!(area.dot(n) >= (STEEP_FACE - 1e-6) * area.length(), "{name}: a steep face, or one that runs the wrong way");
                for i in 0..corners.len() {
                    let [a, b, c] = [0, 1, 2].map(|k| corners[(i + k) % corners.len()]);
                    assert!((b - a).cross(c - b).dot(area) > 0.0, "{name}: the face is not convex at corner {i}");
                    let id = format!("{:?}", face.id);
                    let owner = owners.entry(face.corners[i].edge.0).or_insert_with(|| id.clone());
                    assert!(*owner == id || name.contains("triangle") || name == "box", "{name}: an edge of {id} is also {owner}'s");
                }
            }
            [] => panic!("{name}: no corner"),
        }
    }
}

fn check_bounds<V: Vector>(case: &Case<V>, poses: &[Pose<V::Wide>]) {
    let (name, shape) = (&case.name, &case.shape);
    for pose in poses {
        let bounds = shape.bounds(pose);
        let basis = pose.rotation.basis();
        let slack = 64.0 * f64::EPSILON * (case.size() + pose.translation.max_abs().widen()) + tolerance(case) + shape.error().widen();
        for axis in 0..V::DIM {
            let support_value = |sign: f64| {
                let along = lift(basis.unrotate(V::Wide::unit(axis) * sign));
                sign * pose.translation.get(axis) + case.support_value(along)
            };
            for (sign, bound) in [(1.0, bounds.max.get(axis)), (-1.0, -bounds.min.get(axis))] {
                let beyond = bound - support_value(sign);
                assert!(beyond >= if case.rounded { -tolerance(case) } else { 0.0 }, "{name}: the bound cuts off {beyond}");
                assert!(beyond <= slack, "{name}: the bound is loose by {beyond}");
            }
        }
    }
}

/// The bits of all answers of a shape, with lengths multiplied by `unit`.
fn answers<V: Vector>(case: &Case<V>, unit: f64, lengthen: f64) -> Vec<u64> {
    let shape = &case.shape;
    let mut bits = vec![];
    let number = |bits: &mut Vec<u64>, x: f64| bits.push((x * unit).to_bits());
    let vector = |bits: &mut Vec<u64>, v: DVec3| bits.extend(v.to_array().map(|x| (x * unit).to_bits()));
    let mut face = Face::new();
    for direction in directions::<V>() {
        let direction = direction * V::Scalar::narrow(lengthen);
        let Support { point, id } = shape.support_wide(direction.widen());
        vector(&mut bits, lift(point));
        bits.push(id.map_or(u64::MAX, |id| id.index() as u64));
        shape.face(direction, &mut face);
        for corner in &face.corners {
            vector(&mut bits, lift(corner.point.widen()));
            bits.extend([corner.vertex.index() as u64, u64::from(corner.edge.0), u64::from(face.id.0)]);
        }
    }
    vector(&mut bits, lift(shape.center().widen()));
    for length in [shape.radius_about_center(), shape.error(), shape.radius()] {
        number(&mut bits, length.widen());
    }
    let bounds = shape.bounds(&Pose::IDENTITY);
    vector(&mut bits, lift(bounds.min));
    vector(&mut bits, lift(bounds.max));
    bits
}

fn check_powers_of_two<V: Vector>(cases: fn(f64) -> Vec<Case<V>>) {
    let power = |k: i32| 2.0_f64.powi(k);
    let plain = cases(1.0);
    for k in [-40, -1, 1, 40] {
        for (case, scaled) in plain.iter().zip(cases(power(k))) {
            for lengthen in [-30, 0, 30].map(power) {
                assert!(answers(case, 1.0, 1.0) == answers(&scaled, power(-k), lengthen), "{} at 2^{k}, asked at {lengthen:e}", case.name);
            }
        }
    }
}

fn check_hostile_directions<V: Vector>(case: &Case<V>) {
    let (name, shape) = (&case.name, &case.shape);
    let slack = 4.0 * V::Scalar::EPSILON.widen() * case.size();
    let mut face = Face::new();
    for size in [0.0, f64::NAN, f64::INFINITY, f64::MAX, 3e38, 1e-300, 1e-45, 5e-324, 1e-160] {
        for sample in [DVec3::ONE, DVec3::X, DVec3::new(0.5, -1.0, 0.0), DVec3::new(1e-20, 1.0, 0.0), DVec3::new(0.0, 0.0, -1.0)] {
            let inside = |point: DVec3| point.is_finite() && (case.excess)(point) <= slack;
            let direction = lower::<V::Wide>(sample * size);
            assert!(inside(lift(shape.support_wide(direction).point)), "{name}: wide along {direction:?}");
            let direction = V::narrow(direction);
            assert!(inside(lift(shape.support(direction).point.widen())), "{name}: along {direction:?}");
            shape.face(direction, &mut face);
            let is_none = direction == V::ZERO || (0..V::DIM).any(|axis| direction.get(axis).widen().is_nan());
            assert!(!is_none || face.corners.len() == 1, "{name}: no direction, {direction:?}, and a face: {face:?}");
            assert!(!face.corners.is_empty() && face.corners.iter().all(|corner| inside(lift(corner.point.widen()))), "{name}: face");
        }
    }
}

fn check_all<V: Vector>(cases: fn(f64) -> Vec<Case<V>>, poses: &[Pose<V::Wide>]) {
    for case in cases(1.0) {
        check_supports(&case);
        check_faces(&case);
        check_bounds(&case, poses);
        check_hostile_directions(&case);
    }
    check_powers_of_two(cases);
}

fn poses_3d() -> Vec<Pose<DVec3>> {
    let mut random = Random(3);
    let turned = (0..6).map(|i| {
        let rotation = DQuat::from_xyzw(random.signed(), random.signed(), random.signed(), random.signed());
        Pose::new(rotation, random.in_cube() * [0.0, 1.0, 1e4][i % 3])
    });
    let quarter = Pose::new(DQuat::from_xyzw(1.0, 0.0, 0.0, 1.0), DVec3::ONE);
    [Pose::IDENTITY, quarter].into_iter().chain(turned).collect()
}

fn poses_2d() -> Vec<Pose<DVec2>> {
    let turned =
        |i: u32| Pose::new(clinch_support::Rotation2::<f64>::from_angle(f64::from(i) * 0.7), DVec2::new(-3.0, 100.0) * f64::from(i % 3));
    (0..8).map(turned).collect()
}

#[test]
fn primitives_in_3d_f32() {
    check_all::<Vec3>(cases_3d, &poses_3d());
}

#[test]
fn primitives_in_3d_f64() {
    check_all::<DVec3>(cases_3d, &poses_3d());
}

#[test]
fn primitives_in_2d_f32() {
    check_all::<Vec2>(cases_2d, &poses_2d());
}

#[test]
fn primitives_in_2d_f64() {
    check_all::<DVec2>(cases_2d, &poses_2d());
}

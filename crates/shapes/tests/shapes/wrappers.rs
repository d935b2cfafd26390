//! Wrappers of shapes, against the same sets made in other ways.

use crate::common::Random;
use clinch_shapes::{
    Ball, Capsule, Convex, Cuboid, Face, Hull, HullOf, Polygon, Posed, Rounded, Scaled, Segment, Shape2, Shape3, ShapeError, Sum,
};
use clinch_support::{Basis, Pose, Rotation, Rotation2, Scalar, SupportMap, Vector, VertexId};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// What the tests need for a dimension and a precision.
trait Kit: Vector {
    fn direction(random: &mut Random) -> Self::Wide;
    fn cloud(random: &mut Random, count: usize) -> Vec<Self>;
    fn pose(random: &mut Random) -> Pose<Self>;
    /// Hull or polygon.
    type Polytope: Convex<Self> + Clone + Send + Sync + 'static;
    fn polytope(points: &[Self]) -> Self::Polytope;
    fn corners(polytope: &Self::Polytope) -> Vec<Self>;
}

macro_rules! kit {
    ($vector:ty, $wide:ty, $polytope:ident, $hull:path, $direction:expr, $rotation:expr) => {
        impl Kit for $vector {
            fn direction(random: &mut Random) -> $wide {
                $direction(random)
            }

            fn cloud(random: &mut Random, count: usize) -> Vec<Self> {
                (0..count).map(|_| Self::from_fn(|_| random.signed() as <Self as Vector>::Scalar)).collect()
            }

            fn pose(random: &mut Random) -> Pose<Self> {
                let translation = Self::from_fn(|_| random.signed() as <Self as Vector>::Scalar);
                Pose::new(<Self as Vector>::Rotation::narrow($rotation(random)), translation)
            }

            type Polytope = $polytope<Self>;

            fn polytope(points: &[Self]) -> $polytope<Self> {
                $hull(points).expect("finite points")
            }

            fn corners(polytope: &$polytope<Self>) -> Vec<Self> {
                polytope.vertices().to_vec()
            }
        }
    };
}

fn turn3(random: &mut Random) -> DQuat {
    let v = [random.signed(), random.signed(), random.signed(), random.signed() + 0.1];
    DQuat::from_array(v)
}

fn turn2(random: &mut Random) -> Rotation2<f64> {
    Rotation2::<f64>::from_angle(3.0 * random.signed())
}

fn around2(random: &mut Random) -> DVec2 {
    let Rotation2 { cos, sin } = turn2(random);
    DVec2::new(cos, sin)
}

kit!(Vec3, DVec3, Hull, Hull::new, Random::on_sphere, turn3);
kit!(DVec3, DVec3, Hull, Hull::new, Random::on_sphere, turn3);
kit!(Vec2, DVec2, Polygon, Polygon::hull_of, around2, turn2);
kit!(DVec2, DVec2, Polygon, Polygon::hull_of, around2, turn2);

fn narrow<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::narrow(x)
}

/// The support value of the swept shape.
fn height<V: Vector, S: Convex<V> + ?Sized>(shape: &S, direction: V::Wide) -> f64 {
    shape.support_wide(direction).point.dot(direction) + shape.radius().widen() * direction.length()
}

/// Checks what is true for every shape.
fn check<V: Kit, S: Convex<V>>(shape: &S, random: &mut Random, what: &str) {
    let center = shape.center().widen();
    let (radius_about_center, error, radius) = (shape.radius_about_center().widen(), shape.error().widen(), shape.radius().widen());
    let size = radius_about_center + center.max_abs() + radius;
    let (ball, interior) = (shape.bounding_ball(), shape.interior().widen());
    let rounding = 4.0 * V::Scalar::EPSILON.widen() * size;
    for _ in 0..40 {
        let direction = V::direction(random);
        let support = shape.support_wide(direction);
        assert!((support.point - center).length() <= radius_about_center, "{what}: {support:?} is farther than {radius_about_center}");
        assert!((shape.support(V::narrow(direction)).point.widen() - support.point).dot(direction).abs() <= error + rounding, "{what}");
        if let Some(id) = support.id {
            assert_eq!(shape.vertex_wide(id), Some(support.point), "{what}: id {id:?}");
            assert_eq!(shape.vertex(id), Some(V::narrow(support.point)), "{what}");
        }
        let surface_point = support.point + direction * (radius / direction.length());
        assert!(ball.contains(surface_point), "{what}: out of the ball");
        assert!(
            surface_point.length() <= shape.bounding_radius(),
            "{what}: {surface_point:?} beyond the bounding radius {}",
            shape.bounding_radius()
        );
        assert!(interior.dot(direction) <= support.point.dot(direction) + error + rounding, "{what}: the inner point is outside");
        let pose = V::pose(random).widen();
        let bounds = shape.bounds(&pose);
        let posed = pose.point(support.point);
        assert!(bounds.contains(posed), "{what}: out of the bounds");
        for axis in 0..V::DIM {
            let local = pose.rotation.basis().unrotate(V::Wide::unit(axis));
            let top = pose.point(shape.support_wide(local).point).get(axis) + radius;
            assert!((bounds.max.get(axis) - top).abs() <= 2.0 * error + rounding + 1e-13, "{what}: bounds are not tight");
        }
        check_face(shape, direction, what);
    }
}

/// Checks that a face is convex, counter-clockwise from outside and in the support plane of its
/// normal, and that its ids are distinct.
fn check_face<V: Kit, S: Convex<V>>(shape: &S, direction: V::Wide, what: &str) {
    let mut face = Face::new();
    shape.face(V::narrow(direction), &mut face);
    let corners: Vec<V::Wide> = face.corners.iter().map(|corner| corner.point.widen()).collect();
    let slack = 400.0 * V::Scalar::EPSILON.widen() * (shape.radius_about_center().widen() + shape.center().widen().max_abs());
    assert!(!corners.is_empty(), "{what}: no corners");
    let normal = match corners.len() {
        1 => return,
        2 if V::DIM == 3 => return,
        2 => {
            let along = corners[1] - corners[0];
            let normal = V::Wide::from_fn(|i| if i == 0 { along.get(1) } else { -along.get(0) });
            // The corners of a segment are not reversed for the other side.
            if normal.dot(direction) < 0.0 { -normal } else { normal }
        }
        count => {
            let ids: std::collections::BTreeSet<_> = face.corners.iter().map(|corner| corner.edge).collect();
            assert_eq!(ids.len(), count, "{what}: edges of one name in {face:?}");
            let ids: std::collections::BTreeSet<_> = face.corners.iter().map(|corner| corner.vertex).collect();
            assert_eq!(ids.len(), count, "{what}: corners of one name in {face:?}");
            newell(&corners)
        }
    };
    let normal = normal * normal.length().recip();
    assert!(normal.dot(direction) > 0.0, "{what}: the face looks the other way: {face:?} along {direction:?}");
    // No point of the shape is above the face, except that a hull joins faces that are nearly
    // coplanar.
    let joined = if V::DIM == 3 { shape.radius_about_center().widen() / 8192.0 } else { 0.0 };
    let lowest = corners.iter().fold(f64::INFINITY, |low, corner| low.min(corner.dot(normal)));
    let above = shape.support_wide(normal).point.dot(normal) - lowest;
    assert!(above <= slack + joined, "{what}: {above} above the face {face:?}");
}

fn newell<W: Vector<Scalar = f64>>(corners: &[W]) -> W {
    let cross = |a: W, b: W| W::from_fn(|i| a.get((i + 1) % 3) * b.get((i + 2) % 3) - a.get((i + 2) % 3) * b.get((i + 1) % 3));
    corners.windows(2).fold(W::ZERO, |sum, pair| sum + cross(pair[0] - corners[0], pair[1] - corners[0]))
}

/// Checks that two shapes are the same set.
fn check_same_set<V: Kit>(one: &impl Convex<V>, other: &impl Convex<V>, random: &mut Random, what: &str) {
    let tolerance = 1e-14 * (one.radius_about_center().widen() + one.center().max_abs().widen() + one.radius().widen());
    for _ in 0..60 {
        let direction = V::direction(random);
        let (a, b) = (height(one, direction), height(other, direction));
        assert!((a - b).abs() <= tolerance + one.error().widen() + other.error().widen(), "{what}: {a} and {b} along {direction:?}");
    }
}

fn for_seeds(test: impl Fn(u64)) {
    (0..20).for_each(test);
}

fn check_wrappers<V: Kit>() {
    for_seeds(|seed| {
        let mut random = Random(seed);
        let polytope = |random: &mut Random| V::polytope(&V::cloud(random, 4 + seed as usize));
        let (a, b) = (polytope(&mut random), polytope(&mut random));
        let factors = V::from_fn(|_| narrow::<V>(2.0 * random.signed()));
        let posed = Posed::new(a.clone(), V::pose(&mut random)).unwrap();
        let scaled = Scaled::new(posed.clone(), factors).unwrap();
        check(&Rounded::new(a.clone(), narrow::<V>(0.25)).unwrap(), &mut random, "rounded");
        check(&posed, &mut random, "posed");
        check(&Scaled::new(a.clone(), factors).unwrap(), &mut random, "scaled");
        check(&scaled, &mut random, "posed, scaled");
        check(&Sum::new(a.clone(), b.clone()).unwrap(), &mut random, "sum");
        check(&Sum::new(posed.clone(), b.clone()).unwrap(), &mut random, "sum with a posed one");
        check(&HullOf::new(vec![a.clone(), b.clone()]).unwrap(), &mut random, "hull");
        let capsule = |random: &mut Random| {
            let [from, to] = [0, 1].map(|_| V::cloud(random, 1)[0]);
            Capsule::between(from, to, narrow::<V>(random.signed().abs())).unwrap()
        };
        let (one, other) = (capsule(&mut random), capsule(&mut random));
        check(&Scaled::new(one, factors).unwrap(), &mut random, "scaled capsule");
        check(&HullOf::new(vec![one, other]).unwrap(), &mut random, "hull of capsules");
        check(&Sum::new(one, other).unwrap(), &mut random, "sum of capsules");
        let nested = Scaled::new(Rounded::new(Sum::new(scaled, one).unwrap(), narrow::<V>(0.5)).unwrap(), -factors).unwrap();
        check(&Posed::new(nested, V::pose(&mut random)).unwrap(), &mut random, "nested");
    });
}

#[test]
fn wrappers_are_valid_shapes_in_3d() {
    check_wrappers::<Vec3>();
    check_wrappers::<DVec3>();
}

#[test]
fn wrappers_are_valid_shapes_in_2d() {
    check_wrappers::<Vec2>();
    check_wrappers::<DVec2>();
}

fn the_same_set_twice<V: Kit>() {
    for_seeds(|seed| {
        let mut random = Random(1000 + seed);
        let random = &mut random;
        let [half, wide, factors] = [0, 1, 2].map(|_| V::cloud(random, 1)[0]);
        let abs = |v: V| V::from_fn(|axis| v.get(axis).abs());
        let block = |half: V| Cuboid::new(abs(half)).unwrap();
        let pose = V::pose(random);
        let points = V::cloud(random, 12);
        let polytope = V::polytope(&points);
        let radius = narrow::<V>(random.signed().abs());

        let product = V::from_fn(|axis| half.get(axis) * factors.get(axis));
        let rounding = |shape: &dyn Convex<V>| 4.0 * V::Scalar::EPSILON.widen() * shape.radius_about_center().widen();
        let scaled = Scaled::new(block(half), factors).unwrap();
        // In `f32` the product of two numbers is exact in `f64`, but the half extents of the box
        // are rounded.
        let (one, other) = (height(&scaled, V::direction(random)), height(&block(product), V::Wide::unit(0)));
        assert!(one.is_finite() && other.is_finite());
        for _ in 0..30 {
            let direction = V::direction(random);
            assert!((height(&scaled, direction) - height(&block(product), direction)).abs() <= rounding(&scaled), "scaled box");
            let sum = Sum::new(block(half), block(wide)).unwrap();
            assert!((height(&sum, direction) - height(&block(abs(half) + abs(wide)), direction)).abs() <= rounding(&sum), "sum of boxes");
        }

        let ball = Ball::new(radius).unwrap();
        let rounded = Rounded::new(polytope.clone(), radius).unwrap();
        check_same_set(&Sum::new(polytope.clone(), ball).unwrap(), &rounded, random, "sum with a ball");
        check_same_set(&Sum::new(ball, polytope.clone()).unwrap(), &rounded, random, "sum of a ball and");
        check_same_set(&HullOf::new(vec![rounded.clone(), rounded.clone()]).unwrap(), &rounded, random, "hull of one shape twice");

        let points_as_balls: Vec<_> =
            points.iter().map(|&p| Posed::new(Ball::new(narrow::<V>(0.0)).unwrap(), Pose::at(p)).unwrap()).collect();
        check_same_set(&HullOf::new(points_as_balls).unwrap(), &polytope, random, "hull of points");
        let [from, to] = [points[0], points[1]];
        let balls = [from, to].map(|at| Posed::new(ball, Pose::at(at)).unwrap()).to_vec();
        let capsule = Capsule::between(from, to, radius).unwrap();
        let hull = HullOf::new(balls).unwrap();
        assert_eq!(hull.core(), capsule.core());
        check_same_set(&hull, &capsule, random, "hull of two balls");

        let posed = Posed::new(polytope.clone(), pose).unwrap();
        let tiny = 1e-14 * (posed.radius_about_center().widen() + posed.center().max_abs().widen());
        for _ in 0..30 {
            let direction = V::direction(random);
            let highest = V::corners(&polytope).iter().fold(f64::NEG_INFINITY, |most, &corner| most.max(pose.point(corner).dot(direction)));
            let declared = posed.error().widen() + tiny;
            assert!((height(&posed, direction) - highest).abs() <= declared, "posed");
            let image = |corner: V| V::Wide::from_fn(|axis| corner.get(axis).widen() * factors.get(axis).widen());
            let highest = V::corners(&polytope).iter().fold(f64::NEG_INFINITY, |most, &corner| most.max(image(corner).dot(direction)));
            let scaled = Scaled::new(polytope.clone(), factors).unwrap();
            assert!((height(&scaled, direction) - highest).abs() <= scaled.error().widen() + tiny, "scaled hull");
        }
    });
}

#[test]
fn wrappers_are_the_sets_they_are_defined_as_in_3d() {
    the_same_set_twice::<Vec3>();
    the_same_set_twice::<DVec3>();
}

#[test]
fn wrappers_are_the_sets_they_are_defined_as_in_2d() {
    the_same_set_twice::<Vec2>();
    the_same_set_twice::<DVec2>();
}

/// The vertex ids of the face along a direction, starting with the lowest.
fn ids<V: Kit>(shape: &impl Convex<V>, direction: V) -> Vec<usize> {
    let mut face = Face::new();
    shape.face(direction, &mut face);
    let mut ids: Vec<usize> = face.corners.iter().map(|corner| corner.vertex.index()).collect();
    let lowest = (0..ids.len()).min_by_key(|&i| ids[i]).unwrap();
    ids.rotate_left(lowest);
    ids
}

#[test]
fn faces_of_mirrored_hulls_are_outward() {
    let mut random = Random(7);
    for _ in 0..50 {
        let hull = Hull::new(&Vec3::cloud(&mut random, 12)).unwrap();
        let mirrored = Scaled::new(hull.clone(), Vec3::new(-1.0, 1.0, 1.0)).unwrap();
        for face in hull.faces() {
            let outward = Vec3::new(-face.normal.x, face.normal.y, face.normal.z);
            let mut found = Face::new();
            mirrored.face(outward, &mut found);
            let count = found.corners.len();
            let points: Vec<DVec3> = found.corners.iter().map(|corner| corner.point.as_dvec3()).collect();
            assert!(newell(&points).normalize().dot(outward.as_dvec3()) > 0.999_99, "counter-clockwise from outside");
            for place in 0..count {
                let (corner, next) = (found.corners[place], found.corners[(place + 1) % count]);
                let mut ends = hull.edges()[corner.edge.0 as usize].ends;
                ends.sort();
                let mut joined = [corner.vertex, next.vertex];
                joined.sort();
                assert_eq!(ends, joined, "an edge keeps its id and its ends");
            }
        }
    }
}

#[test]
fn a_scaled_box_has_the_faces_of_the_box() {
    let mut random = Random(8);
    for index in 0..200 {
        let factors = DVec3::new(1.0, if index % 2 == 0 { -0.01 } else { 0.01 }, 3.0);
        let scaled = Scaled::new(Cuboid::new(DVec3::ONE).unwrap(), factors).unwrap();
        let block = Cuboid::new(factors.abs()).unwrap();
        let direction = random.on_sphere();
        let points = |shape: &dyn Convex<DVec3>| {
            let mut face = Face::new();
            shape.face(direction, &mut face);
            let mut points: Vec<_> = face.corners.iter().map(|corner| corner.point.to_array()).collect();
            points.sort_by(|a, b| a.partial_cmp(b).unwrap());
            points
        };
        assert_eq!(points(&scaled), points(&block), "{direction}");
    }
}

#[test]
fn a_sum_of_boxes_has_the_faces_of_the_box() {
    let (a, b) = (Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).unwrap(), Cuboid::new(Vec3::new(0.5, 0.25, 0.125)).unwrap());
    let sum = Sum::new(a, b).unwrap();
    let block = Cuboid::new(a.half() + b.half()).unwrap();
    for direction in [Vec3::X, -Vec3::Y, Vec3::Z, Vec3::new(0.1, 1.0, -0.3)] {
        let (mut one, mut other) = (Face::new(), Face::new());
        sum.face(direction, &mut one);
        block.face(direction, &mut other);
        let points = |face: &Face<Vec3>| {
            let mut points: Vec<_> = face.corners.iter().map(|corner| corner.point.to_array()).collect();
            points.sort_by(|a, b| a.partial_cmp(b).unwrap());
            points
        };
        assert_eq!(points(&one), points(&other), "{direction}");
        for corner in &one.corners {
            assert_eq!(sum.vertex(corner.vertex), Some(corner.point));
        }
    }
}

/// When rounding changed the order of corners, the face became two edges there and back, which
/// contain any point.
#[test]
fn the_sum_of_two_edges_is_a_convex_face_in_spite_of_rounding() {
    let mut random = Random(89);
    for index in 0..2000 {
        let (sin, cos) = libm::sincos(f64::from(index));
        let middle = DVec3::new(random.signed(), random.signed(), random.signed());
        let [up, across] = [DVec3::Y, DVec3::new(-sin, 0.0, cos)].map(|half| Segment::new(middle - half, middle + half).unwrap());
        let sum = Sum::new(up, across).unwrap();
        let normal = DVec3::new(cos, random.signed() * 10_f64.powi(-(index % 20)).min(1e-9), sin);
        let mut face = Face::new();
        sum.face(normal, &mut face);
        let corners: Vec<DVec3> = face.corners.iter().map(|corner| corner.point).collect();
        let turn = |i: usize| (corners[(i + 1) % 4] - corners[i]).cross(corners[(i + 2) % 4] - corners[(i + 1) % 4]).dot(normal);
        assert!(corners.len() == 4 && (0..4).all(|i| turn(i) > 0.0), "{index}: {normal} {corners:?}");
    }
}

#[test]
fn the_sum_of_rotated_boxes_has_an_octagon_and_that_of_crossed_edges_a_parallelogram() {
    let turn = Posed::new(Cuboid::new(DVec3::ONE).unwrap(), Pose::new(DQuat::from_rotation_y(0.5), DVec3::ZERO)).unwrap();
    let sum = Sum::new(Cuboid::new(DVec3::ONE).unwrap(), turn).unwrap();
    assert_eq!(ids(&sum, DVec3::Y).len(), 8);
    assert_eq!(ids(&sum, DVec3::new(0.2, -1.0, 0.1)).len(), 8);
    let crossed = Sum::new(
        Capsule::between(-DVec3::X, DVec3::X, 0.1).unwrap(),
        Capsule::between(DVec3::new(-0.5, 0.0, -1.0), DVec3::new(0.5, 0.0, 1.0), 0.1).unwrap(),
    )
    .unwrap();
    // Bits 16 and 0: the ends of each segment.
    assert_eq!(ids(&crossed, DVec3::Y), [0, 1, 1 << 16 | 1, 1 << 16]);
    assert_eq!(ids(&crossed, DVec3::new(0.3, -1.0, 0.2)), [0, 1 << 16, 1 << 16 | 1, 1]);
}

#[test]
fn the_hull_of_points_has_the_faces_of_the_hull() {
    let mut random = Random(9);
    let (mut all, mut same) = (0, 0);
    for _ in 0..30 {
        let points = DVec3::cloud(&mut random, 10);
        let points_as_balls = points.iter().map(|&p| Posed::new(Ball::new(0.0).unwrap(), Pose::at(p)).unwrap()).collect();
        let (hull, wrapped) = (Hull::new(&points).unwrap(), HullOf::new(points_as_balls).unwrap());
        for face in hull.faces() {
            let tilted = face.normal + random.on_sphere() * 1e-3;
            let known: Vec<DVec3> = face.corners.iter().map(|corner| hull.vertices()[corner.vertex.index()]).collect();
            let found = ids(&wrapped, tilted);
            all += 1;
            same += usize::from(found.len() == known.len() && found.iter().all(|&id| known.contains(&points[id])));
        }
    }
    // A sliver beside a face with nearly the same normal may be missed.
    assert!(100 * same >= 98 * all, "{same} of {all}");
}

#[test]
fn a_flattened_box_is_a_plate_with_a_rim() {
    let plate = Scaled::new(Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).unwrap(), Vec3::new(1.0, 0.0, 1.0)).unwrap();
    let same = Cuboid::new(Vec3::new(1.0, 0.0, 3.0)).unwrap();
    for direction in [Vec3::Y, -Vec3::Y, Vec3::X, -Vec3::Z] {
        let count = |shape: &dyn Convex<Vec3>| {
            let mut face = Face::new();
            shape.face(direction, &mut face);
            face.corners.len()
        };
        assert_eq!(count(&plate), count(&same), "{direction}");
    }
    assert!(plate.support(Vec3::Y).point.is_finite());
}

#[test]
fn constructors_refuse_invalid_arguments() {
    let ball = Ball::<Vec2>::new(1.0).unwrap();
    assert!(matches!(Scaled::new(ball, Vec2::new(1.0, f32::NAN)), Err(ShapeError::NotFinite { what: "scale", .. })));
    assert!(Scaled::new(ball, Vec2::splat(f32::MAX)).is_ok());
    let big = Ball::<Vec2>::new(f32::MAX).unwrap();
    assert!(matches!(Scaled::new(big, Vec2::splat(2.0)), Err(ShapeError::NotFinite { what: "radius", .. })));
    assert!(matches!(Rounded::new(big, f32::MAX), Err(ShapeError::NotFinite { .. })));
    assert!(matches!(Sum::new(big, big), Err(ShapeError::NotFinite { .. })));
    assert_eq!(Posed::new(ball, Pose::at(Vec2::NAN)), Err(ShapeError::PoseNotFinite));
    let zero = Pose::new(Rotation2 { cos: 0.0, sin: 0.0 }, Vec2::ZERO);
    assert_eq!(Posed::new(ball, zero), Err(ShapeError::PoseNotFinite));
}

#[test]
fn ids_of_sums_and_hulls_give_the_vertex_or_are_none() {
    let many: Vec<Vec2> =
        (0..40_000).map(|i| Rotation2::<f64>::from_angle(f64::from(i) * 1.5e-4)).map(|r| Vec2::new(r.cos as f32, r.sin as f32)).collect();
    let ring = Polygon::hull_of(&many).unwrap();
    let sum: Shape2<Vec2> = Sum::new(ring.clone().into(), ring.clone().into()).unwrap().into();
    let twice: Shape2<Vec2> = Sum::new(sum.clone(), ring.into()).unwrap().into();
    let (one, other) = (sum.support(Vec2::NEG_Y), twice.support(Vec2::NEG_Y));
    assert_eq!(one.id.and_then(|id| sum.vertex(id)), Some(one.point));
    assert_eq!(other.id, None, "three indices do not fit into an id");
    assert_eq!(sum.vertex(VertexId::new(usize::MAX)), None);
    let block: Shape3<Vec3> = Cuboid::new(Vec3::ONE).unwrap().into();
    let hull = HullOf::new(vec![block.clone(), block.clone(), block]).unwrap();
    assert_eq!(hull.support(Vec3::ONE).id, Some(VertexId::new(21)), "of equals the lowest");
    let segment: Shape3<Vec3> = Capsule::between(Vec3::ONE, Vec3::ZERO, 0.0).unwrap().into();
    let mixed = HullOf::new(vec![hull.shapes()[0].clone(), segment]).unwrap();
    assert_eq!(mixed.support(Vec3::ONE).id, Some(VertexId::new(1)), "of equals the lowest, although it is found last");
    assert_eq!(hull.vertex(VertexId::new(23)), Some(Vec3::ONE));
    assert_eq!(hull.vertex(VertexId::new(24)), None);
}

#[test]
fn deep_nesting_neither_overflows_nor_drifts() {
    let mut shape: Shape3<Vec3> = Cuboid::new(Vec3::ONE).unwrap().into();
    let quarter = glam::Quat::from_xyzw(0.0, 1.0, 0.0, 1.0);
    for _ in 0..400 {
        shape = Posed::new(shape, Pose::new(quarter, Vec3::ZERO)).unwrap().into();
    }
    assert!((shape.support_wide(DVec3::ONE).point - DVec3::ONE).length() < 1e-12);
    let mut face = Face::new();
    shape.face(Vec3::Y, &mut face);
    assert_eq!(face.corners.len(), 4);
    for _ in 0..6 {
        shape = Sum::new(shape.clone(), shape).unwrap().into();
    }
    assert_eq!(shape.support_wide(DVec3::ONE).point.round(), DVec3::splat(64.0));
}

#[test]
fn corners_of_sums_of_sums_have_distinct_ids() {
    let block: Shape3<DVec3> = Cuboid::new(DVec3::new(1.0, 0.5, 0.25)).unwrap().into();
    let shape = |inner: Shape3<DVec3>| -> Shape3<DVec3> { Sum::new(inner, block.clone()).unwrap().into() };
    let twice = shape(block.clone());
    let thrice = shape(twice.clone());
    let hull: Shape3<DVec3> = HullOf::new(vec![shape(thrice.clone()); 3]).unwrap().into();
    let mut face = Face::new();
    for (sum, what) in [(twice, "twice"), (thrice.clone(), "thrice"), (shape(thrice), "four times"), (hull, "hull")] {
        for direction in [DVec3::X, -DVec3::Y, DVec3::Z, -DVec3::Z] {
            sum.face(direction, &mut face);
            let mut names: Vec<_> = face.corners.iter().map(|corner| corner.vertex).collect();
            assert_eq!(names.len(), 4, "{what}: {face:?}");
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), 4, "{what}: {face:?}");
        }
    }
}

//! Custom shapes that implement a support map only.

use std::sync::Arc;

use crate::common::Random;
use clinch_shapes::{Ball, Convex, Cuboid, Custom, Face, Hull, Moments, Shape3};
use clinch_support::{Scalar, Support, SupportMap, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The support map of another shape and nothing else, with or without its vertex ids.
#[derive(Clone, Debug)]
struct OnlySupport<S> {
    shape: S,
    with_ids: bool,
}

impl<V: Vector, S: Convex<V>> SupportMap<V> for OnlySupport<S> {
    fn support(&self, direction: V) -> Support<V> {
        let Support { point, id } = self.shape.support(direction);
        Support { point, id: id.filter(|_| self.with_ids) }
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for OnlySupport<S> {}

/// |x|ᵉ + |y|ᵉ + |z|ᵉ ≤ 1.
struct Superellipsoid(f64);

impl Superellipsoid {
    fn point<V: Vector>(&self, direction: V) -> V {
        let e = self.0;
        let component = |axis: usize| direction.get(axis).widen();
        let dual = |x: f64| libm::pow(x.abs(), 1.0 / (e - 1.0));
        let sum: f64 = (0..V::DIM).map(|axis| libm::pow(dual(component(axis)), e)).sum();
        let norm = libm::pow(sum, 1.0 / e);
        V::from_fn(|axis| V::Scalar::narrow(dual(component(axis)).copysign(component(axis)) / norm))
    }
}

impl<V: Vector> SupportMap<V> for Superellipsoid {
    fn support(&self, direction: V) -> Support<V> {
        Support { point: self.point(direction), id: None }
    }
}

impl<V: Vector> Convex<V> for Superellipsoid {}

fn corners<V: Vector, S: Convex<V>>(shape: &S, direction: V) -> Face<V> {
    let mut face = Face::new();
    shape.face(direction, &mut face);
    face
}

#[test]
fn a_box_by_its_support_map_has_its_faces_edges_and_corners() {
    let block = Cuboid::new(Vec3::new(1.0, 0.02, 30.0)).unwrap();
    for with_ids in [false, true] {
        let only_support = Custom::new(OnlySupport { shape: block, with_ids });
        for direction in [Vec3::X, -Vec3::Y, Vec3::new(0.005, 0.003, 1.0)] {
            let (found, known) = (corners(&only_support, direction), corners(&block, direction));
            assert_eq!(found.corners.len(), 4, "{direction}");
            let normal = (found.corners[1].point - found.corners[0].point).cross(found.corners[2].point - found.corners[1].point);
            assert!(normal.dot(direction) > 0.0, "counter-clockwise");
            for corner in &found.corners {
                let same = known.corners.iter().find(|other| other.point == corner.point).expect("a corner of the face");
                assert!(!with_ids || same.vertex == corner.vertex);
            }
        }
        let edge = corners(&only_support, Vec3::new(1.0, 1.0, 0.001));
        assert_eq!(edge.corners.len(), 2);
        assert!(edge.corners.iter().all(|corner| corner.point.x == 1.0 && corner.point.y == 0.02));
        assert_eq!(corners(&only_support, Vec3::ONE).corners.len(), 1);
        assert_eq!(corners(&only_support, Vec3::NAN).corners.len(), 1);
        assert_eq!(corners(&only_support, Vec3::ZERO).corners.len(), 1);
    }
    let square = OnlySupport { shape: Cuboid::new(Vec2::new(1.0, 3.0)).unwrap(), with_ids: false };
    let side = corners(&square, Vec2::new(0.01, 1.0));
    // In counter-clockwise order, the upper side goes to the left.
    assert_eq!(side.corners.iter().map(|corner| corner.point.x).collect::<Vec<_>>(), [1.0, -1.0]);
    assert_eq!(corners(&square, Vec2::new(0.1, 1.0)).corners.len(), 1);
}

#[test]
fn a_hull_by_its_support_map_has_its_faces() {
    let mut random = Random(3);
    let (mut all, mut same) = (0, 0);
    for _ in 0..50 {
        let cloud: Vec<DVec3> = (0..12).map(|_| random.on_sphere()).collect();
        let hull = Hull::new(&cloud).unwrap();
        let only_support = OnlySupport { shape: hull.clone(), with_ids: true };
        for face in hull.faces() {
            let mut known: Vec<_> = face.corners.iter().map(|corner| corner.vertex).collect();
            let mut found: Vec<_> = corners(&only_support, face.normal).corners.iter().map(|corner| corner.vertex).collect();
            known.sort();
            found.sort();
            // A neighbouring face whose normal differs by less than the tilt may be found as a part
            // of it.
            assert!(found.len() >= 3 && found.iter().filter(|id| known.contains(id)).count() >= 2, "{known:?} {found:?}");
            all += 1;
            same += usize::from(known == found);
        }
    }
    assert!(100 * same >= 97 * all, "{same} of {all}");
}

#[test]
fn superellipsoids_have_faces_from_exponent_6_on_and_balls_have_none() {
    for (exponent, count) in [(2.0, 1), (3.0, 1), (4.0, 1), (8.0, 8), (10.0, 8), (50.0, 8)] {
        for direction in [DVec3::Y, -DVec3::X] {
            let face = corners(&Superellipsoid(exponent), direction);
            assert_eq!(face.corners.len(), count, "exponent {exponent}");
            let narrow = corners(&Superellipsoid(exponent), Vec3::narrow(direction));
            assert_eq!(narrow.corners.len(), count, "exponent {exponent} in f32");
        }
        let side = corners(&Superellipsoid(exponent), DVec2::new(1e-3, -1.0));
        assert_eq!(side.corners.len(), count.min(2), "exponent {exponent} in the plane");
        assert_eq!(corners(&Superellipsoid(exponent), DVec3::ONE).corners.len(), 1, "at a rounded corner of exponent {exponent}");
    }
    assert_eq!(corners(&Superellipsoid(10.0), DVec3::new(1.0, 1.0, 0.0)).corners.len(), 2, "its edges are nearly straight");
    let mut random = Random(5);
    for _ in 0..500 {
        assert_eq!(corners(&Superellipsoid(2.0), random.on_sphere()).corners.len(), 1);
    }
}

#[test]
fn the_edge_of_a_thin_cylinder_is_its_side_and_not_a_diagonal() {
    /// A thin cylinder about the y axis.
    struct ThinCylinder;
    impl SupportMap<DVec3> for ThinCylinder {
        fn support(&self, direction: DVec3) -> Support<DVec3> {
            let across = DVec3::new(direction.x, 0.0, direction.z).normalize_or_zero();
            Support { point: across * 0.1 + DVec3::Y.copysign(direction), id: None }
        }
    }
    impl Convex<DVec3> for ThinCylinder {}
    let line = corners(&ThinCylinder, DVec3::new(0.6, 0.001, 0.8));
    let [low, high] = &line.corners[..] else { panic!("{line:?}") };
    assert!((low.point.y, high.point.y) == (-1.0, 1.0) && (low.point - high.point).with_y(0.0).length() < 1e-4, "{line:?}");
    assert_eq!(corners(&ThinCylinder, DVec3::Y).corners.len(), 8);
}

#[test]
fn scaling_by_a_power_of_two_changes_no_bit() {
    let cloud: Vec<Vec3> = (0..14)
        .map({
            let mut random = Random(11);
            move |_| random.in_cube().as_vec3()
        })
        .collect();
    let shape = |by: f32| OnlySupport { shape: Hull::new(&cloud.iter().map(|&p| p * by).collect::<Vec<_>>()).unwrap(), with_ids: false };
    let mut random = Random(12);
    for k in [-40, -1, 1, 40] {
        let by = 2.0_f32.powi(k);
        let (one, other) = (shape(1.0), shape(by));
        assert_eq!(one.interior() * by, other.interior());
        assert_eq!((one.bounding_ball().radius * f64::from(by), one.bounding_ball().center), {
            let ball = other.bounding_ball();
            (ball.radius, ball.center * f64::from(by).recip())
        });
        for _ in 0..100 {
            let direction = random.on_sphere().as_vec3();
            let (face, image) = (corners(&one, direction), corners(&other, direction));
            assert_eq!(face.corners.len(), image.corners.len());
            assert!(face.corners.iter().zip(&image.corners).all(|(a, b)| a.point * by == b.point && a.edge == b.edge));
        }
    }
}

#[test]
fn a_custom_shape_keeps_all_of_its_own_answers() {
    /// A point with moments of its own.
    #[derive(Debug)]
    struct Heavy;
    impl SupportMap<DVec3> for Heavy {
        fn support(&self, _: DVec3) -> Support<DVec3> {
            Support { point: DVec3::ZERO, id: None }
        }
    }
    impl Convex<DVec3> for Heavy {
        fn moments(&self) -> Option<Moments<DVec3>> {
            Ball::<DVec3>::new(2.0).ok()?.moments()
        }
    }
    let expected = Heavy.moments();
    assert!(expected.is_some_and(|moments| moments.volume() > 0.0));
    let custom = Custom::new(Heavy);
    assert_eq!(custom.moments(), expected);
    assert_eq!(Arc::new(Heavy).moments(), expected);
    assert_eq!(Shape3::from(custom).moments(), expected);
}

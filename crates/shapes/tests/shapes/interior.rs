//! The inner point of shapes of few vertices, whose support points along any chosen directions are
//! often on one face.

use crate::common::Random;
use clinch_shapes::{Convex, Hull, Polygon, Triangle};
use clinch_support::{Support, SupportMap, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The hull of points, of which only the support mapping is known.
struct Points<V>(Vec<V>);

impl<V: Vector> SupportMap<V> for Points<V> {
    fn support(&self, direction: V) -> Support<V> {
        let farthest = |one: V, other: V| if other.dot(direction) > one.dot(direction) { other } else { one };
        Support { point: self.0.iter().copied().fold(self.0[0], farthest), id: None }
    }
}

impl<V: Vector> Convex<V> for Points<V> {}

/// How far a shape reaches beyond its inner point, and its whole width, along a direction.
fn reach<V: Vector>(shape: &dyn Convex<V>, direction: V::Wide) -> [f64; 2] {
    let extent = |along: V::Wide| shape.support_wide(along).point.dot(along);
    [extent(direction) - shape.interior().widen().dot(direction), extent(direction) + extent(-direction)]
}

/// The part of the width that is at least beyond the inner point, in any of many directions.
fn least_part<V: Vector>(shape: &dyn Convex<V>, directions: impl Iterator<Item = V::Wide>) -> f64 {
    let part = |direction| {
        let [beyond, width] = reach(shape, direction);
        beyond / width
    };
    directions.map(part).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_inner_point_of_a_polytope_of_few_vertices_is_not_on_a_face() {
    let random = &mut Random(81);
    for round in 0..600 {
        let count = 4 + round % 5;
        let around = |random: &mut Random| random.on_sphere() * (0.6 + 0.4 * random.signed());
        let mut cloud: Vec<DVec3> = (0..count).map(|_| around(random)).collect();
        if round % 3 == 0 {
            // A pyramid, whose base is a square.
            let [one, other] = [around(random), around(random)];
            let aside = other.cross(one).normalize() * one.length();
            cloud = vec![one, -one, aside, -aside, one.cross(aside) * (1.1 + 0.9 * random.signed())];
        }
        let single: Vec<Vec3> = cloud.iter().map(|point| point.as_vec3()).collect();
        let directions = |random: &mut Random| (0..200).map(|_| random.on_sphere()).collect::<Vec<_>>().into_iter();
        // Of a centroid that is a quarter, of the mean of the corners of a simplex a sixth of its
        // width, and that is a part of the width of the shape.
        assert!(least_part(&Hull::new(&single).unwrap(), directions(random)) > 0.2, "{round}: {cloud:?}");
        assert!(least_part(&Hull::new(&cloud).unwrap(), directions(random)) > 0.24, "{round}: {cloud:?}");
        assert!(least_part(&Points(cloud.clone()), directions(random)) > 0.04, "{round}: {cloud:?}");
    }
}

#[test]
fn the_inner_point_of_a_polygon_of_few_corners_is_not_on_a_side() {
    let random = &mut Random(82);
    for round in 0..600 {
        let around = |random: &mut Random| DVec2::from_angle(core::f64::consts::PI * random.signed());
        let cloud: Vec<DVec2> = (0..3 + round % 3).map(|_| around(random) * (0.6 + 0.4 * random.signed())).collect();
        let single: Vec<Vec2> = cloud.iter().map(|point| point.as_vec2()).collect();
        let directions = |random: &mut Random| (0..100).map(|_| around(random)).collect::<Vec<_>>().into_iter();
        assert!(least_part(&Polygon::hull_of(&cloud).unwrap(), directions(random)) > 0.08, "{round}: {cloud:?}");
        assert!(least_part(&Polygon::hull_of(&single).unwrap(), directions(random)) > 0.08, "{round}: {cloud:?}");
        assert!(least_part(&Points(cloud.clone()), directions(random)) > 0.08, "{round}: {cloud:?}");
    }
}

#[test]
fn the_inner_point_of_a_triangle_is_its_centroid() {
    // As parts of a surface they are bodies whose way out is measured from there.
    let triangle = Triangle::new(Vec3::new(1.75, 0.0, 0.0), Vec3::new(1.75, 3.0, 0.0), Vec3::new(1.75, 0.0, 3.0)).unwrap();
    assert_eq!(Convex::interior(&triangle), Vec3::new(1.75, 1.0, 1.0));
}

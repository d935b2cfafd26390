//! Faces for contacts, of hulls whose vertices were rounded before: printed to five decimals,
//! rounded to `f32` in a world of `f64`, or far from the origin.

use crate::common::Random;
use clinch_shapes::{Convex, Corner, Face, Hull, HullOf, Scaled, Sum};
use clinch_support::{SupportMap, Vector};
use glam::{DVec3, Vec3};

/// Corners, middles of edges and sides, and other points on the sides of a box, turned.
struct Sides {
    frame: [DVec3; 3],
    half: [f64; 3],
    points: Vec<DVec3>,
}

impl Sides {
    fn new(random: &mut Random, more: usize) -> Self {
        let frame = random.frame();
        let half = [1.0, 0.7 + 0.5 * random.signed(), 0.7 + 0.5 * random.signed()];
        let mut points: Vec<[f64; 3]> = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| f64::from(2 * bit) - 1.0)).collect();
        if more > 0 {
            let thirds = (0..27).map(|i| [i % 3, i / 3 % 3, i / 9].map(|third| f64::from(third) - 1.0));
            points.extend(thirds.filter(|place| place.contains(&0.0) && *place != [0.0; 3]));
        }
        for _ in 0..more {
            let mut on_side = [0, 1, 2].map(|_| random.signed());
            on_side[random.below(3)] = if random.below(2) == 0 { 1.0 } else { -1.0 };
            points.push(on_side);
        }
        let turned = |place: [f64; 3]| (0..3).fold(DVec3::ZERO, |sum, axis| sum + frame[axis] * (place[axis] * half[axis]));
        Self { frame, half, points: points.into_iter().map(turned).collect() }
    }

    /// Of each side, the part of its area that the hull has as a face.
    fn parts<V: Vector<Wide = DVec3>>(&self, points: &[V]) -> Vec<f64> {
        let hull = Hull::new(points).unwrap();
        assert_eq!(hull.validate(), Ok(()));
        let mut parts = Vec::new();
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let mut face = Face::default();
                hull.face(V::narrow(self.frame[axis] * sign), &mut face);
                check(&hull, &face);
                let side = self.half[(axis + 1) % 3] * self.half[(axis + 2) % 3] * 4.0;
                parts.push(area(&face) / side);
            }
        }
        parts
    }
}

fn area<V: Vector<Wide = DVec3>>(face: &Face<V>) -> f64 {
    let corner = |i: usize| face.corners[i % face.corners.len()].point.widen();
    (2..face.corners.len()).fold(DVec3::ZERO, |sum, i| sum + (corner(i - 1) - corner(0)).cross(corner(i) - corner(0))).length() * 0.5
}

/// The corners are vertices, each once, and so are the edges.
fn check<V: Vector<Wide = DVec3>>(hull: &Hull<V>, face: &Face<V>) {
    for (i, Corner { point, vertex, edge }) in face.corners.iter().enumerate() {
        assert_eq!(hull.vertex(*vertex), Some(*point));
        assert!((edge.0 as usize) < hull.edges().len(), "{face:?}");
        assert!(face.corners[..i].iter().all(|other| other.vertex != *vertex && other.edge != *edge), "{face:?}");
    }
}

#[test]
fn a_side_of_a_box_whose_vertices_were_rounded_before_is_one_face() {
    for seed in 0..600 {
        let random = &mut Random(seed);
        let more = if seed % 2 == 0 { 0 } else { 4 + random.below(60) };
        let sides = Sides::new(random, more);
        let printed: Vec<DVec3> = sides.points.iter().map(|&p| (p * 1e5).round() / 1e5).collect();
        let single: Vec<DVec3> = sides.points.iter().map(|&p| p.as_vec3().as_dvec3()).collect();
        let far: Vec<Vec3> = sides.points.iter().map(|&p| (p + DVec3::new(100.0, 30.0, -50.0)).as_vec3()).collect();
        let parts = [sides.parts(&printed), sides.parts(&single), sides.parts(&far)];
        assert!(parts.iter().flatten().all(|part| (0.998..1.002).contains(part)), "{seed}: {parts:?}");
    }
}

/// They choose faces by a tolerance near rounding.
#[test]
fn sides_of_scaled_hulls_and_sums_and_hulls_of_them_are_whole() {
    for seed in 0..200 {
        let random = &mut Random(seed);
        let sides = Sides::new(random, 0);
        let printed: Vec<DVec3> = sides.points.iter().map(|&p| (p * 1e5).round() / 1e5).collect();
        let hull = || Hull::new(&printed).unwrap();
        let scaled = Scaled::new(hull(), DVec3::new(2.0, 2.0, -2.0)).unwrap();
        let (sum, hull_of) = (Sum::new(hull(), hull()).unwrap(), HullOf::new(vec![hull()]).unwrap());
        for (shape, scale, mirror) in
            [(&scaled as &dyn Convex<DVec3>, 2.0, DVec3::new(1.0, 1.0, -1.0)), (&sum, 2.0, DVec3::ONE), (&hull_of, 1.0, DVec3::ONE)]
        {
            for axis in 0..3 {
                let mut face = Face::default();
                shape.face(sides.frame[axis] * mirror, &mut face);
                let side = sides.half[(axis + 1) % 3] * sides.half[(axis + 2) % 3] * 4.0 * scale * scale;
                assert!((0.998..1.002).contains(&(area(&face) / side)), "{seed} {axis}: {face:?}");
            }
        }
    }
}

#[test]
fn faces_at_an_angle_that_is_seen_remain_two() {
    let mut shed: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    shed.extend([Vec3::new(0.0, 0.5, 1.001), Vec3::new(1.0, 0.5, 1.001)]);
    let mut face = Face::default();
    Hull::new(&shed).unwrap().face(Vec3::new(0.0, 0.002, 1.0), &mut face);
    assert!((area(&face) - 0.5).abs() < 1e-3, "{face:?}");
}

/// Also where both have lost vertices on it. But there may be a narrow face between the two.
#[test]
fn the_edge_between_two_sides_has_one_id() {
    let mut shared = [0; 2];
    for seed in 0..200 {
        let random = &mut Random(seed);
        let sides = Sides::new(random, if seed % 2 == 0 { 0 } else { 20 });
        let printed: Vec<DVec3> = sides.points.iter().map(|&p| (p * 1e5).round() / 1e5).collect();
        let hull = Hull::new(&printed).unwrap();
        let edges = |axis: usize, sign: f64| {
            let mut face = Face::default();
            hull.face(sides.frame[axis] * sign, &mut face);
            face.corners.iter().map(|corner| corner.edge).collect::<std::collections::BTreeSet<_>>()
        };
        for (one, other) in [(0, 1), (1, 2), (2, 0)] {
            for signs in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
                let common = edges(one, signs[0]).intersection(&edges(other, signs[1])).count();
                shared[seed as usize % 2] += usize::from(common == 1);
            }
        }
    }
    assert!(shared[0] == 1200 && shared[1] > 600, "{shared:?}");
}

/// Facets of a finely sampled disc may be joined, but the hull stays valid and each face a part of
/// it.
#[test]
fn a_finely_sampled_cylinder_has_whole_caps() {
    let sides = 1000;
    let corner = |i: usize| {
        let angle = (i / 2) as f64 / sides as f64 * core::f64::consts::TAU;
        DVec3::new(libm::cos(angle), libm::sin(angle), (i % 2) as f64)
    };
    let hull = Hull::new(&(0..2 * sides).map(corner).collect::<Vec<_>>()).unwrap();
    let mut face = Face::default();
    hull.face(DVec3::Z, &mut face);
    assert!(face.corners.len() == sides && (area(&face) - core::f64::consts::PI).abs() < 1e-4);
    for i in 0..100 {
        let angle = f64::from(i) * 0.1;
        hull.face(DVec3::new(libm::cos(angle), libm::sin(angle), 0.0), &mut face);
        assert!(face.corners.len() == 4 && area(&face) < 0.05, "{face:?}");
    }
}

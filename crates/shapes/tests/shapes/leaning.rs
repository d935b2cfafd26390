//! The face of a sum or a hull of shapes, along a direction that is off its normal by a little.

use clinch_shapes::{Ball, Convex, Cuboid, Cylinder, Face, HullOf, Posed, Sum};
use clinch_support::Pose;
use glam::{DVec3, Vec3};

use crate::common::Random;

/// How wide the face of a shape along a direction is, along two axes.
fn widths(shape: &dyn Convex<Vec3>, direction: Vec3) -> [f32; 2] {
    let mut face = Face::new();
    shape.face(direction, &mut face);
    [Vec3::X, Vec3::Z].map(|axis| {
        let along = face.corners.iter().map(|corner| corner.point.dot(axis));
        along.clone().fold(f32::NEG_INFINITY, f32::max) - along.fold(f32::INFINITY, f32::min)
    })
}

/// In `f32`, a part of the face is within rounding of the support plane of such a direction: a body
/// that leaned by 0.1 mrad stood on a sliver.
#[test]
fn a_sum_or_hull_of_shapes_that_leans_a_little_stands_on_its_whole_face() {
    let rounded_box = Sum::new(Cuboid::new(Vec3::new(0.7, 0.3, 0.5)).unwrap(), Ball::new(0.1_f32).unwrap()).unwrap();
    let boxes = Sum::new(Cuboid::new(Vec3::new(0.4, 0.3, 0.2)).unwrap(), Cuboid::new(Vec3::new(0.3, 0.1, 0.3)).unwrap()).unwrap();
    let cap = |height| Posed::new(Cylinder::<Vec3>::new(0.1, 0.5).unwrap(), Pose::at(Vec3::Y * height)).unwrap();
    let barrel = HullOf::new(vec![cap(0.7), cap(-0.7)]).unwrap();
    let shapes: [(&dyn Convex<Vec3>, [f32; 2]); 3] = [(&rounded_box, [1.4, 1.0]), (&boxes, [1.4, 1.0]), (&barrel, [0.99, 0.99])];
    let random = &mut Random(84);
    for round in 0..2000 {
        let lean = random.on_sphere() * libm::pow(10.0, -4.5 + 1.5 * random.signed());
        for (kind, (shape, least)) in shapes.iter().enumerate() {
            let found = widths(*shape, (DVec3::NEG_Y + lean).as_vec3());
            assert!((0..2).all(|i| found[i] >= least[i] - 1e-3), "{round}: {kind} {lean} {found:?}");
        }
    }
}

//! A user's own composite shape, half-spaces, and input that is not finite.

use clinch_composite::{Composite, Sides, SubShapeId, SubShapeVisitor};
use clinch_composite_contact::{CompositeMemory, CompositeRelation, CompositeScratch};
use clinch_contact::{Memory, Pair, Scratch, Settings};
use clinch_shapes::{Aabb, Ball, Convex, Cuboid, HalfSpace};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::icosphere;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::common::{Answer, KINDS, body, mesh};
use crate::erased::collide;
use crate::erased::convex::measure;

/// Boxes at poses; nothing is known of their neighbours.
#[derive(Debug)]
struct Boxes {
    shape: Cuboid<Vec3>,
    poses: Vec<Pose<DVec3>>,
}

impl Composite<Vec3> for Boxes {
    fn sides(&self) -> Sides {
        Sides::Solid
    }

    fn bounds(&self) -> Aabb<DVec3> {
        Aabb::unbounded()
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        let is_near = |&i: &usize| self.shape.bounds(&self.poses[i]).intersects(bounds);
        found.extend((0..self.poses.len()).filter(is_near).map(|i| SubShapeId(i as u32)));
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, Vec3>) {
        if let Some(pose) = self.poses.get(id.index()) {
            visit(&self.shape, Some(pose));
        }
    }
}

#[test]
fn the_nearest_of_boxes_at_poses_is_found() {
    let random = &mut Random::new(3);
    let mut contacts = 0;
    for _ in 0..200 {
        let mut pose = || Pose::new(DQuat::from_array(random.quaternion()), random.in_ball(3) * 2.0);
        let boxes = Boxes { shape: Cuboid::new(Vec3::new(0.5, 0.3, 0.2)).unwrap(), poses: (0..6).map(|_| pose()).collect() };
        let at = pose();
        let body = body::<Vec3>(random.below(KINDS), 0.5, random);
        let answer = Answer::new(&boxes, &*body, &at, 0.2);
        let separation = |pose: &Pose<DVec3>| {
            let pair = Pair { a: &boxes.shape, b: &*body, b_in_a: at.relative_to(pose) };
            match measure(&pair, &Settings::with_margin(0.2), &mut Memory::new(), &mut Scratch::new()).relation {
                clinch_contact::Relation::Near(separation) => separation.distance,
                _ => f64::INFINITY,
            }
        };
        let least = boxes.poses.iter().map(separation).fold(f64::INFINITY, f64::min);
        assert_eq!(answer.distance().unwrap_or(f64::INFINITY), least, "{answer:?}");
        for manifold in &answer.manifolds {
            for point in &manifold.manifold.points {
                // On B, moved back along the normal by the separation, is on A.
                let on_b = at.point(point.on_b.as_dvec3());
                let along = (on_b - point.on_a.as_dvec3()).dot(manifold.manifold.normal.as_dvec3());
                assert!((along - f64::from(point.separation)).abs() <= 0.02, "{manifold:?}");
            }
        }
        contacts += answer.manifolds.len();
    }
    assert!(contacts > 50, "{contacts}");
}

#[test]
fn a_mesh_lies_on_a_half_space() {
    let ball = mesh::<Vec3>(&icosphere(1));
    let ground = HalfSpace::new(Vec3::Z, 0.0).unwrap();
    // The half-space is the body: its surface is seen from the mesh's frame.
    for height in [0.9, 1.5] {
        let answer = Answer::new(&ball, &ground, &Pose::at(DVec3::Z * -height), 0.0);
        let lowest = icosphere(1).vertices.iter().fold(f64::INFINITY, |low, vertex| low.min(f64::from(vertex.z as f32)));
        let expected = height + lowest;
        match answer.manifolds.as_slice() {
            [] => assert!(expected > 0.0, "{answer:?}"),
            [only] => {
                assert_eq!(only.manifold.normal, -Vec3::Z);
                assert!((f64::from(only.manifold.separation()) - expected).abs() <= 1e-6, "{answer:?}");
            }
            _ => panic!("{answer:?}"),
        }
    }
}

/// Its middle is anywhere on its plane.
#[test]
fn a_half_space_keeps_its_contacts_in_the_next_tick() {
    let ball = mesh::<Vec3>(&icosphere(1));
    let ground = HalfSpace::new(Vec3::Z, 0.0).unwrap();
    let pair = Pair { a: &ball, b: &ground, b_in_a: Pose::at(DVec3::new(0.0, 0.0, -0.9)) };
    let (mut memory, mut scratch, mut manifolds) = (CompositeMemory::new(), CompositeScratch::new(), Vec::new());
    let mut ticks = Vec::new();
    for _ in 0..3 {
        collide(&pair, &Settings::default(), &mut memory, &mut scratch, &mut manifolds);
        ticks.push(manifolds.iter().map(|manifold| (manifold.manifold.normal, manifold.manifold.points.len())).collect::<Vec<_>>());
    }
    assert_eq!(ticks[0].len(), 1);
    assert!(ticks[0] == ticks[1] && ticks[1] == ticks[2], "{ticks:?}");
}

#[test]
fn input_that_is_not_finite_is_undefined() {
    let floor = mesh::<Vec3>(&icosphere(1));
    for pose in [Pose::at(DVec3::NAN), Pose::at(DVec3::INFINITY), Pose::new(DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0), DVec3::ZERO)] {
        let answer = Answer::new(&floor, &Ball::new(1.0).unwrap(), &pose, 0.1);
        assert_eq!(answer.relation, CompositeRelation::Undefined, "{pose:?}");
        assert!(answer.manifolds.is_empty());
    }
}

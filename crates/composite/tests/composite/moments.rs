//! The mass properties of the shapes of colliders, convex or composite.

use clinch_composite::{
    Chain, ColliderShape, Composite, Compound, CustomComposite, HeightField2, Sides, SubShapeId, SubShapeVisitor, TriMesh, Voxels,
};
use clinch_shapes::{Aabb, Ball, Cuboid, HalfSpace, Moments, Segment};
use clinch_support::Pose;
use clinch_testkit::generate::meshes;
use glam::{DVec2, DVec3};

fn square(size: f64) -> Vec<DVec2> {
    [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| DVec2::new(x, y) * size).to_vec()
}

/// One bead, which may say what its moments are.
#[derive(Debug)]
struct Bead {
    ball: Ball<DVec2>,
    knows: bool,
}

impl Composite<DVec2> for Bead {
    fn sides(&self) -> Sides {
        Sides::Solid
    }

    fn bounds(&self) -> Aabb<DVec2> {
        Aabb::around(DVec2::ZERO, DVec2::ONE)
    }

    fn near(&self, _: &Aabb<DVec2>, found: &mut Vec<SubShapeId>) {
        found.push(SubShapeId(0));
    }

    fn sub_shape(&self, _: SubShapeId, visit: &mut SubShapeVisitor<'_, DVec2>) {
        visit(&self.ball, None);
    }

    fn moments(&self) -> Option<Moments<DVec2>> {
        let ball: ColliderShape<DVec2> = self.ball.into();
        ball.moments().filter(|_| self.knows)
    }
}

#[test]
fn a_square_has_the_moments_of_a_square_as_any_shape_with_an_inside() {
    let corner = |pose: DVec2| (Pose::at(pose), Cuboid::new(DVec2::splat(0.5)).unwrap().into());
    let shapes: [ColliderShape<DVec2>; 3] = [
        Chain::closed(square(2.0)).unwrap().into(),
        Compound::new(vec![corner(DVec2::new(0.5, 0.5)), corner(DVec2::new(1.5, 0.5))]).unwrap().into(),
        Cuboid::new(DVec2::ONE).unwrap().into(),
    ];
    let [chain, compound, cuboid] = shapes.map(|shape| shape.moments().unwrap());
    assert!((chain.volume() - 4.0).abs() < 1e-12 && chain.centroid().abs_diff_eq(DVec2::ONE, 1e-12));
    assert!((chain.inertia(1.0) - cuboid.inertia(1.0)).abs() < 1e-12);
    assert!((compound.volume() - 2.0).abs() < 1e-12 && compound.centroid().abs_diff_eq(DVec2::new(1.0, 0.5), 1e-12));
}

#[test]
fn a_small_far_component_that_is_inside_out_gives_no_body_negative_inertia() {
    let [big, unit] = [1.0, 0.5].map(|half| meshes::cuboid(DVec3::splat(half)));
    let with_unit = |at: DVec3, inside_out: bool| {
        let turned = |[a, b, c]: [u32; 3]| if inside_out { [a + 8, c + 8, b + 8] } else { [a + 8, b + 8, c + 8] };
        let vertices = big.vertices.iter().copied().chain(unit.vertices.iter().map(|&vertex| vertex + at)).collect();
        let triangles = big.triangles.iter().copied().chain(unit.triangles.iter().map(|&corners| turned(corners))).collect();
        TriMesh::new(vertices, triangles).unwrap()
    };
    let far = with_unit(DVec3::X * 100.0, true);
    assert!(far.is_closed() && far.sides() == Sides::One && far.moments().is_none() && !far.contains(DVec3::ZERO));
    assert_eq!(with_unit(DVec3::X * 100.0, false).moments().map(|both| both.volume()), Some(9.0));
    let hollow = with_unit(DVec3::X * 0.25, true);
    assert!(hollow.sides() == Sides::Solid && !hollow.contains(DVec3::ZERO));
    assert!(hollow.moments().unwrap().principal().per_mass.min_element() > 0.0);

    // A figure of eight: its right lobe is clockwise.
    let eight = |far: f64| {
        let corners = [(-4.0, -2.0), (0.0, -2.0), (0.0, -0.02), (far, 0.5), (far, -0.5), (0.0, 0.02), (0.0, 2.0), (-4.0, 2.0)];
        Chain::closed(corners.map(DVec2::from).to_vec()).unwrap()
    };
    assert!(eight(1.0).sides() == Sides::Solid && eight(1.0).moments().unwrap().inertia_per_mass() > 0.0);
    assert!(eight(20.0).sides() == Sides::One && eight(20.0).moments().is_none());
}

#[test]
fn shapes_without_an_inside_have_no_moments() {
    let [loop_of_four, reversed] = [square(1.0), square(1.0).into_iter().rev().collect()].map(|points| Chain::closed(points).unwrap());
    let shapes: [ColliderShape<DVec2>; 6] = [
        loop_of_four.clone().hollow().into(),
        loop_of_four.two_sided().into(),
        reversed.into(),
        Chain::open(square(1.0)).unwrap().into(),
        HeightField2::new(vec![0.0; 3], DVec2::ONE).unwrap().into(),
        HalfSpace::new(DVec2::Y, 0.0).unwrap().into(),
    ];
    for shape in shapes {
        assert!(shape.moments().is_none(), "{shape:?}");
    }
    let triangle: ColliderShape<DVec3> = TriMesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap().into();
    let nothing: ColliderShape<DVec3> = Voxels::new(DVec3::ONE, []).unwrap().into();
    assert!(triangle.moments().is_none() && nothing.moments().is_none());
}

#[test]
fn flat_shapes_have_a_centroid_and_a_users_shape_has_its_own_answer() {
    let flat: ColliderShape<DVec2> = Segment::new(DVec2::ZERO, DVec2::X * 2.0).unwrap().into();
    let moments = flat.moments().unwrap();
    assert_eq!((moments.volume(), moments.centroid()), (0.0, DVec2::X));
    let ball = Ball::new(1.0).unwrap();
    let [unknown, known]: [ColliderShape<DVec2>; 2] = [false, true].map(|knows| CustomComposite::new(Bead { ball, knows }).into());
    assert!(unknown.moments().is_none());
    assert!((known.moments().unwrap().volume() - std::f64::consts::PI).abs() < 1e-9);
}

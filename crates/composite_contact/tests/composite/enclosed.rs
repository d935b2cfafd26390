//! Two composite shapes: a part of the larger one is inside of the smaller one, a solid, and
//! touches none of its surface.

use clinch_composite::{Chain, Composite, Compound, Sides, SubShapeId, TriMesh, Voxels};
use clinch_composite_contact::{
    CompositeManifold, CompositeRelation, CompositeScratch, Verdict, collide_composites, explain_composites, overlap_composites,
};
use clinch_contact::{Pair, Settings, Space};
use clinch_shapes::{Ball, Cuboid, ShapeSpace};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Mesh, cuboid, grid};
use glam::{DQuat, DVec2, DVec3};

/// The contacts of a pair in both orders, as those of the first, which agree but for rounding.
fn contacts<V: Space<Wide = V, Scalar = f64>>(
    a: &dyn Composite<V>,
    b: &dyn Composite<V>,
    b_in_a: &Pose<V>,
    margin: f64,
) -> (CompositeRelation<V>, Vec<CompositeManifold<V>>) {
    let (settings, scratch) = (Settings::with_margin(margin), &mut CompositeScratch::new());
    let [mut one, mut other] = [Vec::new(), Vec::new()];
    let relation = collide_composites(&Pair { a, b, b_in_a: *b_in_a }, &settings, scratch, &mut one);
    let a_in_b = Pose::<V>::IDENTITY.relative_to(b_in_a);
    collide_composites(&Pair { a: b, b: a, b_in_a: a_in_b }, &settings, scratch, &mut other);
    assert_eq!(one.len(), other.len(), "{one:?} {other:?}");
    for (one, other) in one.iter().zip(&other) {
        let other = other.swapped(&a_in_b);
        assert_eq!(one.sub_shapes, other.sub_shapes);
        assert!((one.manifold.normal - other.manifold.normal).length() < 1e-12, "{one:?} {other:?}");
        assert!((one.manifold.separation() - other.manifold.separation()).abs() < 1e-12, "{one:?} {other:?}");
    }
    (relation, one)
}

/// A ball in the middle of the frame, and another one far beside it.
fn balls<V: Space<Wide = V, Scalar = f64> + ShapeSpace<Shape: From<Ball<V>>>>(radius: f64) -> Compound<V> {
    let ball = Ball::new(radius).unwrap();
    Compound::new(vec![(Pose::at(V::unit(0) * 50.0), ball.into()), (Pose::IDENTITY, ball.into())]).unwrap()
}

/// A cube of voxels, each of size 1, from −3 to 3.
fn block() -> Voxels<DVec3> {
    let along = || -3..3;
    Voxels::new(DVec3::ONE, along().flat_map(|x| along().flat_map(move |y| along().map(move |z| [x, y, z])))).unwrap()
}

fn closed(of: &Mesh) -> TriMesh<DVec3> {
    TriMesh::new(of.vertices.clone(), of.triangles.clone()).unwrap()
}

#[test]
fn a_part_of_the_larger_shape_that_is_inside_of_a_smaller_solid_has_a_contact() {
    let balls = balls::<DVec3>(0.25);
    let solids: [Box<dyn Composite<DVec3>>; 2] = [Box::new(block()), Box::new(closed(&cuboid(DVec3::splat(3.0))))];
    let turn = DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8).normalize();
    for solid in &solids {
        for (at, axis) in [(DVec3::new(1.0, 0.25, 0.0), DVec3::X), (DVec3::new(0.25, -2.0, 1.0), -DVec3::Y)] {
            // From the solid to the ball, which leaves along the axis.
            let pose = Pose::new(turn, turn * -at);
            let (relation, manifolds) = contacts(&balls, &**solid, &pose, 0.0);
            let [CompositeManifold { manifold, sub_shapes: [Some(SubShapeId(1)), Some(_)] }] = &manifolds[..] else {
                panic!("{relation:?} {manifolds:?}")
            };
            let depth = 3.0 - at.abs().max_element() + 0.25;
            assert!(manifold.normal.distance(turn * -axis) < 1e-12 && manifold.is_touching(), "{manifold:?}");
            assert!((manifold.separation() + depth).abs() < 1e-12, "{manifold:?}");
            let [point] = &manifold.points[..] else { panic!("{manifold:?}") };
            assert!(point.on_a.distance(turn * -axis * 0.25) < 1e-12, "{point:?}");
            assert!(point.on_b.distance(at + axis * (3.0 - at.dot(axis))) < 1e-12, "{point:?}");
            let CompositeRelation::Near { separation, .. } = relation else { panic!("{relation:?}") };
            assert!((separation.distance + depth).abs() < 1e-12 && separation.is_touching(), "{separation:?}");
        }
    }
}

#[test]
fn a_part_of_the_larger_shape_that_is_inside_of_a_closed_chain_has_a_contact() {
    let corners = vec![DVec2::new(2.0, -2.0), DVec2::new(2.0, 2.0), DVec2::new(-2.0, 2.0), DVec2::new(-2.0, -2.0)];
    let square = Chain::closed(corners).unwrap();
    assert_eq!(square.sides(), Sides::Solid);
    let (_, manifolds) = contacts(&balls::<DVec2>(0.25), &square, &Pose::at(DVec2::new(-1.0, 0.5)), 0.0);
    let [only] = &manifolds[..] else { panic!("{manifolds:?}") };
    assert_eq!((only.manifold.normal, only.manifold.separation()), (-DVec2::X, -1.25));
    assert_eq!(only.sub_shapes[0], Some(SubShapeId(1)));
}

/// The contact that is apart is no answer for shapes that overlap.
#[test]
fn a_contact_within_the_margin_hides_no_part_inside_of_a_solid() {
    let ball = Ball::new(0.25).unwrap();
    let parts = [DVec3::X * 50.0, DVec3::ZERO, DVec3::new(0.0, 3.5, 0.0)];
    let balls = Compound::new(parts.map(|at| (Pose::at(at), ball.into())).to_vec()).unwrap();
    for margin in [0.0, 0.5] {
        let (relation, manifolds) = contacts(&balls, &block(), &Pose::at(DVec3::X), margin);
        let CompositeRelation::Near { separation, sub_shapes } = relation else { panic!("{relation:?}") };
        assert!(separation.distance == -2.25 && separation.normal == DVec3::X && sub_shapes[0] == Some(SubShapeId(1)), "{relation:?}");
        assert_eq!(manifolds.len(), if margin > 0.0 { 2 } else { 1 });
        assert!(manifolds[0].manifold.is_touching(), "{manifolds:?}");
    }
}

/// The faces that the ball crosses have its middle behind them, and the other ball is apart.
#[test]
fn a_ball_that_is_more_than_half_inside_of_a_solid_is_pushed_out_also_with_a_margin() {
    let ball = Ball::new(0.5).unwrap();
    let parts = [DVec3::X * 50.0, DVec3::ZERO, DVec3::new(-3.25, 3.75, 0.0)];
    let balls = Compound::new(parts.map(|at| (Pose::at(at), ball.into())).to_vec()).unwrap();
    let solids: [Box<dyn Composite<DVec3>>; 2] = [Box::new(block()), Box::new(closed(&cuboid(DVec3::splat(3.0))))];
    for solid in &solids {
        for margin in [0.0, 0.5] {
            // The middle of the ball is at (2.75, 0.125, 0.25) of the solid.
            let pose = Pose::at(-DVec3::new(2.75, 0.125, 0.25));
            let (relation, manifolds) = contacts(&balls, &**solid, &pose, margin);
            let CompositeRelation::Near { separation, sub_shapes } = relation else { panic!("{relation:?}") };
            assert_eq!((separation.distance, separation.normal, sub_shapes[0]), (-0.75, -DVec3::X, Some(SubShapeId(1))), "{margin}");
            let [deepest, others @ ..] = &manifolds[..] else { panic!("{manifolds:?}") };
            assert!(deepest.manifold.is_touching() && deepest.manifold.normal == -DVec3::X, "{manifolds:?}");
            assert_eq!(others.len(), usize::from(margin > 0.0), "{manifolds:?}");
            assert!(others.iter().all(|other| !other.manifold.is_touching()), "{manifolds:?}");
        }
    }
}

/// Pushed away by the other ball, the block still has this one inside.
#[test]
fn a_touching_part_hides_no_part_that_is_deep_inside_of_a_solid() {
    let ball = Ball::new(0.25).unwrap();
    let solids: [Box<dyn Composite<DVec3>>; 2] = [Box::new(block()), Box::new(closed(&cuboid(DVec3::splat(3.0))))];
    for depth in [-0.001, 0.0, 0.001, 0.1, 0.2] {
        let parts = [DVec3::X * 50.0, DVec3::ZERO, DVec3::new(0.125, 3.25 - depth, 0.25)];
        let balls = Compound::new(parts.map(|at| (Pose::at(at), ball.into())).to_vec()).unwrap();
        for solid in &solids {
            let (_, manifolds) = contacts(&balls, &**solid, &Pose::at(DVec3::X), 0.0);
            let [deepest, others @ ..] = &manifolds[..] else { panic!("{manifolds:?}") };
            assert_eq!((deepest.manifold.separation(), deepest.sub_shapes[0]), (-2.25, Some(SubShapeId(1))), "{depth}: {manifolds:?}");
            assert_eq!(others.len(), usize::from(depth >= 0.0), "{depth}: {manifolds:?}");
            for CompositeManifold { manifold, .. } in others {
                assert!(manifold.normal == -DVec3::Y && (manifold.separation() + depth).abs() < 1e-12, "{depth}: {manifolds:?}");
            }
        }
    }
}

/// Pushed away by the other ball, the middle of this one is outside, and it overlaps as before.
#[test]
fn a_touching_part_hides_no_part_while_its_middle_leaves_a_solid() {
    let ball = Ball::new(0.25).unwrap();
    let solids: [Box<dyn Composite<DVec3>>; 2] = [Box::new(block()), Box::new(closed(&cuboid(DVec3::splat(3.0))))];
    for depth in [0.001, 0.1] {
        for y in [2.85, 2.9995, 2.99999, 3.0005, 3.1] {
            let parts = [DVec3::X * 50.0, DVec3::new(-1.5, y, 0.25), DVec3::new(1.125, 3.25 - depth, 0.25)];
            let balls = Compound::new(parts.map(|at| (Pose::at(at), ball.into())).to_vec()).unwrap();
            for solid in &solids {
                let (relation, manifolds) = contacts(&balls, &**solid, &Pose::IDENTITY, 0.0);
                let CompositeRelation::Near { separation, sub_shapes } = relation else { panic!("{relation:?}") };
                let expected = -(3.25 - y).max(depth);
                assert!((separation.distance - expected).abs() < 1e-12, "{depth}, {y}: {manifolds:?}");
                assert_eq!(sub_shapes[0], Some(SubShapeId(if 3.25 - y > depth { 1 } else { 2 })));
                assert!(manifolds.iter().all(|manifold| manifold.manifold.normal == -DVec3::Y), "{manifolds:?}");
            }
        }
    }
}

/// The triangles below a box, each flat, are in its lower face once it is pushed up.
#[test]
fn a_solid_that_is_pressed_into_a_surface_with_two_sides_is_pushed_up_only() {
    let ground = grid(40, |x, y| 5.0 * DVec3::new(x, y, 0.0));
    let ground = TriMesh::new(ground.vertices, ground.triangles).unwrap().two_sided();
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 0.3, -0.2).normalize(), 1e-7);
    for (solid, bottom) in [(Box::new(block()) as Box<dyn Composite<DVec3>>, 3.0), (Box::new(closed(&cuboid(DVec3::ONE))), 1.0)] {
        for depth in [1e-9, 0.01, 0.3] {
            let pose = Pose::new(turn, DVec3::new(0.1, -0.05, bottom - depth));
            let (_, manifolds) = contacts(&ground, &*solid, &pose, 0.0);
            let [CompositeManifold { manifold, .. }] = &manifolds[..] else { panic!("{depth}: {manifolds:?}") };
            assert!(manifold.normal.distance(DVec3::Z) < 1e-6 && (manifold.separation() + depth).abs() < 1e-6, "{manifolds:?}");
        }
    }
}

/// Boxes of 0.5 that are flush, in four layers below y = 0.
fn small_boxes() -> Compound<DVec3> {
    let tile = Cuboid::new(DVec3::splat(0.25)).unwrap();
    let at = |i: u32| DVec3::new(f64::from(i % 20), -f64::from(i / 400), f64::from(i / 20 % 20)) * 0.5 + DVec3::new(0.25, -0.25, 0.25);
    Compound::new((0..1600).map(|i| (Pose::at(at(i)), tile.into())).collect()).unwrap()
}

/// Below the top of the ground, small boxes are inside of the block. Alone they would leave it by a
/// side.
#[test]
fn a_solid_that_is_pressed_into_small_boxes_is_pushed_up_only() {
    let block = Voxels::new(DVec3::ONE, (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2])).unwrap();
    let (_, manifolds) = contacts(&small_boxes(), &block, &Pose::at(DVec3::new(4.1, -0.6, 4.1)), 0.0);
    assert!(manifolds.iter().all(|manifold| manifold.manifold.normal == DVec3::Y), "{manifolds:?}");
    assert!((manifolds[0].manifold.separation() + 0.6).abs() < 1e-12, "{manifolds:?}");
}

/// An angle that hangs over the border of the ground, with its other arm flush with the side.
#[test]
fn an_arm_that_is_flush_with_the_ground_changes_no_contact() {
    let ground = small_boxes();
    let across = (-1..4).flat_map(|x| (0..4).map(move |z| [x, 0, z]));
    let down = (-5..0).flat_map(|y| (0..4).map(move |z| [-1, y, z]));
    let angle = Voxels::new(DVec3::splat(0.5), across.chain(down)).unwrap();
    for beside in [0.0, 1e-9, 1e-3] {
        let (_, manifolds) = contacts(&ground, &angle, &Pose::at(DVec3::new(-beside, -0.45, 4.1)), 0.0);
        for CompositeManifold { manifold, .. } in &manifolds {
            let is_flush = manifold.normal == DVec3::NEG_X && manifold.separation().abs() < 1e-12;
            assert!(is_flush || manifold.normal == DVec3::Y, "{beside}: {manifolds:?}");
        }
        assert!((manifolds[0].manifold.separation() + 0.45).abs() < 1e-12, "{beside}: {manifolds:?}");
    }
}

/// A small square inside of the block, and a large triangle beside it.
#[test]
fn a_surface_inside_of_a_solid_is_touched_if_it_has_two_sides() {
    let far = DVec3::Z * 5.0;
    let corner = |x: f64, y: f64| DVec3::new(x, y, 2.0);
    let square = vec![corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
    let corners = [square, vec![far, far + DVec3::X * 20.0, far + DVec3::Y * 20.0]].concat();
    let one = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3], [4, 5, 6]]).unwrap();
    let two = one.clone().two_sided();
    let block = block();
    for (surface, touches) in [(&one, false), (&two, true)] {
        let (_, manifolds) = contacts(surface, &block, &Pose::IDENTITY, 0.0);
        assert_eq!(!manifolds.is_empty(), touches, "{manifolds:?}");
        for CompositeManifold { manifold, .. } in &manifolds {
            assert_eq!((manifold.normal, manifold.separation(), manifold.points.len()), (-DVec3::Z, -1.0, 4), "{manifold:?}");
        }
        let pair = Pair { a: surface as _, b: &block as _, b_in_a: Pose::IDENTITY };
        assert_eq!(overlap_composites(&pair, &Settings::default(), &mut CompositeScratch::new()), Some(true));
    }
}

#[test]
fn the_order_of_parts_inside_of_a_solid_chooses_no_contact() {
    let shape =
        |half: DVec3, at: DVec3| (Pose::new(DQuat::from_xyzw(0.3, 0.1, -0.2, 0.9).normalize(), at), Cuboid::new(half).unwrap().into());
    let half = DVec3::new(0.5, 0.25, 0.125);
    let places = [DVec3::X * 50.0, DVec3::X, -DVec3::X, DVec3::Y, DVec3::new(0.5, 0.5, 1.0), DVec3::ZERO];
    let parts: Vec<_> = places.into_iter().map(|at| shape(half, at)).collect();
    let solid = block();
    let answer = |first: usize| {
        let mut parts = parts.clone();
        parts.rotate_left(first);
        let (relation, manifolds) = contacts(&Compound::new(parts).unwrap(), &solid, &Pose::at(DVec3::splat(0.125)), 0.0);
        let CompositeRelation::Near { separation, .. } = relation else { panic!("{relation:?}") };
        let places = |of: &CompositeManifold<DVec3>| of.manifold.points.iter().map(|point| [point.on_a, point.on_b]).collect::<Vec<_>>();
        (separation, manifolds.iter().map(|of| (of.manifold.normal, places(of))).collect::<Vec<_>>())
    };
    let first = answer(0);
    assert!(first.1.len() > 2, "{first:?}");
    assert!((1..6).all(|rotated| answer(rotated) == first));
}

#[test]
fn parts_that_are_inside_of_a_solid_are_explained() {
    let (balls, block) = (balls::<DVec3>(0.25), block());
    let pose = Pose::at(DVec3::X);
    let orders: [(&dyn Composite<DVec3>, &dyn Composite<DVec3>, _); 2] =
        [(&balls, &block, pose), (&block, &balls, Pose::<DVec3>::IDENTITY.relative_to(&pose))];
    for (index, (a, b, b_in_a)) in orders.into_iter().enumerate() {
        let (pair, settings, scratch) = (Pair { a, b, b_in_a }, Settings::default(), &mut CompositeScratch::new());
        let mut manifolds = Vec::new();
        collide_composites(&pair, &settings, scratch, &mut manifolds);
        let verdicts = explain_composites(&pair, &settings, scratch);
        let kept: Vec<_> = verdicts.iter().filter(|verdict| verdict.verdict == Verdict::Kept).collect();
        let ([kept], [published]) = (&kept[..], &manifolds[..]) else { panic!("{verdicts:?} {manifolds:?}") };
        assert_eq!((kept.sub_shapes, kept.separation.normal), (published.sub_shapes, published.manifold.normal));
        assert_eq!((kept.sub_shapes[index], kept.separation.distance), (Some(SubShapeId(1)), -2.25));
    }
}

//! Every query of two colliders gives the same answer for a box whether it is convex, a mesh or a
//! compound, and whichever of the two is A.

use clinch_composite::{ColliderShape, Compound, TriMesh};
use clinch_composite_contact::{ColliderMemory, ColliderPair, CompositeDistance, CompositeManifold, CompositeRelation, CompositeScratch};
use clinch_contact::{CastOutcome, CastSettings, Impact, MovingShape, Recycling, Separation, Settings, TimeOfImpactSettings};
use clinch_shapes::{Ball, Cuboid};
use clinch_support::{Pose, Sweep};
use clinch_testkit::generate::meshes::cuboid;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

type Shape = ColliderShape<DVec3>;

/// The same box three times: convex, of triangles, and as the only part of a compound.
fn boxes(half: DVec3) -> [Shape; 3] {
    let (convex, mesh) = (Cuboid::new(half).unwrap(), cuboid(half));
    let compound = Compound::new(vec![(Pose::IDENTITY, convex.into())]).unwrap();
    [convex.into(), TriMesh::new(mesh.vertices, mesh.triangles).unwrap().into(), compound.into()]
}

fn near(relation: CompositeRelation<DVec3>) -> Separation<DVec3> {
    let CompositeRelation::Near { separation, .. } = relation else { panic!("{relation:?}") };
    separation
}

fn same(one: &Separation<DVec3>, other: &Separation<DVec3>) -> bool {
    (one.distance - other.distance).abs() < 1e-9
        && one.normal.distance(other.normal) < 1e-6
        && one.point_a.distance(other.point_a) < 1e-6
        && one.point_b.distance(other.point_b) < 1e-6
}

/// The nine pairs of the boxes, the convex one first.
fn pairs<'s>([a, b]: [&'s [Shape; 3]; 2], b_in_a: Pose<DVec3>) -> Vec<ColliderPair<'s, DVec3>> {
    a.iter().flat_map(|a| b.iter().map(move |b| ColliderPair { a, b, b_in_a })).collect()
}

#[test]
fn boxes_of_any_kind_are_as_far_apart_and_touch_alike() {
    let (scratch, mut memory) = (&mut CompositeScratch::new(), ColliderMemory::new());
    let (large, small) = (boxes(DVec3::new(1.0, 2.0, 1.5)), boxes(DVec3::new(0.5, 0.25, 0.75)));
    let settings = Settings { skin_a: 0.25, skin_b: 0.125, ..Settings::with_margin(100.0) };
    let (mut random, mut touching) = (Random::new(3), 0);
    for _ in 0..80 {
        let b_in_a = Pose::new(DQuat::from_array(random.quaternion()), random.in_ball(3) * 5.0);
        let pairs = pairs([&large, &small], b_in_a);
        let expected = pairs[0].separation(&settings, &mut memory, scratch);
        let expected = near(expected);
        touching += u32::from(expected.distance < 0.0);
        for pair in pairs {
            let mut memory = ColliderMemory::new();
            let overlap = pair.overlap(&settings, &mut memory, scratch);
            assert_eq!(overlap, Some(expected.distance < 0.0), "{pair:?}");
            match pair.distance(&settings, &mut memory, scratch) {
                CompositeDistance::Apart { separation, .. } => {
                    assert!(same(&separation, &expected), "{separation:?} {expected:?} {pair:?}");
                }
                answer => assert!(answer == CompositeDistance::Touching && expected.distance < 0.0, "{answer:?} {pair:?}"),
            }
            if expected.distance > 0.0 {
                let (measured, apart) = (pair.measure(&settings, &mut memory, scratch), pair.separation(&settings, &mut memory, scratch));
                assert!(same(&near(measured), &expected) && same(&near(apart), &expected), "{measured:?} {apart:?} {expected:?} {pair:?}");
            }
        }
    }
    assert!((15..65).contains(&touching), "{touching}");
}

#[test]
fn boxes_of_any_kind_rest_on_each_other_with_one_manifold_that_persists() {
    let scratch = &mut CompositeScratch::new();
    let (large, small) = (boxes(DVec3::new(2.0, 0.5, 2.0)), boxes(DVec3::splat(0.5)));
    let settings = Settings::with_margin(0.05);
    for (sign, shapes) in [(1.0, [&large, &small]), (-1.0, [&small, &large])] {
        for pair in pairs(shapes, Pose::at(DVec3::Y * (0.99 * sign))) {
            let (mut memory, mut manifolds) = (ColliderMemory::new(), Vec::new());
            for tick in 0..2 {
                let measured = pair.collide(&settings, &mut memory, scratch, &mut manifolds);
                assert!((near(measured.relation).distance + 0.01).abs() < 1e-9 && !measured.recycled, "{measured:?}");
                assert_eq!(manifolds.len(), 1, "{pair:?}");
                let manifold = &mut manifolds[0].manifold;
                assert!(manifold.normal.distance(DVec3::Y * sign) < 1e-9 && manifold.points.len() == 4, "{manifold:?} {pair:?}");
                for point in &mut manifold.points {
                    assert!((pair.b_in_a.point(point.on_b) - point.on_a).length() < 0.011, "{point:?} {pair:?}");
                    assert_eq!(point.user_data[0], f64::from(tick), "{pair:?}");
                    point.user_data[0] += 1.0;
                }
            }
            let recycled = Settings { recycling: Recycling::Within(0.01), ..settings };
            let answers = [0, 1].map(|_| pair.collide(&recycled, &mut memory, scratch, &mut manifolds).recycled);
            assert_eq!((answers, manifolds.len()), ([false, true], 1), "{pair:?}");
            let nowhere = ColliderPair { b_in_a: Pose::at(DVec3::NAN), ..pair };
            let undefined = nowhere.collide(&settings, &mut memory, scratch, &mut manifolds);
            assert!(undefined.relation == CompositeRelation::Undefined && manifolds.is_empty(), "{pair:?}");
        }
    }
}

fn hit(outcome: CastOutcome<DVec3>) -> Option<Impact<DVec3>> {
    match outcome {
        CastOutcome::Hit(impact) => Some(impact),
        CastOutcome::Miss { .. } => None,
        other => panic!("{other:?}"),
    }
}

/// The same hit, whose points and normal fit to B's pose at the time.
fn check_hit(found: Option<Impact<DVec3>>, expected: Option<Impact<DVec3>>, b_in_a: impl Fn(f64) -> Pose<DVec3>) {
    let (Some(found), Some(expected)) = (found, expected) else { return assert!(found.is_none() && expected.is_none()) };
    assert!((found.time - expected.time).abs() < 1e-6 && found.at_start == expected.at_start, "{found:?} {expected:?}");
    if !found.at_start {
        let between = b_in_a(found.time).point(found.point_b) - found.point_a;
        assert!(between.distance(found.normal * 0.25) < 1e-4, "{found:?} {expected:?} {between}");
        assert!(found.normal.distance(expected.normal) < 1e-4, "{found:?} {expected:?}");
    }
}

#[test]
fn boxes_of_any_kind_meet_at_the_same_time() {
    let scratch = &mut CompositeScratch::new();
    let (large, small) = (boxes(DVec3::new(1.0, 2.0, 1.5)), boxes(DVec3::new(0.5, 0.25, 0.75)));
    let settings = CastSettings { target_distance: 0.25, ..CastSettings::default() };
    let of_step = TimeOfImpactSettings { target_distance: 0.25, ..TimeOfImpactSettings::default() };
    let (mut random, mut hits) = (Random::new(5), 0);
    for _ in 0..60 {
        let b_in_a = Pose::new(DQuat::from_array(random.quaternion()), random.direction(3) * 6.0);
        let motion = random.in_ball(3) * 6.0 - b_in_a.translation;
        let after = |time: f64| Pose::<DVec3>::at(motion * time).after(&b_in_a);
        let sweep_a = Sweep { turn: random.in_ball(3), ..Sweep::still(Pose::at(DVec3::X)) };
        let sweep_b =
            Sweep { turn: random.in_ball(3), ..Sweep::along(Pose { translation: b_in_a.translation + DVec3::X, ..b_in_a }, motion) };
        let (mut first, mut first_of_step) = (None, None);
        for pair in pairs([&large, &small], b_in_a) {
            let found = hit(pair.cast(motion, &settings, scratch).cast.outcome);
            check_hit(found, *first.get_or_insert(found), after);
            let [a, b] = [(pair.a, &sweep_a), (pair.b, &sweep_b)].map(|(shape, sweep)| MovingShape { shape, sweep });
            let found = hit(ColliderPair::time_of_impact(a, b, &of_step, scratch).cast.outcome);
            check_hit(found, *first_of_step.get_or_insert(found), |time| sweep_b.pose_at(time).relative_to(&sweep_a.pose_at(time)));
            hits += u32::from(found.is_some());
        }
    }
    assert!((180..520).contains(&hits), "{hits}");
}

/// The normal is that of the floor, whichever of the two is A, and in whatever frame the body is.
#[test]
fn a_recycled_normal_does_not_roll_with_the_body() {
    let floor: Shape = boxes(DVec3::new(4.0, 1.0, 4.0))[1].clone();
    let cube = Cuboid::new(DVec3::splat(0.5)).unwrap();
    // Farther from the origin of its frame than the floor is large.
    let far = DVec3::new(0.0, 0.0, 12.0);
    let compound = Compound::new(vec![(Pose::at(far), cube.into())]).unwrap();
    for (body, middle) in [(Shape::from(cube), DVec3::ZERO), (Shape::from(compound), far)] {
        check_that_no_normal_rolls(&floor, &body, middle);
    }
}

/// A body, its middle at this place of its frame, rolls on a floor.
fn check_that_no_normal_rolls(floor: &Shape, body: &Shape, middle: DVec3) {
    let settings = Settings { recycling: Recycling::Within(0.01), ..Settings::with_margin(0.01) };
    let pose = |roll: f64| {
        let turn = DQuat::from_xyzw(0.0, 0.0, 0.5 * roll, 1.0).normalize();
        Pose::new(turn, DVec3::new(0.2, 1.499, 0.3) - turn * middle)
    };
    for body_is_a in [false, true] {
        let (mut memory, mut scratch, mut manifolds) = (ColliderMemory::new(), CompositeScratch::new(), Vec::new());
        for step in 0..8 {
            // So little that a lever of 12 does not move the cube by more than is recycled.
            let pose = pose(1e-4 * f64::from(step));
            let pair = if body_is_a {
                ColliderPair { a: body, b: floor, b_in_a: Pose::IDENTITY.relative_to(&pose) }
            } else {
                ColliderPair { a: floor, b: body, b_in_a: pose }
            };
            let answer = pair.collide(&settings, &mut memory, &mut scratch, &mut manifolds);
            assert_eq!(answer.recycled, step > 0, "{step}");
            let normal = manifolds[0].manifold.normal;
            let up = if body_is_a { -(pose.rotation * normal) } else { normal };
            assert!(up.abs_diff_eq(DVec3::Y, 1e-12), "{body_is_a}, {step}: {up}");
        }
    }
}

/// A ball turns by more than the normals of one contact may differ, on the spot.
#[test]
fn a_ball_that_spins_keeps_the_data_of_its_point_whichever_is_a() {
    let floor: Shape = boxes(DVec3::new(4.0, 1.0, 4.0))[1].clone();
    let ball: Shape = Ball::new(0.5).unwrap().into();
    for recycling in [Recycling::Off, Recycling::Within(0.01)] {
        let settings = Settings { recycling, ..Settings::with_margin(0.01) };
        for ball_is_a in [false, true] {
            let (mut memory, mut scratch, mut manifolds) = (ColliderMemory::new(), CompositeScratch::new(), Vec::new());
            for step in 0..8 {
                let turn = DQuat::from_rotation_z(0.4 * f64::from(step));
                let pose = Pose::new(turn, DVec3::new(0.2, 1.499, 0.3));
                let pair = if ball_is_a {
                    ColliderPair { a: &ball, b: &floor, b_in_a: Pose::IDENTITY.relative_to(&pose) }
                } else {
                    ColliderPair { a: &floor, b: &ball, b_in_a: pose }
                };
                pair.collide(&settings, &mut memory, &mut scratch, &mut manifolds);
                let [CompositeManifold { manifold, .. }] = &mut manifolds[..] else { panic!("{manifolds:?}") };
                let point = &mut manifold.points[0];
                assert_eq!((point.persisted, point.user_data[0]), (step > 0, f64::from(step)), "{ball_is_a}, {step}: {point:?}");
                point.user_data[0] += 1.0;
            }
        }
    }
}

/// The motion that is measured is that of the truck: the mesh has the larger radius about the
/// origin of its frame, which is far from its vertices.
#[test]
fn a_contact_is_recycled_by_the_size_of_the_smaller_shape_wherever_its_frame_is() {
    let far = DVec3::new(100.0, 0.0, 100.0);
    let rock = cuboid(DVec3::splat(0.1));
    let vertices = rock.vertices.iter().map(|vertex| *vertex + far).collect();
    let rock: Shape = TriMesh::new(vertices, rock.triangles).unwrap().into();
    let truck: Shape = Cuboid::new(DVec3::new(1.0, 0.75, 2.0)).unwrap().into();
    let settings = Settings { recycling: Recycling::Within(0.01), ..Settings::with_margin(0.01) };
    let (scratch, at) = (&mut CompositeScratch::new(), far + DVec3::Y * 0.8499);
    // The rock has a radius of 0.17.
    for (motion, is_recycled) in [(0.0015, true), (0.002, false), (0.015, false)] {
        for swapped in [false, true] {
            let (mut memory, mut manifolds) = (ColliderMemory::new(), Vec::new());
            let mut collide = |at: DVec3| {
                let pair = if swapped {
                    ColliderPair { a: &truck, b: &rock, b_in_a: Pose::at(-at) }
                } else {
                    ColliderPair { a: &rock, b: &truck, b_in_a: Pose::at(at) }
                };
                pair.collide(&settings, &mut memory, scratch, &mut manifolds).recycled
            };
            assert!(!collide(at));
            assert_eq!(collide(at + DVec3::X * motion), is_recycled, "{motion}, {swapped}");
        }
    }
}

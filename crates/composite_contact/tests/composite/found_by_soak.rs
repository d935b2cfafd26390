//! What the soak of composite shapes has found.

use clinch_composite::{BoundaryEdges, Chain, Composite, Compound, HeightField, HeightField2, SubShapeId, TriMesh, Voxels};
use clinch_composite_contact::{CompositeDistance, CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch};
use clinch_contact::{ContactPoint, Pair, Separation, Settings};
use clinch_shapes::{Ball, Capsule, Convex, Cuboid, Segment, Triangle};
use clinch_support::{Pose, Rotation2};
use clinch_testkit::generate::meshes::cuboid;
use clinch_testkit::random::Random;
use glam::{DMat3, DQuat, DVec2, DVec3};

use crate::common::{Answer, shuffled};
use crate::erased::{collide, collide_composites, distance, measure, overlap};

fn near(answer: &Answer<DVec3>) -> Separation<DVec3> {
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{answer:?}") };
    separation
}

/// A triangle beside the border of which the body is, and another one behind the body.
fn border_and_wall(far: f64) -> (TriMesh<DVec3>, Pose<DVec3>, DVec3) {
    let normal = DVec3::new(-0.9, 0.0, -0.19_f64.sqrt());
    let along = DVec3::new(normal.z, 0.0, -normal.x);
    let middle = normal * 0.6 + along * 1.5;
    let wall = |y: f64, z: f64| middle + normal * (0.5 + far) + DVec3::Y * y + along * z;
    let corners = vec![DVec3::new(0.0, -9.0, 0.0), DVec3::new(9.0, 0.0, 0.0), DVec3::new(0.0, 9.0, 0.0)];
    let corners = [corners, vec![wall(-5.0, -5.0), wall(5.0, -5.0), wall(0.0, 5.0)]].concat();
    let mesh = TriMesh::new(corners, vec![[0, 1, 2], [3, 4, 5]]).unwrap().two_sided();
    let rotation = DQuat::from_mat3(&DMat3::from_cols(normal, DVec3::Y, normal.cross(DVec3::Y)));
    (mesh, Pose::new(rotation, middle), normal)
}

/// The middle of the body is above the plane of the triangle, and the face that is nearest to its
/// border looks up.
#[test]
fn a_body_at_a_border_keeps_its_nearest_contact_beside_a_farther_one() {
    let body = Cuboid::new(DVec3::new(0.5, 1.0, 2.0)).unwrap();
    let (mesh, pose, normal) = border_and_wall(0.25);
    assert!(pose.translation.z > 0.1, "the middle is in front: {pose:?}");
    let answer = Answer::new(&mesh, &body, &pose, 0.5);
    let separation = near(&answer);
    assert!((separation.distance - 0.1).abs() < 1e-12 && separation.normal.distance(normal) < 1e-12, "{separation:?}");
    assert!(separation.lower <= 0.1 && 0.1 <= separation.upper, "{separation:?}");
    assert_eq!(answer.manifolds.len(), 2);
}

#[test]
fn a_body_beside_a_solid_height_field_is_not_pulled_into_it() {
    let field = HeightField::new(3, 3, vec![0.0; 9], DVec3::ONE).unwrap().with_boundary_edges(BoundaryEdges::Hard);
    let ball = Ball::new(0.25).unwrap();
    // Below the level of the field, and beyond its border.
    for (out, margin) in [(0.125, 0.0), (0.2, 0.0), (0.3, 0.25)] {
        let middle = DVec3::new(-out, -0.5 * out, 1.0);
        let answer = Answer::new(&field, &ball, &Pose::at(middle), margin);
        let separation = near(&answer);
        let [away, distance] = [middle - DVec3::Z, DVec3::splat((middle - DVec3::Z).length() - 0.25)];
        assert!(separation.normal.distance(away.normalize()) < 1e-9, "{separation:?}");
        assert!((separation.distance - distance.x).abs() < 1e-12, "{separation:?} {distance}");
        assert_eq!(answer.manifolds.len(), 1);
    }
}

#[test]
fn a_thin_body_sunk_into_a_height_field_has_a_contact() {
    let random = &mut Random::new(5);
    let mut sunk = 0;
    for _ in 0..400 {
        let heights = (0..25).map(|_| random.range(-0.5, 0.5)).collect();
        let field = HeightField::<DVec3>::new(5, 5, heights, DVec3::ONE).unwrap().with_boundary_edges(BoundaryEdges::Hard);
        let body = Cuboid::new(DVec3::new(random.power(-2.0, -0.5), 1e-3, random.power(-2.0, -0.5))).unwrap();
        let id = SubShapeId(random.below(32) as u32);
        let corners = field.surface_corners(id).unwrap();
        let place = corners[random.below(3)] - DVec3::Y * random.power(-4.0, -2.0);
        if !Composite::contains(&field, place) {
            continue;
        }
        sunk += 1;
        let answer = Answer::new(&field, &body, &Pose::new(DQuat::from_array(random.quaternion()), place), 0.0);
        let has_point = answer.manifolds.iter().any(|manifold| manifold.manifold.is_touching());
        assert!(has_point, "{place} {answer:?}");
    }
    assert!(sunk > 300, "{sunk}");
}

/// The box is level to within the tolerance of directions. Its deepest edge is beside the plate.
#[test]
fn a_box_that_is_level_with_a_plate_within_the_tolerance_has_its_own_distance() {
    let corners = vec![DVec3::new(-1.0, -9.0, 0.0), DVec3::new(1.0, -9.0, 0.0), DVec3::new(1.0, 9.0, 0.0), DVec3::new(-1.0, 9.0, 0.0)];
    let plate = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let body = Cuboid::new(DVec3::new(8.0, 1.0, 0.5)).unwrap();
    for (tilt, gap) in [(9e-7, 1e-2), (9e-7, 1e-7), (3e-7, 1e-3), (1e-7, 0.25)] {
        let rotation = DQuat::from_xyzw(0.0, 0.5 * tilt, 0.0, 1.0).normalize();
        // The nearest place is above the border of the plate, at x = 1.
        let turned = |x: f64, z: f64| rotation.mul_vec3(DVec3::new(x, 0.0, z));
        let above = turned(-4.0, -0.5);
        let pose = Pose::new(rotation, DVec3::new(1.0, 0.0, gap) - above);
        let separation = near(&Answer::new(&plate, &body, &pose, 1.0));
        let normal = turned(0.0, 1.0);
        let distance = gap * normal.z;
        assert!(separation.lower <= distance && distance <= separation.upper, "{separation:?}, true is {distance}");
        assert!((separation.distance - distance).abs() <= 1e-12, "{separation:?}, true is {distance}");
        assert!(separation.normal.distance(DVec3::Z) < 1e-6, "{separation:?}");
    }
}

fn places(manifolds: &[CompositeManifold<DVec3>]) -> Vec<(DVec3, Vec<[DVec3; 2]>)> {
    let place = |point: &ContactPoint<DVec3>| [point.on_a, point.on_b];
    manifolds.iter().map(|of| (of.manifold.normal, of.manifold.points.iter().map(place).collect())).collect()
}

#[test]
fn the_order_of_parts_chooses_no_point() {
    let (mut manifolds, mut reduced) = (0, 0);
    for seed in 0..300 {
        let random = &mut Random::of(seed, 71);
        let corners: Vec<DVec3> = (0..8).map(|_| random.in_ball(3)).collect();
        let mut parts: Vec<(Pose<DVec3>, clinch_shapes::Shape3<DVec3>)> = (0..10)
            .map(|_| {
                let mut corner = || corners[random.below(8)];
                (Pose::IDENTITY, Triangle::new(corner(), corner(), corner()).unwrap().into())
            })
            .collect();
        let [one, other] = [false, true].map(|shuffled| {
            for last in (1..parts.len()).rev().filter(|_| shuffled) {
                parts.swap(last, random.below(last + 1));
            }
            Compound::new(parts.clone()).unwrap()
        });
        let body: Box<dyn Convex<DVec3>> = Box::new(Cuboid::new(DVec3::new(0.3, 0.4, 0.5)).unwrap());
        let pose = Pose::new(DQuat::from_array(random.quaternion()), random.in_ball(3));
        let [one, other] = [one, other].map(|shape| Answer::new(&shape, &*body, &pose, 0.3));
        assert_eq!(places(&one.manifolds), places(&other.manifolds), "seed {seed}");
        manifolds += one.manifolds.len();
        reduced += one.manifolds.iter().filter(|manifold| manifold.manifold.points.len() == 4).count();
    }
    assert!(manifolds > 300 && reduced > 60, "{manifolds} {reduced}");
}

/// The nearest part of B has its contact with several parts of A, of which the cones of B refuse
/// the nearest.
#[test]
fn the_bounds_of_two_composite_shapes_contain_the_distance_of_what_is_published() {
    let mut near = 0;
    for seed in 0..400 {
        let random = &mut Random::of(seed, 72);
        let mut soup = |scale: f64| {
            let corners: Vec<DVec3> = (0..5).map(|_| random.in_ball(3) * scale).collect();
            TriMesh::new(corners, vec![[0, 1, 2], [2, 1, 3], [2, 3, 4]]).map(TriMesh::two_sided).unwrap()
        };
        let (a, b) = (soup(1.0), soup(0.5));
        let b_in_a = Pose::new(DQuat::from_array(random.quaternion()), random.direction(3) * random.range(0.2, 1.2));
        let settings = Settings::with_margin(1.0);
        let pair = Pair { a: &a, b: &b, b_in_a };
        let relation = collide_composites(&pair, &settings, &mut CompositeScratch::new(), &mut Vec::new());
        let CompositeRelation::Near { separation, .. } = relation else { continue };
        let exact = separation.normal.dot(b_in_a.point(separation.point_b) - separation.point_a);
        near += usize::from(separation.lower < separation.upper);
        assert!(separation.lower < separation.distance && separation.distance < separation.upper, "seed {seed}: {separation:?}");
        assert!(separation.lower <= exact && exact <= separation.upper, "seed {seed}: {separation:?} {exact}");
    }
    assert!(near > 200, "{near}");
}

/// Without a margin, rounding puts both ends of the capsule beyond what counts: points above
/// nothing were contacts.
#[test]
fn a_capsule_across_a_needle_has_no_point_beside_it() {
    let [length, width] = [0.170_513_913_035_392_76, 1.249_456_363_439_094_3e-5];
    let corners = vec![DVec3::new(-length, 0.0, 0.0), DVec3::new(length, 0.0, 0.0), DVec3::new(length, width, width)];
    let mesh = TriMesh::new(corners, vec![[0, 1, 2]]).unwrap().two_sided();
    let capsule = Capsule::new(0.137_570_619_583_129_88, 0.113_643_869_757_652_28).unwrap();
    let turn = DQuat::from_xyzw(0.0, 0.500_000_605_985_972_6, 0.499_997_065_607_865_7, 0.707_108_427_610_068_6);
    let place = DVec3::new(-0.005_887_288_633_083_449, 0.080_371_796_101_562_95, -0.080_344_906_016_092_1);
    let answer = Answer::new(&mesh, &capsule, &Pose::new(turn, place), 0.0);
    let points: Vec<&ContactPoint<DVec3>> = answer.manifolds.iter().flat_map(|manifold| &manifold.manifold.points).collect();
    assert!(!points.is_empty(), "{answer:?}");
    for point in points {
        assert!(point.on_a.y.abs() < 1e-4 && point.on_a.z.abs() < 1e-4, "{answer:?}");
    }
}

/// The other cell is nearer there, and the body is in front of both faces of the first.
#[test]
fn a_body_at_cells_that_touch_along_an_edge_has_no_contact_at_the_edge() {
    let cells = Voxels::new(DVec3::ONE, [[0, 0, 0], [0, 1, 1]]).unwrap();
    let bodies: [&dyn Convex<DVec3>; 2] = [&Ball::new(0.25).unwrap(), &Cuboid::new(DVec3::splat(0.25)).unwrap()];
    for (body, out) in bodies.into_iter().flat_map(|body| [0.3, 0.5, 0.7].map(|out| (body, out))) {
        let answer = Answer::new(&cells, body, &Pose::at(DVec3::new(0.5, 1.0 + out, 2.5)), 3.0);
        let normals: Vec<DVec3> = answer.manifolds.iter().map(|manifold| manifold.manifold.normal).collect();
        assert_eq!(normals, [DVec3::Z], "{answer:?}");
    }
}

/// Within the tolerance it is beside no part of the wall.
#[test]
fn a_box_that_lies_on_a_plate_has_no_contact_with_the_wall_below_its_border() {
    let corners = [[-9.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, -9.0]].map(DVec3::from_array);
    let mesh = TriMesh::new(corners.to_vec(), vec![[0, 1, 2], [1, 0, 3]]).unwrap().two_sided();
    let body = Cuboid::new(DVec3::splat(0.125)).unwrap();
    for gap in [1e-8, 5e-8, 1e-7, 1e-6] {
        let answer = Answer::new(&mesh, &body, &Pose::at(DVec3::new(0.0, 0.13, 0.125 + gap)), 0.05);
        let normals: Vec<DVec3> = answer.manifolds.iter().map(|manifold| manifold.manifold.normal).collect();
        assert_eq!(normals, [DVec3::Z], "{answer:?}");
    }
}

/// Beside the end by 1e-10 of the length of the segment, and as far above it.
#[test]
fn a_circle_beside_the_end_of_a_long_segment_has_its_own_distance() {
    for length in [1.0, 1e5] {
        let chain = Chain::open(vec![DVec2::ZERO, DVec2::X * length]).unwrap().two_sided();
        let circle = Ball::new(0.0).unwrap();
        for (out, up) in [(1e-10, 1e-10), (5e-10, 1e-9), (1e-10, 3e-9)].map(|(out, up)| (out * length, up * length)) {
            let pose = Pose::at(DVec2::new(length + out, up));
            let pair = Pair { a: &chain, b: &circle, b_in_a: pose };
            let relation = measure(&pair, &Settings::with_margin(1.0), &mut CompositeScratch::new());
            let CompositeRelation::Near { separation, .. } = relation else { panic!("{relation:?}") };
            let distance = DVec2::new(pose.translation.x - length, up).length();
            assert!(separation.lower <= distance && distance <= separation.upper, "{separation:?}, true is {distance}");
            assert!((separation.distance - distance).abs() <= 1e-12 * length, "{separation:?}, true is {distance}");
        }
    }
}

/// An edge of the box is at a vertex of the border: each triangle there is touched with a normal of
/// its own, which the others refuse. Another triangle is 1.4e-5 away.
#[test]
fn a_box_whose_edge_just_touches_a_vertex_is_not_apart() {
    let [x, y, z] = [0.000_253_404_800_294_736_45, 0.000_126_702_400_147_368_17, 0.000_380_107_200_442_104_6];
    let corners = [
        [x, 0.0, -3.579_715_548_564_015_5e-7],
        [z, 0.0, 1.097_863_317_668_248_8e-6],
        [x, y, 4.174_895_226_579_121e-6],
        [z, y, -5.457_908_744_670_822e-6],
        [x, x, -6.176_321_164_764_939e-7],
        [z, x, 2.443_334_555_819_991_5e-6],
        [x, z, -4.826_083_662_237_382e-6],
        [z, z, -1.089_505_012_491_689_9e-7],
    ];
    let triangles = vec![[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4], [4, 5, 7], [4, 7, 6]];
    let mesh = TriMesh::new(corners.map(DVec3::from_array).to_vec(), triangles).unwrap().two_sided();
    let half = DVec3::new(0.000_131_317_174_779_374_1, 0.000_225_178_884_584_585_68, 0.000_219_514_379_572_341);
    let turn = DQuat::from_xyzw(0.665_520_702_457_100_3, 0.745_963_150_757_142_1, 0.0, 0.024_923_328_699_931_486);
    let place = DVec3::new(0.000_263_051_130_095_836_16, 0.000_237_113_479_872_257_85, -0.000_233_270_671_450_618_24);
    let body = Cuboid::new(half).unwrap();
    let answer = Answer::new(&mesh, &body, &Pose::new(turn, place), 1e-4);
    let separation = near(&answer);
    assert!(separation.distance.abs() < 1e-15 && separation.lower <= 0.0, "{separation:?}");
    assert!(answer.manifolds.iter().any(|manifold| manifold.manifold.normal.distance(separation.normal) < 1e-9), "{answer:?}");
    assert!(answer.manifolds[0].manifold.separation().abs() < 1e-9, "{answer:?}");
}

/// The last digit of a border decides whether the boxes are apart, and the search does not know.
#[test]
fn a_box_beside_the_border_of_a_height_field_overlaps_it_or_has_a_distance() {
    let unlimited = Settings::with_margin(f64::INFINITY);
    let field = HeightField2::new(vec![10_890.832_723_258_91, 9_364.699_299_484_6, 0.0], DVec2::new(65_536.0, 1.0)).unwrap();
    let field = field.two_sided().with_boundary_edges(BoundaryEdges::Hard);
    let body = Cuboid::new(DVec2::new(5_573.451_658_610_809, 6_413.721_124_862_549)).unwrap();
    let ulp = f64::EPSILON * 131_072.0;
    let (left, right) = (-5_573.451_658_610_837, 131_072.0 + 5_573.451_658_610_809);
    let mut apart = 0;
    for x in [left, left + 1e-11, left - 1e-9, right - ulp, right, right + ulp, right + 2.0 * ulp, right + 1e-6] {
        for y in [0.0, 4_477.111_598_396_361] {
            let pose = Pose::new(Rotation2 { cos: -1.0, sin: 0.0 }, DVec2::new(x, y));
            let pair = Pair { a: &field, b: &body, b_in_a: pose };
            let touches = overlap(&pair, &unlimited, &mut CompositeScratch::new());
            let apart_by = distance(&pair, &unlimited, &mut CompositeScratch::new());
            assert_eq!(touches, Some(apart_by == CompositeDistance::Touching), "{pose:?} {apart_by:?}");
            apart += usize::from(touches == Some(false));
        }
    }
    assert!((2..14).contains(&apart), "{apart}");
}

/// The face by which it leaves is beyond its bounds, and its middle is above the edge of two
/// triangles.
#[test]
fn a_box_in_a_block_has_all_its_points() {
    let block = cuboid(DVec3::new(4.0, 3.0, 2.0));
    let body = Cuboid::new(DVec3::new(0.75, 0.5, 0.125)).unwrap();
    let random = &mut Random::new(73);
    for at in [DVec3::new(0.0, 0.0, 1.0), DVec3::new(0.1, 0.2, -1.25), DVec3::new(-1.0, 0.75, 1.5)] {
        for _ in 0..8 {
            let block = shuffled(&block, random);
            let mesh = TriMesh::new(block.vertices, block.triangles).unwrap();
            let answer = Answer::new(&mesh, &body, &Pose::at(at), 0.0);
            let [CompositeManifold { manifold, .. }] = &answer.manifolds[..] else { panic!("{answer:?}") };
            let mut corners: Vec<DVec3> = manifold.points.iter().map(|point| point.on_b.abs()).collect();
            corners.dedup_by(|one, other| one.distance(*other) < 1e-12);
            assert!(manifold.points.len() == 4 && corners == [DVec3::new(0.75, 0.5, 0.125)], "{at} {answer:?}");
        }
    }
}

/// The corner of the cube is above a needle. Another triangle in its plane, to within the
/// tolerance, is farther than the margin. The memory has it, because the cube slides.
#[test]
fn cached_triangles_add_no_points() {
    let [n, u, v] = [DVec3::ONE, DVec3::new(1.0, -1.0, 0.0), DVec3::new(1.0, 1.0, -2.0)].map(DVec3::normalize);
    let below = |x: f64, y: f64| u * x + v * y - n * 2e-3;
    let corners = vec![u * -5.0, u * 5.0 - v * 1e-4, u * 5.0 + v * 1e-4, below(-9.0, -9.0), below(9.0, -9.0), below(0.0, 9.0)];
    let mesh = TriMesh::new(corners, vec![[0, 1, 2], [3, 4, 5]]).unwrap().two_sided();
    let body = Cuboid::new(DVec3::ONE).unwrap();
    let pair = |beside: f64| Pair { a: &mesh, b: &body, b_in_a: Pose::at(DVec3::ONE + u * beside - n * 1e-6) };
    let (settings, scratch) = (Settings::with_margin(1e-3), &mut CompositeScratch::new());
    let [mut memory, mut empty] = [CompositeMemory::new(), CompositeMemory::new()];
    let [mut warm, mut cold] = [Vec::new(), Vec::new()];
    for beside in [0.2, 0.1, 0.0] {
        collide(&pair(beside), &settings, &mut memory, scratch, &mut warm);
    }
    collide(&pair(0.0), &settings, &mut empty, scratch, &mut cold);
    assert_eq!(places(&warm), places(&cold));
    assert!(cold.len() == 1 && cold[0].manifold.points.len() > 1, "{cold:?}");
}

/// The circle is above the common end of two equal segments and a third. Their normal is off by
/// rounding, so the far end of each of the two rises along it: one covered the third, and which
/// one, and whether, depended on the order.
#[test]
fn equal_segments_with_a_rounded_normal_cover_nothing() {
    let end = DVec2::new(-13.668646366529325, -12.231669832203671);
    let far = DVec2::new(9.933420025264232, 2.9365687719156046);
    let beside = DVec2::new(-20.165298177430618, 9.060354667616341);
    let segments = [[far, end], [end, beside], [end, far]];
    let body: Ball<DVec2> = Ball::new(1.0923343869333142).unwrap();
    let pose = Pose::at(DVec2::new(-13.267763926173025, -12.855450497812665));
    let answer = |order: [usize; 3]| {
        let part = |place: usize| {
            let [from, to] = segments[place];
            (Pose::IDENTITY, clinch_shapes::Shape2::<DVec2>::from(Segment::new(from, to).unwrap()))
        };
        let answer = Answer::new(&Compound::new(order.map(part).to_vec()).unwrap(), &body, &pose, 0.0);
        let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{answer:?}") };
        let [CompositeManifold { manifold, .. }] = &answer.manifolds[..] else { panic!("{answer:?}") };
        let points: Vec<_> = manifold.points.iter().map(|point| (point.on_a, point.on_b, point.separation)).collect();
        (separation.normal, separation.distance, separation.lower, separation.upper, manifold.normal, points)
    };
    let first = answer([0, 1, 2]);
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(answer(order), first, "{order:?}");
    }
}

/// The places on A of the manifold whose normal is least along an axis.
fn places_of_least(answer: &Answer<DVec3>, axis: DVec3) -> Vec<DVec3> {
    let height = |of: &&CompositeManifold<DVec3>| of.manifold.normal.dot(axis);
    let least = answer.manifolds.iter().min_by(|one, other| height(one).total_cmp(&height(other))).unwrap();
    least.manifold.points.iter().map(|point| point.on_a).collect()
}

/// The box is beside a wall, and its upper edge is below that of an overhang. They are parallel up
/// to 3e-5, and nearest at the end that the wall has, too.
#[test]
fn a_box_along_the_edge_of_an_overhang_has_a_point_at_both_ends() {
    let cells = Voxels::new(DVec3::ONE, [[0, 0, 0], [0, 1, 0], [0, 1, -1]]).unwrap();
    let body = Cuboid::new(DVec3::new(0.25, 0.4, 0.5)).unwrap();
    for turn in [3e-5, 1e-6] {
        let rotation = DQuat::from_xyzw(0.0, -0.5 * turn, 0.0, 1.0).normalize();
        let answer = Answer::new(&cells, &body, &Pose::new(rotation, DVec3::new(1.2501, 0.5, 0.0)), 0.2);
        let places = places_of_least(&answer, DVec3::Y);
        for end in [0.0, -0.5] {
            assert!(places.iter().any(|place| place.distance(DVec3::new(1.0, 1.0, end)) < 1e-4), "{turn} {answer:?}");
        }
    }
}

/// The capsule is parallel to the edge of a box up to 1e-6, and nearest to it at the end that is in
/// another box.
#[test]
fn a_capsule_along_the_edge_of_a_box_has_a_point_at_both_ends() {
    let block: clinch_shapes::Shape3<DVec3> = Cuboid::new(DVec3::new(1.0, 1.0, 2.0)).unwrap().into();
    let parts = [DVec3::new(-1.0, 1.0, -2.0), DVec3::new(1.0, 1.0, 2.0)].map(|at| (Pose::at(at), block.clone()));
    let blocks = Compound::new(parts.to_vec()).unwrap();
    let body = Capsule::new(1.5, 1.0).unwrap();
    for tilt in [1e-6, 5e-7, 1e-7] {
        // The axis of the capsule, nearly z, leads away from the edge, and past the box.
        let turn = DQuat::from_rotation_arc(DVec3::Y, DVec3::new(-0.1 * tilt, -1.2 * tilt, 1.0).normalize());
        let answer = Answer::new(&blocks, &body, &Pose::new(turn, DVec3::new(-0.5, -0.3, 1.4)), 0.0);
        let places = places_of_least(&answer, DVec3::X);
        for end in [0.0, 2.9] {
            assert!(places.iter().any(|place| place.distance(DVec3::Z * end) < 1e-4), "{tilt} {answer:?}");
        }
    }
}

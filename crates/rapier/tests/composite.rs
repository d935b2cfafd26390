//! Bodies on meshes and height fields, in running worlds.

use clinch_rapier::Clinch;
use glam::Vec3;
use rapier3d::parry::math::Pose;
use rapier3d::parry::query::{ContactManifold, PersistentQueryDispatcher};
use rapier3d::parry::shape::{HeightField, HeightFieldFlags, Shape, TriMesh, TriMeshFlags};
use rapier3d::parry::utils::Array2;
use rapier3d::prelude::{ColliderBuilder, NarrowPhase, PhysicsWorld, RigidBodyBuilder, SharedShape};

mod common;

fn world() -> (PhysicsWorld, Clinch) {
    let (mut world, clinch) = (PhysicsWorld::new(), Clinch::new());
    world.narrow_phase = NarrowPhase::with_query_dispatcher(clinch.clone());
    (world, clinch)
}

/// A flat mesh of 30 m in cells of 0.7 m; each third triangle is flipped, and one is there twice.
fn flat_mesh() -> ColliderBuilder {
    const CELLS: u32 = 43;
    let at = |i: u32| i as f32 * 0.7 - 15.0;
    let vertices = (0..=CELLS).flat_map(|row| (0..=CELLS).map(move |column| Vec3::new(at(column), 0.0, at(row)))).collect();
    let corner = |row: u32, column: u32| row * (CELLS + 1) + column;
    let mut triangles = Vec::new();
    for (row, column) in (0..CELLS).flat_map(|row| (0..CELLS).map(move |column| (row, column))) {
        let [a, b, c, d] = [corner(row, column), corner(row + 1, column), corner(row + 1, column + 1), corner(row, column + 1)];
        triangles.extend([[a, b, c], if column % 3 == 0 { [a, d, c] } else { [a, c, d] }]);
    }
    triangles.push(triangles[700]);
    ColliderBuilder::trimesh(vertices, triangles).unwrap()
}

fn flat_field() -> ColliderBuilder {
    ColliderBuilder::heightfield(Array2::repeat(44, 44, 0.0), Vec3::new(30.1, 1.0, 30.1))
}

#[test]
fn bodies_slide_over_flat_surfaces_without_losing_speed() {
    for (floor, of_floor) in [(flat_mesh as fn() -> ColliderBuilder, "mesh"), (flat_field, "height field")] {
        for (shape, of_body) in [(SharedShape::ball(0.3), "ball"), (SharedShape::cuboid(0.3, 0.3, 0.3), "box")] {
            for floor_first in [true, false] {
                let what = format!("{of_body} on {of_floor}, floor first: {floor_first}");
                let (mut world, clinch) = world();
                let floor = floor().friction(0.0);
                let start = RigidBodyBuilder::dynamic().translation(Vec3::new(-6.05, 0.3, -3.0)).linvel(Vec3::new(5.0, 0.0, 2.0));
                let body = ColliderBuilder::new(shape.clone()).friction(0.0);
                if floor_first {
                    world.insert_collider(floor.clone(), None);
                }
                let (body, _) = world.insert(start, body);
                if !floor_first {
                    world.insert_collider(floor, None);
                }
                for _ in 0..120 {
                    world.step();
                    let (at, speed) = (world.bodies[body].translation(), world.bodies[body].linvel());
                    assert!((at.y - 0.3).abs() < 3e-3, "{what}: {at}");
                    assert!((speed - Vec3::new(5.0, speed.y, 2.0)).length() < 1e-3 && speed.y.abs() < 0.05, "{what}: {speed}");
                }
                let counts = clinch.counts();
                assert!(counts.answered > 0 && counts.delegated == 0 && counts.concave == 0, "{what}: {counts:?}");
            }
        }
    }
}

#[test]
fn a_mesh_that_is_replaced_is_seen() {
    let (mut world, _) = world();
    let floor = world.insert_collider(flat_mesh(), None);
    let (body, _) = world.insert(RigidBodyBuilder::dynamic().translation(Vec3::Y * 0.3).can_sleep(false), ColliderBuilder::ball(0.3));
    for _ in 0..30 {
        world.step();
    }
    let lower = |x: f32, z: f32| Vec3::new(x, -1.0, z);
    let corners = vec![lower(-9.0, -9.0), lower(9.0, -9.0), lower(9.0, 9.0), lower(-9.0, 9.0)];
    world.colliders[floor].set_shape(SharedShape::trimesh(corners, vec![[0, 2, 1], [0, 3, 2]]).unwrap());
    for _ in 0..120 {
        world.step();
    }
    assert!((world.bodies[body].translation().y + 0.7).abs() < 5e-3, "{}", world.bodies[body].translation());
}

/// Two triangles.
fn large_mesh() -> SharedShape {
    let corners = [(-3.0, -3.0), (-3.0, 3.0), (3.0, 3.0), (3.0, -3.0)].map(|(x, z)| Vec3::new(x, 0.0, z)).to_vec();
    SharedShape::trimesh(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap()
}

fn normals(mesh: &dyn Shape, body: &dyn Shape, pose: &Pose) -> Vec<Vec3> {
    let mut manifolds: Vec<ContactManifold<(), ()>> = vec![];
    Clinch::new().contact_manifolds(pose, mesh, body, 0.002, &mut manifolds, &mut None).unwrap();
    manifolds.iter().map(|manifold| manifold.local_n1).collect()
}

/// The side of a triangle that a body is on is that of its middle, which must not be near a corner.
#[test]
fn a_body_that_is_nearly_half_in_a_mesh_is_pushed_back() {
    let half = Vec3::new(0.05, 0.02, 0.3);
    let corner = |i: usize| half * Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 2.0 - half;
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    let brick: Box<dyn Shape> = Box::new(common::Brick(half));
    let shapes = [
        SharedShape::cuboid(half.x, half.y, half.z),
        SharedShape::cylinder(half.y, half.z),
        SharedShape::convex_hull(&corners).unwrap(),
        SharedShape(brick.into()),
    ];
    for (shape, kind) in shapes.iter().zip(["box", "cylinder", "hull", "custom"]) {
        for turned in [glam::Quat::IDENTITY, glam::Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), glam::Quat::from_xyzw(0.0, 0.0, 1.0, 0.0)] {
            let pose = Pose::from_parts(Vec3::new(0.3, 0.1 * half.y, 0.4), turned);
            let found = normals(&*large_mesh(), &**shape, &pose);
            assert!(!found.is_empty() && found.iter().all(|normal| normal.abs_diff_eq(Vec3::Y, 1e-6)), "{kind}, {turned}: {found:?}");
        }
    }
}

#[test]
fn the_parts_of_a_compound_touch_the_mesh_even_if_it_has_fewer() {
    let part = |x: f32| (Pose::translation(x, 0.0, 0.0), SharedShape::cuboid(0.02, 0.02, 0.3));
    let compound = SharedShape::compound((-2..=2).map(|place| part(place as f32 * 0.1)).collect());
    let found = normals(&*large_mesh(), &*compound, &Pose::translation(0.3, 2e-3, 0.4));
    assert!(!found.is_empty() && found.iter().all(|normal| normal.abs_diff_eq(Vec3::Y, 1e-6)), "{found:?}");
}

/// Two height fields with parry's flag are tiles of one ground.
#[test]
fn a_ball_rolls_over_the_border_of_two_height_fields() {
    let (mut world, _) = world();
    for x in [-1.0, 1.0] {
        let tile =
            SharedShape::heightfield_with_flags(Array2::repeat(5, 5, 0.0), Vec3::new(2.0, 1.0, 2.0), HeightFieldFlags::FIX_INTERNAL_EDGES);
        world.insert_collider(ColliderBuilder::new(tile).translation(Vec3::X * x), None);
    }
    let start = RigidBodyBuilder::dynamic().translation(Vec3::new(-0.8, 0.05, 0.1)).linvel(Vec3::X * 2.0).angvel(Vec3::NEG_Z * 40.0);
    let (ball, _) = world.insert(start, ColliderBuilder::ball(0.05));
    let mut before = None;
    for _ in 0..50 {
        world.step();
        let (at, speed) = (world.bodies[ball].translation(), world.bodies[ball].linvel());
        // It has settled before the border.
        if at.x > -0.1 {
            let (height, along): (f32, f32) = *before.get_or_insert((at.y, speed.x));
            assert!((at.y - height).abs() < 5e-4 && (speed.x - along).abs() < 2e-3, "{at} {speed}");
        }
    }
    assert!(world.bodies[ball].translation().x > 0.3);
}

/// Two boxes side by side.
fn boxes() -> SharedShape {
    SharedShape::compound([-0.1, 0.1].map(|x| (Pose::translation(x, 0.0, 0.0), SharedShape::cuboid(0.1, 0.1, 0.1))).to_vec())
}

/// The number of contact points of a shape and the boxes at this height.
fn points(clinch: &Clinch, shape: &dyn Shape, height: f32) -> usize {
    let mut manifolds: Vec<ContactManifold<(), ()>> = vec![];
    let pose = Pose::translation(0.3, height, 0.4);
    clinch.contact_manifolds(&pose, shape, &*boxes(), 0.002, &mut manifolds, &mut None).unwrap();
    manifolds.iter().map(|manifold| manifold.points.len()).sum()
}

#[test]
fn a_compound_does_not_fall_through_a_surface_that_was_moved_in_place() {
    let clinch = Clinch::new();
    let corners = [(-3.0, -3.0), (-3.0, 3.0), (3.0, 3.0), (3.0, -3.0)].map(|(x, z)| Vec3::new(x, 0.0, z)).to_vec();
    let mut mesh = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    assert_ne!(points(&clinch, &mesh, 0.099), 0);
    mesh.transform_vertices(&Pose::translation(0.0, 5.0, 0.0));
    assert_ne!(points(&clinch, &mesh, 5.099), 0, "the mesh is higher");
    assert_eq!(points(&clinch, &mesh, 0.099), 0);

    let mut field = HeightField::new(Array2::repeat(3, 3, 1.0), Vec3::new(6.0, 1.0, 6.0));
    assert_ne!(points(&clinch, &field, 1.099), 0);
    field.set_scale(Vec3::new(6.0, 5.0, 6.0));
    assert_ne!(points(&clinch, &field, 5.099), 0, "the field is higher");
    assert_eq!(points(&clinch, &field, 1.099), 0);
}

#[test]
fn a_mesh_that_becomes_solid_in_place_pushes_out_what_is_inside() {
    let clinch = Clinch::new();
    let (vertices, triangles) = rapier3d::parry::shape::Cuboid::new(Vec3::ONE).to_trimesh();
    let mut mesh = TriMesh::new(vertices, triangles).unwrap();
    assert_eq!(points(&clinch, &mesh, 0.1), 0);
    mesh.set_flags(TriMeshFlags::ORIENTED).unwrap();
    assert_ne!(points(&clinch, &mesh, 0.1), 0);
}

#[test]
fn a_manifold_of_parts_that_becomes_convex_names_no_part() {
    let (clinch, ball) = (Clinch::new(), SharedShape::ball(0.1));
    let mut manifolds: Vec<ContactManifold<(), ()>> = vec![];
    let mut workspace = None;
    let mut update = |other: &SharedShape| {
        let pose = Pose::translation(-0.1, 0.199, 0.0);
        clinch.contact_manifolds(&pose, &*ball.0, &*other.0, 0.002, &mut manifolds, &mut workspace).unwrap();
        if let [manifold] = &mut manifolds[..] {
            // As of a pair that was left to parry.
            manifold.subshape_poses.get_or_insert_default();
            return (manifold.points.len(), [manifold.subshape1, manifold.subshape2]);
        }
        panic!("{manifolds:?}")
    };
    assert_eq!(update(&boxes()), (1, [0, 1]));
    assert_eq!(update(&SharedShape::cuboid(0.3, 0.1, 0.1)), (1, [0, 0]));
    clinch.contact_manifolds(&Pose::translation(0.0, 0.199, 0.0), &*ball.0, &*ball.0, 0.002, &mut manifolds, &mut workspace).unwrap();
    assert!(manifolds[0].subshape_poses.is_none() && manifolds[0].points.len() == 1);
}

/// One workspace, as of an engine that changes the shape of the ground.
#[test]
fn ground_that_becomes_another_kind_of_surface_is_not_taken_for_the_old_one() {
    let (clinch, ball) = (Clinch::new(), SharedShape::ball(0.1));
    let field = SharedShape::heightfield(Array2::repeat(3, 3, 1.0), Vec3::new(8.0, 1.0, 8.0));
    let mut manifolds: Vec<ContactManifold<(), ()>> = vec![];
    let mut workspace = None;
    for (ground, height) in [(large_mesh(), 0.0), (field.clone(), 1.0), (large_mesh(), 0.0), (field, 1.0)] {
        let pose = Pose::translation(1.0, height + 0.099, 2.1);
        clinch.contact_manifolds(&pose, &*ground.0, &*ball.0, 0.002, &mut manifolds, &mut workspace).unwrap();
        let points: Vec<_> = manifolds.iter().flat_map(|manifold| &manifold.points).collect();
        assert!(matches!(points[..], [point] if (point.dist + 1e-3).abs() < 1e-5), "{height}: {manifolds:?}");
    }
}

/// A closed mesh of a box, of twelve triangles.
fn box_mesh(half: f32) -> SharedShape {
    let (vertices, triangles) = rapier3d::parry::shape::Cuboid::new(Vec3::splat(half)).to_trimesh();
    SharedShape(std::sync::Arc::new(TriMesh::with_flags(vertices, triangles, TriMeshFlags::ORIENTED).unwrap()))
}

/// The ground is what is touched, though it has two triangles and the box twelve.
#[test]
fn a_mesh_on_a_mesh_is_pushed_up_by_as_much_as_it_is_in_it() {
    let (ground, block) = (large_mesh(), box_mesh(0.5));
    let at = Pose::translation(1.0, 0.499, 2.1);
    for (first, second, pose, up) in [(&ground, &block, at, Vec3::Y), (&block, &ground, at.inverse(), Vec3::NEG_Y)] {
        let mut manifolds: Vec<ContactManifold<(), ()>> = vec![];
        Clinch::new().contact_manifolds(&pose, &**first, &**second, 0.002, &mut manifolds, &mut None).unwrap();
        let points = manifolds.iter().flat_map(|manifold| &manifold.points);
        assert!(points.clone().count() == 4 && points.clone().all(|point| (point.dist + 1e-3).abs() < 1e-5), "{manifolds:?}");
        assert!(manifolds.iter().all(|manifold| manifold.local_n1.abs_diff_eq(up, 1e-6)), "{manifolds:?}");
    }
}

#[test]
fn a_mesh_inside_of_a_solid_touches_it_in_either_order() {
    use rapier3d::parry::query::QueryDispatcher;

    let (large, small, clinch) = (box_mesh(5.0), box_mesh(0.5), Clinch::new());
    for (first, second) in [(&large, &small), (&small, &large)] {
        assert!(clinch.intersection_test(&Pose::IDENTITY, &**first, &**second).unwrap().intersecting);
        assert_eq!(clinch.distance(&Pose::IDENTITY, &**first, &**second).unwrap().distance, 0.0);
        let mut manifolds: Vec<ContactManifold<(), ()>> = vec![];
        clinch.contact_manifolds(&Pose::IDENTITY, &**first, &**second, 0.002, &mut manifolds, &mut None).unwrap();
        assert!(manifolds.iter().any(|manifold| !manifold.points.is_empty()));
    }
}

/// A one-way platform remembers there that a body comes from below.
#[test]
fn the_user_data_of_a_single_manifold_stay_when_its_normal_turns() {
    #[derive(Clone, Default, PartialEq, Debug)]
    struct Data(u32);

    let platform = SharedShape::compound(vec![(Pose::IDENTITY, SharedShape::cuboid(3.0, 0.1, 3.0))]);
    let (clinch, ball) = (Clinch::new(), SharedShape::ball(0.3));
    let (mut manifolds, mut workspace): (Vec<ContactManifold<Data, ()>>, _) = (vec![], None);
    let mut normals = vec![];
    for height in [-0.3, -0.1, 0.1, 0.3] {
        let pose = Pose::translation(0.0, height, 0.0);
        clinch.contact_manifolds(&pose, &*platform, &*ball, 0.002, &mut manifolds, &mut workspace).unwrap();
        let [manifold] = &mut manifolds[..] else { panic!("{manifolds:?}") };
        assert_eq!(manifold.data, Data(if normals.is_empty() { 0 } else { 7 }), "at {height}");
        manifold.data = Data(7);
        normals.push(manifold.local_n1);
    }
    assert_eq!(normals, [Vec3::NEG_Y, Vec3::NEG_Y, Vec3::Y, Vec3::Y]);
}

//! Queries of composite shapes against convex shapes of the same form, in both orders, and worlds
//! with composite colliders.

use bevy_ecs::schedule::Schedule;
use bevy_ecs::system::SystemState;
use bevy_ecs::world::World;
use clinch::d3::{self, Ball, Collider, Contacts, Cuboid, Motion, Placement, Pose, Ray, Shape, SpatialQuery, SubShapeId, Sweep};
use clinch::{InitialOverlap, SpatialQueryFilter, d2};
use clinch_testkit::random::Random;
use glam::Vec3;

macro_rules! against_a_half_space {
    ($name:ident, $api:path, $vector:ty, $scalar:ty) => {
        #[test]
        fn $name() {
            use api::{Ball, HalfSpace, Motion, Pose, Ray, Shape, Sweep, TriMesh};
            use $api as api;
            type V = $vector;

            let corner = |x: $scalar, z: $scalar| V::new(x, 0.0, z);
            let corners = vec![corner(-64.0, -64.0), corner(-64.0, 64.0), corner(64.0, 64.0), corner(64.0, -64.0)];
            let mesh = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
            // Of one type, so that the queries are compiled for one pair of types.
            let plane: Shape = HalfSpace::new(V::Y, 0.0).unwrap().into();
            let ball: Shape = Ball::new(0.5).unwrap().into();
            let at_rest = Pose::at(V::new(0.5, 0.25, -1.0));
            let close = |one: $scalar, other: $scalar| (one - other).abs() <= 1e-5 * (1.0 + other.abs());
            let mut random = Random::new(7);
            for height in [3.0, 0.75, 0.5, 0.375, 0.125] {
                let place = random.in_ball(3) * 16.0;
                let pose = Pose::at(V::new(place.x as $scalar, height + 0.25, place.z as $scalar));
                let (of_mesh, of_plane) = (api::contact(&mesh, &at_rest, &ball, &pose), api::contact(&plane, &at_rest, &ball, &pose));
                assert!(close(of_mesh.distance, of_plane.distance) && of_mesh.normal == of_plane.normal, "{height}");
                assert!(of_mesh.lower <= of_plane.upper && of_plane.lower <= of_mesh.upper, "{height}");
                assert!(of_mesh.point_b.abs_diff_eq(of_plane.point_b, 1e-4) && of_mesh.sub_shapes[0].is_some());

                let swapped = api::contact(&ball, &pose, &mesh, &at_rest);
                assert_eq!((swapped.distance, swapped.normal), (of_mesh.distance, -of_mesh.normal));
                assert_eq!((swapped.point_a, swapped.point_b), (of_mesh.point_b, of_mesh.point_a));
                assert_eq!(swapped.sub_shapes, [None, of_mesh.sub_shapes[0]]);

                assert_eq!(api::intersects(&ball, &pose, &mesh, &at_rest), api::intersects(&ball, &pose, &plane, &at_rest));
                assert!(close(api::distance(&ball, &pose, &mesh, &at_rest), api::distance(&ball, &pose, &plane, &at_rest)));
                assert!(api::closest_points(&ball, &pose, &mesh, &at_rest, 5.0).is_some());
                assert!(height < 1.0 || api::closest_points(&ball, &pose, &mesh, &at_rest, 0.5).is_none());
                let depths = [api::penetration(&mesh, &at_rest, &ball, &pose), api::penetration(&plane, &at_rest, &ball, &pose)];
                let depths = depths.map(|overlap| overlap.map(|overlap| overlap.depth));
                assert!(depths[0].is_some() == depths[1].is_some() && depths[0].is_none_or(|depth| close(depth, depths[1].unwrap())));

                let manifolds = [api::manifold(&ball, &pose, &mesh, &at_rest, 1.0), api::manifold(&ball, &pose, &plane, &at_rest, 1.0)];
                assert_eq!(manifolds[0].normal, manifolds[1].normal);
                assert_eq!(manifolds[0].points.len(), manifolds[1].points.len());
                assert!(manifolds[0].points.is_empty() || manifolds[0].points[0].on_b.abs_diff_eq(manifolds[1].points[0].on_b, 1e-4));

                let motion = Motion::of_b(V::new(0.25, -2.0, 0.5));
                let casts =
                    [api::cast_shape(&mesh, &at_rest, &ball, &pose, &motion), api::cast_shape(&plane, &at_rest, &ball, &pose, &motion)];
                assert!(casts[0].status == casts[1].status && close(casts[0].time, casts[1].time) && casts[0].normal == casts[1].normal);
                let mirrored = Motion { a: motion.b, b: motion.a, ..motion };
                let swapped = api::cast_shape(&ball, &pose, &mesh, &at_rest, &mirrored);
                assert_eq!((swapped.time, swapped.normal), (casts[0].time, -casts[0].normal));
                assert_eq!((swapped.point_a, swapped.sub_shapes), (casts[0].point_b, [None, casts[0].sub_shapes[0]]));

                let (rest, fall) = (Sweep::still(at_rest), Sweep::along(pose, V::Y * -8.0));
                let hits = [api::time_of_impact(&ball, &fall, &mesh, &rest, 0.0), api::time_of_impact(&ball, &fall, &plane, &rest, 0.0)];
                assert!(hits[0].is_hit() && close(hits[0].time, hits[1].time) && hits[0].sub_shapes[1].is_some());

                let ray = Ray::new(pose.translation, V::new(0.5, -1.0, 0.0));
                let rays = [api::cast_ray(&mesh, &at_rest, &ray), api::cast_ray(&plane, &at_rest, &ray)];
                assert!(close(rays[0].time, rays[1].time) && rays[0].normal == rays[1].normal && rays[0].sub_shapes[0].is_some());
                let near = api::project_point(&mesh, &at_rest, pose.translation);
                assert!(close(near.distance, height) && near.sub_shape.is_some());
                assert!(!api::contains_point(&mesh, &at_rest, pose.translation));
            }
            let nowhere = Pose::at(V::X * <$scalar>::NAN);
            assert!(api::contact(&ball, &nowhere, &mesh, &at_rest).is_undefined());
            assert!(api::distance(&mesh, &nowhere, &mesh, &at_rest).is_nan());
            assert!(api::cast_shape(&mesh, &nowhere, &mesh, &at_rest, &Motion::of_b(V::Y)).is_undefined());
            assert!(api::time_of_impact(&mesh, &Sweep::still(nowhere), &mesh, &Sweep::still(at_rest), 0.0).is_undefined());
        }
    };
}

against_a_half_space!(a_mesh_floor_is_a_half_space_in_f32, clinch::d3, glam::Vec3, f32);
against_a_half_space!(a_mesh_floor_is_a_half_space_in_f64, clinch::d3::f64, glam::DVec3, f64);

/// A block as a closed mesh of 12 triangles.
fn block_mesh(half: Vec3) -> d3::TriMesh {
    let corner = |i: u32| Vec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] }));
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    d3::TriMesh::new((0..8).map(corner).collect(), triangles).unwrap()
}

fn two_blocks() -> (d3::Compound, [(Pose, Shape); 2]) {
    let block = |half: Vec3, at: Vec3| (Pose::at(at), Shape::from(Cuboid::new(half).unwrap()));
    let parts = [block(Vec3::new(0.5, 0.25, 0.5), Vec3::X * -1.5), block(Vec3::new(0.25, 0.5, 0.5), Vec3::X * 1.5)];
    (d3::Compound::new(parts.to_vec()).unwrap(), parts)
}

#[test]
fn two_composites_are_as_far_apart_as_their_convex_parts() {
    let (mesh, solid) = (block_mesh(Vec3::new(1.0, 2.0, 1.0)), Shape::from(Cuboid::new(Vec3::new(1.0, 2.0, 1.0)).unwrap()));
    let (compound, parts) = two_blocks();
    let mut random = Random::new(11);
    let (mut apart, mut hits) = (0, 0);
    for _ in 0..60 {
        let place = (random.in_ball(3) * 5.0).as_vec3();
        let turn = glam::Quat::from_xyzw(0.1, random.range(-1.0, 1.0) as f32, 0.3, 0.5).normalize();
        let (pose_a, pose_b) = (Pose::at(Vec3::X), Pose::new(turn, place));
        let of_parts = parts.clone().map(|(in_b, block)| (block, Pose::narrow(&pose_b.widen().after(&in_b.widen()))));
        let nearest = of_parts.iter().map(|(block, pose)| d3::distance(&solid, &pose_a, block, pose)).fold(f32::INFINITY, f32::min);
        let touches = of_parts.iter().any(|(block, pose)| d3::intersects(&solid, &pose_a, block, pose));
        assert_eq!(d3::intersects(&mesh, &pose_a, &compound, &pose_b), touches);
        assert_eq!(d3::intersects(&compound, &pose_b, &mesh, &pose_a), touches);
        for distance in [d3::distance(&mesh, &pose_a, &compound, &pose_b), d3::distance(&compound, &pose_b, &mesh, &pose_a)] {
            assert!((distance - nearest).abs() < 1e-5, "{distance} {nearest}");
        }
        let answer = d3::contact(&mesh, &pose_a, &compound, &pose_b);
        assert_eq!(answer.is_touching(), touches);
        if !touches {
            apart += 1;
            assert!(answer.lower <= nearest + 1e-6 && nearest - 1e-6 <= answer.upper);
            assert!(((answer.point_b - answer.point_a).length() - nearest).abs() < 1e-4, "the points are in world space");
            assert!(answer.sub_shapes.iter().all(Option::is_some));
        }
        let motion = Motion::of_b((Vec3::X - place) * 0.25 + Vec3::Y * 0.2);
        let first = of_parts.iter().map(|(block, pose)| d3::cast_shape(&solid, &pose_a, block, pose, &motion));
        let first = first.filter(d3::Impact::is_hit).map(|impact| impact.time).fold(f32::INFINITY, f32::min);
        let impact = d3::cast_shape(&mesh, &pose_a, &compound, &pose_b, &motion);
        assert_eq!(impact.is_hit(), first < f32::INFINITY);
        let turned = d3::cast_shape(&compound, &pose_b, &mesh, &pose_a, &Motion { a: motion.b, b: motion.a, ..motion });
        assert_eq!(turned.is_hit(), first < f32::INFINITY);
        if impact.is_hit() {
            hits += 1;
            assert!((impact.time - first).abs() < 1e-4 && (turned.time - first).abs() < 1e-4, "{} {first}", impact.time);
            assert!(impact.lower <= first + 1e-6 && impact.sub_shapes.iter().all(Option::is_some));
            if first > 0.0 {
                assert!(impact.point_a.abs_diff_eq(impact.point_b, 1e-3), "they meet");
            }
        }
        let (way, spin) = (motion.b * 4.0, Vec3::Y * 0.5);
        let (rest, sweep) = (Sweep::still(pose_a), Sweep { start: pose_b, center: Vec3::ZERO, motion: way, turn: spin });
        let swept_parts = of_parts.iter().zip(&parts).map(|((block, pose), (in_b, _))| {
            let center = -in_b.translation;
            d3::time_of_impact(&solid, &rest, block, &Sweep { start: *pose, center, motion: way, turn: spin }, 0.0)
        });
        let first = swept_parts.filter(d3::Impact::is_hit).map(|impact| impact.time).fold(f32::INFINITY, f32::min);
        for impact in [d3::time_of_impact(&mesh, &rest, &compound, &sweep, 0.0), d3::time_of_impact(&compound, &sweep, &mesh, &rest, 0.0)] {
            assert_eq!(impact.is_hit(), first < f32::INFINITY);
            assert!(!impact.is_hit() || (impact.time - first).abs() < 1e-3, "{} {first}", impact.time);
        }
    }
    assert!(apart > 20 && hits > 20, "{apart} {hits}");
}

#[test]
fn a_composite_inside_of_a_solid_overlaps_it() {
    let (mesh, (compound, _)) = (block_mesh(Vec3::splat(8.0)), two_blocks());
    let (rest, inside) = (Pose::IDENTITY, Pose::at(Vec3::Y * 6.0));
    assert!(d3::intersects(&mesh, &rest, &compound, &inside) && d3::intersects(&compound, &inside, &mesh, &rest));
    assert_eq!(d3::distance(&compound, &inside, &mesh, &rest), 0.0);
    for (answer, out) in
        [(d3::contact(&mesh, &rest, &compound, &inside), Vec3::Y), (d3::contact(&compound, &inside, &mesh, &rest), -Vec3::Y)]
    {
        assert!(answer.distance < -2.0 && answer.normal == out, "{answer:?}");
    }
    let motion = Motion::of_b(Vec3::Y);
    assert_eq!(d3::cast_shape(&compound, &rest, &mesh, &inside, &motion).time, 0.0);
    let leaving = Motion { initial_overlap: InitialOverlap::IgnoreSeparating, ..motion };
    assert!(!d3::cast_shape(&mesh, &rest, &compound, &inside, &leaving).is_hit());
    assert_eq!(d3::time_of_impact(&compound, &Sweep::still(inside), &mesh, &Sweep::still(rest), 0.0).time, 0.0);
}

#[test]
fn manifolds_of_two_composites_name_their_parts() {
    let (mesh, (compound, _)) = (block_mesh(Vec3::new(4.0, 1.0, 4.0)), two_blocks());
    // The right block is deeper by a quarter, and both rest on the top.
    let above = Pose::at(Vec3::Y * 1.375);
    let manifolds = d3::manifolds(&mesh, &Pose::IDENTITY, &compound, &above, 0.25);
    assert_eq!((manifolds.len(), manifolds[0].manifold.normal), (1, Vec3::Y));
    assert_eq!(manifolds[0].sub_shapes[1], Some(SubShapeId(1)));
    assert_eq!(d3::manifold(&mesh, &Pose::IDENTITY, &compound, &above, 0.25), manifolds[0].manifold);
    assert!(d3::manifolds(&mesh, &Pose::IDENTITY, &compound, &Pose::at(Vec3::Y * 9.0), 0.25).is_empty());
    let ball = Shape::from(Ball::new(0.5).unwrap());
    assert!(d3::manifolds(&ball, &Pose::IDENTITY, &ball, &Pose::at(Vec3::Y * 9.0), 0.0).is_empty());
}

#[test]
fn a_chain_is_a_half_plane() {
    use d2::{Chain, Circle, HalfPlane, Motion, Pose, Ray};
    use glam::Vec2;

    let chain = Chain::open((0..9).rev().map(|x| Vec2::new(4.0 * x as f32 - 16.0, 0.0)).collect()).unwrap();
    let (plane, ball) = (HalfPlane::new(Vec2::Y, 0.0).unwrap(), Circle::new(0.5).unwrap());
    for (x, y) in [(0.0, 2.0), (0.25, 0.375), (4.0, 0.25), (-3.75, 0.5)] {
        let pose = Pose::at(Vec2::new(x, y));
        let answers = [d2::contact(&ball, &pose, &chain, &Pose::IDENTITY), d2::contact(&ball, &pose, &plane, &Pose::IDENTITY)];
        assert_eq!((answers[0].distance, answers[0].normal), (answers[1].distance, answers[1].normal));
        let manifolds = d2::manifolds(&ball, &pose, &chain, &Pose::IDENTITY, 0.0);
        assert_eq!(manifolds.len(), usize::from(y <= 0.5), "one normal, also at the joints");
        let motion = Motion { a: Vec2::new(1.0, -1.0), b: Vec2::ZERO, ..Motion::of_b(Vec2::ZERO) };
        let casts = [&motion].map(|motion| {
            let of_chain = d2::cast_shape(&ball, &pose, &chain, &Pose::IDENTITY, motion);
            (of_chain, d2::cast_shape(&ball, &pose, &plane, &Pose::IDENTITY, motion))
        });
        assert!(casts.iter().all(|(one, other)| (one.time - other.time).abs() < 1e-5 && one.normal == other.normal));
        let impact = d2::cast_ray(&chain, &Pose::IDENTITY, &Ray::new(Vec2::new(x, y), -Vec2::Y));
        assert_eq!((impact.time, impact.normal), (y, Vec2::Y));
    }
    let both = d2::distance(&chain, &Pose::at(Vec2::Y * 3.0), &chain, &Pose::IDENTITY);
    assert_eq!(both, 3.0);
}

/// Flat terrain of 8 by 8 cells of 2 units, at height 1.
fn terrain() -> d3::HeightField {
    d3::HeightField::new(9, 9, vec![1.0; 81], Vec3::new(2.0, 1.0, 2.0)).unwrap()
}

#[test]
fn spatial_queries_find_composite_colliders() {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    let ground = world.spawn((Collider::new(terrain()), Placement::default())).id();
    let ball = world.spawn((Collider::new(Ball::new(0.5).unwrap()), Placement::at(Vec3::new(7.0, 4.0, 7.0)))).id();
    schedule.run(&mut world);
    let mut state = SystemState::<SpatialQuery<'_>>::new(&mut world);
    let query = state.get(&world).unwrap();
    let (view, filter) = (query.world(), SpatialQueryFilter::default());

    let ray = Ray::new(Vec3::new(7.25, 9.0, 7.0), -Vec3::Y);
    let hits = view.cast_ray(&ray, &filter).all();
    assert_eq!(hits.iter().map(|hit| hit.collider).collect::<Vec<_>>(), [ball, ground]);
    assert_eq!((hits[1].answer.time, hits[1].answer.normal), (8.0, Vec3::Y));
    assert_eq!(hits[1].answer, d3::cast_ray(&terrain(), &Pose::IDENTITY, &ray));
    assert!(hits[1].answer.sub_shapes[0].is_some() && hits[0].answer.sub_shapes == [None, None]);

    let (block, above) = (Shape::from(Cuboid::new(Vec3::splat(0.5)).unwrap()), Pose::at(Vec3::new(3.0, 5.5, 3.0)));
    let fall = Motion::of_b(Vec3::Y * -2.0);
    let hit = view.cast_shape(&block, &above, &fall, &filter).first().unwrap();
    assert_eq!((hit.collider, hit.answer.time, hit.answer.normal), (ground, 2.0, Vec3::Y));
    assert!(hit.answer.sub_shapes[0].is_some());

    // The given shape may be composite, too.
    let (blocks, _) = two_blocks();
    let hit = view.cast_shape(&blocks, &above, &fall, &filter).first().unwrap();
    assert_eq!((hit.collider, hit.answer.time, hit.answer.sub_shapes[1]), (ground, 2.0, Some(SubShapeId(1))));
    let near = view.closest_points(&blocks, &above, 100.0, &filter).all();
    assert_eq!((near.len(), near[1].collider, near[1].answer.distance), (2, ground, 4.0));
    assert!(!view.shape_intersections(&blocks, &above, &filter).any());
    let low = Pose::at(Vec3::new(3.0, 1.25, 3.0));
    assert_eq!(view.shape_intersections(&blocks, &low, &filter).colliders(), [ground]);
}

#[test]
fn a_box_slides_over_a_mesh_floor_without_a_sideways_normal() {
    let corners: Vec<_> = (0..81).map(|i| Vec3::new((i % 9) as f32, 0.0, (i / 9) as f32)).collect();
    let cells = (0..64_u32).map(|i| i % 8 + 9 * (i / 8));
    let triangles = cells.flat_map(|i| [[i, i + 9, i + 10], [i, i + 10, i + 1]]).collect();
    let floor = d3::TriMesh::new(corners, triangles).unwrap();
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    d3::install(&mut world, &mut schedule);
    world.spawn((Collider::new(floor), Placement::default(), clinch::Static));
    let slider = world.spawn((Collider::new(Cuboid::new(Vec3::splat(0.5)).unwrap()), Placement::default())).id();
    for step in 0..40 {
        *world.get_mut::<Placement>(slider).unwrap() = Placement::at(Vec3::new(1.0 + 0.15 * step as f32, 0.45, 1.1 + 0.13 * step as f32));
        schedule.run(&mut world);
        let mut state = SystemState::<Contacts<'_>>::new(&mut world);
        let contacts = state.get(&world).unwrap();
        let mut touching = 0;
        for contact in contacts.touching() {
            touching += 1;
            assert!(contact.manifolds().count() == 1, "step {step}");
            assert!(contact.manifolds().all(|manifold| manifold.manifold.normal.y.abs() == 1.0), "step {step}");
        }
        assert_eq!(touching, 1, "step {step}");
        world.clear_trackers();
    }
}

//! Flat surfaces against half-spaces, in both orders.

use clinch::d2;
use clinch_testkit::random::Random;

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

#[test]
fn a_chain_is_a_half_plane() {
    use d2::{Chain, Circle, HalfPlane, Motion, Pose, Ray, Shape};
    use glam::Vec2;

    let chain = Chain::open((0..9).rev().map(|x| Vec2::new(4.0 * x as f32 - 16.0, 0.0)).collect()).unwrap();
    let plane: Shape = HalfPlane::new(Vec2::Y, 0.0).unwrap().into();
    let ball: Shape = Circle::new(0.5).unwrap().into();
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
    // A box on a joint, and a chain that lies on another one: the normal is that of the line.
    let square: Shape = d2::Rectangle::new(Vec2::splat(0.5)).unwrap().into();
    let answer = d2::contact(&square, &Pose::at(Vec2::new(4.0, 0.25)), &chain, &Pose::IDENTITY);
    assert_eq!((answer.distance, answer.normal), (-0.25, -Vec2::Y));
    assert!(answer.sub_shapes[0].is_none() && answer.sub_shapes[1].is_some());
    let both = d2::distance(&chain, &Pose::at(Vec2::Y * 3.0), &chain, &Pose::IDENTITY);
    assert_eq!(both, 3.0);
}

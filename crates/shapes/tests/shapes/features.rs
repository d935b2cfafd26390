//! The features of primitives, by hand: their corners, their ids, and what they are while a shape
//! rolls.

use clinch_shapes::{
    CircularSegment, Cone, Convex, Core, Corner, Cylinder, Ellipsoid, Face, Frustum, HalfEllipse, HalfSpace, Point, Polygon, Sector,
    Segment, ShapeError, TaperedCapsule, Triangle,
};
use clinch_support::{Basis, Pose, Rotation, Scalar, SupportMap, Vector, VertexId};
use core::f32::consts::FRAC_PI_2;
use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

fn face<V: Vector>(shape: &impl Convex<V>, direction: V) -> Vec<Corner<V>> {
    let mut face = Face::new();
    shape.face(direction, &mut face);
    face.corners.to_vec()
}

fn vertex_ids<V: Vector>(corners: &[Corner<V>]) -> Vec<usize> {
    corners.iter().map(|corner| corner.vertex.index()).collect()
}

#[test]
fn the_features_of_a_cylinder_do_not_depend_on_its_rotation_about_its_axis() {
    let drum = Cylinder::<DVec3>::new(1.0, 0.75).unwrap();
    for down in [DVec3::new(0.3, -1.0, 0.2), DVec3::new(0.9, 0.05, 0.1), DVec3::new(0.001, 1.0, 0.0)] {
        let features_at = |degrees: u32| {
            let (sin, cos) = libm::sincos(f64::from(degrees).to_radians() / 2.0);
            let basis = DQuat::from_xyzw(0.0, sin, 0.0, cos).basis();
            let corners = face(&drum, basis.unrotate(down));
            let placed: Vec<DVec3> = corners.iter().map(|corner| basis.rotate(corner.point)).collect();
            (placed, corners.iter().map(|corner| (corner.vertex, corner.edge)).collect::<Vec<_>>())
        };
        let (at_rest, ids) = features_at(0);
        assert!(at_rest.len() == 32 || at_rest.len() == 2);
        for degrees in 1..=360 {
            let (rotated, rotated_ids) = features_at(degrees);
            assert_eq!(ids, rotated_ids);
            for (a, b) in at_rest.iter().zip(&rotated) {
                assert!((*a - *b).length() < 1e-15 * 8.0, "at {degrees}°: {a} {b}");
            }
        }
    }
}

#[test]
fn corners_of_a_cap_are_numbered_from_the_deepest() {
    let drum = Cylinder::<DVec3>::new(1.0, 1.0).unwrap();
    let tilted = face(&drum, DVec3::new(0.1, -1.0, 0.0));
    // Seen from below, left of +x is +z.
    for (corner, point) in [(0, DVec3::X), (8, DVec3::Z), (16, -DVec3::X), (24, -DVec3::Z)] {
        assert!((tilted[corner].point - (point - DVec3::Y)).length() < 1e-15);
    }
    let straight = face(&drum, DVec3::new(1e-6, -1.0, 1e-6));
    assert_eq!(straight[0].point, DVec3::X - DVec3::Y, "rounding decides no corner");
    assert!(vertex_ids(&straight).iter().all(|name| !vertex_ids(&tilted).contains(name)), "fixed corners have ids of their own");
    let above = face(&drum, DVec3::new(0.1, 1.0, 0.0));
    assert!(vertex_ids(&above).iter().all(|name| !vertex_ids(&tilted).contains(name)));
}

#[test]
fn a_cylinder_on_its_side_has_an_edge_and_a_disc_on_its_rim_a_vertex() {
    let on_its_side = face(&Cylinder::<DVec3>::new(2.0, 0.5).unwrap(), DVec3::new(0.0, 0.1, -1.0));
    assert_eq!(
        on_its_side.iter().map(|corner| corner.point).collect::<Vec<_>>(),
        [DVec3::new(0.0, -2.0, -0.5), DVec3::new(0.0, 2.0, -0.5)]
    );
    let disc = Cylinder::<DVec3>::new(0.0, 0.5).unwrap();
    assert_eq!(face(&disc, DVec3::new(1.0, 0.1, 0.0)).len(), 1);
    assert_eq!(face(&disc, DVec3::new(1.0, 0.5, 0.0)).len(), 32);
    // Without a radius, its ends are vertices.
    let needle = Cylinder::<DVec3>::new(2.0, 0.0).unwrap();
    assert_eq!(vertex_ids(&face(&needle, DVec3::X)), [0, 1]);
    assert_eq!(needle.support(DVec3::ZERO).id, Some(VertexId::new(0)), "a tie goes to the lower id");
}

#[test]
fn a_cone_has_a_base_a_side_and_an_apex() {
    let spike = Cone::<DVec3>::new(1.0, 0.5).unwrap();
    assert_eq!(face(&spike, -DVec3::Y).len(), 32);
    assert_eq!(vertex_ids(&face(&spike, DVec3::Y)), [1]);
    let side = face(&spike, DVec3::new(2.0, 0.5, 0.0));
    assert_eq!(side.iter().map(|corner| corner.point).collect::<Vec<_>>(), [DVec3::new(0.5, -1.0, 0.0), DVec3::Y]);
    assert_eq!((spike.vertex(VertexId::new(0)), spike.vertex(VertexId::new(1))), (None, Some(DVec3::Y)));
    // So flat that its side is nearly horizontal. Straight from above, the feature is still the
    // apex, because no part of the side is closest.
    assert_eq!(vertex_ids(&face(&Cone::<DVec3>::new(0.125, 3.0).unwrap(), DVec3::Y)), [1]);
    // Without height, the apex is inside the disc.
    let disc = Cone::<DVec3>::new(0.0, 0.5).unwrap();
    assert_eq!((disc.vertex(VertexId::new(1)), face(&disc, DVec3::Y).len()), (None, 32));
    assert_eq!(Frustum::<DVec3>::new(0.0, 0.5, 0.25).unwrap().support(DVec3::X).point, DVec3::X * 0.5);
}

#[test]
fn degenerate_shapes_have_points_and_segments_as_cores() {
    assert_eq!(Point::new(Vec3::X).unwrap().core(), Core::Point(DVec3::X));
    assert_eq!(Segment::new(Vec2::X, Vec2::Y).unwrap().core(), Core::Segment([DVec2::X, DVec2::Y]));
    let ball = Ellipsoid::new(Vec3::splat(0.5)).unwrap();
    assert_eq!((ball.core(), ball.radius()), (Core::Origin, 0.5));
    assert_eq!(Ellipsoid::new(Vec2::new(0.0, 2.0)).unwrap().core(), Core::Segment([-2.0 * DVec2::Y, 2.0 * DVec2::Y]));
    let tapered = |half_height, bottom, top, core| {
        let shape = TaperedCapsule::<Vec3>::new(half_height, bottom, top).unwrap();
        (shape.core() == core, Convex::radius(&shape))
    };
    assert_eq!(tapered(1.0, 0.5, 2.5, Core::Point(DVec3::Y)), (true, 2.5), "one ball contains the other and touches it from inside");
    assert_eq!(tapered(1.0, 0.5, 0.5, Core::Segment([-DVec3::Y, DVec3::Y])), (true, 0.5));
    assert_eq!(tapered(1.0, 0.5, 2.25, Core::Other), (true, 0.5));
}

#[test]
fn the_side_of_a_tapered_capsule_is_an_edge() {
    let club = TaperedCapsule::<DVec3>::new(2.0, 2.25, 0.25).unwrap();
    let [tip, foot] = face(&club, DVec3::new(0.9, 0.6, 0.0))[..] else { panic!("no line") };
    assert_eq!((tip.vertex, tip.point), (VertexId::new(1), 2.0 * DVec3::Y));
    // The slope of the sides is half of their length: they touch the ball of radius 2 at a latitude
    // of 30°.
    assert!((foot.point - DVec3::new(3.0_f64.sqrt(), -1.0, 0.0)).length() < 1e-14);
    assert_eq!(vertex_ids(&face(&club, -DVec3::Y)).len(), 1);
    // In 2D the two sides have ids of their own.
    let club = TaperedCapsule::<DVec2>::new(2.0, 2.25, 0.25).unwrap();
    let side = |x: f64| face(&club, DVec2::new(x, 0.5))[0].edge;
    assert_ne!(side(0.9), side(-0.9));
}

#[test]
fn a_triangle_has_two_faces_in_3d_and_three_in_2d() {
    let sail = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y).unwrap();
    assert_eq!((vertex_ids(&face(&sail, Vec3::Z)), vertex_ids(&face(&sail, -Vec3::Z))), (vec![0, 1, 2], vec![0, 2, 1]));
    assert_eq!(vertex_ids(&face(&sail, Vec3::new(1.0, 1.0, 0.1))), [1, 2], "edge-on it is an edge");
    for corners in [[0, 1, 2], [0, 2, 1]].map(|order| order.map(|i| [Vec2::ZERO, Vec2::X, Vec2::Y][i])) {
        let [a, b, c] = corners;
        let flat = Triangle::new(a, b, c).unwrap();
        let below = face(&flat, -Vec2::Y);
        assert_eq!([below[0].point, below[1].point], [Vec2::ZERO, Vec2::X], "counter-clockwise in either winding");
    }
}

#[test]
fn corners_that_are_collinear_up_to_rounding_have_no_face() {
    let along = DVec3::new(0.1, 0.7, -0.3);
    for k in 1..40 {
        let (b, c) = (along * (0.37 * f64::from(k)), along * 7.1);
        let triangle = Triangle::new(DVec3::ZERO, b, c).unwrap();
        for direction in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, -1.0, 0.3)] {
            assert!(face(&triangle, direction).len() < 3, "k = {k}");
        }
    }
}

/// Its feature was an edge at the first support vertex: half of it.
#[test]
fn the_feature_of_a_collinear_triangle_is_its_longest_edge() {
    fn check<V: Vector>(places: [f64; 3], longest: usize) {
        let at = |x: f64| V::unit(0) * V::Scalar::narrow(x);
        let [a, b, c] = places.map(at);
        let needle = Triangle::new(a, b, c).unwrap();
        let mut ends = [longest, (longest + 1) % 3];
        ends.sort_unstable();
        for direction in [V::unit(1), -V::unit(1), V::unit(1) + at(0.001), at(-0.001) - V::unit(1)] {
            let corners = face(&needle, direction);
            let mut ids = vertex_ids(&corners);
            ids.sort_unstable();
            assert_eq!((&ids[..], corners[0].edge.0 as usize), (&ends[..], longest), "{places:?} along {direction:?}");
        }
        // Steep, and without a direction.
        assert_eq!(face(&needle, V::unit(0))[0].point, needle.support(V::unit(0)).point);
        assert_eq!(face(&needle, V::unit(0)).len(), 1);
        assert_eq!(face(&needle, V::ZERO).len(), 1);
    }
    for (places, longest) in [([0.0, 1.0, 2.0], 2), ([1.0, 0.0, 2.0], 1), ([0.0, 2.0, 1.0], 0), ([2.0, 0.5, 0.0], 2), ([0.0, 0.0, 3.0], 1)]
    {
        check::<Vec3>(places, longest);
        check::<DVec3>(places, longest);
        check::<Vec2>(places, longest);
        check::<DVec2>(places, longest);
    }
    assert_eq!(face(&Triangle::new(Vec3::X, Vec3::X, Vec3::X).unwrap(), Vec3::Y).len(), 1);
}

#[test]
fn a_half_space_has_a_finite_bound_if_its_plane_is_perpendicular_to_an_axis() {
    let ground = HalfSpace::new(Vec3::new(0.0, 0.25, 0.0), 0.5).unwrap();
    assert_eq!(ground.core(), Core::HalfSpace { normal: DVec3::Y, offset: 2.0 });
    let bounds = ground.bounds(&Pose::at(DVec3::new(1.0, 3.0, 0.0)));
    assert!((5.0..5.0 + 1e-14).contains(&bounds.max.y) && bounds.min.y == f64::NEG_INFINITY);
    assert_eq!((bounds.min.x, bounds.max.z), (f64::NEG_INFINITY, f64::INFINITY));
    let upside_down = Pose::new(Quat::from_xyzw(1.0, 0.0, 0.0, 0.0).as_dquat(), DVec3::ZERO);
    let bounds = ground.bounds(&upside_down);
    assert!((-2.0 - 1e-14..=-2.0).contains(&bounds.min.y) && bounds.max.y == f64::INFINITY);
    let tilted = HalfSpace::new(Vec3::new(0.0, 1.0, 1e-3), 0.5).unwrap().bounds(&Pose::IDENTITY);
    assert_eq!((tilted.min, tilted.max), (DVec3::NEG_INFINITY, DVec3::INFINITY));
    for direction in [Vec3::X, Vec3::NAN, Vec3::ZERO] {
        assert_eq!(ground.support(direction).point, 2.0 * Vec3::Y);
    }
}

#[test]
fn the_length_of_the_normal_of_a_half_space_does_not_matter() {
    for k in [-120, -60, 0, 60, 120] {
        let power = 2.0_f32.powi(k);
        let plane = HalfSpace::new(Vec2::new(3.0, 4.0) * power, 10.0 * power).unwrap();
        assert_eq!((plane.normal(), plane.offset()), (Vec2::new(0.6, 0.8), 2.0), "2^{k}");
    }
    assert_eq!(HalfSpace::new(Vec2::NAN, 1.0), Err(ShapeError::NoDirection { what: "normal" }));
    assert!(matches!(HalfSpace::new(Vec2::X, f32::INFINITY), Err(ShapeError::NotFinite { what: "offset", .. })));
    assert!(matches!(HalfSpace::new(Vec2::X * 1e-40, 1.0), Err(ShapeError::NotFinite { what: "offset", .. })));
}

#[test]
fn half_a_disc_is_flat_below() {
    let sector = Sector::<Vec2>::new(2.0, FRAC_PI_2).unwrap();
    let below = face(&sector, -Vec2::Y);
    assert_eq!([below[0].point, below[1].point], [Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0)]);
    let dome = face(&HalfEllipse::new(Vec2::splat(2.0)).unwrap(), -Vec2::Y);
    assert_eq!([dome[0].point, dome[1].point], [below[0].point, below[1].point]);
    assert!(matches!(Sector::<Vec2>::new(2.0, FRAC_PI_2.next_up()), Err(ShapeError::TooWide { .. })));
    // A corner belongs to the side or to the arc, whichever normal is closer to the direction.
    let slice = Sector::<DVec2>::new(1.0, 0.5).unwrap();
    let at = |degrees: f64| {
        let (sine, cosine) = libm::sincos(0.5 + degrees.to_radians());
        vertex_ids(&face(&slice, DVec2::new(sine, cosine)))
    };
    assert_eq!((at(-1.0), at(40.0), at(50.0)), (vec![3], vec![1], vec![0, 1]));
}

/// Its ends were rounded to the scalar and the arc was not: the map fell by 4e-8 beyond its wedge,
/// with a declared error of 2e-15, and bounds cut off the end of the arc.
#[test]
fn the_map_of_an_arc_does_not_fall_at_its_end() {
    fn check(shape: &impl Convex<Vec2>, half_angle: f32) {
        let at = |angle: f64| {
            let (sine, cosine) = libm::sincos(angle);
            DVec2::new(sine, cosine)
        };
        let last = shape.support_wide(at(f64::from(half_angle) - 1e-9)).point;
        let (error, bounds) = (f64::from(shape.error()) + 1e-15, shape.bounds(&Pose::IDENTITY));
        assert!(error < 1e-14);
        assert!(bounds.contains(last) && bounds.contains(DVec2::new(-last.x, last.y)), "{half_angle}: {bounds:?} without {last}");
        for past in [0.0, 1e-6, 0.1, 0.5] {
            let direction = at(f64::from(half_angle) + past);
            let fall = last.dot(direction) - shape.support_wide(direction).point.dot(direction);
            assert!(fall <= error, "{half_angle}: {past} past the end the map falls by {fall}");
        }
    }
    for half_angle in [0.581, 0.2, 0.75, 1.214_912_8, 1.5] {
        check(&Sector::<Vec2>::new(1.0, half_angle).unwrap(), half_angle);
        check(&CircularSegment::<Vec2>::new(1.0, half_angle).unwrap(), half_angle);
    }
}

#[test]
fn a_regular_polygon_starts_at_the_top_and_is_symmetric() {
    for count in [3, 4, 6, 8, 12, 360, 1000] {
        let polygon = Polygon::<Vec2>::regular(count, 1.5).unwrap();
        assert_eq!(polygon.vertices().len(), count);
        assert_eq!(polygon.vertices()[0], Vec2::new(0.0, 1.5));
        for i in (0..count).filter(|_| count % 4 == 0) {
            let quarter = polygon.vertices()[(i + count / 4) % count];
            assert_eq!(quarter, polygon.vertices()[i].perp());
        }
    }
    assert!(matches!(Polygon::<Vec2>::regular(usize::MAX, 1.0), Err(ShapeError::TooManyPoints { .. })));
    assert_eq!(Polygon::<Vec2>::regular(5, 0.0).unwrap().vertices(), [Vec2::ZERO]);
}

#[test]
fn errors_have_messages() {
    let text = |error: ShapeError| error.to_string();
    assert_eq!(
        text(Sector::<DVec2>::new(1.0, 3.0).unwrap_err()),
        "half_angle is too wide for a convex shape: 3 rad, the limit is 1.5707963267948966"
    );
    assert_eq!(text(HalfSpace::new(Vec3::ZERO, 1.0).unwrap_err()), "normal has no direction: it is zero or not finite");
    assert_eq!(text(Frustum::<DVec3>::new(1.0, -2.0, 1.0).unwrap_err()), "bottom is negative: -2");
}

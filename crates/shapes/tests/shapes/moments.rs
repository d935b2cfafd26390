//! Moments against textbooks and against each other. `moments_by_slicing.rs` has an independent
//! check.

use crate::catalogue::{AnyShape2, AnyShape3, moments_2d, moments_3d, random_points, shapes_2d, shapes_3d};
use crate::common::Random;
use clinch_shapes::{
    Ball, Capsule, CircularSegment, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Frustum, HalfEllipse, HalfSpace, Hull, HullOf, Moments,
    Point, Polygon, Posed, Rounded, Scaled, Sector, Segment, Sum, TaperedCapsule, Triangle,
};
use clinch_support::{Basis, Pose, Rotation, Rotation2, Support, SupportMap, Vector};
use core::f64::consts::{FRAC_PI_2, PI};
use glam::{DMat3, DQuat, DVec2, DVec3, Vec2, Vec3};

/// A shape that implements only what is required.
struct OnlySupport<'s, S>(&'s S);

impl<V: Vector, S: Convex<V>> SupportMap<V> for OnlySupport<'_, S> {
    fn support(&self, direction: V) -> Support<V> {
        self.0.support(direction)
    }

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        self.0.support_wide(direction)
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for OnlySupport<'_, S> {
    fn radius(&self) -> V::Scalar {
        self.0.radius()
    }
}

/// The differences of the volume, the centroid and the covariances, relative to the size.
fn differences<W: Vector<Scalar = f64, Wide = W>>(a: &Moments<W>, b: &Moments<W>) -> [f64; 3] {
    let spread = (0..W::DIM).map(|axis| b.covariance(axis, axis)).fold(0.0, f64::max);
    let mut covariance = 0.0_f64;
    for i in 0..W::DIM {
        for j in 0..W::DIM {
            covariance = covariance.max((a.covariance(i, j) - b.covariance(i, j)).abs() / spread);
        }
    }
    [(a.volume() / b.volume() - 1.0).abs(), (a.centroid() - b.centroid()).length() / spread.sqrt(), covariance]
}

fn near<W: Vector<Scalar = f64, Wide = W>>(a: &Moments<W>, b: &Moments<W>, tolerance: f64, what: &str) {
    let differences = differences(a, b);
    assert!(differences.iter().all(|difference| *difference <= tolerance), "{what}: {differences:?} of {b:?}");
}

#[test]
fn moments_by_sampling_are_close_to_the_closed_forms() {
    for (name, shape) in shapes_3d(1.0) {
        near(&moments_3d(&OnlySupport(&shape)), &moments_3d(&shape), 1e-3, name);
    }
    for (name, shape) in shapes_2d(1.0) {
        near(&moments_2d(&OnlySupport(&shape)), &moments_2d(&shape), 5e-6, name);
    }
    let ball = AnyShape3::from(Ball::new(1.5).expect("size"));
    near(&moments_3d(&OnlySupport(&ball)), &moments_3d(&ball), 1e-4, "ball");
}

#[test]
fn moments_equal_those_of_textbooks() {
    let same = |inertia: DMat3, diagonal: [f64; 3], what: &str| {
        let difference = inertia - DMat3::from_diagonal(DVec3::from(diagonal));
        assert!(difference.abs().to_cols_array().iter().all(|d| *d < 1e-13 * diagonal[0]), "{what}: {inertia} and {diagonal:?}");
    };
    for (r, h, density) in [(1.0, 2.0, 1.0), (0.3, 0.1, 7.0), (5.0, 0.01, 0.2), (0.01, 4.0, 3.0)] {
        let ball = moments_3d(&Ball::new(r).expect("size"));
        let mass = density * 4.0 / 3.0 * PI * r * r * r;
        same(ball.inertia(density), [0.4 * mass * r * r; 3], "ball");

        let drum = moments_3d(&Cylinder::new(0.5 * h, r).expect("sizes"));
        let mass = density * PI * r * r * h;
        let across = mass * (3.0 * r * r + h * h) / 12.0;
        same(drum.inertia(density), [across, 0.5 * mass * r * r, across], "cylinder");

        let cone = moments_3d(&Cone::new(0.5 * h, r).expect("sizes"));
        let mass = density * PI * r * r * h / 3.0;
        let across = mass * (3.0 / 20.0 * r * r + 3.0 / 80.0 * h * h);
        same(cone.inertia(density), [across, 0.3 * mass * r * r, across], "cone");
        assert!((cone.centroid() - DVec3::Y * (-0.25 * h)).length() < 1e-15 * h, "a quarter of the height above the base");

        let block = moments_3d(&Cuboid::new(DVec3::new(r, h, 1.0) * 0.5).expect("sizes"));
        let mass = density * r * h;
        same(block.inertia(density), [h * h + 1.0, r * r + 1.0, r * r + h * h].map(|s| s * mass / 12.0), "box");

        let egg = moments_3d(&Ellipsoid::new(DVec3::new(r, h, 1.0)).expect("sizes"));
        let mass = density * 4.0 / 3.0 * PI * r * h;
        same(egg.inertia(density), [h * h + 1.0, r * r + 1.0, r * r + h * h].map(|s| s * mass / 5.0), "ellipsoid");

        // A cylinder and two half balls, whose centroids are 3/8 of the radius beyond its ends.
        let capsule = moments_3d(&Capsule::new(0.5 * h, r).expect("sizes"));
        let (tube, caps) = (density * PI * r * r * h, density * 4.0 / 3.0 * PI * r * r * r);
        let across = tube * (h * h / 12.0 + 0.25 * r * r) + caps * (0.4 * r * r + 0.25 * h * h + 3.0 / 8.0 * h * r);
        same(capsule.inertia(density), [across, 0.5 * tube * r * r + 0.4 * caps * r * r, across], "capsule");
    }
    for half_angle in [0.01_f64, 0.4, 1.5, 2.5] {
        let (sine, cosine) = libm::sincos(half_angle);
        let segment = moments_2d(&CircularSegment::new(2.0, half_angle).expect("sizes"));
        let less = half_angle - sine * cosine;
        assert!((segment.area() - 4.0 * less).abs() < 1e-14, "{half_angle}");
        assert!((segment.centroid().y - 4.0 * sine.powi(3) / (3.0 * less)).abs() < 1e-15 / less, "{half_angle}");
    }
    let half = moments_2d(&CircularSegment::new(2.0, FRAC_PI_2).expect("sizes"));
    near(&half, &moments_2d(&Sector::new(2.0, FRAC_PI_2).expect("sizes")), 1e-15, "half a disc");
    let whole = moments_2d(&CircularSegment::new(2.0, PI).expect("sizes"));
    near(&whole, &moments_2d(&Ball::new(2.0).expect("size")), 1e-15, "a whole disc");
    let half_disc = moments_2d(&Sector::new(2.0, FRAC_PI_2).expect("sizes"));
    assert!((half_disc.area() - 2.0 * PI).abs() < 1e-14 && (half_disc.centroid().y - 8.0 / (3.0 * PI)).abs() < 1e-15);
    assert!((half_disc.inertia_per_mass() - (2.0 - (8.0 / (3.0 * PI)).powi(2))).abs() < 1e-14);
    let dome = moments_2d(&HalfEllipse::new(DVec2::new(2.0, 2.0)).expect("sizes"));
    near(&dome, &half_disc, 1e-15, "half a disc, twice");
    // Six equilateral triangles: m s² 5/12.
    let hexagon: Vec<DVec2> =
        (0..6).map(|i| libm::sincos(f64::from(i) * PI / 3.0)).map(|(sine, cosine)| DVec2::new(cosine, sine)).collect();
    let hexagon = moments_2d(&Polygon::new(&hexagon).expect("corners"));
    assert!((hexagon.inertia_per_mass() - 5.0 / 12.0).abs() < 1e-15 && (hexagon.area() - 1.5 * 3.0_f64.sqrt()).abs() < 1e-14);
}

/// The sector and the triangle whose difference it is cancelled: the inertia was negative.
#[test]
fn a_thin_circular_segment_has_a_positive_inertia_and_its_centroid_inside() {
    // By Simpson's rule over the angle θ at which the arc is met. Nothing cancels: the depth below
    // the top is 2 sin²(θ/2), the half width sin θ.
    let integral = |to: f64, of: &dyn Fn(f64, f64) -> f64| {
        let value = |i: u32| {
            let angle = to * f64::from(i) / 2000.0;
            let (width, depth) = (libm::sin(angle), 2.0 * libm::sin(0.5 * angle).powi(2));
            of(width, depth) * 2.0 * width * width
        };
        (0..1000).map(|i| value(2 * i) + 4.0 * value(2 * i + 1) + value(2 * i + 2)).sum::<f64>() * to / 6000.0
    };
    let angles = [1e-6, 1e-5, 1e-4, 3e-3, 0.03, 0.2, 0.4, 0.499_999, 0.500_001, 0.6, 1.0, 1.5, 1.6, 2.5, 3.1];
    for half_angle in angles {
        let area = integral(half_angle, &|_, _| 1.0);
        let mean = integral(half_angle, &|_, depth| depth) / area;
        let along = integral(half_angle, &|_, depth| (depth - mean) * (depth - mean)) / area;
        let across = integral(half_angle, &|width, _| width * width / 3.0) / area;
        let moments = moments_2d(&CircularSegment::new(1024.0, half_angle).expect("sizes")).scaled(DVec2::splat(1.0 / 1024.0));
        let close = |found: f64, truth: f64, what: &str| {
            assert!((found / truth - 1.0).abs() < 1e-11, "{half_angle}: {what} {found}, not {truth}");
        };
        close(moments.area(), area, "area");
        close(moments.covariance(0, 0), across, "variance across");
        close(moments.covariance(1, 1), along, "variance along");
        assert!((moments.centroid().y - (1.0 - mean)).abs() < 1e-11 * mean + 1e-15, "{half_angle}: {:?}", moments.centroid());
    }
    let moments = CircularSegment::<Vec2>::new(10_000.0, 1e-4).expect("sizes").moments().expect("bounded");
    assert!((moments.inertia_per_mass() - 0.2).abs() < 1e-6, "{moments:?}");
    // No angle is so small that the area, 1e-450, is taken for an error.
    let moments = CircularSegment::<DVec2>::new(1.0, 1e-150).expect("sizes").moments().expect("bounded");
    assert_eq!((moments.area(), moments.centroid()), (0.0, DVec2::Y));
}

#[test]
fn scaling_by_a_power_of_two_changes_no_bit() {
    fn check<W: Vector<Scalar = f64, Wide = W>>(name: &str, u: f64, big: &Moments<W>, small: &Moments<W>) {
        assert_eq!(*big, small.scaled(W::from_fn(|_| u)), "{name} times {u}");
        assert_eq!(big.volume(), small.volume() * u.powi(W::DIM as i32));
    }
    for u in [-40, 13, 40].map(|k| 2.0_f64.powi(k)) {
        for ((name, big), (_, small)) in shapes_3d(u).iter().zip(shapes_3d(1.0)) {
            check(name, u, &moments_3d(big), &moments_3d(&small));
        }
        for ((name, big), (_, small)) in shapes_2d(u).iter().zip(shapes_2d(1.0)) {
            check(name, u, &moments_2d(big), &moments_2d(&small));
        }
    }
}

#[test]
fn moments_of_parts_add_up_to_those_of_the_whole() {
    let at = |y: f64| Pose::at(DVec3::new(0.0, y, 0.0));
    let whole = moments_3d(&Cone::new(2.0, 1.0).expect("sizes"));
    let lower_part = moments_3d(&Frustum::new(1.0, 1.0, 0.5).expect("sizes")).moved(&at(-1.0));
    let tip = moments_3d(&Cone::new(1.0, 0.5).expect("sizes")).moved(&at(1.0));
    near(&(lower_part + tip), &whole, 1e-14, "cone");

    // A box, cut along a diagonal.
    let corner = |i: usize| DVec3::new([-1.0, 1.0][i & 1], [-2.0, 2.0][i >> 1 & 1], [-0.5, 0.5][i >> 2]);
    let wedge = |omitted: usize| {
        let points: Vec<DVec3> = (0..8).filter(|i| i & 3 != omitted).map(corner).collect();
        moments_3d(&Hull::new(&points).expect("points"))
    };
    let block = moments_3d(&Cuboid::new(DVec3::new(1.0, 2.0, 0.5)).expect("sizes"));
    near(&(wedge(0) + wedge(3)), &block, 1e-14, "box");

    let sector = moments_2d(&Sector::new(2.0, 0.4).expect("sizes"));
    let turned = |angle: f64| sector.moved(&Pose::new(Rotation2::<f64>::from_angle(angle), DVec2::ZERO));
    near(&(turned(0.4) + turned(-0.4)), &moments_2d(&Sector::new(2.0, 0.8).expect("sizes")), 1e-14, "sector");
    let thin = moments_2d(&Sector::new(2.0, 0.1).expect("sizes"));
    let fan = |i: i32| thin.moved(&Pose::new(Rotation2::<f64>::from_angle(0.2 * f64::from(i)), DVec2::ZERO));
    near(&(fan(-1) + fan(0) + fan(1)), &moments_2d(&Sector::new(2.0, 0.3).expect("sizes")), 1e-14, "the series continues the formula");
}

#[test]
fn weighted_moments_follow_the_parallel_axis_theorem() {
    let ball = moments_3d(&Ball::new(1.0).expect("size"));
    let shift = DVec3::new(2.0, 0.0, 0.0);
    let both = ball.weighted(3.0) + ball.moved(&Pose::at(shift));
    assert!((both.centroid() - shift * 0.25).length() < 1e-15);
    // The parallel axis theorem: the inertia of each part, plus its mass times the square of its
    // offset.
    let (light, heavy) = (ball.volume(), 3.0 * ball.volume());
    let expected = 0.4 * (light + heavy) + light * 1.5 * 1.5 + heavy * 0.5 * 0.5;
    assert!((both.inertia(1.0).y_axis.y - expected).abs() < 1e-13 * expected);
    assert!((both.inertia(1.0).x_axis.x - 0.4 * (light + heavy)).abs() < 1e-13 * expected);
}

#[test]
fn rotated_shapes_have_rotated_moments() {
    let mut random = Random(11);
    for _ in 0..20 {
        let q = DQuat::from_xyzw(random.signed(), random.signed(), random.signed(), random.signed());
        let pose = Pose::new(q, random.in_cube() * 3.0);
        let points: Vec<DVec3> = random_points();
        let moved: Vec<DVec3> = points.iter().map(|&point| pose.point(point)).collect();
        let (before, after) = (moments_3d(&Hull::new(&points).expect("points")), moments_3d(&Hull::new(&moved).expect("points")));
        near(&before.moved(&pose), &after, 1e-13, "hull");

        let turned = before.moved(&pose).inertia(1.0);
        assert_eq!(turned, turned.transpose(), "symmetric to the bit");
        let trace = |m: DMat3| m.x_axis.x + m.y_axis.y + m.z_axis.z;
        assert!((trace(turned) / trace(before.inertia(1.0)) - 1.0).abs() < 1e-14);
        assert!((turned.determinant() / before.inertia(1.0).determinant() - 1.0).abs() < 1e-13);
        // A capsule is rotated by its ends.
        let ends = [DVec3::ZERO, DVec3::new(1.0, 2.0, -0.5)];
        let capsule = |ends: [DVec3; 2]| moments_3d(&Capsule::between(ends[0], ends[1], 0.4).expect("sizes"));
        near(&capsule(ends).moved(&pose), &capsule(ends.map(|end| pose.point(end))), 1e-14, "capsule");
    }
}

#[test]
fn a_hull_far_from_its_origin_loses_no_precision() {
    let far = DVec3::new(1048576.0, -524288.0, 2097152.0);
    let points = random_points();
    let moved: Vec<DVec3> = points.iter().map(|&point| point + far).collect();
    let (near_by, far_away) = (moments_3d(&Hull::new(&points).expect("points")), moments_3d(&Hull::new(&moved).expect("points")));
    assert_eq!(near_by.volume(), far_away.volume());
    assert!((0..9).all(|i| near_by.covariance(i / 3, i % 3) == far_away.covariance(i / 3, i % 3)));
    assert_eq!(near_by.centroid() + far, far_away.centroid());
}

#[test]
fn moments_of_hulls_of_points_on_a_sphere_converge() {
    let exact = moments_3d(&Ball::new(1.0).expect("size"));
    let mut random = Random(3);
    let mut last = 1.0;
    for count in [20, 80, 320, 1280] {
        let points: Vec<DVec3> = (0..count).map(|_| random.on_sphere()).collect();
        let hull = moments_3d(&Hull::new(&points).expect("points"));
        let missing = 1.0 - hull.volume() / exact.volume();
        assert!(missing > 0.0 && missing < 0.5 * last, "{count}: {missing} after {last}");
        last = missing;
    }
    assert!(last < 0.02);
}

#[test]
fn a_scaled_ball_is_an_ellipsoid_and_a_scaled_hull_that_of_scaled_points() {
    let by = DVec3::new(0.5, -3.0, 2.0);
    let ball = Scaled::new(Ball::new(1.5).expect("size"), by).expect("scale");
    near(&moments_3d(&ball), &moments_3d(&Ellipsoid::new(by.abs() * 1.5).expect("sizes")), 1e-15, "ball");
    let hull = Scaled::new(Hull::new(&random_points()).expect("points"), by).expect("scale");
    let stretched: Vec<DVec3> = random_points().iter().map(|&point| point * by).collect();
    near(&moments_3d(&hull), &moments_3d(&Hull::new(&stretched).expect("points")), 1e-13, "hull");
}

#[test]
fn moments_of_sums_and_hulls_of_polytopes_are_exact() {
    let a = Hull::new(&random_points()).expect("points");
    let b = Cuboid::new(DVec3::new(0.5, 0.25, 0.125)).expect("sizes");
    let corners = |i: usize| DVec3::new([-0.5, 0.5][i & 1], [-0.25, 0.25][i >> 1 & 1], [-0.125, 0.125][i >> 2]);
    let sums: Vec<DVec3> = a.vertices().iter().flat_map(|&v| (0..8).map(move |i| v + corners(i))).collect();
    let sum = Sum::new(AnyShape3::from(a.clone()), AnyShape3::from(b)).expect("sum");
    near(&moments_3d(&sum), &moments_3d(&Hull::new(&sums).expect("points")), 1e-12, "sum");

    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8), DVec3::new(3.0, -1.0, 0.5));
    let union: Vec<DVec3> = a.vertices().iter().copied().chain((0..8).map(|i| pose.point(corners(i)))).collect();
    let hull = HullOf::new(vec![AnyShape3::from(a), Posed::new(AnyShape3::from(b), pose).expect("pose").into()]).expect("hull");
    near(&moments_3d(&hull), &moments_3d(&Hull::new(&union).expect("points")), 1e-12, "hull");

    let square = |at: DVec2| AnyShape2::from(Polygon::new(&[at, at + DVec2::X, at + DVec2::ONE, at + DVec2::Y]).expect("corners"));
    let sum = Sum::new(square(DVec2::ZERO), square(DVec2::new(2.0, 1.0))).expect("sum");
    near(&moments_2d(&sum), &moments_2d(&Cuboid::new(DVec2::ONE).expect("sizes")).moved(&Pose::at(DVec2::new(3.0, 2.0))), 1e-14, "squares");
}

#[test]
fn flat_shapes_have_a_centroid_and_a_covariance() {
    let check_flat = |shape: &AnyShape3, centroid: DVec3, variances: DVec3, what: &str| {
        let moments = moments_3d(shape);
        assert_eq!(moments.volume(), 0.0, "{what}");
        assert!((moments.centroid() - centroid).length() < 1e-15, "{what}: {moments:?}");
        for i in 0..3 {
            assert!((moments.covariance(i, i) - variances[i]).abs() < 1e-15, "{what}: {moments:?}");
        }
        assert!(moments.inertia(2.0).abs_diff_eq(DMat3::ZERO, 0.0), "{what}");
        assert!(moments.inertia_per_mass().is_finite(), "{what}");
    };
    let third = 1.0 / 3.0;
    check_flat(&Ball::new(0.0).expect("size").into(), DVec3::ZERO, DVec3::ZERO, "point ball");
    check_flat(&Point::new(DVec3::X).expect("point").into(), DVec3::X, DVec3::ZERO, "point");
    check_flat(&Segment::new(DVec3::ZERO, DVec3::X * 2.0).expect("ends").into(), DVec3::X, DVec3::X * third, "segment");
    check_flat(&Capsule::new(1.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin capsule");
    check_flat(&Capsule::new(0.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::ZERO, "no capsule");
    check_flat(&TaperedCapsule::new(1.0, 0.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin tapered capsule");
    check_flat(&TaperedCapsule::new(0.0, 0.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::ZERO, "no tapered capsule");
    check_flat(&Cuboid::new(DVec3::new(1.0, 0.0, 2.0)).expect("sizes").into(), DVec3::ZERO, DVec3::new(third, 0.0, 4.0 * third), "plate");
    check_flat(&Cylinder::new(0.0, 2.0).expect("sizes").into(), DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), "disc");
    check_flat(&Cylinder::new(1.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin cylinder");
    check_flat(&Cone::new(0.0, 2.0).expect("sizes").into(), DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), "flat cone");
    check_flat(&Cone::new(1.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin cone");
    check_flat(&Frustum::new(0.0, 1.0, 2.0).expect("sizes").into(), DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), "flat frustum");
    check_flat(&Frustum::new(0.0, 0.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::ZERO, "no frustum");
    check_flat(&Ellipsoid::new(DVec3::new(2.0, 0.0, 2.0)).expect("sizes").into(), DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), "flat ellipsoid");
    check_flat(&Ellipsoid::new(DVec3::new(0.0, 1.0, 0.0)).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin ellipsoid");
    let triangle = |c: DVec3| AnyShape3::from(Triangle::new(DVec3::ZERO, DVec3::X * 3.0, c).expect("corners"));
    check_flat(&triangle(DVec3::Y * 3.0), DVec3::new(1.0, 1.0, 0.0), DVec3::new(0.5, 0.5, 0.0), "triangle");
    check_flat(&triangle(DVec3::X), DVec3::X * 1.5, DVec3::X * 0.75, "needle");
    check_flat(&triangle(-DVec3::X), DVec3::X, DVec3::X * 16.0 / 12.0, "needle the other way");
    let square = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
    let twelfth = 1.0 / 12.0;
    check_flat(&Hull::new(&square).expect("points").into(), DVec3::new(0.5, 0.5, 0.0), DVec3::new(twelfth, twelfth, 0.0), "flat hull");
    check_flat(&Hull::new(&square[..2]).expect("points").into(), DVec3::X * 0.5, DVec3::X * twelfth, "thin hull");
    check_flat(&Hull::new(&square[3..]).expect("points").into(), square[3], DVec3::ZERO, "no hull");
    let flattened = Scaled::new(AnyShape3::from(Cuboid::new(DVec3::ONE).expect("sizes")), DVec3::new(1.0, 0.0, 1.0)).expect("scale");
    check_flat(&flattened.into(), DVec3::ZERO, DVec3::new(third, 0.0, third), "flattened box");

    let check_flat = |shape: &AnyShape2, centroid: DVec2, variances: DVec2, what: &str| {
        let moments = moments_2d(shape);
        assert_eq!(moments.area(), 0.0, "{what}");
        let difference = DVec2::new(moments.covariance(0, 0), moments.covariance(1, 1)) - variances;
        assert!((moments.centroid() - centroid).length() < 1e-15 && difference.abs().max_element() < 1e-15, "{what}: {moments:?}");
        assert_eq!(moments.inertia(2.0), 0.0, "{what}");
    };
    let up = (DVec2::Y * 0.5, DVec2::Y * twelfth);
    check_flat(&Sector::new(1.0, 0.0).expect("sizes").into(), up.0, up.1, "thin sector");
    check_flat(&Sector::new(0.0, 1.0).expect("sizes").into(), DVec2::ZERO, DVec2::ZERO, "no sector");
    check_flat(&HalfEllipse::new(DVec2::Y).expect("sizes").into(), up.0, up.1, "thin half ellipse");
    check_flat(&HalfEllipse::new(DVec2::X).expect("sizes").into(), DVec2::ZERO, DVec2::X * third, "flat half ellipse");
    check_flat(&Polygon::new(&[DVec2::ZERO, DVec2::Y]).expect("corners").into(), up.0, up.1, "thin polygon");
    check_flat(&Polygon::new(&[DVec2::Y]).expect("corners").into(), DVec2::Y, DVec2::ZERO, "no polygon");
    check_flat(&Triangle::new(DVec2::Y, DVec2::ZERO, DVec2::Y).expect("corners").into(), up.0, up.1, "needle");
}

#[test]
fn rounded_flat_shapes_are_capsules_or_balls() {
    let capsule = moments_2d(&Capsule::between(DVec2::ZERO, DVec2::Y, 0.5).expect("sizes"));
    for corners in [vec![DVec2::ZERO, DVec2::Y], vec![DVec2::Y, DVec2::ZERO], vec![DVec2::ZERO, DVec2::Y * 0.25, DVec2::Y]] {
        let rounded = Rounded::new(Polygon::new(&corners).expect("corners"), 0.5).expect("size");
        near(&moments_2d(&rounded), &capsule, 1e-14, "polygon");
    }
    let tilted = [DVec2::new(0.1, 0.3), DVec2::new(0.7, 1.1)];
    let rounded = Rounded::new(Polygon::new(&tilted).expect("corners"), 0.5).expect("size");
    near(&moments_2d(&rounded), &moments_2d(&Capsule::between(tilted[0], tilted[1], 0.5).expect("sizes")), 1e-14, "tilted");
    let dot = Rounded::new(Polygon::new(&tilted[..1]).expect("corners"), 0.5).expect("size");
    near(&moments_2d(&dot), &moments_2d(&Ball::new(0.5).expect("size")).moved(&Pose::at(tilted[0])), 1e-14, "point");

    let ball = moments_3d(&Ball::new(0.5).expect("size"));
    for (name, point) in [
        ("cuboid", AnyShape3::from(Cuboid::new(DVec3::ZERO).expect("sizes"))),
        ("cylinder", Cylinder::new(0.0, 0.0).expect("sizes").into()),
        ("ellipsoid", Ellipsoid::new(DVec3::ZERO).expect("sizes").into()),
        ("hull", Hull::new(&[DVec3::ZERO]).expect("points").into()),
    ] {
        near(&moments_3d(&Rounded::new(point, 0.5).expect("size")), &ball, 2e-4, name);
    }
}

/// An invalid support map: its points are multiples of the direction.
struct InvalidMap(f64);

impl SupportMap<Vec3> for InvalidMap {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        Support { point: direction * self.0 as f32, id: None }
    }
}

impl Convex<Vec3> for InvalidMap {}

#[test]
fn half_spaces_and_overflowing_shapes_have_no_moments() {
    let ground = || AnyShape3::from(HalfSpace::new(DVec3::Y, 1.0).expect("normal"));
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8), DVec3::new(3.0, -1.0, 0.5));
    let ball = || AnyShape3::from(Ball::new(0.25).expect("size"));
    assert_eq!(ground().moments(), None);
    assert_eq!(Posed::new(ground(), pose).expect("pose").moments(), None);
    assert_eq!(Rounded::new(ground(), 1.0).expect("size").moments(), None);
    assert_eq!(Scaled::new(ground(), DVec3::new(1.0, 2.0, -3.0)).expect("scale").moments(), None);
    assert_eq!(Sum::new(ground(), ball()).expect("sum").moments(), None);
    assert_eq!(Sum::new(ball(), ground()).expect("sum").moments(), None);

    assert_eq!(Convex::<DVec3>::moments(&Ball::new(1e200).expect("size")), None);
    assert_eq!(Hull::new(&random_points().iter().map(|p| *p * 1e120).collect::<Vec<_>>()).expect("points").moments(), None);

    assert_eq!(InvalidMap(f64::NAN).moments(), None);
    assert_eq!(InvalidMap(f64::INFINITY).moments(), None);
    // Any answer is valid, in bounded time.
    let _ = InvalidMap(-1.0).moments();
    let _ = InvalidMap(1.0).moments();
}

#[test]
fn moments_of_f32_shapes_are_exact_for_their_sizes() {
    let narrow = Ball::<Vec3>::new(0.1).expect("size");
    near(&narrow.moments().expect("bounded"), &moments_3d(&Ball::new(f64::from(0.1_f32)).expect("size")), 0.0, "ball");
    let points: Vec<Vec3> = random_points().iter().map(|point| point.as_vec3()).collect();
    let hull = Hull::new(&points).expect("points");
    let wide: Vec<DVec3> = points.iter().map(|point| point.as_dvec3()).collect();
    near(&hull.moments().expect("bounded"), &moments_3d(&Hull::new(&wide).expect("points")), 1e-14, "hull");
    near(&OnlySupport(&hull).moments().expect("bounded"), &hull.moments().expect("bounded"), 1e-6, "hull by its support map");
}

#[test]
fn the_inertia_about_principal_axes_is_diagonal() {
    let check = |moments: &Moments<DVec3>, what: &str| {
        let principal = moments.principal();
        let basis = principal.rotation.basis();
        let axes = DMat3::from_cols(basis.rotate(DVec3::X), basis.rotate(DVec3::Y), basis.rotate(DVec3::Z));
        let (inertia, largest) = (moments.inertia_per_mass(), principal.per_mass.max_element());
        let difference = inertia * axes - axes * DMat3::from_diagonal(principal.per_mass);
        assert!(difference.abs().to_cols_array().iter().all(|d| *d <= 1e-14 * largest), "{what}: {difference} of {inertia}");
        assert!((axes.determinant() - 1.0).abs() < 1e-14, "{what}: right-handed");
        assert_eq!(moments.scaled(DVec3::splat(1024.0)).principal().per_mass, principal.per_mass * 1048576.0, "{what}");
    };
    for (name, shape) in shapes_3d(1.0) {
        check(&moments_3d(&shape), name);
    }
    let mut random = Random(5);
    for i in 0..200 {
        // Needles, plates and nearly equal sizes, randomly rotated.
        let sizes =
            DVec3::from_array(core::array::from_fn(|_| libm::exp(f64::from(i % 5) * 3.0 * random.signed()) + 1e-9 * random.signed()));
        let q = DQuat::from_xyzw(random.signed(), random.signed(), random.signed(), random.signed());
        let turned = moments_3d(&Cuboid::new(sizes).expect("sizes")).moved(&Pose::new(q, random.in_cube()));
        check(&turned, "box");
    }
    assert_eq!(moments_3d(&Point::new(DVec3::X).expect("point")).principal().per_mass, DVec3::ZERO);
}

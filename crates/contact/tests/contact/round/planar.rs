//! Round shapes in 2D: two points as far apart as the ends on a flat side, one on an arc, and no
//! bump between.

use core::f64::consts::{FRAC_PI_2, PI};

use clinch_contact::Space;
use clinch_shapes::{Ball, Capsule, Cuboid, Ellipsoid, HalfEllipse, HalfSpace, Polygon, Rounded, Scaled, Sector, Shape2, TaperedCapsule};
use clinch_support::{Pose, Rotation2, Scalar, Vector};
use glam::{DVec2, Vec2};

use super::scene::Scene;

/// A vector of 2D.
trait Planar: Space<Shape = Shape2<Self>> + Vector<Wide = DVec2> {}

impl<V: Space<Shape = Shape2<V>> + Vector<Wide = DVec2>> Planar for V {}

/// A flat side: the rotation at which it is down, and its length.
type Side = (f64, f64);

/// A shape, its support function in closed form, and its flat sides.
struct Figure<V: Planar> {
    name: &'static str,
    shape: Shape2<V>,
    support: Box<dyn Fn(DVec2) -> f64>,
    sides: Vec<Side>,
}

fn support_of_points(points: Vec<DVec2>) -> impl Fn(DVec2) -> f64 {
    move |toward: DVec2| points.iter().map(|point| point.dot(toward)).fold(f64::NEG_INFINITY, f64::max)
}

fn figures<V: Planar>() -> Vec<Figure<V>> {
    let n = V::Scalar::narrow;
    let v = |x: f64, y: f64| V::narrow(DVec2::new(x, y));
    let half_ellipse_support =
        |x: f64, y: f64| move |d: DVec2| if d.y > 0.0 { (x * x * d.x * d.x + y * y * d.y * d.y).sqrt() } else { x * d.x.abs() };
    let sector_support = |radius: f64, half: f64| {
        let (sin, cos) = libm::sincos(half);
        let corners = support_of_points(vec![DVec2::ZERO, DVec2::new(sin, cos) * radius, DVec2::new(-sin, cos) * radius]);
        move |d: DVec2| if d.y > 0.0 && libm::atan2(d.x.abs(), d.y) <= half { radius } else { corners(d) }
    };
    // The rotation at which a side is down whose outward normal has this angle.
    let down = |normal: f64| -FRAC_PI_2 - normal;
    let half_angle: f64 = V::Scalar::narrow(0.6).widen();
    let sector = Sector::new(n(1.5), n(0.6)).unwrap();
    // The right side is from the apex at half_angle to the y axis; its normal is a quarter turn to
    // the right of that.
    let (right, left) = (down(-half_angle), down(PI + half_angle));
    let dome_shape: Shape2<V> = HalfEllipse::new(v(1.5, 0.75)).unwrap().into();
    let sine: f64 = 0.5 / 2.0;
    let tapered_support = move |d: DVec2| (0.75 - d.y).max(0.25 + d.y);
    let slope = libm::asin(sine);
    let tapered_length = 2.0 * (1.0 - sine * sine).sqrt();
    vec![
        Figure {
            name: "a half-ellipse",
            shape: dome_shape.clone(),
            support: Box::new(half_ellipse_support(1.5, 0.75)),
            sides: vec![(0.0, 3.0)],
        },
        Figure {
            name: "a rounded half-ellipse",
            shape: Rounded::new(dome_shape, n(0.25)).unwrap().into(),
            support: Box::new(move |d| half_ellipse_support(1.5, 0.75)(d) + 0.25),
            sides: vec![(0.0, 3.0)],
        },
        Figure {
            name: "a tall half-ellipse upside down",
            shape: Scaled::new(Shape2::from(HalfEllipse::new(v(0.5, 1.0)).unwrap()), v(1.0, -2.0)).unwrap().into(),
            support: Box::new(move |d| half_ellipse_support(0.5, 2.0)(DVec2::new(d.x, -d.y))),
            sides: vec![(PI, 1.0)],
        },
        Figure {
            name: "a sector",
            shape: sector.into(),
            support: Box::new(sector_support(1.5, half_angle)),
            sides: vec![(right, 1.5), (left, 1.5)],
        },
        Figure {
            name: "half a disc",
            shape: Sector::new(n(1.5), n(FRAC_PI_2)).unwrap().into(),
            support: Box::new(half_ellipse_support(1.5, 1.5)),
            sides: vec![(0.0, 3.0)],
        },
        Figure {
            name: "a tapered capsule",
            shape: TaperedCapsule::new(n(1.0), n(0.75), n(0.25)).unwrap().into(),
            support: Box::new(tapered_support),
            sides: vec![(down(slope), tapered_length), (down(PI - slope), tapered_length)],
        },
        Figure {
            name: "a capsule",
            shape: Capsule::new(n(1.0), n(0.25)).unwrap().into(),
            support: Box::new(|d| d.y.abs() + 0.25),
            sides: vec![(down(0.0), 2.0), (down(PI), 2.0)],
        },
        Figure {
            name: "an ellipse",
            shape: Ellipsoid::new(v(1.5, 0.5)).unwrap().into(),
            support: Box::new(|d| (d * DVec2::new(1.5, 0.5)).length()),
            sides: vec![],
        },
        Figure { name: "a circle", shape: Ball::new(n(0.5)).unwrap().into(), support: Box::new(|_| 0.5), sides: vec![] },
    ]
}

/// The bases. All have their top at y = 0 except the rectangle.
fn bases<V: Planar>() -> Vec<(&'static str, Shape2<V>, f64)> {
    let v = |x: f64, y: f64| V::narrow(DVec2::new(x, y));
    let plane = HalfSpace::new(V::unit(1), V::Scalar::ZERO).unwrap().into();
    let ramp = Polygon::new(&[v(-4.0, 0.0), v(-4.0, -1.0), v(3.0, -2.0), v(4.0, 0.0)]).unwrap().into();
    vec![("a rectangle", Cuboid::new(v(4.0, 1.0)).unwrap().into(), 1.0), ("a half-plane", plane, 0.0), ("a ramp's back", ramp, 0.0)]
}

fn figures_roll_without_bumps<V: Planar>() {
    for (base_name, base, top) in bases::<V>() {
        for Figure { name, shape, support, sides } in figures::<V>() {
            for step in 0..3600 {
                let angle = f64::from(step).to_radians() / 10.0;
                let (sin, cos) = libm::sincos(angle);
                let height = support(DVec2::new(-sin, -cos));
                let depth = 0.005;
                let b_in_a = Pose::new(Rotation2::<f64>::from_angle(angle), DVec2::new(0.2, top + height - depth));
                let scene = Scene::<V> { a: &base, b: &shape, b_in_a, margin: 0.0 };
                let what = (name, "on", base_name, "at", angle.to_degrees());
                let checked = scene.check(&what);
                assert!((checked.distance + depth).abs() <= 1e-7 * scene.size(), "bump: {what:?}: {checked:?}");
                let distance_to_side =
                    sides.iter().map(|(side, _)| ((angle - side + PI).rem_euclid(2.0 * PI) - PI).abs()).fold(7.0, f64::min);
                let points = checked.points.len();
                assert!(points == 1 || distance_to_side < 0.05, "{points} points on an arc: {what:?}: {checked:?}");
            }
        }
    }
}

#[test]
fn round_shapes_in_2d_roll_without_bumps() {
    figures_roll_without_bumps::<Vec2>();
    figures_roll_without_bumps::<DVec2>();
}

fn figures_rest_on_their_flat_sides<V: Planar>() {
    for (base_name, base, top) in bases::<V>() {
        for Figure { name, shape, support, sides } in figures::<V>() {
            for &(side, length) in &sides {
                for (tilt, depth) in [(0.0, 0.0), (0.0, 0.01), (0.0, -0.01), (1e-6, 0.001), (-1e-4, 0.001), (1e-3, 0.001), (-1e-3, 0.001)] {
                    let angle = side + tilt;
                    let (sin, cos) = libm::sincos(angle);
                    let at = DVec2::new(0.2, top + support(DVec2::new(-sin, -cos)) - depth);
                    let b_in_a = Pose::new(Rotation2::<f64>::from_angle(angle), at);
                    let scene = Scene::<V> { a: &base, b: &shape, b_in_a, margin: 0.02 };
                    let what = (name, "on", base_name, "side", side.to_degrees(), "tilted", tilt, "deep", depth);
                    let checked = scene.check(&what);
                    assert!((checked.deepest + depth).abs() <= 1e-6 * scene.size(), "{what:?}: {checked:?}");
                    assert!(checked.points.len() == 2 && checked.mirrored, "{what:?}: {checked:?}");
                    let spread = (checked.points[0] - checked.points[1]).length();
                    assert!(spread >= 0.9 * length && spread <= 1.01 * length, "{what:?}: {spread} of {length}: {checked:?}");
                }
            }
        }
    }
}

#[test]
fn round_shapes_in_2d_rest_on_their_flat_sides_on_two_points() {
    figures_rest_on_their_flat_sides::<Vec2>();
    figures_rest_on_their_flat_sides::<DVec2>();
}

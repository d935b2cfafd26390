//! Shapes that rest on their side: cylinders, cones and frustums on their slant, capsules, tapered
//! and rounded shapes, and a shape known by its support map alone.
//!
//! * In the half plane through the axis a side is a straight line. Its outward normal points
//!   straight down, whatever the spin. Then the depth must not depend on the spin, the two points
//!   are the ends of the line, and their feature ids persist.

use clinch_shapes::{Capsule, Cone, Convex, Cuboid, Custom, Cylinder, Frustum, HalfSpace, Posed, Rounded, Scaled, Shape3, TaperedCapsule};
use clinch_support::{Basis, Pose, Rotation, Support, SupportMap, Vector};
use glam::{DQuat, DVec2, DVec3, Vec3};

use super::scene::{Checked, Scene, Solid, degrees, number, tilted, turn};

/// A shape with a straight side.
struct Figure<V: Solid> {
    name: &'static str,
    shape: Shape3<V>,
    /// The outward unit normal of the side in the half plane through the axis: its components
    /// across and along the axis.
    normal: DVec2,
    /// The distance of the side from the origin, radius included.
    distance: f64,
    /// The length of the straight side.
    length: f64,
}

fn figures<V: Solid>() -> Vec<Figure<V>> {
    let n = number::<V>;
    let across = DVec2::X;
    // From a rim (or sphere) below to one above: radii b and t, 1.5 apart.
    let frustum = |name, shape, bottom: f64, top: f64| {
        let slant = DVec2::new(1.5, bottom - top);
        let normal = slant.normalize();
        Figure { name, shape, normal, distance: normal.dot(DVec2::new(bottom, -0.75)), length: slant.length() }
    };
    let tapered_capsule = |bottom: f64, top: f64| {
        let sine = (bottom - top) / 1.5;
        let normal = DVec2::new((1.0 - sine * sine).sqrt(), sine);
        let shape = TaperedCapsule::new(n(0.75), n(bottom), n(top)).unwrap().into();
        Figure { name: "a tapered capsule", shape, normal, distance: bottom - 0.75 * sine, length: 1.5 * normal.x }
    };
    let cylinder: Shape3<V> = Cylinder::new(n(0.75), n(0.5)).unwrap().into();
    let rounded = Rounded::new(cylinder.clone(), n(0.125)).unwrap().into();
    let stretched = Scaled::new(cylinder.clone(), V::narrow(DVec3::new(1.5, 2.0, -1.5))).unwrap().into();
    vec![
        Figure { name: "a cylinder", shape: cylinder, normal: across, distance: 0.5, length: 1.5 },
        Figure { name: "a rounded cylinder", shape: rounded, normal: across, distance: 0.625, length: 1.5 },
        Figure { name: "a stretched cylinder", shape: stretched, normal: across, distance: 0.75, length: 3.0 },
        Figure { name: "a capsule", shape: Capsule::new(n(0.75), n(0.5)).unwrap().into(), normal: across, distance: 0.5, length: 1.5 },
        frustum("a cone on its slant", Cone::new(n(0.75), n(1.0)).unwrap().into(), 1.0, 0.0),
        frustum("a frustum on its slant", Frustum::new(n(0.75), n(0.75), n(0.25)).unwrap().into(), 0.75, 0.25),
        frustum("a bucket on its slant", Frustum::new(n(0.75), n(0.25), n(0.5)).unwrap().into(), 0.25, 0.5),
        tapered_capsule(0.5, 0.25),
        tapered_capsule(0.125, 0.5),
    ]
}

/// The rotation that takes a direction of the half plane at azimuth 0 straight down, after a spin
/// about the axis.
fn rotated_down(normal: DVec2, spin: f64) -> DQuat {
    let down = turn(DVec3::Z, -core::f64::consts::FRAC_PI_2 - libm::atan2(normal.y, normal.x));
    Rotation::after(down, turn(DVec3::Y, spin))
}

fn block<V: Solid>(x: f64, y: f64, z: f64) -> Shape3<V> {
    Cuboid::new(V::narrow(DVec3::new(x, y, z))).unwrap().into()
}

/// A cylinder along x whose highest line is at y = 0.
fn cylinder_along_x<V: Solid>() -> Shape3<V> {
    let cylinder: Shape3<V> = Cylinder::new(number::<V>(4.0), number::<V>(0.5)).unwrap().into();
    let pose = Pose::<DVec3>::new(turn(DVec3::Z, core::f64::consts::FRAC_PI_2), DVec3::new(0.0, -0.5, 0.0));
    Posed::new(cylinder, Pose::<V>::narrow(&pose)).unwrap().into()
}

/// The bases: name, shape, height of the top.
fn bases<V: Solid>() -> Vec<(&'static str, Shape3<V>, f64)> {
    let plane = HalfSpace::new(V::unit(1), number::<V>(0.0)).unwrap().into();
    vec![("a box", block(4.0, 1.0, 4.0), 1.0), ("a half-space", plane, 0.0), ("a cylinder along x", cylinder_along_x(), 0.0)]
}

fn rolling_on_the_side_has_a_constant_depth<V: Solid>() {
    for (base_name, base, top) in bases::<V>() {
        for Figure { name, shape, normal, distance, length } in figures::<V>() {
            let mut first: Option<Checked<DVec3>> = None;
            for spin in degrees() {
                let depth = 0.01;
                let at = DVec3::new(0.0, top + distance - depth, 0.0);
                let scene = Scene::<V> { a: &base, b: &shape, b_in_a: Pose::new(rotated_down(normal, spin), at), margin: 0.01 };
                let what = (name, "on", base_name, "spun", spin.to_degrees());
                let checked = scene.check(&what);
                assert!((checked.distance + depth).abs() <= 1e-7 * scene.size(), "bump: {what:?}: {checked:?}");
                assert!((checked.deepest + depth).abs() <= 1e-7 * scene.size(), "bump: {what:?}: {checked:?}");
                assert!(checked.points.len() == 2 && checked.mirrored, "{what:?}: {checked:?}");
                assert!(checked.length() >= 0.9 * length, "{what:?}: {} of {length}: {checked:?}", checked.length());
                let first = first.get_or_insert_with(|| checked.clone());
                assert_eq!(checked.features, first.features, "other points than at first: {what:?}: {checked:?}");
            }
        }
    }
}

#[test]
fn shapes_roll_on_their_side_without_bumps() {
    rolling_on_the_side_has_a_constant_depth::<Vec3>();
    rolling_on_the_side_has_a_constant_depth::<DVec3>();
}

/// One end is a little deeper than the other: both are still points.
fn a_tilted_side<V: Solid>() {
    for (base_name, base, top) in bases::<V>().into_iter().take(2) {
        for Figure { name, shape, normal, distance, length } in figures::<V>() {
            for tilt in [1e-6, 1e-4, 1e-3, -1e-6, -1e-4, -1e-3] {
                for spin in degrees().step_by(10) {
                    let rotation = Rotation::after(turn(DVec3::Z, tilt), rotated_down(normal, spin));
                    // The lowest point by the shape's support map: the manifold is what is tested.
                    let down = Basis::unrotate(&Rotation::basis(rotation), -DVec3::Y);
                    let low = -Vector::dot(shape.support_wide(down).point, down) - Convex::radius(&shape).into_f64();
                    assert!((low + distance).abs() <= tilt.abs() * length, "{name}: {low} {distance}");
                    let b_in_a = Pose::new(rotation, DVec3::new(0.0, top - low - 0.01, 0.0));
                    let scene = Scene::<V> { a: &base, b: &shape, b_in_a, margin: 0.01 };
                    let what = (name, "on", base_name, "at a slant of", tilt, "spun", spin.to_degrees());
                    let checked = scene.check(&what);
                    assert!((checked.deepest + 0.01).abs() <= 1e-6 * scene.size(), "{what:?}: {checked:?}");
                    assert!(checked.points.len() == 2 && checked.mirrored, "{what:?}: {checked:?}");
                    assert!(checked.length() >= 0.9 * length, "{what:?}: {} of {length}: {checked:?}", checked.length());
                }
            }
        }
    }
}

trait IntoF64 {
    fn into_f64(self) -> f64;
}

impl<S: clinch_support::Scalar> IntoF64 for S {
    fn into_f64(self) -> f64 {
        self.widen()
    }
}

#[test]
fn slightly_tilted_shapes_keep_both_ends() {
    a_tilted_side::<Vec3>();
    a_tilted_side::<DVec3>();
}

/// On a narrow box the line is clipped where the box ends.
fn a_side_longer_than_the_box<V: Solid>() {
    let base = block::<V>(0.25, 1.0, 4.0);
    for Figure { name, shape, normal, distance, .. } in figures::<V>() {
        for spin in degrees().step_by(3) {
            let b_in_a = Pose::new(rotated_down(normal, spin), DVec3::new(0.05, 1.0 + distance - 0.005, 0.0));
            let scene = Scene::<V> { a: &base, b: &shape, b_in_a, margin: 0.01 };
            let checked = scene.check(&(name, "spun", spin.to_degrees()));
            assert!(checked.points.len() == 2 && checked.mirrored && (checked.length() - 0.5).abs() < 1e-5, "{name} {spin}: {checked:?}");
        }
    }
}

#[test]
fn a_side_longer_than_its_base_is_clipped() {
    a_side_longer_than_the_box::<Vec3>();
    a_side_longer_than_the_box::<DVec3>();
}

/// Crossing cylinders touch in one point at any spin.
fn crossing_cylinders<V: Solid>() {
    let base = cylinder_along_x::<V>();
    for Figure { name, shape, normal, distance, .. } in figures::<V>() {
        for spin in degrees().step_by(7) {
            for across in [0.3, 1.0, 1.6] {
                let rotation = Rotation::after(turn(DVec3::Y, across), rotated_down(normal, spin));
                let b_in_a = Pose::new(rotation, DVec3::new(0.3, distance - 0.01, 0.0));
                let scene = Scene::<V> { a: &base, b: &shape, b_in_a, margin: 0.01 };
                let checked = scene.check(&(name, "spun", spin.to_degrees(), "across", across));
                assert!(
                    checked.points.len() == 1 && checked.mirrored && (checked.deepest + 0.01).abs() < 1e-6,
                    "{name} {spin} {across}: {checked:?}"
                );
            }
        }
    }
}

#[test]
fn crossing_cylinders_touch_in_one_point() {
    crossing_cylinders::<Vec3>();
    crossing_cylinders::<DVec3>();
}

/// |x|ᵉ + |y|ᵉ + |z|ᵉ ≤ 1, as a user would write it.
struct Superellipsoid(f64);

impl<V: Solid> SupportMap<V> for Superellipsoid {
    fn support(&self, direction: V) -> Support<V> {
        let direction = direction.widen();
        let power = |v: DVec3, by: f64| DVec3::new(libm::pow(v.x, by), libm::pow(v.y, by), libm::pow(v.z, by));
        let part = power(direction.abs(), 1.0 / (self.0 - 1.0));
        let norm = libm::pow(power(part, self.0).element_sum(), 1.0 / self.0);
        Support { point: V::narrow(part / norm * direction.signum()), id: None }
    }
}

impl<V: Solid> Convex<V> for Superellipsoid {}

/// It rests on each of its six nearly flat faces with three or four points; while it tilts, the
/// depth has no jump.
fn a_superellipsoid<V: Solid>() {
    let exponent = 8.0;
    let shape = Shape3::Custom(Custom::<V>::new(Superellipsoid(exponent)));
    let base = block::<V>(3.0, 1.0, 3.0);
    let height = |down: DVec3| {
        // The support function of the unit ball of a norm is the dual norm.
        let dual = exponent / (exponent - 1.0);
        let power = |x: f64| libm::pow(x.abs(), dual);
        libm::pow(power(down.x) + power(down.y) + power(down.z), 1.0 / dual)
    };
    for (axis, quarter) in [(DVec3::X, 0.0), (DVec3::X, 1.0), (DVec3::X, 2.0), (DVec3::X, 3.0), (DVec3::Z, 1.0), (DVec3::Z, 3.0)] {
        for (tilt, azimuth) in [(0.0, 0.0), (1e-6, 1.0), (1e-4, 2.0), (1e-3, 3.0), (1e-3, 0.5), (5e-3, 4.0), (0.3, 1.0)] {
            let on_face = turn(axis, quarter * core::f64::consts::FRAC_PI_2);
            let rotation = Rotation::after(tilted(tilt, azimuth, 0.4), on_face);
            let down = Basis::unrotate(&Rotation::basis(rotation), -DVec3::Y);
            let b_in_a = Pose::new(rotation, DVec3::new(0.1, 1.0 + height(down) - 0.01, -0.2));
            let scene = Scene::<V> { a: &base, b: &shape, b_in_a, margin: 0.05 };
            let what = ("on face", axis, quarter, "tilted", tilt, azimuth);
            let checked = scene.check(&what);
            assert!((checked.deepest + 0.01).abs() <= 2e-6 * scene.size(), "{what:?}: {checked:?}");
            // The deepest and three around it, higher by a thousandth of the size or more: the
            // patch of a nearly flat face.
            assert!(tilt > 1e-2 || (checked.points.len() >= 3 && checked.area() > 0.5), "{what:?}: {} {checked:?}", checked.area());
        }
    }
}

#[test]
fn a_superellipsoid_rests_on_each_of_its_faces() {
    a_superellipsoid::<Vec3>();
    a_superellipsoid::<DVec3>();
}

//! Shapes that rest on a cap: cylinders, cones and frustums, elliptic and rounded ones, upright and
//! tilted.

use clinch_contact::FeatureId;
use clinch_shapes::{Cone, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Rounded, Scaled, Shape3};
use clinch_support::Pose;
use glam::{DVec2, DVec3, Vec3};

use super::scene::{Checked, Outline, Scene, Solid, degrees, horizontal, number, tilted};

/// The tilts: below and above the angle at which corners of a rim have roles.
const TILTS: [f64; 4] = [1e-6, 2e-4, 1e-3, 1e-2];

fn cylinder<V: Solid>(half_height: f64, radius: f64) -> Shape3<V> {
    Cylinder::new(number::<V>(half_height), number::<V>(radius)).unwrap().into()
}

fn block<V: Solid>(x: f64, y: f64, z: f64) -> Shape3<V> {
    Cuboid::new(V::narrow(DVec3::new(x, y, z))).unwrap().into()
}

/// A base: the height of its top above its origin, and its outline from above.
struct Base<V: Solid> {
    name: &'static str,
    shape: Shape3<V>,
    top: f64,
    outline: Outline,
    /// Larger than the figures.
    wide: bool,
}

fn bases<V: Solid>() -> Vec<Base<V>> {
    let disc = |radius: f64| Outline::ellipse(DVec2::ZERO, DVec2::splat(radius));
    let square = |half: f64| Outline::rectangle(DVec2::splat(half));
    let plane = HalfSpace::new(V::unit(1), number::<V>(0.0)).unwrap().into();
    vec![
        Base { name: "a box", shape: block(3.0, 1.0, 3.0), top: 1.0, outline: square(3.0), wide: true },
        Base { name: "a half-space", shape: plane, top: 0.0, outline: square(9.0), wide: true },
        Base { name: "a larger cap", shape: cylinder(0.5, 2.0), top: 0.5, outline: disc(2.0), wide: true },
        Base { name: "an equal cap", shape: cylinder(0.5, 1.0), top: 0.5, outline: disc(1.0), wide: false },
        Base { name: "a smaller cap", shape: cylinder(0.5, 0.5), top: 0.5, outline: disc(0.5), wide: false },
        Base {
            name: "a narrow beam",
            shape: block(0.25, 0.5, 4.0),
            top: 0.5,
            outline: Outline::rectangle(DVec2::new(0.25, 4.0)),
            wide: false,
        },
    ]
}

/// A figure: the radii of its foot, and the depth of the foot below its origin.
struct Figure<V: Solid> {
    name: &'static str,
    shape: Shape3<V>,
    down: f64,
    foot: DVec2,
    /// The radius around the core, outside of the foot.
    radius: f64,
}

fn figures<V: Solid>() -> Vec<Figure<V>> {
    let cone = Cone::new(number::<V>(0.75), number::<V>(1.0)).unwrap().into();
    let frustum = |bottom: f64, top: f64| Frustum::new(number::<V>(0.75), number::<V>(bottom), number::<V>(top)).unwrap().into();
    let rounded = Rounded::new(cylinder::<V>(0.75, 0.75), number::<V>(0.25)).unwrap().into();
    let scaled = |x: f64, z: f64| Scaled::new(cylinder::<V>(0.75, 1.0), V::narrow(DVec3::new(x, -1.0, z))).unwrap().into();
    let round = DVec2::ONE;
    vec![
        Figure { name: "a cylinder", shape: cylinder(0.75, 1.0), down: 0.75, foot: round, radius: 0.0 },
        Figure { name: "a coin", shape: cylinder(0.03125, 1.0), down: 0.03125, foot: round, radius: 0.0 },
        Figure { name: "a cone", shape: cone, down: 0.75, foot: round, radius: 0.0 },
        Figure { name: "a frustum", shape: frustum(1.0, 0.25), down: 0.75, foot: round, radius: 0.0 },
        Figure { name: "a bucket", shape: frustum(0.5, 1.0), down: 0.75, foot: 0.5 * round, radius: 0.0 },
        Figure { name: "a rounded cylinder", shape: rounded, down: 0.75, foot: 0.75 * round, radius: 0.25 },
        Figure { name: "an elliptic cylinder", shape: scaled(1.0, 0.5), down: 0.75, foot: DVec2::new(1.0, 0.5), radius: 0.0 },
        Figure { name: "a mirrored elliptic cylinder", shape: scaled(-0.5, 1.0), down: 0.75, foot: DVec2::new(0.5, 1.0), radius: 0.0 },
    ]
}

/// Upright: the points span at least nine tenths of the largest area of four points of the patch.
fn upright_spans_the_patch<V: Solid>() {
    for base in bases::<V>() {
        for figure in figures::<V>() {
            // Also half over the edge of a base as wide as the figure.
            for (x, z) in [(0.0, 0.0), (0.9, 0.0), (-0.3, 0.4), (2.0, -0.5), (3.0, 3.0)] {
                let foot = Outline::ellipse(DVec2::new(x, z), figure.foot);
                let most = foot.four(&base.outline);
                if most < 0.01 {
                    continue;
                }
                for (depth, spin) in [(0.0, 0.0), (-1e-3, 0.0), (1e-3, 1.0), (0.01, 0.1), (0.01, 2.0)] {
                    let round = figure.foot.x == figure.foot.y;
                    let spin = if round { spin } else { 0.0 };
                    let at = DVec3::new(x, base.top + figure.down + figure.radius - depth, z);
                    let b_in_a = Pose::new(tilted(0.0, 0.0, spin), at);
                    let scene = Scene::<V> { a: &base.shape, b: &figure.shape, b_in_a, margin: 0.005 };
                    let what = (figure.name, "on", base.name, x, z, "deep", depth, "spun", spin);
                    let checked = scene.check(&what);
                    assert!((checked.distance + depth).abs() <= 1e-6 * scene.size(), "{what:?}: {checked:?}");
                    // Exchanging one point at a time ends a little below the best in one of these
                    // patches: an ellipse over a disc, each clipped by the other.
                    let least_share = if figure.foot.x < figure.foot.y { 0.88 } else { 0.9 };
                    assert!(checked.area() >= least_share * most, "{what:?}: {} of {most}: {checked:?}", checked.area());
                    let far = checked.points.iter().map(|point| (point.y - base.top + 0.5 * depth).abs()).fold(0.0, f64::max);
                    assert!(far <= 1e-6 * scene.size(), "not between the faces: {what:?}: {checked:?}");
                }
            }
        }
    }
}

#[test]
fn upright_shapes_span_nine_tenths_of_the_patch() {
    upright_spans_the_patch::<Vec3>();
    upright_spans_the_patch::<DVec3>();
}

/// The depth of the lowest point of a tilted figure of a round foot below its origin.
fn lowest<V: Solid>(figure: &Figure<V>, tilt: f64) -> f64 {
    let (sin, cos) = libm::sincos(tilt);
    figure.down * cos + figure.foot.x * sin + figure.radius
}

/// The depth is that of the rim's lowest point, for any direction of the tilt: a polygon would have
/// bumps.
fn tilted_has_no_bumps<V: Solid>(tilt: f64) {
    for base in bases::<V>().into_iter().filter(|base| base.wide) {
        for figure in figures::<V>().into_iter().filter(|figure| figure.foot.x == figure.foot.y) {
            let mut first: Option<Checked<DVec3>> = None;
            for azimuth in degrees() {
                for spin in [0.0, azimuth] {
                    let depth = 0.01;
                    let at = DVec3::new(0.1, base.top + lowest(&figure, tilt) - depth, -0.2);
                    let b_in_a = Pose::new(tilted(tilt, azimuth, spin), at);
                    let scene = Scene::<V> { a: &base.shape, b: &figure.shape, b_in_a, margin: 0.05 };
                    let what = (figure.name, "on", base.name, "tilted", tilt, "towards", azimuth.to_degrees(), "spun", spin);
                    let checked = scene.check(&what);
                    assert!((checked.deepest + depth).abs() <= 1e-6 * scene.size(), "bump: {what:?}: {checked:?}");
                    assert!((checked.normal - DVec3::Y).length() < 1e-6, "{what:?}: {checked:?}");
                    assert!(checked.points.len() == 4 && checked.mirrored, "{what:?}: {checked:?}");
                    let most = 2.0 * figure.foot.x * figure.foot.y;
                    assert!(checked.area() >= 0.9 * most, "{what:?}: {} of {most}: {checked:?}", checked.area());
                    // Where corners have roles they keep their ids; at a hundredth of that tilt all
                    // are equally deep, and keep them too.
                    let first = first.get_or_insert_with(|| checked.clone());
                    assert_eq!(checked.features, first.features, "other points than at first: {what:?}: {checked:?}\n{first:?}");
                }
            }
        }
    }
}

#[test]
fn a_tilted_figure_rolls_on_its_rim_without_bumps() {
    for tilt in TILTS {
        tilted_has_no_bumps::<Vec3>(tilt);
        tilted_has_no_bumps::<DVec3>(tilt);
    }
}

/// On a base no wider than the figure, the deepest place is on the upper or on the lower rim.
fn tilted_over_a_rim_has_the_exact_depth<V: Solid>(tilt: f64) {
    let (sin, cos) = libm::sincos(tilt);
    let figure = cylinder::<V>(0.75, 1.0);
    for (radius, name) in [(1.0, "an equal cap"), (0.5, "a smaller cap")] {
        let base = cylinder::<V>(0.5, radius);
        for azimuth in degrees() {
            let depth = 0.002;
            // The lowest point of the upper rim is over the equal cap; over the smaller cap the
            // upper cap rests on the lower rim.
            let height = if radius == 1.0 { 0.5 + 0.75 * cos + sin - depth } else { 0.5 + (0.75 + radius * sin - depth) / cos };
            let scene = Scene::<V> {
                a: &base,
                b: &figure,
                b_in_a: Pose::new(tilted(tilt, azimuth, 0.3), DVec3::new(0.0, height, 0.0)),
                margin: 0.05,
            };
            let what = (name, "tilted", tilt, "towards", azimuth.to_degrees());
            let checked = scene.check(&what);
            assert!((checked.deepest + depth).abs() <= 2e-6 * scene.size(), "bump: {what:?}: {checked:?}");
            assert!(checked.points.len() == 4, "{what:?}: {checked:?}");
            // The polygons of two equal caps lack up to a fiftieth of the radius, where the corners
            // of one are between those of the other.
            assert!(checked.area() >= 0.9 * 2.0 * radius * radius, "{what:?}: {}: {checked:?}", checked.area());
        }
    }
}

#[test]
fn a_cylinder_tilted_on_a_cap_no_wider_has_the_exact_depth() {
    for tilt in TILTS {
        tilted_over_a_rim_has_the_exact_depth::<Vec3>(tilt);
        tilted_over_a_rim_has_the_exact_depth::<DVec3>(tilt);
    }
}

/// Half over the edge of a box, at any tilt. The scene checks that the manifold is as deep as the
/// query, and that the swapped pair agrees.
fn half_over_the_edge<V: Solid>() {
    let (base, figure) = (block::<V>(1.0, 0.5, 4.0), cylinder::<V>(0.75, 1.0));
    for tilt in TILTS {
        for azimuth in degrees() {
            let at = DVec3::new(1.0, 0.5 + 0.75 - 0.003, 0.0);
            let scene = Scene::<V> { a: &base, b: &figure, b_in_a: Pose::new(tilted(tilt, azimuth, 0.0), at), margin: 0.05 };
            let checked = scene.check(&("tilted", tilt, "towards", azimuth.to_degrees()));
            // Half a disc, in which four points span three triangles.
            let most = 0.75 * 3.0_f64.sqrt();
            // Nine tenths when upright; when tilted the deepest point is kept, wherever it is on
            // the rim.
            let least_share = if tilt < 1e-5 { 0.9 } else { 0.8 };
            assert!(
                checked.points.len() == 4 && checked.area() >= least_share * most,
                "{tilt} {azimuth}: {} of {most}: {checked:?}",
                checked.area()
            );
        }
    }
}

#[test]
fn a_cylinder_half_over_the_edge_of_a_box_at_any_tilt() {
    half_over_the_edge::<Vec3>();
    half_over_the_edge::<DVec3>();
}

/// An elliptic cap, whose lowest point is a closed form: √(a²cos² + b²sin²) of the azimuth takes
/// the place of the radius.
fn an_elliptic_cap_has_no_bumps<V: Solid>() {
    let inner = cylinder::<V>(0.5, 1.0);
    let (a, b) = (1.5, 0.5);
    let figure: Shape3<V> = Scaled::new(inner, V::narrow(DVec3::new(a, 2.0, b))).unwrap().into();
    let base = block::<V>(4.0, 1.0, 4.0);
    for tilt in TILTS {
        let (sin, cos) = libm::sincos(tilt);
        let mut first: Option<FeatureId> = None;
        for azimuth in degrees() {
            let toward = horizontal(azimuth);
            let radius = (a * a * toward.x * toward.x + b * b * toward.z * toward.z).sqrt();
            let (depth, height) = (0.004, 1.0 + cos + radius * sin);
            let b_in_a = Pose::new(tilted(tilt, azimuth, 0.0), DVec3::new(0.0, height - depth, 0.0));
            let scene = Scene::<V> { a: &base, b: &figure, b_in_a, margin: 0.05 };
            let what = ("an elliptic cap tilted", tilt, "towards", azimuth.to_degrees());
            let checked = scene.check(&what);
            assert!((checked.deepest + depth).abs() <= 1e-6 * scene.size(), "bump: {what:?}: {checked:?}");
            assert!(checked.area() >= 0.9 * 2.0 * a * b, "{what:?}: {}: {checked:?}", checked.area());
            // Which of the others is farthest changes as it rolls; and at the smallest tilts its
            // neighbour is as deep.
            let first = *first.get_or_insert(checked.at);
            assert!(tilt < 5e-4 || checked.at == first, "{what:?}: {first:?} {checked:?}");
        }
    }
}

#[test]
fn an_elliptic_cap_rolls_without_bumps() {
    an_elliptic_cap_has_no_bumps::<Vec3>();
    an_elliptic_cap_has_no_bumps::<DVec3>();
}

/// Ellipsoids have no flat feature: one point, with the depth of the closed form.
fn an_ellipsoid_has_one_point<V: Solid>() {
    let radii = DVec3::new(1.5, 0.75, 0.5);
    let ellipsoid: Shape3<V> = Ellipsoid::new(V::narrow(radii)).unwrap().into();
    for base in bases::<V>().into_iter().filter(|base| base.wide) {
        for azimuth in degrees().step_by(5) {
            for tilt in [0.0, 1e-4, 0.4, 1.2] {
                let rotation = tilted(tilt, azimuth, 0.7);
                let down = clinch_support::Basis::unrotate(&clinch_support::Rotation::basis(rotation), DVec3::Y);
                let at = DVec3::new(0.2, base.top + (radii * down).length() - 0.01, 0.1);
                let scene = Scene::<V> { a: &base.shape, b: &ellipsoid, b_in_a: Pose::new(rotation, at), margin: 0.05 };
                let what = ("an ellipsoid on", base.name, "tilted", tilt, "towards", azimuth.to_degrees());
                let checked = scene.check(&what);
                assert_eq!(checked.points.len(), 1, "{what:?}: {checked:?}");
                assert!((checked.deepest + 0.01).abs() <= 1e-7 * scene.size(), "{what:?}: {checked:?}");
            }
        }
    }
}

#[test]
fn an_ellipsoid_rests_on_one_point_at_any_rotation() {
    an_ellipsoid_has_one_point::<Vec3>();
    an_ellipsoid_has_one_point::<DVec3>();
}

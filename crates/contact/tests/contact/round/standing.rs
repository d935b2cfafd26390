//! What stands on a cap: cylinders, cones and frusta, elliptic and rounded ones, upright and at a slant.

use clinch_contact::FeatureId;
use clinch_shapes::{Cone, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Rounded, Scaled, Shape3};
use clinch_support::Pose;
use glam::{DVec2, DVec3, Vec3};

use super::scene::{Met, Outline, Scene, Solid, degrees, leaning, level, number};

/// The tangent of tilts: below the angle at which corners have roles, and above.
const TILTS: [f64; 4] = [1e-6, 2e-4, 1e-3, 1e-2];

fn cylinder<V: Solid>(half_height: f64, radius: f64) -> Shape3<V> {
    Cylinder::new(number::<V>(half_height), number::<V>(radius)).unwrap().into()
}

fn block<V: Solid>(x: f64, y: f64, z: f64) -> Shape3<V> {
    Cuboid::new(V::narrow(DVec3::new(x, y, z))).unwrap().into()
}

/// A foundation, how far its top is above its origin, and its outline as seen from above.
struct Base<V: Solid> {
    name: &'static str,
    shape: Shape3<V>,
    top: f64,
    outline: Outline,
    /// Large enough for what stands on it.
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
        Base { name: "a like cap", shape: cylinder(0.5, 1.0), top: 0.5, outline: disc(1.0), wide: false },
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

/// What stands, with the radii of its foot and how far that is below its origin.
struct Figure<V: Solid> {
    name: &'static str,
    shape: Shape3<V>,
    down: f64,
    foot: DVec2,
    /// By how much it is swept, outside of the foot.
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

/// Upright, where four points of the patch can be spanned: at least nine tenths of it are.
fn upright_spans_the_patch<V: Solid>() {
    for base in bases::<V>() {
        for figure in figures::<V>() {
            // Aside, too: half over the edge of what is as wide as itself.
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
                    let b_in_a = Pose::new(leaning(0.0, 0.0, spin), at);
                    let scene = Scene::<V> { a: &base.shape, b: &figure.shape, b_in_a, margin: 0.005 };
                    let what = (figure.name, "on", base.name, x, z, "deep", depth, "spun", spin);
                    let met = scene.meet(&what);
                    assert!((met.distance + depth).abs() <= 1e-6 * scene.size(), "{what:?}: {met:?}");
                    // Exchanging one point at a time ends a little short in one patch of these: an ellipse over a disc, both cut by the other.
                    let share = if figure.foot.x < figure.foot.y { 0.88 } else { 0.9 };
                    assert!(met.area() >= share * most, "{what:?}: {} of {most}: {met:?}", met.area());
                    let far = met.points.iter().map(|point| (point.y - base.top + 0.5 * depth).abs()).fold(0.0, f64::max);
                    assert!(far <= 1e-6 * scene.size(), "not between the faces: {what:?}: {met:?}");
                }
            }
        }
    }
}

#[test]
fn what_stands_upright_spans_nine_tenths_of_the_patch() {
    upright_spans_the_patch::<Vec3>();
    upright_spans_the_patch::<DVec3>();
}

/// How far below its origin a leaning figure of a round foot reaches.
fn lowest<V: Solid>(figure: &Figure<V>, tilt: f64) -> f64 {
    let (sin, cos) = libm::sincos(tilt);
    figure.down * cos + figure.foot.x * sin + figure.radius
}

/// The depth is that of the rim's lowest point, whichever way it leans: a polygon would have bumps.
fn leaning_has_no_bumps<V: Solid>(tilt: f64) {
    for base in bases::<V>().into_iter().filter(|base| base.wide) {
        for figure in figures::<V>().into_iter().filter(|figure| figure.foot.x == figure.foot.y) {
            let mut first: Option<Met<DVec3>> = None;
            for azimuth in degrees() {
                for spin in [0.0, azimuth] {
                    let depth = 0.01;
                    let at = DVec3::new(0.1, base.top + lowest(&figure, tilt) - depth, -0.2);
                    let b_in_a = Pose::new(leaning(tilt, azimuth, spin), at);
                    let scene = Scene::<V> { a: &base.shape, b: &figure.shape, b_in_a, margin: 0.05 };
                    let what = (figure.name, "on", base.name, "leaning", tilt, "towards", azimuth.to_degrees(), "spun", spin);
                    let met = scene.meet(&what);
                    assert!((met.deepest + depth).abs() <= 1e-6 * scene.size(), "bump: {what:?}: {met:?}");
                    assert!((met.normal - DVec3::Y).length() < 1e-6, "{what:?}: {met:?}");
                    assert!(met.points.len() == 4 && met.mirrored, "{what:?}: {met:?}");
                    let most = 2.0 * figure.foot.x * figure.foot.y;
                    assert!(met.area() >= 0.9 * most, "{what:?}: {} of {most}: {met:?}", met.area());
                    // Where corners have roles they keep their names; at a hundredth of that tilt all are equally deep, and keep them too.
                    let first = first.get_or_insert_with(|| met.clone());
                    assert_eq!(met.features, first.features, "other points than at first: {what:?}: {met:?}\n{first:?}");
                }
            }
        }
    }
}

#[test]
fn a_leaning_figure_rolls_over_its_rim_without_bumps() {
    for tilt in TILTS {
        leaning_has_no_bumps::<Vec3>(tilt);
        leaning_has_no_bumps::<DVec3>(tilt);
    }
}

/// On what is no wider than itself the deepest place is where the rim, or the rim below, says.
fn leaning_over_an_edge_is_as_deep_as_it_is<V: Solid>(tilt: f64) {
    let (sin, cos) = libm::sincos(tilt);
    let figure = cylinder::<V>(0.75, 1.0);
    for (radius, name) in [(1.0, "a like cap"), (0.5, "a smaller cap")] {
        let base = cylinder::<V>(0.5, radius);
        for azimuth in degrees() {
            let depth = 0.002;
            // The lowest point of the upper rim lies over the like cap; over the smaller one the upper cap lies on the lower rim.
            let height = if radius == 1.0 { 0.5 + 0.75 * cos + sin - depth } else { 0.5 + (0.75 + radius * sin - depth) / cos };
            let scene = Scene::<V> {
                a: &base,
                b: &figure,
                b_in_a: Pose::new(leaning(tilt, azimuth, 0.3), DVec3::new(0.0, height, 0.0)),
                margin: 0.05,
            };
            let what = (name, "leaning", tilt, "towards", azimuth.to_degrees());
            let met = scene.meet(&what);
            assert!((met.deepest + depth).abs() <= 2e-6 * scene.size(), "bump: {what:?}: {met:?}");
            assert!(met.points.len() == 4, "{what:?}: {met:?}");
            // The polygons of two like caps lack up to a fiftieth of the radius, where their corners stand between each other.
            assert!(met.area() >= 0.9 * 2.0 * radius * radius, "{what:?}: {}: {met:?}", met.area());
        }
    }
}

#[test]
fn a_cylinder_leaning_on_a_cap_no_wider_than_itself_is_as_deep_as_it_is() {
    for tilt in TILTS {
        leaning_over_an_edge_is_as_deep_as_it_is::<Vec3>(tilt);
        leaning_over_an_edge_is_as_deep_as_it_is::<DVec3>(tilt);
    }
}

/// Half over the edge of a box, at any slant: the manifold is as deep as the query, and the swap agrees; the scene checks both.
fn half_over_the_edge<V: Solid>() {
    let (base, figure) = (block::<V>(1.0, 0.5, 4.0), cylinder::<V>(0.75, 1.0));
    for tilt in TILTS {
        for azimuth in degrees() {
            let at = DVec3::new(1.0, 0.5 + 0.75 - 0.003, 0.0);
            let scene = Scene::<V> { a: &base, b: &figure, b_in_a: Pose::new(leaning(tilt, azimuth, 0.0), at), margin: 0.05 };
            let met = scene.meet(&("leaning", tilt, "towards", azimuth.to_degrees()));
            // Half a disc, of which four points span three triangles.
            let most = 0.75 * 3.0_f64.sqrt();
            // Upright nine tenths; at a slant the deepest stays, wherever on the rim it is.
            let share = if tilt < 1e-5 { 0.9 } else { 0.8 };
            assert!(met.points.len() == 4 && met.area() >= share * most, "{tilt} {azimuth}: {} of {most}: {met:?}", met.area());
        }
    }
}

#[test]
fn a_cylinder_half_over_the_edge_of_a_box_at_any_slant() {
    half_over_the_edge::<Vec3>();
    half_over_the_edge::<DVec3>();
}

/// An elliptic cap whose lowest point is found by hand: √(a²cos² + b²sin²) of the azimuth takes the place of the radius.
fn an_elliptic_cap_has_no_bumps<V: Solid>() {
    let inner = cylinder::<V>(0.5, 1.0);
    let (a, b) = (1.5, 0.5);
    let figure: Shape3<V> = Scaled::new(inner, V::narrow(DVec3::new(a, 2.0, b))).unwrap().into();
    let base = block::<V>(4.0, 1.0, 4.0);
    for tilt in TILTS {
        let (sin, cos) = libm::sincos(tilt);
        let mut first: Option<FeatureId> = None;
        for azimuth in degrees() {
            let toward = level(azimuth);
            let reach = (a * a * toward.x * toward.x + b * b * toward.z * toward.z).sqrt();
            let (depth, height) = (0.004, 1.0 + cos + reach * sin);
            let b_in_a = Pose::new(leaning(tilt, azimuth, 0.0), DVec3::new(0.0, height - depth, 0.0));
            let scene = Scene::<V> { a: &base, b: &figure, b_in_a, margin: 0.05 };
            let what = ("an elliptic cap leaning", tilt, "towards", azimuth.to_degrees());
            let met = scene.meet(&what);
            assert!((met.deepest + depth).abs() <= 1e-6 * scene.size(), "bump: {what:?}: {met:?}");
            assert!(met.area() >= 0.9 * 2.0 * a * b, "{what:?}: {}: {met:?}", met.area());
            // Of the others another is farthest as it rolls; and at the smallest tilts its neighbour is as deep.
            let first = *first.get_or_insert(met.at);
            assert!(tilt < 5e-4 || met.at == first, "{what:?}: {first:?} {met:?}");
        }
    }
}

#[test]
fn an_elliptic_cap_rolls_without_bumps() {
    an_elliptic_cap_has_no_bumps::<Vec3>();
    an_elliptic_cap_has_no_bumps::<DVec3>();
}

/// Ellipsoids have no flat place: one point, the depth that of the closed form.
fn an_ellipsoid_has_one_point<V: Solid>() {
    let radii = DVec3::new(1.5, 0.75, 0.5);
    let egg: Shape3<V> = Ellipsoid::new(V::narrow(radii)).unwrap().into();
    for base in bases::<V>().into_iter().filter(|base| base.wide) {
        for azimuth in degrees().step_by(5) {
            for tilt in [0.0, 1e-4, 0.4, 1.2] {
                let rotation = leaning(tilt, azimuth, 0.7);
                let down = clinch_support::Basis::unrotate(&clinch_support::Rotation::basis(rotation), DVec3::Y);
                let at = DVec3::new(0.2, base.top + (radii * down).length() - 0.01, 0.1);
                let scene = Scene::<V> { a: &base.shape, b: &egg, b_in_a: Pose::new(rotation, at), margin: 0.05 };
                let what = ("an ellipsoid on", base.name, "leaning", tilt, "towards", azimuth.to_degrees());
                let met = scene.meet(&what);
                assert_eq!(met.points.len(), 1, "{what:?}: {met:?}");
                assert!((met.deepest + 0.01).abs() <= 1e-7 * scene.size(), "{what:?}: {met:?}");
            }
        }
    }
}

#[test]
fn an_ellipsoid_rests_on_one_point_however_it_is_turned() {
    an_ellipsoid_has_one_point::<Vec3>();
    an_ellipsoid_has_one_point::<DVec3>();
}

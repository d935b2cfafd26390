//! Casts and times of impact: motions along a face, starts in contact, very long ways, axes that
//! flip.

use clinch::Motion;
use clinch::support::{Angular, Scalar, Sweep, Vector};
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use glam::{DVec3, Vec3};

use crate::field_bugs::api::{Api, Scene, at, ball, block, capsule, coords, exact, in_every_api};

fn shapes<V: Api>() -> Vec<(&'static str, ShapeSpec)> {
    // All extend to y = -0.5.
    vec![("a ball", ball::<V>(0.5)), ("a cube", block::<V>(0.5, 0.5, 0.5)), ("a capsule", capsule::<V>(-DVec3::X, DVec3::X, 0.5))]
}

fn motion<V: Vector>(x: f64, y: f64) -> Motion<V> {
    Motion::of_b(V::from_fn(|axis| V::Scalar::narrow([x, y, 0.0][axis])))
}

/// v·r = 0: dividing by it gives an arbitrary time of impact.
#[test]
fn a_cast_along_a_face_neither_stops_nor_hangs() {
    in_every_api!(along_a_face);
}

fn along_a_face<V: Api>() {
    let floor = block::<V>(64.0, 1.0, 64.0);
    for (name, shape) in shapes::<V>() {
        for gap in [1e-3, 0.125, 4.0] {
            let start = at::<V>(-8.0, 1.5 + gap, 0.0);
            let gap = exact::<V>(1.5 + gap) - 1.5;
            let scene = Scene::<V>::new(name, (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), start));
            // Exactly along the face; slightly away from it; no motion.
            for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (1.0, 1e-9), (0.0, 0.0)] {
                let impact = scene.cast_shape(&motion::<V>(x, y).with_max_time(V::Scalar::narrow(16.0)));
                assert!(!impact.is_hit() && !impact.is_undefined(), "{name} {gap} {x} {y}: {impact:?}");
                assert!(impact.support_calls < 200, "{name} {gap}: {impact:?}");
            }
            // Slightly towards it: it hits the floor where the slope predicts.
            let impact = scene.cast_shape(&motion::<V>(0.5, -0.125));
            let expected = gap / 0.125;
            assert!(impact.is_hit() && (impact.time.widen() - expected).abs() <= 1e-5 * (1.0 + expected), "{name} {gap}: {impact:?}");
            assert!((impact.normal - V::unit(1)).length().widen() < 1e-4, "{name} {gap}: {impact:?}");
        }
    }
}

#[test]
fn casts_that_start_touching_or_overlapping_say_so() {
    in_every_api!(starts);
}

fn starts<V: Api>() {
    use clinch::InitialOverlap::{IgnoreSeparating, Report};
    let floor = block::<V>(8.0, 1.0, 8.0);
    for (name, shape) in shapes::<V>() {
        for depth in [0.0, 0.125, 0.375] {
            let scene = Scene::<V>::new(name, (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), at::<V>(0.25, 1.5 - depth, 0.0)));
            for (x, y, separates) in [(0.0, 1.0, true), (1.0, 0.0, true), (0.0, -1.0, false), (1.0, -0.5, false)] {
                for rule in [Report, IgnoreSeparating] {
                    let impact = scene.cast_shape(&Motion { initial_overlap: rule, ..motion::<V>(x, y) });
                    let context = || format!("{name}, {depth} deep, {x} {y}, {rule:?}: {impact:?}");
                    let hits = rule == Report || !separates;
                    assert_eq!(impact.is_hit(), hits, "{}", context());
                    if hits {
                        assert_eq!(impact.time, V::Scalar::ZERO, "{}", context());
                        assert!((impact.separation.widen() + depth).abs() < 1e-6, "{}", context());
                        assert!((impact.normal - V::unit(1)).length().widen() < 1e-5, "{}", context());
                    }
                }
            }
        }
    }
}

#[test]
fn a_cast_of_a_million_sizes_keeps_its_precision() {
    in_every_api!(long_ways);
}

fn long_ways<V: Api>() {
    let wall = block::<V>(1.0, 4.0, 4.0);
    for (name, shape) in shapes::<V>() {
        let reach = if name == "a capsule" { 1.5 } else { 0.5 };
        for far in [2.0_f64.powi(10), 2.0_f64.powi(17), 2.0_f64.powi(20)] {
            let scene = Scene::<V>::new(name, (wall.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), at::<V>(-far, 0.5, 0.0)));
            for speed in [1.0, 1024.0, 2.0_f64.powi(-10)] {
                let impact = scene.cast_shape(&motion::<V>(speed, 0.0));
                let expected = (far - 1.0 - reach) / speed;
                let off = (impact.time.widen() - expected).abs() * speed;
                assert!(impact.is_hit() && off <= V::Scalar::EPSILON.widen() * far + 1e-9, "{name} {far}: {off}: {impact:?}");
                assert!((impact.normal + V::unit(0)).length().widen() < 1e-5, "{name} {far}: {impact:?}");
                // Slightly too short, and slightly beside the wall.
                let short = motion::<V>(speed, 0.0).with_max_time(V::Scalar::narrow(expected * (1.0 - 1e-5)));
                assert!(!scene.cast_shape(&short).is_hit(), "{name} {far}");
            }
            let beside = Scene::<V>::new(name, (wall.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), at::<V>(-far, 4.625, 0.0)));
            assert!(!beside.cast_shape(&motion::<V>(1.0, 0.0)).is_hit(), "{name} {far}");
        }
    }
}

/// Bars that rest on an edge fall on each other while they spin. The axis perpendicular to both
/// edges flips where they become parallel, so a root along it is not a contact. The gap between the
/// edges is the height for any angle.
#[test]
fn bars_that_spin_past_each_other_edge_on_edge_meet_in_time() {
    spinning_bars::<Vec3>();
    spinning_bars::<DVec3>();
}

/// Vectors of spaces in which a rotation about y is a vector.
trait Spin: Api + Angular<Turn = Self> {}

impl<V: Api + Angular<Turn = V>> Spin for V {}

fn spinning_bars<V: Spin>() {
    // Square across z, with one edge up and one down.
    let (edge, length) = (0.25, 2.0);
    let bar = ShapeSpec::Hull {
        points: [-length, length]
            .iter()
            .flat_map(|&z| [(edge, 0.0), (-edge, 0.0), (0.0, edge), (0.0, -edge)].map(|(x, y)| coords::<V>(x, y, z)))
            .collect(),
    };
    for (start_angle, turn) in [(0.25, -0.5), (1.0, -2.0), (-0.125, 0.25), (0.5, -6.5), (1.5, 0.0)] {
        for (height, fall) in [(1.0, 1.0), (0.625, 0.25), (3.0, 6.0), (0.75, 0.125)] {
            let pose = crate::field_bugs::api::turned::<V>(at::<V>(0.0, height, 0.0), DVec3::Y, start_angle);
            let scene = Scene::<V>::new("bars", (bar.clone(), PoseSpec::default()), (bar.clone(), pose));
            let falling =
                Sweep { turn: V::unit(1) * V::Scalar::narrow(turn), ..Sweep::along(scene.pose_b, V::unit(1) * V::Scalar::narrow(-fall)) };
            let impact = V::time_of_impact(&scene.a, &Sweep::still(scene.pose_a), &scene.b, &falling);
            let expected = (height - 2.0 * edge) / fall;
            let context = || format!("from {start_angle} by {turn}, {height} falling {fall}: {impact:?}");
            assert_eq!(impact.is_hit(), expected <= 1.0, "{}", context());
            if expected <= 1.0 {
                let late = impact.time.widen() - expected;
                assert!((-1e-5..=1e-12).contains(&late), "{late} late: {}", context());
            }
        }
    }
}

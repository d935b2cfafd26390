//! Casts and times of impact: motions along a face, starts in contact, very long ways, axes that flip.

use clinch::Motion;
use clinch::support::{Angular, Scalar, Sweep, Vector};
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use glam::{DVec3, Vec3};

use crate::door::{Door, Scene, at, ball, block, coords, exact, in_all_doors, rod};

fn shapes<V: Door>() -> Vec<(&'static str, ShapeSpec)> {
    // All reach half a metre down.
    vec![("a ball", ball::<V>(0.5)), ("a cube", block::<V>(0.5, 0.5, 0.5)), ("a rod", rod::<V>(-DVec3::X, DVec3::X, 0.5))]
}

fn motion<V: Vector>(x: f64, y: f64) -> Motion<V> {
    Motion::of_b(V::from_fn(|axis| V::Scalar::narrow([x, y, 0.0][axis])))
}

/// v·r = 0: a division by it is a time of impact anywhere.
#[test]
fn a_cast_along_a_face_neither_stops_nor_hangs() {
    in_all_doors!(along_a_face);
}

fn along_a_face<V: Door>() {
    let floor = block::<V>(64.0, 1.0, 64.0);
    for (name, shape) in shapes::<V>() {
        for gap in [1e-3, 0.125, 4.0] {
            let start = at::<V>(-8.0, 1.5 + gap, 0.0);
            let gap = exact::<V>(1.5 + gap) - 1.5;
            let scene = Scene::<V>::new(name, (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), start));
            // Exactly along it; a hair away from it; no motion at all.
            for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (1.0, 1e-9), (0.0, 0.0)] {
                let impact = scene.cast(&motion::<V>(x, y).until(V::Scalar::narrow(16.0)));
                assert!(!impact.is_hit() && !impact.is_undefined(), "{name} {gap} {x} {y}: {impact:?}");
                assert!(impact.support_calls < 200, "{name} {gap}: {impact:?}");
            }
            // A hair towards it: it meets the floor where the slope says.
            let impact = scene.cast(&motion::<V>(0.5, -0.125));
            let expected = gap / 0.125;
            assert!(impact.is_hit() && (impact.time.widen() - expected).abs() <= 1e-5 * (1.0 + expected), "{name} {gap}: {impact:?}");
            assert!((impact.normal - V::unit(1)).length().widen() < 1e-4, "{name} {gap}: {impact:?}");
        }
    }
}

#[test]
fn casts_that_start_touching_or_overlapping_say_so() {
    in_all_doors!(starts);
}

fn starts<V: Door>() {
    use clinch::StartRule::{IgnoreParting, Report};
    let floor = block::<V>(8.0, 1.0, 8.0);
    for (name, shape) in shapes::<V>() {
        for depth in [0.0, 0.125, 0.375] {
            let scene = Scene::<V>::new(name, (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), at::<V>(0.25, 1.5 - depth, 0.0)));
            for (x, y, parts) in [(0.0, 1.0, true), (1.0, 0.0, true), (0.0, -1.0, false), (1.0, -0.5, false)] {
                for rule in [Report, IgnoreParting] {
                    let impact = scene.cast(&Motion { start: rule, ..motion::<V>(x, y) });
                    let told = || format!("{name}, {depth} deep, {x} {y}, {rule:?}: {impact:?}");
                    let hits = rule == Report || !parts;
                    assert_eq!(impact.is_hit(), hits, "{}", told());
                    if hits {
                        assert_eq!(impact.time, V::Scalar::ZERO, "{}", told());
                        assert!((impact.separation.widen() + depth).abs() < 1e-6, "{}", told());
                        assert!((impact.normal - V::unit(1)).length().widen() < 1e-5, "{}", told());
                    }
                }
            }
        }
    }
}

#[test]
fn a_cast_of_a_million_sizes_keeps_its_precision() {
    in_all_doors!(long_ways);
}

fn long_ways<V: Door>() {
    let wall = block::<V>(1.0, 4.0, 4.0);
    for (name, shape) in shapes::<V>() {
        let reach = if name == "a rod" { 1.5 } else { 0.5 };
        for far in [2.0_f64.powi(10), 2.0_f64.powi(17), 2.0_f64.powi(20)] {
            let scene = Scene::<V>::new(name, (wall.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), at::<V>(-far, 0.5, 0.0)));
            for speed in [1.0, 1024.0, 2.0_f64.powi(-10)] {
                let impact = scene.cast(&motion::<V>(speed, 0.0));
                let expected = (far - 1.0 - reach) / speed;
                let off = (impact.time.widen() - expected).abs() * speed;
                assert!(impact.is_hit() && off <= V::Scalar::EPSILON.widen() * far + 1e-9, "{name} {far}: {off}: {impact:?}");
                assert!((impact.normal + V::unit(0)).length().widen() < 1e-5, "{name} {far}: {impact:?}");
                // Just short of it, and past its side by a hair.
                let short = motion::<V>(speed, 0.0).until(V::Scalar::narrow(expected * (1.0 - 1e-5)));
                assert!(!scene.cast(&short).is_hit(), "{name} {far}");
            }
            let beside = Scene::<V>::new(name, (wall.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), at::<V>(-far, 4.625, 0.0)));
            assert!(!beside.cast(&motion::<V>(1.0, 0.0)).is_hit(), "{name} {far}");
        }
    }
}

/// Bars stood on their edges fall on each other while they spin: the axis across both edges flips where they pass each other, and a root found along it is
/// none. The gap of the edges is the height, however they stand to each other.
#[test]
fn bars_that_spin_past_each_other_edge_on_edge_meet_in_time() {
    spinning_bars::<Vec3>();
    spinning_bars::<DVec3>();
}

/// How a turn about y is written.
trait Spin: Door + Angular<Turn = Self> {}

impl<V: Door + Angular<Turn = V>> Spin for V {}

fn spinning_bars<V: Spin>() {
    // An edge up and an edge down: square across z, stood on its corner.
    let (edge, length) = (0.25, 2.0);
    let bar = ShapeSpec::Hull {
        points: [-length, length]
            .iter()
            .flat_map(|&z| [(edge, 0.0), (-edge, 0.0), (0.0, edge), (0.0, -edge)].map(|(x, y)| coords::<V>(x, y, z)))
            .collect(),
    };
    for (start_angle, turn) in [(0.25, -0.5), (1.0, -2.0), (-0.125, 0.25), (0.5, -6.5), (1.5, 0.0)] {
        for (height, fall) in [(1.0, 1.0), (0.625, 0.25), (3.0, 6.0), (0.75, 0.125)] {
            let pose = crate::door::turned::<V>(at::<V>(0.0, height, 0.0), DVec3::Y, start_angle);
            let scene = Scene::<V>::new("bars", (bar.clone(), PoseSpec::default()), (bar.clone(), pose));
            let falling =
                Sweep { turn: V::unit(1) * V::Scalar::narrow(turn), ..Sweep::along(scene.pose_b, V::unit(1) * V::Scalar::narrow(-fall)) };
            let impact = V::time_of_impact(&scene.a, &Sweep::still(scene.pose_a), &scene.b, &falling);
            let expected = (height - 2.0 * edge) / fall;
            let told = || format!("from {start_angle} by {turn}, {height} falling {fall}: {impact:?}");
            assert_eq!(impact.is_hit(), expected <= 1.0, "{}", told());
            if expected <= 1.0 {
                let late = impact.time.widen() - expected;
                assert!((-1e-5..=1e-12).contains(&late), "{late} late: {}", told());
            }
        }
    }
}

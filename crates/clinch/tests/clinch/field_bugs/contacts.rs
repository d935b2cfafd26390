//! Manifolds that lack points, or all of them.

use clinch::contact::Manifold;
use clinch::support::{Scalar, Vector};
use clinch_testkit::pair_file::ShapeSpec;
use glam::{DVec2, DVec3};

use crate::field_bugs::api::{Api, Scene, at, ball, block, capsule, exact, hull, in_3d, in_every_api, turned};

/// The area of four points seen from above, for the best of the three choices of diagonals.
fn area<V: Vector>(manifold: &Manifold<V>) -> f64 {
    let flat: Vec<DVec2> = manifold.points.iter().map(|p| DVec2::new(p.on_a.get(0).widen(), p.on_a.get(2).widen())).collect();
    let [a, b, c, d] = flat[..] else { return 0.0 };
    let crossed = |p: DVec2, q: DVec2| 0.5 * p.perp_dot(q).abs();
    crossed(b - a, d - c).max(crossed(c - a, d - b)).max(crossed(d - a, c - b))
}

/// Box3D finds no contact for capsules whose axes cross: the vector between the nearest points is
/// zero.
#[test]
fn crossing_capsules_touch() {
    in_every_api!(crossing);
}

fn crossing<V: Api>() {
    let lying = capsule::<V>(-DVec3::X, DVec3::X, 0.25);
    let cases = [
        ("at their middles", capsule::<V>(-DVec3::Z - DVec3::Y * 0.0, DVec3::Z, 0.125), 0.0, 0.375),
        ("off their middles", capsule::<V>(DVec3::Z * -0.25, DVec3::Z * 2.0, 0.125), 0.5, 0.375),
        ("thin ones", capsule::<V>(-DVec3::Z, DVec3::Z, 0.0), 0.25, 0.25),
    ];
    for (name, other, x, depth) in cases {
        for spin in [0.0, 0.3] {
            let pose = turned::<V>(at::<V>(x, 0.0, 0.0), DVec3::Y, spin);
            let scene = Scene::<V>::new(
                name,
                (lying.clone(), at::<V>(0.0, 0.0, 0.0)),
                (other.clone(), if V::DIM == 3 { pose } else { at::<V>(x, 0.0, 0.0) }),
            );
            let answer = scene.checked();
            assert!((answer.normal.length().widen() - 1.0).abs() < 1e-6, "{name}: {answer:?}");
            let manifold = scene.manifold(0.0);
            if V::DIM == 3 {
                // The normal is perpendicular to both axes.
                assert!((answer.distance.widen() + depth).abs() < 1e-6, "{name}: {answer:?}");
                assert!((answer.normal.get(1).abs().widen() - 1.0).abs() < 1e-6, "{name}: {answer:?}");
            }
            assert!((manifold.separation() - answer.distance).abs().widen() < 1e-6, "{name}: {answer:?} {manifold:?}");
        }
    }
    // In 2D the axes form a cross, and the shortest way out is past the nearer end.
    let upright = capsule::<V>(-DVec3::Y, DVec3::Y * 0.5, 0.125);
    for x in [0.0, 0.5, 0.75] {
        let scene = Scene::<V>::new("a cross", (lying.clone(), at::<V>(0.0, 0.0, 0.0)), (upright.clone(), at::<V>(x, 0.0, 0.0)));
        let answer = scene.checked();
        let out = if V::DIM == 3 { 0.0 } else { (1.0 - x).min(0.5) };
        assert!((answer.distance.widen() + out + 0.375).abs() < 1e-6, "{x}: {answer:?}");
        assert!(!scene.manifold(0.0).points.is_empty());
    }
}

/// rapier #305: EPA on a plate that is 20,000 times as wide as thick.
#[test]
fn a_cylinder_stands_on_a_thin_wide_plate() {
    in_3d!(on_a_plate);
}

fn on_a_plate<V: Api>() {
    let cylinder = ShapeSpec::Cylinder { half_height: exact::<V>(0.5), radius: exact::<V>(0.25) };
    let plate = block::<V>(100.0, 0.005, 100.0);
    let half = exact::<V>(0.005);
    for (x, z, spin) in [(0.0, 0.0, 0.0), (30.0, -70.0, 0.3), (99.5, 0.0, 1.0), (0.25, 99.0, 2.0)] {
        for depth in [0.0, 1e-4, 1e-3, 4e-3] {
            let up = exact::<V>(0.5 + half - depth);
            let pose = turned::<V>(at::<V>(x, up, z), DVec3::Y, spin);
            let scene = Scene::<V>::new("plate", (plate.clone(), at::<V>(0.0, 0.0, 0.0)), (cylinder.clone(), pose));
            let answer = scene.checked();
            assert!((answer.distance.widen() - (up - 0.5 - half)).abs() < 1e-8, "{x} {z} {depth}: {answer:?}");
            assert!((answer.normal - V::unit(1)).length().widen() < 1e-6, "{x} {z} {depth}: {answer:?}");
            let manifold = scene.manifold(1e-3);
            assert!(manifold.points.len() == 4 && area(&manifold) > 0.9 * 2.0 * 0.25 * 0.25, "{x} {z} {depth}: {manifold:?}");
        }
    }
}

/// Up to deeper than the plate is thick: the normal never points to the plate's side, 100 m away.
#[test]
fn a_marble_on_a_thin_wide_plate_is_pushed_up() {
    in_every_api!(marble);
}

fn marble<V: Api>() {
    let (plate, half) = (block::<V>(100.0, 0.005, 100.0), exact::<V>(0.005));
    let radius = exact::<V>(0.01);
    for (x, z) in [(0.0, 0.0), (-64.0, 32.0), (99.875, 0.0)] {
        for depth in [-1e-3, 0.0, 1e-5, 1e-3, 9e-3, 0.0149] {
            let up = exact::<V>(half + radius - depth);
            let scene = Scene::<V>::new("marble", (plate.clone(), at::<V>(0.0, 0.0, 0.0)), (ball::<V>(radius), at::<V>(x, up, z)));
            let answer = scene.checked();
            assert!((answer.distance.widen() - (up - half - radius)).abs() < 1e-8, "{x} {z} {depth}: {answer:?}");
            assert!((answer.normal - V::unit(1)).length().widen() < 1e-5, "{x} {z} {depth}: {answer:?}");
            let manifold = scene.manifold(0.01);
            assert_eq!(manifold.points.len(), 1, "{manifold:?}");
            let on_a = manifold.points[0].on_a;
            assert!((on_a.get(0).widen() - x).abs() < 1e-4 && (on_a.get(1).widen() - half).abs() < 1e-6, "{x} {z} {depth}: {manifold:?}");
        }
    }
}

/// rapier #810.
#[test]
fn a_cylinder_stands_on_its_cap_with_four_points() {
    in_3d!(on_its_cap);
}

fn on_its_cap<V: Api>() {
    let cylinder = ShapeSpec::Cylinder { half_height: exact::<V>(1.0), radius: exact::<V>(0.5) };
    let cone = ShapeSpec::Cone { half_height: exact::<V>(1.0), radius: exact::<V>(0.5) };
    let ground = ShapeSpec::Halfspace { normal: at::<V>(0.0, 1.0, 0.0).t.expect("given"), offset: 0.0 };
    let floors = [(block::<V>(4.0, 1.0, 4.0), 1.0), (cylinder.clone(), 1.0), (ground, 0.0)];
    for (floor, top) in floors {
        for stands in [&cylinder, &cone] {
            for (depth, tilt) in [(0.0, 0.0), (0.001, 0.0), (0.001, 1e-6), (0.01, 1e-3)] {
                let lean = turned::<V>(at::<V>(0.0, top + 1.0 - depth, 0.0), DVec3::new(1.0, 0.0, 0.5), tilt);
                let scene = Scene::<V>::new("stands", (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (stands.clone(), lean));
                let answer = scene.checked();
                let manifold = scene.manifold(0.01);
                assert!(manifold.points.len() == 4, "{tilt}: {manifold:?}");
                assert!(area(&manifold) > 0.9 * 0.5, "{tilt}: {manifold:?}");
                assert!((manifold.separation() - answer.distance).abs().widen() < 5e-6, "{tilt}: {answer:?} {manifold:?}");
            }
        }
    }
}

/// A fixed buffer for 16 or 64 corners overflows, or drops corners, so that a pile leans.
#[test]
fn faces_of_hundreds_of_corners_are_clipped_completely() {
    in_3d!(hundreds_of_corners);
}

fn hundreds_of_corners<V: Api>() {
    let drum = |count: u32| {
        let rim = |k: u32, y: f64| {
            let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(k) / f64::from(count));
            DVec3::new(cos, y, sin)
        };
        hull::<V>(&(0..count).flat_map(|k| [rim(k, -0.5), rim(k, 0.5)]).collect::<Vec<_>>())
    };
    for (below, above) in [(120, 120), (120, 4), (3, 120), (96, 127)] {
        let (a, b) = (drum(below), drum(above));
        for turn in [0.0, 0.013, 0.5] {
            let pose = turned::<V>(at::<V>(0.125, 0.999, 0.0), DVec3::Y, turn);
            let scene = Scene::<V>::new("drums", (a.clone(), at::<V>(0.0, 0.0, 0.0)), (b.clone(), pose));
            let answer = scene.checked();
            assert!((answer.distance.widen() + 0.001).abs() < 1e-6, "{below} on {above}: {answer:?}");
            let manifold = scene.manifold(0.01);
            // In a disc of radius 1 a triangle has the area 1.3 and a square 2. The shift takes a
            // little of it.
            let least = if below == 3 { 1.0 } else { 1.6 };
            assert!(manifold.points.len() == 4 || below == 3, "{below} on {above}: {manifold:?}");
            assert!(area(&manifold) > least || manifold.points.len() == 3, "{below} on {above}: {} {manifold:?}", area(&manifold));
        }
    }
}

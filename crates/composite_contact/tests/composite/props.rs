//! Props made of triangles, pressed into other solids: as the convex box that they are.

use clinch_composite::{Composite, HeightField, TriMesh, Voxels};
use clinch_composite_contact::{CompositeScratch, Verdict, cast, cast_composites, collide_composites, explain_composites};
use clinch_contact::{CastOutcome, CastSettings, Pair, Settings};
use clinch_shapes::{Ball, Cuboid};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Mesh, cuboid};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::common::Answer;

/// The half extents of the prop.
const HALF: DVec3 = DVec3::new(0.5, 0.5, 0.5);

fn solid(of: &Mesh) -> TriMesh<DVec3> {
    TriMesh::new(of.vertices.clone(), of.triangles.clone()).unwrap()
}

/// The normals and depths of a prop on a ground, the deepest first.
fn contacts(ground: &dyn Composite<DVec3>, prop: &dyn Composite<DVec3>, pose: &Pose<DVec3>) -> Vec<(DVec3, f64)> {
    let (pair, settings, scratch) = (Pair { a: ground, b: prop, b_in_a: *pose }, Settings::with_margin(0.02), &mut CompositeScratch::new());
    let mut manifolds = Vec::new();
    collide_composites(&pair, &settings, scratch, &mut manifolds);
    let found = manifolds.iter().map(|manifold| (manifold.manifold.normal, -manifold.manifold.separation()));
    // What is explained is what is found.
    let verdicts = explain_composites(&pair, &settings, scratch);
    for (normal, depth) in found.clone().filter(|(_, depth)| *depth > 0.0) {
        let is_it = |separation: &clinch_contact::Separation<DVec3>| {
            (separation.normal - normal).length() < 1e-9 && (separation.distance + depth).abs() < 1e-9
        };
        assert!(verdicts.iter().any(|of| of.verdict == Verdict::Kept && is_it(&of.separation)), "{normal} {depth}: {verdicts:?}");
    }
    found.collect()
}

#[test]
fn a_prop_that_overhangs_the_edge_of_a_table_is_pushed_up() {
    let table = solid(&cuboid(DVec3::new(5.0, 1.0, 5.0)));
    let (cube, voxel) = (solid(&cuboid(HALF)), Voxels::new(DVec3::ONE, [[0, 0, 0]]).unwrap());
    // A voxel is a cube from 0 to 1.
    for (prop, corner) in [(&cube as &dyn Composite<DVec3>, HALF), (&voxel, DVec3::ZERO)] {
        for x in [4.6, 4.8, 4.9, 5.0, 5.2, 5.4] {
            for depth in [0.0, 1e-6, 1e-3, 0.05] {
                let pose = Pose::at(DVec3::new(x - 0.5, 1.0 - depth, -0.5) + corner);
                let found = contacts(&table, prop, &pose);
                let [(normal, of)] = found[..] else { panic!("x {x}, depth {depth}: {found:?}") };
                assert!(normal.abs_diff_eq(DVec3::Y, 1e-9) && (of - depth).abs() < 1e-9, "x {x}, depth {depth}: {found:?}");
            }
        }
    }
}

/// A ground with a vertex that rises, at the origin.
fn grounds(height: f64) -> [Box<dyn Composite<DVec3>>; 3] {
    let mut heights = vec![0.0; 25];
    heights[12] = height;
    let field = || HeightField::new(5, 5, heights.clone(), DVec3::ONE).unwrap();
    let [a, b, c, d] = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)].map(|(x, z)| DVec3::new(2.0 * x, 0.0, 2.0 * z));
    let vertices = vec![a, b, c, d, DVec3::Y * height, DVec3::NEG_Y];
    let sides = (0..4).flat_map(|side| [[side, (side + 1) % 4, 4], [(side + 1) % 4, side, 5]]).collect();
    [Box::new(field()), Box::new(field().two_sided()), Box::new(solid(&Mesh { vertices, triangles: sides }))]
}

#[test]
fn a_prop_on_a_peak_is_pushed_off_its_face() {
    let (cube, convex) = (solid(&cuboid(HALF)), Cuboid::new(HALF).unwrap());
    for height in [0.3, 1.0] {
        for (kind, ground) in grounds(height).iter().enumerate() {
            let random = &mut Random::new(kind as u64 + 7);
            // The fields begin at the origin, with the peak in their middle.
            let peak = if kind < 2 { DVec3::new(2.0, height, 2.0) } else { DVec3::Y * height };
            for round in 0..200 {
                // At first the peak is at the diagonal of the square that the prop stands on.
                let mut aside = || if round < 10 { 0.0 } else { random.range(-0.3, 0.3) };
                let (x, z) = (aside(), aside());
                let depth = random.power(-6.0, -1.3);
                let turn = DQuat::from_xyzw(0.0, random.range(-1.0, 1.0), 0.0, 1.0).normalize();
                let pose = Pose::new(turn, peak + DVec3::new(x, 0.5 - depth, z));
                let found = contacts(&**ground, &cube, &pose);
                let of_box = Answer::new(&**ground, &convex, &pose, 0.02).distance().unwrap();
                let (normal, of) = found[0];
                let case = format!("height {height}, ground {kind}, round {round}, depth {depth}: {found:?}");
                assert!(normal.abs_diff_eq(DVec3::Y, 1e-9) && (of - depth).abs() < 1e-9, "{case}");
                assert!((of_box + of).abs() < 1e-9, "{case} {of_box}");
            }
        }
    }
}

#[test]
fn a_prop_that_falls_on_a_peak_is_hit_along_the_normal_of_its_face() {
    let cube = solid(&cuboid(HALF));
    let random = &mut Random::new(5);
    for height in [0.3, 1.0] {
        let [.., peak] = &grounds(height);
        for round in 0..60 {
            // At first the peak hits the diagonal of the square.
            let mut aside = || if round < 20 { 0.0 } else { random.range(-0.3, 0.3) };
            let at = DVec3::new(aside(), height + 2.5, aside());
            let turn = DQuat::from_xyzw(0.0, random.range(-1.0, 1.0), 0.0, 1.0).normalize();
            // Fast enough downward that the sides of the peak are not hit.
            let motion = DVec3::new(0.1 * random.range(-1.0, 1.0), -4.0, 0.0) * if round % 2 == 0 { DVec3::Y } else { DVec3::ONE };
            let pair = Pair { a: &**peak, b: &cube as &dyn Composite<DVec3>, b_in_a: Pose::new(turn, at) };
            let answer = cast_composites(&pair, motion, &CastSettings::default(), &mut CompositeScratch::new());
            let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
            assert!((impact.time - 0.5).abs() < 1e-9 && impact.normal.abs_diff_eq(DVec3::Y, 1e-9), "round {round}: {impact:?}");
        }
    }
}

/// A ball that flies along the bisector of an edge: rounding must not choose one of its faces.
#[test]
fn a_hit_on_the_middle_of_an_edge_has_the_normal_of_the_bisector() {
    let cube = solid(&cuboid(HALF));
    let ball = Ball::new(0.25).unwrap();
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        for signs in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let out = (axes[one] * signs.0 + axes[other] * signs.1) * std::f64::consts::FRAC_1_SQRT_2;
            for along in 0..20 {
                let at = out * 3.0 + axes[3 - one - other] * (0.04 * f64::from(along) - 0.4);
                let pair = Pair { a: &cube, b: &ball, b_in_a: Pose::at(at) };
                let answer = cast(&pair, -out, &CastSettings::default(), &mut CompositeScratch::new());
                let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
                assert!(impact.normal.abs_diff_eq(out, 1e-9), "{out}, {along}: {impact:?}");
            }
        }
    }
}

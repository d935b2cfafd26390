//! A closed convex mesh is its hull.

use clinch_composite_contact::CompositeRelation;
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, Space};
use clinch_shapes::Hull;
use clinch_support::{Pose, Scalar};
use clinch_testkit::generate::meshes::{cuboid, icosphere};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::common::{Answer, KINDS, body, mesh, turn};
use crate::erased::convex::measure;

/// Whether they touch.
fn check<V: Space<Wide = DVec3>>(seed: u64) -> bool {
    let random = &mut Random::of(seed, 7);
    let of = match random.below(3) {
        0 => cuboid(DVec3::new(1.0, 0.5, 0.25)),
        1 => icosphere(0),
        _ => icosphere(2),
    };
    let solid = mesh::<V>(&of);
    let points: Vec<V> = of.vertices.iter().map(|&vertex| V::narrow(vertex)).collect();
    let hull = Hull::new(&points).unwrap();
    let size = random.power(-1.5, 0.5);
    let body = &*body::<V>(random.below(KINDS), size, random);
    // Toward a random place of the surface, up to where the middle of the body still is outside.
    let (direction, turn) = (random.direction(3), turn(random));
    let far = 1.2 + size;
    let pose = |along: f64| Pose::new(turn, direction * along);
    let margin = 4.0 * far;
    let settings = Settings::with_margin(V::Scalar::narrow(margin));
    let expected = |pose: &Pose<DVec3>| {
        let pair = Pair { a: &hull, b: body, b_in_a: *pose };
        match measure(&pair, &settings, &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(separation) => separation,
            other => panic!("{other:?}"),
        }
    };
    let mut along = far;
    for _ in 0..60 {
        along -= expected(&pose(along)).distance;
    }
    let gap = random.pick(&[-0.05, -0.01, 0.0, 0.01, 1.0]);
    let pose = &pose(along + gap * size);
    let (hull, answer) = (expected(pose), Answer::new(&solid, body, pose, margin));
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("seed {seed}: {:?}", answer.relation) };
    let what = format!("seed {seed}: {separation:?} instead of {hull:?}");
    let slack = 1e-9 * far;
    assert!(separation.lower <= hull.upper + slack && hull.lower <= separation.upper + slack || hull.is_touching(), "distance: {what}");
    assert!(separation.is_touching() == hull.is_touching() || hull.distance.abs() <= 1e-6, "touch: {what}");
    if hull.distance > 1e-6 {
        assert!((separation.distance - hull.distance).abs() <= 1e-6 * far, "distance: {what}");
        // The hull's vertices and bounds are in its scalar.
        assert!(separation.normal.abs_diff_eq(hull.normal, 1e-3 + 1e-5 / hull.distance), "normal: {what}");
    } else {
        // No direction proves more than that of the least depth.
        assert!(separation.lower <= hull.upper, "depth: {what}");
        assert!(
            !separation.is_touching() || answer.manifolds.iter().any(|manifold| manifold.manifold.is_touching()),
            "no touching point: {what}"
        );
    }
    hull.is_touching()
}

#[test]
fn a_closed_convex_mesh_is_its_hull() {
    const CASES: u64 = 600;
    let touches = |seed: &u64| if seed.is_multiple_of(2) { check::<DVec3>(*seed) } else { check::<Vec3>(*seed) };
    let touching = (0..CASES).filter(touches).count() as u64;
    assert!((CASES / 5..CASES / 5 * 4).contains(&touching), "{touching}");
}

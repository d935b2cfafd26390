//! A closed convex loop is its polygon.

use clinch_composite::{Chain, Sides};
use clinch_composite_contact::CompositeRelation;
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, Space};
use clinch_shapes::Polygon;
use clinch_support::{Pose, Scalar};
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::common::Answer;
use crate::erased::convex::measure;
use crate::planar::{KINDS, body, turn};

/// Whether they touch.
fn check<V: Space<Wide = DVec2>>(seed: u64) -> bool {
    let random = &mut Random::of(seed, 7);
    let points: Vec<V> = (0..random.range(3.0, 30.0) as usize).map(|_| V::narrow(random.direction(2).truncate())).collect();
    let polygon = Polygon::hull_of(&points).unwrap();
    let solid = Chain::closed(polygon.vertices().to_vec()).unwrap();
    assert_eq!(solid.sides(), Sides::Solid, "seed {seed}");
    let size = random.power(-1.5, 0.5);
    let body = &*body::<V>(random.below(KINDS), size, random);
    // Toward a random place of the border, up to where the middle of the body still is outside.
    let center = points.iter().fold(DVec2::ZERO, |sum, point| sum + point.widen()) / points.len() as f64;
    let (direction, turn) = (random.direction(2).truncate(), turn(random));
    let far = 2.2 + size;
    let pose = |along: f64| Pose::new(turn, center + direction * along);
    let margin = 4.0 * far;
    let settings = Settings::with_margin(V::Scalar::narrow(margin));
    let expected = |pose: &Pose<DVec2>| {
        let pair = Pair { a: &polygon, b: body, b_in_a: *pose };
        match measure(&pair, &settings, &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(separation) => separation,
            other => panic!("{other:?}"),
        }
    };
    let mut along = far;
    for _ in 0..60 {
        along -= expected(&pose(along)).distance;
    }
    let gap = random.pick(&[-0.02, -0.005, 0.0, 0.01, 1.0]);
    let pose = &pose(along + gap * size);
    let (hull, answer) = (expected(pose), Answer::new(&solid, body, pose, margin));
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("seed {seed}: {:?}", answer.relation) };
    let what = format!("seed {seed}: {separation:?} instead of {hull:?}");
    let slack = 1e-9 * far;
    assert!(separation.lower <= hull.upper + slack && hull.lower <= separation.upper + slack || hull.is_touching(), "distance: {what}");
    assert!(separation.is_touching() == hull.is_touching() || hull.distance.abs() <= 1e-6, "touch: {what}");
    if hull.distance > 1e-6 {
        assert!((separation.distance - hull.distance).abs() <= 1e-6 * far, "distance: {what}");
        assert!(separation.normal.abs_diff_eq(hull.normal, 1e-3 + 1e-5 / hull.distance), "normal: {what}");
    } else {
        // No direction proves more than that of the least depth.
        assert!(separation.lower <= hull.upper, "depth: {what}");
        let touches = answer.manifolds.iter().any(|manifold| manifold.manifold.is_touching());
        assert!(!separation.is_touching() || touches, "no touching point: {what}");
    }
    hull.is_touching()
}

#[test]
fn a_closed_convex_loop_is_its_polygon() {
    const CASES: u64 = 600;
    let touches = |seed: &u64| if seed.is_multiple_of(2) { check::<DVec2>(*seed) } else { check::<Vec2>(*seed) };
    let touching = (0..CASES).filter(touches).count() as u64;
    assert!((CASES / 5..CASES / 5 * 4).contains(&touching), "{touching}");
}

//! Answers of an earlier tick, for bodies that have hardly moved.

use clinch_composite::HeightField;
use clinch_composite_contact::{CompositeMemory, CompositeRelation, CompositeScratch, MovingBody, recycle};
use clinch_contact::{Pair, Recycling, Settings, Space};
use clinch_shapes::Ball;
use clinch_support::{Pose, Scalar};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::erased::{collide, measure};

/// The part of its size by which a body may move.
const RECYCLING: f64 = 1e-4;
const RADIUS: f64 = 0.5;

/// A plane of a kilometre, a ball on it at this depth far from the origin of the plane, and then
/// the ball moved by this. The answer of the earlier pose, and the one of the new pose.
fn moved<V: Space<Wide = DVec3>>(depth: f64, motion: DVec3, is_b: bool) -> (Option<CompositeRelation<V>>, CompositeRelation<V>) {
    let plane = HeightField::<V>::new(2, 2, vec![V::Scalar::ZERO; 4], V::narrow(DVec3::new(1024.0, 1.0, 1024.0))).unwrap();
    let ball = Ball::<V>::new(V::Scalar::narrow(RADIUS)).unwrap();
    let settings =
        Settings { recycling: Recycling::Proved(V::Scalar::narrow(RECYCLING)), ..Settings::with_margin(V::Scalar::narrow(0.02)) };
    // Of no numbers that a scalar has.
    let turn = DQuat::from_xyzw(0.1, 0.7, -0.3, 0.6).normalize();
    let at = DVec3::new(700.0 + 1e-7, RADIUS - depth, 900.0 / 7.0);
    let pair = |at: DVec3| Pair { a: &plane, b: &ball, b_in_a: Pose::new(turn, at) };
    let (mut memory, mut scratch, mut manifolds) = (CompositeMemory::new(), CompositeScratch::new(), Vec::new());
    let relation = collide(&pair(at), &settings, &mut memory, &mut scratch, &mut manifolds);
    let inverse = |pose: &Pose<DVec3>| Pose::IDENTITY.relative_to(pose);
    // As of a ball that is A: only its motion is measured.
    let posed = |at: DVec3| if is_b { pair(at).b_in_a } else { inverse(&pair(at).b_in_a) };
    let size = V::Scalar::narrow(RADIUS);
    memory.store(&posed(at), &relation, MovingBody { is_b, radius: size, smaller_size: size, has_normals_of_b: !is_b }, &settings);
    // The manifolds are those of the ball as B; what is kept of a pair that is apart needs none.
    let kept = recycle(&posed(at + motion), &settings, &mut memory, if is_b { &mut manifolds } else { &mut [] });
    (kept, measure(&pair(at + motion), &settings, &mut scratch))
}

#[test]
fn a_body_at_rest_is_recycled_far_from_the_origin_of_a_large_field() {
    let (kept, _) = moved::<Vec3>(0.004, DVec3::ZERO, true);
    assert!(matches!(kept, Some(CompositeRelation::Near { .. })), "{kept:?}");
    // Apart by a tenth of a millimetre more than the margin.
    for is_b in [true, false] {
        let (kept, _) = moved::<Vec3>(-0.0201, DVec3::ZERO, is_b);
        assert!(matches!(kept, Some(CompositeRelation::Beyond { at_least }) if at_least > 0.02009), "{is_b}: {kept:?}");
    }
}

#[test]
fn a_recycled_separation_is_within_its_bounds() {
    let random = &mut Random::new(17);
    let mut recycled = 0;
    for round in 0..2000 {
        let motion = random.direction(3) * (RECYCLING * RADIUS * random.power(-4.0, 0.3));
        let (kept, now) = moved::<Vec3>(random.range(-0.025, 0.02), motion, round % 2 == 0);
        match (kept, now) {
            (Some(CompositeRelation::Near { separation, .. }), CompositeRelation::Near { separation: now, .. }) => {
                assert!(separation.lower <= now.distance && now.distance <= separation.upper, "{separation:?} {now:?}");
                recycled += 1;
            }
            (Some(CompositeRelation::Beyond { at_least }), CompositeRelation::Beyond { at_least: now }) => assert!(at_least <= now + 1e-9),
            (None, _) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(recycled > 300, "{recycled}");
}

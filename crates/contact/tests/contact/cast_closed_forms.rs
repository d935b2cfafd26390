//! The closed forms of casts against the general path: the same shapes with their cores hidden must
//! give the same answers.

use crate::common::{Kit, opaque};
use crate::erased::cast;
use clinch_contact::{CastOutcome, CastSettings, Pair, Scratch};
use clinch_shapes::{Ball, Capsule, Convex, Cuboid, Rounded};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

fn wide<V: Vector>(v: DVec3) -> V::Wide {
    V::Wide::from_fn(|axis| v[axis])
}

/// Spheres that approach, pass, separate or overlap, from near and far, with targets and limits.
fn spheres<V: Kit>(seed: u64) {
    let (mut hits, mut misses, mut limited, mut closed) = (0, 0, 0, 0);
    for index in 0..4000 {
        let mut random = Random::of(seed, index);
        let [one, other] = [(); 2].map(|()| V::Scalar::narrow(random.pick(&[0.0, 1e-3, 0.5, 1.0]) * random.range(0.5, 1.0)));
        let target = random.pick(&[0.0, 0.0, 0.25, 1e-6]);
        let reach = one.widen() + other.widen() + target;
        let from = random.direction(V::DIM) * (reach * random.pick(&[0.5, 1.0 + 1e-6, 1.1, 2.0]) + random.pick(&[0.0, 3.0, 1e4]));
        let aim = random.in_ball(V::DIM) * reach * random.pick(&[0.9, 1.0, 2.0]);
        let motion = (aim - from) * random.power(-3.0, 3.0) * random.pick(&[1.0, 1.0, 1.0, -1.0]);
        let motion = if random.chance(0.05) { DVec3::ZERO } else { motion };
        let b_in_a = Pose { rotation: V::turned(&mut random), translation: wide::<V>(from) };
        let [a, b] = [one, other].map(|radius| Ball::<V>::new(radius).unwrap());
        let speed = motion.length();
        let until = if random.chance(0.3) { from.length() / speed * random.range(0.2, 1.2) } else { f64::INFINITY };
        let settings = CastSettings { target_distance: target, max_time: until, ..CastSettings::default() };
        let ours = cast(&Pair { a: &a, b: &b, b_in_a }, wide::<V>(motion), &settings, &mut Scratch::new());
        let (a, b) = (opaque::<_, V::Scalar>(a), opaque::<_, V::Scalar>(b));
        let theirs = cast(&Pair { a: &a, b: &b, b_in_a }, wide::<V>(motion), &settings, &mut Scratch::new());
        let context = || format!("{seed}/{index}: {one} {other} {b_in_a:?} {motion} {settings:?}\n{ours:?}\n{theirs:?}");
        let scale = from.length() + reach;
        // The distance of the origins there, less the radii and the target.
        let gap = |time: f64| (from + motion * time).length() - reach;
        match (&ours.outcome, &theirs.outcome) {
            (CastOutcome::Hit(p), CastOutcome::Hit(q)) => {
                assert_eq!(p.at_start, q.at_start, "{}", context());
                hits += 1;
                if p.at_start {
                    continue;
                }
                let slope = -q.normal.dot(wide::<V>(motion)) / speed;
                let slope = slope.max(1e-9);
                assert!((p.time - q.time).abs() * speed * slope <= 1e-13 * scale, "{}", context());
                assert!((p.separation - q.separation).abs() <= 1e-13 * scale, "{}", context());
                // Both centres are on the line; a rotation of the normal corresponds to a motion
                // along it.
                let turned = ((p.time - q.time).abs() * speed + 1e-13 * scale / slope) / reach.max(1e-300);
                assert!((p.normal - q.normal).length() <= 4.0 * turned, "{}", context());
                let offset = (p.point_a - q.point_a).length() + (p.point_b - q.point_b).length();
                assert!(offset <= 8.0 * turned * reach, "{}", context());
                assert!(p.lower <= p.time && p.time <= until && gap(p.lower) >= -1e-15 * scale, "{}", context());
                // The bound allows for rounding and for no more.
                let slack = (p.time - p.lower) * speed;
                assert!(
                    slack >= 1e-15 * scale && slack * slope <= 1e-12 * scale || p.lower == 0.0 || p.time == until,
                    "{slack}: {}",
                    context()
                );
            }
            (&CastOutcome::Miss { axis, proven }, CastOutcome::Miss { .. }) => {
                misses += 1;
                limited += usize::from(until < f64::INFINITY);
                if ours.steps > 0 || speed == 0.0 {
                    continue;
                }
                // The axis proves the miss from the start to the end of the motion, but for its own
                // rounding.
                let (n, along) = (axis.dot(wide::<V>(from)), axis.dot(wide::<V>(motion)));
                let ends = if along.abs() * 1e14 < speed { n } else { n + along * until };
                assert!((axis.length() - 1.0).abs() < 1e-14 && n > reach - 1e-13 * scale, "{}", context());
                assert!(!proven || along >= 0.0 || ends > reach - 1e-12 * scale, "{}", context());
            }
            _ => panic!("{}", context()),
        }
        closed += usize::from(ours.steps == 0);
    }
    assert!(hits > 800 && misses > 800 && limited > 200 && closed > 2500, "{hits} {misses} {limited} {closed}");
}

#[test]
fn casts_of_spheres_agree_with_the_search() {
    spheres::<Vec3>(541);
    spheres::<DVec3>(542);
    spheres::<Vec2>(543);
    spheres::<DVec2>(544);
}

/// The outcomes of a sample of casts.
#[derive(Default, Debug)]
struct Outcomes {
    hits: u32,
    misses: u32,
    starts: u32,
    /// Answers without a search.
    closed: u32,
}

/// Casts from near and far: the answer is that of the same shapes with their cores hidden, and the
/// points are on the shapes and meet.
fn check_cast<V: Kit>(a: &dyn Convex<V>, b: &dyn Convex<V>, random: &mut Random, outcomes: &mut Outcomes) {
    let target = random.pick(&[0.0, 0.0, 0.25]);
    let [reach_a, reach_b] = [a.radius_about_center().widen() + a.radius_wide(), b.radius_about_center().widen() + b.radius_wide()];
    let (reach, radii) = (reach_a + reach_b + target, a.radius_wide() + b.radius_wide());
    let from = random.direction(V::DIM) * (reach * random.pick(&[0.3, 1.0, 1.5]) + random.pick(&[0.0, 3.0, 1e3]));
    let aim = random.in_ball(V::DIM) * reach * random.pick(&[0.3, 0.9, 1.5]);
    let motion = (aim - from) * random.power(-3.0, 3.0) * random.pick(&[1.0, 1.0, 1.0, -1.0]);
    let (motion, speed) = (wide::<V>(motion), motion.length());
    let b_in_a = Pose { rotation: V::turned(random), translation: wide::<V>(from) };
    let until = if random.chance(0.3) { from.length() / speed * random.range(0.2, 1.2) } else { f64::INFINITY };
    let settings = CastSettings { target_distance: target, max_time: until, ..CastSettings::default() };
    let ours = cast(&Pair { a, b, b_in_a }, motion, &settings, &mut Scratch::new());
    let hidden = (opaque::<_, V::Scalar>(a), opaque::<_, V::Scalar>(b));
    let theirs = cast(&Pair { a: &hidden.0, b: &hidden.1, b_in_a }, motion, &settings, &mut Scratch::new());
    let context = || format!("{b_in_a:?} {motion:?} {settings:?}\n{ours:?}\n{theirs:?}");
    let scale = from.length() + reach;
    outcomes.closed += u32::from(ours.calls == 0);
    match (&ours.outcome, &theirs.outcome) {
        (CastOutcome::Hit(p), CastOutcome::Hit(q)) if p.at_start => {
            assert!(q.at_start, "{}", context());
            outcomes.starts += 1;
        }
        (CastOutcome::Hit(p), CastOutcome::Hit(q)) => {
            outcomes.hits += 1;
            let slope = (-q.normal.dot(motion) / speed).max(1e-9);
            let apart = (p.time - q.time).abs() * speed;
            assert!(!q.at_start && apart * slope <= 1e-12 * scale, "{apart}: {}", context());
            assert!((p.separation - target).abs() <= 1e-13 * scale, "{}", context());
            assert!(p.lower <= p.time && p.time <= until && (p.time - p.lower) * speed * slope <= 1e-12 * scale, "{}", context());
            let there = Pose { translation: b_in_a.translation + motion * p.time, ..b_in_a };
            let b_there = there.point(p.point_b);
            assert!((b_there - p.point_a - p.normal * target).length() <= 1e-12 * scale, "{}", context());
            // As far along the normal as any point of the shape.
            let outermost = |swept: f64, point: f64| (swept - point).abs() <= 1e-12 * scale;
            let in_b = b_in_a.rotation.basis().unrotate(-p.normal);
            assert!(outermost(a.support_wide(p.normal).point.dot(p.normal) + a.radius_wide(), p.point_a.dot(p.normal)), "{}", context());
            assert!(outermost(b.support_wide(in_b).point.dot(in_b) + b.radius_wide(), p.point_b.dot(in_b)), "{}", context());
            // Both centres are on the line; a rotation of the normal corresponds to a motion along
            // it.
            let turned = (apart + 1e-12 * scale / slope) / (radii + target);
            assert!((p.normal - q.normal).length() <= 8.0 * turned, "{}", context());
        }
        (&CastOutcome::Miss { axis, proven }, CastOutcome::Miss { .. }) => {
            outcomes.misses += 1;
            assert!((axis.length() - 1.0).abs() < 1e-14, "{}", context());
            // The axis proves it at the end of the motion, because the gap along it changes
            // linearly.
            let (along, in_b) = (axis.dot(motion), b_in_a.rotation.basis().unrotate(-axis));
            let gap =
                b_in_a.translation.dot(axis) - b.support_wide(in_b).point.dot(in_b) - a.support_wide(axis).point.dot(axis) - radii - target;
            let ends = if along.abs() > 1e-14 * speed { gap + along * until } else { gap };
            assert!(!proven || ends > -1e-12 * scale, "{}", context());
        }
        _ => panic!("{}", context()),
    }
}

/// Spheres, capsules and boxes of all sizes, also rounded ones. What has no radius and no target is
/// searched.
fn capsules_and_boxes<V: Kit>(seed: u64) {
    let mut outcomes = Outcomes::default();
    for index in 0..3000 {
        let random = &mut Random::of(seed, index);
        let narrow = V::Scalar::narrow;
        let mut size = |least: f64| narrow(random.range(least, 1.0));
        let capsule = Capsule::<V>::new(size(0.0), size(0.1)).unwrap();
        let other = Capsule::<V>::new(size(0.0), size(0.1)).unwrap();
        let sphere = Ball::<V>::new(size(0.1)).unwrap();
        let half = V::from_fn(|_| size(0.0));
        let cuboid = Cuboid::<V>::new(half).unwrap();
        let rounded = Rounded::new(cuboid, size(0.1)).unwrap();
        check_cast(&capsule, &other, random, &mut outcomes);
        check_cast(&sphere, &capsule, random, &mut outcomes);
        check_cast(&cuboid, &capsule, random, &mut outcomes);
        check_cast(&other, &rounded, random, &mut outcomes);
        check_cast(&sphere, &cuboid, random, &mut outcomes);
        check_cast(&rounded, &sphere, random, &mut outcomes);
    }
    let Outcomes { hits, misses, starts, closed } = outcomes;
    assert!(hits > 5000 && misses > 4000 && starts > 500, "{outcomes:?}");
    assert!(closed + starts > 17_900, "{outcomes:?}");
}

#[test]
fn casts_of_capsules_and_boxes_agree_with_the_search() {
    capsules_and_boxes::<Vec3>(551);
    capsules_and_boxes::<DVec3>(552);
    capsules_and_boxes::<Vec2>(553);
    capsules_and_boxes::<DVec2>(554);
}

/// The corner of the box is nearer to the line of the centre than the radius, by less than the
/// rounding of a place so far away.
#[test]
fn a_ball_that_grazes_a_box_far_away_is_not_proved_to_miss() {
    let (block, ball) = (Cuboid::new(DVec3::ONE).unwrap(), Ball::new(0.5).unwrap());
    for (from, motion) in [
        (DVec3::new(419059.6314414391, 907958.1749713629, 0.0), DVec3::new(-1.2, -2.6, 0.0)),
        (DVec3::new(953582666.2847073, 301131366.46030605, 0.0), DVec3::new(-3.8, -1.2, 0.0)),
    ] {
        let pair = Pair { a: &block, b: &ball, b_in_a: Pose::at(from) };
        let outcome = cast(&pair, motion, &CastSettings::default(), &mut Scratch::new()).outcome;
        assert!(!matches!(outcome, CastOutcome::Miss { proven: true, .. }), "{outcome:?}");
    }
}

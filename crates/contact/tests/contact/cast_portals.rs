//! Casts of polytopes, cylinders and cones: the point where the line of the motion enters A − B.
//! The answer is checked against the shapes alone: at the impact they share a point, and an axis
//! separates them until then.

use crate::common::Kit;
use crate::erased::cast;
use crate::sat::{hull, polygon, triangle};
use clinch_contact::{CastOutcome, CastSettings, Pair, Scratch};
use clinch_shapes::{Cone, Convex, Cuboid, Cylinder, Frustum, Point};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The outcomes of a sample of casts.
#[derive(Default, Debug)]
struct Outcomes {
    hits: u32,
    misses: u32,
    starts: u32,
    /// Hits without a search.
    portals: u32,
}

fn wide<V: Vector>(v: DVec3) -> V::Wide {
    V::Wide::from_fn(|axis| v[axis])
}

/// The distance of B from A at the start along a unit axis.
fn gap<V: Kit>(a: &dyn Convex<V>, b: &dyn Convex<V>, b_in_a: &Pose<V::Wide>, axis: V::Wide) -> f64 {
    let in_b = b_in_a.rotation.basis().unrotate(-axis);
    b_in_a.translation.dot(axis) - b.support_wide(in_b).point.dot(in_b) - a.support_wide(axis).point.dot(axis)
}

/// How far a point is outside of a shape: the most along some directions.
fn outside<V: Kit>(shape: &dyn Convex<V>, point: V::Wide, random: &mut Random) -> f64 {
    let beyond = |direction: V::Wide| (point - shape.support_wide(direction).point).dot(direction);
    (0..8).map(|_| beyond(wide::<V>(random.direction(V::DIM)))).fold(f64::NEG_INFINITY, f64::max)
}

fn check_cast<V: Kit>(a: &dyn Convex<V>, b: &dyn Convex<V>, random: &mut Random, outcomes: &mut Outcomes) {
    let reach = a.radius_about_center().widen() + b.radius_about_center().widen();
    let aligned = random.chance(0.2);
    let from = random.direction(V::DIM) * (reach * random.pick(&[0.5, 1.0, 1.5]) + random.pick(&[0.0, 3.0, 1e3]));
    let motion = (random.in_ball(V::DIM) * reach * random.pick(&[0.3, 0.9, 1.5]) - from) * random.power(-3.0, 3.0);
    // On a grid and along an axis, where rounding decides nothing.
    let snap = |v: DVec3| if aligned { (v * 4.0).round() * 0.25 } else { v };
    let motion = if aligned { DVec3::X.copysign(-from) * random.pick(&[0.5, 1.0, 3.0]) } else { motion };
    let rotation = if aligned { <V::Wide as Vector>::Rotation::IDENTITY } else { V::turned(random) };
    let (motion, b_in_a) = (wide::<V>(motion), Pose { rotation, translation: wide::<V>(snap(from)) });
    let (speed, scale) = (motion.length(), from.length() + reach);
    let until = if random.chance(0.3) { from.length() / speed * random.range(0.2, 1.2) } else { f64::INFINITY };
    let ours = cast(&Pair { a, b, b_in_a }, motion, &CastSettings { max_time: until, ..CastSettings::default() }, &mut Scratch::new());
    let context = || format!("{b_in_a:?} {motion:?} until {until}\n{ours:?}");
    let noise = 1e-13 * scale + a.error().widen() + b.error().widen();
    match ours.outcome {
        CastOutcome::Hit(hit) if hit.at_start => outcomes.starts += 1,
        CastOutcome::Hit(hit) => {
            outcomes.hits += 1;
            outcomes.portals += u32::from(ours.steps == 0);
            let slope = hit.normal.dot(motion);
            assert!((hit.normal.length() - 1.0).abs() < 1e-14 && slope < 0.0 && hit.separation.abs() <= noise, "{}", context());
            assert!(hit.lower <= hit.time && hit.time <= until, "{}", context());
            // They are apart until then, because the gap changes linearly,
            let gap_at_impact = gap(a, b, &b_in_a, hit.normal) + slope * hit.time;
            assert!(gap_at_impact.abs() <= noise, "apart by {gap_at_impact}: {}", context());
            assert!(-slope * (hit.time - hit.lower) <= 4.0 * noise, "{}", context());
            // and then share a point.
            let there = Pose { translation: b_in_a.translation + motion * hit.time, ..b_in_a };
            assert!((there.point(hit.point_b) - hit.point_a).length() <= noise, "{}", context());
            assert!(outside(a, hit.point_a, random) <= noise && outside(b, hit.point_b, random) <= noise, "{}", context());
        }
        CastOutcome::Miss { axis, proven } => {
            outcomes.misses += 1;
            let gap = gap(a, b, &b_in_a, axis);
            let slope = axis.dot(motion);
            let ends = if slope.abs() > 1e-14 * speed { gap + slope * until } else { gap };
            assert!((axis.length() - 1.0).abs() < 1e-14 && (!proven || ends > -noise), "{}", context());
        }
        CastOutcome::Exhausted { .. } | CastOutcome::Undefined => panic!("{}", context()),
    }
}

fn check<V: Kit>(seed: u64, solid: impl Fn(&mut Random) -> Box<dyn Convex<V>>) {
    let mut outcomes = Outcomes::default();
    for index in 0..4000 {
        let random = &mut Random::of(seed, index);
        let half = random.pick(&[0.25, 0.5, 0.75]);
        let cuboid =
            Cuboid::new(V::from_fn(|_| V::Scalar::narrow(half + if random.chance(0.5) { random.range(0.0, 0.5) } else { 0.25 }))).unwrap();
        let (one, other) = (solid(random), solid(random));
        check_cast(&cuboid, &cuboid, random, &mut outcomes);
        check_cast(&cuboid, &*one, random, &mut outcomes);
        check_cast(&*other, &*one, random, &mut outcomes);
        check_cast(&*other, &Point::new(V::ZERO).unwrap(), random, &mut outcomes);
    }
    let Outcomes { hits, misses, starts, portals } = outcomes;
    assert!(hits > 4000 && misses > 3000 && starts > 300, "{outcomes:?}");
    assert!(f64::from(portals) > 0.9 * f64::from(hits), "{outcomes:?}");
}

#[test]
fn impacts_of_polytopes_are_proved_by_an_axis_and_a_point() {
    fn solid<V: Kit<Wide = DVec3>>(random: &mut Random) -> Box<dyn Convex<V>> {
        if random.chance(0.3) { Box::new(triangle::<V>(random)) } else { Box::new(hull::<V>(random, 20)) }
    }
    fn planar<V: Kit<Wide = DVec2>>(random: &mut Random) -> Box<dyn Convex<V>> {
        if random.chance(0.3) { Box::new(triangle::<V>(random)) } else { Box::new(polygon::<V>(random, 20)) }
    }
    check::<Vec3>(561, solid);
    check::<DVec3>(562, solid);
    check::<Vec2>(563, planar);
    check::<DVec2>(564, planar);
}

#[test]
fn impacts_of_rims_are_proved_by_an_axis_and_a_point() {
    fn solid<V: Kit<Wide = DVec3>>(random: &mut Random) -> Box<dyn Convex<V>> {
        let mut size = || V::Scalar::narrow(random.range(0.1, 0.8));
        let (half, radius, other) = (size(), size(), size());
        match random.below(4) {
            0 => Box::new(Cone::<V>::new(half, radius).unwrap()),
            1 => Box::new(Frustum::<V>::new(half, radius, other).unwrap()),
            2 => Box::new(hull::<V>(random, 12)),
            _ => Box::new(Cylinder::<V>::new(half, radius).unwrap()),
        }
    }
    check::<Vec3>(565, solid);
    check::<DVec3>(566, solid);
}

//! A line that is cut into segments is the line, however it is cut.

use clinch_contact::{Manifold, Memory, Pair, Scratch, Settings, Space};
use clinch_shapes::{Convex, HalfSpace};
use clinch_support::{Pose, Scalar};
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::common::Answer;
use crate::erased::convex::collide;
use crate::planar::{KINDS, body, chain, turn};

/// The manifold on the half-plane below y = 0.
fn on_half_plane<V: Space<Wide = DVec2>>(body: &dyn Convex<V>, pose: &Pose<DVec2>, margin: f64) -> Manifold<V> {
    let pair = Pair { a: HalfSpace::new(V::narrow(DVec2::Y), V::Scalar::ZERO).unwrap(), b: body, b_in_a: *pose };
    let mut manifold = Manifold::new();
    collide(&pair, &Settings::with_margin(V::Scalar::narrow(margin)), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    manifold
}

/// How far the points of a manifold are apart.
fn length<V: Space<Wide = DVec2>>(manifold: &Manifold<V>) -> f64 {
    let xs = || manifold.points.iter().map(|point| point.on_a.widen().x);
    xs().fold(f64::NEG_INFINITY, f64::max) - xs().fold(f64::INFINITY, f64::min)
}

/// From right to left, in steps of one length, of any lengths, or very short ones among long ones.
fn cut(random: &mut Random) -> Vec<DVec2> {
    let shortest = random.pick(&[0.3, 0.01, 1e-4]);
    let mut points = vec![DVec2::X * 2.0];
    while points[points.len() - 1].x > -2.0 {
        points.push(points[points.len() - 1] - DVec2::X * random.range(shortest, 0.3_f64.min(10.0 * shortest + 0.1)));
    }
    points
}

/// Whether the body is within the margin.
fn check<V: Space<Wide = DVec2>>(kind: usize, seed: u64) -> bool {
    let random = &mut Random::of(seed, kind as u64);
    let size = random.range(0.05, 0.8);
    let body = &*body::<V>(kind, size, random);
    let (line, turn) = (chain::<V>(&cut(random)), turn(random));
    let upright = Pose::new(turn, DVec2::ZERO);
    let (low, middle) = (body.bounds(&upright).min.y, upright.point(body.interior().widen()).y);
    let margin = 0.1 * size;
    let pressed = random.chance(0.5);
    let depth = if pressed { random.range(0.0, 0.98) * (middle - low) } else { random.range(-2.0 * margin, 0.02 * size) };
    let pose = &Pose::new(turn, DVec2::new(random.range(-0.5, 0.5), -low - depth));

    let (expected, answer) = (on_half_plane(body, pose, margin), Answer::new(&line, body, pose, margin));
    let what = format!("kind {kind}, seed {seed}, size {size}, depth {depth}: {:?} instead of {expected:?}", answer.manifolds);
    let tolerance = size * (4e-6 + 16.0 * V::Scalar::EPSILON.widen());
    let Some(deepest) = expected.deepest() else {
        assert!(answer.distance().is_none_or(|distance| (distance - margin).abs() <= tolerance), "contact beyond the margin: {what}");
        return false;
    };
    let [only] = answer.manifolds.as_slice() else { panic!("not one manifold: {what}") };
    assert!(only.manifold.normal.widen().abs_diff_eq(DVec2::Y, 1e-9), "normal: {what}");
    let off = only.manifold.separation().widen() - deepest.separation.widen();
    assert!(off.abs() <= tolerance, "depth off by {off}: {what}");
    assert!(length(&only.manifold) >= length(&expected) - 1e-5 * size, "length: {what}");
    let decided = deepest.separation.widen().abs() > tolerance;
    assert!(!decided || only.manifold.is_touching() == expected.is_touching(), "touch: {what}");
    true
}

#[test]
fn a_line_cut_anyhow_is_the_line() {
    const CASES: u64 = 80;
    for kind in 0..KINDS {
        let touches = |seed: &u64| if seed.is_multiple_of(2) { check::<DVec2>(kind, *seed) } else { check::<Vec2>(kind, *seed) };
        let touching = (0..CASES).filter(touches).count() as u64;
        assert!((CASES / 2..CASES).contains(&touching), "kind {kind}: {touching}");
    }
}

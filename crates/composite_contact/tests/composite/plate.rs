//! A plane that is cut into triangles is the plane, however it is cut.

use clinch_contact::{Manifold, Memory, Pair, Scratch, Settings, Space};
use clinch_shapes::{Convex, HalfSpace};
use clinch_support::{Pose, Scalar};
use clinch_testkit::generate::meshes::{Cut, plate};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec3};

use crate::common::{Answer, KINDS, body, mesh, turn};
use crate::erased::convex::collide;

/// The manifold on the half-space below z = 0.
fn on_half_space<V: Space<Wide = DVec3>>(body: &dyn Convex<V>, pose: &Pose<DVec3>, margin: f64) -> Manifold<V> {
    let pair = Pair { a: HalfSpace::new(V::narrow(DVec3::Z), V::Scalar::ZERO).unwrap(), b: body, b_in_a: *pose };
    let mut manifold = Manifold::new();
    collide(&pair, &Settings::with_margin(V::Scalar::narrow(margin)), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    manifold
}

/// The largest area of a triangle of two points and a third on each side of them, seen along z.
fn area<V: Space<Wide = DVec3>>(manifold: &Manifold<V>) -> f64 {
    let at: Vec<DVec2> = manifold.points.iter().map(|point| point.on_a.widen().truncate()).collect();
    let pairs = at.iter().flat_map(|a| at.iter().map(move |b| (*a, *b)));
    let spanned = |(a, b): (DVec2, DVec2)| {
        let sides = at.iter().map(|&c| (b - a).perp_dot(c - a));
        let [least, most] = sides.fold([0.0_f64; 2], |[least, most], side| [least.min(side), most.max(side)]);
        0.5 * (most - least)
    };
    pairs.map(spanned).fold(0.0, f64::max)
}

/// Whether the body is within the margin.
fn check<V: Space<Wide = DVec3>>(cut: Cut, kind: usize, seed: u64) -> bool {
    let random = &mut Random::of(seed, kind as u64);
    let size = random.range(0.02, 0.4);
    let body = &*body::<V>(kind, size, random);
    let (plate, turn) = (mesh::<V>(&plate(cut, random)), turn(random));
    let at = DVec3::new(random.range(-0.3, 0.3), random.range(-0.3, 0.3), 0.0);
    // Its lowest height and that of its middle, seen from its origin.
    let upright = Pose::new(turn, DVec3::ZERO);
    let (low, middle) = (body.bounds(&upright).min.z, upright.point(body.interior().widen()).z);
    let margin = 0.1 * size;
    let pressed = random.chance(0.5);
    let depth = if pressed { random.range(0.0, 0.98) * (middle - low) } else { random.range(-2.0 * margin, 0.02 * size) };
    let pose = &Pose::new(turn, at + DVec3::Z * (-low - depth));

    let (expected, answer) = (on_half_space(body, pose, margin), Answer::new(&plate, body, pose, margin));
    let what = format!("{cut:?}, kind {kind}, seed {seed}, size {size}, depth {depth}: {:?} instead of {expected:?}", answer.manifolds);
    let tolerance = size * (4e-6 + 16.0 * V::Scalar::EPSILON.widen());
    let Some(deepest) = expected.deepest() else {
        // Unless rounding decides.
        assert!(answer.distance().is_none_or(|distance| (distance - margin).abs() <= tolerance), "contact beyond the margin: {what}");
        return false;
    };
    let [only] = answer.manifolds.as_slice() else { panic!("not one manifold: {what}") };
    assert!(only.manifold.normal.widen().abs_diff_eq(DVec3::Z, 1e-9), "normal: {what}");
    let off = only.manifold.separation().widen() - deepest.separation.widen();
    assert!(off.abs() <= tolerance, "depth off by {off}: {what}");
    // Of the same outline, the four points that are kept need not be the same.
    assert!(area(&only.manifold) >= 0.7 * area(&expected) - 1e-6 * size * size, "area: {what}");
    let decided = deepest.separation.widen().abs() > tolerance;
    assert!(!decided || only.manifold.is_touching() == expected.is_touching(), "touch: {what}");
    true
}

#[test]
fn a_plane_cut_anyhow_is_the_plane() {
    const CASES: u64 = 40;
    for cut in Cut::ALL {
        for kind in 0..KINDS {
            let touches =
                |seed: &u64| if seed.is_multiple_of(2) { check::<DVec3>(cut, kind, *seed) } else { check::<Vec3>(cut, kind, *seed) };
            let touching = (0..CASES).filter(touches).count() as u64;
            assert!((CASES / 2..CASES).contains(&touching), "{cut:?}, kind {kind}: {touching}");
        }
    }
}

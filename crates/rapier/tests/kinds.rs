//! Every kind of convex shape against every other, through parry's interface: what clinch says of shapes built by themselves.

mod common;

use clinch_contact::{Manifold, Memory, Pair, Scratch, Settings, collide};
use clinch_rapier::Clinch;
use clinch_support::Pose;
use clinch_testkit::random::Random;
use common::{KINDS, Shape, manifold, ours, theirs};
use glam::{Quat, Vec3};
use rapier3d::parry::math::Pose as ParryPose;

const MARGIN: f32 = 0.05;

/// A pose at which two of the shapes, none larger than about one, are near or overlap.
fn pose(random: &mut Random) -> ParryPose {
    let at = random.direction(3) * random.range(0.3, 1.6);
    ParryPose::from_parts(at.as_vec3(), Quat::from_array(random.quaternion().map(|c| c as f32)).normalize())
}

/// What clinch says without parry between.
fn direct(a: &Shape, b: &Shape, b_in_a: Pose<Vec3>) -> Manifold<Vec3> {
    let mut manifold = Manifold::new();
    let pair = Pair { a, b, b_in_a: b_in_a.widen() };
    collide(&pair, &Settings::with_margin(MARGIN), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    manifold
}

#[test]
fn each_kind_against_each_has_the_manifold_that_clinch_gives_for_its_own_shapes() {
    let clinch = Clinch::new();
    let mut random = Random::new(7);
    let (mut pairs, mut met) = (0, 0);
    for (one, name1) in KINDS.iter().enumerate() {
        for (other, name2) in KINDS.iter().enumerate() {
            if (*name1, *name2) == ("half-space", "half-space") {
                continue;
            }
            for _ in 0..12 {
                let pos12 = pose(&mut random);
                let found = manifold(&clinch, &pos12, &*theirs(one), &*theirs(other), MARGIN);
                let b = Pose::<Vec3>::new(pos12.rotation, pos12.translation);
                let expected = direct(&ours(one), &ours(other), b);
                let what = format!("{name1} and {name2} at {pos12:?}: {found:?} {expected:?}");
                pairs += 1;
                met += usize::from(!expected.points.is_empty());
                // A polyhedron of parry's has no numbers of clinch's: which of several points are kept may differ, not where they touch.
                assert_eq!(found.points.is_empty(), expected.points.is_empty(), "{what}");
                let Some(deepest) = found.find_deepest_contact() else { continue };
                assert!((deepest.dist - expected.separation()).abs() <= 1e-5, "{what}");
                assert!(found.local_n1.dot(expected.normal) > 0.999, "{what}");
                assert!((found.local_n2 + pos12.rotation.inverse() * found.local_n1).length() < 1e-5, "{what}");
                for point in &found.points {
                    let between = pos12 * point.local_p2 - point.local_p1;
                    assert!((between.dot(found.local_n1) - point.dist).abs() < 2e-5, "the distance is that of the points: {what}");
                }
            }
        }
    }
    assert!(met * 3 > pairs && met < pairs, "{met} of {pairs} meet");
    assert_eq!((clinch.counts().answered, clinch.counts().delegated, clinch.counts().concave), (pairs as u64, 0, 0));
}

#[test]
fn swapped_pairs_agree() {
    let clinch = Clinch::new();
    let mut random = Random::new(8);
    for (one, name1) in KINDS.iter().enumerate() {
        for (other, name2) in KINDS.iter().enumerate() {
            if (*name1, *name2) == ("half-space", "half-space") {
                continue;
            }
            let pos12 = pose(&mut random);
            let there = manifold(&clinch, &pos12, &*theirs(one), &*theirs(other), MARGIN);
            let back = manifold(&clinch, &pos12.inverse(), &*theirs(other), &*theirs(one), MARGIN);
            let what = format!("{name1} and {name2} at {pos12:?}: {there:?} {back:?}");
            match (there.find_deepest_contact(), back.find_deepest_contact()) {
                (None, None) => {}
                (Some(deep), Some(as_deep)) => {
                    assert!((deep.dist - as_deep.dist).abs() < 1e-5, "{what}");
                    // Deep inside each other several normals may be as good: then only the depth is the same.
                    let turned = pos12.rotation * back.local_n1;
                    assert!(deep.dist < -0.05 || (turned + there.local_n1).length() < 1e-2, "{what}");
                }
                _ => panic!("{what}"),
            }
        }
    }
}

#[test]
fn two_half_spaces_that_overlap_without_end_give_a_solver_nothing() {
    let half_space = theirs(KINDS.iter().position(|kind| *kind == "half-space").unwrap());
    let found = manifold(&Clinch::new(), &ParryPose::IDENTITY, &*half_space, &*half_space, MARGIN);
    assert!(found.points.is_empty());
}

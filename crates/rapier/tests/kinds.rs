//! Every kind of convex shape against every other through parry's interface, compared with clinch's
//! answer for its own shapes.

mod common;

use clinch_contact::{Manifold, Memory, Pair, Scratch, Settings, collide};
use clinch_rapier::Clinch;
use clinch_support::Pose;
use clinch_testkit::random::Random;
use common::{KINDS, Shape, manifold, ours, theirs};
use glam::{Quat, Vec3};
use rapier3d::parry::math::Pose as ParryPose;

const MARGIN: f32 = 0.05;

/// A pose at which two shapes with a size of about 1 are near or overlap.
fn pose(random: &mut Random) -> ParryPose {
    let at = random.direction(3) * random.range(0.3, 1.6);
    ParryPose::from_parts(at.as_vec3(), Quat::from_array(random.quaternion().map(|c| c as f32)).normalize())
}

/// The manifold that clinch computes directly.
fn direct(a: &Shape, b: &Shape, b_in_a: Pose<Vec3>) -> Manifold<Vec3> {
    let mut manifold = Manifold::new();
    let pair = Pair { a, b, b_in_a: b_in_a.widen() };
    collide(&pair, &Settings::with_margin(MARGIN), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    manifold
}

#[test]
fn each_pair_of_kinds_has_the_manifold_of_clinchs_own_shapes() {
    let clinch = Clinch::new();
    let mut random = Random::new(7);
    let (mut pairs, mut touching) = (0, 0);
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
                touching += usize::from(!expected.points.is_empty());
                // Vertex ids of a parry polyhedron differ from those of a hull, so other points of
                // the same contact may be kept.
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
    assert!(touching * 3 > pairs && touching < pairs, "{touching} of {pairs} touch");
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
                    // For deep overlaps several normals may be equally good. Then only the depth is
                    // the same.
                    let rotated = pos12.rotation * back.local_n1;
                    assert!(deep.dist < -0.05 || (rotated + there.local_n1).length() < 1e-2, "{what}");
                }
                _ => panic!("{what}"),
            }
        }
    }
}

#[test]
fn half_spaces_that_overlap_by_an_infinite_depth_have_no_points() {
    let half_space = theirs(KINDS.iter().position(|kind| *kind == "half-space").unwrap());
    let found = manifold(&Clinch::new(), &ParryPose::IDENTITY, &*half_space, &*half_space, MARGIN);
    assert!(found.points.is_empty());
}

//! Faces whose sides and corners nearly coincide, as in every stack: rounding decides which corners
//! are inside, and must not move the points.

use crate::common::{Case, about_y, assert_sound, cold};
use clinch_contact::Settings;
use clinch_shapes::{Capsule, Cuboid, Shape3};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

/// Two boxes, the upper one moved and rotated by next to nothing. The area that their points span
/// must persist.
fn check(lower: Vec3, upper: Vec3, at: DVec3, noise: f64, random: &mut Random) {
    let offset = random.in_ball(3) * noise;
    let turn = about_y(random.range(-1.0, 1.0) * noise);
    let (a, b) = (Cuboid::new(lower).unwrap(), Cuboid::new(upper).unwrap());
    let case = Case::<Vec3> { a: a.into(), b: b.into(), b_in_a: Pose::new(turn, at + offset) };
    let (measured, manifold) = cold(&case.pair(), &Settings::with_margin(0.01));
    let what = format!("{lower} {upper} {at} {noise}");
    assert_sound(&case, 0.01, &measured, &manifold, &what);
    assert_eq!(manifold.points.len(), 4, "{what}: {manifold:?}");
    // The bounds of the points, which need no order, unlike the area.
    let spread = |axis: usize| {
        let all = || manifold.points.iter().map(|point| point.on_a[axis]);
        all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min)
    };
    let shared = |axis: usize| {
        let at = at[axis] as f32;
        (lower[axis]).min(at + upper[axis]) - (-lower[axis]).max(at - upper[axis])
    };
    for axis in [0, 2] {
        assert!(
            (spread(axis) - shared(axis)).abs() < 1e-5 + 10.0 * noise as f32,
            "{what}: {} of {}: {manifold:?}",
            spread(axis),
            shared(axis)
        );
    }
}

#[test]
fn points_of_an_aligned_stack_persist_at_its_corners() {
    let mut random = Random::new(1);
    for _ in 0..3000 {
        let noise = random.power(-10.0, -4.0);
        let up = DVec3::new(0.0, 1.0, 0.0);
        // The same outline; a common side; a common corner; one half inside; a cross.
        check(Vec3::new(1.0, 0.5, 1.0), Vec3::new(1.0, 0.5, 1.0), up, noise, &mut random);
        check(Vec3::new(1.0, 0.5, 1.0), Vec3::new(0.5, 0.5, 1.0), up + DVec3::new(0.5, 0.0, 0.0), noise, &mut random);
        check(Vec3::new(1.0, 0.5, 1.0), Vec3::new(0.5, 0.5, 0.5), up + DVec3::new(0.5, 0.0, -0.5), noise, &mut random);
        check(Vec3::new(1.0, 0.5, 1.0), Vec3::new(1.0, 0.5, 0.25), up, noise, &mut random);
        check(Vec3::new(0.25, 0.5, 1.0), Vec3::new(1.0, 0.5, 0.25), up, noise, &mut random);
    }
}

#[test]
fn a_capsule_along_the_edge_of_a_box_keeps_both_points() {
    let mut random = Random::new(2);
    let cuboid = Shape3::from(Cuboid::new(Vec3::new(1.0, 0.5, 1.0)).unwrap());
    for _ in 0..5000 {
        let noise = random.power(-10.0, -5.0);
        let capsule = Shape3::from(Capsule::between(Vec3::new(-0.75, 0.0, 0.0), Vec3::new(0.75, 0.0, 0.0), 0.25).unwrap());
        let b_in_a = Pose::new(about_y(random.range(-1.0, 1.0) * noise), DVec3::new(0.0, 0.75, 1.0) + random.in_ball(3) * noise);
        let case = Case::<Vec3> { a: cuboid.clone(), b: capsule, b_in_a };
        let (measured, manifold) = cold(&case.pair(), &Settings::with_margin(0.01));
        assert_sound(&case, 0.01, &measured, &manifold, &noise);
        // If the capsule leaves the top by more than rounding, a point may be anywhere between its
        // ends.
        if noise < 1e-8 {
            let length = manifold.points.iter().map(|point| point.on_a.x).fold(0.0, |most: f32, x| most.max(x.abs()));
            assert!(manifold.points.len() >= 2 && (length - 0.75).abs() < 1e-5, "{b_in_a:?}: {manifold:?}");
        }
    }
}

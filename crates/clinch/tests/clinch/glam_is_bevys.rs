//! clinch's vectors are bevy's, so users pass theirs without conversion. If this does not compile,
//! the workspace depends on another glam than its bevy does. The step `fresh` of `cargo xtask
//! check` tests a project that does not have our lock file.

use clinch::d3;

#[test]
fn our_vec3_is_bevy_maths() {
    let position: bevy_math::Vec3 = bevy_math::Vec3::new(0.0, 1.0, 0.0);
    let rotation: bevy_math::Quat = bevy_math::Quat::IDENTITY;
    assert_eq!(d3::Pose::new(rotation, position).translation, position);
}

#[test]
fn our_wide_vectors_are_bevy_maths_too() {
    let position = bevy_math::DVec2::new(0.0, 1.0);
    assert_eq!(clinch::d2::f64::Pose::at(position).translation, position);
}

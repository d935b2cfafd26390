//! Our vectors are bevy's: an engine passes its own without a conversion. If this does not compile, the workspace requires another glam than its bevy does.
//! What a user's project gets, which has no lock file of ours, the step `fresh` of `cargo xtask check` sees.

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

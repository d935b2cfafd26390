//! Bodies on a surface, frame by frame.
//!
//! * Half of the bodies lie on a face or a side, turned about the vertical, and tilt by less than a
//!   hundredth of a degree a frame; the others have any rotation and turn by half a degree to two.
//! * Each slides by a centimetre a frame. Its height is drawn anew in each, so that pairs come near
//!   and part as in a pile.

use core::ops::Range;
use std::f64::consts::FRAC_1_SQRT_2;

use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

use crate::composite::amount::Amount;
use crate::composite::body::{Body, lowest};
use crate::composite::ground::Ground;

/// The lowest point of a body is this far above the height of the surface below its middle.
pub const LEVELS: Range<f64> = -0.02..0.01;
/// The same for bodies at rest: a depth at which an engine leaves them.
const REST: f64 = -0.005;
/// By how much a body slides in a frame.
const SLIDE: f64 = 0.01;
/// Half the angle by which a body turns in a frame, in radians.
const TURNS: Range<f64> = 0.004..0.016;
/// What is left of the turn of bodies that lie.
const LYING: f64 = 0.02;
/// The seed of the places.
const SEED: u64 = 11;

/// The poses of a body, by track and frame. Bodies at rest have one frame.
pub(crate) fn tracks(ground: &Ground, body: Body, amount: Amount, rest: bool) -> Vec<Vec<PoseSpec>> {
    (0..amount.tracks).map(|track| track_of(ground, body, if rest { 1 } else { amount.frames }, track)).collect()
}

fn track_of(ground: &Ground, body: Body, frames: usize, track: usize) -> Vec<PoseSpec> {
    let random = &mut Random::of(SEED, track as u64);
    let shape = body.shape();
    let is_level = random.chance(0.5);
    let mut rotation = if is_level { lying(random) } else { DQuat::from_array(random.quaternion()) };
    let reach = ground.surface.reach();
    let mut at = DVec3::new(random.range(-reach, reach), random.range(-reach, reach), 0.0);
    let slide = random.direction(2) * SLIDE;
    let turn = turn(random, is_level);
    let frame = |_| {
        at += slide;
        rotation = (turn * rotation).normalize();
        let turned = PoseSpec { t: None, rotation: single(rotation) };
        let level = if frames == 1 { REST } else { random.range(LEVELS.start, LEVELS.end) };
        let up = ground.height(at.x, at.y) - lowest(&shape, &turned) + level;
        PoseSpec { t: Some(Coords::of(DVec3::new(at.x, at.y, up), 3).rounded()), ..turned }
    };
    (0..frames).map(frame).collect()
}

/// By how much a body turns in a frame: one on a side hardly tilts.
pub(crate) fn turn(random: &mut Random, is_level: bool) -> DQuat {
    let half = random.direction(3) * random.range(TURNS.start, TURNS.end) * if is_level { LYING } else { 1.0 };
    DQuat::from_xyzw(half.x, half.y, half.z, 1.0).normalize()
}

/// On one of the sides, turned about the vertical.
pub(crate) fn lying(random: &mut Random) -> DQuat {
    let quarter = FRAC_1_SQRT_2;
    let side = random.pick(&[DQuat::IDENTITY, DQuat::from_xyzw(quarter, 0.0, 0.0, quarter), DQuat::from_xyzw(0.0, quarter, 0.0, quarter)]);
    DQuat::from_xyzw(0.0, 0.0, random.range(-1.0, 1.0), 1.0).normalize() * side
}

/// Of `f32` numbers, so that all libraries read the same ones.
pub(crate) fn single(rotation: DQuat) -> RotationSpec {
    RotationSpec::Quaternion(rotation.to_array().map(|x| f64::from(x as f32)))
}

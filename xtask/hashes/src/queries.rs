//! The queries that the stage does not run: the distance without memory, casts, rays, points, and
//! the time of impact.

use clinch_contact::{
    CastSettings, Memory, MovingShape, Pair, Ray, Scratch, Settings, TimeOfImpactSettings, cast, measure, project, ray_cast, time_of_impact,
};
use clinch_support::{Pose, Scalar, Sweep};
use glam::DVec3;

use crate::bits::Bits;
use crate::space::SceneSpace;

/// Steps of a time of impact: enough for most pairs, and few enough for an emulator.
const STEPS: u32 = 48;

/// Runs every query on a pair.
pub(crate) fn query_all<V: SceneSpace>([a, b]: [(&V::Shape, &Pose<V>); 2], scratch: &mut Scratch<V>, bits: &mut Bits) {
    let ((a, pose_a), (b, pose_b)) = (a, b);
    let near = Pair::in_world(a, pose_a, b, pose_b);
    let from = near.b_in_a.translation;
    let far = Pair { b_in_a: Pose { translation: from * 3.0, ..near.b_in_a }, ..near };
    let settings = Settings { margin: V::Scalar::INFINITY, ..Settings::default() };
    for pair in [&near, &far] {
        bits.measured(&measure(pair, &settings, &mut Memory::new(), scratch));
    }
    bits.cast(&cast(&far, from * -4.0, &CastSettings::default(), scratch));
    bits.measured(&project(a, from, scratch));
    for (origin, solid) in [(far.b_in_a.translation, true), (from, false)] {
        bits.cast(&ray_cast(a, &Ray { solid, ..Ray::new(origin, -from) }, scratch));
    }
    let turning = Sweep { turn: V::turn(DVec3::new(0.3, 0.2, -0.5)), ..Sweep::still(*pose_a) };
    let apart = pose_b.translation - pose_a.translation;
    let coming = Sweep {
        start: Pose { translation: pose_b.translation + apart, ..*pose_b },
        turn: V::turn(DVec3::new(-0.4, 0.1, 0.7)),
        ..Sweep::along(*pose_b, apart * V::Scalar::narrow(-2.0))
    };
    let (a, b) = (MovingShape { shape: a, sweep: &turning }, MovingShape { shape: b, sweep: &coming });
    bits.cast(&time_of_impact(a, b, &TimeOfImpactSettings { steps: STEPS, ..TimeOfImpactSettings::default() }, scratch));
}

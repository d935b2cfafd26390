//! A range of ticks of a recording as tracks: every pair of bodies whose bounds overlap in it, as a
//! broadphase would find them.

use core::ops::Range;

use glam::DVec3;

use crate::pair_file::{CapsuleAxis, PoseSpec, ShapeSpec};
use crate::recording::{BodyShape, Recording};
use crate::workload::{Track, Workload};

/// The pairs of bodies whose axis-aligned bounds are within `margin` of each other in some tick of
/// the range. Two bodies that never move in it are no pair.
pub fn pile(recording: &Recording, ticks: Range<usize>, margin: f64) -> Workload {
    let ticks = &recording.ticks[ticks.start.min(recording.ticks.len())..ticks.end.min(recording.ticks.len())];
    let shapes: Vec<_> = recording.bodies.iter().map(BodyShape::spec).collect();
    let count = shapes.len();
    let fixed: Vec<bool> = (0..count).map(|body| ticks.windows(2).all(|two| two[0].poses[body] == two[1].poses[body])).collect();
    let mut met = vec![Vec::new(); count];
    for tick in ticks {
        let boxes: Vec<[DVec3; 2]> = (0..count).map(|body| bounds(&shapes[body], &tick.poses[body].spec(), 0.5 * margin)).collect();
        // Sorted along one axis, so that each is compared with its neighbours only.
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&one, &other| boxes[one][0].x.total_cmp(&boxes[other][0].x));
        for (place, &one) in order.iter().enumerate() {
            for &other in order[place + 1..].iter().take_while(|&&other| boxes[other][0].x <= boxes[one][1].x) {
                let meet = boxes[one][0].cmple(boxes[other][1]).all() && boxes[other][0].cmple(boxes[one][1]).all();
                if meet && !(fixed[one] && fixed[other]) {
                    met[one.min(other)].push(one.max(other));
                }
            }
        }
    }
    let mut tracks = Vec::new();
    for (a, mut others) in met.into_iter().enumerate() {
        others.sort_unstable();
        others.dedup();
        for b in others {
            let frames = ticks.iter().map(|tick| [tick.poses[a].spec(), tick.poses[b].spec()]).collect();
            tracks.push(Track { a, b, frames, motion: None });
        }
    }
    Workload { dim: 3, shapes, tracks }
}

/// The smallest and the largest corner, expanded by `margin` on all sides.
fn bounds(shape: &ShapeSpec, pose: &PoseSpec, margin: f64) -> [DVec3; 2] {
    let (axes, at) = (pose.matrix(), pose.translation());
    let about = |half: DVec3| [at - half - margin, at + half + margin];
    match shape {
        ShapeSpec::Box { half } => {
            let half = half.to_vec3();
            about(axes.x_axis.abs() * half.x + axes.y_axis.abs() * half.y + axes.z_axis.abs() * half.z)
        }
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => about(axes.y_axis.abs() * *half_height + *radius),
        ShapeSpec::Hull { points } => {
            let moved = points.iter().map(|point| pose.point(point.to_vec3()));
            let empty = [DVec3::INFINITY, DVec3::NEG_INFINITY];
            let [low, high] = moved.fold(empty, |[low, high], point| [low.min(point), high.max(point)]);
            [low - margin, high + margin]
        }
        other => about(DVec3::splat(other.bounding_radius())),
    }
}

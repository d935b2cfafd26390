//! Discs and cylinders over nearly parallel edges, at small gaps. Where the edge passes over the
//! axis, the facets beside an edge of A − B are as near as that edge to rounding, but their normals
//! are not the same.

use clinch_gjk::{Limits, Outcome, Start, distance};
use clinch_support::{Circle, Difference, Pose, Record, Support, SupportMap};
use clinch_testkit::cloud::Cloud;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

/// The error allowed, relative to the size.
const PRECISION: f64 = 1e-11;

/// A cylinder about y, or a disc if the height is 0.
struct Drum {
    half: f64,
    radius: f64,
}

impl SupportMap<DVec3> for Drum {
    fn support(&self, direction: DVec3) -> Support<DVec3> {
        let across = (direction.x * direction.x + direction.z * direction.z).sqrt();
        let scale = if across > 0.0 { self.radius / across } else { 0.0 };
        let y = if direction.y > 0.0 { self.half } else { -self.half };
        Support { point: DVec3::new(direction.x * scale, y, direction.z * scale), id: None }
    }

    fn circle(&self, point: DVec3) -> Option<Circle<DVec3>> {
        Some(Circle { middle: DVec3::new(0.0, point.y, 0.0), axis: DVec3::Y, radius: self.radius })
    }
}

impl Drum {
    /// The distance of a point.
    fn distance(&self, point: DVec3) -> f64 {
        let beyond = |excess: f64| if excess > 0.0 { excess } else { 0.0 };
        let across = beyond((point.x * point.x + point.z * point.z).sqrt() - self.radius);
        let above = beyond(point.y.abs() - self.half);
        (across * across + above * above).sqrt()
    }

    /// The distance of a segment. That of its points is convex along it.
    fn distance_of_segment(&self, [start, end]: [DVec3; 2]) -> f64 {
        let at = |part: f64| self.distance(start + (end - start) * part);
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..200 {
            let third = (high - low) / 3.0;
            if at(low + third) <= at(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        [0.0, low, high, 1.0].map(at).into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// The normal is judged by the gap along it, and the distance by the least along the segment.
#[test]
fn the_normal_of_a_rim_over_a_nearly_parallel_edge_proves_the_distance() {
    let mut random = Random::new(3_301);
    let mut wrong = Vec::new();
    for round in 0..4000 {
        let radius = random.range(0.3, 1.0);
        let half = random.pick(&[0.0, 0.0, 0.3]);
        let drum = Drum { half, radius };
        let ends = [random.range(0.2, 2.0), -random.range(0.2, 2.0)].map(|x| DVec3::new(x, 0.0, 0.0));
        let edge = Cloud(ends.to_vec());
        let tilt = random.direction(3) * random.power(-12.0, -4.0);
        let turn = if random.chance(0.5) { DQuat::IDENTITY } else { DQuat::from_rotation_y(random.range(0.0, 6.0)) };
        let rotation = DQuat::from_xyzw(tilt.x, tilt.y, tilt.z, 1.0).normalize() * turn;
        let aside = random.in_ball(3) * random.pick(&[0.0, 1e-9, 0.5]) * radius;
        let gap = random.power(-7.0, -1.0);
        let pose = Pose::new(rotation, DVec3::new(aside.x, half + gap, aside.z));
        let least = drum.distance_of_segment(ends.map(|end| pose.point(end)));
        let size = 2.0 + radius + half;
        for first in [true, false] {
            let mut record = Record::new();
            let inverse = pose.inverse();
            let answer = if first {
                distance(&Difference::new(&drum, &edge, &pose), &Start::cold(), &Limits::measure(), &mut record)
            } else {
                distance(&Difference::new(&edge, &drum, &inverse), &Start::cold(), &Limits::measure(), &mut record)
            };
            let Outcome::Apart(apart) = answer.outcome else {
                if least > 1e-11 {
                    wrong.push(format!("{round}: {:?} at {least:e}", answer.outcome));
                }
                continue;
            };
            let normal = if first { apart.normal } else { pose.rotation * -apart.normal };
            let of_edge = ends.map(|end| normal.dot(pose.point(end))).into_iter().fold(f64::INFINITY, f64::min);
            let short = least - (of_edge - normal.dot(drum.support(normal).point));
            let errors = [short, apart.distance - least, apart.lower - least, least - apart.upper, apart.upper - apart.lower];
            let band = PRECISION * size;
            if !(short.abs() < band && errors[1].abs() < band && errors[2..].iter().all(|&error| error < band)) {
                wrong.push(format!("{round} {first}: {errors:?} {:?} radius {radius} gap {gap:e}", answer.stop));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

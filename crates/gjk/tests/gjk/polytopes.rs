//! Polytopes that give their vertices in blocks, and pairs of them.

use clinch_support::{Pose, VertexBlock};
use clinch_testkit::cloud::Cloud;
use clinch_testkit::in_blocks::InBlocks;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

/// A polytope of some kind: round, a needle, a plate, with repeated vertices, or a cube.
pub(crate) fn polytope(random: &mut Random) -> InBlocks {
    let count = random.pick(&[1, 2, 3, 4, 8, 16, 17, 40, 63, 64]);
    let stretch = random.pick(&[DVec3::ONE, DVec3::new(1e-3, 1e-3, 1.0), DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 1e-5, 0.3)]);
    let size = random.power(-1.0, 1.0);
    let mut points: Vec<Vec3> = (0..count).map(|_| (random.direction(3) * stretch * size).as_vec3()).collect();
    if random.chance(0.2) {
        points = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) - 0.5).collect();
    }
    if random.chance(0.2) {
        let again = points[random.below(points.len())];
        points.insert(0, again);
        points.push(again);
    }
    if random.chance(0.1) {
        // The centre, at the origin, is far outside.
        points = points.iter().map(|&point| point + Vec3::new(30.0, -7.0, 11.0)).collect();
    }
    InBlocks::new(points)
}

/// B touches A along a direction but for a gap of any order, of either sign, or is anywhere.
pub(crate) fn pose(random: &mut Random, a: &InBlocks, b: &InBlocks) -> Pose<DVec3> {
    let [x, y, z, w] = random.quaternion();
    let rotation = if random.chance(0.3) { DQuat::IDENTITY } else { DQuat::from_xyzw(x, y, z, w) };
    let direction = if random.chance(0.3) { DVec3::Z } else { random.direction(3) };
    let turned = b.cloud.0.iter().map(|point| rotation * point.as_dvec3());
    let reach = a.farthest(direction) + turned.fold(f64::NEG_INFINITY, |most, point| most.max(-direction.dot(point)));
    let gap = random.pick(&[0.0, 1.0, -1.0, 1.0, -1.0]) * random.power(-9.0, 0.0);
    let inside = reach * random.unit();
    let along = random.pick(&[reach + gap, reach * (1.0 + gap), inside, 0.0]);
    Pose::new(rotation, direction * along)
}

/// Two round polytopes, anywhere from coincident to apart.
pub(crate) fn round_pair(random: &mut Random) -> (InBlocks, InBlocks, Pose<DVec3>) {
    let round = |random: &mut Random| InBlocks::new((0..30).map(|_| random.direction(3).as_vec3()).collect());
    let (a, b) = (round(random), round(random));
    let [x, y, z, w] = random.quaternion();
    (a, b, Pose::new(DQuat::from_xyzw(x, y, z, w), random.direction(3) * random.range(0.0, 3.0)))
}

/// Polytopes whose blocks are not their vertices, not finite, or none, and a pose that may not be
/// finite.
pub(crate) fn hostile_pair(random: &mut Random) -> (InBlocks, InBlocks, Pose<DVec3>) {
    let numbers = [0.0, -0.0, 1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-44, -3e20];
    let mut shape = || {
        let any = |random: &mut Random| Vec3::new(random.pick(&numbers), random.pick(&numbers), random.pick(&numbers));
        let points = (0..random.below(65)).map(|_| if random.chance(0.8) { random.direction(3).as_vec3() } else { any(random) });
        let points: Vec<Vec3> = points.collect();
        let blocks = VertexBlock::all_of(&points, Vec3::ZERO);
        InBlocks { cloud: Cloud((0..5).map(|_| random.direction(3).as_vec3()).collect()), blocks }
    };
    let (a, b) = (shape(), shape());
    let far = random.pick(&[0.0, 1.0, 3.0, 1e30, f64::NAN, f64::INFINITY, 1e-300]);
    let [x, y, z, w] = random.quaternion();
    let turn = random.pick(&[1.0, 1.0, f64::NAN, 0.0, 1e200]);
    (a, b, Pose::new(DQuat::from_xyzw(x * turn, y, z, w), DVec3::new(far, 0.5, -0.5)))
}

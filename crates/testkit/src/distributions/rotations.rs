//! Rotations of space, as quaternions x, y, z, w.

use glam::DVec3;

use crate::random::Random;

/// A rotation that takes axes to axes, with exact components: none, a half turn about an axis, or a
/// third of a turn about a diagonal. These are twelve of the 24 such rotations; the others have
/// components of √½.
pub fn right_angles(random: &mut Random) -> [f64; 4] {
    if random.chance(0.5) {
        let mut q = [0.0; 4];
        q[random.below(4)] = 1.0;
        q
    } else {
        [0.5 * random.sign(), 0.5 * random.sign(), 0.5 * random.sign(), 0.5]
    }
}

/// A small rotation about a unit axis, then `first`; to first order in the angle. The length of the
/// quaternion is not exactly 1.
pub fn nearly(first: [f64; 4], axis: DVec3, angle: f64) -> [f64; 4] {
    let half = axis * (0.5 * angle);
    product(first, [half.x, half.y, half.z, 1.0])
}

/// The product p q, which rotates by `q`, then by `p`. Written by components, so that the order of
/// the operations is fixed.
pub fn product([x, y, z, w]: [f64; 4], [qx, qy, qz, qw]: [f64; 4]) -> [f64; 4] {
    [
        w * qx + x * qw + y * qz - z * qy,
        w * qy - x * qz + y * qw + z * qx,
        w * qz + x * qy - y * qx + z * qw,
        w * qw - x * qx - y * qy - z * qz,
    ]
}

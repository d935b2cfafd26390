//! Principal axes: the eigenvectors of the covariance, by Jacobi's method.
//!
//! * A rotation in the plane of two axes makes their product of inertia zero; going round the three planes, what is left off the diagonal falls
//!   quadratically. Unlike the roots of the characteristic polynomial that keeps its digits where two moments are nearly equal.
//! * The rotations are multiplied as quaternions, so that the axes are right-handed and at right angles, whatever is rounded.

use clinch_support::Rotation;
use glam::{DQuat, DVec3};

/// Rounds through the three planes. Five reach rounding from anywhere; equal moments may be turned on by rounding, to no harm, until these are over.
const MOST_ROUNDS: usize = 12;

/// The principal axes of a body, at its centroid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Principal {
    /// The moment of inertia about each axis for each unit of mass.
    pub per_mass: DVec3,
    /// Takes x, y and z to the axes, in the shape's frame.
    pub rotation: DQuat,
}

/// Of a symmetric covariance.
pub(crate) fn of(mut c: [[f64; 3]; 3]) -> Principal {
    let mut rotation = DQuat::IDENTITY;
    for _ in 0..MOST_ROUNDS {
        let mut still = true;
        for axis in 0..3 {
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            let (off, apart) = (c[i][j], c[j][j] - c[i][i]);
            // It would turn by less than rounding does.
            if off.abs() <= f64::EPSILON * apart.abs() {
                continue;
            }
            still = false;
            // The tangent of the smaller of the angles that do.
            let cotangent = 0.5 * apart / off;
            let root = (1.0 + cotangent * cotangent).sqrt();
            let tangent = if cotangent < 0.0 { -1.0 / (root - cotangent) } else { 1.0 / (root + cotangent) };
            let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
            let sine = tangent * cosine;
            c[i][i] -= tangent * off;
            c[j][j] += tangent * off;
            (c[i][j], c[j][i]) = (0.0, 0.0);
            let (to_i, to_j) = (c[axis][i], c[axis][j]);
            c[axis][i] = cosine * to_i - sine * to_j;
            c[axis][j] = sine * to_i + cosine * to_j;
            (c[i][axis], c[j][axis]) = (c[axis][i], c[axis][j]);
            // New axis i is cos·i − sin·j: turned about the third by minus the angle, which is at most an eighth of a turn.
            let half = DVec3::AXES[axis] * (-sine / (2.0 * (0.5 + 0.5 * cosine).sqrt()));
            rotation = rotation.after(DQuat::from_xyzw(half.x, half.y, half.z, (0.5 + 0.5 * cosine).sqrt()));
        }
        if still {
            break;
        }
    }
    let per_mass = DVec3::new(c[1][1] + c[2][2], c[2][2] + c[0][0], c[0][0] + c[1][1]);
    Principal { per_mass, rotation }
}

//! Principal axes: the eigenvectors of the covariance, by Jacobi's eigenvalue algorithm.
//!
//! * Each step rotates the plane of two axes so that their covariance becomes zero. In sweeps over
//!   the three planes, the off-diagonal entries converge to zero quadratically. Unlike roots of the
//!   characteristic polynomial, nearly equal moments keep their digits.
//! * The rotations are accumulated as a quaternion, so the axes are orthogonal and right-handed in
//!   spite of rounding.

use clinch_support::Rotation;
use glam::{DQuat, DVec3};

/// The maximum number of sweeps over the three planes. Five reach rounding from any start. Rounding
/// may rotate the axes of equal moments until the sweeps are over, which does no harm.
const MAX_SWEEPS: usize = 12;

/// The principal axes of inertia of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Principal {
    /// The moment of inertia about each axis per unit of mass.
    pub per_mass: DVec3,
    /// Rotates the x, y and z axes to the principal axes, in the shape's frame.
    pub rotation: DQuat,
}

/// The principal axes of a shape with this symmetric covariance.
pub(crate) fn of_covariance(mut c: [[f64; 3]; 3]) -> Principal {
    let mut rotation = DQuat::IDENTITY;
    for _ in 0..MAX_SWEEPS {
        let mut converged = true;
        for axis in 0..3 {
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            let (off, difference) = (c[i][j], c[j][j] - c[i][i]);
            // A rotation by less than rounding.
            if off.abs() <= f64::EPSILON * difference.abs() {
                continue;
            }
            converged = false;
            // The tangent of the smaller of the two angles that make the entry zero.
            let cotangent = 0.5 * difference / off;
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
            // The new axis i is cos·i − sin·j: a rotation about the third axis by minus the angle,
            // which is at most an eighth of a turn.
            let half = DVec3::AXES[axis] * (-sine / (2.0 * (0.5 + 0.5 * cosine).sqrt()));
            rotation = rotation.after(DQuat::from_xyzw(half.x, half.y, half.z, (0.5 + 0.5 * cosine).sqrt()));
        }
        if converged {
            break;
        }
    }
    let per_mass = DVec3::new(c[1][1] + c[2][2], c[2][2] + c[0][0], c[0][0] + c[1][1]);
    Principal { per_mass, rotation }
}

//! The solid inside of a closed surface, which need not be convex.

use glam::DVec3;

use crate::moments::{Moments, columns};

/// The solid that a closed surface of triangles bounds, counter-clockwise from outside; `None` if
/// its volume is not positive beyond rounding, or not finite.
///
/// By the divergence theorem: the sum of the signed tetrahedra from `origin`, which should be among
/// the points, because what is outside of the solid cancels. Where the surface encloses a region
/// several times, that region counts as often. O(triangles).
///
/// ```
/// use clinch_mass::closed_surface;
/// use glam::DVec3;
///
/// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(|face| face.map(|corner: usize| corners[corner]));
/// let solid = closed_surface(DVec3::ZERO, faces).ok_or("no volume")?;
/// assert!((solid.volume() - 1.0 / 6.0).abs() < 1e-15);
/// assert!(solid.centroid().abs_diff_eq(DVec3::splat(0.25), 1e-15));
/// # Ok::<(), &str>(())
/// ```
pub fn closed_surface(origin: DVec3, triangles: impl IntoIterator<Item = [DVec3; 3]>) -> Option<Moments<DVec3>> {
    let (mut volume, mut largest, mut count) = (0.0, 0.0, 0.0);
    let (mut first, mut second) = (DVec3::ZERO, [DVec3::ZERO; 3]);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| corner - origin);
        let across = b.cross(c);
        let six_volumes = a.dot(across);
        let sum = a + b + c;
        volume += six_volumes;
        largest += a.length() * across.length();
        count += 1.0;
        first += sum * six_volumes;
        for (axis, column) in second.iter_mut().enumerate() {
            *column += (a * a[axis] + b * b[axis] + c * c[axis] + sum * sum[axis]) * six_volumes;
        }
    }
    // A product of three has a few roundings, and each term of the sum one more.
    if !(volume > (count + 8.0) * f64::EPSILON * largest) {
        return None;
    }
    // The integrals of 1, x and x xᵀ over a tetrahedron at the origin are its six volumes by 6, 24
    // and 120.
    let center = first / (4.0 * volume);
    let mean = second.map(|column| column / (20.0 * volume));
    let covariance = columns::<DVec3>(|i, j| 0.5 * (mean[i][j] + mean[j][i]) - center[i] * center[j]);
    Moments { volume: volume / 6.0, centroid: origin + center, covariance }.finite()
}

//! The solid inside of a closed surface, which need not be convex: of triangles in 3D, of segments
//! in 2D.

use glam::{DVec2, DVec3};

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

/// The area that a loop of segments bounds, counter-clockwise from outside; `None` if the area is
/// not positive beyond rounding, or not finite. As [`closed_surface`], in 2D: the sum of the signed
/// triangles from `origin`, which should be among the points. O(segments).
///
/// ```
/// use clinch_mass::closed_outline;
/// use glam::DVec2;
///
/// // An L of three unit squares.
/// let corners =
///     [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)].map(DVec2::from);
/// let segments = (0..6).map(|i| [corners[i], corners[(i + 1) % 6]]);
/// let area = closed_outline(DVec2::ZERO, segments).ok_or("no area")?;
/// assert!((area.volume() - 3.0).abs() < 1e-15);
/// assert!(area.centroid().abs_diff_eq(DVec2::splat(5.0 / 6.0), 1e-15));
/// # Ok::<(), &str>(())
/// ```
pub fn closed_outline(origin: DVec2, segments: impl IntoIterator<Item = [DVec2; 2]>) -> Option<Moments<DVec2>> {
    let (mut area, mut largest, mut count) = (0.0, 0.0, 0.0);
    let (mut first, mut second) = (DVec2::ZERO, [DVec2::ZERO; 2]);
    for segment in segments {
        let [a, b] = segment.map(|end| end - origin);
        let two_areas = a.x * b.y - a.y * b.x;
        let sum = a + b;
        area += two_areas;
        largest += a.length() * b.length();
        count += 1.0;
        first += sum * two_areas;
        for (axis, column) in second.iter_mut().enumerate() {
            *column += (a * a[axis] + b * b[axis] + sum * sum[axis]) * two_areas;
        }
    }
    // A product of two has a few roundings, and each term of the sum one more.
    if !(area > (count + 8.0) * f64::EPSILON * largest) {
        return None;
    }
    // The integrals of 1, x and x xᵀ over a triangle at the origin are its two areas by 2, 6 and
    // 24.
    let center = first / (3.0 * area);
    let mean = second.map(|column| column / (12.0 * area));
    let covariance = columns::<DVec2>(|i, j| 0.5 * (mean[i][j] + mean[j][i]) - center[i] * center[j]);
    Moments { volume: area / 2.0, centroid: origin + center, covariance }.finite()
}

#[cfg(test)]
mod tests {
    use super::closed_outline;
    use crate::planar::swept_polygon;
    use glam::DVec2;

    #[test]
    fn an_outline_has_the_moments_of_its_polygon() {
        let corners = [(3.0, 1.0), (5.0, 1.5), (5.5, 3.0), (4.0, 4.0), (2.5, 2.0)].map(DVec2::from);
        let outline = |corners: [DVec2; 5]| closed_outline(corners[0], (0..5).map(|i| [corners[i], corners[(i + 1) % 5]]));
        let (found, expected) = (outline(corners).unwrap(), swept_polygon(&corners, 0.0));
        assert!((found.volume() - expected.volume()).abs() < 1e-14 && found.centroid().abs_diff_eq(expected.centroid(), 1e-14));
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            assert!((found.covariance(i, j) - expected.covariance(i, j)).abs() < 1e-13, "{i} {j}: {found:?} {expected:?}");
        }
        let [a, b, c, d, e] = corners;
        assert_eq!(outline([e, d, c, b, a]), None);
        assert_eq!(outline([a, b, a, b, a]), None);
    }
}

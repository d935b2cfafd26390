//! The solid inside of a closed surface, which need not be convex: of triangles in 3D, of segments
//! in 2D.

use clinch_support::Vector;
use glam::{DVec2, DVec3};

use crate::moments::{Moments, columns};
use crate::principal;

/// The solid that a closed surface of triangles bounds, counter-clockwise from outside; `None` if
/// its volume is not positive beyond rounding, or not finite, or if its second moments are not
/// those of any mass: a variance along an axis is negative beyond rounding.
///
/// By the divergence theorem: the sum of the signed tetrahedra from `origin`, which should be among
/// the points, because what is outside of the solid cancels. Where the surface encloses a region
/// several times, that region counts as often; where it is clockwise from outside, negatively, as
/// of a cavity. A negative region far from a larger positive one leaves a positive volume and
/// negative variances. O(triangles).
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
    let (mut volume, mut largest, mut reach, mut count) = (0.0, 0.0, 0.0_f64, 0.0);
    let (mut first, mut second) = (DVec3::ZERO, [DVec3::ZERO; 3]);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| corner - origin);
        let across = b.cross(c);
        let six_volumes = a.dot(across);
        let sum = a + b + c;
        volume += six_volumes;
        largest += a.length() * across.length();
        reach = reach.max(a.length()).max(b.length()).max(c.length());
        count += 1.0;
        first += sum * six_volumes;
        for (axis, column) in second.iter_mut().enumerate() {
            *column += (a * a[axis] + b * b[axis] + c * c[axis] + sum * sum[axis]) * six_volumes;
        }
    }
    // A product of three has a few roundings, and each term of the sum one more.
    let rounding = (count + 8.0) * f64::EPSILON * largest;
    if !(volume > rounding) {
        return None;
    }
    // The integrals of 1, x and x xᵀ over a tetrahedron at the origin are its six volumes by 6,
    // 24 and 120.
    let center = first / (4.0 * volume);
    let mean = second.map(|column| column / (20.0 * volume));
    let covariance = columns::<DVec3>(|i, j| 0.5 * (mean[i][j] + mean[j][i]) - center[i] * center[j]);
    let moments = Moments { volume: volume / 6.0, centroid: origin + center, covariance }.finite()?;
    is_of_mass(&moments, rounding / volume * (reach * reach)).then_some(moments)
}

/// The area that a loop of segments bounds, counter-clockwise from outside; `None` if the area is
/// not positive beyond rounding, or not finite, or if its second moments are not those of any mass.
/// As [`closed_surface`], in 2D: the sum of the signed triangles from `origin`, which should be
/// among the points. O(segments).
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
    let (mut area, mut largest, mut reach, mut count) = (0.0, 0.0, 0.0_f64, 0.0);
    let (mut first, mut second) = (DVec2::ZERO, [DVec2::ZERO; 2]);
    for segment in segments {
        let [a, b] = segment.map(|end| end - origin);
        let two_areas = a.x * b.y - a.y * b.x;
        let sum = a + b;
        area += two_areas;
        largest += a.length() * b.length();
        reach = reach.max(a.length()).max(b.length());
        count += 1.0;
        first += sum * two_areas;
        for (axis, column) in second.iter_mut().enumerate() {
            *column += (a * a[axis] + b * b[axis] + sum * sum[axis]) * two_areas;
        }
    }
    // A product of two has a few roundings, and each term of the sum one more.
    let rounding = (count + 8.0) * f64::EPSILON * largest;
    if !(area > rounding) {
        return None;
    }
    // The integrals of 1, x and x xᵀ over a triangle at the origin are its two areas by 2, 6 and
    // 24.
    let center = first / (3.0 * area);
    let mean = second.map(|column| column / (12.0 * area));
    let covariance = columns::<DVec2>(|i, j| 0.5 * (mean[i][j] + mean[j][i]) - center[i] * center[j]);
    let moments = Moments { volume: area / 2.0, centroid: origin + center, covariance }.finite()?;
    is_of_mass(&moments, rounding / area * (reach * reach)).then_some(moments)
}

/// By how much more than the rounding of the volume, times a length squared, a variance may be
/// negative. Larger: what is no mass is taken for one. Smaller: a flat solid, of which a variance
/// is zero up to rounding, is refused.
const SLACK: f64 = 16.0;

/// Whether these moments, whose entries are rounded by about `rounding`, can be those of a mass: no
/// variance along a principal axis is clearly negative.
fn is_of_mass<W: Vector<Scalar = f64, Wide = W>>(moments: &Moments<W>, rounding: f64) -> bool {
    let covariance: [[f64; 3]; 3] = core::array::from_fn(|i| core::array::from_fn(|j| moments.covariance(i, j)));
    let size = covariance.iter().flatten().fold(0.0, |largest: f64, entry| largest.max(entry.abs()));
    let per_mass = principal::of_covariance(covariance).per_mass;
    // About each axis is the sum of the variances along the other two.
    let least = 0.5 * per_mass.element_sum() - per_mass.max_element();
    least >= -SLACK * (rounding + f64::EPSILON * size)
}

#[cfg(test)]
mod tests {
    use super::{closed_outline, closed_surface};
    use crate::planar::swept_polygon;
    use glam::{DQuat, DVec2, DVec3};

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

    /// The triangles of a box with these corners, outward if the second is above the first.
    fn cuboid(low: DVec3, high: DVec3) -> Vec<[DVec3; 3]> {
        let corner = |bits: usize| DVec3::from_array([0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { high[axis] } else { low[axis] }));
        let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        faces.iter().flat_map(|face| [[0, 1, 2], [0, 2, 3]].map(|half| half.map(|i: usize| corner(face[i])))).collect()
    }

    #[test]
    fn a_far_region_that_is_inside_out_leaves_no_negative_inertia() {
        let big = cuboid(-DVec3::ONE, DVec3::ONE);
        let unit = |at: DVec3, sign: f64| cuboid(at - sign * DVec3::splat(0.5), at + sign * DVec3::splat(0.5));
        let together = |other: Vec<[DVec3; 3]>| closed_surface(DVec3::ZERO, big.iter().copied().chain(other));
        // Three reflections turn a box inside out.
        assert_eq!(together(unit(DVec3::X * 100.0, -1.0)), None);
        assert!(together(unit(DVec3::X * 100.0, 1.0)).is_some_and(|both| both.volume() == 9.0));
        let cavity = together(unit(DVec3::X * 0.25, -1.0)).unwrap();
        assert!(cavity.volume() == 7.0 && cavity.principal().per_mass.min_element() > 0.0);
        // A square, and a small one at the end of a long line that is run through there and back.
        let lobe = |clockwise: bool| {
            let [p, q, r, s] = [(50.0, 1.0), (50.5, 1.0), (50.5, 1.5), (50.0, 1.5)].map(DVec2::from);
            let [q, s] = if clockwise { [s, q] } else { [q, s] };
            let corners = [DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0), DVec2::ONE, p, q, r, s, p, DVec2::ONE, DVec2::new(-1.0, 1.0)];
            closed_outline(DVec2::ZERO, (0..10).map(|i| [corners[i], corners[(i + 1) % 10]]))
        };
        assert_eq!(lobe(true), None);
        assert!((lobe(false).unwrap().volume() - 4.25).abs() < 1e-12);
    }

    #[test]
    fn a_flat_or_thin_solid_keeps_its_moments_in_spite_of_rounding() {
        for i in 0..40 {
            let thin = 0.5_f64.powi(i);
            let turn = |p: DVec3| DQuat::from_xyzw(0.18, -0.54, 0.36, 0.74).normalize() * p + DVec3::new(3.0, 1.0, 2.0);
            for half in [DVec3::new(1.0, 0.7, thin), DVec3::new(1.0, thin, thin)] {
                let solid = cuboid(-half, half).into_iter().map(|triangle| triangle.map(turn));
                let volume = closed_surface(DVec3::new(3.0, 1.0, 2.0), solid).map(|solid| solid.volume());
                let expected = 8.0 * half.x * half.y * half.z;
                // The volume itself is rounding in the end.
                if expected > 1e-12 {
                    assert!(volume.is_some_and(|volume| (volume / expected - 1.0).abs() < 1e-2), "{half} {volume:?}");
                }
            }
        }
    }
}

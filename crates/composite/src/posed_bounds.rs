//! The AABB of a box at a pose.

use clinch_shapes::Aabb;
use clinch_support::{Basis, Pose, Rotation, Vector};

/// By how much the bounds are rounded outward, relative to the coordinates. Larger: looser bounds.
/// Smaller: a corner may be outside.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// An AABB of a box at a pose. An infinite bound of the box makes those infinite that it
/// contributes to: of terrain that is upright and has no lower end, one. NaN if the pose is.
pub fn posed_bounds<W: Vector<Scalar = f64, Wide = W>>(bounds: &Aabb<W>, pose: &Pose<W>) -> Aabb<W> {
    let basis = pose.rotation.basis();
    let (mut min, mut max) = (pose.translation, pose.translation);
    let mut size = pose.translation.max_abs();
    for axis in 0..W::DIM {
        let direction = basis.rotate(W::unit(axis));
        let (low, high) = (bounds.min.get(axis), bounds.max.get(axis));
        // 0 times ∞ contributes nothing.
        let times = |i: usize, end: f64| if direction.get(i) == 0.0 { 0.0 } else { direction.get(i) * end };
        min = min + W::from_fn(|i| times(i, low).min(times(i, high)));
        max = max + W::from_fn(|i| times(i, low).max(times(i, high)));
        size += [low, high].into_iter().filter(|end| end.is_finite()).fold(0.0, |size, end| end.abs().max(size));
    }
    Aabb { min, max }.grown(ROUNDING * size)
}

#[cfg(test)]
mod tests {
    use super::posed_bounds;
    use clinch_shapes::Aabb;
    use clinch_support::Pose;
    use glam::{DQuat, DVec3};

    #[test]
    fn the_corners_of_a_turned_box_are_within_its_bounds() {
        let bounds = Aabb { min: DVec3::new(-1.0, -2.0, 0.5), max: DVec3::new(3.0, 1.0, 4.0) };
        let pose = Pose::new(DQuat::from_xyzw(0.1, -0.7, 0.3, 0.5).normalize(), DVec3::new(10.0, -5.0, 0.25));
        let posed = posed_bounds(&bounds, &pose);
        let corners = (0..8).map(|i| DVec3::from_array([0, 1, 2].map(|axis| [bounds.min, bounds.max][i >> axis & 1][axis])));
        let around = Aabb::of_points(corners.map(|corner| pose.point(corner))).unwrap();
        assert!(posed.min.cmple(around.min).all() && posed.max.cmpge(around.max).all());
        assert!(posed.min.abs_diff_eq(around.min, 1e-12) && posed.max.abs_diff_eq(around.max, 1e-12));
    }

    #[test]
    fn an_endless_axis_makes_no_other_one_endless() {
        let bounds = Aabb { min: DVec3::new(0.0, f64::NEG_INFINITY, 0.0), max: DVec3::ONE };
        let posed = posed_bounds(&bounds, &Pose::at(DVec3::X));
        assert!(posed.min.y == f64::NEG_INFINITY && posed.max.is_finite() && posed.min.x > 0.9 && posed.min.z > -0.1);
        assert!(posed_bounds(&bounds, &Pose::at(DVec3::NAN)).max.is_nan());
    }
}

//! Reduces contact points to four, as rapier does for its solver: parry returns all points.

use glam::{Vec2, Vec3};

/// The indices of up to four points: the deepest, the one farthest from it, and the two farthest to
/// either side of the line between them. `points` are on A's surface, with their separations; those
/// with a separation above `margin` are skipped.
pub(super) fn reduce(points: impl Iterator<Item = (Vec3, f32)> + Clone, normal: Vec3, margin: f32) -> [Option<usize>; 4] {
    let near = || points.clone().enumerate().filter(|(_, (_, separation))| *separation <= margin);
    let most = |value: &dyn Fn(Vec3, f32) -> f32, but: &[Option<usize>]| {
        let others = near().filter(|(place, _)| !but.contains(&Some(*place)));
        let valued = others.map(|(place, (at, separation))| (place, at, value(at, separation)));
        valued.reduce(|best, next| if next.2 > best.2 { next } else { best })
    };
    let Some((first, from, _)) = most(&|_, separation| -separation, &[]) else { return [None; 4] };
    let Some((second, to, _)) = most(&|at, _| at.distance_squared(from), &[Some(first)]) else { return [Some(first), None, None, None] };
    let across = (to - from).cross(normal);
    let line = [Some(first), Some(second)];
    let third = most(&|at, _| -(at - from).dot(across), &line).map(|found| found.0);
    let fourth = most(&|at, _| (at - from).dot(across), &[line[0], line[1], third]).map(|found| found.0);
    [line[0], line[1], third, fourth]
}

/// A vector in 3D. In 2D there are never more than two points.
pub(super) trait InSpace: Copy {
    fn in_space(self) -> Vec3;
}

impl InSpace for Vec3 {
    fn in_space(self) -> Vec3 {
        self
    }
}

impl InSpace for Vec2 {
    fn in_space(self) -> Vec3 {
        self.extend(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::reduce;
    use glam::Vec3;

    #[test]
    fn of_a_ring_four_points_far_from_each_other_are_kept_and_the_deepest_is_one() {
        let corner = |x: f32, y: f32, separation: f32| (Vec3::new(x, y, 0.0), separation);
        let ring = [
            corner(2.0, 0.0, 0.0),
            corner(1.0, 1.0, 0.0),
            corner(0.0, 2.0, 0.0),
            corner(-2.0, 0.0, -0.1),
            corner(0.0, -2.0, 0.0),
            corner(9.0, 9.0, 0.5),
        ];
        let mut kept = reduce(ring.into_iter(), Vec3::Z, 0.02);
        kept.sort_unstable();
        assert_eq!(kept, [0, 2, 3, 4].map(Some));
        assert_eq!(reduce(ring[..1].iter().copied(), Vec3::Z, 0.02), [Some(0), None, None, None]);
        assert_eq!(reduce(ring[5..].iter().copied(), Vec3::Z, 0.02), [None; 4]);
    }
}

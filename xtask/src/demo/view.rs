//! The projection of the picture: orthographic, from above a corner.

use glam::{DVec2, DVec3};

/// The axes of the view. The position of a point on the picture is its coordinates along `right`
/// and `up`; a point with a larger coordinate along `toward` is nearer.
pub(crate) struct View {
    right: DVec3,
    up: DVec3,
    pub(crate) toward: DVec3,
}

impl View {
    /// From between x and z, and from above: steeper than an isometric view (slope 1/√2), which
    /// would show only the rim of a heap.
    pub(crate) fn from_above_a_corner() -> Self {
        let toward = DVec3::new(0.62, 1.1, 1.0).normalize();
        let right = DVec3::Y.cross(toward).normalize();
        Self { right, up: toward.cross(right), toward }
    }

    /// The position on the picture: x to the right, y *down*, in metres.
    pub(crate) fn project(&self, point: DVec3) -> DVec2 {
        DVec2::new(self.right.dot(point), -self.up.dot(point))
    }
}

/// The convex hull of points on the picture, in order around it, by Andrew's monotone chain. It has
/// fewer than three corners if the points are collinear.
pub(crate) fn silhouette(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(point - a) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        // The last point is the first of the other chain.
        chain.pop();
        chain
    };
    let mut corners = chain(&mut points.iter().copied());
    corners.extend(chain(&mut points.iter().rev().copied()));
    corners
}

#[cfg(test)]
mod tests {
    use super::{View, silhouette};
    use glam::{DVec2, DVec3};

    #[test]
    fn the_view_keeps_lengths_across_it() {
        let view = View::from_above_a_corner();
        let (right, up) = (view.project(view.right), view.project(view.up));
        assert!((right - DVec2::X).length() < 1e-15 && (up + DVec2::Y).length() < 1e-15, "{right} {up}");
        assert!(view.project(view.toward).length() < 1e-15);
        assert!(view.project(DVec3::Y).y < -0.5, "up is not up");
    }

    #[test]
    fn a_silhouette_has_only_corners() {
        let points = [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (1.0, 0.0), (2.0, 2.0), (0.0, 2.0), (0.0, 0.0)].map(DVec2::from).to_vec();
        assert_eq!(silhouette(points), [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(DVec2::from));
        assert_eq!(silhouette(vec![DVec2::ONE; 3]), [DVec2::ONE]);
    }
}

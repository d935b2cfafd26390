//! The triangles of a height field or a mesh, by brute force.

use clinch_testkit::oracle::MeshTruth;
use clinch_testkit::recording::BodyShape;
use glam::DVec3;
use parry3d_f64::bounding_volume::{Aabb, BoundingVolume};
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::shape::Triangle;

/// The way from a point to outside: longer than the scene is high, and without a pattern, so that
/// it meets no edge.
const WAY: DVec3 = DVec3::new(0.0131, 64.0, 0.0073);

/// The triangles of a shape at a pose, in the world, with their boxes.
pub(crate) struct Triangles(Vec<(Triangle, Aabb)>);

impl Triangles {
    /// Those of a height field or a mesh; `None` of another shape.
    pub(crate) fn of(body: &BodyShape, pose: &Pose) -> Option<Self> {
        let (vertices, triangles) = body.surface();
        let vertices: Vec<Vector> = vertices.into_iter().map(|vertex| pose.transform_point(Vector::from_array(vertex))).collect();
        let posed = |corners: [u32; 3]| {
            let [a, b, c] = corners.map(|corner| vertices[corner as usize]);
            let triangle = Triangle::new(a, b, c);
            (triangle, triangle.local_aabb())
        };
        body.is_composite().then(|| Self(triangles.into_iter().map(posed).collect()))
    }

    /// The box around all of them.
    pub(crate) fn bounds(&self) -> Aabb {
        self.0.iter().map(|(_, bounds)| *bounds).reduce(|one, other| one.merged(&other)).unwrap_or(Aabb::new_invalid())
    }

    /// Those whose boxes meet another.
    pub(crate) fn near(&self, bounds: &Aabb) -> Vec<Triangle> {
        self.0.iter().filter(|(_, own)| own.intersects(bounds)).map(|(triangle, _)| *triangle).collect()
    }

    /// Whether a point is below a height field or inside of a closed mesh: whether a way up from it
    /// crosses an odd number of triangles.
    pub(crate) fn enclose(&self, point: Vector) -> bool {
        let from = DVec3::from_array(point.to_array());
        let to = from + WAY;
        let way = Aabb::from_points([from, to].map(|end| Vector::from_array(end.to_array())));
        let near = self.near(&way);
        let corners: Vec<DVec3> =
            near.iter().flat_map(|triangle| triangle.vertices().map(|corner| DVec3::from_array(corner.to_array()))).collect();
        let triangles: Vec<[u32; 3]> = (0..near.len() as u32).map(|index| [0, 1, 2].map(|corner| 3 * index + corner)).collect();
        MeshTruth::new(&corners, &triangles).crossings(from, to).len() % 2 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::Triangles;
    use clinch_testkit::recording::BodyShape;
    use parry3d_f64::math::{Pose, Vector};

    #[test]
    fn the_ground_is_below_its_surface() {
        let heights = vec![0.0, 1.0, 0.0, 1.0, 2.0, 1.0, 0.0, 1.0, 0.0];
        let shape = BodyShape::HeightField { rows: 3, columns: 3, heights, scale: [2.0, 0.5, 2.0] };
        let field = Triangles::of(&shape, &Pose::from_translation(Vector::new(-2.0, 10.0, -2.0))).unwrap();
        let inside = |x, y, z| field.enclose(Vector::new(x, y, z));
        assert!(inside(0.1, 10.9, 0.1) && !inside(0.1, 11.1, 0.1) && inside(-1.9, 10.0, -1.9) && !inside(-1.9, 10.1, -1.9));
        assert!(inside(1.0, -5.0, 1.0) && !inside(3.0, -5.0, 1.0));
    }
}

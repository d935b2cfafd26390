//! Where a ray hits a mesh.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec3;

use crate::mesh::TriMesh;
use crate::ray_space::{Passage, ROUNDING, RaySpace, pass};
use crate::sub_shape::{MeshFeature, SubShapeId};

/// A ray that begins this close to a surface that is seen at a grazing angle still hits it,
/// relative to the distance of the triangle's corners. Larger: a ray that begins just behind a
/// surface hits it. Smaller: rounding could make a ray that begins on it miss.
const ON_SURFACE: f64 = 1e-12;

/// The rounding of the times at which a ray enters and leaves a box.
const BOX_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Which sides of triangles a ray hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Faces {
    /// Those that it sees counter-clockwise.
    Front,
    /// Those that it sees clockwise.
    Back,
    /// Both.
    #[default]
    Both,
}

/// A ray in the mesh's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshRay {
    /// Its origin.
    pub origin: DVec3,
    /// Its direction, per unit of time; of any length.
    pub direction: DVec3,
    /// The time at which it ends, included. May be infinite; negative or NaN counts as 0.
    pub max_time: f64,
    /// The sides of triangles that it hits.
    pub faces: Faces,
}

/// Where a ray hits a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshHit {
    /// The time of the hit.
    pub time: f64,
    /// Before this time the ray meets no triangle, of the sides that it hits: proved. At most
    /// `time`.
    pub lower: f64,
    /// The point, on the triangle.
    pub point: DVec3,
    /// The unit normal of the triangle, from its front, whichever side is hit.
    pub normal: DVec3,
    /// Whether the front is hit.
    pub front: bool,
    /// The triangle; of those that are hit at the same time, the one with the least index.
    pub sub_shape: SubShapeId,
    /// The feature that is hit.
    pub feature: MeshFeature,
    /// The barycentric coordinates of the point: of corner 0, 1 and 2.
    pub barycentrics: [f64; 3],
}

/// The answer for a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshRayOutcome {
    /// The first hit.
    Hit(MeshHit),
    /// None until the ray ends.
    Miss {
        /// Whether it is proved. If not, the ray passes a triangle within the rounding error.
        proven: bool,
    },
    /// A number of the ray is not finite, or its direction is zero.
    Undefined,
}

impl<V: Vector<Wide = DVec3>> TriMesh<V> {
    /// Where does a ray first hit a triangle?
    ///
    /// Watertight: a ray through an edge or a vertex hits one of the triangles there, if it passes
    /// from one side of the surface to the other. A ray in the plane of a triangle passes it and
    /// hits its neighbours. One that begins on a triangle hits it there. A solid is hit at its
    /// surface, from inside as well.
    ///
    /// ```
    /// use clinch_composite::{Faces, MeshRay, MeshRayOutcome, TriMesh};
    /// use glam::{DVec3, Vec3};
    ///
    /// let square = vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
    /// let mesh = TriMesh::new(square, vec![[0, 1, 2], [0, 2, 3]])?;
    /// // Along the edge between the two.
    /// let down = MeshRay { origin: DVec3::new(0.5, 0.5, 3.0), direction: -DVec3::Z, max_time: f64::INFINITY, faces: Faces::Front };
    /// let MeshRayOutcome::Hit(hit) = mesh.ray_cast(&down) else { return Err("a miss".into()) };
    /// assert_eq!((hit.time, hit.sub_shape.0, hit.front, hit.barycentrics), (3.0, 0, true, [0.5, 0.0, 0.5]));
    /// assert_eq!(mesh.ray_cast(&MeshRay { faces: Faces::Back, ..down }), MeshRayOutcome::Miss { proven: true });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ray_cast(&self, ray: &MeshRay) -> MeshRayOutcome {
        let speed = ray.direction.abs().max_element();
        if !(ray.origin.is_finite() && ray.direction.is_finite() && speed > 0.0) {
            return MeshRayOutcome::Undefined;
        }
        let max_time = if ray.max_time > 0.0 { ray.max_time } else { 0.0 };
        let bounds = self.bounds();
        let farthest = (bounds.min - ray.origin).abs().max((bounds.max - ray.origin).abs()).max_element();
        let mut search = Search {
            mesh: self,
            ray,
            space: RaySpace::new(ray.origin, ray.direction, self.scale()),
            pad: 2.0 * ROUNDING * farthest,
            to_time: 1.0 / self.scale() / speed,
            best: None,
            lower: f64::INFINITY,
        };
        self.tree().traverse(max_time, &mut search);
        let Search { best, lower, .. } = search;
        let Some((time, triangle, passage)) = best else {
            return MeshRayOutcome::Miss { proven: lower == f64::INFINITY || lower > max_time };
        };
        let [a, b, c] = self.wide_corners(triangle);
        let [u, v, w] = passage.weights;
        MeshRayOutcome::Hit(MeshHit {
            time,
            lower: lower.max(0.0).min(time),
            point: a * u + b * v + c * w,
            normal: self.normal(triangle),
            front: passage.front,
            sub_shape: SubShapeId(triangle),
            feature: passage.feature,
            barycentrics: passage.weights,
        })
    }
}

struct Search<'m, V: Vector<Wide = DVec3>> {
    mesh: &'m TriMesh<V>,
    ray: &'m MeshRay,
    space: RaySpace,
    /// By how much boxes are grown, so that one contains what is projected into it by rounding.
    pad: f64,
    /// From a scaled depth to a time.
    to_time: f64,
    best: Option<(f64, u32, Passage)>,
    lower: f64,
}

impl<V: Vector<Wide = DVec3>> Visitor<DVec3> for Search<'_, V> {
    /// The time at which the ray enters the box.
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            let low = bounds.min[axis] - self.pad - self.ray.origin[axis];
            let high = bounds.max[axis] + self.pad - self.ray.origin[axis];
            let speed = self.ray.direction[axis];
            if speed == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return f64::INFINITY;
                }
            } else {
                let (one, other) = (low / speed, high / speed);
                enter = enter.max(one.min(other));
                leave = leave.min(one.max(other));
            }
        }
        let enter = enter * (1.0 - BOX_ROUNDING);
        if enter <= leave * (1.0 + BOX_ROUNDING) { enter } else { f64::INFINITY }
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let corners = self.mesh.wide_corners(item).map(|corner| self.space.project(corner));
        let Some(passage) = pass(corners, self.mesh.triangles()[item as usize]) else { return Some(limit) };
        let wanted = match self.ray.faces {
            Faces::Front => passage.front,
            Faces::Back => !passage.front,
            Faces::Both => true,
        };
        // Of a triangle that is seen edge-on the side is not known.
        if !wanted && passage.slack.is_finite() {
            return Some(limit);
        }
        let size = corners.iter().fold(0.0, |size: f64, corner| size.max(corner.size()));
        if passage.depth < -passage.slack.min(ON_SURFACE * size) {
            return Some(limit);
        }
        self.lower = self.lower.min(passage.lower * self.to_time * (1.0 - BOX_ROUNDING));
        let time = passage.depth.max(0.0) * self.to_time;
        let first = |(best, id, _): (f64, u32, Passage)| time < best || time == best && item < id;
        if wanted && passage.hits && time <= limit && self.best.is_none_or(first) {
            self.best = Some((time, item, passage));
            return Some(time);
        }
        Some(limit)
    }
}

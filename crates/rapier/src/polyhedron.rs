//! parry's convex polyhedron, borrowed: its points, faces and edges are read in place.
//!
//! * Support points are chosen in `f64`, so that a polyhedron far from its own origin is as exact
//!   as one near it. O(points) per call.
//! * parry merges triangles into one face if their normals differ by up to 1.5°. Such a face is not
//!   planar, and a point on a plane through it is not on the shape. So a face here consists of
//!   those corners that are in one supporting plane: the one whose normal is nearest to the
//!   direction.

use clinch_shapes::{Convex, Corner, EdgeId, Face, FaceId, STEEP_FACE};
use clinch_support::{Scalar, Support, SupportMap, VertexId};
use glam::{DVec3, Vec3};
use rapier3d::parry::shape::ConvexPolyhedron;

/// A borrowed polyhedron and its bounding sphere.
#[derive(Clone, Copy)]
pub(crate) struct Polyhedron<'s> {
    hull: &'s ConvexPolyhedron,
    center: Vec3,
    radius_about_center: f32,
    error: f32,
}

/// The largest distance of a corner from the plane of its face, relative to the radius. Larger:
/// contact points are off the surface by as much. Smaller: rounding splits the faces of a box that
/// was rotated before it was made a polyhedron.
const PLANAR: f64 = 1e-5;

impl<'s> Polyhedron<'s> {
    /// `None` if there are no points, or if one is not finite.
    pub(crate) fn new(hull: &'s ConvexPolyhedron) -> Option<Self> {
        let first = *hull.points().first()?;
        let (min, max) = hull.points().iter().fold((first, first), |(min, max), &point| (min.min(point), max.max(point)));
        // glam's `min` and `max` ignore NaN.
        if !(min.is_finite() && max.is_finite() && hull.points().iter().all(|point| point.is_finite())) {
            return None;
        }
        let center = ((min.as_dvec3() + max.as_dvec3()) * 0.5).as_vec3();
        let radius = (max.as_dvec3() - center.as_dvec3()).max(center.as_dvec3() - min.as_dvec3()).length();
        let error = 4.0 * f64::EPSILON * (radius + center.as_dvec3().length());
        Some(Self { hull, center, radius_about_center: f32::narrow_up(radius * (1.0 + 4.0 * f64::EPSILON)), error: f32::narrow_up(error) })
    }

    /// Writes the corners of the face of parry whose normal is nearest to a unit direction. `false`
    /// if the face is too steep to be a contact feature.
    fn facing(&self, direction: DVec3, face: &mut Face<Vec3>) -> bool {
        let mut best: Option<(usize, f64)> = None;
        for (place, run) in self.hull.faces().iter().enumerate() {
            let cosine = run.normal.as_dvec3().dot(direction);
            if best.is_none_or(|(_, most)| cosine > most) {
                best = Some((place, cosine));
            }
        }
        let Some((place, cosine)) = best else { return false };
        let run = &self.hull.faces()[place];
        let range = run.first_vertex_or_edge as usize..(run.first_vertex_or_edge + run.num_vertices_or_edges) as usize;
        let (vertices, edges) = (self.hull.vertices_adj_to_face().get(range.clone()), self.hull.edges_adj_to_face().get(range));
        let (Some(vertices), Some(edges)) = (vertices, edges) else { return false };
        face.id = FaceId(place as u32);
        face.corners.clear();
        face.corners.extend(vertices.iter().zip(edges).filter_map(|(&vertex, &edge)| {
            let point = *self.hull.points().get(vertex as usize)?;
            Some(Corner { point, vertex: VertexId::new(vertex as usize), edge: EdgeId(edge) })
        }));
        face.corners.len() > 2 && cosine >= STEEP_FACE
    }

    /// Keeps the corners in one supporting plane, as the head of this file describes. `false` if
    /// there is no such plane, or if there are too many corners to try all planes.
    fn flatten(&self, direction: DVec3, face: &mut Face<Vec3>) -> bool {
        let count = face.corners.len();
        let slack = PLANAR * f64::from(self.radius_about_center);
        let at = |place: usize| face.corners[place].point.as_dvec3();
        // The unit normal of the plane of three corners, outward because they are
        // counter-clockwise, and the height of a corner above the plane.
        let plane = |[i, j, k]: [usize; 3]| {
            let area = (at(j) - at(i)).cross(at(k) - at(i));
            let normal = area / area.length();
            (normal, move |place: usize| (at(place) - at(i)).dot(normal))
        };
        if count == 3 {
            return true;
        }
        if count > CORNERS {
            let (_, above) = plane([0, count / 3, 2 * count / 3]);
            return (0..count).all(|place| above(place).abs() <= slack);
        }
        let mut best: Option<([usize; 3], f64)> = None;
        for triple in (0..count).flat_map(|i| (i + 1..count).flat_map(move |j| (j + 1..count).map(move |k| [i, j, k]))) {
            let (normal, above) = plane(triple);
            let cosine = normal.dot(direction);
            // NaN if the three corners are collinear; then every comparison is false.
            let supports = (0..count).all(|place| above(place) <= slack);
            if supports && best.is_none_or(|(_, most)| cosine > most) {
                best = Some((triple, cosine));
            }
        }
        let Some((triple, _)) = best else { return false };
        let (_, above) = plane(triple);
        let stays: [bool; CORNERS] = std::array::from_fn(|place| place < count && above(place).abs() <= slack);
        keep(face, stays);
        true
    }
}

/// The largest number of corners for which all planes of three corners are tried. A face that parry
/// merges has four. Larger: the search is O(corners⁴).
const CORNERS: usize = 8;

/// Keeps the corners in `stays`. If corners between two of them are dropped, the edge between these
/// two is not an edge of parry, and its id is made of the ids of its ends.
fn keep(face: &mut Face<Vec3>, stays: [bool; CORNERS]) {
    let count = face.corners.len();
    for place in 0..count {
        let next = (1..count).map(|step| (place + step) % count).find(|&next| stays[next]);
        if let Some(next) = next.filter(|&next| stays[place] && next != (place + 1) % count) {
            let (one, other) = (face.corners[place].vertex.index() as u32, face.corners[next].vertex.index() as u32);
            face.corners[place].edge = EdgeId(DIAGONAL | (one.min(other) & 0x3fff) << 14 | one.max(other) & 0x3fff);
        }
    }
    let mut place = 0;
    face.corners.retain(|_| {
        place += 1;
        stays[place - 1]
    });
}

/// Marks ids that are not edges of parry. Larger than parry's edge ids, smaller than the limit of
/// feature ids.
const DIAGONAL: u32 = 1 << 28;

impl SupportMap<Vec3> for Polyhedron<'_> {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        let Support { point, id } = self.support_wide(direction.as_dvec3());
        Support { point: point.as_vec3(), id }
    }

    fn support_wide(&self, direction: DVec3) -> Support<DVec3> {
        let mut best = (0, f64::NEG_INFINITY);
        for (index, point) in self.hull.points().iter().enumerate() {
            let along = point.as_dvec3().dot(direction);
            if along > best.1 {
                best = (index, along);
            }
        }
        let point = self.hull.points().get(best.0).map_or(DVec3::ZERO, |point| point.as_dvec3());
        Support { point, id: Some(VertexId::new(best.0)) }
    }

    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        self.hull.points().get(id.index()).copied()
    }

    fn center(&self) -> Vec3 {
        self.center
    }

    fn radius_about_center(&self) -> f32 {
        self.radius_about_center
    }

    /// The rounding error of a dot product in `f64`.
    fn error(&self) -> f32 {
        self.error
    }
}

impl Convex<Vec3> for Polyhedron<'_> {
    fn face(&self, direction: Vec3, face: &mut Face<Vec3>) {
        let toward = direction.as_dvec3().normalize_or_zero();
        if !(self.facing(toward, face) && self.flatten(toward, face)) {
            Sampled(*self).face(direction, face);
        }
    }
}

/// The same support map, with faces sampled from it.
struct Sampled<'s>(Polyhedron<'s>);

impl SupportMap<Vec3> for Sampled<'_> {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        self.0.support(direction)
    }

    fn support_wide(&self, direction: DVec3) -> Support<DVec3> {
        self.0.support_wide(direction)
    }

    fn center(&self) -> Vec3 {
        self.0.center
    }

    fn radius_about_center(&self) -> f32 {
        self.0.radius_about_center
    }

    fn error(&self) -> f32 {
        self.0.error
    }
}

impl Convex<Vec3> for Sampled<'_> {}

#[cfg(test)]
mod tests {
    use super::Polyhedron;
    use clinch_shapes::{Convex, Face};
    use clinch_support::SupportMap;
    use glam::{DVec3, Vec3};
    use rapier3d::parry::shape::ConvexPolyhedron;

    fn brick(at: Vec3) -> ConvexPolyhedron {
        let corner = |i: usize| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32 * 2.0, (i >> 2) as f32 * 3.0);
        ConvexPolyhedron::from_convex_hull(&(0..8).map(|i| corner(i) + at).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_brick_has_six_faces_of_four_and_shares_each_edge() {
        let hull = brick(Vec3::new(100.0, 0.0, 0.0));
        let shape = Polyhedron::new(&hull).unwrap();
        assert_eq!(shape.center(), Vec3::new(100.5, 1.0, 1.5));
        assert!(f64::from(shape.radius_about_center()) >= DVec3::new(0.5, 1.0, 1.5).length() && shape.radius_about_center() < 1.9);
        let mut edges = std::collections::BTreeMap::new();
        let mut face = Face::new();
        for direction in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|axis| [axis, -axis]) {
            shape.face(direction + Vec3::splat(0.1), &mut face);
            let at = |i: usize| face.corners[i % 4].point;
            assert_eq!(face.corners.len(), 4);
            assert!((at(1) - at(0)).cross(at(2) - at(1)).dot(direction) > 0.0, "counter-clockwise from outside");
            for i in 0..4 {
                let ends = [face.corners[i].vertex, face.corners[(i + 1) % 4].vertex];
                let ends = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                assert_eq!(*edges.entry(face.corners[i].edge).or_insert(ends), ends, "both faces of an edge give it the same ends");
            }
        }
        assert_eq!(edges.len(), 12);
    }

    #[test]
    fn a_merged_face_that_is_not_planar_gives_the_part_that_faces_the_direction() {
        // A roof with slopes of 0.5°, which parry merges into one face.
        let roof = [(-1.0, 0.0), (0.0, 0.008), (1.0, 0.0), (1.0, -1.0), (-1.0, -1.0)];
        let points: Vec<Vec3> = roof.iter().flat_map(|&(x, y)| [Vec3::new(x, y, -1.0), Vec3::new(x, y, 1.0)]).collect();
        let hull = ConvexPolyhedron::from_convex_hull(&points).unwrap();
        assert_eq!(hull.faces().iter().filter(|face| face.normal.y > 0.9).count(), 1, "parry merges them");
        let shape = Polyhedron::new(&hull).unwrap();
        let mut face = Face::new();
        for (direction, side) in [(Vec3::new(0.1, 1.0, 0.0), 1.0), (Vec3::new(-0.1, 1.0, 0.0), -1.0)] {
            shape.face(direction, &mut face);
            assert_eq!(face.corners.len(), 4, "{face:?}");
            assert!(face.corners.iter().all(|corner| corner.point.x * side >= 0.0), "{face:?}");
            let edges: std::collections::BTreeSet<_> = face.corners.iter().map(|corner| corner.edge).collect();
            assert_eq!(edges.len(), 4);
        }
    }
}

//! The face of a shape that is made of several shapes, from the faces of its parts.
//!
//! * The feature of such a shape in its support plane for a normal is computed from those of its
//!   parts. So only the normal has to be found.
//! * The candidates are the normals of the parts' faces along the direction. A face that no part
//!   has, such as one between two edges, is found by support queries around the direction, first
//!   near it and then farther out.
//! * Of the candidates that have a face, the one whose normal is closest to the direction is
//!   chosen; else an edge; else the result is `None`.
//! * A direction that is off the normal of a face by little more than rounding has a part of that
//!   face within rounding of its support plane: a body that leans by 1e-4 would stand on a sliver.
//!   So a face that is part of another candidate's face is that face, and so is an edge.

use clinch_support::{Scalar, Vector, normalize_or_zero};
use smallvec::SmallVec;

use crate::convex::Convex;
use crate::face::{Corner, EdgeId, Face, STEEP_FACE};
use crate::feature::{Corners, is_face, normal, vertex_or};
use crate::map_bounds::largest_coordinate;
use crate::sampled_face::{TILT, sample_feature};

/// The tangents of the tilts at which faces are searched that no part has. Every face found is
/// checked, so larger tilts would find no wrong face; but they rarely find one, because their
/// support points are on different faces.
const TILTS: [f64; 4] = [TILT / 32.0, TILT, 8.0 * TILT, 32.0 * TILT];

/// Unit normals of candidate faces.
pub(crate) struct CandidateNormals<W>(SmallVec<[W; 8]>);

impl<W: Vector<Scalar = f64, Wide = W>> CandidateNormals<W> {
    /// The direction itself, of any length, is the first candidate: a face exactly along it needs
    /// no search.
    pub(crate) fn from_direction(direction: W) -> Self {
        Self(SmallVec::from_iter([normalize_or_zero(direction)]))
    }

    /// Adds the normal of a part's face along the direction, if the part has a face there.
    pub(crate) fn add_face_normal<V: Vector<Wide = W>, S: Convex<V> + ?Sized>(&mut self, part: &S, face: &mut Face<V>) {
        part.face(V::narrow(self.0[0]), face);
        let corners: Corners<W> = face.corners.iter().map(|&corner| widen(corner)).collect();
        if is_face(&corners) {
            self.0.push(normal(&corners, self.0[0]));
        }
    }

    /// The feature of the whole shape along the direction: the best face among the candidates and
    /// those found around the direction, or an edge, or `None`. `at` gives the feature of the whole
    /// shape in the support plane of a normal.
    pub(crate) fn best_feature<V: Vector<Wide = W>, M: Convex<V> + ?Sized>(
        mut self,
        whole: &M,
        at: impl Fn(W) -> Corners<W>,
    ) -> Option<Corners<W>> {
        let direction = self.0[0];
        let mut edge = None;
        for tilt in TILTS {
            let sampled = sample_feature(whole, direction, tilt);
            if sampled.len() > 1 {
                let normal = normal(&sampled, direction);
                if !is_face(&sampled) {
                    edge = edge.or(Some(normal));
                } else if is_face(&at(normal)) {
                    // Checked, because tilted queries may find corners of several faces whose
                    // normals are close.
                    self.0.push(normal);
                    break;
                }
            }
        }
        let facing = |normal: &W| normal.dot(direction);
        self.0.sort_by(|a, b| facing(b).total_cmp(&facing(a)));
        let steep = self.0.iter().position(|normal| !(facing(normal) >= STEEP_FACE)).unwrap_or(self.0.len());
        let faces = self.0[..steep].iter().map(|&normal| (normal, at(normal)));
        if let Some(face) = whole_feature(whole, faces.filter(|(_, corners)| is_face(corners))) {
            return Some(face);
        }
        // An edge perpendicular to the direction is in the support plane of the direction.
        let edges = [Some(direction), edge].into_iter().flatten().map(|normal| (normal, at(normal)));
        whole_feature(whole, edges.filter(|(_, corners)| corners.len() > 1))
    }
}

/// The first of several features of a shape with their normals, or, if that is only a part of
/// another one, the whole.
fn whole_feature<V: Vector, M: Convex<V> + ?Sized>(
    shape: &M,
    mut features: impl Iterator<Item = (V::Wide, Corners<V::Wide>)>,
) -> Option<Corners<V::Wide>> {
    let (_, first) = features.next()?;
    let contains_first = |(normal, corners): &(V::Wide, Corners<V::Wide>)| {
        let tolerance = 2.0 * coplanar_tolerance(shape) + unevenness(shape, corners);
        let is_in_plane = |corner: &Corner<V::Wide>| (corner.point - corners[0].point).dot(*normal).abs() <= tolerance;
        around(corners) > around(&first) && first.iter().all(is_in_plane)
    };
    let whole = features.find(contains_first);
    whole.map(|(_, corners)| corners).or(Some(first))
}

/// The length around a feature. A part of a convex one has less.
fn around<W: Vector<Scalar = f64>>(corners: &[Corner<W>]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(corner, next)| (next.point - corner.point).length()).sum()
}

/// The depth below a support plane up to which a corner belongs to the feature there, in ε of the
/// scalar times the radius of the shape. Larger: corners above the surface they should rest on
/// become contacts. Smaller: the rounding of a normal removes corners from a face.
const COPLANAR: f64 = 64.0;

/// The length up to which corners of a shape are in the same plane: rounding of its scalar.
pub(crate) fn coplanar_tolerance<V: Vector, S: Convex<V> + ?Sized>(shape: &S) -> f64 {
    COPLANAR * V::Scalar::EPSILON.widen() * largest_coordinate(shape)
}

/// How far the corners of a face are from one plane at most, in parts of the largest coordinate:
/// those of a hull that joins faces are within this. Larger: corners that are in no plane count as
/// a face.
const UNEVEN: f64 = 1.0 / 8192.0;

/// The height of the corners of a face of a shape above each other, along its normal.
pub(crate) fn unevenness<V: Vector, S: Convex<V> + ?Sized>(shape: &S, corners: &[Corner<V::Wide>]) -> f64 {
    if V::DIM == 2 || corners.len() < 4 {
        return 0.0;
    }
    let normal = normal(corners, V::Wide::ZERO);
    let heights = corners.iter().map(|corner| normal.dot(corner.point - corners[0].point));
    let (low, high) = heights.fold((0.0_f64, 0.0_f64), |(low, high), height| (low.min(height), high.max(height)));
    (high - low).min(UNEVEN * largest_coordinate(shape))
}

/// The feature of a shape's core in its support plane for a unit normal, to within a length: a
/// face, an edge, or at least a vertex.
pub(crate) fn in_support_plane<V: Vector, S: Convex<V> + ?Sized>(shape: &S, normal: V::Wide, tolerance: f64) -> Corners<V::Wide> {
    let mut face = Face::new();
    shape.face(V::narrow(normal), &mut face);
    let top = shape.support_wide(normal);
    let height = top.point.dot(normal);
    let corners: Corners<V::Wide> = face.corners.iter().map(|&corner| widen(corner)).collect();
    let tolerance = tolerance + unevenness(shape, &corners);
    let is_in_plane = |corner: &Corner<V>| (height - corner.point.widen().dot(normal)).abs() <= tolerance;
    let count = face.corners.len();
    // Start where the remaining part starts: of a convex polygon, one run of corners remains.
    let start = (0..count)
        .find(|&index| is_in_plane(&face.corners[index]) && !is_in_plane(&face.corners[(index + count - 1) % count]))
        .unwrap_or(0);
    let around = (0..count).map(|step| face.corners[(start + step) % count]);
    let mut corners: Corners<V::Wide> =
        around.filter(is_in_plane).map(|Corner { point, vertex, edge }| Corner { point: point.widen(), vertex, edge }).collect();
    match &mut corners[..] {
        [] => corners.push(Corner { point: top.point, vertex: vertex_or(&top, 0), edge: EdgeId(0) }),
        // The support point has not been rounded to the scalar, unlike the corner of the face.
        [lone] if top.id.is_none_or(|id| id == lone.vertex) => lone.point = top.point,
        [first, second] => second.edge = first.edge,
        _ => {}
    }
    corners
}

/// A corner in `f64`.
pub(crate) fn widen<V: Vector>(corner: Corner<V>) -> Corner<V::Wide> {
    Corner { point: corner.point.widen(), vertex: corner.vertex, edge: corner.edge }
}

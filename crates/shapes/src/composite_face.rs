//! The face of a shape that is made of several, from the faces of its parts.
//!
//! * What such a shape has in the support plane of a normal is put together from what its parts have there; so the question is only, which normal.
//! * The faces of the parts that look along the direction bring theirs. Faces that no part has, as those between two edges, are found by asking
//!   the support map around the direction, near it first and then farther out.
//! * Of all that turn out to be faces the one that looks most along the direction is taken; else an edge, else nothing.

use clinch_support::{Scalar, SupportMap, Vector, normalize_or_zero};
use smallvec::SmallVec;

use crate::convex::Convex;
use crate::face::{Corner, EdgeId, Face, STEEP_FACE};
use crate::feature::{Corners, is_face, normal, vertex_of};
use crate::sampled_face::{TILT, feature};

/// How far out faces are looked for that no part brings, as tangents of the tilt. What is found is checked, so larger ones would find no wrong face, but
/// seldom a right one: their support points are on different faces.
const TILTS: [f64; 4] = [TILT / 32.0, TILT, 8.0 * TILT, 32.0 * TILT];

/// The unit normals to try, in the order in which they look along the direction.
pub(crate) struct Normals<W>(SmallVec<[W; 8]>);

impl<W: Vector<Scalar = f64, Wide = W>> Normals<W> {
    /// The direction itself (of any length): what looks along it exactly is found there.
    pub(crate) fn of(direction: W) -> Self {
        Self(SmallVec::from_iter([normalize_or_zero(direction)]))
    }

    /// The normal of the face of a part along the direction, if it has one.
    pub(crate) fn add_of<V: Vector<Wide = W>, S: Convex<V> + ?Sized>(&mut self, part: &S, face: &mut Face<V>) {
        part.face(V::narrow(self.0[0]), face);
        let corners: Corners<W> = face.corners.iter().map(|&corner| widen(corner)).collect();
        if is_face(&corners) {
            self.0.push(normal(&corners, self.0[0]));
        }
    }

    /// What the whole has along the direction: the best face among these normals and those around, or an edge, or `None`. `at` tells what it
    /// has in the support plane of a normal.
    pub(crate) fn best<V: Vector<Wide = W>, M: SupportMap<V> + ?Sized>(
        mut self,
        whole: &M,
        at: impl Fn(W) -> Corners<W>,
    ) -> Option<Corners<W>> {
        let direction = self.0[0];
        let mut edge = None;
        for tilt in TILTS {
            let found = feature(whole, direction, tilt);
            if found.len() > 1 {
                let normal = normal(&found, direction);
                if !is_face(&found) {
                    edge = edge.or(Some(normal));
                } else if is_face(&at(normal)) {
                    // Checked, for of faces that look nearly the same way the tilts find corners of several.
                    self.0.push(normal);
                    break;
                }
            }
        }
        let facing = |normal: &W| normal.dot(direction);
        self.0.sort_by(|a, b| facing(b).total_cmp(&facing(a)));
        let steep = self.0.iter().position(|normal| !(facing(normal) >= STEEP_FACE)).unwrap_or(self.0.len());
        let faces = self.0[..steep].iter().map(|&normal| at(normal)).find(|corners| is_face(corners));
        // An edge that lies across the direction is in its own support plane.
        faces.or_else(|| [Some(direction), edge].into_iter().flatten().map(at).find(|corners| corners.len() > 1))
    }
}

/// How far below its support plane a corner still belongs to the feature there, in ε of the scalar times the reach of the shape. Larger: corners are
/// called contacts that lie above what they rest on. Smaller: rounding of a normal takes corners from a face.
const LEVEL: f64 = 64.0;

/// A length below which a shape's corners are level: rounding of its scalar.
pub(crate) fn slack<V: Vector, S: Convex<V> + ?Sized>(shape: &S) -> f64 {
    LEVEL * V::Scalar::EPSILON.widen() * (shape.radius_about_center().widen() + shape.center().max_abs().widen())
}

/// What the core of a shape has in its support plane of this unit normal, to within a length: a face, an edge, or at least a vertex.
pub(crate) fn in_support_plane<V: Vector, S: Convex<V> + ?Sized>(shape: &S, normal: V::Wide, slack: f64) -> Corners<V::Wide> {
    let mut face = Face::new();
    shape.face(V::narrow(normal), &mut face);
    let top = shape.support_wide(normal);
    let height = top.point.dot(normal);
    let stays = |corner: &Corner<V>| (height - corner.point.widen().dot(normal)).abs() <= slack;
    let count = face.corners.len();
    // Begin where the part that stays begins: what stays of a convex polygon is one run.
    let start = (0..count).find(|&place| stays(&face.corners[place]) && !stays(&face.corners[(place + count - 1) % count])).unwrap_or(0);
    let around = (0..count).map(|step| face.corners[(start + step) % count]);
    let mut corners: Corners<V::Wide> =
        around.filter(stays).map(|Corner { point, vertex, edge }| Corner { point: point.widen(), vertex, edge }).collect();
    match &mut corners[..] {
        [] => corners.push(Corner { point: top.point, vertex: vertex_of(&top, 0), edge: EdgeId(0) }),
        // A point without rounding: that of the face has the scalar's.
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

/// A length in the scalar's own precision, rounded up: what shapes declare of themselves.
pub(crate) fn up<V: Vector>(length: f64) -> V::Scalar {
    V::Scalar::narrow_up(length)
}

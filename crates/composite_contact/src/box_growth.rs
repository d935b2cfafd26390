//! The growth of a box that overlaps a triangle, in closed form.
//!
//! * In coordinates in which the box is the cube from −1 to 1, it reaches a point at the scale of
//!   the largest |coordinate|. That is a convex function; its least value on the triangle is the
//!   scale at which the growing box first touches it.
//! * On the plane it is least at m, the point of the deepest corner (`border.rs`). If m is not in
//!   the triangle, the least value is on an edge. There each of the six faces is a linear function
//!   of the way along the edge, and the scale is the largest of them. From one end, the walk goes
//!   from face to face until the largest no longer falls.
//! * Where it ends inside of the edge, two faces meet: the edges of box and triangle cross. At the
//!   end of the edge the vertex is on one face.

use clinch_contact::Space;
use clinch_shapes::Core;
use clinch_support::{Vector, normalize_or_zero};

use crate::body::Body;
use crate::facing_facet::FacingFacet;
use crate::growth::{Growth, TOUCHING};
use crate::part::Part;

/// The number of faces of a box, which the walk along an edge cannot exceed.
const FACES: usize = 6;

/// The least ratio of half extents. Smaller: rounding in the direction of the longest exceeds the
/// shortest.
const FLATTEST: f64 = 1.0 / (1 << 20) as f64;

/// A face of the cube: the coordinate `axis` times `sign` is 1.
#[derive(Clone, Copy)]
struct CubeFace {
    axis: usize,
    sign: f64,
}

/// The scale along an edge, as far as one face decides it.
#[derive(Clone, Copy)]
struct Line {
    face: CubeFace,
    /// At the start of the edge.
    scale: f64,
    /// Its growth along the whole edge.
    slope: f64,
}

/// The place of an edge that the growing box reaches first.
struct FirstOfEdge {
    scale: f64,
    /// The part of the way along the edge.
    fraction: f64,
    /// What touches there, and the part that each face has in the normal.
    faces: [(CubeFace, f64); 2],
}

/// As [`grow`](crate::growth::grow), of a body whose core is a box about its middle. `None` of all
/// others, of boxes that are nearly plates, if the middle is on the triangle, and if the box
/// touches the face of the triangle first.
pub(crate) fn grow_box<V: Space>(triangle: &FacingFacet<V::Wide>, part: &Part<'_, V>, body: &Body<V>) -> Option<Growth<V::Wide>> {
    let Core::Box(cuboid) = part.pair.b.core() else { return None };
    let &[a, b, c] = triangle.corners() else { return None };
    let half = cuboid.half().widen();
    let least = (0..3).map(|axis| half.get(axis)).fold(f64::INFINITY, f64::min);
    if body.middle_in_b != V::Wide::ZERO || !(least > FLATTEST * half.max_abs()) {
        return None;
    }
    let in_cube = |corner: V::Wide| {
        let in_box = body.frame.to_b(corner);
        V::Wide::from_fn(|axis| in_box.get(axis) / half.get(axis))
    };
    let [u, v, w] = [a, b, c].map(in_cube);
    let edges = [([a, b], [u, v]), ([b, c], [v, w]), ([c, a], [w, u])];
    let mut first: Option<(FirstOfEdge, [V::Wide; 2])> = None;
    for (edge, in_cube) in edges {
        let found = first_of_edge(in_cube)?;
        if first.as_ref().is_none_or(|(before, _)| found.scale < before.scale) {
            first = Some((found, edge));
        }
    }
    let (found, [from, to]) = first?;
    let in_box = body.frame.direction_in_b(triangle.normal);
    let width = (0..3).map(|axis| in_box.get(axis).abs() * half.get(axis)).sum::<f64>();
    let of_plane = triangle.height(body.middle) / width;
    let lowest = body.frame.direction_in_a(V::Wide::from_fn(|axis| half.get(axis) * (-in_box.get(axis)).signum()));
    // Of a face of the box that is parallel to the plane all points are reached at once.
    let is_parallel = (found.scale - of_plane) * least <= TOUCHING * body.reach;
    if is_parallel || !(found.scale > 0.0) || triangle.is_below(body.middle + lowest * of_plane) {
        return None;
    }
    let outward = V::Wide::from_fn(|axis| {
        let of_face = |&(face, share): &(CubeFace, f64)| if face.axis == axis { face.sign * share } else { 0.0 };
        found.faces.iter().map(of_face).sum::<f64>() / half.get(axis)
    });
    let normal = normalize_or_zero(-body.frame.direction_in_a(outward));
    let growth = Growth { normal, scale: found.scale, point: from + (to - from) * found.fraction };
    (normal != V::Wide::ZERO).then_some(growth)
}

/// The least scale along an edge, in the coordinates of the cube. `None` if it goes through the
/// middle, or a coordinate is not finite.
fn first_of_edge<W: Vector<Scalar = f64>>([from, to]: [W; 2]) -> Option<FirstOfEdge> {
    let lines = |index: usize| {
        let (axis, sign) = (index / 2, if index.is_multiple_of(2) { 1.0 } else { -1.0 });
        Line { face: CubeFace { axis, sign }, scale: sign * from.get(axis), slope: sign * (to.get(axis) - from.get(axis)) }
    };
    // Of equally large ones the one that grows fastest.
    let is_above = |one: &Line, other: &Line| one.scale > other.scale || one.scale == other.scale && one.slope > other.slope;
    let mut line = (1..FACES).fold(lines(0), |top, index| if is_above(&lines(index), &top) { lines(index) } else { top });
    let mut fraction = 0.0;
    for _ in 0..FACES {
        if line.slope >= 0.0 {
            // The start of the edge, or of a face along which the scale grows.
            return Some(FirstOfEdge { scale: line.scale + line.slope * fraction, fraction, faces: [(line.face, 1.0), (line.face, 0.0)] });
        }
        let mut next: Option<(f64, Line)> = None;
        for other in (0..FACES).map(lines).filter(|other| other.slope > line.slope) {
            let crossing = (line.scale - other.scale) / (other.slope - line.slope);
            let is_sooner = |&(soonest, before): &(f64, Line)| crossing < soonest || crossing == soonest && other.slope > before.slope;
            if next.as_ref().is_none_or(is_sooner) {
                next = Some((crossing, other));
            }
        }
        let (crossing, other) = next?;
        if !(crossing < 1.0) {
            return Some(FirstOfEdge { scale: line.scale + line.slope, fraction: 1.0, faces: [(line.face, 1.0), (line.face, 0.0)] });
        }
        if other.slope >= 0.0 {
            // Both directions along the edge: the normal is perpendicular to it.
            let share = other.slope / (other.slope - line.slope);
            let scale = line.scale + line.slope * crossing;
            let is_middle = other.face.axis == line.face.axis;
            return (!is_middle).then_some(FirstOfEdge {
                scale,
                fraction: crossing,
                faces: [(line.face, share), (other.face, 1.0 - share)],
            });
        }
        (line, fraction) = (other, crossing);
    }
    None
}

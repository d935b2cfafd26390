//! The defects of the surface of a polyhedron.

use core::fmt;

use crate::error::ShapeError;

/// The first defect of a mesh or of a hull. Faces and vertices are given by their indices in the
/// lists given, or by their ids. Distances are in the unit of the points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HullDefect {
    /// There are no points, too many, or one that is not finite.
    Points(ShapeError),
    /// A face has a vertex that does not exist.
    NoSuchVertex {
        /// The face.
        face: usize,
        /// The index of the vertex.
        vertex: usize,
    },
    /// A face has fewer than three corners.
    FewCorners {
        /// The face.
        face: usize,
        /// The number of its corners.
        corners: usize,
    },
    /// A face has a vertex twice.
    RepeatedCorner {
        /// The face.
        face: usize,
        /// The vertex.
        vertex: usize,
    },
    /// An edge has only one face: there is a hole beside it.
    Open {
        /// The face.
        face: usize,
        /// The ends, in the order of the face.
        edge: [usize; 2],
    },
    /// An edge has more than two faces.
    Crowded {
        /// The first of the faces.
        face: usize,
        /// The ends, in the order of that face.
        edge: [usize; 2],
        /// The number of its faces.
        faces: usize,
    },
    /// The winding of a face disagrees with that of its neighbours. If there are several, the one
    /// that disagrees with the largest share of its neighbours.
    Winding {
        /// The face.
        face: usize,
    },
    /// All faces are clockwise from outside.
    InsideOut,
    /// The faces are closed, but not one surface without holes: several bodies, parts that touch in
    /// a vertex, or a hole through the body.
    NotOneSurface {
        /// The number of vertices that have faces.
        vertices: usize,
        /// The number of edges.
        edges: usize,
        /// The number of faces. For a polyhedron without holes, vertices − edges + faces is 2.
        faces: usize,
    },
    /// The corners of a face are not coplanar.
    NotFlat {
        /// The face.
        face: usize,
        /// The corner farthest from the plane of the face.
        vertex: usize,
        /// The distance.
        distance: f64,
    },
    /// A vertex is beyond the plane of a face: one of the two is in a dent.
    NotConvex {
        /// The face.
        face: usize,
        /// The vertex farthest beyond it.
        vertex: usize,
        /// The distance.
        distance: f64,
    },
    /// The corners of a face are not a convex polygon.
    FaceNotConvex {
        /// The face.
        face: usize,
        /// A corner that turns the wrong way, or where the face begins its second turn.
        vertex: usize,
    },
    /// A vertex has no face.
    NoFace {
        /// The vertex.
        vertex: usize,
    },
    /// The normal of a face is not a unit vector, or not outward for the order of the corners.
    Normal {
        /// The face.
        face: usize,
    },
    /// The links between faces, edges and vertices contradict each other.
    Links {
        /// A half-edge whose links are wrong.
        half_edge: u32,
    },
    /// A vertex is farther from the center than the radius.
    OutsideRadius {
        /// The vertex.
        vertex: usize,
    },
    /// The radius is much larger than the vertices need. Tolerances are proportional to it.
    RadiusTooLarge {
        /// The radius given.
        radius: f64,
        /// The largest radius of a cooked hull of these vertices.
        limit: f64,
    },
}

impl fmt::Display for HullDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(error) => error.fmt(f),
            Self::NoSuchVertex { face, vertex } => write!(f, "face {face} has vertex {vertex}, which does not exist"),
            Self::FewCorners { face, corners } => write!(f, "face {face} has {corners} corners, at least 3 are needed"),
            Self::RepeatedCorner { face, vertex } => write!(f, "face {face} has vertex {vertex} twice"),
            Self::Open { face, edge: [from, to] } => write!(f, "the edge {from} → {to} of face {face} has no face on its other side"),
            Self::Crowded { face, edge: [from, to], faces } => write!(f, "the edge {from} → {to} of face {face} has {faces} faces"),
            Self::Winding { face } => write!(f, "the winding of face {face} disagrees with that of its neighbours"),
            Self::InsideOut => write!(f, "all faces are clockwise as seen from outside"),
            Self::NotOneSurface { vertices, edges, faces } => {
                write!(f, "{vertices} vertices, {edges} edges and {faces} faces are not the surface of one body without holes")
            }
            Self::NotFlat { face, vertex, distance } => write!(f, "vertex {vertex} is {distance} off the plane of its face {face}"),
            Self::NotConvex { face, vertex, distance } => write!(f, "vertex {vertex} is {distance} beyond face {face}"),
            Self::FaceNotConvex { face, vertex } => write!(f, "face {face} is not convex at vertex {vertex}"),
            Self::NoFace { vertex } => write!(f, "vertex {vertex} has no face"),
            Self::Normal { face } => write!(f, "the normal of face {face} is not an outward unit vector"),
            Self::Links { half_edge } => write!(f, "the links of half-edge {half_edge} contradict each other"),
            Self::OutsideRadius { vertex } => write!(f, "vertex {vertex} is farther from the center than the radius"),
            Self::RadiusTooLarge { radius, limit } => {
                write!(f, "a radius of {radius} is too large for the vertices, the limit is {limit}")
            }
        }
    }
}

impl core::error::Error for HullDefect {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Points(error) => Some(error),
            _ => None,
        }
    }
}

/// Whether the corner loops are one closed surface with consistent winding. Vertices without a face
/// do not count.
pub(super) fn closed_surface(faces: &[Vec<usize>], vertices: usize) -> Result<(), HullDefect> {
    let mut used = vec![usize::MAX; vertices];
    for (face, corners) in faces.iter().enumerate() {
        if corners.len() < 3 {
            return Err(HullDefect::FewCorners { face, corners: corners.len() });
        }
        for &vertex in corners {
            match used.get_mut(vertex) {
                None => return Err(HullDefect::NoSuchVertex { face, vertex }),
                Some(last) if *last == face => return Err(HullDefect::RepeatedCorner { face, vertex }),
                Some(last) => *last = face,
            }
        }
    }
    // (lower end, upper end, face, whether the face goes from the lower to the upper). Sorting
    // brings the sides of an edge together.
    let mut sides: Vec<(usize, usize, usize, bool)> = Vec::new();
    for (face, corners) in faces.iter().enumerate() {
        let next = corners.iter().cycle().skip(1);
        sides.extend(corners.iter().zip(next).map(|(&a, &b)| (a.min(b), a.max(b), face, a < b)));
    }
    sides.sort_unstable();
    let edges = || sides.chunk_by(|s, t| (s.0, s.1) == (t.0, t.1));
    let mut clashes = vec![0_usize; faces.len()];
    // The first face in the list with an open or crowded edge is reported.
    let mut worst: Option<(usize, HullDefect)> = None;
    for edge in edges() {
        match *edge {
            [(.., f, along), (.., g, other)] => {
                clashes[f] += usize::from(along == other);
                clashes[g] += usize::from(along == other);
            }
            [(low, high, face, along), ..] if worst.as_ref().is_none_or(|(least, _)| face < *least) => {
                let edge_of_face = if along { [low, high] } else { [high, low] };
                worst = Some((
                    face,
                    match edge.len() {
                        1 => HullDefect::Open { face, edge: edge_of_face },
                        faces => HullDefect::Crowded { face, edge: edge_of_face, faces },
                    },
                ));
            }
            _ => {}
        }
    }
    if let Some((_, defect)) = worst {
        return Err(defect);
    }
    // a/b > c/d without a division.
    let share_is_larger = |f: usize, g: usize| clashes[f] * faces[g].len() > clashes[g] * faces[f].len();
    let face = (0..faces.len()).fold(0, |most, face| if share_is_larger(face, most) { face } else { most });
    if clashes.get(face).is_some_and(|&clashes| clashes > 0) {
        return Err(HullDefect::Winding { face });
    }
    let count = [used.iter().filter(|&&last| last != usize::MAX).count(), edges().count(), faces.len()];
    let [vertices, edges, faces] = count;
    if vertices + faces == edges + 2 { Ok(()) } else { Err(HullDefect::NotOneSurface { vertices, edges, faces }) }
}

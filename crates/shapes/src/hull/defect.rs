//! What can be wrong with the surface of a polyhedron, by name.

use core::fmt;

use crate::error::ShapeError;

/// The first thing found wrong with a mesh, or with a hull that checks itself. Faces and vertices are named by their places in the lists given, or
/// by their ids; distances are in the unit of the points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HullDefect {
    /// The points are no cloud: none, too many, or one that is not finite.
    Points(ShapeError),
    /// A face names a vertex that does not exist.
    NoSuchVertex {
        /// The face.
        face: usize,
        /// The index it has.
        vertex: usize,
    },
    /// A face has fewer than three corners.
    FewCorners {
        /// The face.
        face: usize,
        /// How many it has.
        corners: usize,
    },
    /// A face comes to a vertex twice.
    RepeatedCorner {
        /// The face.
        face: usize,
        /// The vertex.
        vertex: usize,
    },
    /// An edge has one face only: there is a hole beside it.
    Open {
        /// The face.
        face: usize,
        /// From and to, as the face goes round.
        edge: [usize; 2],
    },
    /// An edge has more than two faces.
    Crowded {
        /// The first of the faces.
        face: usize,
        /// From and to, as that face goes round.
        edge: [usize; 2],
        /// How many faces there are.
        faces: usize,
    },
    /// A face goes round the other way than its neighbours do. If there are several, the one that disagrees with the largest share of its neighbours.
    Winding {
        /// The face.
        face: usize,
    },
    /// All faces are clockwise from outside.
    InsideOut,
    /// The faces close, but not to one surface like a ball's: several bodies, or parts that touch in a vertex, or a hole right through.
    NotOneSurface {
        /// How many vertices have faces.
        vertices: usize,
        /// How many edges there are.
        edges: usize,
        /// How many faces there are. Of a polyhedron without holes, vertices − edges + faces is 2.
        faces: usize,
    },
    /// The corners of a face do not lie in a plane.
    NotFlat {
        /// The face.
        face: usize,
        /// The corner farthest from the plane of the face.
        vertex: usize,
        /// How far.
        distance: f64,
    },
    /// A vertex lies beyond a face: one of the two is in a dent.
    NotConvex {
        /// The face.
        face: usize,
        /// The vertex farthest beyond it.
        vertex: usize,
        /// How far.
        distance: f64,
    },
    /// The normal of a face is not of length 1, or does not look outward as its corners go round.
    Normal {
        /// The face.
        face: usize,
    },
    /// The links between faces, edges and vertices contradict each other.
    Links {
        /// A half-edge that leads astray.
        half_edge: u32,
    },
    /// A vertex is farther from the center than the extent.
    BeyondExtent {
        /// The vertex.
        vertex: usize,
    },
}

impl fmt::Display for HullDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(error) => error.fmt(f),
            Self::NoSuchVertex { face, vertex } => write!(f, "face {face} names vertex {vertex}, which does not exist"),
            Self::FewCorners { face, corners } => write!(f, "face {face} has {corners} corners, it needs three"),
            Self::RepeatedCorner { face, vertex } => write!(f, "face {face} comes to vertex {vertex} twice"),
            Self::Open { face, edge: [from, to] } => write!(f, "the edge {from} → {to} of face {face} has no face on its other side"),
            Self::Crowded { face, edge: [from, to], faces } => write!(f, "the edge {from} → {to} of face {face} has {faces} faces"),
            Self::Winding { face } => write!(f, "face {face} goes round the other way than its neighbours"),
            Self::InsideOut => write!(f, "all faces are clockwise from outside"),
            Self::NotOneSurface { vertices, edges, faces } => {
                write!(f, "{vertices} vertices, {edges} edges and {faces} faces are not the surface of one body without holes")
            }
            Self::NotFlat { face, vertex, distance } => write!(f, "vertex {vertex} lies {distance} off the plane of its face {face}"),
            Self::NotConvex { face, vertex, distance } => write!(f, "vertex {vertex} lies {distance} beyond face {face}"),
            Self::Normal { face } => write!(f, "the normal of face {face} is not a unit vector that looks outward"),
            Self::Links { half_edge } => write!(f, "half-edge {half_edge} and its neighbours contradict each other"),
            Self::BeyondExtent { vertex } => write!(f, "vertex {vertex} is farther from the center than the extent"),
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

/// Do these corner loops close to one surface, all wound the same way? Vertices that no face names do not count.
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
    // (lower end, upper end, face, whether the face goes from the lower to the upper): the sides of an edge come to stand together.
    let mut sides: Vec<(usize, usize, usize, bool)> = Vec::new();
    for (face, corners) in faces.iter().enumerate() {
        let next = corners.iter().cycle().skip(1);
        sides.extend(corners.iter().zip(next).map(|(&a, &b)| (a.min(b), a.max(b), face, a < b)));
    }
    sides.sort_unstable();
    let edges = || sides.chunk_by(|s, t| (s.0, s.1) == (t.0, t.1));
    let mut clashes = vec![0_usize; faces.len()];
    // The first face in the list that has an open or crowded edge is named.
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
    // a/b > c/d without dividing.
    let share_is_larger = |f: usize, g: usize| clashes[f] * faces[g].len() > clashes[g] * faces[f].len();
    let face = (0..faces.len()).fold(0, |most, face| if share_is_larger(face, most) { face } else { most });
    if clashes.get(face).is_some_and(|&clashes| clashes > 0) {
        return Err(HullDefect::Winding { face });
    }
    let count = [used.iter().filter(|&&last| last != usize::MAX).count(), edges().count(), faces.len()];
    let [vertices, edges, faces] = count;
    if vertices + faces == edges + 2 { Ok(()) } else { Err(HullDefect::NotOneSurface { vertices, edges, faces }) }
}

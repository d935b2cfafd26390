//! The faces of a cell: their directions, corners and edges.
//!
//! Face 2a is that toward −, face 2a + 1 that toward + along axis a. Its corners are
//! counter-clockwise from outside, its edge k leads from corner k to the next, and the diagonal
//! from corner 0 to corner 2 cuts it into the triangles (0, 1, 2) and (0, 2, 3).

/// The indices of a cell along the axes.
pub(crate) type Cell = [i32; 3];

/// The face of a cell toward a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Face(pub(crate) u32);

impl Face {
    pub(crate) const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    fn axis(self) -> usize {
        self.0 as usize / 2
    }

    fn is_positive(self) -> bool {
        self.0 % 2 == 1
    }

    fn toward(axis: usize, positive: bool) -> Self {
        Self(2 * (axis % 3) as u32 + u32::from(positive))
    }

    pub(crate) fn opposite(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The cell beyond the face.
    pub(crate) fn beyond(self, mut cell: Cell) -> Cell {
        cell[self.axis()] += if self.is_positive() { 1 } else { -1 };
        cell
    }

    /// The vertices of the grid at the corners of the face. Vertex v is the lower corner of cell v.
    pub(crate) fn corners(self, cell: Cell) -> [Cell; 4] {
        let steps = if self.is_positive() { [[0, 0], [1, 0], [1, 1], [0, 1]] } else { [[0, 0], [0, 1], [1, 1], [1, 0]] };
        steps.map(|[u, v]| {
            let mut vertex = cell;
            vertex[self.axis()] += i32::from(self.is_positive());
            vertex[(self.axis() + 1) % 3] += u;
            vertex[(self.axis() + 2) % 3] += v;
            vertex
        })
    }

    /// The directions, as faces of the same cell, in which the edges of the face look.
    pub(crate) fn sides(self) -> [Self; 4] {
        let [u, v] = [self.axis() + 1, self.axis() + 2];
        let toward = Self::toward;
        if self.is_positive() {
            [toward(v, false), toward(u, true), toward(v, true), toward(u, false)]
        } else {
            [toward(u, false), toward(v, true), toward(u, true), toward(v, false)]
        }
    }

    /// The triangle of the face, and its edge, that looks in a direction.
    pub(crate) fn edge_toward(self, side: Self) -> (u32, u8) {
        match self.sides().iter().position(|&other| other == side) {
            Some(0) => (0, 0),
            Some(1) => (0, 1),
            Some(2) => (1, 1),
            _ => (1, 2),
        }
    }

    /// The direction in which an edge of one of the triangles looks; `None` for the diagonal.
    pub(crate) fn side(self, half: u32, edge: u8) -> Option<Self> {
        match (half, edge) {
            (0, 0) => Some(self.sides()[0]),
            (0, 1) => Some(self.sides()[1]),
            (1, 1) => Some(self.sides()[2]),
            (1, 2) => Some(self.sides()[3]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Face;

    #[test]
    fn edges_look_out_of_the_face_and_corners_are_counter_clockwise() {
        for face in Face::ALL {
            let corners = face.corners([0; 3]);
            let difference = |a: [i32; 3], b: [i32; 3]| [0, 1, 2].map(|i| b[i] - a[i]);
            let cross = |a: [i32; 3], b: [i32; 3]| [0, 1, 2].map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
            let outward = face.beyond([0; 3]);
            for k in 0..4 {
                let along = difference(corners[k], corners[(k + 1) % 4]);
                assert_eq!(cross(along, difference(corners[(k + 1) % 4], corners[(k + 2) % 4])), outward, "{face:?}");
                assert_eq!(face.sides()[k].beyond([0; 3]), cross(along, outward), "{face:?}, edge {k}");
                let (half, edge) = face.edge_toward(face.sides()[k]);
                assert_eq!(face.side(half, edge), Some(face.sides()[k]));
            }
        }
    }
}

//! The cells of a height field.

/// How a cell is made of triangles. Its corners are at the columns c, c + 1 and the rows r, r + 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Cell {
    /// Two triangles, cut along the diagonal from (r, c) to (r + 1, c + 1).
    #[default]
    Main,
    /// Two triangles, cut along the diagonal from (r, c + 1) to (r + 1, c).
    Anti,
    /// None.
    Hole,
}

impl Cell {
    /// The corners of the two triangles as steps of (row, column), counter-clockwise from above.
    /// Edge 2 of the first and edge 0 of the second are the diagonal.
    pub(crate) fn triangles(self) -> [[(u32, u32); 3]; 2] {
        match self {
            Self::Main | Self::Hole => [[(0, 0), (1, 0), (1, 1)], [(0, 0), (1, 1), (0, 1)]],
            Self::Anti => [[(0, 1), (0, 0), (1, 0)], [(0, 1), (1, 0), (1, 1)]],
        }
    }

    /// What is beyond an edge of one of the triangles.
    pub(crate) fn beyond(self, half: u32, edge: u8) -> Beyond {
        match (self, half, edge) {
            (_, 0, 2) | (_, 1, 0) => Beyond::Diagonal,
            (Self::Main | Self::Hole, 0, 0) | (Self::Anti, 0, 1) => Beyond::Left,
            (Self::Main | Self::Hole, 0, _) | (Self::Anti, 1, 1) => Beyond::Next,
            (Self::Main | Self::Hole, _, 1) | (Self::Anti, 1, _) => Beyond::Right,
            (Self::Main | Self::Hole, _, _) | (Self::Anti, _, _) => Beyond::Previous,
        }
    }

    /// The triangle and edge at a side of the cell.
    pub(crate) fn side(self, side: Beyond) -> (u32, u8) {
        let sides = (0..2).flat_map(|half| (0..3).map(move |edge| (half, edge)));
        sides.into_iter().find(|&(half, edge)| self.beyond(half, edge) == side).unwrap_or((0, 2))
    }
}

/// A side of a cell, or its diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    Diagonal,
    /// Column − 1 and column + 1.
    Left,
    Right,
    /// Row − 1 and row + 1.
    Previous,
    Next,
}

impl Beyond {
    pub(crate) fn opposite(self) -> Self {
        match self {
            Self::Diagonal => Self::Diagonal,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Previous => Self::Next,
            Self::Next => Self::Previous,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Beyond, Cell};

    #[test]
    fn each_side_of_a_cell_is_one_edge() {
        for cell in [Cell::Main, Cell::Anti] {
            for side in [Beyond::Left, Beyond::Right, Beyond::Previous, Beyond::Next] {
                let (half, edge) = cell.side(side);
                let corners = cell.triangles()[half as usize];
                let ends = [corners[usize::from(edge)], corners[(usize::from(edge) + 1) % 3]];
                let at = |(row, column): (u32, u32)| match side {
                    Beyond::Left => column == 0,
                    Beyond::Right => column == 1,
                    Beyond::Previous => row == 0,
                    _ => row == 1,
                };
                assert!(ends.iter().all(|&end| at(end)), "{cell:?} {side:?} {ends:?}");
            }
            let [one, other] = cell.triangles();
            assert_eq!([one[2], one[0]], [other[1], other[0]]);
        }
    }
}

//! The edges of a list of triangles, each with the triangles that it belongs to.
//!
//! Sorted by counting: the sides of triangles are put in a bucket per lower vertex, and each bucket
//! is sorted by the higher one. Linear, but for vertices of very many triangles.

/// A side of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Side {
    /// The higher vertex.
    other: u32,
    /// 4 · triangle + edge.
    place: u32,
}

impl Side {
    pub(crate) fn triangle(self) -> u32 {
        self.place >> 2
    }

    pub(crate) fn edge(self) -> usize {
        (self.place & 3) as usize
    }

    /// The vertices of the edge, in the direction in which the triangle runs along it, and the
    /// vertex opposite.
    pub(crate) fn corners(self, triangles: &[[u32; 3]]) -> [u32; 3] {
        let corners = triangles[self.triangle() as usize];
        [0, 1, 2].map(|step| corners[(self.edge() + step) % 3])
    }
}

/// Calls `found` for each edge, in the order of its vertices, with the sides there in the order of
/// their triangles. Stops at the first error. All indices must be in range.
pub(crate) fn for_each_edge<E>(
    vertices: usize,
    triangles: &[[u32; 3]],
    mut found: impl FnMut([u32; 2], &[Side]) -> Result<(), E>,
) -> Result<(), E> {
    let sides = || {
        triangles.iter().enumerate().flat_map(|(triangle, corners)| {
            (0..3).map(move |edge| {
                let (a, b) = (corners[edge], corners[(edge + 1) % 3]);
                (a.min(b) as usize, Side { other: a.max(b), place: (triangle << 2 | edge) as u32 })
            })
        })
    };
    let mut ends = vec![0_u32; vertices + 1];
    sides().for_each(|(lower, _)| ends[lower + 1] += 1);
    for vertex in 0..vertices {
        ends[vertex + 1] += ends[vertex];
    }
    // `ends[v]` is the start of bucket v now, and its end after the bucket has been filled.
    let mut sorted = vec![Side { other: 0, place: 0 }; 3 * triangles.len()];
    for (lower, side) in sides() {
        sorted[ends[lower] as usize] = side;
        ends[lower] += 1;
    }
    let mut start = 0;
    for (vertex, &end) in ends.iter().enumerate().take(vertices) {
        let bucket = &mut sorted[start..end as usize];
        start = end as usize;
        bucket.sort_unstable();
        for sides in bucket.chunk_by(|one, other| one.other == other.other) {
            found([vertex as u32, sides[0].other], sides)?;
        }
    }
    Ok(())
}

//! What to repair, and what was repaired.

/// What a repair may change. By default nothing: each step is requested by itself. The steps are
/// done in the order of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RepairOptions {
    /// Replace vertices by an earlier one within this distance; 0 for vertices at the same place.
    /// A negative or NaN distance counts as 0. No vertex moves farther, because only vertices that
    /// are themselves not replaced replace others.
    pub weld: Option<f64>,
    /// Drop triangles whose corners are on one line.
    pub drop_degenerate: bool,
    /// Drop triangles with the vertices of an earlier one, in any order.
    pub drop_duplicates: bool,
    /// Split triangles at vertices of other triangles that are within this distance of one of their
    /// boundary edges (T-junctions); 0 for vertices exactly on an edge.
    pub split_t_junctions: Option<f64>,
    /// Reverse triangles.
    pub orient: Orient,
    /// Accept edges of three or more triangles: those whose fronts face each other become
    /// neighbours, and the others have a boundary edge there.
    pub pair_non_manifold: bool,
}

impl RepairOptions {
    /// All steps, with this distance for welding and splitting.
    pub fn all(distance: f64) -> Self {
        Self {
            weld: Some(distance),
            drop_degenerate: true,
            drop_duplicates: true,
            split_t_junctions: Some(distance),
            orient: Orient::Outward,
            pair_non_manifold: true,
        }
    }
}

/// Which triangles a repair reverses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Orient {
    /// None.
    #[default]
    Keep,
    /// As few of each connected component as make its windings agree.
    Consistent,
    /// As [`Consistent`](Self::Consistent), and then all triangles of closed components whose
    /// volume is negative. A cavity, which is such a component on purpose, becomes a solid.
    Outward,
}

/// What a repair has changed. All indices are those of the lists that were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairReport {
    /// Vertices, each with the one that replaced it. They remain in the list, without a triangle.
    pub welded: Vec<[u32; 2]>,
    /// Triangles that were dropped because their corners are on one line.
    pub degenerate: Vec<u32>,
    /// Triangles that were dropped, each with the one that has the same vertices.
    pub duplicates: Vec<[u32; 2]>,
    /// Triangles that were split, each with the vertex. One that is split several times is
    /// repeated.
    pub split: Vec<[u32; 2]>,
    /// Triangles that were reversed.
    pub flipped: Vec<u32>,
    /// The edges of three or more triangles, by their vertices.
    pub non_manifold: Vec<[u32; 2]>,
    /// The given triangle that each triangle of the mesh comes from. In the order of the given
    /// triangles; the pieces of those that were split come last.
    pub sources: Vec<u32>,
}

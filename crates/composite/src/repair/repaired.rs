//! The constructor that repairs.

use core::convert::Infallible;

use clinch_support::Vector;
use glam::DVec3;

use crate::mesh::{MeshData, MeshError, NonManifold, TriMesh, check_lists, for_each_edge};
use crate::repair::draft::Draft;
use crate::repair::drop::{drop_degenerate, drop_duplicates};
use crate::repair::options::{Orient, RepairOptions, RepairReport};
use crate::repair::orient::orient;
use crate::repair::split::split_t_junctions;
use crate::repair::weld::weld;

impl<V: Vector<Wide = DVec3>> TriMesh<V> {
    /// The mesh of these vertices and triangles after the requested repairs, with a report of what
    /// was changed. The vertices keep their indices and places.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), for what is still wrong. Triangles are named by their given indices.
    ///
    /// ```
    /// use clinch_composite::{MeshError, RepairOptions, Sides, TriMesh};
    /// use glam::Vec3;
    ///
    /// // Two triangles of a file in which each has corners of its own, and one is flipped.
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];
    /// let (mesh, report) = TriMesh::repaired(corners, vec![[0, 1, 2], [3, 4, 5]], &RepairOptions::all(0.0))?;
    /// assert_eq!((report.welded, report.flipped), (vec![[3, 1], [4, 2]], vec![1]));
    /// assert_eq!(mesh.shared_triangles(), [[0, 1, 2], [1, 5, 2]]);
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn repaired(vertices: Vec<V>, triangles: Vec<[u32; 3]>, options: &RepairOptions) -> Result<(Self, RepairReport), MeshError> {
        check_lists(&vertices, &triangles)?;
        let mut draft = Draft::new(&vertices, triangles);
        if let Some(distance) = options.weld {
            weld(&mut draft, distance);
        }
        if options.drop_degenerate {
            drop_degenerate(&mut draft);
        }
        if options.drop_duplicates {
            drop_duplicates(&mut draft);
        }
        if let Some(distance) = options.split_t_junctions {
            split_t_junctions(&mut draft, distance);
        }
        if options.orient != Orient::Keep {
            orient(&mut draft, options.orient);
        }
        let mut non_manifold = NonManifold::Refused;
        if options.pair_non_manifold {
            non_manifold = NonManifold::Paired;
            let Ok(()) = for_each_edge::<Infallible>(draft.points.len(), &draft.triangles, |edge, sides| {
                if sides.len() > 2 {
                    draft.report.non_manifold.push(edge);
                }
                Ok(())
            });
        }
        let Draft { triangles, report, .. } = draft;
        let data = MeshData::new(vertices, triangles, non_manifold).map_err(|error| named(error, &report.sources))?;
        Ok((Self::of(data), report))
    }
}

/// The error with the indices of the given triangles.
fn named(error: MeshError, sources: &[u32]) -> MeshError {
    let source = |triangle: u32| sources.get(triangle as usize).copied().unwrap_or(triangle);
    match error {
        MeshError::Collinear { triangle } => MeshError::Collinear { triangle: source(triangle) },
        MeshError::Duplicate { triangles } => MeshError::Duplicate { triangles: triangles.map(source) },
        MeshError::SameDirection { edge, triangles } => MeshError::SameDirection { edge, triangles: triangles.map(source) },
        MeshError::NonManifoldEdge { edge, triangles } => MeshError::NonManifoldEdge { edge, triangles: triangles.map(source) },
        other => other,
    }
}

//! A surface with its triangles, and as a mesh of each library.

#[cfg(feature = "box3d")]
use anyhow::Context;
use clinch::composite::{CompositeSpace, TriMesh};
use glam::Vec3;
use parry3d::shape::TriMeshFlags;

use crate::composite::surface::Surface;

/// A surface that all libraries have built.
pub struct Ground {
    /// The surface.
    pub surface: Surface,
    /// Its vertices.
    pub(crate) vertices: Vec<Vec3>,
    /// Its triangles.
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) clinch: TriMesh<Vec3>,
    pub(crate) parry: parry3d::shape::TriMesh,
    #[cfg(feature = "box3d")]
    pub(crate) box3d: clinch_box3d::Mesh,
}

/// The composite shapes of the stage.
pub(crate) type Composite = <Vec3 as CompositeSpace>::CompositeShape;

impl Ground {
    /// Builds it.
    pub(crate) fn new(surface: Surface) -> anyhow::Result<Self> {
        let (vertices, triangles) = surface.triangles();
        let clinch = TriMesh::new(vertices.clone(), triangles.clone())?;
        let parry = parry_mesh(vertices.clone(), triangles.clone())?;
        #[cfg(feature = "box3d")]
        let box3d = clinch_box3d::Mesh::new(&vertices, &triangles).context("Box3D refuses a surface")?;
        Ok(Self {
            surface,
            vertices,
            triangles,
            clinch,
            parry,
            #[cfg(feature = "box3d")]
            box3d,
        })
    }

    /// The height at a place.
    pub(crate) fn height(&self, x: f64, y: f64) -> f64 {
        self.surface.height(&self.vertices, x, y)
    }
}

/// parry's mesh, such that bodies do not catch on inner edges, as clinch's always is.
pub(crate) fn parry_mesh(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> anyhow::Result<parry3d::shape::TriMesh> {
    Ok(parry3d::shape::TriMesh::with_flags(vertices, triangles, TriMeshFlags::FIX_INTERNAL_EDGES)?)
}

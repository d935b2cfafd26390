//! Triangle meshes.

use std::ptr::{NonNull, null_mut};
use std::rc::Rc;

use box3d_sys::{b3CreateMesh, b3DestroyMesh, b3Mesh, b3MeshData, b3MeshDef, b3RayCastInput, b3RayCastMesh};
use glam::Vec3;

use crate::pose::raw;

/// A triangle mesh. Clones share it.
#[derive(Clone)]
pub struct Mesh(Rc<MeshData>);

struct MeshData(NonNull<b3MeshData>);

impl Drop for MeshData {
    fn drop(&mut self) {
        // SAFETY: the pointer is from `b3CreateMesh`, and this is its only owner.
        unsafe { b3DestroyMesh(self.0.as_ptr()) }
    }
}

impl Mesh {
    /// `b3CreateMesh` with the surface area heuristic, and with the flags of edges, by which bodies
    /// do not catch on inner edges. Triangles are counter-clockwise from in front. `None` if Box3D
    /// refuses it, or an index is out of bounds.
    pub fn new(vertices: &[Vec3], triangles: &[[u32; 3]]) -> Option<Self> {
        if triangles.as_flattened().iter().any(|&index| index as usize >= vertices.len()) {
            return None;
        }
        let definition = b3MeshDef {
            // Both lists are only read.
            vertices: vertices.as_ptr().cast_mut().cast(),
            indices: triangles.as_ptr().cast_mut().cast(),
            vertexCount: i32::try_from(vertices.len()).ok()?,
            triangleCount: i32::try_from(triangles.len()).ok()?,
            identifyEdges: true,
            ..b3MeshDef::default()
        };
        // SAFETY: both lists have these lengths, three numbers of four bytes an entry, and indices
        // in bounds; no degenerate triangles are requested.
        let made = unsafe { b3CreateMesh(&definition, null_mut(), 0) };
        NonNull::new(made).map(|made| Self(Rc::new(MeshData(made))))
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        // SAFETY: the mesh is alive, and never written.
        let mesh = unsafe { self.0.0.as_ref() };
        mesh.byteCount.max(0) as usize
    }

    /// `b3RayCastMesh`: the fraction of `motion` after which a point at `origin` hits a front.
    pub fn ray_cast(&self, origin: Vec3, motion: Vec3) -> Option<f32> {
        let mesh = b3Mesh { data: self.raw(), scale: raw(Vec3::ONE) };
        let input = b3RayCastInput { origin: raw(origin), translation: raw(motion), maxFraction: 1.0 };
        // SAFETY: the mesh is alive.
        let output = unsafe { b3RayCastMesh(&mesh, &input) };
        output.hit.then_some(output.fraction)
    }

    pub(crate) fn raw(&self) -> *const b3MeshData {
        self.0.0.as_ptr()
    }
}

//! The manifolds of a triangle mesh and a convex shape, as Box3D's world computes them for a
//! contact.
//!
//! * A contact keeps the triangles near the body, which are searched again when its bounds leave
//!   those of the last search, by 7 cm; for each triangle what its last query found; and the
//!   manifolds, whose impulses go on by the ids of their points.
//! * The separations are those of the shapes: Box3D subtracts an offset of 5 mm, by which its
//!   solver keeps bodies above meshes, and here it is added again.

use std::ptr::{NonNull, null};
use std::rc::Rc;

use box3d_sys::{
    b3Capsule, b3CreateWorld, b3DefaultWorldDef, b3DestroyWorld, b3HullData, b3Manifold, b3MeshData, b3Sphere, b3Transform, b3WorldId,
};

use crate::mesh::Mesh;
use crate::pose::Pose;
use crate::shape::{Geometry, Shape};

/// `B3_MESH_REST_OFFSET`.
pub(crate) const REST_OFFSET: f32 = 0.005;

/// `clinchPair`: the two shapes of a pair.
#[repr(C)]
struct RawPair([u8; 0]);

/// `b3Contact`.
#[repr(C)]
struct RawContact([u8; 0]);

unsafe extern "C" {
    fn clinchCreatePair(
        world: b3WorldId,
        mesh: *const b3MeshData,
        sphere: *const b3Sphere,
        capsule: *const b3Capsule,
        hull: *const b3HullData,
    ) -> *mut RawPair;
    fn clinchDestroyPair(pair: *mut RawPair);
    fn clinchCreateContact(pair: *mut RawPair) -> *mut RawContact;
    fn clinchDestroyContact(pair: *mut RawPair, contact: *mut RawContact);
    fn clinchForget(pair: *mut RawPair, contact: *mut RawContact);
    fn clinchCollide(pair: *mut RawPair, contact: *mut RawContact, surface: b3Transform, body: b3Transform);
    fn clinchManifolds(contact: *const RawContact, count: *mut i32) -> *const b3Manifold;
}

/// A surface and a body, of which there may be any number of contacts. Clones share it.
#[derive(Clone)]
pub struct SurfacePair(Rc<Pair>);

struct Pair {
    raw: NonNull<RawPair>,
    world: b3WorldId,
    /// Borrowed by `raw`.
    _shapes: (Mesh, Shape),
}

impl Drop for Pair {
    fn drop(&mut self) {
        // SAFETY: the pointer is from `clinchCreatePair`, this is its only owner, and every contact
        // keeps the pair alive.
        unsafe { clinchDestroyPair(self.raw.as_ptr()) }
        // SAFETY: the world was made with the pair, and nothing else uses it.
        unsafe { b3DestroyWorld(self.world) }
    }
}

impl SurfacePair {
    /// `None` if Box3D has no manifolds of the body.
    pub fn new(mesh: Mesh, body: Shape) -> Option<Self> {
        let (mut sphere, mut capsule, mut hull) = (null(), null(), null());
        match &body.geometry {
            Geometry::Sphere(shape) => sphere = &raw const *shape,
            Geometry::Capsule(shape) => capsule = &raw const *shape,
            other => hull = other.hull()?,
        }
        // SAFETY: it has no arguments.
        let definition = unsafe { b3DefaultWorldDef() };
        // SAFETY: the definition is the default one.
        let world = unsafe { b3CreateWorld(&definition) };
        // SAFETY: the sphere and the capsule are copied; the mesh and the hull, whose addresses do
        // not change when their owners move, are kept with the pair.
        let raw = unsafe { clinchCreatePair(world, mesh.raw(), sphere, capsule, hull) };
        NonNull::new(raw).map(|raw| Self(Rc::new(Pair { raw, world, _shapes: (mesh, body) })))
    }
}

/// What Box3D keeps for a contact.
pub struct SurfaceContact {
    raw: NonNull<RawContact>,
    pair: SurfacePair,
}

impl Drop for SurfaceContact {
    fn drop(&mut self) {
        // SAFETY: the pointer is from `clinchCreateContact` of the same pair, and this is its only
        // owner.
        unsafe { clinchDestroyContact(self.pair.0.raw.as_ptr(), self.raw.as_ptr()) }
    }
}

impl SurfaceContact {
    /// A new one. `None` without memory.
    pub fn new(pair: &SurfacePair) -> Option<Self> {
        // SAFETY: the pair is alive.
        let raw = unsafe { clinchCreateContact(pair.0.raw.as_ptr()) };
        NonNull::new(raw).map(|raw| Self { raw, pair: pair.clone() })
    }

    /// As if it were new, but for its allocations.
    pub fn forget(&mut self) {
        // SAFETY: the contact is of this pair, and both are alive.
        unsafe { clinchForget(self.pair.0.raw.as_ptr(), self.raw.as_ptr()) }
    }

    /// `b3ComputeMeshManifolds` at these poses in the world.
    pub fn collide(&mut self, surface: &Pose, body: &Pose) {
        // SAFETY: the contact is of this pair, and both are alive.
        unsafe { clinchCollide(self.pair.0.raw.as_ptr(), self.raw.as_ptr(), surface.raw(), body.raw()) }
    }

    /// The separation of each point.
    pub fn separations(&self) -> impl Iterator<Item = f32> {
        let mut count = 0;
        // SAFETY: the contact is alive.
        let first = unsafe { clinchManifolds(self.raw.as_ptr(), &mut count) };
        let manifolds = if first.is_null() {
            &[]
        } else {
            // SAFETY: the contact has as many manifolds from there on, until it is used again.
            unsafe { std::slice::from_raw_parts(first, count.max(0) as usize) }
        };
        separations(manifolds).map(|separation| separation + REST_OFFSET)
    }
}

/// The separation of each point, as Box3D gives it.
pub(crate) fn separations(manifolds: &[b3Manifold]) -> impl Iterator<Item = f32> {
    let points = |manifold: &'_ b3Manifold| {
        let count = (manifold.pointCount.max(0) as usize).min(manifold.points.len());
        manifold.points.into_iter().take(count)
    };
    manifolds.iter().flat_map(points).map(|point| point.separation)
}

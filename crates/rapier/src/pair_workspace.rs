//! What a pair with a composite shape keeps in parry's workspace.
//!
//! * The surfaces of its meshes.
//! * rapier rebuilds its solver graph after the update of a pair with a workspace. It must, because
//!   the number of manifolds changes, and the graph refers to manifolds by their places: without a
//!   workspace its entries outlive the manifolds that are dropped.
//! * In a snapshot it is an empty workspace of parry: a custom one cannot be read.

use std::sync::Arc;

use rapier3d::parry::query::details::{ContactManifoldsWorkspace, TypedWorkspaceData, VoxelsShapeContactManifoldsWorkspace, WorkspaceData};

use crate::surface::Surface;

/// The surface of each shape, if it has one.
#[derive(Clone, Default)]
pub(crate) struct PairWorkspace {
    pub(crate) surfaces: [Option<Arc<Surface>>; 2],
    in_snapshots: VoxelsShapeContactManifoldsWorkspace<2>,
}

impl PairWorkspace {
    pub(crate) fn new(surfaces: [Option<Arc<Surface>>; 2]) -> Self {
        Self { surfaces, in_snapshots: VoxelsShapeContactManifoldsWorkspace::new() }
    }

    pub(crate) fn surfaces_of(workspace: &Option<ContactManifoldsWorkspace>) -> [Option<Arc<Surface>>; 2] {
        let ours = workspace.as_ref().and_then(|workspace| workspace.0.downcast_ref::<Self>());
        ours.map(|ours| ours.surfaces.clone()).unwrap_or_default()
    }
}

impl WorkspaceData for PairWorkspace {
    fn as_typed_workspace_data(&self) -> TypedWorkspaceData<'_> {
        TypedWorkspaceData::VoxelsShapeContactManifoldsWorkspace(&self.in_snapshots)
    }

    fn clone_dyn(&self) -> Box<dyn WorkspaceData> {
        Box::new(self.clone())
    }
}

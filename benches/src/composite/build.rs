//! The cost of building a surface, per triangle: in time and in memory.

use std::hint::black_box;
use std::rc::Rc;

use clinch::composite::TriMesh;
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::composite::data::{Data, Queries};
use crate::composite::ground::{Ground, parry_mesh};
use crate::runner::Runner;

/// The bytes that a built surface takes for each of its triangles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bytes {
    /// The surface.
    pub surface: String,
    /// Of clinch's mesh.
    pub clinch: f64,
    /// Of parry's, as it counts them itself.
    pub parry: f64,
    /// Of Box3D's, if it was measured.
    #[serde(default)]
    pub box3d: Option<f64>,
}

impl Bytes {
    /// Those of a surface.
    pub fn of(ground: &Ground) -> Self {
        #[cfg(feature = "box3d")]
        let box3d = Some(ground.box3d.bytes());
        #[cfg(not(feature = "box3d"))]
        let box3d: Option<usize> = None;
        let each = |bytes: usize| bytes as f64 / ground.triangles.len() as f64;
        Self {
            surface: ground.surface.name().to_owned(),
            clinch: each(ground.clinch.bytes()),
            parry: each(ground.parry.total_memory_size()),
            box3d: box3d.map(each),
        }
    }
}

/// Builds a surface in each pass. Copying the lists, which Box3D does itself, and freeing what was
/// built is timed with it, for all libraries alike.
struct Builder<F> {
    ground: Rc<Ground>,
    build: F,
}

impl<T, F: FnMut(&[Vec3], &[[u32; 3]]) -> T> Runner for Builder<F> {
    fn pass(&mut self) {
        drop(black_box((self.build)(black_box(&self.ground.vertices), black_box(&self.ground.triangles))));
    }

    fn queries(&self) -> usize {
        self.ground.triangles.len()
    }

    fn answers(&mut self) -> Vec<Answer> {
        Vec::new()
    }
}

pub(super) fn prepare_clinch(data: &Data) -> Option<Box<dyn Runner>> {
    prepare(data, |vertices, triangles| TriMesh::<Vec3>::new(vertices.to_vec(), triangles.to_vec()))
}

pub(super) fn prepare_parry(data: &Data) -> Option<Box<dyn Runner>> {
    prepare(data, |vertices, triangles| parry_mesh(vertices.to_vec(), triangles.to_vec()))
}

#[cfg(feature = "box3d")]
pub(super) fn prepare_box3d(data: &Data) -> Option<Box<dyn Runner>> {
    prepare(data, clinch_box3d::Mesh::new)
}

fn prepare<T: 'static>(data: &Data, build: impl FnMut(&[Vec3], &[[u32; 3]]) -> T + 'static) -> Option<Box<dyn Runner>> {
    let ground = data.ground.clone();
    (data.queries == Queries::Build).then(|| Box::new(Builder { ground, build }) as Box<dyn Runner>)
}

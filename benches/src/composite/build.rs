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
}

impl Bytes {
    /// Those of a surface.
    pub fn of(ground: &Ground) -> Self {
        let each = |bytes: usize| bytes as f64 / ground.triangles.len() as f64;
        Self {
            surface: ground.surface.name().to_owned(),
            clinch: each(ground.clinch.bytes()),
            parry: each(ground.parry.total_memory_size()),
        }
    }
}

/// Builds a surface in each pass. Copying the lists, and freeing what was built, is timed with it,
/// for both libraries alike.
struct Builder<F> {
    ground: Rc<Ground>,
    build: F,
}

impl<T, F: FnMut(Vec<Vec3>, Vec<[u32; 3]>) -> T> Runner for Builder<F> {
    fn pass(&mut self) {
        let (vertices, triangles) = (self.ground.vertices.clone(), self.ground.triangles.clone());
        drop(black_box((self.build)(vertices, triangles)));
    }

    fn queries(&self) -> usize {
        self.ground.triangles.len()
    }

    fn answers(&mut self) -> Vec<Answer> {
        Vec::new()
    }
}

pub(super) fn prepare_clinch(data: &Data) -> Option<Box<dyn Runner>> {
    let ground = data.ground.clone();
    (data.queries == Queries::Build).then(|| Box::new(Builder { ground, build: TriMesh::<Vec3>::new }) as Box<dyn Runner>)
}

pub(super) fn prepare_parry(data: &Data) -> Option<Box<dyn Runner>> {
    let ground = data.ground.clone();
    (data.queries == Queries::Build).then(|| Box::new(Builder { ground, build: parry_mesh }) as Box<dyn Runner>)
}

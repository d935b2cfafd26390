//! The vertices that the steps of a report name.

use clinch::support::{Record, Vector, Vertex, VertexId, VertexIndex};
use clinch_testkit::build::Build;

use crate::report::VertexReport;

/// The vertices of the full searches, in their order, and after them those that only a search with
/// a lower limit recorded: to state its bounds at the limit it may take a call more.
pub(crate) struct Pool<V: Vector> {
    vertices: Vec<Vertex<V>>,
}

impl<V: Build> Pool<V> {
    pub(crate) fn of(record: &Record<V>) -> Self {
        Self { vertices: record.vertices().to_vec() }
    }

    /// The place of a vertex of another run's record: the same index, if both records agree there.
    pub(crate) fn place(&mut self, record: &Record<V>, index: VertexIndex) -> usize {
        let vertex = record[index];
        if self.vertices.get(index.get()).is_some_and(|own| *own == vertex) {
            return index.get();
        }
        self.vertices.iter().position(|own| *own == vertex).unwrap_or_else(|| {
            self.vertices.push(vertex);
            self.vertices.len() - 1
        })
    }

    pub(crate) fn places(&mut self, record: &Record<V>, indices: &[VertexIndex]) -> Vec<usize> {
        indices.iter().map(|&index| self.place(record, index)).collect()
    }

    pub(crate) fn report(&self) -> Vec<VertexReport> {
        let reported = self.vertices.iter().map(|vertex| VertexReport {
            point: V::coords(vertex.point),
            a: V::coords(vertex.a.point),
            b: V::coords(vertex.b.point),
            id_a: vertex.a.id.map(VertexId::index),
            id_b: vertex.b.id.map(VertexId::index),
        });
        reported.collect()
    }
}

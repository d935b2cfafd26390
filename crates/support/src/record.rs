//! The record of a query: every vertex of the Minkowski difference that it found.
//!
//! * One structure has four uses (`docs/decisions/0001-one-record.md`): contact generation reads
//!   the support points of each shape, EPA starts from it, a person reads it as the trace of a
//!   query, and a test compares it with a snapshot.
//! * A simplex, a facet of a polytope or a cache is a few indices into it. So GJK never discards
//!   what EPA needs.
//! * It belongs to the caller and is cleared and not dropped, so that it allocates nothing once it
//!   has grown.

use core::fmt;
use core::ops::Index;

use crate::support_map::Support;
use crate::vector::Vector;

/// A vertex of A − B, and the points of the two shapes that it is the difference of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<V: Vector> {
    /// The point of A − B, in A's frame and `f64`: `a` minus `b` moved to A's frame.
    pub point: V::Wide,
    /// The support point of A, in A's frame.
    pub a: Support<V::Wide>,
    /// The support point of B, in B's *own* frame, as solvers need local anchors.
    pub b: Support<V::Wide>,
}

impl<V: Vector> Vertex<V> {
    /// Whether both consist of the same vertices of the shapes. Smooth points have no id and are
    /// never the same.
    #[inline]
    pub fn is_same(&self, other: &Self) -> bool {
        self.a.id.is_some() && self.b.id.is_some() && self.a.id == other.a.id && self.b.id == other.b.id
    }
}

/// The index of a vertex in a [`Record`]. The default is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexIndex(u32);

impl VertexIndex {
    /// The index as a number, from 0 in the order of the support calls.
    #[inline]
    pub fn get(self) -> usize {
        self.0 as usize
    }
}

/// The vertices of A − B that a query found, in order.
///
/// An index is valid until the record is cleared. Indexing past the end panics; no query does that.
#[derive(Clone, Debug, Default)]
pub struct Record<V: Vector> {
    vertices: Vec<Vertex<V>>,
}

impl<V: Vector> Record<V> {
    /// An empty record.
    pub fn new() -> Self {
        Self { vertices: Vec::new() }
    }

    /// Removes all vertices and keeps the allocation.
    pub fn clear(&mut self) {
        self.vertices.clear();
    }

    /// Adds a vertex.
    #[inline]
    pub fn push(&mut self, vertex: Vertex<V>) -> VertexIndex {
        let index = VertexIndex(self.vertices.len() as u32);
        self.vertices.push(vertex);
        index
    }

    /// Replaces every vertex by `moved` of it: for a caller that moves the record to other frames.
    pub fn map(&mut self, moved: impl Fn(&Vertex<V>) -> Vertex<V>) {
        for vertex in &mut self.vertices {
            *vertex = moved(vertex);
        }
    }

    /// The number of vertices since the last `clear`. Each cost one support call on A − B, except
    /// those of warm starts and of guesses, and those of Newton's method.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// All vertices, oldest first.
    pub fn vertices(&self) -> &[Vertex<V>] {
        &self.vertices
    }

    /// All indices, oldest first.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = VertexIndex> + use<V> {
        (0..self.vertices.len() as u32).map(VertexIndex)
    }

    /// The points of A − B at these indices.
    pub fn points<'r>(&'r self, indices: &'r [VertexIndex]) -> impl ExactSizeIterator<Item = V::Wide> + 'r {
        indices.iter().map(|&index| self[index].point)
    }
}

impl<V: Vector> Index<VertexIndex> for Record<V> {
    type Output = Vertex<V>;

    #[inline]
    fn index(&self, index: VertexIndex) -> &Vertex<V> {
        &self.vertices[index.get()]
    }
}

/// One line per vertex: its index, the point of A − B, and the two support points with their vertex
/// ids (`~` for a smooth point).
impl<V: Vector> fmt::Display for Record<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = |support: &Support<V::Wide>| support.id.map_or_else(|| "~".to_owned(), |id| id.index().to_string());
        for (index, vertex) in self.vertices.iter().enumerate() {
            let components = |get: &dyn Fn(usize) -> f64| {
                let all: Vec<String> = (0..V::DIM).map(|axis| get(axis).to_string()).collect();
                format!("({})", all.join(", "))
            };
            let point = components(&|axis| vertex.point.get(axis));
            let a = components(&|axis| vertex.a.point.get(axis));
            let b = components(&|axis| vertex.b.point.get(axis));
            writeln!(f, "{index:3}  {point} = a{} {a} - b{} {b}", id(&vertex.a), id(&vertex.b))?;
        }
        Ok(())
    }
}

//! Every vertex of the Minkowski difference that a query looked at.
//!
//! * The record is the per-shape support points that contact generation needs, EPA's seed, the trace one reads when a query
//!   surprises, and the snapshot in a test: one form for four uses (`docs/decisions/0001-one-record.md`).
//! * A simplex, a polytope's face or a cache is a few indices into it; GJK never throws away what EPA needs.
//! * It belongs to the caller and is cleared, not dropped, so that a warmed-up query allocates nothing.

use core::fmt;
use core::ops::Index;

use crate::support_map::Support;
use crate::vector::Vector;

/// One vertex of A − B, and the points of the two shapes it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<V: Vector> {
    /// The point of A − B, in A's frame and `f64`: `a` minus `b` moved to A's frame.
    pub point: V::Wide,
    /// The support point of A, in A's frame.
    pub a: Support<V::Wide>,
    /// The support point of B, in B's *own* frame: already the local anchor a solver wants.
    pub b: Support<V::Wide>,
}

impl<V: Vector> Vertex<V> {
    /// Both are made of the same vertices of the same shapes. Smooth points have no id and are never the same.
    #[inline]
    pub fn is_same(&self, other: &Self) -> bool {
        self.a.id.is_some() && self.b.id.is_some() && self.a.id == other.a.id && self.b.id == other.b.id
    }
}

/// A place in a [`Record`]; the default is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexIndex(u32);

impl VertexIndex {
    /// Its place, counted from 0 in the order of the support calls.
    #[inline]
    pub fn get(self) -> usize {
        self.0 as usize
    }
}

/// The vertices of A − B a query looked at, in the order it did.
///
/// An index is good until the record is cleared; indexing past the end is the only way to panic here, and no query does.
#[derive(Clone, Debug, Default)]
pub struct Record<V: Vector> {
    vertices: Vec<Vertex<V>>,
}

impl<V: Vector> Record<V> {
    /// An empty record.
    pub fn new() -> Self {
        Self { vertices: Vec::new() }
    }

    /// Forgets all vertices and keeps the memory.
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

    /// Replaces every vertex: how a caller that gave the shapes other frames moves the record to theirs.
    pub fn map(&mut self, moved: impl Fn(&Vertex<V>) -> Vertex<V>) {
        for vertex in &mut self.vertices {
            *vertex = moved(vertex);
        }
    }

    /// How many vertices were looked at: the number of support calls on the difference since the last `clear`.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Nothing was looked at yet.
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

/// One line per vertex: its place, the point of A − B, and the two supports with their vertex ids (`~` for a smooth point).
impl<V: Vector> fmt::Display for Record<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = |support: &Support<V::Wide>| support.id.map_or_else(|| "~".to_owned(), |id| id.index().to_string());
        for (place, vertex) in self.vertices.iter().enumerate() {
            let components = |get: &dyn Fn(usize) -> f64| {
                let all: Vec<String> = (0..V::DIM).map(|axis| get(axis).to_string()).collect();
                format!("({})", all.join(", "))
            };
            let point = components(&|axis| vertex.point.get(axis));
            let a = components(&|axis| vertex.a.point.get(axis));
            let b = components(&|axis| vertex.b.point.get(axis));
            writeln!(f, "{place:3}  {point} = a{} {a} - b{} {b}", id(&vertex.a), id(&vertex.b))?;
        }
        Ok(())
    }
}

//! Warm starts.

use clinch_support::{Record, Vector, VertexId};
use smallvec::SmallVec;

use crate::outcome::{Answer, Outcome};
use crate::sub_distance::GjkSpace;

/// Where a search starts: at the vertices of an earlier simplex, else along a direction, else along
/// the line between the centres.
///
/// A start only saves steps. Every start leads to the same answer within the tolerance: vertices
/// are evaluated again at the new pose, ids that the shapes do not have are dropped, and a vertex
/// that does not bring the simplex nearer the origin is not added.
#[derive(Clone, Debug, PartialEq)]
pub struct Start<V> {
    /// Pairs of a vertex of A and a vertex of B, in the order in which they joined the simplex.
    pub vertices: SmallVec<[(VertexId, VertexId); 4]>,
    /// From A towards B, in A's frame; of any length. Zero or NaN: no direction.
    pub direction: V,
}

impl<V: Vector> Start<V> {
    /// No earlier answer: starts along the line between the centres.
    pub fn cold() -> Self {
        Self { vertices: SmallVec::new(), direction: V::ZERO }
    }

    /// Whether this is [`cold`](Self::cold).
    #[inline]
    pub fn is_cold(&self) -> bool {
        self.vertices.is_empty() && self.direction == V::ZERO
    }

    /// Starts along a direction from A towards B, in A's frame.
    pub fn along(direction: V) -> Self {
        Self { vertices: SmallVec::new(), direction }
    }
}

impl<V: GjkSpace> Start<V> {
    /// Starts where an earlier answer ended. `record` must be the one that the answer was computed
    /// with.
    ///
    /// ```
    /// use clinch_gjk::{Limits, Start, distance};
    /// use clinch_support::{Difference, Pose, Record, Support, SupportMap, VertexId};
    /// use glam::{DVec2, Vec2};
    ///
    /// /// A square whose vertices have ids, which a warm start is made of.
    /// struct Square;
    ///
    /// impl SupportMap<Vec2> for Square {
    ///     fn support(&self, direction: Vec2) -> Support<Vec2> {
    ///         let id = 2 * usize::from(direction.y > 0.0) + usize::from(direction.x > 0.0);
    ///         Support { point: self.corner(id), id: Some(VertexId::new(id)) }
    ///     }
    ///
    ///     fn vertex(&self, id: VertexId) -> Option<Vec2> {
    ///         (id.index() < 4).then(|| self.corner(id.index()))
    ///     }
    /// }
    ///
    /// impl Square {
    ///     fn corner(&self, id: usize) -> Vec2 {
    ///         Vec2::new((id & 1) as f32 * 2.0 - 1.0, (id >> 1) as f32 * 2.0 - 1.0)
    ///     }
    /// }
    ///
    /// let mut record = Record::new();
    /// let mut tick = |y: f64, start: &Start<Vec2>| {
    ///     record.clear();
    ///     let difference = Difference::new(&Square, &Square, &Pose::at(DVec2::new(4.0, y)));
    ///     let answer = distance(&difference, start, &Limits::measure(), &mut record);
    ///     (answer.iterations, Start::again(&answer, &record))
    /// };
    /// let (cold, next) = tick(0.5, &Start::cold());
    /// let (warm, _) = tick(0.625, &next);
    /// assert!(warm == 1 && warm < cold);
    /// ```
    pub fn again(answer: &Answer<V>, record: &Record<V>) -> Self {
        let (simplex, direction) = match &answer.outcome {
            Outcome::Beyond { simplex, axis, .. } => (simplex, *axis),
            Outcome::Apart(separation) => (&separation.simplex, separation.normal),
            Outcome::Touching(touch) => (&touch.simplex, touch.axis.unwrap_or(V::Wide::ZERO)),
            Outcome::Overlapping(simplex) => (simplex, V::Wide::ZERO),
            Outcome::Undefined => return Self::cold(),
        };
        let mut vertices = SmallVec::new();
        for &index in simplex {
            if let (Some(a), Some(b)) = (record[index].a.id, record[index].b.id) {
                vertices.push((a, b));
            }
        }
        Self { vertices, direction: V::narrow(direction) }
    }
}

impl<V: Vector> Default for Start<V> {
    fn default() -> Self {
        Self::cold()
    }
}

/// Where a search starts. As [`Start`], which owns its vertices.
#[derive(Clone, Copy)]
pub(crate) struct FirstSimplex<'s, V> {
    pub(crate) vertices: &'s [(VertexId, VertexId)],
    pub(crate) direction: V,
}

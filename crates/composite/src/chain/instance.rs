//! A chain of segments, and its scaled and mirrored instances.

use std::sync::Arc;

use clinch_mass::Moments;
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use glam::DVec2;

use crate::chain::data::ChainData;
use crate::chain::error::ChainError;
use crate::instance_tree::InstanceTree;
use crate::neighbor::EdgeKind;
use crate::planar::joint;
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::SubShapeId;
use crate::unit_frame::UnitFrame;

/// A chain of segments, in 2D and `f32` or `f64`: from each point to the next, and of a loop from
/// the last to the first.
///
/// The front of a segment is the right side of its direction, as in Box2D: ground runs from right
/// to left, and a counter-clockwise loop has its front outside. A loop of positive area, which is
/// counter-clockwise, is a solid, unless it is made [hollow](Self::hollow); what it runs around
/// twice, or clockwise where it crosses itself, is inside, too. In its moments the former counts
/// twice and the latter negatively; if these are not those of any mass, as with a small clockwise
/// lobe far away, the loop is no solid. Any other chain is a one-sided surface, unless it is made
/// [two-sided](Self::two_sided).
///
/// Segment i begins at point i, and i is its [`SubShapeId`]. Cloning is cheap, and so is
/// [scaling](Self::scaled): all instances share points and tree.
///
/// ```
/// use clinch_composite::{Chain, ChainError, EdgeKind, Sides, SubShapeId};
/// use glam::{DVec2, Vec2};
///
/// let corners =
///     [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)].map(Vec2::from);
/// let solid = Chain::closed(corners.to_vec())?;
/// assert_eq!(solid.sides(), Sides::Solid);
/// assert!(solid.contains(DVec2::new(0.5, 1.5)) && !solid.contains(DVec2::new(1.5, 1.5)));
/// assert_eq!(solid.kind(SubShapeId(2), 1), Some(EdgeKind::Concave));
///
/// let twice = Chain::open(vec![Vec2::ZERO, Vec2::X, Vec2::X]);
/// assert_eq!(twice.err(), Some(ChainError::EqualNeighbors { points: [1, 2] }));
/// # Ok::<(), ChainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chain<V: Vector<Wide = DVec2>> {
    data: Arc<ChainData<V>>,
    /// By which the shared points are multiplied, per axis.
    scale: V,
    /// Whether one of the two factors is negative, so that segments are reversed.
    mirrored: bool,
    frame: UnitFrame,
    sides: Sides,
    boundary_edges: BoundaryEdges,
    /// Before the first shared point and after the last, without the scale.
    ghosts: [Option<V>; 2],
}

impl<V: Vector<Wide = DVec2>> Chain<V> {
    /// The chain of these points. O(n log n).
    ///
    /// # Errors
    ///
    /// Fewer than two points, or points that make no segments: see [`ChainError`].
    pub fn open(points: Vec<V>) -> Result<Self, ChainError> {
        Self::of(ChainData::new(points, false)?)
    }

    /// The loop of these points. The first point is not repeated at the end. O(n log n).
    ///
    /// # Errors
    ///
    /// Fewer than three points, or points that make no segments: see [`ChainError`].
    pub fn closed(points: Vec<V>) -> Result<Self, ChainError> {
        Self::of(ChainData::new(points, true)?)
    }

    fn of(data: ChainData<V>) -> Result<Self, ChainError> {
        let sides = if data.moments.is_some() { Sides::Solid } else { Sides::One };
        let (scale, frame) = (V::from_fn(|_| V::Scalar::ONE), data.frame);
        let boundary_edges = BoundaryEdges::Hard;
        Self { data: Arc::new(data), scale, mirrored: false, frame, sides, boundary_edges, ghosts: [None; 2] }.checked()
    }

    /// An instance whose coordinates are multiplied by a factor per axis, which shares the data of
    /// this chain. Negative factors mirror; the front of a segment remains its front, so a mirrored
    /// segment runs in the other direction. Scaling again multiplies the factors.
    ///
    /// Each coordinate is rounded once to the scalar type. Segments keep their ids. O(n), without
    /// allocation.
    ///
    /// # Errors
    ///
    /// A factor that is zero or not finite; a point that overflows; neighbours that rounding moves
    /// to the same place.
    ///
    /// ```
    /// use clinch_composite::{Chain, ChainError, SubShapeId};
    /// use glam::Vec2;
    ///
    /// let ramp = Chain::open(vec![Vec2::new(2.0, 1.0), Vec2::ZERO])?;
    /// let mirrored = ramp.scaled(Vec2::new(-2.0, 1.0))?;
    /// assert_eq!(mirrored.ends(SubShapeId(0)), Some([Vec2::ZERO, Vec2::new(-4.0, 1.0)]));
    /// assert!(mirrored.shares_data_with(&ramp));
    /// assert_eq!(
    ///     ramp.scaled(Vec2::new(1.0, 0.0)).err(),
    ///     Some(ChainError::InvalidScale { axis: 1 })
    /// );
    /// # Ok::<(), ChainError>(())
    /// ```
    pub fn scaled(&self, factors: V) -> Result<Self, ChainError> {
        let scale = V::narrow(self.scale.widen() * factors.widen());
        if let Some(axis) = (0..2).find(|&axis| scale.get(axis) == V::Scalar::ZERO || !scale.get(axis).is_finite()) {
            return Err(ChainError::InvalidScale { axis });
        }
        let mirrored = (scale.get(0) < V::Scalar::ZERO) != (scale.get(1) < V::Scalar::ZERO);
        Self { scale, mirrored, ..self.clone() }.checked()
    }

    /// The chain with ghost vertices: the point before its first and the point after its last one,
    /// where another chain continues it. They decide with which normals a body can touch the ends,
    /// so that it does not catch on the joint, and are no part of the shape. An end without one is
    /// as [`with_boundary_edges`](Self::with_boundary_edges) says.
    ///
    /// In the coordinates of the [shared points](Self::shared_points): the scale of the instance
    /// applies to them as well.
    ///
    /// # Errors
    ///
    /// A ghost vertex that is not finite or at the end itself, and any of a loop.
    ///
    /// ```
    /// use clinch_composite::{Chain, ChainError, Composite, Feature, NormalCone, SubShapeId};
    /// use glam::{DVec2, Vec2};
    ///
    /// // Two tiles of level ground, from right to left.
    /// let [left, right] =
    ///     [-1.0, 0.0].map(|x| Chain::open(vec![Vec2::new(x + 1.0, 0.0), Vec2::new(x, 0.0)]));
    /// let [left, right] = [
    ///     left?.with_ghost_vertices(Some(Vec2::X), None)?,
    ///     right?.with_ghost_vertices(None, Some(Vec2::NEG_X))?,
    /// ];
    /// assert_eq!(
    ///     left.normal_cone(SubShapeId(0), Feature::Vertex(0), true),
    ///     NormalCone::Ray(DVec2::Y)
    /// );
    /// assert_eq!(
    ///     right.normal_cone(SubShapeId(0), Feature::Vertex(1), true),
    ///     NormalCone::Ray(DVec2::Y)
    /// );
    /// # Ok::<(), ChainError>(())
    /// ```
    pub fn with_ghost_vertices(self, before: Option<V>, after: Option<V>) -> Result<Self, ChainError> {
        Self { ghosts: [before, after], ..self }.checked()
    }

    /// The surface of a solid, as a one-sided surface: what it encloses does not belong to the
    /// shape. Any other chain remains as it is.
    #[must_use]
    pub fn hollow(self) -> Self {
        let sides = if self.sides == Sides::Solid { Sides::One } else { self.sides };
        Self { sides, ..self }
    }

    /// The surface with contacts on both sides of its segments; not a solid.
    #[must_use]
    pub fn two_sided(self) -> Self {
        Self { sides: Sides::Two, ..self }
    }

    /// The chain with its ends hard or open.
    #[must_use]
    pub fn with_boundary_edges(self, boundary_edges: BoundaryEdges) -> Self {
        Self { boundary_edges, ..self }
    }

    /// Which sides of the segments have contacts.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// What the ends without a ghost vertex are.
    pub fn boundary_edges(&self) -> BoundaryEdges {
        self.boundary_edges
    }

    /// The ghost vertices before the first shared point and after the last one, without the scale.
    pub fn ghost_vertices(&self) -> [Option<V>; 2] {
        self.ghosts
    }

    /// The factors of the instance.
    pub fn scale(&self) -> V {
        self.scale
    }

    /// Whether the chain is a loop. It is a solid if its area is positive, which it is not if it is
    /// clockwise, and its second moments are those of a mass.
    pub fn is_closed(&self) -> bool {
        self.data.closed
    }

    /// Whether both chains are instances of the same data.
    pub fn shares_data_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data)
    }

    /// The points that the instances share, without the scale.
    pub fn shared_points(&self) -> &[V] {
        &self.data.points
    }

    /// The number of segments.
    pub fn segments(&self) -> u32 {
        self.data.count() as u32
    }

    /// The ends of a segment, with its front on the right; `None` if there is no such segment.
    pub fn ends(&self, segment: SubShapeId) -> Option<[V; 2]> {
        self.has(segment).then(|| self.indices(segment.0).map(|index| self.place(self.data.points[index])))
    }

    /// The segment beyond end 0 or 1 of a segment; `None` at the ends of the chain, and if there is
    /// no such segment.
    pub fn neighbor(&self, segment: SubShapeId, end: u8) -> Option<SubShapeId> {
        if !self.has(segment) || end > 1 {
            return None;
        }
        let (index, count) = (segment.0, self.segments());
        let forward = (end == 1) != self.mirrored;
        let next = if forward { index + 1 } else { index.wrapping_sub(1) };
        let around = || self.is_closed().then_some(if forward { 0 } else { count - 1 });
        (if next < count { Some(next) } else { around() }).map(SubShapeId)
    }

    /// How a segment meets the one beyond its end 0 or 1, or the one to the ghost vertex there, by
    /// exact signs; `None` if there is neither.
    pub fn kind(&self, segment: SubShapeId, end: u8) -> Option<EdgeKind> {
        let is_there = self.has(segment) && end < 2;
        is_there.then(|| joint(self, segment.0, usize::from(end))).flatten().map(|(kind, _)| kind)
    }

    /// The AABB of all segments.
    pub fn bounds(&self) -> Aabb<DVec2> {
        self.tree().scale_box(&self.data.extent)
    }

    /// Area, centroid and second moments of a solid, by the divergence theorem; `None` for a
    /// surface, and if a number overflows or the area underflows.
    pub fn moments(&self) -> Option<Moments<DVec2>> {
        let of_solid = self.data.moments.filter(|_| self.sides == Sides::Solid);
        let factors = self.scale.widen() * self.data.frame.leave(1.0);
        of_solid.and_then(|moments| moments.scaled(factors).finite()).filter(|moments| moments.volume() > 0.0)
    }

    /// The memory of the data that the instances share, in bytes.
    pub fn bytes(&self) -> usize {
        self.data.bytes()
    }

    pub(crate) fn frame(&self) -> UnitFrame {
        self.frame
    }

    /// The shared tree in the frame of the instance.
    pub(crate) fn tree(&self) -> InstanceTree<'_, V> {
        InstanceTree::new(&self.data.tree, self.scale)
    }

    pub(crate) fn has(&self, segment: SubShapeId) -> bool {
        segment.index() < self.data.count()
    }

    /// The shared points of an existing segment, with its front on the right.
    #[inline]
    pub(crate) fn indices(&self, segment: u32) -> [usize; 2] {
        let [from, to] = self.data.indices(segment as usize);
        if self.mirrored { [to, from] } else { [from, to] }
    }

    /// The ends of an existing segment.
    #[inline]
    pub(crate) fn wide_ends(&self, segment: u32) -> [DVec2; 2] {
        self.indices(segment).map(|index| self.place(self.data.points[index]).widen())
    }

    /// The ghost vertex beyond end 0 or 1 of the segment there, with the front on the right.
    pub(crate) fn ghost_beyond(&self, end: usize) -> Option<DVec2> {
        self.ghosts[if self.mirrored { 1 - end } else { end }].map(|ghost| self.place(ghost).widen())
    }

    /// A shared point in this instance.
    #[inline]
    fn place(&self, point: V) -> V {
        V::narrow(point.widen() * self.scale.widen())
    }

    /// The instance in the frame of its largest coordinate, if its points are finite there and its
    /// neighbours distinct, also as exact signs see them.
    fn checked(self) -> Result<Self, ChainError> {
        let points = &self.data.points;
        if let Some(point) = points.iter().position(|&point| !self.place(point).is_finite()) {
            return Err(ChainError::PointNotFinite { point: point as u32 });
        }
        for (end, ghost) in (0..).zip(self.ghosts) {
            match ghost {
                Some(_) if self.data.closed => return Err(ChainError::GhostOfLoop),
                Some(ghost) if !self.place(ghost).is_finite() => return Err(ChainError::GhostNotFinite { end }),
                _ => {}
            }
        }
        let all = points.iter().copied().chain(self.ghosts.into_iter().flatten());
        let frame = UnitFrame::of(all.fold(0.0, |largest: f64, point| largest.max(self.place(point).widen().max_abs())));
        let equal = |a: V, b: V| {
            let [a, b] = [a, b].map(|point| frame.enter_exact(self.place(point).widen()));
            a == b
        };
        if let Some([a, b]) = (0..self.data.count()).map(|i| self.data.indices(i)).find(|&[a, b]| equal(points[a], points[b])) {
            return Err(ChainError::EqualNeighbors { points: [a as u32, b as u32] });
        }
        for (end, (ghost, point)) in (0..).zip(self.ghosts.into_iter().zip([points[0], points[points.len() - 1]])) {
            if ghost.is_some_and(|ghost| equal(ghost, point)) {
                return Err(ChainError::GhostAtEnd { end });
            }
        }
        Ok(Self { frame, ..self })
    }
}

/// Equal points, scales, ghost vertices and sides, whether or not the data are shared.
impl<V: Vector<Wide = DVec2>> PartialEq for Chain<V> {
    fn eq(&self, other: &Self) -> bool {
        let instance = |chain: &Self| (chain.scale, chain.sides, chain.boundary_edges, chain.ghosts, chain.data.closed);
        instance(self) == instance(other) && (Arc::ptr_eq(&self.data, &other.data) || self.data.points == other.data.points)
    }
}

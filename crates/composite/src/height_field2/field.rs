//! Heights over an even grid of x.

use std::sync::Arc;

use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use glam::DVec2;

use crate::height_field2::error::HeightField2Error;
use crate::neighbor::EdgeKind;
use crate::planar::joint;
use crate::sides::{BoundaryEdges, Sides};
use crate::sub_shape::{FeatureKey, SubShapeId};
use crate::unit_frame::UnitFrame;

/// Heights over an even grid of x: terrain, in 2D and `f32` or `f64`. Each cell of the grid is a
/// segment or a hole.
///
/// Height i is at (i · x, height · y) for the scale (x, y), so y is up. Cell i is between the
/// heights i and i + 1, and i is the id of its segment. It runs from height i + 1 to height i, so
/// that its front, on the right side of its direction, is above. Holes have ids too, which no query
/// returns.
///
/// Everything below the segments belongs to the shape, unless it is made [hollow](Self::hollow):
/// nothing that has sunk in is lost. Its border is open, so fields side by side are one surface.
/// The [bounds](Self::bounds) of the solid have no lower end: a broadphase compares them with those
/// of every collider, and a body in a cellar below is inside. A field that is hollow or
/// [two-sided](Self::two_sided) avoids both.
///
/// Cloning is cheap, and so is [scaling](Self::scaled): all instances share the heights and holes.
///
/// ```
/// use clinch_composite::{HeightField2, HeightField2Error, SubShapeId};
/// use glam::{DVec2, Vec2};
///
/// let hill = HeightField2::new(vec![0.0, 1.0, 0.0], Vec2::new(10.0, 2.0))?;
/// let top = hill.project(DVec2::new(10.0, 5.0)).ok_or("not finite")?;
/// assert_eq!((top.point, top.distance, top.normal), (DVec2::new(10.0, 2.0), 3.0, DVec2::Y));
/// assert!(hill.contains(DVec2::new(3.0, -100.0)) && !hill.contains(DVec2::new(3.0, 1.0)));
///
/// let pit = hill.with_hole(0, true)?;
/// assert!(!pit.contains(DVec2::new(3.0, -100.0)) && pit.ends(SubShapeId(0)).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField2<V: Vector<Wide = DVec2>> {
    heights: Arc<[V::Scalar]>,
    holes: Arc<[bool]>,
    scale: V,
    extent: Aabb<DVec2>,
    frame: UnitFrame,
    sides: Sides,
    boundary_edges: BoundaryEdges,
}

impl<V: Vector<Wide = DVec2>> HeightField2<V> {
    /// The field of these heights. `scale` is the width of a cell and the factor of heights, which
    /// may be negative. O(heights).
    ///
    /// # Errors
    ///
    /// Numbers that are not a surface: see [`HeightField2Error`].
    pub fn new(heights: Vec<V::Scalar>, scale: V) -> Result<Self, HeightField2Error> {
        let (given, limit) = (heights.len(), FeatureKey::MOST_VERTICES);
        if given < 2 {
            return Err(HeightField2Error::TooFew { given });
        }
        if given > limit {
            return Err(HeightField2Error::TooMany { given, limit });
        }
        let field = Self {
            heights: heights.into(),
            holes: vec![false; given - 1].into(),
            scale,
            extent: Aabb { min: DVec2::ZERO, max: DVec2::ZERO },
            frame: UnitFrame::of(0.0),
            sides: Sides::Solid,
            boundary_edges: BoundaryEdges::Open,
        };
        field.scaled_to(scale)
    }

    /// An instance whose coordinates are multiplied by a factor per axis, which shares heights and
    /// holes with this field. That along x must be positive. O(heights), without allocation.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn scaled(&self, factors: V) -> Result<Self, HeightField2Error> {
        self.scaled_to(V::narrow(self.scale.widen() * factors.widen()))
    }

    fn scaled_to(&self, scale: V) -> Result<Self, HeightField2Error> {
        let [width, factor] = [scale.get(0), scale.get(1)];
        if !(width.is_finite() && width > V::Scalar::ZERO) {
            return Err(HeightField2Error::InvalidScale { axis: 0 });
        }
        if !factor.is_finite() || factor == V::Scalar::ZERO {
            return Err(HeightField2Error::InvalidScale { axis: 1 });
        }
        let mut field = Self { scale, ..self.clone() };
        let count = self.heights.len() as u32;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for index in 0..count {
            let height = field.vertex(index).widen().y;
            if !height.is_finite() {
                return Err(HeightField2Error::HeightNotFinite { index });
            }
            (low, high) = (low.min(height), high.max(height));
        }
        if let Some(index) = (1..count).find(|&index| !field.place(index).is_finite()) {
            return Err(HeightField2Error::NotDistinct { index });
        }
        let far = field.place(count - 1);
        field.extent = Aabb { min: DVec2::new(0.0, low), max: DVec2::new(far, high) };
        field.frame = UnitFrame::of(far.max(high.abs()).max(low.abs()));
        // For exact signs too, where coordinates that are relatively tiny are zero.
        let exact = |index: u32| field.frame.enter_exact(DVec2::X * field.place(index)).x;
        match (1..count).find(|&index| !(exact(index - 1) < exact(index))) {
            Some(index) => Err(HeightField2Error::NotDistinct { index }),
            None => Ok(field),
        }
    }

    /// The field with a cell that is a hole, or none. Copies the holes if they are shared;
    /// otherwise they are changed in place.
    ///
    /// # Errors
    ///
    /// [`HeightField2Error::NoSuchCell`].
    pub fn with_hole(mut self, cell: u32, hole: bool) -> Result<Self, HeightField2Error> {
        match Arc::make_mut(&mut self.holes).get_mut(cell as usize) {
            Some(changed) => *changed = hole,
            None => return Err(HeightField2Error::NoSuchCell { cell }),
        }
        Ok(self)
    }

    /// The field with these holes, one flag per cell.
    ///
    /// # Errors
    ///
    /// [`HeightField2Error::WrongCount`].
    pub fn with_holes(self, holes: Vec<bool>) -> Result<Self, HeightField2Error> {
        if holes.len() != self.holes.len() {
            return Err(HeightField2Error::WrongCount { given: holes.len(), needed: self.holes.len() });
        }
        Ok(Self { holes: holes.into(), ..self })
    }

    /// The surface only: what is below does not belong to the shape.
    #[must_use]
    pub fn hollow(self) -> Self {
        let sides = if self.sides == Sides::Solid { Sides::One } else { self.sides };
        Self { sides, ..self }
    }

    /// The surface with contacts above and below.
    #[must_use]
    pub fn two_sided(self) -> Self {
        Self { sides: Sides::Two, ..self }
    }

    /// The field with its ends hard or open, those beside holes included.
    #[must_use]
    pub fn with_boundary_edges(self, boundary_edges: BoundaryEdges) -> Self {
        Self { boundary_edges, ..self }
    }

    /// Which sides of the surface have contacts.
    pub fn sides(&self) -> Sides {
        self.sides
    }

    /// What the ends are.
    pub fn boundary_edges(&self) -> BoundaryEdges {
        self.boundary_edges
    }

    /// The heights, without the scale.
    pub fn heights(&self) -> &[V::Scalar] {
        &self.heights
    }

    /// Which cells are holes.
    pub fn holes(&self) -> &[bool] {
        &self.holes
    }

    /// The width of a cell and the factor of heights.
    pub fn scale(&self) -> V {
        self.scale
    }

    /// Whether both fields are instances of the same heights.
    pub fn shares_data_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.heights, &other.heights)
    }

    /// The ends of a segment, from right to left; `None` if there is no such cell or it is a hole.
    pub fn ends(&self, segment: SubShapeId) -> Option<[V; 2]> {
        self.is_there(segment.0).then(|| [segment.0 + 1, segment.0].map(|index| self.vertex(index)))
    }

    /// The segment beyond end 0 (on the right) or 1 of a segment; `None` beside a hole, at the
    /// border, and if there is no such segment.
    pub fn neighbor(&self, segment: SubShapeId, end: u8) -> Option<SubShapeId> {
        let beyond = match end {
            0 => segment.0.checked_add(1),
            1 => segment.0.checked_sub(1),
            _ => None,
        };
        let is_pair = |&beyond: &u32| self.is_there(segment.0) && self.is_there(beyond);
        beyond.filter(is_pair).map(SubShapeId)
    }

    /// How a segment meets the one beyond its end, by exact signs; `None` if there is none.
    pub fn kind(&self, segment: SubShapeId, end: u8) -> Option<EdgeKind> {
        self.neighbor(segment, end).and_then(|_| joint(self, segment.0, usize::from(end))).map(|(kind, _)| kind)
    }

    /// The surface's AABB: without what is below.
    pub(crate) fn extent(&self) -> Aabb<DVec2> {
        self.extent
    }

    pub(crate) fn frame(&self) -> UnitFrame {
        self.frame
    }

    /// The number of cells.
    pub(crate) fn count(&self) -> u32 {
        self.holes.len() as u32
    }

    /// Whether a segment exists and is not a hole.
    pub(crate) fn is_there(&self, segment: u32) -> bool {
        self.holes.get(segment as usize).is_some_and(|&hole| !hole)
    }

    pub(crate) fn vertex(&self, index: u32) -> V {
        let height = self.heights[index as usize].widen();
        V::narrow(DVec2::new(f64::from(index), height) * self.scale.widen())
    }

    /// The x of a height.
    #[inline]
    pub(crate) fn place(&self, index: u32) -> f64 {
        V::Scalar::narrow(f64::from(index) * self.scale.get(0).widen()).widen()
    }
}

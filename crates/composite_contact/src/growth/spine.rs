//! What a box or a cylinder grows from, between its middle and its full size.
//!
//! * Grown about its middle alone, a plank whose end is on a table reaches the side of the table
//!   with its end face before it reaches the top with its lower face, however little it overlaps
//!   the top: its faces move by as much as they are far from the middle.
//! * So all faces of a box move inward by the same distance, until the nearest two meet. What is
//!   left is its *spine*, a segment or a rectangle; of a cylinder a segment or a disk. The spine
//!   itself shrinks about the middle. Where the spine is outside of a solid, the body leaves it by
//!   what is nearly its least depth.
//! * In each of the two stages the scale at which a point is reached is a convex function of the
//!   point, and what is reached in the first is a convex set. So it falls along every segment to
//!   the point of a plane or a triangle that is reached first, as border.rs needs it.
//! * Cubes, flat bodies and all others have no spine but their middle: hulls, cones, and what is at
//!   a pose or off its middle in its own frame.

use clinch_shapes::Core;
use clinch_support::Vector;

/// The spine of the core of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spine<W> {
    /// The part of the core's extent that the spine has, for each axis of the body.
    extent: W,
    /// The scale at which the growing body is its spine: 0 if that is the middle.
    scale: f64,
}

/// How far a body has grown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stage {
    /// It is this part of its spine.
    OfSpine(f64),
    /// It has gone this part of the way from its spine to its full size.
    FromSpine(f64),
}

impl<W: Vector<Scalar = f64, Wide = W>> Spine<W> {
    /// The spine of a body that has no other but its middle.
    pub(crate) const MIDDLE: Self = Self { extent: W::ZERO, scale: 0.0 };

    /// The spine of a core whose middle is this point of its frame.
    pub(crate) fn of<V: Vector<Wide = W>>(core: &Core<'_, V>, middle: W) -> Self {
        let Some(half) = half_extents(core) else { return Self::MIDDLE };
        let (least, greatest) = (0..W::DIM)
            .map(|axis| half.get(axis))
            .fold((f64::INFINITY, 0.0_f64), |(least, greatest), half| (least.min(half), greatest.max(half)));
        // The spine of a flat body is all of it, and shrinks about the middle: as without a spine.
        if middle != W::ZERO || !(least > 0.0) {
            return Self::MIDDLE;
        }
        Self { extent: W::from_fn(|axis| 1.0 - least / half.get(axis)), scale: 1.0 - least / greatest }
    }

    /// Whether the spine is no more than the middle.
    #[inline]
    pub(crate) fn is_middle(&self) -> bool {
        self.scale == 0.0
    }

    /// Where a point of the core is on the spine: the end of the first part of its way as the body
    /// grows. Both are relative to the middle, in the frame of the body.
    pub(crate) fn point_of(&self, point: W) -> W {
        W::from_fn(|axis| point.get(axis) * self.extent.get(axis))
    }

    /// How far the body has grown at a scale.
    pub(crate) fn stage(&self, scale: f64) -> Stage {
        if scale < self.scale { Stage::OfSpine(scale / self.scale) } else { Stage::FromSpine((scale - self.scale) / (1.0 - self.scale)) }
    }

    /// The scale of a stage.
    pub(crate) fn scale(&self, stage: Stage) -> f64 {
        match stage {
            Stage::OfSpine(part) => self.scale * part,
            Stage::FromSpine(part) => self.scale + (1.0 - self.scale) * part,
        }
    }

    /// By what the core is multiplied along each axis, about its middle, at a stage.
    pub(crate) fn factors(&self, stage: Stage) -> W {
        W::from_fn(|axis| {
            let extent = self.extent.get(axis);
            match stage {
                Stage::OfSpine(part) => extent * part,
                Stage::FromSpine(part) => extent + (1.0 - extent) * part,
            }
        })
    }
}

/// The half extents of a core that is a box or a cylinder about the origin.
pub(crate) fn half_extents<V: Vector>(core: &Core<'_, V>) -> Option<V::Wide> {
    match core {
        Core::Box(cuboid) => Some(cuboid.half().widen()),
        Core::Revolution(revolution) => {
            let [bottom, top] = revolution.radii();
            (bottom == top).then(|| V::Wide::from_fn(|axis| if axis == 1 { revolution.half() } else { top }))
        }
        _ => None,
    }
}

impl Stage {
    /// The full size.
    pub(crate) const FULL: Self = Self::FromSpine(1.0);

    /// The stage at which a point of the core reaches a plane, by the heights above it of the
    /// middle, which is not below it, of the point on the spine, and of the point itself, which is.
    #[inline]
    pub(crate) fn reaching([middle, on_spine, point]: [f64; 3]) -> Self {
        // The two are equal without a spine, and may then be below the plane by rounding.
        if on_spine >= 0.0 || on_spine == middle {
            Self::FromSpine(on_spine / (on_spine - point))
        } else {
            Self::OfSpine(middle / (middle - on_spine))
        }
    }

    /// Where a point of the core is at this stage, given the middle, the point on the spine and the
    /// point itself.
    #[inline]
    pub(crate) fn at<W: Vector<Scalar = f64>>(self, [middle, on_spine, point]: [W; 3]) -> W {
        match self {
            Self::OfSpine(part) => middle + (on_spine - middle) * part,
            Self::FromSpine(part) => on_spine + (point - on_spine) * part,
        }
    }
}

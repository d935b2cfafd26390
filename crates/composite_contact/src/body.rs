//! The body that touches a composite shape: what the queries about all parts need of it.
//!
//! Its *middle* is the interior point that it grows from. Its deepest point along a normal takes
//! one support call, and proves the separation from any plane with this normal.

use clinch_contact::{Pair, Separation, Settings, Space};
use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Scalar, Vector};

use crate::growth::spine::Spine;
use crate::not_negative::not_negative;

/// Rounding error of a height above a plane, relative to the coordinates of the body's point and of
/// those of the plane. Larger: looser bounds. Smaller: the bounds do not hold.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Squares of lengths that have all their digits.
const IN_RANGE: core::ops::Range<f64> = 1e-280..1e280;

/// A body in the frame of the composite shape.
pub(crate) struct Body<V: Vector> {
    /// Its frame in that of the composite shape.
    pub(crate) frame: Frame<V>,
    /// The middle, an interior point of the core in its own frame: the one that it grows from.
    pub(crate) middle_in_b: V::Wide,
    /// The same point in the frame of the composite shape.
    pub(crate) middle: V::Wide,
    /// Its largest |coordinate|, which rounding errors are relative to.
    pub(crate) middle_max_abs: f64,
    /// What the core grows through.
    pub(crate) spine: Spine<V::Wide>,
    /// The radius that the core is swept by, with its skin.
    pub(crate) radius: f64,
    /// The skin of the composite shape.
    pub(crate) skin_a: f64,
    /// A ball of this radius about the center contains the body with its skin. Tolerances are
    /// relative to it.
    pub(crate) radius_about_center: f64,
    /// A ball of this radius about the middle contains the body with its skin.
    pub(crate) radius_about_middle: f64,
    pub(crate) is_half_space: bool,
    /// The core is a point: it is the middle.
    pub(crate) is_point: bool,
    /// The error of its support map.
    error: f64,
}

/// The height of a plane along a normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneHeight {
    pub(crate) height: f64,
    /// The largest |coordinate| of the points that it was computed from, which rounding errors are
    /// relative to: far from the origin, a plane near it has the errors of its points.
    pub(crate) max_abs: f64,
}

impl PlaneHeight {
    /// That of the plane through a point.
    pub(crate) fn through<W: Vector<Scalar = f64>>(point: W, normal: W) -> Self {
        Self { height: normal.dot(point), max_abs: point.max_abs() }
    }
}

/// Where the core of a body is deepest along a unit normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeepestPoint<W> {
    pub(crate) normal: W,
    /// The point of the core, in the frame of the composite shape.
    pub(crate) point: W,
    /// Where this point is on the spine, in the frame of the composite shape.
    on_spine: W,
    /// Its height along the normal.
    along: f64,
    /// The point of the body, with its skin, in its own frame.
    on_body: W,
    /// The sum of all |coordinates|, which rounding errors are relative to.
    sum_abs: f64,
}

impl<V: Space> Body<V> {
    // Inlined, as `PartQuery::new`, so that it is written where it stays: it is large.
    #[inline(always)]
    pub(crate) fn new<A, B: Convex<V>>(pair: &Pair<V, A, B>, settings: &Settings<V::Scalar>) -> Self {
        let frame = Frame::new(&pair.b_in_a);
        let middle_in_b = pair.b.interior().widen();
        let middle = frame.to_a(middle_in_b);
        let radius = pair.b.radius_wide() + not_negative(settings.skin_b);
        let about_center = pair.b.radius_about_center().widen();
        let about_middle =
            radius_about(&pair.b.core(), middle_in_b).unwrap_or_else(|| about_center + (pair.b.center().widen() - middle_in_b).length());
        Self {
            frame,
            middle_in_b,
            middle,
            middle_max_abs: middle.max_abs(),
            spine: Spine::of(&pair.b.core(), middle_in_b),
            radius,
            skin_a: not_negative(settings.skin_a),
            radius_about_center: about_center + radius,
            radius_about_middle: (about_middle + radius) * (1.0 + ROUNDING) + ROUNDING * frame.translation().max_abs(),
            is_half_space: matches!(pair.b.core(), Core::HalfSpace { .. }),
            is_point: pair.b.core().point() == Some(middle_in_b),
            error: pair.b.error().widen(),
        }
    }

    /// Where a point of the core is as the body grows: in its middle, then on the spine, then in
    /// its own place. In the frame of the composite shape.
    pub(crate) fn way_of(&self, point: V::Wide) -> [V::Wide; 3] {
        [self.middle, self.on_spine(self.frame.to_b(point)), point]
    }

    /// The same of a deepest point.
    #[inline]
    pub(crate) fn way_of_deepest(&self, deepest: &DeepestPoint<V::Wide>) -> [V::Wide; 3] {
        [self.middle, deepest.on_spine, deepest.point]
    }

    /// Where a point of the core, in its own frame, is on the spine, in the frame of the composite
    /// shape.
    #[inline]
    fn on_spine(&self, core: V::Wide) -> V::Wide {
        if self.spine.is_middle() {
            return self.middle;
        }
        self.middle + self.frame.direction_in_a(self.spine.point_of(core - self.middle_in_b))
    }

    /// The separation from a plane of this unit normal at this height; its point on the plane is
    /// below the deepest point of the body. One support call.
    #[inline]
    pub(crate) fn above_plane<B: Convex<V> + ?Sized>(&self, shape: &B, normal: V::Wide, plane: PlaneHeight) -> Separation<V> {
        self.above(&self.deepest(shape, normal), plane)
    }

    /// Where the core is deepest along a unit normal. One support call.
    #[inline]
    pub(crate) fn deepest<B: Convex<V> + ?Sized>(&self, shape: &B, normal: V::Wide) -> DeepestPoint<V::Wide> {
        let down = self.frame.direction_in_b(-normal);
        self.deepest_below(shape.support_wide(down).point, down, normal)
    }

    /// The point where the core is deepest along a direction of any length, in its own frame. One
    /// support call.
    #[inline]
    pub(crate) fn deepest_in_b<B: Convex<V> + ?Sized>(&self, shape: &B, direction: V::Wide) -> V::Wide {
        shape.support_wide(self.frame.direction_in_b(-direction)).point
    }

    /// What is known of the point of the core that is deepest along a unit normal.
    #[inline]
    pub(crate) fn deepest_at(&self, core: V::Wide, normal: V::Wide) -> DeepestPoint<V::Wide> {
        self.deepest_below(core, self.frame.direction_in_b(-normal), normal)
    }

    /// The same, given the direction against the normal in the frame of the body.
    #[inline]
    fn deepest_below(&self, core: V::Wide, down: V::Wide, normal: V::Wide) -> DeepestPoint<V::Wide> {
        let point = self.frame.to_a(core);
        let on_body = core + down * self.radius;
        let on_spine = self.on_spine(core);
        DeepestPoint { normal, point, on_spine, along: normal.dot(point), on_body, sum_abs: point.sum_abs() + core.sum_abs() }
    }

    /// The same, computed only if the last one was along another normal: most triangles of level
    /// ground have one normal, to the last bit.
    #[inline]
    pub(crate) fn deepest_along<'d, B: Convex<V> + ?Sized>(
        &self,
        shape: &B,
        normal: V::Wide,
        last: &'d mut Option<DeepestPoint<V::Wide>>,
    ) -> &'d DeepestPoint<V::Wide> {
        // By the bits: of two zeros one may lead to another vertex.
        let is_same = |last: &DeepestPoint<V::Wide>| (0..V::DIM).all(|i| last.normal.get(i).to_bits() == normal.get(i).to_bits());
        if !last.as_ref().is_some_and(is_same) {
            *last = None;
        }
        last.get_or_insert_with(|| self.deepest(shape, normal))
    }

    /// The separation from a plane at this height along the normal of a deepest point.
    #[inline]
    pub(crate) fn above(&self, deepest: &DeepestPoint<V::Wide>, plane: PlaneHeight) -> Separation<V> {
        let &DeepestPoint { normal, point, on_spine: _, along, on_body, sum_abs } = deepest;
        let PlaneHeight { height, max_abs } = plane;
        let cores = along - height;
        let distance = cores - self.radii();
        let slack = self.error + ROUNDING * (sum_abs + max_abs + self.radii());
        let (lower, upper) = (distance - slack, distance + slack);
        Separation { normal, distance, lower, upper, point_a: point - normal * (cores - self.skin_a), point_b: on_body }
    }

    /// Both radii that the cores are swept by.
    #[inline]
    pub(crate) fn radii(&self) -> f64 {
        self.radius + self.skin_a
    }
}

/// The largest distance of the points of a core from a place, up to rounding, if it has a closed
/// form. The radius that a shape names may be far larger: that of a box is the sum of its half
/// extents. `None` if its square may have lost digits.
fn radius_about<V: Space>(core: &Core<'_, V>, place: V::Wide) -> Option<f64> {
    let squared = match core {
        Core::Box(cuboid) => {
            let half = cuboid.half().widen();
            V::Wide::from_fn(|i| half.get(i) + place.get(i).abs()).length_squared()
        }
        Core::Segment([from, to]) => (*from - place).length_squared().max((*to - place).length_squared()),
        Core::Revolution(revolution) => {
            let beside = V::Wide::from_fn(|i| if i == 1 { 0.0 } else { place.get(i) }).length();
            let squared = |radius: f64, height: f64| {
                let (across, along) = (radius + beside, height - place.get(1));
                across * across + along * along
            };
            let ([bottom, top], half) = (revolution.radii(), revolution.half());
            squared(bottom, -half).max(squared(top, half))
        }
        _ => return None,
    };
    IN_RANGE.contains(&squared).then(|| squared.sqrt())
}

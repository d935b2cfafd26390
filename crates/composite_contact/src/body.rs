//! The body that touches a composite shape: what the queries about all parts need of it.
//!
//! Its *middle* is the interior point that it grows from. Its deepest point along a normal takes
//! one support call, and proves the separation from any plane with this normal.

use clinch_contact::{Pair, Separation, Settings, Space};
use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Scalar, Vector};

use crate::growth::rates::GrowthRates;
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
    /// How fast the core grows along its axes.
    pub(crate) growth_rates: GrowthRates<V::Wide>,
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
    /// The same point in the frame of the body.
    pub(crate) core: W,
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
            growth_rates: GrowthRates::of(&pair.b.core(), middle_in_b),
            radius,
            skin_a: not_negative(settings.skin_a),
            radius_about_center: about_center + radius,
            radius_about_middle: (about_middle + radius) * (1.0 + ROUNDING) + ROUNDING * frame.translation().max_abs(),
            is_half_space: matches!(pair.b.core(), Core::HalfSpace { .. }),
            is_point: pair.b.core().point() == Some(middle_in_b),
            error: pair.b.error().widen(),
        }
    }

    /// The scale, at most 1, at which the growing core reaches a plane that its middle is not
    /// below. By the heights above it of the middle and of a deepest point of the core, `core` in
    /// its own frame.
    #[inline]
    pub(crate) fn scale_reaching_plane(&self, normal: V::Wide, [middle, deepest]: [f64; 2], core: V::Wide) -> f64 {
        if deepest >= 0.0 {
            return 1.0;
        }
        if self.growth_rates.are_equal {
            return middle / (middle - deepest);
        }
        let (down, from_middle) = (self.frame.direction_in_b(-normal), core - self.middle_in_b);
        self.growth_rates.scale_reaching(middle, V::Wide::from_fn(|axis| down.get(axis) * from_middle.get(axis)))
    }

    /// Where a point of the core, `core` in its own frame, is when the body has grown to a scale.
    /// In the frame of the composite shape, as the point itself.
    #[inline]
    pub(crate) fn at_scale(&self, scale: f64, point: V::Wide, core: V::Wide) -> V::Wide {
        if self.growth_rates.are_equal {
            return self.middle + (point - self.middle) * scale;
        }
        let (factors, from_middle) = (self.growth_rates.factors(scale), core - self.middle_in_b);
        self.middle + self.frame.direction_in_a(V::Wide::from_fn(|axis| factors.get(axis) * from_middle.get(axis)))
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
        DeepestPoint { normal, point, core, along: normal.dot(point), on_body, sum_abs: point.sum_abs() + core.sum_abs() }
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
        let &DeepestPoint { normal, point, core: _, along, on_body, sum_abs } = deepest;
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

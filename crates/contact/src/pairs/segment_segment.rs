//! Points and segments: the cores of spheres and capsules. No search, and no face for a sphere.
//!
//! * The nearest points of the cores are a closed form ([`segment_distance`]). Where the cores
//!   meet, or almost meet so that no normal can be proved, the general path answers.
//! * A sphere touches in one point, and so do capsules that cross. Capsules that are nearly
//!   parallel get the points of two edges.

use clinch_shapes::{Convex, STEEP_EDGE};
use clinch_support::{Frame, Pose, Rotation, Vector, cross};

use crate::answer::{Bounds, Relation};
use crate::clip::{PARALLEL, Space};
use crate::memory::Memory;
use crate::pair::Pair;
use crate::pairs::ClosedForm;
use crate::pairs::segment_distance::{self, Nearest, PointOrSegment, Separated};
use crate::pairs::squares;
use crate::problem::Cores;
use crate::query::Query;
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::tolerance::{CLEAR, CLOSED_FORM_NOISE};

/// A point or a segment and another, whose cores do not meet.
pub(crate) struct SegmentSegment<V: Vector> {
    frame: Frame<V>,
    /// The ends of both cores in A's frame; of a point only one.
    cores: [PointOrSegment<V::Wide>; 2],
    separated: Separated<V::Wide>,
    /// Rounding error of the distance.
    noise: f64,
}

impl<V: Space> ClosedForm<V> for SegmentSegment<V> {
    /// `None` if the cores are no points or segments, or if no normal is proved.
    // Inlined so that the numbers stay in registers.
    #[inline(always)]
    fn of(_: &Query<'_, V>, cores: &Cores<'_, V>, _: &mut Scratch<V>) -> Option<Self> {
        let (a, b) = (PointOrSegment::of(cores.a)?, PointOrSegment::of(cores.b)?);
        let size = size(a, b, cores.b_in_a)?;
        let frame = Frame::<V>::new(cores.b_in_a);
        let b = b.in_a(&frame);
        let noise = CLOSED_FORM_NOISE * size;
        let separated = Separated::of(a, b, noise)?;
        Some(Self { frame, cores: [a, b], separated, noise })
    }

    #[inline(always)]
    fn relation(&self, query: &Query<'_, V>, _: &mut Memory<V>) -> Relation<V> {
        let &Self { separated: Separated { nearest, distance, normal }, noise, .. } = self;
        let radii = query.radii;
        let bounds = Bounds::of(distance, noise, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return relation;
        }
        bounds.near(normal, [nearest.a + normal * radii.a, self.frame.to_b(nearest.b - normal * radii.b)])
    }

    /// Of two capsules that are nearly parallel, for more than one point.
    #[inline]
    fn to_clip(&self) -> Option<(Frame<V>, f64)> {
        let clips = may_share_interval(self.cores, self.separated.normal);
        clips.then_some((self.frame, self.noise * (1.0 / CLOSED_FORM_NOISE)))
    }
}

/// Whether they touch, if the squares decide it.
#[inline]
pub(crate) fn touching<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, radii: Radii, memory: &mut Memory<V>) -> Option<bool> {
    let (a, b) = (PointOrSegment::of(&pair.a.core())?, PointOrSegment::of(&pair.b.core())?);
    let size = size(a, b, &pair.b_in_a)?;
    let noise = CLOSED_FORM_NOISE * size;
    let Nearest { between, .. } = segment_distance::nearest(a, b.in_a(&Frame::<V>::new(&pair.b_in_a)), noise)?;
    let squared = between.length_squared();
    let touching = squares::touching(squared, radii, size)?;
    if touching {
        memory.invalidate();
    } else if squared > CLEAR * CLEAR * noise * noise {
        memory.set_axis(between);
    } else {
        // No normal is proved.
        return None;
    }
    Some(touching)
}

/// A bound of the coordinates that meet; `None` if the rotation has no length.
#[inline(always)]
fn size<W: Vector<Scalar = f64>>(a: PointOrSegment<W>, b: PointOrSegment<W>, b_in_a: &Pose<W>) -> Option<f64> {
    let turned = b_in_a.rotation.length_squared();
    let size = a.max_coordinate() + b.max_coordinate() + W::DIM as f64 * b_in_a.translation.max_abs();
    (turned > 0.0 && turned < f64::INFINITY).then_some(size)
}

/// Whether both are segments that, projected along the normal, may share an interval. They share at
/// most a point if they cross at an angle, or if one of them is steep: it faces the other with an
/// end. A little less than the clipping allows, so that the clipping decides.
#[inline(always)]
fn may_share_interval<W: Vector<Scalar = f64>>(cores: [PointOrSegment<W>; 2], normal: W) -> bool {
    let [PointOrSegment::Segment(a), PointOrSegment::Segment(b)] = cores else { return false };
    let (u, w) = (a[1] - a[0], b[1] - b[0]);
    let (uu, ww, along_u, along_w) = (u.length_squared(), w.length_squared(), u.dot(normal), w.dot(normal));
    let steep = SURELY * STEEP_EDGE;
    if along_u * along_u > steep * steep * uu || along_w * along_w > steep * steep * ww {
        return false;
    }
    // In 2D any two are parallel. In 3D the lengths, seen along the normal, are no greater.
    let across = if W::DIM == 3 { cross(u, w).dot(normal) } else { 0.0 };
    let most = SURELY * PARALLEL;
    !(across * across > most * most * (uu * ww))
}

/// A limit of the clipping is surely exceeded by this factor. Larger: pairs are clipped that share
/// a point. Smaller: rounding of a direction to `f32` contradicts the clipping.
const SURELY: f64 = 1.01;

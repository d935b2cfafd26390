//! Casts of balls and capsules to each other and to blocks, whose cores' distance is a closed form.
//!
//! * Newton's steps as the general way takes them ([`clinch_gjk::cast`]), to where the gap along the way between the nearest points falls to the target: the distance is
//!   convex along the motion, so that each comes from below and proves that nothing happens before. Here each is a closed form in place of a search.
//! * They begin where the balls about the frames' origins that hold the shapes may meet first, so that nothing is lost by coming from far.
//! * What is within the target at the start, grazes to within rounding, or comes so near to a core that the way is no good normal, goes the general way.
//!
//! All in the frame of the one that does not move, the block if there is one.

use clinch_shapes::{Core, Revolution};
use clinch_support::{Frame, Rotation, Vector};

use crate::cast::impact::{CastOutcome, Impact};
use crate::cast::line::Line;
use crate::cast::settings::CastSettings;
use crate::clip::Space;
use crate::pairs::point_revolution;
use crate::pairs::segment_box::{Apart, apart};
use crate::pairs::segment_distance::{self, PointOrSegment};
use crate::problem::Cores;
use crate::radii::Radii;
use crate::tolerance::CLEAR;

/// Rounding of points that were posed and moved, and of what is computed of them here, relative to the size of the pair. Larger: hits come early by as much. Smaller: steps
/// shuffle rounding.
const NOISE: f64 = 16.0 * f64::EPSILON;

/// What is no nearer to the target than so many times that is no matter of rounding. Larger: more casts go the general way. Smaller: shapes that touch at the start
/// are said to come.
const DOUBT: f64 = 64.0;

/// An approach by less than this part of the way is a graze. Larger: more casts go the general way. Smaller: whether they meet is decided by rounding.
const GRAZE: f64 = 1e-4;

/// A hit takes some five. One that needs more grazes.
const STEPS: u32 = 24;

/// One that stays and one that moves.
struct Bodies<V: Vector> {
    staying: Staying<V::Wide>,
    /// In the frame of the one that stays: rotated, not translated.
    moving: PointOrSegment<V::Wide>,
    /// Its frame's origin when the steps begin.
    base: V::Wide,
    /// Unit: where it goes.
    direction: V::Wide,
    /// The one that stays is A.
    a_stays: bool,
    frame: Frame<V>,
}

enum Staying<W> {
    /// By half extents.
    Box(W),
    Segment(PointOrSegment<W>),
    Revolution(Revolution),
}

/// Two places that are nearest to each other, on what stays and on what moves.
struct Nearest<W> {
    staying: W,
    moving: W,
    /// Unit, from the first to the second.
    outward: W,
    distance: f64,
}

/// The radii of the two shapes, without skins, and the sum of how far they reach from their origins.
pub(super) struct Sizes {
    pub(super) radii: Radii,
    pub(super) reach: f64,
}

/// What happens on the way, if the distance of the cores is a closed form.
pub(super) fn outcome<V: Space>(
    cores: &Cores<'_, V>,
    Sizes { radii, reach }: Sizes,
    motion: V::Wide,
    settings: &CastSettings,
) -> Option<CastOutcome<V>> {
    let (staying, moving, a_stays) = match (cores.a, cores.b) {
        (Core::Box(block), b) => (Staying::Box(block.half().widen()), PointOrSegment::of(b)?, true),
        (a, Core::Box(block)) => (Staying::Box(block.half().widen()), PointOrSegment::of(a)?, false),
        (Core::Revolution(solid), Core::Point(point)) => (Staying::Revolution(*solid), PointOrSegment::Point(*point), true),
        (Core::Point(point), Core::Revolution(solid)) => (Staying::Revolution(*solid), PointOrSegment::Point(*point), false),
        (a, b) => (Staying::Segment(PointOrSegment::of(a)?), PointOrSegment::of(b)?, true),
    };
    let line = Line::of(motion)?;
    let (target, at) = (radii.sum() + settings.target, cores.b_in_a.translation);
    let reach = reach + settings.target;
    let turned = cores.b_in_a.rotation.length_squared();
    let slack = NOISE * (at.sum_abs() + reach);
    let along = at.dot(line.direction);
    if !(turned > 0.0 && turned < f64::INFINITY && along.is_finite()) {
        return None;
    }
    let across = at - line.direction * along;
    let aside = across.length();
    if aside > reach + slack {
        let across = across - line.direction * across.dot(line.direction);
        return Some(CastOutcome::Miss { axis: across * across.length().recip(), proven: true });
    }
    let from = -along - reach - slack;
    let from = if from > 0.0 { from } else { 0.0 };
    let until = settings.until * line.speed;
    if from > until {
        return Some(CastOutcome::Miss { axis: -line.direction, proven: true });
    }
    let frame = Frame::<V>::new(cores.b_in_a);
    let bodies = if a_stays {
        let moving = moving.turned(|end| frame.direction_in_a(end));
        Bodies { staying, moving, base: at + line.direction * from, direction: line.direction, a_stays, frame }
    } else {
        let moving = moving.turned(|end| frame.direction_in_b(end));
        let base = frame.direction_in_b(-at - line.direction * from);
        Bodies { staying, moving, base, direction: -frame.direction_in_b(line.direction), a_stays, frame }
    };
    bodies.run(&Way { radii, target, from, until, speed: line.speed })
}

/// The cast in lengths along the motion.
struct Way {
    radii: Radii,
    /// The distance of the cores that counts as a hit.
    target: f64,
    /// Where the steps begin; nothing happens before.
    from: f64,
    /// Where the motion ends.
    until: f64,
    /// Lengths per unit of the parameter.
    speed: f64,
}

impl<V: Space> Bodies<V> {
    fn run(&self, way: &Way) -> Option<CastOutcome<V>> {
        let &Way { target, from, until, .. } = way;
        let size = self.size() + target;
        let noise = NOISE * size;
        // Squares that keep their digits, and normals that are good.
        if !(target > CLEAR * noise && target * target > f64::MIN_POSITIVE / f64::EPSILON && size * size < f64::INFINITY) {
            return None;
        }
        let (mut place, mut proven) = (0.0, from);
        for step in 0..STEPS {
            let nearest = self.nearest(place, noise)?;
            let (above, slope) = (nearest.distance - target, nearest.outward.dot(self.direction));
            if step == 0 && !(above > DOUBT * noise) {
                return None;
            }
            if !(above > noise) {
                return (slope < -GRAZE).then(|| self.hit(&nearest, way, place, proven));
            }
            let axis = self.normal_of_pair(nearest.outward);
            if !(slope < 0.0) {
                return (above > DOUBT * noise).then_some(CastOutcome::Miss { axis, proven: true });
            }
            let rounding = noise + 4.0 * f64::EPSILON * (from + place);
            let shown = from + place - (above - rounding) / slope;
            proven = if shown > proven { shown } else { proven };
            place -= above / slope;
            let at = from + place;
            if !(at <= until + noise + 4.0 * f64::EPSILON * at) {
                return Some(CastOutcome::Miss { axis, proven: proven > until });
            }
        }
        None
    }

    /// A bound of the coordinates that meet.
    fn size(&self) -> f64 {
        let staying = match &self.staying {
            Staying::Box(half) => half.sum_abs(),
            Staying::Segment(core) => core.max_coordinate(),
            Staying::Revolution(solid) => solid.radius_about_center(),
        };
        V::DIM as f64 * (staying + self.moving.max_coordinate() + self.base.max_abs())
    }

    fn nearest(&self, place: f64, noise: f64) -> Option<Nearest<V::Wide>> {
        let moving = self.moving.moved_by(self.base + self.direction * place);
        match (&self.staying, moving) {
            (&Staying::Segment(staying), moving) => {
                let found = segment_distance::nearest(staying, moving, noise)?;
                let distance = found.between.length();
                (distance > CLEAR * noise).then(|| Nearest {
                    staying: found.a,
                    moving: found.b,
                    outward: found.between * distance.recip(),
                    distance,
                })
            }
            (&Staying::Box(half), PointOrSegment::Segment(ends)) => at_box(ends, half, noise),
            (&Staying::Box(half), PointOrSegment::Point(point)) => at_box([point; 2], half, noise),
            (Staying::Revolution(solid), PointOrSegment::Point(point)) => {
                let (outward, distance) = point_revolution::nearest(solid, point, noise)?;
                let outside = distance > CLEAR * noise;
                outside.then(|| Nearest { staying: point - outward * distance, moving: point, outward, distance })
            }
            (Staying::Revolution(_), PointOrSegment::Segment(_)) => None,
        }
    }

    /// A normal from what stays to what moves as one from A to B, in A's frame.
    fn normal_of_pair(&self, outward: V::Wide) -> V::Wide {
        if self.a_stays { outward } else { -self.frame.direction_in_a(outward) }
    }

    fn hit(&self, nearest: &Nearest<V::Wide>, &Way { radii, from, until, speed, .. }: &Way, place: f64, proven: f64) -> CastOutcome<V> {
        let &Nearest { staying, moving, outward, distance } = nearest;
        // From the frame's origin of what has moved.
        let carried = moving - self.base - self.direction * place;
        let (point_a, point_b) = if self.a_stays {
            (staying + outward * radii.a, self.frame.direction_in_b(carried - outward * radii.b))
        } else {
            (self.frame.direction_in_a(carried - outward * radii.a), staying + outward * radii.b)
        };
        let way = from + place;
        let time = (if way < until { way } else { until }) / speed;
        let lower = proven * (1.0 - 4.0 * f64::EPSILON) / speed;
        CastOutcome::Hit(Impact {
            time,
            lower: if lower < time { lower } else { time },
            at_start: false,
            separation: distance - radii.sum(),
            normal: self.normal_of_pair(outward),
            point_a,
            point_b,
        })
    }
}

fn at_box<W: Vector<Scalar = f64>>(ends: [W; 2], half: W, noise: f64) -> Option<Nearest<W>> {
    let Apart { on_segment, foot, outward, distance } = apart(ends, half, noise)?;
    Some(Nearest { staying: foot, moving: on_segment, outward, distance })
}

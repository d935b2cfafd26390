//! Casts of balls and capsules to each other and to blocks, whose cores' distance is a closed form.
//!
//! * Newton's steps as the general way takes them ([`clinch_gjk::cast`]), to where the gap along the way between the nearest points falls to the target: the distance is
//!   convex along the motion, so that each comes from below and proves that nothing happens before. Here each is a closed form in place of a search.
//! * They begin where the balls about the frames' origins that hold the shapes may meet first, so that nothing is lost by coming from far.
//! * What is within the target at the start, grazes to within rounding, or comes so near to a core that the way is no good normal, goes the general way.
//!
//! All in the frame of the one that does not move, the block if there is one.

use clinch_shapes::{Convex, Core};
use clinch_support::{Frame, Rotation, Vector};

use crate::cast::CastSettings;
use crate::clip::Clip;
use crate::closed::{self, CLEAR};
use crate::impact::{CastOutcome, Impact};
use crate::in_box::half_of_box;
use crate::line::Line;
use crate::pair::Pair;
use crate::radii::Radii;
use crate::rod_at_box;
use crate::rods;

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
    stays: Stays<V::Wide>,
    /// A point or a segment, as seen from the first, turned but not moved.
    moves: Core<V::Wide>,
    /// Its frame's origin when the steps begin.
    base: V::Wide,
    /// Unit: where it goes.
    direction: V::Wide,
    /// The one that stays is A.
    a_stays: bool,
    frame: Frame<V>,
}

enum Stays<W: Vector> {
    Box(W),
    Rod(Core<W>),
}

/// Two places that are nearest to each other, on what stays and on what moves.
struct Nearest<W> {
    staying: W,
    moving: W,
    /// Unit, from the first to the second.
    outward: W,
    distance: f64,
}

/// What happens on the way, if their distance is a closed form.
pub(crate) fn outcome<V, A, B>(pair: &Pair<'_, V, A, B>, motion: V::Wide, settings: &CastSettings) -> Option<CastOutcome<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let cores = [pair.a.core_wide(), pair.b.core_wide()];
    let (is_rod, half) = (cores.each_ref().map(rods::is_rod), [half_of_box(pair.a), half_of_box(pair.b)]);
    let (stays, a_stays) = match (is_rod, half) {
        ([true, true], _) => (Stays::Rod(cores[0]), true),
        ([false, true], [Some(half), _]) => (Stays::Box(half), true),
        ([true, false], [_, Some(half)]) => (Stays::Box(half), false),
        _ => return None,
    };
    let line = Line::of(motion)?;
    let radii = Radii::of(pair);
    let (target, at) = (radii.sum() + settings.target, pair.b_in_a.translation);
    let reach = pair.a.reach() + pair.b.reach() + settings.target;
    let turned = pair.b_in_a.rotation.length_squared();
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
    let frame = Frame::<V>::new(&pair.b_in_a);
    let [a, b] = &cores;
    let bodies = if a_stays {
        let moves = turned_by(b, |end| frame.direction_in_a(end));
        Bodies { stays, moves, base: at + line.direction * from, direction: line.direction, a_stays, frame }
    } else {
        let moves = turned_by(a, |end| frame.direction_in_b(end));
        let base = frame.direction_in_b(-at - line.direction * from);
        Bodies { stays, moves, base, direction: -frame.direction_in_b(line.direction), a_stays, frame }
    };
    bodies.run((radii, target), (from, until, line.speed))
}

fn turned_by<W: Vector<Scalar = f64>>(core: &Core<W>, turned: impl Fn(W) -> W) -> Core<W> {
    match *core {
        Core::Point(point) if point == W::ZERO => Core::Point(point),
        Core::Point(point) => Core::Point(turned(point)),
        Core::Segment(ends) => Core::Segment(ends.map(turned)),
        Core::HalfSpace { .. } | Core::Other => Core::Other,
    }
}

fn moved<W: Vector<Scalar = f64>>(core: &Core<W>, by: W) -> Core<W> {
    match *core {
        Core::Point(point) => Core::Point(point + by),
        Core::Segment(ends) => Core::Segment(ends.map(|end| end + by)),
        Core::HalfSpace { .. } | Core::Other => Core::Other,
    }
}

impl<V: Clip> Bodies<V> {
    fn run(&self, (radii, target): (Radii, f64), (from, until, speed): (f64, f64, f64)) -> Option<CastOutcome<V>> {
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
                return (slope < -GRAZE).then(|| self.hit(&nearest, radii, (from, place, proven, until), speed));
            }
            let axis = self.normal_of_pair(nearest.outward);
            if !(slope < 0.0) {
                return (above > DOUBT * noise).then_some(CastOutcome::Miss { axis, proven: true });
            }
            let rounding = noise + 4.0 * f64::EPSILON * (from + place);
            let shown = from + place - (above - rounding) / slope;
            proven = if shown > proven { shown } else { proven };
            place -= above / slope;
            let way = from + place;
            if !(way <= until + noise + 4.0 * f64::EPSILON * way) {
                return Some(CastOutcome::Miss { axis, proven: proven > until });
            }
        }
        None
    }

    /// A bound of the coordinates that meet.
    fn size(&self) -> f64 {
        let reach = |core: &Core<V::Wide>| rods::reach(core).unwrap_or(f64::INFINITY);
        let staying = match &self.stays {
            Stays::Box(half) => half.sum_abs(),
            Stays::Rod(core) => reach(core),
        };
        V::DIM as f64 * (staying + reach(&self.moves) + self.base.max_abs())
    }

    fn nearest(&self, place: f64, noise: f64) -> Option<Nearest<V::Wide>> {
        let moves = moved(&self.moves, self.base + self.direction * place);
        match (&self.stays, moves) {
            (&Stays::Rod(stays), moves) => {
                let found = closed::nearest(stays, moves, noise)?;
                let distance = found.between.length();
                (distance > CLEAR * noise).then(|| Nearest {
                    staying: found.a,
                    moving: found.b,
                    outward: found.between * distance.recip(),
                    distance,
                })
            }
            (&Stays::Box(half), Core::Segment(ends)) => at_box(ends, half, noise),
            (&Stays::Box(half), Core::Point(point)) => at_box([point; 2], half, noise),
            (Stays::Box(_), Core::HalfSpace { .. } | Core::Other) => None,
        }
    }

    /// A normal from what stays to what moves as one from A to B, in A's frame.
    fn normal_of_pair(&self, outward: V::Wide) -> V::Wide {
        if self.a_stays { outward } else { -self.frame.direction_in_a(outward) }
    }

    fn hit(
        &self,
        nearest: &Nearest<V::Wide>,
        radii: Radii,
        (from, place, proven, until): (f64, f64, f64, f64),
        speed: f64,
    ) -> CastOutcome<V> {
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
    let rod_at_box::Apart { on_rod, foot, outward, distance } = rod_at_box::apart(ends, half, noise)?;
    Some(Nearest { staying: foot, moving: on_rod, outward, distance })
}

//! Casts of spheres and capsules against each other and against boxes, and of spheres against
//! solids of revolution: the distance of the cores is a closed form.
//!
//! * Newton's method on the gap along the vector between the nearest points, as in the general cast
//!   ([`clinch_gjk::cast`]). The distance is convex along the motion, so each step stays before the
//!   impact, and proves that nothing happens before its end. Here each step is a closed form in
//!   place of a search.
//! * The steps begin where the bounding spheres about the frames' origins first meet, so that no
//!   precision is lost on the way from far away.
//! * Shapes within the target at the start, casts that graze to within rounding, and cores so near
//!   that the vector between the points is no reliable normal are left to the general cast.
//!
//! All in the frame of the shape that is fixed: the box or the solid, if there is one.

use clinch_shapes::{Core, Revolution};
use clinch_support::{Frame, Rotation, Vector};

use crate::cast::impact::{CastOutcome, Impact};
use crate::cast::line::Line;
use crate::cast::settings::CastSettings;
use crate::clip::Space;
use crate::pairs::point_revolution;
use crate::pairs::segment_box::{Apart, apart};
use crate::pairs::segment_distance::{self, PointOrSegment};
use crate::pairs::squares;
use crate::problem::Cores;
use crate::radii::Radii;
use crate::tolerance::{CLEAR, CLOSED_FORM_NOISE};

/// Distances from the target up to this many times the noise are undecided. Larger: more casts are
/// left to the general path. Smaller: shapes that touch at the start are reported to hit later.
const UNDECIDED: f64 = 64.0;

/// An approach by less than this part of the motion is a graze. Larger: more casts are left to the
/// general path. Smaller: rounding decides whether they meet.
const GRAZE: f64 = 1e-4;

/// Most steps. A hit takes about five; a cast that needs more grazes.
const STEPS: u32 = 24;

/// A fixed core and a moving one.
struct MovingCores<V: Vector> {
    fixed: Fixed<V::Wide>,
    /// In the frame of the fixed one: rotated, not translated.
    moving: PointOrSegment<V::Wide>,
    /// The origin of its frame when the steps begin.
    base: V::Wide,
    /// Unit, the direction of the motion.
    direction: V::Wide,
    /// The fixed core is A's.
    a_is_fixed: bool,
    frame: Frame<V>,
}

enum Fixed<W> {
    /// A box, by its half extents.
    Box(W),
    Segment(PointOrSegment<W>),
    Revolution(Revolution),
}

/// The nearest points of the fixed and of the moving core.
struct NearestPoints<W> {
    fixed: W,
    moving: W,
    /// Unit, from the fixed to the moving core.
    outward: W,
    distance: f64,
}

/// The radii of the two shapes, without skins, and the sum of their bounding radii about their
/// origins.
pub(super) struct Sizes {
    pub(super) radii: Radii,
    pub(super) bounding_radii: f64,
}

/// The outcome of the cast, if the distance of the cores is a closed form.
pub(super) fn outcome<V: Space>(
    cores: &Cores<'_, V>,
    Sizes { radii, bounding_radii }: Sizes,
    motion: V::Wide,
    settings: &CastSettings,
) -> Option<CastOutcome<V>> {
    let (fixed, moving, a_is_fixed) = match (cores.a, cores.b) {
        (Core::Box(block), b) => (Fixed::Box(block.half().widen()), PointOrSegment::of(b)?, true),
        (a, Core::Box(block)) => (Fixed::Box(block.half().widen()), PointOrSegment::of(a)?, false),
        (Core::Revolution(solid), b) => (Fixed::Revolution(*solid), PointOrSegment::Point(b.point()?), true),
        (a, Core::Revolution(solid)) => (Fixed::Revolution(*solid), PointOrSegment::Point(a.point()?), false),
        (a, b) => (Fixed::Segment(PointOrSegment::of(a)?), PointOrSegment::of(b)?, true),
    };
    let line = Line::of(motion)?;
    let (target, at) = (radii.sum() + settings.target_distance, cores.b_in_a.translation);
    let reach = bounding_radii + settings.target_distance;
    let rotation_squared = cores.b_in_a.rotation.length_squared();
    let slack = CLOSED_FORM_NOISE * (at.sum_abs() + reach);
    let along = at.dot(line.direction);
    if !(rotation_squared > 0.0 && rotation_squared < f64::INFINITY && along.is_finite()) {
        return None;
    }
    let across = at - line.direction * along;
    let offset = across.length();
    if offset > reach + slack {
        let across = across - line.direction * across.dot(line.direction);
        return Some(CastOutcome::Miss { axis: across * across.length().recip(), proven: true });
    }
    let from = -along - reach - slack;
    let from = if from > 0.0 { from } else { 0.0 };
    let until = settings.max_time * line.speed;
    if from > until {
        return Some(CastOutcome::Miss { axis: -line.direction, proven: true });
    }
    let frame = Frame::<V>::new(cores.b_in_a);
    let cores_in_motion = if a_is_fixed {
        let moving = moving.rotated(|end| frame.direction_in_a(end));
        MovingCores { fixed, moving, base: at + line.direction * from, direction: line.direction, a_is_fixed, frame }
    } else {
        let moving = moving.rotated(|end| frame.direction_in_b(end));
        let base = frame.direction_in_b(-at - line.direction * from);
        MovingCores { fixed, moving, base, direction: -frame.direction_in_b(line.direction), a_is_fixed, frame }
    };
    cores_in_motion.run(&Travel { radii, target, from, until, speed: line.speed })
}

/// The cast in lengths along the motion.
struct Travel {
    radii: Radii,
    /// The distance of the cores that counts as a hit.
    target: f64,
    /// Where the steps begin; there is no impact before.
    from: f64,
    /// Where the motion ends.
    until: f64,
    /// Lengths per unit of the parameter.
    speed: f64,
}

impl<V: Space> MovingCores<V> {
    fn run(&self, travel: &Travel) -> Option<CastOutcome<V>> {
        let &Travel { target, from, until, .. } = travel;
        let size = self.size() + target;
        let noise = CLOSED_FORM_NOISE * size;
        // The squares must keep their digits, and the normals must be reliable.
        if !(target > CLEAR * noise && target * target > squares::SMALLEST && size * size < f64::INFINITY) {
            return None;
        }
        let (mut place, mut proven) = (0.0, from);
        for step in 0..STEPS {
            let nearest = self.nearest(place, noise)?;
            let (above, slope) = (nearest.distance - target, nearest.outward.dot(self.direction));
            // The place is off by the rounding of the way, in all directions.
            let of_way = 4.0 * f64::EPSILON * (from + place);
            let is_clear = above > UNDECIDED * noise + 2.0 * of_way;
            if step == 0 && !is_clear {
                return None;
            }
            if !(above > noise) {
                return (slope < -GRAZE).then(|| self.hit(&nearest, travel, place, proven));
            }
            let axis = self.normal_of_pair(nearest.outward);
            if !(slope < 0.0) {
                return is_clear.then_some(CastOutcome::Miss { axis, proven: true });
            }
            let free = from + place - (above - noise - of_way) / slope;
            proven = if free > proven { free } else { proven };
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
        let fixed = match &self.fixed {
            Fixed::Box(half) => half.sum_abs(),
            Fixed::Segment(core) => core.max_coordinate(),
            Fixed::Revolution(solid) => solid.radius_about_center(),
        };
        V::DIM as f64 * (fixed + self.moving.max_coordinate() + self.base.max_abs())
    }

    fn nearest(&self, place: f64, noise: f64) -> Option<NearestPoints<V::Wide>> {
        let moving = self.moving.moved_by(self.base + self.direction * place);
        match (&self.fixed, moving) {
            (&Fixed::Segment(fixed), moving) => {
                let found = segment_distance::nearest(fixed, moving, noise)?;
                let distance = found.between.length();
                (distance > CLEAR * noise).then(|| NearestPoints {
                    fixed: found.a,
                    moving: found.b,
                    outward: found.between * distance.recip(),
                    distance,
                })
            }
            (&Fixed::Box(half), PointOrSegment::Segment(ends)) => at_box(ends, half, noise),
            (&Fixed::Box(half), PointOrSegment::Point(point)) => at_box([point; 2], half, noise),
            (Fixed::Revolution(solid), PointOrSegment::Point(point)) => {
                let (outward, distance) = point_revolution::nearest(solid, point, noise)?;
                let is_outside = distance > CLEAR * noise;
                is_outside.then(|| NearestPoints { fixed: point - outward * distance, moving: point, outward, distance })
            }
            (Fixed::Revolution(_), PointOrSegment::Segment(_)) => None,
        }
    }

    /// Takes a normal from the fixed to the moving core to one from A to B, in A's frame.
    fn normal_of_pair(&self, outward: V::Wide) -> V::Wide {
        if self.a_is_fixed { outward } else { -self.frame.direction_in_a(outward) }
    }

    fn hit(
        &self,
        nearest: &NearestPoints<V::Wide>,
        &Travel { radii, from, until, speed, .. }: &Travel,
        place: f64,
        proven: f64,
    ) -> CastOutcome<V> {
        let &NearestPoints { fixed, moving, outward, distance } = nearest;
        // Relative to the moved origin of the moving frame.
        let relative = moving - self.base - self.direction * place;
        let (point_a, point_b) = if self.a_is_fixed {
            (fixed + outward * radii.a, self.frame.direction_in_b(relative - outward * radii.b))
        } else {
            (self.frame.direction_in_a(relative - outward * radii.a), fixed + outward * radii.b)
        };
        let at = from + place;
        let time = (if at < until { at } else { until }) / speed;
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

fn at_box<W: Vector<Scalar = f64>>(ends: [W; 2], half: W, noise: f64) -> Option<NearestPoints<W>> {
    let Apart { on_segment, on_box, outward, distance } = apart(ends, half, noise)?;
    Some(NearestPoints { fixed: on_box, moving: on_segment, outward, distance })
}

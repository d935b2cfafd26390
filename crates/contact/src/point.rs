//! Questions about one shape: a point, or a ray.
//!
//! * A point is a shape, too. Whether a shape contains it, where its surface is nearest, how deep it lies inside: that is the signed distance of the two. A ray
//!   is a cast of the point.
//! * From inside of a hollow shape the ray looks for the exit. Backwards, from beyond the shape, that is an entry: the first hit of a cast that comes back.
//! * All in the shape's own frame.

use clinch_shapes::{Convex, Core};
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId};

use crate::answer::{Measured, Relation, Separation};
use crate::cast::impact::{Cast, CastOutcome, Impact};
use crate::cast::linear::cast;
use crate::cast::settings::CastSettings;
use crate::clip::Space;
use crate::measure::measure;
use crate::memory::Memory;
use crate::overlap::overlap;
use crate::pair::Pair;
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::sizes::is_half_space;

/// The origin, as a shape.
#[derive(Clone, Copy, Debug)]
struct Dot;

impl<V: Vector> SupportMap<V> for Dot {
    fn support(&self, _: V) -> Support<V> {
        Support { point: V::ZERO, id: Some(VertexId::new(0)) }
    }

    fn vertex(&self, id: VertexId) -> Option<V> {
        (id.index() == 0).then_some(V::ZERO)
    }

    fn radius_about_center(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
}

impl<V: Vector> Convex<V> for Dot {
    fn core(&self) -> Core<'_, V> {
        Core::Point(V::Wide::ZERO)
    }
}

/// A ray in a shape's frame, in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<W> {
    /// Where it begins.
    pub origin: W,
    /// Where it goes per unit of the parameter; of any length.
    pub direction: W,
    /// The parameter at which it ends, itself included. May be infinite; negative or NaN counts as 0.
    pub until: f64,
    /// From inside: a solid shape is hit at parameter 0, of a hollow one the exit is looked for.
    pub solid: bool,
}

/// Where does the surface of a shape lie nearest to a point, and how far (negative: how deep)?
///
/// The answer is that of [`measure`] for the shape and the point: the nearest point of the surface is `point_a`, inside too, the normal is outward there,
/// and `point_b` is zero. A point that is not finite gives [`Relation::Undefined`].
pub fn project<V: Space, A: Convex<V> + ?Sized>(shape: &A, point: V::Wide, scratch: &mut Scratch<V>) -> Measured<V> {
    let pair = Pair { a: shape, b: Dot, b_in_a: Pose::<V::Wide>::at(point) };
    measure(&pair, &Settings::with_margin(V::Scalar::INFINITY), &mut Memory::new(), scratch)
}

/// Is a point in the shape, or on its surface as far as can be told? No if it is not finite. Stops as soon as either is proved.
pub fn contains<V: Space, A: Convex<V> + ?Sized>(shape: &A, point: V::Wide, scratch: &mut Scratch<V>) -> bool {
    let pair = Pair { a: shape, b: Dot, b_in_a: Pose::<V::Wide>::at(point) };
    overlap(&pair, &Settings::default(), &mut Memory::new(), scratch).touching == Some(true)
}

/// Where does a ray meet the surface of a shape?
///
/// The point is `point_a` and the normal the outward one of the side that is hit, of an exit as well. A ray that begins on the surface hits it there; one that
/// begins inside of a solid hits at 0 with the nearest point of the surface, of a hollow shape where it leaves. A direction of zero asks about the origin. Numbers
/// that are not finite give [`CastOutcome::Undefined`]. Costs what [`cast`] costs, of a hollow shape what [`project`] does as well.
pub fn ray_cast<V: Space, A: Convex<V> + ?Sized>(shape: &A, ray: &Ray<V::Wide>, scratch: &mut Scratch<V>) -> Cast<V> {
    let mut before = 0;
    if !ray.solid {
        let measured = project(shape, ray.origin, scratch);
        before = measured.calls;
        if let Relation::Near(near) = measured.relation
            && near.upper < 0.0
        {
            let exit = exit(shape, ray, &near, scratch);
            return Cast { calls: exit.calls + before, ..exit };
        }
    }
    let pair = Pair { a: shape, b: Dot, b_in_a: Pose::<V::Wide>::at(ray.origin) };
    let cast = cast(&pair, ray.direction, &CastSettings { until: ray.until, ..CastSettings::default() }, scratch);
    Cast { calls: cast.calls + before, ..cast }
}

/// Where a ray from inside leaves: `near` is its origin's place.
fn exit<V: Space, A: Convex<V> + ?Sized>(shape: &A, ray: &Ray<V::Wide>, near: &Separation<V>, scratch: &mut Scratch<V>) -> Cast<V> {
    let told = |outcome: CastOutcome<V>| Cast { outcome, steps: 1, calls: 0 };
    let never = CastOutcome::Miss { axis: near.normal, proven: false };
    if !ray.direction.is_finite() {
        return told(CastOutcome::Undefined);
    }
    let until = if ray.until > 0.0 { ray.until } else { 0.0 };
    let largest = ray.direction.max_abs();
    if !(largest > 0.0) {
        return told(never);
    }
    if is_half_space(&shape) {
        let time = -near.distance / near.normal.dot(ray.direction);
        let impact = Impact { time, at_start: false, separation: 0.0, ..Impact::at_start(near) };
        let out = near.normal.dot(ray.direction) > 0.0 && time <= until;
        let along = ray.direction * time;
        let point_a = near.point_a + along - near.normal * near.normal.dot(along);
        return told(if out { CastOutcome::Hit(Impact { point_a, ..impact }) } else { never });
    }
    let direction = V::Wide::from_fn(|axis| ray.direction.get(axis) / largest);
    let length = direction.length();
    let (unit, speed) = (direction * length.recip(), length * largest);
    // Past the last of the shape by as much as the shape is large.
    let reach = shape.radius_about_center().widen() + shape.radius_wide() + shape.error().widen();
    let beyond = unit.dot(shape.support_wide(unit).point - ray.origin) + shape.radius_wide() + reach;
    let back = Pair { a: shape, b: Dot, b_in_a: Pose::<V::Wide>::at(ray.origin + unit * beyond) };
    let back = cast(&back, -unit, &CastSettings { until: beyond, ..CastSettings::default() }, scratch);
    let outcome = match back.outcome {
        CastOutcome::Hit(impact) => {
            let time = (beyond - impact.time) / speed;
            // What is proved of the way back is that nothing lies behind; before the exit the ray is inside.
            let there = Impact { time: if time > 0.0 { time } else { 0.0 }, lower: 0.0, ..impact };
            if there.time <= until { CastOutcome::Hit(there) } else { never }
        }
        CastOutcome::Undefined => CastOutcome::Undefined,
        CastOutcome::Exhausted { .. } => CastOutcome::Exhausted { lower: 0.0 },
        // Rounding alone puts an origin beyond the exit: the surface is where it is.
        CastOutcome::Miss { .. } => CastOutcome::Hit(Impact::at_start(near)),
    };
    // One more support call finds the end of the shape.
    Cast { outcome, calls: back.calls + 1, ..back }
}

//! Queries about one shape: a point, or a ray.
//!
//! * A point is a shape, too. Whether a shape contains it, the nearest point of its surface and the
//!   depth inside are the signed distance of the two. A ray is a cast of the point.
//! * For a ray from inside a hollow shape the exit is the answer. In the opposite direction, from
//!   beyond the shape, it is an entry: the first hit of a cast back.
//! * All in the shape's own frame.

use clinch_shapes::{Convex, Core};
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId};

use crate::answer::{Measured, Relation, Separation};
use crate::cast::impact::{Cast, CastOutcome, Impact};
use crate::cast::linear::cast;
use crate::cast::settings::{BackFaces, CastSettings};
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
struct OriginPoint;

impl<V: Vector> SupportMap<V> for OriginPoint {
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

impl<V: Vector> Convex<V> for OriginPoint {
    fn core(&self) -> Core<'_, V> {
        Core::Origin
    }
}

/// A ray in a shape's frame, in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<W> {
    /// Its origin.
    pub origin: W,
    /// Its direction, per unit of the parameter; of any length.
    pub direction: W,
    /// The parameter at which it ends, included. May be infinite; negative or NaN counts as 0.
    pub max_time: f64,
    /// For an origin inside: a solid shape is hit at parameter 0, a hollow one at the exit.
    pub solid: bool,
    /// Whether surfaces with one side are hit from behind.
    pub back_faces: BackFaces,
}

impl<W> Ray<W> {
    /// A ray of infinite length, for which shapes are solid, and which hits the backs of surfaces.
    pub fn new(origin: W, direction: W) -> Self {
        Self { origin, direction, max_time: f64::INFINITY, solid: true, back_faces: BackFaces::Hit }
    }
}

/// Where is the surface of a shape nearest to a point, and how far is it (negative: how deep is the
/// point)?
///
/// The answer is that of [`measure`] for the shape and the point. The nearest point of the surface
/// is `point_a`, for a point inside, too; the normal is outward there, and `point_b` is zero. A
/// point that is not finite gives [`Relation::Undefined`].
///
/// ```
/// use clinch_contact::{Relation, Scratch, project};
/// use clinch_shapes::{Cuboid, ShapeError};
/// use glam::{DVec3, Vec3};
///
/// let block = Cuboid::new(Vec3::new(1.0, 2.0, 3.0))?;
/// let nearest = |point| match project(&block, point, &mut Scratch::new()).relation {
///     Relation::Near(near) => (near.distance, near.normal, near.point_a),
///     relation => panic!("{relation:?}"),
/// };
/// assert_eq!(nearest(DVec3::new(4.0, 1.0, 0.0)), (3.0, DVec3::X, DVec3::new(1.0, 1.0, 0.0)));
/// // Inside.
/// assert_eq!(nearest(DVec3::new(0.0, 1.5, 0.0)), (-0.5, DVec3::Y, DVec3::new(0.0, 2.0, 0.0)));
/// # Ok::<(), ShapeError>(())
/// ```
pub fn project<V: Space, A: Convex<V> + ?Sized>(shape: &A, point: V::Wide, scratch: &mut Scratch<V>) -> Measured<V> {
    let pair = Pair { a: shape, b: OriginPoint, b_in_a: Pose::<V::Wide>::at(point) };
    measure(&pair, &Settings::with_margin(V::Scalar::INFINITY), &mut Memory::new(), scratch)
}

/// Is a point in the shape or, to rounding, on its surface? No if it is not finite. Stops as soon
/// as either is proved.
///
/// ```
/// use clinch_contact::{Scratch, contains};
/// use clinch_shapes::{Cone, ShapeError};
/// use glam::{DVec3, Vec3};
///
/// let cone = Cone::<Vec3>::new(1.0, 1.0)?; // from y = −1, where it is widest, to y = 1
/// let inside = |x, y| contains(&cone, DVec3::new(x, y, 0.0), &mut Scratch::new());
/// assert_eq!([inside(0.9, -1.0), inside(0.5, 0.0), inside(0.9, 0.0)], [true, true, false]);
/// # Ok::<(), ShapeError>(())
/// ```
pub fn contains<V: Space, A: Convex<V> + ?Sized>(shape: &A, point: V::Wide, scratch: &mut Scratch<V>) -> bool {
    let pair = Pair { a: shape, b: OriginPoint, b_in_a: Pose::<V::Wide>::at(point) };
    overlap(&pair, &Settings::default(), &mut Memory::new(), scratch).touching == Some(true)
}

/// Where does a ray hit the surface of a shape?
///
/// The point is `point_a`, and the normal is the outward one of the side that is hit, for an exit
/// as well. A ray that begins on the surface hits there. One that begins inside a solid shape hits
/// at 0 with the nearest point of the surface; inside a hollow shape it hits at its exit. With a
/// direction of zero the answer is that for the origin. Numbers that are not finite give
/// [`CastOutcome::Undefined`]. Costs what [`cast`] costs; for a hollow shape also what [`project`]
/// costs.
///
/// ```
/// use clinch_contact::{CastOutcome, Ray, Scratch, ray_cast};
/// use clinch_shapes::{Ball, ShapeError};
/// use glam::{DVec3, Vec3};
///
/// let ball = Ball::<Vec3>::new(2.0)?;
/// let ray = Ray::new(DVec3::X * -6.0, DVec3::X * 2.0);
/// let hit = |ray| match ray_cast(&ball, &ray, &mut Scratch::new()).outcome {
///     CastOutcome::Hit(impact) => Some((impact.time, impact.point_a)),
///     _ => None,
/// };
/// assert_eq!(hit(ray), Some((2.0, DVec3::X * -2.0)));
/// assert_eq!(hit(Ray { max_time: 1.0, ..ray }), None);
/// let (time, exit) = hit(Ray { origin: DVec3::ZERO, solid: false, ..ray }).ok_or("from inside")?;
/// assert!((time - 1.0).abs() < 1e-6 && (exit.x - 2.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    let pair = Pair { a: shape, b: OriginPoint, b_in_a: Pose::<V::Wide>::at(ray.origin) };
    let cast = cast(&pair, ray.direction, &CastSettings { max_time: ray.max_time, ..CastSettings::default() }, scratch);
    Cast { calls: cast.calls + before, ..cast }
}

/// The exit of a ray from inside. `near` is the separation at its origin.
fn exit<V: Space, A: Convex<V> + ?Sized>(shape: &A, ray: &Ray<V::Wide>, near: &Separation<V>, scratch: &mut Scratch<V>) -> Cast<V> {
    let answer = |outcome: CastOutcome<V>| Cast { outcome, steps: 1, calls: 0 };
    let miss = CastOutcome::Miss { axis: near.normal, proven: false };
    if !ray.direction.is_finite() {
        return answer(CastOutcome::Undefined);
    }
    let max_time = if ray.max_time > 0.0 { ray.max_time } else { 0.0 };
    let largest = ray.direction.max_abs();
    if !(largest > 0.0) {
        return answer(miss);
    }
    if is_half_space(&shape) {
        let time = -near.distance / near.normal.dot(ray.direction);
        let impact = Impact { time, at_start: false, separation: 0.0, ..Impact::at_start(near) };
        let out = near.normal.dot(ray.direction) > 0.0 && time <= max_time;
        let along = ray.direction * time;
        let point_a = near.point_a + along - near.normal * near.normal.dot(along);
        return answer(if out { CastOutcome::Hit(Impact { point_a, ..impact }) } else { miss });
    }
    let direction = V::Wide::from_fn(|axis| ray.direction.get(axis) / largest);
    let length = direction.length();
    let (unit, speed) = (direction * length.recip(), length * largest);
    // Beyond the shape by as much as the shape is large.
    let size = shape.radius_about_center().widen() + shape.radius_wide() + shape.error().widen();
    let beyond = unit.dot(shape.support_wide(unit).point - ray.origin) + shape.radius_wide() + size;
    let back = Pair { a: shape, b: OriginPoint, b_in_a: Pose::<V::Wide>::at(ray.origin + unit * beyond) };
    let back = cast(&back, -unit, &CastSettings { max_time: beyond, ..CastSettings::default() }, scratch);
    let outcome = match back.outcome {
        CastOutcome::Hit(impact) => {
            let time = (beyond - impact.time) / speed;
            // The cast back proves that nothing is beyond; before the exit the ray is inside.
            let there = Impact { time: if time > 0.0 { time } else { 0.0 }, lower: 0.0, ..impact };
            if there.time <= max_time { CastOutcome::Hit(there) } else { miss }
        }
        CastOutcome::Undefined => CastOutcome::Undefined,
        CastOutcome::Exhausted { .. } => CastOutcome::Exhausted { lower: 0.0 },
        // By rounding the origin is beyond the exit: it is on the surface.
        CastOutcome::Miss { .. } => CastOutcome::Hit(Impact::at_start(near)),
    };
    // One more support call finds the end of the shape.
    Cast { outcome, calls: back.calls + 1, ..back }
}

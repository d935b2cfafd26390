//! Queries about a compound alone: a point, or a ray. Those of its parts, near ones first.

use clinch_bvh::Visitor;
use clinch_composite::{Compound, SubShapeId};
use clinch_contact::{
    Cast, CastOutcome, Impact, Ray, Relation, Scratch, Separation, Space, contains as part_contains, project as project_on_part,
    ray_cast as cast_at_part,
};
use clinch_shapes::{Aabb, ShapeSpace};
use clinch_support::{Frame, Pose, Vector};

use crate::relation::CompositeRelation;

/// The rounding error of the distance, or the time, at which a box is reached, relative to the
/// coordinates. Larger: parts are visited in vain. Smaller: of two parts equally near one could be
/// skipped.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Where a ray hits a compound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompoundCast<V: Vector> {
    /// The answer, in the frame of the compound.
    pub cast: Cast<V>,
    /// The part that is hit; of several that are hit at the same time, the one with the least
    /// index.
    pub sub_shape: Option<SubShapeId>,
}

/// Where is the surface of a compound nearest to a point, and how far is it?
///
/// From outside, the distance of the nearest part, with both bounds. From inside, minus the depth
/// in the part in which the point is deepest: `point_a` is on the surface of that part, which
/// another part may cover. The normal is outward there. Never `Beyond`; a point that is not finite
/// gives `Undefined`.
///
/// ```
/// use clinch_composite::{Compound, SubShapeId};
/// use clinch_composite_contact::{CompositeRelation, project};
/// use clinch_contact::Scratch;
/// use clinch_shapes::{Ball, Shape3};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let ball = Shape3::from(Ball::new(1.0)?);
/// let dumbbell = Compound::new(vec![(Pose::at(-Vec3::X * 3.0), ball.clone()), (Pose::at(Vec3::X * 3.0), ball)])?;
/// let CompositeRelation::Near { separation, sub_shapes } = project(&dumbbell, DVec3::new(3.0, 4.0, 0.0), &mut Scratch::new()) else { panic!() };
/// assert_eq!((separation.distance, separation.point_a, sub_shapes[0]), (3.0, DVec3::new(3.0, 1.0, 0.0), Some(SubShapeId(1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn project<V: Space + ShapeSpace>(compound: &Compound<V>, point: V::Wide, scratch: &mut Scratch<V>) -> CompositeRelation<V> {
    if !point.is_finite() {
        return CompositeRelation::Undefined;
    }
    let mut search = Nearest { compound, point, scratch, best: None, lower: f64::INFINITY };
    compound.tree().traverse(f64::INFINITY, &mut search);
    match search.best {
        Some((separation, sub_shape)) => {
            let separation = Separation { lower: search.lower.min(separation.lower), ..separation };
            CompositeRelation::Near { separation, sub_shapes: [Some(sub_shape), None] }
        }
        None => CompositeRelation::Undefined,
    }
}

/// Is a point in a part of a compound or, to rounding, on its surface? No if it is not finite.
pub fn contains<V: Space + ShapeSpace>(compound: &Compound<V>, point: V::Wide, scratch: &mut Scratch<V>) -> bool {
    let mut found = false;
    if point.is_finite() {
        compound.tree().overlaps(&Aabb { min: point, max: point }, |part| {
            let (pose, shape) = &compound.parts()[part as usize];
            found = found || part_contains(shape, in_part(point, &pose.widen()), scratch);
        });
    }
    found
}

/// Where does a ray first hit a part of a compound?
///
/// The point is `point_a`, in the frame of the compound, and the normal is that of the part there.
/// Each part is solid or hollow by itself, as `ray.solid` says: a ray from inside of several hollow
/// parts hits the first of their surfaces. Numbers that are not finite give `Undefined`.
///
/// ```
/// use clinch_composite::{Compound, SubShapeId};
/// use clinch_composite_contact::ray_cast;
/// use clinch_contact::{CastOutcome, Ray, Scratch};
/// use clinch_shapes::{Cuboid, Shape2};
/// use clinch_support::Pose;
/// use glam::{DVec2, Vec2};
///
/// let tile = Shape2::from(Cuboid::new(Vec2::splat(0.5))?);
/// let row = Compound::new((0..4_u8).map(|x| (Pose::at(Vec2::new(x.into(), 0.0)), tile.clone())).collect())?;
/// let ray = Ray { origin: DVec2::new(2.25, 3.0), direction: -DVec2::Y, max_time: f64::INFINITY, solid: true };
/// let hit = ray_cast(&row, &ray, &mut Scratch::new());
/// let CastOutcome::Hit(impact) = hit.cast.outcome else { panic!("{hit:?}") };
/// assert_eq!((impact.time, impact.normal, hit.sub_shape), (2.5, DVec2::Y, Some(SubShapeId(2))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ray_cast<V: Space + ShapeSpace>(compound: &Compound<V>, ray: &Ray<V::Wide>, scratch: &mut Scratch<V>) -> CompoundCast<V> {
    let answer = |outcome, sub_shape| CompoundCast { cast: Cast { outcome, steps: 0, calls: 0 }, sub_shape };
    if !(ray.origin.is_finite() && ray.direction.is_finite()) {
        return answer(CastOutcome::Undefined, None);
    }
    let max_time = if ray.max_time > 0.0 { ray.max_time } else { 0.0 };
    let mut search =
        FirstHit { compound, ray, scratch, best: None, lower: f64::INFINITY, exhausted: false, proven: true, steps: 0, calls: 0 };
    compound.tree().traverse(max_time, &mut search);
    let FirstHit { best, lower, exhausted, proven, steps, calls, .. } = search;
    let found = match best {
        Some((impact, id)) => answer(CastOutcome::Hit(Impact { lower: impact.lower.min(lower), ..impact }), Some(id)),
        None if exhausted => answer(CastOutcome::Exhausted { lower }, None),
        None => {
            let length = ray.direction.length();
            let axis = if length > 0.0 && length.is_finite() { ray.direction * -length.recip() } else { V::Wide::unit(0) };
            answer(CastOutcome::Miss { axis, proven }, None)
        }
    };
    CompoundCast { cast: Cast { steps, calls, ..found.cast }, ..found }
}

/// A point of the compound's frame in that of a part.
fn in_part<W: Vector<Scalar = f64, Wide = W>>(point: W, pose: &Pose<W>) -> W {
    Pose::at(point).relative_to(pose).translation
}

/// The distance of a box, rounded down.
fn box_distance<W: Vector<Scalar = f64>>(bounds: &Aabb<W>, point: W) -> f64 {
    let beyond = |i: usize| (bounds.min.get(i) - point.get(i)).max(point.get(i) - bounds.max.get(i)).max(0.0);
    W::from_fn(beyond).length() * (1.0 - ROUNDING)
}

struct Nearest<'s, V: Space + ShapeSpace> {
    compound: &'s Compound<V>,
    point: V::Wide,
    scratch: &'s mut Scratch<V>,
    best: Option<(Separation<V>, SubShapeId)>,
    lower: f64,
}

impl<V: Space + ShapeSpace> Visitor<V::Wide> for Nearest<'_, V> {
    fn bound(&mut self, bounds: &Aabb<V::Wide>) -> f64 {
        box_distance(bounds, self.point)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let (pose, shape) = &self.compound.parts()[item as usize];
        let pose = pose.widen();
        let Relation::Near(near) = project_on_part(shape, in_part(self.point, &pose), self.scratch).relation else { return Some(limit) };
        let frame = Frame::<V>::new(&pose);
        let separation = Separation { normal: frame.direction_in_a(near.normal), point_a: frame.to_a(near.point_a), ..near };
        // The box proves a distance too: so parts that another tree would skip do not count.
        let lower = if near.lower > 0.0 {
            near.lower.max(box_distance(&self.compound.bounds_of_parts()[item as usize], self.point))
        } else {
            near.lower
        };
        self.lower = self.lower.min(lower);
        let first =
            |(best, id): &(Separation<V>, SubShapeId)| near.distance < best.distance || near.distance == best.distance && item < id.0;
        if self.best.as_ref().is_none_or(first) {
            self.best = Some((separation, SubShapeId(item)));
            return Some(near.distance.max(0.0).min(limit));
        }
        Some(limit)
    }
}

struct FirstHit<'s, V: Space + ShapeSpace> {
    compound: &'s Compound<V>,
    ray: &'s Ray<V::Wide>,
    scratch: &'s mut Scratch<V>,
    best: Option<(Impact<V>, SubShapeId)>,
    /// Before this time, no part is hit.
    lower: f64,
    exhausted: bool,
    proven: bool,
    steps: u32,
    calls: u32,
}

impl<V: Space + ShapeSpace> Visitor<V::Wide> for FirstHit<'_, V> {
    /// The time at which the ray enters the box, rounded down.
    fn bound(&mut self, bounds: &Aabb<V::Wide>) -> f64 {
        let Ray { origin, direction, .. } = self.ray;
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for i in 0..V::DIM {
            let pad = ROUNDING * (origin.get(i).abs() + bounds.min.get(i).abs().max(bounds.max.get(i).abs()));
            let (low, high) = (bounds.min.get(i) - origin.get(i) - pad, bounds.max.get(i) - origin.get(i) + pad);
            let speed = direction.get(i);
            if speed == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return f64::INFINITY;
                }
            } else {
                let (one, other) = (low / speed, high / speed);
                enter = enter.max(one.min(other) * (1.0 - ROUNDING));
                leave = leave.min(one.max(other) * (1.0 + ROUNDING));
            }
        }
        if enter <= leave { enter } else { f64::INFINITY }
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let entry = self.bound(&self.compound.bounds_of_parts()[item as usize]);
        if !(entry <= limit) {
            return Some(limit);
        }
        let (pose, shape) = &self.compound.parts()[item as usize];
        let (pose, ray) = (pose.widen(), self.ray);
        let frame = Frame::<V>::new(&pose);
        let origin = in_part(ray.origin, &pose);
        let Cast { outcome, steps, calls } =
            cast_at_part(shape, &Ray { origin, direction: frame.direction_in_b(ray.direction), ..*ray }, self.scratch);
        self.steps += steps;
        self.calls += calls;
        match outcome {
            CastOutcome::Hit(impact) => {
                self.lower = self.lower.min(impact.lower.max(entry).min(impact.time));
                let first = |(best, id): &(Impact<V>, SubShapeId)| impact.time < best.time || impact.time == best.time && item < id.0;
                if self.best.as_ref().is_none_or(first) {
                    let there = Impact { normal: frame.direction_in_a(impact.normal), point_a: frame.to_a(impact.point_a), ..impact };
                    self.best = Some((there, SubShapeId(item)));
                    return Some(impact.time.min(limit));
                }
            }
            CastOutcome::Exhausted { lower } => {
                self.exhausted = true;
                self.lower = self.lower.min(lower.max(entry));
            }
            CastOutcome::Miss { proven: true, .. } => {}
            CastOutcome::Miss { .. } | CastOutcome::Undefined => {
                self.proven = false;
                self.lower = self.lower.min(entry);
            }
        }
        Some(limit)
    }
}

//! Casts and times of impact of two composite shapes: the first of those of the parts of B.

use core::cmp::Ordering;

use clinch_bvh::AabbDifference;
use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{Cast, CastOutcome, CastSettings, Impact, InitialOverlap, MovingShape, Pair, Settings, Space, TimeOfImpactSettings};
use clinch_shapes::Aabb;
use clinch_support::{Basis, Frame, Pose, Rotation, Sweep, Vector};

use crate::composites::nearness::{Composites, SubShapes, bounds_in_b, exchanged, is_inside, separation_composites, with_body};
use crate::composites::normal_of_b::with_normal_of_b;
use crate::motion::cast::cast as cast_body;
use crate::motion::composite_cast::{CompositeCast, against};
use crate::motion::initial_hit::{approaches, ignores_backs, impact_at_start};
use crate::motion::posed_part::PosedPart;
use crate::motion::time_of_impact::time_of_impact as time_of_body;
use crate::not_negative::not_negative;
use crate::order::lexicographic;
use crate::relation::CompositeRelation;
use crate::scratch::CompositeScratch;
use crate::two_composites::is_b_larger;

/// Rounding of bounds, relative to their coordinates. Smaller: a part may be missed that touches
/// them. Larger: more parts are visited.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// The first hit of all parts so far. Of equally early ones that with the least separation, normal,
/// points and ids, so that the order of the parts chooses nothing else.
struct First<V: Vector> {
    hit: Option<(Impact<V>, SubShapes)>,
    /// Before this time nothing is hit.
    lower: f64,
    /// Up to this time the parts are free whose search ended early.
    exhausted: f64,
    /// The least axis of the parts that are missed.
    axis: Option<V::Wide>,
    proven: bool,
    undefined: bool,
    steps: u32,
    calls: u32,
}

impl<V: Space> First<V> {
    fn new() -> Self {
        let (lower, exhausted) = (f64::INFINITY, f64::INFINITY);
        Self { hit: None, lower, exhausted, axis: None, proven: true, undefined: false, steps: 0, calls: 0 }
    }

    /// Parts that can only be hit later are of no interest.
    fn time(&self) -> f64 {
        self.hit.as_ref().map_or(f64::INFINITY, |(hit, _)| hit.time)
    }

    /// `of_whole` makes the hit of a part one of the whole shapes.
    fn add(&mut self, cast: &Cast<V>, sub_shapes: SubShapes, of_whole: impl Fn(Impact<V>) -> Impact<V>) {
        self.steps = self.steps.saturating_add(cast.steps);
        self.calls = self.calls.saturating_add(cast.calls);
        match cast.outcome {
            CastOutcome::Hit(impact) => {
                self.lower = self.lower.min(impact.lower);
                let found = (of_whole(impact), sub_shapes);
                if self.hit.as_ref().is_none_or(|first| compare(&found, first).is_lt()) {
                    self.hit = Some(found);
                }
            }
            CastOutcome::Miss { axis, proven } => {
                self.proven &= proven;
                if self.axis.is_none_or(|least| lexicographic(axis, least).is_lt()) {
                    self.axis = Some(axis);
                }
            }
            CastOutcome::Exhausted { lower } => self.exhausted = self.exhausted.min(lower),
            CastOutcome::Undefined => self.undefined = true,
        }
    }

    /// A hit at the start, if the motion approaches along the normal there.
    ///
    /// Of two solids of which one is inside of the other, and not of their parts: triangles of
    /// ground that B is pressed into are inside of B, too, and would be hit by its sides.
    fn add_start(&mut self, start: CompositeRelation<V>, motion: V::Wide) {
        match start {
            CompositeRelation::Near { separation, sub_shapes } if approaches(&separation, motion) => {
                let outcome = CastOutcome::Hit(impact_at_start(&separation));
                self.add(&Cast { outcome, steps: 0, calls: 0 }, sub_shapes, |impact| impact);
            }
            CompositeRelation::Near { .. } | CompositeRelation::Beyond { .. } => self.proven = false,
            CompositeRelation::Undefined => self.undefined = true,
        }
    }

    /// `motion` is that of B in A's frame.
    fn answer(self, motion: V::Wide) -> CompositeCast<V> {
        let time = self.time();
        let Self { hit, lower, exhausted, axis, proven, undefined, steps, calls } = self;
        let (outcome, sub_shapes) = match hit {
            _ if undefined => (CastOutcome::Undefined, [None, None]),
            _ if exhausted <= time && exhausted < f64::INFINITY => (CastOutcome::Exhausted { lower: lower.min(exhausted) }, [None, None]),
            Some((hit, sub_shapes)) => (CastOutcome::Hit(Impact { lower: lower.min(exhausted).min(hit.time), ..hit }), sub_shapes),
            // Without an axis, the bounds of no parts meet.
            None => (CastOutcome::Miss { axis: axis.unwrap_or_else(|| against(motion)), proven }, [None, None]),
        };
        CompositeCast { cast: Cast { outcome, steps, calls }, sub_shapes }
    }
}

/// Which of two hits is the answer.
fn compare<V: Space>((one, of_one): &(Impact<V>, SubShapes), (other, of_other): &(Impact<V>, SubShapes)) -> Ordering {
    let order = one.time.total_cmp(&other.time).then(one.separation.total_cmp(&other.separation));
    let order = order.then_with(|| lexicographic(one.normal, other.normal));
    let order = order.then_with(|| lexicographic(one.point_a, other.point_a)).then_with(|| lexicographic(one.point_b, other.point_b));
    order.then(of_one.cmp(of_other))
}

/// When does a composite shape (B) that translates by `motion`, in A's frame, come near another one
/// (A)?
///
/// As [`cast`](fn@crate::cast), which is made for each part of the smaller one that may meet the
/// larger before the first hit. As for [contacts](crate::collide_composites()), the one with the
/// larger bounds in its own frame is the surface, A if they are equal. Two solids of which one is
/// inside of the other at the start hit at 0. With
/// [`IgnoreSeparating`](clinch_contact::InitialOverlap::IgnoreSeparating) the parts of the smaller
/// one are compared one by one: a part that slides on the surface is ignored, whatever the others
/// do; if one is inside of the other, the contact of the two decides.
///
/// Backs that are [ignored](clinch_contact::BackFaces) are those of the surface, because the parts
/// of the other are bodies: if only one of the two has one side, it is the surface then.
///
/// Compiled once for shapes of all kinds.
///
/// ```
/// use clinch_composite::Voxels;
/// use clinch_composite_contact::{CompositeScratch, cast_composites};
/// use clinch_contact::{CastOutcome, CastSettings, Pair};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let bar = Voxels::new(Vec3::ONE, [[0, 0, 0], [1, 0, 0]]).unwrap();
/// let pair = Pair { a: &bar as _, b: &bar as _, b_in_a: Pose::at(DVec3::X * 5.0) };
/// let (motion, settings) = (DVec3::X * -2.0, CastSettings::default());
/// let answer = cast_composites(&pair, motion, &settings, &mut CompositeScratch::new());
/// let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
/// assert_eq!((impact.time, impact.normal), (1.5, DVec3::X));
/// ```
pub fn cast_composites<V: Space>(
    pair: &Pair<V, &dyn Composite<V>, &dyn Composite<V>>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    if !(pair.b_in_a.is_finite() && motion.is_finite()) {
        return CompositeCast::undefined();
    }
    let ignores = [pair.a, pair.b].map(|composite| ignores_backs(composite, settings.back_faces));
    let is_b_surface = if ignores[0] == ignores[1] { is_b_larger(pair.a, pair.b) } else { ignores[1] };
    if is_b_surface {
        let exchanged = exchanged(pair);
        let motion_of_a = -pair.b_in_a.rotation.basis().unrotate(motion);
        return cast_at_surface(&exchanged, motion_of_a, settings, scratch).swapped(|_| exchanged.b_in_a);
    }
    cast_at_surface(pair, motion, settings, scratch)
}

/// Casts the parts of B, and those of A if it is inside of B.
fn cast_at_surface<V: Space>(
    pair: &Composites<'_, V>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    let mut first = First::new();
    cast_parts_of_b(pair, motion, settings, scratch, |cast, sub_shapes, pose| {
        first.add(cast, sub_shapes, |impact| {
            let point_b = pose.map_or(impact.point_b, |pose: &Pose<V::Wide>| pose.point(impact.point_b));
            with_normal_of_b(pair, Impact { point_b, ..impact }, sub_shapes)
        });
        first.time()
    });
    // A hit of a part of B at the start says all. Otherwise A may be inside, and its back ignored.
    let may_be_inside = first.time() > 0.0 && !ignores_backs(pair.a, settings.back_faces);
    if may_be_inside && is_inside(pair) {
        match settings.initial_overlap {
            InitialOverlap::Report => cast_parts_of_a(pair, motion, settings, scratch, &mut first),
            InitialOverlap::IgnoreSeparating => first.add_start(separation_composites(pair, &Settings::default(), scratch), motion),
        }
    }
    first.answer(motion)
}

/// Casts the parts of A, and adds the answers as those of the parts of B.
fn cast_parts_of_a<V: Space>(
    pair: &Composites<'_, V>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut CompositeScratch<V>,
    first: &mut First<V>,
) {
    let basis = pair.b_in_a.rotation.basis();
    cast_parts_of_b(&exchanged(pair), -basis.unrotate(motion), settings, scratch, |cast, [of_b, of_a], pose| {
        let in_a = |point: V::Wide| pose.map_or(point, |pose: &Pose<V::Wide>| pose.point(point));
        let swap = |impact: Impact<V>| Impact {
            normal: -basis.rotate(impact.normal),
            point_a: in_a(impact.point_b),
            point_b: impact.point_a,
            ..impact
        };
        let outcome = match cast.outcome {
            CastOutcome::Hit(impact) => CastOutcome::Hit(swap(impact)),
            CastOutcome::Miss { axis, proven } => CastOutcome::Miss { axis: -basis.rotate(axis), proven },
            other => other,
        };
        first.add(&Cast { outcome, ..*cast }, [of_a, of_b], |impact| impact);
        first.time()
    });
}

/// Casts the parts of B at A, in the order in which their bounds meet. `add` gets each answer, and
/// returns the time after which no other is wanted.
fn cast_parts_of_b<V: Space>(
    pair: &Composites<'_, V>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut CompositeScratch<V>,
    mut add: impl FnMut(&Cast<V>, SubShapes, Option<&Pose<V::Wide>>) -> f64,
) {
    let (target, until) = (not_negative(settings.target_distance), not_negative(settings.max_time));
    // A moves past the parts of B.
    let (bounds, past_b) = (bounds_in_b(pair), -pair.b_in_a.rotation.basis().unrotate(motion));
    let way = V::Wide::from_fn(|axis| if past_b.get(axis) == 0.0 { 0.0 } else { past_b.get(axis) * until });
    let swept = Aabb {
        min: V::Wide::from_fn(|axis| bounds.min.get(axis) + way.get(axis).min(0.0)),
        max: V::Wide::from_fn(|axis| bounds.max.get(axis) + way.get(axis).max(0.0)),
    };
    let (mut found, mut waiting) = (Vec::new(), Vec::new());
    pair.b.near(&grown(&swept, target), &mut found);
    for id in found {
        with_body(pair, id, |_, _, part| {
            let entry = AabbDifference::<V>::new(&bounds, part, target).entry_time(past_b, until);
            if entry < f64::INFINITY {
                waiting.push((entry, id));
            }
        });
    }
    waiting.sort_by(|(one, id), (other, other_id)| one.total_cmp(other).then(id.cmp(other_id)));
    let mut first = f64::INFINITY;
    for (entry, id) in waiting {
        if entry > first {
            return;
        }
        with_body(pair, id, |body, pose, _| {
            let answer = cast_body(body, motion, settings, scratch);
            first = add(&answer.cast, [answer.sub_shapes[0], Some(id)], pose);
        });
    }
}

/// A box grown by a length and by its rounding.
fn grown<W: Vector<Scalar = f64, Wide = W>>(bounds: &Aabb<W>, by: f64) -> Aabb<W> {
    let size = |corner: W| (0..W::DIM).map(|i| corner.get(i).abs()).filter(|x| x.is_finite()).fold(0.0, f64::max);
    bounds.grown(by + ROUNDING * size(bounds.min).max(size(bounds.max)))
}

/// When, in a step from 0 to 1, do two composite shapes that translate and rotate first come as
/// near as the target?
///
/// As [`time_of_impact`](fn@crate::time_of_impact), for each part of the smaller one that the
/// larger may reach. As for casts, the one with the larger bounds in its own frame is the surface,
/// A if they are equal. Compiled once for shapes of all kinds.
///
/// ```
/// use clinch_composite::Voxels;
/// use clinch_composite_contact::{CompositeScratch, time_of_impact_composites};
/// use clinch_contact::{CastOutcome, MovingShape, TimeOfImpactSettings};
/// use clinch_support::{Pose, Sweep};
/// use glam::Vec3;
///
/// let bar = Voxels::new(Vec3::ONE, [[0, 0, 0], [1, 0, 0]]).unwrap();
/// let rest = Sweep::still(Pose::IDENTITY);
/// let approach = Sweep::along(Pose::at(Vec3::X * 5.0), Vec3::X * -4.0);
/// let [a, b] = [&rest, &approach].map(|sweep| MovingShape { shape: &bar as _, sweep });
/// let settings = TimeOfImpactSettings::default();
/// let answer = time_of_impact_composites(a, b, &settings, &mut CompositeScratch::new());
/// let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
/// assert!((impact.time - 0.75).abs() < 1e-6 && impact.lower <= 0.75);
/// ```
pub fn time_of_impact_composites<V: Space>(
    a: MovingShape<'_, V, &dyn Composite<V>>,
    b: MovingShape<'_, V, &dyn Composite<V>>,
    settings: &TimeOfImpactSettings,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    let is_finite = |sweep: &Sweep<V>| {
        sweep.start.is_finite() && sweep.motion.is_finite() && sweep.center.is_finite() && V::angle(sweep.turn).is_finite()
    };
    if !(is_finite(a.sweep) && is_finite(b.sweep)) {
        return CompositeCast::undefined();
    }
    if is_b_larger(a.shape, b.shape) {
        let a_in_b = |time: f64| a.sweep.pose_at(time).relative_to(&b.sweep.pose_at(time));
        return time_at_surface(&b, &a, settings, scratch).swapped(a_in_b);
    }
    time_at_surface(&a, &b, settings, scratch)
}

/// The time of the parts of B, and of those of A if it is inside of B.
fn time_at_surface<V: Space>(
    a: &MovingShape<'_, V, &dyn Composite<V>>,
    b: &MovingShape<'_, V, &dyn Composite<V>>,
    settings: &TimeOfImpactSettings,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    let mut first = First::new();
    times_of_parts_of_b(a, b, settings, scratch, |cast, sub_shapes| {
        first.add(cast, sub_shapes, |impact| {
            let b_in_a = b.sweep.pose_at(impact.time).relative_to(&a.sweep.pose_at(impact.time));
            with_normal_of_b(&Composites { a: a.shape, b: b.shape, b_in_a }, impact, sub_shapes)
        });
    });
    let start_a = a.sweep.pose_at(0.0);
    let start_b = b.sweep.pose_at(0.0);
    let pair = Composites { a: a.shape, b: b.shape, b_in_a: start_b.relative_to(&start_a) };
    if first.time() > 0.0 && is_inside(&pair) {
        let basis = pair.b_in_a.rotation.basis();
        times_of_parts_of_b(b, a, settings, scratch, |cast, [of_b, of_a]| {
            // A body inside hits at the start, so the frames are those of the start.
            if let CastOutcome::Hit(impact) = cast.outcome
                && impact.at_start
            {
                let (normal, point_a, point_b) = (-basis.rotate(impact.normal), impact.point_b, impact.point_a);
                let outcome = CastOutcome::Hit(Impact { normal, point_a, point_b, ..impact });
                first.add(&Cast { outcome, ..*cast }, [of_a, of_b], |impact| impact);
            }
        });
    }
    let motion = start_a.rotation.basis().unrotate(b.sweep.motion.widen() - a.sweep.motion.widen());
    first.answer(motion)
}

/// The times of impact of A with all parts of B that it may reach.
fn times_of_parts_of_b<V: Space>(
    a: &MovingShape<'_, V, &dyn Composite<V>>,
    b: &MovingShape<'_, V, &dyn Composite<V>>,
    settings: &TimeOfImpactSettings,
    scratch: &mut CompositeScratch<V>,
    mut add: impl FnMut(&Cast<V>, SubShapes),
) {
    let within = not_negative(settings.target_distance) + not_negative(settings.tolerance);
    let mut found: Vec<SubShapeId> = Vec::new();
    b.shape.near(&bounds_of_way(a, b.sweep, within), &mut found);
    for id in found {
        b.shape.sub_shape(id, &mut |part, pose| {
            let moving_a = MovingShape { shape: a.shape, sweep: a.sweep };
            let answer = match pose {
                None => time_of_body(moving_a, MovingShape { shape: part, sweep: b.sweep }, settings, scratch),
                Some(pose) => {
                    let (frame, sweep) = (Frame::new(pose), b.sweep);
                    time_of_body(moving_a, MovingShape { shape: PosedPart::new(part, &frame), sweep }, settings, scratch)
                }
            };
            add(&answer.cast, [answer.sub_shapes[0], Some(id)]);
        });
    }
}

/// A box in B's frame with all places that A comes within a distance of during the step.
fn bounds_of_way<V: Space>(a: &MovingShape<'_, V, &dyn Composite<V>>, sweep_b: &Sweep<V>, within: f64) -> Aabb<V::Wide> {
    let (bounds, center) = (a.shape.bounds(), a.sweep.center.widen());
    let side = |i: usize| (bounds.min.get(i) - center.get(i)).abs().max((bounds.max.get(i) - center.get(i)).abs());
    let reach = V::Wide::from_fn(side).length() + within;
    // The centers move along straight lines, and keep their places in the shapes.
    let origin = sweep_b.start.translation.widen();
    let start = a.sweep.center_seen_from(origin) - sweep_b.center_seen_from(origin);
    let end = start + (a.sweep.motion.widen() - sweep_b.motion.widen());
    let center_b = sweep_b.center.widen();
    let way = if V::angle(sweep_b.turn) > 0.0 {
        Aabb::around(center_b, V::Wide::from_fn(|_| start.length().max(end.length()) + reach))
    } else {
        let basis = sweep_b.start.widen().rotation.basis();
        let ends = [start, end].map(|end| center_b + basis.unrotate(end));
        Aabb::of_points(ends).map_or_else(Aabb::unbounded, |ends| ends.grown(reach))
    };
    // Of an endless shape.
    if reach.is_finite() { grown(&way, ROUNDING * reach) } else { Aabb::unbounded() }
}

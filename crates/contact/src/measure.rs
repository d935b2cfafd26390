//! The signed distance of two swept shapes.
//!
//! * The cores are measured, the radii taken off: shapes that overlap by less than their radii never need EPA.
//! * Closed forms first (points and segments, half-spaces, points in boxes, corners and edges at lathes), then the separating axes of polytopes, which leave to GJK what they cannot prove; if the cores touch or
//!   overlap, EPA goes on from GJK's simplex and record. One certificate is carried through: where GJK could not tell and EPA finds a separating axis, the answer
//!   is apart.

use clinch_epa::Depth;
use clinch_gjk::{Outcome, Start, Touch, nearest_on_simplex};
use clinch_shapes::{Convex, Core};
use clinch_support::{Difference, Frame, Record, Scalar, Vector, Vertex};
use smallvec::SmallVec;

use crate::balls::Balls;
use crate::clip::Clip;
use crate::corners;
use crate::far;
use crate::half_space;
use crate::held;
use crate::in_box::PointAtBox;
use crate::overlap::depth_within;
use crate::pair::{Memory, Pair, Scratch};
use crate::plain::{self, Asked};
use crate::radii::Radii;
use crate::recall;
use crate::rectangles;
use crate::rod_at_box;
use crate::rods;
use crate::sat::{self, Turn, Verdict};
use crate::settings::Settings;

/// How two swept shapes lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured<V: Vector> {
    /// The answer.
    pub relation: Relation<V>,
    /// Support calls made on A − B by a search: none where closed forms or separating axes answered.
    pub calls: u32,
    /// GJK or EPA ended before its bounds met: at its limit of steps or a full arena. The bounds given still hold.
    pub unfinished: bool,
    /// Steps of GJK that needed the thorough sub-distance step.
    pub slow_steps: u32,
    /// The shapes were not asked: what an earlier tick found holds, or holds nearly enough. See [`Settings::recycling`].
    pub recalled: bool,
}

impl<V: Vector> Measured<V> {
    /// An answer that no search was needed for.
    #[inline]
    pub(crate) fn without_search(relation: Relation<V>) -> Self {
        Self { relation, calls: 0, unfinished: false, slow_steps: 0, recalled: false }
    }
}

/// How two swept shapes lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relation<V: Vector> {
    /// Farther apart than the margin.
    Beyond {
        /// Unit, from A to B, in A's frame: an axis that proves it.
        axis: V::Wide,
        /// The proven distance along it.
        at_least: f64,
    },
    /// Within the margin, touching or overlapping.
    Near(Separation<V>),
    /// A number that is not finite was met: nothing can be said.
    Undefined,
}

impl<V: Vector> Relation<V> {
    /// What is proved to be farther apart than the margin needs no more said.
    pub(crate) fn beyond(self, margin: f64) -> Self {
        match self {
            Self::Near(Separation { normal, lower, .. }) if lower > margin => Self::Beyond { axis: normal, at_least: lower },
            other => other,
        }
    }
}

/// The signed distance of two swept shapes and the points that witness it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation<V: Vector> {
    /// Unit, from A to B, in A's frame.
    pub normal: V::Wide,
    /// The signed distance as computed: negative overlapping. −∞, as both bounds, of half-spaces that overlap without end.
    pub distance: f64,
    /// The true signed distance is at least this.
    pub lower: f64,
    /// The true signed distance is at most this.
    pub upper: f64,
    /// On A's surface, nearest to or deepest in B, in A's frame.
    pub point_a: V::Wide,
    /// On B's surface, nearest to or deepest in A, in B's frame.
    pub point_b: V::Wide,
}

impl<V: Vector> Separation<V> {
    /// No more is known than that the shapes overlap, by so much at least.
    pub(crate) fn at_most(upper: f64) -> Self {
        let nowhere = V::Wide::ZERO;
        Self { normal: nowhere, distance: upper, lower: f64::NEG_INFINITY, upper, point_a: nowhere, point_b: nowhere }
    }

    /// What cannot be told from touching: as far above zero as the lower bound is below the distance.
    pub(crate) fn noise(&self) -> f64 {
        if self.distance > self.lower { self.distance - self.lower } else { 0.0 }
    }

    /// They touch or overlap, or cannot be proved not to: sets are closed.
    pub fn is_touching(&self) -> bool {
        self.lower <= 0.0
    }
}

/// The signed distance of two shapes, if it is not greater than the margin.
///
/// In A's frame and the caller's unit. `memory` gives and takes the warm start; `scratch.record` holds every vertex that a search looked at, none
/// for a closed form or where the separating axis test has its answer.
/// Flat and point-like shapes are answered, a NaN gives [`Relation::Undefined`].
pub fn measure<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    ask(pair, settings, Goal::Separation, memory, scratch)
}

/// How far apart are two shapes, if that is not more than the margin?
///
/// The answer is that of [`measure`] where they are apart. Where they touch or overlap no more is told than that they do: the separation is a bound, without points and
/// without a normal. So it ends where the search for the depth would begin.
pub fn distance<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    ask(pair, settings, Goal::Gap, memory, scratch)
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// How far apart, or how deep.
    Separation,
    /// How far apart. Of those that overlap nothing but that: the separation may be a bound without points.
    Gap,
}

#[inline]
fn ask<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if !(settings.recycling > V::Scalar::ZERO)
        && let Some(balls) = Balls::of(pair)
    {
        scratch.begin();
        return Measured::without_search(balls.relation(pair, settings, (goal, false), memory));
    }
    ask_any(pair, settings, goal, memory, scratch)
}

fn ask_any<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if let Some(measured) = recall::apart(pair, settings, memory) {
        return measured;
    }
    if let Some(balls) = Balls::of(pair) {
        scratch.begin();
        return Measured::without_search(balls.relation(pair, settings, (goal, false), memory));
    }
    if let Some(relation) = far::apart(pair, settings, memory) {
        return Measured::without_search(relation);
    }
    measure_anew(pair, settings, goal, memory, scratch)
}

/// The cores of A and B, each in its own frame.
pub(crate) type Cores<'c, V> = [&'c Core<<V as Vector>::Wide>; 2];

/// Nothing is recalled but where a search begins; what was found is remembered. Balls are asked about before.
pub(crate) fn measure_anew<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    scratch.begin();
    if let Some(at_box) = PointAtBox::of_ball(pair) {
        return told(pair, at_box.relation(&pair.b_in_a, settings, goal, memory), settings, memory);
    }
    if let Some(relation) = rectangles::relation(pair, settings, goal, memory) {
        return told(pair, relation, settings, memory);
    }
    let (core_a, core_b) = (pair.a.core_wide(), pair.b.core_wide());
    let cores = [&core_a, &core_b];
    if !matches!(cores, [Core::Other, Core::Other]) {
        if let Some(lie) = rods::Lie::of(pair, cores) {
            return told(pair, lie.relation(pair, settings, goal), settings, memory);
        }
        if let Some(at_box) = PointAtBox::of(pair, cores) {
            return told(pair, at_box.relation(&pair.b_in_a, settings, goal, memory), settings, memory);
        }
        if let Some(relation) = rod_at_box::relation(pair, cores, settings, goal, memory) {
            return told(pair, relation, settings, memory);
        }
    }
    let axes = match plain::lie(pair, settings, goal, memory, scratch) {
        Asked::Told(lie) => return told(pair, lie.relation, settings, memory),
        Asked::Unproved => Axes::Asked,
        Asked::Others => Axes::Open,
    };
    let difference = Difference::new(pair.a, pair.b, &pair.b_in_a);
    let measured = measure_difference(pair, (&difference, axes), settings, goal, memory, scratch);
    memory.note(pair, &measured.relation, settings, false);
    measured
}

/// What a closed form says, remembered.
// By its numbers: an answer that is handed on through memory is written in parts and read whole, and waits.
#[inline(always)]
fn told<V, A, B>(pair: &Pair<'_, V, A, B>, relation: Relation<V>, settings: &Settings<V::Scalar>, memory: &mut Memory<V>) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    memory.note(pair, &relation, settings, false);
    Measured::without_search(relation)
}

/// Whether the separating axes have had their turn before any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axes {
    Open,
    /// They could not be proved.
    Asked,
}

/// Of shapes that are no rods, or of rods whose cores meet.
pub(crate) fn measure_difference<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    (difference, axes): (&Difference<'_, A, B, V>, Axes),
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    scratch.begin();
    let margin = settings.margin();
    let radii = Radii::of(pair).with_skins(settings);
    if let Some(cores) = half_space::separation(pair, difference) {
        return Measured::without_search(sweep(radii, cores, difference.frame()).beyond(margin));
    }
    let within = radii.asked(margin);
    if let Some(verdict) = held::separation(pair, difference, (&memory.start, within), &mut scratch.face_a) {
        let (normal, relation) = swept(verdict, difference.frame(), radii, margin);
        memory.start.direction = V::narrow(normal);
        return Measured::without_search(relation);
    }
    if let Some(verdict) = corners::separation(pair, difference, (within, memory.start.direction, goal)) {
        return Measured::without_search(tested(verdict, difference.frame(), radii, margin, memory));
    }
    let (asked, turn) = ((within, memory.start.direction, goal), Turn::First { apart: memory.apart });
    if axes == Axes::Open
        && let Some(verdict) = sat::separation(pair, difference, asked, turn, &mut scratch.sat)
    {
        let relation = tested(verdict, difference.frame(), radii, margin, memory);
        hold(memory, &scratch.sat.facet);
        return Measured::without_search(relation);
    }
    search(pair, difference, (radii, margin, within), (settings, goal), memory, scratch)
}

/// What the separating axis test has said, of the swept shapes; its axis is remembered.
#[inline(always)]
pub(crate) fn tested<V: Clip>(verdict: Verdict<V>, frame: &Frame<V>, radii: Radii, margin: f64, memory: &mut Memory<V>) -> Relation<V> {
    let beyond = matches!(verdict, Verdict::Beyond { .. });
    let (normal, relation) = swept(verdict, frame, radii, margin);
    if normal != V::Wide::ZERO {
        memory.start.direction = V::narrow(normal);
        memory.apart = false;
        // Shapes that part for a while come back as they were.
        if !beyond {
            memory.start.vertices.clear();
        }
    }
    relation
}

/// Remembers the facet of A − B that was the answer, if all its vertices are known.
fn hold<V: Vector>(memory: &mut Memory<V>, facet: &held::Vertices) {
    if facet.len() == V::DIM {
        memory.start.vertices.clone_from(facet);
    }
}

/// Of the cores, as it is of the swept shapes; and the normal, zero where none was found.
#[inline(always)]
fn swept<V: Clip>(verdict: Verdict<V>, frame: &Frame<V>, radii: Radii, margin: f64) -> (V::Wide, Relation<V>) {
    match verdict {
        Verdict::Beyond { axis, at_least } => {
            (axis, Relation::Beyond { axis, at_least: at_least - radii.sum() - radii.rounding(at_least) })
        }
        Verdict::Near(cores) => (cores.normal, sweep(radii, cores, frame).beyond(margin)),
        Verdict::Overlapping { at_least } => {
            (V::Wide::ZERO, Relation::Near(Separation::at_most(radii.rounding(at_least) - at_least - radii.sum())))
        }
    }
}

/// From the cores to the swept shapes.
#[inline(always)]
pub(crate) fn sweep<V: Clip>(radii: Radii, cores: Separation<V>, frame: &Frame<V>) -> Relation<V> {
    let rounding = radii.rounding(cores.distance);
    let towards = radii.towards(frame.to_a(cores.point_b) - cores.point_a, cores.distance, cores.normal);
    let swept: Separation<V> = Separation {
        normal: cores.normal,
        distance: cores.distance - radii.sum(),
        lower: cores.lower - radii.sum() - rounding,
        upper: cores.upper - radii.sum() + rounding,
        point_a: cores.point_a + towards * radii.a,
        point_b: cores.point_b - frame.direction_in_b(towards) * radii.b,
    };
    // Half-spaces overlap without end; no other distance is infinite but by overflow, upward.
    let finite = (swept.distance.is_finite() || swept.distance == f64::NEG_INFINITY)
        && swept.normal.is_finite()
        && swept.point_a.is_finite()
        && swept.point_b.is_finite();
    if finite { Relation::Near(swept) } else { Relation::Undefined }
}

fn search<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    (radii, margin, within): (Radii, f64, f64),
    (settings, goal): (&Settings<V::Scalar>, Goal),
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let limits = clinch_gjk::Limits { within: V::Scalar::narrow_up(within), ..settings.gjk };
    let (waited, last) = (memory.apart, memory.start.direction);
    let answer = clinch_gjk::distance(difference, &memory.start, &limits, &mut scratch.record);
    memory.start = Start::again(&answer, &scratch.record);
    memory.apart = !memory.start.vertices.is_empty() && memory.start.direction != V::ZERO;
    let mut measured = Measured {
        relation: Relation::Undefined,
        calls: answer.iterations,
        unfinished: answer.stop == clinch_gjk::Stop::Exhausted,
        slow_steps: answer.slow_steps,
        recalled: false,
    };
    let (simplex, touch) = match answer.outcome {
        Outcome::Undefined => return measured,
        Outcome::Beyond { axis, at_least, .. } => {
            measured.relation = Relation::Beyond { axis, at_least: at_least - radii.sum() - radii.rounding(at_least) };
            return measured;
        }
        Outcome::Apart(apart) => {
            let clinch_gjk::Separation { normal, lower, upper, distance, point_a, point_b, .. } = apart;
            // The search was asked about the margin rounded up to its scalar, together with the radii.
            measured.relation =
                sweep(radii, Separation { normal, distance, lower, upper, point_a, point_b }, difference.frame()).beyond(margin);
            return measured;
        }
        Outcome::Touching(touch) => (touch.simplex.clone(), Some(touch)),
        Outcome::Overlapping(simplex) => (simplex, None),
    };
    if goal == Goal::Gap {
        let (depth, calls) = depth_within(difference, &simplex, &mut scratch.record);
        measured.calls += calls;
        if let Some(depth) = depth {
            measured.relation = Relation::Near(Separation::at_most(radii.rounding(depth) - depth - radii.sum()));
            return measured;
        }
    }
    if (waited || goal == Goal::Gap)
        && let Some(verdict) = sat::separation(pair, difference, (within, last, goal), Turn::Overlapping, &mut scratch.sat)
    {
        measured.relation = tested(verdict, difference.frame(), radii, margin, memory);
        hold(memory, &scratch.sat.facet);
        return measured;
    }
    let before = scratch.record.len();
    let depth = clinch_epa::depth(difference, &simplex, &settings.epa, &mut scratch.record, &mut scratch.polytope);
    scratch.expansions = (scratch.record.len() - before) as u32;
    measured.calls += scratch.expansions;
    let meeting = || touch.as_ref().map_or_else(|| Meeting::within(&simplex, &scratch.record), Meeting::of);
    measured.relation = match depth {
        Depth::Overlapping(deep) => {
            use clinch_epa::Stop::{Exhausted, Full};
            measured.unfinished = matches!(deep.stop, Exhausted | Full);
            let clinch_epa::Penetration { normal, depth, lower, upper, point_a, point_b, facet, .. } = deep;
            let ids = facet.into_iter().flatten().filter_map(|index| scratch.record[index].a.id.zip(scratch.record[index].b.id));
            memory.start.direction = V::narrow(normal);
            hold(memory, &ids.collect());
            // A depth of 0 is proved by GJK alone: where it could not tell, the cores may be apart by what it could not tell.
            let upper_gap = if lower > 0.0 { -lower } else { meeting().upper };
            let distance = if -depth <= upper_gap { -depth } else { upper_gap };
            sweep(radii, Separation { normal, distance, lower: -upper, upper: upper_gap, point_a, point_b }, difference.frame())
        }
        Depth::Apart { axis, at_least } => just_apart(axis, at_least, &meeting(), ROUNDING * difference.size())
            .map_or(Relation::Undefined, |cores| sweep(radii, cores, difference.frame())),
        Depth::Undefined => Relation::Undefined,
    };
    measured
}

/// What GJK ended with where it saw no distance.
struct Meeting<V: Vector> {
    /// The cores are no farther apart.
    upper: f64,
    point_a: V::Wide,
    point_b: V::Wide,
}

impl<V: Clip> Meeting<V> {
    fn of(touch: &Touch<V>) -> Self {
        Self { upper: touch.upper, point_a: touch.point_a, point_b: touch.point_b }
    }

    /// The point of a simplex that is said to be the origin. If the simplex is a needle, it is said so by a determinant which is all rounding, and the point tells
    /// how far off it is.
    fn within(simplex: &clinch_gjk::Simplex, record: &Record<V>) -> Self {
        let points: SmallVec<[V::Wide; 4]> = record.points(simplex).collect();
        let weights = nearest_on_simplex(&points).map_or([1.0, 0.0, 0.0, 0.0], |nearest| nearest.weights);
        let sum = |point: fn(&Vertex<V>) -> V::Wide| {
            let weighted = simplex.iter().zip(weights).map(|(&index, weight)| point(&record[index]) * weight);
            weighted.fold(V::Wide::ZERO, |sum, term| sum + term)
        };
        Self { upper: sum(|vertex| vertex.point).length(), point_a: sum(|vertex| vertex.a.point), point_b: sum(|vertex| vertex.b.point) }
    }
}

/// Cores that GJK could not tell from touching, or took for overlapping, until EPA met an axis that separates them. `None` if that contradicts GJK's points by
/// more than rounding: only a map that is no support map does.
fn just_apart<V: Clip>(axis: V::Wide, at_least: f64, meeting: &Meeting<V>, rounding: f64) -> Option<Separation<V>> {
    let &Meeting { upper, point_a, point_b } = meeting;
    let upper = if upper > at_least { upper } else { at_least };
    let honest = at_least <= meeting.upper + rounding;
    honest.then_some(Separation { normal: axis, distance: at_least, lower: at_least, upper, point_a, point_b })
}

/// By how much a separating axis may contradict GJK's points, relative to the size of the pair: some roundings of `f64`. Larger: maps that lie get an answer.
/// Smaller: honest ones that touch get none.
pub(crate) const ROUNDING: f64 = 64.0 * f64::EPSILON;

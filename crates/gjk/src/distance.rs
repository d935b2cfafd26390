//! GJK: walk a simplex inside A − B towards the origin.
//!
//! * v is the point of the simplex nearest the origin. The vertex of A − B farthest along −v is asked for; it either lies nearer, and joins the
//!   simplex, or proves that nothing does: v·w/|v| is a lower bound of the distance, |v| an upper one.
//! * Stop rules, in this order: the lower bound passes `within`; the bounds meet; the vertex is already in the simplex; |v| does not fall. The
//!   last is what guarantees an end, for |v| cannot fall for ever on a grid of floats, and may stay as it is a few times only.
//! * The lean step of the dimension picks the nearest feature. When it is in doubt, or does not bring |v| down, the thorough step is asked
//!   before the search is called stalled.
//! * Comparisons are written so that NaN leaves the loop.
//!
//! Gilbert, Johnson, Keerthi: "A fast procedure for computing the distance between complex objects in three-dimensional space" (1988); van den Bergen:
//! "A Fast and Robust GJK Implementation for Collision Detection of Convex Objects" (1999), for the bounds.

use clinch_support::{Difference, Record, Scalar, SupportMap, Vector, Vertex, VertexId, VertexIndex};

use crate::limits::Limits;
use crate::nearest_on_simplex::{Nearest, nearest_on_simplex};
use crate::newton::{Bent, bend};
use crate::outcome::{Answer, Outcome, Simplex, Stop};
use crate::start::Start;
use crate::sub_distance::{Algebra, Measure, Step};

/// How far apart are the cores of A and B?
///
/// Everything is in A's frame and the caller's unit, bounds included. Every vertex looked at is pushed on `record`, which is *not* cleared first.
/// Flat, point-like and touching shapes are answered; a pose or support point that is not finite gives [`Outcome::Undefined`].
/// Costs about 5 support calls on each shape for boxes, 9 for hulls of 64 vertices, one or two when warm.
pub fn distance<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    start: &Start<V>,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
) -> Answer<V>
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let mut search = Search {
        record,
        places: [VertexIndex::default(); 4],
        points: [V::Wide::ZERO; 4],
        count: 0,
        v: V::Wide::ZERO,
        squared: f64::INFINITY,
        noise: 8.0 * f64::EPSILON * difference.size(),
        lower: f64::NEG_INFINITY,
        axis: None,
        reach: f64::NEG_INFINITY,
        iterations: 0,
        slow_steps: 0,
        sideways: 0,
        tilts: 0,
        bends: 0,
        level: None,
        level_asked: None,
    };
    let stop = search.run(difference, start, limits);
    search.answer(difference, stop)
}

/// Do the cores of A and B share a point?
///
/// Decided as soon as either is proved; `limits.within` is taken as 0. Shapes that touch, to within the precision of the support maps,
/// share a point if `limits.closed`; if not, only those do that overlap by more than that. An undefined query (NaN) answers no.
pub fn intersects<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    start: &Start<V>,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
) -> bool
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let limits = Limits { within: V::Scalar::ZERO, ..*limits };
    let outcome = distance(difference, start, &limits, record).outcome;
    match outcome {
        Outcome::Beyond { .. } | Outcome::Apart(_) | Outcome::Undefined => false,
        Outcome::Touching(_) | Outcome::Overlapping(_) if limits.closed => true,
        Outcome::Touching(_) | Outcome::Overlapping(_) => holds_around_origin(difference, &limits, record),
    }
}

/// A − B holds a small simplex around the origin, and so, being convex, the origin in its interior. A simplex that GJK ended on does not tell: that of
/// a deep overlap may have the origin on its surface, and that of a mere touch may enclose it by rounding.
fn holds_around_origin<V, A, B>(difference: &Difference<'_, A, B, V>, limits: &Limits<V::Scalar>, record: &mut Record<V>) -> bool
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let reach = AROUND * difference.error();
    let sum = (0..V::DIM).fold(V::Wide::ZERO, |sum, axis| sum + V::Wide::unit(axis));
    let corners = (0..V::DIM).map(V::Wide::unit).chain([-sum]);
    corners.map(|corner| difference.seen_from(corner * reach)).all(|seen| {
        let outcome = distance(&seen, &Start::cold(), limits, record).outcome;
        matches!(outcome, Outcome::Touching(_) | Outcome::Overlapping(_))
    })
}

/// How far from the origin the corners of the small simplex are, in units of the error of a support value. Whichever way A − B ends, one corner lies
/// beyond it by a third of this. Larger: shallower overlaps count as touching. Smaller: the corners are as uncertain as the origin.
const AROUND: f64 = 16.0;

pub(crate) struct Search<'r, V: Measure> {
    pub(crate) record: &'r mut Record<V>,
    /// The simplex, oldest first: the places of its vertices in the record, and their points once more, for they are what is computed with.
    pub(crate) places: [VertexIndex; 4],
    pub(crate) points: [V::Wide; 4],
    pub(crate) count: usize,
    /// The simplex' point nearest the origin, and |v|²: infinite before there is a simplex.
    pub(crate) v: V::Wide,
    pub(crate) squared: f64,
    /// Below this, lengths are rounding of the f64 coordinates.
    pub(crate) noise: f64,
    /// The best lower bound so far and the axis, from A to B, of the length that it was asked with, that proves it.
    pub(crate) lower: f64,
    pub(crate) axis: Option<V::Wide>,
    /// The gap along −v as it was last asked for.
    pub(crate) reach: f64,
    pub(crate) iterations: u32,
    pub(crate) slow_steps: u32,
    /// Steps that left |v| as it was.
    pub(crate) sideways: u32,
    /// Vertices asked for along a tilted direction.
    pub(crate) tilts: u32,
    /// Newton's steps that were tried on rims.
    pub(crate) bends: u32,
    /// Unit: across the simplex as the last of these steps left it, until something is asked for along it.
    pub(crate) level: Option<V::Wide>,
    /// The same if it was what was asked last: of a v that is nothing but rounding it is the normal.
    pub(crate) level_asked: Option<V::Wide>,
}

/// What became of a vertex that was offered to the simplex.
enum Taken {
    Nearer,
    Encloses,
    NoNearer,
}

impl<V: Measure> Search<'_, V> {
    fn run<A, B>(&mut self, difference: &Difference<'_, A, B, V>, start: &Start<V>, limits: &Limits<V::Scalar>) -> Stop
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let (within, tolerance) = (limits.within.widen(), limits.tolerance.widen());
        if self.begin(difference, start) {
            return Stop::Enclosed;
        }
        if !(self.squared < f64::INFINITY) {
            // There is no first vertex: it is NaN, or so far out that its square is no number.
            return Stop::NotFinite;
        }
        loop {
            let length = self.squared.sqrt();
            if !(length > self.noise) {
                return if length <= self.noise { Stop::Reached } else { Stop::NotFinite };
            }
            if self.iterations >= limits.iterations {
                return Stop::Exhausted;
            }
            let level = self.level.take();
            self.level_asked = level;
            let toward = level.unwrap_or(-self.v);
            let index = self.ask(difference, toward);
            let Vertex { point, a, b } = &self.record[index];
            let (point, (a, b)) = (*point, (a.id, b.id));
            let smooth = a.is_none() | b.is_none();
            let reach = -toward.dot(point) / if level.is_some() { 1.0 } else { length };
            if !reach.is_finite() {
                return Stop::NotFinite;
            }
            self.reach = reach;
            if reach - difference.error() > self.lower {
                self.lower = reach - difference.error();
                self.axis = Some(toward);
            }
            if self.lower > within {
                return Stop::Beyond;
            }
            // Between vertices the search ends by itself, at the exact feature; on smooth shapes it would go on for ever.
            let enough = if smooth { tolerance * length + difference.error() * SMOOTH_FLOOR } else { 0.0 };
            if length - reach <= enough + self.noise {
                return Stop::Converged;
            }
            if !smooth && self.holds((a, b)) {
                return Stop::Repeated;
            }
            match self.take(index) {
                Taken::Nearer if smooth && self.may_bend() => self.bend(difference),
                Taken::Nearer => {}
                Taken::Encloses => return Stop::Enclosed,
                // Nor along v itself, perhaps, but that is not asked yet.
                Taken::NoNearer if level.is_some() => {}
                Taken::NoNearer if smooth && self.tilts < TILTS => {
                    self.tilts += 1;
                    if let Some(stop) = self.tilt(difference, point, limits.iterations) {
                        return stop;
                    }
                }
                Taken::NoNearer => return Stop::Stalled,
            }
        }
    }

    fn may_bend(&self) -> bool {
        let from = if self.lower > 0.0 { BEND_FROM } else { BEND_UNKNOWN };
        self.iterations >= from && self.bends < BENDS
    }

    /// Moves the simplex along the rims that its vertices lie on to where it is nearest the origin, if that is any nearer.
    #[inline(never)]
    fn bend<A, B>(&mut self, difference: &Difference<'_, A, B, V>)
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.bends += 1;
        let normal = -self.v * self.squared.sqrt().recip();
        let vertices = self.places.map(|place| &self.record[place]);
        let mut bent = Bent::new();
        let Some([point, normal]) = bend(difference, &vertices[..self.count], normal, &mut bent) else { return };
        let squared = point.length_squared();
        if squared < self.squared {
            self.count = 0;
            for vertex in bent {
                let index = self.record.push(vertex);
                self.push(index);
            }
            (self.v, self.squared, self.level_asked) = (point, squared, None);
            // Where the steps have not ended the point knows better; where it is nothing but rounding, the normal.
            let beside = point - normal * point.dot(normal);
            self.level = (beside.length() <= self.noise).then_some(normal);
        }
    }

    /// Asks along −v turned a little away from a vertex that proved that something lies nearer and yet brought nothing: the one at the other end of a ruled face,
    /// as of a cylinder's side, may. By little at first, then by as much as v may be turned itself. `Some` if that ends the search.
    fn tilt<A, B>(&mut self, difference: &Difference<'_, A, B, V>, vertex: V::Wide, iterations: u32) -> Option<Stop>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let across = vertex - self.v * (vertex.dot(self.v) / self.squared);
        for turn in [TILT, FARTHER * TILT + UNCERTAIN * self.noise * self.squared.sqrt().recip()] {
            if self.iterations >= iterations {
                return Some(Stop::Exhausted);
            }
            // A vertex straight ahead gives an infinite part, and with it a direction that is none: any will do.
            let part = turn * (self.squared / across.length_squared()).sqrt();
            let index = self.ask(difference, -self.v - across * part);
            match self.take(index) {
                Taken::Nearer => return None,
                Taken::Encloses => return Some(Stop::Enclosed),
                Taken::NoNearer => {}
            }
        }
        Some(Stop::Stalled)
    }

    /// Lays the first simplex; true if it already encloses the origin.
    fn begin<A, B>(&mut self, difference: &Difference<'_, A, B, V>, start: &Start<V>) -> bool
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        for &(a, b) in &start.vertices {
            let Some(vertex) = difference.vertex_of(a, b) else { continue };
            let nearer = self.count == 0 || self.v.dot(vertex.point) < self.squared;
            if nearer {
                let index = self.record.push(vertex);
                if let Taken::Encloses = self.take(index) {
                    return true;
                }
            }
        }
        if self.count == 0 {
            let given = start.direction.widen();
            let direction = if given.length_squared() > 0.0 { given } else { difference.between_centers() };
            let index = self.ask(difference, direction);
            self.take(index);
        }
        false
    }

    /// Asks for the vertex farthest along a direction. It is recorded whether the simplex takes it or not: one that it does not take is the proof
    /// that nothing lies nearer.
    #[inline]
    pub(crate) fn ask<A, B>(&mut self, difference: &Difference<'_, A, B, V>, direction: V::Wide) -> VertexIndex
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.iterations += 1;
        // The vertex that entered last is where the search has come to: what is asked for now is hardly ever far from there.
        let vertex = match self.places().last() {
            Some(&last) => difference.vertex_near(direction, &self.record[last]),
            None => difference.vertex(direction),
        };
        self.record.push(vertex)
    }

    #[inline]
    pub(crate) fn places(&self) -> &[VertexIndex] {
        &self.places[..self.count]
    }

    /// A vertex of the simplex is made of these.
    // All places are looked at, taken or not: which is the last changes from step to step.
    #[inline]
    fn holds(&self, (a, b): (Option<VertexId>, Option<VertexId>)) -> bool {
        self.places.iter().take(V::DIM).enumerate().fold(false, |held, (place, &index)| {
            let vertex = &self.record[index];
            held | (place < self.count) & (vertex.a.id == a) & (vertex.b.id == b)
        })
    }

    pub(crate) fn simplex(&self) -> Simplex {
        Simplex::from_slice(self.places())
    }

    #[inline]
    fn push(&mut self, newest: VertexIndex) {
        (self.places[self.count], self.points[self.count]) = (newest, self.record[newest].point);
        self.count += 1;
    }

    /// Offers a vertex to the simplex, which keeps it only if that brings it nearer the origin.
    #[inline]
    fn take(&mut self, newest: VertexIndex) -> Taken {
        match V::Wide::lean_step(self.record[newest].point, &self.points[..self.count]) {
            Step::Encloses => {
                self.push(newest);
                return Taken::Encloses;
            }
            Step::Nearest { point, squared, keep } if self.is_progress(squared) => {
                self.move_to(point, keep, Some(newest));
                return Taken::Nearer;
            }
            Step::Nearest { .. } | Step::Doubtful => {}
        }
        self.take_thoroughly(newest)
    }

    #[cold]
    fn take_thoroughly(&mut self, newest: VertexIndex) -> Taken {
        self.slow_steps += 1;
        let (mut all, old) = (self.points, self.count);
        all[old] = self.record[newest].point;
        match nearest_on_simplex(&all[..=old]) {
            Some(nearest) if nearest.encloses => {
                self.push(newest);
                Taken::Encloses
            }
            // Where v was off, the old vertices alone may do better; to add the newest to three of them would make four that do not enclose.
            Some(nearest) if self.gains(&nearest, old) => {
                let carries = nearest.weights[old] > 0.0;
                let keep = (0..old).fold(0, |keep, place| keep | u8::from(nearest.weights[place] > 0.0) << place);
                self.move_to(nearest.point, keep, carries.then_some(newest));
                Taken::Nearer
            }
            _ => Taken::NoNearer,
        }
    }

    /// Nearer; or, a few times in a search, as near as far as coordinates can tell. To turn v by δ brings |v|² down by δ² only, which rounding swallows below 1e-8,
    /// while the lower bound still gains δ: the vertex just found says that there is something to gain.
    fn is_progress(&mut self, squared: f64) -> bool {
        if squared < self.squared {
            return true;
        }
        let as_near = self.sideways < SIDEWAYS && squared <= self.squared + 2.0 * AS_NEAR * self.noise * self.squared.sqrt();
        self.sideways += u32::from(as_near);
        as_near
    }

    /// As [`is_progress`](Self::is_progress), but without the newest vertex only what is nearer is any.
    fn gains(&mut self, nearest: &Nearest<V::Wide>, newest: usize) -> bool {
        let squared = nearest.point.length_squared();
        squared < self.squared || nearest.weights[newest] > 0.0 && self.is_progress(squared)
    }

    /// Bit i of `keep`: the vertex at place i stays.
    #[inline]
    fn move_to(&mut self, point: V::Wide, keep: u8, newest: Option<VertexIndex>) {
        let mut kept = 0;
        // Written whether they stay or not: which do nobody can foretell.
        for place in 0..V::DIM {
            (self.places[kept], self.points[kept]) = (self.places[place], self.points[place]);
            kept += usize::from(keep >> place & 1);
        }
        self.count = kept;
        if let Some(newest) = newest {
            self.push(newest);
        }
        self.v = point;
        self.squared = point.length_squared();
        self.level_asked = None;
    }
}

/// The part of the support maps' declared error at which a search on smooth shapes stops although the relative tolerance is not met. Larger: at
/// small distances the answer errs by more of what the support maps allow. Smaller: steps are spent on their rounding.
const SMOOTH_FLOOR: f64 = 0.125;

/// By how much, in radians, a stalled search turns its direction. Larger: the vertex of a curved shape is off by that part of its radius, and what it gains by
/// the square. Smaller: rounding of the direction decides which end is found.
const TILT: f64 = 1e-8;

/// So many times as far it turns if that brings nothing: v may be turned towards the far end by a step before,
const FARTHER: f64 = 100.0;
/// and by rounding: this in units of noise over |v|.
const UNCERTAIN: f64 = 4.0;

/// How often it may. More are spent on hostile maps only.
const TILTS: u32 = 16;

/// By how much |v| may grow in a step that counts as leaving it as it is, in units of the noise: an ε of the size. Larger: distances grow by more. Smaller: small gaps
/// to large faces end on an edge of them.
const AS_NEAR: f64 = 0.125;

/// Steps that may leave |v| as it is. More are spent on hostile support maps only. With none, a box and a point are parted by normals off by 4e-9, where
/// the last vertex would have made them exact.
const SIDEWAYS: u32 = 4;

/// How often Newton's steps are tried in a search. More are spent where the features change to and fro.
const BENDS: u32 = 32;

/// Steps before they are tried first, on shapes that are known to be apart. Larger: steps are taken that a turn would have saved. Smaller: turns are tried on
/// features that the next step leaves.
const BEND_FROM: u32 = 3;
/// The same where that is not known. Larger: of shapes that all but touch it is known late. Smaller: of shapes that overlap, turns are for nothing.
const BEND_UNKNOWN: u32 = 9;

//! GJK: moves a simplex inside A − B towards the origin.
//!
//! * A − B is the set of all a − b. Its distance from the origin is the distance of A and B, and
//!   its vertices come from one support call on each shape.
//! * The first simplex is that of a warm start or of a guess in `f32`: `first_simplex.rs`.
//! * v is the point of the simplex nearest the origin. The vertex w of A − B farthest along −v is
//!   nearer and joins the simplex, or it proves that no point is nearer: v·w/|v| is a lower bound
//!   of the distance, and |v| is an upper bound.
//! * The search stops, in this order, when the lower bound exceeds `within`, when the bounds meet,
//!   when the vertex is already in the simplex, or when |v| does not fall. The last rule guarantees
//!   the end: |v| cannot fall for ever on a grid of floats, and it may stay the same a few times
//!   only.
//! * The fast sub-distance step of the dimension finds the nearest feature. If it is unreliable, or
//!   does not bring |v| down, the robust step decides before the search is called stalled.
//! * On smooth shapes the direction may be tilted to reach the far end of a ruled face, and
//!   Newton's method moves the simplex along rims.
//! * A search that stalls at a gap much smaller than the shapes goes on along the normal of a
//!   facet: `facet_query.rs`.
//! * Comparisons are written so that NaN leaves the loop.
//!
//! Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex
//! objects in three-dimensional space" (1988); van den Bergen, "A Fast and Robust GJK
//! Implementation for Collision Detection of Convex Objects" (1999), for the bounds.

use clinch_support::{Difference, Record, Scalar, Support, SupportMap, Vector, Vertex, VertexId, VertexIndex};

use crate::affine_hull::{NearestOnAffineHull, nearest_on_affine_hull};
use crate::guess::GuessedSimplex;
use crate::limits::Limits;
use crate::nearest_on_simplex::{NearestOnSimplex, nearest_on_simplex};
use crate::newton::{NearestOnRims, newton_on_rims};
use crate::outcome::{Answer, Simplex, Stop};
use crate::rim_features::RimSimplex;
use crate::start::{FirstSimplex, Start};
use crate::sub_distance::{GjkSpace, GjkVector, SubDistance};

/// The distance between the cores of A and B, with witness points, a normal and bounds.
///
/// Everything is in A's frame and in the caller's unit, bounds included. Every vertex evaluated in
/// `f64` is pushed on `record`, which is *not* cleared first. Flat, point-like and touching shapes
/// are answered. A pose or support point that is not finite gives
/// [`Outcome::Undefined`](crate::Outcome::Undefined).
///
/// Without a warm start, polytopes that give [`vertex_blocks`](SupportMap::vertex_blocks) are
/// searched in `f32` first, and [`search`] starts where that ended. So the answer and its bounds
/// are those of a search.
///
/// Costs one support call on each shape where a guess or a warm start is right; without either,
/// about 5 for boxes and 9 for hulls of 64 vertices. [The crate](crate) has an example.
pub fn distance<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    start: &Start<V>,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
) -> Answer<V>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    if start.is_cold()
        && let Some(guessed) = GuessedSimplex::of(difference, limits)
    {
        let first = FirstSimplex { vertices: guessed.vertices(), direction: V::ZERO };
        return Search::new(difference, record, guessed.calls).answer(difference, first, limits);
    }
    search(difference, start, limits, record)
}

/// [`distance`] without a guess: every step is taken in `f64`.
pub fn search<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    start: &Start<V>,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
) -> Answer<V>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let first = FirstSimplex { vertices: &start.vertices, direction: start.direction };
    Search::new(difference, record, 0).answer(difference, first, limits)
}

/// Lengths below this are rounding of the `f64` coordinates.
#[inline]
pub(crate) fn rounding_of<V: GjkSpace, A: SupportMap<V> + ?Sized, B: SupportMap<V> + ?Sized>(difference: &Difference<'_, A, B, V>) -> f64 {
    8.0 * f64::EPSILON * difference.size()
}

/// The state of one distance query.
pub(crate) struct Search<'r, V: GjkSpace> {
    pub(crate) record: &'r mut Record<V>,
    /// The vertices of the simplex, oldest first: their indices in the record, and copies of their
    /// points, which the steps compute with.
    pub(crate) indices: [VertexIndex; 4],
    pub(crate) points: [V::Wide; 4],
    pub(crate) count: usize,
    /// The point of the simplex nearest the origin, and |v|². Infinite before there is a simplex.
    pub(crate) v: V::Wide,
    pub(crate) squared: f64,
    /// Lengths below this are rounding of the `f64` coordinates.
    pub(crate) rounding: f64,
    /// The best lower bound so far, and the axis that proves it, from A to B and of the length that
    /// was queried.
    pub(crate) lower: f64,
    pub(crate) axis: Option<V::Wide>,
    /// The gap along −v or along the normal of Newton's method, when it was last queried.
    pub(crate) last_gap: f64,
    pub(crate) iterations: u32,
    /// Support calls of the guess before, in `f32`.
    pub(crate) guess_calls: u32,
    pub(crate) slow_steps: u32,
    /// Steps that left |v| as it was.
    pub(crate) flat_steps: u32,
    /// Queries along a tilted direction.
    pub(crate) tilts: u32,
    /// Calls of Newton's method.
    pub(crate) newton_calls: u32,
    /// Attempts to query the normal of a facet.
    pub(crate) facet_queries: u32,
    /// The last vertex that brought no progress and whose facet was queried.
    pub(crate) stalled: Option<VertexIndex>,
    /// Unit: the normal that Newton's method ended with, or that of a facet, until it is queried.
    pub(crate) next_normal: Option<V::Wide>,
    /// The same, if it was the last queried direction. Where v is mere rounding, this is the
    /// normal.
    pub(crate) queried_normal: Option<V::Wide>,
}

/// The effect of a new vertex on the simplex.
pub(crate) enum Progress {
    Nearer,
    Encloses,
    None,
}

impl<'r, V: GjkSpace> Search<'r, V> {
    #[inline(always)]
    fn new<A, B>(difference: &Difference<'_, A, B, V>, record: &'r mut Record<V>, guess_calls: u32) -> Self
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        Self {
            record,
            indices: [VertexIndex::default(); 4],
            points: [V::Wide::ZERO; 4],
            count: 0,
            v: V::Wide::ZERO,
            squared: f64::INFINITY,
            rounding: rounding_of(difference),
            lower: f64::NEG_INFINITY,
            axis: None,
            last_gap: f64::NEG_INFINITY,
            iterations: 0,
            guess_calls,
            slow_steps: 0,
            flat_steps: 0,
            tilts: 0,
            newton_calls: 0,
            facet_queries: 0,
            stalled: None,
            next_normal: None,
            queried_normal: None,
        }
    }

    pub(crate) fn run<A, B>(&mut self, difference: &Difference<'_, A, B, V>, first: FirstSimplex<'_, V>, limits: &Limits<V::Scalar>) -> Stop
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let (within, tolerance) = (limits.within.widen(), limits.tolerance.widen());
        if self.begin(difference, first) {
            return Stop::Enclosed;
        }
        if !(self.squared < f64::INFINITY) {
            // There is no first vertex: it is NaN, or so far away that its square overflows.
            return Stop::NotFinite;
        }
        loop {
            let length = self.squared.sqrt();
            if !(length > self.rounding) {
                return if length <= self.rounding { Stop::Reached } else { Stop::NotFinite };
            }
            if self.iterations >= limits.iterations {
                return Stop::Exhausted;
            }
            let normal = self.next_normal.take();
            self.queried_normal = normal;
            let toward = normal.unwrap_or(-self.v);
            let vertex = self.find(difference, toward);
            let index = self.record.push(vertex);
            let Vertex { point, a: Support { id: a, .. }, b: Support { id: b, .. } } = vertex;
            let smooth = a.is_none() | b.is_none();
            let gap = -toward.dot(point) / if normal.is_some() { 1.0 } else { length };
            if !gap.is_finite() {
                return Stop::NotFinite;
            }
            self.last_gap = gap;
            if gap - difference.error() > self.lower {
                self.lower = gap - difference.error();
                self.axis = Some(toward);
            }
            if self.lower > within {
                return Stop::Beyond;
            }
            // Between vertices the search ends at the exact feature. On smooth shapes it would go
            // on for ever.
            let enough = if smooth { tolerance * length + difference.error() * SMOOTH_FLOOR } else { 0.0 };
            if length - gap <= enough + self.rounding {
                return Stop::Converged;
            }
            if !smooth && self.contains(a, b) {
                return Stop::Repeated;
            }
            match self.add(index, point) {
                Progress::Nearer if smooth && self.may_call_newton() => self.newton(difference),
                Progress::Nearer => {}
                Progress::Encloses => return Stop::Enclosed,
                // −v is the next direction.
                Progress::None if normal.is_some() => {
                    if let Progress::Encloses = self.add_with_stalled(index) {
                        return Stop::Enclosed;
                    }
                }
                Progress::None => {
                    let stop = if smooth { self.tilt(difference, point, limits.iterations) } else { Some(Stop::Stalled) };
                    match stop {
                        None => {}
                        Some(Stop::Stalled) if self.set_facet_query(index) => {}
                        Some(stop) => return stop,
                    }
                }
            }
        }
    }

    fn may_call_newton(&self) -> bool {
        let from = if self.lower > 0.0 { NEWTON_FROM_STEP } else { NEWTON_FROM_STEP_UNDECIDED };
        self.iterations >= from && self.newton_calls < MAX_NEWTON_CALLS
    }

    /// Moves the simplex along the rims of its vertices to where it is nearest the origin, if that
    /// is nearer than now.
    #[inline(never)]
    fn newton<A, B>(&mut self, difference: &Difference<'_, A, B, V>)
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.newton_calls += 1;
        let normal = -self.v * self.squared.sqrt().recip();
        let vertices = self.indices.map(|index| &self.record[index]);
        let mut simplex = RimSimplex::new();
        let Some(NearestOnRims { point, normal }) = newton_on_rims(difference, &vertices[..self.count], normal, &mut simplex) else {
            return;
        };
        let squared = point.length_squared();
        if squared < self.squared {
            self.count = 0;
            for vertex in simplex {
                let point = vertex.point;
                let index = self.record.push(vertex);
                self.push(index, point);
            }
            (self.v, self.squared, self.queried_normal) = (point, squared, None);
            // If the steps have not converged, v is the better direction. If v is nothing but
            // rounding, the normal is.
            let beside = point - normal * point.dot(normal);
            self.next_normal = (beside.length() <= self.rounding).then_some(normal);
        }
    }

    /// Queries −v turned a little away from `vertex`, which proved that a point is nearer and yet
    /// brought no progress. That happens on ruled faces such as the side of a cylinder: the vertex
    /// at the other end of the ruling may bring progress. First by a small angle, then by as much
    /// as v itself may be off. `Some` if this ends the search.
    fn tilt<A, B>(&mut self, difference: &Difference<'_, A, B, V>, vertex: V::Wide, iterations: u32) -> Option<Stop>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        if self.tilts >= MAX_TILTS {
            return Some(Stop::Stalled);
        }
        self.tilts += 1;
        let across = vertex - self.v * (vertex.dot(self.v) / self.squared);
        for turn in [TILT_ANGLE, WIDER_TILT * TILT_ANGLE + TILT_ROUNDING * self.rounding * self.squared.sqrt().recip()] {
            if self.iterations >= iterations {
                return Some(Stop::Exhausted);
            }
            // A vertex straight ahead gives an infinite factor, and so an invalid direction. Any
            // direction will do then.
            let part = turn * (self.squared / across.length_squared()).sqrt();
            let index = self.query(difference, -self.v - across * part);
            match self.add(index, self.record[index].point) {
                Progress::Nearer => return None,
                Progress::Encloses => return Some(Stop::Enclosed),
                Progress::None => {}
            }
        }
        Some(Stop::Stalled)
    }

    /// Finds the vertex farthest along a direction, and records it.
    #[inline(never)]
    pub(crate) fn query<A, B>(&mut self, difference: &Difference<'_, A, B, V>, direction: V::Wide) -> VertexIndex
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let vertex = self.find(difference, direction);
        self.record.push(vertex)
    }

    /// Finds the vertex farthest along a direction. The caller records it even if it does not join
    /// the simplex: it is then the proof that no point is nearer.
    // By value and inlined: a vertex that is read from the record right after it was written stalls
    // on store forwarding.
    #[inline(always)]
    fn find<A, B>(&mut self, difference: &Difference<'_, A, B, V>, direction: V::Wide) -> Vertex<V>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        self.iterations += 1;
        // The newest vertex is where the search has arrived. The next vertex is rarely far from
        // there.
        match self.indices().last() {
            Some(&last) => difference.vertex_near(direction, &self.record[last]),
            None => difference.vertex(direction),
        }
    }

    #[inline]
    pub(crate) fn indices(&self) -> &[VertexIndex] {
        &self.indices[..self.count]
    }

    /// Whether the simplex has a vertex with these ids.
    // Compares all slots, used or not: the count changes unpredictably from step to step.
    #[inline]
    fn contains(&self, a: Option<VertexId>, b: Option<VertexId>) -> bool {
        self.indices.iter().take(V::DIM).enumerate().fold(false, |found, (slot, &index)| {
            let vertex = &self.record[index];
            found | (slot < self.count) & (vertex.a.id == a) & (vertex.b.id == b)
        })
    }

    pub(crate) fn simplex(&self) -> Simplex {
        Simplex::from_slice(self.indices())
    }

    #[inline]
    pub(crate) fn push(&mut self, newest: VertexIndex, point: V::Wide) {
        (self.indices[self.count], self.points[self.count]) = (newest, point);
        self.count += 1;
    }

    /// Adds a vertex to the simplex if that brings the simplex nearer the origin, and drops the
    /// vertices that are no longer needed.
    #[inline(never)]
    pub(crate) fn add(&mut self, newest: VertexIndex, newest_point: V::Wide) -> Progress {
        match V::Wide::fast_sub_distance(newest_point, &self.points[..self.count]) {
            SubDistance::Encloses => {
                self.push(newest, newest_point);
                return Progress::Encloses;
            }
            SubDistance::Nearest { point, squared, keep } if self.is_progress(squared) => {
                self.move_to(point, keep, Some((newest, newest_point)));
                return Progress::Nearer;
            }
            SubDistance::Nearest { .. } | SubDistance::Unreliable => {}
        }
        self.add_robustly(newest)
    }

    #[cold]
    pub(crate) fn add_robustly(&mut self, newest: VertexIndex) -> Progress {
        self.slow_steps += 1;
        let (mut all, old, newest_point) = (self.points, self.count, self.record[newest].point);
        all[old] = newest_point;
        match nearest_on_simplex(&all[..=old]) {
            Some(nearest) if nearest.encloses => {
                self.push(newest, newest_point);
                Progress::Encloses
            }
            Some(nearest) if old == V::DIM && nearest.weights[old] == 0.0 && self.exchange(newest) => Progress::Nearer,
            // If v was inaccurate, the old vertices alone may be nearer. With the newest as well
            // they might be four that do not enclose.
            Some(nearest) if self.gains(&nearest, old) => {
                let carries = nearest.weights[old] > 0.0;
                let keep = (0..old).fold(0, |keep, slot| keep | u8::from(nearest.weights[slot] > 0.0) << slot);
                self.move_to(nearest.point, keep, carries.then_some((newest, newest_point)));
                Progress::Nearer
            }
            _ => Progress::None,
        }
    }

    /// Exchanges a vertex of a facet for the newest, if the new facet is nearer. The newest vertex
    /// is below the facet, so the nearest facet has it for a corner. But if the origin is above an
    /// edge of the facet, the edge and the facets beside it are equally near to rounding.
    fn exchange(&mut self, newest: VertexIndex) -> bool {
        let nearest = (0..V::DIM).filter_map(|out| {
            let mut corners = self.points;
            corners[out] = self.record[newest].point;
            let NearestOnAffineHull { point, weights } = nearest_on_affine_hull(&corners[..V::DIM])?;
            weights[..V::DIM].iter().all(|&weight| weight > 0.0).then(|| (point.length_squared(), point, out))
        });
        let Some((squared, point, out)) = nearest.min_by(|(one, ..), (other, ..)| one.total_cmp(other)) else { return false };
        let progress = self.is_progress(squared);
        if progress {
            self.move_to(point, !(1 << out), Some((newest, self.record[newest].point)));
        }
        progress
    }

    /// Whether |v|² falls or, a few times in a search, stays the same to the precision of
    /// coordinates. Turning v by δ brings |v|² down by δ² only, which rounding swallows below 1e-8,
    /// while the lower bound still gains δ. The vertex just found proves that there is something to
    /// gain.
    fn is_progress(&mut self, squared: f64) -> bool {
        if squared < self.squared {
            return true;
        }
        let as_near = self.flat_steps < MAX_FLAT_STEPS && squared <= self.squared + 2.0 * FLAT * self.rounding * self.squared.sqrt();
        self.flat_steps += u32::from(as_near);
        as_near
    }

    /// As [`is_progress`](Self::is_progress), but a simplex without the newest vertex must be
    /// nearer.
    fn gains(&mut self, nearest: &NearestOnSimplex<V::Wide>, newest: usize) -> bool {
        let squared = nearest.point.length_squared();
        squared < self.squared || nearest.weights[newest] > 0.0 && self.is_progress(squared)
    }

    /// Sets v, and keeps the vertices whose bit is set in `keep`.
    #[inline]
    fn move_to(&mut self, point: V::Wide, keep: u8, newest: Option<(VertexIndex, V::Wide)>) {
        let mut kept = 0;
        // Every slot is written, kept or not, because the branch would be unpredictable.
        for slot in 0..V::DIM {
            (self.indices[kept], self.points[kept]) = (self.indices[slot], self.points[slot]);
            kept += usize::from(keep >> slot & 1);
        }
        self.count = kept;
        if let Some((newest, point)) = newest {
            self.push(newest, point);
        }
        self.v = point;
        self.squared = point.length_squared();
        self.queried_normal = None;
    }
}

/// The part of the support maps' declared error at which a search on smooth shapes stops even if
/// the relative tolerance is not met. Larger: at small distances the answer errs by more of what
/// the support maps allow. Smaller: steps are spent on their rounding.
const SMOOTH_FLOOR: f64 = 0.125;

/// In radians: the first tilt of a stalled search. Larger: the vertex of a curved shape is off by
/// this part of its radius, and the gain by its square. Smaller: rounding of the direction decides
/// which end of a ruling is found.
const TILT_ANGLE: f64 = 1e-8;

/// The second tilt is this many times wider, because a step before it may have turned v towards the
/// far end,
const WIDER_TILT: f64 = 100.0;
/// and wider still by the angle that rounding turns v: this, in units of rounding over |v|.
const TILT_ROUNDING: f64 = 4.0;

/// Pairs of tilts in a search. Only hostile support maps take more.
const MAX_TILTS: u32 = 16;

/// The growth of |v| in a step that counts as leaving it the same, in units of
/// [`Search::rounding`]: one ε of the size. Larger: distances grow by more. Smaller: small gaps
/// above large faces end on an edge of them.
const FLAT: f64 = 0.125;

/// Steps in a search that may leave |v| the same. Only hostile support maps take more. With none,
/// the normal between a box and a point is off by 4e-9 where the last vertex would have made it
/// exact.
const MAX_FLAT_STEPS: u32 = 4;

/// Calls of Newton's method in a search. Only searches whose features change to and fro take more.
const MAX_NEWTON_CALLS: u32 = 32;

/// Support calls before the first call of Newton's method, on shapes already proved to be apart.
/// Larger: steps are taken that it would have saved. Smaller: it is called on features that the
/// next step leaves.
const NEWTON_FROM_STEP: u32 = 3;
/// The same on shapes not yet proved to be apart. Larger: shapes that nearly touch take more steps.
/// Smaller: on shapes that overlap the calls are wasted.
const NEWTON_FROM_STEP_UNDECIDED: u32 = 9;

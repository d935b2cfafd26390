//! GJK, and EPA where the cores overlap, on the same record.
//!
//! One certificate is carried through: where GJK cannot separate the cores and EPA finds a
//! separating axis, the answer is apart.

use clinch_epa::Depth;
use clinch_gjk::{Outcome, Simplex, Start, Stop, Touch, nearest_on_simplex};
use clinch_shapes::Convex;
use clinch_support::{Difference, Record, Vector, Vertex};
use smallvec::SmallVec;

use super::sat::{self, Stage, Test};
use super::simplex_depth::simplex_depth;
use crate::answer::{CoreAnswer, Measured, Relation, Separation, add_radii};
use crate::clip::Space;
use crate::memory::Memory;
use crate::problem::Cores;
use crate::query::Query;
use crate::scratch::Scratch;
use crate::tolerance::ROUNDING;

/// One search for the separation of two cores.
pub(super) struct GjkEpa<'s, V: Space, A, B> {
    pub(super) cores: &'s Cores<'s, V>,
    pub(super) difference: &'s Difference<'s, A, B, V>,
    pub(super) query: &'s Query<'s, V>,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> GjkEpa<'_, V, A, B> {
    pub(super) fn run(&self, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> Measured<V> {
        let &Self { difference, query, .. } = self;
        let sat_deferred = memory.search_found_apart;
        let is_cold = memory.start.is_cold();
        if is_cold && let Some(measured) = self.guess(memory, scratch) {
            return measured;
        }
        // A vertex or an edge of last tick, or what was guessed. A facet of last tick has been
        // tried in `cached_facet.rs`.
        if (is_cold || memory.start.vertices.len() < V::DIM)
            && let Some(measured) = self.prove_start(memory, scratch.guess_calls)
        {
            return measured;
        }
        let answer = clinch_gjk::search(difference, &memory.start, &query.gjk(), &mut scratch.record);
        memory.start = Start::again(&answer, &scratch.record);
        memory.search_found_apart = !memory.start.vertices.is_empty() && memory.start.direction != V::ZERO;
        let mut measured = Measured {
            relation: Relation::Undefined,
            calls: scratch.guess_calls + answer.iterations,
            unfinished: answer.stop == Stop::Exhausted,
            slow_steps: answer.slow_steps,
            recycled: false,
        };
        let (simplex, touch) = match answer.outcome {
            Outcome::Undefined => return measured,
            Outcome::Beyond { axis, at_least, .. } => {
                measured.relation = self.with_radii(CoreAnswer::Beyond { axis, at_least });
                return measured;
            }
            Outcome::Apart(apart) => {
                let clinch_gjk::Separation { normal, lower, upper, distance, point_a, point_b, .. } = apart;
                // GJK's own margin was rounded up to its scalar, so the caller's is applied here.
                measured.relation = self.with_radii(CoreAnswer::Near(Separation { normal, distance, lower, upper, point_a, point_b }));
                return measured;
            }
            Outcome::Touching(touch) => (touch.simplex.clone(), Some(touch)),
            Outcome::Overlapping(simplex) => (simplex, None),
        };
        if query.distance_only() {
            let (depth, calls) = simplex_depth(difference, &simplex, &mut scratch.record);
            measured.calls += calls;
            if let Some(at_least) = depth {
                measured.relation = self.with_radii(CoreAnswer::Overlapping { at_least });
                return measured;
            }
        }
        let test = Test { query, stage: Stage::InPlaceOfEpa };
        if (sat_deferred || query.distance_only())
            && let Some(answer) = sat::separation(self.cores, difference, test, &mut scratch.sat)
        {
            measured.relation = memory.store_axis(answer, query, difference.frame());
            memory.store_facet(&scratch.sat.facet);
            return measured;
        }
        self.expand(&simplex, touch.as_ref(), &mut measured, memory, scratch);
        measured
    }

    fn with_radii(&self, answer: CoreAnswer<V>) -> Relation<V> {
        answer.with_radii(self.query, self.difference.frame())
    }

    /// EPA, from GJK's simplex on. `touch` is what GJK reports of cores that it cannot separate.
    fn expand(
        &self,
        simplex: &Simplex,
        touch: Option<&Touch<V>>,
        measured: &mut Measured<V>,
        memory: &mut Memory<V>,
        scratch: &mut Scratch<V>,
    ) {
        let &Self { difference, query, .. } = self;
        let before = scratch.record.len();
        let depth = clinch_epa::depth(difference, simplex, &query.settings.epa, &mut scratch.record, &mut scratch.polytope);
        scratch.expansions = (scratch.record.len() - before) as u32;
        measured.calls += scratch.expansions;
        let last_points = || touch.map_or_else(|| LastPoints::in_simplex(simplex, &scratch.record), LastPoints::of);
        measured.relation = match depth {
            Depth::Overlapping(deep) => {
                use clinch_epa::Stop::{Exhausted, Full};
                measured.unfinished = matches!(deep.stop, Exhausted | Full);
                let clinch_epa::Penetration { normal, depth, lower, upper, point_a, point_b, facet, guess_calls, .. } = deep;
                scratch.guess_calls += guess_calls;
                measured.calls += guess_calls;
                let ids = facet.into_iter().flatten().filter_map(|index| scratch.record[index].a.id.zip(scratch.record[index].b.id));
                memory.start.direction = V::narrow(normal);
                memory.store_facet(&ids.collect());
                // GJK alone proves a depth of 0. Where it is undecided, the cores may be apart by
                // its uncertainty.
                let upper_gap = if lower > 0.0 { -lower } else { last_points().upper };
                let distance = if -depth <= upper_gap { -depth } else { upper_gap };
                let cores = Separation { normal, distance, lower: -upper, upper: upper_gap, point_a, point_b };
                add_radii(query.radii, cores, difference.frame())
            }
            Depth::Apart { axis, at_least } => barely_apart(axis, at_least, &last_points(), ROUNDING * difference.size())
                .map_or(Relation::Undefined, |cores| add_radii(query.radii, cores, difference.frame()).beyond(query.margin)),
            Depth::Undefined => Relation::Undefined,
        };
    }
}

/// The last pair of points of a GJK run that found no distance.
struct LastPoints<V: Vector> {
    /// The cores are at most this far apart.
    upper: f64,
    point_a: V::Wide,
    point_b: V::Wide,
}

impl<V: Space> LastPoints<V> {
    fn of(touch: &Touch<V>) -> Self {
        Self { upper: touch.upper, point_a: touch.point_a, point_b: touch.point_b }
    }

    /// The point of a simplex that GJK took for the origin. For a needle-like simplex the decision
    /// is a determinant that is all rounding; the length of this point bounds the error.
    fn in_simplex(simplex: &Simplex, record: &Record<V>) -> Self {
        let points: SmallVec<[V::Wide; 4]> = record.points(simplex).collect();
        let weights = nearest_on_simplex(&points).map_or([1.0, 0.0, 0.0, 0.0], |nearest| nearest.weights);
        let sum = |point: fn(&Vertex<V>) -> V::Wide| {
            let weighted = simplex.iter().zip(weights).map(|(&index, weight)| point(&record[index]) * weight);
            weighted.fold(V::Wide::ZERO, |sum, term| sum + term)
        };
        Self { upper: sum(|vertex| vertex.point).length(), point_a: sum(|vertex| vertex.a.point), point_b: sum(|vertex| vertex.b.point) }
    }
}

/// Cores that GJK could not distinguish from touching, or took for overlapping, until EPA found an
/// axis that separates them. `None` if the axis contradicts GJK's points by more than rounding:
/// only a map that is no support map does.
fn barely_apart<V: Space>(axis: V::Wide, at_least: f64, last_points: &LastPoints<V>, rounding: f64) -> Option<Separation<V>> {
    let &LastPoints { upper, point_a, point_b } = last_points;
    let upper = if upper > at_least { upper } else { at_least };
    let consistent = at_least <= last_points.upper + rounding;
    consistent.then_some(Separation { normal: axis, distance: at_least, lower: at_least, upper, point_a, point_b })
}

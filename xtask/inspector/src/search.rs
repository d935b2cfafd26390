//! GJK step by step: the same search with a limit of 1, 2, 3 … support calls.
//!
//! A search that reaches its limit answers with the simplex and the bounds that it has. Nothing is
//! traced inside of the loop, and no step is computed here.

use clinch::contact::Space;
use clinch::gjk::{Answer, Limits, Outcome, Simplex, Start, Stop, distance, is_overlap, search};
use clinch::shapes::Convex;
use clinch::support::{Difference, Record, Vector};
use clinch_testkit::build::Build;

use crate::pool::Pool;
use crate::report::{Certificate, GjkReport, GjkStep};

/// The two cores, and how GJK is run on them.
pub(crate) struct Cores<'d, V: Space, A, B> {
    pub(crate) difference: &'d Difference<'d, A, B, V>,
    /// With the guess in `f32` before.
    pub(crate) guess: bool,
}

impl<V: Space + Build, A: Convex<V>, B: Convex<V>> Cores<'_, V, A, B>
where
    V::Wide: Build,
{
    /// A search with at most so many support calls, and its record.
    pub(crate) fn run(&self, iterations: u32) -> (Answer<V>, Record<V>) {
        let limits = Limits { iterations, ..Limits::measure() };
        let mut record = Record::new();
        let run = if self.guess { distance } else { search };
        (run(self.difference, &Start::cold(), &limits, &mut record), record)
    }

    /// The search without a limit, as a report.
    pub(crate) fn report(&self, (answer, record): &(Answer<V>, Record<V>), pool: &mut Pool<V>) -> GjkReport {
        GjkReport {
            guess_calls: answer.guess_calls,
            iterations: answer.iterations,
            stop: stop(answer.stop).to_owned(),
            outcome: match answer.outcome {
                Outcome::Beyond { .. } => "beyond",
                Outcome::Apart(_) => "apart",
                Outcome::Touching(_) => "touching",
                Outcome::Overlapping(_) => "overlapping",
                Outcome::Undefined => "undefined",
            },
            steps: self.steps(answer.iterations, pool),
            certificate: self.certificate(answer, record),
        }
    }

    fn steps(&self, iterations: u32, pool: &mut Pool<V>) -> Vec<GjkStep> {
        let mut steps: Vec<GjkStep> = Vec::new();
        // What the step before left: the length of its record, its simplex, and the direction from
        // its nearest point to the origin.
        let (mut recorded, mut toward) = (0, self.difference.between_centers());
        for limit in 0..=iterations {
            let (answer, record) = self.run(limit);
            let state = self.state(&answer);
            let simplex = pool.places(&record, &state.simplex);
            let repeats = steps.last().is_some_and(|last| last.simplex == simplex) && record.len() == recorded;
            if repeats || record.is_empty() {
                continue;
            }
            let new: Vec<_> = record.indices().skip(recorded).collect();
            // Newton's method and tilted queries leave −v, and the vertices of a guess have no
            // direction: shown is only a direction along which the vertex is farthest.
            let along = new.first().filter(|_| new.len() == 1).and_then(|&newest| {
                let reach = |direction: V::Wide, point: V::Wide| direction.dot(point) / direction.length();
                let candidates = [Some(toward), state.axis].into_iter().flatten();
                candidates.filter(|direction| direction.length() > 0.0).find(|&direction| {
                    let farthest = reach(direction, self.difference.vertex(direction).point);
                    (farthest - reach(direction, record[newest].point)).abs() <= 1e-14 * self.difference.size()
                })
            });
            steps.push(GjkStep {
                calls: answer.iterations,
                added: pool.places(&record, &new),
                toward: along.map(V::coords),
                simplex,
                nearest: state.nearest.map(V::coords),
                lower: state.lower,
                upper: state.upper,
            });
            recorded = record.len();
            toward = state.nearest.map_or(toward, |nearest| -nearest);
        }
        steps
    }

    fn state(&self, answer: &Answer<V>) -> State<V> {
        let between = |a: V::Wide, b: V::Wide| a - self.difference.to_a(b);
        let mut state = State { simplex: Simplex::new(), nearest: None, axis: None, lower: None, upper: None };
        match &answer.outcome {
            Outcome::Apart(apart) => {
                state.simplex = apart.simplex.clone();
                state.nearest = Some(between(apart.point_a, apart.point_b));
                (state.axis, state.lower, state.upper) = (Some(apart.axis), Some(apart.lower), Some(apart.upper));
            }
            Outcome::Touching(touch) => {
                state.simplex = touch.simplex.clone();
                state.nearest = Some(between(touch.point_a, touch.point_b));
                (state.axis, state.upper) = (touch.axis, Some(touch.upper));
            }
            Outcome::Overlapping(simplex) => {
                (state.simplex, state.nearest) = (simplex.clone(), Some(V::Wide::ZERO));
            }
            Outcome::Beyond { axis, at_least, simplex } => {
                (state.simplex, state.axis, state.lower) = (simplex.clone(), Some(*axis), Some(*at_least));
            }
            Outcome::Undefined => {}
        }
        state
    }

    fn certificate(&self, answer: &Answer<V>, record: &Record<V>) -> Certificate {
        let (what, verified) = match &answer.outcome {
            Outcome::Apart(apart) => ("two support calls along the axis prove the lower bound", Some(apart.verify(self.difference))),
            Outcome::Overlapping(simplex) => (
                "the simplex contains the origin, farther from its faces than rounding",
                Some(is_overlap(self.difference, simplex, record)),
            ),
            Outcome::Touching(_) => ("none: the bounds straddle zero, and EPA decides", None),
            Outcome::Beyond { .. } | Outcome::Undefined => ("none: a number is not finite", None),
        };
        Certificate { what: what.to_owned(), verified }
    }
}

/// The state of a search at its limit.
struct State<V: Vector> {
    simplex: Simplex,
    nearest: Option<V::Wide>,
    axis: Option<V::Wide>,
    lower: Option<f64>,
    upper: Option<f64>,
}

/// Why a search ended, in a sentence.
fn stop(stop: Stop) -> &'static str {
    match stop {
        Stop::Beyond => "the lower bound exceeds the limit",
        Stop::Converged => "the bounds met: no point of A − B is nearer",
        Stop::Repeated => "the farthest vertex is already in the simplex: the feature is exact",
        Stop::Stalled => "no step brings the simplex nearer: the limit of the arithmetic",
        Stop::Reached => "the simplex reaches the origin to within rounding",
        Stop::Enclosed => "the simplex encloses the origin",
        Stop::Exhausted => "the limit of support calls",
        Stop::NotFinite => "a number is not finite",
    }
}

//! EPA step by step: the search in `f64` with a limit of 0, 1, 2 … support calls, and the polytope
//! that it leaves in the caller's memory.

use clinch::contact::Space;
use clinch::epa::{Depth, EpaVector, Limits, Polytope, Stop, search};
use clinch::gjk::{Answer, Outcome, Simplex};
use clinch::shapes::Convex;
use clinch::support::{Difference, Record};
use clinch_testkit::build::Build;

use crate::pool::Pool;
use crate::report::{Certificate, EpaReport, EpaStep};

/// Steps that are shown one by one. A search on smooth shapes may take some hundred calls, and each
/// step runs it again from the start.
const SINGLE: u32 = 40;
/// Steps of a longer search after those.
const STRIDES: u32 = 16;

/// The search for the depth, from where GJK ended.
pub(crate) struct Expansion<'d, V: Space, A, B> {
    pub(crate) difference: &'d Difference<'d, A, B, V>,
    simplex: Simplex,
    /// GJK's record, with which each run starts.
    before: &'d Record<V>,
}

/// The result of a run: the answer, the record, and the polytope.
pub(crate) struct Expanded<V: Space> {
    depth: Depth<V>,
    pub(crate) record: Record<V>,
    polytope: <V::Wide as EpaVector>::Polytope,
}

impl<'d, V: Space + Build, A: Convex<V>, B: Convex<V>> Expansion<'d, V, A, B>
where
    V::Wide: Build,
{
    /// `None` if GJK proved the cores to be apart, or has no answer.
    pub(crate) fn of(difference: &'d Difference<'d, A, B, V>, (answer, record): &'d (Answer<V>, Record<V>)) -> Option<Self> {
        let simplex = match &answer.outcome {
            Outcome::Touching(touch) => touch.simplex.clone(),
            Outcome::Overlapping(simplex) => simplex.clone(),
            Outcome::Apart(_) | Outcome::Beyond { .. } | Outcome::Undefined => return None,
        };
        Some(Self { difference, simplex, before: record })
    }

    /// A search with these limits.
    pub(crate) fn run(&self, limits: &Limits<V::Scalar>) -> Expanded<V> {
        let (mut record, mut polytope) = (self.before.clone(), Default::default());
        let depth = search(self.difference, &self.simplex, limits, &mut record, &mut polytope);
        Expanded { depth, record, polytope }
    }

    pub(crate) fn report(&self, full: &Expanded<V>, pool: &mut Pool<V>) -> EpaReport {
        let (iterations, stop, outcome) = match &full.depth {
            Depth::Overlapping(deep) => (deep.iterations, stop(deep.stop), "overlapping"),
            Depth::Apart { .. } => (self.calls(full), "a support value below zero: its axis separates the cores", "apart"),
            Depth::Undefined => (self.calls(full), "a number is not finite", "undefined"),
        };
        let mut steps: Vec<EpaStep> = Vec::new();
        let mut corners: Vec<usize> = Vec::new();
        for limit in limits(iterations) {
            let run = self.run(&Limits { iterations: limit, ..Limits::default() });
            let step = Self::step(limit, &run, &corners, pool);
            if steps.last().is_some_and(|last| EpaStep { calls: last.calls, added: last.added.clone(), ..step.clone() } == *last) {
                continue;
            }
            corners.extend(&step.added);
            steps.push(step);
        }
        let certificate = match &full.depth {
            Depth::Overlapping(deep) => Certificate {
                what: "two support calls along the normal prove the upper bound of the depth".to_owned(),
                verified: Some(deep.verify(self.difference)),
            },
            Depth::Apart { axis, at_least } => Certificate {
                what: "two support calls along the axis prove that the cores are apart".to_owned(),
                verified: Some(clinch::gjk::is_apart(self.difference, *axis, *at_least)),
            },
            Depth::Undefined => Certificate { what: "none: a number is not finite".to_owned(), verified: None },
        };
        let strides = iterations > SINGLE;
        EpaReport { iterations, stop: stop.to_owned(), outcome, strides, steps, certificate }
    }

    fn calls(&self, full: &Expanded<V>) -> u32 {
        (full.record.len() - self.before.len()) as u32
    }

    fn step(calls: u32, run: &Expanded<V>, known: &[usize], pool: &mut Pool<V>) -> EpaStep {
        let nearest = run.polytope.nearest_open();
        let (mut facets, mut next) = (Vec::new(), None);
        for facet in run.polytope.facets() {
            if nearest.is_some_and(|nearest| nearest.id == facet.id) {
                next = Some(facets.len());
            }
            facets.push(run.polytope.corners(facet.id).map(|(index, _)| pool.place(&run.record, index)).collect::<Vec<_>>());
        }
        let mut added: Vec<usize> = facets.iter().flatten().copied().filter(|corner| !known.contains(corner)).collect();
        added.sort_unstable();
        added.dedup();
        let mut step = EpaStep {
            calls,
            added,
            facets,
            next,
            offset: nearest.map(|facet| facet.offset),
            normal: None,
            depth: None,
            lower: None,
            upper: None,
        };
        if let Depth::Overlapping(deep) = &run.depth {
            step.normal = Some(V::coords(deep.normal));
            (step.depth, step.lower, step.upper) = (Some(deep.depth), Some(deep.lower), Some(deep.upper));
        }
        step
    }
}

/// The limits of the runs, up to the calls that the full search took.
fn limits(iterations: u32) -> impl Iterator<Item = u32> {
    let single = if iterations < SINGLE { iterations } else { SINGLE };
    let rest = iterations - single;
    let stride = rest.div_ceil(STRIDES);
    let last = (rest > 0).then_some(iterations);
    (0..=single)
        .chain((1..STRIDES).map(move |step| single + step * stride).filter(move |&limit| rest > 0 && limit < iterations))
        .chain(last)
}

/// Why a search ended, in a sentence.
fn stop(stop: Stop) -> &'static str {
    match stop {
        Stop::Converged => "no facet can be nearer than the one found",
        Stop::LocalMinimum => "a local minimum of the depth, and no other can be lower",
        Stop::Flat => "A − B is flat along the normal: the depth is 0",
        Stop::Exhausted => "the limit of support calls, or bounds that cannot meet",
        Stop::Full => "the polytope has no space for another facet",
    }
}

#[cfg(test)]
mod tests {
    use super::limits;

    #[test]
    fn every_limit_is_shown_or_strides_that_end_at_the_last() {
        assert_eq!(limits(3).collect::<Vec<_>>(), [0, 1, 2, 3]);
        for iterations in [40, 41, 43, 57, 256, 2048] {
            let all: Vec<u32> = limits(iterations).collect();
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
            assert_eq!((all[0], *all.last().unwrap()), (0, iterations));
            assert!(all.len() <= 57, "{}", all.len());
        }
    }
}

//! A cast step by step: the same cast with a limit of 0, 1, 2 … steps.
//!
//! A cast that reaches its limit answers with the time up to which it has proved that nothing
//! happens. It keeps no more of its state: the page shows B moved to there.

use clinch::contact::Space;
use clinch::gjk::{Cast, CastLimits, CastOutcome, cast, is_apart};
use clinch::shapes::Convex;
use clinch::support::{Difference, Record, Vertex};
use clinch_testkit::build::Build;

use crate::outline::outline;
use crate::pool::Pool;
use crate::report::{CastSearchReport, Certificate, VertexReport};

/// Relative to the size: at the time of the lower bound the gap is the target, and either may be
/// rounded.
const ROUNDING: f64 = 1e-12;

/// Two cores of which B moves.
pub(crate) struct MovingCores<'d, V: Space, A, B> {
    /// At the start.
    pub(crate) difference: &'d Difference<'d, A, B, V>,
    /// Per unit of time, in A's frame.
    pub(crate) motion: V::Wide,
    pub(crate) radii: f64,
    pub(crate) target_distance: f64,
    pub(crate) until: f64,
}

/// What a cast with a limit of steps has proved.
pub(crate) struct Bound {
    pub(crate) limit: u32,
    pub(crate) calls: u32,
    pub(crate) lower: f64,
    pub(crate) record: Vec<VertexReport>,
}

impl<V: Space + Build, A: Convex<V>, B: Convex<V>> MovingCores<'_, V, A, B>
where
    V::Wide: Build,
{
    fn target(&self) -> f64 {
        self.radii + self.target_distance
    }

    /// The cast with at most so many steps, and its record, as vertices of A − B at the start.
    pub(crate) fn run(&self, steps: u32) -> (Cast<V>, Vec<VertexReport>) {
        let limits = CastLimits { target: self.target(), until: self.until, steps };
        let mut record = Record::new();
        let cast = cast(self.difference, self.motion, &limits, &mut record);
        // The vertices of the record are those of A − B where B was.
        let at_start = |vertex: &Vertex<V>| vertex.a.point - self.difference.to_a(vertex.b.point);
        let points = record.vertices().iter().map(|vertex| V::coords(at_start(vertex)));
        let vertices = Pool::of(&record).report().into_iter().zip(points);
        (cast, vertices.map(|(vertex, point)| VertexReport { point, ..vertex }).collect())
    }

    /// What the steps prove before the last one, each if it is more than the one before.
    pub(crate) fn bounds(&self, full: &Cast<V>) -> Vec<Bound> {
        let mut bounds: Vec<Bound> = Vec::new();
        for limit in 0..full.steps {
            let (cast, record) = self.run(limit);
            let CastOutcome::Exhausted { lower } = cast.outcome else { continue };
            if lower > bounds.last().map_or(0.0, |last| last.lower) {
                bounds.push(Bound { limit, calls: cast.calls, lower, record });
            }
        }
        bounds
    }

    /// `last`: the latest time that is shown.
    pub(crate) fn report(&self, full: &Cast<V>, last: f64) -> CastSearchReport {
        CastSearchReport {
            radii: self.radii,
            target: self.target(),
            outline: outline::<V>(|direction| self.difference.vertex(direction).point),
            motion: V::coords(self.motion),
            outcome: match full.outcome {
                CastOutcome::Within(_) => "within the target at the start",
                CastOutcome::Hit(_) => "hit",
                CastOutcome::Miss { .. } => "miss",
                CastOutcome::Exhausted { .. } => "exhausted",
                CastOutcome::Undefined => "undefined",
            },
            steps: full.steps,
            calls: full.calls,
            certificate: self.certificate(full, last),
        }
    }

    fn certificate(&self, full: &Cast<V>, last: f64) -> Certificate {
        let is_above = |axis: V::Wide, time: f64| {
            let there = self.difference.moved_by(self.motion * time);
            is_apart(&there, axis, self.target() - ROUNDING * (there.size() + self.target()))
        };
        let (what, verified) = match &full.outcome {
            CastOutcome::Hit(arrival) => (
                "two support calls along the normal prove that at the lower bound the cores are farther apart than the target",
                Some(is_above(arrival.normal, arrival.lower)),
            ),
            CastOutcome::Miss { axis, .. } => (
                "two support calls along the axis prove that the cores are farther apart than the target at the last time shown",
                Some(is_above(*axis, last)),
            ),
            CastOutcome::Within(_) => ("none: the query of the distance at the start decides", None),
            CastOutcome::Exhausted { .. } | CastOutcome::Undefined => ("none", None),
        };
        Certificate { what: what.to_owned(), verified }
    }
}

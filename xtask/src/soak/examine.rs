//! One pair: draws it, places it, answers it and checks the answer.

use clinch::contact::Memory;
use clinch_testkit::distributions::Digits;
use clinch_testkit::grade::{TOLERANCE_F32, TOLERANCE_F32_POLYTOPES, TOLERANCE_F64, grade};
use clinch_testkit::oracle::{Certificate, Doubt, Pairing};
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, ShapeSpec};
use clinch_testkit::random::Random;
use clinch_testkit::stress::{BLOCK, Draft, HullPool, Labels, Stream, draft, hull_pool};
use glam::{DVec2, DVec3, Vec2, Vec3};

use super::casts::{self, Cast, CastKind};
use crate::pairs::answer::{Precision, answer};
use clinch_probe::properties::{self, Case, Doubts};
use clinch_probe::subject::{Buffers, Found, Poses, Probed, Subject};

/// One pair in this many is graded against the oracle, whatever the certificate says.
const SAMPLE: u64 = 100;
/// The cast of one pair in this many is graded against the oracle, which evaluates about ten times
/// of it.
const SAMPLE_CASTS: u64 = 1_000;
/// One pair in this many is cast.
const CAST: u64 = 4;

/// One pair, its answer and all findings.
#[derive(Clone, Debug)]
pub(crate) struct Examined {
    /// The query.
    pub(crate) query: Query,
    pub(crate) labels: Labels,
    pub(crate) configuration: Configuration,
    /// Support calls; 0 for a closed form.
    pub(crate) calls: u32,
    pub(crate) slow: bool,
    pub(crate) unfinished: bool,
    /// The difference between the gap along the normal and the answer, as a multiple of S.
    pub(crate) error: f64,
    /// The doubts of the certificate, of the properties and of the cast.
    pub(crate) doubts: Vec<Doubt>,
    /// Graded against the oracle.
    pub(crate) graded: bool,
    pub(crate) verdict: Verdict,
    pub(crate) cast: Option<CastKind>,
    /// The query of the cast, if its answer is wrong.
    pub(crate) cast_query: Option<Query>,
}

/// The configuration of the two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Configuration {
    Separated,
    /// The signed distance is at most a millionth of S.
    Touching,
    Overlapping,
}

/// The verdict on an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// There is no doubt.
    Right,
    /// A check doubts it, and the oracle confirms it.
    Cleared,
    /// A check doubts it, and the error of the oracle is too large to decide.
    Undecided,
    /// The faults.
    Wrong(Vec<String>),
}

impl Examined {
    pub(crate) fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Wrong(_))
    }

    /// The line of a failure: the query, with the faults in its note.
    pub(crate) fn line(&self) -> Query {
        let mut query = self.cast_query.clone().unwrap_or_else(|| self.query.clone());
        let wrong = if let Verdict::Wrong(what) = &self.verdict { what.join("; ") } else { String::new() };
        query.note = Some(format!("{:?}: {wrong}", self.labels));
        query
    }
}

/// Examines pairs of one stream, with the buffers of one thread.
pub(crate) struct Examiner<V: Probed> {
    stream: Stream,
    buffers: Buffers<V>,
    pool: HullPool,
    cooked: Vec<Option<V::Shape>>,
    tolerance: f64,
}

/// Examines pair `index` of the stream alone.
pub(crate) fn examine_one(stream: &Stream, index: u64) -> Examined {
    match (stream.dim, stream.digits) {
        (2, Digits::Single) => Examiner::<Vec2>::new(stream, index).examine(index),
        (2, Digits::Double) => Examiner::<DVec2>::new(stream, index).examine(index),
        (_, Digits::Single) => Examiner::<Vec3>::new(stream, index).examine(index),
        (_, Digits::Double) => Examiner::<DVec3>::new(stream, index).examine(index),
    }
}

/// Examines consecutive pairs of the stream and passes each to `take`.
pub(crate) fn examine_all(stream: &Stream, indices: core::ops::Range<u64>, take: &mut dyn FnMut(u64, Examined)) {
    fn run<V: Probed>(stream: &Stream, indices: core::ops::Range<u64>, take: &mut dyn FnMut(u64, Examined)) {
        let mut examiner = Examiner::<V>::new(stream, indices.start);
        for index in indices {
            take(index, examiner.examine(index));
        }
    }
    match (stream.dim, stream.digits) {
        (2, Digits::Single) => run::<Vec2>(stream, indices, take),
        (2, Digits::Double) => run::<DVec2>(stream, indices, take),
        (_, Digits::Single) => run::<Vec3>(stream, indices, take),
        (_, Digits::Double) => run::<DVec3>(stream, indices, take),
    }
}

impl<V: Probed> Examiner<V> {
    fn new(stream: &Stream, index: u64) -> Self {
        let tolerance = match stream.digits {
            Digits::Single => TOLERANCE_F32,
            Digits::Double => TOLERANCE_F64,
        };
        let pool = hull_pool(stream, index);
        let cooked = vec![None; pool.hulls.len()];
        Self { stream: *stream, buffers: Buffers::new(), pool, cooked, tolerance }
    }

    fn examine(&mut self, index: u64) -> Examined {
        if self.pool.block != index / BLOCK {
            self.pool = hull_pool(&self.stream, index);
            self.cooked = vec![None; self.pool.hulls.len()];
        }
        let draft = draft(&self.stream, index, &self.pool);
        let subject = self.build(&draft);
        let buffers = &mut self.buffers;
        let placed = draft.place(&mut |pose_a: &PoseSpec, pose_b: &PoseSpec| {
            subject.as_ref().ok().and_then(|subject| subject.distance_and_normal(&Poses::of(pose_a, pose_b), buffers))
        });
        let mut examined = Examined {
            query: placed.query,
            labels: placed.labels,
            configuration: Configuration::Touching,
            calls: 0,
            slow: false,
            unfinished: false,
            error: 0.0,
            doubts: Vec::new(),
            graded: false,
            verdict: Verdict::Right,
            cast: None,
            cast_query: None,
        };
        match &subject {
            Ok(subject) => self.check(index, subject, &mut examined),
            Err(what) => examined.verdict = Verdict::Wrong(vec![format!("refused shape: {what}")]),
        }
        examined
    }

    /// The shapes of the program. Those of the pool are built once for each block.
    fn build(&mut self, draft: &Draft) -> Result<Subject<V>, String> {
        for &i in draft.pooled.iter().flatten() {
            if self.cooked[i].is_none() {
                self.cooked[i] = Some(V::shape(&self.pool.hulls[i].1).map_err(|error| error.to_string())?);
            }
        }
        let shape = |pooled: Option<usize>, spec: &ShapeSpec| match pooled.and_then(|i| self.cooked[i].clone()) {
            Some(shape) => Ok(shape),
            None => V::shape(spec).map_err(|error| format!("{}: {error}", spec.kind())),
        };
        Ok(Subject::of((shape(draft.pooled[0], &draft.a)?, &draft.a), (shape(draft.pooled[1], &draft.b)?, &draft.b)))
    }

    fn check(&mut self, index: u64, subject: &Subject<V>, examined: &mut Examined) {
        let query = examined.query.clone();
        let poses = Poses::<V>::of(&query.pose_a, &query.pose_b);
        let Some(found) = subject.answer(&poses, &mut Memory::new(), &mut self.buffers) else {
            examined.verdict = Verdict::Wrong(vec!["no answer".to_owned()]);
            return;
        };
        let certificate = match Certificate::of(&query) {
            Ok(certificate) => certificate,
            Err(refusal) => {
                examined.verdict = Verdict::Wrong(vec![format!("the generator drew a pair without a certificate: {refusal}")]);
                return;
            }
        };
        let extent = certificate.extent();
        let tolerance = if certificate.are_polytopes() { self.tolerance.min(TOLERANCE_F32_POLYTOPES) } else { self.tolerance };
        examined.note(&found, &certificate);
        // A stream of its own: the generated pairs do not depend on the draws of the checks.
        let mut random = Random::of(!self.stream.seed, index);
        let suspicions = certificate.doubts(&found.claim, tolerance, &mut random);
        let case = Case { query: &query, subject, poses: &poses, found: &found, certificate: &certificate, band: tolerance * extent };

        let mut doubts = Doubts::default();
        properties::manifold(&case, &mut random, &mut self.buffers, &mut doubts);
        properties::check(&case, index, &mut random, &mut self.buffers, &mut doubts);
        let certain: Vec<Doubt> = suspicions.iter().filter(|doubt| doubt.certain).copied().collect();
        let mut findings = Findings { wrong: described(&doubts.0, extent), suspicions, undecided: false };
        findings.wrong.extend(described(&certain, extent));
        // Certain doubts are faults without the oracle.
        let doubted = findings.suspicions.len() > certain.len();
        if doubted || index.is_multiple_of(SAMPLE) {
            examined.graded = true;
            match faults_by_oracle(&query, &found, self.tolerance, Precision::of(self.stream.digits), doubted) {
                Some(faults) => {
                    if !faults.is_empty() {
                        findings.wrong.extend(described(&findings.suspicions, extent));
                    }
                    findings.wrong.extend(faults);
                }
                None => findings.undecided = true,
            }
        }
        findings.wrong.dedup();

        if index % CAST == 1
            && let Some(cast) = casts::check(&case, &mut random, &mut self.buffers)
        {
            examined.cast = cast.kind;
            self.check_cast(cast, index % SAMPLE_CASTS == 1, examined, &mut findings);
        }

        let Findings { wrong, mut suspicions, undecided } = findings;
        examined.verdict = if !wrong.is_empty() {
            Verdict::Wrong(wrong)
        } else if undecided {
            Verdict::Undecided
        } else if !suspicions.is_empty() {
            Verdict::Cleared
        } else {
            Verdict::Right
        };
        suspicions.extend(doubts.0);
        examined.doubts = suspicions;
    }

    fn check_cast(&self, cast: Cast, sampled: bool, examined: &mut Examined, findings: &mut Findings) {
        let mut faults = Vec::new();
        if sampled || cast.doubts.iter().any(|doubt| !doubt.certain) {
            match casts::faults_by_oracle(&cast, self.tolerance, Precision::of(self.stream.digits)) {
                Some(found) => faults = found,
                None => findings.undecided = true,
            }
        }
        if !faults.is_empty() || cast.doubts.iter().any(|doubt| doubt.certain) {
            findings.wrong.extend(described(&cast.doubts, examined.query.extent()));
            findings.wrong.extend(faults);
            examined.cast_query = Some(cast.query);
        }
        findings.suspicions.extend(cast.doubts);
    }
}

/// The findings about a pair, before the verdict.
struct Findings {
    /// The faults.
    wrong: Vec<String>,
    /// The doubts of the certificate and of the check of the cast.
    suspicions: Vec<Doubt>,
    /// The error of the oracle was too large to decide a doubt.
    undecided: bool,
}

impl Examined {
    fn note(&mut self, found: &Found, certificate: &Certificate) {
        let extent = certificate.extent();
        let share = found.claim.sd / extent;
        self.configuration = match share {
            share if share > 1e-6 => Configuration::Separated,
            share if share < -1e-6 => Configuration::Overlapping,
            // Two points at one position touch, and their S is 0.
            _ => Configuration::Touching,
        };
        (self.calls, self.slow, self.unfinished) = (found.calls, found.slow_steps > 0, found.unfinished);
        let error = (certificate.gap_along(found.claim.normal) - found.claim.sd).abs() / extent;
        self.error = if error.is_finite() { error } else { 0.0 };
    }
}

fn described(doubts: &[Doubt], extent: f64) -> Vec<String> {
    let one =
        |&Doubt { what, off, .. }: &Doubt| if off.is_nan() { what.to_owned() } else { format!("{what} (off by {:.2e} S)", off / extent) };
    doubts.iter().map(one).collect()
}

/// The largest number of cells into which the oracle divides its search for a pair without doubts
/// or for a witness point. If it needs more, its truth has a larger error.
const CUTS: usize = 3_000;

/// The faults of the answer by the oracle; `None` if its error is too large to decide.
fn faults_by_oracle(query: &Query, found: &Found, tolerance: f64, precision: Precision, doubted: bool) -> Option<Vec<String>> {
    let pairing = Pairing::of(query).ok()?;
    let enough = 0.01 * tolerance;
    let mut truth = pairing.truth_within(enough, CUTS);
    if doubted && truth.err > tolerance * truth.extent {
        truth = pairing.truth();
    }
    let mut query = query.clone();
    query.expect = Some(truth.expect());
    let failures = grade(&query, &answer(&query, precision), tolerance).ok()?;
    let mut wrong: Vec<String> = failures.iter().map(ToString::to_string).collect();
    let band = tolerance * truth.extent + truth.err;
    // The grader does not check the witness points. A point is in a shape if their signed distance
    // is not positive.
    let b = query.b.clone()?;
    for (name, shape, pose, point) in [("A", &query.a, query.pose_a, found.claim.point_a), ("B", &b, query.pose_b, found.claim.point_b)] {
        let origin = query.pose_a.translation();
        let pose = PoseSpec { t: Some(Coords::of(pose.translation() - origin, query.dim)), ..pose };
        let at = PoseSpec::at(Coords::of(point, query.dim));
        let pair = Query::contact(query.dim, (shape.clone(), pose), (ShapeSpec::Point { p: None }, at));
        let Ok(pairing) = Pairing::of(&pair) else { continue };
        let outside = pairing.truth_within(enough, CUTS);
        if !(outside.sd <= band + outside.err) {
            wrong.push(format!("the witness point of {name} is {:e} outside of {name}", outside.sd));
        }
    }
    if wrong.is_empty() && doubted && truth.err > tolerance * truth.extent { None } else { Some(wrong) }
}

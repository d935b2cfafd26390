//! One pair: drawn, put, answered, doubted, judged.

use clinch::contact::Memory;
use clinch_testkit::distributions::Digits;
use clinch_testkit::grade::{TOLERANCE_F32, TOLERANCE_F32_POLYTOPES, TOLERANCE_F64, grade};
use clinch_testkit::oracle::{Certificate, Doubt, Pairing};
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, ShapeSpec};
use clinch_testkit::random::Random;
use clinch_testkit::stress::{BLOCK, Draft, HullPool, Labels, Stream, draft, hull_pool};
use glam::{DVec2, DVec3, Vec2, Vec3};

use super::casts::{self, Cast, Fate};
use super::precision;
use crate::pairs::answer::{Precision, answer};
use clinch_probe::properties::{self, Case, Doubts};
use clinch_probe::subject::{Buffers, Found, Poses, Probed, Subject};

/// One pair in this many is graded against the oracle, whatever the certificate says.
const SAMPLE: u64 = 100;
/// One pair in this many has its cast held against the oracle, which looks at some ten moments for it.
const SAMPLE_CASTS: u64 = 1_000;
/// One pair in this many is cast.
const CAST: u64 = 4;

/// What became of one pair.
#[derive(Clone, Debug)]
pub(crate) struct Examined {
    /// As it was asked, with a note of what is wrong, if something is.
    pub(crate) query: Query,
    pub(crate) labels: Labels,
    pub(crate) lie: Lie,
    /// Support calls; 0 for a closed form.
    pub(crate) calls: u32,
    pub(crate) slow: bool,
    pub(crate) unfinished: bool,
    /// By how many S the gap along the normal is another than the answer.
    pub(crate) error: f64,
    /// What the certificate and the properties have to say.
    pub(crate) doubts: Vec<Doubt>,
    /// Graded against the oracle.
    pub(crate) graded: bool,
    pub(crate) verdict: Verdict,
    pub(crate) cast: Option<Fate>,
    /// If the cast is what is wrong: its line.
    pub(crate) cast_query: Option<Query>,
}

/// How the two shapes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lie {
    Apart,
    /// By less than a millionth of S.
    Touching,
    Overlapping,
}

/// What is to be thought of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// No doubt, or the oracle agrees.
    Right,
    /// The certificate doubted what the oracle found right.
    Cleared,
    /// The certificate doubts it, and the oracle is not exact enough to tell.
    Undecided,
    /// What is wrong.
    Wrong(Vec<String>),
}

impl Examined {
    pub(crate) fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Wrong(_))
    }

    /// The line of a failure: what was asked, and in the note what is wrong.
    pub(crate) fn line(&self) -> Query {
        let mut query = self.cast_query.clone().unwrap_or_else(|| self.query.clone());
        let wrong = if let Verdict::Wrong(what) = &self.verdict { what.join("; ") } else { String::new() };
        query.note = Some(format!("{:?}: {wrong}", self.labels));
        query
    }
}

/// The workshop of one thread.
pub(crate) struct Examiner<V: Probed> {
    stream: Stream,
    buffers: Buffers<V>,
    pool: HullPool,
    cooked: Vec<Option<V::Shape>>,
    tolerance: f64,
}

/// Pair `index` of the stream, on its own.
pub(crate) fn examine_one(stream: &Stream, index: u64) -> Examined {
    match (stream.dim, stream.digits) {
        (2, Digits::Single) => Examiner::<Vec2>::new(stream, index).examine(index),
        (2, Digits::Double) => Examiner::<DVec2>::new(stream, index).examine(index),
        (_, Digits::Single) => Examiner::<Vec3>::new(stream, index).examine(index),
        (_, Digits::Double) => Examiner::<DVec3>::new(stream, index).examine(index),
    }
}

/// Consecutive pairs of the stream, each handed to `take`.
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
            subject.as_ref().ok().and_then(|subject| subject.gauge(&Poses::of(pose_a, pose_b), buffers))
        });
        let mut examined = Examined {
            query: placed.query,
            labels: placed.labels,
            lie: Lie::Touching,
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
            Ok(subject) => self.question(index, subject, &mut examined),
            Err(what) => examined.verdict = Verdict::Wrong(vec![format!("a shape is refused: {what}")]),
        }
        examined
    }

    /// The program's shapes; those of the pool are cooked once.
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

    fn question(&mut self, index: u64, subject: &Subject<V>, examined: &mut Examined) {
        let query = examined.query.clone();
        let poses = Poses::<V>::of(&query.pose_a, &query.pose_b);
        let Some(found) = subject.answer(&poses, &mut Memory::new(), &mut self.buffers) else {
            examined.verdict = Verdict::Wrong(vec!["no answer".to_owned()]);
            return;
        };
        let certificate = match Certificate::of(&query) {
            Ok(certificate) => certificate,
            Err(refusal) => {
                examined.verdict = Verdict::Wrong(vec![format!("the soak drew what has no certificate: {refusal}")]);
                return;
            }
        };
        let extent = certificate.extent();
        let tolerance = if certificate.are_polytopes() { self.tolerance.min(TOLERANCE_F32_POLYTOPES) } else { self.tolerance };
        examined.note(&found, &certificate);
        // The draws of the check are its own: what is drawn does not depend on them.
        let mut random = Random::of(!self.stream.seed, index);
        let mut suspicions = certificate.doubts(&found.claim, tolerance, &mut random);
        let case = Case { query: &query, subject, poses: &poses, found: &found, certificate: &certificate, band: tolerance * extent };

        let mut doubts = Doubts::default();
        properties::manifold(&case, &mut random, &mut self.buffers, &mut doubts);
        properties::check(&case, index, &mut random, &mut self.buffers, &mut doubts);
        let certain: Vec<Doubt> = suspicions.iter().filter(|doubt| doubt.certain).copied().collect();
        let mut wrong = described(&doubts.0, extent);
        wrong.extend(described(&certain, extent));
        let mut undecided = false;
        // What contradicts itself is wrong already.
        let doubted = suspicions.len() > certain.len();
        if doubted || index.is_multiple_of(SAMPLE) {
            examined.graded = true;
            match against(&query, &found, self.tolerance, precision(&self.stream), doubted) {
                Some(found) => {
                    if !found.is_empty() {
                        wrong.extend(described(&suspicions, extent));
                    }
                    wrong.extend(found);
                }
                None => undecided = true,
            }
        }
        wrong.dedup();

        if index % CAST == 1
            && let Some(cast) = casts::check(&case, &mut random, &mut self.buffers)
        {
            examined.cast = cast.fate;
            self.question_cast(cast, index % SAMPLE_CASTS == 1, examined, &mut suspicions, &mut wrong, &mut undecided);
        }

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

    fn question_cast(
        &self,
        cast: Cast,
        sampled: bool,
        examined: &mut Examined,
        suspicions: &mut Vec<Doubt>,
        wrong: &mut Vec<String>,
        undecided: &mut bool,
    ) {
        let mut found = Vec::new();
        if sampled || cast.doubts.iter().any(|doubt| !doubt.certain) {
            match casts::against(&cast, self.tolerance, precision(&self.stream)) {
                Some(against) => found = against,
                None => *undecided = true,
            }
        }
        if !found.is_empty() || cast.doubts.iter().any(|doubt| doubt.certain) {
            wrong.extend(described(&cast.doubts, examined.query.extent()));
            wrong.extend(found);
            examined.cast_query = Some(cast.query);
        }
        suspicions.extend(cast.doubts);
    }
}

impl Examined {
    fn note(&mut self, found: &Found, certificate: &Certificate) {
        let extent = certificate.extent();
        let share = found.claim.sd / extent;
        self.lie = match share {
            share if share > 1e-6 => Lie::Apart,
            share if share < -1e-6 => Lie::Overlapping,
            // The size of two points in one place is 0, and they touch.
            _ => Lie::Touching,
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

/// Cells that the oracle may cut for a pair that nobody doubts. A pair in a hundred needs more; it is then graded by a wider error.
const CUTS: usize = 3_000;

/// What the oracle says against the answer; `None` if it cannot tell.
fn against(query: &Query, found: &Found, tolerance: f64, precision: Precision, doubted: bool) -> Option<Vec<String>> {
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
    // The witness points, which the grader does not look at: a point is in a shape when it is not apart from it.
    let b = query.b.clone()?;
    for (name, shape, pose, point) in [("A", &query.a, query.pose_a, found.claim.point_a), ("B", &b, query.pose_b, found.claim.point_b)] {
        let origin = query.pose_a.translation();
        let pose = PoseSpec { t: Some(Coords::of(pose.translation() - origin, query.dim)), ..pose };
        let at = PoseSpec::at(Coords::of(point, query.dim));
        let alone = Query::contact("", query.dim, (shape.clone(), pose), (ShapeSpec::Point { p: None }, at));
        let Ok(pairing) = Pairing::of(&alone) else { continue };
        let out = pairing.truth_within(enough, CUTS);
        if !(out.sd <= band + out.err) {
            wrong.push(format!("the point of {name} is {:e} outside of it", out.sd));
        }
    }
    if wrong.is_empty() && doubted && truth.err > tolerance * truth.extent { None } else { Some(wrong) }
}

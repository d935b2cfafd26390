//! All checks of one drawn pair.
//!
//! * For any numbers: no panic, no more steps than the limits allow, the same bits twice, and
//!   answers that do not contradict themselves. Two support calls prove the claims of GJK and EPA.
//! * For tame numbers: every query has an answer, but a time of impact may end at its limit.
//!   Answers are compared with the certificate of the soak and with other answers. The tolerance is
//!   a hundred times that of `f32` for both cores, so that a finding is an error and not rounding.

use clinch::contact::Memory;
use clinch::epa::{Depth, EpaSpace, depth};
use clinch::gjk::{Limits, Outcome, Start, distance};
use clinch::shapes::{Convex, Core};
use clinch::support::{Difference, Pose, Record, SupportMap, Vector};
use clinch_testkit::grade::TOLERANCE_F32;
use clinch_testkit::oracle::{Certificate, Doubt};
use clinch_testkit::pair_file::{Coords, ErrorKind, PoseSpec, Query, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::api::{self, Api, Queries};
use crate::cook::Cooks;
use crate::draw::Drawn;
use crate::properties::{self, Case, Doubts};
use crate::subject::{Buffers, Poses, Subject};
use crate::{motions, one_shape};

/// A hundred times the tolerance of `f32`, for both cores: a finding is an error and not rounding.
pub const TOLERANCE: f64 = 100.0 * TOLERANCE_F32;

impl Drawn {
    /// The pair with B moved to its distance, in two steps that the program measures. Without a
    /// distance, or where the program has no answer, B stays.
    #[must_use]
    pub fn placed(self) -> Self {
        match (self.query.dim, self.single) {
            (2, true) => self.placed_as::<Vec2>(),
            (2, false) => self.placed_as::<DVec2>(),
            (_, true) => self.placed_as::<Vec3>(),
            (_, false) => self.placed_as::<DVec3>(),
        }
    }

    fn placed_as<V: Api>(mut self) -> Self {
        let (Some(share), Some(b)) = (self.distance.take(), &self.query.b) else { return self };
        let Ok(subject) = Subject::<V>::build(&self.query.a, b) else { return self };
        let mut buffers = Buffers::new();
        // After the first step the closest points may be others: a second step uses those.
        for _ in 0..2 {
            let poses = Poses::of(&self.query.pose_a, &self.query.pose_b);
            let Some((apart, normal)) = subject.distance_and_normal(&poses, &mut buffers) else { return self };
            let there = self.query.pose_b.translation() + normal * (share * self.query.extent() - apart);
            if !there.is_finite() {
                return self;
            }
            self.query.pose_b.t = Some(Coords::of(there, self.query.dim));
        }
        self
    }

    /// The faults of the program's answers; empty if there are none.
    pub fn examine(&self) -> Vec<String> {
        match (self.query.dim, self.single) {
            (2, true) => examine::<Vec2>(self),
            (2, false) => examine::<DVec2>(self),
            (_, true) => examine::<Vec3>(self),
            (_, false) => examine::<DVec3>(self),
        }
    }
}

fn examine<V: Api + Cooks + EpaSpace>(drawn: &Drawn) -> Vec<String> {
    let mut wrong = Vec::new();
    let query = &drawn.query;
    if !drawn.cloud.is_empty() {
        V::check(&drawn.cloud, drawn.budget, &drawn.faces, &mut wrong);
    }
    let Some(b) = &query.b else { return wrong };
    let certificate = Certificate::of(query);
    let subject = match Subject::<V>::build(&query.a, b) {
        Ok(subject) => subject,
        Err(refused) => {
            // The program must accept the shapes that the oracle accepts.
            if !drawn.wild && certificate.is_ok() {
                wrong.push(format!("refused: {refused}"));
            }
            return wrong;
        }
    };
    // In `f64` the program reads the numbers that the oracle refused. In `f32` they are rounded.
    if let Err(refusal) = &certificate
        && refusal.kind == ErrorKind::Construct
        && !drawn.single
        && poses_are_finite(query)
    {
        wrong.push(format!("built from invalid parameters: {refusal}"));
    }
    let tame = !drawn.wild && certificate.is_ok();
    let queries = Queries::<V>::of(drawn, &subject.a, &subject.b);
    let poses = Poses::<V>::of(&query.pose_a, &query.pose_b);
    api::check(&queries, tame, &mut wrong);
    for (shape, pose) in [(&subject.a, &poses.pose_a), (&subject.b, &poses.pose_b)] {
        one_shape::check::<V>(shape, pose, drawn.moments, tame, &mut wrong);
    }
    prove::<V>(&subject, &poses.b_in_a(), tame, &mut wrong);
    // If a pair is a point on the border of a half-space far from both origins, S is too small for
    // a tolerance.
    if let (Ok(certificate), true) = (certificate, tame)
        && certificate.extent() > 1e-6 * certificate.size()
    {
        let doubts = doubts_about(drawn, &subject, &poses, &certificate, &queries);
        wrong.extend(doubts.into_iter().map(|doubt| described(&doubt, certificate.extent())));
    }
    wrong
}

fn poses_are_finite(query: &Query) -> bool {
    let finite = |pose: &PoseSpec| pose.matrix().is_finite() && pose.translation().is_finite();
    finite(&query.pose_a) && finite(&query.pose_b)
}

/// Verifies the claims of GJK and EPA about the cores.
fn prove<V: Api + EpaSpace>(subject: &Subject<V>, b_in_a: &Pose<V::Wide>, tame: bool, wrong: &mut Vec<String>) {
    let (a, b) = (&subject.a, &subject.b);
    if [a, b].into_iter().any(|shape| matches!(shape.core(), Core::HalfSpace { .. }) || !tame && !shape.extent_is_finite()) {
        return;
    }
    let difference = Difference::new(a, b, b_in_a);
    let mut record = Record::new();
    let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut record);
    let simplex = match &answer.outcome {
        Outcome::Apart(separation) => {
            if !separation.verify(&difference) {
                wrong.push(format!("gjk: two support calls do not prove {answer:?}"));
            }
            return;
        }
        Outcome::Overlapping(simplex) => simplex.clone(),
        Outcome::Touching(touch) => touch.simplex.clone(),
        Outcome::Beyond { .. } => return wrong.push(format!("gjk: beyond infinity {answer:?}")),
        Outcome::Undefined => return,
    };
    if let Depth::Overlapping(found) = depth(&difference, &simplex, &clinch::epa::Limits::default(), &mut record, &mut Default::default())
        && !found.verify(&difference)
    {
        wrong.push(format!("epa: two support calls do not prove {found:?}"));
    }
}

trait Extent<V: Vector>: SupportMap<V> {
    fn extent_is_finite(&self) -> bool {
        clinch::support::Scalar::is_finite(self.radius_about_center())
    }
}

impl<V: Vector, S: SupportMap<V>> Extent<V> for S {}

/// The doubts of the certificate and of the properties about a tame pair.
fn doubts_about<V: Api>(
    drawn: &Drawn,
    subject: &Subject<V>,
    poses: &Poses<V>,
    certificate: &Certificate,
    queries: &Queries<'_, V>,
) -> Vec<Doubt> {
    let mut buffers = Buffers::new();
    let mut random = Random::new(drawn.seed);
    let mut doubts = Doubts::default();
    let Some(found) = subject.answer(poses, &mut Memory::new(), &mut buffers) else {
        doubts.unless("no answer", false);
        return doubts.0;
    };
    let band = TOLERANCE * certificate.extent();
    let case = Case { query: &drawn.query, subject, poses, found: &found, certificate, band };
    let doubted = certificate.doubts(&found.claim, TOLERANCE, &mut random);
    properties::manifold(&case, &mut random, &mut buffers, &mut doubts);
    for which in 0..6 {
        properties::check(&case, which, &mut random, &mut buffers, &mut doubts);
    }
    motions::linear(drawn, &case, &mut buffers, &mut doubts);
    motions::rotating(drawn, &case, &queries.sweeps, &mut buffers, &mut doubts);
    motions::ray(drawn, &case, &mut buffers, &mut doubts);
    doubts.0.extend(doubted);
    doubts.0
}

fn described(doubt: &Doubt, extent: f64) -> String {
    let Doubt { what, off, .. } = doubt;
    if off.is_nan() { (*what).to_owned() } else { format!("{what} (off by {off:e}, {:.2e} S)", off / extent) }
}

/// The kinds of the shapes of a pair, to measure the coverage of a corpus.
pub fn kinds(query: &Query) -> Vec<&'static str> {
    fn collect(shape: &ShapeSpec, kinds: &mut Vec<&'static str>) {
        kinds.push(shape.kind());
        match shape {
            ShapeSpec::Rounded { core: inner, .. } | ShapeSpec::Scaled { shape: inner, .. } | ShapeSpec::Posed { shape: inner, .. } => {
                collect(inner, kinds);
            }
            ShapeSpec::Sum { a, b } => [a, b].into_iter().for_each(|shape| collect(shape, kinds)),
            ShapeSpec::HullOf { shapes } => shapes.iter().for_each(|shape| collect(shape, kinds)),
            _ => {}
        }
    }
    let mut kinds = Vec::new();
    collect(&query.a, &mut kinds);
    query.b.iter().for_each(|shape| collect(shape, &mut kinds));
    kinds
}

#[cfg(test)]
mod tests {
    use super::{Certificate, Queries, doubts_about};
    use crate::draw::{Drawn, draw};
    use crate::subject::{Poses, Subject};
    use clinch_testkit::pair_file::{Coords, PoseSpec, ShapeSpec};
    use glam::{DVec3, Vec3};

    /// The doubts about a box beside a ball. The program has a box of this size; the parameters
    /// have one of size 1.
    fn doubts(size: f64, at: f64) -> Vec<&'static str> {
        let ball = ShapeSpec::Sphere { radius: 1.0 };
        let block = |size: f64| ShapeSpec::Box { half: Coords::from([size; 3]) };
        let mut drawn: Drawn = draw(&[]);
        (drawn.query.a, drawn.query.b) = (block(1.0), Some(ball.clone()));
        (drawn.query.pose_a, drawn.query.pose_b) = (PoseSpec::default(), PoseSpec::at(DVec3::new(at, 0.5, 0.25)));
        let subject = Subject::<Vec3>::build(&block(size), &ball).unwrap();
        let poses = Poses::of(&drawn.query.pose_a, &drawn.query.pose_b);
        let certificate = Certificate::of(&drawn.query).unwrap();
        let queries = Queries::of(&drawn, &subject.a, &subject.b);
        doubts_about(&drawn, &subject, &poses, &certificate, &queries).iter().map(|doubt| doubt.what).collect()
    }

    #[test]
    fn an_answer_that_is_off_by_more_than_rounding_is_found() {
        for at in [1.5, 2.0, 3.0] {
            assert_eq!(doubts(1.0, at), [""; 0]);
            let found = doubts(1.02, at);
            assert!(found.contains(&"the gap along the normal is another"), "{found:?}");
            assert!(found.contains(&"the point of A is not in A"), "{found:?}");
        }
    }
}

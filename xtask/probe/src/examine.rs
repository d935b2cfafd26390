//! All of it, of one drawn pair.
//!
//! * Whatever the numbers: no panic, no more steps than limits allow, the same bits twice, answers that do not contradict themselves; claims of GJK and EPA that two
//!   support calls prove.
//! * Of tame numbers: every question has an answer, and it is held against the certificate that the soak uses, and against itself, with a tolerance
//!   a hundred times that of `f32` for both cores: what is found is wrong, not rounded.

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

use crate::cook::Cooks;
use crate::doors::{self, Asked, Door};
use crate::draw::Drawn;
use crate::properties::{self, Case, Doubts};
use crate::subject::{Place, Subject, Tools};
use crate::{alone, ways};

/// What is found is wrong, not rounded: a hundred times the tolerance of `f32`, in either core.
pub const TOLERANCE: f64 = 100.0 * TOLERANCE_F32;

impl Drawn {
    /// With B where it was to be put. It takes an answer of the program to do that.
    #[must_use]
    pub fn placed(self) -> Self {
        match (self.query.dim, self.single) {
            (2, true) => self.placed_as::<Vec2>(),
            (2, false) => self.placed_as::<DVec2>(),
            (_, true) => self.placed_as::<Vec3>(),
            (_, false) => self.placed_as::<DVec3>(),
        }
    }

    fn placed_as<V: Door>(mut self) -> Self {
        let (Some(share), Some(b)) = (self.put.take(), &self.query.b) else { return self };
        let Ok(subject) = Subject::<V>::build(&self.query.a, b) else { return self };
        let mut tools = Tools::new();
        // Where it comes to lie is nearer than where it was: a second look finds what is nearest there.
        for _ in 0..2 {
            let place = Place::of(&self.query.pose_a, &self.query.pose_b);
            let Some((apart, normal)) = subject.gauge(&place, &mut tools) else { return self };
            let there = self.query.pose_b.translation() + normal * (share * self.query.extent() - apart);
            if !there.is_finite() {
                return self;
            }
            self.query.pose_b.t = Some(Coords::of(there, self.query.dim));
        }
        self
    }

    /// What is wrong with the program's answers to it; nothing is what is hoped for.
    pub fn examine(&self) -> Vec<String> {
        match (self.query.dim, self.single) {
            (2, true) => examine::<Vec2>(self),
            (2, false) => examine::<DVec2>(self),
            (_, true) => examine::<Vec3>(self),
            (_, false) => examine::<DVec3>(self),
        }
    }
}

fn examine<V: Door + Cooks + EpaSpace>(drawn: &Drawn) -> Vec<String> {
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
            // What the oracle has nothing against the program should have nothing against either.
            if !drawn.wild && certificate.is_ok() {
                wrong.push(format!("refused: {refused}"));
            }
            return wrong;
        }
    };
    // The f64 core reads the very numbers that are found impossible.
    if let Err(refusal) = &certificate
        && refusal.kind == ErrorKind::Construct
        && !drawn.single
        && poses_are_finite(query)
    {
        wrong.push(format!("built, and impossible: {refusal}"));
    }
    let tame = !drawn.wild && certificate.is_ok();
    let asked = Asked::<V>::of(drawn, &subject.a, &subject.b);
    let place = Place::<V>::of(&query.pose_a, &query.pose_b);
    doors::check(&asked, tame, &mut wrong);
    for (shape, pose) in [(&subject.a, &place.pose_a), (&subject.b, &place.pose_b)] {
        alone::check::<V>(shape, pose, drawn.moments, tame, &mut wrong);
    }
    prove::<V>(&subject, &place.b_in_a(), tame, &mut wrong);
    // A point on a border far from both origins has no S that a tolerance could multiply.
    if let (Ok(certificate), true) = (certificate, tame)
        && certificate.extent() > 1e-6 * certificate.size()
    {
        let doubts = judge(drawn, &subject, &place, &certificate, &asked);
        wrong.extend(doubts.into_iter().map(|doubt| described(&doubt, certificate.extent())));
    }
    wrong
}

fn poses_are_finite(query: &Query) -> bool {
    let finite = |pose: &PoseSpec| pose.matrix().is_finite() && pose.translation().is_finite();
    finite(&query.pose_a) && finite(&query.pose_b)
}

/// The claims of GJK and EPA about the cores.
fn prove<V: Door + EpaSpace>(subject: &Subject<V>, b_in_a: &Pose<V::Wide>, tame: bool, wrong: &mut Vec<String>) {
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

/// What certificate and properties say of a tame pair.
fn judge<V: Door>(drawn: &Drawn, subject: &Subject<V>, place: &Place<V>, certificate: &Certificate, asked: &Asked<'_, V>) -> Vec<Doubt> {
    let mut tools = Tools::new();
    let mut random = Random::new(drawn.seed);
    let mut doubts = Doubts::default();
    let Some(found) = subject.answer(place, &mut Memory::new(), &mut tools) else {
        doubts.unless("no answer", false);
        return doubts.0;
    };
    let band = TOLERANCE * certificate.extent();
    let case = Case { query: &drawn.query, subject, place, found: &found, certificate, band };
    let said = certificate.doubts(&found.claim, TOLERANCE, &mut random);
    properties::manifold(&case, &mut random, &mut tools, &mut doubts);
    for which in 0..6 {
        properties::check(&case, which, &mut random, &mut tools, &mut doubts);
    }
    ways::straight(drawn, &case, &mut tools, &mut doubts);
    ways::turning(drawn, &case, &asked.sweeps, &mut tools, &mut doubts);
    ways::ray(drawn, &case, &mut tools, &mut doubts);
    doubts.0.extend(said);
    doubts.0
}

fn described(doubt: &Doubt, extent: f64) -> String {
    let Doubt { what, off, .. } = doubt;
    if off.is_nan() { (*what).to_owned() } else { format!("{what} (off by {off:e}, {:.2e} S)", off / extent) }
}

/// The words of the shapes of a pair: what a corpus covers.
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
    use super::{Asked, Certificate, judge};
    use crate::draw::{Drawn, draw};
    use crate::subject::{Place, Subject};
    use clinch_testkit::pair_file::{Coords, PoseSpec, ShapeSpec};
    use glam::{DVec3, Vec3};

    /// A box beside a ball: the program is asked about one of this size, the parameters say 1.
    fn doubts(size: f64, at: f64) -> Vec<&'static str> {
        let ball = ShapeSpec::Sphere { radius: 1.0 };
        let block = |size: f64| ShapeSpec::Box { half: Coords::from([size; 3]) };
        let mut drawn: Drawn = draw(&[]);
        (drawn.query.a, drawn.query.b) = (block(1.0), Some(ball.clone()));
        (drawn.query.pose_a, drawn.query.pose_b) = (PoseSpec::default(), PoseSpec::at(DVec3::new(at, 0.5, 0.25)));
        let subject = Subject::<Vec3>::build(&block(size), &ball).unwrap();
        let place = Place::of(&drawn.query.pose_a, &drawn.query.pose_b);
        let certificate = Certificate::of(&drawn.query).unwrap();
        let asked = Asked::of(&drawn, &subject.a, &subject.b);
        judge(&drawn, &subject, &place, &certificate, &asked).iter().map(|doubt| doubt.what).collect()
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

//! What must be true of an answer, whatever the truth is: it agrees with the answers to equivalent
//! queries.
//!
//! [`check`] checks one of six properties. The soak checks one for each pair, in turn by its index,
//! and the fuzz target all. Both check the [`manifold`].

use clinch::contact::{Memory, Relation, Settings, collide, measure};
use clinch::support::{Scalar, Vector};
use clinch_testkit::distributions::{product, right_angles};
use clinch_testkit::oracle::{Certificate, Doubt};
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, RotationSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use super::subject::{Buffers, Found, Poses, Probed, Subject};

/// 2⁻²⁰.
const TINY: f64 = 1.0 / 1_048_576.0;

/// Three products for each of two shapes, for the vertex chosen and for the other one, each rounded
/// by half the smallest number.
const SUBNORMAL_PRODUCTS: f64 = 6.0;

/// The smallest positive number of the scalar.
fn smallest<V: Vector>() -> f64 {
    let single = V::Scalar::EPSILON.widen() > f64::EPSILON;
    if single { f64::from(f32::from_bits(1)) } else { f64::from_bits(1) }
}

/// One pair and its answer.
pub struct Case<'c, V: Probed> {
    /// The query.
    pub query: &'c Query,
    /// Its shapes.
    pub subject: &'c Subject<V>,
    /// Their poses.
    pub poses: &'c Poses<V>,
    /// The answer.
    pub found: &'c Found,
    /// The certificate of the pair.
    pub certificate: &'c Certificate,
    /// The tolerance times S.
    pub band: f64,
}

/// The doubts about one pair.
#[derive(Default)]
pub struct Doubts(pub Vec<Doubt>);

impl Doubts {
    /// Adds a certain doubt unless `off` is at most `most`. NaN never is.
    pub fn unless_within(&mut self, what: &'static str, off: f64, most: f64) {
        if !(off <= most) {
            self.0.push(Doubt { what, off, certain: true });
        }
    }

    /// Adds a certain doubt unless `right`.
    pub fn unless(&mut self, what: &'static str, right: bool) {
        if !right {
            self.0.push(Doubt { what, off: f64::NAN, certain: true });
        }
    }
}

/// Checks property `index % 6`.
pub fn check<V: Probed>(case: &Case<'_, V>, index: u64, random: &mut Random, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    match index % 6 {
        0 => swapped(case, buffers, doubts),
        1 => moved(case, random, buffers, doubts),
        2 => scaled(case, random, buffers, doubts),
        3 => warm(case, random, buffers, doubts),
        4 => yes_or_no(case, buffers, doubts),
        _ => margin(case, random, buffers, doubts),
    }
}

/// Checks that two answers to one query agree.
fn agree<V: Probed>(case: &Case<'_, V>, other: Option<Found>, what: [&'static str; 3], doubts: &mut Doubts) {
    let Some(other) = other else { return doubts.unless(what[0], false) };
    let (one, other) = (&case.found.claim, &other.claim);
    // The bounds of an unfinished search are far apart.
    let loose = if case.found.unfinished || other.upper - other.lower > case.band {
        one.upper - one.lower + other.upper - other.lower
    } else {
        0.0
    };
    doubts.unless_within(what[0], (one.sd - other.sd).abs(), case.band + loose);
    let straddle = |lower: f64, upper: f64| lower <= 0.0 && upper >= 0.0;
    let open = straddle(one.lower, one.upper) || straddle(other.lower, other.upper);
    doubts.unless(what[1], open || one.intersects == other.intersects);
    // Both contain the same truth, so they overlap.
    let apart = if one.lower - other.upper > other.lower - one.upper { one.lower - other.upper } else { other.lower - one.upper };
    doubts.unless_within(what[2], apart, 64.0 * f64::EPSILON * case.certificate.size());
}

/// (B, A) instead of (A, B).
fn swapped<V: Probed>(case: &Case<'_, V>, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let Subject { rounding, tilt, .. } = *case.subject;
    let subject = Subject::<V> { a: case.subject.b.clone(), b: case.subject.a.clone(), rounding, tilt };
    let poses = Poses { pose_a: case.poses.pose_b, pose_b: case.poses.pose_a };
    let found = subject.answer(&poses, &mut Memory::new(), buffers);
    agree(case, found, ["swapped: another distance", "swapped: another yes or no", "swapped: the bounds exclude each other"], doubts);
    if let Some(found) = found {
        let gap = case.certificate.gap_along(-found.claim.normal);
        doubts.unless_within("swapped: the normal is none", (gap - case.found.claim.sd).abs(), 2.0 * case.band);
    }
}

/// The same rigid motion of both shapes, with a rotation that takes axes to axes.
fn moved<V: Probed>(case: &Case<'_, V>, random: &mut Random, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let dim = case.query.dim;
    let turn = if dim == 2 { RotationSpec::CosSin(0.0, 1.0) } else { RotationSpec::Quaternion(right_angles(random)) };
    let turn = PoseSpec { t: None, rotation: turn };
    // As far as the shapes are large: world coordinates are f64 and keep their digits.
    let by = random.in_ball(dim) * case.certificate.extent();
    let apply = |pose: &PoseSpec| {
        let rotation = match pose.rotation {
            RotationSpec::CosSin(cos, sin) => RotationSpec::CosSin(-sin, cos),
            RotationSpec::Quaternion(q) => RotationSpec::Quaternion(product(turn.quaternion(), q)),
            RotationSpec::Identity => turn.rotation,
            RotationSpec::Angle(angle) => RotationSpec::Angle(angle + core::f64::consts::FRAC_PI_2),
        };
        // Relative to A: pairs far from the world's origin test positions in the world.
        let t = turn.matrix() * (pose.translation() - case.query.pose_a.translation()) + by;
        PoseSpec { t: Some(Coords::of(t, dim)), rotation }
    };
    let poses = Poses::of(&apply(&case.query.pose_a), &apply(&case.query.pose_b));
    let found = case.subject.answer(&poses, &mut Memory::new(), buffers);
    agree(case, found, ["moved: another distance", "moved: another yes or no", "moved: the bounds exclude each other"], doubts);
}

/// All lengths times a power of two: the same bits.
///
/// Up to one rounding of subnormal numbers: a component of a direction times a coordinate may be
/// subnormal in the scalar of the shapes. Then it has other digits at another scale, and a scan can
/// choose another of two vertices that are equally far to within this rounding.
fn scaled<V: Probed>(case: &Case<'_, V>, random: &mut Random, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let query = case.query;
    let Some(b) = &query.b else { return };
    let factor: f64 = random.pick(&[TINY, 0.0078125, 2.0, 4096.0, 1.0 / TINY]);
    let Ok(subject) = Subject::<V>::build(&query.a.times(factor), &b.times(factor)) else {
        return doubts.unless("scaled: refused", false);
    };
    let poses = Poses::of(&query.pose_a.times(factor), &query.pose_b.times(factor));
    let Some(found) = subject.answer(&poses, &mut Memory::new(), buffers) else { return doubts.unless("scaled: no answer", false) };
    let (one, other) = (&case.found.claim, &found.claim);
    let subnormal = (1.0 + factor) * SUBNORMAL_PRODUCTS * smallest::<V>();
    let same = |x: f64, y: f64| x * factor == y || (x * factor - y).abs() <= subnormal;
    let points = |p: DVec3, q: DVec3| p * factor == q;
    doubts.unless("scaled: another distance", same(one.sd, other.sd));
    doubts.unless("scaled: other bounds", same(one.lower, other.lower) && same(one.upper, other.upper));
    doubts.unless("scaled: another normal", one.normal == other.normal);
    doubts.unless("scaled: other points", points(one.point_a, other.point_a) && points(one.point_b, other.point_b));
}

/// With the memory of a similar pose, and then with that of the same pose.
fn warm<V: Probed>(case: &Case<'_, V>, random: &mut Random, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let mut memory = Memory::new();
    let shift = random.direction(V::DIM) * (case.certificate.extent() * random.power(-6.0, -1.0));
    let before = case.poses.pose_b.translation + <V::Wide as Vector>::from_fn(|axis| shift[axis]);
    let poses = Poses::<V> { pose_a: case.poses.pose_a, pose_b: clinch::support::Pose::new(case.poses.pose_b.rotation, before) };
    case.subject.answer(&poses, &mut memory, buffers);
    for _ in 0..2 {
        let found = case.subject.answer(case.poses, &mut memory, buffers);
        agree(case, found, ["warm: another distance", "warm: another yes or no", "warm: the bounds exclude each other"], doubts);
    }
}

/// Without a margin the answer is a yes or no.
fn yes_or_no<V: Probed>(case: &Case<'_, V>, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let measured = measure(&case.subject.pair(case.poses), &Settings::default(), &mut Memory::new(), &mut buffers.scratch);
    let (yes, known) = match measured.relation {
        Relation::Near(near) => (near.is_touching(), true),
        Relation::Beyond { .. } => (false, true),
        Relation::Undefined => (false, false),
    };
    doubts.unless("yes or no: neither", known);
    doubts.unless("yes or no: the other", yes == case.found.claim.intersects);
}

/// A pair beyond a margin is proved to be, and a pair within it has contact points.
fn margin<V: Probed>(case: &Case<'_, V>, random: &mut Random, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let sd = case.found.claim.sd;
    let margin = V::Scalar::narrow(if sd > 0.0 { sd * random.range(0.2, 1.8) } else { case.certificate.extent() * 0.01 });
    let settings = Settings::with_margin(margin);
    let measured = collide(&case.subject.pair(case.poses), &settings, &mut Memory::new(), &mut buffers.scratch, &mut buffers.manifold);
    let edge = (sd - margin.widen()).abs() <= case.band;
    match measured.relation {
        Relation::Beyond { axis, at_least } => {
            doubts.unless("margin: said to be beyond it", edge || sd > margin.widen());
            doubts.unless("margin: a contact beyond it", buffers.manifold.points.is_empty());
            let gap = case.certificate.gap_along(case.poses.of_a(axis));
            doubts.unless_within("margin: the axis proves less", at_least - gap, case.band);
        }
        Relation::Near(_) => {
            doubts.unless("margin: said to be within it", edge || sd <= margin.widen());
            manifold(case, random, buffers, doubts);
        }
        Relation::Undefined => doubts.unless("margin: no answer", false),
    }
}

/// Checks the manifold of the last query: the points are in their shapes and as far apart as their
/// separation, and the deepest is as deep as the answer.
pub fn manifold<V: Probed>(case: &Case<'_, V>, random: &mut Random, buffers: &mut Buffers<V>, doubts: &mut Doubts) {
    let claim = &case.found.claim;
    let points = &buffers.manifold.points;
    if points.is_empty() {
        return doubts.unless("manifold: touching without a point", !claim.intersects);
    }
    doubts.unless("manifold: too many points", points.len() <= 2 * (V::DIM - 1));
    let normal = case.poses.of_a(buffers.manifold.normal.widen());
    // Points and separations are rounded to the scalar.
    let size = case.certificate.size();
    // Points of an unfinished search are as inaccurate as its bounds, as for the answer's own
    // points.
    let loose = if claim.upper > claim.lower { claim.upper - claim.lower } else { 0.0 };
    let band = case.band + 8.0 * V::Scalar::EPSILON.widen() * size;
    // The normal of a round shape is less accurate than its depth: a line on the side of a cylinder
    // is off by the error of the normal times the radius.
    let beside = 2e-7 * size;
    let mut deepest = f64::INFINITY;
    for (index, point) in points.iter().enumerate() {
        let (on_a, on_b) = (case.poses.of_a(point.on_a.widen()), case.poses.of_b(point.on_b.widen()));
        let separation = point.separation.widen();
        deepest = if separation < deepest { separation } else { deepest };
        doubts.unless_within("manifold: a separation is another", ((on_b - on_a).dot(normal) - separation).abs(), band + loose);
        doubts.unless_within("manifold: a point is not in A", case.certificate.beyond(false, on_a, normal, random), band + beside);
        doubts.unless_within("manifold: a point is not in B", case.certificate.beyond(true, on_b, -normal, random), band + beside);
        doubts.unless("manifold: a feature twice", points[..index].iter().all(|other| other.feature != point.feature));
    }
    // Clipped features may miss the deepest place by a millionth of the size, until the query's own
    // point is added.
    doubts.unless_within("manifold: deeper or less deep than the answer", (deepest - claim.sd).abs(), 2.0 * band + 4e-6 * size + loose);
}

#[cfg(test)]
mod tests {
    use super::{Case, Doubts, scaled};
    use crate::subject::{Buffers, Poses, Subject};
    use clinch::contact::Memory;
    use clinch_testkit::oracle::Certificate;
    use clinch_testkit::pair_file::read_queries;
    use clinch_testkit::random::Random;
    use glam::Vec3;

    /// A segment in the plane of a flat hull. A component of the normal is 1.5e-44, so that along
    /// it the corners of the hull are equally far in `f32`, unless all lengths are larger.
    const COPLANAR: &[u8] = br#"{"id":"a segment through a flat hull","dim":3,"query":"contact","a":{"type":"ellipsoid","radii":[0.0,0.0,4.16093635559082]},"pose_a":{"t":[1.7039995193481445,-0.06481985002756119,3.3163511753082275],"q":[0.35123932361602783,-0.6423789858818054,0.4631546139717102,0.4994676411151886]},"b":{"type":"hull","points":[[0.0005603848258033395,0.0,0.0],[0.00028019241290166974,0.0,0.000619339756667614],[-0.00028019241290166974,0.0,0.000619339756667614],[-0.0005603848258033395,0.0,8.758084928134888e-20],[-0.00028019241290166974,0.0,-0.000619339756667614],[0.00028019241290166974,0.0,-0.000619339756667614]]},"pose_b":{"t":[1.7039995193481445,-0.06481985002756119,3.3163511753082275],"q":[0.35123932361602783,-0.6423789858818054,0.4631546139717102,0.4994676411151886]}}"#;

    #[test]
    fn a_scaled_answer_may_differ_by_the_rounding_of_subnormal_products() {
        let query = read_queries(COPLANAR).next().unwrap().unwrap();
        let subject = Subject::<Vec3>::build(&query.a, query.b.as_ref().unwrap()).unwrap();
        let poses = Poses::of(&query.pose_a, &query.pose_b);
        let mut buffers = Buffers::new();
        let found = subject.answer(&poses, &mut Memory::new(), &mut buffers).unwrap();
        let certificate = Certificate::of(&query).unwrap();
        let case = Case { query: &query, subject: &subject, poses: &poses, found: &found, certificate: &certificate, band: 0.0 };
        let (mut random, mut doubts) = (Random::new(1), Doubts::default());
        for _ in 0..20 {
            scaled(&case, &mut random, &mut buffers, &mut doubts);
        }
        assert!(doubts.0.is_empty(), "{:?}", doubts.0);
    }
}

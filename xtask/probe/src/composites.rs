//! What must be true of two composite shapes.
//!
//! * Their contacts are the same the second time; shapes within the margin have a manifold, and
//!   those beyond it have none.
//! * They intersect if and only if their distance is 0. The distance is in its bounds, and, with A
//!   and B exchanged, in those of the other order.

use clinch::Answer;
use clinch::composite::{Composite, CompositeSpace, Sides};
use clinch::composite_contact::{CompositeManifold, CompositeRelation, CompositeScratch, collide_composites};
use clinch::contact::{Pair, Settings};
use clinch::support::{Pose, Scalar, Vector};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::api::hash_of;
use crate::bodies::{length, pose};
use crate::bytes::Bytes;
use crate::composite_shapes::{planar, planar_pose, solid};
use crate::mesh::{SLACK, check_manifolds, check_separation};
use crate::outcome::{Outcome, is_unit};

/// A vector type with its composite shapes and its module of queries.
trait Queried: clinch::composite_contact::ColliderSpace {
    fn shape(bytes: &mut Bytes<'_>) -> Option<Self::CompositeShape>;

    fn pose(bytes: &mut Bytes<'_>) -> Pose<Self::Wide>;

    /// Whether they intersect, their distance, and the signed distance with its bounds.
    fn query(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Found<Self>;
}

/// A shape at a pose.
type Placed<'s, V> = (&'s <V as CompositeSpace>::CompositeShape, Pose<V>);

/// The answers of the module of the vector type.
#[derive(Debug)]
struct Found<V: Vector> {
    intersects: bool,
    distance: V::Scalar,
    contact: Answer<V>,
}

macro_rules! queried {
    ($($vector:ty, $module:path, $shape:ident, $pose:ident;)+) => {$(
        impl Queried for $vector {
            fn shape(bytes: &mut Bytes<'_>) -> Option<Self::CompositeShape> {
                $shape(bytes)
            }

            fn pose(bytes: &mut Bytes<'_>) -> Pose<Self::Wide> {
                $pose(bytes)
            }

            fn query((a, pose_a): Placed<'_, Self>, (b, pose_b): Placed<'_, Self>) -> Found<Self> {
                use $module as api;
                Found {
                    intersects: api::intersects(a, &pose_a, b, &pose_b),
                    distance: api::distance(a, &pose_a, b, &pose_b),
                    contact: api::contact(a, &pose_a, b, &pose_b),
                }
            }
        }
    )+};
}

queried! {
    Vec3, clinch::d3, solid, pose;
    DVec3, clinch::d3::f64, solid, pose;
    Vec2, clinch::d2, planar, planar_pose;
    DVec2, clinch::d2::f64, planar, planar_pose;
}

/// The fuzz target `composites`.
pub fn composites(data: &[u8]) -> Outcome {
    let mut bytes = Bytes::new(data);
    let kind = bytes.byte();
    bytes.wild = kind % 8 == 7;
    let mut outcome = Outcome::default();
    match kind >> 5 {
        0 | 1 => check::<Vec3>(bytes, kind, &mut outcome),
        2..=4 => check::<DVec3>(bytes, kind, &mut outcome),
        5 => check::<Vec2>(bytes, kind, &mut outcome),
        _ => check::<DVec2>(bytes, kind, &mut outcome),
    }
    outcome
}

fn check<V: Queried>(mut bytes: Bytes<'_>, kind: u8, outcome: &mut Outcome) {
    let (Some(a), Some(b)) = (V::shape(&mut bytes), V::shape(&mut bytes)) else {
        outcome.seen.insert("refused");
        return;
    };
    let scene = Scene::<V> {
        tame: !bytes.wild,
        margin: if kind & 16 == 0 { 0.0 } else { length(&mut bytes) },
        pose_a: if kind & 8 == 0 { Pose::IDENTITY } else { Pose::narrow(&V::pose(&mut bytes)) },
        pose_b: Pose::narrow(&V::pose(&mut bytes)),
        a,
        b,
    };
    outcome.seen.insert(if V::DIM == 2 { "2D" } else { "3D" });
    scene.check_contacts(outcome);
    scene.check_queries(outcome);
    *outcome = core::mem::take(outcome).with_input(&scene);
}

#[derive(Debug)]
struct Scene<V: Queried> {
    tame: bool,
    margin: f64,
    a: V::CompositeShape,
    b: V::CompositeShape,
    pose_a: Pose<V>,
    pose_b: Pose<V>,
}

impl<V: Queried> Scene<V> {
    fn contacts(&self, scratch: &mut CompositeScratch<V>) -> (CompositeRelation<V>, Vec<CompositeManifold<V>>) {
        let pair = Pair { a: &self.a, b: &self.b, b_in_a: self.pose_b.relative_to(&self.pose_a) };
        let mut manifolds = Vec::new();
        let relation = collide_composites(&pair, &Settings::with_margin(V::Scalar::narrow(self.margin)), scratch, &mut manifolds);
        (relation, manifolds)
    }

    fn check_contacts(&self, outcome: &mut Outcome) {
        let mut scratch = CompositeScratch::new();
        let answer = self.contacts(&mut scratch);
        let again = self.contacts(&mut scratch);
        outcome.unless(hash_of(&answer) == hash_of(&again), || format!("different the second time: {answer:?} and {again:?}"));
        let (relation, manifolds) = &answer;
        match relation {
            CompositeRelation::Near { separation, .. } => {
                check_separation(separation, self.tame, outcome);
                outcome.unless(!manifolds.is_empty(), || format!("near, without a manifold: {separation:?}"));
            }
            CompositeRelation::Beyond { at_least } => {
                outcome.unless(*at_least >= 0.0, || format!("beyond {at_least}"));
                outcome.unless(manifolds.is_empty(), || "beyond, with a manifold".into());
            }
            CompositeRelation::Undefined => {
                outcome.unless(!self.tame, || "undefined, of finite numbers".into());
                outcome.unless(manifolds.is_empty(), || "undefined, with a manifold".into());
            }
        }
        let slack = SLACK * V::Scalar::EPSILON.widen() * self.size();
        check_manifolds(manifolds, [&self.a.bounds().grown(slack), &self.b.bounds().grown(slack)], self.tame, outcome);
    }

    /// The largest coordinate of a shape or pose.
    fn size(&self) -> f64 {
        let extent = |shape: &V::CompositeShape| {
            let bounds = shape.bounds();
            bounds.min.max_abs().max(bounds.max.max_abs())
        };
        let [a, b] = [&self.pose_a, &self.pose_b].map(|pose| pose.translation.widen().max_abs());
        extent(&self.a) + extent(&self.b) + a + b
    }

    fn check_queries(&self, outcome: &mut Outcome) {
        let (a, b) = ((&self.a, self.pose_a), (&self.b, self.pose_b));
        let (found, swapped) = (V::query(a, b), V::query(b, a));
        outcome.unless(hash_of(&found) == hash_of(&V::query(a, b)), || "queries: different the second time".into());
        for found in [&found, &swapped] {
            self.check_found(found, outcome);
        }
        outcome.seen.insert(if found.intersects { "intersecting" } else { "apart" });
        // Rounding to the scalar, of the relative pose, and of the answer.
        let slack = 64.0 * V::Scalar::EPSILON.widen() * self.size();
        let [one, other] = [&found, &swapped].map(|found| found.distance.widen());
        outcome
            .unless(!self.tame || (one - other).abs() <= slack, || format!("not the same with A and B exchanged: {found:?} {swapped:?}"));
    }

    fn check_found(&self, found: &Found<V>, outcome: &mut Outcome) {
        let Found { intersects, distance, contact } = found;
        // Inside of a solid whose surface crosses itself there may be no part to leave it by.
        let is_inside = *intersects && [&self.a, &self.b].iter().any(|shape| shape.sides() == Sides::Solid);
        outcome.unless(!self.tame || is_inside || !contact.is_undefined(), || "undefined, of finite numbers".into());
        if contact.is_undefined() {
            return;
        }
        outcome.unless(contact.lower <= contact.distance && contact.distance <= contact.upper, || {
            format!("the distance is outside of the bounds: {found:?}")
        });
        outcome.unless(is_unit(contact.normal, self.tame), || format!("the normal is not a unit vector: {found:?}"));
        // Bounds of extreme numbers may be so wide that the queries decide otherwise.
        if !self.tame {
            return;
        }
        let zero = V::Scalar::ZERO;
        outcome.unless(*intersects == (*distance == zero), || format!("the distance and the overlap disagree: {found:?}"));
        outcome.unless(*intersects || contact.distance == *distance, || format!("two distances: {found:?}"));
        outcome.unless(contact.is_touching() == *intersects, || format!("the contact and the overlap disagree: {found:?}"));
    }
}

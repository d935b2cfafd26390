//! What a pair keeps from tick to tick changes no answer, and recycled answers are true.

use clinch_composite_contact::{CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, MovingBody, collide, recycle};
use clinch_contact::{Recycling, Settings};
use clinch_support::Scalar;
use clinch_testkit::random::Random;

use crate::case::{Answer, Case, Found, Truth};
use crate::space::Space;

/// The motion, in parts of the body's reach, within which contacts are recycled.
const RECYCLING: f64 = 1e-3;

/// By how much last tick's points may be less deep than the deepest, in parts of their spread.
const LAST_DEPTH: f64 = 3e-5;

/// Whether an answer was recycled.
pub(crate) fn check<V: Space>(
    case: &Case<'_, V>,
    answer: &Answer<V>,
    random: &mut Random,
    scratch: &mut CompositeScratch<V>,
    found: &mut Found,
) -> bool {
    let step = case.body.reach * random.power(-4.0, -1.0);
    let (mut memory, mut manifolds) = (CompositeMemory::new(), Vec::new());
    for by in [random.in_ball(V::DIM) * step, random.in_ball(V::DIM) * step] {
        let before = case.moved(by);
        collide(&before.pair(), &case.settings(), &mut memory, scratch, &mut manifolds);
    }
    let relation = collide(&case.pair(), &case.settings(), &mut memory, scratch, &mut manifolds);
    found.unless("memory: another relation", relation == answer.relation, || format!("{relation:?} {:?}", answer.relation));
    let is_same =
        manifolds.len() == answer.manifolds.len() && manifolds.iter().zip(&answer.manifolds).all(|(one, other)| is_same(case, one, other));
    found.unless("memory: other manifolds", is_same, || format!("{manifolds:?} {:?}", answer.manifolds));
    check_recycling(case, random, scratch, found)
}

/// Of more points than a manifold has, those of last tick are kept, if they are as good to within a
/// tolerance.
fn is_same<V: Space>(case: &Case<'_, V>, one: &CompositeManifold<V>, other: &CompositeManifold<V>) -> bool {
    let deepest = [one, other].map(|of| of.manifold.separation().widen());
    let less_deep = LAST_DEPTH * 2.0 * case.body.reach + 16.0 * V::Scalar::EPSILON.widen() * case.extent;
    one.manifold.normal == other.manifold.normal
        && one.sub_shapes == other.sub_shapes
        && one.manifold.points.len() == other.manifold.points.len()
        && one.manifold.is_touching() == other.manifold.is_touching()
        && (deepest[0] - deepest[1]).abs() <= less_deep
}

fn check_recycling<V: Space>(case: &Case<'_, V>, random: &mut Random, scratch: &mut CompositeScratch<V>, found: &mut Found) -> bool {
    let settings = Settings { recycling: Recycling::Proved(V::Scalar::narrow(RECYCLING)), ..case.settings() };
    let (mut memory, mut manifolds) = (CompositeMemory::new(), Vec::new());
    let before = collide(&case.pair(), &settings, &mut memory, scratch, &mut manifolds);
    let reach = V::Scalar::narrow_up(case.body.reach * 1.000_001);
    memory.store(&case.b_in_a, &before, MovingBody { is_b: true, radius: reach, smaller_size: reach, has_normals_of_b: false }, &settings);
    let moved = case.moved(random.in_ball(V::DIM) * (case.body.reach * random.power(-6.0, -2.5)));
    let Some(relation) = recycle(&moved.b_in_a, &settings, &mut memory, &mut manifolds) else { return false };
    let truth = moved.truth();
    // Of a surface with one side the set is nearer than its contacts.
    if case.is_one_sided() {
        return true;
    }
    // Of cores that overlap, the separation is that from one part along one normal.
    let was_touching = matches!(before, CompositeRelation::Near { separation, .. } if separation.is_touching());
    let holds = match (&relation, truth) {
        (CompositeRelation::Near { separation, .. }, Truth::Apart(least)) => {
            separation.lower <= least + case.band && (least - case.band <= separation.upper || was_touching)
        }
        (CompositeRelation::Near { separation, .. }, Truth::Overlap) => separation.lower <= 0.0,
        (CompositeRelation::Beyond { at_least }, Truth::Apart(least)) => *at_least <= least + case.band,
        (CompositeRelation::Beyond { .. }, Truth::Overlap) => false,
        (CompositeRelation::Undefined, _) => false,
        (_, Truth::Level | Truth::Unknown) => true,
    };
    found.unless("recycled: not true", holds, || format!("{relation:?}, true is {truth:?}"));
    true
}

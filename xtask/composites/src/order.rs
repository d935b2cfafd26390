//! The order of the parts changes names, and no bit of a contact.

use clinch_composite_contact::{CompositeManifold, CompositeRelation, CompositeScratch};
use clinch_support::{Scalar, Vector};

use crate::case::{Answer, Case, Found};
use crate::space::Space;

pub(crate) fn check<V: Space>(case: &Case<'_, V>, answer: &Answer<V>, scratch: &mut CompositeScratch<V>, found: &mut Found) {
    let Some(reordered) = &case.block.reordered else { return };
    let other = Answer::new(reordered, case, &case.settings(), scratch);
    let bits = |of: &Answer<V>| -> Vec<u64> {
        match &of.relation {
            CompositeRelation::Near { separation, .. } => {
                let normal = (0..V::DIM).map(|i| separation.normal.get(i));
                normal.chain([separation.distance, separation.lower, separation.upper]).map(f64::to_bits).collect()
            }
            CompositeRelation::Beyond { at_least } => vec![at_least.to_bits()],
            CompositeRelation::Undefined => Vec::new(),
        }
    };
    found.unless("order: another relation", bits(answer) == bits(&other), || format!("{:?} {:?}", answer.relation, other.relation));
    let of_manifold = |of: &CompositeManifold<V>| {
        let normal = (0..V::DIM).map(|i| of.manifold.normal.get(i).bits());
        normal.chain([of.manifold.separation().bits(), of.manifold.points.len() as u64]).collect::<Vec<_>>()
    };
    let all = |of: &Answer<V>| of.manifolds.iter().map(of_manifold).collect::<Vec<_>>();
    found.unless("order: other manifolds", all(answer) == all(&other), || format!("{:?} {:?}", answer.manifolds, other.manifolds));
}

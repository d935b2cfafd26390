//! Writes the contact points of this tick into the manifold: at most four, each matched with last
//! tick's.

use clinch_shapes::Convex;
use clinch_support::{Scalar, Vector};
use glam::DVec2;
use smallvec::SmallVec;

use crate::answer::Relation;
use crate::clip::{Space, WideSpace};
use crate::features::witness;
use crate::manifold::{ContactPoint, FeatureId, Manifold};
use crate::pair::Pair;
use crate::reduce::{self, Candidate, reduce};
use crate::settings::Settings;
use crate::sizes::Sizes;
use crate::track::track;

/// Writes `points`, reduced to what a solver needs; without any, the witness points of the query.
pub(crate) fn write_points<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    relation: &Relation<V>,
    settings: &Settings<V::Scalar>,
    points: &mut Vec<ContactPoint<V>>,
    manifold: &mut Manifold<V>,
) {
    let Relation::Near(separation) = relation else { return manifold.clear() };
    if points.is_empty() {
        return write_witness(relation, settings, || Sizes::of(pair, settings).least(), manifold);
    }
    replace(points, separation.normal, || Sizes::of(pair, settings).least(), manifold);
}

/// Writes points that need no reduction, at least one, in the order of their ids. `last` is a
/// buffer for last tick's. The radius is that of [`replace_points`], and is computed only if a
/// point has no match by id.
#[inline(always)]
pub(crate) fn write_few_points<V: Space>(
    normal: V,
    points: impl Iterator<Item = ContactPoint<V>>,
    radius: impl FnOnce() -> f64,
    last: &mut Vec<ContactPoint<V>>,
    manifold: &mut Manifold<V>,
) {
    manifold.normal = normal;
    last.clear();
    if !manifold.points.is_empty() {
        last.extend_from_slice(&manifold.points);
        manifold.points.clear();
    }
    for point in points {
        manifold.points.push(point);
    }
    if !last.is_empty() {
        track(last, &mut manifold.points, radius);
    }
}

/// Replaces the points of a manifold, which goes in as last tick's.
///
/// They are reduced to as many as a solver needs, and those that continue a point of last tick take
/// over its user data. `normal` is a unit vector from A to B, in A's frame. `radius` is that of the
/// smaller shape: points match if they are nearer to each other than a hundredth of it. The ids of
/// `points` must be distinct. Linear in the points.
pub fn replace_points<V: Space>(points: &mut Vec<ContactPoint<V>>, normal: V::Wide, radius: f64, manifold: &mut Manifold<V>) {
    if points.is_empty() {
        return manifold.clear();
    }
    replace(points, normal, || radius, manifold);
}

/// The radius is computed only if a point has no match by id.
fn replace<V: Space>(points: &mut Vec<ContactPoint<V>>, normal: V::Wide, radius: impl FnOnce() -> f64, manifold: &mut Manifold<V>) {
    manifold.normal = V::narrow(normal);
    if points.len() > V::Wide::POINTS {
        reduce_points(points, normal, manifold);
    }
    if !manifold.points.is_empty() {
        track(&manifold.points, points, radius);
        manifold.points.clear();
    }
    manifold.points.extend_from_slice(points);
}

/// Keeps the points that a solver needs, as few as a manifold holds.
pub(crate) fn reduce_points<V: Space>(points: &mut Vec<ContactPoint<V>>, normal: V::Wide, manifold: &Manifold<V>) {
    let [x, y] = reduce::across(normal);
    let candidate = |point: &ContactPoint<V>| {
        let on_a = point.on_a.widen();
        Candidate { position: DVec2::new(x.dot(on_a), y.dot(on_a)), height: point.separation.widen(), feature: point.feature }
    };
    let candidates: SmallVec<[Candidate; 16]> = points.iter().map(candidate).collect();
    let last: SmallVec<[FeatureId; 4]> = manifold.points.iter().map(|point| point.feature).collect();
    let kept = reduce(&candidates, V::Wide::POINTS, &last);
    for (slot, &place) in kept.iter().enumerate() {
        points[slot] = points[place];
    }
    points.truncate(kept.len());
}

/// Writes a manifold of at most one point: the witness points of the query, if they are within the
/// margin. The radius is that of [`replace_points`], and is computed only if the point has no match
/// by id.
// Inlined so that the answer stays in registers.
#[inline(always)]
pub(crate) fn write_witness<V: Space>(
    relation: &Relation<V>,
    settings: &Settings<V::Scalar>,
    radius: impl FnOnce() -> f64,
    manifold: &mut Manifold<V>,
) {
    let Relation::Near(separation) = relation else { return manifold.clear() };
    let Some(point) = witness(separation, settings) else { return manifold.clear() };
    let user_data = match manifold.points.as_slice() {
        [] => None,
        [before] if before.feature == point.feature => Some(before.user_data),
        last => {
            let mut copy = [point];
            track(last, &mut copy, radius);
            copy[0].persisted.then_some(copy[0].user_data)
        }
    };
    manifold.normal = V::narrow(separation.normal);
    manifold.points.clear();
    manifold.points.push(ContactPoint { persisted: user_data.is_some(), user_data: user_data.unwrap_or(point.user_data), ..point });
}

//! Skins without a finite sum: every query answers that the input is not finite.

use clinch_contact::{Manifold, Memory, PlacedPair, Recycling, Relation, Scratch, Settings, WorldRelation};
use clinch_support::{Pose, Scalar};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::common::{Case, InDouble, Kit};
use crate::erased::{collide, distance, measure, overlap};
use crate::overlap::some_case;

/// The queries whose answer is not `Undefined`, in two ticks with one memory.
fn defined<V: Kit>(case: &Case<V>, settings: &Settings<V::Scalar>) -> Vec<&'static str> {
    let pair = &case.pair();
    let placed = PlacedPair { a: &case.a, pose_a: &Pose::IDENTITY, b: &case.b, pose_b: &case.b_in_a };
    let (mut memory, mut scratch, mut manifold) = (Memory::<V>::new(), Scratch::new(), Manifold::new());
    let mut found = Vec::new();
    for _ in 0..2 {
        let contact = collide(pair, settings, &mut memory, &mut scratch, &mut manifold);
        let mut relations = vec![("collide", contact.relation)];
        for (name, query) in [("measure", measure::<V, _, _> as fn(&_, &_, &mut _, &mut _) -> _), ("distance", distance)] {
            relations.push((name, query(pair, settings, &mut memory, &mut scratch).relation));
        }
        found.extend(relations.iter().filter(|(_, relation)| *relation != Relation::Undefined).map(|(name, _)| *name));
        let in_world = [
            ("placed measure", placed.measure(settings, &mut memory, &mut scratch).relation),
            ("placed distance", placed.distance(settings, &mut memory, &mut scratch).relation),
        ];
        found.extend(in_world.iter().filter(|(_, relation)| *relation != WorldRelation::Undefined).map(|(name, _)| *name));
        let overlaps = [
            ("overlap", overlap(pair, settings, &mut memory, &mut scratch).touching),
            ("placed overlap", placed.overlap(settings, &mut memory, &mut scratch).touching),
        ];
        found.extend(overlaps.iter().filter(|(_, touching)| touching.is_some()).map(|(name, _)| *name));
        assert!(manifold.points.is_empty());
    }
    found
}

fn check<V: Kit + InDouble>(seed: u64, skins: &[[V::Scalar; 2]]) {
    let mut pairs = 0;
    for index in 0..1000 {
        let Some(case) = some_case::<V>(seed, index) else { continue };
        for &[skin_a, skin_b] in skins {
            for margin in [V::Scalar::ZERO, V::Scalar::INFINITY] {
                for recycling in [Recycling::Off, Recycling::Within(V::Scalar::narrow(0.01))] {
                    let settings = Settings { skin_a, skin_b, recycling, ..Settings::with_margin(margin) };
                    let found = defined(&case, &settings);
                    assert!(found.is_empty(), "{seed}/{index}: {found:?} {settings:?} {case:?}");
                }
            }
        }
        pairs += 1;
    }
    assert!(pairs > 900, "{pairs}");
}

fn infinite<S: Scalar>() -> [[S; 2]; 3] {
    [[S::INFINITY, S::ZERO], [S::ZERO, S::INFINITY], [S::INFINITY, S::INFINITY]]
}

#[test]
fn no_query_has_an_answer_for_an_infinite_skin_in_3d() {
    check::<Vec3>(921, &infinite());
    check::<DVec3>(922, &infinite());
}

#[test]
fn no_query_has_an_answer_for_an_infinite_skin_in_2d() {
    check::<Vec2>(923, &infinite());
    check::<DVec2>(924, &infinite());
}

#[test]
fn finite_skins_with_an_infinite_sum_are_as_an_infinite_one() {
    check::<DVec3>(925, &[[f64::MAX; 2]]);
    check::<DVec2>(926, &[[f64::MAX; 2]]);
}

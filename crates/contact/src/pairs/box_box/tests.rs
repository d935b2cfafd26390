//! Two boxes against the general path.

use clinch_shapes::{Convex, Core, Cuboid, Cylinder, Rounded, Shape3};
use clinch_support::{Difference, Pose};
use clinch_testkit::random::Random;
use glam::{DVec3, Quat, Vec3};

use super::{BoxBox, solve};
use crate::answer::{Measured, Relation};
use crate::collide::collide;
use crate::general::path;
use crate::general::sat::SatState;
use crate::manifold::{ContactPoint, FeatureId, Manifold};
use crate::memory::Memory;
use crate::pair::Pair;
use crate::problem::{Cores, Problem, Work};
use crate::query::{Goal, Query};
use crate::scratch::{Counters, Scratch};
use crate::settings::Settings;
use crate::sink::ToManifold;
use crate::write_manifold::reduce_points;

type Boxes<'s> = Pair<Vec3, &'s Shape3<Vec3>, &'s Shape3<Vec3>>;

/// The contact query as this pair algorithm answers it, into a manifold.
fn contact(
    pair: &Boxes<'_>,
    settings: &Settings<f32>,
    scratch: &mut Scratch<Vec3>,
    manifold: &mut Manifold<Vec3>,
) -> Option<Relation<Vec3>> {
    let query = Query::new(pair, settings, Goal::Contact, Vec3::ZERO);
    let (Core::Box(a), Core::Box(b)) = (pair.a.core(), pair.b.core()) else { return None };
    scratch.begin();
    let sink = ToManifold { pair, settings, manifold };
    match solve([a, b], &pair.b_in_a, &query, Work { memory: &mut Memory::new(), scratch }, sink) {
        BoxBox::Solved(measured) => Some(measured.relation),
        BoxBox::Inconclusive(_) => None,
    }
}

/// The contact query as the general path answers it.
fn general(pair: &Boxes<'_>, settings: &Settings<f32>, scratch: &mut Scratch<Vec3>) -> Measured<Vec3> {
    let query = Query::new(pair, settings, Goal::Contact, Vec3::ZERO);
    scratch.begin();
    let cores = Cores { a: &pair.a.core(), b: &pair.b.core(), b_in_a: &pair.b_in_a };
    path::solve(&Problem { pair, cores, query: &query }, SatState::Untried, Work { memory: &mut Memory::new(), scratch })
}

fn block(random: &mut Random) -> Shape3<Vec3> {
    let mut size = || random.pick(&[0.3, 0.5, 1.0, 0.02]) * random.pick(&[1.0, 1.0, 0.9]);
    let block = Cuboid::new(Vec3::new(size(), size(), size())).unwrap();
    if random.chance(0.2) { Rounded::new(block.into(), 0.1).unwrap().into() } else { block.into() }
}

fn pose(random: &mut Random) -> Pose<Vec3> {
    let turned = Quat::from_array(random.quaternion().map(|x| x as f32));
    let level = Quat::from_rotation_y(random.range(-3.0, 3.0) as f32);
    let slight = Quat::from_xyzw(1e-4, 0.0, -3e-5, 1.0).normalize();
    let turned = random.pick(&[turned, turned, level, slight, Quat::IDENTITY]);
    let shares = [(); 3].map(|()| random.pick(&[0.0, 0.5, 1.0]));
    let aside = random.in_ball(3).as_vec3() * 0.9;
    Pose::new(turned, random.pick(&[aside, aside, Vec3::from(shares)]))
}

/// The distance of the shapes along an axis from A to B.
fn along(pair: &Boxes<'_>, axis: DVec3) -> f64 {
    let farthest = Difference::new(&pair.a, &pair.b, &pair.b_in_a).vertex(axis).point;
    -farthest.dot(axis) / axis.length() - pair.a.radius_wide() - pair.b.radius_wide()
}

/// The answer of this pair algorithm is that of the general path.
#[test]
fn boxes_get_the_answer_of_the_general_path() {
    let (mut random, mut scratch) = (Random::new(11), Scratch::<Vec3>::new());
    let settings = Settings::with_margin(0.05);
    let (mut answered, mut points, mut beyond) = (0, 0, 0);
    for _ in 0..20_000 {
        let (a, b, b_in_a) = (block(&mut random), block(&mut random), pose(&mut random));
        let pair = Pair { a: &a, b: &b, b_in_a: b_in_a.widen() };
        let mut manifold = Manifold::new();
        let Some(ours) = contact(&pair, &settings, &mut scratch, &mut manifold) else { continue };
        answered += 1;
        let mut found = manifold.points.clone();
        found.retain(|point| point.feature != FeatureId::WITNESS);
        let theirs = general(&pair, &settings, &mut scratch);
        match (&ours, &theirs.relation) {
            (Relation::Near(ours), Relation::Near(theirs)) => {
                assert_eq!(
                    (ours.normal, ours.distance, ours.lower, ours.is_touching()),
                    (theirs.normal, theirs.distance, theirs.lower, theirs.is_touching())
                );
                let mut expected = scratch.points.clone();
                // The witness point adds nothing to the clipped ones.
                expected.retain(|point| point.feature != FeatureId::WITNESS);
                if expected.len() > 4 {
                    reduce_points(&mut expected, theirs.normal, &Manifold::new());
                }
                let features = |points: &[ContactPoint<Vec3>]| points.iter().map(|point| point.feature).collect::<Vec<_>>();
                assert_eq!(features(&found), features(&expected), "{pair:?}");
                for (ours, theirs) in found.iter().zip(&expected) {
                    let off = (ours.on_a - theirs.on_a).length()
                        + (ours.on_b - theirs.on_b).length()
                        + (ours.separation - theirs.separation).abs();
                    assert!(off < 1e-6 && ours.touching == theirs.touching, "{ours:?} {theirs:?}");
                }
                points += found.len();
            }
            // Each may report another separating axis.
            (&Relation::Beyond { axis: ours, at_least }, &Relation::Beyond { axis: theirs, at_least: other }) => {
                assert!(at_least.min(other) > 0.05 && along(&pair, ours) >= at_least && along(&pair, theirs) >= other, "{pair:?}");
                beyond += 1;
            }
            (ours, theirs) => panic!("{ours:?} {theirs:?} {pair:?}"),
        }
    }
    assert!(answered > 15_000 && points > 30_000 && beyond > 1_000, "too few cases: {answered}, {points}, {beyond}");
}

#[test]
fn boxes_reset_the_counts_of_the_last_pair() {
    let (mut scratch, settings) = (Scratch::<Vec3>::new(), Settings::with_margin(0.05));
    let query = |shape: &Shape3<Vec3>, scratch: &mut Scratch<Vec3>| {
        let b_in_a = Pose::<Vec3>::new(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9), Vec3::new(0.1, 0.7, 0.2)).widen();
        let pair = Pair { a: shape, b: shape, b_in_a };
        collide(&pair, &settings, &mut Memory::new(), scratch, &mut Manifold::new());
        (scratch.counters(), scratch.record.len())
    };
    let cylinder = Cylinder::new(0.5, 0.4).unwrap().into();
    let (searched, recorded) = query(&cylinder, &mut scratch);
    assert!(searched.expansions > 0 && recorded > 0, "{searched:?}");
    let cube = Cuboid::new(Vec3::splat(0.5)).unwrap().into();
    assert_eq!(query(&cube, &mut scratch), (Counters::default(), 0));
}

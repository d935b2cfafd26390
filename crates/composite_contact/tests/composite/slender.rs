//! A slender body that overlaps the end of a solid leaves it by its least depth.
//!
//! Growing from its middle at one rate, a plank whose end overlaps a table by a smaller part of its
//! length than of its thickness reaches the side of the table with its end face first.

use clinch_composite::Voxels;
use clinch_composite_contact::CompositeRelation;
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, Space};
use clinch_shapes::{Convex, Cuboid, Cylinder};
use clinch_support::{Pose, Scalar};
use clinch_testkit::generate::meshes::cuboid;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::common::{Answer, mesh, turn};
use crate::erased::convex::measure;

/// The depth along an axis of a body is at most this times the least depth: the faces of a box that
/// is shrunk by a distance move by as much, its edges and corners farther.
const DIAGONAL: f64 = 1.7320508075688773;

/// Half of the table.
const TABLE: DVec3 = DVec3::new(1.0, 0.5, 0.25);

/// A box or a cylinder that is thin along one axis or two.
fn slender<V: Space<Wide = DVec3>>(random: &mut Random) -> (Box<dyn Convex<V>>, f64) {
    let thin = random.range(0.01, 0.05);
    let scalar = |x: f64| V::Scalar::narrow(x);
    let body: Box<dyn Convex<V>> = match random.below(4) {
        0 => Box::new(Cuboid::new(V::narrow(DVec3::new(1.0, 0.3, thin))).unwrap()),
        1 => Box::new(Cuboid::new(V::narrow(DVec3::new(thin, 1.5 * thin, 0.8))).unwrap()),
        2 => Box::new(Cylinder::new(scalar(thin), scalar(0.6)).unwrap()),
        _ => Box::new(Cylinder::new(scalar(0.6), scalar(thin)).unwrap()),
    };
    (body, thin)
}

/// Whether the body overlaps the table.
fn check<V: Space<Wide = DVec3>>(seed: u64) -> bool {
    let random = &mut Random::of(seed, 8);
    let (table, solid) = (Cuboid::new(V::narrow(TABLE)).unwrap(), mesh::<V>(&cuboid(TABLE)));
    let (body, thin) = slender::<V>(random);
    let (body, turn) = (&*body, turn(random));
    // Toward a place of an edge, from anywhere.
    let place = TABLE * DVec3::new(random.range(-1.1, 1.1), random.range(0.9, 1.1), random.range(0.9, 1.1));
    let reach = turn * DVec3::new(random.range(-0.6, 0.6), random.range(-0.6, 0.6), random.range(-0.6, 0.6));
    let direction = random.direction(3);
    let pose = |along: f64| Pose::new(turn, place + reach + direction * along);
    let settings = Settings::with_margin(V::Scalar::narrow(10.0));
    let least = |pose: &Pose<DVec3>| {
        let pair = Pair { a: &table, b: body, b_in_a: *pose };
        match measure(&pair, &settings, &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(separation) => Some(separation.distance),
            // It passes beside the table.
            Relation::Beyond { .. } => None,
            Relation::Undefined => panic!("seed {seed}"),
        }
    };
    let mut along = 4.0;
    for _ in 0..100 {
        let Some(distance) = least(&pose(along)) else { return false };
        along -= distance;
    }
    let pose = &pose(along - random.power(-2.5, -0.3) * thin);
    let Some(expected) = least(pose) else { return false };
    // Its middle in front of some plane of the table, and farther than the body is thin.
    let outside = (pose.translation.abs() - TABLE).max_element();
    if !(expected < -1e-4 * thin && expected > -0.5 * thin && outside > thin) {
        return false;
    }
    let answer = Answer::new(&solid, body, pose, 0.0);
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("seed {seed}: {:?}", answer.relation) };
    let what = format!("seed {seed}, thin {thin}, at {pose:?}: {separation:?} instead of {expected}");
    assert!(separation.distance <= expected + 1e-6 && separation.distance >= DIAGONAL * expected - 1e-6, "depth: {what}");
    for manifold in &answer.manifolds {
        assert!(manifold.manifold.separation().widen() >= DIAGONAL * expected - 1e-6, "manifold: {what}");
    }
    true
}

#[test]
fn a_slender_body_leaves_a_table_by_its_least_depth() {
    const CASES: u64 = 4000;
    let overlaps = |seed: &u64| if seed.is_multiple_of(2) { check::<DVec3>(*seed) } else { check::<Vec3>(*seed) };
    let overlapping = (0..CASES).filter(overlaps).count() as u64;
    assert!(overlapping > CASES / 8, "{overlapping}");
}

#[test]
fn a_plank_on_the_end_of_a_table_is_lifted() {
    let table = mesh::<DVec3>(&cuboid(DVec3::new(1.0, 0.5, 1.0)));
    let plank = Cuboid::new(DVec3::new(1.0, 0.025, 0.3)).unwrap();
    let answer = Answer::new(&table, &plank, &Pose::at(DVec3::new(-1.85, 0.52, 0.0)), 0.0);
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{:?}", answer.relation) };
    assert!(separation.normal.abs_diff_eq(DVec3::Y, 1e-12), "{separation:?}");
    assert!((separation.distance + 0.005).abs() < 1e-12, "{separation:?}");
    assert_eq!(answer.manifolds.len(), 1, "{answer:?}");
    assert_eq!(answer.manifolds[0].manifold.points.len(), 4, "{answer:?}");
}

#[test]
fn a_prop_near_the_border_of_a_wide_ground_stands_on_it() {
    let prop = mesh::<DVec3>(&cuboid(DVec3::new(0.3, 0.2, 0.4)));
    let ground = Cuboid::new(DVec3::new(50.0, 1.0, 50.0)).unwrap();
    // The ground, seen from the prop, which is 1 mm deep in it.
    let answer = Answer::new(&prop, &ground, &Pose::at(DVec3::new(-49.6, -1.199, 3.0)), 0.0);
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{:?}", answer.relation) };
    assert!(separation.normal.abs_diff_eq(DVec3::NEG_Y, 1e-12), "{separation:?}");
    assert!((separation.distance + 0.001).abs() < 1e-12, "{separation:?}");
    assert_eq!(answer.manifolds.len(), 1, "{answer:?}");
}

#[test]
fn a_plank_leaves_the_end_of_voxels_upward() {
    let table = Voxels::new(DVec3::ONE, [[0, 0, 0], [1, 0, 0]]).unwrap();
    let plank = Cuboid::new(DVec3::new(1.0, 0.025, 0.3)).unwrap();
    let answer = Answer::new(&table, &plank, &Pose::at(DVec3::new(-0.85, 1.02, 0.5)), 0.0);
    let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{:?}", answer.relation) };
    assert!(separation.normal.abs_diff_eq(DVec3::Y, 1e-12), "{separation:?}");
    assert!((separation.distance + 0.005).abs() < 1e-12, "{separation:?}");
}

/// It overlaps the table by more than it is thick, but not along its thickness.
#[test]
fn a_ruler_on_its_edge_is_lifted_from_the_end_of_a_table() {
    let table = mesh::<DVec3>(&cuboid(DVec3::new(1.0, 0.5, 1.0)));
    let ruler = Cuboid::new(DVec3::new(1.0, 0.025, 0.001)).unwrap();
    for depth in [0.0005, 0.005, 0.02] {
        let answer = Answer::new(&table, &ruler, &Pose::at(DVec3::new(-1.85, 0.525 - depth, 0.0)), 0.0);
        let CompositeRelation::Near { separation, .. } = answer.relation else { panic!("{:?}", answer.relation) };
        assert!(separation.normal.abs_diff_eq(DVec3::Y, 1e-12), "{depth}: {separation:?}");
        assert!((separation.distance + depth).abs() < 1e-12, "{depth}: {separation:?}");
        assert_eq!(answer.manifolds.len(), 1, "{depth}: {answer:?}");
        assert_eq!(answer.manifolds[0].manifold.points.len(), 4, "{depth}: {answer:?}");
    }
}

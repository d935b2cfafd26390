//! Points that cross an inner edge.

use clinch_composite::TriMesh;
use clinch_composite_contact::{CompositeMemory, CompositeScratch};
use clinch_contact::{Pair, Settings};
use clinch_shapes::Cuboid;
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Cut, plate};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::common::{KINDS, body, mesh};
use crate::erased::collide;

#[test]
fn a_body_that_slides_over_inner_edges_keeps_its_normal_and_its_impulses() {
    let random = &mut Random::new(1);
    for cut in [Cut::Grid, Cut::Random, Cut::Fans] {
        let floor: TriMesh<Vec3> = mesh(&plate(cut, random));
        for kind in 0..KINDS {
            let body = body::<Vec3>(kind, 0.3, &mut Random::new(kind as u64));
            let low = body.bounds(&Pose::IDENTITY).min.z;
            let (mut memory, mut scratch, mut manifolds) = (CompositeMemory::new(), CompositeScratch::new(), Vec::new());
            for tick in 0..400 {
                let place = DVec3::new(f64::from(tick) * 1e-3 - 0.2, f64::from(tick) * 5e-4 - 0.1, -low - 1e-3);
                let pair = Pair { a: &floor, b: &*body, b_in_a: Pose::at(place) };
                collide(&pair, &Settings::with_margin(0.01), &mut memory, &mut scratch, &mut manifolds);
                let [only] = manifolds.as_mut_slice() else { panic!("{cut:?}, kind {kind}, tick {tick}: {manifolds:?}") };
                assert_eq!(only.manifold.normal, Vec3::Z, "{cut:?}, kind {kind}, tick {tick}");
                let lost = tick > 0 && !only.manifold.points.iter().any(|point| point.persisted && point.user_data[0] == 1.0);
                assert!(!lost, "{cut:?}, kind {kind}, tick {tick}: {only:?}");
                for point in &mut only.manifold.points {
                    point.user_data[0] = 1.0;
                }
            }
        }
    }
}

/// The ground is a box of a kilometre, and the body on it is made of triangles: points are those of
/// last tick within a part of the size of the body, not of the ground.
#[test]
fn points_of_a_small_mesh_on_a_large_box_continue_none_that_is_far_away() {
    let plate: TriMesh<Vec3> = mesh(&plate(Cut::Grid, &mut Random::new(1)));
    let (ground, size) = (Cuboid::new(Vec3::new(500.0, 500.0, 1.0)).unwrap(), plate.bounds().max - plate.bounds().min);
    let (mut memory, mut scratch, mut manifolds) = (CompositeMemory::new(), CompositeScratch::new(), Vec::new());
    // The surface looks down at the ground, first with one end and then with the other.
    let over = DQuat::from_rotation_x(std::f64::consts::PI);
    for (tick, tilt) in [0.1_f64, -0.1].into_iter().enumerate() {
        let plate_in_ground = Pose::new(
            DQuat::from_rotation_y(tilt) * over,
            DVec3::Z * (1.0 + 0.5 * size.x * (DQuat::from_rotation_y(tilt) * DVec3::X).z.abs() - 1e-3),
        );
        let pair = Pair { a: &plate, b: &ground, b_in_a: Pose::IDENTITY.relative_to(&plate_in_ground) };
        collide(&pair, &Settings::default(), &mut memory, &mut scratch, &mut manifolds);
        let points: Vec<_> = manifolds.iter().flat_map(|found| &found.manifold.points).collect();
        assert!(!points.is_empty() && points.iter().all(|point| !point.persisted), "tick {tick}: {manifolds:?}");
    }
}

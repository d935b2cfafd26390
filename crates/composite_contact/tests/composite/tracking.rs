//! Points that cross an inner edge.

use clinch_composite::TriMesh;
use clinch_composite_contact::{CompositeMemory, CompositeScratch, collide};
use clinch_contact::{Pair, Settings};
use clinch_support::Pose;
use clinch_testkit::generate::meshes::{Cut, plate};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::common::{KINDS, body, mesh};

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

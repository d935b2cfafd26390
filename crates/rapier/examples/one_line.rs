//! A box falls on a plate in rapier3d, and clinch computes the contacts.
//!
//! `cargo run --package clinch-rapier --example one_line`

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use clinch_rapier::Clinch;
use rapier3d::prelude::{ColliderBuilder, ContactPair, NarrowPhase, PhysicsWorld, RigidBodyBuilder, Vector};

fn main() {
    let mut world = PhysicsWorld::new();
    let clinch = Clinch::new();
    // The one line.
    world.narrow_phase = NarrowPhase::with_query_dispatcher(clinch.clone());

    world.insert_collider(ColliderBuilder::cuboid(5.0, 0.1, 5.0).translation(Vector::Y * -0.1), None);
    let (body, _) = world.insert(RigidBodyBuilder::dynamic().translation(Vector::Y * 2.0), ColliderBuilder::cuboid(0.5, 0.5, 0.5));
    for _ in 0..180 {
        world.step();
    }
    println!("the box rests at a height of {:.3} m", world.bodies[body].translation().y);
    let manifolds = world.contact_pairs().flat_map(ContactPair::manifolds);
    for point in manifolds.flat_map(|manifold| &manifold.points) {
        println!("contact at {}, separation {:.6} m", point.local_p1, point.dist);
    }
    println!("{:?}", clinch.counts());
}

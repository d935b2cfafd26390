//! A user-defined shape needs one method: the farthest point in a direction. Distance, depth, faces
//! and contact points follow from it.
//!
//! `cargo run -p clinch --example superellipsoid`

#![allow(clippy::print_stdout, reason = "an example shows what it does")]
#![allow(
    clippy::disallowed_methods,
    reason = "powf, as in a user's code: its last bit differs between machines, and nothing here depends on it"
)]

use clinch::d3::{Cuboid, Custom, Pose, contact, distance, manifold};
use clinch::shapes::{Convex, ShapeError};
use clinch::support::{Support, SupportMap};
use glam::Vec3;

/// All points with |x/a|ᵉ + |y/b|ᵉ + |z/c|ᵉ ≤ 1, e > 1: an ellipsoid for e = 2, almost a box for
/// e = 10.
struct Superellipsoid {
    radii: Vec3,
    exponent: f32,
}

impl SupportMap<Vec3> for Superellipsoid {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        // By Lagrange multipliers the coordinates of the farthest point are proportional to
        // |radius·direction| to the power of 1/(e − 1).
        let along = self.radii * direction;
        let part = along.abs().powf(1.0 / (self.exponent - 1.0));
        let sum = part.powf(self.exponent).element_sum();
        let point = part * sum.powf(-1.0 / self.exponent);
        Support { point: self.radii * point * along.signum(), id: None }
    }
}

// The radius, the bounds and the faces have defaults.
impl Convex<Vec3> for Superellipsoid {}

fn main() -> Result<(), ShapeError> {
    let table = Cuboid::new(Vec3::new(2.0, 0.5, 2.0))?;
    let above = |height: f32| Pose::at(Vec3::new(0.0, 0.5 + height, 0.0));

    for (exponent, points) in [(2.0, 1), (10.0, 4)] {
        let shape = Custom::new(Superellipsoid { radii: Vec3::new(1.0, 0.5, 1.0), exponent });

        let gap = distance(&table, &Pose::IDENTITY, &shape, &above(0.75));
        println!("exponent {exponent}, 0.25 above the table: distance {gap:.6}");
        assert!((gap - 0.25).abs() < 1e-5);

        let sunk = contact(&table, &Pose::IDENTITY, &shape, &above(0.49));
        println!("  0.01 deep in the table: depth {:.6} along {}", -sunk.distance, sunk.normal);
        assert!((sunk.distance + 0.01).abs() < 1e-5 && sunk.normal.y > 0.999);

        let resting = manifold(&table, &Pose::IDENTITY, &shape, &above(0.5), 0.01);
        println!("  resting on it: {} contact points", resting.points.len());
        for point in &resting.points {
            println!("    {:?}, separation {:.6}", point.on_a, point.separation);
            assert!(point.separation.abs() < 1e-2);
        }
        assert_eq!(resting.points.len(), points);
    }
    Ok(())
}

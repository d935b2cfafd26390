//! A long box on a low plateau. Its ends hang in the air, within the margin.

use clinch_shapes::Cuboid;
use clinch_support::{Pose, Rotation2};
use glam::DVec2;

use crate::common::Answer;
use crate::planar::chain;

#[test]
fn a_box_stands_on_both_ends_of_a_plateau() {
    let points = [(4.0, 0.0), (1.3, 0.0), (0.3, 0.004), (-0.3, 0.004), (-1.3, 0.0), (-4.0, 0.0)];
    let ground = chain::<DVec2>(&points.map(|(x, y)| DVec2::new(x, y)));
    let long = Cuboid::new(DVec2::new(1.0, 0.5)).unwrap();
    for tilt in [0.0, 1e-6, -1e-6, 1e-4, -1e-4, 2e-3, -2e-3] {
        let turn = Rotation2 { cos: f64::sqrt(1.0 - tilt * tilt), sin: tilt };
        let answer = Answer::new(&ground, &long, &Pose::new(turn, DVec2::new(0.0, 0.504)), 0.02);
        let xs: Vec<f64> = answer.manifolds[0].manifold.points.iter().map(|point| point.on_a.x).collect();
        let has = |x: f64| xs.iter().any(|at| (at - x).abs() < 1e-3);
        assert!(answer.manifolds.len() == 1 && has(0.3) && has(-0.3), "{tilt}: {:?}", answer.manifolds);
    }
}

//! The record of a query: GJK and EPA write every vertex of A − B that they compute, with the
//! support point of each shape, into the caller's record.
//!
//! `cargo run -p clinch --example record`

#![allow(clippy::print_stdout, reason = "an example shows what it does")]

use clinch::epa::{self, EpaVector};
use clinch::gjk::{Limits, Outcome, Start, distance};
use clinch::shapes::{Cuboid, ShapeError};
use clinch::support::{Difference, Pose, Record};
use glam::{DVec3, Vec3};

fn main() -> Result<(), ShapeError> {
    let cube = Cuboid::<Vec3>::new(Vec3::splat(0.5))?;
    for x in [1.5, 1.0, 0.9, 0.0] {
        let difference = Difference::new(&cube, &cube, &Pose::at(DVec3::new(x, 0.25, 0.0)));
        let mut record = Record::new();
        let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut record);
        println!("cubes {x} apart along x: {:?} after {} steps", answer.stop, answer.iterations);
        let simplex = match answer.outcome {
            Outcome::Apart(apart) => {
                println!("  distance {} along {}, between {} and {}", apart.distance, apart.normal, apart.lower, apart.upper);
                None
            }
            Outcome::Touching(touch) => Some(touch.simplex),
            Outcome::Overlapping(simplex) => Some(simplex),
            Outcome::Beyond { .. } | Outcome::Undefined => None,
        };
        if let Some(simplex) = simplex {
            let mut polytope = <DVec3 as EpaVector>::Polytope::default();
            let depth = epa::depth(&difference, &simplex, &epa::Limits::default(), &mut record, &mut polytope);
            if let epa::Depth::Overlapping(deep) = depth {
                println!("  depth {} along {}, between {} and {}", deep.depth, deep.normal, deep.lower, deep.upper);
            }
        }
        print!("{record}");
    }
    Ok(())
}

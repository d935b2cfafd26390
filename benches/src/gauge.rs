//! Places pairs by clinch's signed distance in `f64`, which is a thousand times faster than the
//! oracle's. A test checks the places by the oracle.

use std::cell::RefCell;

use clinch::contact::{Memory, Pair, Relation, Scratch, Settings, Space, measure};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::ShapeSpec;
use clinch_testkit::workload::{Gauge, PlacedPair};
use glam::{DVec2, DVec3};

/// Signed distances by clinch, in 2D or 3D.
pub enum ByClinch {
    /// 2D.
    Plane(Box<Shapes<DVec2>>),
    /// 3D.
    Space(Box<Shapes<DVec3>>),
}

/// The shapes and their scratch.
pub struct Shapes<V: Space> {
    shapes: Vec<V::Shape>,
    scratch: RefCell<Scratch<V>>,
}

impl<V: Build<Scalar = f64> + Space> Shapes<V> {
    fn of(shapes: &[ShapeSpec]) -> Option<Self> {
        let shapes = shapes.iter().map(|spec| V::shape(spec).ok()).collect::<Option<_>>()?;
        Some(Self { shapes, scratch: RefCell::new(Scratch::new()) })
    }

    fn signed(&self, placed: &PlacedPair) -> f64 {
        let [a, b] = placed.shapes.map(|shape| &self.shapes[shape]);
        let [pose_a, pose_b] = placed.poses.map(|pose| V::pose(&pose));
        let pair = Pair::in_world(a, &pose_a, b, &pose_b);
        let settings = Settings::with_margin(f64::INFINITY);
        match measure(&pair, &settings, &mut Memory::new(), &mut self.scratch.borrow_mut()).relation {
            Relation::Near(near) => near.distance,
            _ => f64::NAN,
        }
    }
}

impl Gauge for ByClinch {
    fn of(shapes: &[ShapeSpec], dim: usize) -> Option<Self> {
        Some(if dim == 2 { Self::Plane(Box::new(Shapes::of(shapes)?)) } else { Self::Space(Box::new(Shapes::of(shapes)?)) })
    }

    fn signed(&self, placed: &PlacedPair) -> f64 {
        match self {
            Self::Plane(shapes) => shapes.signed(placed),
            Self::Space(shapes) => shapes.signed(placed),
        }
    }
}

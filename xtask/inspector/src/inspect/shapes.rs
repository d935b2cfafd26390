//! The two shapes of a query at their poses, and what a report needs of them: of convex and of
//! composite shapes.

use clinch::contact::{Cast, CastSettings, Pair, Separation, Space};
use clinch::shapes::Convex;
use clinch::support::{Scalar, Vector};
use clinch_pairs::Poses;
use clinch_testkit::build::Build;

use crate::report::{Path, ShapeReport};

/// The scalar of the shapes.
pub(super) fn precision<V: Vector>() -> &'static str {
    if V::Scalar::EPSILON.widen() == f64::EPSILON { "f64" } else { "f32" }
}

/// Two convex shapes. Erased, so that each algorithm is compiled once for pairs of any shapes,
/// posed ones included.
pub(super) type Convexes<'s, V> = Pair<V, &'s dyn Convex<V>, &'s dyn Convex<V>>;

/// A motion of B in A's frame, per unit of time.
pub(super) struct InA<W> {
    pub(super) velocity: W,
    /// B is a ray.
    pub(super) ray: bool,
}

/// Two shapes at their poses.
pub(super) trait Shapes<V: Space + Build>
where
    V::Wide: Build,
{
    fn poses(&self) -> &Poses<V>;

    fn reports(&self) -> [ShapeReport; 2];

    /// The pair, if both are convex.
    fn convex(&self) -> Option<Convexes<'_, V>>;

    /// How far apart they are at these poses.
    fn separation(&self, poses: &Poses<V>) -> Option<Separation<V>>;

    /// What happens during a motion, and between which parts, by their indices in the line.
    fn cast(&self, motion: &InA<V::Wide>, settings: &CastSettings) -> (Cast<V>, [Option<u32>; 2]);

    /// How a cast was answered.
    fn path(&self, cast: &Cast<V>, motion: &InA<V::Wide>, settings: &CastSettings) -> Path;

    /// What was changed to build the shapes.
    fn notes(&self) -> Vec<String>;
}

//! The dispatcher: clinch answers if both shapes are convex, parry's own dispatcher otherwise.

use std::sync::Arc;

use clinch_support::Vector as _;
use glam::Vec3;
use rapier3d::parry::math::{Pose, Real, Vector};
use rapier3d::parry::query::details::{
    ContactManifoldsWorkspace, NormalConstraints, ShapeCastOptions, contact_manifolds_composite_shape_composite_shape,
    contact_manifolds_composite_shape_shape,
};
use rapier3d::parry::query::{
    ClosestPoints, Contact, ContactManifold, DefaultQueryDispatcher, NonlinearRigidMotion, PersistentQueryDispatcher, QueryDispatcher,
    ShapeCastHit, ShapeDistance, ShapeIntersection, Unsupported,
};
use rapier3d::parry::shape::Shape;

use crate::counts::{AtomicCounts, Counts};
use crate::pair::Pair;
use crate::view::view;

/// The query dispatcher for
/// [`NarrowPhase::with_query_dispatcher`](rapier3d::geometry::NarrowPhase::with_query_dispatcher).
///
/// Clones share their [`counts`](Self::counts): keep a clone to read them.
///
/// ```
/// use clinch_rapier::Clinch;
/// use rapier3d::parry::math::{Pose, Vector};
/// use rapier3d::parry::query::{ContactManifold, PersistentQueryDispatcher};
/// use rapier3d::parry::shape::Cuboid;
///
/// let (clinch, cube) = (Clinch::new(), Cuboid::new(Vector::ONE));
/// let mut manifolds: Vec<ContactManifold<(), ()>> = vec![];
/// clinch.contact_manifolds(&Pose::translation(0.0, 1.9, 0.0), &cube, &cube, 0.1, &mut manifolds,
/// &mut None)?; assert_eq!(manifolds[0].local_n1, Vector::Y); // from the first shape to the second
/// assert_eq!(manifolds[0].points.len(), 4); assert!(manifolds[0].points.iter().all(|point|
/// (point.dist + 0.1).abs() < 1e-6)); assert_eq!(clinch.counts().answered, 1);
/// # Ok::<(), rapier3d::parry::query::Unsupported>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Clinch {
    counts: Arc<AtomicCounts>,
}

impl Clinch {
    /// A dispatcher whose counts are zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of pairs of this dispatcher and its clones, by kind.
    pub fn counts(&self) -> Counts {
        self.counts.load()
    }

    /// Runs a query of two convex shapes; `None` if a shape is not convex or has an invalid size.
    fn query<T>(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, query: impl FnOnce(&Pair<'_, '_>) -> T) -> Option<T> {
        let (a, b) = (view(g1)?, view(g2)?);
        Some(query(&Pair { a: &a, b: &b, b_in_a: pos12 }))
    }
}

/// Unlike a mesh, a compound has no internal edges for parry to correct.
fn is_compound(shape: &dyn Shape) -> bool {
    shape.as_compound().is_some()
}

impl<M, C> PersistentQueryDispatcher<M, C> for Clinch
where
    M: Default + Clone + Send + Sync,
    C: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<ContactManifold<M, C>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        match (g1.as_composite_shape(), g2.as_composite_shape()) {
            (Some(parts1), Some(parts2)) if is_compound(g1) || is_compound(g2) => {
                contact_manifolds_composite_shape_composite_shape(self, pos12, parts1, parts2, prediction, manifolds, workspace);
                return Ok(());
            }
            (Some(parts), None) if is_compound(g1) && view(g2).is_some() => {
                contact_manifolds_composite_shape_shape(self, pos12, parts, g2, prediction, manifolds, workspace, false);
                return Ok(());
            }
            (None, Some(parts)) if is_compound(g2) && view(g1).is_some() => {
                contact_manifolds_composite_shape_shape(self, &pos12.inverse(), parts, g1, prediction, manifolds, workspace, true);
                return Ok(());
            }
            (None, None) if view(g1).is_some() && view(g2).is_some() => {}
            _ => {
                if g1.is_convex() && g2.is_convex() {
                    self.counts.delegated();
                } else {
                    self.counts.concave();
                }
                return DefaultQueryDispatcher.contact_manifolds(pos12, g1, g2, prediction, manifolds, workspace);
            }
        }
        // A shape that was changed may have been a compound, with several manifolds.
        manifolds.truncate(1);
        if manifolds.is_empty() {
            manifolds.push(ContactManifold::new());
        }
        self.contact_manifold_convex_convex(pos12, g1, g2, None, None, prediction, &mut manifolds[0])
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        normal_constraints1: Option<&dyn NormalConstraints>,
        normal_constraints2: Option<&dyn NormalConstraints>,
        prediction: Real,
        manifold: &mut ContactManifold<M, C>,
    ) -> Result<(), Unsupported> {
        let of_mesh = normal_constraints1.is_some() || normal_constraints2.is_some();
        if !of_mesh && Self::query(pos12, g1, g2, |pair| pair.manifold(prediction, manifold)).is_some() {
            self.counts.answered();
            return Ok(());
        }
        if of_mesh {
            self.counts.concave();
        } else {
            self.counts.delegated();
        }
        DefaultQueryDispatcher.contact_manifold_convex_convex(pos12, g1, g2, normal_constraints1, normal_constraints2, prediction, manifold)
    }
}

impl QueryDispatcher for Clinch {
    fn intersection_test(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<ShapeIntersection, Unsupported> {
        let touching = Self::query(pos12, g1, g2, |pair| pair.separation(0.0).is_some_and(|separation| separation.is_touching()));
        touching.map_or_else(|| DefaultQueryDispatcher.intersection_test(pos12, g1, g2), |touching| Ok(ShapeIntersection::new(touching)))
    }

    /// 0 if the shapes touch or overlap.
    fn distance(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<ShapeDistance, Unsupported> {
        let separation = Self::query(pos12, g1, g2, |pair| pair.separation(Real::INFINITY)).flatten();
        separation.map_or_else(
            || DefaultQueryDispatcher.distance(pos12, g1, g2),
            |separation| Ok(ShapeDistance::new((separation.distance as Real).max(0.0))),
        )
    }

    fn contact(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, prediction: Real) -> Result<Option<Contact>, Unsupported> {
        let Some(separation) = Self::query(pos12, g1, g2, |pair| pair.separation(prediction)) else {
            return DefaultQueryDispatcher.contact(pos12, g1, g2, prediction);
        };
        Ok(separation.filter(|separation| separation.distance.is_finite()).map(|separation| {
            let normal = Vec3::narrow(separation.normal);
            let (on_1, on_2) = (Vec3::narrow(separation.point_a), Vec3::narrow(separation.point_b));
            Contact::new(on_1, on_2, normal, pos12.rotation.inverse() * -normal, separation.distance as Real)
        }))
    }

    fn closest_points(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, max_dist: Real) -> Result<ClosestPoints, Unsupported> {
        let Some(separation) = Self::query(pos12, g1, g2, |pair| pair.separation(max_dist)) else {
            return DefaultQueryDispatcher.closest_points(pos12, g1, g2, max_dist);
        };
        Ok(match separation {
            None => ClosestPoints::Disjoint,
            Some(separation) if separation.is_touching() => ClosestPoints::Intersecting,
            Some(separation) => ClosestPoints::WithinMargin(Vec3::narrow(separation.point_a), Vec3::narrow(separation.point_b)),
        })
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        local_vel12: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        DefaultQueryDispatcher.cast_shapes(pos12, local_vel12, g1, g2, options)
    }

    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        start_time: Real,
        end_time: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        DefaultQueryDispatcher.cast_shapes_nonlinear(motion1, g1, motion2, g2, start_time, end_time, stop_at_penetration)
    }
}

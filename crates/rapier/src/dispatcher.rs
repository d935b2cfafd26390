//! The dispatcher: clinch answers, unless a size is invalid or a mesh belongs to a soft body.

use std::sync::Arc;

use clinch_composite::SubShapeId;
use clinch_contact::Separation;
use clinch_support::{Basis as _, Pose as ClinchPose, Rotation as _, Vector as _};
use glam::Vec3;
use rapier3d::parry::math::{Pose, Real, Vector};
use rapier3d::parry::query::details::{ContactManifoldsWorkspace, NormalConstraints, ShapeCastOptions};
use rapier3d::parry::query::{
    ClosestPoints, Contact, ContactManifold, DefaultQueryDispatcher, NonlinearRigidMotion, PersistentQueryDispatcher, QueryDispatcher,
    ShapeCastHit, ShapeDistance, ShapeIntersection, Unsupported,
};
use rapier3d::parry::shape::Shape;

use crate::composite_pair::{CompositePair, Other};
use crate::counts::{AtomicCounts, Counts};
use crate::manifold::{read_all, write_all};
use crate::operand::{Operand, Source};
use crate::pair::{MARGIN_FACTOR, Pair};
use crate::pair_workspace::PairWorkspace;
use crate::scratch::{Buffers, with_buffers};
use crate::surface::Surface;
use crate::surface_cache::SurfaceCache;
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
/// clinch.contact_manifolds(&Pose::translation(0.0, 1.9, 0.0), &cube, &cube, 0.1, &mut manifolds, &mut None)?;
/// assert_eq!(manifolds[0].local_n1, Vector::Y); // from the first shape to the second
/// assert_eq!(manifolds[0].points.len(), 4);
/// assert!(manifolds[0].points.iter().all(|point| (point.dist + 0.1).abs() < 1e-6));
/// assert_eq!(clinch.counts().answered, 1);
/// # Ok::<(), rapier3d::parry::query::Unsupported>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Clinch {
    counts: Arc<AtomicCounts>,
    surfaces: Arc<SurfaceCache>,
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
}

/// A surface that does not fit its shape is made again: the pair's, then that of the cache, which
/// may be of another mesh at the same address. In the last round the answer counts in any case, and
/// manifolds stay those of the last step.
const ROUNDS: usize = 3;

/// Both shapes of a query, in the order of clinch.
enum Operands<'p, 's> {
    Convex(Pair<'p, 's>),
    /// The shape of parts is parry's second if the flag is set.
    Composite(CompositePair<'p, 's>, bool),
}

impl Clinch {
    /// Runs a query of any two shapes; `None` if one has an invalid size or belongs to a soft body.
    /// `last` are the surfaces that the pair had at the last step, and those that it has now.
    fn query<T>(
        &self,
        pos12: &Pose,
        shapes: [&dyn Shape; 2],
        last: &mut [Option<Arc<Surface>>; 2],
        mut query: impl FnMut(&Operands<'_, '_>) -> T,
    ) -> Option<T> {
        let mut changed: [Option<Arc<Surface>>; 2] = [None, None];
        for round in 1..=ROUNDS {
            let mut operand = |i: usize| {
                let source = Source { cache: &self.surfaces, last: last[i].take(), changed: changed[i].take() };
                Operand::new(shapes[i], source)
            };
            let operands = [operand(0)?, operand(1)?];
            let wide = ClinchPose::<Vec3>::new(pos12.rotation, pos12.translation).widen();
            let answer = query(&match &operands {
                [Operand::Convex(a), Operand::Convex(b)] => Operands::Convex(Pair { a, b, b_in_a: pos12 }),
                [Operand::Composite(a), Operand::Convex(b)] => {
                    Operands::Composite(CompositePair { a, b: Other::Convex(b), b_in_a: wide }, false)
                }
                [Operand::Convex(a), Operand::Composite(b)] => {
                    Operands::Composite(CompositePair { a: b, b: Other::Convex(a), b_in_a: wide.inverse() }, true)
                }
                [Operand::Composite(a), Operand::Composite(b)] if a.is_touched_by_parts_of(b) => {
                    Operands::Composite(CompositePair { a, b: Other::Composite(b), b_in_a: wide }, false)
                }
                [Operand::Composite(a), Operand::Composite(b)] => {
                    Operands::Composite(CompositePair { a: b, b: Other::Composite(a), b_in_a: wide.inverse() }, true)
                }
            });
            if round == ROUNDS || !operands.iter().any(Operand::has_changed) {
                *last = operands.each_ref().map(|operand| operand.surface().cloned());
                return Some(answer);
            }
            *last = operands.each_ref().map(|operand| operand.surface().filter(|_| !operand.has_changed()).cloned());
            changed = operands.each_ref().map(|operand| operand.surface().filter(|_| operand.has_changed()).cloned());
        }
        None
    }

    /// The signed distance, from the first shape to the second, if it is at most `margin`.
    fn separation(&self, pos12: &Pose, shapes: [&dyn Shape; 2], margin: Real) -> Option<Option<Separation<Vec3>>> {
        self.query(pos12, shapes, &mut [None, None], |operands| match operands {
            Operands::Convex(pair) => pair.separation(margin),
            Operands::Composite(pair, flipped) => {
                let found = with_buffers(|buffers| pair.separation(margin, &mut buffers.scratch))?;
                let normal = -pair.b_in_a.rotation.basis().unrotate(found.normal);
                let swapped = Separation { normal, point_a: found.point_b, point_b: found.point_a, ..found };
                Some(if *flipped { swapped } else { found })
            }
        })
    }
}

/// Writes the manifolds of a pair with a shape of parts.
fn composite_manifolds<M: Default, C: Default + Copy>(
    pair: &CompositePair<'_, '_>,
    flipped: bool,
    prediction: Real,
    manifolds: &mut Vec<ContactManifold<M, C>>,
) {
    with_buffers(|Buffers { scratch, manifolds: found, .. }| {
        let has_parts = matches!(pair.b, Other::Composite(_));
        let part = |manifold: &ContactManifold<M, C>| {
            // Of surfaces, parry's number is that of another part. Two of them need none.
            has_parts.then_some(SubShapeId(if flipped { manifold.subshape1 } else { manifold.subshape2 }))
        };
        read_all(manifolds, flipped, part, found);
        pair.manifolds([prediction, MARGIN_FACTOR * prediction], scratch, found);
        // The query is made again with another surface, and continues the last step's manifolds.
        if pair.has_changed() {
            return;
        }
        let number_b = |id: SubShapeId| match &pair.b {
            Other::Composite(b) => b.number(id),
            Other::Convex(_) => 0,
        };
        let numbers = |[a, b]: [Option<SubShapeId>; 2]| [a.map_or(0, |a| pair.a.number(a)), b.map_or(0, number_b)];
        let rotation = pair.b_in_a.rotation.as_quat();
        write_all(found, &Pose::from_parts(Vec3::ZERO, rotation), flipped, numbers, manifolds);
    });
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
        let mut surfaces = PairWorkspace::surfaces_of(workspace);
        let had = manifolds.len();
        let is_composite = self.query(pos12, [g1, g2], &mut surfaces, |operands| match operands {
            Operands::Convex(pair) => {
                // A shape that was changed may have been a compound, with several manifolds.
                manifolds.truncate(1);
                if manifolds.is_empty() {
                    manifolds.push(ContactManifold::new());
                }
                // It may have been of a part, and rapier would place its points by the pose of the
                // part.
                (manifolds[0].subshape1, manifolds[0].subshape2, manifolds[0].subshape_poses) = (0, 0, None);
                pair.manifold(prediction, &mut manifolds[0]);
                false
            }
            Operands::Composite(pair, flipped) => {
                composite_manifolds(pair, *flipped, prediction, manifolds);
                true
            }
        });
        let Some(is_composite) = is_composite else {
            if g1.is_convex() && g2.is_convex() {
                // parry writes the first of them only, and not which parts it was of.
                manifolds.truncate(1);
                manifolds.iter_mut().for_each(|of| (of.subshape1, of.subshape2, of.subshape_poses) = (0, 0, None));
                self.counts.delegated();
            } else {
                self.counts.concave();
            }
            return DefaultQueryDispatcher.contact_manifolds(pos12, g1, g2, prediction, manifolds, workspace);
        };
        self.counts.answered();
        *workspace = (is_composite || had > 1).then(|| PairWorkspace::new(surfaces).into());
        Ok(())
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
        if let (false, Some(a), Some(b)) = (of_mesh, view(g1), view(g2)) {
            Pair { a: &a, b: &b, b_in_a: pos12 }.manifold(prediction, manifold);
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
        let touching =
            self.separation(pos12, [g1, g2], 0.0).map(|separation| separation.is_some_and(|separation| separation.is_touching()));
        touching.map_or_else(|| DefaultQueryDispatcher.intersection_test(pos12, g1, g2), |touching| Ok(ShapeIntersection::new(touching)))
    }

    /// 0 if the shapes touch or overlap.
    fn distance(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<ShapeDistance, Unsupported> {
        let separation = self.separation(pos12, [g1, g2], Real::INFINITY).flatten();
        separation.map_or_else(
            || DefaultQueryDispatcher.distance(pos12, g1, g2),
            |separation| Ok(ShapeDistance::new((separation.distance as Real).max(0.0))),
        )
    }

    fn contact(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, prediction: Real) -> Result<Option<Contact>, Unsupported> {
        let Some(separation) = self.separation(pos12, [g1, g2], prediction) else {
            return DefaultQueryDispatcher.contact(pos12, g1, g2, prediction);
        };
        Ok(separation.filter(|separation| separation.distance.is_finite()).map(|separation| {
            let normal = Vec3::narrow(separation.normal);
            let (on_1, on_2) = (Vec3::narrow(separation.point_a), Vec3::narrow(separation.point_b));
            Contact::new(on_1, on_2, normal, pos12.rotation.inverse() * -normal, separation.distance as Real)
        }))
    }

    fn closest_points(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, max_dist: Real) -> Result<ClosestPoints, Unsupported> {
        let Some(separation) = self.separation(pos12, [g1, g2], max_dist) else {
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

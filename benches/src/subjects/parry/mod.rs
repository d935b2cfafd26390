//! parry, the peer that is always built: parry3d and parry2d are one source compiled twice, and so
//! is this.
//!
//! * Through `parry::query`, which its users call and which dispatches on the shapes; manifolds
//!   through the dispatcher that rapier uses.
//! * Manifolds stay with their pair. Cold ones are cleared, which keeps their allocations: rapier
//!   also takes them from a pool.
//! * Its manifolds have any number of points. They are measured unreduced, and reduced to four as
//!   rapier does; the faster counts.
//! * In warm rows parry itself keeps the points of most pairs that have slid by less than a
//!   millimetre and turned by less than a degree. Recycled rows add rapier's rule: a pair that has
//!   moved by less than five centimetres, or without contact by less than the margin, keeps its
//!   points, and only their separations are computed again.

mod solids;

mod figures;

use clinch_testkit::workload::Workload;

pub(crate) use self::solids::{pose, shape};
pub(crate) use self::space::{drift, to_four};
use crate::rows::Row;
use crate::runner::Runner;
use crate::work::Work;

/// rapier's `contact_recycle_distance`, in metres.
const RECYCLED: f32 = 0.05;

pub(super) fn prepare(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    if workload.dim == 2 { plane::prepare(work, workload, false) } else { space::prepare(work, workload, false) }
}

/// Only manifolds can be reduced, and only in 3D do they have more than two points.
pub(super) fn can_be_reduced(row: &Row) -> bool {
    let manifolds = [Work::ManifoldCold, Work::ManifoldWarm, Work::PileCold, Work::PileWarm, Work::PileRecycled];
    row.label().dim == 3 && manifolds.contains(&row.work)
}

pub(super) fn prepare_reduced(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    space::prepare(work, workload, true)
}

macro_rules! parry {
    ($module:ident, $parry:ident, $shapes:ident) => {
        mod $module {
            use clinch_testkit::workload::{Track, Workload};
            use $parry::math::{Pose, Vector};
            use $parry::query::{
                self, ClosestPoints, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, ShapeCastOptions,
            };
            use $parry::shape::Shape;

            use super::$shapes::{half_sine, pose, shape, vector};
            use crate::answer::Answer;
            use crate::runner::{Loop, Runner};
            use crate::subjects::margin::MARGIN;
            use crate::subjects::parry::RECYCLED;
            use crate::subjects::reduce::{InSpace, reduce};
            use crate::work::Work;

            type Shapes = Vec<Box<dyn Shape>>;

            struct PlacedShapes {
                shapes: [usize; 2],
                poses: [Pose; 2],
                motion: Vector,
            }

            impl PlacedShapes {
                fn of(track: &Track, frame: usize) -> Self {
                    let poses = track.frames[frame].map(|at| pose(&at));
                    Self { shapes: [track.a, track.b], poses, motion: track.motion.as_ref().map_or(Vector::ZERO, vector) }
                }

                fn shapes<'s>(&self, shapes: &'s Shapes) -> [&'s dyn Shape; 2] {
                    self.shapes.map(|shape| &*shapes[shape])
                }
            }

            #[derive(Default)]
            struct Kept {
                manifolds: Vec<ContactManifold<(), ()>>,
                /// B's pose in A's frame when the manifold was computed, the larger bounding
                /// radius, and the largest motion that keeps it.
                recycled: Option<(Pose, f32, f32)>,
            }

            pub(super) fn prepare(work: Work, workload: &Workload, reduced: bool) -> Option<Box<dyn Runner>> {
                let shapes: Shapes = workload.shapes.iter().map(shape).collect::<Option<_>>()?;
                Some(match work {
                    Work::YesNo => yes_no(shapes, workload),
                    // parry keeps no state for distances.
                    Work::Distance | Work::DistanceWarm => distances(shapes, workload),
                    Work::Contact => contacts(shapes, workload),
                    Work::ManifoldCold | Work::PileCold => manifolds(shapes, workload, reduced, false),
                    Work::ManifoldWarm | Work::PileWarm => manifolds(shapes, workload, reduced, true),
                    Work::PileRecycled => recycled(shapes, workload, reduced),
                    Work::Cast => casts(shapes, workload),
                    // Of surfaces.
                    _ => return None,
                })
            }

            fn yes_no(shapes: Shapes, workload: &Workload) -> Box<dyn Runner> {
                let query_pair = move |placed: &PlacedShapes, _: &mut ()| {
                    let [a, b] = placed.shapes(&shapes);
                    query::intersection_test(&placed.poses[0], a, &placed.poses[1], b)
                };
                let to_answer = |result: &Result<query::ShapeIntersection, _>, _: &()| {
                    Answer::Touch(result.as_ref().is_ok_and(|result| result.intersecting))
                };
                Box::new(Loop::over(workload, PlacedShapes::of, query_pair, to_answer))
            }

            fn distances(shapes: Shapes, workload: &Workload) -> Box<dyn Runner> {
                let query_pair = move |placed: &PlacedShapes, _: &mut ()| {
                    let [a, b] = placed.shapes(&shapes);
                    query::closest_points(&placed.poses[0], a, &placed.poses[1], b, f32::MAX)
                };
                let to_answer = |result: &Result<ClosestPoints, _>, _: &()| {
                    Answer::Distance(match result {
                        Ok(ClosestPoints::Intersecting) => 0.0,
                        Ok(ClosestPoints::WithinMargin(on_a, on_b)) => (*on_b - *on_a).length().into(),
                        _ => f64::NAN,
                    })
                };
                Box::new(Loop::over(workload, PlacedShapes::of, query_pair, to_answer))
            }

            fn contacts(shapes: Shapes, workload: &Workload) -> Box<dyn Runner> {
                let query_pair = move |placed: &PlacedShapes, _: &mut ()| {
                    let [a, b] = placed.shapes(&shapes);
                    query::contact(&placed.poses[0], a, &placed.poses[1], b, MARGIN)
                };
                let to_answer = |result: &Result<Option<query::Contact>, _>, _: &()| {
                    Answer::Contact(result.as_ref().ok().and_then(|result| result.as_ref()).map(|result| result.dist.into()))
                };
                Box::new(Loop::over(workload, PlacedShapes::of, query_pair, to_answer))
            }

            fn manifolds(shapes: Shapes, workload: &Workload, reduced: bool, warm: bool) -> Box<dyn Runner> {
                let query_pair = move |placed: &PlacedShapes, kept: &mut Kept| {
                    if !warm {
                        kept.manifolds.iter_mut().for_each(ContactManifold::clear);
                    }
                    let b_in_a = placed.poses[0].inv_mul(&placed.poses[1]);
                    collide(&shapes, placed, &b_in_a, reduced, kept);
                };
                Box::new(Loop::over(workload, PlacedShapes::of, query_pair, |(), kept| deepest(kept)))
            }

            fn recycled(shapes: Shapes, workload: &Workload, reduced: bool) -> Box<dyn Runner> {
                let radii: Vec<f32> = workload.shapes.iter().map(|shape| shape.bounding_radius() as f32).collect();
                let query_pair = move |placed: &PlacedShapes, kept: &mut Kept| {
                    let b_in_a = placed.poses[0].inv_mul(&placed.poses[1]);
                    if kept.recycled.is_some_and(|(then, radius, most)| drift(&then, &b_in_a, radius) <= most) {
                        kept.manifolds.iter_mut().for_each(|manifold| manifold.update_separations(&b_in_a));
                        return;
                    }
                    collide(&shapes, placed, &b_in_a, reduced, kept);
                    let touching = kept.manifolds.iter().any(|manifold| !manifold.points.is_empty());
                    let [a, b] = placed.shapes.map(|shape| radii[shape]);
                    kept.recycled = Some((b_in_a, a.max(b), if touching { RECYCLED } else { RECYCLED.min(MARGIN) }));
                };
                Box::new(Loop::over(workload, PlacedShapes::of, query_pair, |(), kept| deepest(kept)))
            }

            /// An upper bound of the motion of any point within `radius` of B's origin.
            pub(crate) fn drift(then: &Pose, now: &Pose, radius: f32) -> f32 {
                (now.translation - then.translation).length() + 2.0 * half_sine(then, now) * radius
            }

            fn collide(shapes: &Shapes, placed: &PlacedShapes, b_in_a: &Pose, reduced: bool, kept: &mut Kept) {
                let [a, b] = placed.shapes(shapes);
                // An error only for unsupported shapes, of which there are none.
                let _ = DefaultQueryDispatcher.contact_manifolds(b_in_a, a, b, MARGIN, &mut kept.manifolds, &mut None);
                if reduced {
                    kept.manifolds.iter_mut().for_each(to_four);
                }
            }

            /// Keeps four points at most.
            pub(crate) fn to_four(manifold: &mut ContactManifold<(), ()>) {
                if manifold.points.len() > 4 {
                    let points = manifold.points.iter().map(|point| (point.local_p1.in_space(), point.dist));
                    let chosen = reduce(points, manifold.local_n1.in_space(), MARGIN);
                    let mut place = 0;
                    manifold.points.retain(|_| {
                        place += 1;
                        chosen.contains(&Some(place - 1))
                    });
                }
            }

            fn deepest(kept: &Kept) -> Answer {
                let separations = kept.manifolds.iter().flat_map(|manifold| &manifold.points).map(|point| f64::from(point.dist));
                // Points beyond the margin are included; rapier skips them.
                Answer::Contact(separations.filter(|separation| *separation <= MARGIN.into()).reduce(f64::min))
            }

            fn casts(shapes: Shapes, workload: &Workload) -> Box<dyn Runner> {
                let query_pair = move |placed: &PlacedShapes, _: &mut ()| {
                    let [a, b] = placed.shapes(&shapes);
                    query::cast_shapes(&placed.poses[0], Vector::ZERO, a, &placed.poses[1], placed.motion, b, ShapeCastOptions::default())
                };
                let to_answer = |result: &Result<Option<query::ShapeCastHit>, _>, _: &()| {
                    Answer::Impact(result.as_ref().ok().and_then(|result| result.as_ref()).map(|hit| hit.time_of_impact.into()))
                };
                Box::new(Loop::over(workload, PlacedShapes::of, query_pair, to_answer))
            }
        }
    };
}

parry!(space, parry3d, solids);
parry!(plane, parry2d, figures);

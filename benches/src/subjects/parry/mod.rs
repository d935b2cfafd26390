//! parry, the peer that is always there: parry3d and parry2d are one text compiled twice, and so is this.
//!
//! * Asked through `parry::query`, which is what its users call and what finds out which shapes they are; manifolds through the dispatcher that rapier uses.
//! * Manifolds stay with their pair. Cold they are emptied, which keeps their memory: rapier, too, takes them from a pool.
//! * Its manifolds have as many points as there are. They are measured as they come, and reduced to four as rapier does it; the faster counts.
//! * By itself it keeps the points of most pairs that have slid by less than a millimetre and turned by less than a degree, in whatever is warm. Recycled it is by rapier's rule, besides: a
//!   pair that has moved by less than five centimetres, or without contact by less than the margin, keeps its points, and only how far they are apart is computed again.

mod solids;

mod figures;

use clinch_testkit::workload::{Track, Workload};

use super::MARGIN;
use super::reduce::{InSpace, reduce};
use crate::answer::Answer;
use crate::rows::Row;
use crate::runner::{Loop, Runner};
use crate::work::Work;

/// rapier's `contact_recycle_distance`, in metres.
const RECYCLED: f32 = 0.05;

pub(super) fn prepare(work: Work, workload: &Workload) -> Option<Box<dyn Runner>> {
    if workload.dim == 2 { plane::prepare(work, workload, false) } else { space::prepare(work, workload, false) }
}

/// Only manifolds can be reduced, and only in space have they more than two points.
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
            use $parry::math::{Pose, Vector};
            use $parry::query::{
                self, ClosestPoints, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, ShapeCastOptions,
            };
            use $parry::shape::Shape;

            use super::$shapes::{half_sine, pose, shape, vector};
            use super::*;

            type Shapes = Vec<Box<dyn Shape>>;

            struct Lie {
                shapes: [usize; 2],
                poses: [Pose; 2],
                motion: Vector,
            }

            impl Lie {
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
                /// Where B was as seen from A when the shapes were last asked, how far they reach, and how far they may move.
                recycled: Option<(Pose, f32, f32)>,
            }

            pub(super) fn prepare(work: Work, workload: &Workload, reduced: bool) -> Option<Box<dyn Runner>> {
                let shapes: Shapes = workload.shapes.iter().map(shape).collect::<Option<_>>()?;
                Some(match work {
                    Work::YesNo => yes_no(shapes, workload),
                    // There is nothing that it could remember of a distance.
                    Work::Distance | Work::DistanceWarm => distances(shapes, workload),
                    Work::Contact => contacts(shapes, workload),
                    Work::ManifoldCold | Work::PileCold => manifolds(shapes, workload, reduced, false),
                    Work::ManifoldWarm | Work::PileWarm => manifolds(shapes, workload, reduced, true),
                    Work::PileRecycled => recycled(shapes, workload, reduced),
                    Work::Cast => casts(shapes, workload),
                })
            }

            fn yes_no(shapes: Shapes, workload: &Workload) -> Box<dyn Runner> {
                let ask = move |lie: &Lie, _: &mut ()| {
                    let [a, b] = lie.shapes(&shapes);
                    query::intersection_test(&lie.poses[0], a, &lie.poses[1], b)
                };
                let tell =
                    |said: &Result<query::ShapeIntersection, _>, _: &()| Answer::Touch(said.as_ref().is_ok_and(|said| said.intersecting));
                Box::new(Loop::over(workload, Lie::of, ask, tell))
            }

            fn distances(shapes: Shapes, workload: &Workload) -> Box<dyn Runner> {
                let ask = move |lie: &Lie, _: &mut ()| {
                    let [a, b] = lie.shapes(&shapes);
                    query::closest_points(&lie.poses[0], a, &lie.poses[1], b, f32::MAX)
                };
                let tell = |said: &Result<ClosestPoints, _>, _: &()| {
                    Answer::Distance(match said {
                        Ok(ClosestPoints::Intersecting) => 0.0,
                        Ok(ClosestPoints::WithinMargin(on_a, on_b)) => (*on_b - *on_a).length().into(),
                        _ => f64::NAN,
                    })
                };
                Box::new(Loop::over(workload, Lie::of, ask, tell))
            }

            fn contacts(shapes: Shapes, workload: &Workload) -> Box<dyn Runner> {
                let ask = move |lie: &Lie, _: &mut ()| {
                    let [a, b] = lie.shapes(&shapes);
                    query::contact(&lie.poses[0], a, &lie.poses[1], b, MARGIN)
                };
                let tell = |said: &Result<Option<query::Contact>, _>, _: &()| {
                    Answer::Contact(said.as_ref().ok().and_then(|said| said.as_ref()).map(|said| said.dist.into()))
                };
                Box::new(Loop::over(workload, Lie::of, ask, tell))
            }

            fn manifolds(shapes: Shapes, workload: &Workload, reduced: bool, warm: bool) -> Box<dyn Runner> {
                let ask = move |lie: &Lie, kept: &mut Kept| {
                    if !warm {
                        kept.manifolds.iter_mut().for_each(ContactManifold::clear);
                    }
                    let b_in_a = lie.poses[0].inv_mul(&lie.poses[1]);
                    collide(&shapes, lie, &b_in_a, reduced, kept);
                };
                Box::new(Loop::over(workload, Lie::of, ask, |(), kept| deepest(kept)))
            }

            fn recycled(shapes: Shapes, workload: &Workload, reduced: bool) -> Box<dyn Runner> {
                let reach: Vec<f32> = workload.shapes.iter().map(|shape| shape.bounding_radius() as f32).collect();
                let ask = move |lie: &Lie, kept: &mut Kept| {
                    let b_in_a = lie.poses[0].inv_mul(&lie.poses[1]);
                    if kept.recycled.is_some_and(|(then, reach, most)| drift(&then, &b_in_a, reach) <= most) {
                        kept.manifolds.iter_mut().for_each(|manifold| manifold.update_separations(&b_in_a));
                        return;
                    }
                    collide(&shapes, lie, &b_in_a, reduced, kept);
                    let touching = kept.manifolds.iter().any(|manifold| !manifold.points.is_empty());
                    let [a, b] = lie.shapes.map(|shape| reach[shape]);
                    kept.recycled = Some((b_in_a, a.max(b), if touching { RECYCLED } else { RECYCLED.min(MARGIN) }));
                };
                Box::new(Loop::over(workload, Lie::of, ask, |(), kept| deepest(kept)))
            }

            /// How far any point within `reach` of B's origin has moved, at most.
            fn drift(then: &Pose, now: &Pose, reach: f32) -> f32 {
                (now.translation - then.translation).length() + 2.0 * half_sine(then, now) * reach
            }

            fn collide(shapes: &Shapes, lie: &Lie, b_in_a: &Pose, reduced: bool, kept: &mut Kept) {
                let [a, b] = lie.shapes(shapes);
                // Refused only for shapes it does not know, of which there are none.
                let _ = DefaultQueryDispatcher.contact_manifolds(b_in_a, a, b, MARGIN, &mut kept.manifolds, &mut None);
                for manifold in kept.manifolds.iter_mut().filter(|manifold| reduced && manifold.points.len() > 4) {
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
                // Points beyond the margin are there too; rapier passes them over.
                Answer::Contact(separations.filter(|separation| *separation <= MARGIN.into()).reduce(f64::min))
            }

            fn casts(shapes: Shapes, workload: &Workload) -> Box<dyn Runner> {
                let ask = move |lie: &Lie, _: &mut ()| {
                    let [a, b] = lie.shapes(&shapes);
                    query::cast_shapes(&lie.poses[0], Vector::ZERO, a, &lie.poses[1], lie.motion, b, ShapeCastOptions::default())
                };
                let tell = |said: &Result<Option<query::ShapeCastHit>, _>, _: &()| {
                    Answer::Impact(said.as_ref().ok().and_then(|said| said.as_ref()).map(|hit| hit.time_of_impact.into()))
                };
                Box::new(Loop::over(workload, Lie::of, ask, tell))
            }
        }
    };
}

parry!(space, parry3d, solids);
parry!(plane, parry2d, figures);

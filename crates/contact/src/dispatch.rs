//! Dispatch: the steps from a query to its answer.
//!
//! 1. **Recycling**, in every query: the answer of an earlier tick, if the motion since then cannot
//!    have changed it (`recycling.rs`).
//! 2. **Two spheres** centred at the origins of their frames, the cheapest pair
//!    (`pairs/sphere_sphere.rs`).
//! 3. **Bounding spheres** that are farther apart than the margin (`bounding_spheres.rs`).
//! 4. **Posed cores** are unwrapped (`posed.rs`).
//! 5. **The pair table** chooses a closed form or the separating axes of two boxes
//!    (`pair_table.rs`, `pairs/`).
//! 6. **The general path** answers the rest: the cached facet, a guessed one, solids of revolution,
//!    separating axes, GJK and EPA (`general/`).
//!
//! `measure`, `distance`, `overlap` and `collide` share these steps. They differ in what becomes of
//! the answer ([`Sink`]) and in the [`Goal`], which decides where a cheaper proof suffices: boxes
//! without a manifold, overlaps without a depth, the distance of a box and a triangle.
//! Without recycling, `overlap` tries squared lengths first (`touching.rs`), and placed pairs take
//! steps 2 and 3 in the world (`placed_pair.rs`). Casts choose by the
//! same table: `cast/linear.rs`.

use clinch_shapes::{Convex, Core};

use crate::answer::{Measured, Relation};
use crate::bounding_spheres;
use crate::clip::Space;
use crate::features::{Scene, contact_points};
use crate::general::path;
use crate::general::sat::SatState;
use crate::pair::Pair;
use crate::pair_table::Algorithm;
use crate::pairs::ClosedForm;
use crate::pairs::box_box::{self, BoxBox};
use crate::pairs::box_box_2d;
use crate::pairs::box_triangle::{BoxTriangle, BoxTriangleDistance};
use crate::pairs::half_space;
use crate::pairs::point_box::PointBox;
use crate::pairs::point_revolution::PointRevolution;
use crate::pairs::polygons_2d::{self, Polygons2d};
use crate::pairs::segment_box::SegmentBox;
use crate::pairs::segment_segment::SegmentSegment;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::posed::{Collect, Unwrapped};
use crate::problem::{Cores, Problem, Work};
use crate::query::{Goal, Query};
use crate::settings::Settings;
use crate::sink::Sink;

/// All steps but recycling.
// Only spheres are inlined. The other pairs ask for the cores again: a core that is passed to a
// function is stored first, which costs more than the test for spheres.
#[inline(always)]
pub(crate) fn answer<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    work.scratch.begin();
    if let Some(spheres) = SphereSphere::of(pair) {
        let query = Query::new(pair, settings, goal, work.memory.start.direction);
        let (relation, store) = spheres.relation(&pair.b_in_a, &query);
        if store {
            return sink.one_point(relation, work.memory);
        }
        if let Relation::Beyond { axis, .. } = relation {
            work.memory.set_axis(axis);
        }
        return sink.far(relation);
    }
    answer_others(pair, settings, goal, work, sink)
}

/// From the bounding spheres on.
// Inlined, as `answer`: as a function of its own it takes 25 instructions more.
#[inline(always)]
fn answer_others<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    if let Some(relation) = bounding_spheres::apart(pair, settings, work.memory) {
        return sink.far(relation);
    }
    answer_by_cores(pair, settings, goal, work, sink)
}

/// The answer without recycling, of a caller that has tried two spheres and bounding spheres
/// itself. Those that have no answer there, concentric spheres among them, have one here.
#[inline(never)]
pub(crate) fn answer_near<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    work.scratch.begin();
    answer_by_cores(pair, settings, goal, work, sink)
}

/// From the posed cores on.
#[inline(always)]
fn answer_by_cores<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    let (a, b) = (&pair.a.core(), &pair.b.core());
    let query = &Query::new(pair, settings, goal, work.memory.start.direction);
    let problem = Problem { pair, cores: Cores { a, b, b_in_a: &pair.b_in_a }, query };
    match Algorithm::of(&problem.cores) {
        Algorithm::Posed => answer_posed(&problem, work, sink),
        algorithm => solve(algorithm, &problem, work, sink),
    }
}

/// Unwraps the posed cores, solves the inner pair, and moves the answer and the memory's direction
/// to the outer frames.
#[inline(never)]
fn answer_posed<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    problem: &Problem<'_, V, A, B>,
    mut work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    let unwrapped = Unwrapped::of(problem.pair, &problem.cores);
    let (pair, query) = (&unwrapped.inner, &unwrapped.enter(problem.query, work.memory));
    let (a, b) = (&pair.a.core(), &pair.b.core());
    let inner = Problem { pair, cores: Cores { a, b, b_in_a: &pair.b_in_a }, query };
    let found =
        solve(Algorithm::of(&inner.cores), &inner, work.reborrow(), Collect { last_manifold: sink.last_manifold(), goal: query.goal });
    let measured = unwrapped.leave(found, work.reborrow());
    sink.points(measured, work)
}

/// Runs the algorithm that the pair table names. Where the separating axes would not pay, the
/// general path skips them.
#[inline(always)]
fn solve<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    algorithm: Algorithm,
    problem: &Problem<'_, V, A, B>,
    work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    match algorithm {
        Algorithm::SegmentSegment => closed_form::<SegmentSegment<V>, _, _, _, _>(problem, work, sink),
        Algorithm::PointBox => closed_form::<PointBox<V>, _, _, _, _>(problem, work, sink),
        Algorithm::PointRevolution => closed_form::<PointRevolution<V>, _, _, _, _>(problem, work, sink),
        Algorithm::SegmentBox => closed_form::<SegmentBox<V>, _, _, _, _>(problem, work, sink),
        Algorithm::BoxTriangle if V::DIM == 3 && problem.query.goal == Goal::Distance => box_triangle_distance(problem, work, sink),
        Algorithm::BoxTriangle if V::DIM == 3 => box_triangle(problem, work, sink),
        Algorithm::BoxBox if V::DIM == 2 => boxes_2d(problem, work, sink),
        Algorithm::BoxTriangle | Algorithm::Polytopes if V::DIM == 2 && polygons_2d::have_few_sides(&problem.cores) => {
            closed_form::<Polygons2d<V>, _, _, _, _>(problem, work, sink)
        }
        Algorithm::BoxBox if !far_apart(problem) => boxes(problem, work, sink),
        Algorithm::Polytopes if !far_apart(problem) => general(problem, SatState::Untried, work, sink),
        Algorithm::BoxBox | Algorithm::BoxTriangle | Algorithm::Polytopes => general(problem, SatState::Skip, work, sink),
        Algorithm::HalfSpace => half_space(problem, work, sink),
        // A posed core has been unwrapped, and an inner core is never posed.
        Algorithm::Revolution | Algorithm::GjkEpa | Algorithm::Posed => general(problem, SatState::Skip, work, sink),
    }
}

/// The closed form `F`, or the general path where it has no answer.
// A function for each form: in one for all of them the smaller ones are not inlined.
#[inline(never)]
fn closed_form<F: ClosedForm<V>, V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    problem: &Problem<'_, V, A, B>,
    work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    let Some(found) = F::of(problem.query, &problem.cores, work.scratch) else {
        return general(problem, SatState::Skip, work, sink);
    };
    let relation = found.relation(problem.query, work.memory);
    if let Some(separation) = relation.contact(problem.query) {
        if found.write_points(problem.query, separation, work.scratch) {
            return sink.points(Measured::without_search(relation), work);
        }
        if let Some((frame, size)) = found.to_clip() {
            contact_points(problem, Scene { frame: &frame, size }, separation, work.scratch);
            return sink.points(Measured::without_search(relation), work);
        }
    }
    sink.one_point(relation, work.memory)
}

#[inline(never)]
fn half_space<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(problem: &Problem<'_, V, A, B>, work: Work<'_, V>, sink: S) -> S::Answer {
    let relation = half_space::relation(problem, work.scratch);
    sink.points(Measured::without_search(relation), work)
}

#[inline(never)]
fn boxes_2d<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(problem: &Problem<'_, V, A, B>, work: Work<'_, V>, sink: S) -> S::Answer {
    let &Problem { cores, query, .. } = problem;
    if let (Core::Box(a), Core::Box(b)) = (cores.a, cores.b)
        && let Some(relation) = box_box_2d::relation([a, b], cores.b_in_a, query, work.memory, &mut work.scratch.points)
    {
        return sink.points(Measured::without_search(relation), work);
    }
    general(problem, SatState::Skip, work, sink)
}

#[inline(never)]
fn boxes<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(problem: &Problem<'_, V, A, B>, mut work: Work<'_, V>, sink: S) -> S::Answer {
    let &Problem { cores, query, .. } = problem;
    let (Core::Box(a), Core::Box(b)) = (cores.a, cores.b) else { return general(problem, SatState::Skip, work, sink) };
    let sink = match box_box::solve([a, b], cores.b_in_a, query, work.reborrow(), sink) {
        BoxBox::Solved(answer) => return answer,
        BoxBox::Inconclusive(sink) => sink,
    };
    // With a manifold, `box_box` lists the axes that may be the answer. Without one it has also
    // failed to prove one of them.
    let axes = if query.goal == Goal::Contact { SatState::AxesListed } else { SatState::Skip };
    general(problem, axes, work, sink)
}

/// The distance of a box and a triangle in 3D, or the answer of the separating axes.
#[inline(never)]
fn box_triangle_distance<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    problem: &Problem<'_, V, A, B>,
    work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    if let Some(found) = BoxTriangleDistance::of(&problem.cores) {
        let relation = found.relation(problem.query, work.memory);
        return sink.one_point(relation, work.memory);
    }
    box_triangle(problem, work, sink)
}

/// A box and a triangle in 3D by separating axes, unless a search is cheaper.
#[inline(always)]
fn box_triangle<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(problem: &Problem<'_, V, A, B>, work: Work<'_, V>, sink: S) -> S::Answer {
    if far_apart(problem) {
        return general(problem, SatState::Skip, work, sink);
    }
    if work.memory.search_found_apart {
        return general(problem, SatState::Untried, work, sink);
    }
    closed_form::<BoxTriangle<V>, _, _, _, _>(problem, work, sink)
}

#[inline(never)]
fn general<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    problem: &Problem<'_, V, A, B>,
    sat: SatState,
    mut work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    let measured = path::solve(problem, sat, work.reborrow());
    sink.points(measured, work)
}

/// So far apart that a search is cheaper than the separating axes.
#[inline]
fn far_apart<V: Space, A: Convex<V>, B: Convex<V>>(problem: &Problem<'_, V, A, B>) -> bool {
    bounding_spheres::far_apart(problem.pair, problem.query.margin)
}

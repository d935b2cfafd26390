//! The way of every query to its answer, on one page:
//!
//! 1. **Recycling**: the answer of an earlier tick, if the shapes have hardly moved (`recycling.rs`).
//! 2. **Spheres** about their origins, the cheapest pair (`pairs/sphere_sphere.rs`).
//! 3. **Bounding spheres** that are farther apart than the margin (`bounding_spheres.rs`).
//! 4. **The table**: the algorithm for the two kinds of cores (`table.rs`, `pairs/`).
//! 5. **The general path** for what that cannot prove: last tick's facet, separating axes, GJK and EPA
//!    (`general/`).
//!
//! `measure`, `distance`, `overlap`, `collide` and the casts differ in the [`Goal`] and in what becomes of
//! the answer ([`Sink`]), not in the algorithm.

use clinch_shapes::{Convex, Core, CoreKind};
use clinch_support::Vector;

use crate::answer::{Measured, Relation};
use crate::bounding_spheres;
use crate::clip::Space;
use crate::features::contact_points;
use crate::general::path;
use crate::general::sat::SatState;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::pairs::ClosedForm;
use crate::pairs::box_box::{self, BoxBox};
use crate::pairs::box_box_2d;
use crate::pairs::box_triangle::BoxTriangle;
use crate::pairs::point_box::PointBox;
use crate::pairs::point_revolution::PointRevolution;
use crate::pairs::segment_box::SegmentBox;
use crate::pairs::segment_segment::SegmentSegment;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::posed::{Collect, Unwrapped};
use crate::problem::{Cores, Problem, Work};
use crate::query::{Goal, Query};
use crate::radii::Radii;
use crate::settings::Settings;
use crate::sink::Sink;
use crate::table::Algorithm;

/// Boxes, triangles and polytopes whose bounding spheres are farther apart than this part of both radii
/// are left to a search: there corners mostly face corners, and no axis is proved. Larger: distant pairs
/// pay for both. Smaller: so do pairs that face each other with a side.
const FAR: f64 = 0.25;

/// Steps 2 to 5.
// Spheres are inlined into the caller. The others ask for the cores again: cores that are passed to a
// function have to be stored first, which takes longer than spheres do.
#[inline(always)]
pub(crate) fn answer<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    work: Work<'_, V>,
    sink: S,
) -> S::Answer {
    if let Some(spheres) = SphereSphere::of(pair) {
        work.scratch.begin();
        return answer_spheres(&spheres, &Query::new(pair, settings, goal, work.memory.start.direction), work.memory, sink);
    }
    answer_others(pair, settings, goal, work, sink)
}

/// Two spheres about their origins.
// Inlined so that the answer stays in registers.
#[inline(always)]
fn answer_spheres<V: Space, S: Sink<V>>(spheres: &SphereSphere<'_, V>, query: &Query<'_, V>, memory: &mut Memory<V>, sink: S) -> S::Answer {
    let (relation, near) = spheres.relation(query);
    if near {
        return sink.one_point(relation, memory);
    }
    if let Relation::Beyond { axis, .. } = relation {
        memory.set_apart(axis);
    }
    sink.far(relation)
}

/// Steps 3 to 5.
#[inline]
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
    let (a, b) = (&pair.a.core(), &pair.b.core());
    let query = &Query::new(pair, settings, goal, work.memory.start.direction);
    work.scratch.begin();
    let problem = Problem { pair, cores: Cores { a, b, b_in_a: &pair.b_in_a }, query };
    if Algorithm::of(&problem.cores) == Algorithm::Posed {
        return answer_posed(&problem, work, sink);
    }
    solve(&problem, work, sink)
}

/// A core has a frame of its own: the inner shapes are queried in theirs.
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
    let found = solve(&inner, work.reborrow(), Collect { last: sink.last() });
    let measured = unwrapped.leave(found, work.memory, work.scratch);
    sink.points(measured, work)
}

/// Steps 4 and 5.
#[inline(always)]
fn solve<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(problem: &Problem<'_, V, A, B>, work: Work<'_, V>, sink: S) -> S::Answer {
    match Algorithm::of(&problem.cores) {
        Algorithm::SegmentSegment => closed_form::<SegmentSegment<V>, _, _, _, _>(problem, work, sink),
        Algorithm::PointBox => closed_form::<PointBox<V>, _, _, _, _>(problem, work, sink),
        Algorithm::PointRevolution => closed_form::<PointRevolution<V>, _, _, _, _>(problem, work, sink),
        Algorithm::SegmentBox => closed_form::<SegmentBox<V>, _, _, _, _>(problem, work, sink),
        Algorithm::BoxTriangle if V::DIM == 3 && !work.memory.apart && !far(problem) => {
            closed_form::<BoxTriangle<V>, _, _, _, _>(problem, work, sink)
        }
        Algorithm::BoxBox if V::DIM == 2 => boxes_2d(problem, work, sink),
        Algorithm::BoxBox if !far(problem) => boxes(problem, work, sink),
        Algorithm::BoxTriangle | Algorithm::Polytopes if !far(problem) => general(problem, SatState::Untried, work, sink),
        _ => general(problem, SatState::Failed, work, sink),
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
        return general(problem, SatState::Failed, work, sink);
    };
    let relation = found.relation(problem.query, work.memory);
    if problem.query.goal == Goal::Contact
        && let Some(scene) = found.scene()
        && let Relation::Near(separation) = &relation
    {
        contact_points(problem, scene, separation, work.scratch);
        return sink.points(Measured::without_search(relation), work);
    }
    sink.one_point(relation, work.memory)
}

#[inline(never)]
fn boxes_2d<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(problem: &Problem<'_, V, A, B>, work: Work<'_, V>, sink: S) -> S::Answer {
    let &Problem { cores, query, .. } = problem;
    if let (Core::Box(a), Core::Box(b)) = (cores.a, cores.b)
        && let Some(relation) = box_box_2d::relation([a, b], cores.b_in_a, query, work.memory, &mut work.scratch.points)
    {
        return sink.points(Measured::without_search(relation), work);
    }
    general(problem, SatState::Failed, work, sink)
}

#[inline(never)]
fn boxes<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(problem: &Problem<'_, V, A, B>, mut work: Work<'_, V>, sink: S) -> S::Answer {
    let &Problem { cores, query, .. } = problem;
    if let (Core::Box(a), Core::Box(b)) = (cores.a, cores.b)
        && let BoxBox::Solved(relation) = box_box::solve([a, b], cores.b_in_a, query, work.reborrow(), sink.last())
    {
        return sink.points(Measured::without_search(relation), work);
    }
    let axes = if query.goal == Goal::Contact { SatState::Listed } else { SatState::Failed };
    general(problem, axes, work, sink)
}

/// Step 5.
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

/// See [`FAR`]. Pairs this far apart within a small margin have been answered by their bounding spheres.
#[inline]
fn far<V: Space, A: Convex<V>, B: Convex<V>>(problem: &Problem<'_, V, A, B>) -> bool {
    let &Problem { pair, query, .. } = problem;
    let radii = pair.a.bounding_radius() + pair.b.bounding_radius();
    query.margin > FAR * radii && bounding_spheres::at_least(pair.b_in_a.translation.length(), radii) > FAR * radii
}

/// Whether two shapes touch, where the squares of lengths decide it. The margin is zero.
// The kinds alone first: most pairs are neither.
#[inline(always)]
pub(crate) fn touching<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<bool> {
    match (pair.a.core().kind(), pair.b.core().kind()) {
        (CoreKind::Point, CoreKind::Point) => SphereSphere::of(pair)?.touching(Radii::skins(settings), memory),
        (CoreKind::Point, CoreKind::Box) | (CoreKind::Box, CoreKind::Point) => {
            PointBox::of_sphere(pair)?.touching(Radii::of(pair).with_skins(settings), memory)
        }
        _ => None,
    }
}

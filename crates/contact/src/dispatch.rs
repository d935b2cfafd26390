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

use clinch_shapes::{Convex, Core};
use clinch_support::Vector;

use crate::answer::{Measured, Relation};
use crate::bounding_spheres;
use crate::clip::Space;
use crate::features::{Scene, contact_points};
use crate::general::path;
use crate::general::sat::SatState;
use crate::memory::Memory;
use crate::pair::{Cores, Pair};
use crate::pairs::box_box::{self, BoxBox};
use crate::pairs::box_box_2d;
use crate::pairs::box_triangle::BoxTriangle;
use crate::pairs::point_box::PointBox;
use crate::pairs::segment_box::SegmentBox;
use crate::pairs::segment_segment::SegmentSegment;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::posed::{Collect, Unwrapped};
use crate::query::{Goal, Query};
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::sink::Sink;
use crate::table::Algorithm;

/// Boxes, triangles and polytopes whose bounding spheres are farther apart than this part of both radii
/// are left to a search: there corners mostly face corners, and no axis is proved. Larger: distant pairs
/// pay for both. Smaller: so do pairs that face each other with a side.
const FAR: f64 = 0.25;

/// Steps 2 to 5.
#[inline]
pub(crate) fn answer<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    sink: S,
) -> S::Answer {
    answer_cores(pair, &Cores::of(pair), &Query::new(pair, settings, goal, memory.start.direction), memory, scratch, sink)
}

/// The same, where the cores are known: they are asked for once.
// Spheres are inlined into the caller, all others are not.
#[inline]
pub(crate) fn answer_cores<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    cores: &Cores<'_, V>,
    query: &Query<'_, V>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    sink: S,
) -> S::Answer {
    if let Some(spheres) = SphereSphere::of(pair, cores) {
        scratch.begin();
        return answer_spheres(&spheres, query, memory, sink);
    }
    answer_others(pair, cores, query, memory, scratch, sink)
}

/// Steps 3 to 5.
#[inline(never)]
fn answer_others<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    cores: &Cores<'_, V>,
    query: &Query<'_, V>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    sink: S,
) -> S::Answer {
    if let Some(relation) = bounding_spheres::apart(pair, query.settings, memory) {
        return sink.far(relation);
    }
    scratch.begin();
    if Algorithm::of(cores) == Algorithm::Posed {
        return answer_posed(pair, cores, query, memory, scratch, sink);
    }
    solve(pair, cores, query, memory, scratch, sink)
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

/// A core has a frame of its own: the inner shapes are queried in theirs.
#[inline(never)]
fn answer_posed<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    cores: &Cores<'_, V>,
    query: &Query<'_, V>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    sink: S,
) -> S::Answer {
    let unwrapped = Unwrapped::of(pair, cores);
    let query = unwrapped.enter(query, memory);
    let collect = Collect { last: sink.last() };
    let found = solve(&unwrapped.inner, &Cores::of(&unwrapped.inner), &query, memory, scratch, collect);
    let measured = unwrapped.leave(found, memory, scratch);
    sink.points(measured, memory, &mut scratch.points)
}

/// Steps 4 and 5.
// Each arm hands its answer to the sink, so that it stays in registers.
fn solve<V: Space, A: Convex<V>, B: Convex<V>, S: Sink<V>>(
    pair: &Pair<V, A, B>,
    cores: &Cores<'_, V>,
    query: &Query<'_, V>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    sink: S,
) -> S::Answer {
    let contact = query.goal == Goal::Contact;
    let sat = match Algorithm::of(cores) {
        Algorithm::SegmentSegment => {
            if let Some(found) = SegmentSegment::of(cores) {
                let relation = found.relation(query);
                if contact
                    && found.may_share_more()
                    && let Relation::Near(separation) = &relation
                {
                    contact_points(pair, cores, found.scene(), query, separation, scratch);
                    return sink.points(Measured::without_search(relation), memory, &mut scratch.points);
                }
                return sink.one_point(relation, memory);
            }
            SatState::Failed
        }
        Algorithm::PointBox => {
            if let Some(found) = PointBox::of(cores) {
                return sink.one_point(found.relation(cores.b_in_a, query, memory), memory);
            }
            SatState::Failed
        }
        Algorithm::SegmentBox => {
            if let Some(found) = SegmentBox::of(cores) {
                let relation = found.relation(query, memory);
                if contact && let Relation::Near(separation) = &relation {
                    contact_points(pair, cores, found.scene(), query, separation, scratch);
                    return sink.points(Measured::without_search(relation), memory, &mut scratch.points);
                }
                return sink.one_point(relation, memory);
            }
            SatState::Failed
        }
        Algorithm::BoxBox => match (&cores.a, &cores.b) {
            (Core::Box(a), Core::Box(b)) if V::DIM == 2 => {
                if let Some(relation) = box_box_2d::relation([a, b], cores.b_in_a, query, memory, &mut scratch.points) {
                    return sink.points(Measured::without_search(relation), memory, &mut scratch.points);
                }
                SatState::Failed
            }
            (Core::Box(a), Core::Box(b)) if !far(pair, query) => {
                if let BoxBox::Solved(relation) = box_box::solve([a, b], cores.b_in_a, query, memory, scratch, sink.last()) {
                    return sink.points(Measured::without_search(relation), memory, &mut scratch.points);
                }
                if contact { SatState::Listed } else { SatState::Failed }
            }
            _ => SatState::Failed,
        },
        Algorithm::BoxTriangle if V::DIM == 3 && !memory.apart && !far(pair, query) => {
            if let Some(found) = BoxTriangle::of(cores, query, &mut scratch.sat) {
                let (relation, frame, size) = found.relation(query, memory);
                if contact && let Relation::Near(separation) = &relation {
                    contact_points(pair, cores, Scene { frame: &frame, size }, query, separation, scratch);
                    return sink.points(Measured::without_search(relation), memory, &mut scratch.points);
                }
                return sink.one_point(relation, memory);
            }
            SatState::Failed
        }
        Algorithm::BoxTriangle | Algorithm::Polytopes if far(pair, query) => SatState::Failed,
        Algorithm::BoxTriangle | Algorithm::Polytopes => SatState::Untried,
        Algorithm::HalfSpace | Algorithm::Revolution | Algorithm::Search | Algorithm::Posed => SatState::Failed,
    };
    let measured = path::solve(pair, cores, query, sat, memory, scratch);
    sink.points(measured, memory, &mut scratch.points)
}

/// See [`FAR`]. Pairs this far apart within a small margin have been answered by their bounding spheres.
#[inline]
fn far<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, query: &Query<'_, V>) -> bool {
    let reach = pair.a.bounding_radius() + pair.b.bounding_radius();
    query.margin > FAR * reach && bounding_spheres::at_least(pair.b_in_a.translation.length(), reach) > FAR * reach
}

/// Whether two shapes touch, where the squares of lengths decide it. The margin is zero.
#[inline]
pub(crate) fn touching<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    cores: &Cores<'_, V>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<bool> {
    if let Some(spheres) = SphereSphere::of(pair, cores) {
        return spheres.touching(Radii::skins(settings), memory);
    }
    PointBox::of(cores)?.touching(&pair.b_in_a, Radii::of(pair).with_skins(settings), memory)
}

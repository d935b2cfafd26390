//! The steps of the general path, in their order.

use clinch_shapes::{Convex, Core};
use clinch_support::{Difference, Vector};

use super::gjk_epa::GjkEpa;
use super::sat::{SatState, Stage, Test};
use super::{cached_facet, guessed_facet, sat};
use crate::answer::Measured;
use crate::clip::Space;
use crate::features::{Scene, contact_points};
use crate::pair::Pair;
use crate::pairs::revolution;
use crate::problem::{Cores, Problem, Work};

/// The answer for any two cores that have farthest points: all but half-spaces. For a contact
/// query, `scratch.points` has the contact points within the margin. `sat` says what the pair
/// algorithm before has found out about separating axes.
pub(crate) fn solve<V: Space, A: Convex<V>, B: Convex<V>>(
    problem: &Problem<'_, V, A, B>,
    sat: SatState,
    mut work: Work<'_, V>,
) -> Measured<V> {
    let &Problem { pair, query, .. } = problem;
    let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
    let measured = separation(problem, &difference, sat, work.reborrow());
    if let Some(separation) = measured.relation.contact(query) {
        let scene = Scene { frame: difference.frame(), size: difference.size() };
        contact_points(problem, scene, separation, work.scratch);
    }
    measured
}

fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    problem: &Problem<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    sat: SatState,
    mut work: Work<'_, V>,
) -> Measured<V> {
    let Problem { pair, cores, query } = problem;
    let frame = difference.frame();
    let Work { memory, scratch } = work.reborrow();
    if let Some(answer) = cached_facet::separation(pair, difference, (&memory.start, query.within()), &mut scratch.face_a) {
        memory.start.direction = V::narrow(answer.normal());
        return Measured::without_search(answer.with_radii(query, frame));
    }
    if sat != SatState::AxesListed
        && !query.distance_only()
        && let Some(measured) = guessed_facet::separation(problem, difference, work.reborrow())
    {
        return measured;
    }
    let Work { memory, scratch } = work;
    let spheres_apart = bounding_spheres_apart(pair);
    if tries_vertices_and_edges(cores, spheres_apart)
        && let Some(answer) = revolution::separation(problem, difference, spheres_apart)
    {
        return Measured::without_search(memory.store_axis(answer, query, frame));
    }
    if let Some(answer) = sat::resume(
        cores,
        difference,
        Test { query, stage: Stage::BeforeSearch { search_found_apart: memory.search_found_apart } },
        sat,
        &mut scratch.sat,
    ) {
        let relation = memory.store_axis(answer, query, frame);
        memory.store_facet(&scratch.sat.facet);
        return Measured { calls: scratch.guess_calls, ..Measured::without_search(relation) };
    }
    GjkEpa { cores, difference, query }.run(memory, scratch)
}

/// Whether vertices and edges are tried: always next to a solid of revolution; for a box and
/// another box or a triangle only if their bounding spheres do not meet, where vertices mostly face
/// vertices.
fn tries_vertices_and_edges<V: Space>(cores: &Cores<'_, V>, spheres_apart: bool) -> bool {
    let round = matches!(cores.a, Core::Revolution(_)) || matches!(cores.b, Core::Revolution(_));
    let boxed = matches!((cores.a, cores.b), (Core::Box(_), Core::Box(_) | Core::Triangle(_)) | (Core::Triangle(_), Core::Box(_)));
    V::DIM == 3 && (round || spheres_apart && boxed)
}

fn bounding_spheres_apart<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>) -> bool {
    let radii = pair.a.bounding_radius() + pair.b.bounding_radius();
    pair.b_in_a.translation.length_squared() > radii * radii
}

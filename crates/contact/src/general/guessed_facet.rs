//! The facet nearest the origin, guessed by a line in `f32` and proved as last tick's facet is.
//!
//! * Polytopes that overlap by less than their contact patch is wide have the depth of one facet:
//!   that by which the line between the centres leaves A − B, or the line along last tick's normal.
//!   The same facet has the distance of polytopes that are nearly in contact.
//! * [`cached_facet`] proves it. What it does not prove is left to the separating axes and to a
//!   search, whatever the guess was.

use clinch_gjk::{FacetEnd, Start, guess_facet};
use clinch_shapes::{Convex, Core};
use clinch_support::Difference;
use smallvec::SmallVec;

use super::cached_facet;
use crate::answer::{CoreAnswer, Measured};
use crate::bounding_spheres;
use crate::clip::Space;
use crate::problem::{Problem, Work};

/// The separation of two polytopes, if the guessed facet or an axis on the way to it proves it.
/// Otherwise the memory is as it was. Not for queries that need no depth, which a simplex answers.
pub(super) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    problem: &Problem<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    Work { memory, scratch }: Work<'_, V>,
) -> Option<Measured<V>> {
    let &Problem { pair, cores, query } = problem;
    // Boxes and triangles have axes of their own, which choose by rule between those that are equally
    // deep. Two hulls of many vertices have too many blocks.
    let is_hull = |core: &Core<'_, V>| matches!(core, Core::Polytope(_) | Core::Other);
    let has_few = |core: &Core<'_, V>| matches!(core, Core::Polytope(_) | Core::Box(_) | Core::Triangle(_));
    let [a, b] = [cores.a, cores.b];
    let polytopes = is_hull(a) && has_few(b) || has_few(a) && is_hull(b);
    if V::DIM == 2 || !polytopes || query.distance_only() || memory.search_found_apart || bounding_spheres::far_apart(pair, query.margin) {
        return None;
    }
    let outward = if memory.start.is_cold() { difference.between_centers() } else { memory.start.direction.widen() };
    let guess = guess_facet(difference, &memory.start, outward, &query.gjk())?;
    scratch.guess_calls += guess.calls;
    let (answer, vertices) = match guess.end {
        FacetEnd::Beyond { axis, at_least } => (CoreAnswer::Beyond { axis, at_least }, SmallVec::new()),
        FacetEnd::Facet([p, q, r]) => {
            let facet = Start { vertices: SmallVec::from_buf_and_len([p, q, r, r], 3), direction: V::narrow(outward) };
            (cached_facet::separation(pair, difference, (&facet, query.within()), &mut scratch.face_a)?, facet.vertices)
        }
    };
    memory.start = Start { vertices, direction: V::narrow(answer.normal()) };
    Some(Measured { calls: guess.calls, ..Measured::without_search(answer.with_radii(query, difference.frame())) })
}

//! The facet nearest the origin, guessed by a line in `f32` and proved as last tick's facet is.
//!
//! * Of polytopes that overlap by less than their contact patch is wide, the depth is mostly that
//!   of the facet by which the line between the centres leaves A − B, or the line along last tick's
//!   normal. The same facet has the distance of polytopes that are nearly in contact.
//! * [`cached_facet`] proves it. What it does not prove is left to the separating axes and to a
//!   search, as if nothing had been guessed.

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
/// Otherwise the memory is as it was. Not for queries that need no depth: a simplex around the
/// origin answers them.
pub(super) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    problem: &Problem<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    Work { memory, scratch }: Work<'_, V>,
) -> Option<Measured<V>> {
    let &Problem { pair, cores, query } = problem;
    // One is a hull, or a shape of the caller's. Boxes and triangles among themselves choose by
    // rule between axes that are equally deep. Of two unknown shapes neither may be a polytope.
    let is_hull_or_unknown = |core: &Core<'_, V>| matches!(core, Core::Polytope(_) | Core::Other);
    let is_polytope = |core: &Core<'_, V>| matches!(core, Core::Polytope(_) | Core::Box(_) | Core::Triangle(_));
    let [a, b] = [cores.a, cores.b];
    let guesses = is_hull_or_unknown(a) && is_polytope(b) || is_polytope(a) && is_hull_or_unknown(b);
    if V::DIM == 2 || !guesses || memory.search_found_apart || bounding_spheres::far_apart(pair, query.margin) {
        return None;
    }
    let last = memory.start.direction;
    let outward = if last == V::ZERO { difference.between_centers() } else { last.widen() };
    let guess = guess_facet(difference, &memory.start, outward, &query.gjk())?;
    scratch.guess_calls += guess.calls;
    let answer = match guess.end {
        FacetEnd::Beyond { axis, at_least } => CoreAnswer::Beyond { axis, at_least },
        FacetEnd::Facet(vertices) => {
            // That of last tick has not been proved just now.
            let known = &memory.start.vertices;
            if known.len() == 3 && vertices.iter().all(|vertex| known.contains(vertex)) {
                return None;
            }
            let [p, q, r] = vertices;
            let facet = Start { vertices: SmallVec::from_buf_and_len([p, q, r, r], 3), direction: V::narrow(outward) };
            let answer = cached_facet::separation(pair, difference, (&facet, query.within()), &mut scratch.face_a)?;
            memory.start.vertices = facet.vertices;
            answer
        }
        FacetEnd::None => return None,
    };
    memory.start.direction = V::narrow(answer.normal());
    Some(Measured { calls: guess.calls, ..Measured::without_search(answer.with_radii(query, difference.frame())) })
}

//! Whether two polytopes touch or are beyond the margin, and how far they are apart, by a search in
//! `f32` whose end is proved in `f64`.

use clinch_gjk::{Guess, Proof, ProvedDistance, guess, prove_distance};
use clinch_shapes::Convex;

use super::gjk_epa::GjkEpa;
use super::simplex_depth::proved_depth;
use crate::answer::{CoreAnswer, Measured, Separation};
use crate::clip::Space;
use crate::memory::Memory;
use crate::scratch::Scratch;

impl<V: Space, A: Convex<V>, B: Convex<V>> GjkEpa<'_, V, A, B> {
    /// The answer, if the guess is proved and answers the query: that the shapes are beyond the
    /// margin or, if the query needs no depth, that they overlap. Otherwise the memory starts the
    /// search where the guess ended; without a guess it is as it was.
    pub(super) fn guess(&self, memory: &mut Memory<V>, scratch: &mut Scratch<V>) -> Option<Measured<V>> {
        let &Self { difference, query, .. } = self;
        let Guess { proof, start, calls } = guess(difference, &query.gjk())?;
        scratch.guess_calls += calls;
        memory.start = start;
        let answer = match proof {
            Proof::Beyond { axis, at_least } => {
                memory.search_found_apart = true;
                CoreAnswer::Beyond { axis, at_least }
            }
            Proof::Overlapping { depth } if query.distance_only() => {
                let at_least = proved_depth(difference, depth)?;
                memory.search_found_apart = false;
                CoreAnswer::Overlapping { at_least }
            }
            Proof::Overlapping { .. } | Proof::None => return None,
        };
        let relation = answer.with_radii(query, difference.frame());
        Some(Measured { calls: scratch.guess_calls, ..Measured::without_search(relation) })
    }

    /// The distance, if the memory's vertices still have the nearest points or a guess has found
    /// them. `guess_calls` are those of the guess.
    pub(super) fn prove_start(&self, memory: &mut Memory<V>, guess_calls: u32) -> Option<Measured<V>> {
        let &Self { difference, query, .. } = self;
        let ProvedDistance { normal, distance, lower, upper, point_a, point_b } =
            prove_distance(difference, &memory.start.vertices, &query.gjk())?;
        memory.start.direction = V::narrow(normal);
        memory.search_found_apart = memory.start.direction != V::ZERO;
        let answer = CoreAnswer::Near(Separation { normal, distance, lower, upper, point_a, point_b });
        let relation = answer.with_radii(query, difference.frame());
        Some(Measured { relation, calls: guess_calls + 1, unfinished: false, slow_steps: 0, recycled: false })
    }
}

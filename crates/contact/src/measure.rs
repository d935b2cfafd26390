//! The signed distance of two swept shapes.

use clinch_shapes::Convex;

use crate::answer::Measured;
use crate::clip::Space;
use crate::dispatch::answer;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::problem::Work;
use crate::query::Goal;
use crate::recycling;
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::sink::ToCaller;

/// The signed distance of two shapes, if it is not greater than the margin.
///
/// In A's frame and the caller's unit. `memory` is the warm start, read and written;
/// `scratch.record` holds every vertex that a search evaluated, and is empty where a closed form or
/// separating axes answered. Flat and point-like shapes are answered; a NaN gives
/// [`Relation::Undefined`](crate::Relation::Undefined).
///
/// The distance of the cores is computed and the radii are subtracted, so shapes that overlap by
/// less than their radii never need EPA.
pub fn measure<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V> {
    query(pair, settings, Goal::SignedDistance, memory, scratch)
}

/// The distance of two shapes that are apart, if it is not greater than the margin.
///
/// The answer is that of [`measure`] where the shapes are apart. Where they touch or overlap, the
/// separation is an upper bound without points and without a normal: the query ends where the
/// search for the depth would begin.
pub fn distance<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V> {
    query(pair, settings, Goal::Distance, memory, scratch)
}

#[inline]
fn query<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V> {
    if settings.recycling.is_on()
        && let Some(measured) = recycling::apart(pair, settings, memory)
    {
        return measured;
    }
    answer(pair, settings, goal, Work { memory, scratch }, ToCaller { pair, settings })
}

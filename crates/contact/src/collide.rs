//! The contact manifold of two shapes.

use clinch_shapes::Convex;

use crate::answer::Measured;
use crate::clip::Space;
use crate::dispatch::answer;
use crate::manifold::Manifold;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::problem::Work;
use crate::query::Goal;
use crate::recycling;
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::sink::ToManifold;

/// Where do two shapes touch?
///
/// `manifold` goes in as last tick's and comes out as this tick's, in A's frame and the caller's
/// unit. Its points are apart by up to `settings.margin`, recycled ones by up to the motion more; a
/// point that continues one of last tick's is marked as kept and carries the user data of that. The
/// manifold is empty when the shapes are farther apart, or when an input is not finite; the
/// returned [`Measured`] says which. Shapes that touch or overlap have at least one point.
///
/// Costs what [`measure`](crate::measure()) costs and, for two faces of four corners, some 150 ns
/// for the clipping.
pub fn collide<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    manifold: &mut Manifold<V>,
) -> Measured<V> {
    if settings.recycling.is_on() {
        if let Some(measured) = recycling::contact(pair, settings, memory, manifold) {
            return measured;
        }
        if let Some(measured) = recycling::apart(pair, settings, memory) {
            manifold.clear();
            return measured;
        }
    }
    answer(pair, settings, Goal::Contact, Work { memory, scratch }, ToManifold { pair, settings, manifold })
}

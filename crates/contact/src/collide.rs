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
///
/// ```
/// use clinch_contact::{Manifold, Memory, Pair, Scratch, Settings, collide};
/// use clinch_shapes::{Cuboid, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let (floor, block) = (Cuboid::new(Vec3::new(4.0, 0.5, 4.0))?, Cuboid::new(Vec3::splat(0.5))?);
/// let settings = Settings::with_margin(0.125); // speculative points up to this distance
/// let (mut memory, mut manifold) = (Memory::new(), Manifold::new()); // one each per pair
/// let mut scratch = Scratch::new(); // one per thread
///
/// let mut tick = |x: f64, y: f64| {
///     let pair = Pair { a: floor, b: block, b_in_a: Pose::at(DVec3::new(x, y, 0.0)) };
///     collide(&pair, &settings, &mut memory, &mut scratch, &mut manifold);
///     // The solver's impulses would go here: they come back with the point in the next tick.
///     manifold.points.iter_mut().for_each(|point| point.user_data[0] += 1.0);
///     manifold.clone()
/// };
/// let first = tick(0.0, 0.9375);
/// assert_eq!((first.normal, first.points.len(), first.separation()), (Vec3::Y, 4, -0.0625));
/// assert!(first.points.iter().all(|point| point.on_a.y == 0.5 && point.on_b.y == -0.5));
///
/// let slid = tick(0.25, 1.0625); // apart now, within the margin
/// assert!(!slid.is_touching() && slid.points.iter().all(|point| point.persisted));
/// assert!(slid.points.iter().all(|point| point.user_data[0] == 2.0));
/// assert!(tick(0.5, 1.25).points.is_empty());
/// # Ok::<(), ShapeError>(())
/// ```
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

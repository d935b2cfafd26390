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
/// `scratch.record` holds every vertex that a search evaluated, and is empty where none was needed:
/// after closed forms, separating axes, a proved guess, and proved features of last tick. Flat and
/// point-like shapes are answered; a NaN gives [`Relation::Undefined`](crate::Relation::Undefined).
///
/// The distance of the cores is computed and the radii are subtracted, so shapes that overlap by
/// less than their radii never need EPA.
///
/// ```
/// use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, measure};
/// use clinch_shapes::{Capsule, Cuboid, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let (block, capsule) = (Cuboid::new(Vec3::ONE)?, Capsule::new(1.0, 0.5)?);
/// let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
/// let mut at = |x: f64, settings: &Settings<f32>| {
///     let pair = Pair { a: block, b: capsule, b_in_a: Pose::at(DVec3::new(x, 0.0, 0.0)) };
///     measure(&pair, settings, &mut memory, &mut scratch).relation
/// };
/// let everything = Settings::with_margin(f32::INFINITY);
/// let Relation::Near(apart) = at(3.5, &everything) else { panic!("no margin to be beyond of") };
/// assert_eq!((apart.distance, apart.normal), (2.0, DVec3::X));
/// assert!(apart.lower <= 2.0 && 2.0 <= apart.upper);
/// let Relation::Near(overlap) = at(1.25, &everything) else { panic!("they overlap") };
/// assert_eq!((overlap.distance, overlap.is_touching()), (-0.25, true));
/// assert!(matches!(at(3.5, &Settings::with_margin(1.0)), Relation::Beyond { .. }));
/// assert!(matches!(at(f64::NAN, &everything), Relation::Undefined));
/// # Ok::<(), ShapeError>(())
/// ```
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
///
/// ```
/// use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, distance};
/// use clinch_shapes::{Cuboid, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let block = Cuboid::new(Vec3::ONE)?;
/// let settings = Settings::with_margin(f32::INFINITY);
/// let at = |x: f64| {
///     let pair = Pair { a: block, b: block, b_in_a: Pose::at(DVec3::X * x) };
///     distance(&pair, &settings, &mut Memory::new(), &mut Scratch::new()).relation
/// };
/// let Relation::Near(apart) = at(5.0) else { panic!("the margin is infinite") };
/// assert_eq!((apart.distance, apart.normal), (3.0, DVec3::X));
/// assert!(matches!(at(1.5), Relation::Near(overlap) if overlap.is_touching()));
/// # Ok::<(), ShapeError>(())
/// ```
pub fn distance<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V> {
    query(pair, settings, Goal::Distance, memory, scratch)
}

/// [`measure`] or [`distance`], by the goal.
#[inline]
pub(crate) fn query<V: Space, A: Convex<V>, B: Convex<V>>(
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

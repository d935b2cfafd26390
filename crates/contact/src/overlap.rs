//! Whether two shapes share a point: the query of sensors, cheaper than the depth.
//!
//! * Polytopes without a warm start are searched in `f32`, and what that finds is proved in `f64`
//!   (`general/guessed.rs`). Where it is not proved, the search goes on from there.
//! * A simplex of A − B that holds the origin well inside proves that the cores overlap. GJK mostly
//!   ends with one, so no depth is computed. Where the origin is too near to a side to decide, the
//!   full query decides, so that the answer never contradicts [`measure`](crate::measure()).
//! * The distance of the origin from the sides bounds how far the shapes may move and still
//!   overlap: with recycling, a body at rest in a sensor costs a comparison of poses.
//! * Without recycling, spheres, capsules and boxes, but for two boxes in 3D, are decided without
//!   a length (`touching.rs`). With it they are not, because yes or no gives no bound to store.

use clinch_shapes::Convex;
use clinch_support::Scalar;

use crate::answer::{Measured, Relation};
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
use crate::touching::{near_shapes, touching};

/// Whether two shapes share a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// They touch or overlap, or cannot be proved not to: sets are closed. `None` if an input is
    /// not finite.
    pub touching: Option<bool>,
    /// Support calls that a search made on A − B.
    pub calls: u32,
    /// The search stopped before it had a proof.
    pub unfinished: bool,
    /// Steps of GJK that needed the robust sub-distance step.
    pub slow_steps: u32,
    /// The answer follows from what an earlier tick proved.
    pub recycled: bool,
}

impl Overlap {
    /// An answer that needed no search.
    #[inline]
    pub(crate) fn without_search(touching: bool) -> Self {
        Self { touching: Some(touching), calls: 0, unfinished: false, slow_steps: 0, recycled: false }
    }
}

/// Do two shapes share a point?
///
/// The margin is ignored, skins are not. `memory` is the warm start, read and written; with
/// [`recycling`](Settings::recycling), pairs that have moved by less than was proved are
/// answered without a look at the shapes, which changes no answer. The answer is that of
/// [`measure`](crate::measure()), at a fraction of its cost for spheres and capsules, and for round
/// shapes and hulls that overlap deeply.
///
/// ```
/// use clinch_contact::{Memory, Pair, Scratch, Settings, overlap};
/// use clinch_shapes::{Cylinder, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let drum = Cylinder::<Vec3>::new(1.0, 0.5)?;
/// let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
/// let mut touching = |x: f64| {
///     let pair = Pair { a: drum, b: drum, b_in_a: Pose::at(DVec3::X * x) };
///     overlap(&pair, &Settings::default(), &mut memory, &mut scratch).touching
/// };
/// assert_eq!([0.75, 1.0].map(&mut touching), [Some(true), Some(true)]);
/// assert_eq!(touching(1.001), Some(false));
/// assert_eq!(touching(f64::INFINITY), None);
/// # Ok::<(), ShapeError>(())
/// ```
#[inline]
pub fn overlap<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Overlap {
    overlap_by(touching, pair, settings, Work { memory, scratch })
}

/// The same without the tests of spheres and of bounding spheres, which the caller has made.
#[inline]
pub(crate) fn near_overlap<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Overlap {
    overlap_by(near_shapes, pair, settings, Work { memory, scratch })
}

/// By a test without a length, where that decides.
#[inline(always)]
fn overlap_by<V: Space, A: Convex<V>, B: Convex<V>>(
    test: impl FnOnce(&Pair<V, A, B>, &Settings<V::Scalar>, &mut Memory<V>) -> Option<bool>,
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    Work { memory, scratch }: Work<'_, V>,
) -> Overlap {
    if !settings.recycling.is_on()
        && let Some(touching) = test(pair, settings, memory)
    {
        scratch.begin();
        return Overlap::without_search(touching);
    }
    measured_overlap(pair, settings, memory, scratch)
}

/// By recycling, or by the distance.
#[inline(never)]
fn measured_overlap<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Overlap {
    let settings = Settings { margin: V::Scalar::ZERO, ..*settings };
    let known = if settings.recycling.is_on() { recycling::apart_or_overlapping(pair, &settings, memory) } else { None };
    let Measured { relation, calls, unfinished, slow_steps, recycled } = match known {
        Some(measured) => measured,
        None => answer(pair, &settings, Goal::Overlap, Work { memory, scratch }, ToCaller { pair, settings: &settings }),
    };
    let touching = match relation {
        Relation::Beyond { .. } => Some(false),
        Relation::Near(near) => Some(near.is_touching()),
        Relation::Undefined => None,
    };
    Overlap { touching, calls, unfinished, slow_steps, recycled }
}

//! Distance and shape casts.

use std::ptr::null_mut;

use box3d_sys::{b3DistanceInput, b3ShapeCast, b3ShapeCastPairInput, b3ShapeDistance, b3SimplexCache};
use glam::Vec3;

use crate::pose::{Pose, raw, vector};
use crate::shape::Shape;

/// The simplex of a pair's last distance query. Use it for one pair of shapes only.
#[derive(Clone, Copy, Default)]
pub struct DistanceCache(b3SimplexCache);

/// The distance of two shapes and the witness points, in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    /// 0 if the shapes overlap.
    pub distance: f32,
    /// The witness point on A.
    pub on_a: Vec3,
    /// The witness point on B.
    pub on_b: Vec3,
}

/// `b3ShapeDistance`.
pub fn distance(a: &Shape, b: &Shape, b_in_a: &Pose, cache: &mut DistanceCache) -> Distance {
    let input = b3DistanceInput { proxyA: a.proxy(), proxyB: b.proxy(), transform: b_in_a.raw(), useRadii: true };
    // The indices in the cache of another pair could be out of bounds.
    let (most_a, most_b) = (input.proxyA.count, input.proxyB.count);
    let known = usize::from(cache.0.count).min(4);
    let fits = |indices: &[u8], most: i32| indices[..known].iter().all(|&index| i32::from(index) < most);
    if !(fits(&cache.0.indexA, most_a) && fits(&cache.0.indexB, most_b)) {
        *cache = DistanceCache::default();
    }
    // SAFETY: the proxies borrow `a` and `b`, which outlive the call; the indices in the cache are
    // in bounds; the buffer for simplexes is null with capacity 0.
    let output = unsafe { b3ShapeDistance(&input, &mut cache.0, null_mut(), 0) };
    Distance { distance: output.distance, on_a: vector(output.pointA), on_b: vector(output.pointB) }
}

/// `b3ShapeCast`: the fraction of `motion`, in A's frame, by which B moves until the shapes touch.
/// `None` if they do not touch, or touch at the start.
pub fn cast(a: &Shape, b: &Shape, b_in_a: &Pose, motion: Vec3) -> Option<f32> {
    let input = b3ShapeCastPairInput {
        proxyA: a.proxy(),
        proxyB: b.proxy(),
        transform: b_in_a.raw(),
        translationB: raw(motion),
        maxFraction: 1.0,
        canEncroach: false,
    };
    // SAFETY: the proxies borrow `a` and `b`, which outlive the call.
    let output = unsafe { b3ShapeCast(&input) };
    output.hit.then_some(output.fraction)
}

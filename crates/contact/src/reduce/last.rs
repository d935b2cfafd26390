//! Whether last tick's choice of points is about as good as the best of this tick.
//!
//! A cylinder that settles on its cap would otherwise have other points each tick, as its tilt
//! turns by less than a micron, and without warm starting it would creep.
//!
//! * The best points are chosen without a memory. Last tick's replace them only if they are as many
//!   and span nearly as much; and so must those of them that are chosen before others.
//! * If none of last tick's is deep enough, one is replaced by the deepest: three persistent ids
//!   are better than none.

use glam::DVec2;

use super::candidate::{Candidate, ON_LINE, ONE_PLACE, Places, ends, spanned_by};
use super::extent::Extent;
use crate::manifold::FeatureId;

/// The part of the best span that last tick's choice must have. Larger: points flicker where eight
/// are nearly equal, as for a box rotated on another. Smaller: the contact patch may be that much
/// smaller.
pub(super) const HYSTERESIS: f64 = 0.95;

/// Last tick's choice is kept whole although it lacks the deepest point, if one of it is less deep
/// by no more than this part of the spread. Larger: a corner penetrates by as much before it has a
/// contact. Smaller: the points of a cylinder on its cap change as its tilt turns, however little.
pub(super) const LAST_DEPTH: f64 = 3e-5;

/// By how much the deepest point that is kept may be less deep than the deepest of all, relative to
/// the radius of the smaller shape: all points are within twice that of each other.
pub(crate) const REDUCED_DEPTH: f64 = 2.0 * LAST_DEPTH;

/// Last tick's choice, if it is about as good as `best`.
pub(super) fn about_as_good(candidates: &[Candidate], best: &[usize], extent: Extent, last: &[FeatureId]) -> Option<Places> {
    let was_kept = |place: usize| last.iter().fold(false, |kept, &name| kept | (name == candidates[place].feature));
    let last_choice: Places = (0..candidates.len()).filter(|&place| was_kept(place)).collect();
    if last_choice.len() != best.len() || last_choice.is_empty() {
        return None;
    }
    let at = |place: usize| candidates[place].position;
    let is_deep = |&place: &usize| candidates[place].height <= extent.lowest + LAST_DEPTH * extent.spread;
    let last_choice = if last_choice.iter().any(is_deep) {
        last_choice
    } else {
        let deepest = *best.iter().find(|&&place| candidates[place].height <= extent.equally_deep())?;
        with_one_replaced(&last_choice, deepest, at)
    };
    let first =
        |places: &[usize]| -> Places { places.iter().copied().filter(|&place| extent.is_chosen_first(&candidates[place])).collect() };
    let is_as_good = spans_nearly(&last_choice, best, at, extent) && spans_nearly(&first(&last_choice), &first(best), at, extent);
    is_as_good.then_some(last_choice)
}

/// These points with another in place of that one with which they span the most.
fn with_one_replaced(places: &Places, by: usize, at: impl Fn(usize) -> DVec2 + Copy) -> Places {
    let replaced = (0..places.len()).map(|slot| {
        let mut replaced = places.clone();
        replaced[slot] = by;
        replaced.sort_unstable();
        replaced
    });
    let size = |places: &Places| (spanned_by(places, at), ends(places, at).1);
    replaced.reduce(|most, next| if size(&next) > size(&most) { next } else { most }).unwrap_or_default()
}

/// Whether points span nearly as much as the best: the same area, or length if those are on a line.
fn spans_nearly(places: &[usize], best: &[usize], at: impl Fn(usize) -> DVec2 + Copy, extent: Extent) -> bool {
    let (area, length) = (spanned_by(best, at), ends(best, at).1);
    if area > ON_LINE * length * length {
        spanned_by(places, at) >= HYSTERESIS * area
    } else {
        // At one place there is nothing to span.
        length <= ONE_PLACE * extent.spread || ends(places, at).1 >= HYSTERESIS * length
    }
}

//! The part of a composite shape that is nearest to a body.
//!
//! * What the tree, or the order of the parts, visits beyond the nearest part must change no bit of
//!   the answer. So each bound of a part is at least the distance of its box, and a part whose box
//!   is farther than the nearest part decides nothing.
//! * Of parts equally near, the one with the least normal and point is taken before that with the
//!   least id, so that the order of the parts chooses no normal.

use core::cmp::Ordering;

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{Pair, Relation, Separation, Settings, Space};
use clinch_shapes::{Aabb, Convex};
use clinch_support::Vector;

use crate::boxes::{body_box, gap};
use crate::near_first::NearFirst;
use crate::not_negative::not_negative;
use crate::order::by_depth;
use crate::part::{Part, with_part};

/// What a search for the nearest part finds.
pub(crate) enum Nearest<V: Vector> {
    /// No part within the margin.
    None,
    /// All are apart: the nearest.
    Apart { separation: Separation<V>, sub_shape: SubShapeId },
    /// The part with the least separation.
    Touching { separation: Separation<V>, sub_shape: SubShapeId },
    /// An input is not finite.
    Undefined,
}

/// A search for the part of A that is nearest to B.
pub(crate) struct NearestPart<'p, V: Vector, C: ?Sized, B> {
    pair: &'p Pair<V, &'p C, B>,
    settings: &'p Settings<V::Scalar>,
}

/// What is known of all parts that were visited.
struct Progress<V: Vector> {
    best: Option<Best<V>>,
    lower: f64,
    upper: f64,
    undefined: bool,
}

/// The nearest part so far.
struct Best<V: Vector> {
    separation: Separation<V>,
    sub_shape: SubShapeId,
}

impl<'p, V: Space, C: Composite<V> + ?Sized, B: Convex<V>> NearestPart<'p, V, C, B> {
    pub(crate) fn new(pair: &'p Pair<V, &'p C, B>, settings: &'p Settings<V::Scalar>) -> Self {
        Self { pair, settings }
    }

    pub(crate) fn margin(&self) -> f64 {
        not_negative(self.settings.margin)
    }

    /// The bounds of the body with both skins.
    fn bounds(&self) -> Option<Aabb<V::Wide>> {
        body_box(self.pair, not_negative(self.settings.skin_a) + not_negative(self.settings.skin_b))
    }

    /// Visits the parts, near ones first. `of_part` computes the relation of one, in its frame.
    /// With `stop_at_touch`, the first part that touches is the answer.
    pub(crate) fn run(&self, stop_at_touch: bool, mut of_part: impl FnMut(&Part<'_, V>) -> Relation<V>) -> Nearest<V> {
        let Some(body) = self.bounds() else { return Nearest::Undefined };
        // Bounds of parts in their poses are grown by rounding, those of the whole may not be.
        let whole = gap(&self.pair.a.bounds(), &body);
        let mut progress = Progress { best: None, lower: f64::INFINITY, upper: f64::INFINITY, undefined: false };
        NearFirst::run(self.pair.a, body, self.margin(), |id, limit| {
            let of_part = |part: &Part<'_, V>| match of_part(part) {
                Relation::Near(near) => progress.add(part.separation(near), gap(&part.bounds(), &body).max(whole), id),
                Relation::Beyond { .. } => {}
                Relation::Undefined => progress.undefined = true,
            };
            with_part(self.pair, id, of_part);
            let touches = progress.best.as_ref().is_some_and(|best| best.separation.is_touching());
            // Parts whose boxes overlap may all be deeper than the deepest one so far.
            let upper = if progress.upper > 0.0 { progress.upper } else { 0.0 };
            (!(touches && stop_at_touch)).then_some(if upper < limit { upper } else { limit })
        });
        progress.nearest()
    }
}

impl<V: Space> Progress<V> {
    fn add(&mut self, separation: Separation<V>, at_least: f64, sub_shape: SubShapeId) {
        // A search in `f32` may prove less than the boxes: what these prove to be apart does not
        // touch.
        let beyond = |length: f64| if at_least > 0.0 { length.max(at_least) } else { length };
        let Separation { distance, lower, upper, .. } = separation;
        let separation = Separation { distance: beyond(distance), lower: beyond(lower), upper: beyond(upper), ..separation };
        self.lower = self.lower.min(separation.lower);
        self.upper = self.upper.min(separation.upper);
        let new = Best { separation, sub_shape };
        if self.best.as_ref().is_none_or(|best| new.compare(best) == Ordering::Less) {
            self.best = Some(new);
        }
    }

    fn nearest(self) -> Nearest<V> {
        match self.best {
            _ if self.undefined => Nearest::Undefined,
            None => Nearest::None,
            Some(Best { separation, sub_shape }) => {
                // The bounds of the whole: another part may be nearer within rounding.
                let distance = separation.distance;
                let (lower, upper) = (self.lower.min(distance), self.upper.max(distance));
                let separation = Separation { lower, upper, ..separation };
                if lower <= 0.0 { Nearest::Touching { separation, sub_shape } } else { Nearest::Apart { separation, sub_shape } }
            }
        }
    }
}

impl<V: Space> Best<V> {
    fn compare(&self, other: &Self) -> Ordering {
        by_depth(&self.separation, &other.separation).then(self.sub_shape.cmp(&other.sub_shape))
    }
}

//! The triangles or segments that may be as near to a point as the nearest: the least of their
//! lower bounds is one of the distance.
//!
//! Which they are is known when all have been visited, and does not depend on the order.

/// A part whose squared distance is larger than that of the nearest by at most this share may be as
/// near but for rounding. Larger: more lower bounds are computed. Smaller: that of a needle, whose
/// nearest point is rounded by some ε of its length, could be forgotten.
pub(crate) const SLACK: f64 = 1e-6;

/// More: it takes longer to clear. Fewer: points above a vertex take memory from the heap.
const PLACES: usize = 8;

/// A part, and its point nearest to the origin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NearPart<W> {
    pub(crate) part: u32,
    pub(crate) point: W,
    pub(crate) squared: f64,
}

/// The parts visited that may be as near as the nearest so far.
#[derive(Debug)]
pub(crate) struct NearParts<W> {
    nearest: f64,
    few: [NearPart<W>; PLACES],
    count: usize,
    more: Vec<NearPart<W>>,
}

impl<W: Copy + Default> NearParts<W> {
    pub(crate) fn new() -> Self {
        Self { nearest: f64::MAX, few: [NearPart::default(); PLACES], count: 0, more: Vec::new() }
    }

    /// The squared distance beyond which no part is wanted.
    #[inline]
    pub(crate) fn limit(&self) -> f64 {
        // More than `contains` wants, by rounding; finite.
        (self.nearest * (1.0 + 2.0 * SLACK)).min(f64::MAX)
    }

    /// Whether something at a squared distance may be as near as the nearest so far.
    #[inline]
    pub(crate) fn contains(&self, squared: f64) -> bool {
        squared * (1.0 - SLACK) <= self.nearest
    }

    /// Adds a part if it may be as near as the nearest so far, given the squared distance of its
    /// box. Returns its squared distance, or, if rounding has made that much smaller, the one of
    /// the box.
    #[inline]
    pub(crate) fn add(&mut self, near: NearPart<W>, of_box: f64) -> f64 {
        // Or whether the part is found would depend on what is found before it.
        let squared = if near.squared < of_box * (1.0 - SLACK) { of_box } else { near.squared };
        let near = NearPart { squared: squared.max(of_box), ..near };
        if !self.contains(near.squared) {
            return squared;
        }
        self.nearest = self.nearest.min(squared);
        if self.count == PLACES {
            self.make_room();
        }
        match self.few.get_mut(self.count) {
            Some(place) => {
                *place = near;
                self.count += 1;
            }
            None => self.more.push(near),
        }
        squared
    }

    /// All that may be as near as the nearest.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &NearPart<W>> {
        self.few[..self.count].iter().chain(&self.more).filter(|near| self.contains(near.squared))
    }

    /// Drops what was added before something nearer was found.
    fn make_room(&mut self) {
        let mut kept = 0;
        for place in 0..self.count {
            if self.contains(self.few[place].squared) {
                self.few[kept] = self.few[place];
                kept += 1;
            }
        }
        self.count = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::{NearPart, NearParts};

    #[test]
    fn the_parts_do_not_depend_on_the_order() {
        // Distances that shrink, with ties of more parts than there are places.
        let squared: Vec<f64> = (0..60_u32).map(|i| 1.0 + f64::from(i % 3) * 4e-7 + f64::from(i / 40) * 2e-6).collect();
        let parts = |order: &mut dyn Iterator<Item = usize>| {
            let mut near = NearParts::new();
            order.for_each(|part| {
                near.add(NearPart { part: part as u32, point: (), squared: squared[part] }, 0.0);
            });
            let mut parts: Vec<_> = near.iter().map(|near| near.part).collect();
            parts.sort_unstable();
            parts
        };
        let forward = parts(&mut (0..60));
        assert_eq!(forward, Vec::from_iter(0..40));
        assert_eq!(parts(&mut (0..60).rev()), forward);
        assert_eq!(parts(&mut (0..60).map(|i| i * 7 % 60)), forward);
    }

    #[test]
    fn what_may_be_as_near_is_within_the_limit() {
        for nearest in [0.0, 1e-300, 0.3, 1.0, 1e15] {
            let mut near = NearParts::new();
            near.add(NearPart { part: 0, point: (), squared: nearest }, 0.0);
            let farthest = nearest / (1.0 - super::SLACK);
            assert!(near.contains(farthest.next_down()) && !near.contains(farthest.next_up().next_up()));
            assert!(near.limit() > farthest || nearest == 0.0);
        }
    }
}

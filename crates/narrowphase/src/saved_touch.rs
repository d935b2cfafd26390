//! What was published last of a pair whose row has been overwritten since.
//!
//! It is needed by the event that reports the end of the contact, and only pairs whose events are
//! requested have it. So it is not in the row. Its allocation is kept from tick to tick, while the
//! contact lasts.

use clinch_support::Vector;

use crate::pair_key::PairKey;
use crate::touch::TouchSnapshot;

/// What was published last, and of which bodies.
pub(crate) type Published<K, V> = (PairKey<K>, TouchSnapshot<V>);

/// What was published last, if it has been saved since.
#[derive(Clone, Debug)]
pub(crate) struct SavedTouch<K, V: Vector>(Option<Box<Saved<K, V>>>);

#[derive(Clone, Debug)]
struct Saved<K, V: Vector> {
    published: Published<K, V>,
    /// Otherwise it is that of an earlier tick.
    is_last: bool,
}

impl<K, V: Vector> SavedTouch<K, V> {
    /// Nothing is saved.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    pub(crate) fn get(&self) -> Option<&Published<K, V>> {
        self.0.as_ref().filter(|saved| saved.is_last).map(|saved| &saved.published)
    }

    pub(crate) fn save(&mut self, published: Published<K, V>) {
        let last = Saved { published, is_last: true };
        match &mut self.0 {
            Some(saved) => **saved = last,
            None => self.0 = Some(Box::new(last)),
        }
    }

    /// Another contact has been published, or its end: then the allocation is given back.
    pub(crate) fn forget(&mut self, has_ended: bool) {
        match &mut self.0 {
            Some(saved) if !has_ended => saved.is_last = false,
            saved => *saved = None,
        }
    }
}

impl<K: PartialEq, V: Vector> PartialEq for SavedTouch<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

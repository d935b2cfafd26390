//! The surfaces of the meshes and height fields that were queried.
//!
//! A surface is found by the addresses and lengths of parry's buffers. An address may be used again
//! by another mesh, so a view checks the triangles near the body against parry's.
//!
//! Each pair in contact keeps its surfaces alive, in parry's workspace; the cache has weak
//! references, and keeps a few itself for queries that have no workspace.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::surface::Surface;

/// The addresses and lengths of two buffers.
pub(crate) type Key = [usize; 4];

/// The number of surfaces that are kept without a pair. Larger: more memory is held by meshes that
/// are gone. Smaller: a character that is near more meshes makes their surfaces at each query.
const KEPT: usize = 32;

/// References to surfaces that are gone are removed when there are this many, and then when their
/// number has doubled. Larger: more memory. Smaller: it is done more often.
const FIRST_SWEEP: usize = 64;

#[derive(Debug, Default)]
pub(crate) struct SurfaceCache(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    known: BTreeMap<Key, Weak<Surface>>,
    kept: VecDeque<Arc<Surface>>,
    sweep_at: usize,
}

impl SurfaceCache {
    /// The surface with this key, made if it is not known or is the one that has `changed`.
    pub(crate) fn get(&self, key: Key, changed: Option<&Arc<Surface>>, make: impl FnOnce() -> Surface) -> Arc<Surface> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = entries.known.get(&key).and_then(Weak::upgrade);
        let known = known.filter(|known| changed.is_none_or(|changed| !Arc::ptr_eq(known, changed)));
        let surface = known.unwrap_or_else(|| entries.insert(key, Arc::new(make())));
        entries.kept.retain(|kept| !Arc::ptr_eq(kept, &surface));
        entries.kept.push_back(Arc::clone(&surface));
        if entries.kept.len() > KEPT {
            entries.kept.pop_front();
        }
        surface
    }
}

impl Entries {
    fn insert(&mut self, key: Key, surface: Arc<Surface>) -> Arc<Surface> {
        if self.known.len() >= self.sweep_at.max(FIRST_SWEEP) {
            self.known.retain(|_, surface| surface.strong_count() > 0);
            self.sweep_at = 2 * self.known.len();
        }
        self.known.insert(key, Arc::downgrade(&surface));
        surface
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST_SWEEP, KEPT, SurfaceCache};
    use crate::surface::Surface;
    use std::sync::Arc;

    #[test]
    fn surfaces_of_a_thousand_meshes_that_are_gone_do_not_pile_up() {
        let cache = SurfaceCache::default();
        let kept = cache.get([0; 4], None, || Surface::None);
        for mesh in 1..1000 {
            cache.get([mesh; 4], None, || Surface::None);
            let entries = cache.0.lock().unwrap();
            assert!(entries.known.len() <= FIRST_SWEEP.max(2 * (KEPT + 2)) && entries.kept.len() <= KEPT);
        }
        assert!(Arc::ptr_eq(&kept, &cache.get([0; 4], None, || Surface::None)), "a surface in use is not made again");
        assert!(!Arc::ptr_eq(&kept, &cache.get([0; 4], Some(&kept), || Surface::None)), "one that has changed is");
    }
}

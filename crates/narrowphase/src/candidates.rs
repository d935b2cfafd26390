//! The pairs that a broadphase found, and those of the last tick.

/// The pairs that a broadphase found.
/// [`ContactTable::update_pairs`](crate::ContactTable::update_pairs) empties the lists.
#[derive(Debug)]
pub enum Candidates<'c, K> {
    /// All pairs that may touch. Other pairs end, unless both of their colliders are at rest.
    All(&'c mut Vec<(K, K)>),
    /// The difference to the last tick. A pair stays until it is removed or one of its colliders
    /// is; if that collider comes back, the pair must be added again. A pair that is both added and
    /// removed is added.
    Changes {
        /// Pairs that may touch from now on.
        added: &'c mut Vec<(K, K)>,
        /// Pairs that cannot touch any more.
        removed: &'c mut Vec<(K, K)>,
    },
}

impl<K> Candidates<'_, K> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::All(pairs) => pairs.len(),
            Self::Changes { added, removed } => added.len() + removed.len(),
        }
    }
}

/// The input of the last merge.
#[derive(Clone, Debug)]
pub(crate) struct LastMerge<K> {
    /// All candidates; `None` if they were changes, and before the first merge.
    all: Option<Vec<(K, K)>>,
    /// [`ColliderSet::version`](crate::collider_set::ColliderSet::version) of that time; `None`
    /// before the first merge.
    colliders: Option<u64>,
}

impl<K: Copy + PartialEq> LastMerge<K> {
    /// Whether a merge with these candidates would change nothing.
    pub(crate) fn gives_the_same(&self, candidates: &Candidates<'_, K>, colliders: u64) -> bool {
        let same_pairs = match candidates {
            Candidates::All(pairs) => self.all.as_ref() == Some(*pairs),
            Candidates::Changes { added, removed } => added.is_empty() && removed.is_empty(),
        };
        same_pairs && self.colliders == Some(colliders)
    }

    /// Keeps the candidates and empties the caller's lists.
    pub(crate) fn keep(&mut self, candidates: Candidates<'_, K>, colliders: u64) {
        self.colliders = Some(colliders);
        match candidates {
            Candidates::All(pairs) => {
                core::mem::swap(self.all.get_or_insert_default(), pairs);
                pairs.clear();
            }
            Candidates::Changes { added, removed } => {
                self.all = None;
                added.clear();
                removed.clear();
            }
        }
    }

    /// The allocated memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.all.as_ref().map_or(0, |pairs| pairs.capacity() * size_of::<(K, K)>())
    }
}

impl<K> Default for LastMerge<K> {
    fn default() -> Self {
        Self { all: None, colliders: None }
    }
}

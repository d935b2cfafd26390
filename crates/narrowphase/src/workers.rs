//! Threads and the scratch memory that they use.

use std::sync::Arc;

use bevy_ecs::resource::Resource;
use bevy_tasks::{ComputeTaskPool, TaskPool, TaskPoolBuilder};
use clinch_composite_contact::{ColliderSpace, CompositeScratch};

/// The threads that compute contacts, with their scratch memory. The number of threads changes no
/// bit of any result.
#[derive(Resource, Debug, Default)]
pub struct Workers<V: ColliderSpace> {
    threads: Threads,
    pub(crate) scratches: Vec<CompositeScratch<V>>,
}

#[derive(Clone, Debug, Default)]
enum Threads {
    /// bevy's compute task pool, started if it is not running.
    #[default]
    Shared,
    /// The calling thread only.
    Caller,
    /// A pool of its own.
    Own(Arc<TaskPool>),
}

impl<V: ColliderSpace> Workers<V> {
    /// Uses bevy's compute task pool, which is the default. Starts the pool with bevy's default
    /// number of threads if it is not running.
    pub fn shared() -> Self {
        Self { threads: Threads::Shared, scratches: Vec::new() }
    }

    /// Uses exactly this many threads: the calling thread for 0 and 1, else a pool of its own.
    pub fn with_threads(count: usize) -> Self {
        let threads = match count {
            0 | 1 => Threads::Caller,
            _ => Threads::Own(Arc::new(TaskPoolBuilder::new().num_threads(count).thread_name("narrowphase".to_owned()).build())),
        };
        Self { threads, scratches: Vec::new() }
    }

    /// Starts the threads now instead of in the first tick.
    pub fn start(&self) {
        if let Threads::Shared = self.threads {
            ComputeTaskPool::get_or_init(TaskPool::default);
        }
    }

    /// The pool, `None` for the calling thread, and the scratches.
    pub(crate) fn split(&mut self) -> (Option<&TaskPool>, &mut Vec<CompositeScratch<V>>) {
        let pool = match &self.threads {
            Threads::Shared => Some(&**ComputeTaskPool::get_or_init(TaskPool::default)),
            Threads::Caller => None,
            Threads::Own(pool) => Some(&**pool),
        };
        (pool, &mut self.scratches)
    }
}

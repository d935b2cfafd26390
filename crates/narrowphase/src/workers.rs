//! Who does the work: the threads, and what each lends to its pairs.

use std::sync::Arc;

use bevy_ecs::resource::Resource;
use bevy_tasks::{ComputeTaskPool, TaskPool, TaskPoolBuilder};
use clinch_contact::{Clip, Scratch};

/// Threads and their scratch memory. The number of threads changes no bit of any answer.
#[derive(Resource, Debug, Default)]
pub struct Workers<V: Clip> {
    threads: Threads,
    pub(crate) scratches: Vec<Scratch<V>>,
}

#[derive(Clone, Debug, Default)]
enum Threads {
    /// bevy's compute task pool, started if it is not running.
    #[default]
    Shared,
    /// The calling thread alone.
    Alone,
    /// A pool of our own.
    Own(Arc<TaskPool>),
}

impl<V: Clip> Workers<V> {
    /// Works on bevy's compute task pool, the default. The pool is started with bevy's default number of threads if nobody has started it.
    pub fn shared() -> Self {
        Self { threads: Threads::Shared, scratches: Vec::new() }
    }

    /// Works with exactly this many threads: on the calling thread for 0 and 1, else on a pool of its own.
    pub fn with_threads(count: usize) -> Self {
        let threads = match count {
            0 | 1 => Threads::Alone,
            _ => Threads::Own(Arc::new(TaskPoolBuilder::new().num_threads(count).thread_name("narrowphase".to_owned()).build())),
        };
        Self { threads, scratches: Vec::new() }
    }

    /// Starts the threads, where the first tick would.
    pub fn start(&self) {
        if let Threads::Shared = self.threads {
            ComputeTaskPool::get_or_init(TaskPool::default);
        }
    }

    /// The pool, and the scratches to hand out with it.
    pub(crate) fn split(&mut self) -> (Option<&TaskPool>, &mut Vec<Scratch<V>>) {
        let pool = match &self.threads {
            Threads::Shared => Some(&**ComputeTaskPool::get_or_init(TaskPool::default)),
            Threads::Alone => None,
            Threads::Own(pool) => Some(&**pool),
        };
        (pool, &mut self.scratches)
    }
}

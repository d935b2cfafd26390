//! The allocator of this tool: the system's, which counts the bytes in use.

use std::alloc::System;

use cap::Cap;

/// Counts the bytes in use, for `soak` to find leaks.
#[global_allocator]
pub(crate) static HEAP: Cap<System> = Cap::new(System, usize::MAX);

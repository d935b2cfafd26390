//! What a query saw: one pair of shapes, with every step of its search.
//!
//! * [`inspect`] reads a line of a pair file and gives a [`Report`]. The page in `page/` draws it,
//!   and computes nothing itself but the projection to the screen.
//! * Everything in a report comes from the library's public API. The state after k support calls is
//!   the answer of the same search with a limit of k calls: `search.rs`, `expansion.rs`; that of a
//!   cast after k steps is its answer with a limit of k steps: `cast_search.rs`. Outlines are hulls
//!   of support points: `outline.rs`.
//! * `inspect/` has a file for each kind of report: `convex.rs` of a contact or distance of two
//!   convex shapes, `cast.rs` of a cast of any shapes, `contacts.rs` of the contacts of composite
//!   shapes, which have no steps.
//! * `path.rs` and `cast_path.rs` name the algorithm that answered, and say why it was chosen.

mod input;
mod report;

mod outline;
mod pool;

mod cast_path;
mod cast_search;
mod expansion;
mod path;
mod search;

mod inspect;

pub use input::Options;
pub use inspect::inspect;
pub use report::Report;

//! What a query saw: one pair of convex shapes, with every step of GJK and EPA.
//!
//! * [`inspect`] reads a line of a pair file and gives a [`Report`]. The page in `page/` draws it,
//!   and computes nothing itself but the projection to the screen.
//! * Everything in a report comes from the library's public API. The state after k support calls is
//!   the answer of the same search with a limit of k calls: `search.rs`, `expansion.rs`. Outlines
//!   are hulls of support points: `outline.rs`.
//! * `path.rs` names the algorithm that answered, and says why it was chosen.

mod input;
mod report;

mod outline;
mod pool;

mod expansion;
mod path;
mod search;

mod inspect;

pub use input::Options;
pub use inspect::inspect;
pub use report::Report;

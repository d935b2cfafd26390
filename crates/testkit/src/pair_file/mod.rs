//! Pair files: one query per line, one answer per line.
//!
//! They are the text form in which a pair of shapes is stored, sent in a bug report, replayed and
//! graded.
//!
//! * JSON Lines. Unknown fields are ignored. Numbers are decimal and round-trip exactly.
//! * Shapes are plain parameters ([`ShapeSpec`]). The program builds its shapes from them, and the
//!   oracle reads nothing else.
//! * A damaged line affects only its own answer ([`Damaged`]).

mod coords;
mod optional;

mod pose;
mod shape;
mod sides;

mod parts;

mod answer;
mod query;

mod lines;

pub use answer::{Answer, AnswerLine, CastAnswer, ErrorAnswer, ErrorKind, Manifold, PartsManifold};
pub use coords::Coords;
pub use lines::{Damaged, numbered_queries, read_answers, read_queries, write_line};
pub use pose::{PoseSpec, RotationSpec};
pub use query::{Expect, Patch, Query, QueryKind};
pub use shape::{CapsuleAxis, PartSpec, ShapeSpec};
pub use sides::SidesSpec;

//! Rule: words that must not be heard in a room.
//!
//! * Below the door to the ECS nobody speaks of entities, worlds, velocities or friction: geometry must be testable without them.
//! * The oracle speaks of none of our crates. It is believed because it shares no algorithm, and no mistake, with what it judges.
//!
//! Whole identifiers in code, tests included; prose may say what it likes. What the manifests allow is the business of `dependencies.rs`:
//! testkit as a whole may use shapes, and only this rule keeps them out of its oracle.

use crate::tidy::report::Report;
use crate::tidy::tree::Tree;
use crate::tidy::walls::{BELOW_THE_DOOR, ROOMS};

const OF_THE_ECS: &[&str] =
    &["Entity", "World", "bevy_ecs", "bevy_app", "bevy_tasks", "bevy_reflect", "velocity", "friction", "restitution"];

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for source in &tree.sources {
        let path = source.path();
        if BELOW_THE_DOOR.iter().any(|room| path.starts_with(&format!("{room}/"))) {
            for word in source.words().iter().filter(|word| OF_THE_ECS.contains(&word.text.as_str())) {
                let text = format!("`{}` is not a word for a room below the narrowphase; it belongs at the door to the ECS", word.text);
                report.error(path, word.line, text);
            }
        }
        if path.starts_with("crates/testkit/src/oracle/") || path == "crates/testkit/src/oracle.rs" {
            for word in source.words().iter().filter(|word| is_ours(&word.text)) {
                let text =
                    format!("the oracle must not know `{}`: it shares nothing with what it judges; write it from scratch here", word.text);
                report.error(path, word.line, text);
            }
        }
    }
}

/// A crate of this workspace, as code spells it.
fn is_ours(word: &str) -> bool {
    ROOMS.iter().any(|room| room.name.replace('-', "_") == word)
}

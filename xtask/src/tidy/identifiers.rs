//! Rule: identifiers that a part of the workspace must not use.
//!
//! * Crates below the ECS stage have no entities, worlds, velocities or friction: geometry must be
//!   testable without them.
//! * The oracle uses none of our crates. Its verdicts are independent because it shares no
//!   algorithm, and so no mistake, with the crates it checks.
//!
//! Whole identifiers in code, tests included, not in prose. `dependencies.rs` checks manifests: it
//! allows shapes to testkit as a whole, and this rule alone keeps them out of the oracle.

use crate::tidy::layers::{BELOW_THE_STAGE, ROWS};
use crate::tidy::report::Report;
use crate::tidy::tree::Tree;

const OF_THE_ECS: &[&str] =
    &["Entity", "World", "bevy_ecs", "bevy_app", "bevy_tasks", "bevy_reflect", "velocity", "friction", "restitution"];

pub(crate) fn check(tree: &Tree, report: &mut Report) {
    for source in &tree.sources {
        let path = source.path();
        if BELOW_THE_STAGE.iter().any(|folder| path.starts_with(&format!("{folder}/"))) {
            for word in source.words().iter().filter(|word| OF_THE_ECS.contains(&word.text.as_str())) {
                let text = format!("`{}` must not be used below the ECS stage; it belongs in the narrowphase", word.text);
                report.error(path, word.line, text);
            }
        }
        if path.starts_with("crates/testkit/src/oracle/") || path == "crates/testkit/src/oracle.rs" {
            for word in source.words().iter().filter(|word| is_ours(&word.text)) {
                let text = format!("the oracle must not use `{}`, which it checks; write what it needs from scratch", word.text);
                report.error(path, word.line, text);
            }
        }
    }
}

/// Whether this is a crate of the workspace, as code spells it.
fn is_ours(word: &str) -> bool {
    ROWS.iter().any(|row| row.name.replace('-', "_") == word)
}

//! The scenes, each with its reason.

mod few;
mod pile;
mod stacks;

use crate::scene::Scene;

/// All of them, in the order of the page.
pub(crate) const SCENES: &[&Scene] = &[
    &stacks::TOWER,
    &stacks::WALL,
    &stacks::PYRAMID,
    &stacks::CARDS,
    &stacks::DOMINOES,
    &pile::PILE,
    &few::MARBLE,
    &few::ROLLING,
    &few::CAP,
];

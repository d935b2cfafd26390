//! The scenes.

mod few;
mod pile;
mod stacks;

use crate::scene::Scene;

/// All scenes, in the order of the page.
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

//! The scenes.

pub(crate) mod terrain;

mod few;
mod pile;
mod stacks;

mod heaps;
mod hills;
mod marbles;
mod ramps;
mod seams;
mod shots;
mod sliding;

use crate::scene::Scene;

/// The scenes of convex shapes, in the order of the page.
pub(crate) const CONVEX: &[&Scene] = &[
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

/// The scenes with meshes, height fields, compounds and voxels.
pub(crate) const COMPOSITE: &[&Scene] = &[
    &marbles::PLATE,
    &marbles::GRID,
    &marbles::RANDOM,
    &marbles::NEEDLES,
    &marbles::FANS,
    &marbles::FIELD,
    &marbles::FIELDS,
    &marbles::BOXES,
    &marbles::VOXELS,
    &sliding::BOX,
    &sliding::CYLINDER,
    &sliding::HULL,
    &seams::PLATE,
    &seams::SEAMED,
    &ramps::CAPSULES,
    &ramps::BOXES,
    &ramps::HAMMERS,
    &hills::WHEELED,
    &hills::BOWL,
    &hills::SADDLE,
    &shots::VOXELS,
    &heaps::BUMPS,
    &heaps::BOWL,
];

/// Those of them that take minutes.
pub(crate) const LARGE: &[&Scene] = &[&heaps::LARGE_BUMPS, &heaps::LARGE_BOWL];

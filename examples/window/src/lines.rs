//! Contact points, normals and gaps, as clinch's debug lines, coloured by the state of the pair.

use bevy::color::Alpha;
use bevy::math::Vec3;
use bevy::prelude::{Color, Gizmos, Res, Resource};
use clinch::d3::{DebugLines, Placement};
use clinch::{DebugLineOptions, DebugPart};

use crate::pair_state::{PairState, PairStates};
use crate::selection::Selection;

/// The length of normals, in metres.
const NORMAL: f32 = 0.4;

/// Half the length of the cross at a contact point, in metres.
const CROSS: f32 = 0.05;

/// The opacity of the pairs that are not of the selected body.
const DIMMED: f32 = 0.15;

/// Which lines are drawn.
#[derive(Resource)]
pub(crate) struct Shown {
    pub(crate) contacts: bool,
    pub(crate) outlines: bool,
}

impl Default for Shown {
    fn default() -> Self {
        Self { contacts: true, outlines: false }
    }
}

pub(crate) fn draw(lines: DebugLines, states: PairStates, selection: Res<Selection>, shown: Res<Shown>, mut gizmos: Gizmos) {
    let Shown { contacts, outlines } = *shown;
    let options = DebugLineOptions { shapes: outlines, contacts, axes: contacts, dropped: false, length: NORMAL };
    lines.draw(&Placement::default(), &options, |line| {
        let pair = line.other.map(|other| [line.collider, other]);
        let color = match pair {
            Some([a, b]) => states.between(a, b).map(PairState::color),
            None => Some(Color::srgb(0.1, 0.1, 0.1)),
        };
        // Until the next tick there are lines of bodies that have been despawned.
        let Some(color) = color else { return };
        let color = match (pair, selection.body) {
            (Some(pair), _) if selection.is_pair(pair) => Color::WHITE,
            (Some(pair), Some(body)) if selection.other.is_some() || !pair.contains(&body) => color.with_alpha(DIMMED),
            _ => color,
        };
        let [from, to] = line.ends;
        if line.part == DebugPart::Point {
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                gizmos.line(from - axis * CROSS, from + axis * CROSS, color);
            }
        }
        gizmos.line(from, to, color);
    });
}

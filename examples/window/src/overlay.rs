//! The text in the corner: what runs, what a tick costs, what is selected, and the keys.

use bevy::prelude::{
    BackgroundColor, Color, Commands, Component, FontSize, Node, PositionType, Query, Res, Single, Text, TextColor, TextFont, TextSpan,
    Val, With,
};
use clinch::d3::{Collider, Contacts, Diagnostics};

use crate::costs::{self, Costs};
use crate::pair_state::{PairState, PairStates};
use crate::selection::Selection;
use crate::simulation::Simulation;

const KEYS: &str = "click a body, then another or Tab: a pair is printed | Esc none | right button, WASD turn | wheel zooms\n\
    Space pause | Right one tick | R reset | 1-4 scenes | Z sleeping | C contacts | O outlines\n";

/// The text that changes.
#[derive(Component)]
pub(crate) struct Overlay;

pub(crate) fn spawn(mut commands: Commands) {
    let font = || TextFont { font_size: FontSize::Px(14.0), ..Default::default() };
    let node = Node { position_type: PositionType::Absolute, top: Val::Px(8.0), left: Val::Px(10.0), ..Default::default() };
    let behind = BackgroundColor(Color::srgba(0.08, 0.09, 0.11, 0.7));
    commands.spawn((Text::new(KEYS), font(), TextColor(Color::srgb(0.65, 0.68, 0.7)), node, behind)).with_children(|text| {
        for state in PairState::ALL {
            text.spawn((TextSpan::new(format!("{}   ", state.name())), font(), TextColor(state.color())));
        }
        text.spawn((TextSpan::new("\n"), font(), TextColor(Color::WHITE), Overlay));
    });
}

pub(crate) fn update(
    mut text: Single<&mut TextSpan, With<Overlay>>,
    simulation: Res<Simulation>,
    (costs, diagnostics): (Res<Costs>, Res<Diagnostics>),
    selected: Selected,
) {
    let paused = if simulation.paused { ", paused" } else { "" };
    let sleeping = if simulation.sleeps { "bodies may sleep" } else { "no sleeping" };
    let head = format!("\n{}, tick {}{paused}, {sleeping}", simulation.scene().name, simulation.ticks);
    text.0 = format!("{head}\n{}\n{}", costs::text(&costs, &diagnostics), selected.text());
}

/// System parameter that describes the selection.
#[derive(bevy::ecs::system::SystemParam)]
pub(crate) struct Selected<'w, 's> {
    selection: Res<'w, Selection>,
    contacts: Contacts<'w>,
    states: PairStates<'w, 's>,
    colliders: Query<'w, 's, &'static Collider>,
}

impl Selected<'_, '_> {
    /// A line for the body, and one for the pair; empty if nothing is selected.
    fn text(&self) -> String {
        let kind = |entity| self.colliders.get(entity).map_or("?", |collider| collider.0.kind());
        let Some(body) = self.selection.body else { return String::new() };
        let pairs = self.contacts.of(body).count();
        let mut text = format!("{} {body}, pairs that touch or are near: {pairs}", kind(body));
        if let Some([body, other]) = self.selection.pair() {
            text += &match self.contacts.between(body, other) {
                Some(contact) => {
                    let separation = contact.points().map(|(_, point)| point.separation).reduce(f32::min);
                    let depth = separation.map_or(String::new(), |separation| format!(", separation {separation:.5}"));
                    let (state, points) = (self.states.of(&contact).name(), contact.points().count());
                    format!("\nwith {} {other}: {state}, points {points}{depth}", kind(other))
                }
                None => format!("\nwith {} {other}: no candidate pair", kind(other)),
            };
        }
        text
    }
}

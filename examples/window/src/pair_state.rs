//! The state of a pair, and its colour.

use bevy::ecs::system::SystemParam;
use bevy::prelude::{Color, Entity, Has, Query};
use clinch::d3::{Contact, Contacts};
use clinch::{Sleeping, Static};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PairState {
    /// It touches, and both bodies are sleeping or static: the stage does not compute it.
    AtRest,
    Touching,
    /// Within the margin.
    Near,
    /// A candidate pair farther apart.
    Apart,
}

impl PairState {
    pub(crate) const ALL: [Self; 4] = [Self::Touching, Self::Near, Self::AtRest, Self::Apart];

    pub(crate) fn color(self) -> Color {
        match self {
            Self::AtRest => Color::srgb(0.35, 0.6, 1.0),
            Self::Touching => Color::srgb(1.0, 0.3, 0.15),
            Self::Near => Color::srgb(1.0, 0.85, 0.1),
            Self::Apart => Color::srgb(0.55, 0.6, 0.6),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AtRest => "at rest",
            Self::Touching => "touching",
            Self::Near => "near",
            Self::Apart => "apart",
        }
    }
}

/// System parameter that finds out the states of pairs.
#[derive(SystemParam)]
pub(crate) struct PairStates<'w, 's> {
    contacts: Contacts<'w>,
    colliders: Query<'w, 's, (Has<Sleeping>, Has<Static>)>,
}

impl PairStates<'_, '_> {
    /// The state of two colliders; `None` if they are not a candidate pair.
    pub(crate) fn between(&self, one: Entity, other: Entity) -> Option<PairState> {
        self.contacts.between(one, other).map(|contact| self.of(&contact))
    }

    pub(crate) fn of(&self, contact: &Contact) -> PairState {
        if contact.is_touching() {
            let rests = |collider| self.colliders.get(collider).is_ok_and(|(sleeping, fixed)| sleeping || fixed);
            if rests(contact.a()) && rests(contact.b()) { PairState::AtRest } else { PairState::Touching }
        } else if contact.points().next().is_some() {
            PairState::Near
        } else {
            PairState::Apart
        }
    }
}

//! Debug lines as a system parameter.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Res, SystemParam};

use clinch_composite_contact::{ColliderSpace, PartVerdict};

use crate::debug_lines::{DebugLine, DebugLineOptions};
use crate::ecs::resources::{ColliderPlacements, Table};
use crate::placement::{Attached, Placed};

/// Draws colliders, contacts, normals and separating axes with any renderer that draws lines; of
/// composite colliders also the contacts that are dropped, and what covers them.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use clinch_narrowphase::{DebugLines, DebugPart, DebugLineOptions, Placement};
/// # use glam::Vec3;
/// # #[derive(Resource)] struct Gizmos;
/// # impl Gizmos { fn line(&mut self, from: Vec3, to: Vec3, color: u32) {} }
/// fn draw(lines: DebugLines<Vec3, Placement<Vec3>>, mut gizmos: ResMut<Gizmos>) {
///     lines.draw(&Placement::default(), &DebugLineOptions::default(), |line| {
///         let color = if line.part == DebugPart::Shape { 0x808080 } else { 0xff0000 };
///         gizmos.line(line.ends[0], line.ends[1], color);
///     });
/// }
/// ```
#[derive(SystemParam)]
pub struct DebugLines<'w, V: ColliderSpace, P: Placed<V> + Component> {
    table: Res<'w, Table<V>>,
    placements: Res<'w, ColliderPlacements<V, P>>,
}

impl<V: ColliderSpace, P: Placed<V> + Component> DebugLines<'_, V, P> {
    /// Calls `line` for every line that `options` enable, in the frame `frame`: see
    /// [`ContactTable::debug_lines`](crate::ContactTable::debug_lines).
    pub fn draw(&self, frame: &P, options: &DebugLineOptions<V::Scalar>, line: impl FnMut(DebugLine<Entity, V>)) {
        let frame = Attached { body: frame.clone(), offset: None };
        self.table.0.debug_lines(&self.placements.0, &frame, options, line);
    }

    /// The contacts of the parts of a pair of which one collider is composite, and whether each is
    /// kept, or who covers it: see [`ContactTable::explain`](crate::ContactTable::explain).
    pub fn explain(&self, one: Entity, other: Entity) -> Vec<PartVerdict<V>> {
        self.table.0.explain(&self.placements.0, one, other)
    }
}

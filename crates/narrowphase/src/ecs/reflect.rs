//! Registers the types of the stage for reflection, for editors and scenes.
//!
//! * Components with plain fields are reflected by field. Shapes, convex and composite, are enums
//!   of validated types, and poses and settings belong to crates that do not depend on bevy: these
//!   are opaque, to be cloned, compared and replaced as a whole. A clone of a mesh shares its data.
//! * Type paths do not contain our modules: `clinch_narrowphase::Static`,
//!   `clinch_narrowphase::ContactSkin<glam::Vec3>`.

use core::any::TypeId;

use bevy_ecs::reflect::AppTypeRegistry;
use bevy_ecs::world::World;
use bevy_reflect::TypeRegistry;
use clinch_support::Vector;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::attributes::CollisionLayers;
use crate::ecs::components::{
    Collider, ColliderOf, ColliderOffset, Colliders, CollidingEntities, ContactEvents, ContactMargin, ContactSkin, IgnoredContacts, Sensor,
    Sleeping, StableId, Static,
};
use crate::ecs::resources::StageSettings;
use crate::placement::{Placement, WidePlacement};

macro_rules! register {
    ($registry:ident: $($type:ty),+ $(,)?) => {
        $($registry.register::<$type>();)+
    };
}

/// Opaque types are written to scene files by serde.
#[cfg(feature = "serde")]
macro_rules! register_serde {
    ($registry:ident: $($type:ty),+ $(,)?) => {
        $($registry.register_type_data::<$type, bevy_reflect::ReflectSerialize>();
        $registry.register_type_data::<$type, bevy_reflect::ReflectDeserialize>();)+
    };
}

/// Registers the types of one vector if it is `V`.
macro_rules! register_vector {
    ($v:ident, $registry:ident: $($vector:ty),+) => {
        $(if TypeId::of::<$v>() == TypeId::of::<$vector>() {
            register!($registry:
                Collider<$vector>, ColliderOffset<$vector>, ContactMargin<$vector>, ContactSkin<$vector>,
                CollidingEntities<$vector>, Placement<$vector>, WidePlacement<$vector>, StageSettings<$vector>,
            );
            #[cfg(feature = "serde")]
            register_serde!($registry:
                Collider<$vector>, ColliderOffset<$vector>, Placement<$vector>, WidePlacement<$vector>, StageSettings<$vector>,
            );
        })+
    };
}

/// Registers the components and the settings of the stage for shapes of `V`, each with
/// `ReflectComponent` or `ReflectResource`. [`install`](crate::install) and the plugin call it for
/// the registry of their world.
///
/// [`Collider`], [`ColliderOffset`], the placements and [`StageSettings`] are opaque. With the
/// feature `serde` scene files can contain them.
pub fn register_types<V: Vector>(registry: &mut TypeRegistry) {
    register!(registry:
        CollisionLayers, Static, Sleeping, Sensor, StableId, IgnoredContacts, ContactEvents, ColliderOf, Colliders,
    );
    // The trait is sealed: there are no other vectors.
    register_vector!(V, registry: Vec2, Vec3, DVec2, DVec3);
}

/// Registers the types in the registry of a world, which is created if it is missing.
pub(crate) fn register_in<V: Vector>(world: &mut World) {
    register_types::<V>(&mut world.get_resource_or_init::<AppTypeRegistry>().write());
}

//! The types that editors and scenes know by name.
//!
//! * Components of plain fields are reflected field by field. A shape is an enum of validated solids, and a pose and the settings are of crates that know no
//!   bevy: those are reflected as a whole, to be cloned, compared and replaced.
//! * Names do not say in which of our files a type is: `clinch_narrowphase::Fixed`, `clinch_narrowphase::ContactSkin<glam::Vec3>`.

use core::any::TypeId;

use bevy_ecs::reflect::AppTypeRegistry;
use bevy_ecs::world::World;
use bevy_reflect::TypeRegistry;
use clinch_support::Vector;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::attributes::CollisionLayers;
use crate::ecs::components::{
    Asleep, Collider, ColliderOf, ColliderOffset, Colliders, CollidingEntities, ContactEvents, ContactMargin, ContactSkin, Fixed,
    IgnoredContacts, Sensor, StableId,
};
use crate::ecs::resources::StageSettings;
use crate::placement::{Placement, WidePlacement};

macro_rules! register {
    ($registry:ident: $($type:ty),+ $(,)?) => {
        $($registry.register::<$type>();)+
    };
}

/// What is reflected as a whole is in the files of scenes as serde writes it.
#[cfg(feature = "serde")]
macro_rules! register_written {
    ($registry:ident: $($type:ty),+ $(,)?) => {
        $($registry.register_type_data::<$type, bevy_reflect::ReflectSerialize>();
        $registry.register_type_data::<$type, bevy_reflect::ReflectDeserialize>();)+
    };
}

/// Those of one vector, if it is `V`.
macro_rules! register_of {
    ($v:ident, $registry:ident: $($vector:ty),+) => {
        $(if TypeId::of::<$v>() == TypeId::of::<$vector>() {
            register!($registry:
                Collider<$vector>, ColliderOffset<$vector>, ContactMargin<$vector>, ContactSkin<$vector>,
                Placement<$vector>, WidePlacement<$vector>, StageSettings<$vector>,
            );
            #[cfg(feature = "serde")]
            register_written!($registry:
                Collider<$vector>, ColliderOffset<$vector>, Placement<$vector>, WidePlacement<$vector>, StageSettings<$vector>,
            );
        })+
    };
}

/// Registers the components and the settings of the stage for shapes of `V`, each with `ReflectComponent` or `ReflectResource`: by hand what [`install`](crate::install)
/// and the plugin do to the registry of their world.
///
/// Of [`Collider`], [`ColliderOffset`], the placements and [`StageSettings`] the fields are not seen: they are values as a whole, which scenes can hold
/// with the feature `serde`.
pub fn register_types<V: Vector>(registry: &mut TypeRegistry) {
    register!(registry:
        CollisionLayers, Fixed, Asleep, Sensor, StableId, IgnoredContacts, ContactEvents, CollidingEntities, ColliderOf, Colliders,
    );
    // There are these four and no others: a vector is sealed.
    register_of!(V, registry: Vec2, Vec3, DVec2, DVec3);
}

/// In the registry of a world, which gets one if it has none.
pub(crate) fn register_in<V: Vector>(world: &mut World) {
    register_types::<V>(&mut world.get_resource_or_init::<AppTypeRegistry>().write());
}

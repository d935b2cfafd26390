//! The source that the 2D and the 3D API share: the stage in bevy_ecs for one vector type.

macro_rules! stage_api {
    ($vector:ty) => {
        /// The component that is the shape of an entity.
        pub type Collider = crate::narrowphase::Collider<$vector>;
        /// The component that is the pose of a collider in its body's frame.
        pub type ColliderOffset = crate::narrowphase::ColliderOffset<$vector>;
        /// The component that is a collider's own speculative margin.
        pub type ContactMargin = crate::narrowphase::ContactMargin<$vector>;
        /// The component that is a collider's contact skin.
        pub type ContactSkin = crate::narrowphase::ContactSkin<$vector>;
        /// The component that lists what a collider touches.
        pub type CollidingEntities = crate::narrowphase::CollidingEntities<$vector>;
        /// The component that is the world pose of an entity.
        pub type Placement = crate::narrowphase::Placement<$vector>;
        /// The component that is the world pose of an entity in `f64`, for large worlds.
        pub type WidePlacement = crate::narrowphase::WidePlacement<$vector>;
        /// The resource into which a broadphase pushes pairs.
        pub type CandidatePairs = crate::narrowphase::CandidatePairs<$vector>;
        /// The system parameter that reads contacts.
        pub type Contacts<'w> = crate::narrowphase::Contacts<'w, $vector>;
        /// The system parameter that edits contacts.
        pub type ContactsMut<'w> = crate::narrowphase::ContactsMut<'w, $vector>;
        /// One pair of [`Contacts`].
        pub type Contact<'t> = crate::narrowphase::Contact<'t, $vector>;
        /// The message that two colliders started to touch.
        pub type ContactStarted = crate::narrowphase::ContactStarted<$vector>;
        /// The message that two colliders are still touching.
        pub type ContactPersisted = crate::narrowphase::ContactPersisted<$vector>;
        /// The message that two colliders stopped touching.
        pub type ContactEnded = crate::narrowphase::ContactEnded<$vector>;
        /// The resource with the speculative margin and the limits.
        pub type StageSettings = crate::narrowphase::StageSettings<$vector>;
        /// The resource with the counters and times of the last tick.
        pub type Diagnostics = crate::narrowphase::Diagnostics<$vector>;
        /// The system parameter that draws colliders and contacts.
        pub type DebugLines<'w> = crate::narrowphase::DebugLines<'w, $vector, Placement>;
        /// The state of the stage, for rollback.
        pub type Snapshot = crate::narrowphase::Snapshot<$vector, Placement>;
        /// The system parameter that queries all colliders of the world.
        pub type SpatialQuery<'w> = crate::SpatialQuery<'w, $vector, Placement>;
        /// The resource of the default broadphase: its tree of AABBs.
        pub type Finder = crate::broadphase::Finder<$vector>;
        /// The resource with the worker threads.
        pub type Workers = crate::narrowphase::Workers<$vector>;

        /// Adds the default broadphase and the narrowphase stage for entities with a [`Collider`]
        /// and a [`Placement`] to a world and a schedule.
        ///
        /// Each run of the schedule is one tick. In a world without an app, call
        /// [`clear_trackers`][bevy_ecs::world::World::clear_trackers] regularly, after a tick:
        /// until then bevy records every component that was removed.
        // Inlined into the caller's crate. Otherwise this crate compiles the stages of all four
        // APIs, which costs each user 20 s for one that is used.
        #[inline]
        pub fn install(world: &mut bevy_ecs::world::World, schedule: &mut bevy_ecs::schedule::Schedule) {
            crate::broadphase::install::<$vector, Placement>(world, schedule);
            crate::narrowphase::install::<$vector, Placement>(world, schedule);
        }
    };
}

pub(crate) use stage_api;

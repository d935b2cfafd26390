//! avian's traits for the collider of a dimension. avian3d and avian2d are two crates with the same
//! names, so this is one source for both.

macro_rules! adapter {
    ($avian:ident, $vector:ty, $rot:ty, $widen:expr) => {
        use bevy_app::{App, FixedPostUpdate, Plugin, PluginGroup, PluginGroupBuilder};
        use bevy_ecs::entity::Entity;
        use bevy_ecs::intern::Interned;
        use bevy_ecs::query::Changed;
        use bevy_ecs::schedule::{IntoScheduleConfigs as _, ScheduleLabel, SystemSet};
        use bevy_ecs::system::{Query, Res, ResMut, SystemParamItem};
        use clinch_support::Vector as _;
        use $avian::collision::contact_types::PackedFeatureId;
        use $avian::math::RVector;
        use $avian::prelude::{
            AnyCollider, BodySizeMetricsPlugin, ColliderAabb, ColliderBackendPlugin, ColliderContext, ColliderPairContext,
            ColliderTransformPlugin, ColliderTreePlugin, CollisionHooks, ContactGraph, ContactManifold, ContactPoint, NarrowPhasePlugin,
            NarrowPhaseSystems, PhysicsPlugins, PhysicsSchedule, ScalableCollider,
        };

        use crate::contacts::{Contacts, WorldPoint};
        use crate::pair_memory::{PairMemories, PairMemory};

        /// The collider component. See [`Collider`](crate::Collider).
        pub type Collider = crate::Collider<$vector>;

        type Wide = <$vector as clinch_support::Vector>::Wide;

        fn pose(position: RVector, rotation: impl Into<$rot>) -> clinch_support::Pose<Wide> {
            clinch_support::Pose::new($widen(rotation.into()), position.widen())
        }

        impl AnyCollider for Collider {
            type Context = Option<Res<'static, PairMemories<$vector>>>;

            fn aabb_with_context(
                &self,
                position: RVector,
                rotation: impl Into<$rot>,
                margin: f32,
                _: ColliderContext<'_, '_, '_, Self::Context>,
            ) -> ColliderAabb {
                let bounds = self.bounds(&pose(position, rotation), margin);
                ColliderAabb::from_min_max(RVector::narrow(bounds.min), RVector::narrow(bounds.max))
            }

            fn contact_manifolds_with_context(
                &self,
                other: &Self,
                position1: RVector,
                rotation1: impl Into<$rot>,
                position2: RVector,
                rotation2: impl Into<$rot>,
                prediction_distance: f32,
                manifolds: &mut Vec<ContactManifold>,
                context: ColliderPairContext<'_, '_, '_, Self::Context>,
            ) {
                let pair = (context.collider1, context.collider2);
                let memories = context.as_ref();
                let memory = memories.and_then(|memories| memories.take(pair));
                let mut memory = memory.unwrap_or_else(|| Box::new(PairMemory::new([self.key(), other.key()])));
                let last = manifolds.iter().flat_map(|manifold| &manifold.points);
                memory.numbers.skip_to(last.fold(0, |most, point| most.max(number_of(point))));
                manifolds.clear();
                let contacts = Contacts {
                    colliders: [self, other],
                    poses: [pose(position1, rotation1), pose(position2, rotation2)],
                    prediction: prediction_distance,
                };
                contacts.find(&mut memory, |normal, points| {
                    manifolds.push(ContactManifold::new(points.iter().map(contact_point), normal));
                });
                if let Some(memories) = memories {
                    memories.store(pair, memory);
                }
            }

            fn max_distance_to_point_with_context(&self, point: RVector, _: ColliderContext<'_, '_, '_, Self::Context>) -> f32 {
                self.farthest_from(point.widen())
            }

            fn bounding_radius_with_context(&self, _: ColliderContext<'_, '_, '_, Self::Context>) -> f32 {
                self.farthest_from(self.moments().map_or(Wide::ZERO, |moments| moments.centroid()))
            }
        }

        /// The ids are of two kinds, so that avian, which also compares them crosswise, finds no
        /// other point.
        fn contact_point(point: &WorldPoint<$vector>) -> ContactPoint {
            ContactPoint::new(point.anchor1, point.anchor2, RVector::narrow(point.middle), point.penetration)
                .with_feature_ids(PackedFeatureId::vertex(point.number), PackedFeatureId::face(point.number))
        }

        /// The number in the ids that [`contact_point`] made.
        fn number_of(point: &ContactPoint) -> u32 {
            point.feature_id1.0 & !PackedFeatureId::face(0).0
        }

        impl ScalableCollider for Collider {
            fn scale(&self) -> $vector {
                Collider::scale(self)
            }

            /// No shape is approximated, so the detail does not count.
            fn set_scale(&mut self, scale: $vector, _detail: u32) {
                self.rescale(scale);
            }
        }

        /// avian with clinch's collider: the plugins of
        #[doc = concat!("[`", stringify!($avian), "::PhysicsPlugins`],")]
        /// and those that find the contacts of [`Collider`].
        ///
        /// See [the crate](crate) for an example. The schedule, the length unit and the hooks are
        /// those of avian.
        pub struct ClinchPlugins<H: CollisionHooks = ()> {
            schedule: Interned<dyn ScheduleLabel>,
            length_unit: f32,
            hooks: core::marker::PhantomData<fn() -> H>,
        }

        impl ClinchPlugins {
            /// Runs the physics in a schedule; that of [`default`](Default::default) is
            /// [`FixedPostUpdate`].
            pub fn new(schedule: impl ScheduleLabel) -> Self {
                Self { schedule: schedule.intern(), length_unit: 1.0, hooks: core::marker::PhantomData }
            }

            /// Adds hooks that filter pairs and modify contacts: those of
            #[doc = concat!("[`", stringify!($avian), "::collision::hooks`].")]
            pub fn with_collision_hooks<H: CollisionHooks + 'static>(self) -> ClinchPlugins<H> {
                ClinchPlugins { schedule: self.schedule, length_unit: self.length_unit, hooks: core::marker::PhantomData }
            }
        }

        impl<H: CollisionHooks> ClinchPlugins<H> {
            /// Sets the units per metre. avian's tolerances are multiplied by it; clinch has none
            /// that depend on a unit.
            #[must_use]
            pub fn with_length_unit(self, unit: f32) -> Self {
                Self { length_unit: unit, ..self }
            }
        }

        impl Default for ClinchPlugins {
            fn default() -> Self {
                Self::new(FixedPostUpdate)
            }
        }

        impl<H: CollisionHooks + 'static> PluginGroup for ClinchPlugins<H>
        where
            for<'w, 's> SystemParamItem<'w, 's, H>: CollisionHooks,
        {
            fn build(self) -> PluginGroupBuilder {
                let avian = PhysicsPlugins::new(self.schedule).with_length_unit(self.length_unit).with_collision_hooks::<H>();
                // In the place of those for avian's own collider: each is added before the last.
                avian
                    .build()
                    .add(RayCasterPlugin(self.schedule))
                    .add_after::<ColliderTransformPlugin>(PairMemoryPlugin)
                    .add_after::<ColliderTransformPlugin>(BodySizeMetricsPlugin::<Collider>::default())
                    .add_after::<ColliderTransformPlugin>(NarrowPhasePlugin::<Collider, H>::default())
                    .add_after::<ColliderTransformPlugin>(ColliderTreePlugin::<Collider>::default())
                    .add_after::<ColliderTransformPlugin>(ColliderBackendPlugin::<Collider>::new(self.schedule))
            }
        }

        /// Keeps the memory of each pair from tick to tick, and has the contacts of changed shapes
        /// computed again. Part of [`ClinchPlugins`].
        pub struct PairMemoryPlugin;

        impl Plugin for PairMemoryPlugin {
            fn build(&self, app: &mut App) {
                app.init_resource::<PairMemories<$vector>>();
                app.add_systems(
                    PhysicsSchedule,
                    (forget_recycled_contacts.in_set(NarrowPhaseSystems::First), forget_ended_pairs.in_set(NarrowPhaseSystems::Last)),
                );
            }
        }

        /// avian keeps the manifolds of a pair while the bodies hardly move, also if a shape
        /// changed.
        fn forget_recycled_contacts(changed: Query<'_, '_, Entity, Changed<Collider>>, mut graph: ResMut<'_, ContactGraph>) {
            for collider in &changed {
                let pairs: Vec<_> = graph.contact_edges_with(collider).map(|edge| edge.id).collect();
                for pair in pairs {
                    if let Some((_, contacts)) = graph.get_mut_by_id(pair) {
                        contacts.recycling_cache = None;
                    }
                }
            }
        }

        fn forget_ended_pairs(graph: Res<'_, ContactGraph>, memories: Res<'_, PairMemories<$vector>>) {
            let pairs = graph.active_pairs().len() + graph.sleeping_pairs().len();
            // By whole entities: `contains` compares indices, which are used again.
            let exists = |a, b| {
                graph
                    .get(a, b)
                    .is_some_and(|(edge, _)| (edge.collider1, edge.collider2) == (a, b) || (edge.collider1, edge.collider2) == (b, a))
            };
            memories.forget_ended(pairs, exists);
        }
    };
}
pub(crate) use adapter;

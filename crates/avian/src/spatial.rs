//! avian's spatial queries for the collider of a dimension, with avian's trees. avian's own need
//! parry, and are not compiled without it.

macro_rules! spatial {
    ($avian:ident, $vector:ty, $dir:ty, $ray:ty, $rot:ty) => {
        use clinch_contact::InitialOverlap;
        use $avian::collider_tree::{ColliderTree, ColliderTrees, ProxyId};
        use $avian::math::ToF32Precision as _;
        use $avian::prelude::{Position, RayCaster, RayHitData, RayHits, Rotation, SpatialQueryFilter, SpatialQuerySystems};

        impl Collider {
            /// Where a ray hits the collider at this place: its distance and the normal in world
            /// space. A `solid` collider is hit at 0 by a ray that begins inside.
            pub fn cast_ray(
                &self,
                translation: impl Into<Position>,
                rotation: impl Into<Rotation>,
                ray_origin: RVector,
                ray_direction: $vector,
                max_distance: f32,
                solid: bool,
            ) -> Option<(f32, $vector)> {
                let ray = ray(ray_origin, ray_direction, max_distance, solid);
                self.ray_at(&pose(translation.into().0, rotation.into()), &ray).map(|hit| (hit.distance, hit.normal))
            }

            /// Whether a point is in the collider at this place, or on its surface.
            pub fn contains_point(&self, translation: impl Into<Position>, rotation: impl Into<Rotation>, point: RVector) -> bool {
                self.contains_at(&pose(translation.into().0, rotation.into()), point.widen())
            }

            /// The nearest point of the collider at this place, and whether the point is inside. If
            /// it is, and the collider `solid`, it is the point itself.
            pub fn project_point(
                &self,
                translation: impl Into<Position>,
                rotation: impl Into<Rotation>,
                point: RVector,
                solid: bool,
            ) -> Option<(RVector, bool)> {
                let nearest = self.nearest_at(&pose(translation.into().0, rotation.into()), point.widen())?;
                let inside = nearest.distance <= 0.0;
                Some((if inside && solid { point } else { RVector::narrow(nearest.point) }, inside))
            }
        }

        fn ray(origin: RVector, direction: $vector, max_distance: f32, solid: bool) -> clinch_contact::Ray<Wide> {
            clinch_contact::Ray { max_time: f64::from(max_distance), solid, ..clinch_contact::Ray::new(origin.widen(), direction.widen()) }
        }

        /// Rays, points and shapes in avian's world, as a parameter of a system. Its methods are
        /// named as those of avian's `SpatialQuery`, which is compiled with parry only.
        #[derive(bevy_ecs::system::SystemParam)]
        pub struct SpatialQuery<'w, 's> {
            colliders: Query<'w, 's, (&'static Position, &'static Rotation, &'static Collider)>,
            trees: Res<'w, ColliderTrees>,
        }

        /// How a shape is cast.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct ShapeCastConfig {
            /// How far the shape moves; infinite by default.
            pub max_distance: f32,
            /// The distance at which the shapes count as touching; 0 by default.
            pub target_distance: f32,
            /// Whether colliders that the shape is at when it starts are hit only if it approaches
            /// them; by default they are hit at 0.
            pub ignore_origin_penetration: bool,
        }

        impl Default for ShapeCastConfig {
            fn default() -> Self {
                Self { max_distance: f32::INFINITY, target_distance: 0.0, ignore_origin_penetration: false }
            }
        }

        /// Where a shape hits a collider, in world space.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct ShapeHitData {
            /// The collider.
            pub entity: Entity,
            /// How far the shape moved.
            pub distance: f32,
            /// The point on the collider.
            pub point1: RVector,
            /// The point on the shape, where it hits.
            pub point2: RVector,
            /// The outward normal of the collider. That of the shape is its opposite.
            pub normal1: $vector,
        }

        /// The point of a collider that is nearest to a point.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct PointProjection {
            /// The collider.
            pub entity: Entity,
            /// The nearest point.
            pub point: RVector,
            /// Whether the given point is inside.
            pub is_inside: bool,
        }

        impl SpatialQuery<'_, '_> {
            /// The collider, and its pose, of a proxy that the filter lets through.
            fn collider(
                &self,
                tree: &ColliderTree,
                proxy: ProxyId,
                filter: &SpatialQueryFilter,
            ) -> Option<(Entity, &Collider, clinch_support::Pose<Wide>)> {
                let proxy = tree.get_proxy(proxy)?;
                let (position, rotation, collider) = self.colliders.get(proxy.collider).ok()?;
                filter.test(proxy.collider, proxy.layers).then(|| (proxy.collider, collider, pose(position.0, *rotation)))
            }

            /// The first collider that a ray hits.
            pub fn cast_ray(
                &self,
                origin: RVector,
                direction: $dir,
                max_distance: f32,
                solid: bool,
                filter: &SpatialQueryFilter,
            ) -> Option<RayHitData> {
                let (mut first, mut limit) = (None, max_distance);
                for tree in self.trees.iter_trees() {
                    tree.ray_traverse_closest(<$ray>::new(origin.f32(), direction), limit, |proxy| {
                        let Some((entity, collider, pose)) = self.collider(tree, proxy, filter) else { return f32::MAX };
                        let Some(hit) = collider.ray_at(&pose, &ray(origin, *direction, limit, solid)) else { return f32::MAX };
                        if first.is_none() || hit.distance < limit {
                            limit = hit.distance;
                            first = Some(RayHitData { entity, distance: hit.distance, normal: hit.normal });
                        }
                        hit.distance
                    });
                }
                first
            }

            /// The colliders that a ray hits, in no particular order.
            pub fn ray_hits(
                &self,
                origin: RVector,
                direction: $dir,
                max_distance: f32,
                max_hits: u32,
                solid: bool,
                filter: &SpatialQueryFilter,
            ) -> Vec<RayHitData> {
                let mut hits = Vec::new();
                let ray = ray(origin, *direction, max_distance, solid);
                for tree in self.trees.iter_trees() {
                    tree.ray_traverse_all(<$ray>::new(origin.f32(), direction), max_distance, |proxy| {
                        if let Some((entity, collider, pose)) = self.collider(tree, proxy, filter)
                            && hits.len() < max_hits as usize
                            && let Some(hit) = collider.ray_at(&pose, &ray)
                        {
                            hits.push(RayHitData { entity, distance: hit.distance, normal: hit.normal });
                        }
                        hits.len() < max_hits as usize
                    });
                }
                hits
            }

            /// The first collider that a shape hits when it moves from a place along a direction,
            /// without rotating.
            pub fn cast_shape(
                &self,
                shape: &Collider,
                (origin, shape_rotation): (RVector, impl Into<$rot>),
                direction: $dir,
                config: &ShapeCastConfig,
                filter: &SpatialQueryFilter,
            ) -> Option<ShapeHitData> {
                let at = pose(origin, shape_rotation);
                let bounds = shape.bounds(&at, 0.0);
                let bounds = ColliderAabb::from_min_max(RVector::narrow(bounds.min), RVector::narrow(bounds.max));
                let ignored = config.ignore_origin_penetration;
                let mut settings = clinch_contact::CastSettings {
                    target_distance: f64::from(config.target_distance),
                    max_time: f64::from(config.max_distance),
                    initial_overlap: if ignored { InitialOverlap::IgnoreSeparating } else { InitialOverlap::Report },
                    ..clinch_contact::CastSettings::default()
                };
                let (mut first, mut limit) = (None, config.max_distance);
                for tree in self.trees.iter_trees() {
                    tree.sweep_traverse_closest(bounds.into(), direction, limit, config.target_distance, |proxy| {
                        let Some((entity, collider, pose)) = self.collider(tree, proxy, filter) else { return f32::MAX };
                        let Some(hit) = collider.shape_hit_at(&pose, (shape, &at), direction.widen(), &settings) else { return f32::MAX };
                        if first.is_none() || hit.distance < limit {
                            limit = hit.distance;
                            settings.max_time = f64::from(limit);
                            let [point1, point2] = [hit.on_this, hit.on_other].map(RVector::narrow);
                            first = Some(ShapeHitData { entity, distance: limit, point1, point2, normal1: <$vector>::narrow(hit.normal) });
                        }
                        hit.distance
                    });
                }
                first
            }

            /// The colliders that contain a point.
            pub fn point_intersections(&self, point: RVector, filter: &SpatialQueryFilter) -> Vec<Entity> {
                let mut found = Vec::new();
                for tree in self.trees.iter_trees() {
                    tree.point_traverse(point.f32(), |proxy| {
                        if let Some((entity, collider, pose)) = self.collider(tree, proxy, filter)
                            && collider.contains_at(&pose, point.widen())
                        {
                            found.push(entity);
                        }
                        true
                    });
                }
                found
            }

            /// The nearest collider to a point. A point inside of a `solid` one is projected to
            /// itself.
            pub fn project_point(&self, point: RVector, solid: bool, filter: &SpatialQueryFilter) -> Option<PointProjection> {
                let (mut nearest, mut limit) = (None::<PointProjection>, f32::INFINITY);
                for tree in self.trees.iter_trees() {
                    tree.squared_distance_traverse_closest(point, limit, |proxy| {
                        let Some((entity, collider, pose)) = self.collider(tree, proxy, filter) else { return f32::INFINITY };
                        let Some(found) = collider.nearest_at(&pose, point.widen()) else { return f32::INFINITY };
                        let is_inside = found.distance <= 0.0;
                        let projected = if is_inside && solid { point } else { RVector::narrow(found.point) };
                        // The difference first: far from the origin `f32` has no digits for it.
                        let squared = (projected - point).f32().length_squared();
                        if squared < limit {
                            limit = squared;
                            nearest = Some(PointProjection { entity, point: projected, is_inside });
                        }
                        squared
                    });
                }
                nearest
            }

            /// The colliders that a shape at a place touches.
            pub fn shape_intersections(
                &self,
                shape: &Collider,
                shape_position: RVector,
                shape_rotation: impl Into<$rot>,
                filter: &SpatialQueryFilter,
            ) -> Vec<Entity> {
                let at = pose(shape_position, shape_rotation);
                let bounds = shape.bounds(&at, 0.0);
                let bounds = ColliderAabb::from_min_max(RVector::narrow(bounds.min), RVector::narrow(bounds.max));
                let mut found = Vec::new();
                for tree in self.trees.iter_trees() {
                    tree.aabb_traverse(bounds.into(), |proxy| {
                        if let Some((entity, collider, pose)) = self.collider(tree, proxy, filter)
                            && collider.touches_at(&pose, shape, &at)
                        {
                            found.push(entity);
                        }
                        true
                    });
                }
                found
            }
        }

        /// Fills the hits of avian's `RayCaster`s, whose rays avian moves. Part of
        /// [`ClinchPlugins`].
        pub struct RayCasterPlugin(Interned<dyn ScheduleLabel>);

        /// Fills the hits of `RayCaster`s, after avian's `SpatialQuerySystems`, which move their
        /// rays. Systems that read `RayHits` in the same schedule run after it.
        #[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct RayCasterSystems;

        impl Plugin for RayCasterPlugin {
            fn build(&self, app: &mut App) {
                // A ray caster that was moved in this tick: avian's system is before.
                app.configure_sets(self.0, RayCasterSystems.after(SpatialQuerySystems));
                app.add_systems(self.0, cast_rays.in_set(RayCasterSystems));
            }
        }

        fn cast_rays(mut casters: Query<'_, '_, (Entity, &RayCaster, &mut RayHits)>, queries: SpatialQuery<'_, '_>) {
            for (entity, caster, mut hits) in &mut casters {
                if !caster.enabled {
                    // Not written if nothing changes, for bevy's change detection.
                    if !hits.0.is_empty() {
                        hits.0.clear();
                    }
                    continue;
                }
                let mut filter = caster.query_filter.clone();
                if caster.ignore_self {
                    filter.excluded_entities.insert(entity);
                }
                let (origin, direction) = (caster.global_origin(), caster.global_direction());
                let (far, solid) = (caster.max_distance, caster.solid);
                hits.0 = match caster.max_hits {
                    1 => queries.cast_ray(origin, direction, far, solid, &filter).into_iter().collect(),
                    most => queries.ray_hits(origin, direction, far, most, solid, &filter),
                };
            }
        }
    };
}
pub(crate) use spatial;

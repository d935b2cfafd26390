//! Two convex shapes at their poses.

use clinch::contact::{Cast, CastSettings, Manifold, Memory, Pair, Relation, Scratch, Separation, Settings, Space, cast, collide};
use clinch::shapes::Convex;
use clinch::support::{Pose, Scalar};
use clinch_pairs::{Poses, pose, poses};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{Query, QueryKind, ShapeSpec};

use crate::cast_path::cast_path;
use crate::input::Refusal;
use crate::inspect::outlines::convex_report;
use crate::inspect::shapes::{Convexes, InA, Shapes};
use crate::report::{Path, ShapeReport};

/// Two convex shapes at the world poses of their frames.
pub(super) struct ConvexShapes<'q, V: Space + Build> {
    a: V::Shape,
    b: V::Shape,
    specs: [&'q ShapeSpec; 2],
    poses: Poses<V>,
}

impl<'q, V: Space + Build> ConvexShapes<'q, V>
where
    V::Wide: Build,
{
    /// A and B at the poses of the query. B of a ray, which begins at its origin, is a point.
    pub(super) fn of(query: &'q Query, spec_b: &'q ShapeSpec) -> Result<Self, Refusal> {
        let shape = |name: &str, spec| V::shape(spec).map_err(|error| Refusal::new(error.kind(), format!("shape {name}: {error}")));
        let (a, b) = (shape("a", &query.a)?, shape("b", spec_b)?);
        Ok(Self { a, b, specs: [&query.a, spec_b], poses: poses_of(query)? })
    }
}

/// The poses of A and B; of a ray that of its origin.
pub(super) fn poses_of<V: Space + Build>(query: &Query) -> Result<Poses<V>, Refusal>
where
    V::Wide: Build,
{
    match &query.origin {
        Some(origin) if query.kind == QueryKind::RayCast => {
            Ok(Poses { a: pose::<V>("a", &query.pose_a)?, b: Pose::at(<V::Wide as Build>::vector(origin)) })
        }
        _ => Ok(poses::<V>(query)?),
    }
}

impl<V: Space + Build> Shapes<V> for ConvexShapes<'_, V>
where
    V::Wide: Build,
{
    fn poses(&self) -> &Poses<V> {
        &self.poses
    }

    fn reports(&self) -> [ShapeReport; 2] {
        let [spec_a, spec_b] = self.specs;
        [convex_report(&self.a, spec_a, &self.poses.a), convex_report(&self.b, spec_b, &self.poses.b)]
    }

    fn convex(&self) -> Option<Convexes<'_, V>> {
        Some(Pair { a: &self.a, b: &self.b, b_in_a: self.poses.b_in_a() })
    }

    fn separation(&self, poses: &Poses<V>) -> Option<Separation<V>> {
        let pair: Convexes<'_, V> = Pair { a: &self.a, b: &self.b, b_in_a: poses.b_in_a() };
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        match collide(&pair, &settings, &mut Memory::new(), &mut Scratch::new(), &mut Manifold::new()).relation {
            Relation::Near(near) => Some(near),
            Relation::Beyond { .. } | Relation::Undefined => None,
        }
    }

    fn cast(&self, motion: &InA<V::Wide>, settings: &CastSettings) -> (Cast<V>, [Option<u32>; 2]) {
        let pair: Convexes<'_, V> = Pair { a: &self.a, b: &self.b, b_in_a: self.poses.b_in_a() };
        (cast(&pair, motion.velocity, settings, &mut Scratch::new()), [None; 2])
    }

    fn path(&self, cast: &Cast<V>, _: &InA<V::Wide>, settings: &CastSettings) -> Path {
        let (a, b): (&dyn Convex<V>, &dyn Convex<V>) = (&self.a, &self.b);
        cast_path(a, b, cast, a.radius_wide() + b.radius_wide() + settings.target_distance)
    }

    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

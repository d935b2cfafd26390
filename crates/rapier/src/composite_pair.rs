//! Queries of a shape of parts and another shape.
//!
//! Two surfaces touch as those of clinch do, by the normal cones of both. Of other shapes of parts,
//! the parts of one are bodies that touch the other: those of the one that is no surface, or has
//! the smaller bounds.

use clinch_composite::SubShapeId;
use clinch_composite_contact::{
    CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, collide, collide_composites, measure, separation_composites,
};
use clinch_contact::{Pair, Separation, Settings};
use clinch_shapes::{Aabb, Convex, Cuboid};
use clinch_support::{Pose, SupportMap as _};
use glam::{DVec3, Vec3};

use crate::operand::CompositeView;
use crate::view::ShapeView;

/// What the shape of parts touches.
pub(crate) enum Other<'p, 's> {
    Convex(&'p ShapeView<'s>),
    Composite(&'p CompositeView<'s>),
}

/// The shape of parts is A.
pub(crate) struct CompositePair<'p, 's> {
    pub(crate) a: &'p CompositeView<'s>,
    pub(crate) b: Other<'p, 's>,
    pub(crate) b_in_a: Pose<DVec3>,
}

impl CompositePair<'_, '_> {
    /// The manifolds that are within `near`, with points up to `margin`. `manifolds` goes in as
    /// last step's.
    pub(crate) fn manifolds(
        &self,
        [near, margin]: [f32; 2],
        scratch: &mut CompositeScratch<Vec3>,
        manifolds: &mut Vec<CompositeManifold<Vec3>>,
    ) {
        let settings = Settings::with_margin(margin);
        let a = self.a.shape();
        match &self.b {
            Other::Convex(b) => {
                collide(&Pair { a, b: *b, b_in_a: self.b_in_a }, &settings, &mut CompositeMemory::new(), scratch, manifolds);
            }
            Other::Composite(b) if self.a.is_surface() && b.is_surface() => {
                collide_composites(&Pair { a, b: b.shape(), b_in_a: self.b_in_a }, &settings, scratch, manifolds);
            }
            Other::Composite(b) => {
                let (last, mut of_part) = (core::mem::take(manifolds), Vec::new());
                self.for_parts(b, margin, |id, part, pose| {
                    of_part.clear();
                    of_part.extend(last.iter().filter(|manifold| manifold.sub_shapes[1] == Some(id)).cloned());
                    for point in of_part.iter_mut().flat_map(|manifold| &mut manifold.manifold.points) {
                        point.on_b = pose.map_or(point.on_b, |pose| pose.inverse().point(point.on_b.as_dvec3()).as_vec3());
                    }
                    collide(
                        &Pair { a, b: part, b_in_a: self.part_in_a(pose) },
                        &settings,
                        &mut CompositeMemory::new(),
                        scratch,
                        &mut of_part,
                    );
                    manifolds.extend(of_part.drain(..).map(|mut manifold| {
                        for point in &mut manifold.manifold.points {
                            point.on_b = pose.map_or(point.on_b, |pose| pose.point(point.on_b.as_dvec3()).as_vec3());
                        }
                        CompositeManifold { sub_shapes: [manifold.sub_shapes[0], Some(id)], ..manifold }
                    }));
                });
            }
        }
        manifolds.retain(|manifold| manifold.manifold.points.iter().any(|point| point.separation <= near));
    }

    /// Whether the answer is void: see
    /// [`SurfaceView::has_changed`](crate::surface_view::SurfaceView::has_changed).
    pub(crate) fn has_changed(&self) -> bool {
        self.a.has_changed() || matches!(&self.b, Other::Composite(b) if b.has_changed())
    }

    /// The signed distance, if it is at most `margin`.
    pub(crate) fn separation(&self, margin: f32, scratch: &mut CompositeScratch<Vec3>) -> Option<Separation<Vec3>> {
        let far = f64::from(margin).min(self.farthest());
        let mut within = far.min(FIRST * self.farthest());
        loop {
            let found = self.separation_within(within as f32, scratch);
            if found.is_some() || !(within < far) {
                return found;
            }
            within = far.min(GROWTH * within);
        }
    }

    fn separation_within(&self, margin: f32, scratch: &mut CompositeScratch<Vec3>) -> Option<Separation<Vec3>> {
        let settings = Settings::with_margin(margin);
        let a = self.a.shape();
        let near = |relation| match relation {
            CompositeRelation::Near { separation, .. } => Some(separation),
            _ => None,
        };
        match &self.b {
            Other::Convex(b) => near(measure(&Pair { a, b: *b, b_in_a: self.b_in_a }, &settings, scratch)),
            Other::Composite(b) if self.a.is_surface() && b.is_surface() => {
                near(separation_composites(&Pair { a, b: b.shape(), b_in_a: self.b_in_a }, &settings, scratch))
            }
            Other::Composite(b) => {
                let mut nearest: Option<Separation<Vec3>> = None;
                self.for_parts(b, margin, |_, part, pose| {
                    let found = near(measure(&Pair { a, b: part, b_in_a: self.part_in_a(pose) }, &settings, scratch));
                    if let Some(found) = found.filter(|found| nearest.is_none_or(|nearest| found.distance < nearest.distance)) {
                        nearest = Some(Separation { point_b: pose.map_or(found.point_b, |pose| pose.point(found.point_b)), ..found });
                    }
                });
                nearest
            }
        }
    }

    /// Calls `visit` with the parts of B near A and their poses in B.
    fn for_parts(&self, b: &CompositeView<'_>, margin: f32, mut visit: impl FnMut(SubShapeId, &dyn Convex<Vec3>, Option<&Pose<DVec3>>)) {
        let mut near = Vec::new();
        b.shape().near(&self.bounds_of_a_in_b(f64::from(margin)), &mut near);
        for id in near {
            b.shape().sub_shape(id, &mut |part, pose| visit(id, part, pose));
        }
    }

    fn part_in_a(&self, pose: Option<&Pose<DVec3>>) -> Pose<DVec3> {
        pose.map_or(self.b_in_a, |pose| self.b_in_a.after(pose))
    }

    fn bounds_of_a_in_b(&self, margin: f64) -> Aabb<DVec3> {
        let bounds = self.a.shape().bounds();
        let a_in_b = self.b_in_a.inverse();
        let half = Cuboid::new((bounds.max - bounds.min) * 0.5);
        half.map_or(Aabb::unbounded(), |half| half.bounds(&Pose::new(a_in_b.rotation, a_in_b.point(bounds.center()))).grown(margin))
    }

    /// An upper bound of the distance of any two points of the pair.
    fn farthest(&self) -> f64 {
        let reach = |bounds: &Aabb<DVec3>| bounds.min.abs().max(bounds.max.abs()).length();
        let reach_of_b = match &self.b {
            Other::Convex(b) => f64::from(b.center().length() + b.radius_about_center()) + b.radius_wide(),
            Other::Composite(b) => reach(&b.shape().bounds()),
        };
        reach(&self.a.shape().bounds()) + reach_of_b + self.b_in_a.translation.length()
    }
}

/// A search for the distance begins with this part of the largest possible distance. Larger: more
/// parts are looked at. Smaller: it takes more rounds.
const FIRST: f64 = 1.0 / 4096.0;
/// The factor from round to round.
const GROWTH: f64 = 8.0;

//! parry3d on a surface, as rapier uses it.
//!
//! * A pair keeps its manifolds, one for each triangle, and the workspace that finds them again. A
//!   cold query begins without.
//! * Its manifolds have any number of points: unreduced, and reduced to four as rapier does.
//! * At rest also by rapier's rule, which keeps the points of a body that moved by less than five
//!   centimetres and computes their separations again.

use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use glam::DVec3;
use parry3d::math::Pose;
use parry3d::query::details::ContactManifoldsWorkspace;
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, PointQuery, Ray, RayCast, RayIntersection};

use crate::answer::Answer;
use crate::composite::data::{Data, Queries};
use crate::runner::{Loop, Runner};
use crate::subjects::{MARGIN, parry_drift, parry_pose, parry_shape, parry_to_four};
use crate::work::Work;

/// rapier's `contact_recycle_distance`, in metres.
const RECYCLED: f32 = 0.05;

/// What a pair keeps.
#[derive(Default)]
struct Kept {
    manifolds: Vec<ContactManifold<(), ()>>,
    workspace: Option<ContactManifoldsWorkspace>,
    /// The pose that the manifolds were computed in, for rapier's rule.
    then: Option<Pose>,
}

/// What is done to the manifolds.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Whole,
    Reduced,
    /// Reduced, and kept by rapier's rule.
    Recycled,
}

pub(super) fn prepare(work: Work, data: &Data) -> Option<Box<dyn Runner>> {
    match &data.queries {
        Queries::Body { shape, tracks } => manifolds(data, (shape, tracks), work == Work::CompositeCold, How::Whole),
        Queries::Rays(rays) => Some(ray_casts(data, rays)),
        Queries::Points(points) => Some(nearest_points(data, points)),
        Queries::Build => None,
    }
}

pub(super) fn prepare_reduced(work: Work, data: &Data) -> Option<Box<dyn Runner>> {
    let Queries::Body { shape, tracks } = &data.queries else { return None };
    manifolds(data, (shape, tracks), work == Work::CompositeCold, How::Reduced)
}

pub(super) fn prepare_recycled(work: Work, data: &Data) -> Option<Box<dyn Runner>> {
    let Queries::Body { shape, tracks } = &data.queries else { return None };
    (work == Work::CompositeResting).then(|| manifolds(data, (shape, tracks), false, How::Recycled))?
}

fn manifolds(data: &Data, (shape, tracks): (&ShapeSpec, &[Vec<PoseSpec>]), cold: bool, how: How) -> Option<Box<dyn Runner>> {
    let (ground, body) = (data.ground.clone(), parry_shape(shape)?);
    let radius = shape.bounding_radius() as f32;
    let query = move |[a, b]: &[Pose; 2], kept: &mut Kept| {
        let Kept { manifolds, workspace, then } = kept;
        if cold {
            manifolds.clear();
            *workspace = None;
        }
        let b_in_a = a.inv_mul(b);
        if then.is_some_and(|then| parry_drift(&then, &b_in_a, radius) <= RECYCLED) {
            manifolds.iter_mut().for_each(|manifold| manifold.update_separations(&b_in_a));
            return;
        }
        // An error only for unsupported shapes, of which there are none.
        let _ = DefaultQueryDispatcher.contact_manifolds(&b_in_a, &ground.parry, &*body, MARGIN, manifolds, workspace);
        if how != How::Whole {
            manifolds.iter_mut().for_each(parry_to_four);
        }
        *then = (how == How::Recycled).then_some(b_in_a);
    };
    let answer = |(): &(), kept: &Kept| {
        let points = kept.manifolds.iter().flat_map(|manifold| &manifold.points).map(|point| f64::from(point.dist));
        // Points beyond the margin are included; rapier skips them.
        Answer::Contact(points.filter(|separation| *separation <= MARGIN.into()).reduce(f64::min))
    };
    Some(Box::new(Loop::of_tracks(tracks, |pose| [Pose::IDENTITY, parry_pose(pose)], query, answer)))
}

fn ray_casts(data: &Data, rays: &[[DVec3; 2]]) -> Box<dyn Runner> {
    let ground = data.ground.clone();
    let ray = |[origin, direction]: &[DVec3; 2]| Ray::new(origin.as_vec3(), direction.as_vec3());
    let query = move |ray: &Ray, _: &mut ()| ground.parry.cast_local_ray_and_get_normal(ray, f32::MAX, false);
    let answer = |hit: &Option<RayIntersection>, (): &()| Answer::Impact(hit.as_ref().map(|hit| hit.time_of_impact.into()));
    Box::new(Loop::of_each(rays, ray, query, answer))
}

fn nearest_points(data: &Data, points: &[DVec3]) -> Box<dyn Runner> {
    let ground = data.ground.clone();
    let query = move |point: &glam::Vec3, _: &mut ()| (ground.parry.project_local_point(*point, false).point, *point);
    let answer = |(found, from): &(glam::Vec3, glam::Vec3), (): &()| Answer::Distance(found.as_dvec3().distance(from.as_dvec3()));
    Box::new(Loop::of_each(points, |point| point.as_vec3(), query, answer))
}

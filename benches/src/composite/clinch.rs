//! clinch on a surface, through its public functions.
//!
//! * Shapes are the enums of the stage, because the peers also dispatch at run time.
//! * Bodies at rest are recycled as the stage does it, with its default settings.

use clinch::composite::{Faces, SurfaceRay, SurfaceRayOutcome};
use clinch::composite_contact::{CompositeManifold, CompositeMemory, CompositeScratch, MovingBody, collide, recycle};
use clinch::contact::{Pair, Recycling, Settings};
use clinch::shapes::{Convex, Shape3};
use clinch::support::{Pose, Scalar, SupportMap};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use glam::{DVec3, Vec3};

use crate::answer::Answer;
use crate::composite::data::{Data, Queries};
use crate::composite::ground::Composite;
use crate::runner::{Loop, Runner};
use crate::subjects::MARGIN;
use crate::work::Work;

/// The default of the stage: the part of its size by which a body may move and keep its contact.
const RECYCLING: f32 = 1e-4;

/// What a pair keeps.
#[derive(Default)]
struct Kept {
    manifolds: Vec<CompositeManifold<Vec3>>,
    memory: CompositeMemory<Vec3>,
}

pub(super) fn prepare(work: Work, data: &Data) -> Option<Box<dyn Runner>> {
    match &data.queries {
        Queries::Body { shape, tracks } if work == Work::CompositeResting => resting(data, shape, tracks),
        Queries::Body { shape, tracks } => manifolds(data, (shape, tracks), work == Work::CompositeCold),
        Queries::Rays(rays) => Some(ray_casts(data, rays)),
        Queries::Points(points) => Some(nearest_points(data, points)),
        Queries::Build => None,
    }
}

/// The poses in the world of the surface and the body, in each frame of each track.
type Poses = [Pose<Vec3>; 2];

fn poses(pose: &PoseSpec) -> Poses {
    [Pose::IDENTITY, <Vec3 as Build>::pose(pose)]
}

#[inline]
fn pair<'s>(mesh: &'s Composite, body: &'s Shape3<Vec3>, [a, b]: &Poses) -> Pair<Vec3, &'s Composite, &'s Shape3<Vec3>> {
    Pair::in_world(mesh, a, body, b)
}

fn deepest(kept: &Kept) -> Answer {
    let points = kept.manifolds.iter().flat_map(|found| &found.manifold.points);
    Answer::Contact(points.map(|point| f64::from(point.separation)).reduce(f64::min))
}

fn manifolds(data: &Data, (shape, tracks): (&ShapeSpec, &[Vec<PoseSpec>]), cold: bool) -> Option<Box<dyn Runner>> {
    let (mesh, body) = (Composite::from(data.ground.clinch.clone()), Vec3::shape(shape).ok()?);
    let (settings, mut scratch) = (Settings::with_margin(MARGIN), CompositeScratch::new());
    let query = move |poses: &Poses, Kept { manifolds, memory }: &mut Kept| {
        if cold {
            manifolds.clear();
            memory.invalidate();
        }
        collide(&pair(&mesh, &body, poses), &settings, memory, &mut scratch, manifolds);
    };
    Some(Box::new(Loop::of_tracks(tracks, poses, query, |(), kept| deepest(kept))))
}

fn resting(data: &Data, shape: &ShapeSpec, tracks: &[Vec<PoseSpec>]) -> Option<Box<dyn Runner>> {
    let (mesh, body) = (Composite::from(data.ground.clinch.clone()), Vec3::shape(shape).ok()?);
    let (settings, mut scratch) =
        (Settings { recycling: Recycling::Proved(RECYCLING), ..Settings::with_margin(MARGIN) }, CompositeScratch::new());
    // As the stage measures them.
    let radius = f32::narrow_up(body.bounding_radius());
    let size = f32::narrow_down(body.radius_about_center().widen() + body.radius_wide());
    let moving = MovingBody { is_b: true, radius, smaller_size: size, has_normals_of_b: false };
    let query = move |poses: &Poses, Kept { manifolds, memory }: &mut Kept| {
        let pair = pair(&mesh, &body, poses);
        if recycle(&pair.b_in_a, &settings, memory, manifolds).is_none() {
            let relation = collide(&pair, &settings, memory, &mut scratch, manifolds);
            memory.store(&pair.b_in_a, &relation, moving, &settings);
        }
    };
    Some(Box::new(Loop::of_tracks(tracks, poses, query, |(), kept| deepest(kept))))
}

fn ray_casts(data: &Data, rays: &[[DVec3; 2]]) -> Box<dyn Runner> {
    let mesh = data.ground.clinch.clone();
    let ray = |[origin, direction]: &[DVec3; 2]| SurfaceRay {
        origin: *origin,
        direction: *direction,
        max_time: f64::INFINITY,
        faces: Faces::Both,
    };
    let answer = |outcome: &SurfaceRayOutcome, (): &()| {
        Answer::Impact(if let SurfaceRayOutcome::Hit(hit) = outcome { Some(hit.time) } else { None })
    };
    Box::new(Loop::of_each(rays, ray, move |ray: &SurfaceRay, _: &mut ()| mesh.ray_cast(ray), answer))
}

fn nearest_points(data: &Data, points: &[DVec3]) -> Box<dyn Runner> {
    let mesh = data.ground.clinch.clone();
    let query = move |point: &DVec3, _: &mut ()| mesh.project(*point).map(|found| (found, *point));
    let answer = |found: &Option<(clinch::composite::Projection, DVec3)>, (): &()| {
        // By the point, so that a wrong one gives a wrong answer.
        Answer::Distance(found.as_ref().map_or(f64::NAN, |(found, from)| found.point.distance(*from)))
    };
    Box::new(Loop::of_each(points, |point| *point, query, answer))
}

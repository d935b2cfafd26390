//! Box3D on a surface, if the feature `box3d` is on.
//!
//! * It has no cylinders, no nearest points of a mesh, and no hulls of more than 128 edges: of 64
//!   points on a ball it keeps 44. Its margin is built in, and all libraries use the same.
//! * A pair keeps its contact: the triangles near it, what their last queries found, and the
//!   manifolds. A cold query begins without.
//! * Its recycling is in the loop of its world, which is not timed here.
//! * A ray is a segment, as long as Box3D needs to leave every surface.

use clinch_box3d::{MOST_WITH_MANIFOLDS, Mesh, Pose, Shape, SurfaceContact, SurfacePair};
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use glam::{DVec3, Quat, Vec3};

use crate::answer::Answer;
use crate::composite::data::{Data, Queries};
use crate::runner::{Loop, Runner};
use crate::subjects::{MARGIN, box3d_pose, box3d_shape};
use crate::work::Work;

/// A surface is less than this from corner to corner, and rays begin up to 20 above it.
const WAY: f32 = 1024.0;

pub(super) fn prepare(work: Work, data: &Data) -> Option<Box<dyn Runner>> {
    match &data.queries {
        Queries::Body { shape: ShapeSpec::Hull { points }, .. } if points.len() > MOST_WITH_MANIFOLDS => None,
        Queries::Body { shape, tracks } => manifolds(&data.ground.box3d, (box3d_shape(shape)?, tracks), work == Work::CompositeCold),
        Queries::Rays(rays) => Some(ray_casts(data, rays)),
        Queries::Points(_) | Queries::Build => None,
    }
}

fn manifolds(mesh: &Mesh, (body, tracks): (Shape, &[Vec<PoseSpec>]), cold: bool) -> Option<Box<dyn Runner>> {
    let pair = SurfacePair::new(mesh.clone(), body)?;
    let query = move |[surface, body]: &[Pose; 2], kept: &mut Option<SurfaceContact>| {
        if kept.is_none() {
            *kept = SurfaceContact::new(&pair);
        }
        if let Some(contact) = kept {
            if cold {
                contact.forget();
            }
            contact.collide(surface, body);
        }
    };
    let answer = |(): &(), kept: &Option<SurfaceContact>| {
        let separations = kept.iter().flat_map(SurfaceContact::separations).filter(|separation| *separation <= MARGIN);
        Answer::Contact(separations.reduce(f32::min).map(f64::from))
    };
    let still = Pose { rotation: Quat::IDENTITY, translation: Vec3::ZERO };
    Some(Box::new(Loop::of_tracks(tracks, move |pose| [still, box3d_pose(pose)], query, answer)))
}

fn ray_casts(data: &Data, rays: &[[DVec3; 2]]) -> Box<dyn Runner> {
    let mesh = data.ground.box3d.clone();
    let ray = |[origin, direction]: &[DVec3; 2]| [origin.as_vec3(), direction.as_vec3() * WAY];
    let query = move |[origin, motion]: &[Vec3; 2], _: &mut ()| mesh.ray_cast(*origin, *motion);
    let answer = |hit: &Option<f32>, (): &()| Answer::Impact(hit.map(|fraction| (fraction * WAY).into()));
    Box::new(Loop::of_each(rays, ray, query, answer))
}

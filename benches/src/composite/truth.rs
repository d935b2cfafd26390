//! The true answers, by looking at every triangle of the surface.
//!
//! * Above a plane a body is as far from it, or as deep in it, as its lowest point: the oracle's
//!   distance from a half space.
//! * Above other surfaces it is as far as from the nearest triangle, by the oracle. Of a body that
//!   overlaps some triangle only that it touches is known: its depth in a surface has more than one
//!   definition.

use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, ShapeSpec};
use glam::{DVec3, Vec3};

use crate::composite::ground::Ground;
use crate::composite::triangle::Triangle;
use crate::data::Truth;

/// What is proved of a distance is to this part of the size of the pair: a thousandth of what
/// counts as an error.
const ENOUGH: f64 = 1e-7;
/// The cells that the oracle cuts at most.
const CUTS: usize = 20_000;

/// Vertices, and the three indices of each triangle.
type Triangles<'t> = (&'t [Vec3], &'t [[u32; 3]]);

/// The separation of a body. `None` if the oracle refuses it.
pub(crate) fn of_body(ground: &Ground, body: &ShapeSpec, pose: &PoseSpec) -> Option<Truth> {
    if ground.surface.is_plane() {
        let below = ShapeSpec::Halfspace { normal: Coords::of(DVec3::Z, 3), offset: 0.0 };
        let (sd, err) = separation(&below, body, pose)?;
        return Some(Truth::Signed { sd, err });
    }
    of_patch((&ground.vertices, &ground.triangles), body, pose)
}

/// The separation of a body from triangles that are no plane. `None` if the oracle refuses it.
pub(crate) fn of_patch(triangles: Triangles<'_>, body: &ShapeSpec, pose: &PoseSpec) -> Option<Truth> {
    let (center, radius) = (pose.translation(), body.bounding_radius());
    let (sd, err) = nearest(triangles, center, radius, |triangle| separation(&triangle.shape(), body, pose))?;
    Some(if sd > err { Truth::Signed { sd, err } } else { Truth::Overlapping })
}

/// The distance of a point.
pub(crate) fn of_point(ground: &Ground, point: DVec3) -> Option<Truth> {
    let (shape, pose) = (ShapeSpec::Point { p: None }, PoseSpec::at(point));
    let (sd, err) = nearest((&ground.vertices, &ground.triangles), point, 0.0, |triangle| separation(&triangle.shape(), &shape, &pose))?;
    Some(Truth::Signed { sd, err })
}

/// The time at which a ray meets the surface.
pub(crate) fn of_ray(ground: &Ground, origin: DVec3, direction: DVec3) -> Truth {
    let times = all((&ground.vertices, &ground.triangles)).filter_map(|triangle| triangle.met_by(origin, direction));
    Truth::Impact { time: times.reduce(f64::min), err: 1e-9, ambiguous: false }
}

fn all((vertices, triangles): Triangles<'_>) -> impl Iterator<Item = Triangle> {
    triangles.iter().map(|indices| Triangle::of(vertices, indices))
}

/// The least distance from any triangle. Those whose bounds are farther than a distance found need
/// no oracle.
fn nearest(triangles: Triangles<'_>, center: DVec3, radius: f64, of: impl Fn(&Triangle) -> Option<(f64, f64)>) -> Option<(f64, f64)> {
    let from_corners = triangles.0.iter().map(|vertex| (vertex.as_dvec3() - center).length());
    let at_most = from_corners.fold(f64::INFINITY, f64::min);
    let mut near: Vec<(f64, Triangle)> =
        all(triangles).map(|triangle| (triangle.at_least(center, radius), triangle)).filter(|(least, _)| *least <= at_most).collect();
    near.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut best: Option<(f64, f64)> = None;
    for (least, triangle) in near {
        if best.is_some_and(|(sd, _)| least > sd || sd <= 0.0) {
            break;
        }
        let found = of(&triangle)?;
        best = Some(best.map_or(found, |best| if found.0 < best.0 { found } else { best }));
    }
    best
}

fn separation(part: &ShapeSpec, body: &ShapeSpec, pose: &PoseSpec) -> Option<(f64, f64)> {
    let query = Query::contact(3, (part.clone(), PoseSpec::default()), (body.clone(), *pose));
    let truth = Pairing::of(&query).ok()?.truth_within(ENOUGH, CUTS);
    Some((truth.sd, truth.err))
}

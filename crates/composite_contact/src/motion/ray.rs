//! Rays at a composite shape, by its parts.

use clinch_composite::{Composite, Sides, SubShapeId};
use clinch_contact::{BackFaces, CastOutcome, CastSettings, InitialOverlap, Pair, Ray, Space, ray_cast as ray_at};
use clinch_shapes::{Aabb, Point};
use clinch_support::{Frame, Pose, Vector};

use crate::motion::cast::in_composite;
use crate::motion::composite_cast::CompositeCast;
use crate::motion::first_touch::{Approach, AtStart, FirstTouch, first_touch};
use crate::motion::initial_hit::{ignores_backs, initial_hit};
use crate::motion::rotation_bound::RotationBound;
use crate::motion::snap::face_against;
use crate::motion::swept_box::SweptBox;
use crate::not_negative::not_negative;
use crate::part::{Part, with_part};
use crate::scratch::CompositeScratch;

/// Where does a ray first hit a shape made of convex parts?
///
/// As [`clinch_contact::ray_cast`] at each part that the ray meets before the first hit, so it is
/// not watertight to the last bit; [`clinch_composite::TriMesh::ray_cast`] is. The normal is that
/// of the face that is hit, against the ray; of a solid outward. A `solid` ray that begins inside
/// of a solid, or of a part, hits at 0. One that is not hits the first surface of a part that it
/// meets, also where parts overlap. Surfaces with one side are hit from behind, unless
/// [`back_faces`](Ray::back_faces) says otherwise.
///
/// ```
/// use clinch_composite::TriMesh;
/// use clinch_composite_contact::{CompositeScratch, ray_cast};
/// use clinch_contact::{CastOutcome, Ray};
/// use glam::{DVec3, Vec3};
///
/// let floor = TriMesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
/// let down = Ray::new(DVec3::new(0.25, 0.25, 3.0), -DVec3::Z);
/// let answer = ray_cast(&floor, &down, &mut CompositeScratch::new());
/// let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
/// assert_eq!(
///     (impact.time, impact.normal, impact.point_a),
///     (3.0, DVec3::Z, DVec3::new(0.25, 0.25, 0.0))
/// );
/// ```
pub fn ray_cast<V: Space, C: Composite<V> + ?Sized>(
    composite: &C,
    ray: &Ray<V::Wide>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    let undefined = CompositeCast::undefined();
    let Ok(point) = Point::new(V::ZERO) else { return undefined };
    if !(ray.origin.is_finite() && ray.direction.is_finite()) {
        return undefined;
    }
    let pair = Pair { a: composite, b: point, b_in_a: Pose::<V::Wide>::at(ray.origin) };
    let outward = composite.sides() == Sides::Solid;
    let front_only = ignores_backs(composite, ray.back_faces);
    let approach = |at_start: AtStart| Approach {
        path: SweptBox { start: Aabb { min: ray.origin, max: ray.origin }, motion: ray.direction, until: not_negative(ray.max_time) },
        rotation: RotationBound::none(),
        speed: ray.direction.length(),
        error: 0.0,
        at_start,
        back_faces: if front_only { BackFaces::Ignore } else { BackFaces::Hit },
    };
    let search = |at_start: AtStart, scratch: &mut CompositeScratch<V>| {
        let CompositeScratch { convex, hits, .. } = scratch;
        let of_part = |id: SubShapeId| {
            with_part(&pair, id, |part| {
                let cast = ray_at(part.pair.a, &in_part(part, ray), convex);
                let begins_there = matches!(cast.outcome, CastOutcome::Hit(impact) if impact.at_start);
                let mut answer = in_composite(composite, part, cast, ray.origin);
                if !begins_there && let (Some(snapped), Some(face)) = (&mut answer.snapped, face_against(pair.a, part, ray.direction)) {
                    *snapped = face;
                    snapped.normal = if outward && face.has_cone && !face.is_front { -face.normal } else { face.normal };
                }
                answer
            })
        };
        first_touch(composite, approach(at_start), hits, of_part)
    };
    if !(ray.solid && composite.contains(ray.origin))
        && let FirstTouch::Answer(answer) = search(AtStart::Stop, scratch)
    {
        return answer;
    }
    // A ray that begins on a surface and leaves it, or goes through it from behind, does not hit
    // its front there.
    let (initial_overlap, otherwise) =
        if front_only { (InitialOverlap::IgnoreSeparating, AtStart::IgnoreSeparating) } else { (InitialOverlap::Report, AtStart::Hit) };
    let at_start = CastSettings { initial_overlap, back_faces: ray.back_faces, ..CastSettings::default() };
    if let Some(answer) = initial_hit(&pair, ray.direction, &at_start, scratch) {
        return answer;
    }
    match search(otherwise, scratch) {
        FirstTouch::Answer(answer) => answer,
        FirstTouch::AtStart => undefined,
    }
}

/// The ray in the frame of a part.
fn in_part<V: Space>(part: &Part<'_, V>, ray: &Ray<V::Wide>) -> Ray<V::Wide> {
    let origin = part.frame().map_or(ray.origin, |frame: &Frame<V>| frame.to_b(ray.origin));
    Ray { origin, direction: part.direction_in_part(ray.direction), ..*ray }
}

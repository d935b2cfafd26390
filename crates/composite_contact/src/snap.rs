//! The normal of a hit of a part, as that of the whole shape.

use clinch_composite::{Composite, Feature, NormalCone, Sides};
use clinch_contact::Space;
use clinch_shapes::{Convex, Core};
use clinch_support::{Vector, normalize_or_zero};

use crate::facing_triangle::{ANGLE, Admission, FacingTriangle};
use crate::part::Part;

/// A normal that a hit of a part can have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Snapped<W> {
    /// Unit, from the composite shape to the body.
    pub(crate) normal: W,
    /// The normal of the part's own hit is in the normal cone of the feature that was hit, or its
    /// cone is not known.
    pub(crate) admitted: bool,
    /// Whether the front of a triangle was hit. `true` for other parts.
    pub(crate) front: bool,
}

/// Puts the normal of a hit into the normal cone of the feature of the part that is farthest along
/// it: where two parts meet, the normal of one may be impossible for the whole. Features without
/// normals, such as concave edges, have that of the face.
pub(crate) fn snap<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    composite: &C,
    part: &Part<'_, V, B>,
    normal: V::Wide,
) -> Snapped<V::Wide> {
    let as_it_is = Snapped { normal, admitted: true, front: true };
    let Some((corners, face)) = triangle(part) else { return as_it_is };
    let front = face.dot(normal) >= 0.0;
    let face = if front { face } else { -face };
    let Core::Triangle(shape) = part.pair.a.core() else { return as_it_is };
    // The side that was hit counts, whichever has contacts.
    let Some(facing) = FacingTriangle::new(part, shape, Sides::Two, corners[0] + face) else { return as_it_is };
    match facing.admit(composite, normal) {
        Admission::Admitted(normal) => Snapped { normal, admitted: true, front },
        Admission::Unknown => Snapped { front, ..as_it_is },
        Admission::Refused => {
            let nearest = features(&corners, normal).into_iter().flatten().filter_map(|feature| {
                match composite.normal_cone(part.id, feature, front) {
                    NormalCone::Unknown => None,
                    cone => cone.nearest(normal),
                }
            });
            let nearest = nearest.fold(None, |best: Option<V::Wide>, next| match best {
                Some(best) if best.dot(normal) >= next.dot(normal) => Some(best),
                _ => Some(next),
            });
            Snapped { normal: nearest.unwrap_or(face), admitted: false, front }
        }
    }
}

/// The normal of the face that a ray hits, against the ray; of a solid outward. `None` if the part
/// is no triangle, or the ray is in its plane.
pub(crate) fn face_against<V: Space, B: Convex<V>>(part: &Part<'_, V, B>, direction: V::Wide) -> Option<Snapped<V::Wide>> {
    let (_, face) = triangle(part)?;
    let slope = face.dot(normalize_or_zero(direction));
    let front = slope <= 0.0;
    (slope.abs() > ANGLE).then_some(Snapped { normal: if front { face } else { -face }, admitted: true, front })
}

/// The corners and the front normal of a part that is a triangle with a plane.
fn triangle<V: Space, B: Convex<V>>(part: &Part<'_, V, B>) -> Option<([V::Wide; 3], V::Wide)> {
    match part.pair.a.core() {
        Core::Triangle(triangle) if part.pair.a.radius_wide() == 0.0 => {
            let corners = triangle.corners().map(|corner| part.point(corner.widen()));
            Some((corners, part.direction(triangle.normal()?)))
        }
        _ => None,
    }
}

/// The edges of a triangle that are farthest along a direction; if there is none, the corner.
fn features<W: Vector<Scalar = f64>>(corners: &[W; 3], direction: W) -> [Option<Feature>; 3] {
    let height = |corner: usize| (corners[corner] - corners[0]).dot(direction);
    let edges = core::array::from_fn(|edge| {
        let (from, to, apex) = (edge, (edge + 1) % 3, (edge + 2) % 3);
        let along = corners[to] - corners[from];
        let level = direction.dot(along).abs() <= ANGLE * along.length();
        (level && height(from).max(height(to)) >= height(apex)).then_some(Feature::Edge(edge as u8))
    });
    if edges.iter().any(Option::is_some) {
        return edges;
    }
    let top = (1..3).fold(0, |top, corner| if height(corner) > height(top) { corner } else { top });
    [Some(Feature::Vertex(top as u8)), None, None]
}

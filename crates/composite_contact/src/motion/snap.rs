//! The normal of a hit of a part, as that of the whole shape.

use clinch_composite::{Composite, Feature, NormalCone, Sides};
use clinch_contact::Space;
use clinch_support::{Vector, normalize_or_zero};

use crate::part::Part;
use crate::tolerance::ANGLE;
use crate::triangle::cone_test::ConeTest;
use crate::triangle::facing_facet::FacingFacet;

/// A normal that a hit of a part can have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Snapped<W> {
    /// Unit, from the composite shape to the body.
    pub(crate) normal: W,
    /// The normal of the part's own hit is in the normal cone of the feature that was hit, or its
    /// cone is not known.
    pub(crate) in_cone: bool,
    /// Whether the normal cones at the hit are known.
    pub(crate) has_cone: bool,
    /// Whether the front of a triangle was hit. `true` for other parts.
    pub(crate) is_front: bool,
}

impl<W: Vector<Scalar = f64, Wide = W>> Snapped<W> {
    /// The normal of the part's own hit, if the normal cones are not known.
    pub(crate) fn as_it_is(normal: W) -> Self {
        Self { normal, in_cone: true, has_cone: false, is_front: true }
    }

    /// The normal of a hit on one side of a facet, in the normal cone there; `None` if it is
    /// outside.
    fn in_cone<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(facing: &FacingFacet<W>, composite: &C, normal: W) -> Option<Self> {
        let is_front = facing.is_front;
        match facing.test_cones(composite, normal) {
            ConeTest::Inside(normal) => Some(Self { normal, in_cone: true, has_cone: true, is_front }),
            ConeTest::Unknown => Some(Self { is_front, ..Self::as_it_is(normal) }),
            ConeTest::Outside => None,
        }
    }

    /// The direction in the normal cones of one side of a facet that is nearest to the normal of a
    /// hit.
    pub(crate) fn nearest<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(facing: &FacingFacet<W>, composite: &C, normal: W) -> Self {
        let is_front = facing.is_front;
        let nearest = facing.supporting_features(normal).filter_map(|feature| match composite.normal_cone(facing.id, feature, is_front) {
            NormalCone::Unknown => None,
            cone => cone.nearest(normal),
        });
        let nearest = nearest.fold(None, |best: Option<W>, next| match best {
            Some(best) if best.dot(normal) >= next.dot(normal) => Some(best),
            _ => Some(next),
        });
        Self { normal: nearest.unwrap_or(facing.normal), in_cone: false, has_cone: true, is_front }
    }
}

/// Puts the normal of a hit into the normal cone of the feature of the part that is farthest along
/// it: where two parts meet, the normal of one may be impossible for the whole. Features without
/// normals, such as concave edges, have that of the face.
pub(crate) fn snap<V: Space, C: Composite<V> + ?Sized>(composite: &C, part: &Part<'_, V>, normal: V::Wide) -> Snapped<V::Wide> {
    let Some(facing) = FacingFacet::seen_from(part, composite, normal) else { return Snapped::as_it_is(normal) };
    let on_a_side = |side: &FacingFacet<V::Wide>| Snapped::in_cone(side, composite, normal);
    // Of a normal across the face, rounding chooses the side; that at a sharp edge may be on both.
    let snapped = on_a_side(&facing).or_else(|| on_a_side(&facing.back()));
    snapped.unwrap_or_else(|| Snapped::nearest(&facing, composite, normal))
}

/// The normal of a part that the body, with its middle at `middle`, is at when it starts: the part
/// may have no contact, because another is nearer. `None` if it is not touched as a part of the
/// whole: from the inside of a solid, or from behind where other parts hide its back.
pub(crate) fn snap_at_start<V: Space, C: Composite<V> + ?Sized>(
    composite: &C,
    part: &Part<'_, V>,
    normal: V::Wide,
    middle: V::Wide,
) -> Option<Snapped<V::Wide>> {
    let facing = knows_cones(composite, part).then(|| FacingFacet::new(part, composite, middle)).flatten();
    let Some(facing) = facing else { return Some(Snapped::as_it_is(normal)) };
    match composite.sides() {
        _ if facing.faces_middle => {
            Some(Snapped::in_cone(&facing, composite, normal).unwrap_or_else(|| Snapped::nearest(&facing, composite, normal)))
        }
        Sides::Solid => None,
        Sides::One | Sides::Two => Snapped::in_cone(&facing.back(), composite, normal),
    }
}

/// Whether the composite shape knows which side of a part is its front.
fn knows_cones<V: Space, C: Composite<V> + ?Sized>(composite: &C, part: &Part<'_, V>) -> bool {
    composite.normal_cone(part.id, Feature::Face, true) != NormalCone::Unknown
}

/// The face that a ray hits, with its normal against the ray. `None` if the part is no facet, or
/// the ray is in its plane.
pub(crate) fn face_against<V: Space, C: Composite<V> + ?Sized>(
    composite: &C,
    part: &Part<'_, V>,
    direction: V::Wide,
) -> Option<Snapped<V::Wide>> {
    let facing = FacingFacet::seen_from(part, composite, -direction)?;
    let slope = facing.normal.dot(normalize_or_zero(direction));
    let (normal, has_cone, is_front) = (facing.normal, knows_cones(composite, part), facing.is_front);
    (slope.abs() > ANGLE).then_some(Snapped { normal, in_cone: true, has_cone, is_front })
}

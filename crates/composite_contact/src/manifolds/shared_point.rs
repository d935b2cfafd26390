//! The witness points of a body that overlaps the border of a triangle.
//!
//! * The normal of such a contact is mostly perpendicular to an edge or a face of the body, all of
//!   which is equally deep. A support call finds one of its corners, which may be far beside the
//!   triangle.
//! * The points of the contact are where that feature and the edge or vertex of the triangle meet,
//!   seen along the normal.
//!
//! Contacts are placed when they are read: most of them only join the manifold of another.

use clinch_composite::{Composite, Feature};
use clinch_contact::{FacingFeature, Separation, Space};
use clinch_shapes::Convex;
use clinch_support::{Vector, cross};

use crate::body::Body;
use crate::growth::TOUCHING;
use crate::manifolds::kept_contact::KeptContact;
use crate::parts::part_contact::{PartContact, contact_of};
use crate::parts::part_query::PartQuery;
use crate::tolerance::ANGLE;
use crate::triangle::edge_set::EdgeSet;
use crate::triangle::facing_facet::FacingFacet;

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// Moves the points of a contact onto both shapes where there are such. Where the cores are
    /// apart, and where the body is above the face, they stay. `contacts` is sorted by id.
    #[inline]
    pub(crate) fn move_to_shared_point<B: Convex<V>>(
        &self,
        kept: &mut KeptContact<V>,
        contacts: &[PartContact<V>],
        body: &B,
        facing: &mut FacingFeature<V>,
    ) {
        let cores_overlap = kept.separation.distance + self.body.radii() <= TOUCHING * self.body.radius_about_center;
        if kept.is_candidate || !cores_overlap {
            return;
        }
        let Some(PartContact { triangle: Some(triangle), outside, .. }) = contact_of(kept.id, contacts) else { return };
        if *outside != EdgeSet::NONE {
            let meets = self.where_features_meet(triangle, &kept.separation, body, facing);
            kept.separation = meets.unwrap_or(kept.separation);
        }
    }

    /// The separation from a triangle that the body overlaps at the border, with points where the
    /// features of both meet. `None` if the points are on both shapes, or if none is known.
    fn where_features_meet<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        separation: &Separation<V>,
        body: &B,
        facing: &mut FacingFeature<V>,
    ) -> Option<Separation<V>> {
        let (normal, deepest) = (separation.normal, self.deepest_of_core(separation));
        let top = triangle.top_edge(normal);
        let nearest = top.map_or_else(|| triangle.nearest(deepest), |edge| nearest_on(edge, deepest));
        let beside = deepest - nearest;
        if self.body.is_half_space || (beside - normal * beside.dot(normal)).length() <= ANGLE * self.body.radius_about_center {
            return None;
        }
        facing.find(body, &self.body.frame, normal);
        let mut level = facing.corners().iter().map(|corner| corner.point).filter(self.level_with(deepest, normal));
        let point = match top {
            Some(edge) => meeting_point(normal, level, edge)?,
            // A face of the body above that of the triangle mostly is above others, too.
            None => {
                let edge = [level.next()?, level.next()?];
                level.next().is_none().then(|| meeting_point(normal, triangle.corners().iter().copied(), edge)).flatten()?
            }
        };
        let Body { frame, radius, skin_a, .. } = &self.body;
        let point = point + normal * normal.dot(deepest - point);
        let cores = separation.distance + self.body.radii();
        let point_b = frame.to_b(point) - frame.direction_in_b(normal) * *radius;
        Some(Separation { point_a: point - normal * (cores - *skin_a), point_b, ..*separation })
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> FacingFacet<W> {
    /// The ends of the edge that is farthest along a direction; of a vertex, twice the same.
    /// `None` for the face.
    fn top_edge(&self, direction: W) -> Option<[W; 2]> {
        let mut features = self.supporting_features(direction);
        let corners = self.corners();
        let ends = match features.next()? {
            Feature::Edge(edge) => [edge, (edge + 1) % 3],
            Feature::Vertex(corner) => [corner, corner],
            Feature::Face => return None,
        };
        features.next().is_none().then(|| ends.map(|corner| corners[usize::from(corner)]))
    }
}

/// Seen along a normal, the place where an edge, or a vertex, is above an edge or a face, given by
/// its corners; of several the middle one. `None` if there is no such place.
fn meeting_point<W: Vector<Scalar = f64, Wide = W>>(normal: W, corners: impl Iterator<Item = W> + Clone, edge: [W; 2]) -> Option<W> {
    let mut first = corners.clone();
    let (from, to) = (first.next()?, first.next()?);
    if first.next().is_none() {
        return Some(nearest_on([from, to], at(edge, crossing(normal, edge, [from, to]))));
    }
    // Between the planes through the edges of the face.
    let (sum, count) = corners.clone().fold((W::ZERO, 0.0), |(sum, count), corner| (sum + corner, count + 1.0));
    let center = sum * (1.0 / count);
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    for (from, to) in corners.clone().zip(corners.cycle().skip(1)) {
        let across = cross(normal, to - from);
        let inward = if across.dot(center - from) < 0.0 { -across } else { across };
        let (height, slope) = (inward.dot(edge[0] - from), inward.dot(edge[1] - edge[0]));
        if slope > 0.0 {
            begin = begin.max(-height / slope);
        } else if slope < 0.0 {
            end = end.min(-height / slope);
        } else if height < 0.0 {
            return None;
        }
    }
    (begin <= end).then(|| at(edge, 0.5 * (begin + end)))
}

/// How far along an edge another one crosses it, seen along a normal, from 0 to 1. Of parallel
/// edges the middle of what they share.
fn crossing<W: Vector<Scalar = f64, Wide = W>>(normal: W, edge: [W; 2], other: [W; 2]) -> f64 {
    let (along, along_other) = (edge[1] - edge[0], other[1] - other[0]);
    if W::DIM == 3 {
        let across = cross(normal, along_other);
        let slope = along.dot(across);
        if slope.abs() > ANGLE * along.length() * across.length() {
            return ((other[0] - edge[0]).dot(across) / slope).clamp(0.0, 1.0);
        }
    }
    let [one, two] = other.map(|end| fraction_on(edge, end));
    0.5 * (one + two)
}

/// The point of an edge that is nearest to another.
fn nearest_on<W: Vector<Scalar = f64>>(edge: [W; 2], point: W) -> W {
    at(edge, fraction_on(edge, point))
}

/// How far along an edge its point is that is nearest to another, from 0 to 1. 0 for a vertex.
fn fraction_on<W: Vector<Scalar = f64>>([from, to]: [W; 2], point: W) -> f64 {
    let along = to - from;
    let fraction = (point - from).dot(along) / along.length_squared();
    // False for NaN.
    if fraction > 0.0 { fraction.min(1.0) } else { 0.0 }
}

fn at<W: Vector<Scalar = f64>>([from, to]: [W; 2], fraction: f64) -> W {
    from + (to - from) * fraction
}

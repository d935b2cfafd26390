//! Bodies with an edge or a face parallel to a triangle.
//!
//! Such a body, growing from its middle, reaches the plane of the triangle in more than one point:
//! in all of its parallel feature, which is then smaller than at the full size of the body, and
//! nearer to the projection of the middle. Its deepest point is any of them. If one is in the
//! triangle, it is the first point of the triangle that the body touches, with the normal of its
//! face.

use clinch_composite::Composite;
use clinch_contact::{Pair, Relation, Separation, Space};
use clinch_shapes::{Convex, Core};
use clinch_support::{Scalar, Vector};

use crate::parts::part_contact::ContactState;
use crate::parts::part_query::{PartQuery, Work};
use crate::tolerance::ANGLE;
use crate::triangle::facing_facet::FacingFacet;
use crate::triangle::prism::Prism;

/// Features are parallel up to this angle: twice that of a normal that is said to be of the face,
/// because the angle between two edges of a face is half that of the face or more. Larger: contacts
/// at the border of a triangle have the normal of its face. Smaller: some that have it are lost.
const PARALLEL: f64 = 2.0 * ANGLE;

/// Rounding errors of the corners of a face, in the scalar of the caller, relative to the bounding
/// radius of the body and its coordinates. Larger: the angle of short edges is not seen. Smaller:
/// the deepest corner itself may be above the deepest point.
const CORNER_ROUNDING: f64 = 4.0;

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// Whether a growing box or segment first reaches the plane of a triangle in one point, and
    /// that, `first`, is clearly beside the triangle. Then the body does not touch the face.
    #[inline]
    pub(crate) fn reaches_plane_beside<B: Convex<V>>(&self, triangle: &FacingFacet<V::Wide>, shape: &B, first: V::Wide) -> bool {
        let &[a, b, c] = triangle.corners() else { return false };
        let rounding = self.corner_rounding(self.body.middle_max_abs + self.body.radius_about_center);
        has_no_parallel_edge(&shape.core(), self.body.frame.direction_in_b(triangle.normal), rounding)
            && Prism::new([a, b, c], triangle.normal).is_clearly_outside([a, b, c], first, ANGLE * self.body.radius_about_center)
    }

    /// The rounding error of corners near coordinates of this size.
    fn corner_rounding(&self, max_abs: f64) -> f64 {
        CORNER_ROUNDING * V::Scalar::EPSILON.widen() * (self.body.radius_about_center + max_abs)
    }

    /// Whether a corner of the core is as deep along a normal as its deepest point.
    pub(crate) fn level_with(&self, deepest: V::Wide, normal: V::Wide) -> impl Fn(&V::Wide) -> bool + Clone + use<V, C> {
        let rounding = self.corner_rounding(deepest.max_abs());
        move |&corner| {
            let along = corner - deepest;
            along.dot(normal) <= PARALLEL * along.length() + rounding
        }
    }

    /// The contact of a triangle whose border has none, and whose plane the growing core first
    /// reaches outside of it: that of its face, if the core reaches another point of it as soon.
    pub(crate) fn parallel_face_contact<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        work: &mut Work<'_, V>,
    ) -> ContactState<V> {
        let normal = triangle.normal;
        let face = self.separation_along(triangle, &pair.b, normal);
        let deepest = self.deepest_of_core(&face);
        let core = |point: V::Wide| self.body.frame.to_b(point);
        let heights = [self.body.middle, deepest].map(|point| triangle.height(point));
        let scale = self.body.scale_reaching_plane(normal, heights, core(deepest));
        let at_first = |point: V::Wide| self.body.at_scale(scale, point, core(point));
        let slack = ANGLE * self.body.radius_about_center;
        let rounding = self.corner_rounding(deepest.max_abs());
        if has_no_parallel_edge(&pair.b.core(), self.body.frame.direction_in_b(normal), rounding) {
            let meets = triangle.overlaps_polygon([at_first(deepest)].into_iter(), slack);
            return if meets { self.parallel_contact(triangle, pair, face, work) } else { ContactState::NotSearched };
        }
        work.facing.find(&pair.b, &self.body.frame, normal);
        let is_level = self.level_with(deepest, normal);
        let level = work.facing.corners().iter().map(|corner| corner.point).filter(is_level);
        let parallel = level.map(at_first);
        let meets = match parallel.clone().count() {
            0 | 1 => triangle.overlaps_polygon([at_first(deepest)].into_iter(), slack),
            _ => triangle.overlaps_polygon(parallel.clone(), slack),
        };
        if meets {
            return self.parallel_contact(triangle, pair, face, work);
        }
        // Of a disk, the corners are some points of its border.
        let is_disk = matches!(pair.b.core(), Core::Revolution(_)) && parallel.clone().nth(2).is_some();
        if is_disk && triangle.overlaps_disk(parallel, slack) {
            self.search_triangle(triangle, pair, work)
        } else {
            ContactState::NotSearched
        }
    }

    /// The contact of a parallel feature that meets the triangle, to within a tolerance. Of cores
    /// that are apart, it is that of their nearest points, unless the cones refuse its normal:
    /// beside the triangle, another one may be nearer. Nearest points of cores that touch say
    /// nothing: the contact has the normal of the face.
    fn parallel_contact<B: Convex<V>>(
        &self,
        triangle: &FacingFacet<V::Wide>,
        pair: &Pair<V, &C, B>,
        face: Separation<V>,
        work: &mut Work<'_, V>,
    ) -> ContactState<V> {
        match self.core_distance(triangle, pair, work) {
            Relation::Near(cores) if self.cores_are_apart(&cores) => self.contact_of_separate_cores(triangle, cores, work),
            Relation::Near(cores) => ContactState::Kept(Separation { upper: face.upper.max(cores.upper - self.body.radii()), ..face }),
            Relation::Beyond { at_least, .. } => ContactState::Beyond(at_least - self.body.radii()),
            Relation::Undefined => ContactState::Undefined,
        }
    }
}

/// Whether the core is a box or a segment, and none of its edges is perpendicular to a direction of
/// its frame, such as the normal of a triangle.
fn has_no_parallel_edge<V: Vector>(core: &Core<'_, V>, direction: V::Wide, rounding: f64) -> bool {
    match core {
        Core::Box(cuboid) => {
            let half = cuboid.half().widen();
            (0..V::DIM).all(|axis| half.get(axis) * (direction.get(axis).abs() - PARALLEL) > rounding)
        }
        Core::Segment([from, to]) => {
            let along = *to - *from;
            direction.dot(along).abs() - PARALLEL * along.length() > rounding
        }
        _ => false,
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> FacingFacet<W> {
    /// Whether the facet and a convex polygon, a segment or a point, projected along the normal of
    /// the facet, have a point in common to within a distance. By the separating axes that are
    /// perpendicular to their edges.
    fn overlaps_polygon(&self, polygon: impl Iterator<Item = W> + Clone, slack: f64) -> bool {
        if self.is_separated(self.normal, polygon.clone(), slack) {
            return false;
        }
        if W::DIM == 2 {
            // The ends of the segment are all axes there are.
            return true;
        }
        let mut edges = polygon.clone().zip(polygon.clone().cycle().skip(1));
        let separates = |(from, to): (W, W)| {
            let axis = self.across(to - from);
            let greatest = polygon.clone().fold(f64::NEG_INFINITY, |greatest, point| greatest.max((point - from).dot(axis)));
            let least = polygon.clone().fold(f64::INFINITY, |least, point| least.min((point - from).dot(axis)));
            let [low, high] = [-self.top(-axis), self.top(axis)].map(|top| top - from.dot(axis));
            low > greatest + slack * axis.length() || high < least - slack * axis.length()
        };
        !edges.any(separates)
    }

    /// Whether a disk, by points all around its border, may meet the facet.
    fn overlaps_disk(&self, border: impl Iterator<Item = W> + Clone, slack: f64) -> bool {
        let (sum, count) = border.clone().fold((W::ZERO, 0.0), |(sum, count), point| (sum + point, count + 1.0));
        let center = sum * (1.0 / count);
        let radius = border.fold(0.0_f64, |radius, point| radius.max((point - center).length()));
        let away = center - self.nearest(center);
        (away - self.normal * self.normal.dot(away)).length() <= radius + slack
    }
}

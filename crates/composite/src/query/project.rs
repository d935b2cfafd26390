//! The point of a surface that is nearest to a point.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use glam::DVec3;

use crate::near_parts::{NearPart, NearParts};
use crate::query::pseudo_normal::pseudo_normal;
use crate::query::triangle_point::{self, Nearest, largest_square, lower_bound, nearest};
use crate::sides::Sides;
use crate::sub_shape::{Feature, SubShapeId};
use crate::surface::Surface;
use crate::unit_frame::UnitFrame;

/// The relative rounding error of a squared distance from a box. Smaller: of two triangles equally
/// near, one could be skipped.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// If the cosine between a pseudo-normal and the vector to a point is below this, or the distance
/// relative to the size of the surface, the exact winding number decides on which side the point
/// is. Larger: it is computed more often. Smaller: rounding could decide.
const PERPENDICULAR: f64 = 1e-6;

/// The point of a surface that is nearest to a point, in the frame of the surface. In 2D its
/// triangles are segments, and `W` is `DVec2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<W = DVec3> {
    /// The nearest point of the surface.
    pub point: W,
    /// The distance from the surface, never negative.
    pub distance: f64,
    /// Lower bound of the distance: proved.
    pub lower: f64,
    /// Upper bound of the distance.
    pub upper: f64,
    /// Whether the point is inside of a solid or on its surface. `false` for a surface.
    pub inside: bool,
    /// The normal at the nearest point: of the triangle, or the mean of the triangles around the
    /// edge or vertex, weighted by their angles. Unit, or zero where normals cancel.
    pub normal: W,
    /// The triangle; if several are equally near, the one with the least index.
    pub sub_shape: SubShapeId,
    /// The feature of the triangle.
    pub feature: Feature,
}

impl<W> Projection<W> {
    /// The distance, or, inside of a solid, minus the distance.
    pub fn signed_distance(&self) -> f64 {
        if self.inside { -self.distance } else { self.distance }
    }
}

/// Where is a surface nearest to a point? `None` if the point is not finite.
pub(crate) fn project(surface: &impl Surface, point: DVec3) -> Option<Projection> {
    if !point.is_finite() {
        return None;
    }
    let frame = surface.frame().with(point);
    let mut search = Search { surface, frame, point: frame.enter(point), best: None, near: NearParts::new() };
    surface.visit_around(frame, point, &mut search);
    let (triangle, best) = search.best?;
    let distance = best.squared.sqrt();
    let largest = largest_square(&search.relative(triangle)).sqrt();
    // The length is rounded in its products, sums and root, and the point in its coordinates.
    let upper = distance * (1.0 + ROUNDING) + triangle_point::ROUNDING * largest;
    let lower = search.near.iter().map(|near| lower_bound(search.relative(near.part), near.point));
    let lower = lower.fold(distance * (1.0 - ROUNDING), f64::min);
    let (normal, sharing) = pseudo_normal(surface, triangle, best.feature);
    Some(Projection {
        point: frame.leave_point(search.point + best.point),
        distance: frame.leave(distance),
        lower: frame.leave(lower),
        upper: frame.leave(upper) + f64::MIN_POSITIVE,
        inside: surface.sides_of() == Sides::Solid && search.is_inside(point, &best, (normal, sharing)),
        normal,
        sub_shape: SubShapeId(triangle),
        feature: best.feature,
    })
}

/// In the unit frame, triangles relative to the point.
struct Search<'s, S: Surface> {
    surface: &'s S,
    frame: UnitFrame,
    point: DVec3,
    best: Option<(u32, Nearest)>,
    near: NearParts<DVec3>,
}

/// Nearest places that are nearer to each other than this share of the distance from the point are
/// one. Larger: the winding number is computed more often. Smaller: rounding could hide that sheets
/// touch.
const SAME_PLACE: f64 = 1e-6;

/// Triangles that are visited together. More: it takes longer to choose the next.
const TOGETHER: usize = 4;

impl<S: Surface> Search<'_, S> {
    /// Whether the point is inside of the solid, given the nearest place relative to it, and the
    /// pseudo-normal there with the number of its triangles.
    fn is_inside(&self, point: DVec3, nearest: &Nearest, (normal, sharing): (DVec3, usize)) -> bool {
        let cosine = normal.dot(nearest.point) / nearest.squared.sqrt();
        // At a small distance from a face, the rounding error of the product is that of the size of
        // the face.
        let clear = self.surface.is_closed()
            && cosine.abs() > PERPENDICULAR
            && nearest.squared > PERPENDICULAR * PERPENDICULAR
            && self.triangles_at(nearest) <= sharing;
        if clear { cosine > 0.0 } else { self.surface.encloses(point) }
    }

    /// The number of triangles that have the nearest place. More than those of the pseudo-normal
    /// are at two sheets of the surface, such as both sides of a fin without thickness, whose
    /// normals are opposite; or, which costs no more than a winding number, beside their edge.
    fn triangles_at(&self, nearest: &Nearest) -> usize {
        let within = SAME_PLACE * SAME_PLACE * nearest.squared;
        self.near.iter().filter(|near| near.point.distance_squared(nearest.point) <= within).count()
    }

    /// The corners of a triangle, relative to the point.
    ///
    /// Inlined so that the vectors stay in registers: stored by number and loaded again as vectors
    /// they stall on store forwarding.
    #[inline(always)]
    fn relative(&self, triangle: u32) -> [DVec3; 3] {
        let [a, b, c] = self.surface.corners_of(triangle);
        [self.frame.enter(a) - self.point, self.frame.enter(b) - self.point, self.frame.enter(c) - self.point]
    }

    /// The squared distance of a triangle's box.
    #[inline(always)]
    fn of_box(&self, triangle: u32) -> f64 {
        let [a, b, c] = self.relative(triangle);
        a.min(b).min(c).max(-a.max(b).max(c)).max(DVec3::ZERO).length_squared()
    }

    /// Visits a triangle, given the squared distance of its box.
    fn compare(&mut self, triangle: u32, of_box: f64) {
        let corners = self.relative(triangle);
        if self.best.is_some_and(|(_, best)| best.excludes(&corners)) {
            return;
        }
        let mut found = nearest(corners, self.surface.vertices_of(triangle));
        found.squared = self.near.add(NearPart { part: triangle, point: found.point, squared: found.squared }, of_box);
        if self.best.is_none_or(|(id, best)| found.squared < best.squared || found.squared == best.squared && triangle < id) {
            self.best = Some((triangle, found));
        }
    }
}

impl<S: Surface> Visitor<DVec3> for Search<'_, S> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        let [low, high] = [bounds.min, bounds.max].map(|corner| self.frame.enter(corner));
        let beyond = (low - self.point).max(self.point - high).max(DVec3::ZERO);
        beyond.length_squared() * (1.0 - ROUNDING)
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        self.visit_several(&[item], limit)
    }

    /// Those of near boxes first: most of the others are then farther by their boxes alone.
    fn visit_several(&mut self, items: &[u32], limit: f64) -> Option<f64> {
        for items in items.chunks(TOGETHER) {
            let mut of_boxes = [f64::INFINITY; TOGETHER];
            for (of_box, &item) in of_boxes.iter_mut().zip(items) {
                *of_box = self.of_box(item);
            }
            loop {
                let place = (1..TOGETHER).fold(0, |least, place| if of_boxes[place] < of_boxes[least] { place } else { least });
                // Infinite if all were compared.
                if !self.near.contains(of_boxes[place]) {
                    break;
                }
                self.compare(items[place], of_boxes[place]);
                of_boxes[place] = f64::INFINITY;
            }
        }
        Some(limit.min(self.near.limit()))
    }
}

//! Clips two sides against each other along the normal. The result is that of
//! [`clip`](crate::clip::plane) for any two edges, in closed form.
//!
//! A side is a centre and a half extent along one axis of its rectangle, so a place on it is one
//! coordinate of its own frame and needs no rotation.

use clinch_support::{Scalar, Vector, VertexId};

use super::corners::clamp;
use super::rectangles::Rectangles;
use super::relative::Side;
use crate::answer::Separation;
use crate::clip::{INSIDE, Space, tag};
use crate::manifold::{ContactPoint, FeatureId};
use crate::pairs::sides_2d::{array, vector};
use crate::query::Query;
use crate::tolerance::noise;

/// A side projected along the normal.
struct ProjectedSide {
    side: Side,
    /// The half extents of the rectangle across and along the side.
    across: f64,
    half: f64,
    /// The coordinates of its centre, along the tangent and along the normal.
    along: f64,
    height: f64,
    /// Their derivatives by the place on the side.
    along_per_place: f64,
    height_per_place: f64,
}

/// An end of a side: its coordinate along the tangent, and its tag.
#[derive(Clone, Copy)]
struct SideEnd {
    along: f64,
    tag: u32,
}

impl ProjectedSide {
    /// `normal` is in the frame of the rectangle; the last two are the coordinates of its centre
    /// along the tangent and the normal. `side` faces along the normal or against it.
    #[inline]
    fn new(half: [f64; 2], side: Side, normal: [f64; 2], [along, height]: [f64; 2]) -> Self {
        let tangent = [-normal[1], normal[0]];
        let [across, half] = side.split(half);
        let ([tangent_across, along_per_place], [normal_across, height_per_place]) = (side.split(tangent), side.split(normal));
        let offset = side.sign * across;
        let (along, height) = (along + tangent_across * offset, height + normal_across * offset);
        Self { side, across, half, along, height, along_per_place, height_per_place }
    }

    /// The ends in the order of the tangent.
    #[inline]
    fn ends(&self, tag: fn(VertexId) -> u32) -> [SideEnd; 2] {
        let end = |last: bool| {
            let positive = (self.along_per_place > 0.0) == last;
            let place = [-self.half, self.half][usize::from(positive)];
            let vertex = VertexId::new(usize::from(self.side.sign > 0.0) << self.side.axis | usize::from(positive) << (1 - self.side.axis));
            SideEnd { along: self.along + self.along_per_place * place, tag: tag(vertex) }
        };
        [end(false), end(true)]
    }

    /// The place on the side at a coordinate along the tangent.
    #[inline]
    fn place(&self, along: f64) -> f64 {
        clamp((along - self.along) / self.along_per_place, self.half)
    }

    #[inline]
    fn height(&self, place: f64) -> f64 {
        self.height + self.height_per_place * place
    }

    /// A point of the side in its rectangle's frame.
    #[inline]
    fn point<W: Vector<Scalar = f64>>(&self, place: f64) -> W {
        vector(self.side.join(self.side.sign * self.across, place))
    }
}

/// The two ends of the overlap of the facing sides, as points on the swept surfaces, as far as they
/// are within the margin.
#[inline]
pub(super) fn contact_points<V: Space>(
    rectangles: &Rectangles<V>,
    query: &Query<'_, V>,
    separation: &Separation<V>,
    points: &mut Vec<ContactPoint<V>>,
) {
    let Rectangles { b_in_a, a_in_b, frame, size } = rectangles;
    let (normal, in_b) = (separation.normal, frame.direction_in_b(separation.normal));
    // Chosen in the shapes' scalar, as their faces are.
    let along = |direction: V| Side::most_along([direction.get(0), direction.get(1)]);
    let [x, y] = array(frame.translation());
    let [n_x, n_y] = array(normal);
    let a = ProjectedSide::new(b_in_a.own, along(V::narrow(normal)), [n_x, n_y], [0.0, 0.0]);
    let b = ProjectedSide::new(a_in_b.own, along(V::narrow(-in_b)), array(in_b), [n_x * y - n_y * x, n_x * x + n_y * y]);
    let ([start_a, end_a], [start_b, end_b]) = (a.ends(tag::end_of_a), b.ends(tag::end_of_b));
    let (length_a, length_b) = (end_a.along - start_a.along, end_b.along - start_b.along);
    // Of ends that coincide A's is taken: a choice that rounding does not change.
    let slack = INSIDE * (length_a + length_b);
    let start = [start_a, start_b][usize::from(start_b.along > start_a.along + slack)];
    let end = [end_a, end_b][usize::from(end_b.along < end_a.along - slack)];
    // Two corners above each other share one point, to rounding, which the query has found.
    if !(length_a > 0.0 && length_b > 0.0 && end.along - start.along > noise(*size)) {
        return;
    }
    let noise = separation.noise();
    let radii = query.radii;
    let margin = if query.margin > noise { query.margin } else { noise };
    let first = usize::from(start.tag > end.tag);
    for point in [[start, end][first], [end, start][first]] {
        let (place_a, place_b) = (a.place(point.along), b.place(point.along));
        let gap = b.height(place_b) - a.height(place_a) - radii.sum();
        if gap <= margin {
            points.push(ContactPoint {
                on_a: V::narrow(a.point::<V::Wide>(place_a) + normal * radii.a),
                on_b: V::narrow(b.point::<V::Wide>(place_b) - in_b * radii.b),
                separation: V::Scalar::narrow(gap),
                feature: FeatureId::meeting(point.tag, point.tag),
                touching: separation.is_touching() && gap <= noise,
                persisted: false,
                user_data: [V::Scalar::ZERO; 4],
            });
        }
    }
}

//! Two sides laid over each other along the normal: what [`clip2`](crate::clip::plane) finds for any two edges, in closed form.
//!
//! A side is a middle and a half extent along one axis of its rectangle, so a place on it is one number of its own frame, and needs no turning.

use clinch_support::{Scalar, Vector, VertexId};

use super::corners::clamp;
use super::rectangles::{Rectangles, array, vector};
use super::seen::Side;
use crate::answer::Separation;
use crate::clip::{INSIDE, Space, tag};
use crate::manifold::{ContactPoint, FeatureId};
use crate::query::Query;
use crate::tolerance::noise;

/// A side as seen along the normal.
struct Laid {
    side: Side,
    /// Half extents across and along.
    across: f64,
    half: f64,
    /// Of its middle, along the tangent and along the normal.
    along: f64,
    height: f64,
    /// How they change with the place on it.
    along_per_place: f64,
    height_per_place: f64,
}

/// One end.
#[derive(Clone, Copy)]
struct End {
    along: f64,
    tag: u32,
}

impl Laid {
    /// `normal` and the middle of the rectangle are as seen from its own frame; `side` looks along the normal or against it.
    #[inline]
    fn new(half: [f64; 2], side: Side, normal: [f64; 2], [along, height]: [f64; 2]) -> Self {
        let tangent = [-normal[1], normal[0]];
        let [across, half] = side.split(half);
        let ([tangent_across, along_per_place], [normal_across, height_per_place]) = (side.split(tangent), side.split(normal));
        let level = side.sign * across;
        let (along, height) = (along + tangent_across * level, height + normal_across * level);
        Self { side, across, half, along, height, along_per_place, height_per_place }
    }

    /// In the order of the tangent.
    #[inline]
    fn ends(&self, tag: fn(VertexId) -> u32) -> [End; 2] {
        let end = |last: bool| {
            let positive = (self.along_per_place > 0.0) == last;
            let place = [-self.half, self.half][usize::from(positive)];
            let vertex = VertexId::new(usize::from(self.side.sign > 0.0) << self.side.axis | usize::from(positive) << (1 - self.side.axis));
            End { along: self.along + self.along_per_place * place, tag: tag(vertex) }
        };
        [end(false), end(true)]
    }

    #[inline]
    fn place(&self, along: f64) -> f64 {
        clamp((along - self.along) / self.along_per_place, self.half)
    }

    #[inline]
    fn height(&self, place: f64) -> f64 {
        self.height + self.height_per_place * place
    }

    /// In its rectangle's frame.
    #[inline]
    fn point<W: Vector<Scalar = f64>>(&self, place: f64) -> W {
        vector(self.side.place(self.side.sign * self.across, place))
    }
}

/// The two ends of what the sides that face each other share, on the swept surfaces, as far as they are within the margin.
#[inline]
pub(super) fn contact_points<V: Space>(
    rectangles: &Rectangles<V>,
    query: &Query<'_, V>,
    separation: &Separation<V>,
    points: &mut Vec<ContactPoint<V>>,
) {
    let Rectangles { from_a, from_b, frame, size } = rectangles;
    let (normal, in_b) = (separation.normal, frame.direction_in_b(separation.normal));
    // Chosen in the shapes' scalar, as by who asks them for the face.
    let along = |direction: V| Side::most_along([direction.get(0), direction.get(1)]);
    let [x, y] = array(frame.translation());
    let [n_x, n_y] = array(normal);
    let a = Laid::new(from_a.own, along(V::narrow(normal)), [n_x, n_y], [0.0, 0.0]);
    let b = Laid::new(from_b.own, along(V::narrow(-in_b)), array(in_b), [n_x * y - n_y * x, n_x * x + n_y * y]);
    let ([low_a, high_a], [low_b, high_b]) = (a.ends(tag::end_of_a), b.ends(tag::end_of_b));
    let (run_a, run_b) = (high_a.along - low_a.along, high_b.along - low_b.along);
    // Of ends that lie on each other A's is taken: a choice that rounding does not change.
    let slack = INSIDE * (run_a + run_b);
    let low = [low_a, low_b][usize::from(low_b.along > low_a.along + slack)];
    let high = [high_a, high_b][usize::from(high_b.along < high_a.along - slack)];
    // Two corners over each other share a point and what rounding makes of that: the query has found it.
    if !(run_a > 0.0 && run_b > 0.0 && high.along - low.along > noise(*size)) {
        return;
    }
    let noise = separation.noise();
    let radii = query.radii;
    let margin = if query.margin > noise { query.margin } else { noise };
    let first = usize::from(low.tag > high.tag);
    for end in [[low, high][first], [high, low][first]] {
        let (place_a, place_b) = (a.place(end.along), b.place(end.along));
        let separated = b.height(place_b) - a.height(place_a) - radii.sum();
        if separated <= margin {
            points.push(ContactPoint {
                on_a: V::narrow(a.point::<V::Wide>(place_a) + normal * radii.a),
                on_b: V::narrow(b.point::<V::Wide>(place_b) - in_b * radii.b),
                separation: V::Scalar::narrow(separated),
                feature: FeatureId::meeting(end.tag, end.tag),
                touching: separation.is_touching() && separated <= noise,
                kept: false,
                carried: [V::Scalar::ZERO; 4],
            });
        }
    }
}

//! Two boxes in 3D: the separating axis and the clipping of the facing faces, in one pass.
//!
//! * The result is that of [`measure`](crate::measure()) and of the general [`clip`](crate::clip),
//!   for less: the deepest clipped point is also the witness that proves the axis.
//! * The result is inconclusive where that point does not match the support value, as where
//!   vertices face edges, or where a corner lies on a side. Then the general path continues from
//!   the shortlist.

mod box_face;
mod clip;
mod face_ids;

use clinch_shapes::Cuboid;
use clinch_support::{Difference, Frame, Pose, Scalar, Vector};
use smallvec::SmallVec;

pub(crate) use self::box_face::BoxFace;
use self::clip::ClipVertex;
pub(crate) use self::clip::Vertices;
pub(crate) use self::face_ids::{IdsOfA, IdsOfB};
use crate::answer::{CoreAnswer, Measured, Relation, Separation};
use crate::clip::Space;
use crate::general::sat::{self, BoxAxis, Boxes};
use crate::manifold::{ContactPoint, FeatureId, Manifold};
use crate::problem::Work;
use crate::query::Query;
use crate::radii::Radii;
use crate::reduce::{self, Candidate, reduce};
use crate::sink::Sink;
use crate::tolerance::{self, EXACT};

/// The result for two boxes in 3D.
pub(crate) enum BoxBox<S, T> {
    /// The answer.
    Solved(T),
    /// No two points prove the best axis. For a contact query the shortlist is filled.
    Inconclusive(S),
}

/// The answer for two boxes in 3D. More than four points are reduced to four, those of the sink's
/// last manifold as long as they are a good choice.
// The sink is passed in, so that neither the answer nor the contacts are moved.
#[inline(always)]
pub(crate) fn solve<V: Space, S: Sink<V>>(
    [a, b]: [&Cuboid<V>; 2],
    b_in_a: &Pose<V::Wide>,
    query: &Query<'_, V>,
    work: Work<'_, V>,
    sink: S,
) -> BoxBox<S, S::Answer> {
    let difference = &Difference::new_inlined(a, b, b_in_a);
    let boxes = &Boxes::of(difference, [a.half().widen(), b.half().widen()]);
    let Some(last) = sink.last_manifold() else {
        // Without a manifold the two points of the axis are the cheapest proof.
        let Some(answer) = sat::box_separation(difference, boxes, query, &mut work.scratch.sat) else { return BoxBox::Inconclusive(sink) };
        let relation = work.memory.store_axis(answer, query, difference.frame());
        return BoxBox::Solved(sink.points(Measured::without_search(relation), work));
    };
    work.scratch.points.clear();
    let Some(axis) = sat::box_axis(difference, boxes, query, &mut work.scratch.sat) else { return BoxBox::Inconclusive(sink) };
    let (normal, height, least, single) = match axis {
        BoxAxis::Beyond { axis, at_least } => {
            let answer = CoreAnswer::Beyond { axis, at_least };
            return BoxBox::Solved(sink.one_point(work.memory.store_axis(answer, query, difference.frame()), work.memory));
        }
        BoxAxis::Single(axis) => (axis.normal, axis.height, axis.height, Some(axis)),
        BoxAxis::FirstOfList { normal, height, least } => (normal, height, least, None),
    };
    let Work { memory, scratch } = work;
    let mut contacts = Contacts::new(boxes, difference.frame(), query.radii, normal);
    let vertices = &mut scratch.box_vertices;
    let proved = if contacts.clip(vertices) { contacts.prove(vertices, difference.size(), height, least) } else { None };
    let Some(cores) = proved else {
        if let Some(axis) = single {
            axis.list_for::<V>(difference.size(), &mut scratch.sat);
        }
        return BoxBox::Inconclusive(sink);
    };
    let relation = memory.store_axis(CoreAnswer::Near(cores), query, difference.frame());
    let Relation::Near(separation) = &relation else { return BoxBox::Solved(sink.one_point(relation, memory)) };
    contacts.retain(vertices, query.margin, separation, last);
    let (noise, is_touching) = (separation.noise(), separation.is_touching());
    BoxBox::Solved(match contacts.count {
        0 => sink.one_point(relation, memory),
        count => {
            let point = |place| contacts.point(vertices, place, noise, is_touching);
            sink.few_points(relation, count, point, memory, &mut scratch.points)
        }
    })
}

#[inline]
fn array<W: Vector<Scalar = f64>>(vector: W) -> [f64; 3] {
    [vector.get(0), vector.get(1), vector.get(2)]
}

/// The faces nearest to the normal, as [`Convex::face`] chooses them, and their overlap.
///
/// [`Convex::face`]: clinch_shapes::Convex::face
struct Contacts<'b, V: Space> {
    boxes: &'b Boxes<V::Wide>,
    frame: &'b Frame<V>,
    radii: Radii,
    normal: V::Wide,
    face_a: BoxFace,
    face_b: BoxFace,
    /// The places of the vertices that are kept, in the order of their feature ids.
    kept: [usize; clip::CAPACITY],
    count: usize,
}

impl<'b, V: Space> Contacts<'b, V> {
    #[inline(always)]
    fn new(boxes: &'b Boxes<V::Wide>, frame: &'b Frame<V>, radii: Radii, normal: V::Wide) -> Self {
        let (face_a, face_b) = (facing(V::narrow(normal)), facing(V::narrow(frame.direction_in_b(-normal))));
        Self { boxes, frame, radii, normal, face_a, face_b, kept: [0; clip::CAPACITY], count: 0 }
    }

    #[inline]
    fn clip(&self, vertices: &mut Vertices) -> bool {
        clip::clip_faces(self.boxes, self.normal, self.face_a, self.face_b, vertices)
    }

    #[inline(always)]
    fn on_a(&self, point: &ClipVertex) -> V::Wide {
        let on_a = point.on_a(self.face_a, self.boxes.a);
        Vector::from_fn(|axis| on_a[axis])
    }

    /// The deepest point proves the axis, if its depth is the support value.
    #[inline(always)]
    fn prove(&self, vertices: &Vertices, size: f64, height: f64, least: f64) -> Option<Separation<V>> {
        let noise = tolerance::noise(size);
        let (deepest, gap) = vertices.deepest();
        let apart = least < -noise;
        let slack = EXACT * size + (height - least);
        // If the best axis proves the cores apart, no other axis may report that they touch.
        if !((gap + height).abs() <= slack) || apart && height > least + noise {
            return None;
        }
        let (distance, proved_to_overlap) = (-height, least > noise);
        let upper = if proved_to_overlap { noise - least } else { gap.abs() + 3.0 * noise };
        let upper = if upper > distance { upper } else { distance };
        let point_a = self.on_a(&vertices.list[deepest]);
        let point_b = self.frame.to_b(point_a + self.normal * gap);
        Some(Separation { normal: self.normal, distance, lower: distance - noise, upper, point_a, point_b })
    }

    /// Keeps the points within the margin, in the order of their feature ids, and at most four.
    #[inline(always)]
    fn retain(&mut self, vertices: &Vertices, margin: f64, separation: &Separation<V>, last: &Manifold<V>) {
        let noise = separation.noise();
        let limit = self.radii.sum() + if margin > noise { margin } else { noise };
        // All places again, and no place beyond the last.
        let mut count = 0;
        for place in 0..clip::CAPACITY - 1 {
            self.kept[count.min(place)] = place;
            count += usize::from((place < vertices.count) & (vertices.gap(place) <= limit));
        }
        self.count = count;
        if count <= 4 {
            self.sort_four(vertices);
            return;
        }
        self.kept[..count].sort_unstable_by_key(|&place| vertices.list[place].feature);
        self.reduce(vertices, last);
    }

    /// Sorts up to four places by how many come before each, because their order is unpredictable.
    #[inline(always)]
    fn sort_four(&mut self, vertices: &Vertices) {
        let feature = |slot: usize| {
            let feature = vertices.list[self.kept[slot] % clip::CAPACITY].feature.0;
            if slot < self.count { feature } else { u64::MAX }
        };
        let [a, b, c, d] = [feature(0), feature(1), feature(2), feature(3)];
        let before = |one: u64, other: u64| usize::from(other < one);
        let [ab, ac, ad, bc, bd, cd] = [before(a, b), before(a, c), before(a, d), before(b, c), before(b, d), before(c, d)];
        let ranks = [ab + ac + ad, 1 - ab + bc + bd, 2 - ac - bc + cd, 3 - ad - bd - cd];
        let kept = self.kept;
        for slot in 0..4 {
            self.kept[ranks[slot] % 4] = kept[slot];
        }
    }

    #[inline(never)]
    fn reduce(&mut self, vertices: &Vertices, last: &Manifold<V>) {
        let axes = reduce::across(self.normal).map(array);
        let candidate = |&place: &usize| {
            let point = &vertices.list[place];
            Candidate { position: point.across(self.face_a, axes), height: point.gap, feature: point.feature }
        };
        let candidates: SmallVec<[Candidate; clip::CAPACITY]> = self.kept[..self.count].iter().map(candidate).collect();
        let last: SmallVec<[FeatureId; 4]> = last.points.iter().map(|point| point.feature).collect();
        let places = reduce(&candidates, 4, &last);
        for (slot, &place) in places.iter().enumerate() {
            self.kept[slot] = self.kept[place];
        }
        self.count = places.len();
    }

    /// A contact point on the swept surfaces, as [`collide`](crate::collide()) writes it. `noise`
    /// and `is_touching` are those of the separation.
    #[inline(always)]
    fn point(&self, vertices: &Vertices, place: usize, noise: f64, is_touching: bool) -> ContactPoint<V> {
        let point = &vertices.list[self.kept[place.min(clip::CAPACITY - 1)].min(clip::CAPACITY - 1)];
        let (on_a, gap) = (self.on_a(point), point.gap - self.radii.sum());
        ContactPoint {
            on_a: V::narrow(on_a + self.normal * self.radii.a),
            on_b: V::narrow(self.frame.to_b(on_a + self.normal * (point.gap - self.radii.b))),
            separation: V::Scalar::narrow(gap),
            feature: point.feature,
            touching: is_touching && gap <= noise,
            persisted: false,
            user_data: [V::Scalar::ZERO; 4],
        }
    }
}

/// The face of a box nearest to a direction.
#[inline]
fn facing<V: Vector>(direction: V) -> BoxFace {
    let along = [direction.get(0), direction.get(1), direction.get(2)];
    let [x, y, z] = along.map(V::Scalar::abs);
    // The first of equals. Selects, which need no branch.
    let (axis, most) = (if y > x { 1 } else { 0 }, if y > x { y } else { x });
    let axis = if z > most { 2 } else { axis };
    BoxFace { axis, sign: 1.0_f64.copysign(along[axis].widen()) }
}

#[cfg(test)]
mod tests;

//! Two boxes in 3D: the separating axis and the clipping of the facing faces, in one pass.
//!
//! * The result is that of [`measure`](crate::measure()) and of the general [`clip`](crate::clip),
//!   for less: the contact points are the proof that the axis needs, so no other points are
//!   computed.
//! * Where they do not prove it, as where vertices face edges, or corners are on sides, the result
//!   is inconclusive, and the general path continues from the listed axes.

mod clip;

use clinch_shapes::Cuboid;
use clinch_support::{Difference, Pose, Scalar, Vector};
use smallvec::SmallVec;

use self::clip::{BoxFace, ClipVertex};
use crate::answer::{CoreAnswer, Relation, Separation};
use crate::clip::Space;
use crate::general::sat::{self, BoxAxis};
use crate::manifold::{ContactPoint, FeatureId, Manifold};
use crate::problem::Work;
use crate::query::Query;
use crate::radii::Radii;
use crate::reduce::{self, Candidate, reduce};
use crate::tolerance::{self, EXACT};

/// The result for two boxes in 3D.
pub(crate) enum BoxBox<V: Space> {
    /// The answer. For a contact query, `scratch.points` has the points within the margin, in the
    /// order of their feature ids.
    Solved(Relation<V>),
    /// The axes are in the shortlist, but no two points prove the best of them.
    Inconclusive,
}

/// The answer for two boxes in 3D. `last` is the last manifold, `None` if the query makes none. Of
/// more than four points those with its features are kept.
pub(crate) fn solve<V: Space>(
    [a, b]: [&Cuboid<V>; 2],
    b_in_a: &Pose<V::Wide>,
    query: &Query<'_, V>,
    work: Work<'_, V>,
    last: Option<&Manifold<V>>,
) -> BoxBox<V> {
    let Work { memory, scratch } = work;
    let (difference, halves) = (&Difference::new(a, b, b_in_a), [a.half(), b.half()]);
    let Some(last) = last else {
        // Without a manifold the two points of the axis are the cheapest proof.
        let answer = sat::box_separation(difference, halves, query, &mut scratch.sat);
        return match answer {
            Some(answer) => BoxBox::Solved(memory.store_axis(answer, query, difference.frame())),
            None => BoxBox::Inconclusive,
        };
    };
    scratch.points.clear();
    let Some(axis) = sat::box_axis(difference, halves, query, &mut scratch.sat) else { return BoxBox::Inconclusive };
    let (normal, height, least) = match axis {
        BoxAxis::Beyond { axis, at_least } => {
            let answer = CoreAnswer::Beyond { axis, at_least };
            return BoxBox::Solved(memory.store_axis(answer, query, difference.frame()));
        }
        BoxAxis::Best { normal, height, least } => (normal, height, least),
    };
    let mut faces = Faces::new(difference, halves, normal);
    let proved = if faces.clip() { faces.prove(difference, height, least) } else { None };
    let Some(cores) = proved else { return BoxBox::Inconclusive };
    let relation = memory.store_axis(CoreAnswer::Near(cores), query, difference.frame());
    if let Relation::Near(separation) = &relation {
        faces.retain_contacts(query.radii, query.margin, separation, last);
        scratch.points.extend(faces.points().map(|point| faces.contact_point(point, difference, query.radii, separation)));
    }
    BoxBox::Solved(relation)
}

/// A − B of two bare boxes.
type Boxes<'b, V> = Difference<'b, Cuboid<V>, Cuboid<V>, V>;

#[inline]
fn array<W: Vector<Scalar = f64>>(vector: W) -> [f64; 3] {
    [vector.get(0), vector.get(1), vector.get(2)]
}

/// The faces nearest to the normal, as [`Convex::face`] chooses them, and their overlap.
struct Faces<W> {
    normal: W,
    boxes: clip::Boxes,
    face_a: BoxFace,
    face_b: BoxFace,
    vertices: [ClipVertex; clip::CAPACITY],
    count: usize,
}

impl<W: Vector<Scalar = f64>> Faces<W> {
    #[inline]
    fn new<V: Space<Wide = W>>(difference: &Boxes<'_, V>, [half_a, half_b]: [V; 2], normal: W) -> Self {
        let axis_b = |axis: usize| array(difference.direction_in_a(W::unit(axis)));
        let boxes = clip::Boxes {
            half_a: array(half_a.widen()),
            half_b: array(half_b.widen()),
            axes_b: [axis_b(0), axis_b(1), axis_b(2)],
            center_b: array(difference.to_a(W::ZERO)),
        };
        let (face_a, face_b) = (facing(V::narrow(normal)), facing(V::narrow(difference.direction_in_b(-normal))));
        Self { normal, boxes, face_a, face_b, vertices: [ClipVertex::NONE; clip::CAPACITY], count: 0 }
    }

    #[inline]
    fn clip(&mut self) -> bool {
        let count = clip::clip_faces(&self.boxes, array(self.normal), self.face_a, self.face_b, &mut self.vertices);
        self.count = count.unwrap_or(0);
        count.is_some()
    }

    #[inline]
    fn points(&self) -> impl Iterator<Item = &ClipVertex> {
        self.vertices.iter().take(self.count)
    }

    #[inline]
    fn on_a(&self, point: &ClipVertex) -> W {
        let on_a = point.on_a(self.face_a, self.boxes.half_a);
        W::from_fn(|axis| on_a[axis])
    }

    /// The deepest point proves the axis, if its depth is the support value.
    #[inline(always)]
    fn prove<V: Space<Wide = W>>(&self, difference: &Boxes<'_, V>, height: f64, least: f64) -> Option<Separation<V>> {
        let noise = tolerance::noise(difference.size());
        if self.count == 0 {
            return None;
        }
        // All places, some of which are empty: their number is unpredictable.
        let (mut place, mut gap) = (0, self.vertices[0].gap);
        for (other, point) in self.vertices.iter().enumerate() {
            place = if point.gap < gap { other } else { place };
            gap = if point.gap < gap { point.gap } else { gap };
        }
        let deepest = &self.vertices[place];
        let apart = least < -noise;
        let slack = EXACT * difference.size() + (height - least);
        // If the best axis proves the cores apart, no other axis may report that they touch.
        if !((deepest.gap + height).abs() <= slack) || apart && height > least + noise {
            return None;
        }
        let (distance, proved_to_overlap) = (-height, least > noise);
        let upper = if proved_to_overlap { noise - least } else { deepest.gap.abs() + 3.0 * noise };
        let upper = if upper > distance { upper } else { distance };
        let point_a = self.on_a(deepest);
        let point_b = difference.to_b(point_a + self.normal * deepest.gap);
        Some(Separation { normal: self.normal, distance, lower: distance - noise, upper, point_a, point_b })
    }

    /// Keeps the points within the margin, in the order of their feature ids, and at most four.
    /// This comes before they become contact points, which are three times as large.
    #[inline]
    fn retain_contacts<V: Space<Wide = W>>(&mut self, radii: Radii, margin: f64, separation: &Separation<V>, last: &Manifold<V>) {
        let noise = separation.noise();
        let limit = radii.sum() + if margin > noise { margin } else { noise };
        let mut count = 0;
        for place in 0..self.count {
            self.vertices[count] = self.vertices[place];
            count += usize::from(self.vertices[place].gap <= limit);
        }
        self.count = count;
        let vertices = &mut self.vertices[..count];
        vertices.sort_unstable_by_key(|point| point.feature);
        if vertices.len() > 4 {
            let axes = reduce::across(self.normal).map(array);
            let candidate =
                |point: &ClipVertex| Candidate { position: point.across(self.face_a, axes), height: point.gap, feature: point.feature };
            let candidates: SmallVec<[Candidate; clip::CAPACITY]> = vertices.iter().map(candidate).collect();
            let last: SmallVec<[FeatureId; 4]> = last.points.iter().map(|point| point.feature).collect();
            let kept = reduce(&candidates, 4, &last);
            for (slot, &place) in kept.iter().enumerate() {
                vertices[slot] = vertices[place];
            }
            self.count = kept.len();
        }
    }

    /// The contact point on the swept surfaces, as [`collide`](crate::collide()) writes it.
    #[inline]
    fn contact_point<V: Space<Wide = W>>(
        &self,
        point: &ClipVertex,
        difference: &Boxes<'_, V>,
        radii: Radii,
        separation: &Separation<V>,
    ) -> ContactPoint<V> {
        let (on_a, gap) = (self.on_a(point), point.gap - radii.sum());
        ContactPoint {
            on_a: V::narrow(on_a + self.normal * radii.a),
            on_b: V::narrow(difference.to_b(on_a + self.normal * (point.gap - radii.b))),
            separation: V::Scalar::narrow(gap),
            feature: point.feature,
            touching: separation.is_touching() && gap <= separation.noise(),
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

//! Two boxes in space: the separating axis and the faces laid over each other, in one go.
//!
//! * What [`measure`](crate::measure()) and the general [`clip`](crate::clip) would find, without their detours: the points of the faces are the proof that the axis needs, so
//!   no others are looked for.
//! * Where the points do not prove it — corners that look at edges, corners on sides — `None` is the answer, and the pair goes the general way.

mod clip;

use clinch_shapes::Cuboid;
use clinch_support::{Difference, Pose, Scalar, Vector};
use smallvec::SmallVec;

use self::clip::{Laid, Side};
use crate::answer::{CoreAnswer, Relation, Separation};
use crate::clip::Space;
use crate::general::sat::{self, BoxAxis};
use crate::manifold::{ContactPoint, FeatureId, Manifold};
use crate::problem::Work;
use crate::query::Query;
use crate::radii::Radii;
use crate::reduce::{self, Spot, reduce};
use crate::tolerance::{self, EXACT};

/// What two boxes in 3D come to.
pub(crate) enum BoxBox<V: Space> {
    /// The answer. For a contact query, `scratch.points` has the points within the margin, in the
    /// order of their feature ids.
    Solved(Relation<V>),
    /// The axes are in the shortlist, but no two points prove the best of them.
    Inconclusive,
}

/// Two boxes in 3D. `last` is the last manifold: of more than four points, its features are kept.
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
        // No faces are needed, so the two points of the axis are the cheapest proof.
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
    let proved = if faces.lay() { faces.proved(difference, height, least) } else { None };
    let Some(cores) = proved else { return BoxBox::Inconclusive };
    let relation = memory.store_axis(CoreAnswer::Near(cores), query, difference.frame());
    if let Relation::Near(separation) = &relation {
        faces.keep(query.radii, query.margin, separation, last);
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

/// The faces that look most along the normal, as [`Convex::face`] chooses them, and what they share.
struct Faces<W> {
    normal: W,
    boxes: clip::Boxes,
    side_a: Side,
    side_b: Side,
    laid: [Laid; clip::ROOM],
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
            between: array(difference.to_a(W::ZERO)),
        };
        let (side_a, side_b) = (side(V::narrow(normal)), side(V::narrow(difference.direction_in_b(-normal))));
        Self { normal, boxes, side_a, side_b, laid: [Laid::NONE; clip::ROOM], count: 0 }
    }

    #[inline]
    fn lay(&mut self) -> bool {
        let count = clip::lay(&self.boxes, array(self.normal), self.side_a, self.side_b, &mut self.laid);
        self.count = count.unwrap_or(0);
        count.is_some()
    }

    #[inline]
    fn points(&self) -> impl Iterator<Item = &Laid> {
        self.laid.iter().take(self.count)
    }

    #[inline]
    fn on_a(&self, point: &Laid) -> W {
        let on_a = point.on_a(self.side_a, self.boxes.half_a);
        W::from_fn(|axis| on_a[axis])
    }

    /// The deepest point proves the axis, if it is as deep as that says.
    #[inline(always)]
    fn proved<V: Space<Wide = W>>(&self, difference: &Boxes<'_, V>, height: f64, least: f64) -> Option<Separation<V>> {
        let noise = tolerance::noise(difference.size());
        if self.count == 0 {
            return None;
        }
        // All places, of which some are empty: how many are full nobody can foretell.
        let (mut place, mut gap) = (0, self.laid[0].gap);
        for (other, point) in self.laid.iter().enumerate() {
            place = if point.gap < gap { other } else { place };
            gap = if point.gap < gap { point.gap } else { gap };
        }
        let deepest = &self.laid[place];
        let apart = least < -noise;
        let slack = EXACT * difference.size() + (height - least);
        // What an axis proves to be apart no other may call touching.
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

    /// Leaves the points within the margin, in the order of their feature ids; of more than four those to keep. Before they become contact points, which are three times as much to move.
    #[inline]
    fn keep<V: Space<Wide = W>>(&mut self, radii: Radii, margin: f64, separation: &Separation<V>, last: &Manifold<V>) {
        let noise = separation.noise();
        let most = radii.sum() + if margin > noise { margin } else { noise };
        let mut count = 0;
        for place in 0..self.count {
            self.laid[count] = self.laid[place];
            count += usize::from(self.laid[place].gap <= most);
        }
        self.count = count;
        let laid = &mut self.laid[..count];
        laid.sort_unstable_by_key(|point| point.feature);
        if laid.len() > 4 {
            let axes = reduce::across(self.normal).map(array);
            let spot = |point: &Laid| Spot { at: point.across(self.side_a, axes), height: point.gap, feature: point.feature };
            let spots: SmallVec<[Spot; clip::ROOM]> = laid.iter().map(spot).collect();
            let last: SmallVec<[FeatureId; 4]> = last.points.iter().map(|point| point.feature).collect();
            let kept = reduce(&spots, 4, &last);
            for (slot, &place) in kept.iter().enumerate() {
                laid[slot] = laid[place];
            }
            self.count = kept.len();
        }
    }

    /// A point on the swept surfaces, as [`collide`](crate::collide()) wants it.
    #[inline]
    fn contact_point<V: Space<Wide = W>>(
        &self,
        point: &Laid,
        difference: &Boxes<'_, V>,
        radii: Radii,
        separation: &Separation<V>,
    ) -> ContactPoint<V> {
        let (on_a, separated) = (self.on_a(point), point.gap - radii.sum());
        ContactPoint {
            on_a: V::narrow(on_a + self.normal * radii.a),
            on_b: V::narrow(difference.to_b(on_a + self.normal * (point.gap - radii.b))),
            separation: V::Scalar::narrow(separated),
            feature: point.feature,
            touching: separation.is_touching() && separated <= separation.noise(),
            kept: false,
            carried: [V::Scalar::ZERO; 4],
        }
    }
}

#[inline]
fn side<V: Vector>(direction: V) -> Side {
    let along = [direction.get(0), direction.get(1), direction.get(2)];
    let [x, y, z] = along.map(V::Scalar::abs);
    // Of equals the first. Both by comparing numbers, for which no branch is needed.
    let (axis, most) = (if y > x { 1 } else { 0 }, if y > x { y } else { x });
    let axis = if z > most { 2 } else { axis };
    Side { axis, sign: 1.0_f64.copysign(along[axis].widen()) }
}

#[cfg(test)]
mod tests;

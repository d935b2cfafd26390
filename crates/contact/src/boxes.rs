//! Two boxes in space: the separating axis and the faces laid over each other, in one go.
//!
//! * What [`measure`](crate::measure()) and the general [`clip`](crate::clip) would find, without their detours: the points of the faces are the proof that the axis needs, so
//!   no others are looked for.
//! * Where the points do not prove it — corners that look at edges, corners on sides — `None` is the answer, and the pair goes the general way.

use clinch_shapes::{Convex, Polytope};
use clinch_support::{Difference, Scalar, Vector};
use smallvec::SmallVec;

use crate::box_faces::{self, Boxes, Laid, Side};
use crate::clip::Clip;
use crate::manifold::{ContactPoint, FeatureId, Manifold};
use crate::measure::{Measured, Relation, Separation, tested};
use crate::pair::{Memory, Pair, Scratch};
use crate::radii::Radii;
use crate::reduce::{self, Spot, reduce};
use crate::sat::{self, BoxAxis, EXACT, Verdict};
use crate::settings::Settings;

/// How they lie, and in `scratch.points` the points within the margin, in the order of their feature ids; of more than four those to keep after `last`.
pub(crate) fn contact<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    last: &Manifold<V>,
) -> Option<Measured<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if V::DIM != 3 {
        return None;
    }
    let (Polytope::Box(box_a), Polytope::Box(box_b)) = (pair.a.polytope(), pair.b.polytope()) else { return None };
    scratch.begin();
    scratch.points.clear();
    // Of the bare boxes: nobody has to be asked again what kind of shape he is.
    let (difference, halves) = (&Difference::new(box_a, box_b, &pair.b_in_a), [box_a.half(), box_b.half()]);
    let margin = settings.margin();
    let radii = Radii::of(pair).with_skins(settings);
    let asked = (radii.asked(margin), memory.start.direction);
    let (normal, height, least) = match sat::axis_of_boxes(difference, halves, asked, &mut scratch.sat)? {
        BoxAxis::Beyond { axis, at_least } => {
            let relation = tested(Verdict::Beyond { axis, at_least }, difference.frame(), radii, margin, memory);
            return Some(Measured::without_search(relation));
        }
        BoxAxis::Best { normal, height, least } => (normal, height, least),
    };
    let mut faces = Faces::new(difference, halves, normal);
    faces.lay()?;
    let relation = tested(Verdict::Near(faces.proved(difference, height, least)?), difference.frame(), radii, margin, memory);
    if let Relation::Near(separation) = &relation {
        faces.keep(radii, margin, separation, last);
        scratch.points.extend(faces.points().map(|point| faces.publish(point, difference, radii, separation)));
    }
    Some(Measured::without_search(relation))
}

#[inline]
fn array<W: Vector<Scalar = f64>>(vector: W) -> [f64; 3] {
    [vector.get(0), vector.get(1), vector.get(2)]
}

/// The faces that look most along the normal, as [`Convex::face`] chooses them, and what they share.
struct Faces<W> {
    normal: W,
    boxes: Boxes,
    side_a: Side,
    side_b: Side,
    laid: [Laid; box_faces::ROOM],
    count: usize,
}

impl<W: Vector<Scalar = f64>> Faces<W> {
    #[inline]
    fn new<V, A, B>(difference: &Difference<'_, A, B, V>, [half_a, half_b]: [V; 2], normal: W) -> Self
    where
        V: Clip + Vector<Wide = W>,
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let axis_b = |axis: usize| array(difference.direction_in_a(W::unit(axis)));
        let boxes = Boxes {
            half_a: array(half_a.widen()),
            half_b: array(half_b.widen()),
            axes_b: [axis_b(0), axis_b(1), axis_b(2)],
            between: array(difference.to_a(W::ZERO)),
        };
        let (side_a, side_b) = (side(V::narrow(normal)), side(V::narrow(difference.direction_in_b(-normal))));
        Self { normal, boxes, side_a, side_b, laid: [Laid::NONE; box_faces::ROOM], count: 0 }
    }

    #[inline]
    fn lay(&mut self) -> Option<()> {
        self.count = box_faces::lay(&self.boxes, array(self.normal), self.side_a, self.side_b, &mut self.laid)?;
        Some(())
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
    fn proved<V, A, B>(&self, difference: &Difference<'_, A, B, V>, height: f64, least: f64) -> Option<Separation<V>>
    where
        V: Clip + Vector<Wide = W>,
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let noise = sat::noise(difference.size());
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
    fn keep<V: Clip + Vector<Wide = W>>(&mut self, radii: Radii, margin: f64, separation: &Separation<V>, last: &Manifold<V>) {
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
            let spots: SmallVec<[Spot; box_faces::ROOM]> = laid.iter().map(spot).collect();
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
    fn publish<V, A, B>(
        &self,
        point: &Laid,
        difference: &Difference<'_, A, B, V>,
        radii: Radii,
        separation: &Separation<V>,
    ) -> ContactPoint<V>
    where
        V: Clip + Vector<Wide = W>,
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
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
mod tests {
    use clinch_shapes::{Convex, Cuboid, Cylinder, Rounded, Shape3};
    use clinch_support::{Difference, Pose};
    use clinch_testkit::random::Random;
    use glam::{DVec3, Quat, Vec3};

    use super::contact;
    use crate::collide::{collide, general, thin};
    use crate::manifold::Manifold;
    use crate::measure::Axes;
    use crate::measure::Relation;
    use crate::pair::{Counts, Memory, Pair, Scratch};
    use crate::settings::Settings;

    fn block(random: &mut Random) -> Shape3<Vec3> {
        let mut size = || random.pick(&[0.3, 0.5, 1.0, 0.02]) * random.pick(&[1.0, 1.0, 0.9]);
        let block = Cuboid::new(Vec3::new(size(), size(), size())).unwrap();
        if random.chance(0.2) { Rounded::new(block.into(), 0.1).unwrap().into() } else { block.into() }
    }

    fn pose(random: &mut Random) -> Pose<Vec3> {
        let turned = Quat::from_array(random.quaternion().map(|x| x as f32));
        let level = Quat::from_rotation_y(random.range(-3.0, 3.0) as f32);
        let slight = Quat::from_xyzw(1e-4, 0.0, -3e-5, 1.0).normalize();
        let turned = random.pick(&[turned, turned, level, slight, Quat::IDENTITY]);
        let shares = [(); 3].map(|()| random.pick(&[0.0, 0.5, 1.0]));
        let aside = random.in_ball(3).as_vec3() * 0.9;
        Pose::new(turned, random.pick(&[aside, aside, Vec3::from(shares)]))
    }

    /// How far apart the shapes are along an axis from A to B.
    fn along(pair: &Pair<'_, Vec3, Shape3<Vec3>, Shape3<Vec3>>, axis: DVec3) -> f64 {
        let farthest = Difference::new(pair.a, pair.b, &pair.b_in_a).vertex(axis).point;
        -farthest.dot(axis) / axis.length() - pair.a.radius_wide() - pair.b.radius_wide()
    }

    /// Whatever is answered here is what the general way answers, by other means.
    #[test]
    fn boxes_meet_as_any_two_polytopes() {
        let (mut random, mut scratch) = (Random::new(11), Scratch::<Vec3>::new());
        let settings = Settings::with_margin(0.05);
        let (mut answered, mut points, mut beyond) = (0, 0, 0);
        for _ in 0..20_000 {
            let (a, b, b_in_a) = (block(&mut random), block(&mut random), pose(&mut random));
            let pair = Pair { a: &a, b: &b, b_in_a: b_in_a.widen() };
            let Some(ours) = contact(&pair, &settings, &mut Memory::new(), &mut scratch, &Manifold::new()) else { continue };
            answered += 1;
            let found = scratch.points.clone();
            let theirs = general(&pair, Axes::Open, &settings, &mut Memory::new(), &mut scratch);
            match (&ours.relation, &theirs.relation) {
                (Relation::Near(ours), Relation::Near(theirs)) => {
                    assert_eq!(
                        (ours.normal, ours.distance, ours.lower, ours.is_touching()),
                        (theirs.normal, theirs.distance, theirs.lower, theirs.is_touching())
                    );
                    let mut expected = scratch.points.clone();
                    // Of a point that proves nothing the clipped ones know as much.
                    expected.retain(|point| point.feature != crate::FeatureId::WITNESS);
                    if expected.len() > 4 {
                        thin(&mut expected, theirs.normal, &Manifold::new());
                    }
                    let names = |points: &[crate::ContactPoint<Vec3>]| points.iter().map(|point| point.feature).collect::<Vec<_>>();
                    assert_eq!(names(&found), names(&expected), "{pair:?}");
                    for (ours, theirs) in found.iter().zip(&expected) {
                        let off = (ours.on_a - theirs.on_a).length()
                            + (ours.on_b - theirs.on_b).length()
                            + (ours.separation - theirs.separation).abs();
                        assert!(off < 1e-6 && ours.touching == theirs.touching, "{ours:?} {theirs:?}");
                    }
                    points += found.len();
                }
                // Each may have found another plane between them.
                (&Relation::Beyond { axis: ours, at_least }, &Relation::Beyond { axis: theirs, at_least: other }) => {
                    assert!(at_least.min(other) > 0.05 && along(&pair, ours) >= at_least && along(&pair, theirs) >= other, "{pair:?}");
                    beyond += 1;
                }
                (ours, theirs) => panic!("{ours:?} {theirs:?} {pair:?}"),
            }
        }
        assert!(answered > 15_000 && points > 30_000 && beyond > 1_000, "the sample must bite: {answered}, {points}, {beyond}");
    }

    #[test]
    fn boxes_leave_no_count_of_the_pair_before() {
        let (mut scratch, settings) = (Scratch::<Vec3>::new(), Settings::with_margin(0.05));
        let ask = |shape: &Shape3<Vec3>, scratch: &mut Scratch<Vec3>| {
            let b_in_a = Pose::<Vec3>::new(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9), Vec3::new(0.1, 0.7, 0.2)).widen();
            let pair = Pair { a: shape, b: shape, b_in_a };
            collide(&pair, &settings, &mut Memory::new(), scratch, &mut Manifold::new());
            (scratch.counts(), scratch.record.len())
        };
        let drum = Cylinder::new(0.5, 0.4).unwrap().into();
        let (searched, seen) = ask(&drum, &mut scratch);
        assert!(searched.expansions > 0 && seen > 0, "{searched:?}");
        let cube = Cuboid::new(Vec3::splat(0.5)).unwrap().into();
        assert_eq!(ask(&cube, &mut scratch), (Counts::default(), 0));
    }
}

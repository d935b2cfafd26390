//! The separating axis of two bare boxes in 3D, or the axis of least depth.
//!
//! * Lanes of `f32` estimate which of the fifteen axes has the least support value. That one is
//!   computed in `f64`, as the [list of candidates](Boxes::list) computes it.
//! * If the lanes prove that no other axis ties with it, the list would contain it alone, so it is
//!   the answer. Otherwise the candidates are listed.

use clinch_shapes::Cuboid;
use clinch_support::{Difference, Vector};

use super::axes::{FacetFeatures, Shortlist};
use super::box_lanes::{AXES, BoxLanes};
use super::boxes::{Facet, sign};
use super::buffers::Buffers;
use super::query::SatQuery;
use super::two_boxes::Boxes;
use crate::answer::CoreAnswer;
use crate::clip::Space;
use crate::query::Query;
use crate::tolerance;

/// The separating axis of two boxes in 3D, or the axis of least depth.
pub(crate) enum BoxAxis<W> {
    /// Farther apart than the query's margin.
    Beyond { axis: W, at_least: f64 },
    /// The only candidate, not yet proved by witness points. The shortlist has not been written.
    Single(SingleAxis<W>),
    /// To be proved by two points: the first of the shortlist. No axis has a support value of less
    /// than `least`.
    FirstOfList { normal: W, height: f64, least: f64 },
}

/// The only candidate axis.
pub(crate) struct SingleAxis<W> {
    place: usize,
    direction: f64,
    pub(crate) normal: W,
    pub(crate) height: f64,
}

/// The separation of two bare boxes in 3D.
#[inline(always)]
pub(crate) fn box_separation<V: Space>(
    difference: &Difference<'_, Cuboid<V>, Cuboid<V>, V>,
    boxes: &Boxes<V::Wide>,
    query: &Query<'_, V>,
    buffers: &mut Buffers<V::Wide>,
) -> Option<CoreAnswer<V>> {
    let (query, shortlist) = (SatQuery::new(query, difference.size()), &mut buffers.shortlist);
    if let Some(axis) = boxes.single(&query) {
        let SingleAxis { normal, height, .. } = axis;
        if height < query.beyond() {
            return Some(CoreAnswer::Beyond { axis: normal, at_least: -height - query.noise() });
        }
        if query.distance_only && height > query.noise() {
            return Some(CoreAnswer::Overlapping { at_least: height - query.noise() });
        }
        axis.list(query.tie, shortlist);
    } else if let Some((axis, at_least)) = boxes.list(&query, shortlist) {
        return Some(CoreAnswer::Beyond { axis, at_least });
    }
    boxes.prove(difference, &query, shortlist)
}

/// The axis of two bare boxes in 3D, without the points that prove it.
#[inline(always)]
pub(crate) fn box_axis<V: Space>(
    difference: &Difference<'_, Cuboid<V>, Cuboid<V>, V>,
    boxes: &Boxes<V::Wide>,
    query: &Query<'_, V>,
    buffers: &mut Buffers<V::Wide>,
) -> Option<BoxAxis<V::Wide>> {
    let (query, shortlist) = (SatQuery::new(query, difference.size()), &mut buffers.shortlist);
    if let Some(axis) = boxes.single(&query) {
        let SingleAxis { normal, height, .. } = axis;
        let beyond = height < query.beyond();
        return Some(if beyond { BoxAxis::Beyond { axis: normal, at_least: -height - query.noise() } } else { BoxAxis::Single(axis) });
    }
    if let Some((axis, at_least)) = boxes.list(&query, shortlist) {
        return Some(BoxAxis::Beyond { axis, at_least });
    }
    let least = shortlist.least();
    shortlist.sort_by_preference(query.last_normal);
    let best = shortlist.axes().next()?;
    Some(BoxAxis::FirstOfList { normal: best.normal, height: best.height, least })
}

impl<W: Vector<Scalar = f64>> SingleAxis<W> {
    /// Makes it the shortlist, for the general path.
    fn list(&self, tie: f64, shortlist: &mut Shortlist<W>) {
        shortlist.begin(tie);
        shortlist.offer(self.height, features(self.place, self.direction), || self.normal);
    }

    /// The same, for boxes of this size.
    #[cold]
    #[inline(never)]
    pub(crate) fn list_for<V: Space<Wide = W>>(&self, size: f64, buffers: &mut Buffers<W>) {
        self.list(tolerance::tie::<V>(size), &mut buffers.shortlist);
    }
}

impl<W: Vector<Scalar = f64>> Boxes<W> {
    /// The only axis that [`list`](Self::list) would list, in 3D. `None` where that is not proved.
    #[inline(always)]
    pub(super) fn single(&self, query: &SatQuery<W>) -> Option<SingleAxis<W>> {
        let lanes = BoxLanes::of(self)?;
        // Where the faces prove enough, no edges are listed.
        let faces_only = lanes.faces_are_below(query.beyond())?;
        let place = if faces_only { lanes.best_face() } else { lanes.best() } as usize;
        let facet = self.facet(place)?;
        let direction = sign(facet.offset);
        let (height, opposite) = (facet.extent - facet.offset.abs(), facet.extent + facet.offset.abs());
        let cutoff = height + query.tie;
        let candidates = if faces_only { lanes.candidate_faces(cutoff) } else { lanes.candidates(cutoff) };
        let alone = candidates == 1 << place && opposite > cutoff;
        alone.then(|| SingleAxis { place, direction, normal: facet.unit * direction, height })
    }

    /// The facets of the axis with this number.
    #[inline(always)]
    fn facet(&self, place: usize) -> Option<Facet<W>> {
        if place < 6 {
            Some(self.face(place))
        } else if place < AXES {
            self.edge_pair((place - 6) % 3, (place - 6) / 3)
        } else {
            None
        }
    }

    /// The facets of a face of A, or of B from 3 on.
    // Without a branch: of which box the face is is unpredictable.
    #[inline(always)]
    fn face(&self, place: usize) -> Facet<W> {
        let (of_b, axis) = (place >= 3, place % 3);
        let [x, y, z] = self.axes;
        let components = [x.get(0), x.get(1), x.get(2), y.get(0), y.get(1), y.get(2), z.get(0), z.get(1), z.get(2)];
        // A's face meets a row of the basis, B's a column.
        let (start, step) = if of_b { (3 * axis, 1) } else { (axis, 3) };
        let component = |number: usize| components[(start + step * number).min(8)].abs();
        let halves = [self.a[0], self.a[1], self.a[2], self.b[0], self.b[1], self.b[2]];
        let others = if of_b { 0 } else { 3 };
        let extent = halves[place] + halves[others] * component(0) + halves[others + 1] * component(1) + halves[others + 2] * component(2);
        let offsets = [self.between.get(axis), self.between.dot(self.axes[axis])];
        let units = [W::unit(0), W::unit(1), W::unit(2), x, y, z];
        Facet { unit: units[place.min(5)], extent, offset: offsets[usize::from(of_b)] }
    }
}

/// The features of the facet that faces along a direction of an axis.
#[inline(always)]
fn features(place: usize, direction: f64) -> FacetFeatures {
    let face = 2 * (place % 3) as u32;
    match place {
        0..3 => FacetFeatures::FaceOfA(face + u32::from(direction > 0.0)),
        // B's face is the one that faces against the normal.
        3..6 => FacetFeatures::FaceOfB(face + u32::from(!(direction > 0.0))),
        _ => FacetFeatures::Edges((place % 3) as u32, (place / 3) as u32 - 2),
    }
}

#[cfg(test)]
mod tests {
    use super::{SingleAxis, features};
    use crate::general::sat::axes::{Axis, Shortlist};
    use crate::general::sat::query::SatQuery;
    use crate::general::sat::two_boxes::Boxes;
    use crate::tolerance;
    use clinch_shapes::Cuboid;
    use clinch_support::{Difference, Pose};
    use clinch_testkit::random::Random;
    use glam::{DVec3, Quat, Vec3};

    /// The half extents of A and of B, and the pose of B in A's frame.
    type Scene = ([Vec3; 2], Pose<Vec3>);

    fn halves(random: &mut Random) -> Vec3 {
        let mut half = || random.pick(&[0.3, 0.5, 0.5, 1.0, 0.02, 1e-4, 0.0, 30.0]) * random.pick(&[1.0, 1.0, 0.9]);
        Vec3::new(half(), half(), half())
    }

    /// Two axes tie at the edges of a box, at its corners and where boxes are parallel.
    fn scene(random: &mut Random) -> Scene {
        let [a, b] = [halves(random), halves(random)];
        let turned = Quat::from_array(random.quaternion().map(|x| x as f32));
        let level = Quat::from_rotation_y(random.range(-3.0, 3.0) as f32);
        let slight = random.pick(&[1e-3, 1e-5, 1e-7]) * random.direction(3).as_vec3();
        let slight = Quat::from_xyzw(slight.x, slight.y, slight.z, 1.0).normalize();
        let rotation = random.pick(&[turned, turned, turned, level, slight, Quat::IDENTITY]);
        let signs = Vec3::from_array([(); 3].map(|()| random.pick(&[-1.0, 0.5, 1.0])));
        let aside = random.in_ball(3).as_vec3() * (a.length() + b.length());
        (([a, b]), Pose::new(rotation, random.pick(&[aside, aside, (a + b) * signs, (a + b) * signs * 0.999, Vec3::ZERO])))
    }

    /// As shapes of `f32` have it.
    fn on<R>(&([a, b], pose): &Scene, scale: f32, run: impl FnOnce(&Boxes<DVec3>, &SatQuery<DVec3>) -> R) -> R {
        let (cuboid_a, cuboid_b) = (Cuboid::new(a * scale).unwrap(), Cuboid::new(b * scale).unwrap());
        let pose = Pose::new(pose.rotation, pose.translation * scale);
        let difference = Difference::<_, _, Vec3>::new(&cuboid_a, &cuboid_b, &pose.widen());
        let boxes = Boxes::of(&difference, [(a * scale).as_dvec3(), (b * scale).as_dvec3()]);
        let size = difference.size();
        let query = SatQuery {
            within: 0.05 * f64::from(scale),
            last_normal: DVec3::ZERO,
            size,
            tie: tolerance::tie::<Vec3>(size),
            search_if_apart: false,
            distance_only: false,
        };
        run(&boxes, &query)
    }

    /// All bits of an axis.
    fn bits(normal: DVec3, height: f64) -> [u64; 4] {
        [normal.x.to_bits(), normal.y.to_bits(), normal.z.to_bits(), height.to_bits()]
    }

    #[test]
    fn a_single_axis_is_the_whole_list() {
        let (mut random, mut shortlist) = (Random::new(36), Shortlist::default());
        let (mut singles, mut beyond, mut edges, mut ties) = (0, 0, 0, 0);
        for round in 0..200_000 {
            let scene = scene(&mut random);
            on(&scene, 1.0, |boxes, query| {
                // Half of them as shapes of `f64` have it, whose half sides are rounded.
                let (mut boxes, mut query) = (boxes.clone(), *query);
                if round % 2 == 0 {
                    query.tie = tolerance::tie::<DVec3>(query.size);
                    boxes.a = boxes.a.map(|half| half * (1.0 + 5e-8));
                }
                let (boxes, query) = (&boxes, &query);
                let far = boxes.list(query, &mut shortlist);
                let Some(SingleAxis { place, direction, normal, height }) = boxes.single(query) else {
                    ties += usize::from(shortlist.axes().count() > 1);
                    return;
                };
                let listed: Vec<Axis<DVec3>> = shortlist.axes().copied().collect();
                let [only] = listed[..] else { panic!("{listed:?} {scene:?}") };
                assert_eq!(bits(only.normal, only.height), bits(normal, height), "{scene:?}");
                assert_eq!((only.features, shortlist.least()), (features(place, direction), height), "{scene:?}");
                assert_eq!(far.is_some(), height < query.beyond(), "{scene:?}");
                singles += 1;
                beyond += usize::from(far.is_some());
                edges += usize::from(place >= 6);
            });
        }
        assert!(singles > 100_000 && beyond > 30_000 && edges > 2_000 && ties > 20_000, "{singles}, {beyond}, {edges}, {ties}");
    }

    /// The list must remain the exception.
    #[test]
    fn random_pairs_have_a_single_axis() {
        let mut random = Random::new(37);
        let mut singles = 0;
        for _ in 0..20_000 {
            let mut half = || Vec3::from_array([(); 3].map(|()| random.range(0.3, 1.5) as f32));
            let [a, b] = [half(), half()];
            let rotation = Quat::from_array(random.quaternion().map(|x| x as f32));
            let scene = ([a, b], Pose::new(rotation, random.in_ball(3).as_vec3() * (a.length() + b.length())));
            singles += usize::from(on(&scene, 1.0, |boxes, query| boxes.single(query).is_some()));
        }
        assert!(singles >= 19_980, "{singles} of 20000");
    }

    #[test]
    fn scaling_by_a_power_of_two_keeps_the_single_axis() {
        let mut random = Random::new(38);
        for _ in 0..5_000 {
            let scene = scene(&mut random);
            let single = |scale: f32| {
                let unit = f64::from(scale).recip();
                on(&scene, scale, |boxes, query| boxes.single(query).map(|axis| bits(axis.normal, axis.height * unit)))
            };
            for exponent in [-90, -40, 40, 90] {
                assert_eq!(single(2.0_f32.powi(exponent)), single(1.0), "2^{exponent} {scene:?}");
            }
        }
    }

    #[test]
    fn numbers_that_are_not_finite_have_no_single_axis() {
        for number in [f32::NAN, f32::INFINITY] {
            let translation = ([Vec3::ONE; 2], Pose::at(Vec3::new(0.0, number, 1.0)));
            let rotation = ([Vec3::ONE; 2], Pose::new(Quat::from_xyzw(number, 0.0, 0.0, 1.0), Vec3::X));
            for scene in [translation, rotation] {
                assert!(on(&scene, 1.0, |boxes, query| boxes.single(query).is_none()));
            }
        }
    }
}

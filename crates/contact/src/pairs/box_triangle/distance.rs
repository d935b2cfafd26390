//! The distance of a box and a triangle in 3D: their nearest points are guessed in `f32` and proved
//! in `f64`.
//!
//! * [`lanes`](super::lanes) name the feature of the triangle that is nearest to the box. Its
//!   nearest point is computed in `f64`, in the box's frame, and with it the point of the box.
//! * The gap along the normal between them is a lower bound of the distance, whatever the guess
//!   was. If it reaches the distance of the two points, these are the nearest, but for the noise.
//!   Their distance is an upper bound if they are on their shapes. Only of a point of the face this
//!   is not so by construction: the whole triangle must be level with it.
//! * The normal at a side is made orthogonal to it. The vector between two rounded points is off by
//!   a small angle, which along a long side is a large gap.
//! * Where nothing is proved that way, the least support value of all facets proves an overlap.
//! * What nearly touches is left to the separating axes and to a search.

use clinch_shapes::Core;
use clinch_support::{Frame, Vector, cross, exponent_of, times_power_of_two};

use super::lanes::{Nearest, nearest};
use crate::answer::{Bounds, CoreAnswer, Relation};
use crate::clip::Space;
use crate::general::sat::TriangleAtBox;
use crate::memory::Memory;
use crate::pairs::point_box::clamp_to_box;
use crate::pairs::squares;
use crate::problem::Cores;
use crate::query::Query;
use crate::tolerance::{CLEAR, CLOSED_FORM_NOISE};

/// How far inside of a side a point of the face must be, as an area and relative to the squared
/// size: the rounding of products of two coordinates is less. Larger: more pairs are left to the
/// separating axes. Smaller: a point beside a needle-like triangle is taken for one of it.
const INSIDE_AREA: f64 = 32.0 * f64::EPSILON;

/// A normal is made orthogonal to the side if the squared cosine of their angle is at most this:
/// the points are rounded, and the nearest pairs that are answered here are 10^-5 of their size
/// apart. Larger: the normal of a corner is turned. Smaller: that of a side is not, and the proof
/// fails.
const ORTHOGONAL: f64 = 1e-20;

/// Pairs whose size is beyond 2^±this are left to the separating axes. Larger: fourth powers
/// overflow, or lose digits. Smaller: fewer pairs of `f64` are answered here.
const EXPONENTS: i32 = 240;

/// A box and a triangle whose distance is proved, or that they overlap.
pub(crate) struct BoxTriangleDistance<V: Vector> {
    frame: Frame<V>,
    found: Found<V::Wide>,
    noise: f64,
    box_is_a: bool,
}

/// What is proved of a box and a triangle, in the box's frame.
enum Found<W> {
    Apart(Apart<W>),
    /// By at least this.
    Overlapping(f64),
}

/// A box and a triangle that are apart.
struct Apart<W> {
    on_triangle: W,
    on_box: W,
    /// Unit, from the box to the triangle.
    outward: W,
    /// Proved along `outward`, but for the noise.
    distance: f64,
}

impl<V: Space> BoxTriangleDistance<V> {
    /// `None` if the cores are no box and triangle, or if nothing is proved.
    #[inline(always)]
    pub(crate) fn of(cores: &Cores<'_, V>) -> Option<Self> {
        let (block, triangle, box_is_a) = match (cores.a, cores.b) {
            (Core::Box(block), Core::Triangle(triangle)) => (block, triangle, true),
            (Core::Triangle(triangle), Core::Box(block)) => (block, triangle, false),
            _ => return None,
        };
        let (half, frame, [p, q, r]) = (block.half().widen(), Frame::<V>::new(cores.b_in_a), triangle.corners());
        let (p, q, r) = (p.widen(), q.widen(), r.widen());
        let size = V::DIM as f64 * (p.max_abs() + q.max_abs() + r.max_abs() + half.max_abs() + cores.b_in_a.translation.max_abs());
        let corners = if box_is_a { [frame.to_a(p), frame.to_a(q), frame.to_a(r)] } else { [frame.to_b(p), frame.to_b(q), frame.to_b(r)] };
        // False for NaN.
        if !(size > 0.0 && size < f64::INFINITY && exponent_of(size).abs() <= EXPONENTS) {
            return None;
        }
        let noise = CLOSED_FORM_NOISE * size;
        let shapes = TriangleAtBox { half: [half.get(0), half.get(1), half.get(2)], corners };
        let found = match (Guess { shapes: &shapes, half, size }).apart(noise) {
            Some(apart) => Found::Apart(apart),
            None => {
                // The noise of a support value is twice that of a closed form.
                let depth = shapes.depth()? - 2.0 * noise;
                (depth > 0.0).then_some(Found::Overlapping(depth))?
            }
        };
        Some(Self { frame, found, noise, box_is_a })
    }

    /// The answer to the query. Its normal becomes the start of the pair's next search.
    #[inline(always)]
    pub(crate) fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V> {
        let &Self { frame, ref found, noise, box_is_a } = self;
        let &Apart { on_triangle, on_box, outward, distance } = match found {
            Found::Apart(apart) => apart,
            &Found::Overlapping(at_least) => return CoreAnswer::Overlapping { at_least }.with_radii(query, &frame),
        };
        let radii = query.radii;
        let normal = if box_is_a { outward } else { -frame.direction_in_a(outward) };
        memory.start.direction = V::narrow(normal);
        memory.start.vertices.clear();
        memory.search_found_apart = false;
        let bounds = Bounds::of(distance, noise, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return relation;
        }
        let points = if box_is_a {
            [on_box + outward * radii.a, frame.to_b(on_triangle - outward * radii.b)]
        } else {
            [frame.to_a(on_triangle - outward * radii.a), on_box + outward * radii.b]
        };
        bounds.near(normal, points)
    }
}

/// The nearest points of a box and a triangle, if a guess is right.
struct NearestPoints<W> {
    on_triangle: W,
    on_box: W,
    /// Unit, from the box to the triangle.
    outward: W,
    /// The point is one of the face of the triangle: on its plane, as far as that is known.
    is_in_face: bool,
}

/// A guess at the nearest points, and its proof.
struct Guess<'s, W> {
    shapes: &'s TriangleAtBox<W>,
    half: W,
    /// A bound of the coordinates that meet.
    size: f64,
}

impl<W: Vector<Scalar = f64, Wide = W>> Guess<'_, W> {
    /// The nearest points, if their distance is proved.
    #[inline(always)]
    fn apart(&self, noise: f64) -> Option<Apart<W>> {
        let NearestPoints { on_triangle, on_box, outward, is_in_face } = self.nearest()?;
        let distance = (on_triangle - on_box).length();
        if !(distance > CLEAR * noise && distance < f64::INFINITY) {
            return None;
        }
        // One by one: an array's `map` is not always inlined.
        let [p, q, r] = self.shapes.corners;
        let (p, q, r) = (p.dot(outward), q.dot(outward), r.dot(outward));
        let lowest = if p < q { p } else { q };
        let lowest = if r < lowest { r } else { lowest };
        let highest = if p > q { p } else { q };
        let highest = if r > highest { r } else { highest };
        let top = (0..3).fold(0.0, |sum, axis| sum + self.half.get(axis) * outward.get(axis).abs());
        // Half of the noise for the rounding of the gap, half for that of the points. The computed
        // plane of a needle-like triangle is tilted: its point may be above or below the triangle.
        let is_proved = lowest - top >= distance - 0.5 * noise && (!is_in_face || highest - top <= distance + 0.5 * noise);
        is_proved.then_some(Apart { on_triangle, on_box, outward, distance })
    }

    /// The nearest points and their normal, if the guess is right.
    #[inline(always)]
    fn nearest(&self) -> Option<NearestPoints<W>> {
        let Self { half, size, .. } = *self;
        let [p, q, r] = self.shapes.corners;
        let scale = times_power_of_two(1.0, -exponent_of(size));
        let narrow = |v: W| [(v.get(0) * scale) as f32, (v.get(1) * scale) as f32, (v.get(2) * scale) as f32];
        match nearest(narrow(half), [narrow(p), narrow(q), narrow(r)])? {
            Nearest::Side { first, place } => {
                let (from, to) = (self.shapes.corners[first], self.shapes.corners[(first + 1) % 3]);
                Some(self.at_side(from, to, f64::from(place)))
            }
            Nearest::Face { corner } => self.at_face(corner),
        }
    }

    /// The nearest points of a side and the box, from a place on the side near to it.
    #[inline(always)]
    fn at_side(&self, from: W, to: W, place: f64) -> NearestPoints<W> {
        let along = to - from;
        // Of the side, the components along which it is beyond the box.
        let components_beyond = |between: W| W::from_fn(|axis| if between.get(axis) != 0.0 { along.get(axis) } else { 0.0 });
        // The derivative is linear from there to its zero, if the guess is in the right piece.
        let next = |place: f64| {
            let point = from + along * place;
            let between = point - clamp_to_box(point, self.half);
            let (rise, squared) = (along.dot(between), components_beyond(between).length_squared());
            (place - if squared > 0.0 { rise / squared } else { 0.0 }).clamp(0.0, 1.0)
        };
        // The second step is for a guess that is in the next piece.
        let on_triangle = from + along * next(next(place));
        let on_box = clamp_to_box(on_triangle, self.half);
        let between = on_triangle - on_box;
        let run = components_beyond(between);
        let (rise, squared) = (run.dot(between), run.length_squared());
        let turned = rise * rise <= ORTHOGONAL * squared * between.length_squared() && squared > 0.0;
        let normal = if turned { between - run * (rise / squared) } else { between };
        NearestPoints { on_triangle, on_box, outward: normal * normal.length().recip(), is_in_face: false }
    }

    /// A corner of the box, by the signs of its coordinates, and the point of the triangle above
    /// it. `None` if that is not clearly in the triangle, or if its normal has lost digits.
    #[inline(always)]
    fn at_face(&self, corner: [f32; 3]) -> Option<NearestPoints<W>> {
        let Self { half, size, .. } = *self;
        let [p, q, r] = self.shapes.corners;
        let normal = cross(q - p, r - p);
        if !squares::keeps_digits(normal.length_squared()) {
            return None;
        }
        let unit = normal * normal.length().recip();
        let outward = if unit.dot(p) < 0.0 { -unit } else { unit };
        let on_box = W::from_fn(|axis| half.get(axis).copysign(f64::from(corner[axis % 3])));
        let on_triangle = on_box + outward * outward.dot(p - on_box);
        let turn = |from: W, to: W| cross(to - from, on_triangle - from).dot(unit);
        let least = INSIDE_AREA * size * size;
        (turn(p, q) > least && turn(q, r) > least && turn(r, p) > least).then_some(NearestPoints {
            on_triangle,
            on_box,
            outward,
            is_in_face: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BoxTriangleDistance, Found};
    use crate::problem::Cores;
    use crate::{Memory, Pair, Relation, Scratch, Settings, measure};
    use clinch_shapes::{Convex, Cuboid, Triangle};
    use clinch_support::Pose;
    use clinch_testkit::random::Random;
    use glam::{DVec3, Quat, Vec3};

    /// The half extents of the box, the corners of the triangle, and the pose of the triangle.
    #[derive(Clone, Copy, Debug)]
    struct Scene(Vec3, [Vec3; 3], Pose<Vec3>);

    fn corner(random: &mut Random) -> Vec3 {
        let mut coordinate = || {
            let any = random.range(-1.0, 1.0) as f32;
            random.pick(&[-1.0, 0.0, 0.5, 1.0, any])
        };
        Vec3::new(coordinate(), coordinate(), coordinate())
    }

    /// Sides in line with the box, in its planes and almost parallel to it among them.
    fn scene(random: &mut Random) -> Scene {
        let mut half = || random.pick(&[0.3, 0.5, 1.0, 1.0, 0.02, 0.0]);
        let half = Vec3::new(half(), half(), half());
        let corners = [corner(random), corner(random), corner(random)];
        let turned = Quat::from_array(random.quaternion().map(|x| x as f32));
        let slight = random.pick(&[1e-3, 1e-5, 1e-7]) * random.direction(3).as_vec3();
        let slight = Quat::from_xyzw(slight.x, slight.y, slight.z, 1.0).normalize();
        let rotation = random.pick(&[turned, turned, slight, Quat::IDENTITY]);
        let aside = random.direction(3).as_vec3() * random.range(0.0, 3.0) as f32;
        let level = Vec3::new(0.0, 0.0, half.z + random.pick(&[1.0, 1.25, 1.001, 1.0 + 1e-6]));
        Scene(half, corners, Pose::new(rotation, random.pick(&[aside, aside, level])))
    }

    fn shapes(&Scene(half, [p, q, r], pose): &Scene, scale: f32) -> (Cuboid<Vec3>, Triangle<Vec3>, Pose<DVec3>) {
        let pose = Pose::new(pose.rotation, pose.translation * scale).widen();
        (Cuboid::new(half * scale).unwrap(), Triangle::new(p * scale, q * scale, r * scale).unwrap(), pose)
    }

    fn of<A: Convex<Vec3>, B: Convex<Vec3>>(a: &A, b: &B, b_in_a: &Pose<DVec3>) -> Option<BoxTriangleDistance<Vec3>> {
        BoxTriangleDistance::of(&Cores { a: &a.core(), b: &b.core(), b_in_a })
    }

    /// Against the separating axes and GJK. Returns whether they are proved to be apart, or to
    /// overlap.
    fn check<A: Convex<Vec3>, B: Convex<Vec3>>(a: &A, b: &B, b_in_a: Pose<DVec3>) -> Option<bool> {
        let BoxTriangleDistance { found, noise, box_is_a, frame } = of(a, b, &b_in_a)?;
        let endless = Settings::with_margin(f32::INFINITY);
        let reference = measure(&Pair { a, b, b_in_a }, &endless, &mut Memory::new(), &mut Scratch::new()).relation;
        let Relation::Near(near) = reference else { panic!("{reference:?}") };
        let slack = 4.0 * noise + (near.upper - near.lower);
        match found {
            Found::Apart(apart) => {
                assert!((apart.distance - near.distance).abs() <= slack, "{} {near:?}", apart.distance);
                assert!(apart.distance - noise <= near.upper && near.lower <= apart.distance + noise, "{} {near:?}", apart.distance);
                let outward = if box_is_a { apart.outward } else { -frame.direction_in_a(apart.outward) };
                // Two axes that prove the distance to the noise may differ by the root of it.
                assert!(outward.dot(near.normal) * apart.distance >= apart.distance - slack, "{outward} {near:?}");
                Some(true)
            }
            Found::Overlapping(depth) => {
                assert!(-depth >= near.lower && (depth + near.distance).abs() <= slack, "{depth} {near:?}");
                Some(false)
            }
        }
    }

    #[test]
    fn what_is_proved_is_the_distance_or_the_depth() {
        let mut random = Random::new(45);
        let (mut apart, mut overlapping, mut left) = (0, 0, 0);
        for _ in 0..40_000 {
            let (block, triangle, pose) = shapes(&scene(&mut random), 1.0);
            for proved in [check(&block, &triangle, pose), check(&triangle, &block, pose.inverse())] {
                apart += usize::from(proved == Some(true));
                overlapping += usize::from(proved == Some(false));
                left += usize::from(proved.is_none());
            }
        }
        // The rest touch, or have a triangle without a normal.
        assert!(apart > 30_000 && overlapping > 10_000 && left > 1000 && left < 20_000, "{apart} {overlapping} {left}");
    }

    /// A triangle as a needle over a corner of the box: the plane through its corners, as it is
    /// computed, is tilted by far more than the noise.
    #[test]
    fn the_face_of_a_needle_is_as_far_as_its_bounds_say() {
        let mut random = Random::new(48);
        let mut faces = 0;
        for _ in 0..20_000 {
            let outward = DVec3::from_array([(); 3].map(|()| random.range(0.2, 1.0))).normalize();
            let along = outward.cross(random.direction(3)).normalize();
            let across = outward.cross(along);
            let above = DVec3::ONE + outward * random.power(-3.0, 0.0);
            let width = random.power(-6.0, -3.0);
            let [p, q] = [-1.0, 1.0].map(|side| above + along * (side * random.range(0.5, 1.5)) - across * (0.4 * width));
            let triangle = Triangle::new(p, q, above + across * width).unwrap();
            let block = Cuboid::new(DVec3::ONE).unwrap();
            let Some(BoxTriangleDistance { found: Found::Apart(apart), noise, .. }) = BoxTriangleDistance::of(&Cores {
                a: &Convex::<DVec3>::core(&block),
                b: &Convex::<DVec3>::core(&triangle),
                b_in_a: &Pose::IDENTITY,
            }) else {
                continue;
            };
            faces += usize::from(apart.on_box == DVec3::ONE);
            let pair = Pair { a: &block, b: &triangle, b_in_a: Pose::IDENTITY };
            let settings = Settings::with_margin(f64::INFINITY);
            let Relation::Near(near) = measure(&pair, &settings, &mut Memory::new(), &mut Scratch::new()).relation else {
                panic!("{triangle:?}")
            };
            assert!(
                apart.distance - noise <= near.upper && near.lower <= apart.distance + noise,
                "{} ± {noise} {near:?} {triangle:?}",
                apart.distance
            );
        }
        assert!(faces > 1000, "{faces}");
    }

    /// The separating axes must remain the exception.
    #[test]
    fn nearly_all_random_pairs_are_proved() {
        let mut random = Random::new(46);
        let mut proved = 0;
        for _ in 0..20_000 {
            let half = Vec3::from_array([(); 3].map(|()| random.range(0.3, 1.5) as f32));
            let corners = [(); 3].map(|()| random.direction(3).as_vec3() * random.range(0.3, 1.5) as f32);
            let rotation = Quat::from_array(random.quaternion().map(|x| x as f32));
            let pose = Pose::new(rotation, random.direction(3).as_vec3() * random.range(0.0, 6.0) as f32);
            let (block, triangle, pose) = shapes(&Scene(half, corners, pose), 1.0);
            proved += usize::from(of(&block, &triangle, &pose).is_some());
        }
        assert!(proved >= 19_980, "{proved} of 20000");
    }

    #[test]
    fn scaling_by_a_power_of_two_keeps_the_answer() {
        let mut random = Random::new(47);
        for _ in 0..3000 {
            let scene = scene(&mut random);
            let numbers = |scale: f32| {
                let (block, triangle, pose) = shapes(&scene, scale);
                let unit = f64::from(scale).recip();
                of(&block, &triangle, &pose).map(|proved| match proved.found {
                    Found::Apart(apart) => (apart.distance * unit, apart.on_triangle * unit, apart.on_box * unit, apart.outward),
                    Found::Overlapping(depth) => (-depth * unit, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO),
                })
            };
            for exponent in [-60, -30, 30, 60] {
                assert_eq!(numbers(2.0_f32.powi(exponent)), numbers(1.0), "2^{exponent} {scene:?}");
            }
        }
    }

    #[test]
    fn numbers_that_are_not_finite_prove_nothing() {
        for number in [f32::NAN, f32::INFINITY] {
            let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
            let translation = Scene(Vec3::ONE, corners, Pose::at(Vec3::new(0.0, number, 3.0)));
            let rotation = Scene(Vec3::ONE, corners, Pose::new(Quat::from_xyzw(number, 0.0, 0.0, 1.0), Vec3::X * 3.0));
            let none = Scene(Vec3::ONE, corners, Pose::new(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::X * 3.0));
            for scene in [translation, rotation, none] {
                let (block, triangle, pose) = shapes(&scene, 1.0);
                assert!(of(&block, &triangle, &pose).is_none(), "{scene:?}");
            }
        }
    }
}

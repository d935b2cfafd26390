//! Contacts that are recycled by the sign of their separation: their error, their normals, and
//! their bounds.

use crate::common::{Case, Kit, cold};
use crate::recycling::{PairState, displace};
use clinch_contact::{Pair, Recycling, Relation, Settings};
use clinch_shapes::{Ball, Capsule, Convex, Cuboid, HalfSpace, Shape3};
use clinch_support::{Pose, Scalar, SupportMap, Vector};
use clinch_testkit::generate;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

const WITHIN: f64 = 1e-2;

fn settings<S: Scalar>(margin: f64) -> Settings<S> {
    Settings { recycling: Recycling::Within(S::narrow(WITHIN)), ..Settings::with_margin(S::narrow(margin)) }
}

/// Walks of pairs in contact, in steps of all sizes. The bounds of a recycled answer and those of a
/// new query share the distance; the manifold touches where its deepest point does.
fn bounds_contain_the_distance<V: Kit>(seed: u64, walks: u64) {
    let (mut recycled, mut straddling) = (0, 0);
    for index in 0..walks {
        let mut random = Random::of(seed, index);
        let mut case = Case::<V>::of(&generate::pair(V::DIM, seed, index).query);
        let size = case.size();
        let radius = |shape: &V::Shape| shape.radius_about_center().widen() + shape.radius_wide();
        let least = radius(&case.a).min(radius(&case.b));
        let settings = settings::<V::Scalar>(0.1 * size);
        let mut state = PairState::<V>::new();
        for tick in 0..16 {
            let stride = least * WITHIN * random.power(-3.0, 0.3);
            displace(&mut case, &mut random, stride);
            let warm = state.tick(&case.pair(), &settings);
            let (fresh, _) = cold(&case.pair(), &settings);
            let context = || format!("{seed}/{index}, tick {tick}: {warm:?}\n{fresh:?}\n{:?}", state.manifold);
            let (true, Relation::Near(warm), Relation::Near(fresh)) = (warm.recycled, &warm.relation, &fresh.relation) else { continue };
            recycled += 1;
            straddling += u32::from(warm.lower <= 0.0 && warm.upper >= 0.0);
            assert!(warm.lower <= fresh.upper && fresh.lower <= warm.upper, "bounds contradict: {}", context());
            assert_eq!(state.manifold.is_touching(), state.manifold.separation() <= V::Scalar::ZERO, "{}", context());
            assert!((state.manifold.normal.widen().length() - 1.0).abs() < 1e-6, "{}", context());
        }
    }
    assert!(recycled > walks && straddling > 10, "the sample must bite: {recycled} recycled, {straddling} that may or may not touch");
}

#[test]
fn bounds_contain_the_distance_in_3d() {
    bounds_contain_the_distance::<Vec3>(811, 400);
    bounds_contain_the_distance::<DVec3>(812, 400);
}

#[test]
fn bounds_contain_the_distance_in_2d() {
    bounds_contain_the_distance::<Vec2>(813, 800);
    bounds_contain_the_distance::<DVec2>(814, 800);
}

/// A body at rest on another is apart by no more than rounding: it is recycled all the same.
#[test]
fn a_body_at_rest_is_recycled() {
    let cuboid = Cuboid::<Vec3>::new(Vec3::splat(0.5)).unwrap();
    let mut state = PairState::<Vec3>::new();
    let mut recycled = |settings: &Settings<f32>| {
        (0..50)
            .filter(|&tick| {
                let tremble = if tick % 2 == 0 { 1e-7 } else { -1e-7 };
                let pair = Pair { a: &cuboid, b: &cuboid, b_in_a: Pose::at(DVec3::new(0.1, 1.0 + tremble, 0.0)) };
                state.tick(&pair, settings).recycled
            })
            .count()
    };
    assert_eq!(recycled(&settings(0.02)), 49);
    assert_eq!(recycled(&Settings { recycling: Recycling::Proved(1e-2), ..Settings::with_margin(0.02) }), 0);
}

/// A face keeps its normal while its shape turns, whichever of the two shapes it is; the error of
/// the separation is then of second order.
#[test]
fn the_normal_of_a_face_turns_with_its_shape() {
    let table = Shape3::from(Cuboid::<Vec3>::new(Vec3::new(2.0, 0.5, 2.0)).unwrap());
    let ground = Shape3::from(HalfSpace::new(Vec3::Y, 0.5).unwrap());
    let ball = Shape3::from(Ball::<Vec3>::new(0.5).unwrap());
    let pill = Shape3::from(Capsule::<Vec3>::new(0.25, 0.25).unwrap());
    for (floor, body) in [(&table, &ball), (&ground, &ball), (&table, &pill), (&ground, &pill)] {
        for floor_is_b in [false, true] {
            let mut state = PairState::<Vec3>::new();
            let mut recycled = 0;
            for tick in 0..20 {
                // The floor tilts below the body, about an axis through the contact.
                let tilt = DQuat::from_rotation_z(2e-4 * f64::from(tick));
                let under = Pose::<DVec3>::new(tilt, DVec3::new(0.0, -1.0, 0.0) - tilt.mul_vec3(DVec3::Y * 0.5) + DVec3::Y * 0.5);
                let (pair, expected) = if floor_is_b {
                    (Pair { a: body, b: floor, b_in_a: under }, -under.rotation.mul_vec3(DVec3::Y))
                } else {
                    (Pair { a: floor, b: body, b_in_a: Pose::IDENTITY.relative_to(&under) }, DVec3::Y)
                };
                recycled += u32::from(state.tick(&pair, &settings(0.02)).recycled);
                let (_, fresh) = cold(&pair, &settings(0.02));
                let off = (state.manifold.normal.as_dvec3() - expected).length();
                assert!(off < 1e-6, "tick {tick}, {floor_is_b}: {:?}, {expected}", state.manifold.normal);
                let error = f64::from((state.manifold.separation() - fresh.separation()).abs());
                assert!(error < 2e-5, "tick {tick}, {floor_is_b}: {error}");
            }
            assert!(recycled >= 15, "{recycled}");
        }
    }
}

/// Two boxes, in contact by a face of one and corners of the other, or by an edge of each.
struct Touching {
    a: Cuboid<DVec3>,
    b: Cuboid<DVec3>,
    start: Pose<DVec3>,
}

impl Touching {
    /// The largest error of a recycled separation after motions of this length in all directions.
    fn worst_error(&self, motion: f64, is_swapped: bool) -> f64 {
        let Self { a, b, start } = self;
        let error_of = |index| {
            let mut random = Random::of(99, index);
            let mut state = PairState::<DVec3>::new();
            let pair = |at: Pose<DVec3>| {
                if is_swapped { Pair { a: b, b: a, b_in_a: Pose::IDENTITY.relative_to(&at) } } else { Pair { a, b, b_in_a: at } }
            };
            state.tick(&pair(*start), &settings(0.1));
            let turned = DQuat::from_scaled_axis(random.direction(3) * motion).mul_quat(start.rotation);
            let moved = pair(Pose::new(turned, start.translation + random.direction(3) * motion));
            assert!(state.tick(&moved, &settings(0.1)).recycled);
            (state.manifold.separation() - cold(&moved, &settings(0.1)).1.separation()).abs()
        };
        (0..100).map(error_of).fold(0.0, f64::max)
    }
}

#[test]
fn corners_on_a_face_have_no_error() {
    let [a, b] = [DVec3::new(1.0, 0.5, 1.0), DVec3::new(0.5, 0.25, 0.5)].map(|half| Cuboid::new(half).unwrap());
    // Tilted, so that only one of the two has a face there.
    let start = Pose::new(DQuat::from_rotation_x(0.1), DVec3::new(0.2, 0.79, 0.1));
    for is_swapped in [false, true] {
        let worst = Touching { a, b, start }.worst_error(2e-3, is_swapped);
        assert!(worst < 1e-14, "{worst}");
    }
}

#[test]
fn the_error_of_two_edges_is_of_second_order() {
    let cuboid = Cuboid::new(DVec3::splat(0.5)).unwrap();
    // An edge of each is horizontal, across that of the other, and on top or below.
    let [lower, upper] = [DQuat::from_rotation_z(0.25 * core::f64::consts::PI), DQuat::from_rotation_x(0.25 * core::f64::consts::PI)];
    let apart = Pose::new(upper, DVec3::new(0.05, 1.4143, 0.1));
    let start = apart.relative_to(&Pose::new(lower, DVec3::ZERO));
    for (is_swapped, motion) in [false, true].into_iter().flat_map(|is_swapped| [1e-3, 1e-4, 1e-5].map(|motion| (is_swapped, motion))) {
        let worst = Touching { a: cuboid, b: cuboid, start }.worst_error(motion, is_swapped);
        assert!(worst < 2.0 * motion * motion, "{motion}: {worst}");
        assert!(worst > 0.01 * motion * motion, "the sample must bite: {motion}: {worst}");
    }
}

/// A contact that was made with another rule has no normal stored that could turn.
#[test]
fn a_contact_that_was_made_by_proof_keeps_its_normal_when_the_rule_changes() {
    let ball: Shape3<Vec3> = Ball::new(0.5).unwrap().into();
    let ground: Shape3<Vec3> = HalfSpace::new(Vec3::Y, 0.0).unwrap().into();
    let pair = Pair { a: &ball, b: &ground, b_in_a: Pose::<DVec3>::at(DVec3::Y * -0.45) };
    let mut state = PairState::<Vec3>::new();
    for recycling in [Recycling::Proved(1e-2), Recycling::Within(1e-2), Recycling::Proved(1e-2), Recycling::Within(1e-2)] {
        let found = state.tick(&pair, &Settings { recycling, ..Settings::with_margin(0.02) });
        let manifold = &state.manifold;
        assert_eq!((manifold.normal, manifold.separation()), (Vec3::NEG_Y, -0.05), "{found:?}");
    }
}

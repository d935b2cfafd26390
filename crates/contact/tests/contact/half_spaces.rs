//! Half-spaces as A and as B, against the oracle, against a large box, and against each other.

use crate::common::{Kit, cold, near};
use clinch_contact::{CastOutcome, CastSettings, FeatureId, Pair, Relation, Scratch, Settings, cast};
use clinch_shapes::{Convex, Core, Cuboid};
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector};
use clinch_testkit::generate::{Kind, shape};
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// All points x with normal·x ≤ offset.
#[derive(Clone, Debug)]
struct Half<V: Vector> {
    normal: V,
    offset: V::Scalar,
}

impl<V: Vector> SupportMap<V> for Half<V> {
    fn support(&self, _: V) -> Support<V> {
        Support { point: self.normal * self.offset, id: None }
    }
}

impl<V: Vector> Convex<V> for Half<V> {
    fn core(&self) -> Core<'_, V> {
        Core::HalfSpace { normal: self.normal.widen(), offset: self.offset.widen() }
    }
}

struct Scene<V: Kit> {
    half: Half<V>,
    shape: V::Shape,
    pose_half: Pose<V>,
    pose_shape: Pose<V>,
    query: Query,
}

/// A random shape near a random half-space: apart, touching or below its plane.
fn scene<V: Kit>(seed: u64, index: u64) -> Scene<V> {
    let mut random = Random::of(seed, index);
    let size = random.power(-2.0, 2.0);
    let degenerate = random.chance(0.1);
    let kind = random.pick(&Kind::POLYTOPES);
    let spec = shape(&mut random, V::DIM, kind, size, degenerate);
    let rounded = |v: DVec3| Coords::of(v, V::DIM).rounded();
    let turn = |random: &mut Random| match (V::DIM, random.chance(0.3)) {
        (_, true) => RotationSpec::Identity,
        (2, _) => {
            let angle = random.range(-3.0, 3.0);
            RotationSpec::CosSin(f64::from(libm_cos(angle)), f64::from(libm_cos(angle - core::f64::consts::FRAC_PI_2)))
        }
        _ => RotationSpec::Quaternion(random.quaternion().map(|x| f64::from(x as f32))),
    };
    let axis = if random.chance(0.3) { DVec3::Y } else { random.direction(V::DIM) };
    let normal = rounded(axis);
    let offset = f64::from((size * random.range(-1.0, 1.0)) as f32);
    let place = |random: &mut Random| rounded(random.in_ball(V::DIM) * size);
    let (turn_half, turn_shape) = (turn(&mut random), turn(&mut random));
    let pose_half = PoseSpec { t: Some(place(&mut random)), rotation: turn_half };
    let pose_shape = PoseSpec { t: Some(place(&mut random)), rotation: turn_shape };
    let half_spec = ShapeSpec::Halfspace { normal, offset };
    let query = Query::contact(V::DIM, (half_spec, pose_half), (spec.clone(), pose_shape));
    let half = Half { normal: V::coords(normal), offset: V::Scalar::narrow(offset) };
    Scene { half, shape: V::shape(&spec), pose_half: V::pose(&pose_half), pose_shape: V::pose(&pose_shape), query }
}

fn libm_cos(angle: f64) -> f32 {
    clinch_support::Rotation2::<f64>::from_angle(angle).cos as f32
}

fn agrees_with_the_oracle<V: Kit>(seed: u64, count: u64) {
    let (mut apart, mut overlapping, mut patches) = (0, 0, 0);
    for index in 0..count {
        let Scene { half, shape, pose_half, pose_shape, query } = scene::<V>(seed, index);
        let truth = Pairing::of(&query).unwrap().truth();
        let band = 1e-13 * truth.extent + truth.err + 1e-6 * V::Scalar::EPSILON.widen() + 4.0 * V::Scalar::EPSILON.widen() * truth.extent;
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        let (one, manifold) = cold(&Pair::in_world(&half, &pose_half, &shape, &pose_shape), &settings);
        let (other, mirrored) = cold(&Pair::in_world(&shape, &pose_shape, &half, &pose_half), &settings);
        let context = || format!("{seed}/{index}: {truth:?}\n{one:?}\n{other:?}\n{manifold:?}\n{mirrored:?}");
        let (Some(a), Some(b)) = (near(&one), near(&other)) else { panic!("{}", context()) };
        for side in [a, b] {
            assert!((side.distance - truth.sd).abs() <= band, "{}", context());
            assert!(side.lower <= side.distance && side.distance <= side.upper, "{}", context());
        }
        let wide = |pose: &Pose<V>, v: V::Wide| pose.widen().vector(v);
        let n = |axis: usize| truth.normal.to_vec3()[axis];
        let (up, down) = (wide(&pose_half, a.normal), wide(&pose_shape, b.normal));
        assert!((0..V::DIM).all(|axis| (up.get(axis) - n(axis)).abs() < 1e-6 && (down.get(axis) + n(axis)).abs() < 1e-6), "{}", context());
        assert!((a.distance - b.distance).abs() <= 1e-13 * truth.extent && manifold.points.len() == mirrored.points.len(), "{}", context());

        // Each point is on the plane, with its partner on the shape straight above; the deepest is
        // as deep as the query says.
        let plane = half.normal.widen() * half.normal.widen().length().recip();
        for (point, partner) in manifold.points.iter().zip(&mirrored.points) {
            let on_plane = plane.dot(point.on_a.widen()) - half.offset.widen() / half.normal.widen().length();
            assert!(on_plane.abs() <= band, "{}", context());
            let on_b = pose_half.widen().basis_unrotate(pose_shape.widen().point(point.on_b.widen()) - pose_half.translation.widen());
            let gap = on_b - point.on_a.widen() - plane * point.separation.widen();
            assert!(gap.length() <= band, "{gap:?} {}", context());
            assert!((point.separation.widen() - partner.separation.widen()).abs() <= band, "{}", context());
        }
        assert!((manifold.separation().widen() - a.distance).abs() <= band + 2e-6 * truth.extent, "{}", context());
        apart += usize::from(truth.sd > band);
        overlapping += usize::from(truth.sd < -band);
        patches += usize::from(manifold.points.len() > 1);
    }
    let least = count as usize / 5;
    assert!(apart >= least && overlapping >= least && patches >= least, "{apart} {overlapping} {patches} of {count}");
}

trait Unrotate<W> {
    fn basis_unrotate(&self, v: W) -> W;
}

impl<W: Vector<Scalar = f64, Wide = W>> Unrotate<W> for Pose<W> {
    fn basis_unrotate(&self, v: W) -> W {
        use clinch_support::{Basis, Rotation};
        self.rotation.basis().unrotate(v)
    }
}

#[test]
fn half_spaces_agree_with_the_oracle_in_either_order() {
    agrees_with_the_oracle::<Vec3>(301, 1500);
    agrees_with_the_oracle::<DVec3>(302, 1500);
    agrees_with_the_oracle::<Vec2>(303, 1500);
    agrees_with_the_oracle::<DVec2>(304, 1500);
}

/// A box that rolls over its edges and faces: its points on a plane are those on a very large box,
/// feature ids included.
#[test]
fn a_box_on_a_plane_has_the_points_it_has_on_a_large_box() {
    let floor = Half { normal: Vec3::Y, offset: 0.0 };
    let large = Cuboid::new(Vec3::splat(1024.0)).unwrap();
    let cuboid = Cuboid::new(Vec3::new(1.0, 0.5, 0.25)).unwrap();
    let mut counts = [0; 5];
    for step in 0..720 {
        let angle = f64::from(step) * 0.01;
        let turned = Vec3::turn(angle);
        let height = 0.6;
        let settings = Settings::with_margin(0.5);
        let (_, on_plane) = cold(&Pair { a: &floor, b: &cuboid, b_in_a: Pose::new(turned, DVec3::new(0.0, height, 0.0)) }, &settings);
        let (_, on_large) =
            cold(&Pair { a: &large, b: &cuboid, b_in_a: Pose::new(turned, DVec3::new(0.0, 1024.0 + height, 0.0)) }, &settings);
        assert_eq!(on_plane.points.len(), on_large.points.len(), "{step}: {on_plane:?} {on_large:?}");
        counts[on_plane.points.len()] += 1;
        for (one, other) in on_plane.points.iter().zip(&on_large.points) {
            assert!((one.separation - other.separation).abs() < 1e-5 && one.on_b.distance(other.on_b) < 1e-5, "{step}: {one:?} {other:?}");
            assert_eq!(one.feature, other.feature, "{step}");
        }
    }
    assert!(counts[2] > 20 && counts[3] > 20 && counts[4] > 20, "{counts:?}");
}

#[test]
fn feature_ids_are_distinct_and_persist() {
    let floor = Half { normal: DVec2::new(0.6, 0.8), offset: 1.0 };
    let cuboid = Cuboid::new(DVec2::new(1.0, 0.5)).unwrap();
    let pose = |shift: f64| {
        Pose::<DVec2>::new(clinch_support::Rotation2 { cos: 0.8, sin: -0.6 }, DVec2::new(0.6, 0.8) * 1.45 + DVec2::new(0.8, -0.6) * shift)
    };
    let ids = |shift: f64| -> Vec<FeatureId> {
        let (_, manifold) = cold(&Pair { a: &floor, b: &cuboid, b_in_a: pose(shift) }, &Settings::default());
        manifold.points.iter().map(|point| point.feature).collect()
    };
    let first = ids(0.0);
    assert!(first.len() == 2 && first[0] != first[1]);
    assert_eq!(first, ids(3.0e3));
}

/// Two half-spaces have a finite signed distance only if their normals are exactly opposite.
fn two_half_spaces<V: Kit>() {
    let up = |offset: f64| Half { normal: V::unit(1), offset: V::Scalar::narrow(offset) };
    let down = |offset: f64| Half { normal: -V::unit(1), offset: V::Scalar::narrow(offset) };
    let tilted = Half { normal: V::unit(0), offset: V::Scalar::ONE };
    let query_pair =
        |a: &Half<V>, b: &Half<V>| cold(&Pair { a, b, b_in_a: Pose::<V::Wide>::IDENTITY }, &Settings::with_margin(V::Scalar::INFINITY));
    // A floor up to 1 and a ceiling from 3 have a gap of 2; a floor up to 3 and a ceiling from 1
    // overlap by 2.
    for (floor, ceiling, distance) in [(1.0, -3.0, 2.0), (3.0, -1.0, -2.0), (1.0, -1.0, 0.0)] {
        let (measured, manifold) = query_pair(&up(floor), &down(ceiling));
        let near = near(&measured).unwrap();
        assert_eq!((near.distance, near.normal), (distance, V::Wide::unit(1)));
        assert!(near.lower <= distance && distance <= near.upper && near.upper - near.lower < 1e-13);
        assert_eq!(manifold.is_touching(), distance <= 0.0);
    }
    for (a, b) in [(&up(1.0), &up(-1.0)), (&up(0.0), &tilted), (&tilted, &down(5.0))] {
        let (measured, manifold) = query_pair(a, b);
        let near = near(&measured).unwrap();
        let infinite = f64::NEG_INFINITY;
        assert_eq!((near.lower, near.distance, near.upper), (infinite, infinite, infinite));
        assert!(near.is_touching() && manifold.is_touching() && manifold.points.len() == 1, "{manifold:?}");
        assert!(near.normal.is_finite() && near.point_a.is_finite() && near.point_b.is_finite());
    }
}

#[test]
fn half_spaces_overlap_infinitely_unless_their_normals_are_opposite() {
    two_half_spaces::<Vec2>();
    two_half_spaces::<Vec3>();
    two_half_spaces::<DVec2>();
    two_half_spaces::<DVec3>();
}

#[test]
fn a_pose_that_is_not_finite_is_undefined() {
    let floor = Half { normal: DVec3::Y, offset: 0.0 };
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    let b_in_a = Pose::<DVec3>::at(DVec3::new(0.0, f64::NAN, 0.0));
    for relation in [
        cold(&Pair { a: &floor, b: &cuboid, b_in_a }, &Settings::default()).0.relation,
        cold(&Pair { a: &cuboid, b: &floor, b_in_a }, &Settings::default()).0.relation,
        cold(&Pair { a: &floor, b: &floor, b_in_a }, &Settings::default()).0.relation,
    ] {
        assert_eq!(relation, Relation::Undefined);
    }
}

#[test]
fn a_half_space_scaled_by_a_power_of_two_has_the_same_bits() {
    for index in 0..300 {
        let Scene { half, shape, pose_half, pose_shape, .. } = scene::<DVec3>(305, index);
        let (one, manifold) = cold(&Pair::in_world(&half, &pose_half, &shape, &pose_shape), &Settings::with_margin(1e9));
        let clinch_shapes::Shape3::Cuboid(cuboid) = shape else { continue };
        for k in [-40, 40] {
            let by = 2.0_f64.powi(k);
            let half = Half { normal: half.normal, offset: half.offset * by };
            let cuboid = Cuboid::new(cuboid.half() * by).unwrap();
            let moved = |pose: &Pose<DVec3>| Pose::<DVec3>::new(pose.rotation, pose.translation * by);
            let (two, scaled) =
                cold(&Pair::in_world(&half, &moved(&pose_half), &cuboid, &moved(&pose_shape)), &Settings::with_margin(1e9 * by));
            let (one, two) = (near(&one).unwrap(), near(&two).unwrap());
            assert_eq!((one.distance * by, one.lower * by, one.upper * by), (two.distance, two.lower, two.upper));
            assert!(manifold.points.iter().zip(&scaled.points).all(|(p, q)| p.on_a * by == q.on_a && p.feature == q.feature));
        }
    }
}

#[test]
fn a_time_beyond_all_numbers_is_a_miss() {
    let (floor, block) = (Half { normal: DVec3::Y, offset: 0.0 }, Cuboid::new(DVec3::ONE).unwrap());
    let pair = Pair { a: &floor, b: &block, b_in_a: Pose::<DVec3>::at(DVec3::Y * 5.0) };
    let outcome = cast(&pair, DVec3::new(1.0, -1e-310, 0.0), &CastSettings::default(), &mut Scratch::new()).outcome;
    assert!(matches!(outcome, CastOutcome::Miss { .. }), "{outcome:?}");
}

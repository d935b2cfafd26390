//! Shapes made of shapes get the answers of the same sets made in another way.

use crate::common::{Case, Kit, cold, near};
use clinch_contact::{Manifold, Measured, Pair, Settings};
use clinch_shapes::{Ball, Convex, Custom, HullOf, Posed, Rounded, Scaled, Shape2, Shape3, Sum};
use clinch_support::{Pose, Rotation, Scalar, Support, SupportMap, Vector};
use clinch_testkit::generate;
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Builds wrapped shapes of a dimension.
trait Wrap: Kit {
    fn posed(shape: Self::Shape, pose: Pose<Self>) -> Self::Shape;
    fn scaled(shape: Self::Shape, factors: Self) -> Self::Shape;
    fn sum(a: Self::Shape, b: Self::Shape) -> Self::Shape;
    fn rounded(shape: Self::Shape, radius: Self::Scalar) -> Self::Shape;
    fn hull(shapes: Vec<Self::Shape>) -> Self::Shape;
    fn ball(radius: Self::Scalar) -> Self::Shape;
}

macro_rules! wrap {
    ($($vector:ty: $shape:ident),+) => {$(
        impl Wrap for $vector {
            fn posed(shape: $shape<Self>, pose: Pose<Self>) -> $shape<Self> {
                Posed::new(shape, pose).unwrap().into()
            }

            fn scaled(shape: $shape<Self>, factors: Self) -> $shape<Self> {
                Scaled::new(shape, factors).unwrap().into()
            }

            fn sum(a: $shape<Self>, b: $shape<Self>) -> $shape<Self> {
                Sum::new(a, b).unwrap().into()
            }

            fn rounded(shape: $shape<Self>, radius: Self::Scalar) -> $shape<Self> {
                Rounded::new(shape, radius).unwrap().into()
            }

            fn hull(shapes: Vec<$shape<Self>>) -> $shape<Self> {
                HullOf::new(shapes).unwrap().into()
            }

            fn ball(radius: Self::Scalar) -> $shape<Self> {
                Ball::new(radius).unwrap().into()
            }
        }
    )+};
}

wrap!(Vec3: Shape3, DVec3: Shape3, Vec2: Shape2, DVec2: Shape2);

/// Counts pairs of answers with the same normal, and those of them with the same number of points.
struct Agreement {
    all: usize,
    same_points: usize,
}

impl Agreement {
    fn compare<V: Kit>(&mut self, size: f64, [one, other]: [(Measured<V>, Manifold<V>); 2], what: &str) {
        let context = || format!("{what}\n{one:?}\n{other:?}");
        let (Some(a), Some(b)) = (near(&one.0), near(&other.0)) else { panic!("not near: {}", context()) };
        let slack = 40.0 * V::Scalar::EPSILON.widen() * size + 1e-9 * size;
        assert!(a.lower <= b.upper + slack && b.lower <= a.upper + slack, "bounds contradict: {}", context());
        assert!((a.distance - b.distance).abs() <= 2e-6 * size + slack, "distance: {}", context());
        let deepest = (one.1.separation().widen() - other.1.separation().widen()).abs();
        assert!(deepest <= 5e-6 * size, "deepest point off by {deepest} of {size}: {}", context());
        if (a.normal - b.normal).length() < 1e-4 {
            self.all += 1;
            self.same_points += usize::from(one.1.points.len() == other.1.points.len());
        }
    }
}

fn equivalents_agree<V: Wrap>(seed: u64, count: u64) {
    let mut random = Random::new(seed);
    let mut agreement = Agreement { all: 0, same_points: 0 };
    for index in 0..count {
        let pair = generate::pair(V::DIM, seed, index);
        let case = Case::<V>::of(&pair.query);
        let size = case.size();
        let settings = Settings::with_margin(V::Scalar::narrow(2.0 * pair.truth.sd.abs() + 1e-3 * size));
        let known = cold(&case.pair(), &settings);
        let answer_of = |a: &V::Shape, b: &V::Shape, b_in_a: Pose<V::Wide>| cold(&Pair { a, b, b_in_a }, &settings);

        let inner = Pose::new(
            <V::Rotation as Rotation>::narrow(V::turned(&mut random)),
            V::from_fn(|_| V::Scalar::narrow(0.5 * size * random.range(-1.0, 1.0))),
        );
        let posed = V::posed(case.b.clone(), inner);
        // B is not moved: the outer pose cancels the inner one.
        let outer = case.b_in_a.after(&inner.widen().inverse());
        agreement.compare(size, [known.clone(), answer_of(&case.a, &posed, outer)], &format!("{} posed", pair.query.id));

        let one = V::from_fn(|_| V::Scalar::ONE);
        let scaled = answer_of(&V::scaled(case.a.clone(), one), &V::scaled(case.b.clone(), one), case.b_in_a);
        agreement.compare(size, [known.clone(), scaled], &format!("{} scaled by one", pair.query.id));

        let with_a_point = V::sum(case.a.clone(), V::ball(V::Scalar::ZERO));
        agreement.compare(
            size,
            [known.clone(), answer_of(&with_a_point, &case.b, case.b_in_a)],
            &format!("{} with a point added", pair.query.id),
        );

        let twice = V::hull(vec![case.a.clone(), case.a.clone()]);
        agreement.compare(size, [known.clone(), answer_of(&twice, &case.b, case.b_in_a)], &format!("{} twice in a hull", pair.query.id));

        let radius = V::Scalar::narrow(1e-3 * size);
        let (rounded, added) = (V::rounded(case.a.clone(), radius), V::sum(case.a.clone(), V::ball(radius)));
        let (one, other) = (answer_of(&rounded, &case.b, case.b_in_a), answer_of(&added, &case.b, case.b_in_a));
        agreement.compare(size, [one, other], &format!("{} rounded", pair.query.id));
    }
    assert!(100 * agreement.same_points >= 97 * agreement.all, "{} of {} with as many points", agreement.same_points, agreement.all);
    assert!(agreement.all as u64 >= 3 * count, "{} of {count}", agreement.all);
}

#[test]
fn equivalent_shapes_in_3d_agree() {
    equivalents_agree::<Vec3>(901, 300);
    equivalents_agree::<DVec3>(902, 300);
}

#[test]
fn equivalent_shapes_in_2d_agree() {
    equivalents_agree::<Vec2>(903, 500);
    equivalents_agree::<DVec2>(904, 500);
}

/// All lengths times 2^k, bit for bit, through every wrapper.
fn wrappers_scale_by_powers_of_two<V: Wrap>(seed: u64) {
    let mut random = Random::new(seed);
    for index in 0..60 {
        let pair = generate::pair(V::DIM, seed, index);
        let case = Case::<V>::of(&pair.query);
        let (size, factors) = (case.size(), V::from_fn(|_| V::Scalar::narrow(random.range(-2.0, 2.0))));
        let turn = <V::Rotation as Rotation>::narrow(V::turned(&mut random));
        let offset = V::from_fn(|_| V::Scalar::narrow(size * random.range(-1.0, 1.0)));
        let answer = |by: f64| {
            let up = V::Scalar::narrow(by);
            let [a, b] = [case.a.clone(), case.b.clone()].map(|shape| V::scaled(shape, V::from_fn(|_| up)));
            let a = V::sum(V::scaled(a, factors), V::posed(b.clone(), Pose::new(turn, offset * up)));
            let b = V::hull(vec![
                V::rounded(b, V::Scalar::narrow(0.1 * size * by)),
                V::posed(V::ball(V::Scalar::narrow(0.2 * size * by)), Pose::at(offset * up)),
            ]);
            let b_in_a = Pose { translation: case.b_in_a.translation * by, ..case.b_in_a };
            cold(&Pair { a: &a, b: &b, b_in_a }, &Settings::with_margin(V::Scalar::narrow(10.0 * size * by)))
        };
        let (one, manifold) = answer(1.0);
        for k in [-40, -7, 1, 40] {
            let by = 2.0_f64.powi(k);
            let (other, image) = answer(by);
            assert_eq!(one.calls, other.calls, "2^{k}");
            assert_eq!(near(&one).map(|near| near.distance * by), near(&other).map(|near| near.distance), "2^{k}");
            assert_eq!(manifold.points.len(), image.points.len(), "2^{k}");
            for (point, scaled) in manifold.points.iter().zip(&image.points) {
                assert_eq!((point.separation * V::Scalar::narrow(by)).bits(), scaled.separation.bits(), "2^{k}");
                assert_eq!(point.feature, scaled.feature, "2^{k}");
            }
        }
    }
}

#[test]
fn wrappers_scale_by_powers_of_two_bit_for_bit() {
    wrappers_scale_by_powers_of_two::<Vec3>(911);
    wrappers_scale_by_powers_of_two::<DVec3>(912);
    wrappers_scale_by_powers_of_two::<Vec2>(913);
    wrappers_scale_by_powers_of_two::<DVec2>(914);
}

/// |x|ᵉ + |y|ᵉ + |z|ᵉ ≤ 1, as a user would write it.
struct Superellipsoid(f32);

impl SupportMap<Vec3> for Superellipsoid {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        let power = |v: Vec3, by: f32| Vec3::new(libm::powf(v.x, by), libm::powf(v.y, by), libm::powf(v.z, by));
        let part = power(direction.abs(), 1.0 / (self.0 - 1.0));
        let norm = libm::powf(power(part, self.0).element_sum(), 1.0 / self.0);
        Support { point: part / norm * direction.signum(), id: None }
    }
}

impl Convex<Vec3> for Superellipsoid {}

#[test]
fn a_superellipsoid_rests_on_its_nearly_flat_faces() {
    let cuboid = clinch_shapes::Cuboid::new(Vec3::new(3.0, 1.0, 3.0)).unwrap();
    for (exponent, points) in [(2.0, 1..=1), (8.0, 3..=4), (10.0, 3..=4)] {
        let shape = Custom::new(Superellipsoid(exponent));
        for depth in [-0.005, 0.0, 1e-4, 0.01] {
            for turn in [0.0, 0.3, 1.0] {
                let b_in_a = Pose::new(crate::common::about_y(turn), DVec3::new(0.1, 2.0 - depth, -0.2));
                let (measured, manifold) = cold(&Pair { a: &cuboid, b: &shape, b_in_a }, &Settings::with_margin(0.01));
                assert!((near(&measured).unwrap().distance + depth).abs() < 1e-5, "{measured:?}");
                assert!(points.contains(&manifold.points.len()), "exponent {exponent}, {depth} deep: {manifold:?}");
            }
        }
    }
}

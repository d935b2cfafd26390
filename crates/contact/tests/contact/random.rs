//! Random pairs of every kind of shape, in every configuration that has ever failed: is the
//! manifold valid?

use crate::common::{Case, Kit, assert_sound, cold, near};
use clinch_contact::{Pair, Settings};
use clinch_support::{Pose, Rotation, Scalar};
use clinch_testkit::generate;
use clinch_testkit::pair_file::ShapeSpec;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The composition of a sample, so that a test can assert that it bites.
#[derive(Debug, Default)]
struct Mix {
    all: usize,
    apart: usize,
    overlapping: usize,
    degenerate: usize,
    speculative: usize,
    full: usize,
}

impl Mix {
    fn assert_bites(&self) {
        assert!(5 * self.apart >= self.all && 5 * self.overlapping >= self.all, "{self:?}");
        assert!(20 * self.degenerate >= self.all && 100 * self.speculative >= self.all && 40 * self.full >= self.all, "{self:?}");
    }
}

fn every_manifold_is_sound<V: Kit>(seed: u64, count: u64) {
    let mut mix = Mix::default();
    for index in 0..count {
        let pair = generate::pair(V::DIM, seed, index);
        let case = Case::<V>::of(&pair.query);
        let (truth, size) = (&pair.truth, pair.query.extent());
        // A third of the pairs has a margin that includes it, a third one that just does not.
        let margin = V::Scalar::narrow(match index % 3 {
            0 => 0.0,
            1 => 2.0 * truth.sd.abs(),
            _ => 0.999 * truth.sd.abs(),
        });
        let settings = Settings::with_margin(margin);
        let (measured, manifold) = cold(&case.pair(), &settings);
        assert_sound(&case, margin, &measured, &manifold, &pair.query.id);

        // The direction of a gap of 1e-8 sizes is exact to 1e-8, and so is the bound it proves.
        let band = (40.0 * V::Scalar::EPSILON.widen()).max(1e-8) * size + truth.err;
        assert!(
            truth.sd >= -band || manifold.is_touching(),
            "{}: overlapping by {}, but no contact: {measured:?}",
            pair.query.id,
            truth.sd
        );
        assert!(truth.sd <= band || !manifold.is_touching(), "{}: apart by {}, but a contact: {measured:?}", pair.query.id, truth.sd);
        let reported = !manifold.points.is_empty();
        let decided = (truth.sd - margin.widen()).abs() > band;
        assert!(!decided || reported == (truth.sd < margin.widen()), "{}: margin {margin}, apart by {}", pair.query.id, truth.sd);
        if let Some(near) = near(&measured) {
            assert!(
                near.lower <= truth.sd + truth.err && truth.sd - truth.err <= near.upper,
                "{}: {} not in {near:?}",
                pair.query.id,
                truth.sd
            );
        }
        mix.all += 1;
        mix.apart += usize::from(truth.sd > band);
        mix.overlapping += usize::from(truth.sd < -band);
        mix.degenerate += usize::from(pair.degenerate);
        mix.speculative += usize::from(reported && !manifold.is_touching());
        mix.full += usize::from(manifold.points.len() == 2 * (V::DIM - 1));
    }
    mix.assert_bites();
}

#[test]
fn every_manifold_in_3d_is_sound() {
    every_manifold_is_sound::<Vec3>(101, 2500);
    every_manifold_is_sound::<DVec3>(102, 2500);
}

#[test]
fn every_manifold_in_2d_is_sound() {
    every_manifold_is_sound::<Vec2>(103, 4000);
    every_manifold_is_sound::<DVec2>(104, 4000);
}

/// A and B swapped: the same distance, the same depth, the same number of points.
fn swapping_agrees<V: Kit>(seed: u64, count: u64) {
    let (mut mix, mut same_points) = (Mix::default(), 0);
    for index in 0..count {
        let pair = generate::pair(V::DIM, seed, index);
        let case = Case::<V>::of(&pair.query);
        let b_in_a = case.b_in_a;
        let a_in_b = Pose::<V::Wide>::IDENTITY.relative_to(&b_in_a);
        let swapped: Case<V> = Case { a: case.b.clone(), b: case.a.clone(), b_in_a: a_in_b };
        let settings = Settings::with_margin(V::Scalar::narrow(2.0 * pair.truth.sd.abs()));
        let ((one, manifold), (other, mirrored)) = (cold(&case.pair(), &settings), cold(&swapped.pair(), &settings));
        let context = || format!("{}\n{one:?}\n{other:?}\n{manifold:?}\n{mirrored:?}", pair.query.id);
        let (Some(near), Some(far)) = (near(&one), near(&other)) else { panic!("not near: {}", context()) };
        let slack = 1e-9 * case.size();
        assert!(near.lower <= far.upper + slack && far.lower <= near.upper + slack, "bounds contradict: {}", context());
        let band = (40.0 * V::Scalar::EPSILON.widen()).max(2e-6) * case.size();
        let (first, second) = (Scalar::widen(manifold.separation()), Scalar::widen(mirrored.separation()));
        assert!((first - second).abs() <= band, "deepest: {}", context());
        if pair.truth.dir_unique {
            same_points += usize::from(manifold.points.len() == mirrored.points.len());
            mix.full += 1;
        }
        mix.all += 1;
        mix.apart += usize::from(pair.truth.sd > band);
        mix.overlapping += usize::from(pair.truth.sd < -band);
        mix.degenerate += usize::from(pair.degenerate);
        mix.speculative += usize::from(near.lower > 0.0);
    }
    mix.assert_bites();
    // If the normal is unique, the facing features are the same ones, up to ties.
    assert!(same_points * 100 >= 97 * mix.full, "{same_points} of {}", mix.full);
}

#[test]
fn a_pair_and_its_swap_agree() {
    swapping_agrees::<Vec3>(111, 1000);
    swapping_agrees::<DVec3>(112, 1000);
    swapping_agrees::<Vec2>(113, 2000);
    swapping_agrees::<DVec2>(114, 2000);
}

fn scaled(spec: &ShapeSpec, by: f64) -> ShapeSpec {
    use clinch_testkit::pair_file::{CapsuleAxis, Coords};
    let dim = |coords: &Coords| coords.dim();
    let c = |coords: &Coords| Coords::of(coords.to_vec3() * by, dim(coords));
    match spec {
        ShapeSpec::Point { p } => ShapeSpec::Point { p: p.as_ref().map(c) },
        ShapeSpec::Segment { a, b } => ShapeSpec::Segment { a: c(a), b: c(b) },
        ShapeSpec::Triangle { a, b, c: third } => ShapeSpec::Triangle { a: c(a), b: c(b), c: c(third) },
        ShapeSpec::Sphere { radius } => ShapeSpec::Sphere { radius: radius * by },
        ShapeSpec::Circle { radius } => ShapeSpec::Circle { radius: radius * by },
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => {
            ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: half_height * by }, radius: radius * by }
        }
        ShapeSpec::Capsule { axis: CapsuleAxis::Between { a, b }, radius } => {
            ShapeSpec::Capsule { axis: CapsuleAxis::Between { a: c(a), b: c(b) }, radius: radius * by }
        }
        ShapeSpec::Box { half } => ShapeSpec::Box { half: c(half) },
        ShapeSpec::Hull { points } => ShapeSpec::Hull { points: points.iter().map(c).collect() },
        ShapeSpec::Polygon { points } => ShapeSpec::Polygon { points: points.iter().map(c).collect() },
        ShapeSpec::Rounded { core, radius } => ShapeSpec::Rounded { core: Box::new(scaled(core, by)), radius: radius * by },
        other => panic!("no such shape in these tests: {other:?}"),
    }
}

/// All lengths times 2^k: all answers times 2^k, bit for bit.
fn scaling_changes_no_bit<V: Kit>(seed: u64, count: u64) {
    let mut mix = Mix::default();
    for index in 0..count {
        let pair = generate::pair(V::DIM, seed, index);
        let case = Case::<V>::of(&pair.query);
        let margin = V::Scalar::narrow(2.0 * pair.truth.sd.abs());
        let (one, manifold) = cold(&case.pair(), &Settings::with_margin(margin));
        for k in -40..=40 {
            let by = 2.0_f64.powi(k);
            let (a, b) = (V::shape(&scaled(&pair.query.a, by)), V::shape(&scaled(pair.query.b.as_ref().unwrap(), by)));
            let b_in_a = Pose { translation: case.b_in_a.translation * by, ..case.b_in_a };
            let settings = Settings::with_margin(V::Scalar::narrow(margin.widen() * by));
            let (other, image) = cold(&Pair { a: &a, b: &b, b_in_a }, &settings);
            let context = || format!("{} times 2^{k}\n{one:?}\n{other:?}\n{manifold:?}\n{image:?}", pair.query.id);
            let up = V::Scalar::narrow(by);
            assert!((one.calls, one.unfinished) == (other.calls, other.unfinished), "{}", context());
            assert!(manifold.normal == image.normal && manifold.points.len() == image.points.len(), "{}", context());
            for (point, scaled) in manifold.points.iter().zip(&image.points) {
                // Rounding of 1e-15 sizes may leave the range of an f32.
                let same = |x: V::Scalar, y: V::Scalar| (x * up).bits() == y.bits() || y.widen().abs() < 1e-25;
                let bits = |v: V, w: V| (0..V::DIM).all(|axis| same(v.get(axis), w.get(axis)));
                assert!(bits(point.on_a, scaled.on_a) && bits(point.on_b, scaled.on_b), "{}", context());
                assert_eq!((point.separation * up).bits(), scaled.separation.bits(), "{}", context());
                assert_eq!((point.feature, point.touching), (scaled.feature, scaled.touching), "{}", context());
            }
        }
        mix.all += 1;
        mix.apart += usize::from(pair.truth.sd > 0.0);
        mix.overlapping += usize::from(pair.truth.sd < 0.0);
        mix.degenerate += usize::from(pair.degenerate);
        mix.speculative += usize::from(!manifold.is_touching());
        mix.full += usize::from(manifold.points.len() == 2 * (V::DIM - 1));
    }
    mix.assert_bites();
}

#[test]
fn manifolds_scale_by_powers_of_two_bit_for_bit() {
    scaling_changes_no_bit::<Vec3>(121, 800);
    scaling_changes_no_bit::<DVec3>(122, 800);
    scaling_changes_no_bit::<Vec2>(123, 1500);
    scaling_changes_no_bit::<DVec2>(124, 1500);
}

#[test]
fn the_length_of_a_rotation_changes_only_rounding() {
    for index in 0..300 {
        let case = Case::<DVec3>::of(&generate::pair(3, 131, index).query);
        let long = Pose { rotation: glam::DQuat::narrow(case.b_in_a.rotation * 4.0), ..case.b_in_a };
        let settings = Settings::with_margin(1e3);
        let ((one, _), (other, _)) = (cold(&case.pair(), &settings), cold(&Pair { b_in_a: long, ..case.pair() }, &settings));
        assert_eq!(one, other, "4 is a power of two");
    }
}

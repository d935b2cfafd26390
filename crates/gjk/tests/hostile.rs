//! Support maps that lie, and numbers at the ends of the range: every query ends, soon, and says something that is not nonsense.

use core::cell::Cell;

use clinch_gjk::{Limits, Measure, Outcome, Start, Stop, distance};
use clinch_support::{Difference, Pose, Record, Scalar, Support, SupportMap, Vector, VertexId};
use clinch_testkit::cloud::{Cloud, Space, block};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

#[derive(Clone, Copy, Debug)]
enum Lie {
    Nan,
    NanNowAndThen,
    Infinite,
    Constant,
    NotExtreme,
    Random,
    RandomWithIds,
    RandomIds,
    Opposite,
}

const LIES: [Lie; 9] = [
    Lie::Nan,
    Lie::NanNowAndThen,
    Lie::Infinite,
    Lie::Constant,
    Lie::NotExtreme,
    Lie::Random,
    Lie::RandomWithIds,
    Lie::RandomIds,
    Lie::Opposite,
];

struct Liar<V> {
    lie: Lie,
    honest: Cloud<V>,
    scale: f64,
    calls: Cell<u64>,
}

impl<V: Space> SupportMap<V> for Liar<V> {
    fn support(&self, direction: V) -> Support<V> {
        self.calls.set(self.calls.get() + 1);
        let mut random = Random::of(7, self.calls.get());
        let anywhere = V::at(random.in_ball(V::DIM) * self.scale);
        let told = |x: f64| Support { point: V::from_fn(|_| V::Scalar::narrow(x)), id: None };
        match self.lie {
            Lie::Nan => told(f64::NAN),
            Lie::NanNowAndThen if random.chance(0.3) => told(f64::NAN),
            Lie::Infinite => told(f64::INFINITY),
            Lie::Constant => told(self.scale),
            Lie::NotExtreme => {
                let place = random.below(self.honest.0.len());
                Support { point: self.honest.0[place], id: Some(VertexId::new(place)) }
            }
            Lie::Random => Support { point: anywhere, id: None },
            Lie::RandomWithIds => Support { point: anywhere, id: Some(VertexId::new(self.calls.get() as usize)) },
            Lie::RandomIds => Support { id: Some(VertexId::new(random.below(3))), ..self.honest.support(direction) },
            Lie::Opposite => self.honest.support(-direction),
            Lie::NanNowAndThen => self.honest.support(direction),
        }
    }

    // Declared, not asked for: a liar's extent would be a lie, too, and end the search at once.
    fn extent(&self) -> V::Scalar {
        V::Scalar::narrow(self.scale)
    }
}

fn lies<V: Space + Measure>() {
    let mut stops = std::collections::BTreeSet::new();
    for lie in LIES {
        for scale in [1.0, 1e38, 1e-38, 1e300, 1e-300].into_iter().filter(|&scale| V::Scalar::narrow(scale).is_finite()) {
            for index in 0..40 {
                let mut random = Random::of(11, index);
                let mut points = || Cloud((0..6).map(|_| V::at(random.in_ball(V::DIM) * scale)).collect::<Vec<V>>());
                let (a, b) = (Liar { lie, honest: points(), scale, calls: Cell::new(index) }, points());
                let offset = random.in_ball(V::DIM) * scale * random.range(0.0, 4.0);
                let difference = Difference::new(&a, &b, &Pose::at(V::Wide::from_fn(|axis| offset[axis])));
                let mut record = Record::new();
                let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut record);
                stops.insert(answer.stop);
                assert!(answer.iterations <= 128 && record.len() <= 129, "{lie:?} at {scale:e}: {answer:?}");
                if let Outcome::Apart(s) = &answer.outcome {
                    assert!(s.normal.is_finite() && s.point_a.is_finite() && s.point_b.is_finite(), "{lie:?} at {scale:e}: {s:?}");
                    assert!((s.normal.length() - 1.0).abs() < 1e-9, "{lie:?} at {scale:e}: {s:?}");
                }
                if let Outcome::Touching(touch) = &answer.outcome {
                    assert!(touch.axis.is_none_or(|axis| (axis.length() - 1.0).abs() < 1e-9), "{lie:?} at {scale:e}: {touch:?}");
                }
                assert!(!matches!(lie, Lie::Nan | Lie::Infinite) || answer.outcome == Outcome::Undefined, "{lie:?}: {answer:?}");
            }
        }
    }
    assert!(stops.len() >= 5, "the lies are all told alike: {stops:?}");
}

#[test]
fn a_map_that_lies_gets_an_answer_in_bounded_steps() {
    lies::<Vec2>();
    lies::<Vec3>();
    lies::<DVec2>();
    lies::<DVec3>();
}

/// It used to be called touching, along an axis of length zero: there was no simplex, and |v| was infinite.
#[test]
fn a_first_vertex_that_is_nan_leaves_no_axis_of_length_zero() {
    struct NanAlongX;
    impl SupportMap<DVec3> for NanAlongX {
        fn support(&self, direction: DVec3) -> Support<DVec3> {
            let point = if direction.y != 0.0 { DVec3::splat(f64::NAN) } else { direction };
            Support { point, id: None }
        }
        fn extent(&self) -> f64 {
            1.0
        }
    }
    let cube = block::<DVec3>(DVec3::ONE);
    let difference = Difference::new(&NanAlongX, &cube, &Pose::at(DVec3::new(0.0, 5.0, 0.0)));
    let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut Record::new());
    assert_eq!((answer.stop, &answer.outcome), (Stop::NotFinite, &Outcome::Undefined));
}

#[test]
fn poses_that_are_not_finite_are_undefined() {
    let cube = block::<DVec3>(DVec3::ONE);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let difference = Difference::new(&cube, &cube, &Pose::at(DVec3::new(0.0, bad, 0.0)));
        let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut Record::new());
        assert!(!matches!(answer.outcome, Outcome::Apart(_) | Outcome::Overlapping(_)), "{bad}: {answer:?}");
    }
}

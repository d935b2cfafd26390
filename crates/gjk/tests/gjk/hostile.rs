//! Invalid support maps, and numbers at the ends of the range: every query ends soon, with an
//! answer that makes sense.

use core::cell::Cell;

use clinch_gjk::{GjkSpace, Limits, Outcome, Start, Stop, distance};
use clinch_support::{Difference, Pose, Record, Scalar, Support, SupportMap, Vector, VertexId};
use clinch_testkit::cloud::{Cloud, Space, block};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

#[derive(Clone, Copy, Debug)]
enum Defect {
    Nan,
    SometimesNan,
    Infinite,
    Constant,
    NotExtreme,
    Random,
    RandomWithIds,
    RandomIds,
    Opposite,
}

const DEFECTS: [Defect; 9] = [
    Defect::Nan,
    Defect::SometimesNan,
    Defect::Infinite,
    Defect::Constant,
    Defect::NotExtreme,
    Defect::Random,
    Defect::RandomWithIds,
    Defect::RandomIds,
    Defect::Opposite,
];

struct HostileMap<V> {
    defect: Defect,
    valid: Cloud<V>,
    scale: f64,
    calls: Cell<u64>,
}

impl<V: Space> SupportMap<V> for HostileMap<V> {
    fn support(&self, direction: V) -> Support<V> {
        self.calls.set(self.calls.get() + 1);
        let mut random = Random::of(7, self.calls.get());
        let anywhere = V::at(random.in_ball(V::DIM) * self.scale);
        let constant = |x: f64| Support { point: V::from_fn(|_| V::Scalar::narrow(x)), id: None };
        match self.defect {
            Defect::Nan => constant(f64::NAN),
            Defect::SometimesNan if random.chance(0.3) => constant(f64::NAN),
            Defect::Infinite => constant(f64::INFINITY),
            Defect::Constant => constant(self.scale),
            Defect::NotExtreme => {
                let place = random.below(self.valid.0.len());
                Support { point: self.valid.0[place], id: Some(VertexId::new(place)) }
            }
            Defect::Random => Support { point: anywhere, id: None },
            Defect::RandomWithIds => Support { point: anywhere, id: Some(VertexId::new(self.calls.get() as usize)) },
            Defect::RandomIds => Support { id: Some(VertexId::new(random.below(3))), ..self.valid.support(direction) },
            Defect::Opposite => self.valid.support(-direction),
            Defect::SometimesNan => self.valid.support(direction),
        }
    }

    // Constant: the default would call the hostile `support`, and a NaN extent ends the search at
    // once.
    fn radius_about_center(&self) -> V::Scalar {
        V::Scalar::narrow(self.scale)
    }
}

fn hostile_maps<V: Space + GjkSpace>() {
    let mut stops = std::collections::BTreeSet::new();
    for defect in DEFECTS {
        for scale in [1.0, 1e38, 1e-38, 1e300, 1e-300].into_iter().filter(|&scale| V::Scalar::narrow(scale).is_finite()) {
            for index in 0..40 {
                let mut random = Random::of(11, index);
                let mut points = || Cloud((0..6).map(|_| V::at(random.in_ball(V::DIM) * scale)).collect::<Vec<V>>());
                let (a, b) = (HostileMap { defect, valid: points(), scale, calls: Cell::new(index) }, points());
                let offset = random.in_ball(V::DIM) * scale * random.range(0.0, 4.0);
                let difference = Difference::new(&a, &b, &Pose::at(V::Wide::from_fn(|axis| offset[axis])));
                let mut record = Record::new();
                let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut record);
                stops.insert(answer.stop);
                assert!(answer.iterations <= 128 && record.len() <= 129, "{defect:?} at {scale:e}: {answer:?}");
                if let Outcome::Apart(s) = &answer.outcome {
                    assert!(s.normal.is_finite() && s.point_a.is_finite() && s.point_b.is_finite(), "{defect:?} at {scale:e}: {s:?}");
                    assert!((s.normal.length() - 1.0).abs() < 1e-9, "{defect:?} at {scale:e}: {s:?}");
                }
                if let Outcome::Touching(touch) = &answer.outcome {
                    assert!(touch.axis.is_none_or(|axis| (axis.length() - 1.0).abs() < 1e-9), "{defect:?} at {scale:e}: {touch:?}");
                }
                assert!(
                    !matches!(defect, Defect::Nan | Defect::Infinite) || answer.outcome == Outcome::Undefined,
                    "{defect:?}: {answer:?}"
                );
            }
        }
    }
    assert!(stops.len() >= 5, "too few stop reasons: {stops:?}");
}

#[test]
fn hostile_support_maps_get_an_answer_in_bounded_steps() {
    hostile_maps::<Vec2>();
    hostile_maps::<Vec3>();
    hostile_maps::<DVec2>();
    hostile_maps::<DVec3>();
}

/// There is no simplex, and |v| is infinite. The answer used to be `Touching`, with an axis of
/// length zero.
#[test]
fn a_first_vertex_of_nan_gives_undefined() {
    struct NanAlongX;
    impl SupportMap<DVec3> for NanAlongX {
        fn support(&self, direction: DVec3) -> Support<DVec3> {
            let point = if direction.y != 0.0 { DVec3::splat(f64::NAN) } else { direction };
            Support { point, id: None }
        }
        fn radius_about_center(&self) -> f64 {
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
    for non_finite in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let difference = Difference::new(&cube, &cube, &Pose::at(DVec3::new(0.0, non_finite, 0.0)));
        let answer = distance(&difference, &Start::cold(), &Limits::measure(), &mut Record::new());
        assert!(!matches!(answer.outcome, Outcome::Apart(_) | Outcome::Overlapping(_)), "{non_finite}: {answer:?}");
    }
}

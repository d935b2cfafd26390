//! Scenes small enough to check by hand, with the record of every query.

use core::fmt::Write as _;
use std::collections::BTreeSet;

use clinch_epa::{Depth, EpaSpace, EpaVector, Limits, Stop, depth};
use clinch_gjk::{Outcome, Simplex, Start, distance};
use clinch_support::{Difference, Pose, Record, Scalar, SupportMap, Vector};
use clinch_testkit::cloud::{Cloud, Egg, block};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// GJK with a cold start, then EPA from its simplex.
fn query<V: EpaSpace, A: SupportMap<V>, B: SupportMap<V>>(
    difference: &Difference<'_, A, B, V>,
    limits: &Limits<V::Scalar>,
) -> (Depth<V>, Record<V>) {
    let mut record = Record::new();
    let answer = distance(difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record);
    let simplex = match answer.outcome {
        Outcome::Touching(touch) => touch.simplex,
        Outcome::Overlapping(simplex) | Outcome::Beyond { simplex, .. } => simplex,
        Outcome::Apart(apart) => apart.simplex,
        Outcome::Undefined => Simplex::new(),
    };
    let deep = depth(difference, &simplex, limits, &mut record, &mut <V::Wide as EpaVector>::Polytope::default());
    (deep, record)
}

fn number(x: f64) -> String {
    let digits = format!("{x:.6}");
    let short = digits.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

fn point<V: Vector>(v: V) -> String {
    let all: Vec<String> = (0..V::DIM).map(|axis| number(v.get(axis).widen())).collect();
    format!("({})", all.join(", "))
}

fn trace<V: EpaSpace>((deep, record): &(Depth<V>, Record<V>)) -> String {
    let mut text = record.to_string();
    let _ = match deep {
        Depth::Overlapping(p) => {
            let (on_a, on_b, calls) = (point(p.point_a), point(p.point_b), p.iterations);
            write!(text, "{:?} after {calls} more: {} deep along {}, {on_a} and {on_b}", p.stop, number(p.depth), point(p.normal))
        }
        Depth::Apart { axis, at_least } => write!(text, "apart by {} along {}", number(*at_least), point(*axis)),
        Depth::Undefined => write!(text, "undefined"),
    };
    text
}

#[test]
fn a_triangle_in_a_quadrilateral() {
    let triangle = Cloud([(4.0, 11.0), (4.0, 5.0), (9.0, 9.0)].map(|(x, y)| Vec2::new(x, y)).to_vec());
    let quadrilateral = Cloud([(5.0, 7.0), (7.0, 3.0), (10.0, 2.0), (12.0, 7.0)].map(|(x, y)| Vec2::new(x, y)).to_vec());
    insta::assert_snapshot!(trace(&query(&Difference::new(&triangle, &quadrilateral, &Pose::IDENTITY), &Limits::default())));
}

fn cubes(offset: DVec3) -> (Depth<Vec3>, Record<Vec3>) {
    let cube = block::<Vec3>(DVec3::splat(0.5));
    query(&Difference::new(&cube, &cube, &Pose::at(offset)), &Limits::default())
}

#[test]
fn unit_cubes_overlapping_by_a_tenth() {
    let answer = cubes(DVec3::new(0.9, 0.0, 0.0));
    let Depth::Overlapping(p) = answer.0 else { panic!("{answer:?}") };
    assert!((p.depth - 0.1).abs() < 1e-15 && p.normal.abs_diff_eq(DVec3::X, 1e-15), "{p:?}");
    insta::assert_snapshot!(trace(&answer));
}

/// GJK ends on a face through the origin, and alone cannot distinguish these from touching.
#[test]
fn unit_cubes_offset_by_half_and_coincident() {
    let (half, same) = (cubes(DVec3::new(0.5, 0.0, 0.0)), cubes(DVec3::ZERO));
    for (answer, expected) in [(&half, 0.5), (&same, 1.0)] {
        assert!(matches!(answer.0, Depth::Overlapping(p) if (p.depth - expected).abs() < 1e-14), "{answer:?}");
    }
    insta::assert_snapshot!(format!("{}\n\n{}", trace(&half), trace(&same)));
}

#[test]
fn a_flat_difference_is_an_answer() {
    let one = Cloud([(0.0, 0.0), (4.0, 0.0), (0.0, 4.0)].map(|(x, y)| DVec3::new(x, y, 1.0)).to_vec());
    let other = Cloud([(1.0, 1.0), (-3.0, 1.0), (1.0, -3.0)].map(|(x, y)| DVec3::new(x, y, 1.0)).to_vec());
    let coplanar = query(&Difference::new(&one, &other, &Pose::IDENTITY), &Limits::default());
    let segments = [DVec2::X, DVec2::Y].map(|along| Cloud(vec![along, -along]));
    let same = query(&Difference::new(&segments[0], &segments[0], &Pose::IDENTITY), &Limits::default());
    assert!(matches!(coplanar.0, Depth::Overlapping(p) if p.stop == Stop::Flat && p.depth == 0.0 && p.normal == DVec3::Z), "{coplanar:?}");
    assert!(matches!(same.0, Depth::Overlapping(p) if p.stop == Stop::Flat && p.depth == 0.0 && p.normal == DVec2::Y), "{same:?}");
    insta::assert_snapshot!(format!("{}\n\n{}", trace(&coplanar), trace(&same)));
}

/// The lower and upper bound when the search is limited to 1, 2, 3 … support calls, until it ends
/// without a limit.
fn bounds<A: SupportMap<DVec3>, B: SupportMap<DVec3>>(difference: &Difference<'_, A, B, DVec3>, tolerance: f64) -> Vec<(f64, f64)> {
    let mut rows: Vec<(f64, f64)> = Vec::new();
    for iterations in 1..=512 {
        let (Depth::Overlapping(p), _) = query(difference, &Limits { iterations, tolerance, ..Limits::default() }) else {
            panic!("these overlap")
        };
        if rows.last() != Some(&(p.lower, p.upper)) {
            rows.push((p.lower, p.upper));
        }
        if p.stop != Stop::Exhausted {
            break;
        }
    }
    rows
}

#[test]
fn bounds_close_on_the_depth() {
    let (cube, egg) = (block::<DVec3>(DVec3::new(1.0, 0.5, 0.25)), Egg(DVec3::new(1.0, 2.0, 0.5)));
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.7, -0.3, 0.6), DVec3::new(0.3, 0.2, -0.1));
    let boxes = bounds(&Difference::new(&cube, &cube, &pose), 0.0);
    let eggs = bounds(&Difference::new(&egg, &egg, &pose), 1e-4);
    // A limited search on smooth shapes continues by descent: its bounds are valid, but do not
    // close step by step.
    assert!(boxes.windows(2).all(|pair| pair[0].0 <= pair[1].0 + 1e-15 && pair[0].1 >= pair[1].1), "{boxes:?}");
    for rows in [&boxes, &eggs] {
        assert!(rows.iter().all(|(lower, upper)| lower <= upper), "{rows:?}");
        let (truth_low, truth_high) = rows[rows.len() - 1];
        assert!(rows.iter().all(|(lower, upper)| *lower <= truth_high && *upper >= truth_low), "{rows:?}");
        assert!(truth_high - truth_low < 2e-4, "{truth_low} {truth_high}");
    }
    let table = |name: &str, rows: &[(f64, f64)]| {
        let rows: Vec<String> = rows.iter().map(|(lower, upper)| format!("{:9}  {}", number(*lower), number(*upper))).collect();
        format!("{name}\n{}", rows.join("\n"))
    };
    insta::assert_snapshot!(format!("{}\n\n{}", table("boxes", &boxes), table("eggs", &eggs)));
}

#[test]
fn every_stop_reason_is_reached() {
    let cube = block::<DVec3>(DVec3::ONE);
    let at = |x: f64| Pose::at(DVec3::new(x, 0.1, 0.2));
    let query_cubes =
        |pose: Pose<DVec3>, iterations: u32| query(&Difference::new(&cube, &cube, &pose), &Limits { iterations, ..Limits::default() }).0;
    let stop = |deep: Depth<DVec3>| if let Depth::Overlapping(p) = deep { Some(p.stop) } else { None };
    assert_eq!(stop(query_cubes(at(0.5), 512)), Some(Stop::Converged));
    assert_eq!(stop(query_cubes(at(0.5), 1)), Some(Stop::Exhausted));
    assert!(matches!(query_cubes(at(3.0), 512), Depth::Apart { at_least, .. } if at_least > 0.99 && at_least <= 1.0));
    assert!(matches!(query_cubes(at(3.0), 0), Depth::Apart { .. }), "limited, but proved");
    assert_eq!(query_cubes(at(f64::NAN), 512), Depth::Undefined);
    let plate = block::<DVec3>(DVec3::new(1.0, 1.0, 0.0));
    assert_eq!(stop(query(&Difference::new(&plate, &plate, &Pose::IDENTITY), &Limits::default()).0), Some(Stop::Flat));
    // A circle around the origin, to the last bit: more edges than there is space for.
    let (circle, dot) = (Egg(DVec2::ONE), Cloud(vec![DVec2::ZERO]));
    let all = Limits { tolerance: 0.0, iterations: u32::MAX, smooth_iterations: u32::MAX };
    let (Depth::Overlapping(p), _) = query(&Difference::new(&circle, &dot, &Pose::IDENTITY), &all) else { panic!("it holds the origin") };
    assert_eq!(p.stop, Stop::Full);
    assert!(p.lower <= 1.0 && p.upper >= 1.0 && p.upper - p.lower < 1e-4, "{p:?}");
}

/// Needles a few roundings thick. With rounded signs some facets fold over others, cannot be
/// expanded, and keep the bounds apart.
#[test]
fn needles_do_not_fold_the_polytope() {
    let mut stops = BTreeSet::new();
    for index in 0..5_000 {
        let mut random = Random::of(5, index);
        let (u, width) = (random.in_ball(3), random.power(-14.0, -9.0));
        let needle = Cloud((0..6).map(|_| u * random.range(-1.0, 1.0) + random.in_ball(3) * width).collect::<Vec<DVec3>>());
        let other = Cloud((0..2).map(|_| (random.in_ball(3) * 4.0).round() * 0.25).collect::<Vec<DVec3>>());
        let (place, end) = (random.below(6), random.below(2));
        let pose = Pose::at((needle.0[place] + needle.0[0]) * 0.5 - other.0[end]);
        if let (Depth::Overlapping(p), record) = query(&Difference::new(&needle, &other, &pose), &Limits::default()) {
            assert!(p.lower <= p.upper && p.upper - p.lower < 2e-13 && p.upper < 1e-6 && record.len() < 100, "{p:?}");
            stops.insert(p.stop);
        }
    }
    assert_eq!(stops.into_iter().collect::<Vec<_>>(), [Stop::Converged, Stop::Flat]);
}

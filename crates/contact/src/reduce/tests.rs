//! Which of many points are kept.

use clinch_testkit::random::Random;
use glam::DVec2;

use super::last::{HYSTERESIS, LAST_DEPTH};
use super::{Candidate, FAR_GAIN, reduce};
use crate::manifold::FeatureId;

mod support_plane;

/// The corners of a polygon about the origin, as faces share them, with feature ids in any
/// order around it.
fn polygon(random: &mut Random, count: usize) -> Vec<Candidate> {
    let (wide, tilt) = (random.range(0.2, 1.0), random.range(-0.01, 0.01));
    let at = |_| {
        let angle = random.range(0.0, core::f64::consts::TAU);
        let (sin, cos) = libm::sincos(angle);
        DVec2::new(cos, wide * sin)
    };
    let places: Vec<DVec2> = (0..count).map(at).collect();
    let candidate =
        |(name, &at): (usize, &DVec2)| Candidate { position: at, height: tilt * at.x - 0.2 * tilt * at.y, feature: FeatureId(name as u64) };
    let mut candidates: Vec<Candidate> = places.iter().enumerate().map(candidate).collect();
    // One is clearly the deepest.
    let deepest = lowest(&candidates);
    candidates[deepest].height -= 1e-4;
    candidates
}

/// Twice the area of a convex quadrilateral, by its corners in angular order.
fn area(candidates: &[Candidate], places: &[usize]) -> f64 {
    let middle = places.iter().fold(DVec2::ZERO, |sum, &place| sum + candidates[place].position) / places.len() as f64;
    let angle = |place: usize| libm::atan2(candidates[place].position.y - middle.y, candidates[place].position.x - middle.x);
    let mut around = places.to_vec();
    around.sort_by(|&one, &other| angle(one).total_cmp(&angle(other)));
    (0..around.len()).map(|slot| candidates[around[slot]].position.perp_dot(candidates[around[(slot + 1) % around.len()]].position)).sum()
}

fn lowest(candidates: &[Candidate]) -> usize {
    (0..candidates.len()).reduce(|least, place| if candidates[place].height < candidates[least].height { place } else { least }).unwrap()
}

/// The largest area of the deepest point and three others.
fn best(candidates: &[Candidate]) -> f64 {
    let deepest = lowest(candidates);
    let mut most = 0.0_f64;
    for one in 0..candidates.len() {
        for two in one + 1..candidates.len() {
            for three in two + 1..candidates.len() {
                if ![one, two, three].contains(&deepest) {
                    most = most.max(area(candidates, &[deepest, one, two, three]));
                }
            }
        }
    }
    most
}

#[test]
fn two_of_many_in_2d_are_the_ends_of_what_is_equally_deep() {
    let candidates = |xs: [f64; 5], tilt: f64| -> Vec<Candidate> {
        let candidate =
            |(name, x): (usize, f64)| Candidate { position: DVec2::new(x, 0.0), height: tilt * x, feature: FeatureId(name as u64) };
        xs.into_iter().enumerate().map(candidate).collect()
    };
    assert_eq!(reduce(&candidates([0.3, 0.0, 0.7, 1.0, 0.5], 0.0), 2, &[])[..], [1, 3]);
    // The deepest of all, and the one farthest from it.
    assert_eq!(reduce(&candidates([0.3, 0.9, 0.7, 0.0, 0.5], 1.0), 2, &[])[..], [1, 3]);
    assert_eq!(reduce(&candidates([0.6, 0.2, 0.7, 0.9, 0.5], -1.0), 2, &[])[..], [1, 3]);
}

/// A long box on a low bump: its ends hang in the air, and carry nothing.
#[test]
fn two_of_many_in_2d_carry_the_middle() {
    let candidates = |points: &[(f64, f64)]| -> Vec<Candidate> {
        let candidate = |(name, &(x, height)): (usize, &(f64, f64))| Candidate {
            position: DVec2::new(x, 0.0),
            height,
            feature: FeatureId(name as u64),
        };
        points.iter().enumerate().map(candidate).collect()
    };
    let bump = |tilt: f64| candidates(&[(-1.0, 0.003 - tilt), (-0.3, -0.3 * tilt), (0.3, 0.3 * tilt), (1.0, 0.003 + tilt)]);
    for tilt in [0.0, 1e-5, -1e-5, 1e-3, -1e-3] {
        for last in [&[][..], &[FeatureId(0), FeatureId(2)], &[FeatureId(1), FeatureId(3)]] {
            assert_eq!(reduce(&bump(tilt), 2, last)[..], [1, 2], "{tilt}");
        }
    }
    // It stands on one end and tips onto the bump.
    assert_eq!(reduce(&bump(0.1), 2, &[])[..], [0, 2]);
    // The deepest is kept although another on its side carries the middle.
    assert_eq!(reduce(&candidates(&[(-1.0, 0.0), (0.3, -0.09), (1.0, -0.1), (0.0, 0.5)]), 2, &[])[..], [0, 2]);
    // Rounding is no bump.
    let printed = candidates(&[(-1.0, 5e-6), (-0.1, 0.0), (0.1, 0.0), (1.0, 5e-6)]);
    assert_eq!(reduce(&printed, 2, &[])[..], [0, 3]);
    // A tip below the middle is on both sides, by whatever rounding.
    for off in [1e-12, -1e-12] {
        let tip = candidates(&[(-1.0, 0.01), (off, 0.0), (1.0, 0.01)]);
        for last in [[0, 1], [1, 2]] {
            assert_eq!(reduce(&tip, 2, &last.map(FeatureId))[..], last.map(|name| name as usize), "{off}");
        }
    }
    // Last tick's stay as long as the others are hardly longer.
    let ends = candidates(&[(-1.0, 0.0), (-0.99, 0.0), (0.99, 0.0), (1.0, 0.0)]);
    let inner = [FeatureId(1), FeatureId(2)];
    assert_eq!((&reduce(&ends, 2, &inner)[..], &reduce(&ends, 2, &[])[..]), (&[1, 2][..], &[0, 3][..]));
}

/// The edge of the lower hull below the middle, by comparing all pairs.
#[test]
fn two_of_many_in_2d_are_those_of_the_lowest_line_below_the_middle() {
    let mut random = Random::new(9);
    for round in 0..2000 {
        let candidates: Vec<Candidate> = (0..3 + round % 30)
            .map(|name| {
                let x = random.range(-1.0, 1.0);
                let position = DVec2::new(x, 0.0);
                Candidate { position, height: x * x + 0.3 * x + random.range(0.0, 0.3), feature: FeatureId(name) }
            })
            .collect();
        let x = |place: usize| candidates[place].position.x;
        let outermost = |sign: f64| (0..candidates.len()).map(|place| sign * x(place)).fold(f64::NEG_INFINITY, f64::max);
        let middle = 0.5 * (outermost(1.0) - outermost(-1.0));
        let at_middle = |one: usize, other: usize| {
            let share = (middle - x(one)) / (x(other) - x(one));
            candidates[one].height + share * (candidates[other].height - candidates[one].height)
        };
        let lowest = (0..candidates.len())
            .flat_map(|one| (0..candidates.len()).map(move |other| (one, other)))
            .filter(|&(one, other)| x(one) < middle && middle < x(other))
            .map(|(one, other)| at_middle(one, other))
            .fold(f64::INFINITY, f64::min);
        let kept = reduce(&candidates, 2, &[]);
        let deepest = lowest_of(&candidates, &kept) == lowest_of(&candidates, &(0..candidates.len()).collect::<Vec<_>>());
        assert!(deepest, "{candidates:?} {kept:?}");
        // The one beside the deepest is an end of the edge.
        let partner = kept.iter().copied().find(|&place| place != self::lowest(&candidates)).unwrap();
        let ends = (0..candidates.len()).filter(|&end| (x(end) - middle) * (x(partner) - middle) < 0.0);
        let reached = ends.map(|end| at_middle(end, partner)).fold(f64::INFINITY, f64::min);
        assert!(reached <= lowest + 1e-4, "{reached} {lowest} {candidates:?} {kept:?}");
    }
}

fn lowest_of(candidates: &[Candidate], places: &[usize]) -> f64 {
    places.iter().map(|&place| candidates[place].height).fold(f64::INFINITY, f64::min)
}

/// An octagonal prism that tilts about an edge, and a margin that is as large as its lift.
#[test]
fn both_ends_of_the_edge_that_a_body_tilts_about_are_kept() {
    let corner = |name: usize| DVec2::new(1.0, 0.0).rotate(DVec2::from_angle((name as f64 + 0.5) * core::f64::consts::FRAC_PI_4));
    let tilted = |angle: f64| -> Vec<Candidate> {
        let lift = |at: DVec2| (at.x - corner(0).x).abs() * angle;
        (0..8).map(|name| Candidate { position: corner(name), height: lift(corner(name)), feature: FeatureId(name as u64) }).collect()
    };
    let flat = reduce(&tilted(0.0), 4, &[]);
    for angle in [0.1, 0.15, 1.0] {
        let candidates = tilted(angle);
        for last in [&[][..], &flat, &[0, 2, 4, 6], &[1, 3, 5, 7]] {
            let names = |places: &[usize]| places.iter().map(|&place| candidates[place].feature).collect::<Vec<_>>();
            let kept = reduce(&candidates, 4, &names(last));
            assert!(kept.len() == 4 && kept.contains(&0) && kept.contains(&7), "{angle} {kept:?}");
            assert_eq!(reduce(&candidates, 4, &names(&kept)), kept, "it stays");
        }
    }
}

#[test]
fn four_of_many_that_are_nearly_the_deepest_are_those_that_span_the_most_of_them() {
    let mut random = Random::new(8);
    let (mut alone_best, mut with_far) = (0, 0);
    for round in 0..1000 {
        let mut candidates = polygon(&mut random, 6 + round % 9);
        let deep: Vec<usize> = (0..candidates.len()).filter(|place| place % 3 > 0).collect();
        candidates.iter_mut().enumerate().filter(|(place, _)| place % 3 == 0).for_each(|(_, candidate)| candidate.height += 0.5);
        let kept = reduce(&candidates, 4, &[]);
        let alone: Vec<Candidate> = deep.iter().map(|&place| candidates[place]).collect();
        let expected: Vec<usize> = reduce(&alone, 4, &[]).into_iter().map(|place| deep[place]).collect();
        if expected.len() == 4 && kept[..] != expected {
            // Three of them, and one above with which they span far more.
            let shared = kept.iter().filter(|place| expected.contains(place)).count();
            assert!(shared == 3 && kept.contains(&lowest(&candidates)), "{candidates:?} {kept:?}");
            assert!(area(&candidates, &kept) > FAR_GAIN * area(&candidates, &expected), "{candidates:?} {kept:?}");
            with_far += 1;
        } else {
            assert_eq!(kept[..], expected, "{candidates:?}");
            alone_best += 1;
        }
    }
    assert!(alone_best > 500 && with_far > 10, "{alone_best} {with_far}");
}

/// Three points of last tick are not a choice as good as any other three.
/// Its four corners on the ground are near each other: what falls is the other end.
#[test]
fn a_plank_that_falls_over_has_a_point_at_its_far_end() {
    let end = [(0.0, 0.0, 0.0), (0.0, 0.1, 1e-4), (0.01, 0.0, 0.02), (0.01, 0.1, 0.0201)];
    let plank = points([end[0], end[1], end[2], end[3], (1.0, 0.0, 0.05), (1.0, 0.1, 0.0501)]);
    let kept = reduce(&plank, 4, &[]);
    assert!(kept[..2] == [0, 1] && kept.iter().any(|&place| place >= 4), "both ends of the edge on the ground, and a far one: {kept:?}");
    assert_eq!(reduce(&plank, 4, &names(&plank, &kept)), kept);
}

#[test]
fn three_points_grow_with_the_triangle_that_they_are_in() {
    let candidate =
        |(name, (x, y)): (usize, (f64, f64))| Candidate { position: DVec2::new(x, y), height: 0.0, feature: FeatureId(name as u64) };
    let corners = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 2.0)];
    let candidates: Vec<Candidate> = corners.into_iter().enumerate().map(candidate).collect();
    let kept = reduce(&candidates, 4, &[0, 1, 3].map(FeatureId));
    assert_eq!(kept[..], [0, 2, 5]);
    assert_eq!(reduce(&candidates, 4, &[0, 2, 5].map(FeatureId)), kept);
}

#[test]
fn of_many_on_a_line_both_ends_and_the_deepest_are_kept() {
    let mut random = Random::new(4);
    let mut inner = 0;
    for round in 0..2000 {
        let noise = [0.0, 1e-16, 1e-8][round % 3];
        let (along, places) = (random.range(0.0, 1.0), (0..5 + round % 12).map(|_| random.range(0.0, 1.0)).collect::<Vec<_>>());
        let direction = DVec2::new(along, 1.0 - along);
        let candidate = |(name, &place): (usize, &f64)| Candidate {
            position: direction * place + DVec2::new(1.0, -1.0) * random.range(-noise, noise),
            height: random.range(-1e-15, 1e-15),
            feature: FeatureId(name as u64),
        };
        let mut candidates: Vec<Candidate> = places.iter().enumerate().map(candidate).collect();
        let deepest = random.below(places.len());
        candidates[deepest].height = -1e-3;
        let ends = [f64::min, f64::max].map(|of| places.iter().copied().reduce(of).unwrap());
        let kept = reduce(&candidates, 4, &[]);
        assert!(kept.len() <= 3 && kept.contains(&deepest), "{candidates:?} {kept:?}");
        for end in ends {
            assert!(kept.iter().any(|&place| (places[place] - end).abs() < 1e-5), "{candidates:?} {kept:?}");
        }
        inner += usize::from(kept.len() == 3);
    }
    assert!(inner > 1000, "{inner}");
}

#[test]
fn four_of_many_have_the_deepest_and_span_almost_the_most() {
    let mut random = Random::new(5);
    let (mut total, mut exact) = (0, 0);
    for round in 0..4000 {
        // One block of lanes, or two.
        let candidates = polygon(&mut random, 5 + round % 9);
        let kept = reduce(&candidates, 4, &[]);
        assert!(kept.len() == 4 && kept.contains(&lowest(&candidates)), "{candidates:?} {kept:?}");
        assert!(kept.windows(2).all(|two| two[0] < two[1]), "in the order of their feature ids: {kept:?}");
        let (ours, most) = (area(&candidates, &kept), best(&candidates));
        assert!(ours >= 0.8 * most, "{ours} of {most}: {candidates:?} {kept:?}");
        total += 1;
        exact += usize::from(ours >= 0.999 * most);
    }
    assert!(10 * exact > 9 * total, "no exchange gains more: {exact} of {total}");
}

#[test]
fn four_of_hundreds_are_those_of_a_few() {
    let mut random = Random::new(6);
    for count in [63, 64, 65, 66, 120, 300] {
        let candidates = polygon(&mut random, count);
        let kept = reduce(&candidates, 4, &[]);
        assert!(kept.len() == 4 && kept.contains(&lowest(&candidates)), "{count}: {kept:?}");
        // Four points on an ellipse span at most 2 a b.
        let wide = candidates.iter().fold(0.0_f64, |wide, candidate| wide.max(candidate.position.y.abs()));
        assert!(area(&candidates, &kept) > 0.85 * 4.0 * wide, "{count}: {}", area(&candidates, &kept) / wide);
    }
}

#[test]
fn last_ticks_four_stay_while_they_span_nearly_as_much() {
    let mut random = Random::new(7);
    let (mut unchanged, mut replaced) = (0, 0);
    for _ in 0..4000 {
        let mut candidates = polygon(&mut random, 8);
        candidates.iter_mut().for_each(|candidate| candidate.height = 0.0);
        let mut last = [0, 1, 2, 3].map(|_| random.below(8));
        last.sort_unstable();
        if last.windows(2).any(|two| two[0] == two[1]) {
            continue;
        }
        let fresh = reduce(&candidates, 4, &[]);
        let kept = reduce(&candidates, 4, &last.map(|place| candidates[place].feature));
        if area(&candidates, &last) >= (HYSTERESIS + 1e-9) * area(&candidates, &fresh) {
            assert_eq!(kept[..], last);
            unchanged += 1;
        } else if area(&candidates, &last) < (HYSTERESIS - 1e-9) * area(&candidates, &fresh) {
            assert_eq!(kept, fresh);
            replaced += 1;
        }
    }
    assert!(unchanged > 100 && replaced > 1000, "{unchanged} {replaced}");
}

#[test]
fn numbers_that_are_not_finite_choose_something() {
    let candidate = |x: f64, name: usize| Candidate { position: DVec2::new(x, -x), height: x, feature: FeatureId(name as u64) };
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 0.0] {
        for count in [5, 9, 70] {
            let candidates: Vec<Candidate> = (0..count).map(|name| candidate(if name % 2 == 0 { x } else { 1.0 }, name)).collect();
            let kept = reduce(&candidates, 4, &[]);
            assert!((1..=4).contains(&kept.len()) && kept.iter().all(|&place| place < count), "{x}: {kept:?}");
        }
    }
}

/// Points at these places and heights, named in this order.
fn points<const N: usize>(points: [(f64, f64, f64); N]) -> Vec<Candidate> {
    let point = |(name, &(x, y, height)): (usize, &(f64, f64, f64))| Candidate {
        position: DVec2::new(x, y),
        height,
        feature: FeatureId(name as u64),
    };
    points.iter().enumerate().map(point).collect()
}

fn names(candidates: &[Candidate], places: &[usize]) -> Vec<FeatureId> {
    places.iter().map(|&place| candidates[place].feature).collect()
}

/// An edge over a seam has two points there.
#[test]
fn more_than_three_points_on_the_deepest_edge_leave_room_for_others() {
    let lifted = [(0.0, 1.0, 0.2), (1.0, 1.0, 0.2)];
    let edge = [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (0.5, 0.0, 0.0), (1.0, 0.0, 0.0)];
    let candidates = points([edge[0], edge[1], edge[2], edge[3], lifted[0], lifted[1]]);
    let kept = reduce(&candidates, 4, &[]);
    assert!(kept.contains(&0) && kept.contains(&3) && (kept.contains(&4) || kept.contains(&5)), "{kept:?}");
    assert_eq!(reduce(&candidates, 4, &names(&candidates, &kept)), kept);

    let corner = points([edge[0], edge[0], edge[0], edge[0], (1.0, 0.0, 0.1), (0.0, 1.0, 0.1), (1.0, 1.0, 0.2)]);
    assert_eq!(reduce(&corner, 4, &[]).len(), 4, "four points at one place are one");
    let corner = points([edge[0], edge[0], edge[0], (1.0, 0.0, 0.1), (0.0, 1.0, 0.1), (1.0, 1.0, 0.2)]);
    assert_eq!(reduce(&corner, 4, &[])[1..], [3, 4, 5], "and three");
    let line = points([0.0, 0.01, 0.02, 1.0, 2.0].map(|x| (x, 0.0, 0.1 * x)));
    let kept = reduce(&line, 4, &[]);
    assert!(kept.contains(&0) && kept.contains(&4), "both ends of a line: {kept:?}");
}

/// Rounding alone changes nothing from tick to tick.
#[test]
fn noise_of_a_billionth_exchanges_no_points() {
    let scenes = [
        vec![(-1.0, 0.0, 0.0), (0.0, 0.05, 0.0), (1.0, 0.0, 0.0), (0.3, -0.6, 0.05), (0.0, -1.0, 0.2)],
        vec![(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (1.0, 1.0, 0.0), (1.0, 0.3, 0.0)],
        vec![(0.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.5, 0.0, 0.0), (-0.5, 0.0, 0.0)],
    ];
    for scene in &scenes {
        let mut random = Random::new(12);
        let mut noisy = |last: &[FeatureId]| {
            let noise = |random: &mut Random| random.range(-1e-9, 1e-9);
            let candidate = |(name, &(x, y, height)): (usize, &(f64, f64, f64))| Candidate {
                position: DVec2::new(x + noise(&mut random), y + noise(&mut random)),
                height: height + noise(&mut random),
                feature: FeatureId(name as u64),
            };
            let candidates: Vec<Candidate> = scene.iter().enumerate().map(candidate).collect();
            let kept = reduce(&candidates, 4, last);
            names(&candidates, &kept)
        };
        let first = noisy(&[]);
        // A better choice may be found once.
        let mut last = noisy(&first);
        for tick in 0..200 {
            let next = noisy(&last);
            assert_eq!(next, last, "tick {tick} of {scene:?}");
            last = next;
        }
    }
}

/// A cylinder with many sides that settles on its cap.
#[test]
fn last_ticks_four_of_a_hundred_stay_while_the_tilt_turns() {
    for count in [64, 72, 96, 200] {
        let tilted = |turn: f64| -> Vec<Candidate> {
            let candidate = |name: usize| {
                let (sin, cos) = libm::sincos(name as f64 / count as f64 * core::f64::consts::TAU);
                let height = 1e-5 * (cos * libm::cos(turn) + sin * libm::sin(turn));
                Candidate { position: DVec2::new(cos, sin), height, feature: FeatureId(name as u64) }
            };
            (0..count).map(candidate).collect()
        };
        let candidates = tilted(0.0);
        let mut kept = reduce(&candidates, 4, &[]);
        for tick in 1..20 {
            let candidates = tilted(1.3 * f64::from(tick));
            let next = reduce(&candidates, 4, &names(&candidates, &kept));
            assert_eq!(next, kept, "{count} corners, tick {tick}");
            kept = next;
        }
    }
}

/// Points on a tilted plane: wide, narrow, on a line or at one place; on a lattice, where there are
/// ties and points at one place, or not.
fn tilted(random: &mut Random, round: usize) -> Vec<Candidate> {
    let (tilt, flat) = (random.power(-7.0, 0.5), [1.0, 1e-3, 1e-9, 0.0][round % 4]);
    let steps = [3.0, 8.0, 1e6][round % 3];
    let count = 5 + round % [4, 12, 90][round % 3];
    let mut place = || (random.range(-1.0, 1.0) * steps).round() / steps;
    let at: Vec<DVec2> = (0..count).map(|_| DVec2::new(place(), place() * flat)).collect();
    let candidate = |(name, &position): (usize, &DVec2)| Candidate { position, height: tilt * position.x, feature: FeatureId(name as u64) };
    at.iter().enumerate().map(candidate).collect()
}

/// What was chosen is chosen again.
#[test]
fn the_same_points_again_give_the_same_choice() {
    let mut random = Random::new(13);
    let mut lifted = 0;
    for round in 0..40_000 {
        let candidates = tilted(&mut random, round);
        for most in [2, 4] {
            let kept = reduce(&candidates, most, &[]);
            assert_eq!(reduce(&candidates, most, &names(&candidates, &kept)), kept, "round {round}: {candidates:?}");
            lifted += usize::from(kept.len() == 4 && kept.iter().any(|&place| candidates[place].height > candidates[kept[0]].height + 0.1));
        }
    }
    assert!(lifted > 1000, "{lifted}");
}

/// Whatever was chosen last tick, there are as many points, and one as deep to within a tolerance.
#[test]
fn a_memory_changes_neither_the_count_nor_the_depth() {
    let mut random = Random::new(14);
    let mut others = 0;
    for round in 0..40_000 {
        let candidates = tilted(&mut random, round);
        let last: Vec<FeatureId> = (0..4).map(|_| candidates[random.below(candidates.len())].feature).collect();
        for most in [2, 4] {
            let (fresh, kept) = (reduce(&candidates, most, &[]), reduce(&candidates, most, &last[..most]));
            assert_eq!(kept.len(), fresh.len(), "round {round}: {fresh:?} {kept:?} of {candidates:?}, last {last:?}");
            let height = |places: &[usize]| places.iter().fold(f64::INFINITY, |low, &place| candidates[place].height.min(low));
            // The points are up to 2.83 apart.
            assert!(height(&kept) <= height(&fresh) + 3.0 * LAST_DEPTH, "round {round}");
            others += usize::from(kept != fresh);
        }
    }
    assert!(others > 1000, "{others}");
}

/// A triangle that is nearly on a line with the points far above it: its tip is the point of all
/// that is farthest from the line of its ends.
#[test]
fn no_point_is_chosen_twice() {
    let tip = 1e-6;
    let candidates = points([(0.0, 0.0, 0.0), (5e-4, tip, 0.0), (1e-3, 0.0, 0.0), (0.5, 0.0, 0.5), (1.0, 0.0, 1.0), (0.7, 0.0, 0.7)]);
    assert_eq!(reduce(&candidates, 4, &[])[..], [0, 1, 2, 4]);
    let random = &mut Random::new(23);
    for round in 0..20_000 {
        let (aside, above) = (random.power(-12.0, 0.0), random.power(-6.0, 0.0));
        let candidates: Vec<Candidate> = (0..5 + random.below(6))
            .map(|name| {
                let along = if random.chance(0.5) { random.range(0.0, 1.0) } else { random.power(-5.0, 0.0) };
                let position = DVec2::new(along, aside * random.range(-1.0, 1.0));
                Candidate { position, height: along * above, feature: FeatureId(name as u64) }
            })
            .collect();
        let kept = reduce(&candidates, 4, &[]);
        assert!(kept.windows(2).all(|pair| pair[0] < pair[1]), "round {round}: {kept:?} of {candidates:?}");
    }
}

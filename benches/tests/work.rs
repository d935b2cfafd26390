//! The work per pair, in numbers that do not depend on the load of the machine: a regression shows
//! here where a clock shows noise.

use std::fmt::Write;

use clinch::contact::{Manifold, Memory, Pair, Scratch, Settings, Space, collide, overlap};
use clinch::narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, Placement, Placements, Row, Workers};
use clinch::shapes::ShapeSpace;
use clinch_benches::data::{Amount, Data};
use clinch_benches::rows::Pairs;
use clinch_benches::subjects::MARGIN;
use clinch_testkit::build::Build;
use clinch_testkit::workload::{Kind, PLANE, Proximity, SPACE, Workload};
use glam::{Vec2, Vec3};

const FEW: Amount = Amount { pairs: 40, tracks: 4, checked: 0 };

/// Sums over all queries.
#[derive(Default)]
struct Sum {
    pairs: u32,
    points: usize,
    calls: u32,
    expansions: u32,
    facets: u32,
    edge_pairs: u32,
    slow: u32,
    unfinished: u32,
}

/// The manifolds of all tracks in all frames, with the memory of the frame before.
fn work_of<V: Build + Space<Scalar = f32>>(workload: &Workload) -> Sum {
    let shapes: Vec<V::Shape> = workload.shapes.iter().map(|spec| V::shape(spec).unwrap()).collect();
    let (mut scratch, mut sum) = (Scratch::<V>::new(), Sum::default());
    for track in &workload.tracks {
        let (mut memory, mut manifold) = (Memory::new(), Manifold::new());
        for frame in &track.frames {
            let [pose_a, pose_b] = frame.map(|pose| V::pose(&pose));
            let pair = Pair::in_world(&shapes[track.a], &pose_a, &shapes[track.b], &pose_b);
            let measured = collide(&pair, &Settings::with_margin(MARGIN), &mut memory, &mut scratch, &mut manifold);
            let counts = scratch.counters();
            sum.pairs += 1;
            sum.points += manifold.points.len();
            sum.calls += measured.calls;
            sum.expansions += counts.expansions;
            sum.facets += counts.facets;
            sum.edge_pairs += counts.edge_pairs;
            sum.slow += u32::from(measured.slow_steps > 0);
            sum.unfinished += u32::from(measured.unfinished);
        }
    }
    sum
}

fn line(text: &mut String, kind: &Kind, how: &str, pairs: Pairs) {
    let workload = Data::of(pairs, FEW).unwrap().workload;
    let sum = if kind.dim == 2 { work_of::<Vec2>(&workload) } else { work_of::<Vec3>(&workload) };
    let each = |total: u32| f64::from(total) / f64::from(sum.pairs);
    let per_cent = |total: u32| 100.0 * each(total);
    writeln!(
        text,
        "{}d {:20} {how:10} {:5.2} {:6.2} {:6.2} {:7.2} {:7.2} {:5.1} {:6.1}",
        kind.dim,
        kind.name,
        sum.points as f64 / f64::from(sum.pairs),
        each(sum.calls - sum.expansions),
        each(sum.expansions),
        each(sum.facets),
        each(sum.edge_pairs),
        per_cent(sum.slow),
        per_cent(sum.unfinished),
    )
    .unwrap();
}

#[test]
fn a_pair_is_this_much_work() {
    let mut text = String::from("for each pair                      points  gjk    epa    epa     edge    slow  cut\n");
    text += "                                          steps  calls  facets  pairs   %     short %\n";
    for kind in SPACE.iter().chain(PLANE) {
        for proximity in Proximity::ALL {
            line(&mut text, kind, proximity.name(), Pairs::Still(kind, proximity));
        }
        line(&mut text, kind, "coherent", Pairs::Coherent(kind));
    }
    insta::assert_snapshot!(text);
}

/// Support calls of yes/no queries without a warm start, in `f32` and `f64`, and the share of pairs
/// that a guess answered.
fn yes_or_no(text: &mut String, kind: &'static Kind, proximity: Proximity) {
    let workload = Data::of(Pairs::Still(kind, proximity), FEW).unwrap().workload;
    let shapes: Vec<<Vec3 as ShapeSpace>::Shape> = workload.shapes.iter().map(|spec| Vec3::shape(spec).unwrap()).collect();
    let (mut scratch, mut guess_calls, mut calls, mut answered) = (Scratch::<Vec3>::new(), 0, 0, 0);
    for track in &workload.tracks {
        let [pose_a, pose_b] = track.frames[0].map(|pose| Vec3::pose(&pose));
        let pair = Pair::in_world(&shapes[track.a], &pose_a, &shapes[track.b], &pose_b);
        let answer = overlap(&pair, &Settings::default(), &mut Memory::new(), &mut scratch);
        let guessed = scratch.counters().guess_calls;
        guess_calls += guessed;
        calls += answer.calls - guessed;
        answered += u32::from(guessed > 0 && answer.calls == guessed);
    }
    let pairs = workload.tracks.len() as f64;
    let [guess_calls, calls, answered] = [guess_calls, calls, 100 * answered].map(|total| f64::from(total) / pairs);
    writeln!(text, "{:20} {:10} {guess_calls:5.2} {calls:6.2} {answered:6.1}", kind.name, proximity.name()).unwrap();
}

#[test]
fn a_yes_or_no_is_this_much_work() {
    let mut text = String::from("for each pair                    f32    f64  by a\n");
    text += "                               calls  calls  guess %\n";
    for kind in SPACE {
        for proximity in Proximity::ALL {
            yes_or_no(&mut text, kind, proximity);
        }
    }
    insta::assert_snapshot!(text);
}

/// The bytes that the table stores for this many pairs of touching balls.
fn bytes(pairs: u32) -> usize {
    let ball = clinch::d3::ColliderShape::from(clinch::d3::Ball::new(0.5).unwrap());
    let (mut table, mut placements) = (ContactTable::<u32, Vec3>::new(), Placements::new());
    let mut sync = table.sync_colliders(&mut placements);
    for key in 0..=pairs {
        let placement = Placement::at(Vec3::X * (0.9 * key as f32));
        sync.insert(key, ColliderInput { shape: &ball, shape_changed: false, placement, attributes: Attributes::default() });
    }
    drop(sync);
    table.update_pairs(Candidates::All(&mut (0..pairs).map(|key| (key, key + 1)).collect()));
    table.update_contacts(&placements, &(), &Settings::default(), &mut Workers::with_threads(1));
    table.publish();
    table.bytes()
}

#[test]
fn a_pair_takes_this_much_memory() {
    let mut text = String::new();
    for (name, plane, space) in [
        ("memory", size_of::<Memory<Vec2>>(), size_of::<Memory<Vec3>>()),
        ("manifold", size_of::<Manifold<Vec2>>(), size_of::<Manifold<Vec3>>()),
        ("row", size_of::<Row<u32, Vec2>>(), size_of::<Row<u32, Vec3>>()),
    ] {
        writeln!(text, "{name:9} {plane:4} bytes in the plane, {space:4} in space").unwrap();
    }
    writeln!(text, "of 1,024 touching balls in a row the table keeps {} bytes a pair", bytes(1024) / 1024).unwrap();
    insta::assert_snapshot!(text);
}

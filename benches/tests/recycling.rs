//! What recycling costs in exactness: the manifolds of the recorded pile, recycled by each rule,
//! beside those of new queries at the same poses.

use std::fmt::Write;

use clinch::contact::{Manifold, Memory, Pair, Recycling, Scratch, Settings, collide};
use clinch::shapes::Shape3;
use clinch_benches::data::{Amount, Data};
use clinch_benches::rows::{Pairs, Stretch};
use clinch_benches::subjects::MARGIN;
use clinch_testkit::build::Build;
use clinch_testkit::workload::Workload;
use glam::Vec3;

const ALL: Amount = Amount { pairs: 0, tracks: 0, checked: 0 };

/// Sums over all pairs in all ticks.
#[derive(Default)]
struct Errors {
    near: u32,
    recycled: u32,
    /// Pairs that touch by one and not by the other.
    wrong: u32,
    /// Contacts of new queries, closer than a tenth of the margin, where the recycled pair has
    /// none.
    missing: u32,
    /// Of separations, in metres.
    worst: f64,
    squares: f64,
}

fn errors(workload: &Workload, recycling: Recycling<f32>) -> Errors {
    let shapes: Vec<Shape3<Vec3>> = workload.shapes.iter().map(|spec| Vec3::shape(spec).unwrap()).collect();
    let (computed, recycled) = (Settings::with_margin(MARGIN), Settings { recycling, ..Settings::with_margin(MARGIN) });
    let (mut scratch, mut errors) = (Scratch::new(), Errors::default());
    for track in &workload.tracks {
        let (mut memory, mut manifold) = (Memory::new(), Manifold::new());
        for frame in &track.frames {
            let [pose_a, pose_b] = frame.map(|pose| Vec3::pose(&pose));
            let pair = Pair::in_world(&shapes[track.a], &pose_a, &shapes[track.b], &pose_b);
            let measured = collide(&pair, &recycled, &mut memory, &mut scratch, &mut manifold);
            let mut fresh = Manifold::new();
            collide(&pair, &computed, &mut Memory::new(), &mut scratch, &mut fresh);
            errors.wrong += u32::from(manifold.is_touching() != fresh.is_touching());
            errors.missing += u32::from(manifold.points.is_empty() && fresh.separation() < 0.1 * MARGIN);
            if !manifold.points.is_empty() && !fresh.points.is_empty() {
                let error = f64::from((manifold.separation() - fresh.separation()).abs());
                errors.near += 1;
                errors.recycled += u32::from(measured.recycled);
                errors.worst = errors.worst.max(error);
                errors.squares += error * error;
            }
        }
    }
    errors
}

#[test]
fn recycled_contacts_are_this_exact() {
    let mut text = String::from("pile     rule            contacts  recycled   touch   missing  error, mm\n");
    text += "                                   %          wrong            typical    worst\n";
    let limits = [1e-4, 1e-3, 3e-3, 1e-2, 2e-2, 5e-2];
    let rules = [Recycling::Proved(1e-4), Recycling::Proved(1e-2)].into_iter().chain(limits.map(Recycling::Within));
    for (stretch, rule) in
        [Stretch::Falling, Stretch::Resting].into_iter().flat_map(|stretch| rules.clone().map(move |rule| (stretch, rule)))
    {
        let workload = Data::of(Pairs::Pile(stretch), ALL).unwrap().workload;
        let Errors { near, recycled, wrong, missing, worst, squares } = errors(&workload, rule);
        let (rule, typical) = (format!("{rule:?}"), (squares / f64::from(near)).sqrt());
        let share = 100.0 * f64::from(recycled) / f64::from(near);
        writeln!(
            text,
            "{:8} {rule:15} {near:8} {share:9.1} {wrong:7} {missing:9} {:10.5} {:8.4}",
            stretch.name(),
            1e3 * typical,
            1e3 * worst
        )
        .unwrap();
    }
    insta::assert_snapshot!(text);
}

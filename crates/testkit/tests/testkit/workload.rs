//! The pairs of the benches are in their proximity, and the same every time.

use clinch_testkit::oracle::{Casting, Pairing};
use clinch_testkit::pair_file::{PoseSpec, Query, ShapeSpec};
use clinch_testkit::recording::{BodyShape, RecordedPose, Recording, Tick};
use clinch_testkit::workload::{ByOracle, HOVER, Kind, LENGTHS, PLANE, Proximity, SPACE, TURNS, Workload, casts, coherent, pile, still};

fn named(name: &str) -> &'static Kind {
    SPACE.iter().chain(PLANE).find(|kind| kind.name == name).unwrap()
}

fn signed(workload: &Workload, track: usize, frame: usize) -> (f64, f64) {
    let truth = Pairing::of(&workload.query(track, frame)).unwrap().truth_within(1e-7, 20_000);
    (truth.sd, truth.err)
}

/// The radius of the largest ball in the smaller of the two shapes.
fn inradius(query: &Query) -> f64 {
    let depth = |shape: &ShapeSpec| {
        let point = (ShapeSpec::Point { p: None }, PoseSpec::default());
        let query = Query::contact(query.dim, (shape.clone(), PoseSpec::default()), point);
        let depth = -Pairing::of(&query).unwrap().truth().sd;
        if depth > 1e-6 { depth } else { f64::INFINITY }
    };
    depth(&query.a).min(query.b.as_ref().map_or(f64::INFINITY, depth))
}

#[test]
fn pairs_are_within_their_bands() {
    for kind in SPACE.iter().chain(PLANE).filter(|kind| !["hull64-hull64", "hull256-hull256", "cylinder-cylinder"].contains(&kind.name)) {
        for proximity in Proximity::ALL {
            let pairs = still::<ByOracle>(kind, proximity, 5, 4);
            assert_eq!(pairs.tracks.len(), 4, "{}", kind.name);
            for track in 0..4 {
                let band = proximity.band(inradius(&pairs.query(track, 0)));
                let (sd, err) = signed(&pairs, track, 0);
                let slack = err + 1e-3 * (band.end() - band.start());
                let within = *band.start() - slack <= sd && sd <= *band.end() + slack;
                assert!(within, "{} {} {track}: {sd} in {band:?}", kind.name, proximity.name());
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_pairs_and_another_seed_others() {
    let kind = named("box-box");
    let draw = |seed| still::<ByOracle>(kind, Proximity::Shallow, seed, 5);
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    // More pairs begin with the same ones.
    assert_eq!(still::<ByOracle>(kind, Proximity::Shallow, 1, 8).tracks[..5], draw(1).tracks[..]);
}

#[test]
fn every_number_is_an_f32() {
    let pairs = still::<ByOracle>(named("hull16-hull16"), Proximity::Near, 3, 4);
    let narrow = |x: f64| assert_eq!(x, f64::from(x as f32));
    for shape in &pairs.shapes {
        let ShapeSpec::Hull { points } = shape else { panic!("{shape:?}") };
        points.iter().flat_map(|point| point.as_slice().to_vec()).for_each(narrow);
    }
    for pose in pairs.tracks.iter().flat_map(|track| track.frames.concat()) {
        pose.translation().to_array().into_iter().for_each(narrow);
    }
}

#[test]
fn sequences_move_a_little_and_stay_near_touching() {
    for name in ["ball-box", "box-box"] {
        let tracks = coherent::<ByOracle>(named(name), 2, 3);
        let (mut hovering, mut both) = (0, [false; 2]);
        for track in 0..3 {
            let frames = &tracks.tracks[track].frames;
            assert_eq!(frames.len(), 120);
            for two in frames.windows(2) {
                assert_eq!(two[0][0], two[1][0], "A stays");
                let [before, after] = [two[0][1], two[1][1]];
                let moved = (after.translation() - before.translation()).length();
                assert!(moved > LENGTHS.start - 1e-5 && moved < LENGTHS.end + 1e-5, "{moved}");
                let [p, q] = [before.quaternion(), after.quaternion()];
                let cosine = p.iter().zip(q).map(|(p, q)| p * q).sum::<f64>().abs();
                let turned = 2.0 * (1.0 - cosine * cosine).max(0.0).sqrt();
                assert!(turned > TURNS.start - 1e-5 && turned < TURNS.end + 1e-5, "{turned}");
            }
            for frame in 0..120 {
                let (sd, _) = signed(&tracks, track, frame);
                hovering += usize::from(sd.abs() <= HOVER + 1e-6);
                both[usize::from(sd > 0.0)] = true;
            }
        }
        assert!(hovering > 300, "{name}: {hovering} of 360 frames within {HOVER} of touching");
        assert_eq!(both, [true; 2], "{name}: apart and overlapping");
    }
}

#[test]
fn most_casts_hit_and_some_do_not() {
    let casts = casts::<ByOracle>(named("box-capsule"), 4, 60);
    let hits = (0..60).filter(|&track| Casting::of(&casts.query(track, 0)).unwrap().truth().hit).count();
    assert!((30..60).contains(&hits), "{hits} of 60");
}

#[test]
fn bodies_of_a_recording_whose_bounds_overlap_are_pairs() {
    let at = |x: f32| RecordedPose { translation: [x, 0.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] };
    let tick = |x: f32| Tick { poses: vec![at(0.0), at(2.0), at(x), at(0.5)], touching: vec![] };
    let bodies = vec![BodyShape::Box { half_extents: [1.0; 3] }, BodyShape::Ball { radius: 0.5 }, BodyShape::Ball { radius: 0.25 }];
    let recording = Recording {
        seconds_per_tick: 0.01,
        bodies: [bodies, vec![BodyShape::Ball { radius: 0.1 }]].concat(),
        ticks: vec![tick(3.0), tick(2.5), tick(2.5), tick(0.25)],
    };
    let pairs = |ticks| pile(&recording, ticks, 0.01).tracks.iter().map(|track| (track.a, track.b)).collect::<Vec<_>>();
    assert_eq!(pairs(0..2), [(1, 2)], "bodies that never move are no pairs");
    assert_eq!(pairs(2..4), [(0, 2), (1, 2), (2, 3)]);
    assert_eq!(pile(&recording, 1..9, 0.01).frames(), 3, "a range ends where the recording does");
}

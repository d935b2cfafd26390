//! Files as they should be, and every way a small one can be spoiled.

use super::{BodyShape, RecordedPose, Recording, RecordingError, Tick, payload, seal};

/// SplitMix64: chance that is the same in every run.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.roll() % end as u64) as usize
    }

    /// From 0 to 1.
    pub(super) fn unit(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(super) fn pose(&mut self, reach: f64) -> RecordedPose {
        loop {
            let q = [0; 4].map(|_| 2.0 * self.unit() - 1.0);
            let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
            if (0.1..1.0).contains(&length) {
                let translation = [0; 3].map(|_| ((2.0 * self.unit() - 1.0) * reach) as f32);
                return RecordedPose { translation, rotation: q.map(|c| (c / length) as f32) };
            }
        }
    }
}

/// Four bodies, one of each shape, moving and meeting at random. Quantised.
fn scene(ticks: usize) -> Recording {
    let mut dice = Dice(1);
    let bodies = vec![
        BodyShape::Box { half_extents: [6.0, 0.5, 6.0] },
        BodyShape::Ball { radius: 0.1 },
        BodyShape::Capsule { half_height: 0.3, radius: 0.2 },
        BodyShape::Hull { points: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.1]] },
    ];
    let still = dice.pose(1.0).quantised().unwrap();
    let tick = |_| Tick {
        poses: (0..4).map(|body| if body == 0 { still } else { dice.pose(250.0).quantised().unwrap() }).collect(),
        touching: [(0, 1), (0, 3), (1, 2), (2, 3)].into_iter().filter(|_| dice.unit() < 0.5).collect(),
    };
    Recording { seconds_per_tick: 1.0 / 60.0, ticks: (0..ticks).map(tick).collect(), bodies }
}

fn file(recording: &Recording) -> Vec<u8> {
    let mut file = Vec::new();
    recording.write(&mut file).unwrap();
    file
}

/// The payload in an envelope that fits it: how a forger would make one.
fn sealed(payload: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    seal::close(payload, &mut file).unwrap();
    file
}

#[test]
fn what_is_written_is_read() {
    for ticks in [0, 1, 2, 50] {
        let recording = scene(ticks);
        assert_eq!(Recording::read(file(&recording).as_slice()).unwrap(), recording);
    }
    let nothing = Recording { seconds_per_tick: 0.5, bodies: vec![], ticks: vec![Tick { poses: vec![], touching: vec![] }; 3] };
    assert_eq!(Recording::read(file(&nothing).as_slice()).unwrap(), nothing);
}

#[test]
fn poses_off_the_lattice_are_read_as_quantised() {
    let mut recording = scene(10);
    let mut dice = Dice(2);
    for pose in recording.ticks.iter_mut().flat_map(|tick| &mut tick.poses) {
        *pose = dice.pose(3.0);
    }
    let read = Recording::read(file(&recording).as_slice()).unwrap();
    assert_ne!(read, recording);
    for pose in recording.ticks.iter_mut().flat_map(|tick| &mut tick.poses) {
        *pose = pose.quantised().unwrap();
    }
    assert_eq!(read, recording);
}

#[test]
fn a_body_at_rest_costs_next_to_nothing() {
    let mut recording = scene(1);
    recording.ticks = vec![recording.ticks[0].clone(); 1000];
    let (once, often) = (file(&scene(1)).len(), file(&recording).len());
    assert!(often < once + 200, "{once} bytes for one tick, {often} for a thousand");
}

#[test]
fn cut_anywhere_it_is_called_cut() {
    let whole = file(&scene(3));
    for length in 0..whole.len() {
        let error = Recording::read(&whole[..length]).unwrap_err();
        assert!(matches!(error, RecordingError::Truncated), "{length} of {} bytes: {error}", whole.len());
    }
}

#[test]
fn every_flipped_bit_is_found() {
    let whole = file(&scene(3));
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let error = Recording::read(flipped.as_slice()).unwrap_err();
        let expected = match bit / 8 {
            0..8 => matches!(error, RecordingError::Foreign),
            8..12 => matches!(error, RecordingError::Version { .. }),
            16..24 => matches!(error, RecordingError::Truncated | RecordingError::Damaged { .. }),
            _ => matches!(error, RecordingError::Damaged { .. }),
        };
        assert!(expected, "bit {bit}: {error}");
    }
}

#[test]
fn a_foreign_a_missing_and_a_lengthened_file_are_called_so() {
    let foreign = Recording::read(b"\x7fELF and so on, long enough for a header".as_slice()).unwrap_err();
    assert!(matches!(foreign, RecordingError::Foreign), "{foreign}");
    let short = Recording::read(b"x".as_slice()).unwrap_err();
    assert!(matches!(short, RecordingError::Foreign), "{short}");
    let missing = Recording::open("no/such/file.clinch").unwrap_err();
    assert!(matches!(missing, RecordingError::Missing { .. }) && missing.to_string().contains("no/such/file.clinch"), "{missing}");
    let mut longer = file(&scene(3));
    longer.push(0);
    assert!(matches!(Recording::read(longer.as_slice()).unwrap_err(), RecordingError::Damaged { .. }));
}

#[test]
fn forged_contents_never_panic() {
    let honest = payload::encode(&scene(3)).unwrap();
    let mut dice = Dice(3);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..20_000 {
        let mut forged = honest.clone();
        for _ in 0..1 + dice.below(4) {
            let place = dice.below(forged.len());
            match dice.below(4) {
                0 => forged.truncate(place.max(1)),
                1 => forged[place] = 0xff,
                2 => forged[place] = dice.roll() as u8,
                _ => forged[place] ^= 1 << dice.below(8),
            }
        }
        match Recording::read(sealed(&forged).as_slice()) {
            // What the reader takes is a recording like any other.
            Ok(recording) => {
                taken += 1;
                assert_eq!(Recording::read(file(&recording).as_slice()).unwrap(), recording);
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 5000 && taken > 500, "{refused} refused, {taken} taken: the forgeries are not mixed enough");
}

#[test]
fn claims_beyond_the_bytes_are_refused_before_memory_is_taken() {
    let claims = |bodies: u64, ticks: u64| {
        let mut payload = (1.0_f64 / 60.0).to_bits().to_le_bytes().to_vec();
        super::bytes::put_unsigned(&mut payload, bodies);
        super::bytes::put_unsigned(&mut payload, ticks);
        Recording::read(sealed(&payload).as_slice()).unwrap_err()
    };
    for (bodies, ticks) in [(1 << 17, 1), (1, 1 << 17), (1 << 16, 1 << 16), (1 << 40, 0)] {
        let error = claims(bodies, ticks);
        assert!(matches!(error, RecordingError::TooLarge { .. }), "{bodies} × {ticks}: {error}");
    }
    assert!(matches!(claims(1 << 10, 1 << 10), RecordingError::Damaged { .. }));
    let bomb = Recording::read(bomb().as_slice()).unwrap_err();
    assert!(matches!(bomb, RecordingError::TooLarge { what: "bytes" }), "{bomb}");
}

#[test]
fn pairs_that_touch_forever_are_refused_before_memory_is_taken() {
    // All pairs of 600 bodies, once written and kept for 100 ticks: 18 million in memory from half a megabyte.
    let still = Tick { poses: vec![scene(1).ticks[0].poses[0]; 600], touching: vec![] };
    let apart = Recording { seconds_per_tick: 1.0, bodies: vec![BodyShape::Ball { radius: 1.0 }; 600], ticks: vec![still; 100] };
    let mut forged = payload::encode(&apart).unwrap();
    forged.truncate(forged.len() - 2 * 100);
    let all: Vec<(u32, u32)> = (0..600).flat_map(|i| (i + 1..600).map(move |j| (i, j))).collect();
    super::touching::encode(600, std::iter::once(all.as_slice()), &mut forged).unwrap();
    forged.extend([0; 2 * 99]);
    let error = Recording::read(sealed(&forged).as_slice()).unwrap_err();
    assert!(matches!(error, RecordingError::TooLarge { what: "touching pairs" }), "{error}");
}

/// A file that fits its seal and inflates past the limit.
fn bomb() -> Vec<u8> {
    use std::io::{Read, Write};
    let zeros = std::io::repeat(0).take(super::limits::PAYLOAD_BYTES + 2);
    let mut deflated = Vec::new();
    flate2::read::DeflateEncoder::new(zeros, flate2::Compression::fast()).read_to_end(&mut deflated).unwrap();
    let length = (deflated.len() as u64).to_le_bytes();
    let mut crc = flate2::Crc::new();
    crc.update(&length);
    crc.update(&deflated);
    let mut file = sealed(&[])[..12].to_vec();
    file.write_all(&crc.sum().to_le_bytes()).unwrap();
    file.write_all(&length).unwrap();
    file.write_all(&deflated).unwrap();
    file
}

#[test]
fn a_recording_that_contradicts_itself_is_not_written() {
    let spoiled: [fn(&mut Recording); 8] = [
        |r| r.seconds_per_tick = f64::NAN,
        |r| r.bodies[1] = BodyShape::Ball { radius: f32::INFINITY },
        |r| r.ticks[1].poses.truncate(3),
        |r| r.ticks[1].poses[1].translation[0] = 300.0,
        |r| r.ticks[1].touching = vec![(1, 0)],
        |r| r.ticks[1].touching = vec![(0, 4)],
        |r| r.ticks[1].touching = vec![(0, 1), (0, 1)],
        |r| r.ticks[1].touching = vec![(0, 2), (0, 1)],
    ];
    for (place, spoil) in spoiled.iter().enumerate() {
        let mut recording = scene(3);
        spoil(&mut recording);
        let error = recording.write(&mut Vec::new()).unwrap_err();
        assert!(matches!(error, RecordingError::Inconsistent { .. }), "{place}: {error}");
    }
}

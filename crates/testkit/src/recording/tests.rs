//! Valid files, and the errors of damaged ones.

use super::{BodyShape, RecordedPose, Recording, RecordingError, Tick, payload, seal};
use crate::random::Random;

/// A uniform rotation, and a position whose coordinates are at most `far`.
pub(super) fn random_pose(random: &mut Random, far: f64) -> RecordedPose {
    let rotation = random.unit_vector(0.01).map(|c: f64| c as f32);
    RecordedPose { translation: [(); 3].map(|()| random.range(-far, far) as f32), rotation }
}

/// Four bodies, one of each shape, with random quantised poses and random touching pairs.
fn scene(ticks: usize) -> Recording {
    let mut random = Random::new(1);
    let bodies = vec![
        BodyShape::Box { half_extents: [6.0, 0.5, 6.0] },
        BodyShape::Ball { radius: 0.1 },
        BodyShape::Capsule { half_height: 0.3, radius: 0.2 },
        BodyShape::Hull { points: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.1]] },
    ];
    let still = random_pose(&mut random, 1.0).quantised().unwrap();
    let tick = |_| Tick {
        poses: (0..4).map(|body| if body == 0 { still } else { random_pose(&mut random, 250.0).quantised().unwrap() }).collect(),
        touching: [(0, 1), (0, 3), (1, 2), (2, 3)].into_iter().filter(|_| random.chance(0.5)).collect(),
    };
    Recording { seconds_per_tick: 1.0 / 60.0, ticks: (0..ticks).map(tick).collect(), bodies }
}

/// As [`scene`], with a height field and a mesh.
fn composite_scene(ticks: usize) -> Recording {
    let mut scene = scene(ticks);
    scene.bodies[0] = BodyShape::HeightField { rows: 2, columns: 3, heights: vec![0.0, 1.0, 0.5, 0.25, -1.0, 3.0], scale: [0.5, 1.0, 2.0] };
    let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.1]];
    scene.bodies[3] = BodyShape::Mesh { vertices, triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] };
    scene
}

fn file(recording: &Recording) -> Vec<u8> {
    let mut file = Vec::new();
    recording.write(&mut file).unwrap();
    file
}

/// The payload in a valid envelope, as an attacker would make one.
fn sealed(payload: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    seal::close(2, payload, &mut file).unwrap();
    file
}

#[test]
fn what_is_written_is_read() {
    for ticks in [0, 1, 2, 50] {
        let recording = scene(ticks);
        assert_eq!(Recording::read(file(&recording).as_slice()).unwrap(), recording);
        let recording = composite_scene(ticks);
        assert_eq!(Recording::read(file(&recording).as_slice()).unwrap(), recording);
    }
    let nothing = Recording { seconds_per_tick: 0.5, bodies: vec![], ticks: vec![Tick { poses: vec![], touching: vec![] }; 3] };
    assert_eq!(Recording::read(file(&nothing).as_slice()).unwrap(), nothing);
}

/// An older reader says which format it does not know, and reads all that it does.
#[test]
fn files_have_the_oldest_format_that_holds_them() {
    let format = |recording: &Recording| file(recording)[8..12].to_vec();
    assert_eq!(format(&scene(3)), [1, 0, 0, 0]);
    assert_eq!(format(&composite_scene(3)), [2, 0, 0, 0]);
    let mut newer = file(&scene(3));
    newer[8] = 3;
    let error = Recording::read(newer.as_slice()).unwrap_err();
    assert!(matches!(error, RecordingError::Version { found: 3 }), "{error}");
}

#[test]
fn the_surface_of_a_field_is_its_cells_in_order() {
    let (vertices, triangles) = composite_scene(0).bodies[0].surface();
    assert_eq!((vertices[1], vertices[5]), ([0.5, 1.0, 0.0], [1.0, 3.0, 2.0]));
    assert_eq!(triangles, [[0, 3, 4], [0, 4, 1], [1, 4, 5], [1, 5, 2]]);
}

#[test]
fn poses_off_the_lattice_are_read_as_quantised() {
    let mut recording = scene(10);
    let mut random = Random::new(2);
    for pose in recording.ticks.iter_mut().flat_map(|tick| &mut tick.poses) {
        *pose = random_pose(&mut random, 3.0);
    }
    let read = Recording::read(file(&recording).as_slice()).unwrap();
    assert_ne!(read, recording);
    for pose in recording.ticks.iter_mut().flat_map(|tick| &mut tick.poses) {
        *pose = pose.quantised().unwrap();
    }
    assert_eq!(read, recording);
}

#[test]
fn a_body_at_rest_takes_almost_no_bytes() {
    let mut recording = scene(1);
    recording.ticks = vec![recording.ticks[0].clone(); 1000];
    let (once, often) = (file(&scene(1)).len(), file(&recording).len());
    assert!(often < once + 200, "{once} bytes for one tick, {often} for a thousand");
}

#[test]
fn a_file_cut_anywhere_is_truncated() {
    let whole = file(&scene(3));
    for length in 0..whole.len() {
        let error = Recording::read(&whole[..length]).unwrap_err();
        assert!(matches!(error, RecordingError::Truncated), "{length} of {} bytes: {error}", whole.len());
    }
}

#[test]
fn every_flipped_bit_is_detected() {
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
fn foreign_missing_and_lengthened_files_are_distinguished() {
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
    let honest = [scene(3), composite_scene(3)].map(|scene| payload::encode(&scene).unwrap());
    let mut random = Random::new(3);
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..20_000 {
        let mut forged = honest[round % 2].clone();
        for _ in 0..1 + random.below(4) {
            let place = random.below(forged.len());
            match random.below(4) {
                0 => forged.truncate(place.max(1)),
                1 => forged[place] = 0xff,
                2 => forged[place] = random.bits() as u8,
                _ => forged[place] ^= 1 << random.below(8),
            }
        }
        match Recording::read(sealed(&forged).as_slice()) {
            // What the reader accepts is a recording like any other.
            Ok(recording) => {
                accepted += 1;
                assert_eq!(Recording::read(file(&recording).as_slice()).unwrap(), recording);
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 5000 && accepted > 500, "{refused} refused, {accepted} accepted: the forgeries are not mixed enough");
}

#[test]
fn counts_beyond_the_bytes_are_refused_before_any_allocation() {
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
fn too_many_persisting_pairs_are_refused_before_any_allocation() {
    // All pairs of 600 bodies, written once and touching for 100 ticks: 18 million pairs in memory
    // from half a megabyte.
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

/// A file with a valid seal that inflates beyond the limit.
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
    let spoiled: [fn(&mut Recording); 11] = [
        |r| r.seconds_per_tick = f64::NAN,
        |r| r.bodies[1] = BodyShape::Ball { radius: f32::INFINITY },
        |r| r.ticks[1].poses.truncate(3),
        |r| r.ticks[1].poses[1].translation[0] = 300.0,
        |r| r.ticks[1].touching = vec![(1, 0)],
        |r| r.ticks[1].touching = vec![(0, 4)],
        |r| r.ticks[1].touching = vec![(0, 1), (0, 1)],
        |r| r.ticks[1].touching = vec![(0, 2), (0, 1)],
        |r| r.bodies[0] = BodyShape::HeightField { rows: 2, columns: 2, heights: vec![0.0; 3], scale: [1.0; 3] },
        |r| r.bodies[0] = BodyShape::HeightField { rows: 1, columns: 2, heights: vec![0.0; 2], scale: [1.0; 3] },
        |r| r.bodies[0] = BodyShape::Mesh { vertices: vec![[0.0; 3]; 3], triangles: vec![[0, 1, 3]] },
    ];
    for (place, spoil) in spoiled.iter().enumerate() {
        let mut recording = scene(3);
        spoil(&mut recording);
        let error = recording.write(&mut Vec::new()).unwrap_err();
        assert!(matches!(error, RecordingError::Inconsistent { .. }), "{place}: {error}");
    }
}

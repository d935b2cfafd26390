//! The same seed draws the same shapes in every version.
//!
//! Seeds are committed: in the tests of all crates, in `scenes/hashes.txt`, in the figures of the
//! benchmarks. Each test below draws samples of a generator and compares their hashes in 2D and 3D.
//! If a hash changes, the committed seeds mean other pairs.

use clinch_testkit::distributions::Digits;
use clinch_testkit::fnv::Fnv;
use clinch_testkit::generate::{Kind, cast, pair, pair_of, shape, sketch};
use clinch_testkit::pair_file::Query;
use clinch_testkit::random::Random;
use clinch_testkit::stress::{BLOCK, Stream, draft, hull_pool};
use clinch_testkit::workload::{ByOracle, PLANE, Proximity, SPACE, Workload, casts, coherent, still};
use glam::DVec3;

/// The hash of the JSON of some values: every bit of every number, the sign of a zero included.
fn hash<T: serde::Serialize>(values: impl IntoIterator<Item = T>) -> String {
    let mut hash = Fnv::new();
    for value in values {
        hash.bytes(serde_json::to_string(&value).unwrap().as_bytes());
    }
    format!("{:016x}", hash.value())
}

/// A query without the oracle's answer and without the names of its labels.
fn drawn(query: Query) -> Query {
    Query { expect: None, note: None, ..query }
}

/// The hashes of a stream in 2D and in 3D.
fn both<T: serde::Serialize, I: IntoIterator<Item = T>>(stream: impl Fn(usize) -> I) -> [String; 2] {
    [2, 3].map(|dim| hash(stream(dim)))
}

#[test]
fn shapes() {
    let shapes = |dim: usize| {
        let kinds = Kind::all(dim).into_iter().enumerate();
        kinds.flat_map(move |(place, kind)| {
            let one = move |index: u64| shape(&mut Random::of(place as u64, index), dim, kind, 0.7, index % 4 == 3);
            (0..80).map(one)
        })
    };
    assert_eq!(both(shapes), ["51043298ed0cc398", "9ec47b3b8f6df12b"]);
}

#[test]
fn pairs() {
    let polytopes = |dim: usize| (0..120).map(move |index| drawn(pair(dim, 1, index).query));
    let of_all = |dim: usize| (0..60).map(move |index| drawn(pair_of(dim, 2, index, &Kind::all(dim)[..15]).query));
    let sketches = |dim: usize| (0..600).map(move |index| sketch(dim, 1, index, &Kind::all(dim)));
    let casts = |dim: usize| (0..600).map(move |index| drawn(cast(dim, 1, index, &Kind::all(dim))));
    let expected = [
        ["9f4f74c26031ca72", "e0f1c374873c2f4b"],
        ["43731533a057aa7a", "f960199a08f8ba42"],
        ["59a637425ab74da5", "0a2b84aa6b51ed88"],
        ["9430c87d8e8f386c", "879dd85c9eae1a8d"],
    ];
    assert_eq!([both(polytopes), both(of_all), both(sketches), both(casts)], expected);
}

#[test]
fn pairs_of_the_soak() {
    let placed = |digits: Digits| {
        move |dim: usize| {
            let stream = Stream { dim, seed: 1, digits };
            (0..1200).map(move |place| {
                // From three blocks, with their large hulls.
                let index = place + place / 400 * (BLOCK - 400);
                let draft = draft(&stream, index, &hull_pool(&stream, index));
                // Two in three are placed by a distance, which here is only a number.
                draft.place(&mut |_, _| (place % 3 > 0).then_some((0.37, DVec3::X))).query
            })
        }
    };
    let expected = [["0996ce2b9e605382", "45426acd228f0a3e"], ["c99a95f078bc5249", "aa5295f4d770f347"]];
    assert_eq!([both(placed(Digits::Single)), both(placed(Digits::Double))], expected);
}

#[test]
fn workloads() {
    let all = |work: Workload| {
        let Workload { shapes, tracks, .. } = work;
        (shapes, tracks.into_iter().map(|track| (track.a, track.b, track.frames, track.motion)).collect::<Vec<_>>())
    };
    let kinds = |dim: usize| if dim == 2 { PLANE } else { SPACE };
    let some = |dim: usize| kinds(dim).iter().filter(|kind| ["capsule-capsule", "box-box", "box-capsule"].contains(&kind.name));
    // Without pairs they are the shapes, of every kind.
    let shapes = both(|dim| kinds(dim).iter().map(|kind| all(coherent::<ByOracle>(kind, 7, 0))));
    let moving = both(|dim| some(dim).map(|kind| all(coherent::<ByOracle>(kind, 7, 1))));
    let cast = both(|dim| some(dim).map(|kind| all(casts::<ByOracle>(kind, 7, 4))));
    let near = |dim: usize| some(dim).flat_map(|kind| Proximity::ALL.map(|near| all(still::<ByOracle>(kind, near, 7, 4))));
    let expected = [
        ["dbd4ea906f2164cd", "8fb314cd01f3f76a"],
        ["91bb73e7bd94a408", "b0872dee6bad4269"],
        ["08519f84e1d412d4", "af2948012a4401db"],
        ["0aea6ae0f640eb16", "b2d2b38a072b44bc"],
    ];
    assert_eq!([shapes, moving, cast, both(near)], expected);
}

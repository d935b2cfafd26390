//! Seeded pairs of shapes in every situation that has ever gone wrong.
//!
//! * A pair is drawn from its own stream of a seed ([`pair`]): its id says how to make it again.
//! * How near ([`Proximity`]) and how aligned ([`Alignment`]) are drawn on their own, so every combination occurs; a test can assert the mix
//!   by what the oracle *measured*, which comes with each pair.
//! * A gap is reached by moving B along a direction. The signed distance of convex sets is convex along any line and the oracle's normal is
//!   its slope, so that Newton's method from outside lands in a few steps and never beyond.
//! * That costs a truth per step. Where millions are needed and the truth is not, [`sketch`] and [`cast`] put shapes of any kind at a wanted gap with one look
//!   at where each is farthest.
//! * All parameters are `f32` numbers. Rounding the last position moves the gap by an ulp of it; the truth is measured after that.

pub mod meshes;

mod shapes;

mod made;

mod place;

mod sketch;

mod casts;

pub use casts::cast;
pub use place::{Alignment, Proximity};
pub use shapes::{Kind, shape};
pub use sketch::sketch;

use crate::generate::place::Places;
use crate::oracle::{Pairing, Truth};
use crate::pair_file::Query;
use crate::random::Random;

/// A pair of shapes, and what is known of it.
#[derive(Clone, Debug)]
pub struct Pair {
    /// A contact query with its expectation.
    pub query: Query,
    /// What the oracle says.
    pub truth: Truth,
    /// How near they were meant to be.
    pub proximity: Proximity,
    /// How they were meant to be turned.
    pub alignment: Alignment,
    /// One of the shapes has a zero size, is flat or repeats a point.
    pub degenerate: bool,
}

/// Pair number `index` of `seed`, in 2D or 3D. All [`Kind::POLYTOPES`], proximities and alignments occur; sizes reach from 1e-3 to 1e3.
///
/// ```
/// let pair = clinch_testkit::generate::pair(3, 1, 42);
/// assert_eq!(pair.query.id, "generated/3d/1/42");
/// assert_eq!(pair.query.expect.as_ref().and_then(|expect| expect.sd), Some(pair.truth.sd));
/// ```
pub fn pair(dim: usize, seed: u64, index: u64) -> Pair {
    pair_of(dim, seed, index, &Kind::POLYTOPES)
}

/// As [`pair`], with both shapes drawn from these kinds (at least one).
pub fn pair_of(dim: usize, seed: u64, index: u64, kinds: &[Kind]) -> Pair {
    let mut random = Random::of(seed, index);
    let id = format!("generated/{dim}d/{seed}/{index}");
    let degenerate = random.chance(0.12);
    let proximity = Proximity::draw(&mut random);
    let alignment = Alignment::draw(&mut random);

    let size = random.power(-3.0, 3.0);
    let (mut size_a, mut size_b) = (size, size * random.range(0.5, 2.0));
    if proximity == Proximity::Contained {
        size_b = size * random.range(0.02, 0.3);
    } else if random.chance(0.2) {
        size_b = random.power(-3.0, 3.0);
    }
    if random.chance(0.5) {
        (size_a, size_b) = (size_b, size_a);
    }
    // A point is degenerate by itself; one in eight pairs would be one.
    let draw = |random: &mut Random, size: f64, thin: bool| {
        let kind = random.pick(kinds);
        let kind = if kind == Kind::Point && !thin && random.chance(0.5) { random.pick(kinds) } else { kind };
        (kind == Kind::Point || thin, shape(random, dim, kind, size, thin))
    };
    let thin_a = degenerate && random.chance(0.6);
    let (thin_a, a) = draw(&mut random, size_a, thin_a);
    let (thin_b, b) = draw(&mut random, size_b, degenerate && !thin_a);
    let (degenerate, b) = if proximity == Proximity::Identical { (thin_a, a.clone()) } else { (thin_a || thin_b, b) };

    let mut query = Places { dim, proximity, alignment }.put(&mut random, &id, a, b);
    // The generators make valid shapes only; a refusal here is a bug of theirs.
    let truth = Pairing::of(&query).unwrap_or_else(|refusal| panic!("{id}: {refusal}")).truth();
    query.expect = Some(truth.expect());
    query.note = Some(format!("{proximity:?}, {alignment:?}"));
    Pair { query, truth, proximity, alignment, degenerate }
}

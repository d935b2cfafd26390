//! Pairs with the oracle's answer.

use crate::distributions::{Alignment, Kind, Placement, Proximity};
use crate::generate::place::place;
use crate::generate::shape::shape;
use crate::oracle::{Pairing, Truth};
use crate::pair_file::Query;
use crate::random::Random;

/// A pair of shapes and the oracle's answer.
#[derive(Clone, Debug)]
pub struct Pair {
    /// A contact query with its expectation.
    pub query: Query,
    /// The oracle's answer.
    pub truth: Truth,
    /// The proximity that was drawn.
    pub proximity: Proximity,
    /// The alignment that was drawn.
    pub alignment: Alignment,
    /// One of the shapes is a point or was drawn as degenerate; see [`shape`].
    pub degenerate: bool,
}

/// Pair number `index` of `seed`, in 2D or 3D, of [`Kind::POLYTOPES`].
///
/// All alignments occur, and all proximities but [`Proximity::Touching`]. The shapes are drawn for
/// sizes from 2e-5 to 2e3.
///
/// ```
/// let pair = clinch_testkit::generate::pair(3, 1, 42);
/// assert_eq!(pair.query.id, "generated/3d/1/42");
/// assert_eq!(pair.query.expect.as_ref().and_then(|expect| expect.sd), Some(pair.truth.sd));
/// ```
pub fn pair(dim: usize, seed: u64, index: u64) -> Pair {
    pair_of(dim, seed, index, &Kind::POLYTOPES)
}

/// As [`pair`], with both shapes drawn from these kinds.
///
/// # Panics
/// If `kinds` is empty, or if the oracle refuses the pair: it refuses two half-spaces.
pub fn pair_of(dim: usize, seed: u64, index: u64, kinds: &[Kind]) -> Pair {
    let mut random = Random::of(seed, index);
    let id = format!("generated/{dim}d/{seed}/{index}");
    let degenerate = random.chance(0.12);
    let proximity = draw_proximity(&mut random);
    let alignment = Alignment::draw(&mut random);
    let (size_a, size_b) = draw_sizes(&mut random, proximity);

    // A point is degenerate. Half of the points are drawn again: otherwise almost a quarter of the
    // pairs of `Kind::POLYTOPES` would contain one.
    let draw = |random: &mut Random, size: f64, degenerate: bool| {
        let kind = random.pick(kinds);
        let kind = if kind == Kind::Point && !degenerate && random.chance(0.5) { random.pick(kinds) } else { kind };
        (kind == Kind::Point || degenerate, shape(random, dim, kind, size, degenerate))
    };
    let degenerate_a = degenerate && random.chance(0.6);
    let (degenerate_a, a) = draw(&mut random, size_a, degenerate_a);
    let (degenerate_b, b) = draw(&mut random, size_b, degenerate && !degenerate_a);
    let (degenerate, b) = if proximity == Proximity::Identical { (degenerate_a, a.clone()) } else { (degenerate_a || degenerate_b, b) };

    let mut query = place(&Placement { dim, proximity, alignment, a: &a, b: &b }, &mut random, &id);
    let truth = Pairing::of(&query).unwrap_or_else(|refusal| panic!("{id}: {refusal}")).truth();
    query.expect = Some(truth.expect());
    query.note = Some(format!("{proximity:?}, {alignment:?}"));
    Pair { query, truth, proximity, alignment, degenerate }
}

/// The table has cumulative probabilities.
fn draw_proximity(random: &mut Random) -> Proximity {
    let table = [
        (0.26, Proximity::Separated),
        (0.42, Proximity::JustApart),
        (0.58, Proximity::JustOverlapping),
        (0.74, Proximity::Shallow),
        (0.87, Proximity::Deep),
        (0.94, Proximity::Contained),
    ];
    let drawn = random.unit();
    table.iter().find(|(up_to, _)| drawn < *up_to).map_or(Proximity::Identical, |(_, proximity)| *proximity)
}

/// The sizes of A and B. Their ratio is 0.02 to 0.3 for contained shapes and otherwise 0.5 to 2,
/// but in one of five other pairs the sizes are independent. Either may be the larger.
fn draw_sizes(random: &mut Random, proximity: Proximity) -> (f64, f64) {
    let size = random.power(-3.0, 3.0);
    let mut other = size * random.range(0.5, 2.0);
    if proximity == Proximity::Contained {
        other = size * random.range(0.02, 0.3);
    } else if random.chance(0.2) {
        other = random.power(-3.0, 3.0);
    }
    if random.chance(0.5) { (other, size) } else { (size, other) }
}

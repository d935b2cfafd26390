//! Writes pairs of shapes made of others, with the oracle's answers: those of `data/concave.jsonl`,
//! or those of another seed.
//!
//! ```sh
//! cargo run -rp clinch-testkit --example concave_pairs > crates/testkit/data/concave.jsonl
//! cargo run --release -p clinch-testkit --example concave_pairs 2 > /tmp/others.jsonl
//! ```

use std::io;

use clinch_testkit::generate::concave;
use clinch_testkit::pair_file::write_line;

fn main() -> io::Result<()> {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut out = io::stdout().lock();
    (0..42).try_for_each(|index| write_line(&mut out, &concave(3, seed, index)))?;
    (0..24).try_for_each(|index| write_line(&mut out, &concave(2, seed, index)))
}

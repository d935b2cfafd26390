//! Writes `data/concave.jsonl`: pairs of shapes made of others, with the oracle's answers.
//!
//! ```sh
//! cargo run --release -p clinch-testkit --example concave_pairs > crates/testkit/data/concave.jsonl
//! ```

use std::io;

use clinch_testkit::generate::concave;
use clinch_testkit::pair_file::write_line;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    (0..42).try_for_each(|index| write_line(&mut out, &concave(3, 1, index)))?;
    (0..24).try_for_each(|index| write_line(&mut out, &concave(2, 1, index)))
}

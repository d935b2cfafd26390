//! The inspector's program: a line of a pair file on standard input, its report as JSON on standard
//! output.
//!
//! `echo LINE | cargo run -p clinch-inspector -- [--f64] [--guess]`. The page runs the same
//! program, compiled to WebAssembly, once per query. Errors are reports, too, so the exit status
//! is 0.

use std::io::{self, Read, Write};

use clinch_inspector::{Options, inspect};

fn main() -> io::Result<()> {
    let options = Options::from_arguments(std::env::args().skip(1));
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let report = inspect(&String::from_utf8_lossy(&bytes), options);
    let mut output = io::stdout().lock();
    serde_json::to_writer(&mut output, &report)?;
    output.write_all(b"\n")
}

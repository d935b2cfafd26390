//! `cargo run -p clinch-probe --example replay -- FILE…`: prints inputs of the fuzz target as lines
//! of a pair file, with all faults.

#![allow(clippy::print_stdout, reason = "a command line tool prints")]

fn main() -> std::io::Result<()> {
    for file in std::env::args().skip(1) {
        let data = std::fs::read(&file)?;
        println!("# {file}\n{}", clinch_probe::draw(&data));
        let drawn = clinch_probe::draw(&data).placed();
        println!("{drawn}");
        for wrong in drawn.examine() {
            println!("# {wrong}");
        }
    }
    Ok(())
}

//! `cargo run -p clinch-probe --example replay -- FILE…`: the inputs of the fuzz target as lines of a pair file, with all that is wrong.

#![allow(clippy::print_stdout, reason = "it is what it is for")]

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

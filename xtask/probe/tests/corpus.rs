//! What the fuzzer has found worth keeping, asked again by the compiler of every day.

use std::collections::BTreeSet;
use std::path::Path;

use clinch_probe::draw;
use clinch_probe::examine::kinds;

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/pair");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| (file.display().to_string(), std::fs::read(&file).unwrap())).collect()
}

#[test]
fn nothing_is_wrong_with_what_was_once_found() {
    let mut failures = Vec::new();
    for (file, data) in corpus() {
        let drawn = draw(&data).placed();
        let wrong = drawn.examine();
        if !wrong.is_empty() {
            failures.push(format!("{file}\n{drawn}{}", wrong.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

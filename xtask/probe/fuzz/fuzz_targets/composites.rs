//! Runs the queries of two composite shapes from bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let wrong = clinch_probe::composites(data).wrong;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
});

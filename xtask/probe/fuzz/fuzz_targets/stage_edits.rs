//! Edits the colliders of a contact table between its ticks, by bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let wrong = clinch_probe::stage_edits(data).wrong;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
});

//! Makes a mesh of lists from bytes, and contacts with a body.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let wrong = clinch_probe::mesh(data).wrong;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
});

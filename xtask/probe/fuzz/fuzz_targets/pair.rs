//! Bytes to a pair of shapes, asked everything. What is found is printed as a line of a pair file before the process dies.

#![no_main]

use std::cell::RefCell;

use clinch_probe::{Drawn, draw};
use libfuzzer_sys::fuzz_target;

thread_local! {
    /// What is being asked, for the case that asking panics.
    static ASKED: RefCell<Option<Drawn>> = const { RefCell::new(None) };
}

fuzz_target!(
    init: {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            ASKED.with_borrow(|asked| asked.iter().for_each(|asked| eprintln!("{asked}")));
            before(info);
        }));
    },
    |data: &[u8]| {
        let drawn = draw(data);
        ASKED.set(Some(drawn.clone()));
        let drawn = drawn.placed();
        ASKED.set(Some(drawn.clone()));
        let wrong = drawn.examine();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
);

//! Runs every query on a pair of shapes from bytes. Before the process ends with a finding, the
//! pair is printed as lines of a pair file.

#![no_main]

use std::cell::RefCell;

use clinch_probe::{Drawn, draw};
use libfuzzer_sys::fuzz_target;

thread_local! {
    /// The current pair, to print it if a query panics.
    static CURRENT: RefCell<Option<Drawn>> = const { RefCell::new(None) };
}

fuzz_target!(
    init: {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            CURRENT.with_borrow(|current| current.iter().for_each(|current| eprintln!("{current}")));
            before(info);
        }));
    },
    |data: &[u8]| {
        let drawn = draw(data);
        CURRENT.set(Some(drawn.clone()));
        let drawn = drawn.placed();
        CURRENT.set(Some(drawn.clone()));
        let wrong = drawn.examine();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
);

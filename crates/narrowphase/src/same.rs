//! Whether an input is that of the last tick. A NaN in both is no change: it is not equal to
//! itself, and would let no pair rest.

use clinch_contact::{Recycling, Settings};
use clinch_support::Scalar;

/// Equal, or both NaN.
pub(crate) fn same_number<S: Scalar>(one: S, other: S) -> bool {
    one == other || (one.widen().is_nan() && other.widen().is_nan())
}

/// Equal but for numbers that are NaN in both.
pub(crate) fn same_settings<S: Scalar>(one: &Settings<S>, other: &Settings<S>) -> bool {
    one == other || without_nan(*one) == without_nan(*other)
}

/// The settings with 0 for NaN, and which numbers were NaN.
fn without_nan<S: Scalar>(mut settings: Settings<S>) -> (Settings<S>, [bool; 6]) {
    // Recycling is off for NaN, as for 0.
    if !settings.recycling.is_on() {
        settings.recycling = Recycling::Off;
    }
    let Settings { margin, skin_a, skin_b, recycling: _, gjk, epa } = &mut settings;
    let numbers = [margin, skin_a, skin_b, &mut gjk.within, &mut gjk.tolerance, &mut epa.tolerance];
    let not_numbers = numbers.map(|number| {
        let is_nan = number.widen().is_nan();
        if is_nan {
            *number = S::ZERO;
        }
        is_nan
    });
    (settings, not_numbers)
}

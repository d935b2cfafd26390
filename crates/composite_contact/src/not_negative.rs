//! Lengths and times that the caller gives.

use clinch_support::Scalar;

/// A length or a time; 0 if it is negative or NaN.
pub(crate) fn not_negative<S: Scalar>(amount: S) -> f64 {
    if amount > S::ZERO { amount.widen() } else { 0.0 }
}

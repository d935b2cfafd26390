//! Why a query has no answer.

use clinch_testkit::pair_file::ErrorKind;

/// Why a query has no answer: the kind of error, and what is wrong.
pub type Refusal = (ErrorKind, String);

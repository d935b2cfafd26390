//! What was measured on surfaces, as a run stores it.

use serde::{Deserialize, Serialize};

use crate::composite::build::Bytes;
use crate::measure::Measured;

/// The results on surfaces.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The rows.
    pub rows: Vec<Measured>,
    /// The memory of the surfaces.
    pub bytes: Vec<Bytes>,
}

impl Results {
    /// Nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

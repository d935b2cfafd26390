//! A run: all results, stored in a file.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::composite::Results;
use crate::measure::{Measured, Timed};
use crate::stage::MeasuredLoad;
use crate::subjects::CLINCH;

/// The circumstances of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Year, month and day.
    pub date: String,
    /// The processors.
    pub machine: String,
    /// The instruction sets that the compiler could use.
    pub flags: String,
    /// The versions of the libraries.
    pub versions: String,
    /// The command line.
    pub command: String,
    /// Fewer pairs and turns.
    pub quick: bool,
}

/// All results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The circumstances.
    pub about: About,
    /// The rows.
    pub rows: Vec<Measured>,
    /// The whole stage.
    pub stage: Vec<MeasuredLoad>,
    /// Surfaces of triangles; older files have none.
    #[serde(default)]
    pub composite: Results,
}

impl Run {
    /// Reads a file that [`Run::save`] wrote.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| format!("{} is not a run of this version", path.display()))
    }

    /// Writes it to a file, and creates the directories of the file.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        }
        fs::write(path, serde_json::to_string_pretty(self)?).with_context(|| path.display().to_string())
    }
}

impl Measured {
    /// The result of clinch.
    pub fn clinch(&self) -> Option<&Timed> {
        self.timed.iter().find(|timed| timed.subject == CLINCH)
    }

    /// The fastest of the others, whether its answers are right or wrong.
    pub fn best_peer(&self) -> Option<&Timed> {
        let peers = self.timed.iter().filter(|timed| timed.subject != CLINCH);
        peers.min_by(|one, other| one.ns.total_cmp(&other.ns))
    }

    /// The time of the fastest peer divided by clinch's.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.best_peer()?.ns / self.clinch()?.ns)
    }
}

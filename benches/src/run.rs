//! A run: all that was measured, as it is kept in a file.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::measure::{Measured, Timed};
use crate::stage::Carried;
use crate::subjects::CLINCH;

/// When, where and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Year, month and day.
    pub date: String,
    /// The processors.
    pub machine: String,
    /// What the compiler was allowed to use.
    pub flags: String,
    /// Of the libraries.
    pub versions: String,
    /// The command that was given.
    pub command: String,
    /// Fewer pairs and turns: for a look.
    pub quick: bool,
}

/// All that was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// When, where and how.
    pub about: About,
    /// The rows.
    pub rows: Vec<Measured>,
    /// The whole stage.
    pub stage: Vec<Carried>,
}

impl Run {
    /// Reads a file that [`Run::save`] wrote.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| format!("{} is no run of this version", path.display()))
    }

    /// Writes it to a file, with the directories it is in.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        }
        fs::write(path, serde_json::to_string_pretty(self)?).with_context(|| path.display().to_string())
    }
}

impl Measured {
    /// What clinch made of it.
    pub fn clinch(&self) -> Option<&Timed> {
        self.timed.iter().find(|timed| timed.subject == CLINCH)
    }

    /// The fastest of the others, be it right or wrong.
    pub fn best_peer(&self) -> Option<&Timed> {
        let peers = self.timed.iter().filter(|timed| timed.subject != CLINCH);
        peers.min_by(|one, other| one.ns.total_cmp(&other.ns))
    }

    /// How many times as long the fastest peer takes.
    pub fn ratio(&self) -> Option<f64> {
        Some(self.best_peer()?.ns / self.clinch()?.ns)
    }
}

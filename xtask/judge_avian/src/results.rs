//! The values of all runs, by scene, scale and measure.

use crate::measure::Measure;
use crate::scenes::Scene;
use crate::world::{Contender, Setting};

/// The runs of one scene in one setting.
pub(crate) struct Entry {
    pub(crate) scene: &'static Scene,
    pub(crate) setting: Setting,
    /// One list of values per start.
    pub(crate) starts: Vec<Vec<f64>>,
}

pub(crate) struct Results {
    pub(crate) entries: Vec<Entry>,
}

/// The median and the worst of the starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) median: f64,
    pub(crate) worst: f64,
}

/// One measure, of clinch and of parry.
pub(crate) struct Row {
    pub(crate) scene: &'static str,
    pub(crate) scale: f32,
    pub(crate) measure: Measure,
    pub(crate) cells: [Cell; 2],
}

impl Results {
    /// The rows of a table: clinch's entries with those of parry that belong to them.
    pub(crate) fn rows(&self, recycling: bool) -> Vec<Row> {
        let of_clinch = self.entries.iter().filter(|entry| entry.setting.contender == Contender::Clinch);
        let mut rows = Vec::new();
        for clinch in of_clinch.filter(|entry| entry.setting.recycling == recycling) {
            let setting = Setting { contender: Contender::Parry, ..clinch.setting };
            let parry = self.entries.iter().find(|entry| entry.setting == setting && entry.scene.name == clinch.scene.name);
            let Some(parry) = parry else { continue };
            for (index, &measure) in clinch.scene.kind.measures().iter().enumerate() {
                let cells = [clinch, parry].map(|entry| cell(&entry.starts, index));
                rows.push(Row { scene: clinch.scene.name, scale: clinch.setting.scale, measure, cells });
            }
        }
        rows
    }
}

fn cell(starts: &[Vec<f64>], index: usize) -> Cell {
    let mut values: Vec<f64> = starts.iter().filter_map(|start| start.get(index).copied()).collect();
    values.sort_by(f64::total_cmp);
    let middle = |count: usize| values.get(count / 2).copied().unwrap_or(f64::NAN);
    let median = 0.5 * (middle(values.len()) + middle(values.len().saturating_sub(1)));
    Cell { median, worst: values.last().copied().unwrap_or(f64::NAN) }
}

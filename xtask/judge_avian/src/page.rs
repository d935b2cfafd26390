//! The page.

use std::fmt::{self, Write};

use crate::measure::Measure;
use crate::results::{Cell, Results};
use crate::scenes::SCENES;

/// About the run.
pub(crate) struct About {
    pub(crate) command: String,
    pub(crate) starts: u64,
    pub(crate) seconds: u64,
}

const INTRODUCTION: &str = "\
# The judge in avian

The same scenes in the same solver, avian3d's, once with clinch's collider
([`crates/avian`](../crates/avian)) and once with avian's own, which is parry's.
[The judge](judge.md) is the same in rapier's solver.
";

const MEASURED: &str = "\
## What is measured

* Both runs have the same bodies, 64 steps a second, one thread, and avian's default settings, with
  two exceptions: no body sleeps, because a sleeping body does not drift; and in the first table
  avian does not recycle contacts, because otherwise hardly any is computed. Meshes of parry have its
  flag against inner edges.
* Each scene is simulated at three sizes: a copy at scale s has lengths, speeds and gravity times s,
  and `PhysicsLengthUnit` s. All numbers are those of the scene in metres: lengths divided by s.
* Each start places the bodies a little differently. The tables give the median of the starts and
  the worst.
* *Fell*: bodies a quarter of a metre lower than they began. *Drift*: the largest distance of a body
  from its place after two seconds. *Speed left*: the mean speed in the second half of the run, where
  the spin counts at half a metre. *Time to rest*: the last time at which more than one body in a
  hundred was faster than 0.05 m/s. *Highest hop*: how far the body rose above its start.
* The rolling cylinder *strays* because the solver takes its two points one after the other: see
  [the judge in rapier](judge.md#what-is-measured). A narrowphase that loses points now and then
  strays less, and slows the cylinder down. Why a pyramid drifts by millimetres more with clinch is
  not known.
* *Better* and *worse*: the median differs by more than a tenth and by more than a floor (0.5 mm,
  0.1 mm for hops, 0.5 mm/s, 0.25 s, 0.1 % of speed, half a percent or half a body).
";

/// The page as Markdown.
pub(crate) fn page(results: &Results, about: &About) -> Result<String, fmt::Error> {
    let mut page = String::new();
    writeln!(page, "{INTRODUCTION}")?;
    writeln!(page, "Written by `{}`: {} starts, {} s.\n", about.command, about.starts, about.seconds)?;
    writeln!(page, "{MEASURED}")?;
    writeln!(page, "## The scenes\n")?;
    for scene in SCENES {
        writeln!(page, "* **{}**, {} s: {}.", scene.name, scene.seconds, scene.what)?;
    }
    for (recycling, title) in [(false, "Contacts computed at every step"), (true, "With avian's recycling of contacts")] {
        writeln!(page, "\n## {title}\n")?;
        writeln!(page, "| scene | scale | measure | clinch, median | worst | parry, median | worst | clinch is |")?;
        writeln!(page, "|---|--:|---|--:|--:|--:|--:|---|")?;
        for row in results.rows(recycling) {
            let [clinch, parry] = row.cells;
            write!(page, "| {} | {} | {} ", row.scene, row.scale, row.measure.name)?;
            for cell in [clinch, parry] {
                write!(page, "| {} | {} ", number(cell.median), number(cell.worst))?;
            }
            writeln!(page, "| {} |", verdict(row.measure, clinch, parry))?;
        }
    }
    Ok(page)
}

fn number(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

fn verdict(measure: Measure, clinch: Cell, parry: Cell) -> &'static str {
    let differs = |one: f64, other: f64| other - one > measure.floor && other - one > 0.1 * other.abs();
    if differs(clinch.median, parry.median) {
        "better"
    } else if differs(parry.median, clinch.median) {
        "**worse**"
    } else {
        "as good"
    }
}

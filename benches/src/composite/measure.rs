//! The libraries at a row, one after the other, turn by turn.

use std::time::Duration;

#[cfg(feature = "box3d")]
use crate::composite::box3d;
use crate::composite::data::Data;
use crate::composite::row::Row;
use crate::composite::{build, clinch, parry};
use crate::errors::Errors;
use crate::measure::{Contender, Effort, Measured, race};
use crate::runner::Runner;
use crate::subjects::CLINCH;
use crate::work::Work;

/// A library, or a way to use it.
pub struct Subject {
    /// Its name in the tables.
    pub name: &'static str,
    /// `None` if it does not do this work.
    pub prepare: fn(Work, &Data) -> Option<Box<dyn Runner>>,
}

/// clinch first, then its peers.
pub const SUBJECTS: &[Subject] = &[
    Subject { name: CLINCH, prepare: |work, data| clinch::prepare(work, data).or_else(|| build::prepare_clinch(data)) },
    Subject { name: "parry", prepare: |work, data| parry::prepare(work, data).or_else(|| build::prepare_parry(data)) },
    Subject { name: "parry, four points", prepare: parry::prepare_reduced },
    Subject { name: "parry, rapier's rule", prepare: parry::prepare_recycled },
    #[cfg(feature = "box3d")]
    Subject { name: "Box3D", prepare: |work, data| box3d::prepare(work, data).or_else(|| build::prepare_box3d(data)) },
];

/// Building a million triangles takes a second or two.
const BUILDS: Effort = Effort { turns: 5, least: Duration::from_millis(4) };

/// Measures a row: with `peers`, or clinch alone.
pub fn measure(row: &Row, data: &Data, effort: Effort, peers: bool) -> Measured {
    let subjects = if peers { SUBJECTS } else { &SUBJECTS[..1] };
    let effort = if row.work == Work::CompositeBuild { BUILDS } else { effort };
    let contenders = subjects.iter().filter_map(|subject| {
        let mut runner = (subject.prepare)(row.work, data)?;
        let errors = Errors::of(&data.truths, &runner.answers());
        Some(Contender::new(subject.name, runner, errors))
    });
    Measured { label: row.label(), timed: race(contenders.collect(), effort) }
}

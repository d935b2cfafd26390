//! Who is measured: clinch and its peers, each asked as somebody would who wants speed.

#[cfg(feature = "box3d")]
mod box3d;
mod clinch;
mod parry;
mod reduce;

use clinch_testkit::workload::Workload;

use crate::rows::Row;
use crate::runner::Runner;
use crate::work::Work;

/// The speculative margin of everybody, where there is one: what Box3D has built in.
pub const MARGIN: f32 = 0.02;

/// The name of the library that is measured; all others are its peers.
pub const CLINCH: &str = "clinch";

/// A library.
#[derive(Clone, Copy)]
pub struct Subject {
    /// As the tables call it.
    pub name: &'static str,
    /// Whether it has these shapes and this question.
    pub takes: fn(&Row) -> bool,
    /// Builds its shapes and waits to be asked. `None` if a shape is refused, or what it does not take.
    pub prepare: fn(Work, &Workload) -> Option<Box<dyn Runner>>,
}

/// Clinch first, then its peers.
pub const SUBJECTS: &[Subject] = &[
    Subject { name: CLINCH, takes: |_| true, prepare: clinch::prepare },
    Subject { name: "parry", takes: |_| true, prepare: parry::prepare },
    Subject { name: "parry, four points", takes: parry::can_be_reduced, prepare: parry::prepare_reduced },
    #[cfg(feature = "box3d")]
    Subject { name: "Box3D", takes: box3d::takes, prepare: box3d::prepare },
];

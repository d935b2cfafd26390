//! The libraries: clinch and its peers, each called in its fastest way.

mod margin;

#[cfg(feature = "box3d")]
mod box3d;
mod clinch;
mod parry;
mod reduce;

use clinch_testkit::workload::Workload;

#[cfg(feature = "box3d")]
pub(crate) use self::box3d::{pose as box3d_pose, shape as box3d_shape};
pub use self::margin::MARGIN;
pub(crate) use self::parry::{drift as parry_drift, pose as parry_pose, shape as parry_shape, to_four as parry_to_four};
use crate::rows::Row;
use crate::runner::Runner;
use crate::work::Work;

/// The name of the library that is measured; all others are its peers.
pub const CLINCH: &str = "clinch";

/// A library.
#[derive(Clone, Copy)]
pub struct Subject {
    /// Its name in the tables.
    pub name: &'static str,
    /// Whether it supports these shapes and this query.
    pub takes: fn(&Row) -> bool,
    /// Builds its shapes. `None` if it refuses a shape or does not support the work.
    pub prepare: fn(Work, &Workload) -> Option<Box<dyn Runner>>,
}

/// clinch first, then its peers.
pub const SUBJECTS: &[Subject] = &[
    Subject { name: CLINCH, takes: |_| true, prepare: clinch::prepare },
    Subject { name: "parry", takes: |_| true, prepare: parry::prepare },
    Subject { name: "parry, four points", takes: parry::can_be_reduced, prepare: parry::prepare_reduced },
    #[cfg(feature = "box3d")]
    Subject { name: "Box3D", takes: box3d::takes, prepare: box3d::prepare },
];

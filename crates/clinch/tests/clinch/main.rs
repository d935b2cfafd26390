//! The public API, in one program: most of the time that a test program costs is its build.

use clinch_instances as _;

mod composite;
mod far_colliders;
mod field_bugs;
mod glam_is_bevys;
mod imports;
mod oracle;
mod rigid;
mod spatial;

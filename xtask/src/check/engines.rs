//! The packages that need a physics engine. They are built apart from all others, because the
//! engine takes minutes.

use cargo_metadata::Package;

/// The packages that need an engine, or its geometry. With all features the last also needs a C
/// library and the tools that build it.
pub(crate) const WITH_ENGINE: &[&str] = &["clinch-rapier", "clinch-record", "clinch-judge", "clinch-benches"];

/// The packages that need avian.
pub(crate) const WITH_AVIAN: &[&str] = &["clinch-avian", "clinch-judge-avian"];

pub(crate) fn needs_engine(package: &Package) -> bool {
    WITH_ENGINE.contains(&package.name.as_str()) || needs_avian(package)
}

pub(crate) fn needs_avian(package: &Package) -> bool {
    WITH_AVIAN.contains(&package.name.as_str())
}

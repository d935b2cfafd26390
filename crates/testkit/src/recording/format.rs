//! The name and the numbers of the file format.

use super::types::BodyShape;

/// The file's first bytes.
pub(super) const NAME: [u8; 8] = *b"clinchRT";
/// The format of convex bodies.
const CONVEX: u32 = 1;
/// The newest format that is read and written. The number changes whenever an older reader would
/// misread a file: format 2 adds height fields and meshes.
pub(super) const VERSION: u32 = 2;

/// The oldest format that has these bodies, so that older readers can read all that they support.
pub(super) fn version_of(bodies: &[BodyShape]) -> u32 {
    if bodies.iter().any(BodyShape::is_composite) { VERSION } else { CONVEX }
}

/// Whether files of this format are read.
pub(super) fn is_supported(version: u32) -> bool {
    (CONVEX..=VERSION).contains(&version)
}

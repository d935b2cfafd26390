//! The name and the number of the file format.

/// The file's first bytes.
pub(super) const NAME: [u8; 8] = *b"clinchRT";
/// The format that is read and written. It changes whenever an older reader would misread a file.
pub(super) const VERSION: u32 = 1;

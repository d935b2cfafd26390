//! What is installed on this machine.

use std::path::Path;
use std::process::{Command, Stdio};

/// Whether a program runs with these arguments and succeeds.
pub(crate) fn runs(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program).args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Whether the compiler has the standard library of a target.
pub(crate) fn has_library(target: &str) -> bool {
    stdout("rustc", &["--print", "target-libdir", "--target", target]).is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// The output of a program, if it succeeds.
pub(crate) fn stdout(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

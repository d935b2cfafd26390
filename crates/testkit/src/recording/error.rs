//! The errors of reading and writing.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::format::VERSION;

/// Why a recording cannot be read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordingError {
    /// There is no such file.
    Missing {
        /// The path of the file.
        path: PathBuf,
    },
    /// The file is not a recording.
    Foreign,
    /// A recording in a format that this reader does not support.
    Version {
        /// The number of the format in the file.
        found: u32,
    },
    /// The file ends too early.
    Truncated,
    /// The file has the right length, but other contents than were written.
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
    /// A count exceeds the limit of the format.
    TooLarge {
        /// What is counted.
        what: &'static str,
    },
    /// The recording to be written contradicts itself.
    Inconsistent {
        /// The contradiction.
        what: &'static str,
    },
    /// An error of the operating system.
    Io(io::Error),
}

impl RecordingError {
    pub(super) fn opening(path: &Path, error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing { path: path.to_owned() },
            _ => Self::Io(error),
        }
    }

    pub(super) fn damaged<T>(what: &'static str) -> Result<T, Self> {
        Err(Self::Damaged { what })
    }

    pub(super) fn inconsistent<T>(what: &'static str) -> Result<T, Self> {
        Err(Self::Inconsistent { what })
    }
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { path } => write!(f, "there is no recording at {}", path.display()),
            Self::Foreign => f.write_str("not a recording: it does not begin with the format's name"),
            Self::Version { found } => {
                write!(f, "a recording of format {found}; this reader supports formats up to {VERSION}")
            }
            Self::Truncated => f.write_str("the recording is cut short"),
            Self::Damaged { what } => write!(f, "the recording is damaged: {what}"),
            Self::TooLarge { what } => write!(f, "the recording has too many {what}"),
            Self::Inconsistent { what } => write!(f, "cannot be recorded: {what}"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // The message already includes this error.
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for RecordingError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Truncated,
            _ => Self::Io(error),
        }
    }
}

//! Why there is no recording.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What stopped a recording from being read or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordingError {
    /// There is no such file.
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The file is no recording at all.
    Foreign,
    /// A recording, but of a format this reader does not know.
    Version {
        /// The format's number in the file.
        found: u32,
    },
    /// The file ends too early.
    Truncated,
    /// The file is as long as it says, but not what was written.
    Damaged {
        /// What is wrong with it.
        what: &'static str,
    },
    /// More of something than the format allows.
    TooLarge {
        /// More of what.
        what: &'static str,
    },
    /// The recording to be written contradicts itself.
    Inconsistent {
        /// How.
        what: &'static str,
    },
    /// The system could not read or write.
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
                write!(f, "a recording of format {found}; this reader knows format {}", super::seal::VERSION)
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
            // What it says itself has been said already.
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

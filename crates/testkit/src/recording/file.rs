//! Reads and writes recordings.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use super::error::RecordingError;
use super::format::version_of;
use super::types::Recording;
use super::{payload, seal};

impl Recording {
    /// Reads the file at `path`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, RecordingError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|error| RecordingError::opening(path, error))?;
        Self::read(BufReader::new(file))
    }

    /// Reads a recording from its bytes. Any bytes are allowed. The memory is at most proportional
    /// to the limits of a recording.
    pub fn read(source: impl Read) -> Result<Self, RecordingError> {
        payload::decode(&seal::open(source)?)
    }

    /// Writes a file to `path`, and replaces an existing one.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), RecordingError> {
        let mut file = BufWriter::new(File::create(path)?);
        self.write(&mut file)?;
        Ok(file.flush()?)
    }

    /// Writes the file's bytes. Poses are quantised, so reading gives exactly `self` only if its
    /// poses already were.
    pub fn write(&self, sink: impl Write) -> Result<(), RecordingError> {
        seal::close(version_of(&self.bodies), &payload::encode(self)?, sink)
    }
}

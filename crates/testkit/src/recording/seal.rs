//! The envelope: a name, a length, a checksum, and the deflated payload.
//!
//! ```text
//! 8 bytes   "clinchRT"
//! 4 bytes   format number            (all numbers little-endian)
//! 4 bytes   CRC-32 of what follows
//! 8 bytes   length of the payload as deflated
//! …         the payload, deflated
//! ```
//!
//! * The checksum covers the length and the deflated bytes: it detects every single flipped bit and
//!   every burst of up to 32.
//! * The length distinguishes a truncated file from a changed one.

use std::io::{Read, Write};

use flate2::Crc;
use flate2::read::{DeflateDecoder, DeflateEncoder};

use super::error::RecordingError;
use super::format::{NAME, is_supported};
use super::limits;

/// The length of everything before the payload.
const HEADER: usize = 24;

/// Writes the file of a payload.
pub(super) fn close(version: u32, payload: &[u8], mut sink: impl Write) -> Result<(), RecordingError> {
    limits::within(payload.len() as u64, limits::PAYLOAD_BYTES, "bytes")?;
    let mut deflated = Vec::new();
    DeflateEncoder::new(payload, flate2::Compression::best()).read_to_end(&mut deflated)?;
    limits::within(deflated.len() as u64, limits::FILE_BYTES, "bytes")?;
    let length = (deflated.len() as u64).to_le_bytes();
    sink.write_all(&NAME)?;
    sink.write_all(&version.to_le_bytes())?;
    sink.write_all(&checksum(&length, &deflated).to_le_bytes())?;
    sink.write_all(&length)?;
    Ok(sink.write_all(&deflated)?)
}

/// Reads a file and returns its payload.
pub(super) fn open(source: impl Read) -> Result<Vec<u8>, RecordingError> {
    let mut file = Vec::new();
    let most = HEADER as u64 + limits::FILE_BYTES;
    source.take(most + 1).read_to_end(&mut file)?;
    let name = &file[..file.len().min(NAME.len())];
    if name != &NAME[..name.len()] {
        return Err(RecordingError::Foreign);
    }
    let Some((header, deflated)) = file.split_first_chunk::<HEADER>() else {
        return Err(RecordingError::Truncated);
    };
    let [.., v0, v1, v2, v3, c0, c1, c2, c3, l0, l1, l2, l3, l4, l5, l6, l7] = *header;
    let version = u32::from_le_bytes([v0, v1, v2, v3]);
    if !is_supported(version) {
        return Err(RecordingError::Version { found: version });
    }
    let length = [l0, l1, l2, l3, l4, l5, l6, l7];
    if file.len() as u64 > most {
        return Err(RecordingError::TooLarge { what: "bytes" });
    }
    match (deflated.len() as u64).cmp(&u64::from_le_bytes(length)) {
        std::cmp::Ordering::Less => return Err(RecordingError::Truncated),
        std::cmp::Ordering::Greater => return RecordingError::damaged("something follows its end"),
        std::cmp::Ordering::Equal => {}
    }
    if checksum(&length, deflated) != u32::from_le_bytes([c0, c1, c2, c3]) {
        return RecordingError::damaged("its checksum does not match");
    }
    inflate(deflated)
}

fn inflate(deflated: &[u8]) -> Result<Vec<u8>, RecordingError> {
    let mut payload = Vec::new();
    let mut decoder = DeflateDecoder::new(deflated).take(limits::PAYLOAD_BYTES + 1);
    if decoder.read_to_end(&mut payload).is_err() {
        return RecordingError::damaged("it does not inflate");
    }
    limits::within(payload.len() as u64, limits::PAYLOAD_BYTES, "bytes")?;
    Ok(payload)
}

fn checksum(length: &[u8], deflated: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(length);
    crc.update(deflated);
    crc.sum()
}

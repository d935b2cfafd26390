//! The numbers of the payload: integers in as few bytes as they need, and floats by their bits.
//!
//! * A varint has seven bits in each byte, lowest first. The eighth bit is set while more bytes
//!   follow. Small numbers take one byte, and deflate compresses repetitions.
//! * Signed numbers are zig-zag encoded first (0, −1, 1, −2, … become 0, 1, 2, 3, …), so that small
//!   ones of either sign are short.

use super::error::RecordingError;

/// Appends a varint.
pub(super) fn put_unsigned(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a zig-zag encoded varint.
pub(super) fn put_signed(out: &mut Vec<u8>, value: i64) {
    put_unsigned(out, ((value << 1) ^ (value >> 63)) as u64);
}

/// Appends a float's four bytes.
pub(super) fn put_f32(out: &mut Vec<u8>, value: f32) {
    out.extend(value.to_bits().to_le_bytes());
}

/// Reads the numbers from the front. The end of the bytes is an error: if the checksum matches, the
/// contents contradict each other.
pub(super) struct Cursor<'b> {
    rest: &'b [u8],
}

impl<'b> Cursor<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The number of bytes left.
    pub(super) fn left(&self) -> u64 {
        self.rest.len() as u64
    }

    pub(super) fn byte(&mut self) -> Result<u8, RecordingError> {
        Ok(self.array::<1>()?[0])
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], RecordingError> {
        match self.rest.split_first_chunk::<N>() {
            Some((chunk, rest)) => {
                self.rest = rest;
                Ok(*chunk)
            }
            None => RecordingError::damaged("its contents end too early"),
        }
    }

    pub(super) fn unsigned(&mut self) -> Result<u64, RecordingError> {
        let mut value = 0;
        // Nine groups of seven bits: no number of a recording is near 2⁶³.
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        RecordingError::damaged("a number is too long")
    }

    pub(super) fn signed(&mut self) -> Result<i64, RecordingError> {
        let folded = self.unsigned()?;
        Ok((folded >> 1) as i64 ^ -((folded & 1) as i64))
    }

    /// A float. Only finite ones are written, so others are an error.
    pub(super) fn f32(&mut self) -> Result<f32, RecordingError> {
        let value = f32::from_bits(u32::from_le_bytes(self.array()?));
        if value.is_finite() { Ok(value) } else { RecordingError::damaged("a size is not finite") }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, put_signed, put_unsigned};

    #[test]
    fn numbers_are_read_as_written_and_small_ones_are_short() {
        let mut out = Vec::new();
        let numbers = [0, 1, -1, 63, -64, 64, 1 << 20, -(1 << 33), (1 << 61) - 1];
        for number in numbers {
            put_signed(&mut out, number);
        }
        let mut cursor = Cursor::new(&out);
        for number in numbers {
            assert_eq!(cursor.signed().unwrap(), number);
        }
        assert_eq!(cursor.left(), 0);
        assert_eq!(out[..5].iter().filter(|&&byte| byte >= 0x80).count(), 0, "the first five take one byte each");
    }

    #[test]
    fn an_endless_number_is_an_error() {
        assert!(Cursor::new(&[0xff; 20]).unsigned().is_err());
        assert!(Cursor::new(&[0xff; 3]).unsigned().is_err());
        let mut longest = Vec::new();
        put_unsigned(&mut longest, (1 << 63) - 1);
        assert_eq!(Cursor::new(&longest).unsigned().unwrap(), (1 << 63) - 1);
    }
}

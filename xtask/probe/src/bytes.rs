//! The numbers of a pair from bytes.
//!
//! * A number is a byte with its format, and the bytes of that format: none for common numbers and
//!   those similar to the last one, one for extreme numbers, two for any number on a grid or a
//!   scale, four or eight for any bits. So a fuzzer can change one number by few bytes.
//! * After the last byte there are zeros: every input is a pair.
//! * In a tame input the absolute value of a number is 0 or from 1e-3 to 1e3, so that the ratio of
//!   two numbers is at most 1e6. A wild input has any numbers.

/// The rest of an input.
#[derive(Clone, Debug)]
pub struct Bytes<'d> {
    rest: &'d [u8],
    /// Numbers are not limited.
    pub wild: bool,
    /// Numbers are rounded to `f32`.
    pub single: bool,
    last: f64,
}

/// Common numbers, most of which are rounded in binary or are large or small.
const COMMON: [f64; 16] = [
    0.1,
    0.3,
    1.0 / 3.0,
    1e-2,
    1e-3,
    1e3,
    100.0,
    64.0,
    1.0 / 1024.0,
    7.3,
    core::f64::consts::SQRT_2,
    core::f64::consts::PI,
    -0.0,
    1e-6,
    1e6,
    0.999_999_9,
];

/// Extreme numbers.
const EXTREME: [f64; 24] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    1e300,
    -1e300,
    1e-300,
    f32::MAX as f64,
    f32::MIN_POSITIVE as f64,
    1.4e-45,
    // Beyond the range of f32, and numbers whose squares are beyond it or beyond that of f64.
    3.5e38,
    1e-46,
    1e154,
    1e155,
    1e-160,
    1e-154,
    1e19,
    2e19,
    1e-19,
    1e-23,
    -1.0,
    1e30,
];

impl<'d> Bytes<'d> {
    /// The whole input.
    pub fn new(all: &'d [u8]) -> Self {
        Self { rest: all, wild: false, single: false, last: 1.0 }
    }

    /// Whether the input is read to its end.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut taken = [0; N];
        let most = N.min(self.rest.len());
        let (head, rest) = self.rest.split_at(most);
        taken[..most].copy_from_slice(head);
        self.rest = rest;
        taken
    }

    /// A whole number less than `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Any number.
    pub fn number(&mut self) -> f64 {
        let tag = self.byte();
        let written = match tag {
            0..=95 => (f64::from(tag) - 48.0) * 0.125,
            96..=111 => COMMON[usize::from(tag - 96)],
            112..=175 => f64::from(i16::from_le_bytes(self.take())) / 4096.0,
            176..=207 => {
                let [digits, exponent] = self.take();
                let size = (1.0 + f64::from(digits) / 28.0) * power_of_ten(i32::from(exponent % 13) - 6);
                if tag.is_multiple_of(2) { size } else { -size }
            }
            208..=223 => self.similar_to_last(tag - 208),
            224..=239 => f64::from(f32::from_le_bytes(self.take())),
            240..=247 => f64::from_le_bytes(self.take()),
            _ => EXTREME[self.below(EXTREME.len())],
        };
        let number = if self.wild { written } else { tamed(written) };
        self.last = if self.single && !self.wild { f64::from(number as f32) } else { number };
        self.last
    }

    /// A number equal or similar to the last one: equal sizes give ties.
    fn similar_to_last(&self, how: u8) -> f64 {
        let last = self.last;
        match how {
            0..=3 => last,
            4 | 5 => -last,
            6 => last * 2.0,
            7 => last * 0.5,
            8 | 9 if self.single => f64::from((last as f32).next_up()),
            10 | 11 if self.single => f64::from((last as f32).next_down()),
            8 | 9 => last.next_up(),
            10 | 11 => last.next_down(),
            12 => last * (1.0 + 1e-6),
            13 => last * (1.0 - 1e-4),
            14 => last * 100.0,
            _ => last * 0.01,
        }
    }

    /// A size. It is not negative if the input is tame.
    pub fn size(&mut self) -> f64 {
        let size = self.number();
        if self.wild { size } else { size.abs() }
    }

    /// An angle of at most half a turn in either direction, in one byte, or any number.
    pub fn angle(&mut self) -> f64 {
        match self.byte() {
            0 => self.number(),
            byte => (f64::from(byte) - 128.0) / 128.0 * core::f64::consts::PI,
        }
    }
}

/// 10ᵏ for a small k.
fn power_of_ten(k: i32) -> f64 {
    10.0_f64.powi(k)
}

fn tamed(number: f64) -> f64 {
    let size = number.abs();
    match size {
        _ if number == 0.0 => number,
        _ if number.is_nan() => 1.0,
        _ if size < 1e-3 => 1e-3_f64.copysign(number),
        _ if size > 1e3 => 1e3_f64.copysign(number),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn tame_numbers_are_within_a_million_of_each_other() {
        let mut kinds = [0; 3];
        for tag in 0..=255_u8 {
            for other in [0, 1, 77, 128, 255] {
                let input = [tag, other, other ^ 0x35, 9, other, 1, 2, 3, other];
                let mut bytes = Bytes::new(&input);
                let tame = bytes.number();
                assert!(tame == 0.0 || (1e-3..=1e3).contains(&tame.abs()), "{tag} {other}: {tame}");
                let mut bytes = Bytes { wild: true, ..Bytes::new(&input) };
                let wild = bytes.number();
                kinds[0] += usize::from(!wild.is_finite());
                kinds[1] += usize::from(wild.is_finite() && wild != 0.0 && !(1e-3..=1e3).contains(&wild.abs()));
                kinds[2] += usize::from(wild == tame);
            }
        }
        assert!(kinds[0] > 3 && kinds[1] > 60 && kinds[2] > 500, "{kinds:?}");
    }

    #[test]
    fn no_bytes_are_zeros() {
        let mut bytes = Bytes::new(&[7]);
        assert_eq!((bytes.byte(), bytes.byte(), bytes.below(5)), (7, 0, 0));
        assert!(bytes.is_empty());
        assert_eq!(bytes.number(), -6.0);
    }
}

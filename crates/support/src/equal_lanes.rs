//! Which of sixteen lanes equal a value, as a number with a bit per lane.

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Level, Simd, SimdBase, SimdInto, Sse2, f32x4};
use glam::Vec4;

/// Bit 4r + l is whether lane l of register r equals lane l of `value`. Zeros of either sign are
/// equal, NaN equals nothing.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn equal_lanes(registers: &[Vec4; 4], value: Vec4) -> u32 {
    // SSE2 is part of x86-64, so the branch is resolved at compile time. Not a higher level:
    // AVX-512 would compare into mask registers, which is slower.
    let Some(sse2) = Level::baseline().as_sse2() else {
        return register_by_register(registers, value);
    };
    let lanes = |register: Vec4| register.to_array().simd_into(sse2);
    let value: f32x4<Sse2> = lanes(value);
    let equal = |number: usize| lanes(registers[number]).simd_eq(value);
    // Packed to a byte per lane, then to bits: 4 instructions. Four masks shifted and joined take
    // 10, and compiled for AVX-512 LLVM merges them in a 512-bit register, which is slower still.
    let halves = [sse2.narrow_mask32x4(equal(0), equal(1)), sse2.narrow_mask32x4(equal(2), equal(3))];
    sse2.to_bitmask_mask8x16(sse2.narrow_mask16x8(halves[0], halves[1])) as u32
}

/// As above.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn equal_lanes(registers: &[Vec4; 4], value: Vec4) -> u32 {
    register_by_register(registers, value)
}

#[inline(always)]
fn register_by_register(registers: &[Vec4; 4], value: Vec4) -> u32 {
    let bits = |number: usize| registers[number].cmpeq(value).bitmask() << (4 * number);
    bits(0) | bits(1) | (bits(2) | bits(3))
}

#[cfg(test)]
mod tests {
    use super::{equal_lanes, register_by_register};
    use glam::Vec4;

    #[test]
    fn each_lane_has_its_own_bit() {
        for pattern in (0..1_u32 << 16).step_by(77).chain((0..16).map(|lane| 1 << lane)).chain([0xFFFF]) {
            let at = |lane: usize| if pattern >> lane & 1 == 1 { 3.0 } else { -3.0 };
            let registers = core::array::from_fn(|register| Vec4::from_array(core::array::from_fn(|lane| at(4 * register + lane))));
            assert_eq!(equal_lanes(&registers, Vec4::splat(3.0)), pattern);
            assert_eq!(register_by_register(&registers, Vec4::splat(3.0)), pattern);
        }
    }

    #[test]
    fn zeros_are_equal_and_nan_equals_nothing() {
        let lanes = Vec4::new(0.0, -0.0, f32::NAN, f32::MIN_POSITIVE);
        for equal in [equal_lanes, register_by_register] {
            assert_eq!(equal(&[lanes; 4], Vec4::ZERO), 0x3333);
            assert_eq!(equal(&[lanes; 4], -Vec4::ZERO), 0x3333);
            assert_eq!(equal(&[lanes; 4], Vec4::NAN), 0);
        }
    }
}

//! The farthest of many vectors along a direction, several at a time.
//!
//! * The components lie apart, x beside x and y beside y, in blocks: each lane of a register then works on a vector of its own. The last block is filled up with the first
//!   vector, which changes no answer.
//! * Each lane keeps the best of its own vectors, and the best lane wins. The dot product is that of [`Vector::dot`], term by term, and equals go to
//!   the lowest index: to the last bit the answer is that of a plain loop, in whatever instructions.
//! * A few are scanned in the instructions that every CPU of the target has, for to choose others takes as long as a block. Of many the blocks are wider, and the widest registers
//!   are used that the CPU turns out to have (`docs/decisions/0013-wide-scans.md`).

use std::sync::LazyLock;

use clinch_support::{Scalar, Vector};
use fearless_simd::{Level, Simd, dispatch};

/// Vectors in a block of a few. Measured on SSE2, against a plain loop: of 4, 2.7 times as fast in `f32` and 1.5 times in `f64` from 256 vectors on, even at 8;
/// of 8 or 16, what a lane remembers does not fit the registers any more, and four vectors take twice as long.
const WIDTH: usize = 4;

/// Vectors in a block of many: one register of AVX-512, two of AVX2.
const WIDE: usize = 16;

/// What the CPU has; asked once.
static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);

/// From so many vectors on the blocks are wide. Larger: what has fewer is scanned in narrow registers, in up to twice the time. Smaller: blocks that are half empty, and the choice of the
/// instructions, take longer than that. Where no registers are wider there are never many.
fn many(level: Level) -> usize {
    match level {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Avx512(_) => 48,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Avx2(_) => 128,
        _ => usize::MAX,
    }
}

/// Vectors in blocks of components.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lanes<V: Vector> {
    count: usize,
    /// Vectors in a block.
    width: usize,
    components: Vec<V::Scalar>,
}

impl<V: Vector> Lanes<V> {
    pub(crate) fn new(vectors: &[V]) -> Self {
        Self::in_blocks(vectors, if vectors.len() < many(*LEVEL) { WIDTH } else { WIDE })
    }

    fn in_blocks(vectors: &[V], width: usize) -> Self {
        let mut components = Vec::new();
        for block in vectors.chunks(width) {
            for axis in 0..V::DIM {
                components.extend((0..width).map(|lane| block.get(lane).unwrap_or(&vectors[0]).get(axis)));
            }
        }
        Self { count: vectors.len(), width, components }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The dot product of the vector at `index` with another, the same to the last bit as when [`farthest`](Self::farthest) takes it.
    #[inline]
    pub(crate) fn dot(&self, index: usize, direction: V) -> V::Scalar {
        let width = self.width;
        let first = index / width * width * V::DIM + index % width;
        V::from_fn(|axis| self.components[first + axis * width]).dot(direction)
    }

    /// The index of the farthest vector along `direction`; the lowest of equals, and 0 of a NaN direction.
    #[inline]
    pub(crate) fn farthest(&self, direction: V) -> usize {
        if self.width == WIDTH { self.farthest_of_few(direction) } else { self.farthest_of_many(*LEVEL, direction) }
    }

    #[inline(always)]
    fn farthest_of_few(&self, direction: V) -> usize {
        let mut most = [-V::Scalar::INFINITY; WIDTH];
        let mut found = [0_u32; WIDTH];
        for (number, block) in self.components.chunks_exact(WIDTH * V::DIM).enumerate() {
            let along: [V::Scalar; WIDTH] = along(block, direction);
            for lane in 0..WIDTH {
                let better = along[lane] > most[lane];
                most[lane] = if better { along[lane] } else { most[lane] };
                found[lane] = if better { number as u32 } else { found[lane] };
            }
        }
        // Chosen by arithmetic: which lane has won nobody can foretell.
        let greater = |one: V::Scalar, other: V::Scalar| if one > other { one } else { other };
        let farthest = greater(greater(most[0], most[1]), greater(most[2], most[3]));
        let index = |lane: usize| if most[lane] == farthest { found[lane] * WIDTH as u32 + lane as u32 } else { u32::MAX };
        index(0).min(index(1)).min(index(2).min(index(3))) as usize
    }

    /// In the instructions of a level that the CPU has.
    #[inline(never)]
    fn farthest_of_many(&self, level: Level, direction: V) -> usize {
        dispatch!(level, simd => farthest_in(simd, &self.components, direction))
    }
}

/// Compiled once for each level: what is called here must be inlined, or it is compiled for the lowest.
#[inline(always)]
fn farthest_in<I: Simd, S: Scalar, V: Vector<Scalar = S>>(_: I, components: &[S], direction: V) -> usize {
    let mut most = [-S::INFINITY; WIDE];
    let mut found = [0_u32; WIDE];
    for (number, block) in components.chunks_exact(WIDE * V::DIM).enumerate() {
        let along: [S; WIDE] = along(block, direction);
        for lane in 0..WIDE {
            let better = along[lane] > most[lane];
            most[lane] = if better { along[lane] } else { most[lane] };
            found[lane] = if better { number as u32 } else { found[lane] };
        }
    }
    for (lane, found) in found.iter_mut().enumerate() {
        *found = *found * WIDE as u32 + lane as u32;
    }
    // In pairs, as one after the other each would wait for the one before.
    let mut half = WIDE / 2;
    while half > 0 {
        for lane in 0..half {
            let (one, other) = (most[lane], most[lane + half]);
            let better = (other > one) | ((other == one) & (found[lane + half] < found[lane]));
            most[lane] = if better { other } else { one };
            found[lane] = if better { found[lane + half] } else { found[lane] };
        }
        half /= 2;
    }
    if most[0] > -S::INFINITY { found[0] as usize } else { 0 }
}

/// The dot products of a block.
#[inline(always)]
fn along<S: Scalar, V: Vector<Scalar = S>, const WIDTH: usize>(block: &[S], direction: V) -> [S; WIDTH] {
    let mut along = [S::ZERO; WIDTH];
    for (axis, components) in block.chunks_exact(WIDTH).enumerate() {
        let factor = direction.get(axis);
        for lane in 0..WIDTH {
            let term = components[lane] * factor;
            along[lane] = if axis == 0 { term } else { along[lane] + term };
        }
    }
    along
}

#[cfg(test)]
mod tests {
    use super::{Lanes, WIDE, WIDTH};
    use clinch_support::{Scalar, Vector};
    use fearless_simd::Level;
    use glam::{DVec2, DVec3, Vec2, Vec3};

    /// The plain loop.
    fn scan<V: Vector>(vectors: &[V], direction: V) -> usize {
        let mut best = (0, -V::Scalar::INFINITY);
        for (index, vector) in vectors.iter().enumerate() {
            let along = vector.dot(direction);
            if along > best.1 {
                best = (index, along);
            }
        }
        best.0
    }

    /// All that this CPU has, from the lowest up.
    #[cfg(target_arch = "x86_64")]
    fn levels() -> Vec<Level> {
        let most = Level::new();
        let levels = [
            most.as_sse2().map(Level::Sse2),
            most.as_sse4_2().map(Level::Sse4_2),
            most.as_avx2().map(Level::Avx2),
            most.as_avx512().map(Level::Avx512),
        ];
        levels.into_iter().flatten().collect()
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn levels() -> Vec<Level> {
        vec![Level::baseline(), Level::new()]
    }

    fn like_the_plain_loop<V: Vector>() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 40
        };
        let hostile = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e38, 1e-40, f64::MAX];
        let levels = levels();
        for count in (1..40).chain([255, 256, 257]) {
            for round in 0..60 {
                // Few values, so that many dots are equal; or hardly ever.
                let mut value = || if round % 2 == 0 { (next() % 5) as f64 - 2.0 } else { next() as f64 / 8e6 - 1.0 };
                let vectors: Vec<V> = (0..count).map(|_| V::from_fn(|_| V::Scalar::narrow(value()))).collect();
                let [few, many] = [WIDTH, WIDE].map(|width| Lanes::in_blocks(&vectors, width));
                let mut direction = V::from_fn(|_| V::Scalar::narrow(value()));
                if round % 5 == 0 {
                    direction = V::from_fn(|_| V::Scalar::narrow(hostile[next() as usize % 8]));
                }
                let plain = scan(&vectors, direction);
                assert_eq!(
                    [&few, &many, &Lanes::new(&vectors)].map(|lanes| lanes.farthest(direction)),
                    [plain; 3],
                    "{count} {round} {direction:?}"
                );
                for &level in &levels {
                    assert_eq!(many.farthest_of_many(level, direction), plain, "{level:?} {count} {round} {direction:?}");
                }
                for (index, vector) in vectors.iter().enumerate() {
                    let (lane, plain) = ([&few, &many][round % 2].dot(index, direction), vector.dot(direction));
                    // Which of the NaNs it is the compiler may choose.
                    assert!(lane.bits() == plain.bits() || lane.widen().is_nan() && plain.widen().is_nan(), "{lane:?} {plain:?}");
                }
            }
        }
    }

    #[test]
    fn the_farthest_is_that_of_a_plain_loop_to_the_last_bit() {
        like_the_plain_loop::<Vec2>();
        like_the_plain_loop::<Vec3>();
        like_the_plain_loop::<DVec2>();
        like_the_plain_loop::<DVec3>();
    }
}

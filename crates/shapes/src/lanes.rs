//! The farthest of many vectors along a direction, by SIMD.
//!
//! * The components are stored separately, x beside x and y beside y, in blocks. So each lane of a
//!   register works on a vector of its own. The last block is filled up with the first vector,
//!   which changes no answer.
//! * Each lane keeps the best of its vectors, and the best lane wins. The dot product is that of
//!   [`Vector::dot`], term by term, and of equals the lowest index wins. So the answer equals that
//!   of a plain loop to the last bit, with any instruction set.
//! * Lists of up to 64 vectors in 3D and `f32` have blocks of sixteen besides ([`VertexBlock`]),
//!   whose products are all kept until the largest is known.
//! * Other short lists use the baseline instruction set, because dispatching to a wider one costs
//!   as much as scanning a block. Long lists have wider blocks and use the widest registers of the
//!   CPU (`docs/decisions/0013-wide-scans.md`).

use std::sync::LazyLock;

use clinch_support::{Scalar, Vector, VertexBlock};
use fearless_simd::{Level, Simd, dispatch};
use glam::Vec4;

/// The vectors per block of a short list. Measured with SSE2 against a plain loop: with 4, from 256
/// vectors on it is 2.7 times as fast in `f32` and 1.5 times in `f64`, and equally fast for 8. With
/// 8 or 16, the state of a lane does not fit into the registers, and four vectors take twice as
/// long.
const WIDTH: usize = 4;

/// The vectors per block of a long list: one register of AVX-512, two of AVX2.
const WIDE: usize = 16;

/// Lists of more vectors have no blocks of `f32`.
const MOST_IN_BLOCKS: usize = VertexBlock::LEN * VertexBlock::MOST;

/// Vectors and directions whose |components| sum to at most this have finite products. Larger: sums
/// of three overflow, and what the lanes of two instruction sets give for NaN differs. Smaller:
/// vectors of this size are scanned more slowly.
const LARGEST: f64 = (1_u64 << 60) as f64;

/// The instruction set of the CPU, detected once.
static INSTRUCTION_SET: LazyLock<Level> = LazyLock::new(Level::new);

/// The number of vectors from which blocks are wide. Larger: shorter lists are scanned in narrow
/// registers, in up to twice the time. Smaller: half-empty blocks and the dispatch take longer than
/// that. Without wider registers no list is long.
fn wide_from(level: Level) -> usize {
    match level {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Avx512(_) => 48,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Level::Avx2(_) => 128,
        _ => usize::MAX,
    }
}

/// Vectors, stored as blocks of components.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lanes<V: Vector> {
    count: usize,
    /// The vectors per block.
    width: usize,
    components: Vec<V::Scalar>,
    /// The same in `f32`; empty for vectors that are no [`VertexBlock`]s, too many or too large.
    blocks: Vec<VertexBlock>,
}

impl<V: Vector> Lanes<V> {
    pub(crate) fn new(vectors: &[V]) -> Self {
        let width = if vectors.len() < wide_from(*INSTRUCTION_SET) { WIDTH } else { WIDE };
        let few = vectors.len() <= MOST_IN_BLOCKS && vectors.iter().all(|vector| vector.sum_abs().widen() <= LARGEST);
        let blocks = if few { VertexBlock::all_of(vectors, V::ZERO) } else { Vec::new() };
        Self { blocks, ..Self::in_blocks(vectors, width) }
    }

    fn in_blocks(vectors: &[V], width: usize) -> Self {
        let mut components = Vec::new();
        for block in vectors.chunks(width) {
            for axis in 0..V::DIM {
                components.extend((0..width).map(|lane| block.get(lane).unwrap_or(&vectors[0]).get(axis)));
            }
        }
        Self { count: vectors.len(), width, components, blocks: Vec::new() }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The same vectors for searches in `f32`; none if they have none.
    #[inline]
    pub(crate) fn blocks(&self) -> &[VertexBlock] {
        &self.blocks
    }

    /// The dot product of the vector at `index` with another. The same to the last bit as in
    /// [`farthest`](Self::farthest).
    #[inline]
    pub(crate) fn dot(&self, index: usize, direction: V) -> V::Scalar {
        let width = self.width;
        let first = index / width * width * V::DIM + index % width;
        V::from_fn(|axis| self.components[first + axis * width]).dot(direction)
    }

    /// The index of the farthest vector along `direction`. The lowest of equals, and 0 for a NaN
    /// direction.
    #[inline]
    pub(crate) fn farthest(&self, direction: V) -> usize {
        // The first is known when this is compiled: other vectors lose the branch.
        if VertexBlock::are_of::<V>() && !self.blocks.is_empty() && direction.sum_abs().widen() <= LARGEST {
            // The scalar is `f32` here, so that the conversion is exact.
            let component = |axis: usize| Vec4::splat(Scalar::narrow(direction.get(axis).widen()));
            return VertexBlock::farthest(&self.blocks, [component(0), component(1), component(2)]);
        }
        if self.width == WIDTH {
            self.farthest_in_narrow_blocks(direction)
        } else {
            self.farthest_in_wide_blocks(*INSTRUCTION_SET, direction)
        }
    }

    #[inline(always)]
    fn farthest_in_narrow_blocks(&self, direction: V) -> usize {
        let mut best = [-V::Scalar::INFINITY; WIDTH];
        let mut best_block = [0_u32; WIDTH];
        for (number, block) in self.components.chunks_exact(WIDTH * V::DIM).enumerate() {
            let along: [V::Scalar; WIDTH] = along(block, direction);
            for lane in 0..WIDTH {
                let better = along[lane] > best[lane];
                best[lane] = if better { along[lane] } else { best[lane] };
                best_block[lane] = if better { number as u32 } else { best_block[lane] };
            }
        }
        // Selected without branches, because the winning lane is unpredictable.
        let greater = |one: V::Scalar, other: V::Scalar| if one > other { one } else { other };
        let farthest = greater(greater(best[0], best[1]), greater(best[2], best[3]));
        let index = |lane: usize| if best[lane] == farthest { best_block[lane] * WIDTH as u32 + lane as u32 } else { u32::MAX };
        index(0).min(index(1)).min(index(2).min(index(3))) as usize
    }

    /// With an instruction set that the CPU has.
    #[inline(never)]
    fn farthest_in_wide_blocks(&self, level: Level, direction: V) -> usize {
        dispatch!(level, simd => farthest_with(simd, &self.components, direction))
    }
}

/// Compiled once per instruction set. Everything called here must be inlined, or it is compiled for
/// the baseline.
#[inline(always)]
fn farthest_with<I: Simd, S: Scalar, V: Vector<Scalar = S>>(_: I, components: &[S], direction: V) -> usize {
    let mut best = [-S::INFINITY; WIDE];
    let mut best_block = [0_u32; WIDE];
    for (number, block) in components.chunks_exact(WIDE * V::DIM).enumerate() {
        let along: [S; WIDE] = along(block, direction);
        for lane in 0..WIDE {
            let better = along[lane] > best[lane];
            best[lane] = if better { along[lane] } else { best[lane] };
            best_block[lane] = if better { number as u32 } else { best_block[lane] };
        }
    }
    for (lane, best_block) in best_block.iter_mut().enumerate() {
        *best_block = *best_block * WIDE as u32 + lane as u32;
    }
    // In pairs, because sequential steps would each wait for the one before.
    let mut half = WIDE / 2;
    while half > 0 {
        for lane in 0..half {
            let (one, other) = (best[lane], best[lane + half]);
            let better = (other > one) | ((other == one) & (best_block[lane + half] < best_block[lane]));
            best[lane] = if better { other } else { one };
            best_block[lane] = if better { best_block[lane + half] } else { best_block[lane] };
        }
        half /= 2;
    }
    if best[0] > -S::INFINITY { best_block[0] as usize } else { 0 }
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

    /// All instruction sets of this CPU, from the lowest up.
    #[cfg(target_arch = "x86_64")]
    fn levels() -> Vec<Level> {
        let highest = Level::new();
        let levels = [
            highest.as_sse2().map(Level::Sse2),
            highest.as_sse4_2().map(Level::Sse4_2),
            highest.as_avx2().map(Level::Avx2),
            highest.as_avx512().map(Level::Avx512),
        ];
        levels.into_iter().flatten().collect()
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn levels() -> Vec<Level> {
        vec![Level::baseline(), Level::new()]
    }

    fn check_against_the_plain_loop<V: Vector>() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 40
        };
        let hostile = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e38, 1e-40, f64::MAX];
        let levels = levels();
        for count in (1..=66).chain([255, 256, 257]) {
            for round in 0..60 {
                // Few values, so that many dot products are equal; or almost never.
                let mut value = || if round % 2 == 0 { (next() % 5) as f64 - 2.0 } else { next() as f64 / 8e6 - 1.0 };
                let vectors: Vec<V> = (0..count).map(|_| V::from_fn(|_| V::Scalar::narrow(value()))).collect();
                let [narrow, wide] = [WIDTH, WIDE].map(|width| Lanes::in_blocks(&vectors, width));
                let mut direction = V::from_fn(|_| V::Scalar::narrow(value()));
                if round % 5 == 0 {
                    direction = V::from_fn(|_| V::Scalar::narrow(hostile[next() as usize % 8]));
                }
                let plain = scan(&vectors, direction);
                assert_eq!(
                    [&narrow, &wide, &Lanes::new(&vectors)].map(|lanes| lanes.farthest(direction)),
                    [plain; 3],
                    "{count} {round} {direction:?}"
                );
                for &level in &levels {
                    assert_eq!(wide.farthest_in_wide_blocks(level, direction), plain, "{level:?} {count} {round} {direction:?}");
                }
                for (index, vector) in vectors.iter().enumerate() {
                    let (lane, plain) = ([&narrow, &wide][round % 2].dot(index, direction), vector.dot(direction));
                    // The compiler may choose any NaN.
                    assert!(lane.bits() == plain.bits() || lane.widen().is_nan() && plain.widen().is_nan(), "{lane:?} {plain:?}");
                }
            }
        }
    }

    #[test]
    fn the_farthest_equals_that_of_a_plain_loop_to_the_last_bit() {
        check_against_the_plain_loop::<Vec2>();
        check_against_the_plain_loop::<Vec3>();
        check_against_the_plain_loop::<DVec2>();
        check_against_the_plain_loop::<DVec3>();
    }
}

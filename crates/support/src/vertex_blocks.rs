//! The vertices of a polytope in `f32`, stored for searches in lanes.
//!
//! * A block is sixteen vertices: x beside x, y beside y, z beside z. So each lane of a register
//!   works on a vertex of its own. The last block is filled up with copies of its first vertex: of
//!   equally far vertices the lowest lane counts, so a copy is never the answer.
//! * Coordinates are relative to the centre of the shape. So a shape far from its own origin loses
//!   no precision.

use glam::{Vec4, Vec4Swizzles};

use crate::equal_lanes::equal_lanes;
use crate::scalar::Scalar;
use crate::vector::Vector;

/// Registers of a block.
const REGISTERS: usize = VertexBlock::LEN / 4;

/// The coordinates of sixteen vertices of a polytope in 3D, relative to its centre, in `f32`. The
/// vertex in lane l of block b has the id 16b + l.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexBlock {
    coordinates: [[Vec4; REGISTERS]; 3],
}

impl VertexBlock {
    /// The number of vertices in a block: four registers of four lanes. With more, small polytopes
    /// would be mostly padding; with fewer, there would be more comparisons between blocks.
    pub const LEN: usize = 16;

    /// The most blocks of a polytope. With more, the products of a search would not fit two masks
    /// of 32 bits, and longer lists are scanned faster another way.
    pub const MOST: usize = 4;

    /// The block whose coordinate along `axis` in a lane is `coordinate(axis, lane)`.
    #[inline]
    pub fn from_fn(coordinate: impl Fn(usize, usize) -> f32) -> Self {
        let register = |axis: usize, register: usize| Vec4::from_array(core::array::from_fn(|lane| coordinate(axis, 4 * register + lane)));
        Self { coordinates: core::array::from_fn(|axis| core::array::from_fn(|number| register(axis, number))) }
    }

    /// The block of one to sixteen vertices, each relative to `center` and rounded once. Zeros if
    /// there is no vertex.
    pub fn of<V: Vector>(vertices: &[V], center: V) -> Self {
        Self::from_fn(|axis, lane| {
            let vertex = vertices.get(lane).or(vertices.first());
            vertex.map_or(0.0, |vertex| Scalar::narrow(Vector::get(vertex.widen() - center.widen(), axis)))
        })
    }

    /// The blocks of these vertices. None in 2D and for `f64`, whose coordinates would be rounded
    /// to those of other vertices.
    ///
    /// ```
    /// use clinch_support::VertexBlock;
    /// use glam::{DVec3, Vec3};
    ///
    /// let blocks = VertexBlock::all_of(&[Vec3::X, Vec3::Y], Vec3::Y);
    /// assert_eq!(blocks[0].vertex(0), [1.0, -1.0, 0.0]);
    /// assert!(VertexBlock::all_of(&[DVec3::X], DVec3::ZERO).is_empty());
    /// ```
    pub fn all_of<V: Vector>(vertices: &[V], center: V) -> Vec<Self> {
        let count = if Self::are_of::<V>() { vertices.len() } else { 0 };
        vertices[..count].chunks(Self::LEN).map(|vertices| Self::of(vertices, center)).collect()
    }

    /// Whether shapes of this vector can have blocks: 3D and `f32`.
    #[inline]
    pub fn are_of<V: Vector>() -> bool {
        V::DIM == 3 && size_of::<V::Scalar>() == size_of::<f32>()
    }

    /// The vertex in a lane; lanes are counted modulo their number.
    #[inline(always)]
    pub fn vertex(&self, lane: usize) -> [f32; 3] {
        let (register, lane) = (lane / 4 % REGISTERS, lane % 4);
        // By reference, so that one number is read and not a register that is then stored; and not
        // by `map`, which is not always inlined.
        let [x, y, z] = &self.coordinates;
        let at = |coordinates: &[Vec4; REGISTERS]| AsRef::<[f32; 4]>::as_ref(&coordinates[register])[lane];
        [at(x), at(y), at(z)]
    }

    /// The dot products with a direction, each of whose components is given in all lanes. Term by
    /// term as [`Vector::dot`].
    #[inline(always)]
    pub fn along(&self, [x, y, z]: [Vec4; 3]) -> [Vec4; REGISTERS] {
        let [xs, ys, zs] = &self.coordinates;
        core::array::from_fn(|register| xs[register] * x + ys[register] * y + zs[register] * z)
    }

    /// The id of the vertex farthest along a direction, each of whose components is given in all
    /// lanes. The lowest id of equals; any number, perhaps no id, if a product is NaN and without
    /// blocks. Only the first [`MOST`](Self::MOST) blocks are looked at.
    #[inline(always)]
    pub fn farthest(blocks: &[Self], direction: [Vec4; 3]) -> usize {
        match blocks {
            [block] => {
                let along = block.along(direction);
                equal_lanes(&along, splat_most(most(&along))).trailing_zeros() as usize
            }
            blocks => farthest_of_some(blocks, direction),
        }
    }
}

/// Keeps all products until the largest is known.
#[inline(always)]
fn farthest_of_some(blocks: &[VertexBlock], direction: [Vec4; 3]) -> usize {
    let mut along = [[Vec4::NEG_INFINITY; REGISTERS]; VertexBlock::MOST];
    let mut best = Vec4::NEG_INFINITY;
    for (along, block) in along.iter_mut().zip(blocks) {
        *along = block.along(direction);
        best = best.max(most(along));
    }
    let best = splat_most(best);
    // Two masks of 32 bits and not one of 64: compiled for AVX-512, the one is put together in a
    // 512-bit register, which is slower.
    let pair = |first: usize| equal_lanes(&along[first], best) | equal_lanes(&along[first + 1], best) << VertexBlock::LEN;
    let (low, high) = (pair(0), pair(2));
    let (mask, first_lane) = if low == 0 { (high, 2 * VertexBlock::LEN) } else { (low, 0) };
    first_lane + mask.trailing_zeros() as usize
}

#[inline(always)]
fn most(along: &[Vec4; REGISTERS]) -> Vec4 {
    along[0].max(along[1]).max(along[2].max(along[3]))
}

#[inline(always)]
fn splat_most(lanes: Vec4) -> Vec4 {
    let halves = lanes.max(lanes.zwxy());
    halves.max(halves.yxwz())
}

#[cfg(test)]
mod tests {
    use super::VertexBlock;
    use glam::{DVec3, Vec2, Vec3, Vec4};

    #[test]
    fn each_lane_has_its_vertex_and_the_rest_the_first_of_the_block() {
        for count in [1_usize, 3, 15, 16, 17, 40] {
            let vertices: Vec<Vec3> = (0..count).map(|i| Vec3::new(i as f32, -2.0 * i as f32, 0.5)).collect();
            let (center, direction) = (Vec3::new(1.0, 2.0, 0.25), Vec3::new(0.3, -0.7, 0.9));
            let blocks = VertexBlock::all_of(&vertices, center);
            assert_eq!(blocks.len(), count.div_ceil(VertexBlock::LEN));
            for place in 0..blocks.len() * VertexBlock::LEN {
                let (block, lane) = (place / VertexBlock::LEN, place % VertexBlock::LEN);
                let vertex = *vertices.get(place).unwrap_or(&vertices[block * VertexBlock::LEN]) - center;
                assert_eq!(blocks[block].vertex(lane), vertex.to_array(), "{count} {place}");
                let along = blocks[block].along(direction.to_array().map(Vec4::splat));
                assert_eq!(along[lane / 4].to_array()[lane % 4].to_bits(), vertex.dot(direction).to_bits());
            }
        }
    }

    #[test]
    fn only_polytopes_in_3d_and_f32_have_blocks() {
        assert!(VertexBlock::are_of::<Vec3>() && !VertexBlock::are_of::<Vec2>() && !VertexBlock::are_of::<DVec3>());
    }
}

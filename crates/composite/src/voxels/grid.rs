//! A set of filled cells.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clinch_bvh::{Builder, Bvh, Layout};
use clinch_mass::{Moments, rounded_box};
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use glam::DVec3;

use crate::sub_shape::SubShapeId;
use crate::unit_frame::UnitFrame;
use crate::voxels::block::{Block, CELLS, FARTHEST, WIDTH};
use crate::voxels::error::VoxelsError;
use crate::voxels::face::{Cell, Face};

/// The ids of a cell: two for each face.
const IDS_PER_CELL: u32 = 12;

/// The largest number of blocks: that whose triangles have keys of edges. 22 million cells.
const MOST_BLOCKS: usize = (1 << 28) / (CELLS * IDS_PER_CELL) as usize;

/// The largest ratio of the sizes of a cell along two axes: 2^200. Larger: exact signs underflow.
const LARGEST_RATIO: f64 = f64::from_bits((1023 + 200) << 52);

/// A set of filled cells of one size, as a solid, in 3D and `f32` or `f64`.
///
/// Cell (i, j, k) reaches from (i, j, k) · size to (i + 1, j + 1, k + 1) · size. The parts are
/// the faces between filled cells and empty ones, two triangles each: faces between filled cells do
/// not exist, so nothing catches on them and nothing is held inside. Two cells that touch along an
/// edge only meet in two concave edges there.
///
/// Cells are stored as bits, in blocks of 8 × 8 × 8; blocks without cells cost nothing. The id of
/// a triangle is ((512 · block + 64 z + 8 y + x) · 6 + face) · 2 + half, where (x, y, z) is the
/// place in the block, face 2a and 2a + 1 are those toward − and + along axis a, and blocks are
/// numbered in the order in which they came into use: those of [`new`](Self::new) by their place.
/// An id never changes, whatever is [set](Self::set). [`cell_of`](Self::cell_of) is the cell.
///
/// Cloning is cheap; setting a cell of a shared set copies it.
///
/// ```
/// use clinch_composite::{Voxels, VoxelsError};
/// use glam::{DVec3, Vec3};
///
/// let mut stairs = Voxels::new(Vec3::new(1.0, 0.5, 1.0), [[0, 0, 0], [1, 0, 0], [1, 1, 0]])?;
/// assert!(
///     stairs.contains(DVec3::new(1.5, 0.9, 0.5)) && !stairs.contains(DVec3::new(0.5, 0.9, 0.5))
/// );
/// let below = stairs.project(DVec3::new(0.25, 2.0, 0.5)).ok_or("not finite")?;
/// assert_eq!(
///     (below.point, stairs.cell_of(below.sub_shape)),
///     (DVec3::new(1.0, 1.0, 0.5), Some([1, 1, 0]))
/// );
///
/// stairs.set([1, 1, 0], false)?;
/// assert_eq!(stairs.bounds().max, DVec3::new(2.0, 0.5, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Voxels<V: Vector<Wide = DVec3>> {
    size: V,
    data: Arc<Data>,
    extent: Aabb<DVec3>,
    frame: UnitFrame,
}

#[derive(Clone, Debug)]
pub(crate) struct Data {
    pub(crate) blocks: Vec<Block>,
    numbers: BTreeMap<Cell, u32>,
    pub(crate) tree: Bvh<DVec3>,
}

impl<V: Vector<Wide = DVec3>> Voxels<V> {
    /// The set of these cells, in any order; the same cell may occur twice. May be empty.
    /// O(n log n).
    ///
    /// # Errors
    ///
    /// See [`VoxelsError`].
    pub fn new(size: V, cells: impl IntoIterator<Item = [i32; 3]>) -> Result<Self, VoxelsError> {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let places: BTreeSet<Cell> = cells.iter().map(|&cell| Block::of(cell)).collect();
        Self::of(size, &places.into_iter().collect::<Vec<_>>(), &cells)
    }

    /// The set of these cells, in blocks that are numbered in this order.
    pub(crate) fn of(size: V, places: &[Cell], cells: &[Cell]) -> Result<Self, VoxelsError> {
        let wide = size.widen();
        let largest = wide.max_element();
        let valid = |axis: usize| {
            let far = V::Scalar::narrow(wide[axis] * f64::from(FARTHEST)).widen();
            wide[axis] > 0.0 && far.is_finite() && !(largest / LARGEST_RATIO > wide[axis])
        };
        if let Some(axis) = (0..3).find(|&axis| !valid(axis)) {
            return Err(VoxelsError::InvalidSize { axis });
        }
        let data = Data { blocks: Vec::new(), numbers: BTreeMap::new(), tree: Bvh::new() };
        let nothing = Aabb { min: DVec3::ZERO, max: DVec3::ZERO };
        let mut voxels = Self { size, data: Arc::new(data), extent: nothing, frame: UnitFrame::of(0.0) };
        if let Some(&cell) = cells.iter().find(|&&cell| is_too_far(cell)) {
            return Err(VoxelsError::TooFar { cell, limit: FARTHEST });
        }
        if places.len() > MOST_BLOCKS {
            return Err(VoxelsError::TooManyBlocks { needed: places.len(), limit: MOST_BLOCKS });
        }
        let data = Arc::make_mut(&mut voxels.data);
        places.iter().for_each(|&at| data.add_block(at));
        for &cell in cells {
            data.fill(cell, true);
        }
        for number in 0..data.blocks.len() {
            for place in Block::places(&data.blocks[number].filled) {
                let cell = data.blocks[number].cell(place);
                data.update_exposed(cell);
            }
        }
        voxels.build_tree();
        voxels.update_extent();
        Ok(voxels)
    }

    /// Fills or empties a cell. Whether it was filled before. Copies the set if it is shared.
    ///
    /// Logarithmic in the number of blocks, with two exceptions. The first cell of a block builds
    /// the tree anew: O(n log n) in the number of blocks. Emptying a cell at the border of the
    /// [bounds](Self::bounds) looks for the new bounds in all blocks. [`edit`](Self::edit) does
    /// both once for many cells.
    ///
    /// # Errors
    ///
    /// A cell too far away, or in one block too many. Nothing changes then.
    pub fn set(&mut self, cell: [i32; 3], filled: bool) -> Result<bool, VoxelsError> {
        let before = self.is_filled(cell);
        if before != filled {
            let was_empty = self.is_empty();
            self.change(&[(cell, filled)])?;
            let of_cell = self.box_of(cell, cell);
            let border = of_cell.min.cmpeq(self.extent.min).any() || of_cell.max.cmpeq(self.extent.max).any();
            if filled && !was_empty {
                self.set_extent(Aabb { min: self.extent.min.min(of_cell.min), max: self.extent.max.max(of_cell.max) });
            } else if filled || border {
                self.update_extent();
            }
        } else if is_too_far(cell) {
            return Err(VoxelsError::TooFar { cell, limit: FARTHEST });
        }
        Ok(before)
    }

    /// Fills and empties cells, in this order, with the same result as [setting](Self::set) one
    /// after the other, ids included. Copies the set if it is shared. O(n log n) in the number of
    /// blocks and of changes together.
    ///
    /// # Errors
    ///
    /// A cell too far away, or one block too many. Nothing changes then.
    ///
    /// ```
    /// use clinch_composite::{Voxels, VoxelsError};
    /// use glam::DVec3;
    ///
    /// let mut bar = Voxels::new(DVec3::ONE, (0..100).map(|x| [x, 0, 0]))?;
    /// bar.edit((0..90).map(|x| ([x, 0, 0], false)))?;
    /// assert_eq!((bar.cells().count(), bar.bounds().min.x), (10, 90.0));
    /// # Ok::<(), VoxelsError>(())
    /// ```
    pub fn edit(&mut self, changes: impl IntoIterator<Item = ([i32; 3], bool)>) -> Result<(), VoxelsError> {
        let changes: Vec<_> = changes.into_iter().collect();
        self.change(&changes)?;
        if !changes.is_empty() {
            self.update_extent();
        }
        Ok(())
    }

    /// Everything but the extent.
    fn change(&mut self, changes: &[(Cell, bool)]) -> Result<(), VoxelsError> {
        if let Some(&(cell, _)) = changes.iter().find(|&&(cell, _)| is_too_far(cell)) {
            return Err(VoxelsError::TooFar { cell, limit: FARTHEST });
        }
        let mut places = BTreeSet::new();
        let filled = changes.iter().filter(|&&(_, filled)| filled).map(|&(cell, _)| Block::of(cell));
        let new: Vec<Cell> = filled.filter(|at| !self.data.numbers.contains_key(at) && places.insert(*at)).collect();
        let needed = self.data.blocks.len() + new.len();
        if needed > MOST_BLOCKS {
            return Err(VoxelsError::TooManyBlocks { needed, limit: MOST_BLOCKS });
        }
        if new.is_empty() && changes.iter().all(|&(cell, filled)| self.is_filled(cell) == filled) {
            return Ok(());
        }
        let data = Arc::make_mut(&mut self.data);
        new.iter().for_each(|&at| data.add_block(at));
        changes.iter().for_each(|&(cell, filled)| data.fill(cell, filled));
        for &(cell, _) in changes {
            data.update_exposed(cell);
            Face::ALL.iter().for_each(|face| data.update_exposed(face.beyond(cell)));
        }
        if !new.is_empty() {
            self.build_tree();
        }
        Ok(())
    }

    /// Whether a cell is filled.
    pub fn is_filled(&self, cell: [i32; 3]) -> bool {
        self.data.is_filled(cell)
    }

    /// The filled cells, block by block.
    pub fn cells(&self) -> impl Iterator<Item = [i32; 3]> {
        self.data.blocks.iter().flat_map(|block| Block::places(&block.filled).map(|place| block.cell(place)))
    }

    /// The size of a cell.
    pub fn size(&self) -> V {
        self.size
    }

    /// The cell of a triangle; `None` if there is no block with this id. The cell need not be
    /// filled any more.
    pub fn cell_of(&self, triangle: SubShapeId) -> Option<[i32; 3]> {
        let cell = triangle.0 / IDS_PER_CELL;
        self.data.blocks.get((cell / CELLS) as usize).map(|block| block.cell(cell % CELLS))
    }

    /// The corners of a triangle, counter-clockwise from outside; `None` if there is no such
    /// triangle: its cell is empty, or the neighbour is filled.
    pub fn corners(&self, triangle: SubShapeId) -> Option<[V; 3]> {
        self.is_there(triangle.0).then(|| self.vertices_at(triangle.0).map(|vertex| self.vertex(vertex)))
    }

    /// The AABB of all filled cells; a point if there are none.
    pub fn bounds(&self) -> Aabb<DVec3> {
        self.extent
    }

    /// Volume, centroid and second moments: the sum of the cells'. `None` without cells, and if a
    /// number overflows. O(cells).
    pub fn moments(&self) -> Option<Moments<DVec3>> {
        let size = self.frame.enter(self.size.widen());
        let middle = |cell: Cell| DVec3::from_array(cell.map(|i| f64::from(i) + 0.5)) * size;
        let of_cell = rounded_box(0.5 * size, 0.0);
        let sum = self.cells().map(|cell| of_cell.translated(middle(cell))).reduce(|sum, cell| sum + cell)?;
        sum.scaled(DVec3::splat(self.frame.leave(1.0))).finite().filter(|moments| moments.volume() > 0.0)
    }

    pub(crate) fn data(&self) -> &Data {
        &self.data
    }

    /// The frame of the largest coordinate.
    pub(crate) fn unit_frame(&self) -> UnitFrame {
        self.frame
    }

    /// The id of a triangle of the face of an existing block's cell.
    pub(crate) fn id(&self, cell: Cell, face: Face, half: u32) -> Option<u32> {
        let block = self.data.numbers.get(&Block::of(cell))?;
        Some(((block * CELLS + Block::place(cell)) * 6 + face.0) * 2 + half)
    }

    /// The face of an id, and which of its triangles.
    pub(crate) fn face_of(triangle: u32) -> (Face, u32) {
        (Face(triangle / 2 % 6), triangle % 2)
    }

    /// Whether a triangle exists.
    pub(crate) fn is_there(&self, triangle: u32) -> bool {
        let (face, _) = Self::face_of(triangle);
        self.cell_of(SubShapeId(triangle)).is_some_and(|cell| self.is_exposed(cell, face))
    }

    pub(crate) fn is_exposed(&self, cell: Cell, face: Face) -> bool {
        self.is_filled(cell) && !self.is_filled(face.beyond(cell))
    }

    /// The vertices of the grid at the corners of a triangle.
    pub(crate) fn vertices_at(&self, triangle: u32) -> [Cell; 3] {
        let (face, half) = Self::face_of(triangle);
        let [a, b, c, d] = face.corners(self.cell_of(SubShapeId(triangle)).unwrap_or_default());
        if half == 0 { [a, b, c] } else { [a, c, d] }
    }

    pub(crate) fn vertex(&self, vertex: Cell) -> V {
        V::narrow(DVec3::from_array(vertex.map(f64::from)) * self.size.widen())
    }

    /// The box of some cells, by the first and the last.
    pub(crate) fn box_of(&self, first: Cell, last: Cell) -> Aabb<DVec3> {
        Aabb { min: self.vertex(first).widen(), max: self.vertex(last.map(|i| i + 1)).widen() }
    }

    fn build_tree(&mut self) {
        let boxes: Vec<_> = self
            .data
            .blocks
            .iter()
            .map(|block| block.at.map(|i| i * WIDTH))
            .map(|first| self.box_of(first, first.map(|i| i + WIDTH - 1)))
            .collect();
        let data = Arc::make_mut(&mut self.data);
        Builder::new().build(&mut data.tree, &Layout { leaf_size: 1, leave_out_far: false }, boxes.len(), |block| boxes[block]);
    }

    /// Whether no cell is filled: a cell has a size.
    fn is_empty(&self) -> bool {
        self.extent.min == self.extent.max
    }

    /// The extent of all filled cells, from all blocks.
    fn update_extent(&mut self) {
        let ranges = self.data.blocks.iter().filter_map(Block::filled_range);
        let boxes = ranges.map(|(low, high)| self.box_of(low, high));
        let extent = Aabb::of_points(boxes.flat_map(|of_block| [of_block.min, of_block.max]));
        self.set_extent(extent.unwrap_or(Aabb { min: DVec3::ZERO, max: DVec3::ZERO }));
    }

    fn set_extent(&mut self, extent: Aabb<DVec3>) {
        self.extent = extent;
        self.frame = UnitFrame::of(extent.min.abs().max(extent.max.abs()).max_element());
    }
}

impl Data {
    fn add_block(&mut self, at: Cell) {
        self.numbers.insert(at, self.blocks.len() as u32);
        self.blocks.push(Block { at, filled: [0; 8], exposed: [0; 8] });
    }

    fn is_filled(&self, cell: Cell) -> bool {
        let block = self.numbers.get(&Block::of(cell)).and_then(|&number| self.blocks.get(number as usize));
        block.is_some_and(|block| Block::bit(&block.filled, Block::place(cell)))
    }

    fn fill(&mut self, cell: Cell, filled: bool) {
        if let Some(&number) = self.numbers.get(&Block::of(cell)) {
            Block::set(&mut self.blocks[number as usize].filled, Block::place(cell), filled);
        }
    }

    fn update_exposed(&mut self, cell: Cell) {
        let exposed = self.is_filled(cell) && Face::ALL.iter().any(|face| !self.is_filled(face.beyond(cell)));
        if let Some(&number) = self.numbers.get(&Block::of(cell)) {
            Block::set(&mut self.blocks[number as usize].exposed, Block::place(cell), exposed);
        }
    }
}

fn is_too_far(cell: Cell) -> bool {
    // Both corners of the cell.
    cell.iter().any(|i| !(-FARTHEST..FARTHEST).contains(i))
}

/// Equal if size, filled cells and the ids of their triangles are: sets that differ in ids alone
/// cannot stand for each other, because contacts name triangles by them. Blocks that are empty
/// again do not count, so equal sets may give different ids to cells that are filled later.
/// O(blocks).
impl<V: Vector<Wide = DVec3>> PartialEq for Voxels<V> {
    fn eq(&self, other: &Self) -> bool {
        let is_filled = |(_, block): &(usize, &Block)| block.filled.iter().any(|&word| word != 0);
        let of_block = |(number, block): (usize, &Block)| (number, block.at, block.filled);
        let [own, others] = [self, other].map(|voxels| voxels.data.blocks.iter().enumerate().filter(is_filled).map(of_block));
        self.size == other.size && (Arc::ptr_eq(&self.data, &other.data) || own.eq(others))
    }
}

//! What a recording contains.

/// A body's shape about the origin of the body, in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyShape {
    /// A ball about the origin.
    Ball {
        /// Its radius.
        radius: f32,
    },
    /// An axis-aligned box about the origin. Floors and walls are boxes too.
    Box {
        /// Half its size along x, y and z.
        half_extents: [f32; 3],
    },
    /// All points within `radius` of the segment from (0, −`half_height`, 0) to (0, `half_height`,
    /// 0).
    Capsule {
        /// Half the length of the segment.
        half_height: f32,
        /// The radius around it.
        radius: f32,
    },
    /// The convex hull of these points.
    Hull {
        /// The points. A recorder stores the corners of the hull; the format allows other points
        /// too.
        points: Vec<[f32; 3]>,
    },
    /// Heights over a grid, and everything below. The vertex in row r and column c is at (c · x,
    /// its height · y, r · z) for the scale (x, y, z). Each cell is two triangles, cut along the
    /// diagonal from (r, c) to (r + 1, c + 1).
    HeightField {
        /// The number of rows, along z: two or more.
        rows: u32,
        /// The number of columns, along x: two or more.
        columns: u32,
        /// The heights, row by row.
        heights: Vec<f32>,
        /// The width of a cell along x, the factor of the heights, and the width along z.
        scale: [f32; 3],
    },
    /// Triangles, and what they enclose if they are closed.
    Mesh {
        /// The vertices.
        vertices: Vec<[f32; 3]>,
        /// The indices of the corners of each triangle, counter-clockwise from in front.
        triangles: Vec<[u32; 3]>,
    },
}

impl BodyShape {
    /// Whether it is made of triangles.
    pub fn is_composite(&self) -> bool {
        matches!(self, Self::HeightField { .. } | Self::Mesh { .. })
    }
}

/// The pose of a body: rotate about its origin, then translate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedPose {
    /// The body's origin in the world, in metres.
    pub translation: [f32; 3],
    /// A quaternion x, y, z, w, of unit length to the rounding of its components to `f32`.
    pub rotation: [f32; 4],
}

/// One step of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The pose of each body that the engine's collision detection read in this tick.
    pub poses: Vec<RecordedPose>,
    /// The pairs of bodies that touch or overlap at these poses: sorted, without duplicates, and
    /// the lower index first. No pair has two static bodies.
    ///
    /// In the recordings of this repository, `scenes/*.clinch`, these are the answers of rapier's
    /// geometry (parry, in `f64`) to fresh queries at these poses, each with a proof. rapier's own
    /// manifolds lag behind the motion. `scenes/README.md` has the figures.
    pub touching: Vec<(u32, u32)>,
}

/// Bodies and their motion.
///
/// ```
/// use clinch_testkit::recording::{BodyShape, RecordedPose, Recording, Tick};
///
/// let at = |y| RecordedPose { translation: [0.0, y, 0.0], rotation: [0.0, 0.0, 0.0, 1.0] };
/// let recording = Recording {
///     seconds_per_tick: 1.0 / 60.0,
///     bodies: vec![BodyShape::Box { half_extents: [5.0, 1.0, 5.0] }, BodyShape::Ball { radius: 0.5 }],
///     ticks: vec![
///         Tick { poses: vec![at(-1.0), at(0.75)], touching: vec![] },
///         Tick { poses: vec![at(-1.0), at(0.5)], touching: vec![(0, 1)] },
///     ],
/// };
/// let mut file = Vec::new();
/// recording.write(&mut file).unwrap();
/// assert_eq!(Recording::read(file.as_slice()).unwrap(), recording);
/// assert!(Recording::read(&file[..file.len() - 1]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The engine's time step, in seconds.
    pub seconds_per_tick: f64,
    /// The shape of each body. The index here names the body.
    pub bodies: Vec<BodyShape>,
    /// The ticks, in order.
    pub ticks: Vec<Tick>,
}

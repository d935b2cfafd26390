//! The shapes of the bodies in the payload: a letter and the numbers of the shape, bit for bit.
//! Vertices of triangles are stored as the differences of their indices to the last.

use super::bytes::{Cursor, put_f32, put_signed, put_unsigned};
use super::error::RecordingError;
use super::limits;
use super::types::BodyShape;

const BALL: u8 = b'b';
const BOX: u8 = b'x';
const CAPSULE: u8 = b'c';
const HULL: u8 = b'h';
const HEIGHT_FIELD: u8 = b'f';
const MESH: u8 = b'm';
/// The bytes of the shortest shape: a ball is its letter and one number. Limits the count of
/// bodies.
pub(super) const SHORTEST: u64 = 5;
/// The bytes of one point of a hull or vertex of a mesh, of one height, and the least number of
/// bytes of a triangle.
const POINT: u64 = 12;
const HEIGHT: u64 = 4;
const TRIANGLE: u64 = 3;

pub(super) fn encode(bodies: &[BodyShape], out: &mut Vec<u8>) -> Result<(), RecordingError> {
    let mut total = Total(0);
    for body in bodies {
        let (letter, counts, numbers) = match body {
            BodyShape::Ball { radius } => (BALL, vec![], vec![*radius]),
            BodyShape::Box { half_extents } => (BOX, vec![], half_extents.to_vec()),
            BodyShape::Capsule { half_height, radius } => (CAPSULE, vec![], vec![*half_height, *radius]),
            BodyShape::Hull { points } => (HULL, vec![points.len()], points.as_flattened().to_vec()),
            BodyShape::HeightField { rows, columns, heights, scale } => {
                if *rows < 2 || *columns < 2 || heights.len() as u64 != u64::from(*rows) * u64::from(*columns) {
                    return RecordingError::inconsistent("the heights of a field are not its rows times its columns");
                }
                (HEIGHT_FIELD, vec![*rows as usize, *columns as usize], [scale, heights.as_slice()].concat())
            }
            BodyShape::Mesh { vertices, triangles } => {
                if !are_corners(triangles, vertices.len()) {
                    return RecordingError::inconsistent("a corner of a triangle is not a vertex of its mesh");
                }
                (MESH, vec![vertices.len(), triangles.len()], vertices.as_flattened().to_vec())
            }
        };
        if !numbers.iter().all(|number| number.is_finite()) {
            return RecordingError::inconsistent("a shape's size is not finite");
        }
        total.add(body)?;
        out.push(letter);
        for count in counts {
            put_unsigned(out, count as u64);
        }
        for number in numbers {
            put_f32(out, number);
        }
        if let BodyShape::Mesh { triangles, .. } = body {
            let mut last = 0;
            for &corner in triangles.as_flattened() {
                put_signed(out, i64::from(corner) - last);
                last = corner.into();
            }
        }
    }
    Ok(())
}

pub(super) fn decode(count: usize, from: &mut Cursor<'_>) -> Result<Vec<BodyShape>, RecordingError> {
    let mut total = Total(0);
    let mut bodies = Vec::with_capacity(count);
    for _ in 0..count {
        let body = match from.byte()? {
            BALL => BodyShape::Ball { radius: from.f32()? },
            BOX => BodyShape::Box { half_extents: triple(from)? },
            CAPSULE => BodyShape::Capsule { half_height: from.f32()?, radius: from.f32()? },
            HULL => {
                let points = at_most(from, POINT)?;
                BodyShape::Hull { points: (0..points).map(|_| triple(from)).collect::<Result<_, _>>()? }
            }
            HEIGHT_FIELD => height_field(from)?,
            MESH => mesh(from)?,
            _ => return RecordingError::damaged("a body has an unknown shape"),
        };
        total.add(&body)?;
        bodies.push(body);
    }
    Ok(bodies)
}

/// The points, heights and triangles so far.
struct Total(u64);

impl Total {
    fn add(&mut self, body: &BodyShape) -> Result<(), RecordingError> {
        self.0 += match body {
            BodyShape::Ball { .. } | BodyShape::Box { .. } | BodyShape::Capsule { .. } => 0,
            BodyShape::Hull { points } => points.len() as u64,
            BodyShape::HeightField { heights, .. } => heights.len() as u64,
            BodyShape::Mesh { vertices, triangles } => (vertices.len() + triangles.len()) as u64,
        };
        limits::within(self.0, limits::POINTS, "points").map(drop)
    }
}

/// A count of elements of at least this size. Of more than there are bytes for, the reader stops at
/// the end of the bytes.
fn at_most(from: &mut Cursor<'_>, bytes: u64) -> Result<u64, RecordingError> {
    let count = from.unsigned()?.min(from.left() / bytes + 1);
    limits::within(count, limits::POINTS, "points")?;
    Ok(count)
}

fn height_field(from: &mut Cursor<'_>) -> Result<BodyShape, RecordingError> {
    let (rows, columns) = (from.unsigned()?, from.unsigned()?);
    limits::within(rows.max(columns), limits::POINTS, "points")?;
    let count = rows * columns;
    limits::within(count, limits::POINTS, "points")?;
    if rows < 2 || columns < 2 || count > from.left() / HEIGHT {
        return RecordingError::damaged("a height field has too few heights");
    }
    let scale = triple(from)?;
    let heights = (0..count).map(|_| from.f32()).collect::<Result<_, _>>()?;
    // Both are below the limit of points.
    Ok(BodyShape::HeightField { rows: rows as u32, columns: columns as u32, heights, scale })
}

fn mesh(from: &mut Cursor<'_>) -> Result<BodyShape, RecordingError> {
    let (points, triangles) = (at_most(from, POINT)?, at_most(from, TRIANGLE)?);
    let vertices: Vec<[f32; 3]> = (0..points).map(|_| triple(from)).collect::<Result<_, _>>()?;
    let mut last = 0;
    let mut corner = || {
        last = from.signed()?.saturating_add(last);
        u32::try_from(last).or_else(|_| RecordingError::damaged("a corner of a triangle is not a vertex of its mesh"))
    };
    let mut triangle = || Ok([corner()?, corner()?, corner()?]);
    let triangles: Vec<[u32; 3]> = (0..triangles).map(|_| triangle()).collect::<Result<_, RecordingError>>()?;
    if !are_corners(&triangles, vertices.len()) {
        return RecordingError::damaged("a corner of a triangle is not a vertex of its mesh");
    }
    Ok(BodyShape::Mesh { vertices, triangles })
}

fn are_corners(triangles: &[[u32; 3]], vertices: usize) -> bool {
    triangles.as_flattened().iter().all(|&corner| (corner as usize) < vertices)
}

fn triple(from: &mut Cursor<'_>) -> Result<[f32; 3], RecordingError> {
    Ok([from.f32()?, from.f32()?, from.f32()?])
}

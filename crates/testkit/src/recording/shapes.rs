//! The shapes of the bodies in the payload: a letter and the numbers of the shape, bit for bit.

use super::bytes::{Cursor, put_f32, put_unsigned};
use super::error::RecordingError;
use super::limits;
use super::types::BodyShape;

const BALL: u8 = b'b';
const BOX: u8 = b'x';
const CAPSULE: u8 = b'c';
const HULL: u8 = b'h';
/// The bytes of the shortest shape: a ball is its letter and one number. Limits the count of
/// bodies.
pub(super) const SHORTEST: u64 = 5;
/// The bytes of one point of a hull.
const POINT: u64 = 12;

pub(super) fn encode(bodies: &[BodyShape], out: &mut Vec<u8>) -> Result<(), RecordingError> {
    let mut points_so_far = 0;
    for body in bodies {
        let (letter, numbers) = match body {
            BodyShape::Ball { radius } => (BALL, vec![*radius]),
            BodyShape::Box { half_extents } => (BOX, half_extents.to_vec()),
            BodyShape::Capsule { half_height, radius } => (CAPSULE, vec![*half_height, *radius]),
            BodyShape::Hull { points } => (HULL, points.as_flattened().to_vec()),
        };
        if !numbers.iter().all(|number| number.is_finite()) {
            return RecordingError::inconsistent("a shape's size is not finite");
        }
        out.push(letter);
        if let BodyShape::Hull { points } = body {
            points_so_far += points.len() as u64;
            limits::within(points_so_far, limits::POINTS, "points")?;
            put_unsigned(out, points.len() as u64);
        }
        for number in numbers {
            put_f32(out, number);
        }
    }
    Ok(())
}

pub(super) fn decode(count: usize, from: &mut Cursor<'_>) -> Result<Vec<BodyShape>, RecordingError> {
    let mut points_so_far = 0;
    let mut bodies = Vec::with_capacity(count);
    for _ in 0..count {
        bodies.push(match from.byte()? {
            BALL => BodyShape::Ball { radius: from.f32()? },
            BOX => BodyShape::Box { half_extents: triple(from)? },
            CAPSULE => BodyShape::Capsule { half_height: from.f32()?, radius: from.f32()? },
            HULL => {
                let points = from.unsigned()?.min(from.left() / POINT + 1);
                points_so_far += points;
                limits::within(points_so_far, limits::POINTS, "points")?;
                BodyShape::Hull { points: (0..points).map(|_| triple(from)).collect::<Result<_, _>>()? }
            }
            _ => return RecordingError::damaged("a body has an unknown shape"),
        });
    }
    Ok(bodies)
}

fn triple(from: &mut Cursor<'_>) -> Result<[f32; 3], RecordingError> {
    Ok([from.f32()?, from.f32()?, from.f32()?])
}

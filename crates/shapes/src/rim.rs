//! A round face as a polygon, whose corners are numbered from the deepest point of the rim.
//!
//! * The polygon has 32 corners on the rim. Corner 0 is the deepest point along the direction of
//!   the query, corner 8 is a quarter turn to the left, 16 opposite, 24 to the right. So a rolling
//!   shape has the same polygon at every angle, and its deepest point is exact: it rolls without
//!   bumps.
//! * If the direction is perpendicular to the face, no point is the deepest. The corners are then
//!   at fixed places, with ids of their own.

use clinch_support::{Vector, VertexId};
use glam::DVec2;

use crate::face::{Corner, EdgeId, Face, FaceId};

/// The corners of a rim polygon. More: closer to the round face (32 corners cover 99.4 % of a
/// disc), but slower clipping. With 16, the common area of two caps that overlap by a quarter of
/// their radius may be a fifth too small. A multiple of four, so that the deepest point, left,
/// opposite and right are corners.
pub(crate) const CORNERS: usize = 32;

const DIAGONAL: f64 = core::f64::consts::FRAC_1_SQRT_2;
/// Cosine and sine of π/16, π/8 and 3π/16.
const FIRST: DVec2 = DVec2::new(0.980_785_280_403_230_4, 0.195_090_322_016_128_27);
const SECOND: DVec2 = DVec2::new(0.923_879_532_511_286_7, 0.382_683_432_365_089_8);
const THIRD: DVec2 = DVec2::new(0.831_469_612_302_545_2, 0.555_570_233_019_602_2);

/// Cosine and sine of a quarter turn in steps of 1/32 of a turn. Rotations give the other quarters.
const QUARTER: [DVec2; CORNERS / 4] = [
    DVec2::X,
    FIRST,
    SECOND,
    THIRD,
    DVec2::new(DIAGONAL, DIAGONAL),
    DVec2::new(THIRD.y, THIRD.x),
    DVec2::new(SECOND.y, SECOND.x),
    DVec2::new(FIRST.y, FIRST.x),
];

/// An ellipse in 3D: the points `center + toward·cos + left·sin`.
pub(crate) struct RimPolygon<W> {
    /// The center.
    pub(crate) center: W,
    /// From the center to corner 0.
    pub(crate) toward: W,
    /// From the center to corner 8, which is counter-clockwise from corner 0 as seen from outside.
    pub(crate) left: W,
    /// Corner 0 is the deepest point of the rim. Otherwise it is at a fixed place.
    pub(crate) from_deepest: bool,
    /// The index of the rim in its shape.
    pub(crate) rim: usize,
}

impl<W: Vector<Scalar = f64>> RimPolygon<W> {
    /// The vertex id of corner 0 of a rim, if it is the deepest point. Ids below 2 are those of
    /// vertices. Edges have the same ids.
    pub(crate) const fn first_id(rim: usize) -> usize {
        2 + 2 * CORNERS * rim
    }

    /// Writes the polygon.
    pub(crate) fn face<V: Vector<Wide = W>>(&self, face: &mut Face<V>) {
        let first = Self::first_id(self.rim) + if self.from_deepest { 0 } else { CORNERS };
        face.id = FaceId(self.rim as u32);
        // Copied at once: extending by an iterator looks for room at each corner.
        let corners: [Corner<V>; CORNERS] = core::array::from_fn(|k| {
            let DVec2 { x: cos, y: sin } = QUARTER[k % QUARTER.len()];
            let (cos, sin) = match k / QUARTER.len() {
                0 => (cos, sin),
                1 => (-sin, cos),
                2 => (-cos, -sin),
                _ => (sin, -cos),
            };
            let point = self.center + self.toward * cos + self.left * sin;
            Corner { point: V::narrow(point), vertex: VertexId::new(first + k), edge: EdgeId((first + k) as u32) }
        });
        face.corners.clear();
        face.corners.extend_from_slice(&corners);
    }
}

#[cfg(test)]
mod tests {
    use super::QUARTER;

    #[test]
    fn neighbouring_corners_are_a_32nd_of_a_turn_apart() {
        for (k, corner) in QUARTER.iter().enumerate() {
            let (sine, cosine) = libm::sincos(core::f64::consts::PI * k as f64 / 16.0);
            assert!((corner.x - cosine).abs() < 1e-15 && (corner.y - sine).abs() < 1e-15, "{k}: {corner}");
        }
    }
}

//! The rim of a round face, as a polygon whose corners are named by their role.
//!
//! * Thirty-two corners on the rim: corner 0 where the face is deepest along the direction it is looked at from, corner 8 a quarter to the left, 16
//!   opposite, 24 to the right. So what rolls shows the same polygon from every side, and its deepest point is exact: no bumps.
//! * Looked at straight, no side is the deepest: the corners stand at fixed places then, under names of their own.

use clinch_support::{Vector, VertexId};
use glam::DVec2;

use crate::face::{Corner, EdgeId, Face, FaceId};

/// Corners of a rim. More come closer to the round face (32 cover 99.4 % of a disc) but cost clipping. With 16, what two caps share that overlap by a
/// quarter of their radius may be a fifth too small. A multiple of four, so that deepest, left, opposite and right are corners.
pub(crate) const CORNERS: usize = 32;

const DIAGONAL: f64 = core::f64::consts::FRAC_1_SQRT_2;
/// Cosine and sine of π/16, π/8 and 3π/16.
const FIRST: DVec2 = DVec2::new(0.980_785_280_403_230_4, 0.195_090_322_016_128_27);
const SECOND: DVec2 = DVec2::new(0.923_879_532_511_286_7, 0.382_683_432_365_089_8);
const THIRD: DVec2 = DVec2::new(0.831_469_612_302_545_2, 0.555_570_233_019_602_2);

/// Cosine and sine of a quarter turn, in steps of a 32nd of a turn; the other quarters follow by turning.
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

/// An ellipse in space: all `middle + toward·cos + left·sin`.
pub(crate) struct Rim<W> {
    /// Its middle.
    pub(crate) middle: W,
    /// From there to corner 0.
    pub(crate) toward: W,
    /// From there to corner 8: counter-clockwise from corner 0, seen from outside.
    pub(crate) left: W,
    /// Corner 0 is where the rim is deepest, and not at a fixed place.
    pub(crate) by_role: bool,
    /// Tells this rim's face from others of the shape.
    pub(crate) place: usize,
}

impl<W: Vector<Scalar = f64>> Rim<W> {
    /// The name of corner 0 of the rim at `place`, where it is deepest; the names below 2 are left for vertices, edge names alike.
    pub(crate) const fn name(place: usize) -> usize {
        2 + 2 * CORNERS * place
    }

    /// Writes the polygon.
    pub(crate) fn face<V: Vector<Wide = W>>(&self, face: &mut Face<V>) {
        let first = Self::name(self.place) + if self.by_role { 0 } else { CORNERS };
        face.id = FaceId(self.place as u32);
        face.corners.clear();
        face.corners.extend((0..CORNERS).map(|k| {
            let DVec2 { x: cos, y: sin } = QUARTER[k % QUARTER.len()];
            let (cos, sin) = match k / QUARTER.len() {
                0 => (cos, sin),
                1 => (-sin, cos),
                2 => (-cos, -sin),
                _ => (sin, -cos),
            };
            let point = self.middle + self.toward * cos + self.left * sin;
            Corner { point: V::narrow(point), vertex: VertexId::new(first + k), edge: EdgeId((first + k) as u32) }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::QUARTER;

    #[test]
    fn the_corners_stand_a_32nd_of_a_turn_apart() {
        for (k, corner) in QUARTER.iter().enumerate() {
            let (sine, cosine) = libm::sincos(core::f64::consts::PI * k as f64 / 16.0);
            assert!((corner.x - cosine).abs() < 1e-15 && (corner.y - sine).abs() < 1e-15, "{k}: {corner}");
        }
    }
}

//! The rim of a round face, as a polygon whose corners are named by their role.
//!
//! * Sixteen corners on the rim: corner 0 where the face is deepest along the direction it is looked at from, corner 4 a quarter to the left, 8
//!   opposite, 12 to the right. So what rolls shows the same polygon from every side, and its deepest point is exact: no bumps.
//! * Looked at straight, no side is the deepest: the corners stand at fixed places then, under names of their own.

use clinch_support::{Vector, VertexId};
use glam::DVec2;

use crate::face::{Corner, EdgeId, Face, FaceId};

/// Corners of a rim. More come closer to the round face (16 cover 97.4 % of a disc) but cost clipping; less than 16, and the largest square of contacts
/// could turn out smaller than nine tenths of the disc's. A multiple of four, so that deepest, left, opposite and right are corners.
pub(crate) const CORNERS: usize = 16;

const DIAGONAL: f64 = core::f64::consts::FRAC_1_SQRT_2;
/// cos π/8 and sin π/8.
const NEAR: f64 = 0.923_879_532_511_286_7;
const FAR: f64 = 0.382_683_432_365_089_8;

/// Cosine and sine of a quarter turn, in steps of a sixteenth of a turn; the other quarters follow by turning.
const QUARTER: [DVec2; CORNERS / 4] = [DVec2::new(1.0, 0.0), DVec2::new(NEAR, FAR), DVec2::new(DIAGONAL, DIAGONAL), DVec2::new(FAR, NEAR)];

/// An ellipse in space: all `middle + toward·cos + left·sin`.
pub(crate) struct Rim<W> {
    /// Its middle.
    pub(crate) middle: W,
    /// From there to corner 0.
    pub(crate) toward: W,
    /// From there to corner 4: counter-clockwise from corner 0, seen from outside.
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
            let DVec2 { x: cos, y: sin } = QUARTER[k % 4];
            let (cos, sin) = match k / 4 {
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
    use super::{DIAGONAL, FAR, NEAR};

    #[test]
    fn the_corners_stand_a_sixteenth_of_a_turn_apart() {
        assert!((NEAR * NEAR + FAR * FAR - 1.0).abs() < 1e-15);
        assert!((2.0 * NEAR * FAR - DIAGONAL).abs() < 1e-15, "sin 2x = 2 sin x cos x");
    }
}

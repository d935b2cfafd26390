//! The surfaces, as vertices and triangles whose height is known.

use clinch_testkit::random::Random;
use glam::Vec3;

/// A surface over the plane z = 0, its front above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surface {
    /// A plane, cut into 64 × 64 squares of a metre, each of two triangles.
    Flat,
    /// The same squares, their corners up to a tenth of a metre above or below the plane.
    Bumpy,
    /// A plane, cut into 800 triangles of twenty metres by four centimetres.
    Needles,
    /// 708 × 708 squares of a metre: 1,002,528 triangles, whose corners are up to a tenth of a
    /// metre above the plane.
    Million,
}

/// Each surface, in the order of the tables.
pub(crate) const SURFACES: [Surface; 4] = [Surface::Flat, Surface::Bumpy, Surface::Needles, Surface::Million];

/// The needles: how many pairs of triangles, how wide they are, half their length.
const NEEDLES: (u32, f32, f32) = (400, 0.04, 10.0);
/// The seed of the bumps.
const SEED: u64 = 5;

impl Surface {
    /// Its name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Bumpy => "bumpy",
            Self::Needles => "needles",
            Self::Million => "million",
        }
    }

    /// The squares along each side; `None` of the needles.
    fn squares(self) -> Option<u32> {
        match self {
            Self::Flat | Self::Bumpy => Some(64),
            Self::Needles => None,
            Self::Million => Some(708),
        }
    }

    /// Bodies and rays are this far from the middle, or less: always above the surface.
    pub(crate) fn reach(self) -> f64 {
        match self {
            Self::Flat | Self::Bumpy => 24.0,
            Self::Needles => 6.0,
            Self::Million => 300.0,
        }
    }

    /// Whether all of it is in the plane z = 0.
    pub fn is_plane(self) -> bool {
        matches!(self, Self::Flat | Self::Needles)
    }

    /// Its vertices and triangles.
    pub(crate) fn triangles(self) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let Some(squares) = self.squares() else { return needles() };
        let random = &mut Random::new(SEED);
        let half = squares as f32 / 2.0;
        let mut vertices = Vec::new();
        for row in 0..=squares {
            for column in 0..=squares {
                let height = match self {
                    Self::Bumpy => random.range(-0.1, 0.1) as f32,
                    Self::Million => ((column * 7 + row * 13) % 11) as f32 * 0.01,
                    Self::Flat | Self::Needles => 0.0,
                };
                vertices.push(Vec3::new(column as f32 - half, row as f32 - half, height));
            }
        }
        let corners = (0..squares).flat_map(|row| (0..squares).map(move |column| row * (squares + 1) + column));
        let triangles = corners.flat_map(|corner| {
            let across = corner + squares + 2;
            [[corner, corner + 1, across], [corner, across, across - 1]]
        });
        (vertices, triangles.collect())
    }

    /// The height of the surface of these vertices at a place.
    pub(crate) fn height(self, vertices: &[Vec3], x: f64, y: f64) -> f64 {
        let Some(squares) = self.squares() else { return 0.0 };
        let half = f64::from(squares) / 2.0;
        let (x, y) = (x + half, y + half);
        let (column, row) = (x.floor(), y.floor());
        let at = |right: usize, up: usize| {
            let place = (row as usize + up) * (squares as usize + 1) + column as usize + right;
            vertices.get(place).map_or(f64::NAN, |vertex| vertex.z.into())
        };
        let (x, y) = (x - column, y - row);
        let (here, across) = (at(0, 0), at(1, 1));
        // Each square is cut along the diagonal from its least corner.
        if x >= y { here + x * (at(1, 0) - here) + y * (across - at(1, 0)) } else { here + y * (at(0, 1) - here) + x * (across - at(0, 1)) }
    }
}

fn needles() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let (count, width, half) = NEEDLES;
    let at = |place: u32| (place as f32 - count as f32 / 2.0) * width;
    let vertices = (0..=count).flat_map(|place| [Vec3::new(at(place), -half, 0.0), Vec3::new(at(place), half, 0.0)]);
    let triangles = (0..count).map(|place| 2 * place).flat_map(|low| [[low, low + 2, low + 3], [low, low + 3, low + 1]]);
    (vertices.collect(), triangles.collect())
}

#[cfg(test)]
mod tests {
    use super::Surface;
    use glam::Vec3;

    #[test]
    fn the_height_is_that_of_the_triangle_there() {
        let (vertices, triangles) = Surface::Bumpy.triangles();
        assert_eq!(triangles.len(), 2 * 64 * 64);
        for triangle in triangles.iter().step_by(97) {
            let [a, b, c] = triangle.map(|corner| vertices[corner as usize]);
            assert!((b - a).cross(c - a).z > 0.0, "its front is above");
            let inside: Vec3 = 0.5 * a + 0.3 * b + 0.2 * c;
            let height = Surface::Bumpy.height(&vertices, inside.x.into(), inside.y.into());
            assert!((height - f64::from(inside.z)).abs() < 1e-5);
        }
    }
}

//! The triangle: in the plane a polygon of three corners, in space a face with two sides.
//!
//! * Corners are compared by the edges between them, in `f64`: far from the origin nothing is lost.
//! * In space the normal is the cross product of the two shortest edges: of a needle's they are the ones most nearly at right angles. Where even these
//!   run alike to the rounding of their product, the corners are collinear and the triangle is an edge.

mod convex;

use clinch_support::{Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};

use crate::bounding_ball::stored_bounding_radius_of;
use crate::check;
use crate::direction::{f64_error, tamed};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId};

/// Edges whose directions differ by a sine of less than this have no plane: the cross product is rounding. Larger, and thin needles lose their faces;
/// smaller, and collinear corners have a face that looks anywhere.
const COLLINEAR: f64 = 16.0 * f64::EPSILON;

/// All points between three, in either winding; they may be collinear, or one point. 2D and 3D.
///
/// Vertex i is the i-th corner, edge i goes from there to the next. In 3D face 0 is the side from which the corners run counter-clockwise, face 1
/// the other.
///
/// ```
/// use clinch_shapes::{ShapeError, Triangle};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let sail = Triangle::new(Vec3::ZERO, Vec3::X, 2.0 * Vec3::Y)?;
/// assert_eq!(sail.support(Vec3::new(1.0, 1.0, 1.0)).point, 2.0 * Vec3::Y);
/// assert_eq!(Triangle::new(Vec3::ZERO, Vec3::X, Vec3::NAN), Err(ShapeError::PointNotFinite { index: 2 }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V: Vector> {
    corners: [V; 3],
    reach: V::Scalar,
    extent: V::Scalar,
}

impl<V: Vector> Triangle<V> {
    /// The triangle of these corners.
    ///
    /// # Errors
    ///
    /// A coordinate that is infinite or NaN.
    pub fn new(a: V, b: V, c: V) -> Result<Self, ShapeError> {
        let corners = [check::point(0, a)?, check::point(1, b)?, check::point(2, c)?];
        Ok(Self { corners, reach: stored_bounding_radius_of(&corners), extent: radius_about_center_of(&corners) })
    }

    /// Its corners.
    pub fn corners(&self) -> [V; 3] {
        self.corners
    }

    /// From corner `i` to corner `j`.
    fn edge(&self, i: usize, j: usize) -> V::Wide {
        self.corners[j].widen() - self.corners[i].widen()
    }

    #[inline]
    fn farthest(&self, direction: V::Wide) -> usize {
        let (b, c) = (self.edge(0, 1).dot(direction), self.edge(0, 2).dot(direction));
        // Equal and NaN go to the lower id.
        if c > 0.0 && c > b { 2 } else { usize::from(b > 0.0) }
    }

    /// In space, the unit normal of side 0; `None` of collinear corners, and in the plane.
    fn normal(&self) -> Option<V::Wide> {
        if V::DIM != 3 {
            return None;
        }
        let edges = [self.edge(0, 1), self.edge(1, 2), self.edge(2, 0)];
        let lengths = edges.map(V::Wide::max_abs);
        let longest = (1..3).fold(0, |longest, i| if lengths[i] > lengths[longest] { i } else { longest });
        let (first, second) = (edges[(longest + 1) % 3], edges[(longest + 2) % 3]);
        // Most are of sizes whose fourth powers are numbers.
        let (in_range, product) = (1e-70..1e70, first.length_squared() * second.length_squared());
        if in_range.contains(&lengths[(longest + 1) % 3]) && in_range.contains(&lengths[(longest + 2) % 3]) {
            let normal = cross(first, second);
            let squared = normal.length_squared();
            return (squared > COLLINEAR * COLLINEAR * product).then(|| normal * squared.sqrt().recip());
        }
        let (first, second) = (tamed(first), tamed(second));
        let normal = cross(first, second);
        let least = COLLINEAR * COLLINEAR * first.length_squared() * second.length_squared();
        (normal.length_squared() > least).then(|| normalize_or_zero(normal))
    }

    fn corner(&self, vertex: usize, edge: usize) -> Corner<V> {
        Corner { point: self.corners[vertex], vertex: VertexId::new(vertex), edge: EdgeId(edge as u32) }
    }
}

/// The cross product of two vectors of space.
fn cross<W: Vector<Scalar = f64>>(a: W, b: W) -> W {
    W::from_fn(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        a.get(next) * b.get(last) - a.get(last) * b.get(next)
    })
}

#[inline]
fn center_of<V: Vector>(corners: &[V; 3]) -> V {
    let third = V::Scalar::narrow(1.0 / 3.0);
    corners[0] * third + corners[1] * third + corners[2] * third
}

/// The sum of |coordinates| from the center is a bound of the length, and needs no root.
fn radius_about_center_of<V: Vector>(corners: &[V; 3]) -> V::Scalar {
    let center = center_of(corners).widen();
    let reach = corners.iter().fold(0.0, |reach: f64, corner| reach.max((corner.widen() - center).sum_abs()));
    V::Scalar::narrow_up(reach * (1.0 + 4.0 * f64::EPSILON))
}

impl<V: Vector> SupportMap<V> for Triangle<V> {
    #[inline]
    fn support(&self, direction: V) -> Support<V> {
        let index = self.farthest(direction.widen());
        Support { point: self.corners[index], id: Some(VertexId::new(index)) }
    }

    #[inline]
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let index = self.farthest(direction);
        Support { point: self.corners[index].widen(), id: Some(VertexId::new(index)) }
    }

    #[inline]
    fn vertex(&self, id: VertexId) -> Option<V> {
        self.corners.get(id.index()).copied()
    }

    #[inline]
    fn center(&self) -> V {
        center_of(&self.corners)
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        self.extent
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        // Two edges, each up to twice the extent.
        f64_error::<V>(self.radius_about_center())
    }
}

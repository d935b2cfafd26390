//! The triangle: a polygon of three corners, in 3D with two faces.
//!
//! * Corners are compared by the edges between them, in `f64`. So a triangle far from the origin
//!   loses no precision.
//! * In 3D the normal is the cross product of the two shortest edges, which in a thin triangle are
//!   the ones most nearly perpendicular. If these are parallel to within the rounding of their
//!   product, the corners are collinear and the triangle is an edge.

mod convex;

use clinch_support::{Scalar, Support, SupportMap, Vector, VertexBlock, VertexId, cross, normalize_or_zero};

use crate::bounding_ball::stored_bounding_radius_of;
use crate::check;
use crate::direction::{f64_error, normalize_exponent_or_zero};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId};

/// If the sine between two edges is below this, they have no plane, because their cross product is
/// rounding. Larger: thin triangles lose their faces. Smaller: collinear corners get a face with a
/// random normal.
const COLLINEAR: f64 = 16.0 * f64::EPSILON;

/// A triangle, with its corners in either winding. They may be collinear or coincide. 2D and 3D.
///
/// Vertex i is the i-th corner, edge i goes from there to the next corner. In 3D face 0 is the side
/// from which the corners are counter-clockwise, face 1 the other.
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
    bounding_radius: V::Scalar,
    radius_about_center: V::Scalar,
}

impl<V: Vector> Triangle<V> {
    /// A triangle with these corners.
    ///
    /// # Errors
    ///
    /// A coordinate that is infinite or NaN.
    pub fn new(a: V, b: V, c: V) -> Result<Self, ShapeError> {
        let corners = [check::point(0, a)?, check::point(1, b)?, check::point(2, c)?];
        Ok(Self { corners, bounding_radius: stored_bounding_radius_of(&corners), radius_about_center: radius_about_center_of(&corners) })
    }

    /// The corners.
    pub fn corners(&self) -> [V; 3] {
        self.corners
    }

    /// The vector from corner `i` to corner `j`.
    fn edge(&self, i: usize, j: usize) -> V::Wide {
        self.corners[j].widen() - self.corners[i].widen()
    }

    #[inline]
    fn farthest(&self, direction: V::Wide) -> usize {
        let (b, c) = (self.edge(0, 1).dot(direction), self.edge(0, 2).dot(direction));
        // Equal and NaN values give the lower id.
        if c > 0.0 && c > b { 2 } else { usize::from(b > 0.0) }
    }

    /// The unit normal of face 0, computed in `f64`. `None` if the corners are collinear, and in
    /// 2D.
    ///
    /// ```
    /// use clinch_shapes::{ShapeError, Triangle};
    /// use glam::{DVec3, Vec3};
    ///
    /// let normal = |third: Vec3| Triangle::new(Vec3::ZERO, Vec3::X, third).map(|triangle| triangle.normal());
    /// assert_eq!(normal(Vec3::Y)?, Some(DVec3::Z));
    /// assert_eq!(normal(2.0 * Vec3::X)?, None);
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn normal(&self) -> Option<V::Wide> {
        triangle_normal(self.corners.map(V::widen))
    }

    /// The longest edge if the corners are collinear: the other two are parts of it. Of equals the
    /// first.
    fn only_edge(&self) -> Option<usize> {
        if self.normal().is_some() {
            return None;
        }
        let edges = [0, 1, 2].map(|i| self.edge(i, (i + 1) % 3));
        let lengths = edges.map(V::Wide::max_abs);
        let longest = (1..3).fold(0, |longest, i| if lengths[i] > lengths[longest] { i } else { longest });
        if V::DIM == 2 {
            let [first, second] = [1, 2].map(|step| normalize_or_zero(edges[(longest + step) % 3]));
            let sine = first.get(0) * second.get(1) - first.get(1) * second.get(0);
            return (sine.abs() <= COLLINEAR).then_some(longest);
        }
        Some(longest)
    }

    fn corner(&self, vertex: usize, edge: usize) -> Corner<V> {
        Corner { point: self.corners[vertex], vertex: VertexId::new(vertex), edge: EdgeId(edge as u32) }
    }
}

/// The unit normal of a triangle with these corners, on the side from which they are
/// counter-clockwise. `None` if they are collinear, and in 2D: see [`Triangle::normal`].
///
/// ```
/// use clinch_shapes::triangle_normal;
/// use glam::DVec3;
///
/// assert_eq!(triangle_normal([DVec3::ZERO, DVec3::X, DVec3::Y]), Some(DVec3::Z));
/// assert_eq!(triangle_normal([DVec3::ZERO, DVec3::X, 2.0 * DVec3::X]), None);
/// ```
#[inline]
pub fn triangle_normal<W: Vector<Scalar = f64, Wide = W>>([a, b, c]: [W; 3]) -> Option<W> {
    if W::DIM != 3 {
        return None;
    }
    let edges = [b - a, c - b, a - c];
    let lengths = edges.map(W::max_abs);
    let longest = (1..3).fold(0, |longest, i| if lengths[i] > lengths[longest] { i } else { longest });
    let (first, second) = (edges[(longest + 1) % 3], edges[(longest + 2) % 3]);
    // The fourth power of most sizes is in range.
    let (in_range, product) = (1e-70..1e70, first.length_squared() * second.length_squared());
    if in_range.contains(&lengths[(longest + 1) % 3]) && in_range.contains(&lengths[(longest + 2) % 3]) {
        let normal = cross(first, second);
        let squared = normal.length_squared();
        return (squared > COLLINEAR * COLLINEAR * product).then(|| normal * squared.sqrt().recip());
    }
    let (first, second) = (normalize_exponent_or_zero(first), normalize_exponent_or_zero(second));
    let normal = cross(first, second);
    let least = COLLINEAR * COLLINEAR * first.length_squared() * second.length_squared();
    (normal.length_squared() > least).then(|| normalize_or_zero(normal))
}

#[inline]
fn center_of<V: Vector>(corners: &[V; 3]) -> V {
    let third = V::Scalar::narrow(1.0 / 3.0);
    corners[0] * third + corners[1] * third + corners[2] * third
}

/// The sum of |coordinates| is an upper bound of a length, without a square root.
fn radius_about_center_of<V: Vector>(corners: &[V; 3]) -> V::Scalar {
    let center = center_of(corners).widen();
    let radius = corners.iter().fold(0.0, |radius: f64, corner| radius.max((corner.widen() - center).sum_abs()));
    V::Scalar::narrow_up(radius * (1.0 + 4.0 * f64::EPSILON))
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
    fn vertex_blocks<'s>(&'s self, made: &'s mut Option<VertexBlock>) -> Option<&'s [VertexBlock]> {
        let block = VertexBlock::are_of::<V>().then(|| VertexBlock::of(&self.corners, self.center()))?;
        Some(core::slice::from_ref(made.insert(block)))
    }

    #[inline]
    fn center(&self) -> V {
        center_of(&self.corners)
    }

    #[inline]
    fn radius_about_center(&self) -> V::Scalar {
        self.radius_about_center
    }

    #[inline]
    fn error(&self) -> V::Scalar {
        // Two edges, each up to twice the radius.
        f64_error::<V>(self.radius_about_center())
    }
}

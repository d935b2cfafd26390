//! The convex polygon, in 2D.
//!
//! * The corners keep the caller's order: a vertex id is an index of the given list. Exact signs
//!   (`robust`) decide whether the list is a convex polygon, without any tolerance.
//! * A straight run of edges is one side, so that a manifold is not clipped to the piece between
//!   two collinear corners.

use core::cmp::Ordering;
use core::f64::consts::FRAC_1_SQRT_2;

use clinch_hull::{Ring, ScaledPoints, StraightRun, distance_to_segment, outline, simplification_error, simplified};
use clinch_mass::{Moments, swept_polygon};
use clinch_support::{Pose, Scalar, SupportMap, Vector, VertexId, normalize_or_zero};
use glam::DVec2;

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::convex::{Convex, Core};
use crate::cooking::{Cooked, Cooking};
use crate::error::ShapeError;
use crate::face::{Corner, EdgeId, Face, FaceId};
use crate::facets::Facets;
use crate::forward::forward;
use crate::hill_climb::Adjacency;
use crate::points::{check_and_widen, check_count};
use crate::vertices::Vertices;

/// A side is the feature along a direction if the cosine between its normal and the direction is at
/// least this; otherwise the vertex is. Larger than 1/2: a triangle would lose sides. Much smaller:
/// a segment met end-on would be clipped along its length.
const MIN_COSINE: f64 = 0.2;

/// Polygons with more corners have no planes for the separating axis test. Larger: memory that no
/// query reads. Smaller: polygons that the test is faster for go to GJK and EPA.
const MAX_CORNERS_WITH_PLANES: usize = 128;

/// A computed distance between scaled points and an edge may be too small by this: four roundings
/// of ε/2, of vectors up to 4√2 long. Smaller: a reported error may be less than the true one.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// A convex polygon in 2D, given by its corners. Segments and points are legal.
///
/// ```
/// use clinch_shapes::{Polygon, ShapeError};
/// use glam::Vec2;
///
/// let square = Polygon::new(&[Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y])?;
/// assert_eq!(square.vertices()[2], Vec2::ONE);
///
/// let dented = [Vec2::ZERO, Vec2::X, Vec2::new(0.1, 0.1), Vec2::Y];
/// assert_eq!(Polygon::new(&dented), Err(ShapeError::Concave { index: 2 }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<V: Vector> {
    /// With edges if all of them are corners.
    vertices: Vertices<V>,
    /// Counter-clockwise. Two for a segment, none for a point.
    sides: Vec<Side<V>>,
    /// For a polygon of few corners that has an area.
    facets: Option<Facets<DVec2>>,
}

/// A maximal straight run of edges.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side<V> {
    /// The outward unit normal.
    normal: V,
    /// The ends, counter-clockwise.
    ends: [usize; 2],
    /// The first edge of the run, in the caller's order.
    edge: usize,
}

impl<V: Vector<Wide = DVec2>> Polygon<V> {
    /// The polygon with these corners, in order and in either winding. Repeated and collinear
    /// corners are legal, and so are one or two points.
    ///
    /// Vertex i is the i-th point, edge i goes from there to the next point. O(n).
    ///
    /// # Errors
    ///
    /// An empty list; a coordinate that is infinite or NaN; more points than ids can number;
    /// [`ShapeError::Concave`] if the corners do not go once around a convex polygon. See
    /// [`hull_of`](Self::hull_of) for points in any order.
    pub fn new(corners: &[V]) -> Result<Self, ShapeError> {
        let scaled = ScaledPoints::new(check_and_widen(corners)?);
        let ring = Ring::new(&scaled.points);
        let left = ring.winding().map_err(|index| ShapeError::Concave { index })?;
        Ok(Self::build(corners, &scaled, &ring.straight_runs(left)))
    }

    /// The convex hull of points in any order. Exact signs decide what is a corner; other points,
    /// in the middle of a side too, are dropped.
    ///
    /// Vertices are numbered counter-clockwise, starting with the corner that was given first. O(n
    /// log n).
    ///
    /// ```
    /// use clinch_shapes::{Polygon, ShapeError};
    /// use glam::Vec2;
    ///
    /// let square = Polygon::hull_of(&[Vec2::splat(0.5), Vec2::ONE, Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// assert_eq!(square.vertices(), [Vec2::ONE, Vec2::Y, Vec2::ZERO, Vec2::X]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An empty list; a coordinate that is infinite or NaN; more points than ids can number.
    pub fn hull_of(points: &[V]) -> Result<Self, ShapeError> {
        Self::of_outline(points, outline(&ScaledPoints::new(check_and_widen(points)?).points))
    }

    /// The polygon with these corners, counter-clockwise from any.
    fn of_outline(points: &[V], mut corners: Vec<usize>) -> Result<Self, ShapeError> {
        let first = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
        corners.rotate_left(first);
        let corners: Vec<V> = corners.into_iter().map(|i| points[i]).collect();
        Self::new(&corners)
    }

    /// The regular polygon with `count` corners on a circle of this radius about the origin. Corner
    /// 0 is at the top of the y axis, the others follow counter-clockwise.
    ///
    /// One corner is a point, two are a segment. Corners that are redundant after rounding are
    /// dropped; in `f32` a polygon of a few thousand corners keeps all of them. O(n log n).
    ///
    /// ```
    /// use clinch_shapes::{Polygon, ShapeError};
    /// use glam::Vec2;
    ///
    /// let diamond = Polygon::<Vec2>::regular(4, 1.0)?;
    /// assert_eq!(diamond.vertices(), [Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y, Vec2::X]);
    /// assert_eq!(Polygon::<Vec2>::regular(0, 1.0), Err(ShapeError::NoPoints));
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No corners, or more than ids can number; a radius that is negative, infinite or NaN.
    pub fn regular(count: usize, radius: V::Scalar) -> Result<Self, ShapeError> {
        let (count, radius) = (check_count(count)?, check::size("radius", radius)?.widen());
        let corner = |i| V::narrow(rotated_x_axis(i, count).perp() * radius);
        Self::hull_of(&(0..count).map(corner).collect::<Vec<V>>())
    }

    /// The convex hull of points in any order with a limited number of corners, and an upper bound
    /// of its error.
    ///
    /// Like [`hull_of`](Self::hull_of), with a limit: the corner that is farthest outside is added
    /// first, until the limit is reached. So each corner is one of the points, and a larger limit
    /// gives a polygon that contains that for a smaller one. O(n log n).
    ///
    /// ```
    /// use clinch_shapes::{Cooking, Polygon, ShapeError};
    /// use glam::Vec2;
    ///
    /// let roof = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::new(0.5, 1.0625), Vec2::Y];
    /// let simple = Polygon::cook(&roof, &Cooking::at_most(4))?;
    /// assert_eq!(simple.shape.vertices(), [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]);
    /// assert!((0.0625..0.0626).contains(&simple.error));
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `hull_of`, and a limit below 3.
    pub fn cook(points: &[V], cooking: &Cooking) -> Result<Cooked<V, Self>, ShapeError> {
        let budget = cooking.checked_max_vertices(V::DIM)?;
        let scaled = ScaledPoints::new(check_and_widen(points)?);
        let corners = outline(&scaled.points);
        // Within the limit every corner remains, however little it stands out.
        let remaining = if corners.len() > budget { simplified(&scaled.points, &corners, 0.0, budget) } else { corners.clone() };
        let error = simplification_error(&corners, &remaining, |corner, [a, b]| {
            distance_to_segment(scaled.points[corner], scaled.points[a], scaled.points[b]) + ROUNDING
        });
        Ok(Cooked { shape: Self::of_outline(points, remaining)?, error: scaled.unscale_bound::<V>(error) })
    }

    /// The corners, in the shape's frame. A [`VertexId`] is an index of this list.
    pub fn vertices(&self) -> &[V] {
        &self.vertices.points
    }

    fn build(corners: &[V], scaled: &ScaledPoints<DVec2>, runs: &[StraightRun]) -> Self {
        let (center, _) = scaled.center_and_radius();
        let center = V::narrow(scaled.unscale_point(center));
        let sides = runs.iter().map(|&StraightRun { ends, edge }| {
            let along = scaled.points[ends[1]] - scaled.points[ends[0]];
            let normal = DVec2::new(along.y, -along.x) / along.length();
            Side { normal: V::narrow(normal), ends, edge }
        });
        // A point in the middle of a side is neither higher nor lower than its neighbours, so it is
        // no start for a climb.
        let has_planes = corners.len() <= MAX_CORNERS_WITH_PLANES && runs.len() > 2;
        let ends: Vec<[u32; 2]> = runs.iter().map(|run| run.ends.map(|end| end as u32)).collect();
        let facets = || Facets::polygon(corners.iter().map(|corner| corner.widen()).collect(), &ends);
        let climbed_corners = if runs.len() == corners.len() { corners.len() } else { 0 };
        let adjacency = Adjacency::new(
            climbed_corners,
            (0..climbed_corners).map(|i| [(i + 1) % climbed_corners, (i + climbed_corners - 1) % climbed_corners]),
        );
        Self {
            sides: sides.collect(),
            facets: has_planes.then(facets).flatten(),
            vertices: Vertices::new(corners.to_vec(), adjacency, center, scaled.radius_about(center)),
        }
    }
}

/// The x axis rotated by `part`/`count` of a turn, where `part` < `count`. Exact at the quarters,
/// and symmetric in all eight octants.
fn rotated_x_axis(part: usize, count: usize) -> DVec2 {
    let (quarters, rest) = (4 * part / count, 4 * part % count);
    let angle = |rest: usize| core::f64::consts::FRAC_PI_2 * rest as f64 / count as f64;
    let (sine, cosine) = match (2 * rest).cmp(&count) {
        Ordering::Less => libm::sincos(angle(rest)),
        Ordering::Equal => (FRAC_1_SQRT_2, FRAC_1_SQRT_2),
        Ordering::Greater => {
            let (cosine, sine) = libm::sincos(angle(count - rest));
            (sine, cosine)
        }
    };
    let first = DVec2::new(cosine, sine);
    match quarters {
        0 => first,
        1 => first.perp(),
        2 => -first,
        _ => -first.perp(),
    }
}

/// `center` is the center of the bounds.
impl<V: Vector<Wide = DVec2>> SupportMap<V> for Polygon<V> {
    forward!(SupportMap<V>, self => &self.vertices);
}

impl<V: Vector<Wide = DVec2>> Convex<V> for Polygon<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        self.facets.as_ref().map_or(Core::Other, Core::Polytope)
    }

    /// The side whose normal is closest to the direction, counter-clockwise, with the id of its
    /// edge; for a straight run of edges that of the first. If the side is steep (the tip of a thin
    /// triangle, a segment end-on), and for a point, the vertex. O(n).
    fn face(&self, direction: V, face: &mut Face<V>) {
        let direction = V::narrow(normalize_or_zero(direction.widen()));
        // Selects: which of the sides are better than those before is unpredictable.
        let (mut best, mut most) = (0, -V::Scalar::INFINITY);
        for (place, side) in self.sides.iter().enumerate() {
            let along = side.normal.dot(direction);
            let better = along > most;
            best = if better { place } else { best };
            most = if better { along } else { most };
        }
        match self.sides.get(best) {
            Some(&Side { ends, edge, .. }) if most.widen() >= MIN_COSINE => {
                face.id = FaceId(edge as u32);
                face.corners.clear();
                let corner = |i: usize| Corner { point: self.vertices.points[i], vertex: VertexId::new(i), edge: EdgeId(edge as u32) };
                face.corners.extend(ends.map(corner));
            }
            _ => {
                let index = self.vertices.local.farthest(direction);
                face.set_vertex(self.vertices.points[index], VertexId::new(index));
            }
        }
    }

    /// Exact except for `f64` rounding, which is added. O(n).
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        self.vertices.bounds(pose)
    }

    /// About the center of the bounds. O(1).
    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        self.vertices.bounding_ball()
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        self.vertices.bounding_radius()
    }

    fn swept_moments(&self, by: f64) -> Option<Moments<DVec2>> {
        let corners: Vec<DVec2> = self.vertices().iter().map(|vertex| vertex.widen()).collect();
        swept_polygon(&corners, by).finite()
    }
}

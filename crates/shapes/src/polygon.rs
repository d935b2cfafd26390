//! A convex polygon in the plane.
//!
//! * The corners are the caller's, in the caller's order: a vertex id is a place in the list given. That the list goes round a convex
//!   polygon is decided by exact signs (`robust`), never by a tolerance.
//! * Straight runs of edges are one side: a manifold must not be clipped to the piece between two collinear corners.

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

/// A side looks along a direction if the cosine between its normal and the direction is at least this; below, the feature is a vertex.
/// Larger than 1/2 and a triangle would lose sides; much smaller, and a segment met end-on would be clipped along its length.
const FACING: f64 = 0.2;

/// Polygons of more corners do without the planes that the separating axis test asks for. Larger: memory that no query looks at. Smaller: polygons that the test is
/// faster for are searched.
const FEW: usize = 128;

/// How much too small a computed distance of scaled points from an edge may be: four roundings of ε/2, of vectors no longer than 4√2. Smaller, and a reported
/// loss may be less than the true one.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// A convex polygon in 2D, given by its corners; or a segment, or a point.
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
    /// Joined if all of them are corners.
    vertices: Vertices<V>,
    /// Counter-clockwise; two of a segment, none of a point.
    sides: Vec<Side<V>>,
    /// Of a polygon of few corners, which has an inside.
    facets: Option<Facets<DVec2>>,
}

/// A maximal straight run of edges.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side<V> {
    /// Outward, of length 1.
    normal: V,
    /// From and to, counter-clockwise.
    ends: [usize; 2],
    /// The first edge of the run, in the caller's order.
    edge: usize,
}

impl<V: Vector<Wide = DVec2>> Polygon<V> {
    /// The polygon of these corners, in order, in either winding; repeated and collinear corners are legal, as are one or two points.
    ///
    /// Vertex i is the i-th point, edge i goes from there to the next point. O(n).
    ///
    /// # Errors
    ///
    /// An empty list, a coordinate that is infinite or NaN, more points than ids can name; [`ShapeError::Concave`] if the corners do not go
    /// round a convex polygon once. See [`hull_of`](Self::hull_of) for points in no order.
    pub fn new(corners: &[V]) -> Result<Self, ShapeError> {
        let scaled = ScaledPoints::new(check_and_widen(corners)?);
        let ring = Ring::new(&scaled.points);
        let left = ring.winding().map_err(|index| ShapeError::Concave { index })?;
        Ok(Self::build(corners, &scaled, &ring.straight_runs(left)))
    }

    /// The convex hull of points in any order. All but its corners are dropped, by exact signs: also what lies in the middle of a side.
    ///
    /// Vertices are numbered counter-clockwise, starting with the corner that was given first. O(n log n).
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
    /// An empty list, a coordinate that is infinite or NaN, more points than ids can name.
    pub fn hull_of(points: &[V]) -> Result<Self, ShapeError> {
        Self::of_outline(points, outline(&ScaledPoints::new(check_and_widen(points)?).points))
    }

    /// Of corners counter-clockwise, whichever comes first.
    fn of_outline(points: &[V], mut corners: Vec<usize>) -> Result<Self, ShapeError> {
        let first = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
        corners.rotate_left(first);
        let corners: Vec<V> = corners.into_iter().map(|i| points[i]).collect();
        Self::new(&corners)
    }

    /// The regular polygon of `count` corners on a circle of this radius about the origin: corner 0 at the top of the y axis, the others counter-clockwise.
    ///
    /// One corner makes a point, two a segment. Corners that rounding has made superfluous are dropped: none of a few thousand in `f32`. O(n log n).
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
    /// No corners, or more than ids can name; a radius that is negative, infinite or NaN.
    pub fn regular(count: usize, radius: V::Scalar) -> Result<Self, ShapeError> {
        let (count, radius) = (check_count(count)?, check::size("radius", radius)?.widen());
        let corner = |i| V::narrow(turned(i, count).perp() * radius);
        Self::hull_of(&(0..count).map(corner).collect::<Vec<V>>())
    }

    /// The convex hull of points in any order with a limited number of corners, and how far, at most, it falls short of the whole.
    ///
    /// As [`hull_of`](Self::hull_of) but for the budget: corners are taken greedily, the one farthest out first, until there are as many as allowed. So
    /// each corner is one of the points, and a larger budget gives a polygon that contains that of a smaller one.
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
    /// Those of `hull_of`, and a budget of less than 3.
    pub fn cook(points: &[V], cooking: &Cooking) -> Result<Cooked<V, Self>, ShapeError> {
        let budget = cooking.budget(V::DIM)?;
        let scaled = ScaledPoints::new(check_and_widen(points)?);
        let corners = outline(&scaled.points);
        // Within the budget every corner stays, however little it stands out.
        let kept = if corners.len() > budget { simplified(&scaled.points, &corners, 0.0, budget) } else { corners.clone() };
        let lost = simplification_error(&corners, &kept, |corner, [a, b]| {
            distance_to_segment(scaled.points[corner], scaled.points[a], scaled.points[b]) + ROUNDING
        });
        Ok(Cooked { shape: Self::of_outline(points, kept)?, error: scaled.unscale_bound::<V>(lost) })
    }

    /// The corners, as given; a [`VertexId`] is an index here.
    pub fn vertices(&self) -> &[V] {
        &self.vertices.points
    }

    fn build(corners: &[V], scaled: &ScaledPoints<DVec2>, runs: &[StraightRun]) -> Self {
        let (middle, _) = scaled.center_and_radius();
        let center = V::narrow(scaled.unscale_point(middle));
        let sides = runs.iter().map(|&StraightRun { ends, edge }| {
            let along = scaled.points[ends[1]] - scaled.points[ends[0]];
            let normal = DVec2::new(along.y, -along.x) / along.length();
            Side { normal: V::narrow(normal), ends, edge }
        });
        // The middle of a side is topped by nothing, nor does it top its neighbours: it is no place to start from.
        let few = corners.len() <= FEW && runs.len() > 2;
        let ends: Vec<[u32; 2]> = runs.iter().map(|run| run.ends.map(|end| end as u32)).collect();
        let facets = || Facets::polygon(corners.iter().map(|corner| corner.widen()).collect(), &ends);
        let climbed = if runs.len() == corners.len() { corners.len() } else { 0 };
        let joined = Adjacency::new(climbed, (0..climbed).map(|i| [(i + 1) % climbed, (i + climbed - 1) % climbed]));
        Self {
            sides: sides.collect(),
            facets: few.then(facets).flatten(),
            vertices: Vertices::new(corners.to_vec(), joined, center, scaled.radius_about(center)),
        }
    }
}

/// The x axis turned by `part`/`count` of a turn, `part` < `count`: exact at the quarters, and alike in all eight octants.
fn turned(part: usize, count: usize) -> DVec2 {
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

/// `center` is the middle of the bounds.
impl<V: Vector<Wide = DVec2>> SupportMap<V> for Polygon<V> {
    forward!(SupportMap<V>, self => &self.vertices);
}

impl<V: Vector<Wide = DVec2>> Convex<V> for Polygon<V> {
    #[inline]
    fn core(&self) -> Core<'_, V> {
        self.facets.as_ref().map_or(Core::Other, Core::Polytope)
    }

    /// The side that looks most along the direction, counter-clockwise, named by its edge; a straight run of edges is one side, with
    /// the id of its first edge. Where even that is steep (the tip of a thin triangle, a segment end-on), and of a point, the vertex. O(n).
    fn face(&self, direction: V, face: &mut Face<V>) {
        let direction = V::narrow(normalize_or_zero(direction.widen()));
        let mut best: Option<(&Side<V>, V::Scalar)> = None;
        for side in &self.sides {
            let along = side.normal.dot(direction);
            if best.is_none_or(|(_, most)| along > most) {
                best = Some((side, along));
            }
        }
        match best {
            Some((&Side { ends, edge, .. }, along)) if along.widen() >= FACING => {
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

    /// Exact but for `f64` rounding, which is included. O(n).
    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        self.vertices.bounds(pose)
    }

    /// About the middle of the bounds. O(1).
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

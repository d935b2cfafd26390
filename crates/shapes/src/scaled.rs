//! A shape scaled along the axes.
//!
//! * The farthest point of the scaled shape along d is the image of the inner shape's farthest
//!   point along S·d, because d·(S p) = (S d)·p. So every query becomes one on the inner shape, and
//!   nothing of the image is stored.
//! * A radius remains one only if the absolute factors are equal. Otherwise the swept shape is
//!   scaled: its farthest point is that of the core plus the radius along S·d, and has no vertex
//!   id, because it is smooth.
//! * Normals transform inversely. The face whose normal is closest to d need not be the image of
//!   the one closest to S·d: a thin plate at a slant rests on its face, but S·d is along its rim.
//!   So several candidates are queried, and the best image is chosen. One with the edge that the
//!   shape stands on is better than one that only looks more toward d.

use clinch_mass::Moments;
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId, normalize_or_zero};
use smallvec::SmallVec;

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::composite_face::{coplanar_tolerance, unevenness};
use crate::convex::{Convex, Core, bounds_by_support, default_moments};
use crate::direction::normalize_exponent;
use crate::error::ShapeError;
use crate::face::{Corner, Face, FaceId, STEEP_EDGE, STEEP_FACE};
use crate::feature::{Corners, is_face, normal, reverse, write_face};
use crate::hull::LEVEL;
use crate::map_bounds::{MapBounds, largest_coordinate, narrow_from_wide};
use crate::sampled_face;

/// A shape whose coordinates are multiplied by a factor per axis. Negative factors mirror, zeros
/// flatten.
///
/// Vertices, edges and faces keep their ids. The corners of a mirrored face are reversed, so that
/// they are counter-clockwise from outside. The faces of a flattened shape are found like those of
/// a custom shape: see [`Convex::face`]. A ball scaled unevenly is an ellipsoid, and a capsule the
/// sum of a segment and an ellipsoid; scaled evenly they remain a ball and a capsule.
///
/// ```
/// use clinch_shapes::{Ball, Cuboid, Convex, Scaled, ShapeError};
/// use clinch_support::SupportMap;
/// use glam::Vec3;
///
/// let block = Scaled::new(Cuboid::new(Vec3::ONE)?, Vec3::new(1.0, -2.0, 0.5))?;
/// assert_eq!(block.support(Vec3::ONE).point, Vec3::new(1.0, 2.0, 0.5));
/// let egg = Scaled::new(Ball::new(1.0)?, Vec3::new(1.0, 1.0, 3.0))?;
/// assert_eq!((egg.support(Vec3::Z).point, Convex::<Vec3>::radius(&egg)), (Vec3::new(0.0, 0.0, 3.0), 0.0));
/// let big = Scaled::new(Ball::new(1.0)?, Vec3::splat(-3.0))?;
/// assert_eq!((big.support(Vec3::Z).point, Convex::<Vec3>::radius(&big)), (Vec3::ZERO, 3.0));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<V: Vector, S> {
    inner: S,
    scale: V,
    /// The radius outside of the core, and the radius inside of it in the inner shape's frame. One
    /// of them is zero.
    radius: V::Scalar,
    scaled_radius: f64,
    bounds: MapBounds<V>,
}

/// The `f64` rounding of a scaled point and of the direction of its query, relative to its
/// coordinates.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

impl<V: Vector, S: Convex<V>> Scaled<V, S> {
    /// `inner`, with each coordinate multiplied by that of `scale`.
    ///
    /// # Errors
    ///
    /// A factor that is infinite or NaN; a half-space with a factor of zero, which would not be a
    /// half-space; a size that overflows.
    pub fn new(inner: S, scale: V) -> Result<Self, ShapeError> {
        check::finite("scale", scale)?;
        let half_space = matches!(inner.core(), Core::HalfSpace { .. });
        if half_space && is_flattened(scale) {
            return Err(ShapeError::Unbounded { what: "flattened shape" });
        }
        let (inner_radius, max_factor) = (inner.radius(), scale.max_abs());
        let (radius, scaled_radius) =
            if is_even(scale) { (inner_radius * max_factor, 0.0) } else { (V::Scalar::ZERO, inner.radius_wide()) };
        let radius = check::size("radius", radius)?;

        let exact = scale_by(scale, inner.center().widen());
        let center = check::finite("center", V::narrow(exact))?;
        let rounding = ROUNDING * max_factor.widen() * (largest_coordinate(&inner) + scaled_radius);
        let radius_about_center =
            (inner.radius_about_center().widen() + scaled_radius) * max_factor.widen() + (exact - center.widen()).length() + rounding;
        let radius_about_center = V::Scalar::narrow_up(radius_about_center);
        // The radius of a half-space has no meaning.
        let radius_about_center =
            if half_space { radius_about_center } else { check::size("radius about the center", radius_about_center)? };
        let error = V::Scalar::narrow_up(inner.error().widen() * max_factor.widen() + rounding);
        Ok(Self { inner, scale, radius, scaled_radius, bounds: MapBounds { center, radius_about_center, error } })
    }

    /// The inner shape.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// The factors along the axes.
    pub fn scale(&self) -> V {
        self.scale
    }

    /// S·d, scaled by a power of two into the range of any scalar. If the direction is along
    /// flattened axes, all points are equally far, and the first axis replaces it.
    #[inline]
    fn inner_direction(&self, direction: V::Wide) -> V::Wide {
        normalize_exponent(scale_by(self.scale, direction)).unwrap_or(V::Wide::unit(0))
    }

    /// The image of the inner shape's face along a direction of its frame, and its [`rank`] for a
    /// unit direction. The rank is zero if the image is not in the support plane of its own normal.
    fn scaled_face(&self, inner_direction: V::Wide, toward: V::Wide, inner: &mut Face<V>) -> (Corners<V::Wide>, f64) {
        self.inner.face(V::narrow(inner_direction), inner);
        let image =
            |corner: &Corner<V>| Corner { point: scale_by(self.scale, corner.point.widen()), vertex: corner.vertex, edge: corner.edge };
        let mut corners: Corners<V::Wide> = inner.corners.iter().map(image).collect();
        let mirrored = (0..V::DIM).filter(|&axis| self.scale.get(axis) < V::Scalar::ZERO).count() % 2 == 1;
        if mirrored && is_face(&corners) {
            reverse(&mut corners);
        }
        let outward = normal(&corners, toward);
        let offset = scale_by(self.scale, normalize_or_zero(scale_by(self.scale, outward)) * self.scaled_radius);
        corners.iter_mut().for_each(|corner| corner.point = corner.point + offset);

        let lowest = corners.iter().fold(f64::INFINITY, |lowest, corner| lowest.min(corner.point.dot(outward)));
        let ends = self.support_wide(outward).point.dot(outward) - lowest <= coplanar_tolerance(self) + unevenness(self, &corners);
        let rank = if ends { rank(&corners, outward.dot(toward)) } else { 0.0 };
        (corners, rank)
    }

    /// The edge of a face that the shape stands on, seen along a unit direction: level, and with
    /// the farthest point of the shape at an end.
    fn level_edge(&self, corners: &[Corner<V::Wide>], direction: V::Wide) -> Option<Corners<V::Wide>> {
        let corner = |place: usize| corners[place % corners.len()];
        let height = |place: usize| corner(place).point.dot(direction);
        let top = (1..corners.len()).fold(0, |top, place| if height(place) > height(top) { place } else { top });
        if corners.len() < 2 || self.support_wide(direction).point.dot(direction) - height(top) > coplanar_tolerance(self) {
            return None;
        }
        let edges = [[top, top + 1], [top + corners.len() - 1, top]].map(|ends| ends.map(corner));
        let level = edges.into_iter().find(|[from, to]| {
            let along = to.point - from.point;
            along.dot(direction).abs() <= LEVEL * along.length()
        });
        level.map(|[from, to]| Corners::from_slice(&[from, Corner { edge: from.edge, ..to }]))
    }
}

/// A feature that a scaled shape may show.
struct Candidate<W> {
    /// The shape stands on an edge of it.
    on_edge: bool,
    rank: f64,
    id: FaceId,
    corners: Corners<W>,
}

/// Whether the absolute factors are equal.
fn is_even<V: Vector>(scale: V) -> bool {
    (1..V::DIM).all(|axis| scale.get(axis).abs() == scale.get(0).abs())
}

/// Whether a factor is zero.
fn is_flattened<V: Vector>(scale: V) -> bool {
    (0..V::DIM).any(|axis| scale.get(axis) == V::Scalar::ZERO)
}

/// The vector with each component multiplied by a factor.
#[inline]
fn scale_by<V: Vector>(by: V, vector: V::Wide) -> V::Wide {
    V::Wide::from_fn(|axis| by.get(axis).widen() * vector.get(axis))
}

impl<V: Vector, S: Convex<V>> SupportMap<V> for Scaled<V, S> {
    narrow_from_wide!(V);

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let inner_direction = self.inner_direction(direction);
        let Support { point, id } = self.inner.support_wide(inner_direction);
        if self.scaled_radius > 0.0 {
            return Support { point: scale_by(self.scale, point + normalize_or_zero(inner_direction) * self.scaled_radius), id: None };
        }
        Support { point: scale_by(self.scale, point), id }
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        if self.scaled_radius > 0.0 { None } else { self.inner.vertex_wide(id).map(|point| scale_by(self.scale, point)) }
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for Scaled<V, S> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn radius_wide(&self) -> f64 {
        if self.scaled_radius > 0.0 || !is_even(self.scale) { 0.0 } else { self.inner.radius_wide() * self.scale.max_abs().widen() }
    }

    fn core(&self) -> Core<'_, V> {
        match self.inner.core() {
            Core::HalfSpace { normal, offset } => {
                // n·x ≤ o becomes (n/s)·(s x) ≤ o. A radius that is scaled too only moves the
                // plane.
                let covector = V::Wide::from_fn(|axis| normal.get(axis) / self.scale.get(axis).widen());
                let length = covector.length();
                // The stored normal is of unit length but for rounding, and its offset in its unit.
                let radius = self.scaled_radius * normal.length();
                let normal = V::Wide::from_fn(|axis| covector.get(axis) / length);
                Core::HalfSpace { normal, offset: (offset + radius) / length }
            }
            Core::Origin if self.scaled_radius == 0.0 => Core::Origin,
            Core::Point(point) if self.scaled_radius == 0.0 => Core::at(scale_by(self.scale, point)),
            Core::Segment(ends) if self.scaled_radius == 0.0 => Core::Segment(ends.map(|end| scale_by(self.scale, end))),
            _ => Core::Other,
        }
    }

    /// The image of a face of the inner shape. Candidates are the inner faces along S·d, along d
    /// and along S⁻¹·d. Chosen is the one whose image is closest to d; if the shape stands on an
    /// edge, the closest of those that have it. It is the right one for a box, and for any shape
    /// if `direction` is the normal of a face. For other shapes at a slant it may be a neighbour.
    /// Up to three faces of the inner shape.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let toward = normalize_or_zero(direction.widen());
        if is_flattened(self.scale) {
            return sampled_face::face(self, direction, face);
        }
        let inverse = V::Wide::from_fn(|axis| toward.get(axis) / self.scale.get(axis).widen());
        let signs = V::Wide::from_fn(|axis| if self.scale.get(axis) < V::Scalar::ZERO { -toward.get(axis) } else { toward.get(axis) });
        let mut candidates: SmallVec<[V::Wide; 3]> = SmallVec::new();
        candidates.push(self.inner_direction(toward));
        if !is_even(self.scale) {
            candidates.extend(normalize_exponent(signs));
            candidates.extend(normalize_exponent(inverse));
        }
        let several = candidates.len() > 1;
        let mut best: Option<Candidate<V::Wide>> = None;
        for inner_direction in candidates {
            let (mut corners, mut rank) = self.scaled_face(inner_direction, toward, face);
            let edge = if several { self.level_edge(&corners, toward) } else { None };
            let on_edge = edge.is_some();
            if let Some(edge) = edge.filter(|_| rank == 0.0) {
                // As on a keel, between two steep faces.
                (rank, corners) = (self::rank(&edge, normal(&edge, toward).dot(toward)), edge);
            }
            if best.as_ref().is_none_or(|best| (on_edge, rank) > (best.on_edge, best.rank)) {
                best = Some(Candidate { on_edge, rank, id: face.id, corners });
            }
        }
        match best {
            Some(Candidate { rank, id, corners, .. }) if rank > 0.0 && corners.len() > 1 => {
                write_face(&corners, face);
                face.id = id;
            }
            _ => {
                let support = self.support_wide(toward);
                face.set_vertex(V::narrow(support.point), support.id.unwrap_or(VertexId::new(0)));
            }
        }
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        if matches!(self.inner.core(), Core::HalfSpace { .. }) {
            return Aabb::unbounded();
        }
        bounds_by_support(self, pose)
    }

    fn interior(&self) -> V {
        V::narrow(scale_by(self.scale, self.inner.interior().widen()))
    }

    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let BoundingBall { center, radius } = self.inner.bounding_ball();
        let rounding = ROUNDING * center.max_abs();
        BoundingBall::around(scale_by(self.scale, center), self.scale.max_abs().widen() * (radius + rounding))
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        let radius = self.inner.bounding_radius();
        // The product would be NaN for a scale of zero.
        if radius < f64::INFINITY { self.scale.max_abs().widen() * radius * (1.0 + ROUNDING) } else { f64::INFINITY }
    }

    /// Those of the inner shape, scaled. The default if the shape is flattened, or swept after
    /// uneven scaling.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        let inner = if is_flattened(self.scale) {
            None
        } else if is_even(self.scale) {
            Some(by / self.scale.max_abs().widen())
        } else {
            (by == 0.0).then_some(0.0)
        };
        match inner {
            Some(by) => self.inner.swept_moments(by)?.scaled(self.scale.widen()).finite(),
            None => default_moments(self, by),
        }
    }
}

/// Ranks a feature by the cosine between its normal and the direction: faces before edges, edges
/// before vertices, steep features last.
fn rank<W: Vector<Scalar = f64>>(corners: &Corners<W>, along: f64) -> f64 {
    let least = if is_face(corners) { STEEP_FACE } else { (1.0 - STEEP_EDGE * STEEP_EDGE).sqrt() };
    match corners.len() {
        // The cosine of an edge's normal is the sine of the edge's angle.
        2.. if along >= least => along + if is_face(corners) { 2.0 } else { 1.0 },
        _ => 0.0,
    }
}

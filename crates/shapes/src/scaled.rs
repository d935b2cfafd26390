//! A shape stretched along the axes.
//!
//! * The farthest point of the image along d is the image of the farthest point along S·d, for d·(S p) = (S d)·p. So everything is a question to the inner
//!   shape, and nothing of the image is stored.
//! * A radius stays one only where all axes are stretched alike. Otherwise the swept shape is what is stretched: its farthest point is that of the core
//!   and the radius along S·d, and has no vertex id, for it is round.
//! * Normals go the other way than points. The face that looks most along d need not be the image of the one that looks most along S·d: a thin plate met
//!   at a slant rests on its face, and S·d looks at its rim. Several are asked for, and the best one is taken in the image.

use clinch_mass::Moments;
use clinch_support::{Pose, Scalar, Support, SupportMap, Vector, VertexId, exponent_of, normalize_or_zero, times_power_of_two};
use smallvec::SmallVec;

use crate::aabb::Aabb;
use crate::bounding_ball::BoundingBall;
use crate::check;
use crate::composite_face::slack;
use crate::convex::{Convex, Core, bounds_by_support, moments_by_core};
use crate::error::ShapeError;
use crate::face::{Corner, Face, FaceId, STEEP_EDGE, STEEP_FACE};
use crate::feature::{Corners, is_face, normal, reverse, write};
use crate::map_bounds::{MapBounds, wide_map};
use crate::sampled_face;

/// A shape whose coordinates are multiplied by a factor for each axis: stretched, mirrored by negative factors, flattened by zeros.
///
/// Vertices, edges and faces keep their ids; a mirrored face is run the other way round, counter-clockwise from outside again. Of a flattened shape the
/// faces are found as those of a custom shape are: see [`Convex::face`]. A ball stretched unevenly is an ellipsoid, and a capsule the sum of a
/// segment and an ellipsoid; stretched evenly they stay what they are.
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
    /// What stays outside of the search, and what is part of the core, in the inner shape's frame: one of them is zero.
    radius: V::Scalar,
    stretched: f64,
    bounds: MapBounds<V>,
}

/// Rounding in `f64` of a stretched point and of the direction it was asked along, relative to its coordinates.
const STRETCHED: f64 = 8.0 * f64::EPSILON;

impl<V: Vector, S: Convex<V>> Scaled<V, S> {
    /// `inner`, each coordinate multiplied by that of `scale`.
    ///
    /// # Errors
    ///
    /// A factor that is infinite or NaN; a half-space with a factor of zero, which makes no half-space of it; a size that is no longer finite.
    pub fn new(inner: S, scale: V) -> Result<Self, ShapeError> {
        check::finite("scale", scale)?;
        let factors = |axis: usize| scale.get(axis).abs();
        let even = (1..V::DIM).all(|axis| factors(axis) == factors(0));
        let half_space = matches!(inner.core(), Core::HalfSpace { .. });
        if half_space && (0..V::DIM).any(|axis| factors(axis) == V::Scalar::ZERO) {
            return Err(ShapeError::Unbounded { what: "flattened shape" });
        }
        let (own, most) = (inner.radius(), scale.max_abs());
        let (radius, stretched) = if even { (own * most, 0.0) } else { (V::Scalar::ZERO, inner.radius_wide()) };
        let radius = check::size("radius", radius)?;

        let exact = stretch(scale, inner.center().widen());
        let center = check::finite("center", V::narrow(exact))?;
        let reach = inner.radius_about_center().widen() + inner.center().max_abs().widen() + stretched;
        let rounding = STRETCHED * most.widen() * reach;
        let extent = (inner.radius_about_center().widen() + stretched) * most.widen() + (exact - center.widen()).length() + rounding;
        let extent = V::Scalar::narrow_up(extent);
        // A half-space has no extent to speak of.
        let extent = if half_space { extent } else { check::size("extent", extent)? };
        let error = V::Scalar::narrow_up(inner.error().widen() * most.widen() + rounding);
        Ok(Self { inner, scale, radius, stretched, bounds: MapBounds { center, extent, error } })
    }

    /// The shape that is stretched.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    /// The factors.
    pub fn scale(&self) -> V {
        self.scale
    }

    /// S·d, brought into the range of any scalar by a power of two. Of a direction along flattened axes all points are equally far, along the first
    /// axis as along any.
    #[inline]
    fn inward(&self, direction: V::Wide) -> V::Wide {
        in_range(stretch(self.scale, direction)).unwrap_or(V::Wide::unit(0))
    }

    /// All axes are stretched alike.
    fn is_even(&self) -> bool {
        (1..V::DIM).all(|axis| self.scale.get(axis).abs() == self.scale.get(0).abs())
    }

    fn is_flattened(&self) -> bool {
        (0..V::DIM).any(|axis| self.scale.get(axis) == V::Scalar::ZERO)
    }

    /// The inner shape's face along a direction of its frame, stretched; and how much it looks along a unit direction, nothing if it is not where
    /// the shape ends along its own normal.
    fn image(&self, inward: V::Wide, toward: V::Wide, inner: &mut Face<V>) -> (Corners<V::Wide>, f64) {
        self.inner.face(V::narrow(inward), inner);
        let stretched =
            |corner: &Corner<V>| Corner { point: stretch(self.scale, corner.point.widen()), vertex: corner.vertex, edge: corner.edge };
        let mut corners: Corners<V::Wide> = inner.corners.iter().map(stretched).collect();
        let mirrored = (0..V::DIM).filter(|&axis| self.scale.get(axis) < V::Scalar::ZERO).count() % 2 == 1;
        if mirrored && is_face(&corners) {
            reverse(&mut corners);
        }
        let outward = normal(&corners, toward);
        let offset = stretch(self.scale, normalize_or_zero(stretch(self.scale, outward)) * self.stretched);
        corners.iter_mut().for_each(|corner| corner.point = corner.point + offset);

        let lowest = corners.iter().fold(f64::INFINITY, |lowest, corner| lowest.min(corner.point.dot(outward)));
        let ends = self.support_wide(outward).point.dot(outward) - lowest <= slack(self);
        let facing = if ends { facing(&corners, outward.dot(toward)) } else { 0.0 };
        (corners, facing)
    }
}

/// The vector with each component multiplied by a factor.
#[inline]
fn stretch<V: Vector>(by: V, vector: V::Wide) -> V::Wide {
    V::Wide::from_fn(|axis| by.get(axis).widen() * vector.get(axis))
}

/// The vector times the power of two that brings its largest component into [1, 2); `None` of what is zero or not finite.
#[inline]
fn in_range<W: Vector<Scalar = f64>>(vector: W) -> Option<W> {
    let largest = vector.max_abs();
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let exponent = -exponent_of(largest);
    Some(W::from_fn(|axis| times_power_of_two(vector.get(axis), exponent)))
}

impl<V: Vector, S: Convex<V>> SupportMap<V> for Scaled<V, S> {
    wide_map!(V);

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        let inward = self.inward(direction);
        let Support { point, id } = self.inner.support_wide(inward);
        if self.stretched > 0.0 {
            return Support { point: stretch(self.scale, point + normalize_or_zero(inward) * self.stretched), id: None };
        }
        Support { point: stretch(self.scale, point), id }
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        if self.stretched > 0.0 { None } else { self.inner.vertex_wide(id).map(|point| stretch(self.scale, point)) }
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for Scaled<V, S> {
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }

    #[inline]
    fn radius_wide(&self) -> f64 {
        if self.stretched > 0.0 || !self.is_even() { 0.0 } else { self.inner.radius_wide() * self.scale.max_abs().widen() }
    }

    fn core(&self) -> Core<'_, V> {
        match self.inner.core() {
            Core::HalfSpace { normal, offset } => {
                // n·x ≤ o is (n/s)·(s x) ≤ o, and a radius that is stretched with it only moves the plane.
                let covector = V::Wide::from_fn(|axis| normal.get(axis) / self.scale.get(axis).widen());
                let length = covector.length();
                let normal = V::Wide::from_fn(|axis| covector.get(axis) / length);
                Core::HalfSpace { normal, offset: (offset + self.stretched) / length }
            }
            Core::Point(point) if self.stretched == 0.0 => Core::Point(stretch(self.scale, point)),
            Core::Segment(ends) if self.stretched == 0.0 => Core::Segment(ends.map(|end| stretch(self.scale, end))),
            _ => Core::Other,
        }
    }

    /// The image of an inner face: of those that look most along S·d, along d and along S⁻¹·d the one that looks most along d in the image. That is the
    /// right one of any box, and of any shape where `direction` is a face's normal; of others met at a slant it may be a neighbour. Up to three faces.
    fn face(&self, direction: V, face: &mut Face<V>) {
        let toward = normalize_or_zero(direction.widen());
        if self.is_flattened() {
            return sampled_face::face(self, direction, face);
        }
        let inverse = V::Wide::from_fn(|axis| toward.get(axis) / self.scale.get(axis).widen());
        let signs = V::Wide::from_fn(|axis| if self.scale.get(axis) < V::Scalar::ZERO { -toward.get(axis) } else { toward.get(axis) });
        let mut asked: SmallVec<[V::Wide; 3]> = SmallVec::new();
        asked.push(self.inward(toward));
        if !self.is_even() {
            asked.extend(in_range(signs));
            asked.extend(in_range(inverse));
        }
        let mut best: Option<(f64, FaceId, Corners<V::Wide>)> = None;
        for inward in asked {
            let (corners, facing) = self.image(inward, toward, face);
            if best.as_ref().is_none_or(|(most, ..)| facing > *most) {
                best = Some((facing, face.id, corners));
            }
        }
        match best {
            Some((facing, id, corners)) if facing > 0.0 && corners.len() > 1 => {
                write(&corners, face);
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
        V::narrow(stretch(self.scale, self.inner.interior().widen()))
    }

    fn bounding_ball(&self) -> BoundingBall<V::Wide> {
        let BoundingBall { center, radius } = self.inner.bounding_ball();
        let rounding = STRETCHED * center.max_abs();
        BoundingBall::around(stretch(self.scale, center), self.scale.max_abs().widen() * (radius + rounding))
    }

    #[inline]
    fn bounding_radius(&self) -> f64 {
        let reach = self.inner.bounding_radius();
        // What has no end keeps it along the axes that are not flattened.
        if reach < f64::INFINITY { self.scale.max_abs().widen() * reach * (1.0 + STRETCHED) } else { f64::INFINITY }
    }

    /// Those of the inner shape, stretched; the default where it is flattened, or swept after it was stretched unevenly.
    fn swept_moments(&self, by: f64) -> Option<Moments<V::Wide>> {
        let inner = if self.is_flattened() {
            None
        } else if self.is_even() {
            Some(by / self.scale.max_abs().widen())
        } else {
            (by == 0.0).then_some(0.0)
        };
        match inner {
            Some(by) => self.inner.swept_moments(by)?.scaled(self.scale.widen()).finite(),
            None => moments_by_core(self, by),
        }
    }
}

/// How much a feature looks along a direction, by the cosine between that and its normal, in an order that puts faces before edges before vertices and what is too steep last.
fn facing<W: Vector<Scalar = f64>>(corners: &Corners<W>, along: f64) -> f64 {
    let least = if is_face(corners) { STEEP_FACE } else { (1.0 - STEEP_EDGE * STEEP_EDGE).sqrt() };
    match corners.len() {
        // An edge's normal has the cosine that the edge has the sine of.
        2.. if along >= least => along + if is_face(corners) { 2.0 } else { 1.0 },
        _ => 0.0,
    }
}

//! The points of a 3D hull: scaled, with tolerances relative to their size.

use glam::DVec3;

use crate::double_double::newell_normal;
use crate::scaled_points::{ScaledPoints, orient3d};

/// A point within this distance (in ε of the scalar times the cloud's radius) of the current hull
/// is not added. This is most of what the hull may lose. Larger: the loss exceeds the 4ε of the
/// radius by which a support map may err. Smaller: the rounding of a tilted flat face becomes
/// facets.
const OUTSIDE: f64 = 1.5;

/// Vertices that rounding lifts above the hull of their neighbours are removed while the loss stays
/// below this. Larger: together with [`OUTSIDE`] and the rounding of `f64` the loss exceeds 4ε.
/// Zero: a vertex that was added early and is redundant by now would stay.
const REDUNDANT: f64 = 2.0;

/// A cloud no thicker than this is a polygon. Points that were dropped are up to √3 times as far
/// from it, because the outline is found along an axis that may be so oblique; with what
/// [`Cloud::in_plane`] adds they are within 5.2ε. Larger: they are farther. Smaller: a tilted
/// polygon, rounded, would have a volume.
const FLAT: f64 = 2.5;

/// The corners of a face are within this distance of its plane, to either side. Merging drops no
/// point, so the set does not change. Larger: manifold points are visibly off the shape. Smaller
/// than twice [`OUTSIDE`]: slivers between two rounded points remain faces.
const COPLANAR: f64 = 4.0;

/// For distances, a triangle narrower than this times its length counts as its edges; no point of
/// it is farther from them than that. Smaller: rounding decides whether a far point on the line of
/// a sliver is above it, and a cube lost a corner that way. Larger: the edges would stand for
/// triangles wider than a tolerance.
const SLIVER: f64 = 16.0 * f64::EPSILON;

/// The distances below are too small by at most this times the radius of the cloud. Any point of an
/// edge bounds the distance from above, so only the roundings after it count: ε/2 each in the
/// difference, the product and the sum of vectors up to twice the radius; over a plane, six halves
/// for the normal and the dot product. Smaller: a reported error may be less than the true one.
/// Larger: in `f64` the reported error is mostly this.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Scaled points, and absolute tolerances in their unit.
pub(crate) struct Cloud {
    pub(crate) points: Vec<DVec3>,
    pub(crate) middle: DVec3,
    unit: f64,
    rounding: f64,
}

impl Cloud {
    /// The cloud of scaled points whose scalar type has this epsilon.
    pub(crate) fn new(scaled: &ScaledPoints<DVec3>, epsilon: f64) -> Self {
        let (middle, radius) = scaled.center_and_radius();
        Self { points: scaled.points.clone(), middle, unit: epsilon * radius, rounding: ROUNDING * radius }
    }

    #[inline]
    pub(crate) fn at(&self, index: usize) -> DVec3 {
        self.points[index]
    }

    /// Positive if the triangle a, b, c, counter-clockwise from outside, is visible from point `p`;
    /// exactly zero in its plane.
    #[inline]
    pub(crate) fn visibility(&self, p: usize, [a, b, c]: [usize; 3]) -> f64 {
        orient3d(self.at(a), self.at(b), self.at(c), self.at(p))
    }

    pub(crate) fn outside(&self) -> f64 {
        OUTSIDE * self.unit
    }

    pub(crate) fn redundant(&self) -> f64 {
        REDUNDANT * self.unit
    }

    pub(crate) fn flat(&self) -> f64 {
        FLAT * self.unit
    }

    pub(crate) fn coplanar(&self) -> f64 {
        COPLANAR * self.unit
    }

    /// How far the corners of a flat outline must stand out. Less than [`OUTSIDE`], because the
    /// outline is measured in a projection that shortens by up to √3, and the thickness is added to
    /// it.
    pub(crate) fn in_plane(&self) -> f64 {
        0.5 * self.unit
    }

    /// An upper bound of a distance that was computed as this.
    pub(crate) fn upper_bound(&self, distance: f64) -> f64 {
        distance + self.rounding
    }

    /// The distance of `p` from the segment.
    pub(crate) fn to_segment(&self, p: usize, [a, b]: [usize; 2]) -> f64 {
        let (along, to) = (self.at(b) - self.at(a), self.at(p) - self.at(a));
        let length_squared = along.length_squared();
        let share = if length_squared > 0.0 { (to.dot(along) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
        (to - along * share).length()
    }

    /// The distance of `p` from the triangle: from the nearest edge, or from the plane if the
    /// projection of `p` is inside.
    pub(crate) fn to_triangle(&self, p: usize, corners: [usize; 3]) -> f64 {
        let [a, b, c] = corners;
        let edges = self.to_segment(p, [a, b]).min(self.to_segment(p, [b, c])).min(self.to_segment(p, [c, a]));
        let normal = self.normal(&corners);
        let area = normal.length();
        let (p, a, b, c) = (self.at(p), self.at(a), self.at(b), self.at(c));
        let inside = |from: DVec3, to: DVec3| (to - from).cross(p - from).dot(normal) >= 0.0;
        let longest = (b - a).length_squared().max((c - a).length_squared());
        if area > SLIVER * longest && inside(a, b) && inside(b, c) && inside(c, a) {
            edges.min(((p - a).dot(normal) / area).abs())
        } else {
            edges
        }
    }

    /// The normal of a polygon, of twice its area in length.
    pub(crate) fn normal(&self, corners: &[usize]) -> DVec3 {
        newell_normal(corners.iter().map(|&corner| self.at(corner)))
    }
}

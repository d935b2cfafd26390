//! The points a hull is cooked from: scaled, with the tolerances that belong to their size.

use glam::DVec3;

use crate::double_double::newell_normal;
use crate::scaled_points::{ScaledPoints, orient3d};

/// A point no farther than this (in ε of the scalar times the extent) from the hull of the points taken so far is left out. It is most of what the
/// hull may lose. Larger, and the loss passes the 4ε of the extent by which a support map may err; smaller, and the rounding of a
/// tilted flat face becomes facets.
const OUTSIDE: f64 = 1.5;

/// Vertices that stand out of the hull of their neighbours by rounding are dropped so long as what is lost stays within this. Larger, and together
/// with [`OUTSIDE`] and `f64`'s own rounding the loss passes 4ε; zero, and a vertex taken early that later ones made superfluous would stay.
const REDUNDANT: f64 = 2.0;

/// A cloud no thicker than this is a polygon. Larger, and the points dropped from it are more than 4ε from it; smaller, and a
/// tilted polygon, rounded, would have an inside.
const FLAT: f64 = 2.5;

/// Corners of one face lie within this of its plane, to either side. It costs nothing of the set: merging drops no point. Larger, and a
/// manifold's points stand visibly off the shape; smaller than twice [`OUTSIDE`], and slivers between two rounded points remain faces.
const COPLANAR: f64 = 4.0;

/// A triangle narrower than this times its length counts as its edges when distances are taken; nothing of it is farther from them than that.
/// Smaller, and rounding decides whether a far point on the line of a sliver lies above it: a cube lost a corner so. Larger, and the edges
/// would stand for triangles wider than a tolerance.
const SLIVER: f64 = 16.0 * f64::EPSILON;

/// Distances below are too small by no more than this times the reach of the cloud. A point at any share of an edge will do, so that only the roundings after
/// it count: ε/2 each in the difference, the product and the sum of vectors up to twice the reach; over a plane, 6 halves of the normal and the dot. Smaller,
/// and a reported loss may be less than the true one; larger, and in `f64` the reported loss is mostly this.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Scaled points and absolute tolerances in their unit.
pub(crate) struct Cloud {
    pub(crate) points: Vec<DVec3>,
    pub(crate) middle: DVec3,
    unit: f64,
    rounding: f64,
}

impl Cloud {
    /// The cloud of scaled points whose scalar has this epsilon.
    pub(crate) fn new(scaled: &ScaledPoints<DVec3>, epsilon: f64) -> Self {
        let (middle, reach) = scaled.middle_and_reach();
        Self { points: scaled.points.clone(), middle, unit: epsilon * reach, rounding: ROUNDING * reach }
    }

    #[inline]
    pub(crate) fn at(&self, index: usize) -> DVec3 {
        self.points[index]
    }

    /// Positive where point `p` sees the triangle a, b, c, counter-clockwise from outside; exactly zero in its plane.
    #[inline]
    pub(crate) fn sees(&self, p: usize, [a, b, c]: [usize; 3]) -> f64 {
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

    /// How far corners of a flat outline must stand out; less than [`OUTSIDE`] because the outline is measured in a projection that
    /// shortens by up to √3, and the thickness comes on top.
    pub(crate) fn in_plane(&self) -> f64 {
        0.5 * self.unit
    }

    /// A bound of the distance that was computed as this.
    pub(crate) fn at_most(&self, distance: f64) -> f64 {
        distance + self.rounding
    }

    /// How far `p` is from the segment.
    pub(crate) fn to_segment(&self, p: usize, [a, b]: [usize; 2]) -> f64 {
        let (along, to) = (self.at(b) - self.at(a), self.at(p) - self.at(a));
        let length_squared = along.length_squared();
        let share = if length_squared > 0.0 { (to.dot(along) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
        (to - along * share).length()
    }

    /// How far `p` is from the triangle: from the nearest of its edges, or from its plane where the foot lies inside.
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

    /// The normal of a polygon, of length twice its area.
    pub(crate) fn normal(&self, corners: &[usize]) -> DVec3 {
        newell_normal(corners.iter().map(|&corner| self.at(corner)))
    }
}

//! Solids of revolution about the y axis between two rims: cylinder, cone and frustum.
//!
//! * In a half plane through the axis the solid is a trapezoid. A support point is on the upper or
//!   the lower rim, at the azimuth of the direction. The difference of the values of both rims
//!   decides between them, which avoids cancellation.
//! * A rim of radius zero is a vertex, whose id is the index of the rim: 0 lower, 1 upper. The
//!   points of other rims are smooth.
//! * All computations are in `f64`, for either scalar: a rim rounded to `f32` would be a shape with
//!   steps.
//! * Its features are two caps (see [`RimPolygon`]) and the generatrix at the azimuth of the
//!   direction. The face is the one whose normal is closest to the direction. If that is too steep,
//!   the face is the support point.

use clinch_mass::{Moments, Profile};
use clinch_support::{Basis, Circle, Pose, Rotation, Scalar, Support, Vector, VertexId, normalize_or_zero};
use glam::{DVec2, DVec3};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, bounding_radius_of};
use crate::direction::{AxialDirection, NEARLY_AXIAL};
use crate::face::{Corner, EdgeId, Face, STEEP_EDGE, STEEP_FACE};
use crate::rim::RimPolygon;

/// The convex hull of two discs perpendicular to the y axis and centered on it. 3D, `f64`, in the
/// shape's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Revolution {
    half: f64,
    /// The radii of the lower and the upper rim.
    radii: [f64; 2],
}

impl Revolution {
    /// From sizes that the caller has checked.
    #[inline]
    pub(crate) fn new<S: Scalar>(half_height: S, bottom: S, top: S) -> Self {
        let (half, [bottom, top]) = (half_height.widen(), [bottom.widen(), top.widen()]);
        // Without height, the larger disc contains the smaller one.
        let larger = if bottom > top { bottom } else { top };
        Self { half, radii: if half > 0.0 { [bottom, top] } else { [larger; 2] } }
    }

    /// Half the height.
    #[inline]
    pub fn half(&self) -> f64 {
        self.half
    }

    /// The radii of the lower and the upper rim; either may be 0. Both are equal if there is no
    /// height.
    #[inline]
    pub fn radii(&self) -> [f64; 2] {
        self.radii
    }

    /// The rim that is farther along the direction; of equals, the lower.
    #[inline]
    fn rim(&self, direction: &AxialDirection) -> usize {
        let [bottom, top] = self.radii;
        usize::from((top - bottom) * direction.radial + 2.0 * self.half * direction.axial > 0.0)
    }

    #[inline]
    fn rim_center(&self, rim: usize) -> DVec3 {
        DVec3::new(0.0, if rim == 0 { -self.half } else { self.half }, 0.0)
    }

    #[inline]
    fn on_rim(&self, rim: usize, azimuth: DVec2) -> DVec3 {
        let radius = self.radii[rim];
        DVec3::new(radius * azimuth.x, self.rim_center(rim).y, radius * azimuth.y)
    }

    /// The farthest point. Along the axis it is the center of a cap.
    #[inline]
    pub(crate) fn support(&self, direction: DVec3) -> Support<DVec3> {
        let direction = AxialDirection::new(direction);
        let rim = self.rim(&direction);
        match self.vertex(rim) {
            Some(point) => Support { point, id: Some(VertexId::new(rim)) },
            None => Support { point: self.on_rim(rim, direction.azimuth), id: None },
        }
    }

    /// The vertex that a rim of radius zero is; `None` for other rims.
    #[inline]
    pub(crate) fn vertex(&self, rim: usize) -> Option<DVec3> {
        (self.radii.get(rim) == Some(&0.0)).then(|| self.rim_center(rim))
    }

    /// The rim that contains a support point; `None` if it is a vertex.
    #[inline]
    pub(crate) fn circle(&self, point: DVec3) -> Option<Circle<DVec3>> {
        let rim = usize::from(point.y > 0.0);
        (self.radii[rim] > 0.0).then(|| Circle { middle: self.rim_center(rim), axis: DVec3::Y, radius: self.radii[rim] })
    }

    /// An upper bound of the distance of all points from the origin: a sum, without a square root.
    pub fn radius_about_center(&self) -> f64 {
        let [bottom, top] = self.radii;
        (self.half + if bottom > top { bottom } else { top }) * (1.0 + f64::EPSILON)
    }

    /// A corner of the profile at an azimuth. A point of a rim gets the id of the rim's deepest
    /// corner.
    fn corner<V: Vector<Wide = DVec3>>(&self, rim: usize, azimuth: DVec2) -> Corner<V> {
        let (point, name) = match self.vertex(rim) {
            Some(vertex) => (vertex, rim),
            None => (self.on_rim(rim, azimuth), RimPolygon::<DVec3>::first_id(rim)),
        };
        Corner { point: V::narrow(point), vertex: VertexId::new(name), edge: EdgeId(0) }
    }

    /// The cap whose normal is closest to the direction, if it has an area; else the generatrix at
    /// its azimuth; else the support point.
    pub(crate) fn face<V: Vector<Wide = DVec3>>(&self, direction: V, face: &mut Face<V>) {
        let direction = AxialDirection::new(direction.widen());
        let AxialDirection { radial, axial, azimuth } = direction;
        let length = direction.length();
        let cap = usize::from(axial > 0.0);
        let cap_facing = if self.radii[cap] > 0.0 { axial.abs() } else { f64::NEG_INFINITY };
        // The normal of the side in the half plane; zero for a disc, which has no side.
        let side = normalize_or_zero(DVec2::new(self.half, 0.5 * (self.radii[0] - self.radii[1])));
        let side_facing = side.x * radial + side.y * axial;
        let side_rise = side.x * axial - side.y * radial;
        if length > 0.0 && cap_facing >= side_facing && cap_facing >= STEEP_FACE * length {
            self.cap(cap, &direction).face(face);
        } else if side_facing > 0.0 && side_rise.abs() <= STEEP_EDGE * length && radial > NEARLY_AXIAL * length {
            face.set_edge(EdgeId(0), [0, 1].map(|rim| self.corner(rim, azimuth)));
        } else {
            let Corner { point, vertex, .. } = self.corner(self.rim(&direction), azimuth);
            face.set_vertex(point, vertex);
        }
    }

    fn cap(&self, cap: usize, direction: &AxialDirection) -> RimPolygon<DVec3> {
        let from_deepest = direction.radial > NEARLY_AXIAL * direction.axial.abs();
        let azimuth = if from_deepest { direction.azimuth } else { DVec2::X } * self.radii[cap];
        // A quarter turn about the outward normal, which is y or −y.
        let left = if cap == 1 { DVec3::new(azimuth.y, 0.0, -azimuth.x) } else { DVec3::new(-azimuth.y, 0.0, azimuth.x) };
        RimPolygon { center: self.rim_center(cap), toward: DVec3::new(azimuth.x, 0.0, azimuth.y), left, from_deepest, rim: cap }
    }

    /// The bounds of the two discs: exact except for rounding, which is added.
    pub(crate) fn bounds(&self, pose: &Pose<DVec3>) -> Aabb<DVec3> {
        let basis = pose.rotation.basis();
        let (x, y, z) = (basis.rotate(DVec3::X), basis.rotate(DVec3::Y) * self.half, basis.rotate(DVec3::Z));
        // The half extents of a disc of radius 1 perpendicular to the axis. 1 − (the square of the
        // axis) would be only rounding if the axis is along a coordinate axis.
        let disc = DVec3::from_fn(|i| (x.get(i) * x.get(i) + z.get(i) * z.get(i)).sqrt());
        let [bottom, top] = self.radii.map(|radius| disc * radius);
        let larger = |a: DVec3, b: DVec3| DVec3::from_fn(|i| if a.get(i) > b.get(i) { a.get(i) } else { b.get(i) });
        let at = pose.translation;
        let bounds = Aabb { min: at - larger(bottom + y, top - y), max: at + larger(bottom - y, top + y) };
        bounds.grown(8.0 * f64::EPSILON * (Vector::max_abs(at) + self.radius_about_center()))
    }

    /// Volume, centroid and second moments of the solid swept by a radius; exact to rounding.
    pub(crate) fn moments(&self, by: f64) -> Option<Moments<DVec3>> {
        Profile { half: self.half, rims: self.radii, radii: [by; 2] }.moments().finite()
    }

    /// An upper bound of the distance from the origin: that of the corner of a cylinder of the
    /// larger radius.
    #[inline]
    pub(crate) fn bounding_radius(&self) -> f64 {
        let [bottom, top] = self.radii;
        bounding_radius_of(&[DVec2::new(if bottom > top { bottom } else { top }, self.half)])
    }

    /// The smallest ball, rounded outward: it touches both rims, or is centered on the larger one.
    pub(crate) fn bounding_ball(&self) -> BoundingBall<DVec3> {
        let [bottom, top] = self.radii;
        let distance = |radius: f64, height: f64| (radius * radius + height * height).sqrt();
        let height = (top - bottom) * (top + bottom) / (4.0 * self.half);
        // NaN for a disc.
        let height = if height.abs() <= self.half {
            height
        } else if top > bottom {
            self.half
        } else if bottom > top {
            -self.half
        } else {
            0.0
        };
        let (below, above) = (distance(bottom, self.half + height), distance(top, self.half - height));
        BoundingBall::around(DVec3::new(0.0, height, 0.0), if below > above { below } else { above })
    }
}

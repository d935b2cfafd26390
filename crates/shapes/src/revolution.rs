//! What is round about the y axis between two rims: cylinder, cone and frustum.
//!
//! * In the half plane through the axis it is a trapezoid: a support point is on the upper or the lower rim, at the azimuth of the direction. Which of
//!   them is decided by the difference of their values, so that nothing cancels.
//! * A rim without radius is a vertex, its id the place of the rim: 0 below, 1 above. Points of other rims are smooth.
//! * All of it is `f64`, whatever the scalar of the shape: a rim rounded to `f32` would be a shape with steps.
//! * Its features are two caps (see [`Rim`]) and the generatrix at the azimuth of the direction. Whichever looks most along the direction is the face; one
//!   that is too steep even so is no feature, but the support point is.

use clinch_mass::{Moments, Profile};
use clinch_support::{Basis, Circle, Pose, Rotation, Scalar, Support, Vector, VertexId, normalize_or_zero};
use glam::{DVec2, DVec3};

use crate::aabb::Aabb;
use crate::bounding_ball::{BoundingBall, bounding_radius_of};
use crate::direction::{AXIAL, Around};
use crate::face::{Corner, EdgeId, Face, STEEP_EDGE, STEEP_FACE};
use crate::rim::Rim;

/// The hull of two discs across the y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Revolution {
    half: f64,
    /// Of the lower and the upper rim.
    radii: [f64; 2],
}

impl Revolution {
    /// From sizes that were checked.
    #[inline]
    pub(crate) fn new<S: Scalar>(half_height: S, bottom: S, top: S) -> Self {
        let (half, [bottom, top]) = (half_height.widen(), [bottom.widen(), top.widen()]);
        // Without height the smaller disc lies in the larger.
        let flat = if bottom > top { bottom } else { top };
        Self { half, radii: if half > 0.0 { [bottom, top] } else { [flat; 2] } }
    }

    /// Half the height.
    #[inline]
    pub fn half(&self) -> f64 {
        self.half
    }

    /// Of the lower and the upper rim; one of them may be 0. Of a disc, which has no height, both are its own.
    #[inline]
    pub fn radii(&self) -> [f64; 2] {
        self.radii
    }

    /// Which rim lies farther along the direction; of equals the lower.
    #[inline]
    fn rim(&self, around: &Around) -> usize {
        let [bottom, top] = self.radii;
        usize::from((top - bottom) * around.flat + 2.0 * self.half * around.rise > 0.0)
    }

    #[inline]
    fn middle(&self, rim: usize) -> DVec3 {
        DVec3::new(0.0, if rim == 0 { -self.half } else { self.half }, 0.0)
    }

    #[inline]
    fn on_rim(&self, rim: usize, azimuth: DVec2) -> DVec3 {
        let radius = self.radii[rim];
        DVec3::new(radius * azimuth.x, self.middle(rim).y, radius * azimuth.y)
    }

    /// The farthest point; straight along the axis the middle of a cap.
    #[inline]
    pub(crate) fn support(&self, direction: DVec3) -> Support<DVec3> {
        let around = Around::new(direction);
        let rim = self.rim(&around);
        match self.vertex(rim) {
            Some(point) => Support { point, id: Some(VertexId::new(rim)) },
            None => Support { point: self.on_rim(rim, around.azimuth), id: None },
        }
    }

    /// The rim of this index, if it is a point.
    #[inline]
    pub(crate) fn vertex(&self, rim: usize) -> Option<DVec3> {
        (self.radii.get(rim) == Some(&0.0)).then(|| self.middle(rim))
    }

    /// The rim that a point of it lies on, if that is no vertex.
    #[inline]
    pub(crate) fn circle(&self, point: DVec3) -> Option<Circle<DVec3>> {
        let rim = usize::from(point.y > 0.0);
        (self.radii[rim] > 0.0).then(|| Circle { middle: self.middle(rim), axis: DVec3::Y, radius: self.radii[rim] })
    }

    /// A bound of the distance of every point from the middle: a sum, which needs no root.
    pub fn radius_about_center(&self) -> f64 {
        let [bottom, top] = self.radii;
        (self.half + if bottom > top { bottom } else { top }) * (1.0 + f64::EPSILON)
    }

    /// A corner of the profile at an azimuth. On a rim it is the one where the rim is deepest.
    fn corner<V: Vector<Wide = DVec3>>(&self, rim: usize, azimuth: DVec2) -> Corner<V> {
        let (point, name) = match self.vertex(rim) {
            Some(vertex) => (vertex, rim),
            None => (self.on_rim(rim, azimuth), Rim::<DVec3>::name(rim)),
        };
        Corner { point: V::narrow(point), vertex: VertexId::new(name), edge: EdgeId(0) }
    }

    /// The cap that looks most along a direction, if it has an area; the generatrix; the support point.
    pub(crate) fn face<V: Vector<Wide = DVec3>>(&self, direction: V, face: &mut Face<V>) {
        let around = Around::new(direction.widen());
        let Around { flat, rise, azimuth } = around;
        let length = around.length();
        let cap = usize::from(rise > 0.0);
        let cap_facing = if self.radii[cap] > 0.0 { rise.abs() } else { f64::NEG_INFINITY };
        // The normal of the side in the half plane; zero of a disc, which has no side.
        let side = normalize_or_zero(DVec2::new(self.half, 0.5 * (self.radii[0] - self.radii[1])));
        let side_facing = side.x * flat + side.y * rise;
        let side_rise = side.x * rise - side.y * flat;
        if length > 0.0 && cap_facing >= side_facing && cap_facing >= STEEP_FACE * length {
            self.cap(cap, &around).face(face);
        } else if side_facing > 0.0 && side_rise.abs() <= STEEP_EDGE * length && flat > AXIAL * length {
            face.set_edge(EdgeId(0), [0, 1].map(|rim| self.corner(rim, azimuth)));
        } else {
            let Corner { point, vertex, .. } = self.corner(self.rim(&around), azimuth);
            face.set_vertex(point, vertex);
        }
    }

    fn cap(&self, cap: usize, around: &Around) -> Rim<DVec3> {
        let by_role = around.flat > AXIAL * around.rise.abs();
        let azimuth = if by_role { around.azimuth } else { DVec2::X } * self.radii[cap];
        // A quarter turn about the outward normal, which is y or −y.
        let left = if cap == 1 { DVec3::new(azimuth.y, 0.0, -azimuth.x) } else { DVec3::new(-azimuth.y, 0.0, azimuth.x) };
        Rim { middle: self.middle(cap), toward: DVec3::new(azimuth.x, 0.0, azimuth.y), left, by_role, place: cap }
    }

    /// Bounds of the two discs: exact but for rounding, which is included.
    pub(crate) fn bounds(&self, pose: &Pose<DVec3>) -> Aabb<DVec3> {
        let basis = pose.rotation.basis();
        let (x, y, z) = (basis.rotate(DVec3::X), basis.rotate(DVec3::Y) * self.half, basis.rotate(DVec3::Z));
        // How far a disc of radius 1 across the axis reaches. One minus the square of the axis would be all rounding where the axis is a world's.
        let disc = DVec3::from_fn(|i| (x.get(i) * x.get(i) + z.get(i) * z.get(i)).sqrt());
        let [bottom, top] = self.radii.map(|radius| disc * radius);
        let larger = |a: DVec3, b: DVec3| DVec3::from_fn(|i| if a.get(i) > b.get(i) { a.get(i) } else { b.get(i) });
        let at = pose.translation;
        let bounds = Aabb { min: at - larger(bottom + y, top - y), max: at + larger(bottom - y, top + y) };
        bounds.grown(8.0 * f64::EPSILON * (Vector::max_abs(at) + self.radius_about_center()))
    }

    /// Volume, centroid and second moments, swept by a radius: exact to rounding.
    pub(crate) fn moments(&self, by: f64) -> Option<Moments<DVec3>> {
        Profile { half: self.half, rims: self.radii, radii: [by; 2] }.moments().finite()
    }

    /// Of a rim, the farther one, if both are as wide as the wider.
    #[inline]
    pub(crate) fn bounding_radius(&self) -> f64 {
        let [bottom, top] = self.radii;
        bounding_radius_of(&[DVec2::new(if bottom > top { bottom } else { top }, self.half)])
    }

    /// The smallest ball, but for rounding: through both rims, or about the larger one.
    pub(crate) fn bounding_ball(&self) -> BoundingBall<DVec3> {
        let [bottom, top] = self.radii;
        let distance = |radius: f64, rise: f64| (radius * radius + rise * rise).sqrt();
        let rise = (top - bottom) * (top + bottom) / (4.0 * self.half);
        // NaN of a disc.
        let rise = if rise.abs() <= self.half {
            rise
        } else if top > bottom {
            self.half
        } else if bottom > top {
            -self.half
        } else {
            0.0
        };
        let (below, above) = (distance(bottom, self.half + rise), distance(top, self.half - rise));
        BoundingBall::around(DVec3::new(0.0, rise, 0.0), if below > above { below } else { above })
    }
}

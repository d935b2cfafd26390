//! A shape on a base: what every manifold must satisfy, and the area that four points can span.

use clinch_contact::{FeatureId, Pair, Settings, Space};
use clinch_shapes::{Convex, Core, Shape3};
use clinch_support::{Basis, Pose, Rotation, Scalar, SupportMap, Vector};
use glam::{DQuat, DVec2, DVec3};

use crate::common::{cold, near};

/// A vector of 3D.
pub(crate) trait Solid: Space<Shape = Shape3<Self>> + Vector<Wide = DVec3> {}

impl<V: Space<Shape = Shape3<V>> + Vector<Wide = DVec3>> Solid for V {}

/// A number in the scalar of a shape.
pub(crate) fn number<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::narrow(x)
}

/// A rotation about a unit axis.
pub(crate) fn turn(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle);
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// A horizontal unit vector.
pub(crate) fn horizontal(azimuth: f64) -> DVec3 {
    let (sin, cos) = libm::sincos(azimuth);
    DVec3::new(cos, 0.0, sin)
}

/// Rotated about its own axis, then tilted so that its top moves towards an azimuth.
pub(crate) fn tilted(tilt: f64, azimuth: f64, spin: f64) -> DQuat {
    let tilt_rotation = turn(DVec3::Y.cross(horizontal(azimuth)), tilt);
    Rotation::after(tilt_rotation, turn(DVec3::Y, spin))
}

/// A full turn in steps of a degree, in radians.
pub(crate) fn degrees() -> impl Iterator<Item = f64> {
    (0..360).map(|degree| f64::from(degree).to_radians())
}

/// Two shapes and the pose of B in A's frame.
pub(crate) struct Scene<'s, V: Space> {
    pub(crate) a: &'s V::Shape,
    pub(crate) b: &'s V::Shape,
    pub(crate) b_in_a: Pose<V::Wide>,
    /// The margin for speculative points.
    pub(crate) margin: f64,
}

/// The checked manifold of a scene.
#[derive(Clone, Debug)]
pub(crate) struct Checked<W> {
    pub(crate) normal: W,
    /// The distance of the query.
    pub(crate) distance: f64,
    /// The separation of the deepest point.
    pub(crate) deepest: f64,
    /// The points midway between the surfaces, in A's frame.
    pub(crate) points: Vec<W>,
    pub(crate) features: Vec<FeatureId>,
    /// The feature id of the deepest point.
    pub(crate) at: FeatureId,
    /// The swapped pair has the same points. It need not where others are equally good: on a round
    /// patch every square is.
    pub(crate) mirrored: bool,
}

impl<V: Space> Scene<'_, V> {
    /// The length that tolerances are relative to.
    pub(crate) fn size(&self) -> f64 {
        let radius = |shape: &V::Shape| match shape.core() {
            // In these scenes its plane is at the origin, and it has no size of its own.
            Core::HalfSpace { .. } => 0.0,
            _ => shape.radius_about_center().widen() + shape.radius().widen(),
        };
        radius(self.a) + radius(self.b) + self.b_in_a.translation.max_abs()
    }

    /// The manifold, checked in both orders.
    pub(crate) fn check(&self, what: &dyn core::fmt::Debug) -> Checked<V::Wide> {
        let one = self.check_one(what);
        let swapped = Scene::<V> { a: self.b, b: self.a, b_in_a: self.b_in_a.inverse(), margin: self.margin };
        let other = swapped.check_one(what);
        let (size, basis) = (self.size(), self.b_in_a.rotation.basis());
        let context = || format!("{what:?}: {one:?}\nswapped: {other:?}");
        assert!((one.distance - other.distance).abs() <= 1e-7 * size, "distances of the swapped pair: {}", context());
        assert!((one.deepest - other.deepest).abs() <= 1e-6 * size, "depths of the swapped pair: {}", context());
        assert!((one.normal + basis.rotate(other.normal)).length() <= 1e-5, "normals of the swapped pair: {}", context());
        assert_eq!(one.points.len(), other.points.len(), "points of the swapped pair: {}", context());
        let image: Vec<V::Wide> = other.points.iter().map(|&point| basis.rotate(point) + self.b_in_a.translation).collect();
        let nearest = |point: V::Wide| image.iter().map(|&other| (other - point).length()).fold(f64::INFINITY, f64::min);
        let mirrored = one.points.iter().all(|&point| nearest(point) <= 1e-5 * size);
        Checked { mirrored, ..one }
    }

    fn check_one(&self, what: &dyn core::fmt::Debug) -> Checked<V::Wide> {
        let pair = Pair { a: self.a, b: self.b, b_in_a: self.b_in_a };
        let (measured, manifold) = cold(&pair, &Settings::with_margin(V::Scalar::narrow(self.margin)));
        let context = || format!("{what:?}: {measured:?}\n{manifold:?}");
        let Some(separation) = near(&measured) else { panic!("not near: {}", context()) };
        let (size, basis) = (self.size(), self.b_in_a.rotation.basis());
        let mut points = Vec::new();
        for point in &manifold.points {
            let on_b = basis.rotate(point.on_b.widen()) + self.b_in_a.translation;
            let gap = on_b - point.on_a.widen() - separation.normal * point.separation.widen();
            assert!(gap.length() <= 1e-6 * size, "anchors {gap:?} off: {}", context());
            points.push((on_b + point.on_a.widen()) * 0.5);
        }
        let deepest = manifold.separation().widen();
        // A millionth before the witness is added, and another within which the reduction takes
        // points for equally deep.
        assert!((deepest - separation.distance).abs() <= 2e-6 * size, "the deepest point is at {deepest}: {}", context());
        let features = manifold.points.iter().map(|point| point.feature).collect();
        let at = manifold.deepest().map_or(FeatureId::WITNESS, |point| point.feature);
        Checked { normal: separation.normal, distance: separation.distance, deepest, points, features, at, mirrored: false }
    }
}

impl Checked<DVec3> {
    /// The area of the points across the normal.
    pub(crate) fn area(&self) -> f64 {
        let (x, y) = self.normal.any_orthonormal_pair();
        let flat: Vec<DVec2> = self.points.iter().map(|&point| DVec2::new(Vector::dot(x, point), Vector::dot(y, point))).collect();
        largest_four(&flat)
    }

    /// The largest distance of two points.
    pub(crate) fn length(&self) -> f64 {
        let pairs = self.points.iter().flat_map(|&p| self.points.iter().map(move |&q| (p - q).length()));
        pairs.fold(0.0, f64::max)
    }
}

/// The largest area of four of these points: for each diagonal, the farthest points on both sides.
pub(crate) fn largest_four(points: &[DVec2]) -> f64 {
    let mut best = 0.0_f64;
    for (place, &from) in points.iter().enumerate() {
        for &to in &points[..place] {
            let sides = points.iter().map(|&point| (to - from).perp_dot(point - from));
            let (low, high) = sides.fold((0.0_f64, 0.0_f64), |(low, high), side| (low.min(side), high.max(side)));
            best = best.max(0.5 * (high - low));
        }
    }
    best
}

/// A convex outline, seen from above.
#[derive(Clone, Debug)]
pub(crate) struct Outline(Vec<DVec2>);

impl Outline {
    /// An ellipse about a point, as a polygon of 128 corners.
    pub(crate) fn ellipse(center: DVec2, radii: DVec2) -> Self {
        let corner = |step: i32| {
            let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(step) / 128.0);
            center + radii * DVec2::new(cos, sin)
        };
        Self((0..128).map(corner).collect())
    }

    /// A rectangle about the origin, by its half extents.
    pub(crate) fn rectangle(half: DVec2) -> Self {
        Self([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|signs| half * DVec2::from(signs)).to_vec())
    }

    /// The largest area of four points of the intersection.
    pub(crate) fn four(&self, other: &Self) -> f64 {
        let mut rest = self.0.clone();
        for (place, &from) in other.0.iter().enumerate() {
            let along = other.0[(place + 1) % other.0.len()] - from;
            let depth = |point: DVec2| along.perp_dot(point - from);
            let mut next = Vec::new();
            for (corner, &here) in rest.iter().enumerate() {
                let there = rest[(corner + 1) % rest.len()];
                if depth(here) >= 0.0 {
                    next.push(here);
                }
                if (depth(here) >= 0.0) != (depth(there) >= 0.0) {
                    next.push(here + (there - here) * (depth(here) / (depth(here) - depth(there))));
                }
            }
            rest = next;
        }
        largest_four(&rest)
    }
}

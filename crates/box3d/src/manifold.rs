//! Contact manifolds, dispatched by the kinds of the two shapes as in `b3ComputeConvexManifold`.

use box3d_sys::{
    b3CollideCapsuleAndSphere, b3CollideCapsules, b3CollideHullAndCapsule, b3CollideHullAndSphere, b3CollideHulls, b3CollideSpheres,
    b3LocalManifold, b3LocalManifoldPoint, b3SATCache, b3SimplexCache,
};
use glam::Vec3;

use crate::pose::{Pose, vector};
use crate::shape::{Geometry, Shape};

/// The caches of a pair's last manifold. Use them for one pair of shapes only.
#[derive(Clone, Copy, Default)]
pub struct ManifoldCache {
    axis: b3SATCache,
    simplex: b3SimplexCache,
}

/// A contact point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    /// In A's frame, between the two surfaces.
    pub at: Vec3,
    /// Negative if the shapes overlap.
    pub separation: f32,
}

/// The contact manifold of two shapes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manifold {
    /// Unit vector from A to B, in A's frame.
    pub normal: Vec3,
    points: [Point; MAX_POINTS],
    count: usize,
}

/// The capacity of the point buffer. Box3D itself passes 32, and a call may use all of it before it
/// keeps at most four.
const MAX_POINTS: usize = 32;

impl Manifold {
    /// The points.
    pub fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    /// The points, mutable.
    pub fn points_mut(&mut self) -> &mut [Point] {
        &mut self.points[..self.count]
    }
}

/// Whether `a` may be the first shape: Box3D supports one order of kinds, hulls before capsules
/// before spheres.
pub fn goes_first(a: &Shape, b: &Shape) -> bool {
    let rank = |shape: &Shape| match shape.geometry {
        Geometry::Box(_) | Geometry::Hull(_) | Geometry::Cloud => 0,
        Geometry::Capsule(_) => 1,
        Geometry::Sphere(_) => 2,
    };
    rank(a) <= rank(b)
}

/// The manifold of two shapes in the order of [`goes_first`]. Empty if a shape has no manifolds.
pub fn collide(a: &Shape, b: &Shape, b_in_a: &Pose, cache: &mut ManifoldCache, manifold: &mut Manifold) {
    let mut points = [b3LocalManifoldPoint::default(); MAX_POINTS];
    let mut local = b3LocalManifold { points: points.as_mut_ptr(), ..b3LocalManifold::default() };
    let (capacity, transform) = (MAX_POINTS as i32, b_in_a.raw());
    match (&a.geometry, &b.geometry) {
        (Geometry::Sphere(a), Geometry::Sphere(b)) => {
            // SAFETY: the buffer of `local` has this capacity; the shapes are borrowed.
            unsafe { b3CollideSpheres(&mut local, capacity, a, b, transform) }
        }
        (Geometry::Capsule(a), Geometry::Sphere(b)) => {
            // SAFETY: as above.
            unsafe { b3CollideCapsuleAndSphere(&mut local, capacity, a, b, transform) }
        }
        (Geometry::Capsule(a), Geometry::Capsule(b)) => {
            // SAFETY: as above.
            unsafe { b3CollideCapsules(&mut local, capacity, a, b, transform) }
        }
        (a, b) => match (a.hull(), b, b.hull()) {
            (Some(a), Geometry::Sphere(b), _) => {
                // SAFETY: as above; the hull is borrowed with its shape.
                unsafe { b3CollideHullAndSphere(&mut local, capacity, a, b, transform, &mut cache.simplex) }
            }
            (Some(a), Geometry::Capsule(b), _) => {
                // SAFETY: as above.
                unsafe { b3CollideHullAndCapsule(&mut local, capacity, a, b, transform, &mut cache.simplex) }
            }
            (Some(a), _, Some(b)) => {
                // SAFETY: as above.
                unsafe { b3CollideHulls(&mut local, capacity, a, b, transform, &mut cache.axis) }
            }
            _ => {}
        },
    }
    manifold.normal = vector(local.normal);
    manifold.count = (local.pointCount.max(0) as usize).min(MAX_POINTS);
    for (point, found) in manifold.points.iter_mut().zip(&points[..manifold.count]) {
        *point = Point { at: vector(found.point), separation: found.separation };
    }
}

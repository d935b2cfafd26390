//! Where do they touch? As `b3ComputeConvexManifold` asks, pair of forms by pair of forms.

use box3d_sys::{
    b3CollideCapsuleAndSphere, b3CollideCapsules, b3CollideHullAndCapsule, b3CollideHullAndSphere, b3CollideHulls, b3CollideSpheres,
    b3LocalManifold, b3LocalManifoldPoint, b3SATCache, b3SimplexCache,
};
use glam::Vec3;

use crate::pose::{Pose, vector};
use crate::shape::{Form, Shape};

/// What a pair remembers of its last manifold, of these two shapes.
#[derive(Clone, Copy, Default)]
pub struct ManifoldCache {
    axis: b3SATCache,
    simplex: b3SimplexCache,
}

/// One point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    /// In A's frame, between the two surfaces.
    pub at: Vec3,
    /// Negative overlapping.
    pub separation: f32,
}

/// Where they touch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manifold {
    /// From A to B, in A's frame.
    pub normal: Vec3,
    points: [Point; ROOM],
    count: usize,
}

/// Points that there is room for. Box3D itself offers 32, keeps four at most, and so may a call.
const ROOM: usize = 32;

impl Manifold {
    /// The points.
    pub fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    /// The points, to be changed.
    pub fn points_mut(&mut self) -> &mut [Point] {
        &mut self.points[..self.count]
    }
}

/// Box3D has one order for each pair of forms: hulls, capsules, balls. Whether `a` may come first.
pub fn goes_first(a: &Shape, b: &Shape) -> bool {
    let rank = |shape: &Shape| match shape.form {
        Form::Box(_) | Form::Hull(_) | Form::Cloud => 0,
        Form::Capsule(_) => 1,
        Form::Sphere(_) => 2,
    };
    rank(a) <= rank(b)
}

/// The manifold of two shapes, of which the first [goes first](goes_first). Without points for shapes that have none.
pub fn collide(a: &Shape, b: &Shape, b_in_a: &Pose, cache: &mut ManifoldCache, manifold: &mut Manifold) {
    let mut points = [b3LocalManifoldPoint::default(); ROOM];
    let mut local = b3LocalManifold { points: points.as_mut_ptr(), ..b3LocalManifold::default() };
    let (room, transform) = (ROOM as i32, b_in_a.raw());
    match (&a.form, &b.form) {
        (Form::Sphere(a), Form::Sphere(b)) => {
            // SAFETY: `local` has room for as many points as said; the shapes are borrowed.
            unsafe { b3CollideSpheres(&mut local, room, a, b, transform) }
        }
        (Form::Capsule(a), Form::Sphere(b)) => {
            // SAFETY: as above.
            unsafe { b3CollideCapsuleAndSphere(&mut local, room, a, b, transform) }
        }
        (Form::Capsule(a), Form::Capsule(b)) => {
            // SAFETY: as above.
            unsafe { b3CollideCapsules(&mut local, room, a, b, transform) }
        }
        (a, b) => match (a.hull(), b, b.hull()) {
            (Some(a), Form::Sphere(b), _) => {
                // SAFETY: as above; the hull is borrowed with its shape.
                unsafe { b3CollideHullAndSphere(&mut local, room, a, b, transform, &mut cache.simplex) }
            }
            (Some(a), Form::Capsule(b), _) => {
                // SAFETY: as above.
                unsafe { b3CollideHullAndCapsule(&mut local, room, a, b, transform, &mut cache.simplex) }
            }
            (Some(a), _, Some(b)) => {
                // SAFETY: as above.
                unsafe { b3CollideHulls(&mut local, room, a, b, transform, &mut cache.axis) }
            }
            _ => {}
        },
    }
    manifold.normal = vector(local.normal);
    manifold.count = (local.pointCount.max(0) as usize).min(ROOM);
    for (point, found) in manifold.points.iter_mut().zip(&points[..manifold.count]) {
        *point = Point { at: vector(found.point), separation: found.separation };
    }
}

//! Shapes: points with a radius for distances and casts, and Box3D's own shapes for manifolds.

use std::ptr::NonNull;

use box3d_sys::{
    B3_MAX_HULL_EDGES, B3_MAX_SHAPE_CAST_POINTS, b3BoxHull, b3Capsule, b3CreateHull, b3DestroyHull, b3HullData, b3MakeBoxHull,
    b3ShapeProxy, b3Sphere, b3Vec3,
};
use glam::Vec3;

use crate::pose::raw;

/// The largest number of vertices whose hull never exceeds Box3D's limit of edges, as a hull has at
/// most 3n − 6 edges. Hulls of more points are simplified for manifolds.
pub const MOST_WITH_MANIFOLDS: usize = (B3_MAX_HULL_EDGES as usize + 6) / 3;

/// A shape of Box3D.
pub struct Shape {
    points: Vec<b3Vec3>,
    radius: f32,
    pub(crate) geometry: Geometry,
}

/// The shape that manifolds are computed from.
pub(crate) enum Geometry {
    Sphere(b3Sphere),
    Capsule(b3Capsule),
    // A box hull contains offsets into itself, so it can be moved as a whole.
    Box(Box<b3BoxHull>),
    Hull(Hull),
    /// For distances and casts only.
    Cloud,
}

/// A hull allocated by Box3D.
pub(crate) struct Hull(NonNull<b3HullData>);

impl Drop for Hull {
    fn drop(&mut self) {
        // SAFETY: the pointer is from `b3CreateHull`, and this is its only owner.
        unsafe { b3DestroyHull(self.0.as_ptr()) }
    }
}

impl Shape {
    /// A sphere at the origin.
    pub fn sphere(radius: f32) -> Self {
        let center = raw(Vec3::ZERO);
        Self { points: vec![center], radius, geometry: Geometry::Sphere(b3Sphere { center, radius }) }
    }

    /// A capsule along y.
    pub fn capsule(half_height: f32, radius: f32) -> Self {
        let [center1, center2] = [-half_height, half_height].map(|y| raw(Vec3::Y * y));
        Self { points: vec![center1, center2], radius, geometry: Geometry::Capsule(b3Capsule { center1, center2, radius }) }
    }

    /// A box by its half extents.
    pub fn cuboid(half: Vec3) -> Self {
        // SAFETY: the arguments are three numbers.
        let hull = unsafe { b3MakeBoxHull(half.x, half.y, half.z) };
        Self { points: hull.boxPoints.to_vec(), radius: 0.0, geometry: Geometry::Box(Box::new(hull)) }
    }

    /// The hull of points. Distances and casts use all points. Manifolds use Box3D's hull with at
    /// most [`MOST_WITH_MANIFOLDS`] vertices. `None` if there are too many points for distances.
    pub fn hull(points: &[Vec3]) -> Option<Self> {
        if points.len() > B3_MAX_SHAPE_CAST_POINTS as usize {
            return None;
        }
        let points: Vec<b3Vec3> = points.iter().copied().map(raw).collect();
        let geometry = hull(&points).map_or(Geometry::Cloud, Geometry::Hull);
        Some(Self { points, radius: 0.0, geometry })
    }

    /// A triangle, for distances and casts.
    pub fn triangle(corners: [Vec3; 3]) -> Self {
        Self { points: corners.map(raw).to_vec(), radius: 0.0, geometry: Geometry::Cloud }
    }

    /// Whether Box3D can compute manifolds of this shape.
    pub fn has_manifolds(&self) -> bool {
        !matches!(self.geometry, Geometry::Cloud)
    }

    /// Borrows the points: do not keep it longer than the shape.
    pub(crate) fn proxy(&self) -> b3ShapeProxy {
        b3ShapeProxy { points: self.points.as_ptr(), count: self.points.len() as i32, radius: self.radius }
    }
}

fn hull(points: &[b3Vec3]) -> Option<Hull> {
    let count = points.len() as i32;
    // SAFETY: `points` has this length and is only read.
    let made = unsafe { b3CreateHull(points.as_ptr(), count, count.min(MOST_WITH_MANIFOLDS as i32)) };
    NonNull::new(made).map(Hull)
}

impl Geometry {
    /// The hull of a box or of points.
    pub(crate) fn hull(&self) -> Option<*const b3HullData> {
        match self {
            // A pointer to the whole struct, because Box3D reads beyond its first field.
            Self::Box(hull) => Some((&raw const **hull).cast()),
            Self::Hull(hull) => Some(hull.0.as_ptr()),
            _ => None,
        }
    }
}

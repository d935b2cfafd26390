//! Shapes: a cloud of points with a radius for distances and casts, and what Box3D makes manifolds of.

use std::ptr::NonNull;

use box3d_sys::{
    B3_MAX_HULL_EDGES, B3_MAX_SHAPE_CAST_POINTS, b3BoxHull, b3Capsule, b3CreateHull, b3DestroyHull, b3HullData, b3MakeBoxHull,
    b3ShapeProxy, b3Sphere, b3Vec3,
};
use glam::Vec3;

use crate::pose::raw;

/// Vertices of which any hull has edges that Box3D can hold: at most 3 n − 6 of 128. Hulls of more points lose some of them in manifolds.
pub const MOST_WITH_MANIFOLDS: usize = (B3_MAX_HULL_EDGES as usize + 6) / 3;

/// A shape of Box3D.
pub struct Shape {
    points: Vec<b3Vec3>,
    radius: f32,
    pub(crate) form: Form,
}

/// What manifolds are made of.
pub(crate) enum Form {
    Sphere(b3Sphere),
    Capsule(b3Capsule),
    // A hull points into itself by offsets, and so may be moved as a whole.
    Box(Box<b3BoxHull>),
    Hull(Hull),
    /// Only distances and casts.
    Cloud,
}

/// A hull that Box3D has allocated.
pub(crate) struct Hull(NonNull<b3HullData>);

impl Drop for Hull {
    fn drop(&mut self) {
        // SAFETY: it came from `b3CreateHull`, and this is its only owner.
        unsafe { b3DestroyHull(self.0.as_ptr()) }
    }
}

impl Shape {
    /// A ball about the origin.
    pub fn sphere(radius: f32) -> Self {
        let center = raw(Vec3::ZERO);
        Self { points: vec![center], radius, form: Form::Sphere(b3Sphere { center, radius }) }
    }

    /// A capsule along Y.
    pub fn capsule(half_height: f32, radius: f32) -> Self {
        let [center1, center2] = [-half_height, half_height].map(|y| raw(Vec3::Y * y));
        Self { points: vec![center1, center2], radius, form: Form::Capsule(b3Capsule { center1, center2, radius }) }
    }

    /// A box by half its sides.
    pub fn cuboid(half: Vec3) -> Self {
        // SAFETY: a function of three numbers.
        let hull = unsafe { b3MakeBoxHull(half.x, half.y, half.z) };
        Self { points: hull.boxPoints.to_vec(), radius: 0.0, form: Form::Box(Box::new(hull)) }
    }

    /// The hull of these points: for distances and casts all of them, for manifolds what Box3D makes of them, with so few vertices that it can hold their edges. `None` if there
    /// are too many points even for distances.
    pub fn hull(points: &[Vec3]) -> Option<Self> {
        if points.len() > B3_MAX_SHAPE_CAST_POINTS as usize {
            return None;
        }
        let points: Vec<b3Vec3> = points.iter().copied().map(raw).collect();
        let form = hull(&points).map_or(Form::Cloud, Form::Hull);
        Some(Self { points, radius: 0.0, form })
    }

    /// A triangle, for distances and casts.
    pub fn triangle(corners: [Vec3; 3]) -> Self {
        Self { points: corners.map(raw).to_vec(), radius: 0.0, form: Form::Cloud }
    }

    /// Whether manifolds can be made of it.
    pub fn has_manifolds(&self) -> bool {
        !matches!(self.form, Form::Cloud)
    }

    /// Borrows the points: not to be kept longer than the shape.
    pub(crate) fn proxy(&self) -> b3ShapeProxy {
        b3ShapeProxy { points: self.points.as_ptr(), count: self.points.len() as i32, radius: self.radius }
    }
}

fn hull(points: &[b3Vec3]) -> Option<Hull> {
    let count = points.len() as i32;
    // SAFETY: `points` is that long, and read only.
    let made = unsafe { b3CreateHull(points.as_ptr(), count, count.min(MOST_WITH_MANIFOLDS as i32)) };
    NonNull::new(made).map(Hull)
}

impl Form {
    /// The hull of a box or of points.
    pub(crate) fn hull(&self) -> Option<*const b3HullData> {
        match self {
            // The whole, not its first field: the hull reads what lies behind it.
            Self::Box(hull) => Some((&raw const **hull).cast()),
            Self::Hull(hull) => Some(hull.0.as_ptr()),
            _ => None,
        }
    }
}

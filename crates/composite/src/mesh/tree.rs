//! The tree of shared data, in the frame of an instance that may be scaled.

use clinch_bvh::{Bvh8, Ray, Rounding, Space, Visitor};
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use glam::DVec3;

use crate::line::Line;
use crate::unit_frame::UnitFrame;

/// The tree of a mesh whose vertices are multiplied by a factor per axis, and rounded.
pub(crate) struct MeshTree<'t, V> {
    pub(crate) tree: &'t Bvh8,
    pub(crate) scale: V,
    pub(crate) is_scaled: bool,
    pub(crate) space: Option<&'t Space>,
}

impl<V: Vector<Wide = DVec3>> MeshTree<'_, V> {
    /// A box that contains all triangles.
    pub(crate) fn bounds(&self) -> Aabb<DVec3> {
        self.tree.bounds().map_or(Aabb { min: DVec3::ZERO, max: DVec3::ZERO }, |bounds| self.scale_box(&bounds))
    }

    /// Calls `found` once for each triangle whose box may have a point in common with `bounds`.
    pub(crate) fn overlaps(&self, bounds: &Aabb<DVec3>, found: impl FnMut(u32)) {
        self.tree.overlaps(self.space, bounds, found);
    }

    /// Visits triangles whose box a line may meet up to a time, as [`Bvh8::along`] does.
    pub(crate) fn along(&self, line: &Line<DVec3>, limit: f64, visit: impl FnMut(u32, f64) -> Option<f64>) {
        let ray = Ray { origin: line.origin, direction: line.direction, pad: line.pad };
        self.tree.along(self.space_in(line.frame).as_ref(), &ray, limit, visit);
    }

    /// Visits triangles around a point of a frame, as [`Bvh8::around`] does.
    pub(crate) fn around(&self, frame: UnitFrame, point: DVec3, visit: impl FnMut(&[u32], f64) -> Option<f64>) {
        self.tree.around(self.space_in(frame).as_ref(), point, f64::MAX, visit);
    }

    /// Visits triangles as [`Bvh8::traverse`] does, with boxes in the frame of the instance.
    pub(crate) fn traverse(&self, limit: f64, visitor: &mut impl Visitor<DVec3>) {
        if self.is_scaled {
            self.tree.traverse(limit, &mut InInstance { tree: self, visitor });
        } else {
            self.tree.traverse(limit, visitor);
        }
    }

    /// The space of the instance in a frame.
    #[inline]
    fn space_in(&self, frame: UnitFrame) -> Option<Space> {
        self.space.and_then(|space| space.in_unit(frame.leave(1.0)))
    }

    /// A box of the tree in the frame of the instance. It contains each point that the tree's box
    /// contains, because rounding is monotone.
    fn scale_box(&self, bounds: &Aabb<DVec3>) -> Aabb<DVec3> {
        if !self.is_scaled {
            return *bounds;
        }
        let [one, other] = [bounds.min, bounds.max].map(|corner| V::narrow(corner * self.scale.widen()).widen());
        Aabb { min: one.min(other), max: one.max(other) }
    }
}

/// The space of an instance with these factors.
pub(crate) fn space_of<V: Vector<Wide = DVec3>>(tree: &Bvh8, scale: V) -> Option<Space> {
    if (0..V::DIM).all(|axis| scale.get(axis) == V::Scalar::ONE) {
        return tree.space(DVec3::ONE, Rounding::NONE);
    }
    // A vertex is rounded to the scalar of the mesh, by at most half of the last place.
    let rounding = Rounding { relative: V::Scalar::EPSILON.widen(), absolute: V::Scalar::narrow_up(f64::MIN_POSITIVE).widen() };
    tree.space(scale.widen(), rounding)
}

struct InInstance<'i, 't, V, I> {
    tree: &'i MeshTree<'t, V>,
    visitor: &'i mut I,
}

impl<V: Vector<Wide = DVec3>, I: Visitor<DVec3>> Visitor<DVec3> for InInstance<'_, '_, V, I> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        self.visitor.bound(&self.tree.scale_box(bounds))
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        self.visitor.visit(item, limit)
    }
}

#[cfg(test)]
mod tests;

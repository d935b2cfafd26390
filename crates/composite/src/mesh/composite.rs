//! The mesh as a composite shape.

use clinch_shapes::{Aabb, Moments, Triangle};
use clinch_support::{Scalar, Vector};
use glam::DVec3;

use crate::composite::{Composite, SubShapeVisitor};
use crate::mesh::tri_mesh::TriMesh;
use crate::normal_cone::NormalCone;
use crate::part_search::{InTree, PartSearch};
use crate::query::{continues, feature_key, nearest, normal_cone, surface_triangle};
use crate::sides::Sides;
use crate::sub_shape::{Feature, FeatureKey, SubShapeId};
use crate::surface::Surface;
use crate::surface_triangle::SurfaceTriangle;

/// How far beyond a place of the surface it is tested whether that is the border of the solid, in
/// parts of the largest coordinate. Larger: a gap that is narrower is not seen. Smaller: the place
/// is rounded by more.
const BEYOND: f64 = 1e-9;

/// Its parts are [`Triangle`]s.
impl<V: Vector<Wide = DVec3>> Composite<V> for TriMesh<V> {
    fn sides(&self) -> Sides {
        self.sides()
    }

    fn bounds(&self) -> Aabb<DVec3> {
        self.bounds()
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        let first = found.len();
        // No vertex is between a bound and the next number of its own type.
        let inner = [V::from_fn(|i| V::Scalar::narrow_up(bounds.min[i])), V::from_fn(|i| V::Scalar::narrow_down(bounds.max[i]))];
        let data = self.data();
        // A leaf of the tree holds several triangles.
        if self.is_scaled() {
            self.tree().overlaps(bounds, |triangle| {
                if meets(data.corners(triangle).map(|corner| self.place(corner)), inner) {
                    found.push(SubShapeId(triangle));
                }
            });
        } else {
            self.tree().overlaps(bounds, |triangle| {
                if meets(data.corners(triangle), inner) {
                    found.push(SubShapeId(triangle));
                }
            });
        }
        found[first..].sort_unstable();
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
        // The constructor has checked that all vertices are finite, which is all that is refused.
        if let Some([a, b, c]) = self.corners(id)
            && let Ok(triangle) = Triangle::new(a, b, c)
        {
            visit(&triangle, None);
        }
    }

    #[inline]
    fn surface_triangle(&self, id: SubShapeId) -> Option<SurfaceTriangle<DVec3>> {
        if self.has(id) { surface_triangle(self, id.0) } else { None }
    }

    #[inline]
    fn surface_corners(&self, id: SubShapeId) -> Option<[DVec3; 3]> {
        self.has(id).then(|| self.wide_corners(id.0))
    }

    fn normal_cone(&self, id: SubShapeId, feature: Feature, front: bool) -> NormalCone<DVec3> {
        if self.has(id) { normal_cone(self, id.0, feature, front) } else { NormalCone::Unknown }
    }

    fn feature_key(&self, id: SubShapeId, feature: Feature) -> Option<FeatureKey> {
        if self.has(id) { feature_key(self, id.0, feature) } else { None }
    }

    fn continues(&self, id: SubShapeId, feature: Feature) -> bool {
        self.has(id) && continues(self, id.0, feature)
    }

    fn contains(&self, point: DVec3) -> bool {
        self.contains(point)
    }

    fn moments(&self) -> Option<Moments<DVec3>> {
        Self::moments(self)
    }

    fn traverse(&self, limit: f64, search: &mut dyn PartSearch<DVec3>) {
        let bounds_of = |triangle| Aabb::of_points(self.wide_corners(triangle));
        self.tree().traverse(limit, &mut InTree { bounds_of, search });
    }

    fn overlaps_itself(&self) -> bool {
        !self.data().one_piece
    }

    fn way_out(&self, inside: DVec3) -> Option<(SubShapeId, DVec3)> {
        if self.sides() != Sides::Solid {
            return None;
        }
        let nearest = self.project(inside).filter(|nearest| nearest.inside)?;
        if !self.overlaps_itself() || self.is_way_out(inside, nearest.point) {
            return Some((nearest.sub_shape, nearest.point));
        }
        self.way_out_of_union(inside, nearest.distance)
    }
}

impl<V: Vector<Wide = DVec3>> TriMesh<V> {
    /// Whether a place of the surface is at the border of the solid, seen from a point in it, and
    /// not in another component that it overlaps or is flush with.
    fn is_way_out(&self, inside: DVec3, place: DVec3) -> bool {
        let out = place - inside;
        if out == DVec3::ZERO {
            return true;
        }
        let step = BEYOND * self.bounds().max.max(-self.bounds().min).max_element();
        !self.contains(place + out.normalize_or_zero() * step)
    }

    /// The nearest place where one leaves the solid, of several components, that is not nearer than
    /// `radius`: in boxes of twice the size each, until it is within one.
    fn way_out_of_union(&self, inside: DVec3, radius: f64) -> Option<(SubShapeId, DVec3)> {
        let extent = self.bounds();
        let all = (extent.max - inside).max(inside - extent.min).length();
        let (mut from, mut radius) = (radius, radius);
        while from < all {
            radius = (2.0 * radius).max(BEYOND * all);
            let mut places = Vec::new();
            self.near(&Aabb { min: inside - radius, max: inside + radius }, |id| {
                let Some(corners) = self.surface_corners(id) else { return };
                let place = inside + nearest(corners.map(|corner| corner - inside), self.vertices_of(id.0)).point;
                places.push((place.distance(inside), id, place));
            });
            places.retain(|&(distance, ..)| from <= distance && distance <= radius);
            places.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
            if let Some(&(_, id, place)) = places.iter().find(|&&(.., place)| self.is_way_out(inside, place)) {
                return Some((id, place));
            }
            from = radius;
        }
        None
    }
}

/// Whether the AABB of a triangle meets a box.
#[inline]
fn meets<V: Vector>([a, b, c]: [V; 3], [min, max]: [V; 2]) -> bool {
    // Per axis: loaded as a whole, a corner would stall on store forwarding.
    let meets = |i: usize| {
        let (a, b, c) = (a.get(i), b.get(i), c.get(i));
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (low, high) = (if c < low { c } else { low }, if c > high { c } else { high });
        !((low > max.get(i)) | (high < min.get(i)))
    };
    // Without short-circuiting: the comparisons cost less than a mispredicted branch.
    meets(0) & meets(1) & meets(2)
}

//! parry's shapes of parts, as they are: compounds, polylines, voxels, and triangles that are no
//! surface.
//!
//! Their normal cones are unknown, so the contact of each part is kept. A compound of clinch, with
//! rules for flush parts, takes the place of [`Parts::Compound`] here.

use clinch_composite::{Composite, Sides, SubShapeId, SubShapeVisitor};
use clinch_shapes::{Aabb, Cuboid, Segment, Triangle};
use clinch_support::Pose;
use glam::{DVec3, Vec3};
use rapier3d::parry::bounding_volume::Aabb as ParryAabb;
use rapier3d::parry::shape::{self as parry};

use crate::view::view;

/// A borrowed shape of parry.
#[derive(Clone, Copy)]
pub(crate) enum Parts<'s> {
    Compound(&'s parry::Compound),
    Polyline(&'s parry::Polyline),
    Voxels(&'s parry::Voxels),
    Mesh(&'s parry::TriMesh),
    Field(&'s parry::HeightField),
}

impl Parts<'_> {
    fn local_aabb(&self) -> ParryAabb {
        match self {
            Self::Compound(compound) => *compound.local_aabb(),
            Self::Polyline(line) => line.local_aabb(),
            Self::Voxels(voxels) => voxels.local_aabb(),
            Self::Mesh(mesh) => mesh.local_aabb(),
            Self::Field(field) => *field.root_aabb(),
        }
    }

    /// The number of parts, or an estimate.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Compound(compound) => compound.shapes().len(),
            Self::Polyline(line) => line.num_segments(),
            Self::Voxels(voxels) => voxels.voxels().count(),
            Self::Mesh(mesh) => mesh.num_triangles(),
            Self::Field(field) => 2 * field.nrows() * field.ncols(),
        }
    }

    /// Whether a part is not convex or has an invalid size.
    pub(crate) fn is_invalid(&self) -> bool {
        matches!(self, Self::Compound(compound) if compound.shapes().iter().any(|(_, shape)| view(&**shape).is_none()))
    }
}

impl core::fmt::Debug for Parts<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} parts", self.count())
    }
}

/// Rounded outward.
pub(crate) fn to_parry(bounds: &Aabb<DVec3>) -> ParryAabb {
    let down = |x: f64| if f64::from(x as f32) > x { (x as f32).next_down() } else { x as f32 };
    let up = |x: f64| -down(-x);
    let each = |corner: DVec3, round: &dyn Fn(f64) -> f32| Vec3::new(round(corner.x), round(corner.y), round(corner.z));
    ParryAabb { mins: each(bounds.min, &down), maxs: each(bounds.max, &up) }
}

/// The pose of a part, widened.
fn wide(pose: &rapier3d::parry::math::Pose) -> Pose<DVec3> {
    Pose::<Vec3>::new(pose.rotation, pose.translation).widen()
}

impl Composite<Vec3> for Parts<'_> {
    fn sides(&self) -> Sides {
        Sides::Two
    }

    fn bounds(&self) -> Aabb<DVec3> {
        let aabb = self.local_aabb();
        Aabb { min: aabb.mins.as_dvec3(), max: aabb.maxs.as_dvec3() }
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        let first = found.len();
        // An unbounded box is cut off, because parry converts corners to indices.
        let (near, whole) = (to_parry(bounds), self.local_aabb());
        let near = ParryAabb { mins: near.mins.max(whole.mins - Vec3::ONE), maxs: near.maxs.min(whole.maxs + Vec3::ONE) };
        if !(near.mins.cmple(near.maxs).all()) {
            return;
        }
        let all = 0..self.count_of_tree();
        let in_tree = |id: &u32| all.contains(id);
        match self {
            Self::Compound(compound) => found.extend(compound.bvh().intersect_aabb(&near).filter(in_tree).map(SubShapeId)),
            Self::Polyline(line) => found.extend(line.bvh().intersect_aabb(&near).filter(in_tree).map(SubShapeId)),
            Self::Mesh(mesh) => found.extend(mesh.bvh().intersect_aabb(&near).filter(in_tree).map(SubShapeId)),
            Self::Field(field) => field.map_elements_in_local_aabb(&near, &mut |id, _| found.push(SubShapeId(id))),
            Self::Voxels(voxels) => {
                let in_box = voxels.voxels_intersecting_local_aabb(&near).filter(|voxel| !voxel.state.is_empty());
                found.extend(in_box.map(|voxel| SubShapeId(voxel.linear_id.flat_id() as u32)));
            }
        }
        found[first..].sort_unstable();
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, Vec3>) {
        match self {
            Self::Compound(compound) => {
                if let Some((pose, shape)) = compound.shapes().get(id.index())
                    && let Some(shape) = view(&**shape)
                {
                    visit(&shape, Some(&wide(pose)));
                }
            }
            Self::Polyline(line) if id.index() < line.num_segments() => {
                let segment = line.segment(id.0);
                if let Ok(segment) = Segment::new(segment.a, segment.b) {
                    visit(&segment, None);
                }
            }
            Self::Voxels(voxels) => {
                if let Some(key) = voxels.voxel_at_flat_id(id.0)
                    && let Ok(cuboid) = Cuboid::new(voxels.voxel_size() * 0.5)
                {
                    visit(&cuboid, Some(&Pose::at(voxels.voxel_center(key).as_dvec3())));
                }
            }
            Self::Mesh(mesh) if id.index() < mesh.num_triangles() => visit_triangle(&mesh.triangle(id.0), visit),
            Self::Field(field) => {
                if let Some(triangle) = field.triangle_at_id(id.0) {
                    visit_triangle(&triangle, visit);
                }
            }
            Self::Polyline(_) | Self::Mesh(_) => {}
        }
    }
}

impl Parts<'_> {
    fn count_of_tree(&self) -> u32 {
        if matches!(self, Self::Voxels(_)) { 0 } else { self.count() as u32 }
    }
}

fn visit_triangle(triangle: &parry::Triangle, visit: &mut SubShapeVisitor<'_, Vec3>) {
    if let Ok(triangle) = Triangle::new(triangle.a, triangle.b, triangle.c) {
        visit(&triangle, None);
    }
}

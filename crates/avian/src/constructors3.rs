//! The constructors of a collider in 3D, with the names and arguments of avian's.

use avian3d::math::{RVector, Real};
use avian3d::prelude::{Position, Rotation};
use clinch_composite::{
    ColliderShape, CompositeShape3, Compound, CompoundError, HeightField, HeightFieldError, MeshError, RepairOptions, TriMesh, Voxels,
    VoxelsError,
};
use clinch_shapes::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Rounded, Segment, Shape3, Triangle};
use clinch_support::{Pose, Scalar as _, Vector as _};
use glam::{IVec3, Vec3};

use crate::d3::Collider;

/// avian's: a box of half a unit. avian's plugin for the sizes of bodies requires a default.
impl Default for Collider {
    fn default() -> Self {
        Self::cuboid(0.5, 0.5, 0.5)
    }
}

/// In 3D.
impl Collider {
    /// A ball.
    pub fn sphere(radius: f32) -> Self {
        Self::of(Ball::new(radius))
    }

    /// An ellipsoid.
    pub fn ellipsoid(radius_x: f32, radius_y: f32, radius_z: f32) -> Self {
        Self::of(Ellipsoid::new(Vec3::new(radius_x, radius_y, radius_z)))
    }

    /// A box of these lengths.
    pub fn cuboid(x_length: f32, y_length: f32, z_length: f32) -> Self {
        Self::of(Cuboid::new(0.5 * Vec3::new(x_length, y_length, z_length)))
    }

    /// A box of these lengths, swept by a radius.
    pub fn round_cuboid(x_length: f32, y_length: f32, z_length: f32, border_radius: f32) -> Self {
        let core = Cuboid::new(0.5 * Vec3::new(x_length, y_length, z_length));
        Self::of(core.and_then(|core| Rounded::new(Shape3::from(core), border_radius)))
    }

    /// A cylinder along y.
    pub fn cylinder(radius: f32, height: f32) -> Self {
        Self::of(Cylinder::new(0.5 * height, radius))
    }

    /// A cone along y; its apex is up.
    pub fn cone(radius: f32, height: f32) -> Self {
        Self::of(Cone::new(0.5 * height, radius))
    }

    /// A capsule along y. The length is that without the two half balls.
    pub fn capsule(radius: f32, length: f32) -> Self {
        Self::of(Capsule::new(0.5 * length, radius))
    }

    /// A capsule between two points.
    pub fn capsule_endpoints(radius: f32, a: Vec3, b: Vec3) -> Self {
        Self::of(Capsule::between(a, b, radius))
    }

    /// All points below the plane through the origin with this outward normal.
    pub fn half_space(outward_normal: Vec3) -> Self {
        Self::of(HalfSpace::new(outward_normal, 0.0))
    }

    /// A segment.
    pub fn segment(a: Vec3, b: Vec3) -> Self {
        Self::of(Segment::new(a, b))
    }

    /// A triangle, which is touched on both sides.
    pub fn triangle(a: Vec3, b: Vec3, c: Vec3) -> Self {
        Self::of(Triangle::new(a, b, c))
    }

    /// The convex hull of points; `None` without points or with one that is not finite.
    pub fn convex_hull(points: &[RVector]) -> Option<Self> {
        let points: Vec<Vec3> = points.iter().map(|point| Vec3::narrow(point.widen())).collect();
        Hull::new(&points).ok().map(Self::new)
    }

    /// A surface of triangles: see [`try_trimesh`](Self::try_trimesh).
    pub fn trimesh(vertices: Vec<RVector>, indices: Vec<[u32; 3]>) -> Self {
        Self::of(surface(vertices, indices))
    }

    /// A surface of triangles that is touched on both sides and has no inside, as avian's. Vertices
    /// at the same place are merged, and triangles without an area dropped. A closed mesh as a
    /// solid, or a surface with one side, is a [`TriMesh`] for [`new`](Self::new).
    ///
    /// # Errors
    ///
    /// No triangle, numbers that are not finite, indices of no vertex.
    pub fn try_trimesh(vertices: Vec<RVector>, indices: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        surface(vertices, indices).map(Self::new)
    }

    /// Terrain: see [`try_heightfield`](Self::try_heightfield).
    pub fn heightfield(heights: Vec<Vec<Real>>, scale: Vec3) -> Self {
        Self::try_heightfield(heights, scale).unwrap_or_else(|error| Self::of(Err::<Ball<Vec3>, _>(error)))
    }

    /// Terrain about the origin. `heights[i][j]` is the height at the place i along x and j along
    /// z, and `scale` the length of the whole field along x, the factor of heights, and the length
    /// along z. It is touched on both sides, as avian's; a field that is solid below is a
    /// [`HeightField`] for [`new`](Self::new).
    ///
    /// # Errors
    ///
    /// Fewer than two rows or columns, rows of unequal length, numbers that are not finite.
    pub fn try_heightfield(heights: Vec<Vec<Real>>, scale: Vec3) -> Result<Self, HeightFieldError> {
        let along_x = heights.len();
        let along_z = heights.first().map_or(0, Vec::len);
        let given = heights.iter().map(Vec::len).sum();
        if heights.iter().any(|row| row.len() != along_z) {
            return Err(HeightFieldError::WrongCount { given, needed: along_x * along_z });
        }
        // Rows of clinch's field are along z.
        let by_row = (0..along_z).flat_map(|row| heights.iter().filter_map(move |column| column.get(row)));
        let by_row = by_row.map(|height| f32::narrow(height.widen())).collect();
        let cells = |count: usize| (count.max(2) - 1) as f32;
        let cell = Vec3::new(scale.x / cells(along_x), scale.y, scale.z / cells(along_z));
        let field = HeightField::new(along_z as u32, along_x as u32, by_row, cell)?;
        let corner = Vec3::new(-0.5 * scale.x, 0.0, -0.5 * scale.z);
        Ok(Self::at(corner, Some(field.two_sided().into())))
    }

    /// Filled cells of a grid, as one solid: see [`Voxels`].
    pub fn voxels(voxel_size: Vec3, grid_coordinates: &[IVec3]) -> Self {
        Self::of::<_, VoxelsError>(Voxels::new(voxel_size, grid_coordinates.iter().map(IVec3::to_array)))
    }

    /// Colliders at places in the frame of another one: see [`try_compound`](Self::try_compound).
    pub fn compound(shapes: Vec<(impl Into<Position>, impl Into<Rotation>, impl Into<Self>)>) -> Self {
        Self::try_compound(shapes).unwrap_or_else(|error| Self::of(Err::<Ball<Vec3>, _>(error)))
    }

    /// Convex colliders at places in the frame of another one. A compound among them is its parts.
    ///
    /// # Errors
    ///
    /// No parts. [`Unbounded`](CompoundError::Unbounded) also stands for a part that is not convex
    /// and no compound, such as a mesh, a height field or voxels, and for an empty one.
    pub fn try_compound(shapes: Vec<(impl Into<Position>, impl Into<Rotation>, impl Into<Self>)>) -> Result<Self, CompoundError> {
        let mut parts = Vec::new();
        for (place, (position, rotation, collider)) in shapes.into_iter().enumerate() {
            let (position, rotation): (Position, Rotation) = (position.into(), rotation.into());
            let pose = Pose::new(rotation.0, Vec3::narrow(position.0.widen()));
            match collider.into().shape_scaled() {
                Some(ColliderShape::Convex(shape)) => parts.push((pose, shape.clone())),
                Some(ColliderShape::Composite(CompositeShape3::Compound(inner))) => {
                    let posed = |at: &Pose<Vec3>| Pose::narrow(&pose.widen().after(&at.widen()));
                    parts.extend(inner.parts().iter().map(|(at, shape)| (posed(at), shape.clone())));
                }
                _ => return Err(CompoundError::Unbounded { part: place }),
            }
        }
        Compound::new(parts).map(Self::new)
    }
}

/// A mesh as avian's meshes are.
fn surface(vertices: Vec<RVector>, indices: Vec<[u32; 3]>) -> Result<TriMesh<Vec3>, MeshError> {
    let vertices: Vec<Vec3> = vertices.into_iter().map(|vertex| Vec3::narrow(vertex.widen())).collect();
    let options = RepairOptions { pair_non_manifold: true, split_t_junctions: None, ..RepairOptions::all(0.0) };
    Ok(TriMesh::repaired(vertices, indices, &options)?.0.two_sided())
}

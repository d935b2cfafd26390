//! The 3D API in `f32`: shapes, queries and the stage. [`f64`](mod@f64) is the same in `f64`.
//!
//! ```
//! use clinch::d3::{Cylinder, moments};
//!
//! let drum = moments(&Cylinder::new(1.0, 0.5)?).ok_or("unbounded")?;
//! let density = 2.0;
//! let (mass, inertia) = (density * drum.volume(), drum.inertia(density).as_mat3());
//! assert!((inertia.y_axis.y - 0.5 * mass as f32 * 0.25).abs() < 1e-6); // m r² / 2 about its axis
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::api::api;
#[cfg(feature = "ecs")]
use crate::stage_api::stage_api;

macro_rules! shapes_3d {
    ($path:literal, $vector:ty) => {
        /// A ball.
        pub type Ball = crate::shapes::Ball<$vector>;
        /// A box.
        pub type Cuboid = crate::shapes::Cuboid<$vector>;
        /// A cylinder.
        pub type Cylinder = crate::shapes::Cylinder<$vector>;
        /// A cone.
        pub type Cone = crate::shapes::Cone<$vector>;
        /// A conical frustum.
        pub type Frustum = crate::shapes::Frustum<$vector>;
        /// An ellipsoid.
        pub type Ellipsoid = crate::shapes::Ellipsoid<$vector>;
        /// All points on one side of a plane.
        pub type HalfSpace = crate::shapes::HalfSpace<$vector>;
        /// A convex hull.
        pub type Hull = crate::shapes::Hull<$vector>;
        /// A surface or a solid of triangles.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Ball, Pose, SubShapeId, TriMesh, Vector, contact};")]
        /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
        /// let corners = corners.map(Vector::from_array).to_vec();
        /// let floor = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?; // its front is up
        /// let (ball, above) = (Ball::new(1.0)?, Pose::at(Vector::new(3.0, 1.0, 0.75)));
        /// let answer = contact(&ball, &above, &floor, &Pose::IDENTITY);
        /// assert_eq!((answer.distance, answer.normal), (-0.25, -Vector::Z));
        /// assert_eq!(answer.sub_shapes, [None, Some(SubShapeId(0))]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub type TriMesh = crate::composite::TriMesh<$vector>;
        /// Terrain: heights over a grid.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{HeightField, Pose, Ray, Vector, cast_ray};")]
        /// let plain = HeightField::new(3, 3, vec![2.0; 9], Vector::ONE)?;
        /// let down = Ray::new(Vector::Y * 8.0 + Vector::X * 0.25, -Vector::Y);
        /// let impact = cast_ray(&plain, &Pose::IDENTITY, &down);
        /// assert_eq!((impact.time, impact.normal), (6.0, Vector::Y));
        /// assert!(impact.sub_shapes[0].is_some());
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub type HeightField = crate::composite::HeightField<$vector>;
        /// Filled cells of a grid, as a solid.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Pose, Vector, Voxels, contains_point, project_point};")]
        /// let bar = Voxels::new(Vector::ONE, [[0, 0, 0], [1, 0, 0], [2, 0, 0]])?;
        /// let inside = Vector::new(1.5, 0.5, 0.875);
        /// assert!(contains_point(&bar, &Pose::IDENTITY, inside));
        /// assert_eq!(project_point(&bar, &Pose::IDENTITY, inside).distance, -0.125);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub type Voxels = crate::composite::Voxels<$vector>;
    };
}

api!("d3", glam::Vec3, f32, glam::Quat, crate::shapes::Shape3<glam::Vec3>);
#[cfg(feature = "ecs")]
stage_api!(glam::Vec3);
shapes_3d!("d3", glam::Vec3);

/// The 3D API in `f64`.
pub mod f64 {
    use crate::api::api;
    #[cfg(feature = "ecs")]
    use crate::stage_api::stage_api;

    api!("d3::f64", glam::DVec3, f64, glam::DQuat, crate::shapes::Shape3<glam::DVec3>);
    #[cfg(feature = "ecs")]
    stage_api!(glam::DVec3);
    shapes_3d!("d3::f64", glam::DVec3);
}

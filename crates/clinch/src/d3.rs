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

macro_rules! shapes_3d {
    ($vector:ty) => {
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
        pub type TriMesh = crate::composite::TriMesh<$vector>;
        /// Terrain: heights over a grid.
        pub type HeightField = crate::composite::HeightField<$vector>;
    };
}

api!("d3", glam::Vec3, f32, glam::Quat, crate::shapes::Shape3<glam::Vec3>);
shapes_3d!(glam::Vec3);

/// The 3D API in `f64`.
pub mod f64 {
    use crate::api::api;

    api!("d3::f64", glam::DVec3, f64, glam::DQuat, crate::shapes::Shape3<glam::DVec3>);
    shapes_3d!(glam::DVec3);
}

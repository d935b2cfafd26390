//! The 2D API in `f32`: shapes, queries and the stage. [`f64`](mod@f64) is the same in `f64`.
//!
//! ```
//! use clinch::d2::{Rectangle, moments};
//! use glam::Vec2;
//!
//! let plank = moments(&Rectangle::new(Vec2::new(2.0, 0.5))?).ok_or("unbounded")?;
//! let density = 3.0;
//! assert_eq!(plank.area(), 4.0);
//! assert!((plank.inertia(density) - 12.0 * (16.0 + 1.0) / 12.0).abs() < 1e-12); // m (w² + h²) / 12
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::api::api;

macro_rules! shapes_2d {
    ($vector:ty) => {
        /// A circle with its inside: all points within a radius of the origin.
        pub type Circle = crate::shapes::Ball<$vector>;
        /// A rectangle.
        pub type Rectangle = crate::shapes::Cuboid<$vector>;
        /// An ellipse.
        pub type Ellipse = crate::shapes::Ellipsoid<$vector>;
        /// The upper half of an ellipse.
        pub type HalfEllipse = crate::shapes::HalfEllipse<$vector>;
        /// A circular sector.
        pub type Sector = crate::shapes::Sector<$vector>;
        /// A circular segment: the part of a disc on one side of a chord.
        pub type CircularSegment = crate::shapes::CircularSegment<$vector>;
        /// All points on one side of a line.
        pub type HalfPlane = crate::shapes::HalfSpace<$vector>;
        /// A convex polygon.
        pub type Polygon = crate::shapes::Polygon<$vector>;
    };
}

api!("d2", glam::Vec2, f32, crate::support::Rotation2<f32>, crate::shapes::Shape2<glam::Vec2>);
shapes_2d!(glam::Vec2);

/// The 2D API in `f64`.
pub mod f64 {
    use crate::api::api;

    api!("d2::f64", glam::DVec2, f64, crate::support::Rotation2<f64>, crate::shapes::Shape2<glam::DVec2>);
    shapes_2d!(glam::DVec2);
}

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
#[cfg(feature = "ecs")]
use crate::stage_api::stage_api;

macro_rules! shapes_2d {
    ($path:literal, $vector:ty) => {
        /// A circle with its inside: all points within a radius of the origin.
        #[doc(alias = "Ball")]
        pub type Circle = crate::shapes::Ball<$vector>;
        /// A rectangle.
        #[doc(alias = "Cuboid")]
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
        /// A polyline as ground, or a loop as a solid. Those of a tile map are made by
        /// [`tile_outlines`](crate::composite::Chain::tile_outlines).
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Chain, Circle, Motion, Pose, SubShapeId, Vector, cast_shape};")]
        /// // Its front is up.
        /// let ground = Chain::open(vec![Vector::X * 8.0, Vector::X * 4.0, Vector::ZERO])?;
        /// let (ball, above) = (Circle::new(0.5)?, Pose::at(Vector::new(2.0, 4.5)));
        /// let fall = Motion::of_b(Vector::Y * -2.0);
        /// let impact = cast_shape(&ground, &Pose::IDENTITY, &ball, &above, &fall);
        /// assert_eq!((impact.time, impact.normal), (2.0, Vector::Y));
        /// assert_eq!(impact.sub_shapes, [Some(SubShapeId(1)), None]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub type Chain = crate::composite::Chain<$vector>;
        /// Terrain: heights at even distances.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Circle, HeightField2, Pose, Vector, distance};")]
        /// let plain = HeightField2::new(vec![1.0; 3], Vector::ONE)?;
        /// let ball = Circle::new(0.5)?;
        /// assert_eq!(distance(&plain, &Pose::IDENTITY, &ball, &Pose::at(Vector::Y * 4.0)), 2.5);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub type HeightField2 = crate::composite::HeightField2<$vector>;
    };
}

api!("d2", glam::Vec2, f32, crate::support::Rotation2<f32>, crate::shapes::Shape2<glam::Vec2>);
#[cfg(feature = "ecs")]
stage_api!(glam::Vec2);
shapes_2d!("d2", glam::Vec2);

/// The 2D API in `f64`.
pub mod f64 {
    use crate::api::api;
    #[cfg(feature = "ecs")]
    use crate::stage_api::stage_api;

    api!("d2::f64", glam::DVec2, f64, crate::support::Rotation2<f64>, crate::shapes::Shape2<glam::DVec2>);
    #[cfg(feature = "ecs")]
    stage_api!(glam::DVec2);
    shapes_2d!("d2::f64", glam::DVec2);
}
